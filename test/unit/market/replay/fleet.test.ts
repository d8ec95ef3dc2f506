// The fleet through candles: what happens within one, who shares what, and that doubles decide as decimals would.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance, triggers } from "../../../../src/market/advance.js";
import { isRefusal, openDeal } from "../../../../src/market/commands.js";
import type { Deal } from "../../../../src/market/deal.js";
import { withAmounts } from "../../../../src/market/liquidation.js";
import { emptyBlock } from "../../../../src/market/prices/candle.js";
import { walkCandles } from "../../../../src/market/prices/walk.js";
import { Fleet, type ReplayOptions } from "../../../../src/market/replay/fleet.js";
import { blankTick, Lockstep } from "../../../../src/market/replay/lockstep.js";
import { outcomeOf } from "../../../../src/market/replay/outcome.js";
import { DEFAULT_RULES } from "../../../../src/market/rules.js";
import { settingsOf } from "../../../../src/market/settings.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import { type ReplayFacts, WITHIN_CANDLE } from "../../../../src/model/risk/simulation.js";
import { amount } from "../../../support/lane.js";
import { FIELDS } from "../example.js";

type Row = readonly [time: number, open: number, high: number, low: number, close: number];

const MINUTE = 60_000;

function blockOf(rows: readonly Row[]) {
  const block = emptyBlock(rows.length);
  for (const [time, open, high, low, close] of rows) {
    block.time.set([time], block.count);
    block.open.set([open], block.count);
    block.high.set([high], block.count);
    block.low.set([low], block.count);
    block.close.set([close], block.count);
    block.count += 1;
  }
  return block;
}

/** Candles a minute apart, given as open, high, low, close. */
function minutes(...rows: (readonly [number, number, number, number])[]): Row[] {
  return rows.map((prices, index) => [index * MINUTE, ...prices]);
}

const TERMS: ReplayOptions = { rules: DEFAULT_RULES, order: "against-first", balance: null, signalEvery: null };

/** One pair, all bots on it. */
function replay(bots: readonly SomeFields[], rows: readonly Row[], terms: Partial<ReplayOptions> = {}): ReplayFacts {
  const tick = blankTick(1);
  const [pair] = tick.pairs;
  if (pair === undefined) throw new Error("no pair");
  const all = { ...TERMS, ...terms };
  const runs = bots.map((fields, index) => ({ address: `a/b${index}`, fields: { ...FIELDS, ...fields } }));
  const fleet = new Fleet(
    runs,
    runs.map(() => pair),
    all,
  );
  const window = { from: 0, to: Number.POSITIVE_INFINITY };
  const lockstep = new Lockstep([[blockOf(rows)]], window, tick, (now, index) => fleet.live(now, index));
  while (lockstep.run(7));
  return outcomeOf(fleet, all.rules, all.balance, tick.time + tick.interval);
}

