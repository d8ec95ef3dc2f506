// Writes a run's journal: the intent of each write is on the disk before the write leaves (rule 12).

import type { Action } from "../../model/plan/actions.js";
import type { ApplyReport, Outcome } from "../../model/plan/outcome.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import { type Clock, type Disk, DiskError, type DiskFile, LEASE_LOST, LEDGER_AWAY } from "../../model/ports.js";
import { type BeginEntry, type JournalEntry, journalLine } from "./journal-format.js";
import { notAfter } from "./nonce-window.js";

/** How a write went, in one word and a line. */
type Answered = Pick<Extract<JournalEntry, { type: "answer" }>, "kind" | "message" | "botId">;

/** Where an apply records what it does. */
export interface Journal {
  /**
   * Resolves once the intent is on the disk, to the number of the write. Rejects with DiskError: then nothing may be sent.
   *
   * @param nonce the second that the request is signed with
   */
  intent(step: Step, sends: Action, botId: number | undefined, nonce: number): Promise<number>;
  answer(write: number, answered: Answered): void;
  outcome(outcome: Outcome): void;
  /** Resolves once everything is written, or can't be. */
  end(report: ApplyReport): Promise<void>;
}

/** For runs that leave no history. */
export const NO_JOURNAL: Journal = {
  intent: async () => 0,
  answer: () => {},
  outcome: () => {},
  end: async () => {},
};

export type Heading = Omit<BeginEntry, "type" | "at" | "plan">;

export const JOURNAL_SUFFIX = ".jsonl";

/** Begins the journal of one run in a file of its own. Rejects with DiskError. @param nonceWindow of the service, in seconds */
export async function beginJournal(
  disk: Disk,
  clock: Clock,
  heading: Heading,
  plan: Plan,
  nonceWindow?: number,
): Promise<Journal> {
  const file = await disk.create(`${heading.id}${JOURNAL_SUFFIX}`);
  const journal = new FileJournal(file, clock, nonceWindow);
  // Origins of diagnostics mean nothing without the configuration's files, so they aren't kept.
  const diagnostics = plan.diagnostics.map(({ origin: _origin, ...diagnostic }) => diagnostic);
  try {
    await journal.write({ type: "begin", at: clock.now(), ...heading, plan: { ...plan, diagnostics } }, true);
  } catch (error) {
    await file.close().catch(onlyDisk);
    throw error;
  }
  return journal;
}

/** Adds to the journal of a run that has ended. Rejects with DiskError. */
export async function addToJournal(disk: Disk, id: string, entries: readonly JournalEntry[]): Promise<void> {
  const file = await disk.open(`${id}${JOURNAL_SUFFIX}`);
  try {
    // A torn last line must not swallow what is added.
    await file.append(`\n${entries.map(journalLine).join("")}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

interface Waiting {
  readonly line: string;
  readonly isIntent: boolean;
  readonly isTurnOff: boolean;
  readonly durable: boolean;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Lines of several writers that wait together go to the disk together. */
class FileJournal implements Journal {
  readonly #file: DiskFile;
  readonly #clock: Clock;
  readonly #nonceWindow: number | undefined;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  /** After a failure nobody knows what the file holds, so nothing more is written to it. */
  #broken: DiskError | undefined;
  #writes = 0;

  constructor(file: DiskFile, clock: Clock, nonceWindow: number | undefined) {
    this.#file = file;
    this.#clock = clock;
    this.#nonceWindow = nonceWindow;
  }

  async intent(
    { address, action, deal }: Step,
    sends: Action,
    botId: number | undefined,
    nonce: number,
  ): Promise<number> {
    this.#writes += 1;
    const write = this.#writes;
    const at = this.#clock.now();
    const bot = botId !== undefined && { botId };
    const about = { address, step: action, sends, ...bot, ...(deal !== undefined && { dealId: deal.id }) };
    const over = notAfter(nonce, this.#nonceWindow);
    await this.write({ type: "intent", at, write, ...about, nonce, notAfter: over }, true);
    return write;
  }

  answer(write: number, { kind, message, botId }: Answered): void {
    const details = { ...(message !== undefined && { message }), ...(botId !== undefined && { botId }) };
    this.#note({ type: "answer", at: this.#clock.now(), write, kind, ...details });
  }

  outcome(outcome: Outcome): void {
    this.#note({ type: "outcome", at: this.#clock.now(), outcome });
  }

  async end({ notes, unsettled, violations, stop }: ApplyReport): Promise<void> {
    const facts = { notes: [...notes], unsettled: [...unsettled], violations: [...violations] };
    const entry: JournalEntry = { type: "end", at: this.#clock.now(), ...facts, ...(stop !== undefined && { stop }) };
    await this.write(entry, true).catch(onlyDisk);
    await this.#file.close().catch(onlyDisk);
  }

  /** Resolves once the line is written and, where `durable`, on the disk. */
  write(entry: JournalEntry, durable: boolean): Promise<void> {
    return new Promise((done, failed) => {
      const isIntent = entry.type === "intent";
      const isTurnOff = isIntent && entry.sends === "turn-off";
      this.#waiting.push({ line: journalLine(entry), isIntent, isTurnOff, durable, done, failed });
      this.#writing ??= this.#flush();
    });
  }

  /** Writes what has happened already, if it can; a failure changes nothing, since the service is the truth. */
  #note(entry: JournalEntry): void {
    this.write(entry, false).catch(onlyDisk);
  }

  async #flush(): Promise<void> {
    // Lines that are added in the same tick are written together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== undefined) throw this.#broken;
        await this.#file.append(batch.map(({ line }) => line).join(""));
        if (batch.some(({ durable }) => durable)) await this.#file.sync();
        for (const { done } of batch) done();
      } catch (error) {
        // Without its lease, or the ledger, a run may send nothing; what has happened was written all the same.
        const isRefused = error instanceof DiskError && REFUSED.has(error.code);
        if (error instanceof DiskError && !isRefused) this.#broken = error;
        for (const { isIntent, isTurnOff, done, failed } of batch) {
          if (isRefused && (!isIntent || (isTurnOff && error.code === LEDGER_AWAY))) done();
          else failed(error);
        }
      }
    }
    this.#writing = undefined;
  }
}

/** Of intents alone. */
const REFUSED: ReadonlySet<string> = new Set([LEASE_LOST, LEDGER_AWAY]);

function onlyDisk(error: unknown): void {
  if (!(error instanceof DiskError)) throw error;
}
