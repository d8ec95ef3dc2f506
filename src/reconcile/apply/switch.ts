// Turns bots on and off: reads the bot just before it sends the queued command (rule 9), then observes the switch.
import type { ObservedBot } from "../../model/bot/bot.js";
import { type Step, titlesOf } from "../../model/plan/plan.js";
import { moment, readThose, since } from "../plan/lists.js";
import { awaitEarlier } from "./await-earlier.js";
import { turnOnRefusal } from "./decisions.js";
import { awaitSwitches, isInDoubt } from "./observe.js";
import { LIST_AGE_MS, readAndSend, SNAPSHOT_AGE_MS, type StepSnapshot, sameTitle } from "./read-and-send.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";
import { unreadBefore, unsent } from "./step-results.js";

export async function turnOffAll(run: Run): Promise<void> {
  const steps = run.steps("turn-off");
  // Rule 18: a bot that looks off is told all the same while a turn-on may still take effect.
  await run.each(steps, async (step) =>
    send(run, step, "turn-off", () => readBeforeOff(run, step, isInDoubt(run, step))),
  );
  // A turn-off may be sent again (rule 10), each time after another look.
  await awaitSwitches(run, steps, false, (step) => send(run, step, "turn-off", () => readBeforeOff(run, step)));
}

export async function turnOnAll(run: Run): Promise<void> {
  const steps = run.steps("turn-on").filter((step) => !run.records.hasEnded(step));
  await run.each(
    steps,
    (step) => send(run, step, "turn-on", () => readBefore(run, step)),
    (step) => awaitEarlier(run, step),
  );
  await awaitSwitches(run, steps, true);
}

/** How the step ends; undefined where the command was sent, and is to be observed, even if it was refused (rule 19). */
async function send(
  run: Run,
  step: Step,
  sends: "turn-on" | "turn-off",
  read: () => Promise<StepSnapshot<undefined> | StepResult>,
): Promise<StepResult | undefined> {
  const sent = await readAndSend(run, step, () => read().catch(unreadBefore), { sends, botId: run.bots.idOf(step) });
  return "result" in sent ? sent.result : unsent(sent.answer);
}

/** Rule 9: one last look at everything that a turn-on rests on. Throws ServiceError. */
async function readBefore(run: Run, step: Step): Promise<StepSnapshot<undefined> | StepResult> {
  const { clock, reader } = run.ports;
  const planned = run.bots.of(step);
  const botId = run.bots.idOf(step);
  const meanwhile = run.readings.watch();
  if (clock.now() >= run.expiresAt) return refusal("the plan has expired");
  // A different reading from the one that first showed what was created: one list may drop a row, so it proves nothing.
  const snapshot = await run.list.snapshot(LIST_AGE_MS, Math.max(run.settingsWrittenAt, run.listedAt));
  const others = await sameTitle(run, planned, snapshot.bots, { except: botId });
  const titles = titlesOf(planned);
  const known = run.list.everSeen(titles).length;
  const isListed = snapshot.bots.some((row) => row.id === botId && row.fields.title === planned.title);
  const begun = moment(clock);
  const [live, replaced] = await Promise.all([reader.bot(botId), readThose(planned.replaces ?? [], reader)]);
  const facts = { planned, botId, isListed, others, replaced, live };
  const refused = turnOnRefusal(facts);
  if (refused !== undefined) return refusal(refused.detail);
  if (live.status.on) return { kind: "applied", detail: `was already on (${live.status.raw})` };
  const rivals = new Set([...others, ...replaced].map(({ id }) => id));
  const speaksAgainst = (bot: ObservedBot) =>
    bot.id === botId
      ? bot.status.on || turnOnRefusal({ ...facts, live: bot }) !== undefined
      : rivals.has(bot.id) && bot.status.on;
  // Another step may have read a bot, or a list that shows one which this list dropped.
  const isFresh = () =>
    !meanwhile().some(speaksAgainst) &&
    since(clock, begun) <= SNAPSHOT_AGE_MS &&
    run.list.isFresh(snapshot, SNAPSHOT_AGE_MS) &&
    run.list.everSeen(titles).length === known &&
    clock.now() < run.expiresAt;
  return { state: undefined, isFresh };
}

function refusal(detail: string): StepResult {
  return {
    kind: "failed",
    detail: `the command was not sent: ${detail}`,
    next: "run plan again",
    rule: 9,
    stale: true,
  };
}

/** A bot with another title by now is another bot to its owner, and not the one that was reviewed (I3). */
async function readBeforeOff(run: Run, step: Step, evenIfOff = false): Promise<StepSnapshot<undefined> | StepResult> {
  const { clock, reader } = run.ports;
  const { observed } = run.bots.of(step);
  const begun = moment(clock);
  const meanwhile = run.readings.watch();
  const live = await reader.bot(run.bots.idOf(step));
  const isAnother = ({ id, fields, accessId }: ObservedBot) =>
    id === observed?.id && (fields.title !== observed.fields.title || accessId !== observed.accessId);
  if (isAnother(live)) return refusal(`it is now called "${live.fields.title}" on access ${live.accessId}`);
  if (!live.status.on && !evenIfOff) return { kind: "applied", detail: `was already off (${live.status.raw})` };
  const isFresh = () => since(clock, begun) <= SNAPSHOT_AGE_MS && !meanwhile().some(isAnother);
  return { state: undefined, isFresh };
}
