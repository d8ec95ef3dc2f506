// The course of prices: the moment found is the first at which the price is there.
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Prices, waveCourse } from "../../../../src/emulator/engine/prices.js";
import { coursesOf } from "../../../../src/emulator/seed/seed-courses.js";
import type { Direction } from "../../../../src/market/prices/path.js";

const walk = { seed: "one", base: "100", stepSeconds: 1, volatilityPercent: 0.1 };
const market = new Prices(
  coursesOf(
    {
      "USDT-FLAT": "64000.5",
      "USDT-STILL": { base: "7", swingPercent: 0, periodSeconds: 60 },
      "USDT-WAVE": { base: "100", swingPercent: 2, periodSeconds: 400 },
      "USDT-PATH": {
        path: [
          [0, "100"],
          [10, "110"],
          [20, "90"],
        ],
      },
      "USDT-STEPS": {
        path: [
          [0, "100"],
          [10, "110"],
          [20, "90"],
        ],
        change: "stepped",
      },
      "USDT-WALK": { walk },
    },
    1_000_000,
    new Map(),
  ),
);
/** The moment at which a level is reached, where it is found at all. */
const prices = {
  at: (pair: string, time: number) => market.at(pair, time),
  reaches: (pair: string, time: number, level: Big, side: Direction) => market.reaches(pair, time, level, side)?.at,
};

it.each([
  [0, "100"],
  [50, "101"],
  [100, "102"],
  [200, "100"],
  [300, "98"],
  [400, "100"],
])("the wave at %i s is %s", (second, price) => {
  expect(prices.at("USDT-WAVE", second * 1000).toFixed()).toBe(price);
});

it("a flat price stays, and is reached at once or never", () => {
  expect(prices.at("USDT-FLAT", 123_456).toFixed()).toBe("64000.5");
  expect(prices.reaches("USDT-FLAT", 5, new Big("64000.5"), "above")).toBe(5);
  expect(prices.reaches("USDT-FLAT", 5, new Big("64000.6"), "above")).toBeUndefined();
  expect(prices.at("USDT-NONE", 0).toFixed()).toBe("100");
});

it("what lies beyond the swing is never reached", () => {
  expect(prices.reaches("USDT-WAVE", 0, new Big("102.1"), "above")).toBeUndefined();
  expect(prices.reaches("USDT-WAVE", 0, new Big("97.9"), "below")).toBeUndefined();
});

it.each([2, 5, 10, 0.3, 33])(
  "the very peak of a swing of %d percent is reached, and the trough; nothing beyond",
  (swingPercent) => {
    for (const base of ["100", "64000", "0.55", "1234.56789", "3"]) {
      const wave = waveCourse({ base, swingPercent, periodSeconds: 400 });
      for (const [side, time, digit] of [
        ["above", 100_000, "0.00000001"],
        ["below", 300_000, "-0.00000001"],
      ] as const) {
        const level = wave.at(time);
        const reached = [level, level.plus(digit)].map((one) => wave.reaches(0, one, side, Number.POSITIVE_INFINITY));
        expect([base, side, ...reached]).toEqual([base, side, time, undefined]);
      }
    }
  },
);

it("the moment found is the first", () => {
  const levels = fc.integer({ min: 9_801, max: 10_199 }).map((cents) => new Big(cents).div(100));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000 }),
      levels,
      fc.constantFrom("above", "below"),
      (time, level, side) => {
        const there = (at: number, slack: string) => {
          const price = prices.at("USDT-WAVE", at);
          return side === "above" ? price.gte(level.minus(slack)) : price.lte(level.plus(slack));
        };
        const reached = prices.reaches("USDT-WAVE", time, level, side) ?? Number.NaN;
        expect(reached).toBeGreaterThanOrEqual(time);
        expect(reached - time).toBeLessThanOrEqual(400_000);
        expect(there(reached, "0.0001")).toBe(true);
        for (let part = 0; part < 20; part += 1) {
          const earlier = time + Math.floor(((reached - time - 2) * part) / 20);
          if (earlier >= time && earlier < reached - 2) expect(there(earlier, "0")).toBe(false);
        }
      },
    ),
  );
});

it.each([
  ["USDT-PATH", 5_000, "105"],
  ["USDT-PATH", 15_000, "100"],
  ["USDT-PATH", 99_000, "90"],
  ["USDT-STEPS", 9_999, "100"],
  ["USDT-STEPS", 10_000, "110"],
  ["USDT-STILL", 1, "7"],
])("%s stands %i ms after the start of the market at %s", (pair, time, price) => {
  expect(prices.at(pair, 1_000_000 + time).toFixed()).toBe(price);
});

it("a path is searched to its end", () => {
  expect(prices.reaches("USDT-PATH", 1_000_000, new Big("105"), "above")).toBe(1_005_000);
  expect(prices.reaches("USDT-PATH", 1_000_000, new Big("95"), "below")).toBe(1_017_500);
  expect(prices.reaches("USDT-STEPS", 1_000_000, new Big("95"), "below")).toBe(1_020_000);
  expect(prices.reaches("USDT-PATH", 1_000_000, new Big("111"), "above")).toBeUndefined();
});

it("a walk is searched for an hour at a time, and is the same for the same seed", () => {
  expect(market.reaches("USDT-WALK", 1_000_000, new Big("1000000"), "above")).toEqual({
    at: 4_600_000,
    reached: false,
  });
  const again = new Prices(coursesOf({ "USDT-WALK": { walk } }, 1_000_000, new Map()));
  for (const time of [1_000_000, 1_777_000, 9_999_000]) {
    expect(again.at("USDT-WALK", time)).toEqual(market.at("USDT-WALK", time));
  }
});

it("a price set by hand stands until it is given back", () => {
  const own = new Prices(coursesOf({ "USDT-BTC": "5" }, 0, new Map()));
  own.set("USDT-BTC", "6");
  expect([own.at("USDT-BTC", 9).toFixed(), own.byHand()]).toEqual(["6", { "USDT-BTC": "6" }]);
  expect(own.reaches("USDT-BTC", 9, new Big(5), "below")).toBeUndefined();
  own.set("USDT-BTC", null);
  expect([own.at("USDT-BTC", 9).toFixed(), own.byHand()]).toEqual(["5", {}]);
});
