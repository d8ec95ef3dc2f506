// Finds the live bots that bear a title on an access, which the list alone can't tell.
import type { ObservedBot } from "../../model/bot/bot.js";
import type { PlannedBot } from "../../model/plan/plan.js";
import type { Run } from "../apply/run.js";
import { readIfThere } from "./reading.js";

/** Milliseconds the list may be old when a write rests on it (rules 2 and 9). */
export const LIST_AGE_MS = 2_000;

/**
 * Bots with the planned title on the planned access, read by id, lowest id first: those of the list, and those that any
 * reading of this run, or the plan, has shown before, since a list may drop a row. `except` is left out. Throws ServiceError.
 */
export async function namesakes(
  run: Run,
  planned: PlannedBot,
  list: readonly ObservedBot[],
  except?: number,
): Promise<readonly ObservedBot[]> {
  return bearers(run, planned, list, [planned.title], except);
}

/** The same with a title that the bot had before, too: with any of them it exists. */
export async function incarnations(
  run: Run,
  planned: PlannedBot,
  list: readonly ObservedBot[],
): Promise<readonly ObservedBot[]> {
  return bearers(run, planned, list, [planned.title, ...(planned.formerTitles ?? [])]);
}

async function bearers(
  run: Run,
  planned: PlannedBot,
  list: readonly ObservedBot[],
  titles: readonly string[],
  except?: number,
): Promise<readonly ObservedBot[]> {
  const { reader } = run.ports;
  const bears = (bot: ObservedBot) => titles.includes(bot.fields.title ?? "");
  const listed = new Set(list.filter(bears).map((bot) => bot.id));
  const ids = new Set([...listed, ...titles.flatMap((title) => run.list.everSeen(title)), ...planned.copies]);
  if (except !== undefined) ids.delete(except);
  const placed = await Promise.all([...ids].map((id) => (listed.has(id) ? reader.bot(id) : readIfThere(id, reader))));
  return (
    placed
      .flatMap((bot) => bot ?? [])
      // One whose details don't say where it is may be here.
      .filter((bot) => (bot.accessId ?? planned.accessId) === planned.accessId && bears(bot))
      .sort((a, b) => a.id - b.id)
  );
}
