// Price courses: a path, a walk, candles. What `reaches` says, `at` keeps.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { candleCourse, decimalOf, emptyBlock } from "../../../../src/market/prices/candle.js";
import { type Course, isAt, pathCourse } from "../../../../src/market/prices/path.js";
import { Random, seeded, walkCandles, walkCourse } from "../../../../src/market/prices/walk.js";

const POINTS = [
  [1000, "100"],
  [2000, "110"],
  [4000, "90"],
] as const;

describe("pathCourse", () => {
  it.each([
    { mode: "linear", time: 0, price: "100", because: "before the first point" },
    { mode: "linear", time: 1500, price: "105", because: "half way" },
    { mode: "linear", time: 3000, price: "100", because: "half way down" },
    { mode: "linear", time: 9000, price: "90", because: "after the last point" },
    { mode: "stepped", time: 1999, price: "100", because: "stands until the next point" },
    { mode: "stepped", time: 2000, price: "110", because: "jumps at it" },
  ] as const)("$mode at $time: $because", ({ mode, time, price }) => {
    expect(pathCourse(POINTS, mode).at(time).toFixed()).toBe(price);
  });

  it.each([
    { mode: "linear", time: 1000, level: "107.77", side: "above", reached: 1777, because: "on the way up" },
    {
      mode: "linear",
      time: 1000,
      level: "95.005",
      side: "below",
      reached: 3500,
      because: "on the way down, the whole millisecond after",
    },
    { mode: "linear", time: 1200, level: "101", side: "above", reached: 1200, because: "there already" },
    { mode: "linear", time: 3500, level: "105", side: "above", reached: undefined, because: "it never comes back" },
    { mode: "linear", time: 0, level: "90", side: "below", reached: 4000, because: "the last point itself" },
    { mode: "stepped", time: 1000, level: "95", side: "below", reached: 4000, because: "the jump" },
  ] as const)("$mode reaches $level: $because", ({ mode, time, level, side, reached }) => {
    const until = (end: number) => pathCourse(POINTS, mode).reaches(time, new Big(level), side, end);
    expect(until(1e6)).toBe(reached);
    // The last moment to look at counts, and the one before it is too early.
    if (reached === undefined || reached === time) return;
    expect([until(reached), until(reached - 1)]).toEqual([reached, undefined]);
  });

  it("looks no further than it is told", () => {
    expect(pathCourse(POINTS, "linear").reaches(1000, new Big(107), "above", 1500)).toBeUndefined();
  });

  it.each([
    { points: [] },
    {
      points: [
        [5, "1"],
        [5, "2"],
      ],
    },
    {
      points: [
        [5, "1"],
        [4, "2"],
      ],
    },
  ] as const)("refuses points that are none or out of order", ({ points }) => {
    expect(() => pathCourse(points, "linear")).toThrow(RangeError);
  });
});

describe("sfc32", () => {
  it("gives the numbers of its published algorithm", () => {
    // From a = b = c = 0 and counter 1, worked out from the algorithm by hand for the first four.
    const random = new Random([0, 0, 0, 1]);
    expect(Array.from({ length: 4 }, () => random.next() * 2 ** 32)).toEqual([1, 2, 12, 18_874_399]);
  });

  it("goes on from a state that was kept", () => {
    const random = new Random(seeded("x"));
    random.next();
    const { state } = random;
    const after = [random.next(), random.next()];
    random.state = state;
    expect([random.next(), random.next()]).toEqual(after);
  });

  it("draws nearly normal numbers", () => {
    const random = new Random(seeded("normal"));
    const draws = Array.from({ length: 20_000 }, () => random.normal());
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const deviation = Math.sqrt(draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length);
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(deviation).toBeCloseTo(1, 1);
  });
});

const WALK = { seed: "a", base: "64000", from: 0, stepSeconds: 60, volatilityPercent: 0.1 };

