// A deal as the service shows it: snapshot, position, take-profit orders, where it is liquidated and, when it is completed, its result.
import Big from "big.js";
import { crossLiquidation, type Stake, type Sums, stakeOf } from "../../market/account.js";
import { holdingOf, type TakeProfitOrder } from "../../market/deal.js";
import { priceAtPercent } from "../../market/holding.js";
import { averageText, resultOf } from "../../market/result.js";
import type { MarketRules } from "../../market/rules.js";
import { money } from "../../market/work.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { Engine } from "../engine/engine.js";
import type { Market } from "../market.js";
import type { Quirks } from "../quirks/quirks.js";
import type { DealRecord } from "../store/records.js";
import type { EmulatedAccount } from "../store/store.js";
import { showBot, showTime } from "./bot-view.js";

/** What a deal's view needs of the market: the price now (or the one it was closed at), and where it is liquidated. */
interface DealMark {
  readonly mark: string;
  readonly liquidation: string;
}

/** The keys of a deal in the interface's order. */
function showDeal(deal: DealRecord, userId: number, now: DealMark, { rules, quirks }: Market): object {
  const { snapshot, market } = deal;
  return {
    id: deal.id,
    userId,
    pairTitle: market.settings.pairTitle,
    botId: snapshot.id,
    accessId: snapshot.accessId,
    status: shownStatus(deal, quirks),
    botSnapshot: showBot(shownSnapshot(deal, quirks), userId, "details", quirks),
    position: numbers(showPosition(deal, now, rules), quirks),
    tpOrder: mapOf(showOrders(deal, quirks), quirks),
    result: showResult(deal, quirks),
    updated: showTime(deal.updated),
    exchange: snapshot.exchange,
  };
}

/** PHP can't tell an empty map from an empty list. */
export function mapOf(entries: Readonly<Record<string, object>>, quirks: Quirks): object {
  return quirks.emptyMaps === "array" && Object.keys(entries).length === 0 ? [] : entries;
}

function shownStatus({ status }: DealRecord, quirks: Quirks): string {
  return status === "LIQUIDATED" && quirks.liquidatedDeals === "completed" ? "COMPLETED" : status;
}

/** Unless the quirk takeProfitShows is `order`, the snapshot shows the changed take profit in place of the bot's at opening. */
function shownSnapshot({ snapshot, market }: DealRecord, quirks: Quirks): DealRecord["snapshot"] {
  const { event, value } = market.settings.takeProfit;
  if (quirks.takeProfitShows === "order" || event !== "percentage") return snapshot;
  return { ...snapshot, values: { ...snapshot.values, percentTakeProfit: value } };
}

const DECIMALS = new Set([
  ...["leverage", "amount", "entryPrice", "markPrice", "liqPrice", "pnl", "initMargin", "maintMargin", "posInitMargin"],
  ...["price", "qty", "qty_filled", "fee", "qtySO", "avPriceSO", "qtyTP", "avPriceTP", "fees", "profit"],
]);

/** Decimals as JSON numbers where the quirk wants it; empty texts stay. */
function numbers(shown: Readonly<Record<string, string>>, quirks: Quirks): object {
  if (quirks.dealNumbers === "text") return shown;
  const entries = Object.entries(shown).map(([name, text]): [string, string | number] =>
    DECIMALS.has(name) && text !== "" ? [name, Number(text)] : [name, text],
  );
  return Object.fromEntries(entries);
}

function showPosition(deal: DealRecord, now: DealMark, rules: MarketRules): Readonly<Record<string, string>> {
  const { market } = deal;
  const held = heldBy(deal);
  const stake: Stake = stakeOf(held, now.mark, rules);
  return {
    type: market.settings.isolated ? "isolated" : "cross",
    side: market.settings.strategy,
    leverage: market.settings.leverage,
    amount: held.amount,
    entryPrice: averageText(held.amount, held.cost),
    markPrice: now.mark,
    liqPrice: now.liquidation,
    pnl: moneyText(stake.unrealised),
    initMargin: moneyText(stake.positionMargin.plus(stake.orderMargin)),
    maintMargin: moneyText(stake.maintenance),
    posInitMargin: moneyText(stake.positionMargin),
    openOrdInitMargin: stake.orderMargin.eq(0) ? "" : moneyText(stake.orderMargin),
  };
}

/** What a deal holds or, once it is closed, held at its end. */
function heldBy({ market }: DealRecord): DealRecord["market"] {
  const { exit } = market;
  return exit === null || exit.price === null ? market : { ...market, amount: exit.amount, cost: exit.cost };
}

/** l and sm, 1 and 3 are the documented codes; that 1 is working and 3 is filled is a guess (S-53). */
const CODES = {
  known: { LIMIT: "l", "STOP-MARKET": "sm", working: "1", filled: "3" },
  other: { LIMIT: "lmt2", "STOP-MARKET": "tsm", working: "7", filled: "12" },
} as const;

