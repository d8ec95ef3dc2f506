// Turns everything the emulator remembers into plain data, and back.
import Big from "big.js";
import type { Engine } from "../engine/engine.js";
import type { Prices } from "../engine/prices.js";
import type { DealRecord, State } from "./records.js";
import type { Store } from "./store.js";

interface SnapshotParts {
  readonly store: Store;
  readonly engine: Engine;
  readonly prices: Prices;
}

/** The state as plain data; records are shared, not copied, for they never change. */
export function snapshot({ store, engine, prices }: SnapshotParts, origin: number): State {
  return {
    formatVersion: 2,
    now: engine.now,
    origin,
    nextBotId: store.nextBotId,
    nextDealId: store.nextDealId,
    accounts: store.accounts.map(({ name, balance, balanceChanged }) => ({
      name,
      balance: Object.fromEntries([...balance].map(([asset, amount]) => [asset, amount.toFixed()])),
      balanceChanged,
    })),
    bots: [...store.bots.values()],
    deals: [...store.deals.values()],
    logs: [...store.logs],
    commands: engine.pending(),
    waits: [...engine.waits()],
    prices: prices.byHand(),
  };
}

/**
 * Fills an empty store.
 *
 * @throws RangeError when the state holds an account that the seed lacks
 */
export function restore(state: State, store: Store, engine: Engine, prices: Prices): void {
  const known = new Set(store.accounts.map((account) => account.name));
  for (const { name, balance, balanceChanged } of state.accounts) {
    if (!known.has(name)) throw new RangeError(`the state holds account ${JSON.stringify(name)}, the seed doesn't`);
    const account = store.account(name);
    account.balance.clear();
    for (const [asset, amount] of Object.entries(balance)) account.balance.set(asset, new Big(amount));
    account.balanceChanged = balanceChanged;
  }
  for (const bot of state.bots) store.putBot(bot, bot.updated);
  for (const deal of state.deals.toSorted(byEnd)) store.putDeal(deal);
  for (const [botId, entries] of state.logs) store.logs.set(botId, [...entries]);
  store.nextBotId = Math.max(store.nextBotId, state.nextBotId);
  store.nextDealId = Math.max(store.nextDealId, state.nextDealId);
  for (const { due, command } of state.commands) engine.resume(due, command);
  for (const [pair, price] of Object.entries(state.prices)) prices.set(pair, price);
  engine.wake(engine.now, state.waits);
}

/** History is kept in the order in which deals ended. */
function byEnd(left: DealRecord, right: DealRecord): number {
  return left.updated - right.updated || left.id - right.id;
}
