// Deals as text: those that run, those that ended with what they came to, and those that keep other settings than their bot.

import Big from "big.js";
import type { FieldValue } from "../../model/bot/field.js";
import type { ActiveDealsFacts, DealDriftFacts, EndedDealsFacts } from "../../model/bot/live-facts.js";
import { momentText } from "../../model/bot/moment.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";
import { type AssetTotal, unrealisedOf } from "../../model/deal/deal-totals.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, signed, signPaint, table } from "./table.js";
import { quoted, showValue } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

const ACTIVE = columns(
  "DEAL> | BOT | PAIR | SIDE | AMOUNT> | ENTRY> | MARK> | PROFIT> | %> | LIQUIDATION> | TAKE PROFIT> | PROTECTED | SAFETY>",
);

export function activeDealsTable(deals: readonly DealFacts[], colour: Paint): string {
  const rows = deals.map((facts): Cell[] => {
    const { deal, profitPercent } = facts;
    const { position } = deal;
    return [
      String(deal.id),
      nameOf(facts),
      deal.pairTitle,
      position?.side ?? deal.settings.strategy ?? "",
      position?.amount ?? null,
      position?.entryPrice ?? null,
      position?.markPrice ?? null,
      signed(position?.profit ?? null, colour),
      signed(profitPercent, colour),
      position?.liquidationPrice ?? null,
      takeProfit(facts),
      protectedCell(facts, colour),
      safetyOrders(facts),
    ];
  });
  return table(ACTIVE, rows, colour);
}

export function activeDealsText({ account, deals }: ActiveDealsFacts, colour: Paint): string {
  if (deals.length === 0) return `No running deals found on ${clean(account)}.\n`;
  const sums = unrealisedOf(deals.map(({ deal }) => deal)).map(({ asset, profit }) => `${profit} ${clean(asset)}`);
  const unrealised = sums.length === 0 ? "" : `, unrealised ${sums.join(", ")}`;
  const naked = deals.filter(({ protection }) => protection?.state === "naked").length;
  const exposed = naked === 0 ? "" : `, ${colour.bad(counted(naked, "naked deal"))}`;
  return `${activeDealsTable(deals, colour)}\n${counted(deals.length, "running deal")}${unrealised}${exposed}\n`;
}

const ENDED = columns("ENDED | DEAL> | BOT | PAIR | SIDE | PROFIT> | | FEES> | | SAFETY> | EXIT> | STATUS");

export function dealHistoryText({ account, deals, totals }: EndedDealsFacts, colour: Paint): string {
  if (deals.length === 0) return `No closed deals found on ${clean(account)}.\n`;
  const rows = deals.map((facts): Cell[] => {
    const { deal } = facts;
    const { result, updated } = deal;
    return [
      updated === null ? "?" : momentText(updated),
      String(deal.id),
      nameOf(facts),
      deal.pairTitle,
      deal.position?.side ?? deal.settings.strategy ?? "",
      signed(result?.profit ?? null, colour),
      (result?.profitAsset ?? "") || quoteOf(deal.pairTitle),
      result?.fees ?? null,
      (result?.feesAsset ?? "") || quoteOf(deal.pairTitle),
      safetyOrders(facts),
      result?.exitPrice ?? null,
      deal.status,
    ];
  });
  return `${table(ENDED, rows, colour)}\n${totals.map((total) => totalText(total, colour)).join("")}`;
}

function totalText({ asset, deals, won, lost, winRate, profit, fees, course }: AssetTotal, colour: Paint): string {
  if (deals === 0) return `${clean(asset)}: fees ${fees}\n`;
  const rate = `${won} won, ${lost} lost (${winRate ?? "0"} %)`;
  const line = sparkline(course);
  return `${colour.bold(clean(asset))}: ${counted(deals, "deal")}, ${rate}, profit ${signPaint(profit, colour)(profit)}, fees ${fees}  ${line}\n`;
}

