// What holds for every path, every setting and every command: money adds up, nothing is negative, a replay is the same.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stakeOf, sumsOf } from "../../../src/market/account.js";
import { advance, triggers } from "../../../src/market/advance.js";
import {
  averageDeal,
  cancelDeal,
  changeSettings,
  changeTakeProfit,
  closeDeal,
  openDeal,
} from "../../../src/market/commands.js";
import type { Booking, Deal, Step } from "../../../src/market/deal.js";
import { resultOf } from "../../../src/market/result.js";
import { DEFAULT_RULES, type MarketRules } from "../../../src/market/rules.js";
import type { DealSettings } from "../../../src/market/settings.js";
import { amount } from "../../support/lane.js";

const decimal = (least: number, most: number, places: number) =>
  fc.integer({ min: least, max: most }).map((units) => new Big(units).div(10 ** places).toFixed());

const scale = fc.option(decimal(105, 200, 2));

const settings: fc.Arbitrary<DealSettings> = fc.record({
  pairTitle: fc.constant("USDT-BTC"),
  strategy: fc.constantFrom("LONG", "SHORT"),
  leverage: fc.integer({ min: 1, max: 50 }).map(String),
  isolated: fc.boolean(),
  firstOrder: fc.constantFrom("MARKET", "LIMIT"),
  takeProfitOrder: fc.constantFrom("LIMIT", "STOP-MARKET"),
  firstVolume: decimal(100, 100_000, 2),
  safety: fc.record({
    enabled: fc.boolean(),
    max: fc.integer({ min: 1, max: 12 }),
    active: fc.integer({ min: 1, max: 12 }),
    volume: fc.option(decimal(100, 100_000, 2)),
    percent: decimal(1, 900, 2),
    volumeScale: scale,
    stepScale: scale,
  }),
  takeProfit: fc.record({
    enabled: fc.boolean(),
    event: fc.constantFrom("percentage", "pnl", "delay"),
    value: decimal(1, 999, 2),
  }),
  stop: fc.record({
    enabled: fc.boolean(),
    event: fc.constantFrom("percentage", "pnl"),
    value: decimal(1, 3000, 2),
    delay: fc.integer({ min: 0, max: 5 }),
  }),
});

type Command =
  | { readonly kind: "look" | "complete" | "cancel" }
  | { readonly kind: "average" | "take-profit"; readonly value: string }
  | { readonly kind: "settings"; readonly from: DealSettings };

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant("look" as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("complete" as const, "cancel" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("average" as const, "take-profit" as const),
      value: decimal(1, 5000, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("settings" as const), from: settings }) },
);

/** A price move in percent, and what happens there. */
const moves = fc.array(fc.tuple(decimal(-600, 600, 2), command), { minLength: 5, maxLength: 60 });

const rules: fc.Arbitrary<MarketRules> = fc
  .record({
    volumeBase: fc.constantFrom("first" as const, "safety" as const),
    volumeMeaning: fc.constantFrom("notional" as const, "margin" as const),
    anchor: fc.constantFrom("base" as const, "previous" as const, "average" as const),
    other: fc.constantFrom(
      { tick: null, lot: "0.00000001" },
      { tick: "0.01", lot: "0.001" },
      { tick: "0.05", lot: "1" },
    ),
  })
  .map((some) => ({ ...DEFAULT_RULES, ...some }));

interface Lived {
  readonly deals: readonly Deal[];
  readonly bookings: readonly Booking[];
  readonly wallet: Big;
  /** Every state on the way. */
  readonly steps: readonly Step[];
  /** What was left after plain looks at price and clock. */
  readonly looks: readonly { readonly deal: Deal; readonly price: string; readonly time: number }[];
}

const START = new Big(1000);

