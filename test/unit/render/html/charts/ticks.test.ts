// Ticks are round, within their ends, and neither too many nor none.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { figure, timeTicks, valueTicks } from "../../../../../src/render/html/charts/ticks.js";

const texts = (ticks: readonly { readonly text: string }[]) => ticks.map(({ text }) => text.replaceAll("\u00a0", " "));
const at = (text: string) => Date.parse(`${text}Z`);

describe("values", () => {
  it.each<[number, number, string[]]>([
    [437, 640, ["450", "500", "550", "600"]],
    [-3.2, 6, ["−2", "0", "2", "4", "6"]],
    [0.061, 0.0834, ["0.065", "0.070", "0.075", "0.080"]],
    [57_000, 76_000, ["60 000", "65 000", "70 000", "75 000"]],
    [5, 5, ["5.00"]],
  ])("from %d to %d", (low, high, expected) => {
    expect(texts(valueTicks(low, high, 4))).toEqual(expected);
  });

  it("whatever the ends: within them, rising, and of a number that has room", () => {
    const ends = fc.tuple(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
    );
    fc.assert(
      fc.property(ends, ([low, span]) => {
        const high = low + span;
        fc.pre(high > low && span > Math.abs(low) * 1e-9);
        const ticks = valueTicks(low, high, 4);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(7);
        for (const tick of ticks) {
          expect(tick.at).toBeGreaterThanOrEqual(low - span * 1e-6);
          expect(tick.at).toBeLessThanOrEqual(high + span * 1e-6);
        }
      }),
    );
  });

  it("a figure that is nothing has no sign", () => {
    expect(
      [figure(-0.001, 2), figure(-1234.5, 1), figure(1e6, 0)].map((text) => text.replaceAll("\u00a0", " ")),
    ).toEqual(["0.00", "−1 234.5", "1 000 000"]);
  });
});

describe("moments", () => {
  it.each<[string, string, string[]]>([
    ["2025-01-01T00:00", "2025-01-01T01:00", ["1 Jan", "00:10", "00:20", "00:30", "00:40", "00:50", "01:00"]],
    ["2025-01-01T06:00", "2025-01-02T18:00", ["06:00", "12:00", "18:00", "2 Jan", "06:00", "12:00", "18:00"]],
    ["2025-01-01T00:00", "2025-02-01T00:00", ["6 Jan", "13 Jan", "20 Jan", "27 Jan"]],
    ["2024-11-10T00:00", "2025-05-20T00:00", ["Dec", "2025", "Feb", "Mar", "Apr", "May"]],
    ["2020-06-01T00:00", "2026-06-01T00:00", ["2021", "2022", "2023", "2024", "2025", "2026"]],
  ])("from %s to %s", (from, to, expected) => {
    expect(texts(timeTicks(at(from), at(to), 7))).toEqual(expected);
  });

  it("whatever the time: within it, and no more than there is room for", () => {
    const start = fc.integer({ min: 0, max: 2e12 });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 3e12 }), fc.integer({ min: 2, max: 15 }), (from, span, most) => {
        const ticks = timeTicks(from, from + span, most);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const tick of ticks) {
          expect(tick.at).toBeGreaterThanOrEqual(from);
          expect(tick.at).toBeLessThanOrEqual(from + span);
        }
      }),
    );
  });
});
