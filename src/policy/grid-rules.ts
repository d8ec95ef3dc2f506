// Rules about the figures of one bot's grid: margin, volume, cover, liquidation.
import Big from "big.js";
import type { BotRisk } from "../model/risk/risk.js";
import { isKnown } from "../model/risk/risk.js";
import { counted } from "../model/text/counted.js";
import {
  type BotRule,
  type Breach,
  inPercent,
  limitOf,
  NONE,
  type Scene,
  shown,
  unknown,
  whereBalance,
} from "./breach.js";
import type { Subject } from "./subjects.js";

/** A rule about figures; where settings lack, it says so. */
const figured =
  (what: string, check: (risk: BotRisk, subject: Subject, scene: Scene) => readonly Breach[]): BotRule =>
  (subject, scene) => {
    const risk = subject.risk();
    return isKnown(risk) ? check(risk, subject, scene) : [unknown(subject, what, `Declare ${risk.lacks.join(", ")}.`)];
  };

const most = (what: string, noun: string, field: "margin" | "worstCase", remedy: string): BotRule =>
  figured(what, (risk, subject, scene) => {
    const limit = limitOf(scene);
    if (new Big(risk[field]).lte(limit)) return NONE;
    const [figure, allowed] = [`${shown(new Big(risk[field]))} ${risk.quote}`, `${shown(limit)} ${risk.quote}`];
    return [
      {
        subject,
        field: "volumeFirstOrder",
        summary: `${noun} ${figure}, above ${allowed}`,
        figure,
        limit: allowed,
        remedy,
      },
    ];
  });

const SMALLER = "Lower the volumes, martingaleScale or countOrderMax.";

const exposure: BotRule = figured("the wallet's exposure", (risk, subject, scene) => {
  const limit = limitOf(scene);
  if (risk.walletExposure === null) return [unknown(subject, "the wallet's exposure", whereBalance(scene, risk.quote))];
  const share = inPercent(risk.walletExposure);
  if (share.lte(limit)) return NONE;
  const [figure, allowed] = [`${shown(share)} %`, `${shown(limit)} %`];
  const summary = `the full grid is ${figure} of the wallet, above ${allowed}`;
  return [{ subject, field: "volumeFirstOrder", summary, figure, limit: allowed, remedy: SMALLER }];
});

/** D_n; safety orders that could never stand are in no figure, and have a rule of their own. */
const cover = (isBeyond: (share: Big, limit: Big) => boolean, word: string, remedy: string): BotRule =>
  figured("the grid's cover", (risk, subject, scene) => {
    const [share, limit] = [inPercent(risk.cover), limitOf(scene)];
    if (!isBeyond(share, limit)) return NONE;
    const [figure, allowed] = [`${shown(share)} %`, `${shown(limit)} %`];
    const summary = `the grid covers ${figure}, ${word} ${allowed}`;
    return [{ subject, field: "percentSafetyOrder", summary, figure, limit: allowed, remedy }];
  });

const outsideGrid: BotRule = (subject, scene) => {
  // One that is off and stays so opens no deal; working out the grids of all of those would cost more than the plan.
  if (!scene.isConfigured && !subject.touched && subject.on === false) return NONE;
  const risk = subject.risk();
  if (!isKnown(risk))
    return scene.isConfigured ? [unknown(subject, "the liquidation", `Declare ${risk.lacks.join(", ")}.`)] : NONE;
  const { liquidation, orders, quote } = risk;
  if (liquidation.kind === "inside") return [inside(subject, risk, liquidation)];
  if (liquidation.kind === "outside" || !scene.isConfigured) return NONE;
  return [
    unknown(subject, `the liquidation price of a CROSS position with ${orders} orders`, whereBalance(scene, quote)),
  ];
};

function inside(
  subject: Subject,
  { orders }: BotRisk,
  { after, neverPlaced, share }: Extract<BotRisk["liquidation"], { readonly kind: "inside" }>,
): Breach {
  const lost = `${shown(inPercent(share).round(1))} % of the volume`;
  return {
    subject,
    field: "leverage",
    summary: `liquidated after order ${after + 1} of ${orders}: ${counted(neverPlaced, "safety order")}, ${lost}, can never fill`,
    figure: `${neverPlaced} of ${orders} orders`,
    limit: "0 orders",
    remedy: "Lower the leverage, countOrderMax or percentSafetyOrder.",
  };
}

const distance: BotRule = figured("the distance to the liquidation", (risk, subject, scene) => {
  const [limit, { liquidation }] = [limitOf(scene), risk];
  if (liquidation.kind === "unknown")
    return [unknown(subject, "the distance to the liquidation", whereBalance(scene, risk.quote))];
  if (liquidation.kind === "inside") return [inside(subject, risk, liquidation)];
  if (liquidation.distance === null || inPercent(liquidation.distance).gte(limit)) return NONE;
  const [figure, allowed] = [`${shown(inPercent(liquidation.distance))} %`, `${shown(limit)} %`];
  const summary = `from the last order to the liquidation are ${figure}, less than ${allowed}`;
  return [
    {
      subject,
      field: "leverage",
      summary,
      figure,
      limit: allowed,
      remedy: "Lower the leverage, or make the grid shorter.",
    },
  ];
});

export const GRID_RULES = {
  "max-bot-margin": most("the margin of the full grid", "the full grid ties up", "margin", SMALLER),
  "max-bot-notional": most("the volume of the full grid", "the full grid is", "worstCase", SMALLER),
  "max-wallet-exposure": exposure,
  "liquidation-outside-grid": outsideGrid,
  "min-liquidation-distance": distance,
  "min-cover": cover(
    (share, limit) => share.lt(limit),
    "less than",
    "Raise percentSafetyOrder, countOrderMax or dynamicStepScale.",
  ),
  "max-cover": cover(
    (share, limit) => share.gt(limit),
    "more than",
    "Lower percentSafetyOrder, countOrderMax or dynamicStepScale.",
  ),
} as const satisfies Readonly<Record<string, BotRule>>;
