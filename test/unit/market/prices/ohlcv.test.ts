// Reading candles: both forms, both units of time, and rows that can't be used.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gathered } from "../../../../src/market/prices/candle.js";
import { numberAt } from "../../../../src/market/prices/number-bytes.js";
import { CandleError, candlesOf, noFacts, readCandles } from "../../../../src/market/prices/ohlcv.js";

const T = 1_735_689_600_000;

/** Bytes in chunks of a size, always in the same memory, as a file reader gives them. */
function* chunks(text: string, size = 1 << 20): Generator<Uint8Array> {
  const all = Buffer.from(text);
  const memory = Buffer.alloc(size);
  for (let at = 0; at < all.length; at += size) yield memory.subarray(0, all.copy(memory, 0, at, at + size));
}

function read(text: string, size?: number) {
  const facts = noFacts();
  const { count, time, open, high, low, close } = gathered(candlesOf(chunks(text, size), facts));
  const rows = Array.from({ length: count }, (_, at) => [time[at], open[at], high[at], low[at], close[at]]);
  return { rows, facts };
}

const FORMS =
  "Give a CSV file as Binance publishes it (open time, open, high, low, close, …) or a JSON array of [ms, open, high, low, close, volume].";
const OUTSIDE = {
  message: "this row has an open or close outside low and high",
  remedy: "Correct the row: low must be its lowest price and high its highest.",
};

function refusal(act: () => unknown) {
  try {
    act();
  } catch (error) {
    if (!(error instanceof CandleError)) throw error;
    const { name, line, message, remedy } = error;
    return { name, line, message, remedy };
  }
  return undefined;
}

const TWO = [
  [T, 1.5, 2, 1, 1.25],
  [T + 60_000, 1.25, 1.25, 0.5, 0.75],
];

