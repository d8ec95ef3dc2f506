// The margin of accounts: what an order may take, and when the exchange takes cross positions away.
import Big from "big.js";
import { type Stake, type Sums, sumsOf } from "../../market/account.js";
import { type Afford, UNLIMITED } from "../../market/deal.js";
import type { Side } from "../../market/prices/course.js";
import type { MarketRules } from "../../market/rules.js";
import { Holdings } from "../store/holdings.js";
import type { DealRecord, MarketEvent } from "../store/records.js";
import type { Account, Store } from "../store/store.js";
import { quoteOf } from "../views/symbol.js";
import type { Prices } from "./prices.js";

export interface MarginParts {
  readonly store: Store;
  readonly prices: Prices;
  readonly rules: MarketRules;
  readonly plan: (due: number, event: MarketEvent) => void;
}

/** What is left of this share of the maintenance margin is nothing: no price has enough digits to go on. */
const NOTHING_LEFT = "0.000001";

export class Margins {
  readonly #parts: MarginParts;
  readonly #turns = new Map<string, number>();
  /** Accounts and assets whose positions or wallet changed since the last check. */
  readonly #touched = new Map<string, readonly [account: string, asset: string]>();
  readonly #holdings = new Map<string, Holdings>();
  readonly #highestRate: Big;

  constructor(parts: MarginParts) {
    this.#parts = parts;
    this.#highestRate = parts.rules.tiers.reduce((most, { rate }) => (rate.gt(most) ? rate : most), new Big(0));
  }

  /** Whether an order may be placed now; an account whose seed names no balance has no limits. */
  afford(account: Account, pair: string, at: number): Afford {
    if (!account.isLimited) return UNLIMITED;
    let free: Big | undefined;
    return (need) => {
      free ??= this.sums(account, quoteOf(pair), at).free;
      return need.lte(free);
    };
  }

  sums(account: Account, asset: string, at: number): Sums {
    return sumsOf(account.balance.get(asset) ?? new Big(0), this.#stakes(account, asset, at));
  }

  /** Counts a deal as it is now; its account will have to be looked at. */
  keep(deal: DealRecord): void {
    if (!this.#parts.store.account(deal.account).isLimited) return;
    const asset = quoteOf(deal.market.settings.pairTitle);
    const key = keyOf(deal.account, asset);
    const holdings = this.#holdings.get(key) ?? new Holdings(this.#parts.rules);
    this.#holdings.set(key, holdings);
    holdings.keep(deal);
    this.touch(deal.account, asset);
  }

  /** Notes that an account has to be looked at. */
  touch(account: string, asset: string): void {
    this.#touched.set(keyOf(account, asset), [account, asset]);
  }

  /** Every account with positions, say since a price was set by hand. */
  touchAll(): void {
    for (const account of this.#parts.store.accounts) {
      for (const asset of account.balance.keys()) {
        if (this.#holdings.has(keyOf(account.name, asset))) this.touch(account.name, asset);
      }
    }
  }

  /** The next account that has to be looked at, or undefined. */
  takeTouched(): readonly [account: string, asset: string] | undefined {
    const [first] = this.#touched;
    if (first === undefined) return undefined;
    this.#touched.delete(first[0]);
    return first[1];
  }

  /** Whether a planned look is still the latest. */
  isCurrent({ account, asset, turn }: Extract<MarketEvent, { kind: "margin-look" }>): boolean {
    return this.#turns.get(keyOf(account, asset)) === turn;
  }

  /**
   * The cross deals that the exchange takes now; with none, plans the next look. What backs the positions beyond their
   * maintenance margin is divided among them, so that the account can't be exhausted before one has lost its share.
   */
  exhausted(account: Account, asset: string, at: number): readonly DealRecord[] {
    const key = keyOf(account.name, asset);
    const turn = (this.#turns.get(key) ?? 0) + 1;
    this.#turns.set(key, turn);
    const stakes = this.#stakes(account, asset, at);
    const cross = stakes.filter(({ isolated, holding }) => !isolated && holding.amount.gt(0));
    if (cross.length === 0) return [];
    const { crossBacking, crossMaintenance } = sumsOf(account.balance.get(asset) ?? new Big(0), stakes);
    const slack = crossBacking.minus(crossMaintenance);
    if (slack.lte(crossMaintenance.times(NOTHING_LEFT))) return this.#crossDeals(account, asset);
    const share = slack.div(cross.length);
    const moments = cross.flatMap((stake) => this.#lostAt(stake, share, at) ?? []);
    if (moments.length > 0) {
      this.#parts.plan(Math.min(...moments), { kind: "margin-look", account: account.name, asset, turn });
    }
    return [];
  }

  #crossDeals(account: Account, asset: string): readonly DealRecord[] {
    return [...this.#parts.store.openPositions(account)].filter(({ market: { settings, amount } }) => {
      return !settings.isolated && amount !== "0" && quoteOf(settings.pairTitle) === asset;
    });
  }

  /** When a position has lost a share of its account's slack, or has to be searched on. */
  #lostAt({ pairTitle, holding, mark }: Stake, share: Big, at: number): number | undefined {
    const { long, amount } = holding;
    // Per unit a long loses at most the price's fall, a short its rise and the maintenance margin on it.
    const each = long ? amount : amount.times(this.#highestRate.plus(1));
    const away = share.div(each);
    const level = long ? mark.minus(away) : mark.plus(away);
    const side: Side = long ? "below" : "above";
    return level.lte(0) ? undefined : this.#parts.prices.reaches(pairTitle, at, level, side)?.at;
  }

  #stakes(account: Account, asset: string, at: number): readonly Stake[] {
    const holdings = this.#holdings.get(keyOf(account.name, asset));
    return holdings?.stakes((pair) => this.#parts.prices.at(pair, at)) ?? [];
  }
}

function keyOf(account: string, asset: string): string {
  return `${asset}/${account}`;
}
