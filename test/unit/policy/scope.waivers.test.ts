// Waivers let off whom they name, end by themselves, and are said when they have; scope and severity.
import { describe, expect, test } from "vitest";
import { denialsOf } from "../../../src/model/plan/plan.js";
import { brief, found, HEAD, NOON } from "./input.js";

const cap = (extra: string) => `policies:
  cap: { rule: max-leverage, limit: 2, ${extra} }
bots:
  a: { title: Dip A, pairTitle: USDT-BTC }
  b: { title: Rise B, pairTitle: USDT-ETH, strategy: SHORT }
`;
const at = (day: string) => ({ now: Date.parse(`${day}T12:00:00Z`) });
const BOTH = ["deny max-leverage main/a", "deny max-leverage main/b"];

describe("a waiver", () => {
  const waived = cap("waivers: [{ bots: [a], reason: agreed with Kim, until: 2026-03-31 }]");

  test("lets off whom it names, and is shown with its reason and its end", () => {
    const findings = found(waived);
    expect(brief(findings)).toEqual(["deny max-leverage main/b", "waived max-leverage main/a"]);
    expect(findings[1]?.waived).toEqual({ reason: "agreed with Kim", until: "2026-03-31" });
    const steps = [{ address: "main/a", action: "create" as const, reason: "", changes: [], warnings: [] }];
    expect(denialsOf({ steps, findings }).map(({ address }) => address)).toEqual(["main/b"]);
  });

  test.each([
    ["2026-03-31", false, "its last day is whole"],
    ["2026-04-01", true, "the day after"],
  ])("at %s it has ended: %s, %s", (day, hasEnded) => {
    const findings = brief(found(waived, at(day)));
    expect(findings.includes("deny max-leverage main/a")).toBe(hasEnded);
    expect(findings.includes("warn waiver-expired waiver-expired")).toBe(hasEnded);
  });

  test("without bots lets off everything; by address and by pattern, too", () => {
    for (const bots of ["", "bots: ['main/*'], ", "bots: [main/a, b], "])
      expect(brief(found(cap(`waivers: [{ ${bots}reason: R, until: 2027-01-01 }]`)))).toEqual(
        BOTH.map((one) => one.replace("deny", "waived")),
      );
  });
});

