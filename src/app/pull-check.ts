// Whether a pulled configuration says what is live: the plan it would give, before anything is written.

import type { LoadedConfig } from "../config/load.js";
import type { Observed } from "../model/bot/observed.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { makePlan } from "../reconcile/plan/planner.js";
import { AppError } from "./error.js";

/** Addresses that a plan would change, or has an error about. Throws AppError for a configuration with errors: nothing may be written then. */
export function differingAddresses(config: LoadedConfig, account: string, observed: Observed): string[] {
  if (hasErrors(config.diagnostics)) {
    throw new AppError("the pulled configuration wouldn't be valid, so nothing was written", {
      diagnostics: config.diagnostics,
    });
  }
  const found = config.accounts.find(({ desired }) => desired.account === account);
  if (found === undefined) return [];
  const { steps, diagnostics } = makePlan(found.desired, observed);
  // What `undeclared: turn-off` would do isn't for a pull to say.
  const own = steps.filter(({ address }) => !address.includes("/#")).map(({ address }) => address);
  const errors = diagnostics.flatMap(({ severity, address }) => (severity === "error" ? (address ?? account) : []));
  return [...new Set([...own, ...errors])].sort();
}
