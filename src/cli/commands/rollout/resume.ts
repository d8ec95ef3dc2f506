// botform rollout resume: a person's decision about the roll-out that is under way.
import { decision } from "./decision.js";

export const rolloutResume = decision(
  "resume",
  "Let a paused roll-out go on where it was: it looks again, and pauses again if the same is in the way.",
  "calm again",
);
