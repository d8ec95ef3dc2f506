// How a step ends that is about a deal, in words: one wording and one meaning for each way.
import type { Deal } from "../../model/deal/deal.js";
import { ACTIONS, type DealAction } from "../../model/plan/actions.js";
import type { Ending } from "./run-terms.js";

/** What became of a deal that has ended, as far as the history shows it. */
export function endOf(deal: Deal | undefined): string {
  if (deal === undefined) return "the history doesn't show it";
  const { result, status } = deal;
  if (result === null) return `the history shows it as ${status}`;
  const profit = result.profit === null ? "" : `, profit ${result.profit} ${result.profitAsset}`;
  const fees = result.fees === null ? "" : `, fees ${result.fees} ${result.feesAsset}`;
  return `the history shows it as ${status}${profit}${fees}`;
}

/** The deal was over before anything was sent for it. A cancel has come too late: there is no position left to keep. */
export function endedBefore(action: DealAction, dealId: number, deal: Deal | undefined): Ending {
  const detail = `deal ${dealId} had ended before, and nothing was sent: ${endOf(deal)}`;
  if (action !== "cancel-deal") return { kind: "applied", detail };
  return { kind: "failed", detail, next: "look at the position on the exchange", stale: true, rule: 8 };
}

/** The list lacks the deal, and nothing proves that it has ended. */
export function lostSight(dealId: number): Ending {
  return {
    kind: "failed",
    detail: `nothing was sent: the list of running deals doesn't show deal ${dealId}, and lacks others, too`,
    next: "look at the deal on the service, then try again",
    rule: 1,
  };
}

export function staleDeal(detail: string): Ending {
  return { kind: "failed", detail: `nothing was sent: ${detail}`, next: "plan again", rule: 8, stale: true };
}

/** The end (rule 10) of a command that nobody has seen carried out. */
export function notSeen(action: DealAction, why: string): Ending {
  return {
    kind: "unknown",
    detail: `the command to ${ACTIONS[action].words.asks} was sent, and ${why}`,
    next: "look at the deal on the service: it may still happen. Then botform resolve last",
    rule: 10,
  };
}

/** A plain no, after which nothing has moved. */
export function turnedDown(message: string): Ending {
  return {
    kind: "failed",
    detail: `refused by the service, and nothing has changed: ${message}`,
    next: "see what the message names, then try again",
    rule: 4,
    didNothing: true,
  };
}
