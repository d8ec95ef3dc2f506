// Names the host that a plan is of, and warns where the account's last run was at another one (threat 12).
import type { Plan } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";

/** @param last origin of the service at which the account's last run was, where that is known */
export function atHost(made: Plan, { apiUrl }: { readonly apiUrl: string }, last?: string): Plan {
  const { origin } = new URL(apiUrl);
  if (last === undefined || placeOf(last) === placeOf(origin)) return { ...made, origin };
  const moved = planProblem("plan/other-host", {
    summary: `${made.account} is at ${origin}; its last run was at ${last}`,
    remedy: "If you didn't expect this, apply nothing, and find out who changed apiUrl.",
  });
  return { ...made, origin, diagnostics: [moved, ...made.diagnostics] };
}

/** Only this machine is reached by http, and emulators come and go at its ports. */
function placeOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return protocol === "http:" ? hostname : origin;
}
