// The bots of a plan as a reader decides about them: those with the same change, and those that are created alike, stand together.
import Big from "big.js";
import { groupBy } from "../../model/order.js";
import type { FieldChange } from "../../model/plan/plan.js";
import { liquidationMove } from "../../model/risk/comparison.js";
import { type BotMoney, isKnown } from "../../model/risk/risk.js";
import { mayGrow } from "../money-facts.js";
import type { BotOutline, StepOutline } from "../plan-facts.js";
import { showValue } from "./value.js";

/**
 * Bots with the same steps on one access, and those in which nothing but one setting changes, each to a value of its own; a
 * group of one is a bot by itself. In the order of their first bots.
 */
export function groupsOf(bots: readonly BotOutline[]): readonly (readonly BotOutline[])[] {
  const equal = [...groupBy(bots, keyOf).values()];
  const alone = groupBy(
    equal.flatMap((group) => (group.length === 1 ? group : [])),
    settingOf,
  );
  return equal.flatMap((group) => {
    const [first, second] = group;
    if (first === undefined || second !== undefined) return isNew(group) ? apart(group) : [group];
    const likes = settingOf(first) === undefined ? group : (alone.get(settingOf(first)) ?? group);
    if (likes.length < FEWEST) return [group];
    return likes[0] === first ? [likes] : [];
  });
}

/** Fewer bots, of which each has something of its own, take no more room by themselves. */
const FEWEST = 3;

function apart(group: readonly BotOutline[]): readonly (readonly BotOutline[])[] {
  return group.length < FEWEST ? group.map((one) => [one]) : [group];
}

/** The access and the setting of a bot in which an update of one setting is all; undefined of any other. */
function settingOf({ bot, steps: [only, second] }: BotOutline): string | undefined {
  const [row, another] = only?.step.action === "update" && second === undefined ? only.rows : [];
  return row === undefined || another !== undefined ? undefined : JSON.stringify([bot.accessTitle, row.field]);
}

/** Whether each gets a value of its own. */
export function isOwn([first, second]: readonly BotOutline[]): boolean {
  return (
    first !== undefined && second !== undefined && settingOf(first) !== undefined && keyOf(first) !== keyOf(second)
  );
}

export function isNew([first]: readonly BotOutline[]): boolean {
  return first?.steps.some(({ step }) => step.action === "create") ?? false;
}

/** What is created may differ in its settings; every other step is the same in all. */
function keyOf({ bot, steps }: BotOutline): string {
  const parts = steps.map(({ step: { action, reason, deal }, rows }) =>
    action === "create" || action === "turn-on" ? [action] : [action, deal === undefined ? reason : "", rows],
  );
  return JSON.stringify([bot.accessTitle, parts]);
}

/** The steps of a group's bots, without what only one of them has: its warnings, and what it trades where others trade something else. */
export function commonSteps([first, ...others]: readonly BotOutline[]): readonly StepOutline[] {
  return (first?.steps ?? []).map(({ trades, ...one }, index) => {
    const isShared = trades !== undefined && others.every(({ steps }) => steps[index]?.trades === trades);
    return { ...one, step: { ...one.step, warnings: [] }, ...(isShared && { trades }) };
  });
}

/** Of a group, one that is liquidated before its last order; then the bot that may tie up the most more; where that is the same, one that is on, then the one with the largest grid, and then the one that is liquidated first. */
export function worstOf<T extends Pick<BotOutline, "money">>(bots: readonly T[]): T | undefined {
  return bots.toSorted((left, right) => compared(right.money, left.money))[0];
}

function compared(left: BotMoney | undefined, right: BotMoney | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  const grid = ({ after }: BotMoney) => new Big(isKnown(after) ? after.position : 0);
  const isOn = ({ after }: BotMoney) => Number(isKnown(after) && after.on);
  return (
    Number(isDoomed(left)) - Number(isDoomed(right)) ||
    mayGrow(left).cmp(mayGrow(right)) ||
    isOn(left) - isOn(right) ||
    grid(left).cmp(grid(right)) ||
    room(right).cmp(room(left))
  );
}

/** Whether its deals don't live to their last order. */
export function isDoomed(money: BotMoney | undefined): boolean {
  return money !== undefined && isKnown(money.after) && money.after.liquidation.kind === "inside";
}

/** How far a price may go from the first fill, less than nothing where the last order isn't reached; the most where nothing is liquidated. */
function room({ after }: BotMoney): Big {
  if (!isKnown(after)) return NO_END;
  const { liquidation } = after;
  if (liquidation.kind === "inside") return new Big(-liquidation.neverPlaced);
  return liquidationMove(after)?.abs() ?? NO_END;
}

const NO_END = new Big("1e300");

/** Of a new bot: the settings that it has otherwise than most, and those of most that it leaves to the service. */
export interface Otherwise {
  readonly rows: readonly FieldChange[];
  readonly lacks: readonly FieldChange["field"][];
}

/** `leverage 12`, `no priceLevel`. */
export function otherwiseTexts({ rows, lacks }: Otherwise = { rows: [], lacks: [] }): readonly string[] {
  return [...rows.map(({ field, after }) => `${field} ${showValue(after)}`), ...lacks.map((field) => `no ${field}`)];
}

/** The settings that more than half of the new bots have alike, and what each has otherwise. */
export function alike(bots: readonly (readonly FieldChange[])[]): {
  readonly shared: readonly FieldChange[];
  readonly own: readonly Otherwise[];
} {
  const same = groupBy(bots.flat(), ({ field, after }) => JSON.stringify([field, after]));
  const shared = [...same.values()].flatMap(([first, ...more]) =>
    first !== undefined && (more.length + 1) * 2 > bots.length ? [first] : [],
  );
  const values = new Map(shared.map(({ field, after }) => [field, after]));
  const own = bots.map((rows) => ({
    rows: rows.filter(({ field, after }) => !values.has(field) || values.get(field) !== after),
    lacks: shared.flatMap(({ field }) => (rows.some((row) => row.field === field) ? [] : [field])),
  }));
  return { shared, own };
}

/** As many of a group as a reader looks through. */
const MOST_BOTS = 20;

/** The first of many, and how many are left out. */
export function firstOf<T>(
  all: readonly T[],
  most = MOST_BOTS,
): { readonly first: readonly T[]; readonly more: number } {
  // One more takes no more room than saying so.
  const isCut = all.length > most + 1;
  return isCut ? { first: all.slice(0, most), more: all.length - most } : { first: all, more: 0 };
}