function showOrders(deal: DealRecord, quirks: Quirks): Readonly<Record<string, object>> {
  const { takeProfit: order, exit } = deal.market;
  if (order === null) return {};
  const codes = CODES[quirks.orderCodes];
  const number = String(order.number);
  const shown = {
    type: codes[order.type],
    number,
    status: order.filled ? codes.filled : codes.working,
    price: shownPrice(deal, order, quirks),
    qty: order.amount,
    qty_filled: order.filled ? order.amount : "",
    fee: order.filled ? (exit?.fee ?? "") : "",
    fee_asset: order.filled ? quoteOf(deal.market.settings.pairTitle) : "",
    pnl: order.filled ? (exit?.profit ?? "") : "",
    time: String(order.placed),
  };
  return { [number]: numbers(shown, quirks) };
}

/** Where the snapshot alone shows a changed take profit, the order goes on to show the bot's. */
function shownPrice({ snapshot, market }: DealRecord, order: TakeProfitOrder, quirks: Quirks): string {
  const { event, value } = market.settings.takeProfit;
  const percent = snapshot.values.percentTakeProfit;
  if (quirks.takeProfitShows !== "snapshot" || order.filled || event !== "percentage" || value === percent) {
    return order.price;
  }
  return priceAtPercent(holdingOf(market), new Big(percent)).prec(12).toFixed();
}

/** Profit after fees: what the deal changed in the wallet. */
function showResult({ market }: DealRecord, quirks: Quirks): object | null {
  const result = resultOf(market);
  if (result === null) return null;
  const quote = quoteOf(market.settings.pairTitle);
  const shown = {
    qtySO: result.safetyQuantity,
    avPriceSO: result.safetyPrice,
    qtyTP: result.exitQuantity,
    avPriceTP: result.exitPrice,
    fees: result.fees,
    feesAsset: quote,
    profit: result.net,
    profitAsset: quote,
  };
  return numbers(shown, quirks);
}

export class DealTexts {
  readonly #parts: Market;
  /** Records never change, so the record itself is the key. */
  readonly #texts = new WeakMap<DealRecord, { readonly now: DealMark; readonly json: string }>();

  constructor(parts: Market) {
    this.#parts = parts;
  }

  /** JSON text of a list of deals. */
  json(deals: Iterable<DealRecord>, userId: number, markOf: (deal: DealRecord) => DealMark): string {
    const parts: string[] = [];
    for (const deal of deals) parts.push(this.#text(deal, userId, markOf(deal)));
    return `[${parts.join(",")}]`;
  }

  #text(deal: DealRecord, userId: number, now: DealMark): string {
    const ready = this.#texts.get(deal);
    if (ready?.now.mark === now.mark && ready.now.liquidation === now.liquidation) return ready.json;
    const json = JSON.stringify(showDeal(deal, userId, now, this.#parts));
    this.#texts.set(deal, { now, json });
    return json;
  }
}

/** Marks of running deals of one account at one moment; what they share is worked out once. */
export function runningMarks({ prices, rules }: Market, { margins, now }: Engine, account: EmulatedAccount) {
  const known = new Map<string, Sums>();
  const sumsOf = (asset: string): Sums => {
    const sums = known.get(asset) ?? margins.sums(account, asset, now);
    known.set(asset, sums);
    return sums;
  };
  return ({ market }: DealRecord): DealMark => {
    const { pairTitle } = market.settings;
    const mark = prices.at(pairTitle, now).toFixed();
    const stake = stakeOf(market, mark, rules);
    return { mark, liquidation: liquidationOf(stake, account, () => sumsOf(quoteOf(pairTitle)), rules) };
  };
}

/** The price at which a deal ended; a cancelled one has only its entry. */
export function endMark({ market }: DealRecord): DealMark {
  return { mark: market.exit?.price ?? averageText(market.amount, market.cost), liquidation: "0" };
}

/** Where the exchange takes a position; "0" where no price does, and for cross positions of an account without limits. */
export function liquidationOf(stake: Stake, account: EmulatedAccount, sums: () => Sums, rules: MarketRules): string {
  if (stake.isolated) return stake.liquidation === null ? "0" : moneyText(new Big(stake.liquidation));
  if (!account.isLimited || stake.holding.amount.eq(0)) return "0";
  const price = crossLiquidation(stake, sums(), rules);
  return price === undefined ? "0" : moneyText(price);
}

/** Plain decimal text of money as it is booked; never "-0". */
export function moneyText(value: Big): string {
  const shown = money(value);
  return shown.eq(0) ? "0" : shown.toFixed();
}
