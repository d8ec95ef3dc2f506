// Runs deals: opens them, plans when to check them again, books what they earn, and ends them.
import Big from "big.js";
import { advance, triggers } from "../../market/advance.js";
import {
  averageDeal,
  cancelDeal,
  changeSettings,
  changeTakeProfit,
  closeDeal,
  isRefusal,
  openDeal,
  type Refusal,
} from "../../market/commands.js";
import type { Deal, DealEvent, MarketMoment, Step } from "../../market/deal.js";
import type { DealSettings, SettingsChange } from "../../market/settings.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { EndReason } from "../../model/risk/back-test.js";
import type { PlannedMarket } from "../market.js";
import type { BotRecord, DealRecord, MarketEvent } from "../store/records.js";
import type { Margins } from "./margins.js";

interface DealParts extends PlannedMarket {
  readonly margins: Margins;
  /** Called with each deal of a bot that came to its end by the market or by completion. */
  readonly ended: (deal: DealRecord, at: number) => void;
}

export class Deals {
  readonly #parts: DealParts;
  /** The number of each deal's latest plan: what was planned earlier is void. */
  readonly #turns = new Map<number, number>();

  constructor(parts: DealParts) {
    this.#parts = parts;
  }

  /** Opens a deal of a bot. @returns why the market doesn't take it, or undefined when it is open */
  open(
    snapshot: BotRecord,
    settings: DealSettings,
    at: number,
    again: DealRecord["again"] = null,
  ): Refusal | undefined {
    const { store, rules, margins } = this.#parts;
    const market = this.#marketAt(settings.pairTitle, at);
    const afford = margins.afford(store.account(snapshot.account), settings.pairTitle, at);
    const opened = openDeal(settings, rules, market, afford);
    if (isRefusal(opened)) return opened;
    const id = store.nextDealId;
    const deal: DealRecord = {
      id,
      account: snapshot.account,
      snapshot,
      status: "ACTIVE",
      market: opened.deal,
      again,
      updated: at,
    };
    this.#apply(deal, opened, at);
    // A limit order at the price of the moment rests for no time at all.
    if (opened.deal.status === "OPENING") this.#advance(id, market, at);
    return undefined;
  }

  /** The moment of a plan has come. */
  check({ dealId, turn, level }: Extract<MarketEvent, { kind: "deal-look" }>, at: number): void {
    const deal = this.#parts.store.deals.get(dealId);
    if (deal === undefined || this.#turns.get(dealId) !== turn) return;
    this.#advance(dealId, this.#reached(deal, level, at), at);
  }

  /** Plans all looks anew: what was planned may be void for any deal, say since a price was set by hand. */
  replan(at: number): void {
    for (const deal of this.#parts.store.deals.values()) if (deal.market.status !== "ENDED") this.watch(deal, at);
  }

  /** Plans the moment at which something happens to a deal, if it ever does. */
  watch(deal: DealRecord, at: number): void {
    const turn = (this.#turns.get(deal.id) ?? 0) + 1;
    if (deal.market.status === "ENDED") {
      this.#turns.delete(deal.id);
      return;
    }
    this.#turns.set(deal.id, turn);
    const { above, below, due } = triggers(deal.market);
    const { pairTitle } = deal.market.settings;
    let first = due ?? Number.POSITIVE_INFINITY;
    let level: string | null = null;
    for (const [side, price] of [
      ["above", above],
      ["below", below],
    ] as const) {
      const reach = price === null ? undefined : this.#parts.prices.reaches(pairTitle, at, new Big(price), side);
      // At one moment the level comes before what is due.
      if (reach === undefined || reach.at > first) continue;
      first = reach.at;
      level = reach.reached ? price : null;
    }
    if (first !== Number.POSITIVE_INFINITY) {
      this.#parts.plan(first, { kind: "deal-look", dealId: deal.id, turn, level });
    }
  }

  /** Closed at market, pending orders removed (S-48). */
  complete(deal: DealRecord, at: number): void {
    this.#apply(deal, closeDeal(deal.market, this.#parts.rules, this.#marketOf(deal, at), "command"), at);
  }

  /** The deal leaves its bot's control, and the position stays; its orders may stay, too (S-49). */
  release(deal: DealRecord, status: "CANCELED" | "STOPPED", keepOrders: boolean, at: number): void {
    const { store, rules } = this.#parts;
    const words =
      status === "CANCELED" ? "is canceled; its position stays on the exchange" : "is handed over to manual management";
    const market = keepOrders ? deal.market : cancelDeal(deal.market, rules, this.#marketOf(deal, at)).deal;
    this.#put({ ...deal, status, market, updated: at }, at);
    store.log(deal.snapshot.id, `Deal ${deal.id} ${words}`, at);
  }

  average(deal: DealRecord, volume: string, at: number): void {
    const market = this.#marketOf(deal, at);
    const step = averageDeal(deal.market, this.#parts.rules, market, volume, this.#afford(deal, at));
    if (isRefusal(step)) this.#log(deal, `is not averaged: ${refusalText(step, deal.market.settings)}`, at);
    else this.#apply(deal, step, at);
  }

  changeTakeProfit(deal: DealRecord, percent: string, immediately: boolean, at: number): void {
    this.#log(deal, `take profit is ${percent} %`, at, ":");
    this.#apply(
      deal,
      changeTakeProfit(deal.market, this.#parts.rules, this.#marketOf(deal, at), percent, immediately),
      at,
    );
  }

  changeSettings(deal: DealRecord, change: SettingsChange, at: number): void {
    this.#log(deal, "is updated by webhook", at);
    const { rules } = this.#parts;
    this.#apply(deal, changeSettings(deal.market, rules, this.#marketOf(deal, at), change, this.#afford(deal, at)), at);
  }

  /** The exchange takes a cross position, one that was left behind by a cancelled deal included. */
  liquidate(deal: DealRecord, at: number): void {
    const market: Deal = deal.market.status === "ENDED" ? { ...deal.market, status: "OPEN" } : deal.market;
    this.#apply(deal, closeDeal(market, this.#parts.rules, this.#marketOf(deal, at), "liquidated"), at);
  }

  #advance(id: number, market: MarketMoment, at: number): void {
    const deal = this.#parts.store.deals.get(id);
    if (deal === undefined) return;
    this.#apply(deal, advance(deal.market, this.#parts.rules, market, this.#afford(deal, at)), at);
  }

  /** Keeps what a step made of a deal. */
  #apply(deal: DealRecord, step: Step, at: number): void {
    const { store } = this.#parts;
    const asset = quoteOf(deal.market.settings.pairTitle);
    const account = store.account(deal.account);
    let sum = new Big(0);
    for (const { kind, amount } of step.bookings) sum = kind === "fee" ? sum.minus(amount) : sum.plus(amount);
    if (step.bookings.length > 0) store.book(account, asset, sum, at);
    for (const event of step.events) {
      const message = dealLog(deal.id, event, asset);
      if (message !== undefined) store.log(deal.snapshot.id, message, at);
    }
    const isOver = step.deal.status === "ENDED" && deal.status === "ACTIVE";
    const status = isOver ? endStatus(step.deal) : deal.status;
    const isChanged = step.deal !== deal.market || deal.updated === at;
    const after = { ...deal, market: step.deal, status, updated: isChanged ? at : deal.updated };
    this.#put(after, at);
    if (isOver) this.#parts.ended(after, at);
  }

  #put(deal: DealRecord, at: number): void {
    this.#parts.store.putDeal(deal);
    this.watch(deal, at);
    this.#parts.margins.keep(deal);
  }

  #log(deal: DealRecord, words: string, at: number, mark = ""): void {
    this.#parts.store.log(deal.snapshot.id, `Deal ${deal.id}${mark} ${words}`, at);
  }

  #afford(deal: DealRecord, at: number) {
    return this.#parts.margins.afford(this.#parts.store.account(deal.account), deal.market.settings.pairTitle, at);
  }