const KEEPS = "A deal keeps the settings it opened with; botform deals take-profit changes its take profit.";
const KEPT = [{ head: "  FIELD" }, ...columns("DEAL KEEPS | BOT | CONFIGURATION")];

export function dealDriftText({ account, runningDeals, drifted }: DealDriftFacts, colour: Paint): string {
  const of = `${counted(runningDeals, "running deal")} on ${clean(account)}`;
  if (drifted.length === 0)
    return runningDeals === 0 ? `No running deals found on ${clean(account)}.\n` : `${of}: none drifted.\n`;
  const blocks = drifted.map(({ facts, hasBot, fields }) => {
    const { deal } = facts;
    const head = `${colour.bold(`deal ${deal.id}`)}  ${clean(nameOf(facts))}  ${clean(deal.pairTitle)}${hasBot ? "" : colour.bad("  its bot is gone")}`;
    const rows = fields.map(({ field, deal: kept, settings, bot, configuration }): Cell[] => [
      `  ${field}`,
      settings === undefined ? showValue(kept) : `${showValue(kept)} (its settings have ${showValue(settings)})`,
      besides(kept, bot, colour),
      besides(kept, configuration, colour),
    ]);
    return `${head}\n${rows.length === 0 ? "" : table(KEPT, rows, colour)}`;
  });
  return `${blocks.join("\n")}\n${wrappedOnTerminal(`${of}: ${drifted.length} drifted. ${KEEPS}`, colour)}\n`;
}

function besides(kept: FieldValue, value: FieldValue | undefined, colour: Paint): Cell {
  if (value === undefined) return "";
  return value === kept ? showValue(value) : { text: showValue(value), paint: colour.change };
}

/** By its address, else by its id and title. */
function nameOf({ address, title, deal }: DealFacts): string {
  return address ?? `#${deal.botId} ${quoted(title)}`;
}

/** Of a take-profit order, as the interface documents them. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["l", "limit"],
  ["sm", "stop-market"],
]);

function takeProfit({ deal }: DealFacts): string {
  const [first, ...others] = deal.takeProfits;
  if (first === undefined) return "none";
  return `${TYPES.get(first.type) ?? first.type} ${first.price ?? "?"}${others.length === 0 ? "" : ` +${others.length}`}`;
}

function protectedCell({ protection }: DealFacts, colour: Paint): Cell {
  if (protection?.state === "naked") return { text: "naked", paint: colour.bad };
  return protection?.state === "protected" ? "yes" : "unknown";
}

function safetyOrders({ safetyOrders: { used, most } }: DealFacts): string {
  const of = most ?? "?";
  return used === 0 && most === null ? "0" : `${used ?? "?"} of ${of}`;
}

const BARS = "▁▂▃▄▅▆▇█";
/** As many bars as are read at a glance. */
const MOST = 40;

/** One bar for each value, or for each equal share of more than 40 (its last value). Values are canonical decimal text. */
export function sparkline(values: readonly string[], most = MOST): string {
  const shown = sampled(values, most).map((value) => new Big(value));
  const [first] = shown;
  if (first === undefined) return "";
  const low = shown.reduce((least, value) => (value.lt(least) ? value : least), first);
  const high = shown.reduce((greatest, value) => (value.gt(greatest) ? value : greatest), first);
  const range = high.minus(low);
  return shown.map((value) => barOf(value.minus(low), range)).join("");
}

/** Above the lowest by `height` of `range`; the highest alone gets the full bar. */
function barOf(height: Big, range: Big): string {
  const step = range.eq(0)
    ? 0
    : Number(
        height
          .times(BARS.length - 1)
          .div(range)
          .round(0)
          .toFixed(),
      );
  return BARS[step] ?? "";
}

function sampled(values: readonly string[], most: number): readonly string[] {
  if (values.length <= most) return values;
  return Array.from({ length: most }, (_, index) => values[Math.ceil(((index + 1) * values.length) / most) - 1] ?? "0");
}
