// Rules 6 and 10: observes what was sent. Bots are read back field by field. Switches are watched in the list first, then in the details, which decide.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields, describeMismatches } from "../../model/bot/compare.js";
import type { SomeFields } from "../../model/bot/field.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { FieldChange, Step } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { commandsTo, leftMs } from "../ledger/intents.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";
import { inSpiteOf, notObserved, refused } from "./step-results.js";

/** Milliseconds between looks while commands are pending; the last one repeats. */
const WAITS_MS = [300, 500, 1_000, 2_000];
/** How often a turn-off that isn't observed is sent again, spread over the deadline. It is harmless to repeat; a turn-on is not. */
const TURN_OFF_REPEATS = ACTIONS["turn-off"].rules.resends;

/**
 * Ends every open step of these, as observed or as unknown. `again` sends a turn-off once more, after another look, and
 * tells how the step ends where that look forbids it.
 */
export async function awaitSwitches(
  run: Run,
  steps: readonly Step[],
  on: boolean,
  again?: (step: Step) => Promise<StepResult | undefined>,
): Promise<void> {
  const pending = new Set(steps.filter((step) => !run.records.hasEnded(step)));
  const inDoubtMs = on ? 0 : Math.max(0, ...steps.map((step) => leftOf(run, run.bots.idOf(step))));
  const readNow = async () => void (await confirm(run, await shown(run, pending, on), on, pending));
  const sentAgain = new Map<Step, number>();
  await watch(run, pending, {
    ...{ readNow, forMs: Math.max(run.commandDeadlineMs, inDoubtMs) },
    ...(again !== undefined && {
      resends: TURN_OFF_REPEATS,
      async again() {
        await Promise.all([...pending].map((step) => repeat(run, step, again, { pending, sentAgain })));
      },
    }),
  });
  await watch(run, pending, { readNow, forMs: leftOfRefused(run, pending, sentAgain) });
  // The list may have dropped a row or lag.
  const read = await confirm(run, [...pending], on, pending);
  for (const step of pending) run.end(step, notSeen(run, step, read));
}

/**
 * Rule 19: a refusal is believed once the bot was watched like any other and reads as before: a gateway may have doubled the
 * command, and its effect may wait in the service's queue. @param read bots that were just read, and aren't as wanted
 */
function notSeen(run: Run, step: Step, read: ReadonlyMap<Step, ObservedBot>): StepResult {
  const refusal = run.records.refusalOf(step);
  const live = read.get(step);
  if (refusal === undefined || live === undefined || !run.believesRefusals)
    return notObserved(run, step.action, { refusal });
  const seconds = run.commandDeadlineMs / 1000;
  return refused(
    refusal,
    `the bot still reads ${live.status.on ? "on" : "off"} (${live.status.raw}) after ${seconds} s`,
  );
}

/** Rule 19: what was sent again and refused is watched as long as any other command. Milliseconds. */
function leftOfRefused(run: Run, pending: ReadonlySet<Step>, sentAgain: ReadonlyMap<Step, number>): number {
  const { records, commandDeadlineMs, ports } = run;
  const until = [...pending].flatMap((step) => (records.refusalOf(step) && sentAgain.get(step)) ?? []);
  return Math.max(0, ...until.map((sentAt) => sentAt + commandDeadlineMs - ports.clock.elapsed()));
}

/** What is done with steps that wait to be observed. */
interface Watch {
  /** Ends those that are seen to be done; `passed` tells the milliseconds since the watch began. */
  readonly readNow: (passed: () => number) => Promise<void>;
  /** Milliseconds; the command deadline where nothing is said. */
  readonly forMs?: number;
  /** Sends what is still pending once more; so often, spread over the deadline. */
  readonly resends?: number;
  readonly again?: () => Promise<void>;
}