describe("within a candle", () => {
  const wide = minutes([100, 100, 100, 100], [100, 101, 99, 100]);

  it("against the position first: the safety order fills, and the take profit from the new average", () => {
    const [bot] = replay([{}], wide).bots;
    expect(bot).toMatchObject({ deals: 1, safety: [0, 1], mostSafety: 1 });
  });

  it("with the position first: the take profit of the first order, and the next deal stands at its level", () => {
    const [bot] = replay([{}], wide, { order: "with-first" }).bots;
    // Out at 101, in again at 101; at 99.99 its first safety order.
    expect(bot).toMatchObject({ deals: 1, safety: [1], profit: "1" });
    expect(bot?.running).toMatchObject({ safetyOrders: 1 });
  });

  it("conservative: the safety order fills and the take profit waits; the next candle may bring it, at its own price", () => {
    const [held] = replay([{}], wide, { order: "conservative" }).bots;
    expect(held).toMatchObject({ deals: 0, running: { safetyOrders: 1 } });
    // 2.01010101 bought for 199.99999999, sold at 1 % more than the average.
    const [taken] = replay([{}], [...wide, [2 * MINUTE, 105, 105, 105, 105]], { order: "conservative" }).bots;
    expect(taken).toMatchObject({ deals: 1, safety: [0, 1], profit: "2", running: { opened: 2 * MINUTE } });
  });

  it("conservative: a candle of a deal's first order brings no take profit, however far it goes", () => {
    const rows = minutes([100, 110, 100, 110], [110, 110, 110, 110]);
    const [first] = replay([{}], rows.slice(0, 1), { order: "conservative" }).bots;
    expect(first).toMatchObject({ deals: 0, running: { price: "110" } });
    expect(replay([{}], rows, { order: "conservative" }).bots[0]).toMatchObject({ deals: 1, profit: "1" });
    expect(replay([{}], rows.slice(0, 1)).bots[0]?.deals).toBeGreaterThan(5);
  });

  it("conservative: where a deal takes its profit, the next one meets the candle's other extreme", () => {
    const rows = minutes([100, 100, 100, 100], [100, 101, 99.5, 101]);
    // Out at 101, in at 101; 99.99 is its first safety order. 101 again is beyond its take profit, and in the candle of a fill.
    const [bot] = replay([{}], rows, { order: "conservative" }).bots;
    expect(bot).toMatchObject({ deals: 1, profit: "1", running: { safetyOrders: 1, price: "101" } });
  });

  it.each([
    { rows: minutes([100, 103, 100, 103], [104, 104, 104, 104]), profit: "1", because: "it was held back at 101" },
    {
      rows: minutes([100, 100.5, 100, 100.5], [104, 104, 104, 104]),
      profit: "4",
      because: "the price jumped past 101",
    },
  ])("conservative: a take profit at market comes to $profit: $because", ({ rows, profit }) => {
    const [bot] = replay([{ typeTakeProfit: "STOP-MARKET" }], rows, { order: "conservative" }).bots;
    expect(bot).toMatchObject({ deals: 1, profit, running: { price: "104", unrealised: "0" } });
  });

  it("conservative: a loss may always happen, in the candle of the fill, too", () => {
    const short = { marginMode: "ISO", leverage: "50", countOrderMax: null } as const;
    const falls = minutes([100, 100, 90, 100]);
    // Bankrupt at 98; the next deal opens where the first one was liquidated, and so on down to 90 and again.
    const [bot] = replay([short], falls, { order: "conservative" }).bots;
    expect(bot?.reasons.liquidated).toBeGreaterThan(1);
    const [rises] = replay([{ ...short, strategy: "SHORT" }], minutes([100, 110, 100, 100]), {
      order: "conservative",
    }).bots;
    expect(rises?.reasons).toMatchObject({ "take-profit": 0 });
    expect(rises?.reasons.liquidated).toBeGreaterThan(1);
  });

  it.each([
    { order: "with-first", reached: 20_000, because: "its high comes a third into the candle" },
    { order: "against-first", reached: 40_000, because: "or two thirds" },
  ] as const)("a level that is exactly the candle's high is reached there: $order", ({ order, reached }) => {
    const once = { countOrderMax: null, cycleLimitScale: "1" };
    expect(replay([once], wide, { order }).bots[0]).toMatchObject({ deals: 1, dealTime: MINUTE + reached });
  });

  it("a SHORT takes the candle the other way round", () => {
    const [bot] = replay([{ strategy: "SHORT" }], wide).bots;
    expect(bot).toMatchObject({ deals: 1, safety: [0, 1] });
  });

  it("between candles the price jumps: resting orders fill at their own price, in order", () => {
    const [bot] = replay([{}], minutes([100, 100, 100, 100], [97.5, 97.5, 97.5, 97.5])).bots;
    expect(bot?.running?.safetyOrders).toBe(2);
    // 1 at 100, 1.01010101 at 99, 1.02040816 at 98; all worth 97.5 now.
    const amount = new Big(1).plus("1.01010101").plus("1.02040816");
    const cost = new Big(100).plus(new Big("1.01010101").times(99)).plus(new Big("1.02040816").times(98));
    expect(bot?.running?.unrealised).toBe(amount.times("97.5").minus(cost).round(8).toFixed());
  });
});

