// Ctrl-C: once finishes the call in flight and reports, twice exits (rule 13).
import type { Context } from "./context.js";

/** Runs `task` with a signal that the first SIGINT or SIGTERM aborts; the second one ends the process as signals do. */
export async function interruptible<T>(context: Context, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stopListening = () => {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  };
  const onSignal = () => {
    stopListening();
    controller.abort();
    context.err("\nInterrupted: finishing what is under way. Press Ctrl-C again to leave at once.\n");
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    return await task(controller.signal);
  } finally {
    stopListening();
  }
}