/** Looks until nothing is pending any more, nobody waits, or the deadline has passed. */
export async function watch(
  run: Run,
  pending: { readonly size: number },
  { readNow, again, resends = 0, forMs = run.commandDeadlineMs }: Watch,
): Promise<void> {
  const { clock } = run.ports;
  const start = clock.elapsed();
  const passed = () => clock.elapsed() - start;
  let repeats = 0;
  for (let reads = 0; pending.size > 0 && !run.isAbandoned; reads += 1) {
    const left = forMs - passed();
    if (left <= 0) break;
    await clock.sleep(Math.min(waitBefore(reads), left), run.signal);
    await readNow(passed);
    if (repeats < resends && passed() >= repeatDue(run, repeats, resends)) {
      repeats += 1;
      await again?.();
    }
  }
}

/** A bot with another title by now gets no second command (I3); what the first one did stays unknown. */
async function repeat(
  run: Run,
  step: Step,
  again: (step: Step) => Promise<StepResult | undefined>,
  { pending, sentAgain }: { readonly pending: Set<Step>; readonly sentAgain: Map<Step, number> },
): Promise<void> {
  const result = await again(step);
  if (result === undefined) sentAgain.set(step, run.ports.clock.elapsed());
  if (result?.stale !== true) return;
  pending.delete(step);
  run.end(step, { ...result, kind: "unknown", detail: `told once to turn off: ${result.detail}` });
}

/**
 * Turns a bot off that is on and must not be, outside the plan's own steps (rule 7), in spite of an interrupt. Tells whether
 * it was observed off, in words, too. One that has another title by now is another bot to its owner (I3): it isn't told again.
 */
export async function forceOff(
  run: Run,
  step: Step,
  { id: botId, title }: { readonly id: number; readonly title: string | null | undefined },
): Promise<{ observedOff: boolean; says: string }> {
  const { clock } = run.ports;
  const start = clock.elapsed();
  // It would be refused every time, and the bot is another run's by now.
  if (run.hasSuccessor) return { observedOff: false, says: "nothing was sent to turn it off" };
  const send = () => run.write(step, { sends: "turn-off", botId }, { makesSafe: true });
  let answer = await send();
  let repeats = 0;
  for (let attempt = 0; clock.elapsed() - start < run.commandDeadlineMs; attempt += 1) {
    await clock.sleep(waitBefore(attempt), run.signal);
    const live = await readQuietly(run, botId);
    if (live?.status.on === false) return { observedOff: true, says: "it was turned off, and observed off" };
    if (run.isAbandoned) break;
    const due = answer.kind === "not-sent" || clock.elapsed() - start >= repeatDue(run, repeats, TURN_OFF_REPEATS);
    if (repeats < TURN_OFF_REPEATS && due && (live === undefined || live.fields.title === title)) {
      repeats += 1;
      answer = await send();
    }
  }
  const isSent = answer.kind === "accepted" || answer.kind === "ambiguous";
  return {
    observedOff: false,
    says: isSent ? "it was told to turn off, but has not been observed off" : "it could not be told to turn off",
  };
}

/** Why a bot is on that must not be: once another run may have taken over, it isn't known to be this one's doing (F5). @param did what this one has done */
export function whyOn(run: Run, did: string, { status: { raw } }: Pick<ObservedBot, "status">): string {
  return run.hasSuccessor
    ? `the bot is on (${raw}), and another run may have taken over and turned it on`
    : `${did} (${raw})`;
}

/** Whether a turn-on of an earlier run may still take effect on the step's bot. */
export function isInDoubt(run: Run, step: Step): boolean {
  return leftOf(run, run.bots.idOf(step)) > 0;
}

/** Milliseconds until earlier turn-ons of the bot have had their time. */
function leftOf({ earlier, commandDeadlineMs, ports }: Run, id: number): number {
  const now = ports.clock.now();
  return Math.max(0, ...commandsTo(earlier, "turn-on", id).map((one) => leftMs(one, now, commandDeadlineMs)));
}

