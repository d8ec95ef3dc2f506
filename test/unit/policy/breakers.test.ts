// What breakers come to: each rule's figure, 80 %, what isn't known, and what was armed; laws over random accounts.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { AccountInformation, AccountPosition } from "../../../src/model/bot/account.js";
import type { Deal } from "../../../src/model/deal/deal.js";
import { BREAKER_RULE_NAMES, type Breaker, type BreakerPast, breakersOn } from "../../../src/model/policy/breaker.js";
import type { BreakerFacts } from "../../../src/policy/breaker-figures.js";
import { evaluateBreakers } from "../../../src/policy/breakers.js";
import { observedAccount } from "../../../src/service/canonical-account.js";
import { observedDeal } from "../../../src/service/canonical-deal.js";
import { amount } from "../../support/lane.js";
import { ended, wireDeal, wirePosition } from "../model/deal/deals.js";

const NOW = Date.parse("2026-01-15T12:00:00Z");
const HOUR = 3_600_000;
const ORIGIN = { file: "f.yaml", path: ["breakers", "a"] };
const COMMON = { name: "a", onUnknown: "warn" as const, origin: ORIGIN };
const LOSS: Breaker = { ...COMMON, rule: "loss", hours: 24, limit: "100", quote: "USDT" };
const MARGIN: Breaker = { ...COMMON, rule: "margin-used", limit: "80" };
const DISTANCE: Breaker = { ...COMMON, rule: "liquidation-distance", limit: "5" };
const NAKED: Breaker = { ...COMMON, rule: "naked-deals", minutes: 10 };
const FAILED: Breaker = { ...COMMON, rule: "failed-steps", hours: 1, limit: "3" };
const ALL = [LOSS, MARGIN, DISTANCE, NAKED, FAILED];

const updated = (ago: number) => ({
  updated: {
    date: new Date(NOW - ago).toISOString().replace("T", " ").replace("Z", "000"),
    timezone_type: 3,
    timezone: "UTC",
  },
});
const running = (id: number, profit: string, changes: Parameters<typeof wireDeal>[0] = {}) =>
  observedDeal(wireDeal({ id, position: wirePosition("1", "100", profit), ...updated(HOUR), ...changes }));
const over = (id: number, profit: string, ago = HOUR, changes: Parameters<typeof wireDeal>[0] = {}) =>
  ended(id, profit, "0", { ...updated(ago), ...changes });

const EMPTY = { totalInitialMargin: "0", totalMaintMargin: "0", totalMarginBalance: "1000", totalPositionMargin: "0" };
function information(
  positions: Readonly<Record<string, Partial<AccountPosition>>> = {},
  totals: object = {},
): AccountInformation {
  const found = observedAccount({
    ...EMPTY,
    ...{ totalOpenOrderMargin: "0", totalUnrealizedProfit: "0", totalWalletBalance: "1000", totalFreeBalance: "1000" },
    ...{ leverage: null, assets: [], positions: {} },
    ...totals,
  });
  const all = Object.entries(positions).map(([key, changes]): AccountPosition => {
    const side = key.endsWith("_BUY") ? "LONG" : "SHORT";
    return {
      ...{ key, positionSide: side, symbol: "BTCUSDT", ourSymbol: key.replace(/_.*/, ""), marginType: "cross" },
      ...{ amount: "1", entryPrice: "100", markPrice: "100", liquidationPrice: "50", unRealizedProfit: "0" },
      ...{ leverage: "5", isolatedMargin: "0", positionMargin: "20", openOrderMargin: "0" },
      ...changes,
    };
  });
  return { ...found, positions: all };
}

interface Account {
  readonly running?: readonly Deal[];
  readonly ended?: readonly Deal[];
  /** On other accesses. */
  readonly elsewhere?: readonly (readonly Deal[])[];
  readonly account?: AccountInformation;
  readonly failures?: readonly number[];
  readonly withoutTakeProfit?: readonly number[];
}
function factsOf(one: Account = {}): BreakerFacts {
  return {
    running: { known: one.running ?? [] },
    ended: { known: [one.ended ?? [], ...(one.elsewhere ?? [])] },
    account: { known: one.account ?? information() },
    failures: { known: one.failures ?? [] },
    withoutTakeProfit: new Set(one.withoutTakeProfit),
  };
}
const NOTHING_PAST = { known: new Map<string, BreakerPast>() };
const pastOf = (past: BreakerPast) => ({ known: new Map([["a", past]]) });
function readingOf(breaker: Breaker, account: Account = {}, past: BreakerPast = {}) {
  const [reading] = evaluateBreakers([breaker], factsOf(account), pastOf(past), NOW);
  if (reading === undefined) throw new Error("no reading");
  return reading;
}
const short = (...all: Parameters<typeof readingOf>) => {
  const { state, figure, used, why } = readingOf(...all);
  return [state, figure, used, why];
};

