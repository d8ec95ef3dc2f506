// The entries of docs/service.md: their numbers, headings, links and quirks.
import { readFileSync } from "node:fs";

export interface Entry {
  readonly id: string;
  readonly heading: string;
  /** The anchor of its heading, as the site and the repository host make it. */
  readonly anchor: string;
  readonly text: string;
  readonly quirks: readonly string[];
}

export const ENTRIES: readonly Entry[] = readFileSync("docs/service.md", "utf8")
  .split(/^(?=#{1,3} )/m)
  .flatMap((part) => {
    const [, heading = "", id] = /^### ((S-\d+): .+)$/m.exec(part) ?? [];
    if (id === undefined) return [];
    const text = part.replace(/^.*\n/, "").trim();
    const [, quirks = ""] = /Quirks?: (`.+`)\.$/.exec(text) ?? [];
    const anchor = heading.toLowerCase().replace(/[:,]/g, "").replaceAll(" ", "-");
    return [{ id, heading, anchor, text, quirks: [...quirks.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name) }];
  });
