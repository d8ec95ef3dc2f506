// Makes price courses from a seed, and the pairs and prices of a seed that names none.

import { resolve } from "node:path";
import * as z from "zod/mini";
import { type CandleBlock, candleCourse, gathered } from "../../market/prices/candle.js";
import { CandleError, noFacts, readCandles } from "../../market/prices/ohlcv.js";
import { pathCourse } from "../../market/prices/path.js";
import { walkCourse } from "../../market/prices/walk.js";
import { errorCode } from "../../model/text/error-code.js";
import { flatCourse, type ListedCourse, waveCourse } from "../engine/prices.js";

export const DEFAULT_EXCHANGE = "SERVICE_FUTURES";

const DEFAULT_PRICES: Readonly<Record<string, string>> = {
  "USDT-BTC": "64000",
  "USDT-ETH": "3200",
  "USDT-SOL": "150",
  "USDT-BNB": "580",
  "USDT-XRP": "0.55",
  "USDT-ADA": "0.45",
  "USDT-DOGE": "0.12",
  "USDT-LTC": "80",
  "USDT-DOT": "6.5",
  "USDT-AVAX": "28",
  "BUSD-BTC": "64000",
  "BUSD-ETH": "3200",
};

/** Used when a seed names no pairs. */
export const DEFAULT_PAIRS: readonly string[] = Object.keys(DEFAULT_PRICES);

/** Greater than 0. */
export const price = z.string().check(z.regex(/^(?=.*[1-9])\d{1,15}(?:\.\d{1,12})?$/));

/** Around a base: `swingPercent` either way, `periodSeconds` from peak to peak. */
const wave = z.strictObject({
  base: price,
  swingPercent: z.number().check(z.nonnegative(), z.lt(100)),
  periodSeconds: z.int().check(z.gte(1), z.lte(31_536_000)),
});

/** Points: seconds since the start of the market, and the price there. */
const path = z.strictObject({
  path: z.array(z.tuple([z.number().check(z.nonnegative()), price])).check(z.minLength(1)),
  /** `linear` moves evenly between two points, `stepped` stands until the next one. */
  change: z.optional(z.enum(["linear", "stepped"])),
});

/** By chance, and the same for the same seed. */
const walk = z.strictObject({
  walk: z.strictObject({
    seed: z.string(),
    base: price,
    stepSeconds: z.int().check(z.gte(1), z.lte(86_400)),
    volatilityPercent: z.number().check(z.nonnegative(), z.lte(50)),
  }),
});

/** An OHLCV file, its path relative to the seed; its first candle opens at the start of the market. */
const candles = z.strictObject({
  candles: z.strictObject({
    file: z.string().check(z.minLength(1)),
    order: z.optional(z.enum(["low-first", "high-first"])),
  }),
});

export const courseSchema = z.union([price, wave, path, walk, candles]);

type SeedCourse = z.infer<typeof courseSchema>;

/** The candles of a file, and the length of one (milliseconds). */
export interface LoadedCandles {
  readonly block: CandleBlock;
  readonly interval: number;
}

/** Names of the candle files that a seed's prices need. */
function candleFiles(prices: Readonly<Record<string, SeedCourse>>): readonly string[] {
  const files = Object.values(prices).flatMap((course) =>
    typeof course === "object" && "candles" in course ? [course.candles.file] : [],
  );
  return [...new Set(files)];
}

export function courseProblems(prices: Readonly<Record<string, SeedCourse>>): string[] {
  return Object.entries(prices).flatMap(([pair, course]) => {
    if (typeof course !== "object" || !("path" in course)) return [];
    const times = course.path.map(([seconds]) => Math.round(seconds * 1000));
    const isRising = times.every((time, at) => at === 0 || time > (times[at - 1] ?? 0));
    return isRising ? [] : [`prices.${pair}.path: points must be in order of time, one per moment`];
  });
}

/**
 * The course of every pair.
 *
 * @param start of the market, milliseconds since the epoch
 * @throws RangeError naming a candle file that wasn't loaded
 */
export function coursesOf(
  prices: Readonly<Record<string, SeedCourse>>,
  start: number,
  loaded: ReadonlyMap<string, LoadedCandles>,
): ReadonlyMap<string, ListedCourse> {
  const entries = Object.entries({ ...DEFAULT_PRICES, ...prices });
  return new Map(entries.map(([pair, course]) => [pair, courseOf(course, start, loaded)]));
}

function courseOf(course: SeedCourse, start: number, loaded: ReadonlyMap<string, LoadedCandles>): ListedCourse {
  if (typeof course === "string") return finite(flatCourse(course));
  if ("walk" in course) return { course: walkCourse({ ...course.walk, from: start }), isEndless: true };
  if ("path" in course) {
    const points = course.path.map(([seconds, at]) => [start + Math.round(seconds * 1000), at] as const);
    return finite(pathCourse(points, course.change ?? "linear"));
  }
  if ("candles" in course) {
    const { file, order = "low-first" } = course.candles;
    const candles = loaded.get(file);
    if (candles === undefined) throw new RangeError(`the candles of ${file} aren't loaded`);
    // Searched piece by piece, like a walk: a month of minutes has 170 000 points, and a deal's next level is seldom far.
    return { course: candleCourse(movedTo(candles.block, start), candles.interval, order), isEndless: true };
  }
  return finite(course.swingPercent === 0 ? flatCourse(course.base) : waveCourse(course));
}

function finite(course: ListedCourse["course"]): ListedCourse {
  return { course, isEndless: false };
}

/** The same candles with the first one opening at a moment. */
function movedTo(block: CandleBlock, start: number): CandleBlock {
  const shift = start - (block.time[0] ?? 0);
  return { ...block, time: block.time.map((time) => time + shift) };
}

/**
 * The candles of the files that a seed's prices need, by their names in the seed.
 *
 * @param folder that relative names start from
 * @throws RangeError naming the file, the line and what to do
 */
export function loadCandles(
  prices: Readonly<Record<string, SeedCourse>>,
  folder: string,
): ReadonlyMap<string, LoadedCandles> {
  return new Map(candleFiles(prices).map((file) => [file, read(file, resolve(folder, file))]));
}

function read(name: string, path: string): LoadedCandles {
  const facts = noFacts();
  try {
    const block = gathered(readCandles(path, facts));
    return { block, interval: facts.interval || 60_000 };
  } catch (error) {
    if (error instanceof CandleError) throw new RangeError(`${name}:${error.line}: ${error.message}; ${error.remedy}`);
    if (errorCode(error) !== undefined) throw new RangeError(`${name}: the candle file can't be read`);
    throw error;
  }
}
