// Ended deals as comma-separated values, one row each, in the order given.
import { momentText } from "../../model/bot/moment.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";
import { type CsvValue, csv } from "./csv.js";

const number = (value: string | null | undefined): CsvValue => ({ number: value ?? null });
const text = (value: string | null | undefined): CsvValue => ({ text: value ?? "" });

/** Every column and where its value comes from. */
const COLUMNS: readonly { readonly head: string; readonly value: (facts: DealFacts) => CsvValue }[] = [
  { head: "ended", value: ({ deal }) => text(deal.updated === null ? "" : momentText(deal.updated)) },
  { head: "deal", value: ({ deal }) => number(String(deal.id)) },
  { head: "bot", value: ({ deal }) => number(String(deal.botId)) },
  { head: "address", value: ({ address }) => text(address) },
  { head: "title", value: ({ title }) => text(title) },
  { head: "pair", value: ({ deal }) => text(deal.pairTitle) },
  { head: "side", value: ({ deal }) => text(deal.position?.side ?? deal.settings.strategy) },
  { head: "status", value: ({ deal }) => text(deal.status) },
  { head: "profit", value: ({ deal }) => number(deal.result?.profit) },
  { head: "profitAsset", value: ({ deal }) => text(deal.result?.profitAsset || quoteOf(deal.pairTitle)) },
  { head: "fees", value: ({ deal }) => number(deal.result?.fees) },
  { head: "feesAsset", value: ({ deal }) => text(deal.result?.feesAsset || quoteOf(deal.pairTitle)) },
  { head: "safetyOrdersUsed", value: ({ safetyOrders: { used } }) => number(used === null ? null : String(used)) },
  { head: "safetyQuantity", value: ({ deal }) => number(deal.result?.safetyQuantity) },
  { head: "safetyPrice", value: ({ deal }) => number(deal.result?.safetyPrice) },
  { head: "exitQuantity", value: ({ deal }) => number(deal.result?.exitQuantity) },
  { head: "exitPrice", value: ({ deal }) => number(deal.result?.exitPrice) },
];

export function dealsCsv(deals: readonly DealFacts[]): string {
  return csv(
    COLUMNS.map(({ head }) => head),
    deals.map((facts) => COLUMNS.map(({ value }) => value(facts))),
  );
}
