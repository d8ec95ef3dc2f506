// botform rollout abort: a person's decision about the roll-out that is under way.
import { decision } from "./decision.js";

export const rolloutAbort = decision(
  "abort",
  "End the roll-out for good. The account that is being applied is finished; no other begins, and every bot stays as it is.",
  "wrong settings",
);
