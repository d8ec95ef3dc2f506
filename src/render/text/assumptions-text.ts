// What figures in money rest on, in sentences; they stand beside every such figure.
import type { AssumptionFacts } from "../../model/risk/assumptions.js";
import { percent } from "./money-figures.js";

const VOLUMES: Readonly<Record<AssumptionFacts["volumeMeaning"], string>> = {
  notional: "a volume is an order's notional (margin = volume / leverage)",
  margin: "a volume is an order's margin (notional = volume × leverage)",
};
const BASES: Readonly<Record<AssumptionFacts["volumeBase"], string>> = {
  first: "martingale multiplies the first order's volume",
  safety: "martingale multiplies the safety order's volume",
};
const ANCHORS: Readonly<Record<AssumptionFacts["anchor"], string>> = {
  base: "safety orders count from the first fill",
  previous: "safety orders count from the order before",
  average: "safety orders count from the average entry",
};
const FORMULAS: Readonly<Record<AssumptionFacts["liquidation"], string>> = {
  binance: "Binance",
  bybit: "Bybit",
  gate: "Gate and OKX",
};

/** Each without a full stop. */
export function assumptionLines(facts: AssumptionFacts): readonly string[] {
  const { source, date } = facts.tiers;
  const buffer = facts.safetyBuffer === "0" ? "no safety buffer" : `a safety buffer of ${percent(facts.safetyBuffer)}`;
  return [
    VOLUMES[facts.volumeMeaning],
    BASES[facts.volumeBase],
    ANCHORS[facts.anchor],
    `fees ${percent(facts.makerFee)} maker, ${percent(facts.takerFee)} taker; funding ${percent(facts.fundingRate)} an event`,
    `liquidation by the formula of ${FORMULAS[facts.liquidation]}, ${buffer}`,
    `maintenance tiers${date === "" ? "" : ` of ${date}`}: ${source}`,
    `${facts.reserve === "0" ? "no part" : percent(facts.reserve)} of the free balance is kept back`,
    `the exchange ${facts.hedgeMode ? "holds" : "doesn't hold"} LONG and SHORT of one pair apart`,
  ];
}

/** In a word each, where there is one line for all of them. */
export function assumptionsInShort(facts: AssumptionFacts): string {
  const { date, source } = facts.tiers;
  return [
    `volumes are ${facts.volumeMeaning}`,
    `martingale from the ${facts.volumeBase} volume`,
    `fees ${percent(facts.makerFee)} / ${percent(facts.takerFee)}`,
    `${FORMULAS[facts.liquidation]}'s liquidation`,
    date === "" ? source : `tiers of ${date}`,
  ].join(", ");
}
