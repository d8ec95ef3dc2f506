// Carries out queued commands and runs deals, in virtual time: nothing happens here but by `settle`.
import Big from "big.js";
import { openingDeal, takeProfitOrder } from "./opening.js";
import { closing, plain, quoteOf } from "./position.js";
import { hasLimits, heldBack } from "./price-limits.js";
import type { Prices } from "./prices.js";
import type { Quirks } from "./quirks.js";
import { type BotRecord, type Command, type DealRecord, isCommand, type MarketEvent } from "./records.js";
import type { Store } from "./store.js";
import { Timeline } from "./timeline.js";
import { isUnset } from "./writing.js";

export class Engine {
  readonly #store: Store;
  readonly #prices: Prices;
  readonly #quirks: Quirks;
  readonly #timeline = new Timeline<Command | MarketEvent>();
  /** Bots that are on and wait for the price to return between their limits. */
  readonly #heldBack = new Set<number>();
  #now = 0;

  constructor(store: Store, prices: Prices, quirks: Quirks) {
    this.#store = store;
    this.#prices = prices;
    this.#quirks = quirks;
  }

  /** Latest moment the engine has lived through (milliseconds); it never goes back, even when the clock does. */
  get now(): number {
    return this.#now;
  }

  /** Lets everything due up to `now` take effect, each at its own moment. */
  settle(now: number): void {
    for (let next = this.#timeline.take(now); next !== undefined; next = this.#timeline.take(now)) {
      this.#now = Math.max(this.#now, next.due);
      this.#effect(next.item, this.#now);
    }
    this.#now = Math.max(this.#now, now);
  }

