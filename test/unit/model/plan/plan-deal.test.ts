// What of a deal a plan holds: which percentages a take profit can have, when it acts, and what tells one deal from another.
import { expect, it } from "vitest";
import { dealFingerprint, isLater, isPercent } from "../../../../src/model/plan/plan-deal.js";
import { live } from "../../reconcile/fleet.js";

it.each([
  [undefined, false],
  ["0", false],
  ["0.009", false],
  ["0.01", true],
  ["99.99", true],
  ["100", false],
  ["-1", false],
])("a take profit can have %s: %j", (value, can) => {
  expect(isPercent(value)).toBe(can);
});

it("a take profit is for later only where it was asked for", () => {
  const change = { before: "1", after: "2" };
  const changes = [undefined, change, { ...change, immediately: false as const }];
  expect(changes.map(isLater)).toEqual([false, false, true]);
});

it("a deal is another by its id, its bot, its pair and its settings, and not by what the market does", () => {
  const { fields } = live(1, "A");
  const deal = { id: 5, botId: 1, pairTitle: "USDT-BTC", settings: fields, entryPrice: "7", takeProfits: [] };
  const own = dealFingerprint(deal);
  expect(own).toMatch(/^[0-9a-f]{64}$/);
  const others = [
    { ...deal, id: 6 },
    { ...deal, botId: 2 },
    { ...deal, pairTitle: "USDT-ETH" },
    ...(["percentTakeProfit", "leverage", "title"] as const).map((name) => ({
      ...deal,
      settings: { ...fields, [name]: "9" },
    })),
  ].map(dealFingerprint);
  expect(new Set([own, ...others]).size).toBe(7);
  expect(dealFingerprint({ ...deal, entryPrice: "8", position: null })).toBe(own);
});
