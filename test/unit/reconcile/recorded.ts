// Applies with a journal in memory, and tells of the run what its journal tells: whole, or cut as by a crash.
import type { Plan } from "../../../src/model/plan/plan.js";
import type { Disk, DiskFile, ServiceWriter } from "../../../src/model/ports.js";
import { apply } from "../../../src/reconcile/apply/apply.js";
import type { ApplyOptions } from "../../../src/reconcile/apply/run-options.js";
import { type PastRun, readHistory } from "../../../src/reconcile/ledger/history.js";
import { beginJournal, type Heading } from "../../../src/reconcile/ledger/journal.js";
import { type Road, UNLIMITED } from "../../support/road.js";

/** A folder in memory. */
export class Shelf implements Disk {
  readonly files = new Map<string, string>();

  names = async () => [...this.files.keys()].sort();
  read = async (name: string) => this.files.get(name) ?? "";
  size = async (name: string) => (this.files.get(name) ?? "").length;
  create = async (name: string): Promise<DiskFile> => {
    this.files.set(name, "");
    return this.open(name);
  };
  open = async (name: string): Promise<DiskFile> => ({
    append: async (text) => void this.files.set(name, (this.files.get(name) ?? "") + text),
    sync: async () => {},
    close: async () => {},
  });

  /** Leaves of each file what a process has written that died right after that line was begun. */
  cutAfter(index: (text: string) => number): void {
    for (const [name, text] of this.files) {
      const at = index(text);
      this.files.set(name, text.slice(0, text.indexOf("\n", at) + 1));
    }
  }

  async runs(): Promise<readonly PastRun[]> {
    return (await readHistory(this)).runs;
  }

  async only(): Promise<PastRun> {
    const [run, second] = await this.runs();
    if (run === undefined || second !== undefined) throw new Error("not one run");
    return run;
  }
}

export const RUN_ID = "2026-11-21T18-00-00Z-abcd1234";

export interface Recording {
  readonly shelf?: Shelf;
  readonly id?: string;
  readonly command?: Heading["command"];
  readonly writer?: Partial<ServiceWriter>;
  readonly options?: ApplyOptions;
}

/** Carries a plan out and gives the shelf with its journal. */
export async function recorded(way: Road, plan: Plan, recording: Recording = {}): Promise<Shelf> {
  const { shelf = new Shelf(), id = RUN_ID, command = "apply", writer = {}, options = {} } = recording;
  const heading = { id, command, tool: "0.0.0", account: "main", origin: new URL(way.emulator.url).origin };
  const journal = await beginJournal(shelf, way.clock, heading, plan);
  const ports = { reader: way.reader, writer: { ...way.writer, ...writer }, clock: way.clock, journal };
  await apply(plan, ports, { limits: UNLIMITED, ...options });
  return shelf;
}
