// The policies of all files: defaults filled in, parameters checked against their rule, expressions compiled.

import { byText } from "../../model/order.js";
import { compileExpression } from "../../model/policy/expression.js";
import type { Policy, PolicyParameters, TimeWindow, Waiver } from "../../model/policy/policy.js";
import { parametersText } from "../../model/policy/policy-codes.js";
import {
  codeOf,
  PARAMETER_NAMES,
  type ParameterName,
  type RuleName,
  ruleRow,
} from "../../model/policy/policy-rules.js";
import { defined } from "../../model/record.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { listed, problem, quoted } from "../problem.js";
import type { ConfigCode } from "../schema/codes.js";
import type { Path } from "../schema/place.js";
import { pairRemedy } from "../schema/suggest.js";
import type { PolicyShape } from "./policy-schema.js";

export interface DeclaredPolicy {
  readonly name: string;
  readonly origin: Origin;
  readonly shape: PolicyShape;
  /** Keys stated with a value that can't be used; then nothing more is said of it. */
  readonly dropped: ReadonlySet<string>;
}

/** In the order of their names; those that can't be used are left out, and there is an error for each. */
export function toPolicies(declared: readonly DeclaredPolicy[], diagnostics: Diagnostic[]): Policy[] {
  const policies = declared.flatMap((one) => {
    if (one.dropped.size > 0) return [];
    const { rule } = one.shape;
    const found = rule === undefined ? [ruleMissing(one)] : problemsOf(one, rule);
    diagnostics.push(...found);
    return rule === undefined || found.length > 0 ? [] : [policyOf(one, rule)];
  });
  return policies.sort((left, right) => byText(left.name, right.name));
}

function policyOf({ name, origin, shape }: DeclaredPolicy, rule: RuleName): Policy {
  const severity = shape.severity ?? ruleRow(rule).severity;
  return {
    ...{ name, rule, severity, origin },
    onUnknown: shape.onUnknown ?? (severity === "warn" ? "warn" : "deny"),
    scope: defined(shape.scope ?? {}),
    parameters: parametersOf(shape),
    waivers: (shape.waivers ?? []).map(
      ({ bots, reason, until }, index): Waiver => ({
        ...(bots !== undefined && { bots }),
        ...{ reason, until, origin: { file: origin.file, path: [...origin.path, "waivers", index] } },
      }),
    ),
  };
}

function parametersOf({ limit, windows, ...shape }: PolicyShape): PolicyParameters {
  const { pairs, quotes, marginMode, pattern, fields, file, env, of, each, when, message } = shape;
  const rest = { pairs, quotes, marginMode, pattern, fields, file, env, of, each, when, message };
  return {
    ...defined(rest),
    ...(limit !== undefined && { limit: canonicalDecimal(limit) ?? "0" }),
    ...(windows !== undefined && { windows: windows.map((one): TimeWindow => defined(one)) }),
  };
}

function problemsOf(one: DeclaredPolicy, rule: RuleName): Diagnostic[] {
  const { shape } = one;
  const row = ruleRow(rule);
  const has = (name: ParameterName) => shape[name] !== undefined;
  const known: readonly ParameterName[] = [...row.required, ...row.optional];
  const lacks = row.required.filter((name) => !has(name));
  const strange = PARAMETER_NAMES.filter((name) => has(name) && !known.includes(name));
  const found: Diagnostic[] = [];
  const wrong = (key: string, summary: string, remedy: string) =>
    found.push(at(one, [key], "config/policy-parameter", summary, remedy));
  if (lacks.length > 0) wrong("rule", `${rule} needs ${listed(lacks)}`, `Add ${listed(lacks)}.`);
  for (const name of strange) wrong(name, `${rule} has no ${name}`, `Its parameters are: ${parametersText(row)}.`);
  if (rule === "kill-switch" && !has("file") && !has("env"))
    wrong("rule", "kill-switch needs file or env", "Add one of them, or both.");
  return [
    ...found,
    ...scopeProblems(one, rule),
    ...timeProblems(one),
    ...waiverProblems(one),
    ...whenProblems(one),
    ...pairProblems(one),
  ];
}

/** A rule about an account's totals can't have a scope of some bots. */
function scopeProblems(one: DeclaredPolicy, rule: RuleName): Diagnostic[] {
  const { scope = {}, of } = one.shape;
  const isOfAll = ruleRow(rule).looksAt === "account" || of === "account" || rule === "max-exposure-increase";
  const narrow = Object.entries(scope).some(([name, value]) => name !== "account" && value !== undefined);
  if (!isOfAll || !narrow) return [];
  const summary = `${rule} checks an account's totals, so its scope can only name accounts`;
  return [at(one, ["scope"], "config/policy-parameter", summary, "Leave only account in the scope.")];
}

/** Without a star, what isn't the quote asset, a hyphen and the base fits no bot, and the policy says nothing for ever. */
function pairProblems(one: DeclaredPolicy): Diagnostic[] {
  const { pairs = [], scope = {} } = one.shape;
  const wrong = (path: Path, pattern: string) =>
    pattern.includes("*") || /^[A-Z0-9]+-[A-Z0-9]+$/.test(pattern)
      ? []
      : at(one, path, "config/policy-parameter", `${quoted(pattern)} is no pair`, pairRemedy(pattern));
  return [
    ...pairs.flatMap((pattern, index) => wrong(["pairs", index], pattern)),
    ...(scope.pair ?? []).flatMap((pattern, index) => wrong(["scope", "pair", index], pattern)),
  ];
}

function timeProblems(one: DeclaredPolicy): Diagnostic[] {
  return (one.shape.windows ?? []).flatMap(({ timeZone }, index) => {
    if (isTimeZone(timeZone)) return [];
    const summary = `${quoted(timeZone)} is not a known time zone`;
    const remedy = "Write an IANA name such as Europe/Berlin.";
    return [at(one, ["windows", index, "timeZone"], "config/policy-time", summary, remedy)];
  });
}

function waiverProblems(one: DeclaredPolicy): Diagnostic[] {
  return (one.shape.waivers ?? []).flatMap(({ until }, index) => {
    const moment = Date.parse(`${until}T00:00:00Z`);
    if (!Number.isNaN(moment) && new Date(moment).toISOString().startsWith(until)) return [];
    const summary = `${quoted(until)} is not a date`;
    return [at(one, ["waivers", index, "until"], "config/policy-time", summary, "Write YYYY-MM-DD.")];
  });
}

function whenProblems(one: DeclaredPolicy): Diagnostic[] {
  const { when } = one.shape;
  if (when === undefined) return [];
  const compiled = compileExpression(when);
  if (compiled.ok) return [];
  const summary = `the expression of ${one.name} can't be used: ${quoted(compiled.problem).slice(1, -1)}`;
  const remedy = "See docs/reference/policies.md for what an expression may contain.";
  return [at(one, ["when"], "config/policy-expression", summary, remedy)];
}

function ruleMissing(one: DeclaredPolicy): Diagnostic {
  return problem("config/policy-parameter", {
    summary: `the policy ${one.name} has no rule`,
    remedy: `Add \`rule: max-leverage\` or another; botform explain ${codeOf("max-leverage")} explains one.`,
    origin: { ...one.origin, key: true },
  });
}

function at(
  { name, origin }: DeclaredPolicy,
  inner: Path,
  code: ConfigCode,
  summary: string,
  remedy: string,
): Diagnostic {
  const path = [...origin.path, ...inner];
  return problem(code, { summary: `policy ${name}: ${summary}`, remedy, origin: { file: origin.file, path } });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
