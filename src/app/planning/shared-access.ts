// Two accounts of a configuration that are one account of the service: no run writes for both, since each would undo the other's work.
import type { Plan } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import type { Endpoint } from "../endpoint.js";
import { accessNames, lockedAccesses } from "../ledger/lock.js";
import type { PolicySource } from "./policies.js";

interface Planned {
  readonly made: Plan;
  readonly own: readonly Diagnostic[];
  readonly endpoint: Endpoint;
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
    for (const { names } of "value" in one ? accessesOf(one.value) : [])
      for (const name of names) writers.set(name, (writers.get(name) ?? new Set()).add(one.account));
  return planned.map((one) => {
    if (!("value" in one)) return one;
    for (const { access, names } of accessesOf(one.value)) {
      const all = new Set(names.flatMap((name) => [...(writers.get(name) ?? [])]));
      all.delete(one.account);
      if (all.size > 0) return { ...one, value: refused(one.value, access, [...all]) };
    }
    return one;
  });
}

function accessesOf({ made, endpoint }: Planned) {
  const { origin } = new URL(endpoint.apiUrl);
  return lockedAccesses(made).map((id) => ({ access: `${id} at ${origin}`, names: accessNames(endpoint, id) }));
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