describe("loss", () => {
  it.each<[string, Account, readonly unknown[]]>([
    ["nothing", {}, ["fine", "0", "0", "lost 0 of 100 USDT in 24 h"]],
    [
      "closed and open add up",
      { ended: [over(1, "-30")], running: [running(2, "-11")] },
      ["fine", "41", "41", "lost 41 of 100 USDT in 24 h: loss 30 realised, loss 11 open"],
    ],
    [
      "profits offset losses, and a gain is no loss",
      { ended: [over(1, "50")], running: [running(2, "-11")] },
      ["fine", "0", "0", "lost 0 of 100 USDT in 24 h: profit 50 realised, loss 11 open"],
    ],
    [
      "what ended at the window's edge",
      { ended: [over(1, "-99", 24 * HOUR)] },
      ["near", "99", "99", expect.anything()],
    ],
    ["what ended before it", { ended: [over(1, "-99", 24 * HOUR + 1)] }, ["fine", "0", "0", expect.anything()]],
    [
      "a deal in both lists counts once",
      { ended: [over(1, "-30")], running: [running(1, "-30")] },
      ["fine", "30", "30", expect.anything()],
    ],
    [
      "another quote",
      { running: [running(1, "-500", { pairTitle: "BUSD-BTC" })] },
      ["fine", "0", "0", expect.anything()],
    ],
    [
      "one that holds nothing yet",
      { running: [running(1, "", { position: wirePosition("0", "0", "") })] },
      ["fine", "0", "0", expect.anything()],
    ],
    ["at the limit", { running: [running(1, "-100")] }, ["tripped", "100", "100", expect.anything()]],
    ["below 80 %", { running: [running(1, "-79.99999999")] }, ["fine", "79.99999999", "79", expect.anything()]],
    ["at 80 %", { running: [running(1, "-80")] }, ["near", "80", "80", expect.anything()]],
  ])("counts: %s", (_because, account, expected) => {
    expect(short(LOSS, account)).toEqual(expected);
  });

  it("isn't known where a history may be cut short within the hours, on any access", () => {
    const many = (count: number, first = HOUR) =>
      Array.from({ length: count }, (_, at) => over(at + 1, "-1", at === 0 ? first : HOUR));
    const why =
      "the history shows 10 deals and none that ended before 2026-01-14T12:00:00.000Z, so it may be cut short, and lack others of that time";
    expect(short(LOSS, { ended: many(10) })).toEqual(["unknown", null, null, why]);
    expect(short(LOSS, { elsewhere: [many(10)] })).toEqual(["unknown", null, null, why]);
    expect(short(LOSS, { ended: many(10, 24 * HOUR + 1) }).slice(0, 2)).toEqual(["fine", "9"]);
    expect(short(LOSS, { ended: many(9) }).slice(0, 2)).toEqual(["fine", "9"]);
    const armed = { armed: { at: NOW - HOUR / 2, reason: "seen", open: new Map() } };
    expect(short(LOSS, { ended: many(10) }, armed).slice(0, 2)).toEqual(["fine", "0"]);
  });

  it.each<[Account, string]>([
    [{ running: [running(1, "n/a")] }, "the service doesn't show what deal 1 has won or lost"],
    [{ running: [running(1, "0", { position: null })] }, "the service doesn't show what deal 1 has won or lost"],
    [{ ended: [over(1, "n/a")] }, "the service doesn't show what deal 1 came to"],
    [{ ended: [over(1, "0", HOUR, { result: null })] }, "the service doesn't show what deal 1 came to"],
    [
      { ended: [over(1, "0", HOUR, { updated: { date: "soon", timezone_type: 3, timezone: "UTC" } })] },
      "the service doesn't show when deal 1 ended",
    ],
  ])("isn't known without its parts, and never 0: %#", (account, why) => {
    expect(short(LOSS, account)).toEqual(["unknown", null, null, why]);
  });

  it("counts after arming what has happened since, of a deal that ran then, too", () => {
    const armed = {
      at: NOW - HOUR,
      reason: "looked at",
      open: new Map([
        [1, "-131"],
        [2, "-20"],
      ]),
    };
    const account = { ended: [over(3, "-90", 2 * HOUR), over(2, "-25", HOUR / 2)], running: [running(1, "-140")] };
    expect(short(LOSS, account, { armed })).toEqual([
      ...["fine", "14", "14"],
      "lost 14 of 100 USDT since it was armed (24 h at most): loss 5 realised, loss 9 open",
    ]);
    expect(short(LOSS, account)[0]).toBe("tripped");
    // Once the window has moved on, it is what counts; what the deals had lost then is still not counted.
    const long = { ...armed, at: NOW - 48 * HOUR };
    expect(short(LOSS, account, { armed: long })).toEqual(["tripped", "104", "104", expect.anything()]);
  });
});

