// Measures an account while its market lives: every deal, and where margin was highest and equity fell deepest. Doubles look, decimals are kept.
import Big from "big.js";
import { orderMarginOf, stakeOf } from "../market/account.js";
import { averageEntry, initialMargin } from "../market/holding.js";
import type { Extremes, PlayedDeal } from "../model/scenario/played.js";
import type { Market } from "./market.js";
import type { DealRecord } from "./store/records.js";

/** What one running deal means at any price, as doubles; made anew where its record is another. */
interface OpenDeal {
  readonly record: DealRecord;
  readonly place: Place;
  readonly amount: number;
  readonly cost: number;
  readonly sign: 1 | -1;
  readonly margin: number;
  readonly fees: number;
}

/** Prices by pair. */
type Marks = ReadonlyMap<string, number>;

interface Highest {
  readonly value: number;
  readonly at: number;
  readonly marks: Marks;
}

/** Of a bot, or of all together. */
class Place {
  /** Of deals that ended: profit − fees. */
  booked = 0;
  now = { margin: 0, equity: 0 };
  #peak = { equity: 0, at: 0 };
  margin: Highest;
  drawdown: Highest & { readonly from: number };

  constructor(start: number) {
    this.#peak.at = start;
    this.margin = { value: 0, at: start, marks: new Map() };
    this.drawdown = { ...this.margin, from: start };
  }

  look(at: number, marks: Marks): void {
    const { margin } = this.now;
    const equity = this.booked + this.now.equity;
    if (margin > this.margin.value) this.margin = { value: margin, at, marks };
    const fall = this.#peak.equity - equity;
    if (fall < 0) this.#peak = { equity, at };
    else if (fall > this.drawdown.value) this.drawdown = { value: fall, from: this.#peak.at, at, marks };
    this.now = { margin: 0, equity: 0 };
  }

  /** Times counted from the start. */
  extremes(start: number): Extremes {
    const { margin, drawdown } = this;
    return {
      ...{ margin: margin.value, marginAt: margin.at - start, marginPrices: Object.fromEntries(margin.marks) },
      ...{ drawdown: drawdown.value, drawdownFrom: drawdown.from - start, drawdownAt: drawdown.at - start },
      drawdownPrices: Object.fromEntries(drawdown.marks),
    };
  }
}

/** Hand `look` to the service as what it calls whenever something has happened. */
export class Measures {
  readonly #market: Market;
  readonly #start: number;
  readonly #together: Place;
  readonly #bots = new Map<number, Place>();
  readonly #open = new Map<number, OpenDeal>();
  readonly #ended: DealRecord[] = [];
  #known: number;

  /** @param start of the market's time, milliseconds since the epoch */
  constructor(market: Market, start: number) {
    this.#market = market;
    this.#start = start;
    this.#together = new Place(start);
    this.#known = market.store.nextDealId;
  }

  readonly look = (at: number): void => {
    const { store, prices } = this.#market;
    for (; this.#known < store.nextDealId; this.#known += 1) this.#note(this.#known);
    const marks = new Map<string, number>();
    for (const id of this.#open.keys()) {
      const deal = this.#note(id);
      if (deal === undefined) continue;
      const { pairTitle } = deal.record.market.settings;
      const mark = marks.get(pairTitle) ?? prices.at(pairTitle, at).toNumber();
      marks.set(pairTitle, mark);
      const equity = deal.sign * (deal.amount * mark - deal.cost) - deal.fees;
      for (const { now } of [deal.place, this.#together]) {
        now.margin += deal.margin;
        now.equity += equity;
      }
    }
    for (const place of this.#bots.values()) place.look(at, marks);
    this.#together.look(at, marks);
  };

  /** The deal as it is now; one that ended is booked, and gives undefined. */
  #note(id: number): OpenDeal | undefined {
    const record = this.#market.store.deals.get(id);
    const before = this.#open.get(id);
    if (record === undefined || record === before?.record) return before;
    const { market, snapshot } = record;
    const place = this.#bots.get(snapshot.id) ?? new Place(this.#start);
    this.#bots.set(snapshot.id, place);
    if (market.status === "ENDED") {
      this.#open.delete(id);
      this.#ended.push(record);
      const net = new Big(market.exit?.profit ?? 0).minus(market.fees).toNumber();
      place.booked += net;
      this.#together.booked += net;
      return undefined;
    }
    const cost = new Big(market.cost);
    const margin = initialMargin(cost, market.settings.leverage).plus(orderMarginOf(market, this.#market.rules));
    const deal: OpenDeal = {
      ...{ record, place, amount: Number(market.amount), cost: cost.toNumber(), margin: margin.toNumber() },
      ...{ sign: market.settings.strategy === "LONG" ? 1 : -1, fees: Number(market.fees) },
    };
    this.#open.set(id, deal);
    return deal;
  }

  /** All deals in the order in which they opened. @param at the moment of the last look, milliseconds since the epoch */
  deals(at: number): readonly PlayedDeal[] {
    const running = [...this.#open.values()].map(({ record }) => record);
    return [...this.#ended, ...running]
      .sort((left, right) => left.market.opened - right.market.opened || left.id - right.id)
      .map((record, index) => this.#played(record, index + 1, at));
  }

  #played({ snapshot, market }: DealRecord, number: number, at: number): PlayedDeal {
    const { settings, exit, safety, amount, cost, fees, opened } = market;
    const of = exit ?? { amount, cost };
    const entry = averageEntry({ long: true, amount: new Big(of.amount), cost: new Big(of.cost) });
    const profit = new Big(exit?.profit ?? 0);
    const mark = this.#market.prices.at(settings.pairTitle, at).toFixed();
    return {
      ...{ number, botId: snapshot.id, pair: settings.pairTitle, opened: opened - this.#start },
      closed: exit === null ? null : exit.at - this.#start,
      ended: exit?.reason ?? "running",
      safetyOrders: safety.filled,
      entry: entry.eq(0) ? null : entry.prec(12).toFixed(),
      exit: exit?.price ?? null,
      ...{ profit: profit.toFixed(), fees, net: profit.minus(fees).toFixed() },
      open: exit === null ? stakeOf(market, mark, this.#market.rules).unrealised.round(8).toFixed() : "0",
    };
  }

  extremesOf(botId: number): Extremes {
    return (this.#bots.get(botId) ?? new Place(this.#start)).extremes(this.#start);
  }

  together(): Extremes {
    return this.#together.extremes(this.#start);
  }
}
