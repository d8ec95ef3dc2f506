// Two accounts of a configuration that are one account of the service: no run writes for both, since each would undo the other's work.
import type { Plan } from "../model/plan/plan.js";
import { planProblem } from "../model/plan/plan-codes.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { lockedAccesses } from "./lock.js";
import type { PolicySource } from "./policies.js";

interface Planned {
  readonly made: Plan;
  readonly own: readonly Diagnostic[];
  readonly endpoint: { readonly apiUrl: string };
  readonly policySource: PolicySource;
}

interface Attempted<T> {
  readonly account: string;
  readonly value: T;
}

/** The plans, with an error in each that writes to an access to which another one writes. Turn-offs alone are never refused. */
export function withoutShared<T extends Planned, F extends { readonly account: string; readonly failure: unknown }>(
  planned: readonly (Attempted<T> | F)[],
): readonly (Attempted<T> | F)[] {
  const writers = new Map<string, Set<string>>();
  for (const one of planned)
    for (const access of "value" in one ? accessesOf(one.value) : [])
      writers.set(access, (writers.get(access) ?? new Set()).add(one.account));
  return planned.map((one) => {
    if (!("value" in one)) return one;
    const shared = accessesOf(one.value).find((access) => (writers.get(access)?.size ?? 0) > 1);
    if (shared === undefined) return one;
    const others = [...(writers.get(shared) ?? [])].filter((name) => name !== one.account);
    return { ...one, value: refused(one.value, shared, others) };
  });
}

function accessesOf({ made, endpoint }: Planned): readonly string[] {
  const { origin } = new URL(endpoint.apiUrl);
  return [...new Set(lockedAccesses(made))].map((id) => `${id} at ${origin}`);
}

function refused<T extends Planned>(one: T, access: string, others: readonly string[]): T {
  const { config, account } = one.policySource;
  const problem = planProblem("plan/shared-access", {
    summary: `${one.made.account} would write to the access ${access}, and so would ${others.join(", ")}: their keys open one account of the service`,
    remedy:
      "If one of them has the wrong key, correct it. If both are meant, they need bots of different titles; apply one account at a time, with --account.",
    ...(account !== undefined && { origin: account.desired.origin }),
  });
  const located = config.locate([problem]);
  const { made, own } = one;
  return { ...one, made: { ...made, diagnostics: [...made.diagnostics, ...located] }, own: [...own, ...located] };
}
