// The candles of a scenario's prices: of a file, or made up by a walk.
import { type CandleBlock, gathered } from "../../market/prices/candle.js";
import { CandleError, noFacts, readCandles } from "../../market/prices/ohlcv.js";
import { WALK_FROM, walkCandles } from "../../market/prices/walk.js";
import type { ScenarioPrice } from "../../model/scenario/scenario.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";

export interface Candles {
  readonly block: CandleBlock;
  /** Length of a candle, milliseconds. */
  readonly interval: number;
  /** Opening of the first and end of the last, milliseconds since the epoch. */
  readonly from: number;
  readonly to: number;
}

export type CandleReading =
  | { readonly ok: true; readonly candles: Candles }
  | { readonly ok: false; readonly problem: string; readonly remedy: string };

const MINUTE = 60_000;

/** Never throws for what a file holds, or that it isn't there. */
export function candlesIn(file: string): CandleReading {
  const facts = noFacts();
  try {
    const block = gathered(readCandles(file, facts));
    const interval = facts.interval || MINUTE;
    const [from, last] = [block.time[0], block.time[block.count - 1]];
    if (from === undefined || last === undefined)
      return { ok: false, problem: `${file} has no candles`, remedy: "Name a file that has some." };
    return { ok: true, candles: { block, interval, from, to: last + interval } };
  } catch (error) {
    if (error instanceof CandleError)
      return { ok: false, problem: `${file}:${error.line}: ${error.message}`, remedy: error.remedy };
    const code = errorCode(error);
    if (code === undefined) throw error;
    return {
      ok: false,
      problem: `${file} can't be read: ${systemReason(code)}`,
      remedy: "Name a file of candles that this user can read, relative to the scenario's own.",
    };
  }
}

/** @param lasts milliseconds */
export function candlesOfWalk(
  pair: string,
  { seed, start, volatility }: Extract<ScenarioPrice, { readonly kind: "walk" }>,
  lasts: number,
): Candles {
  const rest = { from: WALK_FROM, stepSeconds: MINUTE / 1000, volatilityPercent: volatility };
  const walk = walkCandles({ seed: `${seed}/${pair}`, base: start, ...rest });
  const block = gathered(cut(walk, Math.ceil(lasts / MINUTE)));
  return { block, interval: MINUTE, from: WALK_FROM, to: WALK_FROM + block.count * MINUTE };
}

function* cut(blocks: Iterable<CandleBlock>, count: number): Generator<CandleBlock> {
  let left = count;
  for (const block of blocks) {
    yield { ...block, count: Math.min(left, block.count) };
    left -= block.count;
    if (left <= 0) return;
  }
}
