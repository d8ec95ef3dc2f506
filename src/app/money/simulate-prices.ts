// The prices of a simulation: files of candles by pair, or a seeded walk.

import { existsSync, statSync } from "node:fs";
import { basename } from "node:path";
import { likelyPair } from "../../config/schema/suggest.js";
import type { CandleBlock } from "../../market/prices/candle.js";
import { CandleError, type CandleFacts, noFacts, readCandles } from "../../market/prices/ohlcv.js";
import { walkCandles } from "../../market/prices/walk.js";
import { pairOf, symbolOf } from "../../model/bot/pair.js";
import type { PriceFacts } from "../../model/risk/simulation.js";
import { counted } from "../../model/text/counted.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";

export interface PriceOptions {
  /** Each FILE or PAIR=FILE. */
  readonly prices?: readonly string[];
  readonly walk?: string;
  /** Each PAIR=PRICE, or one PRICE for all. */
  readonly startPrice?: readonly string[];
  readonly volatility: number;
}

/** The candles of one pair, to be walked through once. */
export interface PriceSource {
  readonly pair: string;
  readonly candles: Iterable<CandleBlock>;
  /** Bytes to read; 0 for a walk. */
  readonly size: number;
  /** Complete once the candles were walked through. */
  readonly facts: (used: number) => PriceFacts;
}

export interface PriceReading {
  readonly from: number;
  readonly onBytes: (count: number) => void;
}

const MINUTE_SECONDS = 60;

/** One source for each pair. Throws AppError where a pair has none, naming the bots that need it. */
export function priceSources(
  bots: readonly { readonly address: string; readonly pair: string }[],
  options: PriceOptions,
  reading: PriceReading,
): readonly PriceSource[] {
  const { prices = [], walk } = options;
  if (walk !== undefined && prices.length > 0)
    throw new AppError("--walk and --prices can't be used together\nGive one of the two.");
  if (walk === undefined && prices.length === 0)
    throw new AppError(
      "a simulation needs prices\nGive candle files with --prices FILE, or made-up prices with --walk SEED.",
    );
  const pairs = [...new Set(bots.map(({ pair }) => pair))].sort();
  if (walk !== undefined) return pairs.map((pair) => walkSource(pair, walk, options, reading));
  refuseMistakenPairs(prices, pairs);
  const files = filesByPair(prices, pairs);
  const bare = pairs.filter((pair) => !files.has(pair));
  if (bare.length > 0) throw new AppError(bare.map((pair) => lacking(pair, bots)).join("\n"));
  return pairs.map((pair) => fileSource(pair, files.get(pair) ?? [], reading));
}

/** Throws AppError for a file that can't be read, that is empty, or whose first rows are no candles. */
export function refuseUnreadable(files: Iterable<string>): void {
  for (const file of files) {
    sizeOf(file);
    const candles = allCandles([file], noFacts(), () => {});
    const isEmpty = candles.next().done === true;
    candles.return(undefined);
    if (isEmpty) throw new AppError(`${file} holds no candles\nGive another file.`);
  }
}

function lacking(pair: string, bots: readonly { readonly address: string; readonly pair: string }[]): string {
  const users = bots.filter((bot) => bot.pair === pair).map(({ address }) => address);
  return `there are no prices for ${pair}, the pair of ${users.join(", ")}\nGive them with --prices ${pair}=FILE.`;
}

/**
 * PAIR=FILE goes to its pair; a bare FILE to the pair in its name, or to the only pair there is, unless it names another one.
 * @param option that the texts were given with. Throws AppError where the pair of a file isn't clear
 */
export function filesByPair(
  texts: readonly string[],
  pairs: readonly string[],
  option = "--prices",
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const text of texts) {
    const { name, value } = named(text);
    const pair = name === undefined ? pairOfFile(value, pairs) : pairs.find((one) => isPair(name, one));
    if (pair === undefined && name === undefined) throw new AppError(unclearPair(value, pairs, option));
    // Prices of a pair that no bot of this run trades are fine: another run may trade it.
    if (pair !== undefined) files.set(pair, [...(files.get(pair) ?? []), value]);
  }
  return files;
}

/**
 * Throws AppError for BTC-USDT=FILE and USDTBTC=FILE, where a bot trades USDT-BTC, and for BTC/USDT=FILE, which would be taken
 * for the name of a file.
 * @param option that the texts were given with
 */
export function refuseMistakenPairs(texts: readonly string[], pairs: readonly string[], option = "--prices"): void {
  for (const text of texts) {
    const { name: wrong, file, pair } = mistakenPair(text, pairs) ?? {};
    if (pair !== undefined)
      throw new AppError(`${wrong} isn't how a pair is written\nDid you mean ${option} ${pair}=${file}?`);
  }
}

interface MistakenPair {
  readonly name: string;
  readonly file: string;
  /** That was probably meant. */
  readonly pair: string | undefined;
}

