// The journal of runs: begins it for an apply, finds what earlier runs left pending, and reads it afterwards.
import { randomBytes } from "node:crypto";
import { folderDisk } from "../disk/folder.js";
import type { Plan } from "../model/plan/plan.js";
import { type ApplyOptions, COMMAND_DEADLINE_MS } from "../reconcile/apply/run-options.js";
import {
  type History,
  mayHoldStart,
  type PastRun,
  pendingSends,
  readHistory,
  runId,
} from "../reconcile/ledger/history.js";
import { addToJournal, beginJournal, type Heading } from "../reconcile/ledger/journal.js";
import { type Resolution, resolvedEntry } from "../reconcile/undo/resolve.js";
import { systemClock } from "./clock.js";

/** Where an apply writes its journal, and how the journal names the run. */
export interface JournalOptions {
  /** The folder of the journals; made where there is none. */
  readonly folder: string;
  readonly command?: Heading["command"];
  /** Of the saved plan that is carried out. */
  readonly planId?: string;
}

/** Where an endpoint is, without its credentials. */
interface Service {
  readonly apiUrl: string;
}

export async function openJournal(wanted: JournalOptions, plan: Plan, endpoint: Service, options: ApplyOptions) {
  const disk = folderDisk(wanted.folder);
  const since = systemClock.now() - Math.max(options.commandDeadlineMs ?? 0, LONGEST_DEADLINE_MS) - LOOK_BACK_MS;
  const { runs } = await readHistory(disk, since, mayHoldStart);
  const deadline = Math.min(options.commandDeadlineMs ?? COMMAND_DEADLINE_MS, Number.MAX_SAFE_INTEGER);
  const heading = headingOf(wanted, plan, endpoint);
  const journal = await beginJournal(disk, systemClock, { ...heading, commandDeadlineMs: Math.ceil(deadline) }, plan);
  const earlier = {
    earlierTurnOns: pendingSends("turn-on", runs, heading),
    earlierStarts: pendingSends("start-deal", runs, heading),
  };
  return { journal, runId: heading.id, ...earlier };
}

export function headingOf(
  { command = "apply", planId }: JournalOptions,
  { account }: Plan,
  { apiUrl }: Service,
): Heading {
  return {
    id: runId(systemClock.now(), randomBytes(4).toString("hex")),
    command,
    tool: BOTFORM_VERSION,
    account,
    origin: new URL(apiUrl).origin,
    ...(planId !== undefined && { planId }),
  };
}

/** Every run of a journal's folder. Rejects with DiskError if the folder can't be read. */
export async function history(folder: string): Promise<History> {
  return readHistory(folderDisk(folder));
}

/** Adds what resolve found out to a run's journal. Rejects with DiskError. */
export async function record(folder: string, run: PastRun, found: readonly Resolution[]): Promise<void> {
  const now = systemClock.now();
  const entries = found.map((resolution) => resolvedEntry(resolution, now));
  if (entries.length > 0) await addToJournal(folderDisk(folder), run.begin.id, entries);
}

/** How far back a run may have begun whose turn-ons still matter: longer than any run takes, as clocks differ. */
const LOOK_BACK_MS = 6 * 3_600_000;
/** The longest command deadline that an earlier run of the command line can have had. */
const LONGEST_DEADLINE_MS = 24 * 3_600_000;
