// Reads a bot back and says in which asked-for fields it is another than it should be (rule 6).
import type { ObservedBot } from "../model/bot.js";
import type { SomeFields } from "../model/field.js";
import type { FieldChange } from "../model/plan.js";
import { changedFields } from "./diff.js";
import type { Run } from "./run.js";

/** Milliseconds between readings of a bot that doesn't show the write yet. */
const PATIENCE_MS = [500, 1_000, 2_000];

export interface ReadBack {
  readonly live: ObservedBot;
  /** `before` is what the service shows, `after` what was asked for. */
  readonly mismatches: readonly FieldChange[];
}

/** Reads the bot until it shows all of `target`, or a few seconds have passed. Throws ServiceError. */
export async function readBack(run: Run, botId: number, target: SomeFields): Promise<ReadBack> {
  for (const wait of [...PATIENCE_MS, undefined]) {
    const live = await run.ports.reader.bot(botId);
    const mismatches = changedFields(target, live.fields);
    if (mismatches.length === 0 || wait === undefined || run.signal.aborted) return { live, mismatches };
    await run.ports.clock.sleep(wait, run.signal);
  }
  throw new Error("the last reading returns");
}

/** `leverage: asked for 5, the service shows 3`, for each field. */
export function describeMismatches(mismatches: readonly FieldChange[]): string {
  return mismatches
    .map(({ field, before, after }) => `${field}: asked for ${after ?? "off"}, the service shows ${before ?? "off"}`)
    .join("; ");
}