function mistakenPair(text: string, pairs: readonly string[]): MistakenPair | undefined {
  const at = text.indexOf("=");
  if (at < 1) return undefined;
  const [wrong, file] = [text.slice(0, at), text.slice(at + 1)];
  const { name } = named(text);
  if (name === undefined) return existsSync(text) ? undefined : { name: wrong, file, pair: likelyPair(wrong) };
  if (pairs.some((pair) => isPair(name, pair))) return undefined;
  const plain = name.replace("-", "");
  return { name: wrong, file, pair: pairs.find((pair) => plain === symbolOf(pair) || plain === pair.replace("-", "")) };
}

function pairOfFile(file: string, pairs: readonly string[]): string | undefined {
  const name = basename(file).toUpperCase();
  const fitting = pairs.filter((pair) => name.includes(symbolOf(pair)) || name.includes(pair));
  if (fitting.length === 0 && pairsNamed(file).length > 0) return undefined;
  const [only, second] = fitting.length > 0 ? fitting : pairs;
  return second === undefined ? only : undefined;
}

/** The pairs whose symbols are parts of a file's name: ETHUSDT-1h.csv holds no prices of another pair. */
function pairsNamed(file: string): readonly string[] {
  const parts = basename(file)
    .toUpperCase()
    .split(/[^A-Z0-9]+/);
  return parts.flatMap((part) => pairOf(part) ?? []);
}

/** To give prices of one pair to another one is no remedy where the file's name says whose they are. */
function unclearPair(file: string, pairs: readonly string[], option: string): string {
  const symbols = pairs.map(symbolOf).join(", ");
  const [other] = pairsNamed(file);
  if (other === undefined || pairs.includes(other))
    return `the pair of the prices in ${file} isn't clear: its name contains none of ${symbols}\nWrite ${option} PAIR=${file}.`;
  const give = pairs.length > 1 ? "one of these" : pairs.join();
  return `the name of ${file} says ${other}, and the bots trade ${pairs.join(", ")}\nGive a file with prices of ${give}.`;
}

/** `PAIR=value`, the pair as USDT-BTC or BTCUSDT. */
export function named(text: string): { readonly name: string | undefined; readonly value: string } {
  const match = /^([A-Z0-9]+(?:-[A-Z0-9]+)?)=(.+)$/i.exec(text);
  return { name: match?.[1]?.toUpperCase(), value: match?.[2] ?? text };
}

export function isPair(name: string, pair: string): boolean {
  return name === pair || name === symbolOf(pair);
}

/** The candles of files, one after the other. */
export function fileSource(pair: string, files: readonly string[], { onBytes }: PriceReading): PriceSource {
  const facts = noFacts();
  const size = files.reduce((sum, file) => sum + sizeOf(file), 0);
  return {
    pair,
    candles: allCandles(files, facts, onBytes),
    size,
    facts: (candles) => ({
      pair,
      source: files.map((file) => basename(file)).join(", "),
      candles,
      notes: notesOf(facts),
    }),
  };
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** The files one after the other; the order of time is checked across them. */
function* allCandles(
  files: readonly string[],
  facts: CandleFacts,
  onBytes: PriceReading["onBytes"],
): Generator<CandleBlock> {
  for (const file of files) {
    try {
      yield* readCandles(file, facts, onBytes);
    } catch (error) {
      if (error instanceof CandleError) throw new AppError(`${file}:${error.line}: ${error.message}\n${error.remedy}`);
      throw unreadable(file, error);
    }
  }
}

function unreadable(file: string, error: unknown): unknown {
  const code = errorCode(error);
  return code === undefined
    ? error
    : new AppError(`${file} can't be read: ${systemReason(code)}\nName a file that this user can read.`);
}

function notesOf({ gaps, missing, gapLine, duplicates, duplicateLine, rounded }: CandleFacts): string[] {
  return [
    ...(gaps === 0
      ? []
      : [
          `${counted(missing, "candle")} missing in ${counted(gaps, "gap")}, the first before line ${gapLine}: the price jumps there`,
        ]),
    ...(duplicates === 0
      ? []
      : [
          `${counted(duplicates, "row")} with the same time as the row before left out, the first at line ${duplicateLine}`,
        ]),
    ...(rounded === 0 ? [] : [`${counted(rounded, "number")} of more than 15 digits rounded to the nearest double`]),
  ];
}

function walkSource(pair: string, seed: string, options: PriceOptions, { from }: PriceReading): PriceSource {
  const base = startPrice(pair, options.startPrice ?? []);
  const { volatility } = options;
  const reading = { seed: `${seed}/${pair}`, base, from, stepSeconds: MINUTE_SECONDS, volatilityPercent: volatility };
  const source = `random walk, seed ${seed}, from ${base}, standard deviation ${volatility} % per candle`;
  return { pair, candles: walkCandles(reading), size: 0, facts: (candles) => ({ pair, source, candles, notes: [] }) };
}

const START = "100";

function startPrice(pair: string, texts: readonly string[]): string {
  const files = texts.map(named);
  const price =
    files.find(({ name }) => name !== undefined && isPair(name, pair)) ?? files.find(({ name }) => name === undefined);
  const value = price?.value ?? START;
  if (!/^\d{1,9}(?:\.\d{1,8})?$/.test(value) || Number(value) === 0)
    throw new AppError(`${value} is not a start price\nGive --start-price PRICE or --start-price PAIR=PRICE.`);
  return value;
}
