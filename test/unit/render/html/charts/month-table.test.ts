// Months as a table: shares of what there was at each beginning, together multiplied, and nothing made up without a balance.
import { describe, expect, it } from "vitest";
import { monthTable } from "../../../../../src/render/html/charts/month-table.js";

const MONTHS = [
  { start: "2024-12-01", result: 10 },
  { start: "2025-01-01", result: -11 },
  { start: "2025-02-01", result: 9.9 },
];
const cellsOf = (balance: number | null) =>
  (monthTable({ months: MONTHS, balance, caption: "Each" })?.text ?? "")
    .split("<tr")
    .slice(1)
    .map((row) => row.replace(/<\/t[dh]>/g, "|").replace(/<[^>]*>|^[^>]*>/g, ""));

describe("months", () => {
  it("have a row a year, the months that there are, and what the year came to", () => {
    expect(cellsOf(100).map((row) => row.split("|").slice(0, -1))).toEqual([
      ["Year", "Jan", "Feb", "Dec", "Together"],
      ["2024", "", "", "+10.0 % +10.00", "+10.0 % +10.00"],
      ["2025", "−10.0 % −11.00", "+10.0 % +9.90", "", "−1.0 % −1.10"],
    ]);
  });

  it("without a balance are amounts alone", () => {
    expect(cellsOf(null)[2]?.split("|").slice(0, -1)).toEqual(["2025", "−11.00", "+9.90", "", "−1.10"]);
  });

  it("from a balance that is gone have no share any more", () => {
    const months = [
      { start: "2025-01-01", result: -100 },
      { start: "2025-02-01", result: 5 },
    ];
    const text = monthTable({ months, balance: 100, caption: "Each" })?.text ?? "";
    expect(text).toContain("−100.0 %");
    expect(text).toContain(">+5.00<");
    expect(text.match(/ %/g)).toHaveLength(1);
  });

  it("of none there is no table", () => {
    expect(monthTable({ months: [], balance: 1, caption: "" })).toBeUndefined();
  });
});
