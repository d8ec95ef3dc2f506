// The breakers of all files: each with the parameters of its rule, and for accounts that there are.
import { byText } from "../../model/order.js";
import { BREAKER_PARAMETERS, BREAKER_RULES, type Breaker, type BreakerParameter } from "../../model/policy/breaker.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import { listed, problem, quoted } from "../problem.js";
import type { Path } from "../schema/place.js";
import { suggestion } from "../schema/suggest.js";
import type { BreakerShape } from "./breaker-schema.js";

export interface DeclaredBreaker {
  readonly name: string;
  readonly origin: Origin;
  readonly shape: BreakerShape;
  /** Keys stated with a value that can't be used; then nothing more is said of it. */
  readonly dropped: ReadonlySet<string>;
}

/** In the order of their names; of those that can't be used, there is an error for each. */
export function toBreakers(declared: readonly DeclaredBreaker[], diagnostics: Diagnostic[]): readonly Breaker[] {
  const breakers = declared.flatMap((one): Breaker[] => {
    if (one.dropped.size > 0) return [];
    const found = problemsOf(one);
    diagnostics.push(...found);
    return found.length > 0 ? [] : breakerOf(one);
  });
  return breakers.toSorted((left, right) => byText(left.name, right.name));
}

/** @param accounts of the configuration, all of them: a slip in a name would leave one without its breaker */
export function strangeScopes(declared: readonly DeclaredBreaker[], accounts: readonly string[]): Diagnostic[] {
  return declared.flatMap((one) =>
    (one.shape.scope?.account ?? []).flatMap((name, index) =>
      accounts.includes(name)
        ? []
        : wrong(one, ["scope", "account", index], `there is no account ${quoted(name)}`, suggestion(name, accounts)),
    ),
  );
}

/** Nothing where a parameter is missing: there is an error then. */
function breakerOf({ name, origin, shape }: DeclaredBreaker): Breaker[] {
  const { rule, hours, minutes, quote, onUnknown = "warn", scope } = shape;
  const limit = shape.limit === undefined ? undefined : canonicalDecimal(shape.limit);
  const accounts = scope?.account;
  const common = { name, onUnknown, origin, ...(accounts !== undefined && { accounts }) };
  switch (rule) {
    case "loss":
      return hours === undefined || limit === undefined || quote === undefined
        ? []
        : [{ ...common, rule, hours, limit, quote }];
    case "failed-steps":
      return hours === undefined || limit === undefined ? [] : [{ ...common, rule, hours, limit }];
    case "naked-deals":
      return minutes === undefined ? [] : [{ ...common, rule, minutes }];
    case "margin-used":
    case "liquidation-distance":
      return limit === undefined ? [] : [{ ...common, rule, limit }];
    case undefined:
      return [];
  }
}

function problemsOf(one: DeclaredBreaker): Diagnostic[] {
  const { name, shape } = one;
  const { rule, limit } = shape;
  if (rule === undefined) {
    const remedy = `Add rule: ${listed(Object.keys(BREAKER_RULES), "or")}.`;
    return [wrong(one, [], `the breaker ${name} has no rule`, remedy)];
  }
  const needed: readonly BreakerParameter[] = BREAKER_RULES[rule].parameters;
  const lacks = needed.filter((key) => shape[key] === undefined);
  const strange = BREAKER_PARAMETERS.filter((key) => shape[key] !== undefined && !needed.includes(key));
  const isPart = rule === "failed-steps" && limit !== undefined && !Number.isInteger(limit);
  return [
    ...(lacks.length === 0 ? [] : [wrong(one, ["rule"], `${rule} needs ${listed(lacks)}`, `Add ${listed(lacks)}.`)]),
    ...strange.map((key) =>
      wrong(one, [key], `${rule} has no ${key}`, `Remove it; what the rule needs is ${listed(needed)}.`),
    ),
    ...(isPart
      ? [wrong(one, ["limit"], "the limit of failed-steps is a number of steps", "Write a whole number.")]
      : []),
  ];
}

function wrong({ origin }: DeclaredBreaker, path: Path, summary: string, remedy: string): Diagnostic {
  const at = path.length === 0 ? { ...origin, key: true as const } : { ...origin, path: [...origin.path, ...path] };
  return problem("config/breaker-parameter", { summary, remedy, origin: at });
}
