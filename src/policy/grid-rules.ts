// Rules about the figures of one bot's grid: margin, volume, cover, liquidation.
import type Big from "big.js";
import { type BotRisk, isKnown } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import { remedyWhere } from "./remedy-search.js";
import type { Subject } from "./subjects.js";
import {
  type BotRule,
  type Flaw,
  held,
  inPercent,
  limitOf,
  NONE,
  type RuleContext,
  shown,
  unknown,
  whereBalance,
} from "./violation.js";

/** A rule about figures; it reports which settings are missing. */
const figured =
  (what: string, check: (risk: BotRisk, context: RuleContext, subject: Subject) => readonly Flaw[]): BotRule =>
  (subject, context) => {
    const risk = subject.risk();
    return isKnown(risk) ? check(risk, context, subject) : [unknown(what, `Declare ${risk.lacks.join(", ")}.`)];
  };

const SMALLER = "Lower the volumes, martingaleScale or countOrderMax.";
/** What the volume of a grid comes from. */
const VOLUME = ["martingaleScale", "countOrderMax", "volumeSafetyOrder", "volumeFirstOrder"] as const;

const most = (what: string, noun: string, field: "margin" | "position"): BotRule =>
  figured(what, (risk, context) =>
    held(context, {
      ...{ field: "volumeFirstOrder", from: VOLUME, figure: risk[field], unit: ` ${risk.quote}`, remedy: SMALLER },
      summary: (figure, limit) => `${noun} ${figure}, more than ${limit}`,
    }),
  );

const exposure: BotRule = figured("the wallet's exposure", ({ walletExposure, quote }, context) => {
  if (walletExposure === null) return [unknown("the wallet's exposure", whereBalance(context, quote))];
  return held(context, {
    ...{ field: "volumeFirstOrder", from: VOLUME, figure: inPercent(walletExposure), unit: " %", remedy: SMALLER },
    summary: (figure, limit) => `the full grid is ${figure} of the wallet, more than ${limit}`,
  });
});

/** The cover D_n (docs/reference/money.md). Safety orders at 0 or below are in no figure and have a rule of their own. */
const cover = (isLeast: boolean): BotRule =>
  figured("the grid's cover", (risk, context) =>
    held(context, {
      ...{ field: "percentSafetyOrder", figure: inPercent(risk.cover), unit: " %", isLeast },
      summary: (figure, limit) => `the grid covers ${figure}, ${isLeast ? "less" : "more"} than ${limit}`,
      remedy: `${isLeast ? "Raise" : "Lower"} percentSafetyOrder, countOrderMax or dynamicStepScale.`,
    }),
  );

const outsideGrid: BotRule = (subject, context) => {
  // A bot that is off and stays off opens no deal, and working out the grids of all of those would cost more than the plan.
  if (!context.isConfigured && !subject.touched && subject.on === false) return NONE;
  const risk = subject.risk();
  if (!isKnown(risk))
    return context.isConfigured ? [unknown("the liquidation", `Declare ${risk.lacks.join(", ")}.`)] : NONE;
  const { liquidation, orders, quote } = risk;
  if (liquidation.kind === "inside") return [inside(risk, liquidation, subject)];
  const distance = distanceOf(risk);
  if (distance?.lte(0)) return [atItsEnd(risk, subject)];
  if (liquidation.kind === "outside" || !context.isConfigured) return NONE;
  return [
    unknown(`the liquidation price of a CROSS position with ${counted(orders, "order")}`, whereBalance(context, quote)),
  ];
};

/** In percent of the last order's price; undefined where nothing liquidates the full grid, or the grid doesn't get that far. */
function distanceOf({ liquidation }: BotRisk): Big | undefined {
  return liquidation.kind === "outside" && liquidation.distance !== null ? inPercent(liquidation.distance) : undefined;
}

/** In percent: how far a grid that ends before its last order is from one that ends `least` after it. It is further than any that is full. */
function beyond(share: string, least?: Big): Big {
  return inPercent(share)
    .plus(100)
    .plus(least ?? 0);
}

/** Whether the full grid lives, and this far from its liquidation. */
const lives =
  (least?: Big) =>
  (risk: BotRisk): boolean => {
    const distance = distanceOf(risk);
    if (risk.liquidation.kind !== "outside") return false;
    return distance === undefined || (least === undefined ? distance.gt(0) : distance.gte(least));
  };

function inside(
  risk: BotRisk,
  { after, neverPlaced, share }: Extract<BotRisk["liquidation"], { readonly kind: "inside" }>,
  subject: Subject,
  least?: Big,
): Flaw {
  const { orders } = risk;
  const lost = `${shown(inPercent(share).round(1))} % of the volume`;
  return {
    field: "leverage",
    summary: `liquidated after order ${after + 1} of ${orders}: ${counted(neverPlaced, "safety order")}, ${lost}, can never fill`,
    figure: `${neverPlaced} of ${orders} orders`,
    limit: "0 orders",
    excess: beyond(share, least),
    remedy: remedyWhere(lives(least), subject, risk),
  };
}

function atItsEnd(risk: BotRisk, subject: Subject): Flaw {
  const { orders } = risk;
  const distance = distanceOf(risk) ?? inPercent("0");
  return {
    field: "leverage",
    summary: `liquidated as soon as ${orders === 1 ? "its only order" : `the last of its ${orders} orders`} fills`,
    figure: `${shown(distance)} %`,
    limit: "above 0 %",
    excess: distance.neg(),
    remedy: remedyWhere(lives(), subject, risk),
  };
}

const distance: BotRule = figured("the distance to the liquidation", (risk, context, subject) => {
  const { liquidation } = risk;
  if (liquidation.kind === "unknown")
    return [unknown("the distance to the liquidation", whereBalance(context, risk.quote))];
  const least = limitOf(context);
  if (liquidation.kind === "inside") return [inside(risk, liquidation, subject, least)];
  const found = distanceOf(risk);
  if (found === undefined || found.gte(least)) return NONE;
  return held(context, {
    ...{ field: "leverage", figure: found, unit: " %", isLeast: true },
    summary: (figure, limit) => `the last order is ${figure} from the liquidation, less than ${limit}`,
    remedy: remedyWhere(lives(least), subject, risk),
  });
});

export const GRID_RULES = {
  "max-bot-margin": most("the margin of the full grid", "the full grid ties up", "margin"),
  "max-bot-notional": most("the volume of the full grid", "the full grid is", "position"),
  "max-wallet-exposure": exposure,
  "liquidation-outside-grid": outsideGrid,
  "min-liquidation-distance": distance,
  "min-cover": cover(true),
  "max-cover": cover(false),
} as const satisfies Readonly<Record<string, BotRule>>;
