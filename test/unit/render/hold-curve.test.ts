// Holding in equal parts: each pair from its own first price on.
import { expect, it } from "vitest";
import { holdCurve } from "../../../src/render/hold-curve.js";

const curve = (times: readonly number[], lasts: readonly number[]) => ({ times, lasts, lows: lasts, highs: lasts });

it("is the mean of the pairs' growth; a pair that begins later stays at its part until then", () => {
  const prices = [
    { pair: "USDT-BTC", first: 100, curve: curve([0, 1, 2], [110, 120, 90]) },
    { pair: "USDT-ETH", first: 10, curve: curve([1, 3], [20, 5]) },
  ];
  const held = holdCurve(prices, 1_000);
  expect(held.times).toEqual([0, 1, 2, 3]);
  expect(held.lasts.map((value) => Math.round(value))).toEqual([1_050, 1_600, 1_450, 700]);
});
