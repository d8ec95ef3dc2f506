// Turns bots on and off: sends the queued command only after a last look at the bot (rule 9), then has it observed.
import type { Step } from "../model/plan.js";
import { changedFields } from "./diff.js";
import { rejection, unreadBefore } from "./endings.js";
import { LIST_AGE_MS, namesakes } from "./namesakes.js";
import { awaitSwitches } from "./observe.js";
import type { Ending, Run } from "./run.js";
import { describeMismatches } from "./verify.js";

/** Rule 9: milliseconds a last look may be old when the turn-on is sent. */
const LOOK_AGE_MS = 5_000;
const MOST_LOOKS = 3;

export async function turnOffAll(run: Run): Promise<void> {
  const steps = run.steps("turn-off");
  await run.each(steps, async (step) => {
    const refusal = await lookBeforeOff(run, step).catch(unreadBefore);
    return refusal ?? rejection(await run.write(step, (writer) => writer.turnOff(run.botId(step))));
  });
  await awaitSwitches(run, steps, false);
}

export async function turnOnAll(run: Run): Promise<void> {
  const steps = run.steps("turn-on");
  await run.each(steps, async (step) => {
    const refusal = await freshGate(run, step).catch(unreadBefore);
    return refusal ?? rejection(await run.write(step, (writer) => writer.turnOn(run.botId(step))));
  });
  await awaitSwitches(run, steps, true);
}

/** A bot that bears another title by now is another bot to its owner; it is not the one that was reviewed (I3). */
async function lookBeforeOff(run: Run, step: Step): Promise<Ending | undefined> {
  const { observed } = run.bot(step);
  const live = await run.ports.reader.bot(run.botId(step));
  if (observed !== null && (live.fields.title !== observed.fields.title || live.accessId !== observed.accessId)) {
    return stale(`it is called "${live.fields.title}" on access ${live.accessId} by now`);
  }
  return live.status.on ? undefined : { kind: "applied", detail: `was already off (${live.status.raw})` };
}

/** A look that took too long, or during which the machine slept, is taken again (rule 9). */
async function freshGate(run: Run, step: Step): Promise<Ending | undefined> {
  const { clock } = run.ports;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const [elapsed, now] = [clock.elapsed(), clock.now()];
    const refusal = await gate(run, step);
    const age = Math.max(clock.elapsed() - elapsed, clock.now() - now);
    if (refusal !== undefined || age <= LOOK_AGE_MS) return refusal;
  }
  return {
    kind: "failed",
    detail: `the command was not sent: no look at the bot took less than ${LOOK_AGE_MS / 1000} s`,
    next: "run apply again when the service answers faster",
  };
}

/**
 * Rule 9: a bot is turned on only when its details, just read, show every field as planned and the switch off, a fresh
 * list shows it, no other bot on its access with its title is on, and it has the lowest id of them, unless botId names it.
 */
async function gate(run: Run, step: Step): Promise<Ending | undefined> {
  const planned = run.bot(step);
  const botId = run.botId(step);
  const others = await namesakes(run, planned, { maxAgeMs: LIST_AGE_MS, except: botId });
  const list = await run.list.read(LIST_AGE_MS, run.settingsWrittenAt);
  if (!list.some((row) => row.id === botId && row.fields.title === planned.title)) {
    return stale(`the list doesn't show bot ${botId} under its title, so it can't tell of others either`);
  }
  const running = others.find((other) => other.status.on);
  if (running !== undefined) return stale(`bot ${running.id} with the same title is on (${running.status.raw})`);
  const lower = others.find((other) => other.id < botId);
  if (lower !== undefined && !planned.pinned) return stale(`bot ${lower.id} has the same title and a lower id`);

  const live = await run.ports.reader.bot(botId);
  const mismatches = changedFields(planned.target, live.fields);
  if (mismatches.length > 0 || live.accessId !== planned.accessId) {
    return stale(`it is not as planned: ${describeMismatches(mismatches) || `access ${live.accessId}`}`);
  }
  return live.status.on ? { kind: "applied", detail: `was already on (${live.status.raw})` } : undefined;
}

function stale(detail: string): Ending {
  return { kind: "failed", detail: `the command was not sent: ${detail}`, next: "run plan again", stale: true };
}
