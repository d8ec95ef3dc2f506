// Numbers of a row, in one pass or with care: the same.
import { expect, it } from "vitest";
import { Fields } from "../../../../src/market/prices/field.js";

it.each([
  { row: "12.50,3", value: 12.5, end: 5, because: "digits and a point" },
  { row: "1735689600000000,3", value: 1735689600000000, end: 16, because: "whole as long as doubles count in ones" },
  {
    row: "0.1234567890123456,3",
    value: 0.1234567890123456,
    end: 18,
    rounded: 1,
    because: "16 digits are said to be rounded",
  },
  { row: " 7.5 ,3", value: 7.5, end: 5, because: "spaces around it" },
  { row: "1e3,3", value: 1000, end: 3, because: "an exponent" },
  { row: "42", value: 42, end: 2, because: "the last of the row" },
  { row: ",3", value: Number.NaN, end: 0, because: "nothing" },
  { row: "1.2.3,3", value: Number.NaN, end: 5, because: "two points" },
  { row: "12x,3", value: Number.NaN, end: 3, because: "a letter" },
])("$row: $because", ({ row, value, end, rounded = 0 }) => {
  const count = { rounded: 0 };
  const fields = new Fields(count);
  expect([fields.read(Buffer.from(row), 0, row.length), fields.end, count.rounded]).toEqual([value, end, rounded]);
});
