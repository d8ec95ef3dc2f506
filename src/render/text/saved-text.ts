// A saved plan's particulars: whose it is, for how long it holds, and whether it is authentic.

import type { SavedFacts } from "../../model/planfile/planfile.js";
import { spanText } from "../../model/text/span.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";

/** The particulars in a few lines, ending in a line feed. `now` in milliseconds since the epoch. */
export function savedText(
  facts: SavedFacts & { readonly digest?: string },
  steps: number,
  now: number,
  colour: Paint,
): string {
  const rows = [
    ...(facts.digest === undefined ? [] : [["digest", clean(facts.digest)]]),
    ["account", `${clean(facts.account)} on ${clean(facts.origin)}`],
    ["made", `${clean(facts.createdAt)} by botform ${clean(facts.toolVersion)}`],
    ["valid until", `${clean(facts.expiresAt)} (${remainingText(Date.parse(facts.expiresAt) - now)})`],
    ["steps", String(steps)],
    ["verified", verifiedText(facts.verified, colour)],
  ];
  const head = colour.bold(`Saved plan ${clean(facts.id)}`);
  return `${[head, ...rows.map(([name, value]) => `  ${name?.padEnd(11)}  ${value}`)].join("\n")}\n`;
}

function verifiedText(verified: boolean | null, colour: Paint): string {
  if (verified === null) return "not yet: anybody can write such a file; apply checks that it is authentic";
  return verified ? colour.good("yes, for this configuration and key") : colour.bad("NO, see the error");
}

/** `12 minutes left`, `expired 2 days ago`. */
export function remainingText(ms: number): string {
  const span = spanText(Math.abs(ms));
  return ms > 0 ? `${span} left` : `expired ${span} ago`;
}
