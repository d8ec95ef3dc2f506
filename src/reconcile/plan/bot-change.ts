// What a plan has to say of one bot: its steps in their words, and its problems with where they were stated.
import type { DesiredBot } from "../../model/bot/desired.js";
import type { FieldName } from "../../model/bot/field.js";
import type { FieldChange, PlannedBot, Step } from "../../model/plan/plan.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { type PlanCode, planProblem } from "./codes.js";

/** What the planner says of one bot. */
export interface BotChange {
  readonly address: string;
  readonly planned: PlannedBot | null;
  readonly steps: readonly Step[];
  readonly diagnostics: readonly Diagnostic[];
  /** It was seen to be just as it is desired. */
  readonly unchanged: boolean;
}

export function idle(address: string, diagnostics: readonly Diagnostic[] = []): BotChange {
  return { address, planned: null, steps: [], diagnostics, unchanged: false };
}

export function step(
  address: string,
  action: Step["action"],
  reason: string,
  changes: readonly FieldChange[],
  warnings: readonly string[] = [],
): Step {
  return { address, action, reason, changes, warnings };
}

export function turnOffWarnings(deals: readonly number[]): string[] {
  return deals.length === 0 ? [] : [`${dealList(deals)} runs on to its end; no new one starts`];
}

export function dealList(ids: readonly number[]): string {
  return ids.length === 1 ? `running deal ${ids[0]}` : `each of the running deals ${ids.join(", ")}`;
}

interface Words {
  readonly summary: string;
  readonly remedy: string;
  /** The field it is about: it points to where that was stated. */
  readonly field?: FieldName;
}

export function problem(bot: DesiredBot, code: PlanCode, { summary, remedy, field }: Words): Diagnostic {
  const origin = (field === undefined ? undefined : bot.fieldOrigins?.[field]) ?? bot.origin;
  return planProblem(code, { summary, remedy, address: bot.address, origin });
}
