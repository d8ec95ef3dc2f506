// What a replay came to, bot by bot and in all: plain data for reports.
import Big from "big.js";
import { stakeOf } from "../account.js";
import type { EndReason } from "../deal.js";
import type { MarketRules } from "../rules.js";
import type { BotRun } from "./bot-run.js";
import type { Fleet } from "./fleet.js";
import type { WithinCandle } from "./tick.js";

/** Money in the quote asset as decimal text. Drawdown and margin are measured in doubles and rounded to 8 places. */
export interface BotOutcome {
  readonly address: string;
  readonly pairTitle: string;
  readonly strategy: "LONG" | "SHORT";
  /** Ended, and how. */
  readonly deals: number;
  readonly reasons: Readonly<Record<EndReason, number>>;
  /** Before fees. */
  readonly profit: string;
  readonly fees: string;
  /** profit − fees. */
  readonly net: string;
  readonly drawdown: string;
  readonly margin: string;
  /** Ended deals by safety orders filled: the first number is of deals without any. */
  readonly safety: readonly number[];
  /** The most in one deal, the running one included. */
  readonly mostSafety: number;
  /** Milliseconds in deals, the running one included; and the longest deal. */
  readonly dealTime: number;
  readonly longestDeal: number;
  readonly running: RunningDeal | null;
  /** How often an order wasn't placed for want of margin: first orders, safety orders. */
  readonly refusals: number;
  readonly unplaced: number;
  readonly ended: "cycle-limit" | "too-small" | null;
}

export interface RunningDeal {
  readonly opened: number;
  readonly safetyOrders: number;
  readonly price: string;
  /** Before the fee of closing. */
  readonly unrealised: string;
}

export interface FleetOutcome {
  readonly order: WithinCandle;
  readonly bots: readonly BotOutcome[];
  readonly totals: {
    readonly deals: number;
    readonly liquidations: number;
    readonly profit: string;
    readonly fees: string;
    readonly net: string;
    readonly unrealised: string;
    readonly drawdown: string;
    readonly margin: string;
    /** null without a balance. */
    readonly wallet: { readonly start: string; readonly end: string } | null;
  };
}

/** @param end when the last candle closed */
export function outcomeOf(fleet: Fleet, rules: MarketRules, balance: string | null, end: number): FleetOutcome {
  const bots = fleet.runs.map((run) => botOutcome(run, rules, end));
  const total = (pick: (bot: BotOutcome) => string) =>
    bots.reduce((sum, bot) => sum.plus(pick(bot)), new Big(0)).toFixed();
  return {
    order: fleet.order,
    bots,
    totals: {
      deals: bots.reduce((sum, { deals }) => sum + deals, 0),
      liquidations: bots.reduce((sum, { reasons }) => sum + reasons.liquidated, 0),
      profit: total(({ profit }) => profit),
      fees: total(({ fees }) => fees),
      net: total(({ net }) => net),
      unrealised: total(({ running }) => running?.unrealised ?? "0"),
      drawdown: measured(fleet.drawdown),
      margin: measured(fleet.margin),
      wallet: balance === null ? null : { start: balance, end: fleet.wallet.toFixed() },
    },
  };
}

function botOutcome(run: BotRun, rules: MarketRules, end: number): BotOutcome {
  const { tally, settings, deal } = run;
  const running = deal === null ? null : runningDeal(run, rules);
  const runningTime = deal === null ? 0 : Math.max(0, end - deal.opened);
  const { deals, reasons, profit, fees } = tally;
  return {
    address: run.address,
    pairTitle: settings.pairTitle,
    strategy: settings.strategy,
    deals,
    reasons: { ...reasons },
    profit: profit.toFixed(),
    fees: fees.toFixed(),
    net: profit.minus(fees).toFixed(),
    drawdown: measured(tally.drawdown),
    margin: measured(tally.margin),
    safety: Array.from(tally.safety, (count) => count ?? 0),
    mostSafety: Math.max(0, tally.safety.length - 1, running?.safetyOrders ?? 0),
    dealTime: tally.dealTime + runningTime,
    longestDeal: Math.max(tally.longestDeal, runningTime),
    running,
    refusals: tally.refusals,
    unplaced: tally.unplaced,
    ended: tally.isTooSmall ? "too-small" : run.isOff ? "cycle-limit" : null,
  };
}

function runningDeal({ deal, mark }: BotRun, rules: MarketRules): RunningDeal | null {
  if (deal === null) return null;
  const { unrealised } = stakeOf(deal, String(mark), rules);
  return {
    opened: deal.opened,
    safetyOrders: deal.safety.filled,
    price: new Big(mark).toFixed(),
    unrealised: unrealised.round(8).toFixed(),
  };
}

function measured(value: number): string {
  return new Big(value.toFixed(8)).toFixed();
}