  /** Queues a command; it takes effect after the delay of the commandDelay quirk. */
  queue(command: Command): void {
    this.resume(this.#now + this.#quirks.commandDelay, command);
  }

  /** Queues a command for a given moment, as a state file remembers it. */
  resume(due: number, command: Command): void {
    this.#timeline.add(due, command);
    this.#store.version += 1;
  }

  /** Commands that haven't taken effect yet. */
  pending(): { readonly due: number; readonly command: Command }[] {
    return this.#timeline.waiting().flatMap(({ due, item }) => (isCommand(item) ? [{ due, command: item }] : []));
  }

  /** Plans what the market will do to the records found in a state file. The market stood still meanwhile. */
  wake(now: number): void {
    this.#now = Math.max(this.#now, now);
    for (const deal of this.#store.deals.values()) if (deal.status === "ACTIVE") this.#watch(deal, this.#now);
    for (const bot of this.#store.bots.values()) {
      if (hasLimits(bot.values)) this.#openNext(bot, this.#now);
    }
  }

  /** Looks again at a bot whose settings changed: its price limits may no longer hold it back. */
  reconsider(bot: BotRecord): void {
    if (this.#heldBack.has(bot.id)) this.#openNext(bot, this.#now);
  }

  /** Turns a bot on or off at once, as a user in the service's web form does. */
  switchNow(botId: number, on: boolean): void {
    this.#effect({ kind: on ? "turn-on" : "turn-off", botId }, this.#now);
  }

  #effect(item: Command | MarketEvent, at: number): void {
    switch (item.kind) {
      case "turn-on":
        this.#turnOn(item.botId, at);
        break;
      case "turn-off":
        this.#turnOff(item.botId, at);
        break;
      case "start-deal":
        this.#startDeal(item.botId, at);
        break;
      case "change-take-profit":
        this.#changeTakeProfit(item, at);
        break;
      case "complete-deal":
        this.#withActive(item.dealId, (deal) => this.#completeAtMarket(deal, at));
        break;
      case "cancel-deal":
        this.#withActive(item.dealId, (deal) => this.#cancel(deal, at));
        break;
      case "price-reached":
        this.#withActive(item.dealId, (deal) => this.#takeProfit(deal, item.order, at));
        break;
      case "price-allows":
        this.#withBot(item.botId, (bot) => this.#openNext(bot, at));
        break;
    }
  }

  #turnOn(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      if (bot.enabled) {
        this.#store.log(botId, "Bot is already on", at);
        return;
      }
      const on = { ...bot, enabled: true, cycles: 0 };
      this.#store.putBot(on, at);
      this.#store.log(botId, "Bot is turned on", at);
      this.#openNext(on, at);
    });
  }

  #turnOff(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      if (!bot.enabled) {
        this.#store.log(botId, "Bot is already off", at);
        return;
      }
      this.#store.putBot({ ...bot, enabled: false }, at);
      this.#store.log(botId, "Bot is turned off", at);
      if (this.#quirks.deactivate === "finish") return;
      for (const dealId of [...this.#store.running(botId)]) {
        this.#withActive(dealId, (deal) => this.#end(deal, "STOPPED", "is handed over to manual management", at));
      }
    });
  }

  /** One cycle on a bot that is off; the quirk decides for the others (wire facts, section 4). */
  #startDeal(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      const free = !bot.enabled && this.#store.running(botId).size === 0;
      if (free || this.#quirks.startOnEnabled === "open") this.#open(bot, at);
      else this.#store.log(botId, "Deal is not started: the bot is on or in a deal", at);
    });
  }

  #changeTakeProfit(command: Extract<Command, { kind: "change-take-profit" }>, at: number): void {
    this.#withActive(command.dealId, (deal) => {
      const { percent } = command;
      const now = command.immediately || this.#quirks.immediately === "ignore";
      const changed: DealRecord = { ...deal, percentTakeProfit: percent, updated: at };
      const placed = now ? { ...changed, order: takeProfitOrder(changed, at) } : changed;
      this.#store.putDeal(placed);
      this.#store.log(deal.snapshot.id, `Deal ${deal.id}: take profit is ${percent} %`, at);
      if (now) this.#watch(placed, at);
    });
  }

  /** Opens the next deal of a bot that is on and in none; price limits may make it wait. */
  #openNext(bot: BotRecord, at: number): void {
    if (!bot.enabled || this.#store.running(bot.id).size > 0) return;
    const limit = heldBack(bot.values, this.#prices.at(bot.values.pairTitle, at));
    if (limit === undefined) {
      this.#heldBack.delete(bot.id);
      this.#open(bot, at);
      return;
    }
    this.#heldBack.add(bot.id);
    this.#store.log(bot.id, `No deal is opened: the price is ${limit.side} the limit ${limit.level}`, at);
    const opposite = limit.side === "above" ? "below" : "above";
    const back = this.#prices.reaches(bot.values.pairTitle, at, new Big(limit.level), opposite);
    if (back !== undefined) this.#timeline.add(back, { kind: "price-allows", botId: bot.id });
  }

  #open(bot: BotRecord, at: number): void {
    const entry = this.#prices.at(bot.values.pairTitle, at);
    const deal = openingDeal(bot, this.#store.nextDealId, entry, at);
    this.#store.putDeal(deal);
    this.#store.log(bot.id, `Deal ${deal.id} is opened at ${deal.entryPrice}`, at);
    this.#watch(deal, at);
  }

  /** Plans the moment at which the standing order fills, if the price ever gets there. */
  #watch(deal: DealRecord, at: number): void {
    if (deal.order === null) return;
    const { strategy, pairTitle } = deal.snapshot.values;
    const side = strategy === "LONG" ? "above" : "below";
    const due = this.#prices.reaches(pairTitle, at, new Big(deal.order.price), side);
    if (due !== undefined) {
      this.#timeline.add(due, { kind: "price-reached", dealId: deal.id, order: deal.order.number });
    }
  }

  #takeProfit(deal: DealRecord, number: number, at: number): void {
    const { order } = deal;
    // The order was replaced after this moment had been planned.
    if (order === null || order.number !== number) return;
    const { profit, fees } = closing(deal, new Big(order.price), order.type === "LIMIT" ? "maker" : "taker");
    const filled = { ...order, filled: true, fee: plain(fees), pnl: plain(profit) };
    this.#complete({ ...deal, order: filled }, order.price, profit, fees, "take profit", at);
  }

  /** Closed at market, pending orders removed (wire facts, section 4). */
  #completeAtMarket(deal: DealRecord, at: number): void {
    const exit = this.#prices.at(deal.snapshot.values.pairTitle, at);
    const { profit, fees } = closing(deal, exit, "taker");
    this.#complete({ ...deal, order: null }, exit.toFixed(), profit, fees, "by command", at);
  }

  #complete(deal: DealRecord, exitPrice: string, profit: Big, fees: Big, why: string, at: number): void {
    const result = { exitPrice, fees: plain(fees), profit: plain(profit) };
    this.#store.putDeal({ ...deal, status: "COMPLETED", result, updated: at });
    const account = this.#store.account(deal.account);
    this.#store.book(account, quoteOf(deal.snapshot.values.pairTitle), profit, at);
    this.#store.log(deal.snapshot.id, `Deal ${deal.id} is completed ${why} at ${exitPrice}`, at);
    this.#withBot(deal.snapshot.id, (bot) => {
      if (!bot.enabled) return;
      const cycles = bot.cycles + 1;
      const limit = bot.values.cycleLimitScale;
      // Reaching the cycle limit turns the bot off by itself (wire facts, section 4).
      const over = !isUnset(limit) && new Big(limit).lte(cycles);
      const next = { ...bot, cycles, enabled: !over };
      this.#store.putBot(next, at);
      if (over) this.#store.log(bot.id, `Bot is turned off: cycle limit ${limit} is reached`, at);
      this.#openNext(next, at);
    });
  }

  #cancel(deal: DealRecord, at: number): void {
    this.#end(deal, "CANCELED", "is canceled; its position stays on the exchange", at);
    if (this.#quirks.cancelReopens === "yes") this.#withBot(deal.snapshot.id, (bot) => this.#openNext(bot, at));
  }

  #end(deal: DealRecord, status: "CANCELED" | "STOPPED", words: string, at: number): void {
    this.#store.putDeal({ ...deal, status, order: null, updated: at });
    this.#store.log(deal.snapshot.id, `Deal ${deal.id} ${words}`, at);
  }

  #withBot(id: number, effect: (bot: BotRecord) => void): void {
    const bot = this.#store.bots.get(id);
    if (bot !== undefined) effect(bot);
  }

  /** A deal that ended before its command took effect is left alone. */
  #withActive(id: number, effect: (deal: DealRecord) => void): void {
    const deal = this.#store.deals.get(id);
    if (deal?.status === "ACTIVE") effect(deal);
  }
}