/** A bot that opens deals without end, on the given moves and commands; what it can't afford it doesn't do. */
function live(each: DealSettings, market: MarketRules, path: readonly (readonly [string, Command])[]): Lived {
  let wallet = START;
  let running: Deal | undefined;
  let price = new Big(100);
  const [deals, bookings, steps]: [Deal[], Booking[], Step[]] = [[], [], []];
  const looks: Lived["looks"][number][] = [];
  const take = (step: Step | { readonly refused: string }) => {
    if ("refused" in step) return;
    steps.push(step);
    bookings.push(...step.bookings);
    for (const { kind, amount } of step.bookings) wallet = kind === "fee" ? wallet.minus(amount) : wallet.plus(amount);
    running = step.deal.status === "ENDED" ? undefined : step.deal;
    if (step.deal.status === "ENDED") deals.push(step.deal);
  };
  for (const [index, [percent, what]] of path.entries()) {
    price = price.times(new Big(percent).div(100).plus(1)).round(4).plus("0.0001");
    const look = { price: price.toFixed(), time: index * 1000 };
    const stakes = running === undefined ? [] : [stakeOf(running, look.price, market)];
    const { free } = sumsOf(wallet, stakes);
    const afford = (need: Big) => need.lte(free);
    if (running === undefined) {
      take(openDeal(each, market, look, afford));
      continue;
    }
    if (what.kind === "look") {
      const step = advance(running, market, look, afford);
      looks.push({ deal: step.deal, ...look });
      take(step);
    } else if (what.kind === "complete") take(closeDeal(running, market, look, "command"));
    else if (what.kind === "cancel") take(cancelDeal(running, market, look));
    else if (what.kind === "average") take(averageDeal(running, market, look, what.value, afford));
    else if (what.kind === "take-profit") take(changeTakeProfit(running, market, look, what.value, index % 2 === 0));
    else if (what.kind === "settings") {
      const { safety, takeProfit, stop } = what.from;
      take(changeSettings(running, market, look, { safety, takeProfit, stop }, afford));
    }
  }
  return { deals: running === undefined ? deals : [...deals, running], bookings, wallet, steps, looks };
}

function sum(texts: readonly string[]): string {
  return texts.reduce((total, text) => total.plus(text), new Big(0)).toFixed();
}

const RUNS = { numRuns: amount({ fast: 38, all: 150 }) };

function always(check: (lived: Lived, again: () => Lived) => void): void {
  fc.assert(
    fc.property(settings, rules, moves, (each, market, path) => {
      const again = () => live({ ...each, safety: { ...each.safety } }, market, path);
      check(again(), again);
    }),
    RUNS,
  );
}

describe("laws of the market", () => {
  it("wallet at the start + profit − fees is the wallet at the end, to the last decimal", () => {
    always(({ deals, wallet }) => {
      const profit = sum(deals.map(({ exit }) => exit?.profit ?? "0"));
      const fees = sum(deals.map((deal) => deal.fees));
      expect(START.plus(profit).minus(fees).toFixed()).toBe(wallet.toFixed());
    });
  });

  it("results add up to what was booked, each rounded to 8 places", () => {
    always(({ deals, bookings }) => {
      const of = (kind: string) => sum(bookings.filter((one) => one.kind === kind).map(({ amount }) => amount));
      expect(of("fee")).toBe(sum(deals.map(({ fees }) => fees)));
      expect(of("profit")).toBe(sum(deals.map(({ exit }) => exit?.profit ?? "0")));
      for (const { amount } of bookings) expect(new Big(amount).round(8).toFixed()).toBe(amount);
      for (const deal of deals) {
        const result = resultOf(deal);
        if (result !== null) expect(new Big(result.net).plus(result.fees).toFixed()).toBe(result.profit);
      }
    });
  });

  it("an ended deal holds a position only if it was cancelled, and no deal waits for anything after its end", () => {
    always(({ deals }) => {
      for (const deal of deals) {
        if (deal.status !== "ENDED") continue;
        expect(triggers(deal)).toEqual({ above: null, below: null, due: null });
        if (deal.exit?.reason !== "cancelled") expect([deal.amount, deal.cost]).toEqual(["0", "0"]);
      }
    });
  });

  it("nothing is ever negative, and the position is what its fills came to", () => {
    always(({ steps }) => {
      for (const { deal, events } of steps) {
        for (const text of [deal.amount, deal.cost, deal.fees, deal.safety.amount, deal.safety.cost])
          expect(new Big(text).gte(0)).toBe(true);
        expect(deal.safety.placed).toBeGreaterThanOrEqual(deal.safety.filled);
        for (const event of events) if (event.kind === "filled") expect(new Big(event.amount).gt(0)).toBe(true);
      }
    });
  });

  it("after a look nothing that it reached is left to happen", () => {
    always(({ looks }) => {
      for (const { deal, price, time } of looks) {
        const { above, below, due } = triggers(deal);
        if (above !== null) expect(new Big(price).lt(above)).toBe(true);
        if (below !== null) expect(new Big(price).gt(below)).toBe(true);
        if (due !== null) expect(due).toBeGreaterThan(time);
      }
    });
  });

  it("the same settings and path give the same run", () => {
    always((lived, again) => expect(again()).toEqual(lived));
  });
});
