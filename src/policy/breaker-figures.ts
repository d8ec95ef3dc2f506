// What each rule of a breaker measures on the live account. What isn't known is never taken for 0.
import Big from "big.js";
import type { AccountInformation, AccountPosition } from "../model/bot/account.js";
import { instantOf } from "../model/bot/moment.js";
import { quoteOf } from "../model/bot/pair.js";
import type { Deal } from "../model/deal/deal.js";
import { wantsTakeProfit } from "../model/deal/protection.js";
import { BREAKER_RULES, type Breaker, type BreakerPast } from "../model/policy/breaker.js";
import { amount } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";

/** Something that was read, or why it wasn't, as a clause. */
export type Known<T> = { readonly known: T } | { readonly unknown: string };

/** The live account at one moment, as far as its breakers need it. */
export interface BreakerFacts {
  /** Of the accesses that the configuration names. */
  readonly running: Known<readonly Deal[]>;
  /** What the history shows of each of them. */
  readonly ended: Known<readonly (readonly Deal[])[]>;
  readonly account: Known<AccountInformation>;
  /** When steps failed, or ended with an unknown outcome, in milliseconds since the epoch. */
  readonly failures: Known<readonly number[]>;
  /** Bots whose deals have no take-profit order by intent. */
  readonly withoutTakeProfit: ReadonlySet<number>;
}

/** A figure and its limit. */
export interface Measured {
  /** null where it isn't known, or there is nothing to measure. */
  readonly figure: Big | null;
  readonly limit: string;
  readonly unit: string;
  /** In percent of the limit; null as `figure` is. */
  readonly used: Big | null;
  readonly why: string;
  /** It isn't at its limit yet, and needs nothing but time. */
  readonly isNear?: boolean;
  /** What isn't known of it; the figure is then of the rest. */
  readonly missing?: string;
}

type Of<Rule extends Breaker["rule"]> = Breaker & { readonly rule: Rule };

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** @param now milliseconds since the epoch */
export function measure(breaker: Breaker, facts: BreakerFacts, armed: BreakerPast["armed"], now: number): Measured {
  switch (breaker.rule) {
    case "loss":
      return lossOf(breaker, facts, armed, now);
    case "margin-used":
      return marginOf(breaker, facts);
    case "liquidation-distance":
      return distanceOf(breaker, facts);
    case "naked-deals":
      return nakedOf(breaker, facts, now);
    case "failed-steps":
      return failuresOf(breaker, facts, armed, now);
  }
}

function unmeasured(limit: string, unit: string, missing: string): Measured {
  return { figure: null, limit, unit, used: null, why: missing, missing };
}

/** In percent of the limit, where more is worse. */
function ofLimit(figure: Big, limit: string): Big {
  return figure.div(limit).times(100);
}

/**
 * Closed and open result together, as exchanges and funds define a daily loss: the results of the deals that ended within the
 * hours, and the unrealised profit of those that run, however old they are. Profits offset losses. After arming, what a deal
 * had won or lost by then isn't counted again.
 */
function lossOf({ hours, limit, quote }: Of<"loss">, facts: BreakerFacts, armed: BreakerPast["armed"], now: number) {
  const since = Math.max(now - hours * HOUR_MS, armed?.at ?? Number.NEGATIVE_INFINITY);
  const result = resultSince(facts, quote, since, armed?.open);
  if ("unknown" in result) return unmeasured(limit, quote, result.unknown);
  const { realised, open } = result.known;
  const total = realised.plus(open);
  const figure = total.lt(0) ? total.abs() : new Big(0);
  const span = armed !== undefined && since === armed.at ? `since it was armed (${hours} h at most)` : `in ${hours} h`;
  const why = `lost ${amount(figure.toFixed())} of ${amount(limit)} ${quote} ${span}${partsText(realised, open)}`;
  return { figure, limit, unit: quote, used: ofLimit(figure, limit), why };
}

/** No service is known to cut its lists at fewer; a younger account has ended fewer deals, or waits until the first of them is older than that. */
const SHORTEST_CUT = 10;

/** Whether a history may have been cut within the time: it shows nothing that is older, and how many a service shows isn't documented (S-51). */
function mayLack(shown: readonly Deal[], since: number): boolean {
  if (shown.length < SHORTEST_CUT) return false;
  return shown.every(({ updated }) => updated === null || (instantOf(updated) ?? since) >= since);
}

/** So many ids of ended deals are kept, the newest ones. */
export const MOST_ENDED = 1_000;

