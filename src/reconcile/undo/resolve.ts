// Reads again every bot and deal whose step ended unknown, and reports what became of it. Writes nothing.
import type { ObservedBot } from "../../model/bot/bot.js";
import { changedFields } from "../../model/bot/compare.js";
import type { SomeFields } from "../../model/bot/field.js";
import type { Deal, RunningDeal } from "../../model/deal/deal.js";
import { isChangeObserved, signsOf } from "../../model/deal/take-profit.js";
import { type Action, isDealAction } from "../../model/plan/actions.js";
import type { FieldChange, PlannedBot, Step } from "../../model/plan/plan.js";
import { isLater } from "../../model/plan/plan-deal.js";
import { ServiceError, type ServiceReader } from "../../model/ports.js";
import { endOf } from "../apply/step-results.js";
import type { PastRun, PastStep } from "../ledger/history.js";
import type { JournalEntry, ResolvedVerdict } from "../ledger/journal-format.js";
import { isAmong, type Place } from "../ledger/names.js";
import { attempt, readIfThere, wholeList } from "../plan/lists.js";

/** Milliseconds after which a command without effect counts as lost; some take effect ten minutes later. */
const QUEUE_MS = 15 * 60_000;

/** What a later read shows of a step. */
export interface Resolution {
  readonly address: string;
  readonly action: Action;
  readonly verdict: ResolvedVerdict;
  /** Whether that is final; if not, resolve has to be run again. */
  readonly settled: boolean;
  readonly detail: string;
  readonly botId?: number;
  readonly dealId?: number;
}

/** What a look concludes, before its age is weighed. */
interface CheckResult {
  readonly verdict: ResolvedVerdict;
  readonly detail: string;
  readonly botId?: number;
}

/** Whether the step is still unknown, after every later read so far. */
export function isInDoubt({ kind, resolved }: PastStep): boolean {
  return kind === "unknown" && resolved?.verdict !== "took-effect" && resolved?.verdict !== "no-effect";
}

/**
 * Looks at each step in doubt. `madeElsewhere` are bots that other runs are known to have created: none of them is what
 * became of this run's creates. Throws ServiceError when a read fails.
 */
export async function resolveSteps(
  run: PastRun,
  reader: ServiceReader,
  { now, madeElsewhere }: { readonly now: number; readonly madeElsewhere: ReadonlySet<number> },
): Promise<readonly Resolution[]> {
  const doubtful = run.steps.filter(isInDoubt);
  if (doubtful.length === 0) return [];
  const list = await wholeList(reader, run.begin.plan.observedBots > 0);
  return Promise.all(
    doubtful.map(async (step) => {
      const planned = run.begin.plan.bots[step.address];
      if (planned === undefined) return settle(step, NOT_IN_PLAN, now, run.begin);
      const checked =
        step.action === "create"
          ? await findCreated(step, planned, { reader, list, madeElsewhere })
          : await checkLive(step, planned, reader);
      return settle(step, checked, now, run.begin);
    }),
  );
}

/** Bots that other runs of the same account are known to have created. @param places of the account */
export function createdElsewhere(
  { begin }: PastRun,
  runs: readonly PastRun[],
  places: readonly Place[],
): ReadonlySet<number> {
  const others = runs.filter((run) => run.begin.id !== begin.id && isAmong(places, run.begin));
  const creates = others.flatMap(({ steps }) => steps.filter(({ action }) => action === "create"));
  return new Set(creates.flatMap(({ kind, ended }) => (kind === "applied" ? (ended?.outcome.botId ?? []) : [])));
}

/** The look as the journal keeps it; one that settles nothing is no verdict. */
export function resolvedEntry({ address, action, detail, ...rest }: Resolution, at: number): JournalEntry {
  const { botId, dealId } = rest;
  const verdict = rest.settled ? rest.verdict : "unclear";
  const about = { ...(botId !== undefined && { botId }), ...(dealId !== undefined && { dealId }) };
  return { type: "resolved", at, address, step: action, verdict, detail, ...about };
}

const NOT_IN_PLAN: CheckResult = { verdict: "unclear", detail: "the record of the run lacks its bot" };

/** What a look at the account rests on. */
interface CheckInput {
  readonly reader: ServiceReader;
  readonly list: readonly ObservedBot[];
  readonly madeElsewhere: ReadonlySet<number>;
}

