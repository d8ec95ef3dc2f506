// The figures of a scenario that an expectation may name: the one table of their names, units and meanings.

/** How a figure counts: whole numbers, an amount of the quote asset, or milliseconds. */
export type FigureUnit = "count" | "money" | "time";

interface FigureRow {
  readonly unit: FigureUnit;
  /** What it is, as a part of a sentence. */
  readonly about: string;
}

/** In the order in which they are listed. Names that `simulate` has, too, mean the same there, but for net and result: a scenario pays no funding. */
export const FIGURES = {
  opened: { unit: "count", about: "deals that opened" },
  deals: { unit: "count", about: "deals that ended" },
  running: { unit: "count", about: "deals that still run at the end" },
  takeProfits: { unit: "count", about: "deals that ended by take profit" },
  stopLosses: { unit: "count", about: "deals that ended by stop loss" },
  liquidations: { unit: "count", about: "deals whose position the exchange liquidated" },
  safetyOrders: { unit: "count", about: "the most safety orders that filled in one deal" },
  profit: { unit: "money", about: "booked profit before fees; a loss is negative" },
  fees: { unit: "money", about: "fees paid" },
  net: { unit: "money", about: "booked profit after fees" },
  open: { unit: "money", about: "unrealised profit of the deals that still run at the end" },
  result: { unit: "money", about: "net and open together" },
  drawdown: { unit: "money", about: "the deepest fall of result from its highest before" },
  margin: { unit: "money", about: "the most margin at once, of positions and of working orders" },
  longestDeal: { unit: "time", about: "the longest time in one deal, a running one included" },
} as const satisfies Readonly<Record<string, FigureRow>>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES).filter(isFigure);

export function isFigure(name: string): name is FigureName {
  return Object.hasOwn(FIGURES, name);
}

/** Decimal text by figure: counts, amounts of the quote asset, milliseconds. */
export type Figures = Readonly<Record<FigureName, string>>;