describe("candlesOf", () => {
  it.each([
    {
      text: `${T},1.5,2.0,1.0,1.25,7,1,2,3,4,5,0\n${T + 60_000},1.25,1.25,0.5,0.75,7,1,2,3,4,5,0\n`,
      because: "Binance, milliseconds",
    },
    {
      text: `${T}000,1.5,2,1,1.25,7\n${T + 60_000}000,1.25,1.25,.50,0.75,7`,
      because: "microseconds (since 2025), no last line end",
    },
    {
      text: `open_time,open,high,low,close,volume\r\n${T},1.5,2,1,1.25,7\r\n${T + 60_000},1.25,1.25,0.5,0.75,7\r\n`,
      because: "a header, CRLF",
    },
    {
      text: `\ufeff${T}, 1.5 ,2,1,1.25\n\n${T + 60_000},1.25,1.25,0.5,0.75\n`,
      because: "a byte order mark, spaces, an empty line",
    },
    { text: `[[${T},1.5,2.0,1.0,1.25,7.0],[${T + 60_000},1.25,1.25,0.5,0.75,null]]`, because: "ccxt, one line" },
    {
      text: `[\n  [${T}, 1.5, 2, 1, 1.25, 7],\n  [${T + 60_000}, 125e-2, 1.25, 5E-1, 0.75, 7]\n]\n`,
      because: "freqtrade, laid out, with exponents",
    },
  ])("reads $because", ({ text }) => {
    expect(read(text).rows).toEqual(TWO);
    // Wherever the chunks end.
    for (const size of [1, 7, 33]) expect(read(text, size).rows).toEqual(TWO);
  });

  it("reports gaps, duplicates and numbers too long for a double", () => {
    const row = (minute: number) => `${T + minute * 60_000},1.5,2,1,1.25,7\n`;
    const { facts } = read(`${row(0)}${row(1)}${row(1)}${row(4)}${T + 5 * 60_000},1.2345678901234567,2,1,1.25\n`);
    expect(facts).toEqual({
      rows: 4,
      first: T,
      last: T + 5 * 60_000,
      interval: 60_000,
      gaps: 1,
      missing: 2,
      gapLine: 4,
      duplicates: 1,
      duplicateLine: 3,
      rounded: 1,
    });
  });

  it.each<{ text: string; line: number; message: string; remedy?: string; because: string }>([
    { text: "", line: 1, message: "there are no candles in it", because: "an empty file" },
    { text: "open_time,open\n", line: 1, message: "there are no candles in it", because: "a header alone" },
    { text: "[]", line: 1, message: "there are no candles in it", because: "an empty array" },
    { text: `{"a":1}`, line: 1, message: "there are no candles in it", because: "another kind of file" },
    { text: `${T},1,2\n`, line: 1, message: "this row has no low", because: "too few columns" },
    { text: `${T}\n`, line: 1, message: "this row has no open", because: "a time alone" },
    {
      text: `${T},1,2,0.5,1\n${T + 1},1,2,0.5,x\n`,
      line: 2,
      message: "this row has a close that isn't a number above 0",
      because: "a word",
    },
    {
      text: `open_time\r\n\r\n${T},1,2,0.5,"1"\r\n`,
      line: 3,
      message: "this row has a close that isn't a number above 0",
      because: "quotes",
    },
    {
      text: `${T},1,2,0.5,-1\n`,
      line: 1,
      message: "this row has a close that isn't a number above 0",
      because: "a negative price",
    },
    {
      text: `${T},1,2,0,1\n`,
      line: 1,
      message: "this row has a low that isn't a number above 0",
      because: "a price of 0",
    },
    { text: `${T},,2,1,1\n`, line: 1, message: "this row has an open that isn't a number above 0", because: "a hole" },
    {
      text: `1x,1,2,1,1\n`,
      line: 1,
      message: "this row has an open time that isn't a number above 0",
      because: "a time that is none",
    },
    {
      text: `${T},1,1e999,0.5,1\n`,
      line: 1,
      message: "this row has a high that isn't a number above 0",
      because: "more than a double holds",
    },
    { text: `${T},3,2,0.5,1\n`, line: 1, ...OUTSIDE, because: "an open above the high" },
    { text: `${T},0.4,2,0.5,1\n`, line: 1, ...OUTSIDE, because: "an open below the low" },
    { text: `${T},1,2,0.5,3\n`, line: 1, ...OUTSIDE, because: "a close above the high" },
    { text: `${T},1,2,0.5,0.4\n`, line: 1, ...OUTSIDE, because: "a close below the low" },
    {
      text: `${T / 1000},1,2,0.5,1\n`,
      line: 1,
      message: "this row has a time that is neither milliseconds nor microseconds since 1970",
      because: "seconds",
    },
    {
      text: "119999999999,1,2,0.5,1\n",
      line: 1,
      message: "this row has a time that is neither milliseconds nor microseconds since 1970",
      because: "a moment before the earliest time",
    },
    {
      text: `${T},1,2,0.5,1\n${T - 1},1,2,0.5,1\n`,
      line: 2,
      message: "this row is earlier than the previous row",
      remedy: "Sort the rows by time, oldest first.",
      because: "rows out of order",
    },
    {
      text: `[\n[${T},1,2,0.5,1],\n[${T + 1},1,2,0.5]]`,
      line: 3,
      message: "this row has no close",
      because: "JSON, a short row",
    },
    {
      text: `[\n[${T},\n1,2,0.5,1\n],\n[${T + 1},1,2,0.5,"1"]]`,
      line: 5,
      message: "this row has a close that isn't a number above 0",
      because: "JSON, a row over several lines before it",
    },
    { text: `[[${T},1,2,0.5,1]`, line: 1, message: "the array isn't closed", because: "JSON cut off after a row" },
    { text: `[[${T},1,2,0.5,1]]\n[`, line: 1, message: "the array isn't closed", because: "JSON, and more after it" },
    { text: `[[${T},1,2`, line: 1, message: "the array isn't closed", because: "JSON cut off" },
    { text: "9".repeat(5000), line: 1, message: "a row isn't closed", because: "no rows at all" },
    { text: `${T},1,2,0.5,1\n${"9".repeat(4097)}`, line: 2, message: "a row isn't closed", because: "a row too long" },
  ])("refuses $because, with its line", ({ text, line, message, remedy = FORMS }) => {
    expect(refusal(() => read(text, 6000))).toEqual({ name: "CandleError", line, message, remedy });
  });

  it("a row may take 4096 bytes, whatever stands after its close", () => {
    const row = `${T},1,2,0.5,1,`;
    expect(read(row.padEnd(4096, "x")).rows).toEqual([[T, 1, 2, 0.5, 1]]);
  });

  it.each([
    { written: "120000000000", time: 120_000_000_000, because: "the earliest in milliseconds, in 1973" },
    { written: "99999999999999", time: 99_999_999_999_999, because: "the last in milliseconds" },
    { written: "100000000000000", time: 100_000_000_000, because: "the first in microseconds" },
    { written: "1735689600123999", time: 1_735_689_600_123, because: "cut to the millisecond" },
  ])("takes $written as a time: $because", ({ written, time }) => {
    expect(read(`${written},1,2,0.5,1\n`).rows).toEqual([[time, 1, 2, 0.5, 1]]);
  });

  it("a candle may stand still, and open or close at its extremes", () => {
    const rows = [
      [T, 1, 1, 1, 1],
      [T + 1, 2, 2, 1, 1],
      [T + 2, 1, 2, 1, 2],
    ];
    expect(read(rows.join("\n")).rows).toEqual(rows);
  });

  it("the shortest step is the interval, whenever it comes; gaps are counted from then on", () => {
    const rows = [0, 5, 10, 12, 14, 17, 23].map((minute) => `${T + minute * 60_000},1,2,0.5,1`);
    expect(read(rows.join("\n")).facts).toEqual({
      rows: 7,
      first: T,
      last: T + 23 * 60_000,
      interval: 120_000,
      gaps: 2,
      // 3 minutes of 2 are rounded to one candle missing, 6 of 2 are two.
      missing: 3,
      gapLine: 6,
      duplicates: 0,
      duplicateLine: 0,
      rounded: 0,
    });
  });

  it("a file with one candle has no interval", () => {
    expect(read(`${T},1,2,0.5,1\n`).facts).toMatchObject({ rows: 1, first: T, last: T, interval: 0 });
  });

  it("gives blocks of 8192 candles, the last one with the rest, and no empty one", () => {
    const counts = (rows: number) => {
      const text = Array.from({ length: rows }, (_, at) => `${T + at},1,2,0.5,1\n`).join("");
      return Array.from(candlesOf(chunks(text), noFacts()), ({ count, time }) => [count, time[0]]);
    };
    expect(counts(8192)).toEqual([[8192, T]]);
    expect(counts(8193)).toEqual([
      [8192, T],
      [1, T + 8192],
    ]);
  });

  it("goes on with the facts of the file before, and refuses one that begins earlier", () => {
    const facts = noFacts();
    const take = (text: string) => gathered(candlesOf(chunks(text), facts)).count;
    expect(take(`${T},1,2,0.5,1\n${T + 60_000},1,2,0.5,1\n`)).toBe(2);
    expect(take(`${T + 60_000},1,2,0.5,1\n${T + 120_000},1,2,0.5,1\n`)).toBe(1);
    expect(facts).toMatchObject({ rows: 3, first: T, last: T + 120_000, duplicates: 1, duplicateLine: 1 });
    expect(refusal(() => take(`\n${T},1,2,0.5,1\n`))).toEqual({
      name: "CandleError",
      line: 2,
      message: "this row is earlier than the last one of the previous file",
      remedy: "Name the files in order of time, each of them once.",
    });
  });
});

