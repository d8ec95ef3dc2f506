// How sure the difference of two means is: a percentile bootstrap with a seed, so that the same deals always give the same interval.
import { hash } from "node:crypto";
import Big from "big.js";

export interface Interval {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

interface Bootstrap {
  /** Share that the interval covers, for example 0.95. */
  readonly confidence: number;
  /** Any text. */
  readonly seed: string;
  /** At least 2 000 are drawn. */
  readonly draws?: number;
}

const LEAST_DRAWS = 2_000;
const MOST_DRAWS = 20_000;
/** Draws that shall lie beyond each end of the interval. */
const BEYOND = 20;

/**
 * The mean of `after` less that of `before`, and the interval of it: each side is drawn from itself with replacement, as if its
 * values came independently of each other. Neither may be empty. In doubles.
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13.
 */
export function differenceOfMeans(
  before: readonly number[],
  after: readonly number[],
  { confidence, seed, draws = LEAST_DRAWS }: Bootstrap,
): Interval {
  const random = generator(seed);
  const tail = (1 - confidence) / 2;
  const count = Math.min(MOST_DRAWS, Math.max(LEAST_DRAWS, draws, Math.ceil(BEYOND / tail)));
  const drawn = Float64Array.from({ length: count }, () => drawnMean(after, random) - drawnMean(before, random)).sort();
  const difference = mean(after) - mean(before);
  const at = (share: number) => drawn[Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))))] ?? difference;
  return { difference, low: at(tail), high: at(1 - tail) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function drawnMean(values: readonly number[], random: () => number): number {
  let sum = 0;
  for (let drawn = 0; drawn < values.length; drawn++) sum += values[Math.floor(random() * values.length)] ?? 0;
  return sum / values.length;
}

/** Numbers from 0 to below 1: mulberry32, whose 2^32 states are plenty for draws like these. */
function generator(seed: string): () => number {
  let state = Number.parseInt(hash("sha256", seed).slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** As it is shown: to four digits, since a figure of doubles isn't as sure as it is long. */
export function intervalText({ difference, low, high }: Interval): Readonly<Record<keyof Interval, string>> {
  return { difference: inDigits(difference), low: inDigits(low), high: inDigits(high) };
}

const DIGITS = 4;

function inDigits(value: number): string {
  const text = new Big(value).prec(DIGITS).toFixed();
  return text === "-0" ? "0" : text;
}
