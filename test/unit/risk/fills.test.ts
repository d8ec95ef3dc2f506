// Where a grid ends: no order of a long one stands at zero or below it, whatever its steps count from.
import { describe, expect, it } from "vitest";
import type { Anchor } from "../../../src/model/risk/assumptions.js";
import { type FillRounding, fillsOf, UNROUNDED } from "../../../src/risk/fills.js";
import { fixed } from "../../../src/risk/fixed.js";
import type { GridParams } from "../../../src/risk/grid-params.js";
import { big } from "./decimals.js";

function fills(changes: Partial<GridParams>, rounding: Partial<FillRounding> = {}) {
  const params: GridParams = {
    ...{ long: true, percent: "10", stepScale: null, count: 12, anchor: "base" as const },
    ...{ firstVolume: "100", safetyVolume: "100", volumeScale: null, volumeBase: "first" as const },
    ...changes,
  };
  return fillsOf(params, fixed("100"), { ...UNROUNDED, ...rounding });
}

function prices(changes: Partial<GridParams>, rounding: Partial<FillRounding> = {}): readonly string[] {
  return fills(changes, rounding).map(({ price }) => big(price).toFixed());
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

it.each([
  { count: 0, orders: 1, because: "the first order alone" },
  { count: 1, orders: 2, because: "one safety order" },
  { count: 9, orders: 10, because: "the last one stands at 10" },
  { count: 10, orders: 10, because: "the tenth would stand at zero" },
])("$count safety orders of 10 % are $orders orders: $because", ({ count, orders }) => {
  expect(fills({ count })).toHaveLength(orders);
});

it("a share of the order before is never zero, however many places it takes", () => {
  const last = fills({ percent: "99.9", anchor: "previous" }).map(({ price }) => price);
  expect([last.length, last.at(-1)]).toEqual([13, 1n]);
});

describe("the price of one safety order", () => {
  it.each<{ percent: string; rounding: Partial<FillRounding>; price: string | undefined; because: string }>([
    { percent: "0.5", rounding: { tick: "1" }, price: "100", because: "exactly half a tick goes up" },
    { percent: "0.51", rounding: { tick: "1" }, price: "99", because: "less than half goes down" },
    { percent: "0.01", rounding: { tick: "1", mode: "down" }, price: "99", because: "the last hundredth is cut" },
    { percent: "0.99", rounding: { tick: "1", mode: "up" }, price: "100", because: "the first hundredth makes a tick" },
    { percent: "1", rounding: { tick: "1", mode: "down" }, price: "99", because: "a whole tick stays, rounded down" },
    { percent: "1", rounding: { tick: "1" }, price: "99", because: "a whole tick stays, rounded half up" },
    { percent: "1", rounding: { tick: "1", mode: "up" }, price: "99", because: "a whole tick stays, rounded up" },
    { percent: "0.01", rounding: { tick: "0" }, price: "99.99", because: "a tick of zero rounds nothing" },
    { percent: "99.5", rounding: { tick: "1" }, price: "1", because: "half a tick is one tick" },
    { percent: "99.51", rounding: { tick: "1" }, price: undefined, because: "it rounds to zero, where the grid ends" },
    { percent: "1.5", rounding: { digits: 2 }, price: "99", because: "98.5 has three digits, and half goes up" },
    { percent: "1.5", rounding: { digits: 3 }, price: "98.5", because: "98.5 has three digits" },
    { percent: "1.5", rounding: { digits: 2, tick: "0.1" }, price: "98.5", because: "a tick outweighs digits" },
  ])("$percent % away is $price: $because", ({ percent, rounding, price }) => {
    expect(prices({ percent, count: 1 }, rounding)[1]).toBe(price);
  });
});

describe("the amount of the first order", () => {
  it.each<{ volume: string; rounding: Partial<FillRounding>; amount: string; cost: string; because: string }>([
    { volume: "150", rounding: { lot: "1" }, amount: "2", cost: "200", because: "exactly half a lot goes up" },
    { volume: "149", rounding: { lot: "1" }, amount: "1", cost: "100", because: "less than half goes down" },
    { volume: "199", rounding: { lot: "1", mode: "down" }, amount: "1", cost: "100", because: "cut" },
    { volume: "101", rounding: { lot: "1", mode: "up" }, amount: "2", cost: "200", because: "filled up" },
    { volume: "200", rounding: { lot: "1", mode: "up" }, amount: "2", cost: "200", because: "whole lots stay" },
    { volume: "149", rounding: {}, amount: "1.49", cost: "149", because: "no lot" },
  ])("$volume at 100 is $amount: $because", ({ volume, rounding, amount, cost }) => {
    const [first] = fills({ firstVolume: volume, count: 0 }, rounding);
    expect([big(first?.amount ?? 0n).toFixed(), big(first?.cost ?? 0n).toFixed()]).toEqual([amount, cost]);
  });

  it("of nothing has no average, so the next counts from the first price", () => {
    const asked = { firstVolume: "49", anchor: "average", count: 1 } as const;
    expect(prices(asked, { lot: "1" })).toEqual(["100", "90"]);
  });
});

describe("the wanted volume of each order", () => {
  it.each<{ params: Partial<GridParams>; volumes: readonly string[]; because: string }>([
    { params: { safetyVolume: null }, volumes: ["100"], because: "no volume and no scale: the first order alone" },
    { params: { safetyVolume: "20" }, volumes: ["100", "120", "140"], because: "the volume itself" },
    {
      params: { safetyVolume: "20", volumeScale: "2" },
      volumes: ["100", "300", "700"],
      because: "a scale counts from the first order",
    },
    {
      params: { safetyVolume: "20", volumeScale: "2", volumeBase: "safety" },
      volumes: ["100", "120", "160"],
      because: "a scale counts from the safety volume where that is assumed",
    },
    {
      params: { safetyVolume: null, volumeScale: "2", volumeBase: "safety" },
      volumes: ["100", "300", "700"],
      because: "without a safety volume from the first order all the same",
    },
  ])("$volumes: $because", ({ params, volumes }) => {
    expect(fills({ ...params, count: 2 }).map((fill) => big(fill.volumes).toFixed())).toEqual(volumes);
  });
});
