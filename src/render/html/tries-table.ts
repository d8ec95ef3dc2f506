// What a sweep tried as a table, the best first, with the settings as they are among them.
import Big from "big.js";
import type { SimulationFacts, TotalFacts } from "../../model/risk/simulation.js";
import { bestVariants, isTraded, type VariantFacts, variantName, variantsOf } from "../simulation-variants.js";
import { isUntraded, refusalText } from "../untraded.js";
import { gain } from "./gain.js";
import { type Column, html, type Markup, outside, type Piece, sum, table, words } from "./markup.js";

const COLUMNS: readonly Column[] = [
  ["Settings"],
  ...["Result", "Drawdown", "Highest margin", "Deals", "Profit factor", "Sharpe", "Liquidations"].map(
    (head) => [head, "n"] as const,
  ),
];

export function triesTable({ tries, replays }: SimulationFacts): Markup {
  const variants = variantsOf(tries);
  const best = bestVariants(variants);
  const [untraded, traded] = [variants.filter(({ worst }) => isUntraded(worst)), variants.filter(isTraded)];
  const rows = traded.map((one) => ({
    result: one.worst.totals.result,
    cells: rowOf(nameOf(one, best), one.worst.totals, one.worst.profitFactor, one.worst.sharpe),
  }));
  const [own] = replays;
  const base =
    own === undefined
      ? []
      : [
          {
            result: own.totals.result,
            cells: rowOf(html`<b>as it is</b>`, own.totals, own.metrics.deals.profitFactor, own.metrics.ratios.sharpe),
          },
        ];
  const sorted = [...base, ...rows].toSorted((left, right) => new Big(right.result).cmp(left.result));
  const reading = replays.length > 1 ? ", each in its worst reading of the candles" : "";
  return table(COLUMNS, [...sorted.map(({ cells }) => cells), ...untraded.map(untradedRow)], {
    label: `Each combination for every bot, the best result first${reading}`,
    isStacked: true,
  });
}

function nameOf(one: VariantFacts, best: readonly VariantFacts[]): Markup {
  const mark = best.length > 1 ? "equally best" : "best";
  const why = refusalText(one.worst);
  return html`${outside(variantName(one))}${best.includes(one) ? html` <b class="good">${mark}</b>` : undefined}${small(why)}`;
}

/** At the end of the table: a 0 among the results would look like one. */
function untradedRow(one: VariantFacts): Piece[] {
  const why = refusalText(one.worst) ?? "no first order filled";
  return [html`${outside(variantName(one))}${small(why)}`, "no deal", "–", "–", 0, "–", "–", "–"];
}

function small(text: string | undefined): Markup | undefined {
  return text === undefined ? undefined : html`<br><small class="soft">${words(text)}</small>`;
}

function rowOf(name: Markup, totals: TotalFacts, profitFactor: number | null, sharpe: number | null): Piece[] {
  const { result, drawdown, margin, deals, liquidations } = totals;
  return [
    name,
    gain(result),
    sum(drawdown),
    sum(margin),
    deals,
    ratio(profitFactor),
    ratio(sharpe),
    liquidations === 0 ? "none" : html`<b class="bad">${liquidations}</b>`,
  ];
}

function ratio(value: number | null): string {
  return value === null ? "unknown" : value.toFixed(2);
}
