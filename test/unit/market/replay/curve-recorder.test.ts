// A recorded curve: exact while there is room, and whatever the length its lowest and highest are never lost.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CurveRecorder, MOST_COLUMNS } from "../../../../src/market/replay/curve-recorder.js";

function recorded(values: readonly number[]) {
  const recorder = new CurveRecorder();
  for (const [time, value] of values.entries()) recorder.at(value, time);
  return recorder.curve();
}

describe("a curve", () => {
  it("of few moments is as it was, several values of one moment together", () => {
    const recorder = new CurveRecorder();
    for (const [value, time] of [
      [5, 10],
      [3, 10],
      [4, 10],
      [9, 20],
    ] as const)
      recorder.at(value, time);
    expect(recorder.curve()).toEqual({ times: [10, 20], lows: [3, 9], highs: [5, 9], lasts: [4, 9] });
  });

  it("one moment longer than there is room: two neighbours share a column", () => {
    const { times, lows, highs, lasts } = recorded(Array.from({ length: MOST_COLUMNS + 1 }, (_, index) => index));
    expect(times).toHaveLength(MOST_COLUMNS / 2 + 1);
    expect([times[1], lows[1], highs[1], lasts[1]]).toEqual([2, 2, 3, 3]);
    expect([times.at(-1), lows.at(-1), lasts.at(-1)]).toEqual([MOST_COLUMNS, MOST_COLUMNS, MOST_COLUMNS]);
  });

  it("loses neither its lowest nor its highest nor its end, keeps its times in order, and stays in its room", () => {
    const lengths = fc.integer({ min: 1, max: 5 * MOST_COLUMNS });
    fc.assert(
      fc.property(lengths, fc.integer({ min: 1, max: 1_000_003 }), (length, factor) => {
        const values = Array.from({ length }, (_, index) => (index * factor) % 9_973);
        const { times, lows, highs, lasts } = recorded(values);
        expect(Math.min(...lows)).toBe(Math.min(...values));
        expect(Math.max(...highs)).toBe(Math.max(...values));
        expect(lasts.at(-1)).toBe(values.at(-1));
        expect(times).toEqual(times.toSorted((left, right) => left - right));
        expect(times[0]).toBe(0);
        expect(times.length).toBeLessThanOrEqual(MOST_COLUMNS);
        expect(times.length).toBeGreaterThanOrEqual(Math.min(length, MOST_COLUMNS / 2));
      }),
      { numRuns: 60 },
    );
  });
});
