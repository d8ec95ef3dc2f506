// Finds the live bots that bear a title on an access, which the list alone can't tell.
import type { ObservedBot } from "../model/bot.js";
import type { PlannedBot } from "../model/plan.js";
import type { Run } from "./run.js";

/** Rules 2 and 9: milliseconds the list may be old when a write rests on it. */
export const LIST_AGE_MS = 2_000;

/**
 * Bots with the planned title on the planned access, read by id, lowest id first. The list is at most `maxAgeMs` old;
 * for a bot that exists, `except`, which is left out, also no older than this run's last create or update, since that may
 * have been its own. Throws ServiceError.
 */
export async function namesakes(
  run: Run,
  planned: PlannedBot,
  options: { readonly maxAgeMs: number; readonly except?: number },
): Promise<readonly ObservedBot[]> {
  const list = await run.list.read(options.maxAgeMs, options.except === undefined ? undefined : run.settingsWrittenAt);
  const titled = list.filter((bot) => bot.fields.title === planned.title && bot.id !== options.except);
  const placed = await Promise.all(titled.map((bot) => run.ports.reader.bot(bot.id)));
  return placed
    .filter((bot) => bot.accessId === planned.accessId && bot.fields.title === planned.title)
    .sort((a, b) => a.id - b.id);
}
