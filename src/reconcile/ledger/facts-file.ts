// A file of facts in the ledger's folder: one for each account, and one for each account at a service.
import { hash } from "node:crypto";
import type { Disk } from "../../model/ports.js";
import { checkedLine } from "./checked-lines.js";
import { type Fact, readFacts } from "./facts.js";

/** @param of the account, and the service where the file is about the account there */
export function factsName(of: readonly string[]): string {
  return `${hash("sha256", JSON.stringify(of)).slice(0, 16)}${FACTS_SUFFIX}`;
}

/** Rejects with DiskError; a file that isn't there has no facts. */
export async function factsIn(disk: Disk, name: string): Promise<readonly Fact[]> {
  return (await disk.size(name)) === 0 ? [] : readFacts(await disk.read(name)).entries;
}

/** The same disk, and the names of the facts that were read on it. */
export function noting(disk: Disk): { readonly disk: Disk; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const read = (name: string) => {
    if (name.endsWith(FACTS_SUFFIX)) names.add(name);
    return disk.read(name);
  };
  const { folder } = disk;
  return {
    disk: {
      ...(folder !== undefined && { folder }),
      ...{ read, names: () => disk.names(), create: (name) => disk.create(name), size: (name) => disk.size(name) },
      open: (name, mayCreate) => disk.open(name, mayCreate),
    },
    names,
  };
}

export const FACTS_SUFFIX = ".facts";

/** Resolves once the facts are on the disk. Rejects with DiskError. */
export async function addFacts(disk: Disk, name: string, added: readonly Fact[]): Promise<void> {
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
