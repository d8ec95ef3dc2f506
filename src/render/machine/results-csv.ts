// Results as comma-separated values: a row for each version, bot, account or variant, in one asset each; empty is unknown.
import type { Figures, ResultRow, ResultsFacts, VariantRow } from "../../model/results.js";
import { type Columns, csv, number, text } from "./csv.js";

const iso = (at: number | null | undefined) => text(at == null ? "" : new Date(at).toISOString());

const FIGURES: Columns<{ readonly figures: Figures }> = [
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
  ["applied", ({ version }) => iso(version?.applied[0]?.at)],
  ["run", ({ version }) => text(version?.applied[0]?.run)],
  ...FIGURES,
];

const VARIANT: Columns<VariantRow & { readonly experiment: string }> = [
  ["experiment", ({ experiment }) => text(experiment)],
  ["variant", ({ variant }) => text(variant)],
  ["settings", ({ settings }) => text(settings.join("; "))],
  ["bots", ({ bots }) => text(bots.join("; "))],
  ...FIGURES,
  ["perBotDay", ({ perBotDay }) => number(perBotDay)],
];

export function resultsCsv({ by, rows, experiments = [] }: ResultsFacts): string {
  if (by !== "variant") return lines(RESULT, rows);
  return lines(
    VARIANT,
    experiments.flatMap(({ experiment, rows: own }) => own.map((row) => ({ ...row, experiment }))),
  );
}

function lines<Row>(of: Columns<Row>, rows: readonly Row[]): string {
  return csv(
    of.map(([head]) => head),
    rows.map((row) => of.map(([, value]) => value(row))),
  );
}

function changesText(version: ResultRow["version"]): string {
  return (version?.changes ?? [])
    .map(({ field, before, after }) => `${field} ${before ?? "off"} > ${after ?? "off"}`)
    .join("; ");
}