/** Tells whether a deal had ended already when these had. */
export function hadEnded(deals: readonly number[]): (id: number) => boolean {
  const known = new Set(deals);
  const oldest = deals.length < MOST_ENDED ? Number.NEGATIVE_INFINITY : Math.min(...deals);
  return (id) => known.has(id) || id < oldest;
}

/** What deals of a quote asset came to since then: the closed ones that ended since, and the running ones. @param open what each had won or lost by then, by id. @param bots whose; all where absent. @param hadEnded which had ended by then; by the service's times where absent */
export function resultSince(
  facts: Pick<BreakerFacts, "running" | "ended"> & { readonly bots?: ReadonlySet<number> } & {
    readonly hadEnded?: ((id: number) => boolean) | undefined;
  },
  quote: string,
  since: number,
  open: ReadonlyMap<number, string> = new Map(),
): Known<{ readonly realised: Big; readonly open: Big }> {
  if ("unknown" in facts.running) return facts.running;
  if ("unknown" in facts.ended) return facts.ended;
  const before = (id: number) => open.get(id) ?? 0;
  const { hadEnded } = facts;
  const cut = facts.ended.known.find((shown) =>
    hadEnded === undefined
      ? mayLack(shown, since)
      : shown.length >= SHORTEST_CUT && !shown.some(({ id }) => hadEnded(id)),
  );
  if (cut !== undefined)
    return {
      unknown: `the history shows ${cut.length} deals and none that ended before ${new Date(since).toISOString()}, so it may be cut short, and lack others of that time`,
    };
  const own = (deals: readonly Deal[]) => deals.filter(({ botId }) => facts.bots?.has(botId) ?? true);
  const ended = oncePerId(own(facts.ended.known.flat()), quote);
  // A deal that ended between the two reads is in both.
  const over = new Set(ended.map(({ id }) => id));
  const running = oncePerId(own(facts.running.known), quote).filter(({ id }) => !over.has(id));
  let [realised, unrealised] = [new Big(0), new Big(0)];
  for (const { id, result, updated } of ended) {
    if (hadEnded?.(id) === true) continue;
    const at = updated === null ? null : instantOf(updated);
    if (at === null && hadEnded === undefined) return { unknown: `the service doesn't show when deal ${id} ended` };
    if (hadEnded === undefined && at !== null && at < since) continue;
    if (result === null || result.profit === null)
      return { unknown: `the service doesn't show what deal ${id} came to` };
    realised = realised.plus(result.profit).minus(before(id));
  }
  for (const { id, position } of running) {
    const isEmpty = position?.amount != null && new Big(position.amount).eq(0);
    const profit = isEmpty ? "0" : position?.profit;
    if (profit == null) return { unknown: `the service doesn't show what deal ${id} has won or lost` };
    unrealised = unrealised.plus(profit).minus(before(id));
  }
  return { known: { realised, open: unrealised } };
}

function oncePerId(deals: readonly Deal[], quote: string): readonly Deal[] {
  return [...new Map(deals.map((deal) => [deal.id, deal])).values()].filter(
    ({ pairTitle }) => quoteOf(pairTitle) === quote,
  );
}

/** `: loss 30 realised, profit 3 open`; of one kind alone, which. */
export function partsText(realised: Big, open: Big): string {
  if (realised.eq(0) && open.eq(0)) return "";
  if (realised.eq(0)) return ", all of it open";
  if (open.eq(0)) return ", all of it realised";
  const part = (sum: Big) => `${sum.gt(0) ? "profit" : "loss"} ${amount(sum.abs().toFixed())}`;
  return `: ${part(realised)} realised, ${part(open)} open`;
}

/** Initial margin of positions and open orders over the wallet, both of the account information. */
export function marginOf({ limit }: { readonly limit: string }, { account }: Pick<BreakerFacts, "account">): Measured {
  if ("unknown" in account) return unmeasured(limit, "%", account.unknown);
  const { totalInitialMargin: margin, totalWalletBalance: wallet } = account.known;
  if (margin === null || wallet === null) return unmeasured(limit, "%", "the service doesn't show wallet and margin");
  if (new Big(wallet).lte(0)) return unmeasured(limit, "%", "the wallet that the service shows is empty");
  const figure = new Big(margin).div(wallet).times(100);
  const why = `${amount(figure.toFixed())} % of the wallet is margin, of ${amount(limit)} %`;
  return { figure, limit, unit: "%", used: ofLimit(figure, limit), why };
}

