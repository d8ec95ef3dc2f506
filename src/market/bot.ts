// Decides when a bot opens its next deal, by price limits, signals and the cycle limit.
import type Big from "big.js";
import type { SomeFields } from "../model/bot/field.js";
import type { EndReason } from "../model/risk/back-test.js";
import { decimalOrOff } from "./settings.js";

export interface BotRules {
  /** Deals after which the bot turns itself off; null is no limit. */
  readonly cycleLimit: number | null;
  /** No new deal above or below these prices; null is no limit. */
  readonly up: string | null;
  readonly down: string | null;
  /** An indicator decides when a deal opens; its definition isn't public, so it takes a signal from outside. */
  readonly onSignal: boolean;
}

export function botRulesOf(fields: SomeFields): BotRules {
  const { priceLevel, indicatorGroup } = fields;
  const limit = (sides: readonly string[], value: string | null | undefined) =>
    sides.includes(priceLevel ?? "") ? decimalOrOff(value) : null;
  const cycles = decimalOrOff(fields.cycleLimitScale);
  return {
    cycleLimit: cycles === null ? null : Number(cycles),
    up: limit(["UPPER", "BOTH"], fields.priceLevelUp),
    down: limit(["LOWER", "BOTH"], fields.priceLevelDown),
    onSignal: decimalOrOff(indicatorGroup) !== null && indicatorGroup !== "NOTHING",
  };
}

interface HeldBack {
  /** Where the price stands. */
  readonly side: "above" | "below";
  /** Of this limit. */
  readonly level: string;
}

/** Outside its limits a bot opens no new deals (S-41). */
function heldBack({ up, down }: BotRules, price: Big): HeldBack | null {
  if (up !== null && price.gt(up)) return { side: "above", level: up };
  if (down !== null && price.lt(down)) return { side: "below", level: down };
  return null;
}

/**
 * The cycle count after a deal of a bot that is on, and whether that turns it off (S-56). A cancelled
 * deal doesn't count (S-50); one that was liquidated came to its end and does.
 */
export function afterDeal(
  { cycleLimit }: BotRules,
  cycles: number,
  reason: EndReason,
): { cycles: number; isOver: boolean } {
  const count = reason === "cancelled" ? cycles : cycles + 1;
  return { cycles: count, isOver: cycleLimit !== null && count >= cycleLimit };
}

type NextDeal =
  | { readonly kind: "open" }
  | { readonly kind: "waits-for-signal" }
  | ({ readonly kind: "held-back" } & HeldBack);

/** What a bot that is on and in no deal does: it opens the next one at once (S-56), unless it is held back. */
export function nextDeal(rules: BotRules, price: Big, hasSignal: boolean): NextDeal {
  if (rules.onSignal && !hasSignal) return { kind: "waits-for-signal" };
  const held = heldBack(rules, price);
  return held === null ? { kind: "open" } : { kind: "held-back", ...held };
}
