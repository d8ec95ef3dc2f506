// What holds the reports of several accounts together: a heading for each, what is said where one failed, and the totals.

import type { OutcomeKind } from "../../model/plan/outcome.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type AccountResult, type Totals, totalsOf } from "../machine/json.js";
import { clean, cleanLines } from "../sanitize.js";
import { diagnosticsText } from "./diagnostics-text.js";
import type { Paint } from "./paint.js";
import { stepCounts } from "./plan-text.js";

const KINDS: readonly { readonly kind: OutcomeKind; readonly word: string }[] = [
  { kind: "applied", word: "applied" },
  { kind: "failed", word: "failed" },
  { kind: "unknown", word: "unknown" },
  { kind: "skipped", word: "skipped" },
  { kind: "not-started", word: "not started" },
];
const ENDINGS: Readonly<Record<number, string>> = {
  0: "done",
  1: "failed",
  2: "with changes",
  3: "invalid",
  4: "stale",
  5: "unknown",
  6: "blocked",
  7: "partly applied",
  130: "interrupted",
};

/** One line that names the account all that follows is of. */
export function accountHeading(account: string, colour: Paint): string {
  return `${colour.bold(`── ${clean(account)}`)}\n`;
}

/** What there is instead of a plan or a report, ending in a line feed. */
export function accountFailure(
  what: string,
  { message, diagnostics }: { readonly message: string; readonly diagnostics: readonly Diagnostic[] },
  colour: Paint,
): string {
  const problems = diagnostics.length === 0 ? "" : `${diagnosticsText(diagnostics, colour)}\n`;
  return `${problems}${colour.bad(`${what}:`)} ${cleanLines(message)}\n`;
}

/** One line for all accounts: what is planned or was done, and which accounts ended otherwise than well. */
export function accountsSummary(results: readonly AccountResult[]): string {
  const totals = totalsOf(results);
  const parts = [
    totals.outcomes === undefined ? plannedWords(totals) : outcomeWords(totals.outcomes),
    ...unwell(results),
  ];
  return `${counted(results.length, "account")}: ${parts.join(" · ")}\n`;
}

function plannedWords(totals: Totals): string {
  const undeclared = totals.undeclared > 0 ? [`${totals.undeclared} undeclared`] : [];
  return [stepCounts(totals).join(", ") || "no changes", `${totals.unchanged} unchanged`, ...undeclared].join(" · ");
}

function outcomeWords(outcomes: Readonly<Record<OutcomeKind, number>>): string {
  const shown = KINDS.filter(({ kind }) => outcomes[kind] > 0).map(({ kind, word }) => `${outcomes[kind]} ${word}`);
  return shown.join(", ") || "nothing done";
}

/** Each way in which accounts ended that is neither done nor only changes, with their names. */
function unwell(results: readonly AccountResult[]): string[] {
  const codes = [...new Set(results.map(({ exitCode }) => exitCode))].filter((code) => code !== 0 && code !== 2);
  return codes.map((code) => {
    const names = results.filter(({ exitCode }) => exitCode === code).map(({ account }) => clean(account));
    return `${ENDINGS[code] ?? `exit ${code}`}: ${names.join(", ")}`;
  });
}
