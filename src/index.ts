// botform as a library: validate a configuration, plan it against the live bots, apply the plan, and what comes after; or the client alone.

import { botsAtOnce } from "./app/bots-at-once.js";
import { systemClock } from "./app/clock.js";
import { headingOf, type JournalOptions, openJournal } from "./app/journal.js";
import { type MoneyOptions, preview } from "./app/known.js";
import { type AccessMemory, planned } from "./app/remembered.js";
import { folderDisk } from "./disk/folder.js";
import type { Desired } from "./model/bot/desired.js";
import { isDealAction } from "./model/plan/actions.js";
import type { ApplyReport } from "./model/plan/outcome.js";
import { denialsOf, type Plan } from "./model/plan/plan.js";
import type { ServiceReader } from "./model/ports.js";
import { type Case, judge } from "./policy/judge.js";
import { apply as applyPlan } from "./reconcile/apply/apply.js";
import type { ApplyOptions } from "./reconcile/apply/run-terms.js";
import { type PanicOptions, type PanicReport, panic } from "./reconcile/emergency-stop/panic.js";
import { type History, type PastRun, readHistory } from "./reconcile/journal/history.js";
import { addToJournal, beginJournal, type Journal } from "./reconcile/journal/journal.js";
import { type LiveAccount, readLive } from "./reconcile/plan/compare.js";
import type { PlanOptions } from "./reconcile/plan/planner.js";
import { createdElsewhere, lookAgain, type Resolution, resolvedEntry } from "./reconcile/undo/resolve.js";
import { planUndo } from "./reconcile/undo/undo.js";
import { assumptionsOf } from "./risk/assumptions.js";
import { type Client, type ClientOptions, createClient } from "./service/client.js";
import type { BudgetTerms } from "./service/pace.js";
import { serviceReader, serviceWriter } from "./service/ports.js";

export type { JournalOptions } from "./app/journal.js";
export type { MoneyOptions } from "./app/known.js";
export type { AccessMemory } from "./app/remembered.js";
export { type Connection, type LoadedConfig, loadConfig as validate, resolveConnection } from "./config/load.js";
export type { AccountInformation, AccountPosition, AssetBalance } from "./model/bot/account.js";
export type { Access, ObservedBot, Status } from "./model/bot/bot.js";
export type { AccessReference, Desired, DesiredBot } from "./model/bot/desired.js";
export { FIELDS, type FieldName, type Fields, type FieldValue, type SomeFields } from "./model/bot/field.js";
export type { LiveBot } from "./model/bot/live-bot.js";
export type { Moment } from "./model/bot/moment.js";
export type { Observed } from "./model/bot/observed.js";
export type { Deal, DealPosition, DealResult, RunningDeal, TakeProfitOrder } from "./model/deal/deal.js";
export { type AssetTotal, totalsOf as dealTotals } from "./model/deal/deal-totals.js";
export type { Action } from "./model/plan/actions.js";
export type { ApplyReport, Outcome, OutcomeKind, Stop } from "./model/plan/outcome.js";
export type { FieldChange, Plan, PlannedBot, Step, UndeclaredBot } from "./model/plan/plan.js";
export type { KeptField, PlannedDeal, StepDeal } from "./model/plan/plan-deal.js";
export { type Opener, type SavedPlan, type SealOptions, sealPlan as savePlan } from "./model/planfile/planfile.js";
export { type Here, openPlan } from "./model/planfile/planfile-verify.js";
export type { Finding, FindingKind, FindingSeverity } from "./model/policy/finding.js";
export type { Policy, PolicyFacts, PolicyScope, Waiver } from "./model/policy/policy.js";
export { DiskError, ServiceError, type ServiceErrorKind, type WriteAnswer } from "./model/ports.js";
export type { Assumptions, StatedAssumptions, TierTable } from "./model/risk/assumptions.js";
export type { AccountRisk, BotGrid, BotMoney, BotRisk, Money, UnknownRisk } from "./model/risk/risk.js";
export type { Diagnostic, Position, Severity } from "./model/text/diagnostic.js";
export type { EarlierSend } from "./reconcile/apply/earlier.js";
export type { ApplyEvent, ApplyOptions } from "./reconcile/apply/run-terms.js";
export type { PanicReport } from "./reconcile/emergency-stop/panic.js";
export type { History, PastKind, PastRun, PastStep, PastWrite, UnreadableRun } from "./reconcile/journal/history.js";
export type { LiveAccount, PlacedBot } from "./reconcile/plan/compare.js";
export type { PlanOptions } from "./reconcile/plan/planner.js";
export type { Resolution } from "./reconcile/undo/resolve.js";
export { accountRisk } from "./risk/account-risk.js";
export { assumptionsOf } from "./risk/assumptions.js";
export { botGrid } from "./risk/bot-grid.js";
export { botRisk } from "./risk/bot-risk.js";
export { type FoundPrice, type Known, NOTHING_KNOWN } from "./risk/known.js";
export { observedAccount as canonicalAccount } from "./service/canonical-account.js";
export { observedDeal as canonicalDeal } from "./service/canonical-deal.js";
export { liveBot as canonicalBot } from "./service/canonical-live-bot.js";
export { type Client, type ClientOptions, createClient } from "./service/client.js";
export type { BudgetTerms } from "./service/pace.js";
export type { RetryPolicy } from "./service/retry.js";
export type { Parameters } from "./service/transport.js";
export type { WireAccess, WireAccount, WireBot, WireDeal, WireLog } from "./service/wire.js";

