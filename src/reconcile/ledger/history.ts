// Reads a run's journal: how each step ended, and which outcomes are unknown.
import { groupBy } from "../../model/order.js";
import type { Action } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import { type Disk, DiskError } from "../../model/ports.js";
import type { KnownBot } from "./facts.js";
import { factsName } from "./facts-file.js";
import { JOURNAL_SUFFIX } from "./journal.js";
import { type BeginEntry, type JournalEntry, type JournalReading, readJournal } from "./journal-format.js";

type EntryOf<Type extends JournalEntry["type"]> = Extract<JournalEntry, { type: Type }>;

/** One write of a step, with what the wire told of it. */
export interface PastWrite {
  readonly intent: EntryOf<"intent">;
  readonly answer: EntryOf<"answer"> | undefined;
}

export interface PastStep {
  /** As it was planned. */
  readonly step: Step;
  readonly address: string;
  readonly action: Action;
  /** Of a step that is about a deal that was there. */
  readonly dealId?: number;
  readonly writes: readonly PastWrite[];
  readonly ended: EntryOf<"outcome"> | undefined;
  /** The last later look at it. */
  readonly resolved: EntryOf<"resolved"> | undefined;
  readonly kind: PastKind;
}

/** As an outcome; `unknown` also where the run died between an intent and its outcome. */
export type PastKind = EntryOf<"outcome">["outcome"]["kind"];

export interface PastRun {
  readonly begin: BeginEntry;
  readonly steps: readonly PastStep[];
  /** undefined: the run died, or goes on. */
  readonly end: EntryOf<"end"> | undefined;
  readonly damaged: number;
  readonly torn: boolean;
}

/** A file of the journal that can't be read as a run. */
export interface UnreadableRun {
  readonly name: string;
  readonly why: "newer" | "foreign" | "unreadable";
}

export interface History {
  /** Oldest first. */
  readonly runs: readonly PastRun[];
  readonly unreadable: readonly UnreadableRun[];
}

type Concerns = (name: string, text: string) => boolean;

/** Whether a journal may hold what later runs have to know: a write that was about to leave. Others needn't be parsed. */
export function mayMatterLater(text: string): boolean {
  return text.includes('"type":"intent"');
}

/**
 * Reads every run that began at `since` (milliseconds since the epoch) or later, and whose text may be of concern. Never
 * rejects for what a file holds. @param concerns asked of each file, by its name and its text; @param accounts whose runs are
 * wanted: those that are surely of others aren't even read
 */
export async function readHistory(
  disk: Disk,
  since = Number.NEGATIVE_INFINITY,
  concerns: Concerns = () => true,
  accounts?: readonly string[],
): Promise<History> {
  const runs: PastRun[] = [];
  const unreadable: UnreadableRun[] = [];
  const isWanted = (name: string) =>
    name.endsWith(JOURNAL_SUFFIX) && beganAt(name) >= since && !(accounts && isOfOthers(name, accounts));
  const names = (await disk.names()).filter(isWanted);
  for (const name of names.toSorted()) {
    const read = await readRun(disk, name, concerns);
    if (read === undefined) continue;
    if ("why" in read) unreadable.push(read);
    else runs.push(read);
  }
  return { runs: runs.toSorted((left, right) => left.begin.at - right.begin.at), unreadable };
}

/** Runs of these accounts that may have written, and some of others, newest first. Skips what can't be read; rejects with DiskError if the folder can't be. */
export async function* runsBackwards(disk: Disk, accounts: readonly string[]): AsyncGenerator<PastRun> {
  const names = (await disk.names()).filter((name) => name.endsWith(JOURNAL_SUFFIX) && !isOfOthers(name, accounts));
  // By name they are in order to the second.
  const seconds = [...groupBy(names.toSorted(), beganAt)].toSorted(([left], [right]) => right - left);
  for (const [, own] of seconds) {
    const read = await Promise.all(own.map((name) => readRun(disk, name, (_name, text) => mayMatterLater(text))));
    const runs = read.flatMap((one) => (one === undefined || "why" in one ? [] : [one]));
    yield* runs.toSorted((left, right) => right.begin.at - left.begin.at);
  }
}

async function readRun(disk: Disk, name: string, concerns: Concerns): Promise<PastRun | UnreadableRun | undefined> {
  let reading: JournalReading;
  try {
    const text = await disk.read(name);
    if (!concerns(name, text)) return undefined;
    reading = readJournal(text);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return { name, why: "unreadable" };
  }
  if (reading.newer) return { name, why: "newer" };
  return pastRun(reading) ?? { name, why: "foreign" };
}

