// Carries out the steps about deals: reads the deal, sends one command, then watches the deal until the effect is observed.
import { fingerprint } from "../../model/bot/bot.js";
import { differenceOf, isChangeObserved, isOrderAt, signsOf } from "../../model/deal/take-profit.js";
import { ACTIONS, type DealAction } from "../../model/plan/actions.js";
import type { Step } from "../../model/plan/plan.js";
import { isLater, type PlannedDeal, type TakeProfitSigns } from "../../model/plan/plan-deal.js";
import type { Clock, WriteAnswer } from "../../model/ports.js";
import { commandsTo, leftMs } from "../ledger/intents.js";
import { type DealSnapshot, type Moment, moment, since } from "../plan/lists.js";
import { awaitEarlier } from "./await-earlier.js";
import { isRefusal } from "./decisions.js";
import { quietly, watch } from "./observe.js";
import { LIST_AGE_MS, readAndSend, SNAPSHOT_AGE_MS, type StepSnapshot } from "./read-and-send.js";
import type { Run } from "./run.js";
import type { Command, StepResult } from "./run-options.js";
import {
  endedBefore,
  endOf,
  inSpiteOf,
  notCarriedOut,
  notListed,
  notObserved,
  refused,
  staleDeal,
  unreadBefore,
  unsent,
} from "./step-results.js";

/** A command that was sent, and may have been carried out. */
interface Pending {
  readonly step: Step;
  readonly state: DealState;
  readonly answers: WriteAnswer[];
}

/** Sends the command of each step of the action, and ends every one of them. */
export async function dealSteps(run: Run, action: DealAction): Promise<void> {
  const pending = new Map<Step, Pending>();
  const task = async (step: Step) => {
    const sent = await send(run, step, action);
    if ("kind" in sent) return sent;
    pending.set(step, { step, state: sent.state, answers: [sent.answer] });
    return undefined;
  };
  await run.each(run.steps(action), task, (step) => awaitEarlier(run, step));
  await observe(run, action, pending);
}

async function send(
  run: Run,
  step: Step,
  action: DealAction,
): Promise<StepResult | { readonly state: DealState; readonly answer: WriteAnswer }> {
  const readNow = () =>
    (action === "start-deal" ? readBeforeStart(run, step) : readDeal(run, step, action)).catch(unreadBefore);
  const sent = await readAndSend(run, step, readNow, commandOf(run, step, action), 8);
  if ("result" in sent) return sent.result;
  // Rule 19: a refusal is watched, too. A command may be refused because its deal has just ended.
  return unsent(sent.answer) ?? sent;
}

function commandOf(run: Run, step: Step, action: DealAction): Command {
  const botId = run.bots.idOf(step);
  const { id: dealId = 0, takeProfit } = step.deal ?? {};
  if (action === "start-deal") return { sends: action, botId };
  if (action !== "take-profit") return { sends: action, botId, dealId };
  if (takeProfit === undefined) throw new Error(`the take-profit of ${step.address} has no percentage`);
  return { sends: action, botId, dealId, percent: takeProfit.after, immediately: !isLater(takeProfit) };
}

async function observe(run: Run, action: DealAction, pending: Map<Step, Pending>): Promise<void> {
  await watch(run, pending, {
    readNow: async () => void (await endObserved(run, pending)),
    // A take profit is absolute, so one that isn't observed is sent again. A start, completion or cancel isn't (rule 3).
    resends: ACTIONS[action].rules.resends,
    again: async () => {
      const due = [...pending.values()].filter(({ step }) => !isLater(step.deal?.takeProfit));
      await Promise.all(due.map((one) => again(run, action, one, pending)));
    },
  });
  const unmoved = await endObserved(run, pending);
  if (run.believesRefusals) endTurnedDown(run, pending, unmoved);
  for (const { step, state } of pending.values()) {
    run.end(
      step,
      notObserved(run, action, { known: settingsBefore(step, state), refusal: run.records.refusalOf(step) }),
    );
  }
}

/** Settings that showed the percentage before the command was sent can't prove that it was carried out (S-52). */
function settingsBefore({ deal }: Step, { signs }: DealState): string {
  if (isLater(deal?.takeProfit)) return "; the deal shows it when its take-profit order is next placed anew";
  const { after } = deal?.takeProfit ?? {};
  if (after === undefined || signs?.percentTakeProfit !== after || signs.orderPercent === null) return "";
  return `: its settings had ${after} % before, and its order is at about ${signs.orderPercent} %`;
}

