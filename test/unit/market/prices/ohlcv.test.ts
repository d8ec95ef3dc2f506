// Reading candles: both forms, both units of time, and rows that can't be used.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gathered } from "../../../../src/market/prices/candle.js";
import { numberAt } from "../../../../src/market/prices/number-bytes.js";
import { CandleError, candlesOf, noFacts } from "../../../../src/market/prices/ohlcv.js";

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

  it.each([
    { text: "", line: 1, says: /no candles/, because: "an empty file" },
    { text: "open_time,open\n", line: 1, says: /no candles/, because: "a header alone" },
    { text: "[]", line: 1, says: /no candles/, because: "an empty array" },
    { text: `${T},1,2\n`, line: 1, says: /no low/, because: "too few columns" },
    { text: `${T},1,2,0.5,1\n${T + 1},1,2,0.5,x\n`, line: 2, says: /close that isn't a number/, because: "a word" },
    { text: `${T},1,2,0.5,1\n${T + 1},1,2,0.5,"1"\n`, line: 2, says: /close that isn't a number/, because: "quotes" },
    { text: `${T},1,2,0.5,-1\n`, line: 1, says: /close that isn't a number above 0/, because: "a negative price" },
    { text: `${T},1,2,0,1\n`, line: 1, says: /low that isn't a number above 0/, because: "a price of 0" },
    { text: `${T},1,2,0.5,1e999\n`, line: 1, says: /close that isn't a number/, because: "more than a double holds" },
    { text: `${T},3,2,0.5,1\n`, line: 1, says: /outside/, because: "an open above the high" },
    { text: `${T / 1000},1,2,0.5,1\n`, line: 1, says: /neither milliseconds/, because: "seconds" },
    {
      text: `${T},1,2,0.5,1\n${T - 1},1,2,0.5,1\n`,
      line: 2,
      says: /earlier than the previous row/,
      because: "rows out of order",
    },
    { text: `[\n[${T},1,2,0.5,1],\n[${T + 1},1,2,0.5]]`, line: 3, says: /no close/, because: "JSON, a short row" },
    { text: `[[${T},1,2,0.5,1]`, line: 1, says: /the array isn't closed/, because: "JSON cut off after a row" },
    { text: `[[${T},1,2`, line: 1, says: /isn't closed/, because: "JSON cut off" },
    { text: `{"a":1}`, line: 1, says: /no candles/, because: "another kind of file" },
    { text: "9".repeat(5000), line: 1, says: /isn't closed/, because: "no rows at all" },
  ])("refuses $because, with its line", ({ text, line, says }) => {
    try {
      read(text, 6000);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof CandleError)) throw error;
      expect(error.line).toBe(line);
      expect(error.message).toMatch(says);
      expect(error.remedy).not.toBe("");
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

  it.each(["", ".", "1.2.3", "1,2", "0x10", "Infinity", "NaN", "1e", "--1", " 1"])("refuses %j", (text) => {
    const bytes = Buffer.from(text);
    expect(numberAt(bytes, 0, bytes.length, { rounded: 0 })).toBeNaN();
  });
});
