// The plan: ordered steps on bots, as data that saves, hashes and can be judged.
import type { ObservedBot } from "../bot/bot.js";
import type { UndeclaredRule } from "../bot/desired.js";
import type { FieldName, FieldValue, SomeFields } from "../bot/field.js";
import type { Finding } from "../policy/finding.js";
import type { Money } from "../risk/risk.js";
import type { Diagnostic } from "../text/diagnostic.js";
import { type Action, perAction } from "./actions.js";
import type { PlannedDeal, StepDeal } from "./plan-deal.js";

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

/** How many steps there are of each action. */
export function countSteps({ steps }: Pick<Plan, "steps">): Readonly<Record<Action, number>> {
  const counts = new Map<Action, number>();
  for (const { action } of steps) counts.set(action, (counts.get(action) ?? 0) + 1);
  return perAction((action) => counts.get(action) ?? 0);
}

/** What a bot will be once its steps are carried out: without a switch it stays on or off, and a new one is off. */
export function afterSteps(
  { observed, target }: Pick<PlannedBot, "observed" | "target">,
  steps: readonly Step[],
): { readonly fields: SomeFields; readonly on: boolean } {
  const isTurned = (action: Action) => steps.some((step) => step.action === action);
  const on = isTurned("turn-on") || (!isTurned("turn-off") && observed?.status.on === true);
  const isAsBefore = observed !== null && steps.every(({ changes }) => changes.length === 0);
  return { fields: isAsBefore ? observed.fields : target, on };
}
