// What the figures in money and the settings of a plan say about its grade: growth, liquidations, and what isn't known or measured.
import Big from "big.js";
import type { FieldName } from "../bot/field.js";
import type { FieldChange, Step } from "../plan/plan.js";
import {
  type Grown,
  grownMeasures,
  isLiquidatedSooner,
  type Measure,
  mostLiquidated,
  newLiquidations,
} from "../risk/comparison.js";
import { type BotMoney, type BotRisk, isKnown, type Money, type QuoteRisk, type ShockRisk } from "../risk/risk.js";
import { canonicalDecimal } from "../text/decimal.js";
import { amount, move } from "../text/money-figures.js";
import type { GradeReason, GradeRule } from "./grade-rules.js";

/** By how much a figure may grow within limits; from nothing, or by more, it needs a person. */
export const MOST_GROWTH = "0.3";

/** A step that can be undone, by its bot's figures. */
export function botReasons(step: Step, money: BotMoney | undefined): readonly GradeReason[] {
  const about = (rule: GradeRule, text: string) => [{ code: rule, address: step.address, text }];
  switch (step.action) {
    case "create":
    case "turn-on":
      return opened(step, money, about);
    case "update":
      return [...changedSettings(step, about), ...updated(money, about)];
    case "take-profit": {
      const { before, after } = step.deal?.takeProfit ?? {};
      return isNoHigher(before, after)
        ? []
        : about("grade/not-measured", `take profit of deal ${step.deal?.id} ${before} → ${after}`);
    }
    default:
      return [];
  }
}

type About = (rule: GradeRule, text: string) => readonly GradeReason[];

/** A new bot may be filled in by the service: then its largest figures count. */
function opened({ action }: Step, money: BotMoney | undefined, about: About): readonly GradeReason[] {
  const own = money === undefined ? undefined : (unknownOf(money.after) ?? openEnd(money));
  if (money === undefined || own !== undefined || !isKnown(money.after))
    return about("grade/unknown-figure", own ?? NO_FIGURES);
  const { position, quote } = money.open?.most ?? money.after;
  const most = `position at most ${amount(position)} ${quote}`;
  return action === "create" ? about("grade/creates", `new, ${most}`) : about("grade/turns-on", `comes on, ${most}`);
}

function openEnd({ open }: BotMoney): string | undefined {
  return open?.most === null
    ? `its position has no known bound: the service may fill in ${open.fields.join(" and ")}`
    : undefined;
}

const NO_FIGURES = "its figures in money aren't known";

/** What of a bot's figures isn't known; undefined where all are. */
function unknownOf(risk: BotMoney["after"]): string | undefined {
  if (!isKnown(risk)) return `${NO_FIGURES}: ${risk.lacks.join(", ")} missing`;
  return risk.liquidation.kind === "unknown" ? "where it is liquidated isn't known without the balance" : undefined;
}

function updated(money: BotMoney | undefined, about: About): readonly GradeReason[] {
  const { before, after } = money ?? {};
  if (money === undefined || before == null || after === undefined) return about("grade/unknown-figure", NO_FIGURES);
  const lacking = unknownOf(before) ?? unknownOf(after);
  if (lacking !== undefined || !isKnown(before) || !isKnown(after))
    return about("grade/unknown-figure", lacking ?? NO_FIGURES);
  const grown = [...grownMeasures(before, after), ...grownMost(money)];
  const large = grown.filter((one) => STRICT.has(one.measure) && isLarge(one.before, one.after));
  const rest = grown.filter((one) => !large.includes(one));
  const sooner = isLiquidatedSooner(before, after) === true;
  return [
    ...(large.length === 0 ? [] : about("grade/large-growth", grownText(large, after))),
    ...(rest.length === 0 ? [] : about("grade/growth", grownText(rest, after))),
    ...(sooner ? about("grade/sooner-liquidated", "it is liquidated by a smaller move than now") : []),
  ];
}

/** Margin grows where leverage falls, and more orders of the same volume lose no more. */
const STRICT: ReadonlySet<Measure> = new Set(["leverage", "position", "lossAtEnd"]);

/** What it may tie up with its running deals, where its settings alone don't show the same. */
function grownMost({ before, after, most }: BotMoney): readonly Grown[] {
  const isShown = before !== null && isKnown(before) && isKnown(after) && new Big(after.position).gt(before.position);
  const [old, now] = [most.before?.position, most.after?.position];
  // From nothing: it comes on, which is a reason of its own.
  const isFresh = old === undefined || new Big(old).eq(0);
  if (isShown || isFresh || now === undefined || new Big(now).lte(old)) return [];
  return [{ measure: "position", before: old, after: now }];
}

function isLarge(before: string, after: string): boolean {
  return new Big(after).gt(new Big(before).times(new Big(1).plus(MOST_GROWTH)));
}

const WORDS: Readonly<Record<Measure, string>> = {
  leverage: "leverage",
  position: "position at most",
  margin: "initial margin",
  lossAtEnd: "loss at the last order",
  orders: "orders",
};

