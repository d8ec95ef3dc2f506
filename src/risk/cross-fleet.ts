// Whether the cross bots of an account outlive their own grids together: they share one wallet, so the figures of one alone say little.
import { groupBy } from "../model/order.js";
import {
  type AccountRisk,
  type BotRisk,
  type CrossAtDepth,
  isKnown,
  type Side,
  type UnknownRisk,
} from "../model/risk/risk.js";
import type { Course, Shocked } from "./course.js";
import { type Fixed, fixed, fixedText, ONE } from "./fixed.js";

/** A bot's figures, and whether it would be liquidated earlier with the account's other cross bots than alone. */
export function besideOthers<Risk extends BotRisk | UnknownRisk>(risk: Risk, { quotes }: AccountRisk): Risk {
  if (!isKnown(risk) || risk.isolated || !risk.on || risk.liquidation.kind !== "outside") return risk;
  const fleet = quotes.find(({ quote }) => quote === risk.quote)?.crossAtDepth ?? null;
  if (fleet === null || !isShort(fleet)) return risk;
  return { ...risk, liquidation: { ...risk.liquidation, together: { others: fleet.bots - 1, move: fleet.endsAt } } };
}

/** Whether cross bots are liquidated at their last orders. */
export function isShort({ room }: CrossAtDepth): boolean {
  return fixed(room) <= 0n;
}

/** What a bot ties up in one pair and side. */
export interface CrossCourse extends Course {
  readonly place: { readonly pair: string; readonly side: Side };
  readonly isolated: boolean;
  readonly bot: symbol;
}

/** How many bots they are of: one may tie up several places. */
export function botsOf(all: readonly Pick<CrossCourse, "bot">[]): number {
  return new Set(all.map(({ bot }) => bot)).size;
}

/** What is left behind the cross positions of one asset, above their maintenance margin: the wallet without what isolated ones hold, or have lost. */
function roomOf(all: readonly Shocked[], wallet: string): Fixed {
  let room = fixed(wallet);
  for (const { taken } of all) room -= taken;
  return room;
}

/** Whether cross positions stand, and nothing is left behind them. */
export function endsCross(all: readonly Shocked[], wallet: string): boolean {
  return all.some(({ isCross }) => isCross) && roomOf(all, wallet) <= 0n;
}

/**
 * All at their last orders at once: none takes less than nothing of the wallet there, so no part of them costs more. undefined
 * where fewer than two bots are cross, null where the wallet isn't known.
 */
export function fleetAtDepth(all: readonly CrossCourse[], wallet: string | undefined): CrossAtDepth | null | undefined {
  const bots = botsOf(all.filter(({ isolated }) => !isolated));
  if (bots < 2) return undefined;
  if (wallet === undefined) return null;
  const room = roomOf(costliestOf(all).map(atDepth), wallet);
  return { bots, room: fixedText(room), endsAt: room > 0n ? null : endsAt(all, wallet) };
}

/** A pair can't be at the end of both its sides: of both counts the one that costs more. */
function costliestOf(all: readonly CrossCourse[]): readonly CrossCourse[] {
  return [...groupBy(all, ({ place }) => place.pair).values()].flatMap((pair) => {
    const sides = [...groupBy(pair, ({ place }) => place.side).values()];
    return sides.reduce((worst, one) => (weightOf(one) > weightOf(worst) ? one : worst));
  });
}

function weightOf(some: readonly CrossCourse[]): Fixed {
  return -roomOf(some.map(atDepth), "0");
}

const atDepth = ({ atLastOrder }: CrossCourse) => atLastOrder();

/**
 * The smallest move of all prices that ends them, to a tenth of a percent and as far as the deepest of them goes; null where only
 * different moves do. A deal that closes in profit frees what it takes, so a larger move may do less until all have closed.
 */
function endsAt(all: readonly CrossCourse[], wallet: string): string | null {
  const ends = (steps: Fixed) => {
    const move = steps * STEP;
    const moved = () => all.map(({ at }) => at(move));
    return move > -ONE && endsCross(moved(), wallet);
  };
  const deepest = stepsTo(all.map(({ cover }) => cover));
  const closed = stepsTo(all.map(({ exit }) => exit));
  for (let steps = 1n; steps <= deepest && steps <= closed; steps += 1n)
    for (const one of [-steps, steps]) if (ends(one)) return fixedText(one * STEP);
  const found = [-1n, 1n].flatMap((sign) => {
    let most = sign < 0n && deepest * STEP >= ONE ? ONE / STEP - 1n : deepest;
    if (!ends(sign * most)) return [];
    let least = closed;
    while (most - least > 1n) {
      const middle = (least + most) / 2n;
      if (ends(sign * middle)) most = middle;
      else least = middle;
    }
    return [{ sign, steps: most }];
  });
  const [nearest] = found.toSorted((left, right) => Number(left.steps - right.steps));
  return nearest === undefined ? null : fixedText(nearest.sign * nearest.steps * STEP);
}

/** How many steps reach the furthest of these; at least one. */
function stepsTo(distances: readonly Fixed[]): Fixed {
  const furthest = distances.reduce((most, one) => (one > most ? one : most), 0n);
  return (furthest + STEP - 1n) / STEP || 1n;
}

const STEP: Fixed = ONE / 1000n;
