// Assigns ended deals to the variants of an experiment, by their bots and by the settings that they kept.
import type { SomeFields } from "../model/bot/field.js";
import type { Deal } from "../model/deal/deal.js";
import type { EndedDeal } from "./ended-deal.js";
import type { Stretch } from "./figures.js";
import { asksFor } from "./fingerprint.js";

/** A bot that takes part, with its deals in one asset. */
export interface Participant {
  readonly address: string;
  readonly variant: string;
  readonly pair: string;
  readonly asset: string;
  /** Whether its variant lays settings over it. */
  readonly isChanged: boolean;
  /** What the configuration has asked for while it was in this variant: as it is now, and in each commit. */
  readonly asked: readonly SomeFields[];
  /** In the order of their ends. */
  readonly ended: readonly EndedDeal[];
  readonly running: readonly Deal[];
}

/** A bot with those of its deals that count. */
export interface CountedBot {
  readonly address: string;
  readonly variant: string;
  readonly pair: string;
  readonly asset: string;
  readonly stretches: readonly Stretch[];
  readonly running: readonly Deal[];
  /** Whether deals of other settings ended after its own. */
  readonly isFollowed?: boolean;
  /** Deals since the experiment began whose settings aren't those of its variant. */
  readonly others: number;
}

export interface CountedDeals {
  /** Milliseconds since the epoch; null while no deal of a variant with settings has ended. */
  readonly since: number | null;
  /** Deals of variants with settings, with what those ask for, that ended before the experiment was committed. */
  readonly early: number;
  readonly bots: readonly CountedBot[];
}

/**
 * The deals that count: of settings that the bot's variant asks for, and no earlier than the first one that ended with what only
 * the experiment sets. A control has the same settings before the experiment, which its deals don't show.
 * @param committed when the experiment was first committed, in milliseconds since the epoch; null where that isn't known
 */
export function countedDeals(participants: readonly Participant[], committed: number | null): CountedDeals {
  const isLater = (at: number | null, from: number | null) => from === null || at === null || at >= from;
  const sorted = participants.map((one) => ({
    one,
    marked: one.ended.map((deal) => ({ deal, isOwn: one.asked.some((fields) => asksFor(fields, deal.settings)) })),
  }));
  const starts = sorted.flatMap(({ one, marked }) =>
    marked.flatMap(({ deal: { at }, isOwn }) =>
      one.isChanged && isOwn && at !== null && isLater(at, committed) ? [at] : [],
    ),
  );
  const since = starts.length === 0 ? null : starts.reduce((least, at) => Math.min(least, at));
  const early = sorted
    .filter(({ one }) => one.isChanged)
    .flatMap(({ marked }) => marked.filter(({ deal, isOwn }) => isOwn && !isLater(deal.at, committed))).length;
  const bots = sorted.map(({ one, marked }): CountedBot => {
    const { address, variant, pair, asset, asked } = one;
    const counting = since === null ? [] : marked.filter(({ deal }) => isLater(deal.at, since));
    return {
      ...{ address, variant, pair, asset, stretches: stretchesOf(counting) },
      running: one.running.filter(({ settings }) => asked.some((fields) => asksFor(fields, settings))),
      isFollowed: counting.at(-1)?.isOwn === false,
      others: counting.filter(({ isOwn }) => !isOwn).length,
    };
  });
  return { since, early, bots };
}

function stretchesOf(marked: readonly { readonly deal: EndedDeal; readonly isOwn: boolean }[]): readonly Stretch[] {
  const stretches: EndedDeal[][] = [];
  let isBroken = true;
  for (const { deal, isOwn } of marked) {
    const last = stretches.at(-1);
    if (isOwn && (isBroken || last === undefined)) stretches.push([deal]);
    else if (isOwn) last?.push(deal);
    isBroken = !isOwn;
  }
  return stretches;
}
