// How figures in money compare, before and after: what of a bot grows, whose liquidation comes nearer, and which moves liquidate more than now.
import Big from "big.js";
import type { BotRisk, ShockRisk } from "./risk.js";

/** The figures of a bot that grow as it risks more. */
export const MEASURES = ["leverage", "position", "margin", "lossAtEnd", "orders"] as const;
export type Measure = (typeof MEASURES)[number];

/** A figure that is more than it was. */
export interface Grown {
  readonly measure: Measure;
  readonly before: string;
  readonly after: string;
}

/** By its settings alone, to the last digit. */
export function grownMeasures(before: BotRisk, after: BotRisk): readonly Grown[] {
  return MEASURES.flatMap((measure) => {
    const [old, now] = [String(before[measure]), String(after[measure])];
    return new Big(now).gt(old) ? [{ measure, before: old, after: now }] : [];
  });
}

/** The move of the price from the first fill that liquidates it; undefined where none does, or nothing is known. */
export function liquidationMove({ liquidation, basis }: Pick<BotRisk, "liquidation" | "basis">): Big | undefined {
  if (liquidation.kind === "unknown" || liquidation.price === null) return undefined;
  return new Big(liquidation.price).div(basis.kind === "price" ? basis.price : FIRST_FILL).minus(1);
}

/** Without a price of the market. */
const FIRST_FILL = 100;

type Ending = Pick<BotRisk, "liquidation" | "basis" | "side">;

/** Whether a smaller move of the price liquidates it than before, alone or with the other cross bots; undefined where that isn't known. */
export function isLiquidatedSooner(before: Ending, after: Ending): boolean | undefined {
  const [old, now] = [before.liquidation, after.liquidation];
  if (old.kind === "unknown" || now.kind === "unknown") return undefined;
  if (now.kind === "inside" && old.kind === "outside") return true;
  return isSooner(againstIt(before), againstIt(after)) || isSooner(together(before), together(after));
}

/** How far the price has to go against it; null where no move liquidates it. */
function againstIt(risk: Ending): Big | null {
  const by = liquidationMove(risk);
  return by === undefined ? null : risk.side === "LONG" ? by.neg() : by;
}

/** The same with the other cross bots: at their last orders, which is nearer than any move that is known. */
function together({ liquidation }: Ending): Big | null {
  const found = liquidation.kind === "outside" ? liquidation.together : undefined;
  return found === undefined ? null : found.move === null ? new Big(0) : new Big(found.move).abs();
}

function isSooner(before: Big | null, after: Big | null): boolean {
  return after !== null && (before === null || after.lt(before));
}

/** The shocks that liquidate more than they do now. */
export interface NewLiquidations {
  /** Of isolated positions: the nearest fall and the nearest rise, the nearer first. */
  readonly isolated: readonly ShockRisk[];
  /** The nearest that takes all cross positions, and takes none now. */
  readonly cross: ShockRisk | undefined;
  /** How many isolated positions such a shock liquidates now; undefined where that isn't known. */
  readonly now: (shock: ShockRisk) => number | undefined;
}

export function newLiquidations(shocks: readonly ShockRisk[], shocksNow: readonly ShockRisk[]): NewLiquidations {
  const near = shocks.toSorted((left, right) => new Big(left.move).abs().cmp(new Big(right.move).abs()));
  const old = (shock: ShockRisk) => shocksNow.find((one) => one.move === shock.move);
  const ended = near.filter((shock) => shock.liquidated > (old(shock)?.liquidated ?? shock.liquidated));
  const isFall = ({ move }: ShockRisk) => move.startsWith("-");
  return {
    isolated: ended.filter((one, at) => ended.findIndex((other) => isFall(other) === isFall(one)) === at),
    cross: near.find((shock) => shock.isCrossLiquidated === true && old(shock)?.isCrossLiquidated === false),
    now: (shock) => old(shock)?.liquidated,
  };
}

/** What a running deal outlives, the next one may not: the most that each shock liquidates, now and while deals run. */
export function mostLiquidated(shocks: readonly ShockRisk[], shocksNow: readonly ShockRisk[]): readonly ShockRisk[] {
  return shocks.map((shock) => {
    const old = shocksNow.find((one) => one.move === shock.move);
    return old !== undefined && old.liquidated > shock.liquidated ? { ...shock, liquidated: old.liquidated } : shock;
  });
}
