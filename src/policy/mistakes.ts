// Mistakes in one bot's settings that are found without any policy in the configuration.
import Big from "big.js";
import type { SomeFields } from "../model/bot/field.js";
import { isKnown } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import type { Subject } from "./subjects.js";
import { type BotRule, inPercent, NONE, numberOf, type RuleContext, shown } from "./violation.js";

const DEEP = new Big(60);
/** The interface's bound of countOrderMax. */
const MOST_ORDERS = 50;

/** Volume of the first order and of `count` safety orders, each `scale` times the one before. */
function volumeOf(first: Big, safety: Big, scale: Big, count: number): Big {
  let [sum, order] = [first, safety];
  for (let k = 1; k <= count; k += 1) {
    sum = sum.plus(order);
    order = order.times(scale);
  }
  return sum;
}

/** Which of the two volumes martingale multiplies isn't documented, and a webhook sends the second one: neither is advised away. */
const martingaleVolume: BotRule = (subject, { assumptions }) => {
  if (assumptions.volumeBase === "safety") return NONE;
  const { volumeFirstOrder, volumeSafetyOrder, martingaleScale, countOrderMax } = subject.after;
  const [first, safety, scale] = [volumeFirstOrder, volumeSafetyOrder, martingaleScale].map(numberOf);
  if (first === undefined || safety === undefined || scale === undefined) return NONE;
  if (scale.times(first).eq(safety)) return NONE;
  const count = Math.min(Number(countOrderMax ?? 0), MOST_ORDERS);
  const both = [scale.times(first), safety].map((one) => shown(count > 0 ? volumeOf(first, one, scale, count) : one));
  const [figure = "", limit = ""] = both;
  const come = count > 0 ? "all orders come to" : "the first safety order comes to";
  const summary = `with martingaleScale ${martingaleScale}, ${come} ${figure} when grown from volumeFirstOrder (as assumed), and to ${limit} from volumeSafetyOrder ${volumeSafetyOrder}`;
  const remedy =
    "Which applies isn't documented. If the second one does, set volumeBase: safety under the account's assumptions. Keep volumeSafetyOrder if you use webhooks: their body sends it.";
  return [{ field: "volumeSafetyOrder", summary, figure, limit, remedy }];
};

/** A setting that isn't declared may be set on the service, which only a plan knows (config/safety-volume-missing). */
const safetyVolume: BotRule = (subject, { plan }) => {
  const { countOrderMax, volumeSafetyOrder, martingaleScale } = subject.after;
  const isOff = (value: string | null | undefined) => (numberOf(value) ?? new Big(0)).eq(0);
  if (!isOff(volumeSafetyOrder) || !isOff(martingaleScale)) return NONE;
  const count = numberOf(countOrderMax);
  const isStated = volumeSafetyOrder !== undefined && martingaleScale !== undefined;
  if (count === undefined || count.lt(1)) return NONE;
  if (!isStated && plan === undefined) return NONE;
  const orders = count.eq(1) ? "1 safety order has" : `${countOrderMax} safety orders have`;
  const summary = `${orders} no volume: volumeSafetyOrder and martingaleScale are both off`;
  const remedy = "Set volumeSafetyOrder or martingaleScale.";
  return [{ field: "countOrderMax", summary, figure: String(countOrderMax), limit: "0", remedy, excess: count }];
};

/** D_n in percent: n·d, or d·(g^n − 1)/(g − 1), counted from the first order. It includes orders at prices below 0. */
function baseCover({ percentSafetyOrder, countOrderMax, dynamicStepScale }: SomeFields): Big | undefined {
  const [step, count] = [numberOf(percentSafetyOrder), numberOf(countOrderMax)];
  if (step === undefined || count === undefined || count.lt(1) || count.gt(50)) return undefined;
  const scale = numberOf(dynamicStepScale) ?? new Big(1);
  if (scale.eq(1)) return step.times(count);
  return step.times(scale.pow(Number(count.toFixed(0))).minus(1)).div(scale.minus(1));
}

/** Most grids are far from 60 %. A double shows that faster, and is off by less than a part in a million. */
function isFarFromDeep({ percentSafetyOrder, countOrderMax, dynamicStepScale }: SomeFields): boolean {
  const [step, count, scale] = [percentSafetyOrder, countOrderMax, dynamicStepScale ?? "1"].map(Number);
  if (step === undefined || count === undefined || scale === undefined || !(count <= 50)) return false;
  if (scale === 1) return step * count < 50;
  return scale >= 1.01 && (step * (scale ** count - 1)) / (scale - 1) < 50;
}

interface Depth {
  /** How far the last order stands below the first, in percent. */
  readonly cover: Big;
  /** Orders that would have a price of 0 or less; none is counted if only the settings are known. */
  readonly belowZero: number;
}

/** Only for a LONG: a SHORT's prices have no upper end. With another anchor than `base` the grid itself has to be worked out. */
function depthOf(subject: Subject, { assumptions }: RuleContext): Depth | undefined {
  if (subject.after.strategy !== "LONG") return undefined;
  if (assumptions.anchor === "base") {
    if (isFarFromDeep(subject.after)) return undefined;
    const cover = baseCover(subject.after);
    return cover && { cover, belowZero: 0 };
  }
  const risk = subject.risk();
  return isKnown(risk) ? { cover: inPercent(risk.cover), belowZero: risk.belowZero } : undefined;
}