describe("measures", () => {
  it("drawdown is the deepest fall from the highest before, open positions included", () => {
    const rows = minutes([100, 100, 100, 100], [100, 100.9, 99.5, 99.5]);
    const fee = 0.05;
    expect(Number(replay([{}], rows).bots[0]?.drawdown)).toBeCloseTo(1.4, 8);
    expect(Number(replay([{}], rows, { order: "with-first" }).bots[0]?.drawdown)).toBeCloseTo(0.9 - 0.5 + 1, 8);
    expect(Number(replay([{}], minutes([100, 100, 99.5, 99.5])).bots[0]?.drawdown)).toBeCloseTo(0.5 + fee, 8);
  });

  it("margin is the most of position and working orders at one moment, of a bot and of all", () => {
    const { bots, totals } = replay(
      [{}, { volumeFirstOrder: "50", countOrderMax: null }],
      minutes([100, 100, 100, 100]),
    );
    expect(bots.map(({ margin }) => margin)).toEqual(["40", "5"]);
    expect(totals.margin).toBe("45");
  });

  it("the most safety orders are those of any deal, the running one included", () => {
    const down = minutes([100, 100, 100, 100], [97.5, 97.5, 97.5, 97.5]);
    const up = minutes([100, 100, 100, 100], [97.5, 102, 97.5, 102]);
    expect(replay([{}], down).bots[0]).toMatchObject({ deals: 0, safety: [], mostSafety: 2 });
    expect(replay([{ cycleLimitScale: "1" }], up).bots[0]).toMatchObject({ safety: [0, 0, 1], mostSafety: 2 });
    expect(replay([{}], minutes([100, 100, 100, 100])).bots[0]).toMatchObject({ mostSafety: 0 });
  });

  it("time in deals counts the running one", () => {
    const [bot] = replay([{}], minutes([100, 100, 100, 100], [100, 100, 100, 100], [100, 100, 100, 100])).bots;
    expect(bot).toMatchObject({ deals: 0, dealTime: 3 * MINUTE, longestDeal: 3 * MINUTE });
  });
});

describe("bots", () => {
  const up = minutes([100, 102, 100, 102], [102, 104, 102, 104], [104, 106, 104, 106]);

  it("the cycle limit turns a bot off", () => {
    const [bot] = replay([{ cycleLimitScale: "2" }], up).bots;
    expect(bot).toMatchObject({ deals: 2, ended: "cycle-limit", running: null });
  });

  it("a price limit holds deals back until the price returns", () => {
    const held = replay([{ priceLevel: "LOWER", priceLevelDown: "103", percentTakeProfit: "50" }], up).bots[0];
    // On the way from 102 to 104, the second candle's high.
    expect(held?.running).toMatchObject({ opened: MINUTE + 40_000, unrealised: "2.91262137" });
    const never = replay([{ priceLevel: "UPPER", priceLevelUp: "99" }], up).bots[0];
    expect(never).toMatchObject({ deals: 0, running: null });
  });

  it("a bot on signals opens with one only", () => {
    const bots = [{ indicatorGroup: "FOMO", percentTakeProfit: "50" }];
    expect(replay(bots, up).bots[0]?.running).toBeNull();
    expect(replay(bots, up.slice(1), { signalEvery: 2 }).bots[0]?.running).toMatchObject({ opened: MINUTE });
  });

  it("a first order below one lot is said, and nothing opens", () => {
    expect(replay([{ volumeFirstOrder: "0.0000001" }], up).bots[0]).toMatchObject({ ended: "too-small", deals: 0 });
  });
});

describe("funding", () => {
  const hours = (...rows: readonly number[]) => rows.map((hour): Row => [hour * 3_600_000, 100, 100, 100, 100]);
  const lasting = { countOrderMax: null, percentTakeProfit: "50" };
  const fundingRate = "0.001";

  it.each([
    { fields: {}, rate: fundingRate, funding: "-0.2", because: "a LONG of 100 pays at 08:00 and 16:00" },
    { fields: { strategy: "SHORT" }, rate: fundingRate, funding: "0.2", because: "a SHORT receives it" },
    { fields: {}, rate: "-0.001", funding: "0.2", because: "a negative rate turns it round" },
  ] as const)("$because", ({ fields, rate, funding }) => {
    const rows = hours(1, 7, 8, 9, 15, 17, 23);
    const { bots, totals } = replay([{ ...lasting, ...fields }], rows, { fundingRate: rate, balance: "50" });
    expect([bots[0]?.funding, totals.funding]).toEqual([funding, funding]);
    // 0.05 is the fee of the first order.
    expect(totals.wallet?.end).toBe(new Big("49.95").plus(funding).toFixed());
    expect(bots[0]?.net).toBe(new Big("-0.05").plus(funding).toFixed());
  });

  it("of candles that several payments fall into is paid for each", () => {
    expect(replay([lasting], hours(1, 25), { fundingRate }).bots[0]?.funding).toBe("-0.3");
  });

  it("belongs to the deal that ran then", () => {
    const rows: Row[] = [...hours(7, 9), [10 * 3_600_000, 100, 102, 100, 102], ...hours(11)];
    const { trades } = replay([{ countOrderMax: null }], rows, { fundingRate, order: "conservative" });
    expect(trades.map(({ funding, profit, fees, net }) => [funding, profit, fees, net])).toEqual([
      ["-0.1", "1", "0.0904", "0.8096"],
    ]);
  });

  it("a position that opens at the moment itself pays nothing", () => {
    expect(replay([lasting], hours(8, 9), { fundingRate }).bots[0]?.funding).toBe("0");
  });
});

