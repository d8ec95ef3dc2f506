// The plan: ordered steps on bots, as data that saves, hashes and can be judged.
import type { ObservedBot } from "../bot/bot.js";
import type { UndeclaredRule } from "../bot/desired.js";
import type { FieldName, FieldValue, SomeFields } from "../bot/field.js";
import type { Finding } from "../policy/finding.js";
import type { Money } from "../risk/risk.js";
import type { Diagnostic } from "../text/diagnostic.js";
import type { PlannedDeal, StepDeal } from "./plan-deal.js";

/** What a step does to its bot, or to a deal of it. The symbol is how every renderer marks it. */
export type Action = BotAction | DealAction;
export type BotAction = "turn-off" | "update" | "create" | "turn-on";
/** All but take-profit stand only in plans that a command about that one deal has made (rule 17). */
export type DealAction = "take-profit" | "start-deal" | "complete-deal" | "cancel-deal";

/** The order in which steps are carried out (design, section 6), with each action's symbol. */
export const ACTIONS: readonly { readonly action: Action; readonly symbol: string }[] = [
  { action: "turn-off", symbol: "⏻off" },
  { action: "update", symbol: "~" },
  { action: "take-profit", symbol: "◎" },
  { action: "create", symbol: "+" },
  { action: "turn-on", symbol: "⏻on" },
  { action: "start-deal", symbol: "▶" },
  { action: "complete-deal", symbol: "■" },
  { action: "cancel-deal", symbol: "✕" },
];

const DEAL_ACTIONS: ReadonlySet<Action> = new Set(["take-profit", "start-deal", "complete-deal", "cancel-deal"]);

export function isDealAction(action: Action): action is DealAction {
  return DEAL_ACTIONS.has(action);
}

export interface FieldChange {
  readonly field: FieldName;
  /** undefined: there was no bot before. */
  readonly before?: FieldValue;
  readonly after: FieldValue;
}

export interface Step {
  readonly address: string;
  readonly action: Action;
  /** The deal it is about; of a start-deal there is none yet. */
  readonly deal?: StepDeal;
  /** Why, in one line; explains and never decides. */
  readonly reason: string;
  /** Changed fields of an update, all declared fields of a create, none of a switch. */
  readonly changes: readonly FieldChange[];
  readonly warnings: readonly string[];
}

/** A bot that at least one step touches. */
export interface PlannedBot {
  readonly address: string;
  /** The title it shall have. */
  readonly title: string;
  readonly accessId: number;
  readonly accessTitle: string;
  /** As it was when the plan was made; null when it has to be created. */
  readonly observed: ObservedBot | null;
  /** Fingerprint of `observed`; null when there is none. */
  readonly fingerprint: string | null;
  /** Every field the bot shall have afterwards: complete for a live bot, the declared ones for a new one. */
  readonly target: SomeFields;
  /** The fields the configuration declares; for a new bot those that `ignore` names, too. */
  readonly managed: readonly FieldName[];
  /** Other live bots on its access with its title, as they were when the plan was made. */
  readonly copies: readonly number[];
  /** Of a bot that has to be created: titles it had before and that no other configured bot has; a live bot with one is it. */
  readonly formerTitles?: readonly string[];
  /**
   * Ids of the bots on other accesses whose place it takes: none of its other steps runs before those of them that the plan
   * turns off are off (rule 11), and it isn't turned on while one of them is on (rule 9).
   */
  readonly replaces?: readonly number[];
  /** Its running deals, lowest id first, where a step updates it, turns it off or is about a deal. */
  readonly deals?: readonly PlannedDeal[];
  /** It is not updated while a deal of it runs. */
  readonly freezeActiveDeals?: true;
  /** Whether botId names it: then other bots with its title don't put its identity in doubt. */
  readonly pinned: boolean;
}

/** A live bot in scope that the configuration doesn't declare. */
export interface UndeclaredBot {
  readonly id: number;
  readonly title: string;
  readonly on: boolean;
  readonly status: string;
  readonly dealIds: readonly number[];
  /** Set when its title is declared and another live bot with that title was chosen. */
  readonly duplicateOf?: string;
  /** Set when its title is one of the configuration's protected ones: then it is never turned off. */
  readonly protected?: true;
}

export interface Plan {
  readonly formatVersion: 1;
  readonly account: string;
  readonly exchange: string;
  /** Digest of the configuration the plan was computed from. */
  readonly configDigest: string;
  /** In the order in which they run. */
  readonly steps: readonly Step[];
  /** Every bot touched by a step, by address. */
  readonly bots: Readonly<Record<string, PlannedBot>>;
  readonly unchanged: number;
  /** How many live bots the plan was computed from; with any, an empty list is a bad read (rule 1). */
  readonly observedBots: number;
  readonly undeclared: readonly UndeclaredBot[];
  readonly undeclaredRule: UndeclaredRule;
  /** Errors forbid the apply; warnings are for the reader. */
  readonly diagnostics: readonly Diagnostic[];
  /** What it may cost, before and after; absent where nobody asked, or where there is nothing to compare with. */
  readonly money?: Money;
  /** What the policies say of it; absent where none were asked. Those that deny keep it from being applied. */
  readonly findings?: readonly Finding[];
}

/** Begins the digest of a plan that comes from a journal, not from a configuration; the run's id follows. */
export const UNDO_DIGEST = "undo/";

/** Whether the plan is the way back from an earlier run. */
export function isUndo({ configDigest }: Pick<Plan, "configDigest">): boolean {
  return configDigest.startsWith(UNDO_DIGEST);
}

/** A plan's steps by address, each bot's in the order in which they run. */
export function stepsByAddress(plan: Plan): ReadonlyMap<string, readonly Step[]> {
  const groups = new Map<string, Step[]>();
  for (const step of plan.steps) {
    const group = groups.get(step.address);
    if (group === undefined) groups.set(step.address, [step]);
    else group.push(step);
  }
  return groups;
}

/** What tells a step from every other one of its plan. */
export function stepKey({ address, action, deal }: Pick<Step, "address" | "action" | "deal">): string {
  return JSON.stringify([action, address, deal?.id ?? null]);
}

/** How many steps of each action a plan holds. */
export function countSteps(plan: Plan): Readonly<Record<Action, number>> {
  const bots = { "turn-off": 0, update: 0, create: 0, "turn-on": 0 };
  const counts = { ...bots, "take-profit": 0, "start-deal": 0, "complete-deal": 0, "cancel-deal": 0 };
  for (const step of plan.steps) counts[step.action] += 1;
  return counts;
}
