// For how long a wave was watched: the time between looks that were made, never the time at which nobody looked. Time comes in.
import type { RolloutState } from "./record.js";

const LEAST_LOOK_MS = 60_000;
const MOST_LOOK_MS = 900_000;
/** So often is a wave looked at while it is watched, at least. */
const LOOKS_A_BAKE = 20;
/** What counts between two looks, as so many times what should lie between them: a look takes its time, too. */
const MOST_LOOKS_APART = 2;

/** Between two looks, in milliseconds. */
export function lookMs(bakeMs: number): number {
  return Math.min(MOST_LOOK_MS, Math.max(LEAST_LOOK_MS, bakeMs / LOOKS_A_BAKE));
}

/** What counts between two looks at most, in milliseconds, however far a clock has jumped and however long nobody looked. */
export function mostCountedMs(bakeMs: number): number {
  return MOST_LOOKS_APART * lookMs(bakeMs);
}

type Watched = NonNullable<RolloutState["watched"]>;

/** Up to this look; a clock that was put back adds nothing. @param now milliseconds since the epoch */
export function watchedUntil(
  { watched, since }: Pick<RolloutState, "watched" | "since">,
  bakeMs: number,
  now: number,
): Watched {
  // An older botform kept nothing of it: then only what its looks were apart at most is known to be watched.
  const { ms, until } = watched ?? { ms: 0, until: since };
  return { ms: ms + Math.min(mostCountedMs(bakeMs), Math.max(0, now - until)), until: now };
}