const WHOLE = new Big(100);
const SHORTER = "Lower countOrderMax, percentSafetyOrder or dynamicStepScale.";

const belowZero: BotRule = (subject, context) => {
  const depth = depthOf(subject, context);
  if (depth === undefined || (depth.cover.lt(WHOLE) && depth.belowZero === 0)) return NONE;
  const about = { field: "percentSafetyOrder", remedy: SHORTER } as const;
  if (depth.cover.lt(WHOLE)) {
    const figure = counted(depth.belowZero, "safety order");
    return [{ ...about, summary: `${figure} would be at a price of 0 or less, so none can fill`, figure, limit: "0" }];
  }
  const figure = `${shown(depth.cover.round(2))} %`;
  const summary = `the last safety order would be ${figure} below the first order, so it can never fill`;
  return [{ ...about, summary, figure, limit: "100 %", excess: depth.cover }];
};

const deepGrid: BotRule = (subject, context) => {
  const depth = depthOf(subject, context);
  if (depth === undefined || depth.belowZero > 0 || depth.cover.lte(DEEP) || depth.cover.gte(WHOLE)) return NONE;
  const figure = `${shown(depth.cover.round(2))} %`;
  const summary = `the last safety order is ${figure} below the first order`;
  return [{ field: "percentSafetyOrder", summary, figure, limit: "60 %", remedy: SHORTER }];
};

/** Below it a percentage was probably meant as a share of 1. */
const LIKELY_FRACTION = "0.05";

/** A limit order pays the maker's fee, every other one the taker's. */
const aboveFees: BotRule = (subject, { assumptions: { makerFee, takerFee } }) => {
  const { percentTakeProfit, typeFirstOrder, typeTakeProfit } = subject.after;
  // Most profits are far above. A double shows that, and is off by far less than a hundredth.
  if (Number(percentTakeProfit) > 200 * Math.max(Number(makerFee), Number(takerFee)) + 0.01) return NONE;
  const profit = numberOf(percentTakeProfit);
  const [open, close] = [typeFirstOrder, typeTakeProfit].map((type) => (type === "LIMIT" ? makerFee : takerFee));
  const fees = inPercent(new Big(open ?? takerFee).plus(close ?? takerFee));
  if (profit === undefined || profit.gt(fees)) return NONE;
  const [figure, limit] = [`${percentTakeProfit} %`, `${shown(fees)} %`];
  const summary = `percentTakeProfit ${figure} isn't more than the fees to open and close, ${limit}`;
  const unit = profit.lt(LIKELY_FRACTION) ? "; it is in percent, so 1.2 is 1.2 %" : "";
  const remedy = `Set percentTakeProfit above ${shown(fees)}${unit}.`;
  return [{ field: "percentTakeProfit", summary, figure, limit, remedy, excess: fees.minus(profit) }];
};

const fomo: BotRule = (subject) => {
  const { indicatorGroup, priceLevel } = subject.after;
  if (indicatorGroup !== "FOMO" || typeof priceLevel !== "string") return NONE;
  const summary = `priceLevel ${priceLevel} has no effect with indicatorGroup FOMO: the bot opens deals at any price`;
  const remedy = "Choose another indicatorGroup, or switch priceLevel off (null).";
  return [{ field: "priceLevel", summary, figure: priceLevel, limit: "off", remedy }];
};

type Bound = "priceLevelUp" | "priceLevelDown";
const BOUNDS: readonly { readonly bound: Bound; readonly words: readonly string[] }[] = [
  { bound: "priceLevelUp", words: ["UPPER", "BOTH"] },
  { bound: "priceLevelDown", words: ["LOWER", "BOTH"] },
];

/** Looks at the bot as it will be; config/rules.ts has reported what the declared settings alone show. */
const priceLevels: BotRule = (subject, { plan }) => {
  const { priceLevel, priceLevelDown, priceLevelUp } = subject.after;
  if (plan === undefined || typeof priceLevel !== "string") return NONE;
  const boundAt = (field: Bound) => {
    const value = numberOf(subject.after[field]);
    return value?.gt(0) ? value : undefined;
  };
  const missing = BOUNDS.find(({ bound, words }) => words.includes(priceLevel) && boundAt(bound) === undefined)?.bound;
  if (missing !== undefined) {
    const summary = `priceLevel ${priceLevel} needs ${missing}, which the bot won't have`;
    const remedy = `Declare ${missing}, or choose another priceLevel.`;
    return [{ field: "priceLevel", summary, figure: "off", limit: "a price", remedy }];
  }
  const [down, up] = [boundAt("priceLevelDown"), boundAt("priceLevelUp")];
  if (priceLevel !== "BOTH" || down === undefined || up === undefined || down.lt(up)) return NONE;
  const summary = `priceLevelDown ${priceLevelDown} isn't below priceLevelUp ${priceLevelUp}: the bot opens no deal at any price`;
  const [figure, limit] = [`${priceLevelDown}`, `below ${priceLevelUp}`];
  return [
    { field: "priceLevelDown", summary, figure, limit, remedy: "Declare both, the lower one as priceLevelDown." },
  ];
};

export const MISTAKES = {
  "martingale-volume": martingaleVolume,
  "safety-volume": safetyVolume,
  "grid-below-zero": belowZero,
  "deep-grid": deepGrid,
  "take-profit-above-fees": aboveFees,
  "price-level-with-fomo": fomo,
  "price-levels": priceLevels,
} as const satisfies Readonly<Record<string, BotRule>>;
