// What the gates of a roll-out come to: passed, failed, and not known where anything of it isn't.
import { expect, it } from "vitest";
import type { Gates } from "../../../src/model/rollout/rollout.js";
import { hadEnded, MOST_ENDED } from "../../../src/policy/breaker-figures.js";
import { type GateFacts, readGates } from "../../../src/policy/rollout-gates.js";
import { observedAccount } from "../../../src/service/canonical-account.js";
import { observedDeal } from "../../../src/service/canonical-deal.js";
import { ended, wireDeal, wirePosition } from "../model/deal/deals.js";

const NOW = Date.parse("2026-01-15T12:00:00Z");
const HOUR = 3_600_000;
const updated = (ago: number) => ({
  updated: {
    date: new Date(NOW - ago).toISOString().replace("T", " ").replace("Z", "000"),
    timezone_type: 3,
    timezone: "UTC",
  },
});
const running = (id: number, profit: string) =>
  observedDeal(wireDeal({ id, position: wirePosition("1", "100", profit), ...updated(HOUR) }));
const over = (id: number, profit: string, ago = HOUR) => ended(id, profit, "0", updated(ago));
const wallet = (margin: string) =>
  observedAccount({
    ...{ totalInitialMargin: margin, totalMaintMargin: "0", totalMarginBalance: "1000", totalPositionMargin: "0" },
    ...{ totalOpenOrderMargin: "0", totalUnrealizedProfit: "0", totalWalletBalance: "1000", totalFreeBalance: "1000" },
    ...{ leverage: null, assets: [], positions: {} },
  });
const facts = (changes: Partial<GateFacts> = {}): GateFacts => ({
  ...{ name: "a", differing: { known: [] }, running: { known: [] }, ended: { known: [] } },
  ...{ account: { known: wallet("100") }, open: new Map(), ...changes },
});
const SINCE = NOW - 2 * HOUR;
const LOST = { unknown: "no answer" };
const all: Gates = { drift: true, loss: "50", marginUsed: "60", endedDeals: 2 };
const only = (gates: Partial<Gates>, ...accounts: readonly GateFacts[]) =>
  readGates({ drift: false, ...gates }, accounts, SINCE).map(({ state, text }) => `${state}: ${text}`);

it("are those that were declared, and all pass where all is well", () => {
  expect(readGates(all, [facts({ ended: { known: [[over(1, "3"), over(2, "-1")]] } })], SINCE)).toEqual([
    { gate: "drift", state: "passed", text: "no bot differs from the configuration" },
    { gate: "loss", state: "passed", text: "lost 0 of 50 USDT since the wave began, all of it realised" },
    { gate: "margin-used", state: "passed", text: "a: 10 % of the wallet is margin, of 60 %" },
    { gate: "ended-deals", state: "passed", text: "2 of 2 deals ended since the wave began" },
  ]);
  expect(readGates({ drift: false }, [facts()], SINCE)).toEqual([]);
});

it("count what has ended by id, since the clock of who looks may be ahead of the service's", () => {
  const before = facts({ ended: { known: [[over(1, "-900", 5 * HOUR), over(2, "-60", 5 * HOUR)]] } });
  expect(only({ loss: "50", endedDeals: 1 }, before)[1]).toBe("unknown: 0 of 1 deal ended since the wave began");
  const byId = facts({ ended: before.ended, hadEnded: (id) => id === 1 });
  expect(only({ loss: "50", endedDeals: 1 }, byId)).toEqual([
    "failed: lost 60 of 50 USDT since the wave began, all of it realised",
    "passed: 1 of 1 deal ended since the wave began",
  ]);
  // None of what had ended is shown any more, so others may be missing, too.
  const many = Array.from({ length: 10 }, (_, index) => over(index, "-1"));
  expect(only({ loss: "50" }, facts({ ended: { known: [many] }, hadEnded: () => false }))[0]).toContain("cut short");
});

it("keep the newest ids of ended deals; whatever is older had ended, too", () => {
  const kept = hadEnded([7, 9]);
  expect([1, 7, 8, 9].filter(kept)).toEqual([7, 9]);
  const all = hadEnded(Array.from({ length: MOST_ENDED }, (_, index) => 100 + 2 * index));
  expect([1, 99, 100, 101].filter(all)).toEqual([1, 99, 100]);
});

it.each<[string, Partial<Gates>, readonly GateFacts[], string]>([
  [
    "drift",
    { drift: true },
    [facts({ differing: { known: ["a/x"] } }), facts({ differing: LOST })],
    "failed: 1 bot differs from the configuration: a/x",
  ],
  [
    "unread drift",
    { drift: true },
    [facts({ differing: LOST })],
    "unknown: whether a has drifted isn't known: no answer",
  ],
  [
    "a loss of all accounts together",
    { loss: "50" },
    [facts({ running: { known: [running(1, "-30")] } }), facts({ ended: { known: [[over(2, "-21")]] } })],
    "failed: lost 51 of 50 USDT since the wave began: loss 21 realised, loss 30 open",
  ],
  [
    "profits that offset losses",
    { loss: "50" },
    [facts({ running: { known: [running(1, "-60")] } }), facts({ ended: { known: [[over(2, "11")]] } })],
    "passed: lost 49 of 50 USDT since the wave began: profit 11 realised, loss 60 open",
  ],
  [
    "what was lost before",
    { loss: "50" },
    [facts({ running: { known: [running(1, "-60")] }, open: new Map([[1, "-40"]]) })],
    "passed: lost 20 of 50 USDT since the wave began, all of it open",
  ],
  [
    "what ended before",
    { loss: "50" },
    [facts({ ended: { known: [[over(1, "-90", 3 * HOUR)]] } })],
    "passed: lost 0 of 50 USDT since the wave began",
  ],
  [
    "the limit itself",
    { loss: "50" },
    [facts({ running: { known: [running(1, "-50")] } })],
    "passed: lost 50 of 50 USDT since the wave began, all of it open",
  ],
  ["no deal", { loss: "50" }, [facts()], "passed: no deal has run since the wave began"],
  [
    "unread deals",
    { loss: "50" },
    [facts(), facts({ name: "b", running: LOST })],
    "unknown: what was lost isn't known: b: no answer",
  ],
  [
    "a margin over its limit",
    { marginUsed: "60" },
    [facts(), facts({ name: "b", account: { known: wallet("601") } })],
    "failed: b: 60.1 % of the wallet is margin, of 60 %",
  ],
  ["an unread margin", { marginUsed: "60" }, [facts(), facts({ name: "b", account: LOST })], "unknown: b: no answer"],
  [
    "an unread margin beside one that is over",
    { marginUsed: "60" },
    [facts({ account: { known: wallet("700") } }), facts({ account: LOST })],
    "failed: a: 70 % of the wallet is margin, of 60 %",
  ],
  [
    "fewer deals",
    { endedDeals: 3 },
    [facts({ ended: { known: [[over(1, "1"), over(2, "1", 3 * HOUR)]] } })],
    "unknown: 1 of 3 deals ended since the wave began",
  ],
  [
    "deals of several accounts",
    { endedDeals: 2 },
    [facts({ ended: { known: [[over(1, "1")]] } }), facts({ ended: { known: [[over(1, "1")]] } })],
    "passed: 2 of 2 deals ended since the wave began",
  ],
  [
    "unread ended deals",
    { endedDeals: 1 },
    [facts({ ended: LOST })],
    "unknown: 0 of 1 deal ended since the wave began, and a can't be read: no answer",
  ],
])("%s", (_, gates, accounts, expected) => {
  expect(only(gates, ...accounts)).toEqual([expected]);
});
