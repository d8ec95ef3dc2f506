// The result of each month as a table: a row for each year, as returns are usually read.
import { type Column, html, type Markup, type Piece, table } from "../markup.js";
import { figure, monthName } from "./ticks.js";

export interface MonthResult {
  /** Its first day, YYYY-MM-DD. */
  readonly start: string;
  readonly result: number;
}

export interface MonthTable {
  readonly months: readonly MonthResult[];
  /** At the beginning; null where there is none: then amounts stand alone. */
  readonly balance: number | null;
  readonly caption: string;
}

/** Nothing without a month. Columns that no year has a month for are left out. */
export function monthTable({ months, balance, caption }: MonthTable): Markup | undefined {
  if (months.length === 0) return undefined;
  const cells = withShares(months, balance);
  const years = [...new Set(cells.map(({ year }) => year))];
  const shown = [...new Set(cells.map(({ month }) => month))].toSorted((left, right) => left - right);
  const rows = years.map((year): Piece[] => {
    const own = cells.filter((one) => one.year === year);
    const each = shown.map((month) => cellOf(own.find((one) => one.month === month)));
    return [String(year), ...each, cellOf(wholeOf(own))];
  });
  const columns: Column[] = [["Year"], ...shown.map((month) => [monthName(month), "n"] as const), ["Together", "n"]];
  return table(columns, rows, { label: caption, isStacked: shown.length > 1, isSmall: shown.length === 1 });
}

interface MonthCell extends MonthResult {
  readonly year: number;
  readonly month: number;
  /** A fraction of equity at the month's beginning; null where it can't be said. */
  readonly share: number | null;
}

function withShares(months: readonly MonthResult[], balance: number | null): readonly MonthCell[] {
  let equity = balance;
  return months.map(({ start, result }) => {
    const share = equity === null || equity <= 0 ? null : result / equity;
    if (equity !== null) equity += result;
    return { start, result, share, year: Number(start.slice(0, 4)), month: Number(start.slice(5, 7)) - 1 };
  });
}

/** Returns multiply. */
function wholeOf(cells: readonly MonthCell[]): Pick<MonthCell, "result" | "share"> {
  const result = cells.reduce((sum, one) => sum + one.result, 0);
  const share = cells.reduce<number | null>(
    (product, one) => (product === null || one.share === null ? null : product * (1 + one.share)),
    1,
  );
  return { result, share: share === null ? null : share - 1 };
}

function cellOf(cell: Pick<MonthCell, "result" | "share"> | undefined): Piece {
  if (cell === undefined) return html`<span class="none"></span>`;
  const kind = cell.result < 0 ? "bad" : cell.result > 0 ? "good" : "soft";
  const amount = signed(cell.result, 2);
  if (cell.share === null) return html`<span class="${kind}">${amount}</span>`;
  return html`<span class="${kind}">${signed(cell.share * 100, 1)} %</span> <small class="soft under">${amount}</small>`;
}

function signed(value: number, places: number): string {
  const text = figure(value, places);
  return value > 0 && !text.startsWith("−") ? `+${text}` : text;
}
