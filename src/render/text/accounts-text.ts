// The report of an apply as text: totals first, then every step that needs attention; and the frame around several accounts' reports.
import {
  type ApplyReport,
  countOutcomes,
  OUTCOME_KINDS,
  type Outcome,
  type OutcomeKind,
} from "../../model/plan/outcome.js";
import { counted } from "../../model/text/counted.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { accountTable } from "../account-rows.js";
import { type AccountResult, type Totals, totalsOf } from "../machine/json.js";
import type { Planned } from "../next.js";
import { stepName } from "../plan-facts.js";
import { clean, cleanLines } from "../sanitize.js";
import { diagnosticsText } from "./diagnostics-text.js";
import type { Paint } from "./paint.js";
import { mark } from "./plan-bots.js";
import { stepCounts } from "./plan-text.js";
import { type Column, table } from "./table.js";
import { remarkLines } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** As reports say how a step ended. */
export function kindWord(kind: OutcomeKind): string {
  return kind.replace("-", " ");
}

/** `2 applied, 1 failed`; `nothing` where there is none. */
function outcomeWords(counts: Readonly<Record<OutcomeKind, number>>, nothing: string): string {
  const shown = OUTCOME_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kindWord(kind)}`);
  return shown.join(", ") || nothing;
}

const EXIT_TEXTS: Readonly<Record<number, string>> = {
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

/** A line for each account: what its plan does, what is in its way, and what it may cost. Ends in a line feed. */
export function accountsTable(all: readonly Planned[], colour: Paint): string {
  const { heads, rows } = accountTable(all);
  const counts = heads.length - 4;
  const columns = heads.map((head, index): Column => {
    return { head: head.toUpperCase(), ...(index > 0 && index <= counts && { align: "right" }) };
  });
  const cells = rows.map(({ account, counts: own, blockedBy, margin, loss }) => {
    const blocked = blockedBy === "no" ? blockedBy : { text: blockedBy, paint: colour.bad };
    return [account, ...own, blocked, margin, loss];
  });
  return table(columns, cells, colour, MOST_CELL);
}

/** So that a line with figures of six digits keeps to a terminal's width. */
const MOST_CELL = 24;

/** What there is instead of a plan or a report, ending in a line feed. */
export function accountFailure(
  what: string,
  { message, diagnostics }: { readonly message: string; readonly diagnostics: readonly Diagnostic[] },
  colour: Paint,
): string {
  const problems = diagnostics.length === 0 ? "" : `${diagnosticsText(diagnostics, colour)}\n`;
  return `${problems}${wrappedOnTerminal(`${colour.bad(`${what}:`)} ${cleanLines(message)}`, colour)}\n`;
}

/** One line for all accounts: what is planned or was done, and which accounts did not end well. */
export function accountsSummary(results: readonly AccountResult[]): string {
  const totals = totalsOf(results);
  const parts = [
    totals.outcomes === undefined ? plannedWords(totals) : outcomeWords(totals.outcomes, "nothing done"),
    ...unwell(results),
  ];
  return `${counted(results.length, "account")}: ${parts.join(" · ")}\n`;
}

function plannedWords(totals: Totals): string {
  const undeclared = totals.undeclared > 0 ? [`${totals.undeclared} undeclared`] : [];
  return [stepCounts(totals).join(", ") || "no changes", `${totals.unchanged} unchanged`, ...undeclared].join(" · ");
}

/** Each way in which accounts ended that is neither done nor only changes, with their names. */
function unwell(results: readonly AccountResult[]): string[] {
  const codes = [...new Set(results.map(({ exitCode }) => exitCode))].filter((code) => code !== 0 && code !== 2);
  return codes.map((code) => {
    const names = results.filter(({ exitCode }) => exitCode === code).map(({ account }) => clean(account));
    return `${EXIT_TEXTS[code] ?? `exit ${code}`}: ${namesText(names)}`;
  });
}

/** One line: how many steps ended how. */
function reportSummary({ outcomes }: ApplyReport): string {
  return outcomeWords(countOutcomes(outcomes), "nothing to do");
}

/** The whole report, ending in a line feed. */
export function reportText(report: ApplyReport, colour: Paint): string {
  const groups = OUTCOME_KINDS.flatMap((kind) => {
    const lines = report.outcomes.filter((one) => one.kind === kind).map((one) => outcomeText(one, colour));
    return lines.length === 0 ? [] : [[colour.bold(kindWord(kind)), ...lines].join("\n")];
  });
  const stop = report.stop === undefined ? [] : [STOPS[report.stop]];
  const blocks = [...groups, ...remarkLines(report, colour), ...stop, colour.bold(`Steps: ${reportSummary(report)}.`)];
  return `${wrappedOnTerminal(blocks.join("\n\n"), colour)}\n`;
}

const STOPS = {
  unauthorized: "The service rejected the credentials; no further step was started.",
  interrupted: "Interrupted; no further step was started.",
  journal: "The journal can't be written; nothing further was sent.",
  blocked: "Blocked by a safety limit; nothing was sent.",
} as const;

/** One outcome in one or two lines. */
function outcomeText(outcome: Outcome, colour: Paint): string {
  const line = `  ${mark(outcome.action, colour)} ${clean(outcome.address)}  ${stepName(outcome.action, outcome.dealId)}: ${clean(outcome.detail)}`;
  return outcome.next === undefined ? line : `${line}\n      next: ${clean(outcome.next)}`;
}