async function findCreated(step: PastStep, planned: PlannedBot, account: CheckInput): Promise<CheckResult> {
  const found = await createdBots(step, planned, account);
  if (found.length > 0) return checkCreated(planned.target, found);
  const named = step.writes.find(({ answer }) => answer?.kind === "accepted")?.answer?.botId;
  const live = named === undefined ? undefined : await readIfThere(named, account.reader);
  if (live === undefined) return { verdict: "no-effect", detail: "no bot with its title is there" };
  const title = `"${live.fields.title}" on access ${live.accessId}`;
  return { verdict: "unclear", detail: `the service answered with bot ${live.id}, which is ${title}`, botId: live.id };
}

/** The bot that the run took as its own or, where there is none, every bot with the title on the access. */
async function createdBots(
  { ended }: PastStep,
  { title, accessId }: PlannedBot,
  { reader, list, madeElsewhere }: CheckInput,
): Promise<readonly ObservedBot[]> {
  const adopted = ended?.outcome.botId;
  if (adopted !== undefined) {
    const live = await readIfThere(adopted, reader);
    return live === undefined ? [] : [live];
  }
  const titled = list.filter((row) => row.fields.title === title && !madeElsewhere.has(row.id));
  const placed = await Promise.all(titled.map((row) => reader.bot(row.id)));
  return placed.filter((bot) => bot.accessId === accessId && bot.fields.title === title);
}

/** @param found at least one bot that the create may have made */
function checkCreated(target: SomeFields, found: readonly ObservedBot[]): CheckResult {
  const shown = found.map(({ id, status }) => `${id}, ${status.on ? "on" : "off"} (${status.raw})`).join("; ");
  const [only, second] = found;
  if (only === undefined || second !== undefined) {
    return { verdict: "unclear", detail: `several bots have its title: ${shown}; name the right one with botId` };
  }
  const differing = differences(target, only.fields);
  const equal = differing === "" ? "matching the plan" : `differing from the plan: ${differing}`;
  return { verdict: "took-effect", detail: `it is bot ${shown}, ${equal}`, botId: only.id };
}

async function checkLive(past: PastStep, planned: PlannedBot, reader: ServiceReader): Promise<CheckResult> {
  const { action, step } = past;
  const botId = planned.observed?.id ?? idSentFor(past);
  if (isDealAction(action))
    return { ...(await checkDeal(step, planned, reader)), ...(botId !== undefined && { botId }) };
  if (botId === undefined) return { verdict: "unclear", detail: "which bot it was sent for is not recorded" };
  const live = await readIfThere(botId, reader);
  if (live === undefined) return { verdict: "unclear", detail: `bot ${botId} is no longer on the service`, botId };
  if (action !== "update") return { ...checkSwitch(live, action === "turn-on"), botId };
  return { ...checkUpdate(step.changes, live), botId };
}

function idSentFor({ ended, writes }: PastStep): number | undefined {
  return ended?.outcome.botId ?? writes.findLast(({ intent }) => intent.botId !== undefined)?.intent.botId;
}

function checkSwitch({ status }: ObservedBot, on: boolean): CheckResult {
  const state = `the bot is ${status.on ? "on" : "off"} (${status.raw})`;
  return { verdict: status.on === on ? "took-effect" : "no-effect", detail: state };
}

/** Only what the update changed counts; somebody else may have changed the rest. */
function checkUpdate(changes: readonly FieldChange[], { fields, status }: ObservedBot): CheckResult {
  const state = `the bot is ${status.on ? "on" : "off"} (${status.raw})`;
  const after: SomeFields = Object.fromEntries(changes.map((change) => [change.field, change.after]));
  const before: SomeFields = Object.fromEntries(changes.map((change) => [change.field, change.before ?? null]));
  const missing = differences(after, fields);
  if (missing === "") return { verdict: "took-effect", detail: `every field matches the plan; ${state}` };
  if (differences(before, fields) === "")
    return { verdict: "no-effect", detail: `every field is as it was before; ${state}` };
  return { verdict: "unclear", detail: `some fields match neither the plan nor what was before: ${missing}; ${state}` };
}

/** `leverage asked for 5, shown 7`, for each field; "" where there is none. */
function differences(asked: SomeFields, live: SomeFields): string {
  return changedFields(asked, live)
    .map(({ field, before, after }) => `${field} expected ${after ?? "off"}, shown ${before ?? "off"}`)
    .join("; ");
}

