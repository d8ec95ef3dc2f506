// Ends a step whose write certainly did nothing (rule 4).
import type { WriteAnswer } from "../model/ports.js";
import type { Ending } from "./run.js";

/** How the step ends; undefined where the write was, or may have been, carried out and has to be read back. */
export function rejection(answer: WriteAnswer): Ending | undefined {
  switch (answer.kind) {
    case "accepted":
    case "ambiguous":
      return undefined;
    case "refused":
      return {
        kind: "failed",
        detail: `refused by the service: ${answer.message}`,
        next: "correct what the message names, then run apply again",
      };
    case "not-sent":
      return { kind: "failed", detail: `nothing was sent: ${answer.message}`, next: "run apply again" };
    case "unauthorized":
      return {
        kind: "failed",
        detail: `the service rejected the credentials: ${answer.message}`,
        next: "check the API key and its rights, then run apply again",
        unauthorized: true,
      };
  }
}
