// Turns bots on and off: sends the queued command, then waits until the service shows it (rules 9 and 10).
import type { ObservedBot } from "../model/bot.js";
import type { Step } from "../model/plan.js";
import { ServiceError } from "../model/ports.js";
import { changedFields } from "./diff.js";
import { rejection } from "./rejection.js";
import type { Ending, Run } from "./run.js";
import { describeMismatches } from "./verify.js";

/** Milliseconds between looks at the list while commands are pending; the last one repeats. */
const LOOKS_MS = [300, 500, 1_000, 2_000];
/** How often a turn-off that isn't observed is sent again, spread over the deadline. It is harmless to repeat; a turn-on is not. */
const TURN_OFF_REPEATS = 2;

/** Rule 9: milliseconds a verification may be old when a turn-on is sent. */
const VERIFIED_AGE_MS = 5_000;

export async function turnOffAll(run: Run): Promise<void> {
  const steps = run.steps("turn-off");
  await run.each(steps, async (step) => rejection(await run.ports.writer.turnOff(idOf(run, step))));
  await awaitSwitches(run, steps, false);
}

export async function turnOnAll(run: Run): Promise<void> {
  const steps = run.steps("turn-on");
  await run.each(steps, async (step) => {
    const refusal = await gate(run, step);
    if (refusal !== undefined) return refusal;
    return rejection(await run.ports.writer.turnOn(idOf(run, step)));
  });
  await awaitSwitches(run, steps, true);
}

/**
 * Rule 9: a bot is turned on only when it is the lowest id of its title on a fresh list and its details, just read,
 * show every field as planned and the switch off.
 */
async function gate(run: Run, step: Step): Promise<Ending | undefined> {
  const botId = idOf(run, step);
  const planned = run.bot(step);
  try {
    const namesakes = (await run.list.read(2_000)).filter((bot) => bot.fields.title === planned.title);
    if (!namesakes.some((bot) => bot.id === botId)) {
      return held(
        `the list shows no bot ${botId} called "${planned.title}"`,
        "run apply again; if it persists, look at the bot on the service",
      );
    }
    const lower = namesakes.filter((bot) => bot.id < botId);
    for (const other of await Promise.all(lower.map((bot) => run.ports.reader.bot(bot.id)))) {
      if (other.accessId === planned.accessId) {
        return held(`bot ${other.id} has the same title and a lower id`, "run plan: it says which one is the bot");
      }
    }
    const live = await run.seen(botId, VERIFIED_AGE_MS);
    const mismatches = changedFields(planned.target, live.fields);
    if (mismatches.length > 0 || live.accessId !== planned.accessId) {
      return held(`the bot is not as planned: ${describeMismatches(mismatches) || "another access"}`, "run plan again");
    }
    return live.status.on ? { kind: "applied", detail: `was already on (${live.status.raw})` } : undefined;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      kind: "failed",
      detail: `could not be verified, so it was not turned on: ${error.message}`,
      next: "run apply again",
    };
  }
}

function held(detail: string, next: string): Ending {
  return { kind: "failed", detail, next, stale: true };
}

/** Watches the list until every open step's bot shows the wanted state; what the list shows is confirmed by the details. */
async function awaitSwitches(run: Run, steps: readonly Step[], on: boolean): Promise<void> {
  const { clock } = run.ports;
  const start = clock.now();
  const pending = new Set(steps.filter((step) => !run.hasEnded(step)));
  let repeats = 0;
  for (let look = 0; pending.size > 0; look += 1) {
    const left = run.commandDeadlineMs - (clock.now() - start);
    if (left <= 0 || run.signal.aborted) break;
    await clock.sleep(Math.min(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0, left), run.signal);
    await confirm(run, [...(await shown(run, pending, on))], on, pending);
    const due = (run.commandDeadlineMs * (repeats + 1)) / (TURN_OFF_REPEATS + 1);
    if (!on && repeats < TURN_OFF_REPEATS && pending.size > 0 && clock.now() - start >= due) {
      repeats += 1;
      await Promise.all([...pending].map((step) => run.ports.writer.turnOff(idOf(run, step))));
    }
  }
  // The list may have dropped a row or lag: the details have the last word.
  await confirm(run, [...pending], on, pending);
  for (const step of pending) run.end(step, notObserved(run, on));
}

/** Open steps whose bot the list shows in the wanted state; none when the list can't be read just now. */
async function shown(run: Run, pending: ReadonlySet<Step>, on: boolean): Promise<Step[]> {
  try {
    const bots = new Map((await run.list.read(0)).map((bot) => [bot.id, bot]));
    return [...pending].filter((step) => bots.get(idOf(run, step))?.status.on === on);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [];
  }
}

async function confirm(run: Run, candidates: readonly Step[], on: boolean, pending: Set<Step>): Promise<void> {
  await Promise.all(
    candidates.map(async (step) => {
      const live = await readQuietly(run, idOf(run, step));
      if (live?.status.on !== on) return;
      pending.delete(step);
      run.end(step, { kind: "applied", detail: `observed ${on ? "on" : "off"} (${live.status.raw})` });
    }),
  );
}

async function readQuietly(run: Run, botId: number): Promise<ObservedBot | undefined> {
  try {
    return await run.ports.reader.bot(botId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return undefined;
  }
}

function notObserved(run: Run, on: boolean): Ending {
  const why = run.signal.aborted
    ? "interrupted while waiting"
    : `not observed within ${run.commandDeadlineMs / 1000} s`;
  return {
    kind: "unknown",
    detail: `the command to turn the bot ${on ? "on" : "off"} was sent and ${why}`,
    next: "look at the bot on the service; it may still happen. Then run plan again",
  };
}

/** Turns one bot off outside the plan's own steps (rule 7) and tells whether it was observed off. */
export async function forceOff(run: Run, botId: number): Promise<boolean> {
  const { clock, writer } = run.ports;
  const start = clock.now();
  await writer.turnOff(botId);
  for (let look = 0; clock.now() - start < run.commandDeadlineMs; look += 1) {
    await clock.sleep(LOOKS_MS[Math.min(look, LOOKS_MS.length - 1)] ?? 0);
    if ((await readQuietly(run, botId))?.status.on === false) return true;
  }
  return false;
}

function idOf(run: Run, step: Step): number {
  const id = run.botId(step);
  if (id === undefined) throw new Error(`${step.action} of ${step.address} has no bot to act on`);
  return id;
}
