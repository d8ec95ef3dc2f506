// Results as comma-separated values: a row for each version, bot or account, in one asset each; empty is unknown.
import type { ResultRow, ResultsFacts } from "../../model/results.js";
import { type Columns, csv, number, text } from "./csv.js";

const iso = (at: number | null | undefined) => text(at == null ? "" : new Date(at).toISOString());

const RESULT: Columns<ResultRow> = [
  ["account", ({ account }) => text(account)],
  ["bot", ({ bot }) => number(bot?.id)],
  ["address", ({ bot }) => text(bot?.address)],
  ["title", ({ bot }) => text(bot?.title)],
  ["version", ({ version }) => text(version?.fingerprint)],
  ["commit", ({ version }) => text(version?.commit?.commit)],
  ["committed", ({ version }) => iso(version?.commit?.at)],
  ["subject", ({ version }) => text(version?.commit?.subject)],
  ["changes", ({ version }) => text(changesText(version))],
  ["first", ({ figures }) => iso(figures.first)],
  ["last", ({ figures }) => iso(figures.last)],
  ["deals", ({ figures }) => number(figures.deals)],
  ["cancelled", ({ figures }) => number(figures.cancelled)],
  ["unreadable", ({ figures }) => number(figures.unreadable)],
  ["won", ({ figures }) => number(figures.won)],
  ["net", ({ figures }) => number(figures.net)],
  ["asset", ({ figures }) => text(figures.asset)],
  ["days", ({ figures }) => number(figures.days)],
  ["perDay", ({ figures }) => number(figures.perDay)],
  ["onMarginPercent", ({ figures }) => number(figures.onMargin)],
  ["drawdown", ({ figures }) => number(figures.drawdown)],
  ["hoursAtMost", ({ figures }) => number(figures.hoursAtMost)],
  ["safetyOrdersMean", ({ figures }) => number(figures.safetyOrders.mean)],
  ["safetyOrdersMost", ({ figures }) => number(figures.safetyOrders.most)],
  ["liquidationsSeen", ({ figures }) => number(figures.liquidations.seen)],
  ["liquidationsPossible", ({ figures }) => number(figures.liquidations.possible)],
  ["running", ({ figures }) => number(figures.running.deals)],
  ["unrealised", ({ figures }) => number(figures.running.unrealised)],
];

export function resultsCsv({ rows }: ResultsFacts): string {
  return csv(
    RESULT.map(([head]) => head),
    rows.map((row) => RESULT.map(([, value]) => value(row))),
  );
}

function changesText(version: ResultRow["version"]): string {
  return (version?.changes ?? [])
    .map(({ field, before, after }) => `${field} ${before ?? "off"} > ${after ?? "off"}`)
    .join("; ");
}
