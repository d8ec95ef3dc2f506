// What a service was seen to do as quirks of the emulator, one a line.
import { parseQuirks } from "../../emulator/quirks/quirk-text.js";
import { quirkTable } from "../../emulator/quirks/quirks.js";
import type { ServiceFacts } from "../../model/service-questions.js";
import { clean } from "../../render/sanitize.js";

const QUIRKS: ReadonlySet<string> = new Set(quirkTable.map(({ name }) => name));

/** Remarks say what can't be played. A measure that found no end leaves its quirk alone, and else counts as the least it may be. */
export function asQuirks({ origin, seen }: ServiceFacts): string {
  const lines = seen.flatMap(({ name, value, below }) => {
    if (!QUIRKS.has(name) || below === null) return [];
    const line = clean(`${name}=${value}`);
    return [parseQuirks([line]).ok ? line : `# ${line}: the emulator can't`];
  });
  return `# ${clean(origin)}\n${lines.map((line) => `${line}\n`).join("")}`;
}
