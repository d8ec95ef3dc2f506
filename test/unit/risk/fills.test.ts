// Where a grid ends: no order of a long one stands at zero or below it, whatever its steps count from.
import { describe, expect, it } from "vitest";
import type { Anchor } from "../../../src/model/risk/assumptions.js";
import { fillsOf, UNROUNDED } from "../../../src/risk/fills.js";
import { fixed } from "../../../src/risk/fixed.js";
import type { GridParams } from "../../../src/risk/grid-params.js";
import { big } from "./decimals.js";

function prices(changes: Partial<GridParams>): readonly string[] {
  const params: GridParams = {
    ...{ long: true, percent: "10", stepScale: null, count: 12, anchor: "base" as const },
    ...{ firstVolume: "100", safetyVolume: "100", volumeScale: null, volumeBase: "first" as const },
    ...changes,
  };
  return fillsOf(params, fixed("100"), UNROUNDED).map(({ price }) => big(price).toFixed());
}

describe("a long grid ends before the order that would stand", () => {
  it.each<{ where: string; params: Partial<GridParams>; expected: readonly string[] }>([
    {
      where: "exactly at zero",
      params: { percent: "25" },
      expected: ["100", "75", "50", "25"],
    },
    { where: "below zero", params: { percent: "30" }, expected: ["100", "70", "40", "10"] },
    { where: "at zero as the first of them", params: { percent: "100" }, expected: ["100"] },
    {
      where: "at zero after wider and wider steps",
      params: { percent: "10", stepScale: "3", count: 9 },
      expected: ["100", "90", "60"],
    },
    {
      where: "a whole price below the one before",
      params: { percent: "50", stepScale: "2", anchor: "previous" },
      expected: ["100", "50"],
    },
    { where: "a whole price below the average", params: { percent: "100", anchor: "average" }, expected: ["100"] },
  ])("$where", ({ params, expected }) => expect(prices(params)).toEqual(expected));

  it.each<Anchor>(["base", "previous", "average"])("and not a step before (%s)", (anchor) => {
    expect(prices({ percent: "99.99", count: 1, anchor })).toHaveLength(2);
  });
});

it.each<Anchor>(["base", "previous", "average"])("a short grid has no such end (%s)", (anchor) => {
  expect(prices({ long: false, percent: "100", count: 3, anchor })).toHaveLength(4);
});
