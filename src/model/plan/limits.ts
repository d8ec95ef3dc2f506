// Rule 16: how much of an account one apply may change, unless a flag or the configuration allows more.
import { endOf } from "../bot/hold.js";
import { counted } from "../text/counted.js";
import type { Diagnostic, Origin } from "../text/diagnostic.js";
import { ACTIONS } from "./actions.js";
import type { Plan } from "./plan.js";
import { planProblem } from "./plan-codes.js";

/** What one apply may change, and why that differs from the default, if the configuration says so. */
export type Limits = NonNullable<Plan["limits"]>;

/** As the configuration states them for an account. */
export interface StatedLimits extends Partial<Limits> {
  readonly origin: Origin;
}

/** Of the live bots that a plan may update, turn off or change a deal of, in percent; and how many it may turn on. */
export const DEFAULT_LIMITS: Limits = { maxChangedPercent: 30, maxTurnOns: 30 };

/** With fewer bots a percentage means little. */
const FEWEST_BOTS = 10;

/** The limits as numbers. */
export type LimitNumbers = Pick<Limits, "maxChangedPercent" | "maxTurnOns">;

/** A limit that a plan exceeds, and the number that would allow it. */
export interface Excess {
  readonly detail: string;
  readonly limit: keyof LimitNumbers;
  readonly needed: number;
}

/** What the limits count in a plan. */
export interface Reach {
  /** Bots that it updates or turns off, or a deal of which it changes. */
  readonly changedBots: number;
  /** Live bots that it was computed from. */
  readonly liveBots: number;
  readonly turnOns: number;
}

/** Turn-ons have a limit of their own; counted among the changes, too, they would stop the second run of an apply that died half-way. */
export function reachOf({ steps, observedBots }: Pick<Plan, "steps" | "observedBots">): Reach {
  const stepsOf = (limit: "changed" | "turn-ons") =>
    steps.filter(({ action }) => ACTIONS[action].rules.limit === limit);
  // A bot counts once, even if both it and its deals are changed.
  const changedBots = new Set(stepsOf("changed").map(({ address }) => address)).size;
  return { changedBots, liveBots: observedBots, turnOns: stepsOf("turn-ons").length };
}

/** The limits that a plan exceeds; none where it states none, since the user named each bot. */
export function excessesOf(plan: Pick<Plan, "steps" | "observedBots" | "limits">, limits = plan.limits): Excess[] {
  if (limits === undefined) return [];
  const excesses: Excess[] = [];
  const { changedBots, liveBots, turnOns } = reachOf(plan);
  const percent = (changedBots * 100) / liveBots;
  if (liveBots >= FEWEST_BOTS && percent > limits.maxChangedPercent) {
    const besides = turnOns > 0 ? ", turn-ons aside" : "";
    const share = `${changedBots} of the account's ${liveBots} bots (${Math.ceil(percent)} %${besides})`;
    excesses.push({
      detail: `the plan changes ${share}, more than ${limits.maxChangedPercent} %`,
      limit: "maxChangedPercent",
      needed: Math.ceil(percent),
    });
  }
  if (turnOns > limits.maxTurnOns) {
    excesses.push({
      detail: `the plan turns on ${counted(turnOns, "bot")}, more than ${limits.maxTurnOns}`,
      limit: "maxTurnOns",
      needed: turnOns,
    });
  }
  return excesses;
}

/** ` --max-changed-percent 40`, with a space before each. */
export function limitFlags({ maxChangedPercent, maxTurnOns }: Partial<LimitNumbers>): string {
  const percent = maxChangedPercent === undefined ? "" : ` --max-changed-percent ${maxChangedPercent}`;
  return `${percent}${maxTurnOns === undefined ? "" : ` --max-turn-ons ${maxTurnOns}`}`;
}

/** What would allow a plan that exceeds its limits. */
export function neededLimits(excesses: readonly Excess[]): Partial<LimitNumbers> {
  return Object.fromEntries(excesses.map(({ limit, needed }) => [limit, needed]));
}

/** How a plan exceeds its limits, in clauses; undefined if it doesn't. */
export function overText(...plan: Parameters<typeof excessesOf>): string | undefined {
  const excesses = excessesOf(...plan);
  return excesses.length === 0 ? undefined : excesses.map(({ detail }) => detail).join(", and ");
}

/** The same, and how to allow it. */
export function excessText(...plan: Parameters<typeof excessesOf>): string | undefined {
  const over = overText(...plan);
  if (over === undefined) return undefined;
  return `${over}; to allow it, add${limitFlags(neededLimits(excessesOf(...plan)))}, or state limits of the account in the configuration`;
}

/** The limits of an account: a flag wins over the configuration, and that over the default. @param now milliseconds since the epoch */
export function limitsInForce(flags: Partial<Limits>, stated: StatedLimits | undefined, now: number): Limits {
  const { origin: _, ...own } = stated === undefined || hasEnded(stated, now) ? { origin: undefined } : stated;
  return { ...DEFAULT_LIMITS, ...own, ...flags };
}

/** What differs from the default, and why, for readers of the plan; undefined where nothing does. */
export function limitsText({ limits }: Pick<Plan, "limits">): string | undefined {
  if (limits === undefined) return undefined;
  const { maxChangedPercent, maxTurnOns, reason, until } = limits;
  if (maxChangedPercent === DEFAULT_LIMITS.maxChangedPercent && maxTurnOns === DEFAULT_LIMITS.maxTurnOns)
    return undefined;
  const [end, why] = [until === undefined ? "" : ` until ${until}`, reason === undefined ? "" : `: ${reason}`];
  return `an apply may change ${maxChangedPercent} % of the live bots and turn on ${maxTurnOns}${end}${why}`;
}

/** A warning where the configuration's limits have ended. */
export function endedLimits(stated: StatedLimits | undefined, now: number): Diagnostic[] {
  if (stated === undefined || !hasEnded(stated, now)) return [];
  const summary = `the limits of the account ended on ${stated.until}, so botform's own are in force`;
  const remedy = "Remove them, or state a later day and the reason.";
  return [planProblem("plan/limits-ended", { summary, remedy, origin: stated.origin })];
}

function hasEnded({ until }: StatedLimits, now: number): boolean {
  return until !== undefined && now >= (endOf(until) ?? 0);
}
