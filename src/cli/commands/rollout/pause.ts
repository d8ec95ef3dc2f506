// botform rollout pause: a person's decision about the roll-out that is under way.
import { decision } from "./decision.js";

export const rolloutPause = decision(
  "pause",
  "Stop the roll-out where it is, until botform rollout resume. The account that is being applied is finished; no other begins. Needs no network and no credentials.",
  "market too wild",
);
