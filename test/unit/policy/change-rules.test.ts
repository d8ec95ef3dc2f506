// A bot that takes another one's place is held to what a change is held to.
import { describe, expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { brief, found } from "./input.js";

const BOTS = "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n";
const elsewhere = (fields: Record<string, string>, on = true) => [
  live(1, "A", { accessId: 2, on, fields: { marginMode: "ISO", leverage: "3", ...fields } }),
];
const cap = "policies: { p: { rule: max-change-percent, fields: [volumeFirstOrder], limit: 50 } }\n";
const freeze = "policies: { p: { rule: freeze-active-deals } }\n";
const deal = {
  ...{ id: 70, botId: 1, accessId: 2, pairTitle: "USDT-BTC", settings: live(1, "A").fields },
  ...{ entryPrice: null, takeProfits: [] },
};

describe("a replacement", () => {
  test.each<[Record<string, string>, boolean, string[], string]>([
    [{ volumeFirstOrder: "10" }, true, ["deny max-change-percent main/a"], "10 → 20 is 100 %"],
    [{ volumeFirstOrder: "10" }, false, ["deny max-change-percent main/a"], "of one that is off, too"],
    [{ volumeFirstOrder: "15" }, true, [], "15 → 20 is 33 %"],
    [{ leverage: "30" }, true, [], "another field"],
  ])("of a bot with %j, on %s: %j, %s", (fields, on, expected, _because) => {
    const findings = found(`${cap}${BOTS}`, { live: elsewhere(fields, on), allowReplace: true });
    expect(brief(findings).filter((line) => line.includes("max-change"))).toEqual(expected);
  });

  const three = (on: number, volumes: Readonly<Record<number, string>>) =>
    Object.entries(volumes).map(([id, volumeFirstOrder]) =>
      live(Number(id), "A", {
        ...{ accessId: 2, on: Number(id) === on },
        fields: { marginMode: "ISO", leverage: "3", volumeFirstOrder },
      }),
    );
  test.each([
    [1, { 1: "10", 2: "20", 3: "20" }, 1, "the one that is on, though it is the oldest"],
    [2, { 1: "20", 2: "10", 3: "20" }, 1, "the one that is on, in between"],
    [3, { 1: "10", 2: "10", 3: "20" }, 0, "the one that is on, the newest"],
    [0, { 1: "10", 2: "10", 3: "20" }, 0, "of several that are off the newest"],
    [0, { 3: "10", 2: "20", 1: "20" }, 1, "in whichever order the list shows them"],
  ])(
    "of several bots, of which %d is on, is compared with one: %j, %d findings, %s",
    (on, volumes, count, _because) => {
      const findings = found(`${cap}${BOTS}`, { live: three(on, volumes), allowReplace: true });
      expect(brief(findings).filter((line) => line.includes("max-change"))).toHaveLength(count);
    },
  );

  test.each([
    [true, [deal], ["deny freeze-active-deals main/a"], "its deal runs"],
    [false, [deal], ["deny freeze-active-deals main/a"], "its deal runs on, though it is off"],
    [true, [], [], "no deal runs"],
    [true, [{ ...deal, botId: 2 }], [], "another bot's deal runs"],
  ])("of a bot that is on (%s): %j, %j, %s", (on, deals, expected, _because) => {
    const findings = found(`${freeze}${BOTS}`, { live: elsewhere({}, on), deals, allowReplace: true });
    expect(brief(findings).filter((line) => line.includes("freeze"))).toEqual(expected);
  });
});
