// Sums of booked money and funding payments: the same as decimals make them, to the last unit.
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fundingUnits } from "../../../../src/market/replay/funding.js";
import { MoneySum } from "../../../../src/market/replay/money-sum.js";
import { money } from "../../../../src/market/work.js";
import { amount } from "../../../support/lane.js";

const units = fc.oneof(
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }),
  fc.constantFrom(0n, 2n ** 50n - 1n, 2n ** 50n, -(2n ** 50n), 2n ** 53n + 1n),
);

it("is what decimals come to", () => {
  const start = fc.constantFrom("0", "1000", "0.123456789012345");
  fc.assert(
    fc.property(start, fc.array(fc.tuple(units, fc.boolean())), (from, bookings) => {
      const sum = new MoneySum(new Big(from));
      let expected = new Big(from);
      for (const [whole, isAdded] of bookings) {
        const booked = new Big(whole.toString()).div(1e8).toFixed();
        if (isAdded) sum.add(booked);
        else sum.subtract(booked);
        expected = isAdded ? expected.plus(booked) : expected.minus(booked);
      }
      expect(sum.value.toFixed()).toBe(expected.toFixed());
    }),
    { numRuns: amount({ fast: 500, all: 5_000 }) },
  );
});

/** The decimal rule alone. */
function plainly(held: string, price: number, rate: string): number {
  return money(new Big(held).times(String(price)).times(rate))
    .times(1e8)
    .toNumber();
}

it.each([
  { held: "0.00000005", price: 1, rate: "0.1", expected: 1, because: "half a unit goes up" },
  { held: "0.00000005", price: 1, rate: "-0.1", expected: -1, because: "away from zero" },
  { held: "0.00000049", price: 1, rate: "0.01", expected: 0, because: "less than half is nothing" },
  { held: "1.5", price: 3, rate: "0.00000001", expected: 5, because: "4.5 units" },
  { held: "3", price: 123456789.5, rate: "0.3", expected: 11111111055000000, because: "beyond what doubles decide" },
])("$held at $price and $rate pays $expected units: $because", ({ held, price, rate, expected }) => {
  expect(fundingUnits(held, price, rate)).toBe(expected);
});

it("pays what decimals say, halves included", () => {
  const held = fc.integer({ min: 1, max: 10 ** 6 }).map((whole) => new Big(whole).div(1000).toFixed());
  const price = fc.integer({ min: 1, max: 10 ** 7 }).map((cents) => cents / 100);
  const rate = fc.integer({ min: -5000, max: 5000 }).map((whole) => new Big(whole).div(1e5).div(1e2).toFixed());
  fc.assert(
    fc.property(held, price, rate, (one, two, three) => {
      expect(fundingUnits(one, two, three) + 0).toBe(plainly(one, two, three) + 0);
    }),
    { numRuns: amount({ fast: 1_000, all: 20_000 }) },
  );
});
