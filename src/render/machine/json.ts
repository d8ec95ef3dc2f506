// Machine-readable output: one document a run, with the same envelope whether it went well or not.

import type { Action } from "../../model/plan/actions.js";
import { excessesOf, reachOf } from "../../model/plan/limits.js";
import { type ApplyReport, countOutcomes, type OutcomeKind } from "../../model/plan/outcome.js";
import { countSteps, type Plan } from "../../model/plan/plan.js";
import type { SavedFacts } from "../../model/planfile/planfile.js";
import { type Graded, gradeOf } from "../../model/policy/grade.js";
import { GRADES, type Grade } from "../../model/policy/grade-rules.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { cleanJson } from "../sanitize.js";
import { type AccountPart, inFormat1, inOldWords } from "./format-1.js";

/** The form of the documents: 2, or 1 for programs that were written for it (until the next major version of botform). */
export type FormatVersion = 1 | 2;

/** What stands first in every document. */
export interface Head {
  readonly command: string;
  readonly exitCode: number;
  /** 2 unless 1 was asked for. */
  readonly formatVersion?: FormatVersion;
  readonly diagnostics?: readonly Diagnostic[];
  /** Why the result is incomplete; one line. */
  readonly error?: string;
}

/** One account's part of a run. */
export interface AccountResult extends Omit<Head, "command" | "formatVersion"> {
  readonly account: string;
  readonly plan?: Plan;
  readonly report?: ApplyReport;
  /** The saved plan that was written or read: a file, or one of the ledger's, which keeps it for a person, with its digest. */
  readonly saved?: SavedFacts & { readonly file: string; readonly digest?: string };
  /** What its command has to say beside that. */
  readonly more?: object;
}

/** What the accounts of a run come to together; of plans that weren't made nothing is counted. */
export interface Totals extends Readonly<Record<Action, number>> {
  readonly accounts: number;
  readonly unchanged: number;
  readonly undeclared: number;
  /** The highest of all; absent where nothing changes, or not every account has a plan. */
  readonly grade?: Grade;
  /** Of the steps that were carried out; absent where nothing was. */
  readonly outcomes?: Readonly<Record<OutcomeKind, number>>;
}

/** How the document of every plan begins. */
export const PLAN_BEGINS = ([2, 1] as const).map(
  (version) => `{\n  "formatVersion": ${version},\n  "command": "plan",`,
);

/** Text of the document, ending in a line feed: the envelope of every command, and what this one has to say beside it. */
export function resultJson({ formatVersion = 2, command, ...head }: Head, body: object = {}): string {
  return written({ formatVersion, command, ...wordsOf(head), ...body }, formatVersion);
}

/** The document of a run on accounts, one or many. */
export function accountsJson({ formatVersion = 2, command, ...head }: Head, results: readonly AccountResult[]): string {
  const accounts = results.map(partOf);
  const summary = totalsOf(results);
  if (formatVersion === 1) return written(inFormat1({ command, ...endOf(head) }, accounts, summary), 1);
  return written({ formatVersion, command, ...wordsOf(head), accounts, summary }, formatVersion);
}

export function totalsOf(results: readonly AccountResult[]): Totals {
  const plans = results.flatMap(({ plan }) => (plan === undefined ? [] : [plan]));
  const reports = results.flatMap(({ report }) => (report === undefined ? [] : [report]));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    accounts: results.length,
    ...countSteps({ steps: plans.flatMap(({ steps }) => steps) }),
    unchanged: sum(plans.map(({ unchanged }) => unchanged)),
    undeclared: sum(plans.map(({ undeclared }) => undeclared.length)),
    ...(plans.length === results.length && highestGrade(plans)),
    ...(reports.length > 0 && {
      outcomes: countOutcomes(reports.flatMap(({ outcomes }) => outcomes)),
    }),
  };
}

/** The one that a pipeline has to go by; nothing where nothing changes. */
function highestGrade(plans: readonly Plan[]): Pick<Totals, "grade"> {
  const grades = plans.flatMap((plan) => gradeOf(plan)?.grade ?? []);
  const grade = GRADES.findLast((one) => grades.includes(one));
  return grade === undefined ? {} : { grade };
}

function gradeOfPlan(plan: Plan): { readonly grade?: Graded } {
  const grade = gradeOf(plan);
  return grade === null ? {} : { grade };
}

function partOf({ account, plan, report, saved, more, ...head }: AccountResult): AccountPart {
  const { diagnostics = plan?.diagnostics } = head;
  return {
    account,
    ...wordsOf({ ...head, ...(diagnostics && { diagnostics }) }),
    ...(saved !== undefined && { saved }),
    ...(plan !== undefined && {
      summary: { ...countSteps(plan), unchanged: plan.unchanged, undeclared: plan.undeclared.length },
      ...gradeOfPlan(plan),
      limits: { ...reachOf(plan), ...plan.limits, exceeded: excessesOf(plan).map(({ detail }) => detail) },
      plan: { ...plan, diagnostics: plan.diagnostics.map(diagnosticJson) },
    }),
    ...(report !== undefined && { report }),
    ...more,
  };
}

function wordsOf({ exitCode, error, diagnostics = [] }: Omit<Head, "command" | "formatVersion">) {
  return {
    ...endOf({ exitCode }),
    ...(error !== undefined && { error }),
    diagnostics: diagnostics.map(diagnosticJson),
  };
}

function endOf({ exitCode }: Pick<Head, "exitCode">): { readonly ok: boolean; readonly exitCode: number } {
  return { ok: exitCode === 0 || exitCode === 2, exitCode };
}

function written(document: object, formatVersion: FormatVersion): string {
  const shown = formatVersion === 1 ? inOldWords(document) : document;
  return `${cleanJson(JSON.stringify(shown, null, 2))}\n`;
}

/** Without the origin, which only the configuration can read. */
export function diagnosticJson({ origin: _origin, ...diagnostic }: Diagnostic): Omit<Diagnostic, "origin"> {
  return diagnostic;
}
