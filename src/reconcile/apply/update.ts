// Carries out one update: only while the bot is as planned, then read back field by field (rules 6 and 8).
import { fingerprint, type ObservedBot } from "../../model/bot/bot.js";
import { changedFields, changesSince, describeMismatches } from "../../model/bot/compare.js";
import { fieldSpec } from "../../model/bot/field.js";
import { ACTIONS } from "../../model/plan/actions.js";
import { type FieldChange, type PlannedBot, type Step, titlesOf } from "../../model/plan/plan.js";
import type { WriteAnswer } from "../../model/ports.js";
import { moment, since } from "../plan/lists.js";
import { isRefusal } from "./decisions.js";
import { forceOff, readBack, whyOn } from "./observe.js";
import { LIST_AGE_MS, readAndSend, SNAPSHOT_AGE_MS, type StepSnapshot, sameTitle } from "./read-and-send.js";
import type { Run } from "./run.js";
import type { StepResult } from "./run-options.js";
import { inSpiteOf, refused, unreadAfter, unreadBefore, unsent } from "./step-results.js";

/** An update is absolute, so one whose answer was lost may be sent again (rule 8). */
const SENDS = 1 + ACTIONS.update.rules.resends;

export async function update(run: Run, step: Step): Promise<StepResult> {
  const planned = run.bots.of(step);
  const { observed } = planned;
  if (observed === null) throw new Error(`the update of ${step.address} has no bot to act on`);
  // A turn-off of this run is part of the plan.
  const on = observed.status.on && !run.records.applied(planned.address, "turn-off");
  const command = { sends: "update", botId: observed.id, target: planned.target, before: observed.fields } as const;
  const answers: WriteAnswer[] = [];
  for (let sends = 0; sends < SENDS; sends += 1) {
    const read = () => readBefore(run, planned, observed, on).catch(unreadBefore);
    const sent = await readAndSend(run, step, read, command, 8);
    if ("result" in sent) return afterDoubt(answers, sent.result);
    const { answer } = sent;
    const rejected = unsent(answer);
    if (rejected !== undefined) return afterDoubt(answers, rejected);
    const result = await conclude(run, step, observed, on, answer).catch((error) =>
      unreadAfter(error, isRefusal(answer) ? "it" : "sent, but"),
    );
    if (result !== undefined) return inSpiteOf(answer, result);
    // Rule 19: nothing has come of it, so the no is believed.
    if (isRefusal(answer)) return afterDoubt(answers, refused(answer, UNCHANGED));
    answers.push(answer);
  }
  return unanswered(answers);
}

/** An earlier send may still take effect, whatever a later one comes to (I6). */
function afterDoubt(earlier: readonly WriteAnswer[], rejected: StepResult): StepResult {
  if (earlier.every(isTurnedDown)) return rejected;
  const doubt = unanswered(earlier);
  return { ...doubt, detail: `${doubt.detail}; then ${rejected.detail}`, unauthorized: rejected.unauthorized === true };
}

/** No answer was clear, and the bot is unchanged. If every answer was a refusal, that settles it. */
function unanswered(answers: readonly WriteAnswer[]): StepResult {
  const last = answers.at(-1);
  const why = last !== undefined && "message" in last ? last.message : "";
  return answers.every(isTurnedDown)
    ? refused({ kind: "refused", message: why }, UNCHANGED)
    : {
        kind: "unknown",
        detail: `sent without a clear answer (${why}); the bot is unchanged so far`,
        next: "run plan to see what became of it",
        rule: 8,
      };
}

const UNCHANGED = "the bot is unchanged";

function isTurnedDown(answer: WriteAnswer): boolean {
  return answer.kind === "ambiguous" && answer.turnedDown;
}

