// Figures in money of a bot and an account, before and after: worked out once, laid out by every form.
import Big from "big.js";
import {
  type AccountRisk,
  type BotMoney,
  type BotRisk,
  isKnown,
  type Money,
  type MostRisk,
  type QuoteRisk,
  type ShockRisk,
} from "../model/risk/risk.js";
import { amount } from "../model/text/money-figures.js";

/** What is known of a bot's figures before; undefined where there was no bot, or nothing is. */
export function riskBefore({ before }: Pick<BotMoney, "before">): BotRisk | undefined {
  return before !== null && isKnown(before) ? before : undefined;
}

/** How much more may be tied up; nothing where that isn't known. */
export function growth({ most: { before, after } }: BotMoney): Big {
  return new Big(after?.position ?? 0).minus(before?.position ?? 0);
}

/** The same with what the service may fill in; a bot whose position has no known bound comes before all others. */
export function mayGrow(money: BotMoney): Big {
  const { open, most } = money;
  if (open === undefined) return growth(money);
  return new Big(open.most?.position ?? UNBOUNDED).minus(most.before?.position ?? 0);
}

const UNBOUNDED = "1e300";

/** What a margin's figures leave open: that of the next deal and, where leverage made it fall, whose leverage that is. */
export function marginNotes(
  { before, after, next }: Pick<BotFigures, "before" | "after" | "next">,
  shown: (figure: string) => string,
): readonly string[] {
  const leverage = thinner(before, after);
  if (next.margin === undefined) return leverage === undefined ? [] : [leverage];
  // A running deal keeps its own leverage, so this is neither the bot's old one nor its new one.
  const running = leverage === undefined ? [] : [`${leverage} on the whole while its deal runs`];
  return [`${shown(next.margin)} for its next deal`, ...running];
}

/** `leverage 5× → 50×` where a margin falls though each unit of it carries more: that is less behind a position, and no less at risk. */
function thinner(before: MostRisk | undefined, after: MostRisk): string | undefined {
  if (before === undefined || new Big(after.margin).gte(before.margin)) return undefined;
  const [old, now] = [timesOf(before), timesOf(after)];
  if (old === undefined || now === undefined || now.lte(old)) return undefined;
  return `leverage ${old.toFixed()}× → ${now.toFixed()}×`;
}

/** The same of an account's totals, while running deals last and, where only that is so, once they have closed. */
export function thinnerTotals({ before, after, later }: QuoteMoney): {
  readonly now?: string;
  readonly later?: string;
} {
  const now = thinner(before, after);
  const then = now === undefined && later !== undefined ? thinner(before, later) : undefined;
  return {
    ...(now !== undefined && { now: `average ${now}` }),
    ...(then !== undefined && { later: `average ${then}` }),
  };
}

/** How many times its margin a position is; undefined of none. */
function timesOf({ position, margin }: MostRisk): Big | undefined {
  return new Big(margin).eq(0) ? undefined : new Big(position).div(margin).round(2);
}

/** What a bot may tie up, as every form shows it. */
export interface BotFigures {
  /** Of one that is off and runs no deal, before and after: what it would tie up once it is on. */
  readonly isOnceOn: boolean;
  /** undefined where nothing is compared. */
  readonly before: MostRisk | undefined;
  readonly after: MostRisk;
  /** By its settings alone, where a running deal keeps other ones. */
  readonly next: Partial<MostRisk>;
}

/** undefined where they aren't known. */
export function botFigures(
  money: Pick<BotMoney, "after" | "most"> & { readonly before?: BotMoney["before"] },
): BotFigures | undefined {
  const { after, most, before = null } = money;
  if (!isKnown(after) || most.after === null) return undefined;
  const isOnceOn = !after.on && [most.before, most.after].every((one) => (one?.position ?? "0") === "0");
  if (!isOnceOn) {
    const next = {
      ...(after.on && most.after.position !== after.position && { position: after.position }),
      ...(after.on && most.after.margin !== after.margin && { margin: after.margin }),
    };
    return { isOnceOn, before: most.before ?? undefined, after: most.after, next };
  }
  const settings = ({ position, margin }: BotRisk): MostRisk => ({ position, margin });
  const old = before !== null && isKnown(before) ? settings(before) : undefined;
  return { isOnceOn, before: old, after: settings(after), next: {} };
}

/** Its loss before, beside the position before: a bot that was off, without a deal, had nothing to lose. */
export function lossBefore(money: Pick<BotMoney, "before">, figures: BotFigures | undefined): string | undefined {
  const old = riskBefore(money);
  const hadNone = figures?.isOnceOn === false && figures.before?.position === "0";
  return old && (hadNone ? "0" : old.lossAtEnd);
}

