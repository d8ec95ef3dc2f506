// The readings of the candles that a report shows: one where all of them come to the same.
import type { ReplayFacts } from "../model/risk/simulation.js";

/** @param replays the worst first */
export function differentReadings(replays: readonly ReplayFacts[]): readonly ReplayFacts[] {
  const [first, ...others] = replays;
  const text = JSON.stringify(first?.totals);
  return others.every(({ totals }) => JSON.stringify(totals) === text) ? replays.slice(0, 1) : replays;
}
