// Quotients are those of big.js, digit by digit.
import Big from "big.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import { quotient } from "../../../src/market/quotient.js";
import { amount } from "../../support/lane.js";

/** Of 1 to 40 digits, around the decimal point. */
const decimal = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 40n }),
    fc.integer({ min: 0, max: 40 }),
    fc.integer({ min: -30, max: 30 }),
  )
  .map(
    ([isNegative, digits, cut, exponent]) =>
      new Big(`${isNegative ? "-" : ""}${digits / 10n ** BigInt(cut)}e${exponent}`),
  );

function asBigDoes(dividend: Big, divisor: Big, places: number): Big {
  const Own = Big();
  Own.DP = places;
  return new Own(dividend).div(divisor);
}

it("is the quotient of big.js", () => {
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 25 }), (dividend, divisor, places) => {
      fc.pre(!divisor.eq(0));
      const [mine, its] = [quotient(dividend, divisor, places), asBigDoes(dividend, divisor, places)];
      expect([mine.s, mine.e, mine.c]).toEqual([its.s, its.e, its.c]);
      expect(quotient(dividend, divisor).toFixed()).toBe(dividend.div(divisor).toFixed());
    }),
    { numRuns: amount({ fast: 2_000, all: 50_000 }) },
  );
});

it.each([
  { dividend: "1", divisor: "8", places: 2, expected: "0.13", because: "halves go up" },
  { dividend: "-1", divisor: "8", places: 2, expected: "-0.13", because: "away from zero" },
  { dividend: "124999", divisor: "1000000", places: 2, expected: "0.12", because: "less than half goes down" },
  { dividend: "300", divisor: "2", places: 0, expected: "150", because: "whole numbers keep their zeros" },
  { dividend: "0", divisor: "7", places: 8, expected: "0", because: "nothing is nothing" },
  { dividend: "1e-30", divisor: "1e30", places: 20, expected: "0", because: "too small to be seen" },
])("$dividend / $divisor = $expected: $because", ({ dividend, divisor, places, expected }) => {
  expect(quotient(new Big(dividend), new Big(divisor), places).toFixed()).toBe(expected);
});

it("nothing is divided by 0", () => {
  expect(() => quotient(new Big(1), new Big(0))).toThrow(RangeError);
});