/** Rule 8: the bot must still be what the plan was computed from, and a new title must be free. Throws ServiceError. */
async function readBefore(
  run: Run,
  planned: PlannedBot,
  observed: ObservedBot,
  on: boolean,
): Promise<StepResult | StepSnapshot<undefined>> {
  const { clock } = run.ports;
  const begun = moment(clock);
  const meanwhile = run.readings.watch();
  // The list is read first, since the bot's details decide.
  const isRenamed = planned.title !== observed.fields.title;
  const rivals = () => run.list.everSeen(titlesOf(planned)).filter((id) => isRenamed && id !== observed.id).length;
  if (isRenamed) {
    const { bots } = await run.list.snapshot(LIST_AGE_MS, run.settingsWrittenAt);
    const [twin] = await sameTitle(run, planned, bots, { except: observed.id });
    if (twin !== undefined) return stale(`bot ${twin.id} is now called "${twin.fields.title}"`);
  }
  const known = rivals();
  const held = await heldByDeal(run, planned, observed.id);
  if (held !== undefined) return stale(held);
  const live = await run.ports.reader.bot(observed.id);
  const isAsPlanned = (bot: ObservedBot) =>
    fingerprint({ ...bot, status: observed.status }) === planned.fingerprint && bot.status.on === on;
  if (!isAsPlanned(live)) return stale(describeChange(planned, observed, live, on));
  // Other steps may have read it, or another bot with its new title, since.
  const isFresh = () =>
    since(clock, begun) <= SNAPSHOT_AGE_MS &&
    meanwhile().every((bot) => bot.id !== observed.id || isAsPlanned(bot)) &&
    rivals() === known;
  return { state: undefined, isFresh };
}

/** With freezeActiveDeals a deal that has opened since the plan was made holds the update back. */
async function heldByDeal(run: Run, planned: PlannedBot, botId: number): Promise<string | undefined> {
  if (planned.freezeActiveDeals !== true) return undefined;
  const { deals } = await run.deals.snapshot(planned.accessId, LIST_AGE_MS);
  const running = deals.find((deal) => deal.botId === botId);
  return running && `its deal ${running.id} is running, and freezeActiveDeals is true`;
}

function stale(change: string): StepResult {
  return {
    kind: "failed",
    detail: `changed on the service since the plan was made, so nothing was sent: ${change}`,
    next: "run plan again",
    rule: 8,
    stale: true,
  };
}

function describeChange({ accessId }: PlannedBot, observed: ObservedBot, live: ObservedBot, on: boolean): string {
  const changes = changesSince({ ...observed, accessId, status: { on, raw: on ? "on" : "off" } }, live);
  return changes.map(({ what, before, after }) => `${what} ${before} → ${after}`).join("; ");
}

/** Reads the bot back; undefined where it is unchanged after an answer that is no yes. Throws ServiceError. */
async function conclude(
  run: Run,
  step: Step,
  observed: ObservedBot,
  on: boolean,
  answer: WriteAnswer,
): Promise<StepResult | undefined> {
  const { target, title } = run.bots.of(step);
  const { live, mismatches } = await readBack(run, observed.id, target);
  if (live.status.on && !on) return switchedOn(run, step, live, mismatches);
  if (!live.status.on && on) return switchedOff(live, mismatches);
  if (mismatches.length === 0) {
    if (title !== observed.fields.title) run.awaitedTitles.set(live.id, title);
    return { kind: "applied", detail: "read back, and every field matches" };
  }
  const unchanged = changedFields(observed.fields, live.fields).length === 0;
  if (answer.kind !== "accepted" && unchanged) return undefined;
  return { kind: "failed", detail: describeMismatches(mismatches), next: mismatchNext(mismatches), rule: 6 };
}

async function switchedOn(
  run: Run,
  step: Step,
  live: ObservedBot,
  mismatches: readonly FieldChange[],
): Promise<StepResult> {
  const why = whyOn(run, "the update switched the bot on", live);
  const { observedOff, says } = await forceOff(run, step, { id: live.id, title: live.fields.title });
  const fields = mismatches.length === 0 ? "" : `; ${describeMismatches(mismatches)}`;
  const detail = `${why}; ${says}${fields}`;
  return observedOff
    ? { kind: "failed", detail, next: "run plan again", rule: 7 }
    : { kind: "unknown", detail, next: "check the bot on the service now", rule: 7 };
}

function switchedOff(live: ObservedBot, mismatches: readonly FieldChange[]): StepResult {
  const fields = mismatches.length === 0 ? "its fields match the plan" : describeMismatches(mismatches);
  return {
    kind: "failed",
    detail: `the bot is off after the update (${live.status.raw}); ${fields}`,
    next: "run apply again: it turns the bot on if enabled is true",
    rule: 6,
  };
}

function mismatchNext(mismatches: readonly FieldChange[]): string {
  return mismatches.every(({ field, after }) => after === null && fieldSpec(field).off === "omit")
    ? "this service keeps a setting that is left out: switch it off on the service's website, then run plan"
    : "the service kept its own value: write a value that it accepts, set the field on the service's website, or add it to ignore";
}
