// The results of steps when a write never left or was refused, a read failed, the run was over or a deal has ended: one wording for each.

import type { Deal } from "../../model/deal/deal.js";
import { ACTIONS, type Action, type DealAction, isDealAction } from "../../model/plan/actions.js";
import type { Stop } from "../../model/plan/outcome.js";
import { ServiceError, type WriteAnswer } from "../../model/ports.js";
import { isRefusal, type NotSent, type Refusal } from "./decisions.js";
import type { StepResult } from "./run-options.js";

/** How the step ends whose write never left; undefined where it may have been carried out and has to be read back (rule 4). */
export function unsent(answer: WriteAnswer): StepResult | undefined {
  return answer.kind === "not-sent" ? notSent(answer) : undefined;
}

export function notSent(answer: NotSent): StepResult {
  return { kind: "failed", detail: `nothing was sent: ${answer.message}`, next: "run apply again", rule: 4 };
}

/** How a step ends that was refused, and then seen to have changed nothing. @param seen what reading back showed */
export function refused(answer: Pick<Refusal, "kind" | "message">, seen: string): StepResult {
  const isRejected = answer.kind === "unauthorized";
  return {
    kind: "failed",
    detail: `${refusalText(answer)}; ${seen}: ${answer.message}`,
    next: isRejected
      ? "check the API key and its permissions, then run apply again"
      : "correct what the message names, then run apply again",
    rule: 19,
    didNothing: true,
    ...(isRejected && { unauthorized: true }),
  };
}

function refusalText({ kind }: Pick<Refusal, "kind">): string {
  return kind === "refused" ? "refused by the service" : "the service rejected the credentials";
}

/** A result that follows a refusal says so: what is there decides, and the refusal explains (rule 19). */
export function inSpiteOf(answer: WriteAnswer, result: StepResult): StepResult {
  if (!isRefusal(answer)) return result;
  const detail = `${refusalText(answer)} (${answer.message}), but ${result.detail}`;
  return { ...result, detail, ...(answer.kind === "unauthorized" && { unauthorized: true }) };
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

/** A read after the write failed, so nobody knows. Throws on what is no failure of a read. @param sent the beginning of the sentence */
export function unreadAfter(error: unknown, sent: string): StepResult {
  const { kind, message } = serviceError(error);
  return {
    kind: "unknown",
    detail: `${sent} could not be read back: ${message}`,
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
export function notStarted(stop: Stop | "bots-off"): StepResult {
  return { kind: "not-started", ...STOPPED[stop] };
}

const STOPPED: Readonly<Record<Stop | "bots-off", Pick<StepResult, "detail" | "next" | "rule">>> = {
  interrupted: { detail: "interrupted before it began", next: "run apply again", rule: 13 },
  unauthorized: { detail: "the service had rejected the credentials", next: "check the API key, then run apply again" },
  journal: {
    detail: "nothing was sent: the ledger can't be written",
    next: "see below why; when the ledger can be written again (a disk with space, a database that answers), run apply again",
    rule: 12,
  },
  "bots-off": {
    detail: "nothing was sent: botform bots off was run for the bot meanwhile, or it was held",
    next: "plan again when the bot may run",
    rule: 18,
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

/** The outcome of a command that was not observed (rule 10). @param refusal the service's no, if it never said anything else */
export function notCarriedOut(action: Action, why: string, refusal?: Refusal): StepResult {
  const answered = refusal === undefined ? "was sent" : `was refused (${refusal.message})`;
  return {
    kind: "unknown",
    detail: `the command to ${ACTIONS[action].words.asks} ${answered}, but ${why}`,
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
  { known = "", refusal }: { readonly known?: string; readonly refusal?: Refusal | undefined } = {},
): StepResult {
  const why = isAbandoned ? "the run was stopped" : `its effect wasn't observed within ${commandDeadlineMs / 1000} s`;
  return notCarriedOut(action, `${why}${known}`, refusal);
}