/** Where an account's API is and what opens it. */
export interface Endpoint {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** The account's name, for errors that are about its connection. */
  readonly account?: string;
  /** Further secrets, which no message shows where an answer repeats them. */
  readonly secrets?: readonly string[];
  /** What the account's requests keep to, by all clients of this process. */
  readonly budget?: BudgetTerms;
  /** Address of the proxy through which an https `apiUrl` is reached; no variable of the environment stands for it. */
  readonly proxy?: string;
}

/** How requests are made; every one is optional. */
export type Tuning = Omit<ClientOptions, keyof Endpoint | "allow">;

/** What a plan is judged by (docs/policies.md). */
export interface PolicyOptions extends Pick<Case, "policies" | "facts" | "webhooks" | "place"> {}

/**
 * Reads the account and computes what would have to be done, with `money` also what it may cost: then one more request,
 * for balances and positions, where a step may tie up more; with `policies` also what they say of it. Writes nothing: the client it reads with refuses to. Throws ServiceError when the account can't be read, TypeError for an unsafe address.
 */
export async function plan(
  desired: Desired,
  endpoint: Endpoint,
  options: PlanOptions &
    Tuning & {
      readonly money?: MoneyOptions;
      readonly policies?: PolicyOptions;
      /** With remembered accesses a plan that has nothing to say takes one request less. */
      readonly accesses?: AccessMemory;
    } = {},
): Promise<Plan> {
  const client = createClient({ ...options, ...endpoint, allow: "read" });
  return closing(client, async () => {
    const reader = serviceReader(client, desired.exchange);
    const { observed, made } = await planned(desired, reader, options, options.accesses);
    const { money, policies } = options;
    const isIdle = made.steps.length === 0 && (policies?.policies.length ?? 0) === 0;
    const priced =
      money === undefined || (isIdle && money.ofStepsAlone === true)
        ? made
        : { ...made, money: await preview(made, observed, client, money) };
    if (policies === undefined) return priced;
    const assumptions = money?.assumptions ?? assumptionsOf();
    const given = {
      plan: priced,
      desired,
      account: desired.account,
      live: observed.bots,
      deals: observed.deals ?? [],
      assumptions,
    };
    return { ...priced, findings: judge({ ...given, ...policies }) };
  });
}

/**
 * Reads the live bots that are in the account's scope: on its accesses, with its title prefix, declared or not. Writes
 * nothing, and throws, as `plan`.
 */
export async function observe(desired: Desired, endpoint: Endpoint, options: Tuning = {}): Promise<LiveAccount> {
  const client = createClient({ ...options, ...endpoint, allow: "read" });
  return closing(client, () => readLive(desired, serviceReader(client, desired.exchange)));
}

/** An apply and what it leaves behind. */
export interface ApplyResult extends ApplyReport {
  /** The run's id in the journal, where there is one. */
  readonly runId?: string;
}

/**
 * Carries a plan out and tells what became of every step. Never retries a create, never turns on a bot that reads back
 * otherwise than planned. With `journal`, nothing is sent whose intent isn't on the disk (rule 12); then a disk that can't be
 * written to rejects with DiskError before anything was sent. Throws RangeError for a plan that holds errors, or
 * that policies deny: such a plan is not to be applied.
 */