describe("the shared wallet", () => {
  const flat = minutes([100, 100, 100, 100], [100, 100, 100, 100]);

  it("what one bot ties up another can't have; it tries again", () => {
    const { bots, totals } = replay([{ countOrderMax: null }, { countOrderMax: null }], flat, { balance: "15" });
    expect(bots[0]?.running).not.toBeNull();
    expect(bots[1]).toMatchObject({ running: null, refusals: 2 });
    expect(totals.wallet).toEqual({ start: "15", end: "14.95", equity: "14.95" });
  });

  it("a free balance of exactly the need is enough: decimals decide where doubles can't", () => {
    const one = (balance: string) => replay([{ countOrderMax: null }], flat, { balance }).bots[0]?.running;
    expect(one("10.05")).not.toBeNull();
    expect(one("10.04999999999999")).toBeNull();
  });

  it("and so they do beside a deal that runs", () => {
    const two = (balance: string) =>
      replay([{ countOrderMax: null }, { countOrderMax: null }], flat, { balance }).bots.map(
        ({ running }) => running !== null,
      );
    expect(two("20.1")).toEqual([true, true]);
    expect(two("20.09999999999999")).toEqual([true, false]);
  });

  it.each([
    {
      volume: "100000",
      balance: "12000",
      at: (100_000 - 11_950 - 500) / 980,
      because: "the second tier: 2 % less 500",
    },
    { volume: "1000", balance: "150", at: (1000 - 149.5) / 9.9, because: "the first: 1 %" },
  ])("a cross position goes where the wallet no longer holds it: $because", ({ volume, balance, at }) => {
    const tiers = withAmounts([
      { floor: "0", rate: "0.01" },
      { floor: "50000", rate: "0.02" },
    ]);
    const rows = minutes([100, 100, 100, 100], [100, 100, 80, 80]);
    const [bot] = replay([{ countOrderMax: null, volumeFirstOrder: volume }], rows, {
      balance,
      rules: { ...DEFAULT_RULES, tiers },
    }).bots;
    expect(bot).toMatchObject({ deals: 1, reasons: { liquidated: 1 } });
    expect(Number(bot?.profit)).toBeCloseTo((Number(volume) / 100) * (at - 100), 2);
  });

  it.each([
    { first: {}, balance: "28", opens: false, because: "what a cross LONG loses isn't free" },
    { first: {}, balance: "29", opens: true, because: "beyond its loss there is enough" },
    { first: { marginMode: "ISO" }, balance: "21", opens: true, because: "an isolated one loses its own margin" },
    { first: { strategy: "SHORT" }, balance: "13", opens: true, because: "what a cross SHORT gains is free" },
  ])("$because: $opens with $balance", ({ first, balance, opens }) => {
    const lasting = { countOrderMax: null, percentTakeProfit: "50" };
    const bots = [
      { ...lasting, ...first },
      { ...lasting, priceLevel: "UPPER", priceLevelUp: "95" },
    ];
    const { bots: found } = replay(bots, minutes([100, 100, 92, 92], [92, 92, 92, 92]), { balance });
    expect(found.map(({ running }) => running !== null)).toEqual([true, opens]);
  });

  it("cross positions go together where the account can't hold them, isolated ones stay", () => {
    const bots = [
      { countOrderMax: null },
      { countOrderMax: null, strategy: "SHORT", volumeFirstOrder: "20" },
      { countOrderMax: null, marginMode: "ISO", leverage: "2", volumeFirstOrder: "10" },
    ];
    const { bots: ended, totals } = replay(bots, minutes([100, 100, 100, 100], [100, 100, 70, 70]), { balance: "30" });
    expect(ended.map(({ reasons }) => reasons.liquidated)).toEqual([1, 1, 0]);
    // What is left of the wallet is little, and not less than nothing.
    expect(Number(totals.wallet?.end)).toBeGreaterThan(0);
    expect(Number(totals.wallet?.end)).toBeLessThan(10);
  });

  it("without a balance nothing is short and cross positions stay", () => {
    const { totals } = replay([{ countOrderMax: null }], minutes([100, 100, 100, 100], [100, 100, 1, 1]));
    expect(totals).toMatchObject({ liquidations: 0, wallet: null });
  });

  it("wallet at the end is the start plus what all deals came to", () => {
    const [walk] = walkCandles({ seed: "wallet", base: "100", from: 0, stepSeconds: 60, volatilityPercent: 0.6 });
    if (walk === undefined) throw new Error("no candles");
    const rows = Array.from(
      { length: amount({ fast: 1500, all: 4000 }) },
      (_, at): Row => [
        walk.time[at] ?? 0,
        walk.open[at] ?? 0,
        walk.high[at] ?? 0,
        walk.low[at] ?? 0,
        walk.close[at] ?? 0,
      ],
    );
    const bots = [
      {},
      { strategy: "SHORT" },
      { marginMode: "ISO", martingaleScale: "1.5" },
      { typeFirstOrder: "LIMIT", typeTakeProfit: "STOP-MARKET" },
    ];
    for (const order of WITHIN_CANDLE) {
      const { totals, bots: ended } = replay(bots, rows, { balance: "400", order });
      expect(totals.deals).toBeGreaterThan(50);
      expect(new Big(400).plus(totals.net).toFixed()).toBe(totals.wallet?.end);
      const net = ended.reduce((sum, { profit, fees }) => sum.plus(profit).minus(fees), new Big(0));
      expect(net.toFixed()).toBe(totals.net);
      expect(replay(bots, rows, { balance: "400", order })).toEqual(replay(bots, rows, { balance: "400", order }));
    }
  });
});

