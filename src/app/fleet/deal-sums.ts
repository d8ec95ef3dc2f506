// What the running deals of an account come to together, by quote asset.
import Big from "big.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { BotSnapshot, DealSnapshot } from "../../model/fleet.js";
import type { DealSums } from "../../model/fleet-state.js";
import { byText } from "../../model/order.js";

/** undefined where those of a bot weren't read. A bot that isn't there has none. */
export function dealsOf(bots: readonly BotSnapshot[]): readonly DealSnapshot[] | undefined {
  const all = bots.flatMap(({ id, deals }) => (id === null ? [] : [deals]));
  return all.some((deals) => deals === null) ? undefined : all.flatMap((deals) => deals ?? []);
}

/** Of bots whose deals were read. */
export function sumsOf(bots: readonly BotSnapshot[]): readonly DealSums[] {
  const byQuote = new Map<string, DealSnapshot[]>();
  for (const { pair, deals } of bots) {
    const quote = pair === null ? "?" : quoteOf(pair);
    if (deals !== null && deals.length > 0) byQuote.set(quote, [...(byQuote.get(quote) ?? []), ...deals]);
  }
  return [...byQuote]
    .map(([quote, deals]): DealSums => {
      const sum = (amount: "value" | "margin" | "profit") => total(deals.map((deal) => deal[amount]));
      return { quote, deals: deals.length, value: sum("value"), margin: sum("margin"), profit: sum("profit") };
    })
    .toSorted((left, right) => byText(left.quote, right.quote));
}

/** What isn't known of one isn't known of all. */
function total(amounts: readonly (string | null)[]): string | null {
  let sum = new Big(0);
  for (const one of amounts) {
    if (one === null) return null;
    sum = sum.plus(one);
  }
  return sum.toFixed();
}

/** Deals without a take-profit order; null where that isn't certain of each. */
export function nakedIn(deals: readonly DealSnapshot[]): number | null {
  if (deals.some(({ isNaked }) => isNaked === null)) return null;
  return deals.filter(({ isNaked }) => isNaked).length;
}
