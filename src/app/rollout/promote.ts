// What a promotion is about: what is left as it was shown, named by a digest, and nothing else by the time that somebody says yes.
import { hash } from "node:crypto";
import type { RolloutRecord } from "../../model/rollout/record.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { decideRollout, type LedgerPlace, rolloutToDecide } from "./decide.js";
import type { Review } from "./review.js";

/** What is left of a roll-out as a person was shown it. */
export interface Shown {
  readonly seen: RolloutRecord;
  readonly review: Review;
}

/** Throws AppError where a plan couldn't be made, or wouldn't be applied. */
export function refuseBlocked({ exitCode }: Pick<Review, "exitCode">): void {
  if (exitCode === EXIT.done) return;
  throw new AppError(
    "one of the plans couldn't be made, or wouldn't be applied, so nothing was recorded\nbotform rollout plan --verbose shows why.",
    { exitCode },
  );
}

/** 64 hexadecimal digits, of all that would be kept of the promotion. */
export function shownDigest({ seen: { begin, state }, review: { waves, rollout, at } }: Shown): string {
  const { gates, onFailure, waitMs } = rollout;
  const kept = { id: begin.id, wave: state.wave, phase: state.phase, waves, gates, onFailure, waitMs, at };
  return hash("sha256", JSON.stringify(kept));
}

/** Keeps the decision about what was shown. Throws AppError where the roll-out isn't any more what it was then, and nothing is kept. */
export async function promoteShown(
  place: LedgerPlace,
  { seen, review }: Shown,
  by: string,
  reason: string | undefined,
): Promise<void> {
  refuseBlocked(review);
  const now = await rolloutToDecide(place, "promote");
  if (standing(now) !== standing(seen))
    throw new AppError(
      "the roll-out has gone on since this was shown\nLook at what is left of it now, and answer that.",
    );
  await decideRollout(place, { does: "promote", by, reason, review, seen });
}

/** What a person who says yes relies on: where it stands, what is in the way, and what others have decided. */
function standing({ begin, state, decisions }: RolloutRecord): string {
  const { status, phase, wave, isFailed, done } = state;
  const failed = state.gates.filter((one) => one.state === "failed").map(({ gate }) => gate);
  return JSON.stringify([begin.id, status, phase, wave, isFailed, done, failed, decisions.length]);
}
