// What is wrong with where an account's values are kept. Whoever looked there says why; nothing of a value is in it.
import type { Diagnostic, Origin } from "../model/text/diagnostic.js";
import { problem } from "./problem.js";

/** Why there is no value, and what to do. */
export interface ValueFault {
  readonly fault: string;
  readonly remedy: string;
}

/** @param origin of a setting whose variable the helper was to give, or would have been asked for */
export function helperProblem(account: string, { fault, remedy }: ValueFault, origin: Origin): Diagnostic {
  return problem("config/credential-helper", { summary: `account ${account}: ${fault}`, remedy, origin });
}

/** @param origin of the setting whose variable has its value in a file */
export function secretFileProblem(account: string, { fault, remedy }: ValueFault, origin: Origin): Diagnostic {
  return problem("config/secret-file", { summary: `account ${account}: ${fault}`, remedy, origin });
}
