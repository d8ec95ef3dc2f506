// Carries out queued commands and market events in virtual time. Everything happens in `settle`.
import type { Market } from "../market.js";
import type { Quirks } from "../quirks/quirks.js";
import {
  type BotRecord,
  type Command,
  type DealRecord,
  isCommand,
  type MarketEvent,
  type Wait,
} from "../store/records.js";
import type { Store } from "../store/store.js";
import { HookEffects } from "../webhooks/hook-effects.js";
import { BotRuns } from "./bot-runs.js";
import { Deals } from "./deals.js";
import { Margins } from "./margins.js";
import { Timeline } from "./timeline.js";

export class Engine {
  readonly margins: Margins;
  readonly #store: Store;
  readonly #quirks: Quirks;
  readonly #deals: Deals;
  readonly #hooks: HookEffects;
  readonly #timeline = new Timeline<Command | MarketEvent>();
  readonly #runs: BotRuns;
  readonly #onMoment: Market["onMoment"];
  #now = 0;

  constructor(market: Market) {
    this.#store = market.store;
    this.#quirks = market.quirks;
    this.#onMoment = market.onMoment;
    const planned = { ...market, plan: (due: number, event: MarketEvent) => this.#timeline.add(due, event) };
    this.margins = new Margins(planned);
    const ended = (deal: DealRecord, at: number) => this.#runs.ended(deal, at);
    this.#deals = new Deals({ ...planned, margins: this.margins, ended });
    this.#runs = new BotRuns({ ...planned, deals: this.#deals });
    this.#hooks = new HookEffects(market.store, this.#deals, market.quirks);
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
      this.#checkMargins();
      this.#onMoment?.(this.#now);
    }
    this.#now = Math.max(this.#now, now);
    this.#onMoment?.(this.#now);
  }

  /** Queues a command; it takes effect after the delay of the commandDelay quirk, and an open by webhook later still. */
  queue(command: Command): void {
    const later = command.kind === "hook-open" ? this.#quirks.hookOpenDelay : 0;
    this.resume(this.#now + this.#quirks.commandDelay + later, command);
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

  /** What keeps bots that are on from opening their next deal. */
  waits(): ReadonlyMap<number, Wait> {
    return this.#runs.waits;
  }

  /** Of bots that wait for margin since this process runs: how much their first order needs, its fee included. */
  needs(): ReadonlyMap<number, string> {
    return this.#runs.needs;
  }

  /** Plans what the market will do to the records found in a state file. The market stood still meanwhile. */
  wake(now: number, waits: Iterable<readonly [number, Wait]>): void {
    this.#now = Math.max(this.#now, now);
    for (const [botId, wait] of waits) this.#runs.waits.set(botId, wait);
    for (const deal of this.#store.deals.values()) this.margins.keep(deal);
    this.pricesChanged();
  }

  /** Plans everything anew after prices were set by hand: what the old course would have done doesn't count any more. */
  pricesChanged(): void {
    this.#deals.replan(this.#now);
    for (const [botId, wait] of [...this.#runs.waits]) {
      if (wait === "price") this.#runs.checkAgain(botId, this.#now);
    }
    this.margins.touchAll();
    this.settle(this.#now);
    this.#checkMargins();
  }

  /** Looks again at a bot whose settings changed: what held it back may be gone. */
  reconsider(bot: BotRecord): void {
    if (this.#runs.waits.has(bot.id)) this.#runs.openNext(bot, this.#now);
  }

  /** Turns a bot on or off at once, as a user in the service's web form does. */
  switchNow(botId: number, on: boolean): void {
    this.#effect({ kind: on ? "turn-on" : "turn-off", botId }, this.#now);
    this.#checkMargins();
  }

  /** Gives a bot the signal of its indicator. */
  signal(bot: BotRecord): void {
    this.#store.log(bot.id, "A signal comes", this.#now);
    this.#runs.openNext(bot, this.#now, true);
    this.#checkMargins();
    this.#onMoment?.(this.#now);
  }

  #effect(item: Command | MarketEvent, at: number): void {
    switch (item.kind) {
      case "turn-on":
        this.#runs.turnOn(item.botId, at);
        break;
      case "turn-off":
        this.#runs.turnOff(item.botId, at);
        break;
      case "start-deal":
        this.#runs.startDeal(item.botId, at);
        break;
      case "change-take-profit": {
        const now = item.immediately || this.#quirks.immediately === "ignore";
        this.#withActive(item.dealId, (deal) => this.#deals.changeTakeProfit(deal, item.percent, now, at));
        break;
      }
      case "complete-deal":
        this.#withActive(item.dealId, (deal) => this.#deals.complete(deal, at));
        break;
      case "cancel-deal":
        this.#withActive(item.dealId, (deal) => this.#cancel(deal, at));
        break;
      case "hook-open":
      case "hook-update":
      case "hook-average":
      case "hook-close":
        this.#hooks.carryOut(item, at);
        break;
      case "deal-look":
        this.#deals.check(item, at);
        break;
      case "margin-look":
        if (this.margins.isCurrent(item)) this.margins.touch(item.account, item.asset);
        break;
      case "price-allows":
        if (this.#runs.waits.get(item.botId) === "price") this.#runs.checkAgain(item.botId, at);
        break;
    }
  }

  #cancel(deal: DealRecord, at: number): void {
    this.#deals.release(deal, "CANCELED", this.#quirks.cancelOrders === "stay", at);
    if (this.#quirks.cancelReopens === "yes") this.#runs.checkAgain(deal.snapshot.id, at);
  }

  /** Lets the exchange take what an account can no longer hold. */
  #checkMargins(): void {
    for (let next = this.margins.takeTouched(); next !== undefined; next = this.margins.takeTouched()) {
      const [name, asset] = next;
      const lost = this.margins.exhausted(this.#store.account(name), asset, this.#now);
      for (const { id } of lost) {
        const deal = this.#store.deals.get(id);
        if (deal !== undefined && deal.market.amount !== "0") this.#deals.liquidate(deal, this.#now);
      }
    }
  }

  /** A deal that ended before its command took effect is left alone. */
  #withActive(id: number, effect: (deal: DealRecord) => void): void {
    const deal = this.#store.deals.get(id);
    if (deal?.status === "ACTIVE") effect(deal);
  }
}