/** Ends those that are seen to be done, and returns those that were seen and haven't moved. */
async function endObserved(run: Run, pending: Map<Step, Pending>): Promise<ReadonlySet<Step>> {
  const unmoved = new Set<Step>();
  await Promise.all(
    [...pending.values()].map(async ({ step, state, answers }) => {
      const result = await quietly(run, resultNow(run, step, state));
      if (result === undefined) return;
      if (result === "unmoved") return void unmoved.add(step);
      pending.delete(step);
      const [only, ...others] = answers;
      run.end(step, only === undefined || others.length > 0 ? result : inSpiteOf(only, result));
    }),
  );
  return unmoved;
}

/** Rule 19: a no is believed of a deal that hasn't moved in all the time that a command may take. */
function endTurnedDown(run: Run, pending: Map<Step, Pending>, unmoved: ReadonlySet<Step>): void {
  for (const { step, answers } of pending.values()) {
    const last = answers.at(-1);
    if (last === undefined || !("message" in last) || !unmoved.has(step) || !answers.every(isNo)) continue;
    pending.delete(step);
    const no = isRefusal(last) ? last : ({ kind: "refused", message: last.message } as const);
    const result = refused(no, "nothing has changed");
    run.end(
      step,
      no.kind === "refused" ? { ...result, next: "correct what the message names, then try again" } : result,
    );
  }
}

function isNo(answer: WriteAnswer): boolean {
  return isRefusal(answer) || (answer.kind === "ambiguous" && answer.turnedDown);
}

/** Sends a take profit once more, after another look; what forbids that can't make the first send undone (I6). */
async function again(run: Run, action: DealAction, one: Pending, pending: Map<Step, Pending>): Promise<void> {
  const sent = await send(run, one.step, action);
  if (!("kind" in sent)) {
    one.answers.push(sent.answer);
    return;
  }
  if (sent.kind !== "applied" && sent.stale !== true) return;
  pending.delete(one.step);
  run.end(one.step, sent.kind === "applied" ? sent : notCarriedOut(action, `not sent again: ${sent.detail}`));
}

/** What was seen of a deal, or of its bot's deals, just before the command left. */
interface DealState {
  /** Of the deal; undefined for a start. */
  readonly signs?: TakeProfitSigns;
  /** Whether it was naked: then only an order proves a take profit, whatever its settings show. */
  readonly isNaked?: boolean;
  /** Deals that were seen on the access before, those of the plan included. */
  readonly knownIds: ReadonlySet<number>;
}

/** As rule 8 asks of bots: the deal is still running, is this bot's (I3), and is as the plan shows it. Throws ServiceError. */
async function readDeal(run: Run, step: Step, action: DealAction): Promise<StepResult | StepSnapshot<DealState>> {
  const { clock } = run.ports;
  const { accessId, deals = [] } = run.bots.of(step);
  const planned = deals.find(({ id }) => id === step.deal?.id);
  if (planned === undefined) throw new Error(`${action} of a deal that isn't in the plan`);
  const begun = moment(clock);
  const found = await run.deals.whereabouts(accessId, planned.id, LIST_AGE_MS);
  if (found.kind === "unclear") return notListed(planned.id);
  if (found.kind === "ended") return endedBefore(action, planned.id, found.shown);
  const { deal, snapshot } = found;
  if (deal.botId !== run.bots.idOf(step)) return staleDeal(`deal ${deal.id} belongs to bot ${deal.botId}`);
  const signs = signsOf(deal);
  const isNaked = deal.protection?.state === "naked";
  const done = action === "take-profit" && !isNaked ? alreadyThere(step, planned, signs) : undefined;
  if (done !== undefined) return done;
  // Settings that ask for the new one, by an earlier send say, protect nothing yet: it is sent again.
  const isAskedFor = isNaked && signs.percentTakeProfit === step.deal?.takeProfit?.after;
  const { percentTakeProfit } = isAskedFor ? planned : signs;
  const other = differenceOf(planned, { ...deal, settings: { ...deal.settings, percentTakeProfit } });
  if (other !== undefined) return staleDeal(`deal ${deal.id} has changed since the plan was made: ${other}`);
  return snapshotOf(clock, begun, snapshot, { signs, isNaked });
}

/** Both what was read since `begun` and the list of deals have to be fresh when the command leaves. */
function snapshotOf(
  clock: Clock,
  begun: Moment,
  snapshot: DealSnapshot,
  known: Omit<DealState, "knownIds"> = {},
): StepSnapshot<DealState> {
  const isFresh = () => since(clock, begun) <= SNAPSHOT_AGE_MS && since(clock, snapshot.begun) <= SNAPSHOT_AGE_MS;
  return {
    state: { ...known, knownIds: snapshot.before },
    isFresh,
  };
}