describe("walkCourse", () => {
  it("is the same for the same seed, wherever one looks first", () => {
    const [one, two] = [walkCourse(WALK), walkCourse(WALK)];
    const times = [5e8, 0, 3e8, 5e8, 1e5];
    const found = times.map((time) => one.at(time).toFixed());
    expect(
      times
        .toReversed()
        .map((time) => two.at(time).toFixed())
        .toReversed(),
    ).toEqual(found);
    expect(
      walkCourse({ ...WALK, seed: "b" })
        .at(5e8)
        .toFixed(),
    ).not.toBe(found[0]);
  });

  it("stands at its base before the beginning, and between two steps", () => {
    const walk = walkCourse({ ...WALK, from: 1e6 });
    expect(walk.at(0).toFixed()).toBe("64000");
    expect(walk.at(1e6 + 60_000).toFixed()).toBe(walk.at(1e6 + 119_999).toFixed());
  });

  it("keeps to its tick", () => {
    const walk = walkCourse(WALK);
    for (let step = 0; step < 3000; step += 7)
      expect(
        walk
          .at(step * 60_000)
          .times(100)
          .mod(1)
          .toFixed(),
      ).toBe("0");
  });
});

function candles() {
  const block = emptyBlock(3);
  const rows = [
    [0, 10, 12, 9, 11],
    [60_000, 11, 11, 8, 8],
    [180_000, 7, 9, 7, 9],
  ];
  for (const [time = 0, open = 0, high = 0, low = 0, close = 0] of rows) {
    Object.assign(block.time, { [block.count]: time });
    Object.assign(block.open, { [block.count]: open });
    Object.assign(block.high, { [block.count]: high });
    Object.assign(block.low, { [block.count]: low });
    Object.assign(block.close, { [block.count]: close });
    block.count += 1;
  }
  return block;
}

describe("candleCourse", () => {
  it.each([
    { order: "low-first", time: 20_000, price: "9" },
    { order: "high-first", time: 20_000, price: "12" },
    { order: "low-first", time: 40_000, price: "12" },
    { order: "low-first", time: 59_999, price: "11" },
    { order: "low-first", time: 9e9, price: "9" },
  ] as const)("$order at $time: $price", ({ order, time, price }) => {
    expect(candleCourse(candles(), 60_000, order).at(time).toFixed()).toBe(price);
  });
});

describe("every course", () => {
  const courses: readonly (readonly [string, Course])[] = [
    [
      "path",
      pathCourse(
        POINTS.map(([time, price]) => [time * 1000, price]),
        "linear",
      ),
    ],
    ["walk", walkCourse({ ...WALK, base: "100", volatilityPercent: 1 })],
    ["candles", candleCourse(candles(), 60_000, "high-first")],
  ];

  it.each(courses)("%s: at what reaches says, the price stands there, and never before", (_name, course) => {
    const moment = fc.integer({ min: 0, max: 5_000_000 });
    fc.assert(
      fc.property(
        moment,
        fc.integer({ min: 700, max: 12_000 }),
        fc.constantFrom("above", "below"),
        fc.array(moment),
        (time, cents, side, others) => {
          const level = new Big(cents).div(100);
          const until = time + 3_000_000;
          const reached = course.reaches(time, level, side, until);
          if (reached !== undefined) expect(isAt(course.at(reached), level, side)).toBe(true);
          for (const other of others)
            if (other >= time && other < (reached ?? until + 1))
              expect(isAt(course.at(other), level, side)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("walkCandles", () => {
  it("are sound candles that follow each other, the same for the same seed", () => {
    const [block] = walkCandles({ ...WALK, from: 5 });
    const [again] = walkCandles({ ...WALK, from: 5 });
    expect(again).toEqual(block);
    if (block === undefined) throw new Error("no block");
    for (let index = 1; index < 500; index += 1) {
      const [open = 0, high = 0, low = 0, close = 0] = [block.open, block.high, block.low, block.close].map(
        (column) => column[index],
      );
      expect(low <= open && low <= close && high >= open && high >= close).toBe(true);
      expect(open).toBe(block.close[index - 1]);
      expect(block.time[index]).toBe(5 + index * 60_000);
    }
  });
});

describe("decimalOf", () => {
  it("is the decimal that a double of at most 15 digits was read from", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 15 }),
        (digits, places) => {
          const text = new Big(`${digits}e-${places}`).toFixed();
          expect(decimalOf(Number(text)).toFixed()).toBe(text);
        },
      ),
    );
  });
});
