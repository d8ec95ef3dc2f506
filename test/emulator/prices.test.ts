// The course of prices: the moment found is the first at which the price is there.
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { WavePrices } from "../../src/emulator/prices.js";

const prices = new WavePrices(
  new Map([
    ["USDT-FLAT", { base: "64000.5", swingPercent: 0, periodSeconds: 60 }],
    ["USDT-WAVE", { base: "100", swingPercent: 2, periodSeconds: 400 }],
  ]),
);

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
