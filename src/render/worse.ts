// What a plan makes worse than it is, from its figures before and after: losses when prices move, liquidations, position and leverage.
import Big from "big.js";
import type { PlaceOf } from "../model/bot/provenance.js";
import type { Plan } from "../model/plan/plan.js";
import { liquidationMove, mostLiquidated, newLiquidations } from "../model/risk/comparison.js";
import { type BotMoney, isKnown, type ShockRisk } from "../model/risk/risk.js";
import { canonicalDecimal } from "../model/text/decimal.js";
import { amount, change, move } from "../model/text/money-figures.js";
import { namesText } from "../model/text/named.js";
import { type Highlight, type HighlightGroup, highlightGroups } from "./highlight.js";
import { liquidationWords } from "./liquidation-words.js";
import { growth, MOMENTS, type QuoteMoney, quotesMoney } from "./money-facts.js";
import { inBrackets, rise, worstMoves } from "./money-rows.js";
import { placeText } from "./text/value.js";

/** The most serious first; nothing where nothing was at risk before: the figures in money say what a first plan risks. */
export function worseHighlights(
  { money, steps }: Pick<Plan, "money" | "steps">,
  placeOf?: PlaceOf,
): readonly Highlight[] {
  const by = placing(steps, placeOf);
  const quotes = money === undefined || steps.length === 0 ? [] : quotesMoney(money);
  return [
    ...quotes.flatMap((quote) => sooner(quote, money?.bots ?? {})),
    ...quotes.flatMap(moreLost),
    ...morePosition(Object.entries(money?.bots ?? {})).map(by),
    ...moreLeverage(steps, money?.bots).map(by),
  ];
}

/** With where the settings stand that it comes from: of a new bot the bot itself, of a changed one all its changes, where they stand in one line, or the leverage. */
function placing(steps: Plan["steps"], placeOf: PlaceOf = () => undefined): (one: Highlight) => Highlight {
  const writing = new Map(steps.filter(({ changes }) => changes.length > 0).map((step) => [step.address, step]));
  return (one) => {
    const { subject = "", alike } = one;
    const step = writing.get(subject);
    const fields = alike === LEVERAGE ? ([LEVERAGE] as const) : (step?.changes ?? []).map(({ field }) => field);
    const places = step?.action === "create" ? [placeOf(subject)] : fields.map((field) => placeOf(subject, field));
    const [place, ...others] = new Set(places.map((found) => found && placeText(found)));
    return place === undefined || others.length > 0 ? one : { ...one, place };
  };
}

const LEVERAGE = "leverage";

/** The same, what bots have in common in one line each. */
export function worseGroups(plan: Pick<Plan, "money" | "steps">, placeOf?: PlaceOf): readonly HighlightGroup[] {
  // What gets worse has its own order.
  return highlightGroups(worseHighlights(plan, placeOf), () => new Big(0));
}

/** The smallest move that liquidates what outlives it now: isolated positions, or all that are cross. */
function sooner(money: QuoteMoney, bots: NonNullable<Plan["money"]>["bots"]): Highlight[] {
  const { shocks, shocksBefore = [], later } = money;
  const found = [
    ...liquidationsOf(shocks, shocksBefore, bots, ""),
    ...(later === undefined || shocksBefore.length === 0
      ? []
      : liquidationsOf(later.shocks, mostLiquidated(shocks, shocksBefore), bots, ` ${MOMENTS.later}`)),
  ];
  return found.toSorted((left, right) => left.by.cmp(right.by)).map(({ highlight }) => highlight);
}

function liquidationsOf(
  shocks: readonly ShockRisk[],
  shocksBefore: readonly ShockRisk[],
  bots: NonNullable<Plan["money"]>["bots"],
  when: string,
): { readonly highlight: Highlight; readonly by: Big }[] {
  const { isolated, cross, now } = newLiquidations(shocks, shocksBefore);
  const line = ({ move: by }: ShockRisk, text: string) => ({
    highlight: { ...({ weight: "bad", worse: true } as const), subject: `All prices ${move(by)}`, text },
    by: new Big(by).abs(),
  });
  return [
    ...(cross === undefined ? [] : [line(cross, `all cross positions are liquidated${when} (now: none)`)]),
    ...isolated.map((one) =>
      line(
        one,
        `isolated positions liquidated${when}: ${now(one)} → ${one.liquidated}${inBrackets(endedBy(one, bots))}`,
      ),
    ),
  ];
}

