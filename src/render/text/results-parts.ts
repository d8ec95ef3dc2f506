// What the tables of results have in common, whatever a row is of: the columns of the figures, notes on accounts.
import type { AccountHistory, Figures } from "../../model/results.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { type Cell, signed } from "./table.js";

export const FIGURES =
  "FIRST | LAST | DEALS> | WON> | NET> | | A DAY> | ON MARGIN %> | DRAWDOWN> | MEAN HOURS ≤> | SAFETY> | LIQUIDATED> | RUNNING>";

/** In the columns of FIGURES. */
export function figureCells(figures: Figures, colour: Paint): Cell[] {
  const { deals, cancelled, won, net, perDay, onMargin, drawdown, hoursAtMost, safetyOrders, running } = figures;
  const { seen, possible } = figures.liquidations;
  return [
    dayOf(figures.first),
    dayOf(figures.last),
    cancelled === 0 ? String(deals) : `${deals} +${cancelled} cancelled`,
    won === null ? null : String(won),
    signed(net, colour),
    figures.asset,
    signed(rounded(perDay), colour),
    signed(onMargin, colour),
    drawdown,
    hoursAtMost === null ? null : String(hoursAtMost),
    safetyOrders.mean === null ? null : `${safetyOrders.mean} (${safetyOrders.most})`,
    possible === 0 ? String(seen) : `${seen} to ${seen + possible}`,
    running.deals === 0 ? "0" : `${running.deals} at ${running.unrealised ?? "?"}`,
  ];
}

function dayOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
}

/** To four places, which is as much as is read. */
export function rounded(value: string | null): string | null {
  if (value === null) return null;
  const short = Number(value)
    .toFixed(4)
    .replace(/\.?0+$/, "");
  return /^-?0$/.test(short) ? "0" : short;
}

export function plus(value: string): string {
  return value.startsWith("-") || value === "0" ? value : `+${value}`;
}

export const LEGEND =
  "Net is of closed deals, after fees; ? is unknown. MEAN HOURS ≤ is counted from the end of the deal before, as the service doesn't show when a deal opened: the mean is at most this.";

/** How a form writes the figures. */
export interface FigureHeads {
  /** How they are to be read. */
  readonly legend: string;
  /** Head of the column of safety orders. */
  readonly safety: string;
}

export function percent(share: number): string {
  return (share * 100).toFixed(2).replace(/\.?0+$/, "");
}

/** What of an account isn't known, or was read otherwise. */
export function accountNotes({ account, shown, mayLack, profit, error }: AccountHistory): readonly string[] {
  const name = clean(account);
  if (error !== undefined) return [`${name} couldn't be read: ${clean(error)}`];
  return [
    ...(mayLack
      ? [
          `${name}: the service shows ${counted(shown, "ended deal")}; older ones may be cut off, and then missing here.`,
        ]
      : []),
    ...(profit === "unknown" && shown > 0
      ? [
          `${name}: its deals don't show whether profits are after fees, so the net is unknown; if you know, add --profit after-fees or --profit before-fees.`,
        ]
      : []),
    ...(profit === "before-fees" ? [`${name}: its profits are before fees, which are taken off here.`] : []),
  ];
}

/** What its versions are dated by, where that isn't all that there could be. */
export function datingNotes({ account, shown, dating }: AccountHistory): readonly string[] {
  if (dating === undefined || shown === 0) return [];
  const name = clean(account);
  if (dating.by === "deals")
    return [`${name}: its versions are dated by the ends of their deals alone: ${clean(dating.why)}.`];
  if (dating.unreadable === 0) return [];
  const lost = counted(dating.unreadable, "run");
  return [`${name}: ${lost} of the ledger can't be read, and may have applied a version: botform history names them.`];
}