/** Each bot on its pair, whose candles may have gaps. */
function replayPairs(
  bots: readonly (readonly [SomeFields, number])[],
  rows: readonly (readonly Row[])[],
  terms: Partial<ReplayOptions>,
) {
  const tick = blankTick(rows.length);
  const all = { ...TERMS, ...terms };
  const runs = bots.map(([fields], index) => ({ address: `a/b${index}`, fields: { ...FIELDS, ...fields } }));
  const pairs = bots.map(([, pair]) => tick.pairs[pair]).filter((pair) => pair !== undefined);
  const fleet = new Fleet(runs, pairs, all);
  const sources = rows.map((each) => [blockOf(each)]);
  const window = { from: 0, to: Number.POSITIVE_INFINITY };
  const lockstep = new Lockstep(sources, window, tick, (now, index) => fleet.live(now, index));
  while (lockstep.run(7));
  return outcomeOf(fleet, all.rules, all.balance, tick.time + tick.interval);
}

// A signal that no bot waits for makes the fleet look at every point of every candle.
it("a candle in which nothing happens is passed over, and comes to the same as point by point", () => {
  const quiet = { percentTakeProfit: "3", percentSafetyOrder: "2", cycleLimitScale: "3" };
  const bots = [
    [{ ...quiet }, 0],
    [{ ...quiet, strategy: "SHORT", volumeFirstOrder: "300" }, 1],
    [{ ...quiet, marginMode: "ISO", leverage: "5" }, 0],
    [{ ...quiet, countOrderMax: null, percentTakeProfit: "9", leverage: "50", volumeFirstOrder: "2000" }, 1],
  ] as const;
  const cents = fc.integer({ min: -250, max: 250 });
  const candles = fc.array(fc.tuple(cents, cents, cents, fc.boolean()), { minLength: 20, maxLength: 60 });
  const rowsOf = (moves: readonly (readonly [number, number, number, boolean])[]) => {
    let last = 10_000;
    return moves.flatMap(([gap, up, down, has], index): Row[] => {
      if (!has && index > 0) return [];
      const open = last + (index % 4 === 0 ? gap : 0);
      last = open + up + down;
      const points = [open, open + up, last].map((point) => point / 100);
      return [[index * MINUTE, open / 100, Math.max(...points), Math.min(...points), last / 100]];
    });
  };
  const fall = Array.from({ length: 30 }, (): [number, number, number, boolean] => [0, -100, -100, true]);
  let liquidations = 0;
  fc.assert(
    fc.property(candles, candles, fc.constantFrom("110", "160", null), (one, two, balance) => {
      for (const order of WITHIN_CANDLE) {
        const rows = [rowsOf(one), rowsOf(two)];
        const quickly = replayPairs(bots, rows, { balance, order });
        liquidations += quickly.totals.liquidations;
        expect(quickly).toEqual(replayPairs(bots, rows, { balance, order, signalEvery: 1 }));
      }
    }),
    { numRuns: amount({ fast: 15, all: 200 }), examples: [[fall, fall, "160"]] },
  );
  expect(liquidations).toBeGreaterThan(0);
});

