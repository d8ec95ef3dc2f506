// How a step ends when a write certainly did nothing, or a read failed: one wording and one meaning for every step.
import { ServiceError, type WriteAnswer } from "../model/ports.js";
import type { Rejected } from "./decisions.js";
import type { Ending } from "./run.js";

/** How the step ends; undefined where the write was, or may have been, carried out and has to be read back (rule 4). */
export function rejection(answer: WriteAnswer): Ending | undefined {
  return answer.kind === "accepted" || answer.kind === "ambiguous" ? undefined : refused(answer);
}

/** How a step ends whose write certainly did nothing. */
export function refused(answer: Rejected): Ending {
  switch (answer.kind) {
    case "refused":
      return {
        kind: "failed",
        detail: `refused by the service: ${answer.message}`,
        next: "correct what the message names, then run apply again",
        rule: 4,
      };
    case "not-sent":
      return { kind: "failed", detail: `nothing was sent: ${answer.message}`, next: "run apply again", rule: 4 };
    case "unauthorized":
      return {
        kind: "failed",
        detail: `the service rejected the credentials: ${answer.message}`,
        next: "check the API key and its rights, then run apply again",
        unauthorized: true,
      };
  }
}

/** A read before the write failed. Throws on what is no failure of a read. */
export function unreadBefore(error: unknown): Ending {
  const { kind, message } = serviceError(error);
  return {
    kind: "failed",
    detail: `nothing was sent: ${message}`,
    next: "run apply again",
    rule: 1,
    unauthorized: kind === "auth",
  };
}

/** A read after the write failed, so nobody knows. Throws on what is no failure of a read. */
export function unreadAfter(error: unknown, sent: string): Ending {
  const { kind, message } = serviceError(error);
  return {
    kind: "unknown",
    detail: `${sent}, and could not be read back: ${message}`,
    next: "run plan: it shows what became of it",
    rule: 6,
    unauthorized: kind === "auth",
  };
}

function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  throw error;
}
