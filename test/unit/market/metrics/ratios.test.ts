// Returns and ratios of daily equity, worked out by hand; unknown is null.
import { describe, expect, it } from "vitest";
import { LEAST_DAYS, ratiosOf } from "../../../../src/market/metrics/ratios.js";

const DAY = 86_400_000;
const NONE = { cagr: null, sharpe: null, sortino: null, calmar: null };
/** Up 10 %, down 10 %, in turn, for eight days. */
const SAW = [110, 99, 108.9, 98.01, 107.811, 97.0299, 106.73289, 96.059601];

describe("ratios", () => {
  it("of a saw: mean 0, so nothing is earned for any risk", () => {
    const found = ratiosOf({ start: 100, equity: SAW, span: 8 * DAY }, 0.2);
    expect(found.totalReturn).toBeCloseTo(-0.03940399, 12);
    expect(found.cagr).toBeCloseTo(0.96059601 ** (365 / 8) - 1, 12);
    expect(found.sharpe).toBeCloseTo(0, 10);
    expect(found.sortino).toBeCloseTo(0, 10);
    expect(found.calmar).toBeCloseTo((0.96059601 ** (365 / 8) - 1) / 0.2, 12);
  });

  it("of days that gain 2 % and lose 1 % in turn: mean 0.5 %", () => {
    const equity = [1.02, 1.02 * 0.99];
    for (const factor of [1.02, 0.99, 1.02, 0.99, 1.02, 0.99]) equity.push((equity.at(-1) ?? 0) * factor);
    const { sharpe, sortino } = ratiosOf({ start: 1, equity, span: 8 * DAY }, 0.01);
    // Deviation √(8 · 0.015² / 7); downside √(4 · 0.01² / 8).
    expect(sharpe).toBeCloseTo((0.005 / Math.sqrt((8 * 0.015 ** 2) / 7)) * Math.sqrt(365), 9);
    expect(sortino).toBeCloseTo((0.005 / Math.sqrt((4 * 0.01 ** 2) / 8)) * Math.sqrt(365), 9);
  });

  it("of days that never lose have no Sortino, and without a fall no Calmar", () => {
    const equity = [101, 101, 102, 103, 104, 105, 106];
    const found = ratiosOf({ start: 100, equity, span: 7 * DAY }, null);
    expect([found.sortino, found.calmar]).toEqual([null, null]);
    expect(found.sharpe).toBeGreaterThan(0);
  });

  it("of days that are all alike have no Sharpe: there is no deviation", () => {
    const equity = Array.from({ length: 10 }, () => 100);
    expect(ratiosOf({ start: 100, equity, span: 10 * DAY }, null)).toEqual({ ...NONE, totalReturn: 0, cagr: 0 });
  });

  it.each([
    { start: null, equity: SAW, totalReturn: null, because: "there is no balance" },
    { start: 100, equity: [], totalReturn: null, because: "there is no day" },
    { start: 100, equity: SAW.slice(0, LEAST_DAYS - 1), totalReturn: -0.029701, because: "there are too few days" },
    { start: 100, equity: [110, 0, 90, 90, 90, 90, 90, 90], totalReturn: -0.1, because: "nothing was left on a day" },
  ])("are unknown where $because", ({ start, equity, totalReturn }) => {
    const found = ratiosOf({ start, equity, span: equity.length * DAY }, 0.5);
    expect(found).toMatchObject(NONE);
    if (totalReturn === null) expect(found.totalReturn).toBeNull();
    else expect(found.totalReturn).toBeCloseTo(totalReturn, 12);
  });
});
