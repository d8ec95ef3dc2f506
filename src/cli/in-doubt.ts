// How commands end that only look, where a bot is in doubt (rule 18).
import { EXIT, type ExitCode } from "../app/exit.js";
import { isInDoubt } from "../model/plan/plan.js";
import type { Diagnostic } from "../model/text/diagnostic.js";

export const IN_DOUBT_CODES = {
  0: "done",
  5: "a command sent by an earlier run may still take effect, or the ledger, which would tell, can't be read",
} as const;

export function exitInDoubt({
  diagnostics = [],
}: {
  readonly diagnostics?: readonly Diagnostic[] | undefined;
}): ExitCode {
  return isInDoubt({ diagnostics }) ? EXIT.unknown : EXIT.done;
}