describe("margin used", () => {
  it.each<[object, readonly unknown[]]>([
    [{ totalInitialMargin: "799.99" }, ["near", "79.999", "99", "80 % of the wallet is margin, of 80 %"]],
    [{ totalInitialMargin: "800" }, ["tripped", "80", "100", "80 % of the wallet is margin, of 80 %"]],
    [{ totalInitialMargin: "639.9" }, ["fine", "63.99", "79", "63.99 % of the wallet is margin, of 80 %"]],
    [{ totalInitialMargin: "640" }, ["near", "64", "80", "64 % of the wallet is margin, of 80 %"]],
    [{ totalInitialMargin: "" }, ["unknown", null, null, "the service doesn't show wallet and margin"]],
    [{ totalWalletBalance: "0" }, ["unknown", null, null, "the wallet that the service shows is empty"]],
  ])("%j", (totals, expected) => {
    expect(short(MARGIN, { account: information({}, totals) })).toEqual(expected);
  });
});

describe("distance to liquidation", () => {
  const at = (positions: Parameters<typeof information>[0]) => short(DISTANCE, { account: information(positions) });
  it.each<[string, Parameters<typeof information>[0], readonly unknown[]]>([
    ["none open", {}, ["fine", null, null, "no position is open"]],
    [
      "one that is empty",
      { "USDT-BTC_BUY": { amount: "0", liquidationPrice: null } },
      ["fine", null, null, "no position is open"],
    ],
    [
      "a long",
      { "USDT-BTC_BUY": { liquidationPrice: "93" } },
      ["fine", "7", "71", "USDT-BTC LONG is 7 % from its liquidation, limit 5 %"],
    ],
    ["a short", { "USDT-BTC_SELL": { amount: "-1", liquidationPrice: "106" } }, ["near", "6", "83", expect.anything()]],
    [
      "the nearest",
      { "USDT-BTC_BUY": {}, "USDT-ETH_BUY": { liquidationPrice: "96" } },
      ["tripped", "4", "125", expect.stringMatching(/^USDT-ETH/)],
    ],
    ["at 80 %", { "USDT-BTC_BUY": { liquidationPrice: "93.75" } }, ["near", "6.25", "80", expect.anything()]],
    ["at the limit", { "USDT-BTC_BUY": { liquidationPrice: "95" } }, ["tripped", "5", "100", expect.anything()]],
    ["beyond it", { "USDT-BTC_BUY": { liquidationPrice: "101" } }, ["tripped", "-1", "100", expect.anything()]],
    [
      "a long that no price takes",
      { "USDT-BTC_BUY": { liquidationPrice: "0" } },
      ["fine", "100", "5", expect.anything()],
    ],
    [
      "a short that says so isn't believed",
      { "USDT-BTC_SELL": { liquidationPrice: "0" } },
      ["unknown", null, null, "the service doesn't show how far USDT-BTC SHORT is from its liquidation"],
    ],
    ["no price shown", { "USDT-BTC_BUY": { liquidationPrice: null } }, ["unknown", null, null, expect.anything()]],
    ["an amount that can't be read", { "USDT-BTC_BUY": { amount: null } }, ["unknown", null, null, expect.anything()]],
    [
      "one unknown, the other near enough",
      { "USDT-BTC_BUY": { markPrice: null }, "USDT-ETH_BUY": { liquidationPrice: "96" } },
      ["tripped", "4", "125", expect.anything()],
    ],
    [
      "one unknown, the other far",
      { "USDT-BTC_BUY": { markPrice: null }, "USDT-ETH_BUY": {} },
      ["unknown", "50", "10", expect.stringMatching(/USDT-BTC LONG/)],
    ],
  ])("of %s", (_because, positions, expected) => {
    expect(at(positions)).toEqual(expected);
  });
});

