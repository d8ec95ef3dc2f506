// Rules of the user's own: an expression over the plan, evaluated for every bot or once. If it can't be decided, it doesn't pass.
// Without a plan those that ask only what a bot is are evaluated all the same.

import { compileExpression, type Evaluation, type Expression } from "../model/policy/expression.js";
import type { PolicyParameters } from "../model/policy/policy.js";
import type { Subject } from "./subjects.js";
import type { FleetRule, RuleContext, Violation } from "./violation.js";

const REMEDY = "See the policy's expression.";

export const customRule: FleetRule = (subjects, context) => {
  const { plan, parameters } = context;
  if (parameters.when === undefined) return [];
  const compiled = compileExpression(parameters.when);
  if (plan === undefined && needsPlan(parameters, compiled)) return [];
  // The plan as `plan --format json` shows it, without findings.
  const { findings: _findings, ...facts } = plan ?? {};
  if (parameters.each === "plan") return evaluated(compiled, { plan: facts, bot: {} }, undefined, context);
  return subjects
    .filter(({ touched }) => touched)
    .flatMap((subject) => evaluated(compiled, { plan: facts, bot: botFacts(subject) }, subject, context));
};

/** Whether the rule says nothing about a configuration alone. */
export function needsPlan({ each, when = "" }: PolicyParameters, compiled = compileExpression(when)): boolean {
  return each === "plan" || (compiled.ok && compiled.asksThePlan);
}

function evaluated(
  compiled: Expression,
  data: { readonly plan: unknown; readonly bot: unknown },
  subject: Subject | undefined,
  { parameters: { when = "", message }, name }: RuleContext,
): readonly Violation[] {
  const about = subject !== undefined && { subject };
  const result: Evaluation = compiled.ok ? compiled.run(data) : { ok: false, problem: compiled.problem };
  if (!result.ok) {
    const summary = `the expression can't be evaluated: ${result.problem}`;
    return [{ ...about, kind: "unknown", summary, remedy: "Guard it with has(…), or correct it." }];
  }
  if (!result.value) return [];
  const summary = message === undefined ? `${name}: ${when}` : filled(message, data);
  return [{ ...about, summary, figure: "true", limit: "false", remedy: REMEDY }];
}

/** A bot as expressions see it; docs/reference/policies.md documents every key. */
function botFacts({ address, alias, before, after, on, steps, planned, risk }: Subject): object {
  return {
    address,
    title: after.title ?? "",
    access: alias ?? "",
    isNew: before === null,
    on: on === true,
    before: before ?? {},
    after,
    actions: steps.map(({ action }) => action),
    changes: steps.flatMap(({ changes }) => changes.map(({ field }) => field)),
    deals: planned?.deals ?? [],
    risk: risk(),
  };
}

const PLACE = /\{([A-Za-z_]\w*(?:\.\w+)*)\}/g;

/** Fills in `{bot.title}` and the like; a name that isn't there stays as it is written. */
function filled(message: string, data: object): string {
  return message.replaceAll(PLACE, (whole, path: string) => {
    let value: unknown = data;
    for (const key of path.split(".")) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return whole;
      value = Object.entries(value).find(([name]) => name === key)?.[1];
    }
    return typeof value === "object" || value === undefined ? whole : String(value).slice(0, 200);
  });
}