/** Leverage and position; margin, loss and orders follow from these, and are named where neither grows. */
function grownText(grown: readonly Grown[], { quote }: BotRisk): string {
  const chief = grown.filter(({ measure }) => measure === "leverage" || measure === "position");
  const unit = ({ measure }: Grown) => (measure === "leverage" || measure === "orders" ? "" : ` ${quote}`);
  const rise = (one: Grown) => (one.measure === "orders" ? "" : riseText(one));
  const named = chief.length > 0 ? chief : grown.slice(0, 1);
  return named.map((one) => `${WORDS[one.measure]} ${pairText(one)}${unit(one)}${rise(one)}`).join(", ");
}

/** To the last digit where both read alike. */
function pairText({ before, after }: Pick<Grown, "before" | "after">): string {
  const [old, now] = [amount(before), amount(after)];
  return old === now ? `${before} → ${after}` : `${old} → ${now}`;
}

function riseText({ before, after }: Pick<Grown, "before" | "after">): string {
  const by = new Big(before).eq(0) ? undefined : new Big(after).div(before).minus(1).round(3);
  return by === undefined || by.eq(0) ? "" : ` (${move(by.toFixed())})`;
}

/** What the figures show of a setting, or never depend on. */
const MEASURED: ReadonlySet<FieldName> = new Set([
  ...(["title", "leverage", "percentSafetyOrder", "volumeFirstOrder", "volumeSafetyOrder"] as const),
  ...(["countOrderMax", "martingaleScale", "dynamicStepScale"] as const),
]);
/** Settings of which nothing can be compared with the figures before. */
const OTHER_MARKET: ReadonlySet<FieldName> = new Set(["pairTitle", "strategy", "marginMode"]);

function changedSettings({ changes }: Step, about: About): readonly GradeReason[] {
  const named = (some: readonly FieldChange[]) =>
    some.map(({ field, before, after }) => `${field} ${before ?? "off"} → ${after ?? "off"}`).join(", ");
  const other = changes.filter(({ field }) => OTHER_MARKET.has(field));
  const rest = changes.filter(({ field, before, after }) => {
    if (MEASURED.has(field) || OTHER_MARKET.has(field)) return false;
    return field !== "percentTakeProfit" || !isNoHigher(before, after);
  });
  return [
    ...(other.length === 0 ? [] : about("grade/other-market", named(other))),
    ...(rest.length === 0 ? [] : about("grade/not-measured", `${named(rest)}, which no figure measures`)),
  ];
}

/** A deal that is to end no later; a take profit that is off never ends it. */
function isNoHigher(before: string | null | undefined, after: string | null | undefined): boolean {
  const [old, now] = [canonicalDecimal(before ?? ""), canonicalDecimal(after ?? "")];
  return old !== undefined && now !== undefined && new Big(now).lte(old);
}

/** What becomes of the account as a whole. */
export function accountReasons(money: Money): readonly GradeReason[] {
  return money.after.quotes.flatMap((quote) => [...totalReasons(quote, money), ...shockReasons(quote, money)]);
}

function about(code: GradeRule, text: string): GradeReason[] {
  return [{ code, text }];
}

function totalReasons({ quote, position, need, isAffordable }: QuoteRisk, { before }: Money): readonly GradeReason[] {
  const old = before.quotes.find((one) => one.quote === quote);
  const total = { before: old?.position ?? "0", after: position };
  const isUnsure = isAffordable === null && new Big(need).gt(old?.need ?? "0");
  return [
    ...(isLarge(total.before, total.after)
      ? about("grade/large-growth", `the account's position at most ${pairText(total)} ${quote}${riseText(total)}`)
      : []),
    ...(isUnsure ? about("grade/unknown-figure", `whether the ${quote} balance is enough isn't known`) : []),
  ];
}

/** Now, while deals run, and once they have closed. */
function shockReasons({ quote }: QuoteRisk, { before, after, later }: Money): readonly GradeReason[] {
  const own = (shocks: readonly ShockRisk[]) => shocks.filter((shock) => shock.quote === quote);
  const [now, next] = [own(before.shocks), own(after.shocks)];
  const found = [
    newLiquidations(next, now),
    ...(later === undefined ? [] : [newLiquidations(own(later.shocks), mostLiquidated(next, now))]),
  ];
  const liquidated = found.flatMap(({ isolated, cross, now: was }) => [
    ...(cross === undefined ? [] : [`all prices ${move(cross.move)} would liquidate all cross positions`]),
    ...isolated.map(
      (one) => `all prices ${move(one.move)} would liquidate ${was(one)} → ${one.liquidated} isolated positions`,
    ),
  ]);
  const lost = next.find((shock) => {
    const old = now.find((one) => one.move === shock.move);
    return old !== undefined && new Big(shock.loss).lt(old.loss);
  });
  const isUnsure = [...next, ...own(later?.shocks ?? [])].some((shock) => shock.isCrossLiquidated === null);
  return [
    ...(isUnsure
      ? about("grade/unknown-figure", "which move liquidates the cross positions isn't known without the balance")
      : []),
    ...[...new Set(liquidated)].flatMap((text) => about("grade/new-liquidation", text)),
    ...(lost === undefined ? [] : about("grade/growth", `all prices ${move(lost.move)} would lose more`)),
  ];
}
