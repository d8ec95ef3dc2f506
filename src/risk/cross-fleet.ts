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
 * All at their last orders at once, and each side alone: the worst of these. undefined where fewer than two bots are cross, null
 * where the wallet isn't known.
 */
export function fleetAtDepth(all: readonly CrossCourse[], wallet: string | undefined): CrossAtDepth | null | undefined {
  const bots = botsOf(all.filter(({ isolated }) => !isolated));
  if (bots < 2) return undefined;
  if (wallet === undefined) return null;
  const rooms = casesOf(all).map((some) => roomOf(some.map(atDepth), wallet));
  const room = rooms.reduce((least, one) => (one < least ? one : least));
  return { bots, room: fixedText(room), endsAt: room > 0n ? null : endsAt(all, wallet) };
}

/** A pair can't be at the end of both its sides: of both together counts the one that costs more. */
function casesOf(all: readonly CrossCourse[]): readonly (readonly CrossCourse[])[] {
  const of = (side: Side) => all.filter(({ place }) => place.side === side);
  const together = [...groupBy(all, ({ place }) => place.pair).values()].flatMap((pair) => {
    const sides = [...groupBy(pair, ({ place }) => place.side).values()];
    return sides.reduce((worst, one) => (weightOf(one) > weightOf(worst) ? one : worst));
  });
  return [of("LONG"), of("SHORT"), together];
}

function weightOf(some: readonly CrossCourse[]): Fixed {
  return -roomOf(some.map(atDepth), "0");
}

const atDepth = ({ atLastOrder }: CrossCourse) => atLastOrder();

/** The smallest move of all prices that ends them, to a tenth of a percent; null where only different moves do. */
function endsAt(all: readonly CrossCourse[], wallet: string): string | null {
  const deepest = all.reduce((most, { cover }) => (cover > most ? cover : most), 0n);
  const ends = (move: Fixed) =>
    endsCross(
      all.map(({ at }) => at(move)),
      wallet,
    );
  const found = [-1n, 1n].flatMap((sign) => {
    let most = (deepest + STEP - 1n) / STEP;
    if (sign < 0n && most * STEP >= ONE) most = ONE / STEP - 1n;
    if (!ends(sign * most * STEP)) return [];
    let least = 0n;
    while (most - least > 1n) {
      const middle = (least + most) / 2n;
      if (ends(sign * middle * STEP)) most = middle;
      else least = middle;
    }
    return [{ sign, steps: most }];
  });
  const [nearest] = found.toSorted((left, right) => Number(left.steps - right.steps));
  return nearest === undefined ? null : fixedText(nearest.sign * nearest.steps * STEP);
}

const STEP: Fixed = ONE / 1000n;
