// The arithmetic of one deal's position: amount, profit, margin, fees. A simple model; no safety orders fill in it.
import Big from "big.js";
import type { DealRecord } from "./records.js";

/** Rates integrators use: 0.05 % taker, 0.04 % maker (wire facts, section 6). */
const FEE = { taker: "0.0005", maker: "0.0004" } as const;
const MAINTENANCE = "0.005";
const PLACES = 8;

/** Plain decimal text with at most 8 places. */
export function plain(value: Big): string {
  const text = value.round(PLACES);
  return text.eq(0) ? "0" : text.toFixed();
}

export interface Position {
  readonly long: boolean;
  readonly quote: string;
  readonly amount: Big;
  readonly entry: Big;
  readonly mark: Big;
  readonly leverage: Big;
  /** Unrealised, in quote. */
  readonly pnl: Big;
  readonly initialMargin: Big;
  readonly maintenanceMargin: Big;
  readonly liquidation: Big;
}

/** A deal's position at a mark price. */
export function positionOf(deal: DealRecord, mark: Big): Position {
  const { values } = deal.snapshot;
  const long = values.strategy === "LONG";
  const [amount, entry, leverage] = [new Big(deal.amount), new Big(deal.entryPrice), new Big(values.leverage)];
  return {
    long,
    quote: quoteOf(values.pairTitle),
    amount,
    entry,
    mark,
    leverage,
    pnl: profit(long, amount, entry, mark),
    initialMargin: amount.times(mark).div(leverage),
    maintenanceMargin: amount.times(mark).times(MAINTENANCE),
    liquidation: awayFrom(entry, long ? new Big(-100).div(leverage) : new Big(100).div(leverage)),
  };
}

/** The take-profit price of a deal: percent above the entry of a long, below that of a short. */
export function takeProfitPrice(entry: Big, percent: string, long: boolean): Big {
  return awayFrom(entry, long ? new Big(percent) : new Big(percent).times(-1));
}

function awayFrom(price: Big, percent: Big): Big {
  return new Big(price.times(percent.div(100).plus(1)).toPrecision(12));
}

function profit(long: boolean, amount: Big, entry: Big, exit: Big): Big {
  return amount.times(long ? exit.minus(entry) : entry.minus(exit));
}

/** Profit after fees of closing a deal, both in quote. */
export function closing(deal: DealRecord, exit: Big, exitKind: "taker" | "maker"): { profit: Big; fees: Big } {
  const { values } = deal.snapshot;
  const [amount, entry] = [new Big(deal.amount), new Big(deal.entryPrice)];
  const entryFee = amount.times(entry).times(values.typeFirstOrder === "MARKET" ? FEE.taker : FEE.maker);
  const fees = entryFee.plus(amount.times(exit).times(FEE[exitKind]));
  return { profit: profit(values.strategy === "LONG", amount, entry, exit).minus(fees), fees };
}

/** The quote asset of a pair in the form QUOTE-BASE. */
export function quoteOf(pair: string): string {
  return pair.slice(0, pair.indexOf("-"));
}

/** The exchange's symbol of a pair: BASEQUOTE, without a dash (wire facts, section 3). */
export function symbolOf(pair: string): string {
  return pair.slice(pair.indexOf("-") + 1) + quoteOf(pair);
}
