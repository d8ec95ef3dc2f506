// Whom a policy is about: of neighbours both, and nobody by what isn't known where that would let a bot off.
import { describe, expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { brief, found } from "./input.js";

const bots = (...titles: readonly string[]) =>
  `bots:\n${titles.map((title, at) => `  b${at}: { title: "${title}", pairTitle: USDT-BTC }`).join("\n")}\n`;
const policy = (text: string) => `policies: { p: { rule: one-bot-per-pair-side, ${text} } }\n`;
const ALT = 'scope: { title: ["Alt *"] }';

describe("a policy about neighbours", () => {
  test.each([
    [
      ALT,
      ["Alt x", "Main x"],
      ["deny one-bot-per-pair-side main/b1"],
      "of one in scope and one beside it the built-in speaks",
    ],
    [
      `${ALT}, severity: warn`,
      ["Alt x", "Alt y"],
      ["warn one-bot-per-pair-side main/b1"],
      "of two in scope the policy",
    ],
    [`${ALT}, severity: off`, ["Alt x", "Alt y"], [], "and it may be off"],
    [
      `${ALT}, severity: off`,
      ["Alt x", "Main x"],
      ["deny one-bot-per-pair-side main/b1"],
      "but not for a pair it isn't about",
    ],
    [
      `${ALT}, severity: off`,
      ["Alt x", "Main x", "Alt y"],
      ["deny one-bot-per-pair-side main/b1", "deny one-bot-per-pair-side main/b2"],
      "the third one goes with the first, and not with the second",
    ],
    [`${ALT}, severity: off`, ["Main x", "Main y"], ["deny one-bot-per-pair-side main/b1"], "it isn't about either"],
  ])("%s on %j: %j, %s", (text, titles, expected) => {
    expect(brief(found(`${policy(text)}${bots(...titles)}`))).toEqual(expected);
  });

  test("that is off hides no new neighbour behind one that stands there since long", () => {
    const yaml = `${policy(`${ALT}, severity: off`)}bots:
  a: { title: Alt a, pairTitle: USDT-BTC, percentTakeProfit: 2 }
  b: { title: Main b, pairTitle: USDT-BTC, percentTakeProfit: 2 }
  c: { title: Alt c, pairTitle: USDT-BTC }
`;
    const there = ["Alt a", "Main b"].map((title, at) =>
      live(at + 1, title, { on: true, fields: { marginMode: "ISO", leverage: "3", percentTakeProfit: "2" } }),
    );
    expect(brief(found(yaml, { live: there }))).toEqual([
      "deny one-bot-per-pair-side main/c",
      "warn one-bot-per-pair-side main/b standing",
    ]);
  });

  test("looks at settings of one symbol across its scope, too", () => {
    const yaml = `policies: { p: { rule: same-settings-per-symbol, severity: off, ${ALT} } }
bots:
  a: { title: Alt a, pairTitle: USDT-BTC, leverage: 4 }
  b: { title: Alt b, pairTitle: USDT-BTC, strategy: SHORT, leverage: 3 }
  c: { title: Main c, pairTitle: USDT-BTC, leverage: 3, enabled: true, strategy: SHORT }
`;
    const said = brief(found(yaml)).filter((line) => line.includes("same-settings"));
    expect(said).toEqual(["warn same-settings-per-symbol main/a"]);
  });
});

describe("a bot that nobody declares, of which no alias is known", () => {
  const stranger = [
    live(7, "S", { accessId: 1, on: true, fields: { marginMode: "ISO", leverage: "3", pairTitle: "USDT-BTC" } }),
  ];
  const mine = bots("A");
  test.each<[string, string | undefined, string]>([
    ["severity: deny", "p", "is in the scope of what denies"],
    ["severity: warn", undefined, "isn't in that of what only warns"],
    ["severity: off", undefined, "nor of what is off"],
  ])("%s: %s, %s", (text, name, _because) => {
    const findings = found(`${policy(`${text}, scope: { access: [primary] }`)}${mine}`, { live: stranger });
    expect(brief(findings)).toEqual(["deny one-bot-per-pair-side main/b0"]);
    expect(findings[0]?.policy).toBe(name);
  });
});

test("a running deal places a live bot of which the list says no access", () => {
  const lost = [
    live(7, "S", { accessId: null, on: true, fields: { marginMode: "ISO", leverage: "3", pairTitle: "USDT-BTC" } }),
  ];
  const deal = (accessId: number) => ({
    ...{ id: 70, botId: 7, accessId, pairTitle: "USDT-BTC", settings: lost[0]?.fields ?? live(7, "S").fields },
    ...{ entryPrice: null, takeProfits: [] },
  });
  const yaml = bots("A");
  expect(brief(found(yaml, { live: lost, deals: [deal(1)] }))).toEqual(["deny one-bot-per-pair-side main/b0"]);
  expect(brief(found(yaml, { live: lost, deals: [deal(2)] }))).toEqual([]);
  expect(brief(found(yaml, { live: lost }))).toEqual(["warn one-bot-per-pair-side main/b0 unknown"]);
});
