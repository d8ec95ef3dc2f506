// Carries out one update: only while the bot is as planned, then read back field by field (rules 6 and 8).
import type { ObservedBot } from "../model/bot.js";
import { fieldSpec } from "../model/field.js";
import type { FieldChange, PlannedBot, Step } from "../model/plan.js";
import { ServiceError, type WriteAnswer } from "../model/ports.js";
import { changedFields } from "./diff.js";
import { rejection } from "./rejection.js";
import type { Ending, Run } from "./run.js";
import { describeMismatches, readBack } from "./verify.js";

/** An update is absolute, so one whose answer was lost may be sent again (rule 8). */
const SENDS = 3;

export async function update(run: Run, step: Step): Promise<Ending> {
  const planned = run.bot(step);
  const observed = planned.observed;
  if (observed === null) throw new Error(`the update of ${step.address} has no bot to act on`);
  const live = await readFirst(run, observed.id);
  if (!("fields" in live)) return live;
  const stale = staleness(run, planned, observed, live);
  if (stale !== undefined) return stale;

  let answer: WriteAnswer = { kind: "not-sent", message: "" };
  for (let sends = 0; sends < SENDS; sends += 1) {
    answer = await run.ports.writer.update(observed.id, planned.target, live.fields);
    const rejected = rejection(answer);
    if (rejected !== undefined) return rejected;
    const conclusion = await conclude(run, observed, planned, answer);
    if (conclusion !== "unchanged") return conclusion;
  }
  return {
    kind: "failed",
    detail: `the bot is unchanged: ${"message" in answer ? answer.message : ""}`,
    next: "see the message; run apply again",
  };
}

async function readFirst(run: Run, botId: number): Promise<ObservedBot | Ending> {
  try {
    return await run.ports.reader.bot(botId);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      kind: "failed",
      detail: `could not be read, so nothing was sent: ${error.message}`,
      next: "run apply again",
    };
  }
}

/** Rule 8: the bot must still be what the plan was computed from; a turn-off of this run is part of the plan. */
function staleness(run: Run, planned: PlannedBot, observed: ObservedBot, live: ObservedBot): Ending | undefined {
  const expectedOn = observed.status.on && !run.applied(planned.address, "turn-off");
  const moved = changedFields(observed.fields, live.fields).map(
    ({ field, before, after }) => `${field} ${after ?? "off"} → ${before ?? "off"}`,
  );
  if (live.status.on !== expectedOn) moved.push(`switch ${expectedOn ? "on" : "off"} → ${live.status.raw}`);
  if (live.accessId !== planned.accessId) moved.push(`access ${planned.accessId} → ${live.accessId}`);
  if (moved.length === 0) return undefined;
  return {
    kind: "failed",
    detail: `changed on the service since the plan was made, nothing was sent: ${moved.join("; ")}`,
    next: "run plan again",
    stale: true,
  };
}

async function conclude(
  run: Run,
  observed: ObservedBot,
  planned: PlannedBot,
  answer: WriteAnswer,
): Promise<Ending | "unchanged"> {
  try {
    const { live, mismatches } = await readBack(run, observed.id, planned.target);
    if (!observed.status.on && live.status.on) {
      return {
        kind: "failed",
        detail: `the update switched the bot on (${live.status.raw})`,
        next: "turn it off on the service if it must not run",
      };
    }
    if (mismatches.length === 0) return { kind: "applied", detail: "read back and equal in every field" };
    if (answer.kind === "ambiguous" && changedFields(observed.fields, live.fields).length === 0) return "unchanged";
    return { kind: "failed", detail: describeMismatches(mismatches), next: mismatchNext(mismatches) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      kind: "unknown",
      detail: `sent, and could not be read back: ${error.message}`,
      next: "run plan: it shows what became of it",
    };
  }
}

function mismatchNext(mismatches: readonly FieldChange[]): string {
  return mismatches.every(({ field, after }) => after === null && fieldSpec(field).off === "omit")
    ? "this service keeps a scale that is left away: switch it off in the service's own form, then run plan"
    : "the service kept its own value: write what it accepts, set the field in the service's form, or add it to ignore";
}
