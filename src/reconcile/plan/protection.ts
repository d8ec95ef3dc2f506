// Protection outlives the entry that states it: a bot that was protected is left alone until an apply has recorded that it isn't any more.
import type { Desired } from "../../model/bot/desired.js";
import { NOTHING_KEPT, type Observed } from "../../model/bot/observed.js";
import { byText } from "../../model/order.js";
import type { LiftedBot } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { type BotChange, idle } from "./bot-change.js";
import { liveMatches, type Match } from "./match.js";
import { isTitleProtected } from "./undeclared.js";

/**
 * The live bots that the configuration protects by `protect: true`, copies and those that may be meant included. One that is
 * remembered as the bot of a protected key, and stands for no other now, was renamed on the service: its entry still protects it.
 */
export function protectedIds(matches: readonly Match[], { knownAs }: Pick<Observed, "knownAs">): ReadonlySet<number> {
  const guards = matches.filter(({ bot }) => bot.protect);
  const ids = guards.flatMap((match) => {
    if (match.kind === "unclear") return [...match.candidates];
    if (match.kind === "absent") return match.elsewhere.map(({ id }) => id);
    return match.kind === "live" ? [match.live.id, ...match.copies.map(({ id }) => id)] : [];
  });
  const keys = new Set(guards.map(({ bot }) => bot.address));
  const owners = liveMatches(matches);
  const renamed = [...(knownAs ?? [])].flatMap(([id, address]) => (keys.has(address) && !owners.has(id) ? [id] : []));
  return new Set([...ids, ...renamed]);
}

/** The live bots that were protected and that nothing protects any more, by id. */
export function liftedBots(
  desired: Desired,
  observed: Observed,
  matches: readonly Match[],
): ReadonlyMap<number, LiftedBot> {
  const { protectedIds: before, addresses } = observed.kept ?? NOTHING_KEPT;
  const now = protectedIds(matches, observed);
  // A match that can't be made may be the one that protects it.
  const isSettled = matches.every(({ kind, bot }) => !bot.protect || kind !== "no-access");
  const lifted = observed.bots
    .filter((live) => isSettled && before.has(live.id) && !now.has(live.id) && !isTitleProtected(desired, live))
    .map((live): LiftedBot => {
      const own = matches.find((match) => match.kind === "live" && match.live.id === live.id);
      const address = own?.bot.address ?? addresses.get(live.id) ?? `${desired.account}/#${live.id}`;
      return { id: live.id, address, title: live.fields.title ?? "", waits: 0 };
    })
    .sort((left, right) => byText(left.address, right.address) || left.id - right.id);
  return new Map(lifted.map((one) => [one.id, one]));
}

/** The changes without the steps of bots whose protection isn't lifted yet, and how many steps of each wait. */
export function withoutLifted(
  changes: readonly BotChange[],
  lifted: ReadonlyMap<number, LiftedBot>,
): { readonly changes: readonly BotChange[]; readonly lifted: readonly LiftedBot[] } {
  const waits = new Map<number, number>();
  const left = changes.map((change) => {
    const ids = [change.planned?.observed?.id, ...(change.planned?.replaces ?? [])];
    const id = ids.find((one) => one !== undefined && lifted.has(one));
    if (id === undefined) return change;
    waits.set(id, (waits.get(id) ?? 0) + change.steps.length);
    return idle(change.address, change.diagnostics);
  });
  return { changes: left, lifted: [...lifted.values()].map((one) => ({ ...one, waits: waits.get(one.id) ?? 0 })) };
}

/** What is said when it is recorded; undefined where nothing waited for it. */
export function recordedText(lifted: readonly LiftedBot[]): string | undefined {
  const waiting = lifted.filter(({ waits }) => waits > 0).map(({ address }) => address);
  if (waiting.length === 0) return undefined;
  return `it is recorded that ${namesText(waiting)} ${waiting.length === 1 ? "isn't" : "aren't"} protected any more; run plan again: what waited for it isn't done yet`;
}

export function liftedProblem({ id, address, title }: LiftedBot): Diagnostic {
  return planProblem("plan/protect-lifted", {
    summary: `protect lifted: bot ${id} "${title}" was protected by ${address}, and isn't any more; this plan does nothing to it`,
    remedy:
      "An apply of this plan records that; the next plan may then change it. If that isn't meant, put protect: true back.",
    address,
  });
}