/** `or more if the service fills in countOrderMax (declare it)`; undefined where its position can't become larger. */
export function openWords({ open }: Pick<BotMoney, "open">): string | undefined {
  if (open === undefined) return undefined;
  const more = open.most === null ? "or more" : `up to ${amount(open.most.position)}`;
  return `${more} if the service fills in ${open.fields.join(" or ")} (declare ${open.fields.length > 1 ? "them" : "it"})`;
}

/** One quote asset in which something is on, before or after. */
export interface QuoteMoney {
  readonly after: QuoteRisk;
  /** A figure as it was; "0" where there was nothing, undefined where nothing is compared. */
  readonly was: (pick: (quote: QuoteRisk) => string) => string | undefined;
  readonly before: QuoteRisk | undefined;
  /** Once the running deals have closed; undefined where that comes to the same as `after`. */
  readonly later:
    | (Pick<QuoteRisk, "position" | "margin" | "walletExposure"> & { readonly shocks: readonly ShockRisk[] })
    | undefined;
  readonly sides: readonly GroupMoney[];
  readonly pairs: readonly GroupMoney[];
  /** When all prices move at once. */
  readonly shocks: readonly ShockRisk[];
  /** undefined where nothing is compared. */
  readonly shocksBefore: readonly ShockRisk[] | undefined;
}

/** A side or a pair, also one that was and is no more. */
export interface GroupMoney {
  readonly name: string;
  readonly position: Compared;
  readonly margin: Compared;
}

/** `before` is undefined where nothing is compared, `later` where no deal is waited for. */
export interface Compared {
  readonly before: string | undefined;
  readonly after: string;
  readonly later?: string | undefined;
}

/** An account's totals; before is absent where nothing is compared. */
export interface Totals extends Pick<Money, "after" | "later"> {
  readonly before?: AccountRisk | undefined;
}

export function quotesMoney({ before, after, later }: Totals): readonly QuoteMoney[] {
  const all = after.quotes.flatMap((own): QuoteMoney | [] => {
    const { quote } = own;
    const old = before?.quotes.find((one) => one.quote === quote);
    if (own.bots === 0 && (old?.bots ?? 0) === 0) return [];
    const sides = ({ sides: all }: AccountRisk) =>
      all.filter((one) => one.quote === quote).map(({ side, ...sums }) => ({ ...sums, name: side }));
    const pairs = ({ pairs: all }: AccountRisk) =>
      all.filter(({ pair }) => pair.startsWith(`${quote}-`)).map(({ pair, ...sums }) => ({ ...sums, name: pair }));
    const shocks = ({ shocks: all }: AccountRisk) => all.filter((shock) => shock.quote === quote);
    return {
      after: own,
      before: old,
      later: later && laterOf(later, quote),
      was: (pick) => (before === undefined ? undefined : old === undefined ? "0" : pick(old)),
      sides: compared(before && sides(before), sides(after)),
      pairs: compared(before && pairs(before), pairs(after)),
      shocks: shocks(after),
      shocksBefore: before && shocks(before),
    };
  });
  return all.toSorted((left, right) => Number(isMoved(right)) - Number(isMoved(left)));
}

/** What changes stands first. */
function isMoved({ was, after }: QuoteMoney): boolean {
  return [({ position }: QuoteRisk) => position, ({ margin }: QuoteRisk) => margin].some(
    (pick) => was(pick) !== undefined && was(pick) !== pick(after),
  );
}

/** An asset in which nothing is on any more ties up nothing. */
function laterOf({ quotes, shocks }: NonNullable<Money["later"]>, quote: string): NonNullable<QuoteMoney["later"]> {
  const { position = "0", margin = "0", walletExposure = null } = quotes.find((one) => one.quote === quote) ?? {};
  return { position, margin, walletExposure, shocks: shocks.filter((shock) => shock.quote === quote) };
}

/** How the two moments after a plan are called: a bot in a deal counts with that deal or its next one, whichever is more, and then with the next one. */
export const MOMENTS = { after: "while deals run", later: "once deals have closed" } as const;

interface Sums {
  readonly name: string;
  readonly position: string;
  readonly margin: string;
}

function compared(before: readonly Sums[] | undefined, after: readonly Sums[]): readonly GroupMoney[] {
  const names = [...new Set([...after, ...(before ?? [])].map(({ name }) => name))].sort();
  return names.map((name) => {
    const [old, now] = [before?.find((one) => one.name === name), after.find((one) => one.name === name)];
    const figure = (key: "position" | "margin") => ({
      before: before === undefined ? undefined : (old?.[key] ?? "0"),
      after: now?.[key] ?? "0",
    });
    return { name, position: figure("position"), margin: figure("margin") };
  });
}

/** Whether nothing follows for whoever is on: bots that are off run a deal to its end. */
export function hasOffRunning(...accounts: readonly AccountRisk[]): boolean {
  return accounts.some(({ quotes }) => quotes.some(({ offRunning = 0 }) => offRunning > 0));
}
