// The equity of a back-test as one figure: the bots as they are, with holding, other readings of the candles, or what else was tried.
import { quoteOf } from "../../../model/bot/pair.js";
import type { ReplayFacts, SimulationFacts } from "../../../model/risk/simulation.js";
import { amount } from "../../../model/text/money-figures.js";
import { holdCurve } from "../../hold-curve.js";
import { differentReadings } from "../../simulation-readings.js";
import { bestVariants, variantName, variantsOf } from "../../simulation-variants.js";
import { type Markup, outside } from "../markup.js";
import { equityFigure, type NamedCurve } from "./equity-chart.js";

/** Nothing where no picture was asked for. */
export function simulationEquity(facts: SimulationFacts, worst: ReplayFacts): Markup | undefined {
  const { picture } = worst;
  if (picture === undefined || facts.picture === undefined) return undefined;
  const readings = differentReadings(facts.replays);
  const curves = curvesOf(facts, worst, readings);
  const { totals, metrics, bots } = worst;
  const quotes = [...new Set(bots.map(({ pairTitle }) => quoteOf(pairTitle)))];
  const [best] = bestVariants(variantsOf(facts.tries));
  const change = `Result ${amount(totals.result)}, drawdown ${amount(totals.drawdown)}${metrics.fall === null ? "" : `, deepest on ${day(metrics.fall.to)}`}.`;
  const caption = [
    "All bots together, open positions included.",
    ...(readings.length > 1 && facts.tries.length === 0 ? ["Each line is a reading of the candles."] : []),
    ...(best === undefined
      ? []
      : [`Thin grey: everything that was tried; dashed: the best of it, ${variantName(best)}.`]),
    ...(curves.some(({ kind }) => kind === "held")
      ? ["Dashed grey: the same money in the pairs, bought and held."]
      : []),
    ...(totals.wallet === null ? ["Without --balance it begins at 0, and holding can't be compared."] : []),
  ].join(" ");
  return equityFigure({
    title: `Equity of ${facts.account} over time`,
    head: quotes.length === 1 ? `Equity, ${quotes[0]}` : "Equity",
    curves,
    falls: picture.falls,
    times: [facts.from, facts.to],
    words: `${change} ${caption}`,
    caption: outside(caption),
  });
}

function curvesOf(facts: SimulationFacts, worst: ReplayFacts, replays: readonly ReplayFacts[]): readonly NamedCurve[] {
  const { picture, totals } = worst;
  if (picture === undefined) return [];
  const { wallet } = totals;
  const prices = facts.picture?.prices ?? [];
  const held: NamedCurve[] =
    wallet === null || prices.length === 0
      ? []
      : [{ name: "held", kind: "held", curve: holdCurve(prices, Number(wallet.start)) }];
  if (facts.tries.length > 0) return [...triesCurves(facts, worst), ...held];
  const isAlone = replays.length === 1;
  const kinds = ["own", "second", "third"] as const;
  const readings = replays.flatMap((replay, index): NamedCurve[] => {
    const { order, picture: own } = replay;
    const name = isAlone ? (held.length === 0 ? "" : "bots") : order;
    return own === undefined ? [] : [{ name, kind: kinds[index] ?? "other", curve: own.equity }];
  });
  return [...readings, ...held];
}

/** Of each combination the worst reading. */
function triesCurves({ tries }: SimulationFacts, { picture }: ReplayFacts): readonly NamedCurve[] {
  const variants = variantsOf(tries);
  const [best] = bestVariants(variants);
  const others = variants.flatMap(({ worst }): NamedCurve[] =>
    worst.equity === undefined ? [] : [{ name: "", kind: "other", curve: worst.equity }],
  );
  const found: NamedCurve[] =
    best?.worst.equity === undefined ? [] : [{ name: "best tried", kind: "second", curve: best.worst.equity }];
  const own: NamedCurve[] = picture === undefined ? [] : [{ name: "as it is", kind: "own", curve: picture.equity }];
  return [...own, ...found, ...others];
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
