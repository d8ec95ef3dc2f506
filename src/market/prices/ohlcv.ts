// Reads candles out of a file, chunk by chunk: Binance's public CSV, or the JSON arrays of ccxt and freqtrade.
import { closeSync, openSync, readSync } from "node:fs";
import { type CandleBlock, emptyBlock } from "./candle.js";
import { Fields, isSpace } from "./field.js";
import type { NumberCount } from "./number-bytes.js";

/** A row that can't be used: which line, what is wrong, and what to do. */
export class CandleError extends Error {
  readonly line: number;
  readonly remedy: string;

  constructor(line: number, message: string, remedy: string) {
    super(message);
    this.name = "CandleError";
    this.line = line;
    this.remedy = remedy;
  }
}

/** What was found in a file; complete once its blocks are read. Times in milliseconds since the epoch. */
export interface CandleFacts extends NumberCount {
  rows: number;
  first: number;
  last: number;
  /** Between two neighbours, the shortest; 0 with fewer than two rows. */
  interval: number;
  /** Places where candles are missing, how many are, and the line after the first such place. */
  gaps: number;
  missing: number;
  gapLine: number;
  /** Rows with the time of the row before; the first counts. */
  duplicates: number;
  duplicateLine: number;
}

export function noFacts(): CandleFacts {
  const gaps = { gaps: 0, missing: 0, gapLine: 0, duplicates: 0, duplicateLine: 0 };
  return { rows: 0, first: 0, last: 0, interval: 0, rounded: 0, ...gaps };
}

const NEWLINE = 0x0a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const BLOCK = 8_192;
const LONGEST_ROW = 4_096;
/** From here on a time is in microseconds: as milliseconds it would be after the year 5000. Binance's files since 2025. */
const MICROSECONDS = 1e14;
/** Below this it would be before 1974 as milliseconds: seconds, most likely. */
const TOO_EARLY = 1.2e11;
const COLUMN_NAMES = ["open time", "open", "high", "low", "close"] as const;

/**
 * The candles of a file's chunks, in blocks; the same block is used again for each. `facts` is filled on the way.
 * Throws CandleError. Columns after the close aren't looked at.
 */
export function* candlesOf(chunks: Iterable<Uint8Array>, facts: CandleFacts): Generator<CandleBlock> {
  const block = emptyBlock(BLOCK);
  const rows = new Rows(block, facts);
  let rest: Uint8Array = new Uint8Array(0);
  for (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    rows.recognise(bytes);
    let start = 0;
    for (let end = bytes.indexOf(rows.ending, start); end >= 0; end = bytes.indexOf(rows.ending, start)) {
      rows.read(bytes, start, end);
      start = end + 1;
      if (block.count < BLOCK) continue;
      yield block;
      block.count = 0;
    }
    // A copy: the chunk may be used again.
    rest = new Uint8Array(bytes.subarray(start));
    if (rest.length > LONGEST_ROW) throw new CandleError(rows.line, "a row isn't closed", FORMS);
  }
  rows.finish(rest);
  if (block.count > 0) yield block;
}

const FORMS =
  "Give a CSV file as Binance publishes it (open time, open, high, low, close, …) or a JSON array of [ms, open, high, low, close, volume].";

class Rows {
  ending = 0;
  line = 1;
  readonly #block: CandleBlock & { count: number };
  readonly #facts: CandleFacts;
  readonly #fields: Fields;
  readonly #row = new Float64Array(COLUMN_NAMES.length);
  #isFirst = true;
  /** Candles of this file. */
  #taken = 0;
  /** Brackets that are open in an array. */
  #depth = 0;

  constructor(block: CandleBlock & { count: number }, facts: CandleFacts) {
    this.#block = block;
    this.#facts = facts;
    this.#fields = new Fields(facts);
  }

  /** JSON begins with a bracket; its rows end with one. */
  recognise(bytes: Uint8Array): void {
    if (this.ending !== 0) return;
    const first = bytes.find((byte) => !isSpace(byte) && !isByteOrderMark(byte));
    if (first !== undefined) this.ending = first === OPEN_BRACKET ? CLOSE_BRACKET : NEWLINE;
  }

