// What is acknowledged: one setting of one bot, as long as the live value is that one, and until its end.
import { describe, expect, it } from "vitest";
import { type Acknowledged, acknowledgedAs, listed, settingKey } from "../../../../src/model/bot/acknowledged.js";

const ONE: Acknowledged = {
  ...{ address: "main/a", botId: 1, name: "leverage", live: "8" },
  ...{ reason: "by hand", until: "2026-12-24", at: 1_000 },
};
const DURING = Date.parse("2026-12-24T23:59:59Z");
const AFTER = Date.parse("2026-12-25T00:00:00Z");

describe("acknowledgedAs", () => {
  it.each<{ because: string; setting: Partial<Acknowledged>; now?: number; expected: boolean }>([
    { because: "it is the one", setting: {}, expected: true },
    { because: "the live value is another one", setting: { live: "9" }, expected: false },
    { because: "the live value is off", setting: { live: null }, expected: false },
    { because: "it is another setting", setting: { name: "percentTakeProfit" }, expected: false },
    { because: "it is another bot, of whatever name", setting: { botId: 2 }, expected: false },
    { because: "it is a deal of the bot", setting: { dealId: 70 }, expected: false },
    { because: "the bot has another key by now", setting: { address: "main/b" }, expected: true },
    { because: "its last day is over", setting: {}, now: AFTER, expected: false },
  ])("is $expected where $because", ({ setting, now = DURING, expected }) => {
    expect(acknowledgedAs([ONE], now)({ ...ONE, ...setting }) === ONE).toBe(expected);
  });

  it("is never true of an end that can't be read", () => {
    expect(acknowledgedAs([{ ...ONE, until: "some day" }], 0)(ONE)).toBeUndefined();
  });

  it("tells on from off, and off from a word", () => {
    const off: Acknowledged = { ...ONE, name: "enabled", live: false };
    const known = acknowledgedAs([off], DURING);
    expect([known({ ...off, live: false }), known({ ...off, live: true }), known({ ...off, live: "false" })]).toEqual([
      off,
      undefined,
      undefined,
    ]);
  });
});

it("a setting of a deal is another one than the bot's", () => {
  expect(settingKey({ ...ONE, dealId: 70 })).not.toBe(settingKey(ONE));
});

it("the list says since when, and whether it has ended, however long ago", () => {
  const [state, since] = [listed(ONE, DURING).state, listed(ONE, DURING).since];
  expect([state, since]).toEqual(["in force", "1970-01-01T00:00:01.000Z"]);
  for (const later of [AFTER, AFTER + 30 * 86_400_000]) expect(listed(ONE, later).state).toBe("ended");
});