describe("naked deals", () => {
  const settings = { percent_take_profit: "1.2" };
  const deal = (id: number, ago: number, tpOrder?: Readonly<Record<string, never>>, botId = 7) =>
    observedDeal(
      wireDeal(
        { id, botId, position: wirePosition("1", "100"), ...updated(ago), ...(tpOrder && { tpOrder }) },
        settings,
      ),
    );
  const MINUTE = 60_000;
  it.each<[string, Account, readonly unknown[]]>([
    ["none", {}, ["fine", "0", "0", "no deal is naked"]],
    [
      "long enough",
      { running: [deal(3, 10 * MINUTE, {}), deal(2, HOUR, {})] },
      ["tripped", "2", "200", "naked for 10 min or more: deals 2, 3"],
    ],
    ["not yet", { running: [deal(2, 10 * MINUTE - 1, {})] }, ["near", "0", "0", "naked, not for 10 min yet: deal 2"]],
    [
      "by intent of its webhook",
      { running: [deal(2, HOUR, {})], withoutTakeProfit: [7] },
      ["fine", "0", "0", "no deal is naked"],
    ],
    [
      "orders that aren't shown",
      { running: [deal(2, HOUR)] },
      ["unknown", "0", "0", "whether deal 2 has its take-profit order isn't known"],
    ],
    [
      "holding nothing yet",
      { running: [observedDeal(wireDeal({ position: wirePosition("0", "0") }, settings))] },
      ["fine", "0", "0", "no deal is naked"],
    ],
    [
      "that ask for no take profit",
      {
        running: [
          observedDeal(wireDeal({ position: wirePosition("1", "1"), tpOrder: {} }, { percent_take_profit: "0" })),
        ],
      },
      ["fine", "0", "0", "no deal is naked"],
    ],
  ])("%s", (_because, account, expected) => {
    expect(short(NAKED, account)).toEqual(expected);
  });

  it("whose age can't be read is unknown", () => {
    const undated = { ...deal(2, HOUR, {}), updated: null };
    expect(short(NAKED, { running: [undated] })).toEqual([
      ...["unknown", "0", "0"],
      "the service doesn't show since when deal 2 is naked",
    ]);
  });
});

it("failed steps count within the hours, and since it was armed", () => {
  const failures = [NOW, NOW - HOUR, NOW - HOUR - 1, NOW - 60_000];
  expect(short(FAILED, { failures })).toEqual(["tripped", "3", "100", "3 of 3 steps failed in 1 h"]);
  const armed = { at: NOW - 30_000, reason: "r", open: new Map() };
  expect(short(FAILED, { failures }, { armed })).toEqual([
    ...["fine", "1", "33"],
    "1 of 3 steps failed since it was armed (1 h at most)",
  ]);
});

