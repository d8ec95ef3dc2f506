// A sweep as a table: each combination of settings with what it came to, and a warning about believing it.
import type { TryFacts } from "../../model/risk/simulation.js";
import { type VariantFacts, variantName, variantsOf } from "../simulation-variants.js";
import { isUntraded, refusalText } from "../untraded.js";
import { money } from "./amount-text.js";
import type { Paint } from "./paint.js";
import { columns, table } from "./table.js";
import { titled } from "./value.js";

const FIGURES = "deals> | result> | drawdown> | margin> | profit factor> | Sharpe> | liq.>";

const WARNING =
  "The best of many tries fits these prices, partly by chance. Prefer a value whose neighbours do well, too, and try it on prices that weren't used here.";

/** Blocks of text; none without a tries. */
export function triesBlocks(tries: readonly TryFacts[], colour: Paint): string[] {
  const [first] = tries;
  if (first === undefined) return [];
  const names = first.values.map(([name]) => name);
  const hasOrders = tries.some(({ order }) => order !== first.order);
  const heads = [...names.map((name) => `${name}>`), ...(hasOrders ? ["order"] : []), FIGURES].join(" | ");
  const rows = tries.map((one) => [
    ...one.values.map(([, value]) => value ?? "off"),
    ...(hasOrders ? [one.order] : []),
    ...(isUntraded(one) ? NO_DEAL : figures(one)),
  ]);
  return [
    "With these settings for every bot:",
    table(columns(heads), rows, colour, Number.POSITIVE_INFINITY).trimEnd(),
    ...titled("Of these:", variantsOf(tries).flatMap(noteOf)),
    colour.change(WARNING),
  ];
}

/** In the columns of FIGURES: a 0 would look like a result. */
const NO_DEAL = ["0", "no deal", "–", "–", "–", "–", "–"];

function figures({ totals, profitFactor, sharpe }: TryFacts): string[] {
  return [
    ...[String(totals.deals), money(totals.result), money(totals.drawdown), money(totals.margin)],
    ...[ratio(profitFactor), ratio(sharpe), String(totals.liquidations)],
  ];
}

function noteOf({ values, worst }: VariantFacts): string[] {
  const why = refusalText(worst);
  if (isUntraded(worst)) return [`${variantName({ values })}: no deal, as ${why ?? "no first order filled"}`];
  return why === undefined ? [] : [`${variantName({ values })}: ${why}`];
}

function ratio(value: number | null): string {
  return value === null ? "unknown" : value.toFixed(2);
}