/** undefined if the beginning is lost, since the rest means nothing without it. */
export function pastRun({ entries, damaged, torn }: JournalReading): PastRun | undefined {
  const begin = entries.find((entry) => entry.type === "begin");
  if (begin === undefined) return undefined;
  const answers = new Map(entries.flatMap((entry) => (entry.type === "answer" ? [[entry.write, entry] as const] : [])));
  const noted = groupBy(entries, stepOf);
  const steps = begin.plan.steps.map((step): PastStep => {
    const { address, action, deal } = step;
    const own = noted.get(keyOf(address, action, deal?.id)) ?? [];
    const writes = own.flatMap((entry): PastWrite[] =>
      entry.type === "intent" ? [{ intent: entry, answer: answers.get(entry.write) }] : [],
    );
    const ended = own.find((entry) => entry.type === "outcome");
    const resolved = own.findLast((entry) => entry.type === "resolved");
    const kind = ended?.outcome.kind ?? kindWithout(writes);
    return { step, address, action, ...(deal !== undefined && { dealId: deal.id }), writes, ended, resolved, kind };
  });
  return { begin, steps, end: entries.find((entry) => entry.type === "end"), damaged, torn };
}

function keyOf(address: string, action: Action, dealId: number | undefined): string {
  return JSON.stringify([action, address, dealId ?? null]);
}

/** Which step an entry is about; undefined for one that is about the run, or about a write alone. */
function stepOf(entry: JournalEntry): string | undefined {
  if (entry.type === "intent" || entry.type === "resolved") return keyOf(entry.address, entry.step, entry.dealId);
  return entry.type === "outcome"
    ? keyOf(entry.outcome.address, entry.outcome.action, entry.outcome.dealId)
    : undefined;
}

/** Without an outcome only a write that certainly did nothing is known. */
function kindWithout(writes: readonly PastWrite[]): PastKind {
  if (writes.length === 0) return "not-started";
  return writes.every(({ answer }) => answer !== undefined && DID_NOTHING.has(answer.kind)) ? "failed" : "unknown";
}

/** Answers that prove it. A refusal doesn't: it may be the second answer to a doubled request (rule 19). */
export const DID_NOTHING: ReadonlySet<string> = new Set(["not-sent", "overtaken"]);

/** Bots that runs of the account have made, as they were planned: those that the service has named, and those that were found. */
export function createdBots(
  runs: readonly PastRun[],
  { account, origin }: Pick<BeginEntry, "account" | "origin">,
): readonly KnownBot[] {
  const own = runs.filter(({ begin }) => begin.account === account && begin.origin === origin);
  return own.flatMap(({ begin, steps }) =>
    steps.flatMap(({ address, action, writes, ended, resolved }): KnownBot[] => {
      const planned = begin.plan.bots[address];
      if (action !== "create" || planned === undefined) return [];
      const named = writes.map(({ answer }) => answer?.botId);
      const id = [resolved?.botId, ended?.outcome.botId, ...named].find((one) => one !== undefined);
      return id === undefined ? [] : [{ id, accessId: planned.accessId, title: planned.title, address }];
    }),
  );
}

/** The run that has carried out a saved plan, or part of it, or may have. */
export function runOfPlan(runs: readonly PastRun[], planId: string): PastRun | undefined {
  const mayHave = ({ kind, ended }: PastStep) =>
    kind === "applied" || kind === "unknown" || ended?.outcome.wrote === true;
  return runs.find(({ begin, steps }) => begin.planId === planId && steps.some(mayHave));
}

/**
 * A run's id: sortable by time, and no two alike. @param random eight hexadecimal digits; @param account of a run that has a
 * journal: four more tell which accounts it can be of, so that one of a thousand needn't read the journals of all
 */
export function runId(now: number, random: string, account?: string): string {
  const tag = account === undefined ? "" : tagOf(account);
  return `${new Date(now).toISOString().replaceAll(":", "-").slice(0, 19)}Z-${random}${tag}`;
}

function tagOf(account: string): string {
  return factsName([account]).slice(0, TAG_LENGTH);
}

const TAG_LENGTH = 4;

/** Whether a journal's name tells that it is of none of these accounts. Those of version 0.1.0 tell nothing. */
export function isOfOthers(name: string, accounts: readonly string[]): boolean {
  const [, tag] = /Z-[0-9a-f]{8}([0-9a-f]{4})\.[a-z]+$/.exec(name) ?? [];
  return tag !== undefined && accounts.every((account) => tagOf(account) !== tag);
}

/** When the run of that file began, by its name; infinity for a name of another form, so that it is looked at. */
export function beganAt(name: string): number {
  const [, date, hours, minutes, seconds] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z-/.exec(name) ?? [];
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}Z`);
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}
