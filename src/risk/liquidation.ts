// Maintenance tiers, and the price at which an exchange takes a position away (linear contracts).
import type { Assumptions, Tier } from "../model/risk/assumptions.js";
import { absolute, type Fixed, fixed, ONE, over, times } from "./fixed.js";

/** A tier with its maintenance amount: cum_i = cum_(i−1) + floor_i·(MMR_i − MMR_(i−1)). */
export interface Bracket {
  readonly floor: Fixed;
  readonly rate: Fixed;
  readonly cum: Fixed;
  readonly maxLeverage?: Fixed;
}

/** Tables don't change, so what follows from them is worked out once. */
const KNOWN = new WeakMap<readonly Tier[], readonly Bracket[]>();

/** @param tiers in rising order, the first from 0 */
export function bracketsOf(tiers: readonly Tier[]): readonly Bracket[] {
  const known = KNOWN.get(tiers);
  if (known !== undefined) return known;
  const made: Bracket[] = [];
  for (const tier of tiers) {
    const [before, floor, rate] = [made.at(-1), fixed(tier.floor), fixed(tier.rate)];
    const cum = before === undefined ? 0n : before.cum + times(floor, rate - before.rate);
    made.push({ floor, rate, cum, ...(tier.maxLeverage !== undefined && { maxLeverage: fixed(tier.maxLeverage) }) });
  }
  KNOWN.set(tiers, made);
  return made;
}

const NONE: Bracket = { floor: 0n, rate: 0n, cum: 0n };

/** The one that a notional belongs to. */
export function bracketAt(brackets: readonly Bracket[], notional: Fixed): Bracket {
  let found = brackets[0] ?? NONE;
  for (const one of brackets) {
    if (one.floor > notional) break;
    found = one;
  }
  return found;
}

/** Notional·MMR − cum. */
export function maintenanceOf(brackets: readonly Bracket[], notional: Fixed): Fixed {
  const { rate, cum } = bracketAt(brackets, notional);
  return times(notional, rate) - cum;
}

/** N and C = Σ P·Q: no average is stored, so nothing is lost by dividing. */
export interface Position {
  readonly long: boolean;
  readonly amount: Fixed;
  readonly cost: Fixed;
}

/** What decides over its end: the margin behind an isolated position, or the whole backing of a cross one. */
export interface Stand {
  readonly leverage: Fixed;
  readonly isolated: boolean;
  readonly brackets: readonly Bracket[];
  /** WB + UPNL_other − TMM_other; undefined where no balance is known. */
  readonly backing: Fixed | undefined;
  readonly assumptions: Pick<Assumptions, "liquidation" | "safetyBuffer" | "takerFee">;
}

/** s·(P·N − C). */
export function profitOf({ long, amount, cost }: Position, price: Fixed): Fixed {
  const worth = times(amount, price);
  return long ? worth - cost : cost - worth;
}

/** The liquidation price with its buffer; undefined where no price above 0 takes the position away, 0 where every one does. */
export function liquidationAt(position: Position, stand: Stand): Fixed | undefined {
  if (position.amount === 0n) return undefined;
  const plain = plainLiquidation(position, stand);
  if (plain === undefined) return undefined;
  if (plain <= 0n) return beyondZero(position);
  const buffer = fixed(stand.assumptions.safetyBuffer);
  if (buffer === 0n) return plain;
  const step = times(absolute(over(position.cost, position.amount) - plain), buffer);
  const moved = position.long ? plain + step : plain - step;
  return moved > 0n ? moved : beyondZero(position);
}

/** A price of 0 or less is one that a LONG never meets, and one that a SHORT is past already. */
function beyondZero({ long }: Position): Fixed | undefined {
  return long ? undefined : 0n;
}

function plainLiquidation(
  position: Position,
  { leverage, isolated, brackets, backing, assumptions }: Stand,
): Fixed | undefined {
  const { long, amount, cost } = position;
  const margin = isolated ? over(cost, leverage) : (backing ?? 0n);
  if (assumptions.liquidation === "binance") return inItsBracket(position, margin, brackets);
  const { rate, cum } = bracketAt(brackets, cost);
  const average = over(cost, amount);
  // LP = A − s·(IM − MM + what else stands behind it)/N, with MM = C·MMR − deduction.
  if (assumptions.liquidation === "bybit") {
    const room = over(margin - times(cost, rate) + cum, amount);
    return long ? average - room : average + room;
  }
  // Gate and OKX: LP = (A − s·W/N) / (1 − s·(MMR + takerFee)); W is the margin behind the position.
  const each = over(margin, amount);
  const rates = rate + fixed(assumptions.takerFee);
  if (long && rates >= ONE) return undefined;
  return long ? over(average - each, ONE - rates) : over(average + each, ONE + rates);
}

/** Binance: the price whose own notional lies in the bracket it was worked out with; 0 or less where there is none above. */
function inItsBracket({ long, amount, cost }: Position, behind: Fixed, brackets: readonly Bracket[]): Fixed {
  const priceIn = ({ rate, cum }: Bracket) =>
    over(behind + cum + (long ? -cost : cost), times(amount, long ? rate - ONE : rate + ONE));
  let bracket = bracketAt(brackets, cost);
  for (let turn = 0; turn <= brackets.length; turn += 1) {
    const price = priceIn(bracket);
    // Below 0 the lowest bracket decides: a higher one's amount counts only up there.
    const own = bracketAt(brackets, times(amount, price));
    if (own === bracket) return price;
    bracket = own;
  }
  return priceIn(bracket);
}