/** The deal already is as the step wants it: by somebody else, or by an earlier send. */
function alreadyThere({ deal }: Step, planned: PlannedDeal, now: TakeProfitSigns): StepResult | undefined {
  const { before, after } = deal?.takeProfit ?? { before: "", after: "" };
  const byOrder = isOrderAt(now, after, [before]) === true && isOrderAt(planned, after, [before]) !== true;
  const bySettings = now.percentTakeProfit === after && planned.percentTakeProfit !== after;
  if (!byOrder && !bySettings) return undefined;
  return { kind: "applied", detail: `the take profit of deal ${planned.id} was already at ${after} %` };
}

/** Before a start: the bot and its deals must be as the plan shows them. Throws ServiceError. */
async function readBeforeStart(run: Run, step: Step): Promise<StepResult | StepSnapshot<DealState>> {
  const { clock, reader } = run.ports;
  const planned = run.bots.of(step);
  const { accessId, deals = [] } = planned;
  const botId = run.bots.idOf(step);
  const starts = commandsTo(run.earlier, "start-deal", botId);
  const mayTake = Math.max(0, ...starts.map((one) => leftMs(one, clock.now(), run.commandDeadlineMs)));
  if (mayTake > 0) return startedBefore(mayTake);
  const begun = moment(clock);
  const [live, snapshot] = await Promise.all([reader.bot(botId), run.deals.snapshot(accessId, LIST_AGE_MS)]);
  if (fingerprint(live) !== planned.fingerprint) return staleDeal(`bot ${botId} has changed since the plan was made`);
  const news = snapshot.deals.find((deal) => deal.botId === botId && deals.every(({ id }) => id !== deal.id));
  if (news !== undefined) return staleDeal(`deal ${news.id} of bot ${botId} has opened since the plan was made`);
  return snapshotOf(clock, begun, snapshot);
}

/** @param mayTake in milliseconds from now */
function startedBefore(mayTake: number): StepResult {
  return {
    kind: "failed",
    detail: "nothing was sent: an earlier run sent a start for this bot, which may still take effect",
    next: `check with botform resolve; a start can be sent again in ${Math.ceil(mayTake / 1000)} s`,
    rule: 9,
  };
}

/** How the step ends by what is seen now; undefined where that is unclear. Throws ServiceError. */
async function resultNow(run: Run, step: Step, state: DealState): Promise<StepResult | "unmoved" | undefined> {
  const { accessId } = run.bots.of(step);
  if (step.action === "start-deal") {
    const { deals } = await run.deals.snapshot(accessId, 0);
    const opened = deals.find(({ id, botId }) => botId === run.bots.idOf(step) && !state.knownIds.has(id));
    return opened === undefined
      ? "unmoved"
      : { kind: "applied", detail: `deal ${opened.id} is running on ${opened.pairTitle}` };
  }
  const { id = 0, takeProfit } = step.deal ?? {};
  const found = await run.deals.whereabouts(accessId, id);
  if (found.kind === "unclear") return undefined;
  if (found.kind === "ended") return endedAfter(step, id, found.shown);
  if (takeProfit === undefined || state.signs === undefined) return "unmoved";
  // Without an order nothing is proved; where one has gone since, more has changed than was asked for.
  if (found.deal.protection?.state === "naked") return state.isNaked === true ? "unmoved" : undefined;
  const now = signsOf(found.deal);
  if (!isChangeObserved(state.signs, now, takeProfit)) return "unmoved";
  const sign =
    now.percentTakeProfit === takeProfit.after && state.signs.percentTakeProfit !== takeProfit.after
      ? `the deal's settings show ${takeProfit.after} %`
      : `its order is at about ${now.orderPercent} %`;
  return { kind: "applied", detail: `observed: ${sign}` };
}

/** A deal that is over after its command was sent. The history may show another end than the one that was asked for. */
function endedAfter({ action }: Step, dealId: number, shown: Parameters<typeof endOf>[0]): StepResult {
  const end = endOf(shown);
  if (action === "take-profit") return { kind: "applied", detail: `deal ${dealId} has ended meanwhile: ${end}` };
  const isOther = shown !== undefined && (shown.status === "COMPLETED") !== (action === "complete-deal");
  if (!isOther) return { kind: "applied", detail: `deal ${dealId} is no longer running: ${end}` };
  return {
    kind: "failed",
    detail: `deal ${dealId} has ended, but it wasn't ${ACTIONS[action].words.done}: ${end}`,
    next: "check the position on the exchange",
    rule: 6,
  };
}