describe("readCandles", () => {
  it("reads a file, tells how many bytes it read, and throws what the file system throws", () => {
    const folder = mkdtempSync(join(tmpdir(), "botform-candles-"));
    const path = join(folder, "candles.csv");
    const text = Array.from({ length: 20_000 }, (_, at) => `${T + at * 60_000},1,2,0.5,1\n`).join("");
    try {
      writeFileSync(path, text);
      const facts = noFacts();
      const read: number[] = [];
      const { count } = gathered(readCandles(path, facts, (bytes) => read.push(bytes)));
      expect([count, facts.rows, facts.last]).toEqual([20_000, 20_000, T + 19_999 * 60_000]);
      expect(read).toEqual([262_144, text.length - 262_144]);
      expect(gathered(readCandles(path, noFacts())).count).toBe(20_000);
      expect(() => [...readCandles(join(folder, "none"), noFacts())]).toThrow("ENOENT");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("numberAt", () => {
  it("reads what Number() reads", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,12}(\.\d{0,12})?(e-?\d{1,2})?$/), (text) => {
        const bytes = Buffer.from(` ${text},`);
        expect(numberAt(bytes, 1, bytes.length - 1, { rounded: 0 })).toBe(Number(text));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    { text: "123456789012345", rounded: 0, because: "15 digits" },
    { text: "0.123456789012345", rounded: 0, because: "15 digits after the point" },
    { text: "0.0000000000000000000012345", rounded: 0, because: "leading zeros don't count" },
    { text: "1.234567890123450000", rounded: 0, because: "nor do trailing ones" },
    { text: "1.234567890123456", rounded: 1, because: "16 digits" },
    { text: "1.234567890123456e-3", rounded: 1, because: "an exponent is none of them" },
    { text: "1.23456789012345e-30", rounded: 0, because: "15 digits and an exponent" },
    { text: "1735689600000000", rounded: 0, because: "a time in microseconds is whole, and exact" },
    { text: "9007199254740991", rounded: 0, because: "the last whole number that is" },
    { text: "9007199254740993", rounded: 1, because: "beyond it" },
    { text: "-5", rounded: 0, because: "a sign" },
    { text: "5.", rounded: 0, because: "a point at the end" },
  ])("$text: $because", ({ text, rounded }) => {
    const bytes = Buffer.from(`7${text}7`);
    const count = { rounded: 0 };
    expect([numberAt(bytes, 1, bytes.length - 1, count), count.rounded]).toEqual([Number(text), rounded]);
  });

  it.each(["", ".", "1.2.3", "1,2", "0x10", "Infinity", "NaN", "1e", "--1", " 1"])("refuses %j", (text) => {
    const bytes = Buffer.from(text);
    expect(numberAt(bytes, 0, bytes.length, { rounded: 0 })).toBeNaN();
  });
});
