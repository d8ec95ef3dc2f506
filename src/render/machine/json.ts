// Machine-readable output: one document a run, with the same envelope whether it went well or not.

import type { Action } from "../../model/plan/actions.js";
import { type ApplyReport, countOutcomes, type OutcomeKind } from "../../model/plan/outcome.js";
import { countSteps, type Plan } from "../../model/plan/plan.js";
import type { SavedFacts } from "../../model/planfile/planfile.js";
import type { Finding } from "../../model/policy/finding.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { cleanJson } from "../sanitize.js";

/** The result of one account. */
export interface Result {
  readonly exitCode: number;
  readonly diagnostics?: readonly Diagnostic[];
  readonly plan?: Plan;
  readonly report?: ApplyReport;
  /** The plan file that was written or read. */
  readonly saved?: SavedFacts & { readonly file: string };
  /** Of a configuration alone; a plan has its own. */
  readonly findings?: readonly Finding[];
  /** Why the result is incomplete; one line. */
  readonly error?: string;
}

export interface JsonResult extends Result {
  readonly command: string;
}

/** One account's part of a run on several. */
export interface AccountResult extends Result {
  readonly account: string;
}

/** What the accounts of a run come to together; of plans that weren't made nothing is counted. */
export interface Totals extends Readonly<Record<Action, number>> {
  readonly accounts: number;
  readonly unchanged: number;
  readonly undeclared: number;
  /** Of the steps that were carried out; absent where nothing was. */
  readonly outcomes?: Readonly<Record<OutcomeKind, number>>;
}

/** How the document of every plan begins. */
export const PLAN_BEGIN = '{\n  "formatVersion": 1,\n  "command": "plan",';

/** Text of the document, ending in a line feed: the envelope of every command, and what this one has to say beside it. */
export function resultJson({ command, ...result }: JsonResult, body: object = {}): string {
  return written({ formatVersion: 1, command, ...bodyOf(result), ...body });
}

/** The one document of a run on several accounts. */
export function accountsJson(command: string, exitCode: number, results: readonly AccountResult[]): string {
  return written({
    formatVersion: 1,
    command,
    ...endOf(exitCode),
    accounts: results.map(({ account, ...result }) => ({ account, ...bodyOf(result) })),
    summary: totalsOf(results),
  });
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
    ...(reports.length > 0 && {
      outcomes: countOutcomes(reports.flatMap(({ outcomes }) => outcomes)),
    }),
  };
}

function bodyOf({ exitCode, error, diagnostics, findings, saved, plan, report }: Result) {
  return {
    ...endOf(exitCode),
    ...(error !== undefined && { error }),
    diagnostics: (diagnostics ?? plan?.diagnostics ?? []).map(diagnosticJson),
    ...(findings !== undefined && { findings }),
    ...(saved !== undefined && { saved }),
    ...(plan !== undefined && {
      summary: { ...countSteps(plan), unchanged: plan.unchanged, undeclared: plan.undeclared.length },
      plan: { ...plan, diagnostics: plan.diagnostics.map(diagnosticJson) },
    }),
    ...(report !== undefined && { report }),
  };
}

function endOf(exitCode: number): { readonly ok: boolean; readonly exitCode: number } {
  return { ok: exitCode === 0 || exitCode === 2, exitCode };
}

function written(document: object): string {
  return `${cleanJson(JSON.stringify(document, null, 2))}\n`;
}

/** Without the origin, which only the configuration can read. */
export function diagnosticJson({ origin: _origin, ...diagnostic }: Diagnostic): Omit<Diagnostic, "origin"> {
  return diagnostic;
}
