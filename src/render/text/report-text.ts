// What an apply did, as a person reads it: totals first, then every step that needs a look, each with what to do next.
import type { ApplyReport, Outcome, OutcomeKind } from "../../model/plan/outcome.js";
import { clean } from "../sanitize.js";
import { stepName } from "./deal-lines.js";
import type { Paint } from "./paint.js";
import { mark } from "./plan-text.js";

const KINDS: readonly { readonly kind: OutcomeKind; readonly word: string }[] = [
  { kind: "applied", word: "applied" },
  { kind: "failed", word: "failed" },
  { kind: "unknown", word: "unknown" },
  { kind: "skipped", word: "skipped" },
  { kind: "not-started", word: "not started" },
];

/** One line: how many steps ended how. */
export function reportSummary(report: ApplyReport): string {
  const counts = KINDS.map(({ kind, word }) => ({ word, count: ofKind(report, kind).length }));
  const shown = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${count} ${word}`);
  return shown.length === 0 ? "nothing to do" : shown.join(", ");
}

/** The whole report, ending in a line feed. */
export function reportText(report: ApplyReport, colour: Paint): string {
  const groups = KINDS.flatMap(({ kind, word }) => {
    const outcomes = ofKind(report, kind);
    return outcomes.length === 0
      ? []
      : [`${colour.bold(word)}\n${outcomes.map((outcome) => outcomeText(outcome, colour)).join("\n")}`];
  });
  const violations = report.violations.map((violation) => colour.bad(`!! ${clean(violation)}`));
  const unsettled = report.unsettled.map((text) => colour.bad(`? ${clean(text)}`));
  const notes = report.notes.map((note) => colour.change(`! ${clean(note)}`));
  const stop = report.stop === undefined ? [] : [STOPS[report.stop]];
  return `${[...groups, ...violations, ...unsettled, ...notes, ...stop, colour.bold(`Steps: ${reportSummary(report)}.`)].join("\n\n")}\n`;
}

const STOPS = {
  unauthorized: "The service rejected the credentials; nothing further was started.",
  interrupted: "Interrupted; nothing further was started.",
  journal: "The journal can't be written; nothing further was sent.",
  blocked: "Blocked by a safety limit; nothing was sent.",
} as const;

/** One outcome in one or two lines. */
export function outcomeText(outcome: Outcome, colour: Paint): string {
  const line = `  ${mark(outcome.action, colour)} ${clean(outcome.address)}  ${stepName(outcome.action, outcome.dealId)}: ${clean(outcome.detail)}`;
  return outcome.next === undefined ? line : `${line}\n      next: ${clean(outcome.next)}`;
}

function ofKind(report: ApplyReport, kind: OutcomeKind): Outcome[] {
  return report.outcomes.filter((outcome) => outcome.kind === kind);
}
