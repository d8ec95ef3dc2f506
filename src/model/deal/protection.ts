// Whether the protective orders of a running deal stand, as far as the service shows them (S-72). What it doesn't show is unknown.
import Big from "big.js";
import type { DesiredBot } from "../bot/desired.js";
import type { Fields } from "../bot/field.js";
import type { DealPosition, Protection, TakeProfitOrder } from "./deal.js";

/** What the service's views tell of a running deal. */
interface Shown {
  readonly status: string;
  readonly position: DealPosition | null;
  readonly settings: Fields;
  /** undefined where the service shows no list of them; an empty list says that there is none. */
  readonly orders: readonly TakeProfitOrder[] | undefined;
}

export function protectionOf({ status, position, settings, orders }: Shown): Protection {
  if (status !== "ACTIVE") return unknown(`its status is ${status}`);
  if (position === null || position.amount === null) return unknown("the service doesn't show what it holds");
  const held = new Big(position.amount).abs();
  if (held.eq(0)) return unknown("it holds nothing yet");
  if (orders === undefined) return unknown("the service doesn't show its take-profit orders");
  return orders.length > 0 ? byOrders(held, orders) : withoutOrders(held, settings, position);
}

/** Seen of orders that work, and of those that have filled (S-53). */
const [WORKING, FILLED] = ["1", "3"];
/** Lots, and fees taken from the bought asset, move an amount by less than this share of it. */
const TOLERANCE = new Big("0.005");

function byOrders(held: Big, orders: readonly TakeProfitOrder[]): Protection {
  const strange = orders.find(({ status }) => status !== WORKING && status !== FILLED);
  if (strange !== undefined)
    return unknown(`its take-profit order has the status ${strange.status}, which botform doesn't know`);
  const working = orders.filter(({ status }) => status === WORKING);
  if (working.length === 0) return unknown(`it holds ${held.toFixed()}, and its take-profit order has filled`);
  let covered = new Big(0);
  for (const { quantity, filled } of working) {
    if (quantity === null) return unknown("the service doesn't show how much its take-profit order is for");
    covered = covered.plus(quantity).minus(filled ?? 0);
  }
  return covered.gte(held.minus(held.times(TOLERANCE)))
    ? { state: "protected", why: `a take-profit order stands for all of ${held.toFixed()}` }
    : unknown(`its take-profit order is for ${covered.toFixed()} of ${held.toFixed()}`);
}

function withoutOrders(held: Big, settings: Fields, position: DealPosition): Protection {
  if (!wantsTakeProfit(settings)) return unknown("it has no take-profit order, and its settings ask for none");
  // Margin of open orders: safety orders stand, or those of another deal on the pair.
  if (isSet(position.openOrderInitialMargin))
    return unknown("it has no take-profit order, but margin is held for open orders");
  return { state: "naked", why: `it holds ${held.toFixed()}, and the service shows no take-profit order for it` };
}

/** Whether a deal's settings ask for a take-profit order. */
export function wantsTakeProfit({ percentTakeProfit }: Pick<Fields, "percentTakeProfit">): boolean {
  return isSet(percentTakeProfit);
}

/** Of a snapshot any text may come. */
function isSet(text: string | null): boolean {
  return /^\d+(?:\.\d+)?$/.test(text ?? "") && !new Big(text ?? "").eq(0);
}

function unknown(why: string): Protection {
  return { state: "unknown", why };
}

/** The same, with what the bot's own webhook asks for: a deal that it closes after a time has no take-profit order. */
export function asAskedFor(
  protection: Protection,
  bot: Pick<DesiredBot, "opensWithoutTakeProfit"> | undefined,
): Protection {
  return protection.state === "naked" && bot?.opensWithoutTakeProfit === true
    ? unknown("it has no take-profit order, and its bot's open webhook asks for none")
    : protection;
}