describe("a breaker", () => {
  it("that has tripped stays so, with what it was then", () => {
    const trip = { at: NOW - HOUR, why: "lost 131 of 100 USDT in 24 h", bots: [] };
    expect(readingOf(LOSS, {}, { trip })).toEqual({
      ...{ name: "a", rule: "loss", state: "tripped", figure: null, used: null, limit: "100", unit: "USDT" },
      ...{ why: trip.why, trippedAt: "2026-01-15T11:00:00.000Z" },
    });
  });

  it("whose figure isn't known trips only where that was asked for", () => {
    const unread = { unknown: "the history can't be read" };
    const facts = {
      running: unread,
      ended: unread,
      account: unread,
      failures: unread,
      withoutTakeProfit: new Set<number>(),
    };
    const states = (onUnknown: Breaker["onUnknown"]) =>
      evaluateBreakers(
        ALL.map((one) => ({ ...one, onUnknown })),
        facts,
        NOTHING_PAST,
        NOW,
      );
    expect(states("warn").map(({ state, why }) => [state, why])).toEqual(ALL.map(() => ["unknown", unread.unknown]));
    expect(new Set(states("trip").map(({ state, why }) => `${state}: ${why}`))).toEqual(
      new Set([`tripped: ${unread.unknown}, and onUnknown is trip`]),
    );
  });

  it("isn't fine where the ledger can't be read: it may have tripped; a figure at its limit counts all the same", () => {
    const lost = { unknown: "the ledger can't be read" };
    const states = (account: Account) =>
      evaluateBreakers([LOSS], factsOf(account), lost, NOW).map(({ state, why }) => [state, why]);
    expect(states({})).toEqual([["unknown", lost.unknown]]);
    expect(states({ running: [running(1, "-100")] })).toEqual([["tripped", expect.anything()]]);
  });

  it("is for the accounts of its scope", () => {
    const scoped: Breaker = { ...MARGIN, accounts: ["copy"] };
    expect([breakersOn("main", [LOSS, scoped]), breakersOn("copy", [LOSS, scoped])]).toEqual([[LOSS], [LOSS, scoped]]);
    expect(ALL.map(({ rule }) => rule)).toEqual(BREAKER_RULE_NAMES);
  });
});

describe("whatever the account holds", () => {
  const cents = fc.integer({ min: -20_000, max: 20_000 });
  const text = (value: number, scale: Big) => new Big(value).div(100).times(scale).toFixed();
  const world = fc.record({
    open: fc.array(cents, { maxLength: 6 }),
    closed: fc.array(fc.tuple(cents, fc.integer({ min: 0, max: 48 })), { maxLength: 6 }),
    limit: fc.integer({ min: 1, max: 30_000 }),
  });
  const built = (
    { open, closed, limit }: { open: number[]; closed: [number, number][]; limit: number },
    scale = new Big(1),
  ) => ({
    breaker: { ...LOSS, limit: text(limit, scale) },
    account: {
      running: open.map((profit, index) => running(index + 1, text(profit, scale))),
      ended: closed.map(([profit, hours], index) => over(100 + index, text(profit, scale), hours * HOUR)),
    },
  });
  const runs = { numRuns: amount({ fast: 60, all: 400 }) };

  test("the unit of money doesn't matter, nor does the order of deals", () => {
    fc.assert(
      fc.property(world, fc.constantFrom("0.001", "7", "1000000"), (one, scale) => {
        const { breaker, account } = built(one);
        const { state, used } = readingOf(breaker, account);
        const scaled = built(one, new Big(scale));
        expect(readingOf(scaled.breaker, scaled.account)).toMatchObject({ state, used });
        const turned = { running: account.running.toReversed(), ended: account.ended.toReversed() };
        expect(readingOf(breaker, turned)).toEqual(readingOf(breaker, account));
      }),
      runs,
    );
  });

  test("80 % of the limit warns, 100 % trips, and a higher loss is never milder", () => {
    const order = ["fine", "near", "tripped"];
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 10_000 }), (one, more) => {
        const { breaker, account } = built(one);
        const { state, figure } = readingOf(breaker, account);
        const [lost, limit] = [new Big(figure ?? -1), new Big(breaker.limit)];
        expect(state).toBe(lost.gte(limit) ? "tripped" : lost.times(100).gte(limit.times(80)) ? "near" : "fine");
        const worse = { ...account, running: [...account.running, running(99, text(-more, new Big(1)))] };
        expect(order.indexOf(readingOf(breaker, worse).state)).toBeGreaterThanOrEqual(order.indexOf(state));
      }),
      runs,
    );
  });

  test("one deal that can't be read makes it unknown, never fine", () => {
    fc.assert(
      fc.property(world, (one) => {
        const { breaker, account } = built(one);
        const broken = { ...account, running: [...account.running, running(99, "")] };
        expect(readingOf(breaker, broken)).toMatchObject({ state: "unknown", figure: null, used: null });
      }),
      runs,
    );
  });

  test("what was open when it was armed isn't counted again", () => {
    fc.assert(
      fc.property(world, (one) => {
        const { breaker, account } = built(one);
        const open = new Map(account.running.map(({ id, position }) => [id, position?.profit ?? "0"]));
        const armed = { at: NOW + 1, reason: "r", open };
        expect(readingOf(breaker, account, { armed })).toMatchObject({ state: "fine", figure: "0" });
      }),
      runs,
    );
  });
});
