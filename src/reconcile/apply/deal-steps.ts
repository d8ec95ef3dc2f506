// Carries out the steps that are about deals: a look, one command, and then the deal is watched until what was asked for is seen.
import { ACTIONS, type DealAction } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import type { WriteAnswer } from "../../model/ports.js";
import { type DealSeen, lookAtDeal, lookBeforeStart, seenOf } from "./deal-looks.js";
import { endedBefore, notObserved, notSeen, rejection, turnedDown, unreadBefore } from "./endings.js";
import { lookAndSend } from "./look.js";
import { quietly, watch } from "./observe.js";
import type { Run } from "./run.js";
import type { Command, Ending } from "./run-options.js";

/** Milliseconds until a plain no is believed: nothing has moved by then. */
const PATIENCE_MS = 4_000;

/** A command that was sent, and may have been carried out. */
interface Pending {
  readonly step: Step;
  readonly seen: DealSeen;
  readonly answers: WriteAnswer[];
}

/** Sends the command of each step of the action, and ends every one of them. */
export async function dealSteps(run: Run, action: DealAction): Promise<void> {
  const pending = new Map<Step, Pending>();
  await run.each(run.steps(action), async (step) => {
    const sent = await send(run, step, action);
    if ("kind" in sent) return sent;
    pending.set(step, { step, seen: sent.seen, answers: [sent.answer] });
    return undefined;
  });
  await observe(run, action, pending);
}

async function send(
  run: Run,
  step: Step,
  action: DealAction,
): Promise<Ending | { readonly seen: DealSeen; readonly answer: WriteAnswer }> {
  const look = () => (action === "start-deal" ? lookBeforeStart(run, step) : lookAtDeal(run, step)).catch(unreadBefore);
  const sent = await lookAndSend(run, step, look, commandOf(run, step, action), 8);
  if ("ending" in sent) return sent.ending;
  return rejection(sent.answer) === undefined ? sent : refusal(run, step, action, sent.answer);
}

/** A command may be refused because its deal has just ended. */
async function refusal(run: Run, step: Step, action: DealAction, answer: WriteAnswer): Promise<Ending> {
  const rejected = rejection(answer) ?? notSeen(action, "its answer is unclear");
  const { deal } = step;
  if (answer.kind !== "refused") return rejected;
  const refused = { ...rejected, next: "see what the message names, then try again" };
  if (deal === undefined) return refused;
  const found = await quietly(run, run.deals.whereabouts(run.bot(step).accessId, deal.id));
  if (found?.kind !== "ended") return refused;
  const ended = endedBefore(action, deal.id, found.shown);
  return { ...ended, detail: `${ended.detail}; ${rejected.detail}`, stale: false };
}

function commandOf(run: Run, step: Step, action: DealAction): Command {
  const botId = run.botId(step);
  const { id: dealId = 0, takeProfit } = step.deal ?? {};
  if (action === "start-deal") return { sends: action, botId };
  if (action !== "take-profit") return { sends: action, botId, dealId };
  if (takeProfit === undefined) throw new Error(`the take-profit of ${step.address} says no percentage`);
  return { sends: action, botId, dealId, percent: takeProfit.after };
}

async function observe(run: Run, action: DealAction, pending: Map<Step, Pending>): Promise<void> {
  await watch(run, pending, {
    async look(passed) {
      await endSeen(run, pending);
      if (passed() >= PATIENCE_MS) endTurnedDown(run, pending);
    },
    // A take profit is absolute, so one that isn't seen is sent again; to start, complete or cancel twice is something else (rule 3).
    resends: ACTIONS[action].rules.resends,
    again: async () => void (await Promise.all([...pending.values()].map((one) => again(run, action, one, pending)))),
  });
  await endSeen(run, pending);
  for (const { step, seen } of pending.values()) run.end(step, notObserved(run, action, saidBefore(step, seen)));
}

/** Where the settings said it before the command left they can't show that it was carried out (wire facts, section 9). */
function saidBefore({ deal }: Step, { signs }: DealSeen): string {
  const { after } = deal?.takeProfit ?? {};
  if (after === undefined || signs?.percentTakeProfit !== after || signs.orderPercent === null) return "";
  return `: its settings said ${after} % before, and its order stands at about ${signs.orderPercent} %`;
}

async function endSeen(run: Run, pending: Map<Step, Pending>): Promise<void> {
  await Promise.all(
    [...pending.values()].map(async ({ step, seen }) => {
      const ending = await quietly(run, seenOf(run, step, seen));
      if (ending === undefined) return;
      pending.delete(step);
      run.end(step, ending);
    }),
  );
}

function endTurnedDown(run: Run, pending: Map<Step, Pending>): void {
  for (const { step, answers } of pending.values()) {
    const [last] = answers.slice(-1);
    if (last === undefined || !answers.every((answer) => answer.kind === "ambiguous" && answer.turnedDown)) continue;
    pending.delete(step);
    run.end(step, turnedDown("message" in last ? last.message : ""));
  }
}

/** Sends a take profit once more, after another look; what forbids that can't make the first send undone (I6). */
async function again(run: Run, action: DealAction, one: Pending, pending: Map<Step, Pending>): Promise<void> {
  const sent = await send(run, one.step, action);
  if (!("kind" in sent)) {
    one.answers.push(sent.answer);
    return;
  }
  if (sent.kind !== "applied" && sent.stale !== true) return;
  pending.delete(one.step);
  run.end(one.step, sent.kind === "applied" ? sent : notSeen(action, `not again: ${sent.detail}`));
}
