// Past runs from the journal: all in short, one step by step, and finding the one that a user names.
import { distance } from "fastest-levenshtein";
import { countOutcomes } from "../../model/plan/outcome.js";
import {
  type HistoryFacts,
  type RunDetails,
  type RunFacts,
  type StepFacts,
  whyUnreadable,
} from "../../model/plan/past-run.js";
import { DiskError } from "../../model/ports.js";
import type { History, PastRun, PastStep } from "../../reconcile/ledger/history.js";
import { isInDoubt } from "../../reconcile/undo/resolve.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { history } from "./ledger.js";
import { ledgerName } from "./ledger-place.js";

/** Which runs are meant. */
export interface HistoryOptions {
  /** Folder of the journal. */
  readonly journal: string;
  readonly account?: string;
}

/** Every run in short, newest first. Throws AppError where the folder can't be read. */
export async function listRuns({ journal, account }: HistoryOptions): Promise<HistoryFacts> {
  const { runs, unreadable } = await readFolder(journal);
  return { runs: ofAccount(runs, account).map(factsOf).reverse(), unreadable, journal: ledgerName(journal), account };
}

/** One run step by step; its id may be cut short, or be `last`. Throws AppError for none and for several. */
export async function showRun(options: HistoryOptions & { readonly id: string }): Promise<RunDetails> {
  return detailsOf(pickRun(await readFolder(options.journal), options));
}

/** All runs of the journal, oldest first. Throws AppError if the folder can't be read. */
export async function readFolder(folder: string): Promise<History> {
  try {
    return await history(folder);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    throw new AppError(`the journal can't be read: ${error.message}`, { exitCode: EXIT.failed });
  }
}

export function ofAccount(runs: readonly PastRun[], account: string | undefined): readonly PastRun[] {
  return account === undefined ? runs : runs.filter(({ begin }) => begin.account === account);
}

/** The run with that id, or the beginning of one, or the last one. Throws AppError for none and for several. */
export function pickRun(
  { runs, unreadable }: History,
  { id, account, journal }: { readonly id: string; readonly account?: string; readonly journal: string },
): PastRun {
  const own = ofAccount(runs, account);
  const last = own.at(-1);
  if (last === undefined) throw new AppError(`there are no runs in ${ledgerName(journal)}`);
  if (id === "last") return last;
  const found = own.filter(({ begin }) => begin.id.startsWith(id));
  const [only, second] = found;
  if (only !== undefined && second === undefined) return only;
  if (second !== undefined) throw new AppError(`several runs begin with ${id}:\n${listed(found)}`);
  const closed = unreadable.find(({ name }) => name.startsWith(id));
  if (closed !== undefined) throw new AppError(`that run can't be shown: ${whyUnreadable(closed)}`);
  const near = own
    .toSorted((left, right) => distance(left.begin.id, id) - distance(right.begin.id, id))
    .slice(0, MOST_NEAR);
  throw new AppError(`there is no run ${id} in ${journal}; the nearest are\n${listed(near)}`);
}

const MOST_NEAR = 3;

function listed(runs: readonly PastRun[]): string {
  return runs.map(({ begin }) => `  ${begin.id}  ${begin.command} on ${begin.account}`).join("\n");
}

function factsOf({ begin, steps, end }: PastRun): RunFacts {
  const { id, command, account, origin, tool, planId, plan } = begin;
  return {
    id,
    command,
    account,
    origin,
    tool,
    ...(planId !== undefined && { planId }),
    ...(plan.revision !== undefined && { revision: plan.revision }),
    beganAt: iso(begin.at),
    ...(end !== undefined && { endedAt: iso(end.at) }),
    ...(end?.stop !== undefined && { stop: end.stop }),
    counts: countOutcomes(steps),
    inDoubt: steps.filter(isInDoubt).length,
  };
}

function detailsOf(run: PastRun): RunDetails {
  const { end, damaged, torn } = run;
  return {
    ...factsOf(run),
    steps: run.steps.map((step) => stepFacts(run, step)),
    notes: end?.notes ?? [],
    unsettled: end?.unsettled ?? [],
    violations: end?.violations ?? [],
    damaged,
    torn,
  };
}

function stepFacts({ begin }: PastRun, past: PastStep): StepFacts {
  const { address, action, step, dealId, writes, ended, resolved, kind } = past;
  const planned = begin.plan.bots[address];
  const takeProfit = step.deal?.takeProfit;
  const sentTo = writes.findLast(({ intent }) => intent.botId !== undefined)?.intent.botId;
  const { detail, next, rule, botId = planned?.observed?.id ?? resolved?.botId ?? sentTo } = ended?.outcome ?? {};
  return {
    address,
    action,
    title: planned?.observed?.fields.title ?? planned?.title ?? "",
    ...(botId !== undefined && { botId }),
    ...(dealId !== undefined && { dealId }),
    ...(takeProfit !== undefined && { takeProfit }),
    changes: step.changes,
    kind,
    ...(detail !== undefined && { detail }),
    ...(next !== undefined && { next }),
    ...(rule !== undefined && { rule }),
    ...(ended !== undefined && { endedAt: iso(ended.at) }),
    writes: writes.map(({ intent, answer }) => ({
      sends: intent.sends,
      sentAt: iso(intent.at),
      ...(answer !== undefined && { answer: answer.kind, answeredAt: iso(answer.at) }),
      ...(answer?.message !== undefined && { message: answer.message }),
    })),
    ...(resolved !== undefined && {
      resolved: { at: iso(resolved.at), verdict: resolved.verdict, detail: resolved.detail },
    }),
    inDoubt: isInDoubt(past),
  };
}

/** A time out of range, from a wrong clock, must not prevent the run from being shown. */
function iso(ms: number): string {
  return new Date(Math.max(0, Math.min(ms, 253_402_300_799_999))).toISOString();
}