describe("scope and severity", () => {
  test.each([
    ["severity: warn", BOTH.map((one) => one.replace("deny", "warn")), "warned of"],
    ["severity: off", [], "silent"],
    ["scope: { strategy: [SHORT] }", [BOTH[1]], "a direction"],
    ["scope: { title: ['Dip *'] }", [BOTH[0]], "a title"],
    ["scope: { pair: [USDT-ETH] }", [BOTH[1]], "a pair"],
    ["scope: { access: [primary], account: [main] }", BOTH, "access and account"],
    ["scope: { account: [other] }", [], "another account"],
    ["scope: { account: [other, ma*] }", BOTH, "one of several accounts"],
    ["scope: { pair: [USDT-ETH, USDT-SOL] }", [BOTH[1]], "one of several pairs"],
    ["scope: { access: [second, primary] }", BOTH, "one of several accesses"],
  ])("%s: %j, %s", (extra, expected) => expect(brief(found(cap(extra)))).toEqual(expected));

  test.each([
    ["deny", 1, "what forbids applies to it"],
    ["warn", 1, "so does what warns, of a rule that isn't built in"],
  ])(
    "a bot whose pair nobody states is in the scope of a pair, with severity %s: %d, %s",
    (severity, count, _because) => {
      const yaml = cap(`severity: ${severity}, scope: { pair: [USDT-ETH] }`).replace(", pairTitle: USDT-BTC", "");
      const lines = brief(found(yaml, { planned: false })).filter((line) => line.endsWith("max-leverage main/a"));
      expect(lines).toHaveLength(count);
    },
  );

  test("a waiver that names bots waives nothing that is the account's", () => {
    const yaml = (bots: string) =>
      cap("").replace(
        "  cap:",
        `  sum: { rule: max-exposure-increase, limit: 1, waivers: [{ ${bots}reason: R, until: 2027-01-01 }] }\n  cap:`,
      );
    const ofSum = (bots: string) => brief(found(yaml(bots))).filter((line) => line.includes("exposure"));
    expect(ofSum("bots: ['*'], ")).toEqual(["deny max-exposure-increase"]);
    expect(ofSum("")).toEqual(["waived max-exposure-increase"]);
  });

  test("a policy takes the place of what always holds for the bots it is about", () => {
    const bots =
      "bots:\n  a: { title: A, pairTitle: USDT-BTC, percentTakeProfit: 0.05 }\n  b: { title: B, pairTitle: USDT-ETH, percentTakeProfit: 0.05 }\n";
    expect(brief(found(bots))).toEqual(["deny take-profit-above-fees main/a", "deny take-profit-above-fees main/b"]);
    const softened = `policies: { p: { rule: take-profit-above-fees, severity: off, scope: { pair: [USDT-BTC] } } }\n${bots}`;
    expect(brief(found(softened))).toEqual(["deny take-profit-above-fees main/b"]);
  });

  test("a finding names bot, field, place, figure, limit and remedy", () => {
    const [finding] = found(cap(""));
    expect(finding).toMatchObject({
      code: "policy/max-leverage",
      policy: "cap",
      address: "main/a",
      field: "leverage",
      figure: "3",
      limit: "2",
      remedy: "Set leverage to at most 2.",
    });
    expect(finding?.position).toMatchObject({ file: "fleet.yaml", line: 8 });
    expect(finding?.policyPosition).toMatchObject({ file: "fleet.yaml", line: 10 });
    expect(NOON).toBeGreaterThan(0);
  });

  test.each([
    ["the defaults give it", "title: A, pairTitle: USDT-BTC", "", 12],
    ["the bot states it", "title: A, pairTitle: USDT-BTC, leverage: 4", "", undefined],
    ["a template gives it", "title: A, pairTitle: USDT-BTC, extends: t", "templates:\n  t: { leverage: 4 }\n", 14],
  ])("where %s, it names the bot's own line beside it, or none", (_when, bot, before, line) => {
    const [finding] = found(`${before}policies:\n  cap: { rule: max-leverage, limit: 2 }\nbots:\n  a: { ${bot} }\n`);
    expect(finding?.botPosition?.line).toBe(line);
  });

  test("no bot's line comes after an account's overrides", () => {
    const [finding] = found(
      "policies:\n  cap: { rule: max-leverage, limit: 2 }\nbots:\n  a: { title: A, pairTitle: USDT-BTC }\n",
      {},
      HEAD.replace("accesses:", "overrides: { leverage: 5 }\n    accesses:"),
    );
    expect(finding).toMatchObject({ figure: "5" });
    expect(finding).not.toHaveProperty("botPosition");
  });
});

describe("the end of a waiver", () => {
  const END = Date.parse("2026-04-01T00:00:00Z");
  const waived = cap("waivers: [{ bots: [a], reason: R, until: 2026-03-31 }]");

  test.each([
    [
      END - 1,
      ["deny max-leverage main/b", "waived max-leverage main/a"],
      "in the last millisecond of its last day it applies",
    ],
    [
      END,
      [...BOTH, "warn waiver-expired waiver-expired"],
      "at midnight UTC it has expired, and doesn't apply any more",
    ],
    [END + 1, [...BOTH, "warn waiver-expired waiver-expired"], "and after it"],
  ])("at %d: %j, %s", (now, expected) => {
    expect(brief(found(waived, { now }))).toEqual(expected);
  });

  test("of a policy that is off says nothing", () => {
    expect(brief(found(waived.replace("limit: 2,", "limit: 2, severity: off,"), { now: END }))).toEqual([]);
    expect(brief(found(waived.replace("limit: 2,", "limit: 2, severity: warn,"), { now: END }))).toContain(
      "warn waiver-expired waiver-expired",
    );
  });

  const one = (reason: string, until: string) => `{ bots: [a], reason: ${reason}, until: ${until} }`;
  const [short, long, over] = [one("S", "2026-03-31"), one("L", "2026-05-31"), one("O", "2026-03-01")];
  test.each([
    [[short, long], "L", "the later one stands second"],
    [[long, short], "L", "the later one stands first"],
    [[over, short], "S", "one has expired"],
    [[short, over], "S", "one has expired, in the other order"],
  ])("of several, the one that lasts longest is shown: %j, %s", (waivers, reason) => {
    const findings = found(cap(`waivers: [${waivers.join(", ")}]`));
    expect(findings.find(({ address }) => address === "main/a")?.waived?.reason).toBe(reason);
  });
});
