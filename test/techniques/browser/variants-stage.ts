// Pages of experiments to look at: a clear one with several variants, one with few deals, and one of which not all is known.
import { resultsPage } from "../../../src/render/html/results-page.js";
import { experimentFacts } from "../../unit/results/experiments-of.js";

const MAKING = { at: "2026-11-29T12:00:00.000Z", toolVersion: "1" };

/** A market that all share, with a mean of each. */
function nets(mean: number, count: number, seed = 1): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, (_, index) => {
    state = (state * 48_271) % 2_147_483_647;
    return mean + ((index * 7) % 11) - 5 + (state / 2_147_483_647 - 0.5);
  });
}

/** @param name in every place that holds a text from outside */
export function experiments(name = "wider-steps"): string {
  const facts = experimentFacts(
    {
      [name]: [
        { name: "as-it-is", bots: [nets(1, 120), nets(1, 120, 2)] },
        { name: "wider", tries: "2", bots: [nets(1.6, 120, 3)], running: 1 },
        { name: "much-wider-than-before", tries: "4", bots: [nets(0.2, 120, 4)] },
        { name: "a-bit", tries: "1.1", bots: [nets(1.02, 120, 5)] },
        { name: "a-bit-more", tries: "1.2", bots: [nets(1.03, 120, 6)] },
      ],
      few: [
        { name: "control", bots: [nets(1, 12)] },
        { name: "tried", tries: "2", bots: [nets(2, 9)] },
      ],
      unknown: [
        { name: "control", bots: [nets(1, 60)] },
        { name: "tried", tries: "2", bots: [nets(2, 60)], unknown: true },
      ],
    },
    { account: name },
  );
  return resultsPage(facts, MAKING);
}

/** Two variants alone, of which one is better. */
export function experiment(): string {
  const facts = experimentFacts({
    "wider-steps": [
      { name: "control", bots: [nets(1, 60), nets(1, 60, 2)] },
      { name: "wider", tries: "2", bots: [nets(1.6, 60, 3), nets(1.5, 60, 4)] },
    ],
  });
  return resultsPage(facts, MAKING);
}
