// The margin of accounts: what an order may take, and when the exchange takes cross positions away.
import Big from "big.js";
import { orderMarginOf, type Stake, type Sums, sumsOf } from "../../market/account.js";
import { type Afford, UNLIMITED } from "../../market/deal.js";
import { initialMargin, profitAt } from "../../market/holding.js";
import { maintenanceMargin } from "../../market/liquidation.js";
import type { Direction } from "../../market/prices/path.js";
import { type MarketRules, tiersOf } from "../../market/rules.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { PlannedMarket } from "../market.js";
import type { DealRecord, MarketEvent } from "../store/records.js";
import type { EmulatedAccount } from "../store/store.js";

/** What is left of this share of the maintenance margin is nothing: no price has enough digits to go on. */
const NOTHING_LEFT = "0.000001";

export class Margins {
  readonly #parts: PlannedMarket;
  readonly #turns = new Map<string, number>();
  /** Accounts and assets whose positions or wallet changed since the last check. */
  readonly #touched = new Map<string, readonly [account: string, asset: string]>();
  readonly #holdings = new Map<string, Holdings>();
  readonly #highestRate: Big;

  constructor(parts: PlannedMarket) {
    this.#parts = parts;
    const { tiers, pairTiers = {} } = parts.rules;
    this.#highestRate = [tiers, ...Object.values(pairTiers)]
      .flat()
      .reduce((most, { rate }) => (rate.gt(most) ? rate : most), new Big(0));
  }

  /** Whether an order may be placed now; an account whose seed names no balance has no limits. */
  afford(account: EmulatedAccount, pair: string, at: number): Afford {
    if (!account.isLimited) return UNLIMITED;
    let free: Big | undefined;
    return (need) => {
      free ??= this.sums(account, quoteOf(pair), at).free;
      return need.lte(free);
    };
  }

  sums(account: EmulatedAccount, asset: string, at: number): Sums {
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
  exhausted(account: EmulatedAccount, asset: string, at: number): readonly DealRecord[] {
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

  #crossDeals(account: EmulatedAccount, asset: string): readonly DealRecord[] {
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
    const side: Direction = long ? "below" : "above";
    return level.lte(0) ? undefined : this.#parts.prices.reaches(pairTitle, at, level, side)?.at;
  }

  #stakes(account: EmulatedAccount, asset: string, at: number): readonly Stake[] {
    const holdings = this.#holdings.get(keyOf(account.name, asset));
    return holdings?.stakes((pair) => this.#parts.prices.at(pair, at)) ?? [];
  }
}

function keyOf(account: string, asset: string): string {
  return `${asset}/${account}`;
}

/** Of one deal, or of all of one pair, side and margin mode. */
interface Part {
  readonly pairTitle: string;
  readonly long: boolean;
  readonly isolated: boolean;
  readonly amount: Big;
  readonly cost: Big;
  readonly positionMargin: Big;
  readonly orderMargin: Big;
}

class Holdings {
  readonly #rules: MarketRules;
  readonly #parts = new Map<string, Part>();
  /** What each deal added, to take it away again. */
  readonly #byDeal = new Map<number, Part>();

  constructor(rules: MarketRules) {
    this.#rules = rules;
  }

  /** Counts a deal as it is now, in the place of what it was. */
  keep({ id, market }: DealRecord): void {
    const before = this.#byDeal.get(id);
    const isGone = market.status === "ENDED" && market.amount === "0";
    if (isGone && before === undefined) return;
    if (before !== undefined) this.#add(before, -1);
    this.#byDeal.delete(id);
    if (isGone) return;
    const { strategy, isolated, leverage, pairTitle } = market.settings;
    const cost = new Big(market.cost);
    const part = {
      pairTitle,
      long: strategy === "LONG",
      isolated,
      amount: new Big(market.amount),
      cost,
      positionMargin: initialMargin(cost, leverage),
      orderMargin: orderMarginOf(market, this.#rules),
    };
    this.#byDeal.set(id, part);
    this.#add(part, 1);
  }

  /** Each pair, side and margin mode as one stake. @param priceOf the pair's price now */
  stakes(priceOf: (pair: string) => Big): readonly Stake[] {
    return [...this.#parts.values()].map((part) => {
      const { pairTitle, isolated, positionMargin, orderMargin } = part;
      const holding = { long: part.long, amount: part.amount, cost: part.cost };
      const mark = priceOf(pairTitle);
      const unrealised = profitAt(holding, mark);
      const maintenance = maintenanceMargin(tiersOf(this.#rules, pairTitle), holding.amount.times(mark));
      // Deals of one pair may differ in leverage; what follows from it is in the margins.
      const rest = { leverage: "1", liquidation: null };
      return { pairTitle, holding, mark, isolated, unrealised, positionMargin, orderMargin, maintenance, ...rest };
    });
  }

  #add(part: Part, sign: 1 | -1): void {
    const key = `${part.pairTitle} ${part.long} ${part.isolated}`;
    const before = this.#parts.get(key);
    const sum = (pick: (of: Part) => Big) => {
      const old = before === undefined ? 0 : pick(before);
      return sign === 1 ? pick(part).plus(old) : new Big(old).minus(pick(part));
    };
    const after = {
      ...part,
      amount: sum((of) => of.amount),
      cost: sum((of) => of.cost),
      positionMargin: sum((of) => of.positionMargin),
      orderMargin: sum((of) => of.orderMargin),
    };
    if (after.amount.eq(0) && after.orderMargin.eq(0)) this.#parts.delete(key);
    else this.#parts.set(key, after);
  }
}