  /** What is left when the file ends. */
  finish(rest: Uint8Array): void {
    if (this.ending === NEWLINE) this.read(rest, 0, rest.length);
    else if (this.#depth > 0 || rest.some((byte) => !isSpace(byte)))
      throw new CandleError(this.line, "the array isn't closed", FORMS);
    if (this.#facts.rows === 0) throw new CandleError(1, "there are no candles in it", FORMS);
  }

  read(bytes: Uint8Array, from: number, to: number): void {
    if (this.ending === NEWLINE) this.#readCsv(bytes, from, to);
    else this.#readArray(bytes, from, to);
  }

  #readCsv(bytes: Uint8Array, from: number, to: number): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    let start = from;
    while (start < to && (isSpace(bytes[start] ?? 0) || (isFirst && isByteOrderMark(bytes[start] ?? 0)))) start += 1;
    let end = to;
    while (end > start && isSpace(bytes[end - 1] ?? 0)) end -= 1;
    const isHeader = isFirst && start < end && !isDigit(bytes[start] ?? 0);
    if (start < end && !isHeader) this.#take(bytes, start, end);
    this.line += 1;
  }

  #readArray(bytes: Uint8Array, from: number, to: number): void {
    let start = from;
    for (; start < to; start += 1) {
      const byte = bytes[start] ?? 0;
      if (byte === NEWLINE) this.line += 1;
      else if (byte === OPEN_BRACKET) this.#depth += 1;
      else if (!isSpace(byte) && byte !== 0x2c) break;
    }
    this.#depth -= 1;
    // The last bracket closes the whole.
    if (start < to) this.#take(bytes, start, to);
    for (; start < to; start += 1) if (bytes[start] === NEWLINE) this.line += 1;
  }

  #take(bytes: Uint8Array, from: number, to: number): void {
    const row = this.#row;
    let start = from;
    for (let column = 0; column < row.length; column += 1) {
      if (start > to) throw this.#bad(`has no ${COLUMN_NAMES[column]}`);
      const value = this.#fields.read(bytes, start, to);
      if (!(value > 0 && value < Number.MAX_VALUE))
        throw this.#bad(
          `has ${COLUMN_NAMES[column]?.startsWith("o") ? "an" : "a"} ${COLUMN_NAMES[column]} that isn't a number above 0`,
        );
      row[column] = value;
      start = this.#fields.end + 1;
    }
    this.#accept();
  }

  #accept(): void {
    const [opens = 0, open = 0, high = 0, low = 0, close = 0] = this.#row;
    if (!(low <= open && low <= close && open <= high && close <= high))
      throw this.#bad(
        "has an open or close outside low and high",
        "Correct the row: low must be its lowest price and high its highest.",
      );
    if (opens < TOO_EARLY) throw this.#bad("has a time that is neither milliseconds nor microseconds since 1970");
    const time = opens >= MICROSECONDS ? Math.floor(opens / 1000) : opens;
    if (!this.#isNext(time)) return;
    const block = this.#block;
    const at = block.count;
    block.time[at] = time;
    block.open[at] = open;
    block.high[at] = high;
    block.low[at] = low;
    block.close[at] = close;
    block.count = at + 1;
  }

  /** Keeps account of order, gaps and duplicates; false for a row that isn't taken. */
  #isNext(time: number): boolean {
    const facts = this.#facts;
    const step = time - facts.last;
    if (facts.rows === 0) facts.first = time;
    else if (step < 0) throw this.#early();
    else if (step === 0) {
      facts.duplicates += 1;
      if (facts.duplicateLine === 0) facts.duplicateLine = this.line;
      return false;
    } else if (facts.interval === 0 || step < facts.interval) facts.interval = step;
    else if (step > facts.interval) {
      facts.gaps += 1;
      facts.missing += Math.round(step / facts.interval) - 1;
      if (facts.gapLine === 0) facts.gapLine = this.line;
    }
    facts.rows += 1;
    facts.last = time;
    this.#taken += 1;
    return true;
  }

  #early(): CandleError {
    if (this.#taken > 0) return this.#bad("is earlier than the previous row", "Sort the rows by time, oldest first.");
    return this.#bad(
      "is earlier than the last one of the previous file",
      "Name the files in order of time, each of them once.",
    );
  }

  #bad(what: string, remedy = FORMS): CandleError {
    return new CandleError(this.line, `this row ${what}`, remedy);
  }
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** EF BB BF, as some editors put it before a text. */
function isByteOrderMark(byte: number): boolean {
  return byte === 0xef || byte === 0xbb || byte === 0xbf;
}

const CHUNK = 256 * 1024;

/**
 * The candles of a file in blocks. Throws what the file system throws, and CandleError.
 * @param onBytes called with how many bytes were read, as they are
 */
export function* readCandles(
  path: string,
  facts: CandleFacts,
  onBytes: (count: number) => void = () => {},
): Generator<CandleBlock> {
  const file = openSync(path, "r");
  try {
    yield* candlesOf(chunksOf(file, onBytes), facts);
  } finally {
    closeSync(file);
  }
}

/** The same bytes are used again for each chunk. */
function* chunksOf(file: number, onBytes: (count: number) => void): Generator<Uint8Array> {
  const bytes = Buffer.allocUnsafe(CHUNK);
  for (let count = readSync(file, bytes); count > 0; count = readSync(file, bytes)) {
    onBytes(count);
    yield bytes.subarray(0, count);
  }
}
