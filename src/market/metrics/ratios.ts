// Return and ratios of daily equity, as traders compare strategies by: total return, CAGR, Sharpe, Sortino, Calmar.
import type { RatioFacts } from "../../model/risk/back-test.js";

export interface EquityDays {
  /** Before the first candle; null without a balance. */
  readonly start: number | null;
  /** At the end of each UTC day, the last one as it stood with the last candle. */
  readonly equity: readonly number[];
  /** From the first candle's opening to the last one's end; milliseconds. */
  readonly span: number;
}

/** A year of a market that never closes. */
const DAYS_A_YEAR = 365;
const DAY = 86_400_000;
/** Ratios of fewer days say nothing of a year, and are unknown. */
export const LEAST_DAYS = 7;

const UNKNOWN: RatioFacts = { totalReturn: null, cagr: null, sharpe: null, sortino: null, calmar: null };

/**
 * - total return = E_end / E_start − 1
 * - CAGR = (E_end / E_start)^(365 / days) − 1, with days = span / 24 h
 * - Sharpe = mean(r) / s(r) · √365, r being daily returns E_d / E_(d−1) − 1, s their deviation with n − 1, and the riskless rate 0
 *   (Sharpe, "The Sharpe Ratio", 1994)
 * - Sortino = mean(r) / √(Σ min(r, 0)² / n) · √365, with a target of 0 (Sortino and Price, 1994)
 * - Calmar = CAGR / largest drawdown as a share of its peak (Young, 1991)
 *
 * @param largestFall a fraction; null where none is known
 */
export function ratiosOf({ start, equity, span }: EquityDays, largestFall: number | null): RatioFacts {
  const end = equity.at(-1);
  if (start === null || start <= 0 || end === undefined) return UNKNOWN;
  const totalReturn = end / start - 1;
  // From nothing no return leads on, so the days have none either.
  const isBroke = equity.some((value) => value <= 0);
  if (isBroke || span < LEAST_DAYS * DAY || equity.length < LEAST_DAYS) return { ...UNKNOWN, totalReturn };
  const returns = equity.map((value, day) => value / (equity[day - 1] ?? start) - 1);
  const mean = sum(returns) / returns.length;
  const deviation = Math.sqrt(sum(returns.map((each) => (each - mean) ** 2)) / (returns.length - 1));
  const downside = Math.sqrt(sum(returns.map((each) => Math.min(each, 0) ** 2)) / returns.length);
  const cagr = (end / start) ** (DAYS_A_YEAR / (span / DAY)) - 1;
  const yearly = (spread: number) => (isNothing(spread) ? null : finite((mean / spread) * Math.sqrt(DAYS_A_YEAR)));
  return {
    totalReturn,
    cagr: finite(cagr),
    sharpe: yearly(deviation),
    sortino: yearly(downside),
    calmar: largestFall === null || largestFall === 0 ? null : finite(cagr / largestFall),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** A deviation that is only what doubles leave over is none. */
function isNothing(spread: number): boolean {
  return spread < 1e-12;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
