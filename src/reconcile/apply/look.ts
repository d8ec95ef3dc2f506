// A look and what is sent because of it: what was seen may have grown old by the time everything else is ready.
import type { Step } from "../../model/plan/plan.js";
import { notStarted } from "./endings.js";
import type { Run } from "./run.js";
import type { Command, Ending } from "./run-terms.js";

/** Milliseconds that what was seen of a bot may be old when something is sent because of it. */
export const LOOK_AGE_MS = 5_000;
const MOST_LOOKS = 3;

/** What a look has seen, and whether that still holds. */
export interface Looked<Seen> {
  readonly seen: Seen;
  readonly isFresh: () => boolean;
}

/** The answer to what was sent, with what had been seen; or how the step ends without anything having been sent. */
export type LookedAndSent<Seen> =
  | { readonly ending: Ending }
  | {
      readonly seen: Seen;
      readonly answer: Exclude<Awaited<ReturnType<Run["write"]>>, { kind: "stopped" | "overtaken" }>;
    };

/** Looks, and sends at once; looks again where that took too long, or the machine slept. `rule` is the one that wants the look. */
export async function lookAndSend<Seen>(
  run: Run,
  step: Step,
  look: () => Promise<Ending | Looked<Seen>>,
  command: Command,
  rule = 9,
): Promise<LookedAndSent<Seen>> {
  for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
    const looked = await look();
    if ("kind" in looked) return { ending: looked };
    const answer = await run.write(step, command, { isFresh: looked.isFresh });
    if (answer.kind === "stopped") return { ending: notStarted(answer.stop) };
    if (answer.kind !== "overtaken") return { seen: looked.seen, answer };
  }
  return { ending: { ...TOO_SLOW, rule } };
}

const TOO_SLOW: Ending = {
  kind: "failed",
  detail: "nothing was sent: what was seen of the account was too old each time",
  next: "run apply again when the service answers faster",
};
