// The results of steps when a write certainly did nothing, a read failed, the run was over or a deal has ended: one wording for each.

import type { Deal } from "../../model/deal/deal.js";
import { ACTIONS, type Action, type DealAction, isDealAction } from "../../model/plan/actions.js";
import type { Stop } from "../../model/plan/outcome.js";
import { ServiceError, type WriteAnswer } from "../../model/ports.js";
import type { Rejected } from "./decisions.js";
import type { StepResult } from "./run-options.js";

/** How the step ends; undefined where the write was, or may have been, carried out and has to be read back (rule 4). */
export function rejection(answer: WriteAnswer): StepResult | undefined {
  return answer.kind === "accepted" || answer.kind === "ambiguous" ? undefined : refused(answer);
}

/** How a step ends whose write certainly did nothing. */
export function refused(answer: Rejected): StepResult {
  switch (answer.kind) {
    case "refused":
      return {
        kind: "failed",
        detail: `refused by the service: ${answer.message}`,
        next: "correct what the message names, then run apply again",
        rule: 4,
      };
    case "not-sent":
      return { kind: "failed", detail: `nothing was sent: ${answer.message}`, next: "run apply again", rule: 4 };
    case "unauthorized":
      return {
        kind: "failed",
        detail: `the service rejected the credentials: ${answer.message}`,
        next: "check the API key and its permissions, then run apply again",
        unauthorized: true,
      };
  }
}

/** A read before the write failed. Throws on what is no failure of a read. */
export function unreadBefore(error: unknown): StepResult {
  const { kind, message } = serviceError(error);
  return {
    kind: "failed",
    detail: `nothing was sent: ${message}`,
    next: "run apply again",
    rule: 1,
    unauthorized: kind === "auth",
  };
}

/** A read after the write failed, so nobody knows. Throws on what is no failure of a read. */
export function unreadAfter(error: unknown, sent: string): StepResult {
  const { kind, message } = serviceError(error);
  return {
    kind: "unknown",
    detail: `${sent}, but could not be read back: ${message}`,
    next: "run plan to see what became of it",
    rule: 6,
    unauthorized: kind === "auth",
  };
}

function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}

/** How a fault of our own begins, in the texts of steps and reports. The simulation looks for it. */
export const BUG = "a bug in botform";

/** A fault of botform itself must not hide what the other steps did; whether this one wrote can't be told any more (I6). */
export function ourFault(error: unknown): StepResult {
  const name = error instanceof Error ? error.name : typeof error;
  return {
    kind: "unknown",
    detail: `${BUG} (${name})`,
    next: "run plan to see what became of it; please report this",
  };
}

export const NEVER_BEGUN: StepResult = {
  kind: "not-started",
  detail: "the run ended before the step began",
  next: "run apply again",
};

export const LEFT_OPEN: StepResult = {
  kind: "unknown",
  detail: "sent, but the run ended before its effect was observed",
  next: "run plan to see what became of it",
  rule: 10,
};

/** How a step ends that the run's stop has overtaken before anything was sent. */
export function notStarted(stop: Stop): StepResult {
  return { kind: "not-started", ...STOPPED[stop] };
}

const STOPPED: Readonly<Record<Stop, Pick<StepResult, "detail" | "next" | "rule">>> = {
  interrupted: { detail: "interrupted before it began", next: "run apply again", rule: 13 },
  unauthorized: { detail: "the service had rejected the credentials", next: "check the API key, then run apply again" },
  journal: {
    detail: "nothing was sent: the journal can't be written",
    next: "free some space, or name a writable folder with --journal, then run apply again",
    rule: 12,
  },
  blocked: {
    detail: "the plan changes more than one apply is allowed to",
    next: "raise the limits named above, or apply less at once",
    rule: 16,
  },
};

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
export function endedBefore(action: DealAction, dealId: number, deal: Deal | undefined): StepResult {
  const detail = `deal ${dealId} had already ended, so nothing was sent: ${endOf(deal)}`;
  if (action !== "cancel-deal") return { kind: "applied", detail };
  return { kind: "failed", detail, next: "check the position on the exchange", stale: true, rule: 8 };
}

/** The list lacks the deal, and nothing proves that it has ended. */
export function notListed(dealId: number): StepResult {
  return {
    kind: "failed",
    detail: `nothing was sent: the list of running deals lacks deal ${dealId}, and others, too`,
    next: "check the deal on the service, then try again",
    rule: 1,
  };
}

export function staleDeal(detail: string): StepResult {
  return { kind: "failed", detail: `nothing was sent: ${detail}`, next: "plan again", rule: 8, stale: true };
}

/** The outcome of a command that was not observed (rule 10). */
export function notCarriedOut(action: Action, why: string): StepResult {
  return {
    kind: "unknown",
    detail: `the command to ${ACTIONS[action].words.asks} was sent, but ${why}`,
    next: isDealAction(action)
      ? "it may still happen: check the deal on the service, then run botform resolve last"
      : "it may still happen: check the bot on the service, then run plan again",
    rule: 10,
  };
}

/** The same after the watch for it. @param known what is known all the same */
export function notObserved(
  { isAbandoned, commandDeadlineMs }: { readonly isAbandoned: boolean; readonly commandDeadlineMs: number },
  action: Action,
  known = "",
): StepResult {
  const why = isAbandoned ? "the run was stopped" : `its effect wasn't observed within ${commandDeadlineMs / 1000} s`;
  return notCarriedOut(action, `${why}${known}`);
}

/** A refusal, after which nothing has moved. */
export function turnedDown(message: string): StepResult {
  return {
    kind: "failed",
    detail: `refused by the service; nothing has changed: ${message}`,
    next: "correct what the message names, then try again",
    rule: 4,
    didNothing: true,
  };
}