/** A command that has done nothing yet may still be in the queue. */
function settle(step: PastStep, checked: CheckResult, now: number, begin: PastRun["begin"]): Resolution {
  const { address, action, dealId } = step;
  const about = { address, action, ...(dealId !== undefined && { dealId }) };
  const sentAt = step.writes.reduce((latest, { intent }) => Math.max(latest, intent.at), begin.at);
  const due = sentAt + Math.max(QUEUE_MS, begin.commandDeadlineMs ?? 0);
  if (checked.verdict === "no-effect" && now < due) {
    const detail = `not yet: ${checked.detail}; check again after ${clockTime(due)}`;
    return { ...about, ...checked, detail, settled: false };
  }
  return { ...about, ...checked, settled: checked.verdict !== "unclear" };
}

/** `18:05 UTC`, rounded up to the minute. */
function clockTime(ms: number): string {
  return `${new Date(Math.ceil(ms / 60_000) * 60_000).toISOString().slice(11, 16)} UTC`;
}

/** What a later look at a step about a deal has to judge by. */
interface DealsNow {
  readonly running: readonly RunningDeal[];
  /** What the history shows; it may be cut, or lag. */
  readonly ended: readonly Deal[];
}

/** Throws ServiceError where the running deals can't be read. */
async function checkDeal(step: Step, planned: PlannedBot, reader: ServiceReader): Promise<CheckResult> {
  const running = await reader.runningDeals(planned.accessId);
  const ended = await attempt(reader.endedDeals(planned.accessId));
  return verdictOn(step, planned, { running, ended: ended instanceof ServiceError ? [] : ended });
}

/** Decides only. */
function verdictOn(step: Step, planned: PlannedBot, now: DealsNow): CheckResult {
  if (step.action === "start-deal") return started(planned, now);
  const { deals = [] } = planned;
  const before = deals.find(({ id }) => id === step.deal?.id);
  if (before === undefined) return { verdict: "unclear", detail: "the record of the run lacks its deal" };
  const deal = now.running.find(({ id }) => id === before.id);
  const shown = now.ended.find(({ id }) => id === before.id);
  if (deal === undefined) return gone(step, before.id, shown, now.running.length > 0 || deals.length === 1);
  if (step.action !== "take-profit") return { verdict: "no-effect", detail: `deal ${deal.id} is running` };
  const { takeProfit } = step.deal ?? {};
  const signs = signsOf(deal);
  const order = signs.orderPercent === null ? "" : `, its order at about ${signs.orderPercent} %`;
  const state = `deal ${deal.id} is running with percentTakeProfit ${signs.percentTakeProfit ?? "off"}${order}`;
  if (takeProfit !== undefined && isChangeObserved(before, signs, takeProfit))
    return { verdict: "took-effect", detail: state };
  return isLater(takeProfit) && signs.order === before.order
    ? { verdict: "unclear", detail: `${state}; that order hasn't been placed anew since` }
    : { verdict: "no-effect", detail: state };
}

function started({ deals = [], observed }: PlannedBot, { running, ended }: DealsNow): CheckResult {
  const isNew = ({ id, botId }: RunningDeal) => botId === observed?.id && deals.every((deal) => deal.id !== id);
  const opened = running.find(isNew);
  if (opened !== undefined)
    return { verdict: "took-effect", detail: `deal ${opened.id} is running on ${opened.pairTitle}` };
  // The history doesn't show which deals ended before the command.
  const last = ended
    .filter(isNew)
    .toSorted((left, right) => left.id - right.id)
    .at(-1);
  const maybe = last === undefined ? "" : `; the last one in the history is ${last.id}`;
  return { verdict: "no-effect", detail: `the bot has no running deal that wasn't there before${maybe}` };
}

/** A deal that is over. What its take profit was in the end doesn't matter any more. */
function gone({ action }: Step, id: number, shown: Deal | undefined, isCredible: boolean): CheckResult {
  const end = endOf(shown);
  if (shown === undefined && !isCredible) {
    return { verdict: "unclear", detail: `neither the list of running deals nor the history shows deal ${id}` };
  }
  if (action === "take-profit") return { verdict: "no-effect", detail: `deal ${id} has ended: ${end}` };
  const isOther = shown !== undefined && (shown.status === "COMPLETED") !== (action === "complete-deal");
  return isOther
    ? { verdict: "no-effect", detail: `deal ${id} has ended another way: ${end}` }
    : { verdict: "took-effect", detail: `deal ${id} is no longer running: ${end}` };
}
