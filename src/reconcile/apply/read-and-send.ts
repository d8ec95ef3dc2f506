// Reads a bot or a deal just before a write to it, and sends the write at once; reads again where that took too long (rules 8 and 9).

import type { ObservedBot } from "../../model/bot/bot.js";
import { type PlannedBot, type Step, titlesOf } from "../../model/plan/plan.js";
import { readIfThere } from "../plan/lists.js";
import type { Run } from "./run.js";
import type { Command, StepResult } from "./run-options.js";
import { notStarted } from "./step-results.js";

/** The greatest age, in milliseconds, of a snapshot that a write rests on. */
export const SNAPSHOT_AGE_MS = 5_000;
const MOST_READS = 3;

/** The state that was read, and whether it is still fresh. */
export interface StepSnapshot<State> {
  readonly state: State;
  readonly isFresh: () => boolean;
}

/** The service's answer with the state read before; or the step's result where nothing was sent. */
type SentCommand<State> =
  | { readonly result: StepResult }
  | {
      readonly state: State;
      readonly answer: Exclude<Awaited<ReturnType<Run["write"]>>, { kind: "stopped" | "overtaken" }>;
    };

/** Reads, and sends at once; reads again where that took too long, or the machine slept. `rule` is the rule that asks for the read. */
export async function readAndSend<State>(
  run: Run,
  step: Step,
  read: () => Promise<StepResult | StepSnapshot<State>>,
  command: Command,
  rule = 9,
): Promise<SentCommand<State>> {
  for (let reads = 1; reads <= MOST_READS; reads += 1) {
    const snapshot = await read();
    if ("kind" in snapshot) return { result: snapshot };
    const answer = await run.write(step, command, { isFresh: snapshot.isFresh });
    if (answer.kind === "stopped") return { result: notStarted(answer.stop) };
    if (answer.kind !== "overtaken") return { state: snapshot.state, answer };
  }
  return { result: { ...TOO_SLOW, rule } };
}

const TOO_SLOW: StepResult = {
  kind: "failed",
  detail: "nothing was sent: each time, the data read from the account was already too old",
  next: "run apply again when the service answers faster",
};

/** Milliseconds the list may be old when a write rests on it (rules 2 and 9). */
export const LIST_AGE_MS = 2_000;

/**
 * Bots with the planned title or a former one on the planned access, read by id, lowest id first: those of the list, and those
 * that any reading of this run, or the plan, has shown before, since a list may drop a row. `except` is left out. Throws ServiceError.
 */
export async function sameTitle(
  run: Run,
  planned: PlannedBot,
  list: readonly ObservedBot[],
  { except, titles = titlesOf(planned) }: { readonly except?: number; readonly titles?: readonly string[] } = {},
): Promise<readonly ObservedBot[]> {
  const { reader } = run.ports;
  const bears = (bot: ObservedBot) => titles.includes(bot.fields.title ?? "");
  const listed = new Set(list.filter(bears).map((bot) => bot.id));
  const ids = new Set([...listed, ...run.list.everSeen(titles), ...planned.copies]);
  if (except !== undefined) ids.delete(except);
  const around = { bot: reader.bot, bots: async () => list };
  const placed = await Promise.all([...ids].map((id) => (listed.has(id) ? reader.bot(id) : readIfThere(id, around))));
  return (
    placed
      .flatMap((bot) => bot ?? [])
      // One whose details don't say where it is may be here.
      .filter((bot) => (bot.accessId ?? planned.accessId) === planned.accessId && bears(bot))
      .sort((a, b) => a.id - b.id)
  );
}
