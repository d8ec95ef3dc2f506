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

describe("a seed means the same run on every machine, and in every version", () => {
  it("its state is the first three words of its SHA-256, and a counter of 1", () => {
    expect(seeded("x")).toEqual([762385986, -1222201276, 23231657, 1]);
    expect(seeded("")).toEqual([-474954686, -1728308204, -1694763832, 1]);
  });

  it("four draws make a nearly normal number, and the state that follows", () => {
    // (1 + 2 + 12 + 18 874 399) / 2^32 − 2, times √3.
    expect(new Random([0, 0, 0, 1]).normal()).toBe(-3.456490045186678);
    const random = new Random(seeded("x"));
    expect([random.normal(), random.normal()]).toEqual([0.5996209607997197, 2.380010599132795]);
    expect(random.state).toEqual([1420692755, -1388076159, -1856293339, 9]);
  });

  it.each([
    { base: "64000", prices: "64000 64086.83 64095.74 64139.76", because: "seven digits are ticks of 0.01" },
    { base: "100", prices: "100 100.1357 100.1496 100.2184", because: "the same steps in per cent" },
    { base: "1", prices: "1 1.001357 1.001496 1.002184", because: "six places" },
    { base: "0.0000123", prices: "0.0000123 0.00001231669 0.0000123184 0.00001232686", because: "eleven places" },
    {
      base: "0.00000000000123",
      prices: "0.00000000000123 0.000000000001232 0.000000000001232 0.000000000001233",
      because: "fifteen places at most",
    },
    { base: "9999999", prices: "9999999 10013567 10014959 10021837", because: "seven digits before the point" },
    { base: "123456789", prices: "123456789 123624292 123641480 123726398", because: "no tick above 1" },
  ])("from $base: $because", ({ base, prices }) => {
    const walk = walkCourse({ ...WALK, base });
    expect([0, 1, 2, 3].map((step) => walk.at(step * 60_000).toFixed()).join(" ")).toBe(prices);
  });

  it("far away, too: at the edges of what is worked out at once", () => {
    const walk = walkCourse(WALK);
    expect([1023, 1024, 1025, 9000].map((step) => walk.at(step * 60_000).toFixed())).toEqual([
      "65442.16",
      "65552.53",
      "65559.46",
      "62334.15",
    ]);
  });

  it("never falls below one tick, nor rises beyond what a double holds exactly", () => {
    const prices = (base: string) => {
      const walk = walkCourse({ ...WALK, base, volatilityPercent: 500 });
      return Array.from({ length: 60 }, (_, step) => walk.at(step * 60_000));
    };
    const [low, high] = [prices("5"), prices("999999999999990")];
    expect(low.slice(0, 8).map((price) => price.toFixed())).toEqual(
      words("5 38.919337 65.97564 292.538828 1257.700457 0.000001 0.000001 0.000003"),
    );
    expect(high[1]?.toFixed()).toBe("999999999999999");
    expect(high.every((price) => price.gte(1) && price.lte("999999999999999"))).toBe(true);
  });

  it("as candles: four steps in each, and the next begins where the last ended", () => {
    const blocks = walkCandles({ ...WALK, from: 5, base: "100", volatilityPercent: 2 });
    const rowsOf = (indexes: readonly number[]) => {
      const { value } = blocks.next();
      if (value === undefined) throw new Error("a walk has no end");
      const { count, time, open, high, low, close } = value;
      return { count, rows: indexes.map((at) => [time[at], open[at], high[at], low[at], close[at]]) };
    };
    expect(rowsOf([0, 1, 2, 8191])).toEqual({
      count: 8192,
      rows: [
        [5, 100, 102.8691, 100, 102.8691],
        [60_005, 102.8691, 103.2314, 101.5851, 103.2314],
        [120_005, 103.2314, 103.2314, 101.7892, 102.0258],
        [491_460_005, 1.4615, 1.4713, 1.4509, 1.4509],
      ],
    });
    expect(rowsOf([0])).toEqual({ count: 8192, rows: [[491_520_005, 1.4509, 1.4509, 1.3862, 1.3862]] });
  });
});

const words = (text: string) => text.split(" ");

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

describe("a level of a walk", () => {
  const walk = walkCourse({ ...WALK, from: 30_000 });
  const prices = Array.from({ length: 2500 }, (_, step) => walk.at(30_000 + step * 60_000));
  /** The same by looking at every step. */
  const firstAt = (from: number, level: Big, side: "above" | "below") => {
    const step = prices.findIndex((price, index) => index >= from && isAt(price, level, side));
    return step === -1 ? undefined : 30_000 + step * 60_000;
  };

  it.each(["above", "below"] as const)("on or between two ticks is met at the first step %s", (side) => {
    for (const at of [1, 500, 1022, 1023, 1024, 1025, 2047, 2048, 2300]) {
      for (const off of ["-0.01", "-0.009", "-0.005", "-0.001", "0", "0.001", "0.005", "0.009", "0.01"]) {
        for (const from of [0, at - 1, at, at + 1]) {
          const level = (prices[at] ?? new Big(0)).plus(off);
          const reached = firstAt(from, level, side);
          const time = 30_000 + from * 60_000;
          const until = 30_000 + 2499 * 60_000 + 59_999;
          expect(walk.reaches(time, level, side, until)).toBe(reached);
          if (reached === undefined || reached === time) continue;
          expect(walk.reaches(time, level, side, reached)).toBe(reached);
          expect(walk.reaches(time, level, side, reached - 1)).toBeUndefined();
        }
      }
    }
  });

  it("that the base is at already is met at once, before the walk begins, too", () => {
    expect(walk.reaches(7, new Big(64_000), "above", 7)).toBe(7);
    expect(walk.reaches(7, new Big(64_000), "below", 7)).toBe(7);
    expect(walk.reaches(7, new Big("64086.83"), "above", 89_999)).toBeUndefined();
    expect(walk.reaches(7, new Big("64086.83"), "above", 90_000)).toBe(90_000);
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
    { order: "low-first", time: 0, price: "10" },
    { order: "low-first", time: 10_000, price: "9.5" },
    { order: "low-first", time: 20_000, price: "9" },
    { order: "high-first", time: 20_000, price: "12" },
    { order: "low-first", time: 40_000, price: "12" },
    { order: "high-first", time: 40_000, price: "9" },
    { order: "low-first", time: 59_998, price: "11.0000500025" },
    { order: "low-first", time: 59_999, price: "11" },
    { order: "low-first", time: 60_000, price: "11" },
    { order: "low-first", time: 80_000, price: "8" },
    { order: "low-first", time: 119_999, price: "8" },
    { order: "low-first", time: 180_000, price: "7" },
    { order: "low-first", time: 9e9, price: "9" },
  ] as const)("$order at $time: $price", ({ order, time, price }) => {
    expect(candleCourse(candles(), 60_000, order).at(time).toFixed()).toBe(price);
  });

  it("however short it is, its close comes after its extremes", () => {
    const [two, one] = [2, 1].map((interval) => candleCourse(candles(), interval, "low-first"));
    expect([0, 1, 2].map((time) => two?.at(time).toFixed())).toEqual(["9", "11", "11"]);
    expect([0, 1].map((time) => one?.at(time).toFixed())).toEqual(["12", "11"]);
  });

  it("without a row has no price", () => {
    expect(() => candleCourse(emptyBlock(0), 60_000, "low-first")).toThrow(
      new RangeError("candles without a row have no price"),
    );
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
