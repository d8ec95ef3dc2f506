// Finds the live bots in scope that the configuration doesn't declare.
import type { Access, ObservedBot } from "../model/bot.js";
import type { Desired } from "../model/desired.js";
import type { Observed } from "../model/observed.js";
import type { Match } from "./match.js";

export interface Undeclared {
  readonly live: ObservedBot;
  /** Address of the configured bot whose title it bears, where another live bot was chosen for that. */
  readonly duplicateOf: string | undefined;
}

/** Ids of a bot's running deals, lowest first; none where deals weren't read. */
export function dealsOf(live: ObservedBot, observed: Observed): number[] {
  const deals = (observed.deals ?? []).filter((deal) => deal.botId === live.id);
  return deals.map((deal) => deal.id).sort((a, b) => a - b);
}

/**
 * Live bots on a managed access, with the account's title prefix, that no configured bot stands for; lowest id first.
 * Bots that an unclear match may mean are left out: they are reported there.
 */
export function undeclaredBots(
  desired: Desired,
  observed: Observed,
  matches: readonly Match[],
  accesses: ReadonlyMap<string, Access>,
): Undeclared[] {
  if (desired.undeclared === "ignore") return [];
  const managed = new Set([...accesses.values()].map((access) => access.id));
  const claimed = new Set<number>();
  const copies = new Map<number, string>();
  const unclear = new Set<string>();
  for (const match of matches) {
    if (match.kind === "live") {
      claimed.add(match.live.id);
      for (const copy of match.copies) copies.set(copy.id, match.bot.address);
    } else if (match.kind === "unclear") {
      for (const title of [match.bot.fields.title, ...match.bot.previousTitles]) unclear.add(title);
    }
  }
  return observed.bots
    .filter((live) => {
      const title = live.fields.title ?? "";
      // Where the access wasn't read, all accesses of the account are managed.
      const inScope = (live.accessId === null || managed.has(live.accessId)) && title.startsWith(desired.titlePrefix);
      return inScope && !claimed.has(live.id) && !unclear.has(title);
    })
    .sort((a, b) => a.id - b.id)
    .map((live) => ({ live, duplicateOf: copies.get(live.id) }));
}
