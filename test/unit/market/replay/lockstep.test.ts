// The moments of a replay: the four points of a candle for each side, and pairs whose candles come in several blocks.
import { describe, expect, it } from "vitest";
import { emptyBlock } from "../../../../src/market/prices/candle.js";
import { blankTick, Lockstep, POINTS, priceAt, timeAt } from "../../../../src/market/replay/lockstep.js";
import { everyMoment } from "./moments.js";

const CANDLE = { has: true, open: 1, high: 4, low: 2, close: 3 };

describe("the points of a candle", () => {
  it.each([
    { isLong: true, order: "against-first", prices: [1, 2, 4, 3], because: "a LONG falls first" },
    { isLong: false, order: "against-first", prices: [1, 4, 2, 3], because: "a SHORT rises first" },
    { isLong: true, order: "with-first", prices: [1, 4, 2, 3], because: "a LONG rises first" },
    { isLong: false, order: "with-first", prices: [1, 2, 4, 3], because: "a SHORT falls first" },
    { isLong: true, order: "conservative", prices: [1, 2, 4, 2, 3], because: "a LONG falls twice" },
    { isLong: false, order: "conservative", prices: [1, 4, 2, 4, 3], because: "a SHORT rises twice" },
  ] as const)("$order: $because", ({ isLong, order, prices }) => {
    expect(POINTS[order].map((point) => priceAt(CANDLE, point, isLong))).toEqual(prices);
  });

  it.each([
    { interval: 60_000, times: [1000, 21_000, 41_000, 60_999] },
    { interval: 100, times: [1000, 1033, 1066, 1099] },
    { interval: 1, times: [1000, 1000, 1000, 1001] },
    { interval: 100, times: [1000, 1025, 1050, 1075, 1099] },
  ])("of $interval ms stand evenly, and in its last millisecond", ({ interval, times }) => {
    const at = times.map((_, point) => timeAt({ time: 1000, interval }, point, times.length));
    expect(at).toEqual(times);
  });
});

/** Candles that open at these moments, each at a price of its own moment. */
function block(times: readonly number[]) {
  const made = emptyBlock(times.length);
  made.time.set(times);
  for (const column of [made.open, made.high, made.low, made.close]) column.set(times);
  made.count = times.length;
  return made;
}

describe("lockstep", () => {
  function moments(sources: readonly (readonly (readonly number[])[])[], from: number, to: number) {
    const tick = blankTick(sources.length);
    const seen: string[] = [];
    const blocks = sources.map((times) => times.map(block));
    const each = everyMoment(({ time, pairs }, index) => {
      seen.push(`${index} at ${time}: ${pairs.map(({ has, close }) => (has ? close : "–")).join(" ")}`);
    });
    const lockstep = new Lockstep(blocks, { from, to }, tick, each);
    const goesOn = [lockstep.run(2), lockstep.run(1), lockstep.run(100), lockstep.run(1)];
    lockstep.close();
    return { seen, goesOn, moments: lockstep.moments, interval: tick.interval };
  }

  it("goes on through blocks, each pair in its own, and stops for a while when it is told to", () => {
    expect(
      moments(
        [
          [[10, 15], [20, 30], [45]],
          [[], [15, 25], [30]],
        ],
        0,
        99,
      ),
    ).toEqual({
      seen: ["0 at 10: 10 –", "1 at 15: 15 15", "2 at 20: 20 –", "3 at 25: – 25", "4 at 30: 30 30", "5 at 45: 45 –"],
      goesOn: [true, true, false, false],
      moments: 6,
      interval: 5,
    });
  });

  it("takes the candles that open from the first moment to before the last", () => {
    expect(
      moments(
        [
          [
            [10, 15],
            [20, 30],
          ],
        ],
        15,
        30,
      ),
    ).toEqual({
      seen: ["0 at 15: 15", "1 at 20: 20"],
      goesOn: [true, false, false, false],
      moments: 2,
      interval: 5,
    });
  });

  it.each([
    { sources: [[[10]]], interval: 60_000, because: "one candle has no length: a minute" },
    { sources: [[[10, 40, 50]]], interval: 10, because: "the shortest step of its first block" },
    { sources: [[[10, 40]], [[10, 30]]], interval: 20, because: "the shortest of all pairs" },
  ])("$because", ({ sources, interval }) => {
    expect(moments(sources, 0, 99).interval).toBe(interval);
  });

  it("closes what it reads from", () => {
    const closed: string[] = [];
    function* source(name: string) {
      try {
        yield block([1, 2]);
        yield block([3]);
      } finally {
        closed.push(name);
      }
    }
    const lockstep = new Lockstep([source("one"), source("two")], { from: 0, to: 9 }, blankTick(2), () => {});
    lockstep.run(1);
    expect(closed).toEqual([]);
    lockstep.close();
    expect(closed).toEqual(["one", "two"]);
  });
});
