// Cells that tables of results share: deals that still run, with their result as rounded as the sums beside it.
import { expect, it } from "vitest";
import { runningCell } from "../../../../src/render/html/results-cells.js";

it.each([
  [0, "0", "none"],
  [1, "2.23348717", "1 at 2.23"],
  [2, "-1204.56462", "2 at −1\u00a0204.56"],
  [3, null, "3 at unknown"],
])("%s deals that run at %s", (deals, unrealised, shown) => {
  expect(runningCell({ deals, unrealised })).toBe(shown);
});
