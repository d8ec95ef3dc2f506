// Charts of a line: as high as the values, within their width, in ASCII where a terminal has nothing else; and none where figures say more.
import { describe, expect, it } from "vitest";
import { equityLines, netLines } from "../../../../src/render/text/equity-lines.js";
import { paint } from "../../../../src/render/text/paint.js";
import { depthsOf, highest, last, spark } from "../../../../src/render/text/spark.js";

const DAY = 86_400_000;
const UP = [1, 2, 3, 4, 5, 6, 7, 8];

describe("a spark", () => {
  it("goes from the lowest block to the highest", () => {
    expect(spark(UP, last, paint(false))).toBe("▁▂▃▄▅▆▇█");
    expect(spark(UP.toReversed(), last, paint(false, 80, true))).toBe("#*+=~-._");
  });

  it("of values that are all alike lies at the bottom, and of a few there is none", () => {
    expect(spark(new Array(8).fill(3), last, paint(false))).toBe("▁▁▁▁▁▁▁▁");
    expect(spark(UP.slice(1), last, paint(false))).toBe("");
  });

  it("of a year has sixty columns, each for the end of its days or for their highest", () => {
    const year = Array.from({ length: 365 }, (_, day) => (day === 100 ? 1_000 : 0));
    expect(spark(year, highest, paint(false))).toMatch(/^▁{16}█▁{43}$/);
    expect(spark(year, last, paint(false))).toBe("▁".repeat(60));
  });

  it("depths are counted from the highest so far, the start included", () => {
    expect(depthsOf([9, 12, 7, 13], 10)).toEqual([1, 0, 5, 0]);
  });
});

describe("a report's lines", () => {
  const days = (...results: readonly number[]) =>
    results.map((result, index) => ({ start: `2025-01-0${index}`, result }));

  it("say from where to where, and how deep", () => {
    expect(equityLines(days(1, 1, 1, -5, 1, 1, 1, 1), 100, paint(false))).toEqual([
      "equity by day   ▅▇█▁▂▄▅▇  100.00 to 102.00, between 98.00 and 103.00 at day's end",
      "below its peak  ▁▁▁█▇▅▄▂  at most 5.00 at day's end",
    ]);
  });

  it("that never fell are one line, and a short run has none", () => {
    expect(equityLines(days(...UP), 0, paint(false))).toHaveLength(1);
    expect(equityLines(days(1, 2), 0, paint(false))).toEqual([]);
  });

  it("of ended deals stay where they were on days without one, and are none where a net isn't known", () => {
    const about = { account: "main", bot: null, asset: "USDT", months: null, bands: [] };
    const points = [0, 3, 9].map((day, index) => ({ at: day * DAY, net: String(index + 1) }));
    expect(netLines({ ...about, points }, paint(false))).toEqual(["net so far, by day  ▁▁▁▅▅▅▅▅▅█  0.00 to 3.00"]);
    expect(netLines({ ...about, points: null }, paint(false))).toEqual([]);
    const far = [{ at: -6e13, net: "1" }, ...points];
    expect(netLines({ ...about, points: far }, paint(false))).toEqual([]);
  });
});
