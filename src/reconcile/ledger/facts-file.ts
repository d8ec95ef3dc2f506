// A file of facts in the ledger's folder: one for each account, and one for each account at a service.
import { hash } from "node:crypto";
import type { Disk } from "../../model/ports.js";
import { checkedLine } from "./checked-lines.js";
import { type Fact, readFacts } from "./facts.js";

/** @param of the account, and the service where the file is about the account there */
export function factsName(of: readonly string[]): string {
  return `${hash("sha256", JSON.stringify(of)).slice(0, 16)}.facts`;
}

/** Rejects with DiskError; a file that isn't there has no facts. */
export async function factsIn(disk: Disk, name: string): Promise<readonly Fact[]> {
  return (await disk.size(name)) === 0 ? [] : readFacts(await disk.read(name));
}

/** Resolves once the facts are on the disk. Rejects with DiskError. */
export async function addFacts(disk: Disk, name: string, added: readonly Fact[]): Promise<void> {
  if (added.length === 0) return;
  const file = await disk.open(name, true);
  try {
    // A torn last line must not swallow what is added.
    await file.append(`\n${added.map(checkedLine).join("")}`);
    await file.sync();
  } finally {
    await file.close();
  }
}
