// Every clause of the rules that can be taken out of the source, in the rules' order; then those about deals, and the promises beside the rules.
import type { Ablation } from "./ablation.js";
import { ANSWERS } from "./ablations-answers.js";
import { READ_BACK } from "./ablations-back.js";
import { DEALS } from "./ablations-deals.js";
import { DOUBTS } from "./ablations-doubts.js";
import { FINAL_LOOK } from "./ablations-final-look.js";
import { INTENTS } from "./ablations-intents.js";
import { LIMITS } from "./ablations-limits.js";
import { LISTS } from "./ablations-lists.js";
import { PROMISES } from "./ablations-promises.js";
import { READS } from "./ablations-reads.js";
import { RUNS } from "./ablations-runs.js";
import { SWITCHES } from "./ablations-switches.js";

export const ABLATIONS: readonly Ablation[] = [
  ...LISTS,
  ...ANSWERS,
  ...READ_BACK,
  ...SWITCHES,
  ...RUNS,
  ...READS,
  ...FINAL_LOOK,
  ...LIMITS,
  ...DOUBTS,
  ...INTENTS,
  ...DEALS,
  ...PROMISES,
];
