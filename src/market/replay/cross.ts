// What stands behind the cross positions of a replay's account, in doubles, and when the account can't hold them any longer.
import type { BotRun } from "./bot-run.js";
import type { Seat } from "./watch.js";

/** Highest rate of maintenance of any bot's pair. */
export function mostMaintenance(runs: readonly BotRun[]): number {
  return Math.max(0, ...runs.flatMap(({ tiers }) => tiers.map(({ rate }) => rate)));
}

/**
 * Whether the account might lose its cross positions between the lowest and highest prices of the moments that are looked at
 * together; never says no wrongly.
 * @param balance of the wallet @param mostRate see `mostMaintenance`
 */
export function isAtRisk(seats: readonly Seat[], balance: number, mostRate: number): boolean {
  let backing = balance;
  let isHolding = false;
  for (const { run, pair, watch } of seats) {
    if (run.isolated) backing -= run.positionMargin;
    else if (run.amount > 0) {
      isHolding = true;
      const worst = pair.has ? (run.isLong ? watch.low : watch.high) : run.mark;
      const high = pair.has ? watch.high : run.mark;
      backing += run.sign * (run.amount * worst - run.cost) - mostRate * run.amount * high;
    }
  }
  return isHolding && backing <= 0;
}

/**
 * All cross positions go where, on the straight way from the marks before, the account can't hold them any longer.
 * @param before marks of the runs, in their order @param mostRate see `mostMaintenance`
 */
export function liquidateCross(
  runs: readonly BotRun[],
  { balance, mostRate }: { readonly balance: number; readonly mostRate: number },
  before: readonly number[],
  time: number,
): void {
  if (isSafe(runs, balance, mostRate)) return;
  const excess = (share: number) => excessOf(runs, balance, before, share);
  if (excess(1) > 0) return;
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 50 && excess(low) > 0; turn += 1) {
    const middle = (low + high) / 2;
    if (excess(middle) > 0) low = middle;
    else high = middle;
    if (high - low < 1e-9) break;
  }
  for (const [index, run] of runs.entries()) {
    if (run.isolated || run.deal === null) continue;
    run.mark = Number(between(before[index] ?? run.mark, run.mark, high).toPrecision(12));
  }
  for (const run of runs) if (!run.isolated) run.liquidate(run.mark, time);
}

/** Whether it holds them even if each took the highest rate of maintenance: most often so, and quickly seen. Never says yes wrongly. */
function isSafe(runs: readonly BotRun[], balance: number, mostRate: number): boolean {
  let excess = balance;
  for (const run of runs) {
    if (run.isolated) excess -= run.positionMargin;
    else if (run.amount > 0) {
      const worth = run.amount * run.mark;
      excess += run.sign * (worth - run.cost) - worth * mostRate;
    }
  }
  return excess > 0;
}

/** What stands behind the cross positions beyond their maintenance margin, this far on the way; infinite without any. */
function excessOf(runs: readonly BotRun[], balance: number, before: readonly number[], share: number): number {
  let [excess, isHolding] = [balance, false];
  for (const [index, run] of runs.entries()) {
    if (run.isolated) excess -= run.positionMargin;
    else if (run.amount > 0) {
      isHolding = true;
      const price = between(before[index] ?? run.mark, run.mark, share);
      const worth = run.amount * price;
      excess += run.sign * (worth - run.cost) - maintenanceOf(run, worth);
    }
  }
  return isHolding ? excess : Number.POSITIVE_INFINITY;
}

function maintenanceOf({ tiers }: BotRun, worth: number): number {
  const tier = tiers.findLast(({ floor }) => floor <= worth) ?? tiers[0];
  return tier === undefined ? 0 : worth * tier.rate - tier.cum;
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