/** The bots of the plan that the move liquidates, and didn't before; undefined where none of them is known to be. */
function endedBy({ move: by }: ShockRisk, bots: NonNullable<Plan["money"]>["bots"]): string | undefined {
  const endOf = (risk: BotMoney["before"]) => {
    const at = risk !== null && isKnown(risk) && risk.isolated && risk.on ? liquidationMove(risk) : undefined;
    return at?.abs().lte(new Big(by).abs()) === true && at.lt(0) === new Big(by).lt(0) ? at : undefined;
  };
  const ended = Object.entries(bots).flatMap(([address, { before, after }]) => {
    const at = endOf(after);
    return at === undefined || endOf(before) !== undefined ? [] : [{ at, name: address.replace(/^[^/]*\//, "") }];
  });
  const names = ended
    .toSorted((left, right) => left.at.abs().cmp(right.at.abs()))
    .map(({ at, name }) => `${name} at ${move(at.toFixed())}`);
  return names.length === 0 ? undefined : namesText(names, MOST_NAMES);
}

const MOST_NAMES = 6;

function moreLost(money: QuoteMoney): Highlight[] {
  return worstMoves(money).flatMap(({ before, after, shock }): Highlight[] => {
    if (before === undefined || !isMore(before, after)) return [];
    const text = `loses ${change(before, after)} ${money.after.quote}${inBrackets(rise(before, after))}`;
    return [{ weight: "warning", worse: true, subject: `All prices ${move(shock.move)}`, text }];
  });
}

/** A line for each bot, the one that grows most first; and of those in one asset what they grow together. Where nothing was at risk, nothing gets worse. */
function morePosition(bots: readonly (readonly [string, BotMoney])[]): Highlight[] {
  if (bots.every(([, { most }]) => (most.before?.position ?? "0") === "0")) return [];
  const grown = bots.flatMap(([address, money]) => {
    const [before, after] = [money.most.before?.position ?? "0", money.most.after?.position ?? "0"];
    if (!isKnown(money.after) || !isShownMore(before, after)) return [];
    const { quote } = money.after;
    const text = `${change(before, after)} ${quote}${inBrackets(rise(before, after))}`;
    return [{ address, quote, before, after, by: growth(money), text }];
  });
  const sorted = grown.toSorted((left, right) => right.by.cmp(left.by));
  return sorted.map(({ address, quote, text }) => {
    const own = sorted.filter((one) => one.quote === quote);
    const sum = (key: "before" | "after") => own.reduce((all, one) => all.plus(one[key]), new Big(0)).toFixed();
    const together = `together ${change(sum("before"), sum("after"))} ${quote}`;
    return {
      ...{ weight: "warning", worse: true, subject: address, alike: `position ${quote}` },
      ...{ text: `position at most ${text}`, sum: ` each, ${together}` },
      common: `position at most ${together}, most in ${address}: ${text}`,
    };
  });
}

/** Nothing grows that wasn't there. */
function isMore(before: string, after: string): boolean {
  return before !== "0" && isShownMore(before, after);
}

/** What a rise has to come to, so that it isn't shown as one of 0 %. */
const LEAST_RISE = 1.0005;

/** By figures as they are shown. */
function isShownMore(before: string, after: string): boolean {
  return amount(before) !== amount(after) && new Big(after).gte(new Big(before).times(LEAST_RISE));
}

/** What a higher leverage comes to: less margin behind the position, and a liquidation that is nearer. */
function thinnerText({ before, after, most }: Partial<BotMoney> = {}): string {
  if (before == null || after === undefined || !isKnown(before) || !isKnown(after)) return "";
  const { text, was } = liquidationWords(after, before);
  const when = most?.after != null && most.after.margin !== after.margin ? " from its next deal on" : "";
  const margin = `, the margin behind it ${change(before.margin, after.margin)} ${after.quote}${when}`;
  const less = before.margin === after.margin ? "" : margin;
  if (was === undefined) return less;
  // What it was before, and still is, is no news.
  const parts = text.split("; ").filter((part) => !was.split("; ").includes(part));
  return `${less}, ${was.split("; ").some((part) => text.split("; ").includes(part)) ? parts.join("; ") : `${was} → ${text}`}`;
}

/** Whether its last order, or less than five hundredths beyond it, is now where it is liquidated. */
function isNear({ before, after }: Partial<BotMoney> = {}): boolean {
  const near = (risk: BotMoney["before"] | undefined) =>
    risk != null &&
    isKnown(risk) &&
    (risk.liquidation.kind === "inside" ||
      (risk.liquidation.kind === "outside" &&
        risk.liquidation.distance !== null &&
        new Big(risk.liquidation.distance).lt("0.05")));
  return near(after) && !near(before);
}

/** A line for each bot, the highest factor first. */
function moreLeverage(steps: Plan["steps"], bots: NonNullable<Plan["money"]>["bots"] = {}): Highlight[] {
  const raised = steps.flatMap(({ address, changes }) =>
    changes.flatMap(({ field, before = null, after }) => {
      if (field !== LEVERAGE) return [];
      // A saved plan may hold any text.
      const [old, now] = [canonicalDecimal(before ?? ""), canonicalDecimal(after ?? "")];
      if (old === undefined || now === undefined || old === "0") return [];
      const factor = new Big(now).div(old);
      const text = `${before} → ${after} (×${factor.round(1).toFixed()})${thinnerText(bots[address])}`;
      return [{ address, factor, text }];
    }),
  );
  const stake = (address: string) => new Big(bots[address]?.most.after?.position ?? 0);
  const sorted = raised
    .filter(({ factor }) => factor.gt(1))
    .toSorted((left, right) => right.factor.cmp(left.factor) || stake(right.address).cmp(stake(left.address)));
  return sorted.map(({ address, text }) => ({
    ...{ weight: "warning", worse: true, subject: address, text: `leverage ${text}` },
    // Who comes near to being liquidated stands by itself.
    ...(!isNear(bots[address]) && { alike: LEVERAGE }),
    common: `leverage rises, most in ${address}: ${text}`,
  }));
}
