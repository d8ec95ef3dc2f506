// Finds the live bots in scope that the configuration doesn't declare.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { Match } from "./match.js";

export interface Undeclared {
  readonly live: ObservedBot;
  /** The configured bot whose title it bears, where another live bot was chosen for that. */
  readonly duplicateOf: DesiredBot | undefined;
}

/** A bot's running deals, lowest id first; none where deals weren't read. */
export function runningDealsOf(live: ObservedBot, { deals }: Pick<Observed, "deals">): RunningDeal[] {
  return (deals ?? []).filter((deal) => deal.botId === live.id).sort((a, b) => a.id - b.id);
}

/** Their ids. */
export function dealsOf(live: ObservedBot, observed: Observed): number[] {
  return runningDealsOf(live, observed).map(({ id }) => id);
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
  const spokenFor = new Set<number>();
  const copies = new Map<number, DesiredBot>();
  for (const match of matches) {
    if (match.kind === "unclear") for (const id of match.candidates) spokenFor.add(id);
    // What it replaces is its own until it is there.
    if (match.kind === "absent") for (const { id } of match.elsewhere) spokenFor.add(id);
    if (match.kind !== "live") continue;
    spokenFor.add(match.live.id);
    for (const copy of match.copies) copies.set(copy.id, match.bot);
  }
  return observed.bots
    .filter((live) => {
      // Where the access wasn't read, all accesses of the account are managed.
      const onManaged = live.accessId === null || managed.has(live.accessId);
      return onManaged && (live.fields.title ?? "").startsWith(desired.titlePrefix) && !spokenFor.has(live.id);
    })
    .sort((a, b) => a.id - b.id)
    .map((live) => ({ live, duplicateOf: copies.get(live.id) }));
}

/**
 * The undeclared bots that `undeclared: turn-off` is about. None while any match is unclear, since a bot may be meant
 * that has another name by now, no copy of a protected bot, and none with a protected title.
 */
export function straysToTurnOff(
  desired: Desired,
  undeclared: readonly Undeclared[],
  matches: readonly Match[],
): Undeclared[] {
  const settled = matches.every((match) => match.kind === "live" || match.kind === "absent");
  if (desired.undeclared !== "turn-off" || !settled) return [];
  return undeclared.filter(
    ({ live, duplicateOf }) => duplicateOf?.protect !== true && !isTitleProtected(desired, live),
  );
}

export function isTitleProtected({ protectedTitles = [] }: Desired, { fields }: ObservedBot): boolean {
  return fields.title !== null && protectedTitles.includes(fields.title);
}
