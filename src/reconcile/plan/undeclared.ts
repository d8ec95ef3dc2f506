// Finds the live bots in scope that the configuration doesn't declare, and turns them off if it asks for that.
import type { Access, ObservedBot } from "../../model/bot/bot.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import { mayBeOn, type Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { UndeclaredBot } from "../../model/plan/plan.js";
import { folded } from "../../model/text/folded.js";
import { type BotChange, idle, plannedDeals, step, turnOffWarnings } from "./bot-change.js";
import { asItIs } from "./direct-plan.js";
import { type HoldOn, heldReason } from "./holds.js";
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
    // A bot that is being replaced belongs to the new bot until that exists.
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

/** As a plan shows it. @param guarded ids of bots that protect: true protects */
export function describeUndeclared(
  { live, duplicateOf }: Undeclared,
  { desired, observed }: Sides,
  guarded: ReadonlySet<number>,
): UndeclaredBot {
  return {
    id: live.id,
    title: live.fields.title ?? "",
    on: live.status.on,
    status: live.status.raw,
    dealIds: dealsOf(live, observed),
    ...(duplicateOf !== undefined && { duplicateOf: duplicateOf.address }),
    ...((guarded.has(live.id) || isTitleProtected(desired, live)) && { protected: true }),
  };
}

/** What a plan's changes rest on. */
export interface Sides {
  readonly desired: Desired;
  readonly observed: Observed;
}

/**
 * The turn-offs of `undeclared: turn-off`, and those of held bots whatever `undeclared` is. There are none while any match is unclear, since a configured bot may have another name by
 * now, and none for protected titles.
 * @param isAnswered whether no create is questioned: what looks like a renamed bot isn't turned off
 */
export function turnOffUndeclared(
  { desired, observed }: Sides,
  undeclared: readonly Undeclared[],
  matches: readonly Match[],
  holds: HoldOn,
  isAnswered: boolean,
): BotChange[] {
  const settled = isAnswered && matches.every((match) => match.kind === "live" || match.kind === "absent");
  const areTurnedOff = desired.undeclared === "turn-off" && settled;
  return undeclared.flatMap(({ live }) => {
    const access = accessOf(live, observed);
    const hold = holds(`${desired.account}/#${live.id}`, live.id);
    if (hold === undefined && !areTurnedOff) return [];
    if (isTitleProtected(desired, live)) return [];
    if (!mayBeOn(live, observed) || access === undefined) return [];
    const reason =
      hold === undefined
        ? `"${live.fields.title}" is not in the configuration, and undeclared is turn-off`
        : heldReason(hold);
    return [turnOffOf(live, access, { desired, observed, reason })];
  });
}

/** In whatever form the service stores the title; sparing one bot too many is the safe side. */
export function isTitleProtected({ protectedTitles = [] }: Desired, { fields: { title } }: ObservedBot): boolean {
  if (title === null || protectedTitles.length === 0) return false;
  const { rest } = folded(title);
  return protectedTitles.some((one) => folded(one).rest === rest);
}

/** Where the bot is; undefined where its details don't say, or name an access that the account doesn't have. */
export function accessOf(live: ObservedBot, { accesses }: Observed): Access | undefined {
  return accesses.find((candidate) => candidate.id === live.accessId);
}

/** The turn-off of a bot that no configured one stands for. @param copies other live bots on its access with its title */
export function turnOffOf(
  live: ObservedBot,
  access: Access,
  { desired, observed, reason, copies = [] }: Sides & { readonly reason: string; readonly copies?: readonly number[] },
): BotChange {
  // A live bot that has no key.
  const address = `${desired.account}/#${live.id}`;
  const deals = runningDealsOf(live, observed);
  const steps = [step(address, "turn-off", reason, [], turnOffWarnings(deals.map(({ id }) => id)))];
  const planned = { ...asItIs({ address, live, access, copies }), ...plannedDeals(deals, live.fields, steps) };
  return { ...idle(address), planned, steps };
}
