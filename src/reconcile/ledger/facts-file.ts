// A file of facts in the ledger's folder: one for each account, and one for each account at a service.
import { hash } from "node:crypto";
import { type Disk, DiskError } from "../../model/ports.js";
import { namesText } from "../../model/text/named.js";
import { checkedLine } from "./checked-lines.js";
import { type Fact, readFacts } from "./facts.js";

/** @param of the account, and the service where the file is about the account there */
export function factsName(of: readonly string[]): string {
  return `${hash("sha256", JSON.stringify(of)).slice(0, 16)}${SUFFIX}`;
}

/** Rejects with DiskError; a file that isn't there has no facts. */
export async function factsIn(disk: Disk, name: string): Promise<readonly Fact[]> {
  return (await disk.size(name)) === 0 ? [] : readFacts(await disk.read(name)).entries;
}

/** Some of what the ledger knew is lost: a hold, protection or doubt may be. */
export class DamagedLedger extends DiskError {
  constructor(message: string) {
    super("EBADMSG", message);
    this.name = "DamagedLedger";
  }
}

/** Why some facts of these files are lost; undefined where all are there. Rejects with DiskError. */
export async function damageIn(disk: Disk, names: Iterable<string>): Promise<string | undefined> {
  const all = await Promise.all(
    [...names].map(async (name) => {
      if ((await disk.size(name)) === 0) return [];
      const file = disk.folder === undefined ? name : `${disk.folder}/${name}`;
      const { lost, newer } = lostIn(await disk.read(name));
      const lines = `${lost.length === 1 ? "line" : "lines"} ${namesText(lost.map(String), 5)} of ${file}`;
      return [
        ...(lost.length > 0 ? [`${lines} ${lost.length === 1 ? "isn't" : "aren't"} as botform wrote it`] : []),
        ...(newer ? [`a newer botform has written to ${file}`] : []),
      ];
    }),
  );
  return all.flat().length === 0 ? undefined : all.flat().join("; ");
}

/** The numbers of lines that were whole once. A line that breaks off was never said to be written. */
function lostIn(text: string): { readonly lost: readonly number[]; readonly newer: boolean } {
  const lines = text.split("\n");
  // An empty line follows each whole one.
  const isTorn = (line: string, index: number) => lines[index + 1] !== "" && breaksOff(line);
  const lost = lines.flatMap((line, index) =>
    readFacts(`${line}\n`).damaged > 0 && !isTorn(line, index) ? [index + 1] : [],
  );
  return { lost, newer: readFacts(text).newer };
}

/** Whether a line that was written may begin so; after a loss of power, zeros may follow. */
function breaksOff(line: string): boolean {
  const begun = line.replace(/\0+$/, "");
  return begun === "" || (begun.startsWith("{") && !isClosed(begun));
}

/** Whether the object that begins the text ends in it. */
function isClosed(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[{}]/g)) {
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
    if (depth === 0) return true;
  }
  return false;
}

/** The same disk, and the names of the facts that were read on it. */
export function noting(disk: Disk): { readonly disk: Disk; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const read = (name: string) => {
    if (name.endsWith(SUFFIX)) names.add(name);
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

const SUFFIX = ".facts";

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
