// What the tables and lists of results have in common on a page, whatever a row is of.
import type { Figures } from "../../model/results.js";
import { gain, signedSum } from "./gain.js";
import { html, type Piece } from "./markup.js";

export const TONES = { better: "good", worse: "bad", unclear: "soft", "too-few": "soft", unknown: "warn" } as const;

export const UNKNOWN = html`<span class="warn">unknown</span>`;

export function money(value: string | null): Piece {
  return value === null ? UNKNOWN : gain(value);
}

/** How many deals still run, and at what. */
export function runningCell({ deals, unrealised }: Figures["running"]): string {
  if (deals === 0) return "none";
  return `${deals} at ${unrealised === null ? "unknown" : signedSum(unrealised)}`;
}

/** The day of an end. */
export function dayOf(at: number | null): Piece {
  return at === null ? UNKNOWN : new Date(at).toISOString().slice(0, 10);
}