  #marketOf(deal: DealRecord, at: number): MarketMoment {
    return this.#marketAt(deal.market.settings.pairTitle, at);
  }

  #marketAt(pair: string, at: number): MarketMoment {
    return { price: this.#parts.prices.at(pair, at).toFixed(), time: at };
  }

  /** The price of a look that was planned for a level: rounding to whole milliseconds never makes it miss the level. */
  #reached(deal: DealRecord, level: string | null, at: number): MarketMoment {
    const market = this.#marketOf(deal, at);
    if (level === null) return market;
    const { above } = triggers(deal.market);
    const [price, wanted] = [new Big(market.price), new Big(level)];
    const missed = level === above ? price.lt(wanted) : price.gt(wanted);
    return missed ? { price: level, time: at } : market;
  }
}

function endStatus({ exit }: Deal): DealRecord["status"] {
  if (exit?.reason === "liquidated") return "LIQUIDATED";
  return exit?.price == null ? "CANCELED" : "COMPLETED";
}

/** Why the market didn't take an order. */
export function refusalText({ refused, margin }: Refusal, { pairTitle }: DealSettings): string {
  return refused === "too-small"
    ? "the volume is too small"
    : `${margin} ${quoteOf(pairTitle)} of margin is needed, and not free`;
}

const ENDS: Readonly<Record<EndReason, string>> = {
  "take-profit": "is completed take profit at",
  delay: "is completed by its delay at",
  stop: "is completed stop loss at",
  command: "is completed by command at",
  cancelled: "is canceled at",
  liquidated: "is liquidated at",
};

/** undefined where the log is silent. */
function dealLog(id: number, event: DealEvent, asset: string): string | undefined {
  switch (event.kind) {
    case "first-placed":
    case "take-profit-placed":
      return undefined;
    case "filled":
      if (event.order === "first") return `Deal ${id} is opened at ${event.price}`;
      return event.order === "average"
        ? `Deal ${id} is averaged at ${event.price}`
        : `Deal ${id}: safety order ${event.number} is filled at ${event.price}`;
    case "unaffordable":
      return `Deal ${id}: safety order ${event.number} is not placed: ${event.margin} ${asset} of margin is needed, and not free`;
    case "stop-touched":
      return `Deal ${id}: stop loss is touched at ${event.price}`;
    case "stop-released":
      return `Deal ${id}: stop loss is released at ${event.price}`;
    case "ended":
      return event.exit.price === null
        ? `Deal ${id} is withdrawn before its first order was filled`
        : `Deal ${id} ${ENDS[event.exit.reason]} ${event.exit.price}`;
  }
}
