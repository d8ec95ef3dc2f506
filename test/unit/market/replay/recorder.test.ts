// What pictures are drawn from: the same result with and without, each fill at its price and time, and the curve of equity to its deepest point.
import { describe, expect, it } from "vitest";
import { emptyBlock } from "../../../../src/market/prices/candle.js";
import { walkCandles } from "../../../../src/market/prices/walk.js";
import { Fleet } from "../../../../src/market/replay/fleet.js";
import { blankTick, Lockstep } from "../../../../src/market/replay/lockstep.js";
import { outcomeOf } from "../../../../src/market/replay/outcome.js";
import { PriceRecorder, ReplayRecorder } from "../../../../src/market/replay/recorder.js";
import { DEFAULT_RULES } from "../../../../src/market/rules.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import { FIELDS } from "../example.js";

const MINUTE = 60_000;
const LAST = Number.POSITIVE_INFINITY;
type Block = ReturnType<typeof emptyBlock>;

function replayed(fields: SomeFields, blocks: Iterable<Block>, balance: string | null, to = LAST) {
  const tick = blankTick(1);
  const [pair] = tick.pairs;
  if (pair === undefined) throw new Error("no pair");
  const recorder = new ReplayRecorder(balance);
  const prices = new PriceRecorder(["USDT-BTC"]);
  const options = { rules: DEFAULT_RULES, order: "conservative", balance, signalEvery: null } as const;
  const bots = [{ address: "a/b", fields: { ...FIELDS, ...fields } }];
  const plain = new Fleet(bots, [pair], options);
  const drawn = new Fleet(bots, [pair], { ...options, ...recorder.hooks });
  const lockstep = new Lockstep([blocks], { from: 0, to }, tick, (now, index) => {
    plain.live(now, index);
    drawn.live(now, index);
    prices.through(now);
  });
  while (lockstep.run(1000));
  const end = tick.time + tick.interval;
  const of = (fleet: Fleet) => outcomeOf(fleet, DEFAULT_RULES, balance, end);
  return { plain: of(plain), drawn: of(drawn), picture: recorder.picture(), prices: prices.prices() };
}

function minutes(...rows: readonly (readonly [open: number, high: number, low: number, close: number])[]): Block[] {
  const block = emptyBlock(rows.length);
  for (const [index, [open, high, low, close]] of rows.entries()) {
    block.time[index] = index * MINUTE;
    block.open[index] = open;
    block.high[index] = high;
    block.low[index] = low;
    block.close[index] = close;
  }
  block.count = rows.length;
  return [block];
}

const walk = () => walkCandles({ seed: "3/USDT-BTC", base: "100", from: 0, stepSeconds: 60, volatilityPercent: 0.1 });

describe("recording", () => {
  it.each([null, "1000"])("changes nothing of what comes out, with a balance of %s", (balance) => {
    const { plain, drawn } = replayed({}, walk(), balance, 5_000 * MINUTE);
    expect(plain.totals.deals).toBeGreaterThan(5);
    expect(drawn).toEqual(plain);
  });

  it("keeps the curve of equity from the balance to the result, and its falls as deep as the drawdown", () => {
    const { drawn, picture } = replayed({}, walk(), "1000", 5_000 * MINUTE);
    const { equity, falls } = picture;
    expect(equity.lasts.at(-1)).toBeCloseTo(Number(drawn.totals.wallet?.equity), 6);
    expect(Math.max(...falls.highs)).toBeCloseTo(Number(drawn.totals.drawdown), 6);
    expect(Math.min(...falls.lows)).toBe(0);
    expect(equity.times[0]).toBe(0);
  });

  it("without a balance begins at 0", () => {
    const { drawn, picture } = replayed({}, walk(), null, 5_000 * MINUTE);
    expect(picture.equity.lasts.at(-1)).toBeCloseTo(Number(drawn.totals.result), 6);
  });

  it("keeps each fill with its price and time: the beginning, an averaging order, and the end", () => {
    const { picture, drawn } = replayed(
      {},
      minutes([100, 100, 100, 100], [100, 100, 99, 99], [99, 103, 99, 103]),
      null,
    );
    const [trade] = drawn.trades;
    expect(picture.fills.slice(0, 3)).toEqual([
      { bot: "a/b", kind: "entry", time: 0, price: 100 },
      { bot: "a/b", kind: "average", time: expect.any(Number), price: 99 },
      { bot: "a/b", kind: "exit", time: trade?.closed, price: Number(trade?.exit) },
    ]);
    const [, average] = picture.fills;
    expect(average?.time).toBeGreaterThanOrEqual(MINUTE);
    expect(average?.time).toBeLessThan(2 * MINUTE);
  });

  it("tells a liquidation from other ends", () => {
    const fields = { leverage: "20", marginMode: "ISO" };
    const { picture, drawn } = replayed(fields, minutes([100, 100, 100, 100], [100, 100, 50, 50]), null);
    expect(drawn.totals.liquidations).toBeGreaterThan(0);
    expect(picture.fills.filter(({ kind }) => kind === "liquidated")).toHaveLength(drawn.totals.liquidations);
  });

  it("keeps the prices of each pair with its first one", () => {
    const { prices } = replayed({}, minutes([100, 104, 99, 101], [101, 102, 90, 95]), null);
    expect(prices).toEqual([
      {
        ...{ pair: "USDT-BTC", first: 100 },
        curve: { times: [0, MINUTE], lows: [99, 90], highs: [104, 102], lasts: [101, 95] },
      },
    ]);
  });
});
