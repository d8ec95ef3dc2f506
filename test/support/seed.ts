// Gives every property its seed: the same in each run of the lanes, a fresh one in a long run, and the one that BOTFORM_SEED names.
import fc from "fast-check";
import { LANE } from "./lane.js";

/** What the lanes start from. Any number does; it stays, so that a failure has to do with the change and not with luck. */
const FIXED = 16_016;

const named = process.env.BOTFORM_SEED;

fc.configureGlobal({
  ...(named !== undefined ? { seed: Number(named) } : LANE !== "long" && { seed: FIXED }),
  // A lane says at once what failed; whoever repeats it with BOTFORM_SEED also gets the smallest example, which takes minutes.
  endOnFailure: named === undefined,
});
