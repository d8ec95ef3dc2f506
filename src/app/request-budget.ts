// How many requests an account may make: what the command line says wins over what the configuration does.
import type { Endpoint } from "../index.js";

export interface BudgetOptions {
  readonly concurrency?: number;
  /** Whether --concurrency was given, and isn't the command's default. */
  readonly concurrencyStated?: boolean;
  readonly requestsPerSecond?: number;
}

/** The same endpoint with the budget that holds for this command. */
export function budgeted(endpoint: Endpoint, options: BudgetOptions): Endpoint {
  const { concurrency, concurrencyStated = false, requestsPerSecond } = options;
  const stated = {
    ...endpoint.budget,
    ...(concurrencyStated && concurrency !== undefined && { concurrency }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  };
  return Object.keys(stated).length === 0 ? endpoint : { ...endpoint, budget: stated };
}
