// Looks again at a step about a deal whose outcome nobody knows, and judges it by what runs and what the history shows.
import type { Deal, RunningDeal } from "../../model/deal/deal.js";
import type { PlannedBot, Step } from "../../model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../../model/ports.js";
import { endOf } from "../apply/endings.js";
import type { Verdict } from "../journal/journal-format.js";
import { isChangeSeen, signsOf } from "../plan/deal-signs.js";
import { tried } from "../plan/livelist.js";

interface Judgement {
  readonly verdict: Verdict;
  readonly detail: string;
}

/** What a later look has to judge by. */
export interface DealsNow {
  readonly running: readonly RunningDeal[];
  /** What the history shows; it may be cut, or lag. */
  readonly ended: readonly Deal[];
}

/** Throws ServiceError where the running deals can't be read. */
export async function judgeDeal(step: Step, planned: PlannedBot, reader: ServiceReader): Promise<Judgement> {
  const running = await reader.runningDeals(planned.accessId);
  const ended = await tried(reader.endedDeals(planned.accessId));
  return verdictOn(step, planned, { running, ended: ended instanceof ServiceError ? [] : ended });
}

/** Decides only. */
export function verdictOn(step: Step, planned: PlannedBot, now: DealsNow): Judgement {
  if (step.action === "start-deal") return started(planned, now);
  const { deals = [] } = planned;
  const before = deals.find(({ id }) => id === step.deal?.id);
  if (before === undefined) return { verdict: "unclear", detail: "the record of the run doesn't hold its deal" };
  const deal = now.running.find(({ id }) => id === before.id);
  const shown = now.ended.find(({ id }) => id === before.id);
  if (deal === undefined) return gone(step, before.id, shown, now.running.length > 0 || deals.length === 1);
  if (step.action !== "take-profit") return { verdict: "no-effect", detail: `deal ${deal.id} is running` };
  const { takeProfit } = step.deal ?? {};
  const signs = signsOf(deal);
  const order = signs.orderPercent === null ? "" : `, its order at about ${signs.orderPercent} %`;
  const state = `deal ${deal.id} is running with percentTakeProfit ${signs.percentTakeProfit ?? "off"}${order}`;
  const isSeen = takeProfit !== undefined && isChangeSeen(before, signs, takeProfit);
  return { verdict: isSeen ? "took-effect" : "no-effect", detail: state };
}

function started({ deals = [], observed }: PlannedBot, { running, ended }: DealsNow): Judgement {
  const isNew = ({ id, botId }: RunningDeal) => botId === observed?.id && deals.every((deal) => deal.id !== id);
  const opened = running.find(isNew);
  if (opened !== undefined) return { verdict: "took-effect", detail: `deal ${opened.id} runs on ${opened.pairTitle}` };
  // Which of the ended ones are older than the command isn't told.
  const last = ended
    .filter(isNew)
    .toSorted((left, right) => left.id - right.id)
    .at(-1);
  const maybe = last === undefined ? "" : `; the last one that the history shows is ${last.id}`;
  return { verdict: "no-effect", detail: `no deal of the bot runs that didn't before${maybe}` };
}

/** A deal that is over. What its take profit was in the end doesn't matter any more. */
function gone({ action }: Step, id: number, shown: Deal | undefined, isCredible: boolean): Judgement {
  const end = endOf(shown);
  if (shown === undefined && !isCredible) {
    return { verdict: "unclear", detail: `neither the list of running deals nor the history shows deal ${id}` };
  }
  if (action === "take-profit") return { verdict: "no-effect", detail: `deal ${id} has ended: ${end}` };
  const isOther = shown !== undefined && (shown.status === "COMPLETED") !== (action === "complete-deal");
  return isOther
    ? { verdict: "no-effect", detail: `deal ${id} has ended otherwise: ${end}` }
    : { verdict: "took-effect", detail: `deal ${id} runs no more: ${end}` };
}
