// Thinning keeps what can be seen: no extreme is lost, and a line never has more points than its columns can show.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Curve } from "../../../../../src/model/risk/picture.js";
import { plotOf } from "../../../../../src/render/html/charts/plot.js";
import { areaPath, lastPoints, linePoints, rangeOf, seen } from "../../../../../src/render/html/charts/thinned.js";

const curveOf = (values: readonly number[]): Curve => ({
  times: values.map((_, index) => index),
  ...{ lows: values, highs: values, lasts: values },
});
const plotFor = (curve: Curve) =>
  plotOf({ left: 0, right: 100, top: 0, bottom: 50 }, [0, Math.max(1, curve.times.length - 1)], rangeOf([curve]));

describe("a line", () => {
  it("touches the lowest and the highest, ends where the curve ends, and has at most three points a pixel", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 2_000 }), (values) => {
        const curve = curveOf(values);
        const plot = plotFor(curve);
        const points = linePoints(curve, plot);
        const ys = points.map(([, y]) => y);
        expect(Math.min(...ys)).toBeLessThanOrEqual(plot.y(Math.max(...values)) + 0.5);
        expect(Math.max(...ys)).toBeGreaterThanOrEqual(plot.y(Math.min(...values)) - 0.5);
        expect(points.at(-1)?.[1]).toBeCloseTo(plot.y(values.at(-1) ?? 0), 5);
        expect(points.length).toBeLessThanOrEqual(3 * 101);
      }),
    );
  });

  it("goes from the highest to the lowest where it falls within a column, and back where it rises", () => {
    const fallen: Curve = { times: [0, 1], lows: [0, 2], highs: [10, 10], lasts: [0, 10] };
    const plot = plotOf({ left: 0, right: 100, top: 0, bottom: 50 }, [0, 1], [0, 10]);
    expect(linePoints(fallen, plot)).toEqual([
      [0, 0],
      [0, 50],
      [100, 40],
      [100, 0],
    ]);
  });

  it("in the back keeps where each column ended", () => {
    const plot = plotFor(curveOf([0, 1, 2, 3]));
    expect(lastPoints(curveOf([0, 5, 2, 3]), plot, 60)).toEqual([
      [0, expect.any(Number)],
      [60, expect.any(Number)],
      [120, expect.any(Number)],
    ]);
  });
});

it("an area reaches down to its level at both ends; of nothing there is none", () => {
  const plot = plotOf({ left: 0, right: 100, top: 0, bottom: 50 }, [0, 1], [0, 10]);
  expect(areaPath(curveOf([10, 5]), plot, 0)).toBe("M0,50L0,0L100,25L100,50Z");
  expect(areaPath(curveOf([]), plot, 0)).toBe("");
  expect(rangeOf([curveOf([])])).toEqual([0, 0]);
});

it("of marks that cover each other one is left", () => {
  const places = [
    [0, 0],
    [1, 1],
    [10, 0],
    [0, 10],
    [0.5, 0],
  ] as const;
  expect(seen(places, (place) => place, 5)).toEqual([places[0], places[2], places[3]]);
});
