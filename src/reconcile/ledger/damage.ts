// What of the ledger's files is lost: lines that aren't as botform wrote them, and files that can't be read at all.
import { type Disk, DiskError } from "../../model/ports.js";
import { namesText } from "../../model/text/named.js";
import { stateOf } from "./checked-lines.js";
import { readFacts } from "./facts.js";

/** Some of what the ledger knew is lost: a hold, protection or doubt may be. */
export class DamagedLedger extends DiskError {
  constructor(message: string) {
    super("EBADMSG", message);
    this.name = "DamagedLedger";
  }
}

/** Why something of these files of facts is lost; nothing where all is there. Rejects with DiskError. */
export async function damageIn(disk: Disk, names: Iterable<string>): Promise<readonly string[]> {
  const all = await Promise.all(
    [...names].map(async (name) => ((await disk.size(name)) === 0 ? [] : lostFacts(disk, name, await disk.read(name)))),
  );
  return all.flat();
}

/** Several losses in one line; undefined where there is none. */
export function damageText(lost: readonly string[]): string | undefined {
  return lost.length === 0 ? undefined : lost.join("; ");
}

/** A file of the ledger with its folder, where the disk has one. */
export function fileText({ folder }: Pick<Disk, "folder">, name: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

function lostFacts(disk: Disk, name: string, text: string): readonly string[] {
  const isLost = (line: string) => readFacts(`${line}\n`).damaged > 0;
  // An empty line follows each whole one.
  return lostIn(fileText(disk, name), text, { isLost, isAfterTorn: (next) => next !== "" });
}

/** The same of a file of lines that only grow, each with an empty one before it. */
export function lostLines(disk: Pick<Disk, "folder">, name: string, text: string): readonly string[] {
  const isLost = (line: string) => line !== "" && stateOf(line) === "damaged";
  return lostIn(fileText(disk, name), text, { isLost, isAfterTorn: (next) => next !== "" });
}

/** The same of the file of one run, or of one sent webhook, which nobody adds to but with `added` in the line. */
export function lostOf(disk: Pick<Disk, "folder">, name: string, text: string, added?: string): readonly string[] {
  // Somebody else's file.
  if (!text.includes('{"v":')) return [];
  return lostIn(fileText(disk, name), text, {
    isLost: (line) => line !== "" && stateOf(line) === "damaged",
    isAfterTorn: (next) => next === undefined || (added !== undefined && next.includes(added)),
  });
}

interface Lines {
  readonly isLost: (line: string) => boolean;
  /** Whether a line may have broken off, by the one that follows it; undefined for none. */
  readonly isAfterTorn: (next: string | undefined) => boolean;
}

/** A line that breaks off was never said to be written. */
function lostIn(file: string, text: string, { isLost, isAfterTorn }: Lines): readonly string[] {
  const lines = text.split("\n");
  const lost = lines.flatMap((line, index) =>
    isLost(line) && !(isAfterTorn(lines[index + 1]) && breaksOff(line)) ? [String(index + 1)] : [],
  );
  const which = `${lost.length === 1 ? "line" : "lines"} ${namesText(lost, 5)} of ${file}`;
  return [
    ...(lost.length > 0 ? [`${which} ${lost.length === 1 ? "isn't" : "aren't"} as botform wrote it`] : []),
    ...(lines.some((line) => stateOf(line) === "newer") ? [`a newer botform has written to ${file}`] : []),
  ];
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
