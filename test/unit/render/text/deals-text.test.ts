// Bars from decimals.
import { expect, it } from "vitest";
import { sparkline } from "../../../../src/render/text/deals-text.js";

it.each([
  { values: [], bars: "", because: "nothing" },
  { values: ["5"], bars: "▁", because: "one value has no range" },
  { values: ["1", "1", "1"], bars: "▁▁▁", because: "all equal" },
  { values: ["0", "1", "2", "3", "4", "5", "6", "7"], bars: "▁▂▃▄▅▆▇█", because: "one step each" },
  { values: ["-1", "0", "-1"], bars: "▁█▁", because: "below zero" },
  {
    values: ["9007199254740993.1", "9007199254740993.2"],
    bars: "▁█",
    because: "doubles would take these two for one",
  },
])("$because: $bars", ({ values, bars }) => {
  expect(sparkline(values)).toBe(bars);
});

it("shows many values as one bar for each equal share, the last value last", () => {
  const rising = Array.from({ length: 1000 }, (_, index) => String(index));
  const line = sparkline(rising, 8);
  expect(line).toHaveLength(8);
  expect([40, 41, 1_000].map((count) => sparkline(rising.slice(0, count)).length)).toEqual([40, 40, 40]);
  expect([...line].toSorted().join("")).toBe(line);
  expect(line.at(-1)).toBe("█");
  expect(sparkline([...rising, "-500"], 8).at(-1)).toBe("▁");
});

it("shows of each share its last value, also where shares aren't of the same length", () => {
  const ten = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
  expect(sparkline(ten, 4)).toBe(sparkline(["2", "4", "7", "9"]));
  expect(sparkline(ten, 4)).toBe("▁▃▆█");
});
