// The edges of a path of prices: its first and last point, a level that is exactly met, and the last moment that is looked at.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { candleCourse } from "../../../../src/market/prices/candle.js";
import { type Direction, isAt, pathCourse } from "../../../../src/market/prices/path.js";

const LONG = "1.23456789012345";
/** Up for a second, down for two, and the price before and after has more digits than what lies between. */
const POINTS = [
  [1000, LONG],
  [2000, "11"],
  [4000, "9"],
  [5000, "9.00000000000001"],
] as const;

it.each<{ price: string; level: string; side: Direction; met: boolean; because: string }>([
  { price: "10", level: "10", side: "above", met: true, because: "the level itself, from below" },
  { price: "10", level: "10", side: "below", met: true, because: "the level itself, from above" },
  { price: "9.99", level: "10", side: "above", met: false, because: "a hundredth too low" },
  { price: "10.01", level: "10", side: "below", met: false, because: "a hundredth too high" },
  { price: "10.01", level: "10", side: "above", met: true, because: "beyond it" },
  { price: "9.99", level: "10", side: "below", met: true, because: "beyond it" },
])("$price is at $level on $side: $met, $because", ({ price, level, side, met }) => {
  expect(isAt(new Big(price), new Big(level), side)).toBe(met);
});

describe("the price of a path", () => {
  it.each([
    { mode: "linear", time: 999, price: LONG, because: "before the first point it stands, in all its digits" },
    { mode: "linear", time: 1000, price: LONG, because: "at the first point, in all its digits" },
    { mode: "linear", time: 1001, price: "1.24433332223", because: "after it, in twelve digits" },
    { mode: "linear", time: 1999, price: "10.9902345679", because: "before the second" },
    { mode: "linear", time: 2000, price: "11", because: "at the second" },
    { mode: "linear", time: 2001, price: "10.999", because: "after it" },
    { mode: "linear", time: 5000, price: "9.00000000000001", because: "at the last, in all its digits" },
    { mode: "linear", time: 5001, price: "9.00000000000001", because: "after it" },
    { mode: "stepped", time: 999, price: LONG, because: "before the first point" },
    { mode: "stepped", time: 3999, price: "11", because: "until the next" },
    { mode: "stepped", time: 4000, price: "9", because: "at the next" },
    { mode: "stepped", time: 5001, price: "9.00000000000001", because: "after the last" },
  ] as const)("$mode at $time is $price: $because", ({ mode, time, price }) => {
    expect(pathCourse(POINTS, mode).at(time).toFixed()).toBe(price);
  });

  it.each(["linear", "stepped"] as const)("with one point it stands for ever (%s)", (mode) => {
    const course = pathCourse([[5, "7"]], mode);
    expect([4, 5, 6].map((time) => course.at(time).toFixed())).toEqual(["7", "7", "7"]);
    expect(course.reaches(0, new Big(7), "above", 0)).toBe(0);
    expect(course.reaches(0, new Big("7.01"), "above", 1e9)).toBeUndefined();
  });
});

describe("a level", () => {
  it.each<{
    from: number;
    level: string;
    side: Direction;
    until: number;
    reached: number | undefined;
    because: string;
  }>([
    { from: 2000, level: "10", side: "below", until: 3000, reached: 3000, because: "met in the last moment" },
    { from: 2000, level: "10", side: "below", until: 2999, reached: undefined, because: "a moment too late" },
    { from: 2000, level: "9.9999", side: "below", until: 3001, reached: 3001, because: "passed in the next moment" },
    { from: 2000, level: "11", side: "above", until: 2000, reached: 2000, because: "there from the first moment" },
    { from: 2001, level: "11", side: "above", until: 9000, reached: undefined, because: "left a moment ago" },
    { from: 1000, level: "11", side: "above", until: 2000, reached: 2000, because: "the point itself" },
    { from: 1000, level: "11", side: "above", until: 1999, reached: undefined, because: "the moment before it" },
    { from: 1000, level: "11.0001", side: "above", until: 9000, reached: undefined, because: "above every point" },
    { from: 1999, level: "9", side: "below", until: 4000, reached: 4000, because: "a later point" },
    {
      from: 9000,
      level: "9",
      side: "below",
      until: 9999,
      reached: undefined,
      because: "after the last point it stands",
    },
    {
      from: 4500,
      level: "9.00000000000001",
      side: "above",
      until: 5000,
      reached: 5000,
      because: "only the last point has it",
    },
    { from: 9000, level: "9.1", side: "below", until: 9000, reached: 9000, because: "and stands beyond" },
  ])("$level $side from $from until $until is met at $reached: $because", ({ from, level, side, until, reached }) => {
    expect(pathCourse(POINTS, "linear").reaches(from, new Big(level), side, until)).toBe(reached);
  });
});
it.each([
  ["above", "0.3", 40_000],
  ["above", "0.30000000000001", undefined],
  ["below", "0.1", 20_000],
  ["below", "0.09999999999999", undefined],
] as const)("a price that only just reaches a level, or doesn't: %s %s", (side, level, at) => {
  const [time, flat] = [Float64Array.of(0, 60_000), Float64Array.of(0.2, 0.2)];
  const block = {
    count: 2,
    time,
    open: flat,
    high: Float64Array.of(0.3, 0.2),
    low: Float64Array.of(0.1, 0.2),
    close: flat,
  };
  const course = candleCourse(block, 60_000, "low-first");
  expect(course.reaches(0, new Big(level), side, Number.POSITIVE_INFINITY)).toBe(at);
});