describe("several pairs", () => {
  it("go in step of time; a pair without a candle stands", () => {
    const seen: string[] = [];
    const tick = blankTick(2);
    const sources = [
      [
        blockOf([
          [0, 1, 1, 1, 1],
          [MINUTE, 2, 2, 2, 2],
        ]),
      ],
      [
        blockOf([
          [MINUTE, 5, 5, 5, 5],
          [3 * MINUTE, 6, 6, 6, 6],
        ]),
      ],
    ];
    const lockstep = new Lockstep(sources, { from: 0, to: 1e9 }, tick, ({ time, pairs }) => {
      seen.push(`${time / MINUTE}: ${pairs.map(({ has, open }) => (has ? open : "–")).join(" ")}`);
    });
    while (lockstep.run(1));
    expect(seen).toEqual(["0: 1 –", "1: 2 5", "3: – 6"]);
    expect(tick.interval).toBe(MINUTE);
  });

  it("only candles of the window count", () => {
    const rows = minutes([1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]);
    const opens: number[] = [];
    const tick = blankTick(1);
    const window = { from: MINUTE, to: 2 * MINUTE };
    const lockstep = new Lockstep([[blockOf(rows)]], window, tick, ({ pairs }) => void opens.push(pairs[0]?.open ?? 0));
    while (lockstep.run(9));
    expect(opens).toEqual([2]);
  });
});

/** The same deals by the machine alone, every price compared as a decimal: slow, and nothing to get wrong. */
function plainly(fields: SomeFields, rows: readonly Row[]): { deals: number; net: string } {
  const settings = settingsOf({ ...FIELDS, ...fields });
  const isLong = settings.strategy === "LONG";
  let [deal, net, deals, mark]: [Deal | undefined, Big, number, Big] = [undefined, new Big(0), 0, new Big(0)];
  const look = (price: Big, time: number) => {
    mark = price;
    for (;;) {
      const now = { price: price.toFixed(), time };
      const step = deal === undefined ? openDeal(settings, DEFAULT_RULES, now) : advance(deal, DEFAULT_RULES, now);
      if (isRefusal(step)) return;
      for (const { kind, amount } of step.bookings) net = kind === "fee" ? net.minus(amount) : net.plus(amount);
      const isNew = deal === undefined;
      deal = step.deal.status === "ENDED" ? undefined : step.deal;
      if (deal === undefined) deals += 1;
      if (deal !== undefined && !(isNew && deal.status === "OPENING")) return;
    }
  };
  for (const [time, open, high, low, close] of rows) {
    look(new Big(open), time);
    for (const target of isLong ? [low, high, close] : [high, low, close]) {
      for (;;) {
        const { above, below } = deal === undefined ? { above: null, below: null } : triggers(deal);
        const goal = new Big(target);
        if (above !== null && goal.gte(above)) look(mark.gt(above) ? mark : new Big(above), time);
        else if (below !== null && goal.lte(below)) look(mark.lt(below) ? mark : new Big(below), time);
        else break;
      }
      mark = new Big(target);
    }
  }
  return { deals, net: net.toFixed() };
}

it("doubles decide as decimals would: the same deals, the same money", () => {
  const price = fc.integer({ min: -150, max: 150 });
  const fields = fc.record({
    strategy: fc.constantFrom("LONG", "SHORT"),
    percentTakeProfit: fc.constantFrom("0.3", "0.7", "1"),
    percentSafetyOrder: fc.constantFrom("0.4", "1", "1.3"),
    typeFirstOrder: fc.constantFrom("MARKET", "LIMIT"),
    typeTakeProfit: fc.constantFrom("LIMIT", "STOP-MARKET"),
    martingaleScale: fc.constantFrom(null, "1.3"),
    marginMode: fc.constantFrom("CROSS", "ISO"),
  });
  fc.assert(
    fc.property(fields, fc.array(fc.tuple(price, price, price), { minLength: 5, maxLength: 80 }), (each, moves) => {
      let last = 10_000;
      const rows = moves.map(([gap, one, two], index): Row => {
        const open = last + (index % 5 === 0 ? gap : 0);
        const points = [open, open + one, open + one + two];
        last = points[2] ?? open;
        const of = (cents: number) => cents / 100;
        return [index * MINUTE, of(open), of(Math.max(...points)), of(Math.min(...points)), of(last)];
      });
      const { totals } = replay([each], rows);
      expect({ deals: totals.deals, net: totals.net }).toEqual(plainly(each, rows));
    }),
    { numRuns: amount({ fast: 50, all: 200 }) },
  );
});