/** Of the nearest position: from its price now to the one at which the exchange liquidates it, in percent of the price now. */
function distanceOf({ limit }: Of<"liquidation-distance">, { account }: BreakerFacts): Measured {
  if ("unknown" in account) return unmeasured(limit, "%", account.unknown);
  let nearest: { readonly figure: Big; readonly name: string } | undefined;
  let missing: string | undefined;
  const positions = account.known.positions.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  for (const position of positions) {
    if (position.amount !== null && new Big(position.amount).eq(0)) continue;
    const name = `${position.ourSymbol} ${position.positionSide}`;
    const figure = distance(position);
    if (figure === undefined) missing ??= `the service doesn't show how far ${name} is from its liquidation`;
    else if (nearest === undefined || figure.lt(nearest.figure)) nearest = { figure, name };
  }
  const rest = { limit, unit: "%", ...(missing !== undefined && { missing }) };
  if (nearest === undefined) return { figure: null, used: null, why: missing ?? "no position is open", ...rest };
  const { figure, name } = nearest;
  const used = figure.lte(0) ? new Big(100) : new Big(limit).div(figure).times(100);
  const why = `${name} is ${amount(figure.toFixed())} % from its liquidation, limit ${amount(limit)} %`;
  return { figure, used, why, ...rest };
}

/** In percent, less than 0 beyond it; undefined where it isn't known. A long that the service shows without such a price has all of its price to fall. */
function distance({ positionSide, markPrice, liquidationPrice, amount: size }: AccountPosition): Big | undefined {
  if (size === null || markPrice === null || liquidationPrice === null || new Big(markPrice).lte(0)) return undefined;
  const [mark, end] = [new Big(markPrice), new Big(liquidationPrice)];
  const inPercent = (gap: Big) => gap.div(mark).times(100);
  if (positionSide === "LONG") return inPercent(mark.minus(end.lt(0) ? 0 : end));
  return positionSide === "SHORT" && end.gt(0) ? inPercent(end.minus(mark)) : undefined;
}

/** A naked deal counts once its last update is that long ago; before, it warns. */
function nakedOf({ minutes }: Of<"naked-deals">, { running, withoutTakeProfit }: BreakerFacts, now: number): Measured {
  const { unit } = BREAKER_RULES["naked-deals"];
  if ("unknown" in running) return unmeasured("1", unit, running.unknown);
  const asking = running.known.filter(
    ({ botId, settings, position }) =>
      wantsTakeProfit(settings) &&
      !withoutTakeProfit.has(botId) &&
      !(position?.amount != null && new Big(position.amount).eq(0)),
  );
  const naked = asking.filter(({ protection }) => protection?.state === "naked");
  const since = (deal: Deal) => (deal.updated === null ? null : instantOf(deal.updated));
  const old = naked.filter((deal) => (since(deal) ?? Number.POSITIVE_INFINITY) <= now - minutes * MINUTE_MS);
  const undated = naked.find((deal) => since(deal) === null);
  const unclear = asking.filter(({ protection }) => (protection?.state ?? "unknown") === "unknown").map(({ id }) => id);
  const missing =
    undated !== undefined
      ? `the service doesn't show since when deal ${undated.id} is naked`
      : unclear.length > 0
        ? `whether ${dealsText(unclear)} has its take-profit order isn't known`
        : undefined;
  const figure = new Big(old.length);
  const named = (deals: readonly Deal[]) => dealsText(deals.map(({ id }) => id));
  const why =
    old.length > 0
      ? `naked for ${minutes} min or more: ${named(old)}`
      : naked.length > 0
        ? `naked, not for ${minutes} min yet: ${named(naked)}`
        : "no deal is naked";
  return {
    ...{ figure, limit: "1", unit, used: ofLimit(figure, "1"), why },
    ...(naked.length > 0 && { isNear: true }),
    ...(missing !== undefined && { missing }),
  };
}

function dealsText(ids: readonly number[]): string {
  const sorted = ids.toSorted((left, right) => left - right).map(String);
  return `${sorted.length === 1 ? "deal" : "deals"} ${namesText(sorted, 5)}`;
}

function failuresOf(
  { hours, limit }: Of<"failed-steps">,
  { failures }: BreakerFacts,
  armed: BreakerPast["armed"],
  now: number,
): Measured {
  const { unit } = BREAKER_RULES["failed-steps"];
  if ("unknown" in failures) return unmeasured(limit, unit, failures.unknown);
  const since = Math.max(now - hours * HOUR_MS, armed?.at ?? Number.NEGATIVE_INFINITY);
  const figure = new Big(failures.known.filter((at) => at >= since).length);
  const span = armed !== undefined && since === armed.at ? `since it was armed (${hours} h at most)` : `in ${hours} h`;
  const why = `${figure.toFixed()} of ${limit} steps failed ${span}`;
  return { figure, limit, unit, used: ofLimit(figure, limit), why };
}
