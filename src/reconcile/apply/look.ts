// A look and what is sent because of it: what was seen may have grown old by the time everything else is ready.

import type { ObservedBot } from "../../model/bot/bot.js";
import type { PlannedBot, Step } from "../../model/plan/plan.js";
import { readIfThere } from "../plan/lists.js";
import type { Run } from "./run.js";
import type { Command, StepResult } from "./run-options.js";
import { notStarted } from "./step-results.js";

/** Milliseconds that what was seen of a bot may be old when something is sent because of it. */
export const LOOK_AGE_MS = 5_000;
const MOST_LOOKS = 3;

/** What a look has seen, and whether that still holds. */
export interface Looked<Seen> {
  readonly seen: Seen;
  readonly isFresh: () => boolean;
}

/** The answer to what was sent, with what had been seen; or how the step ends without anything having been sent. */
type LookedAndSent<Seen> =
  | { readonly result: StepResult }
  | {
      readonly seen: Seen;
      readonly answer: Exclude<Awaited<ReturnType<Run["write"]>>, { kind: "stopped" | "overtaken" }>;
    };

/** Looks, and sends at once; looks again where that took too long, or the machine slept. `rule` is the one that wants the look. */
export async function lookAndSend<Seen>(
  run: Run,
  step: Step,
  look: () => Promise<StepResult | Looked<Seen>>,
  command: Command,
  rule = 9,
): Promise<LookedAndSent<Seen>> {
  for (let looks = 1; looks <= MOST_LOOKS; looks += 1) {
    const looked = await look();
    if ("kind" in looked) return { result: looked };
    const answer = await run.write(step, command, { isFresh: looked.isFresh });
    if (answer.kind === "stopped") return { result: notStarted(answer.stop) };
    if (answer.kind !== "overtaken") return { seen: looked.seen, answer };
  }
  return { result: { ...TOO_SLOW, rule } };
}

const TOO_SLOW: StepResult = {
  kind: "failed",
  detail: "nothing was sent: what was seen of the account was too old each time",
  next: "run apply again when the service answers faster",
};

/** Milliseconds the list may be old when a write rests on it (rules 2 and 9). */
export const LIST_AGE_MS = 2_000;

/**
 * Bots with the planned title on the planned access, read by id, lowest id first: those of the list, and those that any
 * reading of this run, or the plan, has shown before, since a list may drop a row. `except` is left out. Throws ServiceError.
 */
export async function sameTitle(
  run: Run,
  planned: PlannedBot,
  list: readonly ObservedBot[],
  { except, titles = [planned.title] }: { readonly except?: number; readonly titles?: readonly string[] } = {},
): Promise<readonly ObservedBot[]> {
  const { reader } = run.ports;
  const bears = (bot: ObservedBot) => titles.includes(bot.fields.title ?? "");
  const listed = new Set(list.filter(bears).map((bot) => bot.id));
  const ids = new Set([...listed, ...titles.flatMap((title) => run.list.everSeen(title)), ...planned.copies]);
  if (except !== undefined) ids.delete(except);
  const placed = await Promise.all([...ids].map((id) => (listed.has(id) ? reader.bot(id) : readIfThere(id, reader))));
  return (
    placed
      .flatMap((bot) => bot ?? [])
      // One whose details don't say where it is may be here.
      .filter((bot) => (bot.accessId ?? planned.accessId) === planned.accessId && bears(bot))
      .sort((a, b) => a.id - b.id)
  );
}