/** When a command that isn't observed is sent again, in milliseconds after the first send. */
function repeatDue(run: Run, repeats: number, resends: number): number {
  return (run.commandDeadlineMs * (repeats + 1)) / (resends + 1);
}

/** Milliseconds before a look. */
export function waitBefore(attempt: number): number {
  return WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)] ?? 0;
}

/**
 * Open steps whose bot the list shows in the wanted state; none when the list can't be read just now. A bot to be turned
 * off that the list has not at all, since it is of another exchange or its row was dropped, is looked at by its id.
 */
async function shown(run: Run, pending: ReadonlySet<Step>, on: boolean): Promise<Step[]> {
  const bots = await quietly(run, run.list.read(0));
  if (bots === undefined) return [];
  const states = new Map(bots.map((bot) => [bot.id, bot.status.on]));
  return [...pending].filter((step) => {
    const state = states.get(run.bots.idOf(step));
    return state === on || (state === undefined && !on);
  });
}

/** Ends those that their details show as wanted, and returns the others that could be read. */
async function confirm(
  run: Run,
  candidates: readonly Step[],
  on: boolean,
  pending: Set<Step>,
): Promise<ReadonlyMap<Step, ObservedBot>> {
  const others = new Map<Step, ObservedBot>();
  await Promise.all(
    candidates.map(async (step) => {
      const live = await readQuietly(run, run.bots.idOf(step));
      if (live === undefined) return;
      if (live.status.on !== on) return void others.set(step, live);
      // Off isn't off for good while a turn-on may still take effect (rule 18).
      if (!on && isInDoubt(run, step)) return;
      pending.delete(step);
      const refusal = run.records.refusalOf(step);
      run.end(step, refusal === undefined ? observed(run, step, live) : inSpiteOf(refusal, observed(run, step, live)));
    }),
  );
  return others;
}

/** The last read decides: a bot that is on with other settings than planned is no success (I6). */
function observed(run: Run, step: Step, live: ObservedBot): StepResult {
  const mismatches = live.status.on ? changedFields(run.bots.of(step).target, live.fields) : [];
  const detail = `observed: ${live.status.on ? "on" : "off"} (${live.status.raw})`;
  if (mismatches.length === 0) return { kind: "applied", detail };
  return {
    rule: 6,
    kind: "failed",
    detail: `${detail}, but it changed meanwhile: ${describeMismatches(mismatches)}`,
    next: "if it must not run like this, turn it off on the service, then run plan",
  };
}

function readQuietly(run: Run, botId: number): Promise<ObservedBot | undefined> {
  return quietly(run, run.ports.reader.bot(botId));
}

/** A read that fails shows nothing; the next one may. */
export async function quietly<T>(run: Run, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    run.noteFailedRead(error);
    return undefined;
  }
}

/** Milliseconds before each further reading of a bot that doesn't show the write yet. */
const PATIENCE_MS: readonly number[] = [500, 1_000, 2_000];

interface ReadBack {
  readonly live: ObservedBot;
  /** `before` is what the service shows, `after` what was asked for. */
  readonly mismatches: readonly FieldChange[];
}

/**
 * Reads the bot until it shows all of `target`, or a few seconds have passed; the details may not know at once a bot
 * that was just created. Throws ServiceError when the last reading fails, or any does for the credentials.
 */
export async function readBack(run: Run, botId: number, target: SomeFields): Promise<ReadBack> {
  for (let readings = 1; ; readings += 1) {
    const wait = run.signal.aborted ? undefined : PATIENCE_MS[readings - 1];
    try {
      const live = await run.ports.reader.bot(botId);
      const mismatches = changedFields(target, live.fields);
      if (mismatches.length === 0 || wait === undefined) return { live, mismatches };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === "auth" || wait === undefined) throw error;
    }
    await run.ports.clock.sleep(wait, run.signal);
  }
}
