// The creates and updates of an account's runs whose effect was seen, with the settings before and after.
import type { Disk } from "../../model/ports.js";
import type { AppliedStep } from "../../model/results.js";
import { mayMatterLater, type PastRun, type PastStep, readHistory } from "./history.js";
import { isAmong, type Place } from "./names.js";

export interface AppliedSteps {
  readonly steps: readonly AppliedStep[];
  /** Of the account, that may have written. */
  readonly runs: number;
  /** Runs that can't be read, of this account or of another. */
  readonly unreadable: number;
}

/** Rejects with DiskError if the folder can't be read. @param places of the account */
export async function appliedSteps(disk: Disk, places: readonly Place[]): Promise<AppliedSteps> {
  const accounts = places.map(({ account }) => account);
  const mayHave = (_name: string, text: string) => mayMatterLater(text);
  const { runs, unreadable } = await readHistory(disk, Number.NEGATIVE_INFINITY, mayHave, accounts);
  const own = runs.filter(({ begin }) => isAmong(places, begin));
  const steps = own.flatMap((run) => run.steps.flatMap((step) => appliedStep(run, step) ?? []));
  return { steps, runs: own.length, unreadable: unreadable.length };
}

function appliedStep({ begin }: PastRun, step: PastStep): AppliedStep | undefined {
  const { address, action, ended, resolved } = step;
  const planned = begin.plan.bots[address];
  const at = appliedAt(step);
  if ((action !== "create" && action !== "update") || planned === undefined || at === undefined) return undefined;
  const botId = planned.observed?.id ?? resolved?.botId ?? ended?.outcome.botId;
  if (botId === undefined) return undefined;
  const { observed, target } = planned;
  const wasOn = observed?.status.on ?? false;
  return { run: begin.id, at, botId, before: observed?.fields ?? null, wasOn, after: target };
}

/** When the service had accepted it, else when it was seen to be done; undefined where it isn't known to be, or when. */
function appliedAt({ action, kind, writes, ended, resolved }: PastStep): number | undefined {
  const sent = writes.filter(({ intent }) => intent.sends === action);
  if (sent.length === 0 || (kind !== "applied" && resolved?.verdict !== "took-effect")) return undefined;
  const accepted = sent.findLast(({ answer }) => answer?.kind === "accepted")?.answer;
  return accepted?.at ?? (kind === "applied" ? ended?.at : undefined);
}
