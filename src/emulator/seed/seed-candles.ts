// Reads the candle files that a seed names, and says what is wrong with them.
import { resolve } from "node:path";
import { gathered } from "../../market/prices/candle.js";
import { readCandles } from "../../market/prices/candle-file.js";
import { CandleError, noFacts } from "../../market/prices/ohlcv.js";
import type { Seed } from "./seed.js";
import { candleFiles, type LoadedCandles } from "./seed-courses.js";

/**
 * The candles of a seed's files, by their names in the seed.
 *
 * @param folder that relative names start from
 * @throws RangeError naming the file, the line and what to do
 */
export function loadCandles(seed: Seed, folder: string): ReadonlyMap<string, LoadedCandles> {
  return new Map(candleFiles(seed.prices ?? {}).map((file) => [file, read(file, resolve(folder, file))]));
}

function read(name: string, path: string): LoadedCandles {
  const facts = noFacts();
  try {
    const block = gathered(readCandles(path, facts));
    if (block.count === 0) throw new RangeError(`${name}: there are no candles in it`);
    return { block, interval: facts.interval || 60_000 };
  } catch (error) {
    if (error instanceof CandleError) throw new RangeError(`${name}:${error.line}: ${error.message}; ${error.remedy}`);
    if (error instanceof Error && "code" in error) throw new RangeError(`${name}: the candle file can't be read`);
    throw error;
  }
}
