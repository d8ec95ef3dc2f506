// Rule 6: reads a bot back and says in which asked-for fields it is another than it should be.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { SomeFields } from "../../model/bot/field.js";
import type { FieldChange } from "../../model/plan/plan.js";
import { ServiceError } from "../../model/ports.js";
import { changedFields } from "../plan/diff.js";
import type { Run } from "./run.js";

/** Milliseconds before each further reading of a bot that doesn't show the write yet. */
const PATIENCE_MS: readonly number[] = [500, 1_000, 2_000];

export interface ReadBack {
  readonly live: ObservedBot;
  /** `before` is what the service shows, `after` what was asked for. */
  readonly mismatches: readonly FieldChange[];
}

/**
 * Reads the bot until it shows all of `target`, or a few seconds have passed; the details may not know at once a bot
 * that was just created. Throws ServiceError when the last reading fails, or any does for the credentials.
 */
export async function readBack(run: Run, botId: number, target: SomeFields): Promise<ReadBack> {
  for (let readings = 1; ; readings += 1) {
    const wait = run.signal.aborted ? undefined : PATIENCE_MS[readings - 1];
    try {
      const live = await run.ports.reader.bot(botId);
      const mismatches = changedFields(target, live.fields);
      if (mismatches.length === 0 || wait === undefined) return { live, mismatches };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind === "auth" || wait === undefined) throw error;
    }
    await run.ports.clock.sleep(wait, run.signal);
  }
}
