// A seeded random walk as candles, without end.
import { type CandleBlock, emptyBlock } from "./candle.js";
import { Walk, type WalkTerms } from "./walk.js";

const BLOCK = 8_192;
/** Steps within one candle; its deviation is spread over them. */
const STEPS = 4;

/** Candles of `stepSeconds` each; `volatilityPercent` is the deviation of a whole candle. The block is used again. */
export function* walkCandles(terms: WalkTerms): Generator<CandleBlock> {
  const walk = new Walk({ ...terms, volatilityPercent: terms.volatilityPercent / Math.sqrt(STEPS) });
  const block = emptyBlock(BLOCK);
  const interval = terms.stepSeconds * 1000;
  for (let time = terms.from; ; ) {
    for (block.count = 0; block.count < BLOCK; block.count += 1, time += interval) {
      const open = walk.price;
      let [low, high] = [open, open];
      for (let step = 0; step < STEPS; step += 1) {
        walk.step();
        low = Math.min(low, walk.price);
        high = Math.max(high, walk.price);
      }
      const at = block.count;
      block.time[at] = time;
      block.open[at] = open;
      block.high[at] = high;
      block.low[at] = low;
      block.close[at] = walk.price;
    }
    yield block;
  }
}