export async function apply(
  plan: Plan,
  endpoint: Endpoint,
  options: ApplyOptions & Tuning & { readonly journal?: JournalOptions } = {},
): Promise<ApplyResult> {
  if (plan.diagnostics.some((diagnostic) => diagnostic.severity === "error")) {
    throw new RangeError("the plan holds errors and can't be applied");
  }
  if (denialsOf(plan).length > 0) throw new RangeError("policies deny the plan");
  const { journal: wanted, ...rest } = options;
  const kept = wanted === undefined ? undefined : await openJournal(wanted, plan, endpoint, options);
  // A plan without a step about a deal is carried out by a client that can't touch one (rule 17).
  const allow = plan.steps.some(({ action }) => isDealAction(action)) ? "all" : "bots";
  const client = createClient({ ...rest, ...endpoint, allow });
  return closing(client, async () => {
    const reader = serviceReader(client, plan.exchange);
    const writer = serviceWriter(client, plan.exchange);
    const ports = { reader, writer, clock: systemClock, ...(kept !== undefined && { journal: kept.journal }) };
    const earlierTurnOns = kept?.earlierTurnOns ?? new Map();
    const earlierStarts = kept?.earlierStarts ?? new Map();
    const concurrency = botsAtOnce(endpoint.budget, rest.concurrency);
    const report = await applyPlan(plan, ports, { earlierTurnOns, earlierStarts, ...rest, concurrency });
    return { ...report, ...(kept !== undefined && { runId: kept.runId }) };
  });
}

/** What the journal in a folder tells of every run. Rejects with DiskError where the folder can't be read. */
export async function history(folder: string): Promise<History> {
  return readHistory(folderDisk(folder));
}

/**
 * Plans the way back from a recorded run: an ordinary plan, to be reviewed and applied like any other. Reads only. Throws
 * RangeError where the run was made on another service, otherwise as `plan`.
 */
export async function undo(run: PastRun, endpoint: Endpoint, options: Tuning = {}): Promise<Plan> {
  return reading(run, endpoint, options, (reader) => planUndo(run, reader));
}

/**
 * Looks again at every step of a recorded run whose outcome nobody knows. Reads only; `runs` are all that are known, so
 * that what another one has created isn't taken for this one's. Throws as `undo`.
 */
export async function resolve(
  run: PastRun,
  endpoint: Endpoint,
  options: Tuning & { readonly runs?: readonly PastRun[] } = {},
): Promise<readonly Resolution[]> {
  const { runs = [], ...tuning } = options;
  const madeElsewhere = createdElsewhere(run, runs);
  return reading(run, endpoint, tuning, (reader) => lookAgain(run, reader, { now: systemClock.now(), madeElsewhere }));
}

/** Adds to a run's journal what was found out about it. Rejects with DiskError. */
export async function record(folder: string, run: PastRun, found: readonly Resolution[]): Promise<void> {
  const now = systemClock.now();
  const entries = found.map((resolution) => resolvedEntry(resolution, now));
  if (entries.length > 0) await addToJournal(folderDisk(folder), run.begin.id, entries);
}

/** What turning bots off leaves behind. */
export interface BotsOffResult extends PanicReport {
  /** Ids of its runs in the journal. */
  readonly runIds: readonly string[];
}

/**
 * Turns every bot of an account off, needs no configuration, and tries each until it is observed off or the time is over.
 * A journal that can't be written is said and stops nothing. Never throws for what the service does.
 */
export async function botsOff(
  endpoint: Endpoint,
  options: PanicOptions & Tuning & { readonly journal?: Pick<JournalOptions, "folder"> },
): Promise<BotsOffResult> {
  const { journal: wanted, ...rest } = options;
  const client = createClient({ deadlineMs: HASTY_MS, retry: TRIED_ONCE, ...rest, ...endpoint, allow: "bots" });
  const runIds: string[] = [];
  const begin = async (folder: string, offPlan: Plan): Promise<Journal> => {
    const heading = headingOf({ folder, command: "bots off" }, offPlan, endpoint);
    const journal = await beginJournal(folderDisk(folder), systemClock, heading, offPlan);
    runIds.push(heading.id);
    return journal;
  };
  const ports = {
    readerFor: (exchange: string) => serviceReader(client, exchange),
    writerFor: (exchange: string) => serviceWriter(client, exchange),
    clock: systemClock,
    ...(wanted !== undefined && { beginJournal: (offPlan: Plan) => begin(wanted.folder, offPlan) }),
  };
  return closing(client, async () => ({ ...(await panic(ports, rest)), runIds }));
}

/** In a panic nobody waits for one answer while others could be had: what fails is tried again with the next look. */
const HASTY_MS = 10_000;
const TRIED_ONCE = { attempts: 1, baseMs: 0, capMs: 0, budget: 0 };

async function reading<T>(
  { begin }: PastRun,
  endpoint: Endpoint,
  options: Tuning,
  task: (reader: ServiceReader) => Promise<T>,
): Promise<T> {
  if (new URL(endpoint.apiUrl).origin !== begin.origin) throw new RangeError("the run was made on another service");
  const client = createClient({ ...options, ...endpoint, allow: "read" });
  return closing(client, () => task(serviceReader(client, begin.plan.exchange)));
}

async function closing<T>(client: Client, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } finally {
    await client.close();
  }
}
