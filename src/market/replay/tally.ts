// Totals of a bot's deals, added up exactly as they are booked; drawdown and margin are measured in doubles.
import type { EndReason } from "../../model/risk/back-test.js";
import type { Deal, Step } from "../deal.js";
import { MoneySum, UNITS } from "./money-sum.js";

export class Tally {
  deals = 0;
  readonly reasons: Record<EndReason, number> = {
    "take-profit": 0,
    delay: 0,
    stop: 0,
    command: 0,
    cancelled: 0,
    liquidated: 0,
  };
  readonly profit = new MoneySum();
  readonly fees = new MoneySum();
  /** Received, less what was paid. */
  readonly funding = new MoneySum();
  /** profit − fees + funding in a double, for measuring. */
  net = 0;
  /** Deals by the number of safety orders they filled. */
  readonly safety: number[] = [];
  /** Milliseconds of all ended deals, and of the longest. */
  dealTime = 0;
  longestDeal = 0;
  /** Deals, and safety orders, that the account couldn't give the margin for; looked at again at every candle. */
  refusals = 0;
  unplaced = 0;
  isTooSmall = false;
  margin = 0;
  /** The deepest fall of profit − fees + unrealised profit from the highest it had been before. */
  drawdown = 0;
  peak = 0;

  count({ bookings, events }: Step): void {
    for (const { kind, amount } of bookings) {
      if (kind === "fee") this.fees.add(amount);
      else this.profit.add(amount);
      this.net += kind === "fee" ? -Number(amount) : Number(amount);
    }
    for (const { kind } of events) if (kind === "unaffordable") this.unplaced += 1;
  }

  /** @param units received, in hundred-millionths of the quote asset */
  fund(units: number): void {
    this.funding.addUnits(units);
    this.net += units / UNITS;
  }

  ended({ exit, opened, safety }: Deal): void {
    if (exit === null) return;
    this.deals += 1;
    this.reasons[exit.reason] += 1;
    this.safety[safety.filled] = (this.safety[safety.filled] ?? 0) + 1;
    this.dealTime += exit.at - opened;
    this.longestDeal = Math.max(this.longestDeal, exit.at - opened);
  }

  refused(why: "too-small" | "unaffordable"): void {
    if (why === "too-small") this.isTooSmall = true;
    else this.refusals += 1;
  }

  used(margin: number): void {
    if (margin > this.margin) this.margin = margin;
  }

  /** Equity at a point: profit − fees + unrealised. */
  at(equity: number): void {
    if (equity > this.peak) this.peak = equity;
    else if (this.peak - equity > this.drawdown) this.drawdown = this.peak - equity;
  }

  /**
   * Equity went from one to the other of these, in any order and any number of times; false, and nothing is measured, where the
   * order matters.
   */
  between(low: number, high: number): boolean {
    if (high <= this.peak) this.drawdown = Math.max(this.drawdown, this.peak - low);
    else if (high - low <= this.drawdown) this.peak = high;
    else return false;
    return true;
  }
}
