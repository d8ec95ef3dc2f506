// How commands end that only look, where a bot is in doubt (rule 18).
import { EXIT, type ExitCode } from "../app/exit.js";

export const IN_DOUBT_CODES = {
  0: "done",
  5: "a command sent by an earlier run may still take effect",
} as const;

export function exitInDoubt(inDoubt: readonly unknown[]): ExitCode {
  return inDoubt.length === 0 ? EXIT.done : EXIT.unknown;
}
