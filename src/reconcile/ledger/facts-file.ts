// A file of facts in the ledger's folder: one for each account, and one for each account at a service.
import { hash } from "node:crypto";
import type { Disk } from "../../model/ports.js";
import { checkedLine } from "./checked-lines.js";
import { type Fact, readFacts } from "./facts.js";

/** @param of the account, and the service where the file is about the account there */
export function factsName(of: readonly string[]): string {
  return `${hash("sha256", JSON.stringify(of)).slice(0, 16)}${FACTS_SUFFIX}`;
}

/** The files of facts on a disk. */
export interface FactFiles {
  /** Rejects with DiskError; a file that isn't there has no facts. */
  readonly in: (name: string) => Promise<readonly Fact[]>;
  /** Resolves once the facts are on the disk. Rejects with DiskError. */
  readonly add: (name: string, added: readonly Fact[]) => Promise<void>;
  /** The names of those that had some. */
  readonly names: () => readonly string[];
}

/** Their lines are only added to: while a file hasn't grown, it says what it said. */
export function factFiles(disk: Disk): FactFiles {
  const read = new Map<string, { readonly size: number; readonly facts: readonly Fact[] }>();
  return {
    async in(name) {
      const size = await disk.size(name);
      if (size === 0) return [];
      const before = read.get(name);
      if (before?.size === size) return before.facts;
      const { entries } = readFacts(await disk.read(name));
      // What has come since the size was asked is read again.
      read.set(name, { size, facts: entries });
      return entries;
    },
    add: (name, added) => addFacts(disk, name, added),
    names: () => [...read.keys()],
  };
}

export const FACTS_SUFFIX = ".facts";

async function addFacts(disk: Disk, name: string, added: readonly Fact[]): Promise<void> {
  if (added.length === 0) return;
  const file = await disk.open(name, true);
  try {
    // A torn last line must not swallow what is added, nor look like a whole one.
    await file.append(added.map((one) => `\n${checkedLine(one)}`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
}
