// The results of a replay, bot by bot and in all, as plain data for reports.
import Big from "big.js";
import type { BotFacts, ReplayFacts } from "../../model/risk/simulation.js";
import { stakeOf } from "../account.js";
import { rounded } from "../metrics/falls.js";
import type { MarketRules } from "../rules.js";
import { money } from "../work.js";
import type { BotRun } from "./bot-run.js";
import type { Fleet } from "./fleet.js";

/** @param end when the last candle closed */
export function outcomeOf(fleet: Fleet, rules: MarketRules, balance: string | null, end: number): ReplayFacts {
  const bots = fleet.runs.map((run) => botOutcome(run, rules, end));
  const total = (pick: (bot: BotFacts) => string) =>
    bots.reduce((sum, bot) => sum.plus(pick(bot)), new Big(0)).toFixed();
  const unrealised = total(({ running }) => running?.unrealised ?? "0");
  return {
    order: fleet.order,
    bots,
    metrics: fleet.metrics(end),
    trades: fleet.trades,
    totals: {
      deals: bots.reduce((sum, { deals }) => sum + deals, 0),
      liquidations: bots.reduce((sum, { reasons }) => sum + reasons.liquidated, 0),
      profit: total(({ profit }) => profit),
      fees: total(({ fees }) => fees),
      funding: total(({ funding }) => funding),
      net: total(({ net }) => net),
      unrealised,
      result: total(({ result }) => result),
      closingFees: total(({ running }) => running?.closingFee ?? "0"),
      drawdown: measured(fleet.falls.amount),
      margin: measured(fleet.margin),
      wallet:
        balance === null
          ? null
          : { start: balance, end: fleet.wallet.toFixed(), equity: fleet.wallet.plus(unrealised).toFixed() },
    },
  };
}

function botOutcome(run: BotRun, rules: MarketRules, end: number): BotFacts {
  const { tally, settings, deal } = run;
  const running = runningDeal(run, rules);
  const runningTime = deal === null ? 0 : Math.max(0, end - deal.opened);
  const { deals, reasons } = tally;
  const [profit, fees, funding] = [tally.profit.value, tally.fees.value, tally.funding.value];
  const net = profit.minus(fees).plus(funding);
  return {
    address: run.address,
    pairTitle: settings.pairTitle,
    strategy: settings.strategy,
    deals,
    reasons: { ...reasons },
    profit: profit.toFixed(),
    fees: fees.toFixed(),
    funding: funding.toFixed(),
    net: net.toFixed(),
    drawdown: measured(tally.drawdown),
    margin: measured(tally.margin),
    safety: Array.from(tally.safety, (count) => count ?? 0),
    mostSafety: Math.max(0, tally.safety.length - 1, running?.safetyOrders ?? 0),
    dealTime: tally.dealTime + runningTime,
    longestDeal: Math.max(tally.longestDeal, runningTime),
    running,
    result: net.plus(running?.unrealised ?? 0).toFixed(),
    refusals: tally.refusals,
    unplaced: tally.unplaced,
    ended: tally.isTooSmall ? "too-small" : run.isOff ? "cycle-limit" : null,
  };
}

function runningDeal({ deal, mark }: BotRun, rules: MarketRules): BotFacts["running"] {
  if (deal === null) return null;
  const { unrealised, holding } = stakeOf(deal, String(mark), rules);
  const closingFee = money(holding.amount.times(mark).times(rules.takerFee));
  return {
    opened: deal.opened,
    safetyOrders: deal.safety.filled,
    price: new Big(mark).toFixed(),
    unrealised: unrealised.round(8).toFixed(),
    closingFee: closingFee.toFixed(),
  };
}

function measured(value: number): string {
  return new Big(rounded(value, 8)).toFixed();
}
