// Figures for the eye: two places, thousands apart, nothing rounded to a lie.
import { expect, it } from "vitest";
import { amount, change, move, percent, price, unbrokenFigures } from "../../../../src/model/text/money-figures.js";

it.each([
  ["0", "0"],
  ["0.01", "0.01"],
  ["0.0099", "< 0.01"],
  ["-0.0099", "> -0.01"],
  ["-0.01", "-0.01"],
  ["1.005", "1.01"],
  ["999.994", "999.99"],
  ["1180.5", "1 180.5"],
  ["1000000", "1 000 000"],
  ["-1234567.891", "-1 234 567.89"],
])("%s is the amount %s", (text, shown) => expect(amount(text)).toBe(shown));

it.each([
  ["0", "0 %"],
  ["-0", "0 %"],
  ["0.1234", "12.34 %"],
  ["0.12345", "12.35 %"],
  ["-0.000001", "0 %"],
  ["15", "1 500 %"],
])("%s is %s", (fraction, shown) => expect(percent(fraction)).toBe(shown));

it.each([
  ["-0.2", "−20 %"],
  ["0.05", "+5 %"],
  ["0", "+0 %"],
])("a move of %s is %s", (fraction, shown) => expect(move(fraction)).toBe(shown));

it.each([
  ["64000", "64000"],
  ["0.00000912", "0.00000912"],
  ["1.234567891", "1.2345679"],
  ["123456789.1", "123456790"],
])("the price %s reads %s", (text, shown) => expect(price(text)).toBe(shown));

it.each([
  [undefined, "5", "5"],
  ["412", "1180", "412 → 1 180"],
  ["5.001", "5.002", "5"],
])("from %s to %s: %s", (before, after, shown) => expect(change(before, after)).toBe(shown));

it("a change is read in its own form", () => expect(change("0.1", "0.2", percent)).toBe("10 % → 20 %"));

it.each([
  ["5 % of 1 250 USDT", "5~% of 1~250~USDT"],
  ["−10 % → −20 %: 1 000 000", "−10~%~→~−20~%: 1~000~000"],
  ["leverage 5 → 20 (×4), off → 1.5", "leverage 5~→~20 (×4), off → 1.5"],
  ["in 2026 1000 bots, 12 of 300, a 5 usdt", "in 2026 1000 bots, 12 of 300, a 5 usdt"],
])("a sentence keeps its figures whole: %s", (text, shown) =>
  expect(unbrokenFigures(text)).toBe(shown.replaceAll("~", "\u00a0")),
);
