// The looks at a deal: the one before a command is sent, which may forbid it, and those after it, which tell what became of it.
import { fingerprint } from "../../model/bot/bot.js";
import { differenceOf, isChangeSeen, isOrderAt, signsOf } from "../../model/deal/take-profit.js";
import { ACTIONS } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import type { PlannedDeal, TakeProfitSigns } from "../../model/plan/plan-deal.js";
import { moment, since } from "../plan/livelist.js";
import { endedBefore, endOf, lostSight, staleDeal } from "./endings.js";
import { LOOK_AGE_MS, type Looked } from "./look.js";
import type { Run } from "./run.js";
import { type Ending, mayTakeMs } from "./run-options.js";

/** What was seen of a deal, or of its bot's deals, just before the command left. */
export interface DealSeen {
  /** Of the deal; undefined for a start. */
  readonly signs?: TakeProfitSigns;
  /** Every deal that has been seen on the access. */
  readonly known: ReadonlySet<number>;
}

/** Milliseconds that a list of deals may be old when a command rests on it. */
const LIST_AGE_MS = 2_000;

/**
 * As rule 8 asks of bots: the deal is still running, is this bot's (I3), and is as the plan shows it. Throws ServiceError.
 */
export async function lookAtDeal(run: Run, step: Step): Promise<Ending | Looked<DealSeen>> {
  const { clock } = run.ports;
  const { accessId, deals = [] } = run.bot(step);
  const planned = deals.find(({ id }) => id === step.deal?.id);
  if (planned === undefined || step.action === "start-deal") throw new Error(`${step.action} of a deal the plan lacks`);
  const begun = moment(clock);
  const found = await run.deals.whereabouts(accessId, planned.id, LIST_AGE_MS);
  if (found.kind === "unclear") return lostSight(planned.id);
  if (found.kind === "ended") return endedBefore(actionOf(step), planned.id, found.shown);
  const { deal, sight } = found;
  if (deal.botId !== run.botId(step)) return staleDeal(`deal ${deal.id} is of bot ${deal.botId}`);
  const signs = signsOf(deal);
  const done = step.action === "take-profit" ? alreadyThere(step, planned, signs) : undefined;
  if (done !== undefined) return done;
  const other = differenceOf(planned, deal);
  if (other !== undefined) return staleDeal(`deal ${deal.id} was changed since the plan was made: ${other}`);
  const isFresh = () => since(clock, begun) <= LOOK_AGE_MS && since(clock, sight.begun) <= LOOK_AGE_MS;
  return { seen: { signs, known: new Set([...sight.before, ...sight.deals.map(({ id }) => id)]) }, isFresh };
}

function actionOf({ action, address }: Step) {
  if (action === "take-profit" || action === "complete-deal" || action === "cancel-deal") return action;
  throw new Error(`${action} of ${address} is about no deal`);
}

/** Somebody, or an earlier send, was faster. */
function alreadyThere({ deal }: Step, planned: PlannedDeal, now: TakeProfitSigns): Ending | undefined {
  const { before, after } = deal?.takeProfit ?? { before: "", after: "" };
  const byOrder = isOrderAt(now, after, [before]) === true && isOrderAt(planned, after, [before]) !== true;
  const bySettings = now.percentTakeProfit === after && planned.percentTakeProfit !== after;
  if (!byOrder && !bySettings) return undefined;
  return { kind: "applied", detail: `the take profit of deal ${planned.id} was at ${after} % already` };
}

/** What has to hold before a deal of the bot is started: the bot and its deals are as the plan shows them. Throws ServiceError. */
export async function lookBeforeStart(run: Run, step: Step): Promise<Ending | Looked<DealSeen>> {
  const { clock, reader } = run.ports;
  const planned = run.bot(step);
  const { accessId, deals = [] } = planned;
  const botId = run.botId(step);
  const earlier = run.earlierStarts.get(botId);
  const mayTake =
    earlier === undefined ? 0 : mayTakeMs(earlier, run.commandDeadlineMs) - Math.abs(clock.now() - earlier.at);
  if (mayTake > 0) return startedBefore(mayTake);
  const begun = moment(clock);
  const [live, sight] = await Promise.all([reader.bot(botId), run.deals.sight(accessId, LIST_AGE_MS)]);
  if (fingerprint(live) !== planned.fingerprint) return staleDeal(`bot ${botId} was changed since the plan was made`);
  const news = sight.deals.find((deal) => deal.botId === botId && deals.every(({ id }) => id !== deal.id));
  if (news !== undefined) return staleDeal(`deal ${news.id} of bot ${botId} has opened since the plan was made`);
  const isFresh = () => since(clock, begun) <= LOOK_AGE_MS && since(clock, sight.begun) <= LOOK_AGE_MS;
  return { seen: { known: new Set([...sight.before, ...sight.deals.map(({ id }) => id)]) }, isFresh };
}

/** @param mayTake in milliseconds from now */
function startedBefore(mayTake: number): Ending {
  return {
    kind: "failed",
    detail: "nothing was sent: a start that an earlier run sent for this bot may still take effect",
    next: `look with botform resolve; a start can be sent again in ${Math.ceil(mayTake / 1000)} s`,
    rule: 9,
  };
}

/** How the step ends by what is seen now; undefined where nothing is seen of it yet. Throws ServiceError. */
export async function seenOf(run: Run, step: Step, seen: DealSeen): Promise<Ending | undefined> {
  const { accessId } = run.bot(step);
  if (step.action === "start-deal") {
    const { deals } = await run.deals.sight(accessId, 0);
    const opened = deals.find(({ id, botId }) => botId === run.botId(step) && !seen.known.has(id));
    return opened && { kind: "applied", detail: `deal ${opened.id} runs on ${opened.pairTitle}` };
  }
  const { id = 0, takeProfit } = step.deal ?? {};
  const found = await run.deals.whereabouts(accessId, id);
  if (found.kind === "unclear") return undefined;
  if (found.kind === "ended") return endedAfter(step, id, found.shown);
  if (takeProfit === undefined || seen.signs === undefined) return undefined;
  const now = signsOf(found.deal);
  if (!isChangeSeen(seen.signs, now, takeProfit)) return undefined;
  const sign =
    now.percentTakeProfit === takeProfit.after
      ? `the deal's settings show ${takeProfit.after} %`
      : `its order stands at about ${now.orderPercent} %`;
  return { kind: "applied", detail: `observed: ${sign}` };
}

/** A deal that is over after its command was sent. What the history shows may be another end than the one asked for. */
function endedAfter({ action }: Step, dealId: number, shown: Parameters<typeof endOf>[0]): Ending {
  const end = endOf(shown);
  if (action === "take-profit") return { kind: "applied", detail: `deal ${dealId} has ended meanwhile: ${end}` };
  const isOther = shown !== undefined && (shown.status === "COMPLETED") !== (action === "complete-deal");
  if (!isOther) return { kind: "applied", detail: `deal ${dealId} runs no more: ${end}` };
  return {
    kind: "failed",
    detail: `deal ${dealId} has ended, and not by being ${ACTIONS[action].words.done}: ${end}`,
    next: "look at the position on the exchange",
    rule: 6,
  };
}
