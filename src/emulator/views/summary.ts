// Everything an emulator holds at a moment, for whoever drives it: no keys and no tokens.
import Big from "big.js";
import { stakeOf } from "../../market/account.js";
import { averageText } from "../../market/result.js";
import { iso } from "../http/control.js";
import type { Parts } from "../http/handlers.js";
import type { BotRecord, DealRecord } from "../store/records.js";
import type { Account } from "../store/store.js";
import { money } from "./amount.js";

/** The document of GET /emulator/state. */
export function summaryOf(parts: Parts, speed: number): object {
  const { store, prices, pairs, engine } = parts;
  return {
    time: { now: iso(engine.now), speed },
    prices: Object.fromEntries([...pairs].map((pair) => [pair, prices.at(pair, engine.now).toFixed()])),
    accounts: store.accounts.map((account) => accountOf(parts, account)),
  };
}

function accountOf(parts: Parts, account: Account): object {
  const { store, engine } = parts;
  const bots = [...store.bots.values()].filter((bot) => bot.account === account.name);
  const deals = account.accesses.flatMap(({ accessId }) => [...store.activeDeals(account, accessId)]);
  const waits = engine.waits();
  return {
    name: account.name,
    balance: account.isLimited
      ? Object.fromEntries([...account.balance].map(([asset, amount]) => [asset, amount.toFixed()]))
      : {},
    bots: bots.map((bot) => botOf(bot, waits.get(bot.id) ?? null)),
    deals: deals.map((deal) => dealOf(parts, deal)),
  };
}

function botOf({ id, enabled, values }: BotRecord, waitsFor: string | null): object {
  const { title, pairTitle, strategy } = values;
  return { id, title, pair: pairTitle, side: strategy, enabled, waitsFor };
}

function dealOf({ prices, engine, rules }: Parts, { id, snapshot, market }: DealRecord): object {
  const { settings, amount, cost, safety, takeProfit } = market;
  const stake = stakeOf(market, prices.at(settings.pairTitle, engine.now).toFixed(), rules);
  return {
    id,
    botId: snapshot.id,
    pair: settings.pairTitle,
    side: settings.strategy,
    amount: new Big(amount).toFixed(),
    entry: averageText(amount, cost),
    safetyOrders: `${safety.filled} of ${settings.safety.enabled ? settings.safety.max : 0}`,
    takeProfit: takeProfit?.price ?? "",
    profit: money(stake.unrealised),
  };
}
