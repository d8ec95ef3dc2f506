// Turns bots on and off: sends the queued command only after a last look at the bot (rule 9), then has it observed.
import type { Step } from "../model/plan.js";
import { turnOnRefusal } from "./decisions.js";
import { rejection, unreadBefore } from "./endings.js";
import { type Moment, moment, since } from "./livelist.js";
import { LIST_AGE_MS, namesakes } from "./namesakes.js";
import { awaitEarlier, awaitSwitches } from "./observe.js";
import type { Ending, Run } from "./run.js";

/** Rule 9: milliseconds a last look may be old when the turn-on is sent. */
const LOOK_AGE_MS = 5_000;
const MOST_LOOKS = 3;

export async function turnOffAll(run: Run): Promise<void> {
  const steps = run.steps("turn-off");
  await run.each(steps, async (step) => {
    const refusal = await lookBeforeOff(run, step).catch(unreadBefore);
    return refusal ?? rejection(await run.write(step, { sends: "turn-off", botId: run.botId(step) }));
  });
  await awaitSwitches(run, steps, false);
}

export async function turnOnAll(run: Run): Promise<void> {
  const steps = run.steps("turn-on");
  await run.each(steps, async (step) => {
    await awaitEarlier(run, step);
    return turnOn(run, step);
  });
  await awaitSwitches(run, steps, true);
}

/** A look that took too long, or after which the machine slept, is taken again (rule 9). */
async function turnOn(run: Run, step: Step): Promise<Ending | undefined> {
  const { clock } = run.ports;
  for (let looks = 1; ; looks += 1) {
    const looked = await look(run, step).catch(unreadBefore);
    if ("kind" in looked) return looked;
    const isFresh = () => since(clock, looked.live) <= LOOK_AGE_MS && run.list.age <= LOOK_AGE_MS;
    const answer = await run.write(step, { sends: "turn-on", botId: run.botId(step) }, { isFresh });
    if (answer.kind !== "overtaken" || looks >= MOST_LOOKS) return rejection(answer);
  }
}

/** When the bot's details were asked for. */
interface Looked {
  readonly live: Moment;
}

/** Rule 9: one last look at everything that a turn-on rests on. Throws ServiceError. */
async function look(run: Run, step: Step): Promise<Looked | Ending> {
  const { clock, reader } = run.ports;
  const planned = run.bot(step);
  const botId = run.botId(step);
  if (clock.now() >= run.expiresAt) return refusal("the plan has expired");
  // Another reading than the one that first showed what was created: a list may drop a row, and one is no proof.
  const notBefore = Math.max(run.settingsWrittenAt, run.listedAt);
  const others = await namesakes(run, planned, { maxAgeMs: LIST_AGE_MS, notBefore, except: botId });
  const list = await run.list.read(LIST_AGE_MS, notBefore);
  const isListed = list.some((row) => row.id === botId && row.fields.title === planned.title);
  const begun = moment(clock);
  const live = await reader.bot(botId);
  const refused = turnOnRefusal({ planned, botId, isListed, others, live });
  if (refused !== undefined) return refusal(refused.detail);
  return live.status.on ? { kind: "applied", detail: `was already on (${live.status.raw})` } : { live: begun };
}

function refusal(detail: string): Ending {
  return {
    kind: "failed",
    detail: `the command was not sent: ${detail}`,
    next: "run plan again",
    rule: 9,
    stale: true,
  };
}

/** A bot that bears another title by now is another bot to its owner; it is not the one that was reviewed (I3). */
async function lookBeforeOff(run: Run, step: Step): Promise<Ending | undefined> {
  const { observed } = run.bot(step);
  const live = await run.ports.reader.bot(run.botId(step));
  if (observed !== null && (live.fields.title !== observed.fields.title || live.accessId !== observed.accessId)) {
    return refusal(`it is called "${live.fields.title}" on access ${live.accessId} by now`);
  }
  return live.status.on ? undefined : { kind: "applied", detail: `was already off (${live.status.raw})` };
}
