// Comma-separated values after RFC 4180; a spreadsheet takes no text from outside for a formula.
import { momentText } from "../../model/bot/moment.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";
import type { BotFacts, SimulationFacts, TotalFacts } from "../../model/risk/simulation.js";
import { clean } from "../sanitize.js";

/** A number is canonical decimal text or null; a text may hold anything. */
type CsvValue = { readonly number: string | null } | { readonly text: string };

/** @param end of every row, the last one too */
export function csv(heads: readonly string[], rows: readonly (readonly CsvValue[])[], end = "\r\n"): string {
  const lines = [heads.map((name) => field(name)), ...rows.map((row) => row.map(valueText))];
  return lines.map((cells) => `${cells.join(",")}${end}`).join("");
}

function valueText(value: CsvValue): string {
  return "number" in value ? (value.number ?? "") : field(harmless(clean(value.text)));
}

/** A spreadsheet computes what begins like this; with an apostrophe before it, it is text. */
function harmless(value: string): string {
  return /^\s*[=+\-@＝＋－＠]/.test(value) ? `'${value}` : value;
}

function field(value: string): string {
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export const number = (value: string | number | null | undefined): CsvValue => ({
  number: value === null || value === undefined ? null : String(value),
});
export const text = (value: string | null | undefined): CsvValue => ({ text: value ?? "" });

/** Every column and where its value comes from. */
export type Columns<Row> = readonly (readonly [head: string, value: (row: Row) => CsvValue])[];

const DEAL: Columns<DealFacts> = [
  ["ended", ({ deal }) => text(deal.updated === null ? "" : momentText(deal.updated))],
  ["deal", ({ deal }) => number(deal.id)],
  ["bot", ({ deal }) => number(deal.botId)],
  ["address", ({ address }) => text(address)],
  ["title", ({ title }) => text(title)],
  ["pair", ({ deal }) => text(deal.pairTitle)],
  ["side", ({ deal }) => text(deal.position?.side ?? deal.settings.strategy)],
  ["status", ({ deal }) => text(deal.status)],
  ["profit", ({ deal }) => number(deal.result?.profit)],
  ["profitAsset", ({ deal }) => text(deal.result?.profitAsset || quoteOf(deal.pairTitle))],
  ["fees", ({ deal }) => number(deal.result?.fees)],
  ["feesAsset", ({ deal }) => text(deal.result?.feesAsset || quoteOf(deal.pairTitle))],
  ["safetyOrdersUsed", ({ safetyOrders: { used } }) => number(used)],
  ["safetyQuantity", ({ deal }) => number(deal.result?.safetyQuantity)],
  ["safetyPrice", ({ deal }) => number(deal.result?.safetyPrice)],
  ["exitQuantity", ({ deal }) => number(deal.result?.exitQuantity)],
  ["exitPrice", ({ deal }) => number(deal.result?.exitPrice)],
];

/** Ended deals, one row each, in the order given. */
export function dealsCsv(deals: readonly DealFacts[]): string {
  return csv(
    DEAL.map(([head]) => head),
    deals.map((facts) => DEAL.map(([, value]) => value(facts))),
  );
}

interface Replayed {
  readonly account: string;
  readonly order: string;
  readonly bot: BotFacts;
  readonly totals: TotalFacts;
}

const REPLAYED: Columns<Replayed> = [
  ["account", ({ account }) => text(account)],
  ["bot", ({ bot }) => text(bot.address)],
  ["order", ({ order }) => text(order)],
  ["pair", ({ bot }) => text(bot.pairTitle)],
  ["strategy", ({ bot }) => text(bot.strategy)],
  ["deals", ({ bot }) => number(bot.deals)],
  ["profit", ({ bot }) => number(bot.profit)],
  ["fees", ({ bot }) => number(bot.fees)],
  ["funding", ({ bot }) => number(bot.funding)],
  ["net", ({ bot }) => number(bot.net)],
  ["unrealised", ({ bot }) => number(bot.running?.unrealised)],
  ["result", ({ bot }) => number(bot.result)],
  ["closingFee", ({ bot }) => number(bot.running?.closingFee)],
  ["drawdown", ({ bot }) => number(bot.drawdown)],
  ["margin", ({ bot }) => number(bot.margin)],
  ["mostSafetyOrders", ({ bot }) => number(bot.mostSafety)],
  ["dealsBySafetyOrders", ({ bot }) => text(bot.safety.join("/"))],
  ["secondsInDeal", ({ bot }) => number(Math.round(bot.dealTime / 1000))],
  ["longestDealSeconds", ({ bot }) => number(Math.round(bot.longestDeal / 1000))],
  ["takeProfits", ({ bot }) => number(bot.reasons["take-profit"] ?? 0)],
  ["liquidations", ({ bot }) => number(bot.reasons["liquidated"] ?? 0)],
  ["refusedDeals", ({ bot }) => number(bot.refusals)],
  ["refusedSafetyOrders", ({ bot }) => number(bot.unplaced)],
  ["ended", ({ bot }) => text(bot.ended)],
  ["accountResult", ({ totals }) => number(totals.result)],
  ["accountEquity", ({ totals }) => number(totals.wallet?.equity)],
];

/** One row for each bot and reading of the candles, all simulations under one head. */
export function simulationCsv(simulations: readonly SimulationFacts[]): string {
  const replayed = simulations.flatMap(({ account, replays }) =>
    replays.flatMap(({ order, bots, totals }) => bots.map((bot) => ({ account, order, bot, totals }))),
  );
  return csv(
    REPLAYED.map(([head]) => head),
    replayed.map((one) => REPLAYED.map(([, value]) => value(one))),
    "\n",
  );
}
