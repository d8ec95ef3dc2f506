// Opens a file of candles and hands its bytes on in chunks: a year of minutes never stands in memory as text.
import { closeSync, openSync, readSync } from "node:fs";
import type { CandleBlock } from "./candle.js";
import { type CandleFacts, candlesOf } from "./ohlcv.js";

const CHUNK = 256 * 1024;

/**
 * The candles of a file in blocks. Throws what the file system throws, and CandleError.
 * @param onBytes told how many bytes were read, as they are
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
