// The outcomes of an apply's steps.
import * as z from "zod/mini";
import type { Data } from "../data.js";
import { PHASES } from "./actions.js";

/** In the order in which reports tell them. */
export const OUTCOME_KINDS = ["applied", "failed", "unknown", "skipped", "not-started"] as const;

export const outcome = () =>
  z.strictObject({
    address: z.string(),
    action: z.enum(PHASES),
    kind: z.enum(OUTCOME_KINDS),
    /** What happened, in one line. */
    detail: z.string(),
    /** What to do next; absent when nothing is. */
    next: z.optional(z.string()),
    /** The rule of apply behind the outcome (docs/explanation/safety.md); absent if none was. */
    rule: z.optional(z.int().check(z.nonnegative())),
    /** The bot was found to be another than the plan was computed from; nothing was sent. */
    stale: z.boolean(),
    /** Something was sent that changed, or may have changed, the service. */
    wrote: z.boolean(),
    botId: z.optional(z.int().check(z.nonnegative())),
    /** Of a step that is about a deal that was there. */
    dealId: z.optional(z.int().check(z.nonnegative())),
  });

export const applyReport = () =>
  z.strictObject({
    outcomes: z.array(outcome()),
    /** Facts worth knowing that belong to no step. */
    notes: z.array(z.string()),
    /** What couldn't be verified in the end; if there is any, the outcome of the run is unknown. */
    unsettled: z.array(z.string()),
    /** Violations that the final read found, for example two bots on with one title (rule 15). */
    violations: z.array(z.string()),
    /** Why it ended before its steps were through. `blocked`: by a limit, before anything was sent (rule 16). */
    stop: z.exactOptional(z.enum(["unauthorized", "interrupted", "journal", "blocked"])),
  });

export type Outcome = Data<z.infer<ReturnType<typeof outcome>>>;
export type OutcomeKind = Outcome["kind"];
export type ApplyReport = Data<z.infer<ReturnType<typeof applyReport>>>;
export type Stop = NonNullable<ApplyReport["stop"]>;

/** How many steps ended how. */
export function countOutcomes(ended: readonly Pick<Outcome, "kind">[]): Readonly<Record<OutcomeKind, number>> {
  const counts = { applied: 0, failed: 0, unknown: 0, skipped: 0, "not-started": 0 };
  for (const { kind } of ended) counts[kind] += 1;
  return counts;
}
