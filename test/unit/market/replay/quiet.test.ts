// Moments in which nothing happens are passed over many at once: the same, to the last bit, as moment by moment.
import { expect, it } from "vitest";
import { withAmounts } from "../../../../src/market/liquidation.js";
import { type CandleBlock, emptyBlock } from "../../../../src/market/prices/candle.js";
import { Random, seeded, walkCandles } from "../../../../src/market/prices/walk.js";
import { Fleet, type ReplayOptions } from "../../../../src/market/replay/fleet.js";
import { blankTick, Lockstep } from "../../../../src/market/replay/lockstep.js";
import { outcomeOf } from "../../../../src/market/replay/outcome.js";
import { DEFAULT_RULES } from "../../../../src/market/rules.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import { WITHIN_CANDLE } from "../../../../src/model/risk/simulation.js";
import { amount } from "../../../support/lane.js";
import { FIELDS } from "../example.js";
import { everyMoment } from "./moments.js";

const MINUTE = 60_000;

const BOTS: readonly SomeFields[] = [
  { percentTakeProfit: "0.6", percentSafetyOrder: "0.5", martingaleScale: "1.3" },
  { percentTakeProfit: "0.8", percentSafetyOrder: "0.7", strategy: "SHORT" },
  { marginMode: "ISO", leverage: "50", countOrderMax: null, percentTakeProfit: "1.5" },
  { strategy: "SHORT", leverage: "100", percentTakeProfit: "4", volumeFirstOrder: "20000", countOrderMax: null },
  { indicatorGroup: "FOMO", percentTakeProfit: "0.7" },
  { priceLevel: "UPPER", priceLevelUp: "99", cycleLimitScale: "2" },
  { typeFirstOrder: "LIMIT", typeTakeProfit: "STOP-MARKET", percentTakeProfit: "1.1" },
];

/** A walk of so many minutes, in blocks of odd lengths, and some of its candles missing. */
function* candles(seed: string, count: number): Generator<CandleBlock> {
  const random = new Random(seeded(`gaps ${seed}`));
  const from = Math.floor(random.next() * 300) * MINUTE;
  const [walk] = walkCandles({ seed, base: "100", from, stepSeconds: 60, volatilityPercent: 0.1 });
  if (walk === undefined) throw new Error("no candles");
  const block = emptyBlock(3_000);
  let [most, missing] = [700, 0];
  for (let at = 0; at < count; at += 1) {
    missing -= 1;
    if (missing < 0 && random.next() < 0.002) missing = Math.floor(random.next() * 700);
    if (missing > 0) continue;
    for (const name of ["time", "open", "high", "low", "close"] as const)
      block[name].set([walk[name][at] ?? 0], block.count);
    block.count += 1;
    if (block.count < most) continue;
    yield block;
    block.count = 0;
    most = 1 + Math.floor(random.next() * 3_000);
  }
  if (block.count > 0) yield block;
}

function replay(seed: string, terms: Pick<ReplayOptions, "order" | "balance" | "signalEvery">, isQuick: boolean) {
  const tick = blankTick(2);
  const options = { rules: DEFAULT_RULES, fundingRate: "0.0003", ...terms };
  const bots = BOTS.map((fields, index) => ({ address: `a/b${index}`, fields: { ...FIELDS, ...fields } }));
  const pairs = BOTS.map((_, index) => tick.pairs[index % 2]).filter((pair) => pair !== undefined);
  const fleet = new Fleet(bots, pairs, options);
  const count = amount({ fast: 4_000, all: 6_000 });
  const sources = ["one", "two"].map((name) => candles(`${seed} ${name}`, count));
  let [steps, longest] = [0, 0];
  const lockstep = new Lockstep(sources, { from: 200 * MINUTE, to: count * MINUTE }, tick, (now, index) => {
    longest = Math.max(longest, now.count);
    if (isQuick) fleet.live(now, index);
    else
      everyMoment((moment, at) => {
        steps += 1;
        fleet.step(moment, at);
      })(now, index);
  });
  while (lockstep.run(isQuick ? 2_500 : 7));
  expect(isQuick ? longest : steps).toBeGreaterThan(isQuick ? 300 : 2_000);
  return { ...outcomeOf(fleet, options.rules, options.balance, tick.time + tick.interval), tallies: fleet.runs };
}

it.each(WITHIN_CANDLE)("%s: the same deals, money, falls and days", (order) => {
  let [liquidations, deals] = [0, 0];
  for (let index = 0; index < amount({ fast: 2, all: 20 }); index += 1)
    for (const balance of [null, "900"]) {
      const terms = { order, balance, signalEvery: index % 2 === 0 ? 90 : null };
      const { tallies, ...quickly } = replay(`quiet ${index}`, terms, true);
      const { tallies: others, ...slowly } = replay(`quiet ${index}`, terms, false);
      expect(quickly).toEqual(slowly);
      const measures = ({ tally, mark }: (typeof tallies)[number]) => [tally.peak, tally.drawdown, tally.margin, mark];
      expect(tallies.map(measures)).toEqual(others.map(measures));
      // Of a cross position, which only the account's risk takes away.
      liquidations += quickly.bots[3]?.reasons.liquidated ?? 0;
      deals += quickly.totals.deals;
    }
  expect(liquidations).toBeGreaterThan(0);
  expect(deals).toBeGreaterThan(50);
});

it("an account that is at risk is looked at, though its fall isn't the deepest", () => {
  const tiers = withAmounts([
    { floor: "0", rate: "0.005" },
    { floor: "12000", rate: "0.05" },
  ]);
  const alone = { ...FIELDS, countOrderMax: null, percentTakeProfit: "1" };
  const first = { ...alone, leverage: "20", volumeFirstOrder: "10000", cycleLimitScale: "1" };
  // Opens above 101 alone: what is left when it falls is more than at the lowest point of the first bot, and less than it needs.
  const second = { ...alone, leverage: "100", volumeFirstOrder: "20000", priceLevel: "LOWER", priceLevelDown: "101" };
  const prices = [...steps(100, 93), ...steps(93, 101.2), ...steps(101.2, 97)];
  const block = emptyBlock(prices.length);
  for (const [at, price] of prices.entries()) {
    const cents = Math.round(price * 100) / 100;
    for (const name of ["open", "high", "low", "close"] as const) block[name].set([cents], at);
    block.time.set([at * MINUTE], at);
  }
  block.count = prices.length;
  const tick = blankTick(1);
  const runs = [first, second].map((fields, index) => ({ address: `a/b${index}`, fields }));
  const options = {
    rules: { ...DEFAULT_RULES, tiers },
    order: "conservative",
    balance: "1000",
    signalEvery: null,
  } as const;
  const fleet = new Fleet(runs, [...tick.pairs, ...tick.pairs], options);
  const lockstep = new Lockstep([[block]], { from: 0, to: 1e9 }, tick, (now, index) => fleet.live(now, index));
  while (lockstep.run(1_000));
  const { bots, metrics } = outcomeOf(fleet, options.rules, options.balance, tick.time);
  expect(bots.map(({ reasons }) => [reasons["take-profit"], reasons.liquidated])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  // That of the first bot, its fee included.
  expect(metrics.fall?.amount).toBeCloseTo(705, 6);
});

/** Twenty prices to the point. */
function steps(from: number, to: number): readonly number[] {
  const count = Math.round(Math.abs(to - from) * 20);
  return Array.from({ length: count }, (_, at) => from + ((to - from) * at) / count);
}
