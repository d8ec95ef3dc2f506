// Rule 22 after the plan: a bot that has turned up since it was made, and that may be one that it creates, under another title.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import { type PlannedBot, titlesOf } from "../../model/plan/plan.js";
import type { ServiceReader } from "../../model/ports.js";
import { folded, mayBeStoredAs } from "../../model/text/folded.js";
import { readThose } from "./lists.js";
import { titleOf, tradeOf } from "./look-alikes.js";

/** A bot to create, and what may be it. */
export interface SincePlanned {
  readonly planned: PlannedBot;
  /** The other bots of the plan: what has a title of theirs is their question. */
  readonly others: readonly PlannedBot[];
  /** Bots of the list that the plan was made without. */
  readonly appeared: readonly ObservedBot[];
  /** Ids of bots that stood for its key and that the plan was made without, whatever they are called now. */
  readonly known?: readonly number[];
  /** Titles under which earlier runs may have made it. */
  readonly earlier?: readonly string[];
  /** Of the titles of the list, in characters: a service may cut them. */
  readonly longest: number;
}

/** The bot that may be it, read by its id; undefined where none is. Throws ServiceError. */
export async function sincePlanned(
  { planned, others, appeared, known = [], earlier = [], longest }: SincePlanned,
  reader: ServiceReader,
): Promise<ObservedBot | undefined> {
  const isOf = (titles: readonly string[], live: ObservedBot) =>
    titles.some((title) => mayBeStoredAs(folded(title), folded(titleOf(live)), longest));
  const theirs = others.flatMap(titlesOf);
  // A thousand creates see each other's bots: most have the very title.
  const exact = new Set(theirs);
  const news = appeared.filter((row) => !exact.has(titleOf(row)) && !isOf(theirs, row));
  const ids = new Set([...known, ...news.map(({ id }) => id)]);
  const stood = new Set(known);
  return (await readThose([...ids], reader))
    .filter(({ accessId }) => (accessId ?? planned.accessId) === planned.accessId)
    .find((live) => stood.has(live.id) || isOf([planned.title, ...earlier], live) || mayBe(planned, live));
}

/** It trades the same, and is on or has the same settings. */
function mayBe({ target }: PlannedBot, live: ObservedBot): boolean {
  const trade = tradeOf(target);
  if (trade === undefined || trade !== tradeOf(live.fields)) return false;
  return live.status.on || changedFields(target, live.fields).every(({ field }) => field === "title");
}

/** Of the list's titles, in characters. */
export function longestTitle(list: readonly ObservedBot[]): number {
  return list.reduce((most, live) => Math.max(most, titleOf(live).length), 0);
}
