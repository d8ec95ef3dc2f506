// What of a plan's findings keeps it from being applied.
import { type Finding, isDenied } from "../policy/finding.js";
import type { Plan } from "./plan.js";

/** Whether a plan holds nothing but turn-offs: nothing ever blocks such a plan. */
export function isTurnOffsAlone({ steps }: Pick<Plan, "steps">): boolean {
  return steps.every(({ action }) => action === "turn-off");
}

/** What keeps the plan from being applied. */
export function denialsOf(plan: Pick<Plan, "steps" | "findings">): readonly Finding[] {
  return isTurnOffsAlone(plan) ? [] : (plan.findings ?? []).filter(isDenied);
}
