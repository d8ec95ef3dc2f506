// Results by day, week and month.
import { describe, expect, it } from "vitest";
import { bestOf, DayEnds, daysOf, monthsOf, weeksOf } from "../../../../src/market/metrics/periods.js";

const HOUR = 3_600_000;
/** A Thursday. */
const START = Date.UTC(2025, 0, 30, 5);

function ends(...rows: readonly (readonly [hour: number, result: number])[]) {
  const days = new DayEnds();
  for (const [hour, result] of rows) days.at(START + hour * HOUR, result);
  return daysOf(days.firstDay, days.results);
}

describe("days", () => {
  it("end with their last candle, in UTC", () => {
    expect(ends([0, 1], [18, 2], [19, 5], [20, 4])).toEqual([
      { start: "2025-01-30", result: 2 },
      { start: "2025-01-31", result: 2 },
    ]);
  });

  it("without candles change nothing", () => {
    expect(ends([0, 1], [19 + 48, 5]).map(({ result }) => result)).toEqual([1, 0, 0, 4]);
  });

  it("there are none without a candle", () => expect(ends()).toEqual([]));
});

describe("weeks and months", () => {
  const days = ends([0, 1], [24, 3], [48, 6], [72, 10], [96, 15]);

  it("weeks begin on Monday", () => {
    expect(weeksOf(days)).toEqual([
      { start: "2025-01-27", result: 10 },
      { start: "2025-02-03", result: 5 },
    ]);
  });

  it("months on their first day", () => {
    expect(monthsOf(days)).toEqual([
      { start: "2025-01-01", result: 3 },
      { start: "2025-02-01", result: 12 },
    ]);
  });

  it("the best and the worst day; of several alike the first", () => {
    expect([bestOf(days, 1)?.result, bestOf(days, -1)?.start]).toEqual([5, "2025-01-30"]);
    expect(bestOf(ends([0, 1], [24, 2]), 1)?.start).toBe("2025-01-30");
    expect(bestOf([], 1)).toBeNull();
  });
});
