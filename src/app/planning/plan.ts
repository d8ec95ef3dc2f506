// Plans of accounts, one or many: opens, reads, plans, prices and evaluates each. Nothing is printed or written.
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Desired } from "../../model/bot/desired.js";
import type { Moment } from "../../model/bot/moment.js";
import type { Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { endedLimits, type Limits, limitsInForce } from "../../model/plan/limits.js";
import { isIdle, type Plan } from "../../model/plan/plan.js";
import { planProblem } from "../../model/plan/plan-codes.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import type { Breaker } from "../../model/policy/breaker.js";
import { defined } from "../../model/record.js";
import type { Revision } from "../../model/revision.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import { evaluate } from "../../policy/evaluate.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import { type LiveAccount, readLive } from "../../reconcile/plan/access.js";
import { overwritesAcknowledged } from "../../reconcile/plan/acknowledged.js";
import { assured } from "../../reconcile/plan/assured.js";
import { changedBots, changedOutside, isAsLeft } from "../../reconcile/plan/changed-outside.js";
import { makePlan, type PlanOptions as PlannerOptions } from "../../reconcile/plan/planner.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { assumptionsOf } from "../../risk/assumptions.js";
import type { FoundPrice, MarketData } from "../../risk/market-data.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import { breakerProblems, breakersBy } from "../breaker/readings.js";
import { type BudgetOptions, type Endpoint, type Tuning, withClient } from "../endpoint.js";
import { AppError, type Explanation, explain } from "../error.js";
import { type AccountOptions, type ChosenAccounts, endpointOf } from "../files/configuration.js";
import { refuseUnknownIds, selection } from "../files/selection.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host, ReadWatch } from "../host.js";
import { signAsSeen } from "../ledger/known-of-service.js";
import { type LedgerOptions, ledgerOf, recall, remember, stopWatch } from "../ledger/ledger.js";
import { notingUpdates } from "../live/updates.js";
import {
  accountAssumptions,
  type MoneyOptions,
  type PriceOptions,
  pairsOf,
  preview,
  pricesFromOptions,
} from "../money/figures.js";
import { revisionOf } from "../source/revision-of.js";
import { atHost } from "./at-host.js";
import { type PolicyOptions, type PolicySource, policyOptionsOf, unrepeated } from "./policies.js";
import { withoutShared } from "./shared-access.js";

interface SinglePlanOptions extends PlannerOptions, Tuning {
  readonly money?: MoneyOptions;
  readonly policies?: PolicyOptions;
  /** Rules on the live account; with a ledger, the plan has what they show. */
  readonly breakers?: readonly Breaker[] | undefined;
  /** What is remembered of the account; without it, nothing is. */
  readonly ledger?: LedgerOptions;
  /** Called with what the plan is computed from. */
  readonly onObserved?: (observed: Observed) => void;
}

/**
 * Reads the account and computes the steps. With `money` it adds what they may cost, by one more request
 * for balances and positions if a step may tie up more. With `policies` it adds their findings. Writes nothing: the
 * client refuses writes. Throws ServiceError if the account can't be read, TypeError for an unsafe address.
 */
export async function plan(desired: Desired, endpoint: Endpoint, options: SinglePlanOptions = {}): Promise<Plan> {
  return withClient({ ...options, ...endpoint, allow: "read" }, async (client) => {
    const updated = new Map<number, Moment | null>();
    const reader = notingUpdates(client, desired.exchange, updated);
    const ledger = options.ledger && ledgerOf(options.ledger, desired.account, endpoint);
    const past = ledger && (await recall(ledger));
    signAsSeen(endpoint, past?.memory.seen, { journal: options.ledger?.folder });
    const observed = await refresh(desired, reader, past, { everyDeal: true });
    options.onObserved?.(observed);
    const compared = async () => {
      const bare = makePlan(desired, observed, options);
      const left = ledger && (await ifThere(ledger.left(changedBots(bare)), undefined));
      const outside = left === undefined ? [] : changedOutside(bare, left, updated);
      const diagnostics = [...bare.diagnostics, ...outside, ...overwritesAcknowledged(bare, observed)];
      const told = { ...bare, ...assured(desired, observed, bare, isAsLeft(bare, left)), diagnostics };
      const made = await evaluated(atHost(told, endpoint, past?.memory.host), {
        ...{ desired, observed, client },
        ...options,
      });
      const { breakers = [], ledger: place } = options;
      if (breakers.length === 0 || place === undefined) return made;
      const readings = await breakersBy(client, { desired, breakers, endpoint, journal: place.folder });
      return { ...made, breakers: readings, diagnostics: [...made.diagnostics, ...breakerProblems(readings)] };
    };
    // The disk takes its time to keep what was seen.
    const [made] = await Promise.all([compared(), ledger && remember(ledger, observed, desired)]);
    return made;
  });
}

interface Around extends Pick<SinglePlanOptions, "money" | "policies"> {
  readonly desired: Desired;
  readonly observed: Observed;
  readonly client: Client;
}

/** The plan with its figures in money and the findings of the policies, where they are wanted. */
async function evaluated(made: Plan, { desired, observed, client, money, policies }: Around): Promise<Plan> {
  const isIdle = made.steps.length === 0 && (policies?.policies.length ?? 0) === 0;
  const isUnpriced = money === undefined || (isIdle && money.ofStepsAlone === true);
  let marketData: MarketData | undefined;
  const seen = (found: MarketData, running: readonly RunningDeal[]) => {
    marketData = found;
    money?.onMarketData?.(found, running);
  };
  const priced = isUnpriced
    ? made
    : { ...made, money: await preview(made, observed, client, { ...money, onMarketData: seen }) };
  if (policies === undefined) return priced;
  const { account } = desired;
  const assumptions = money?.assumptions ?? assumptionsOf();
  const around = { live: observed.bots, deals: observed.deals ?? [], assumptions, ...(marketData && { marketData }) };
  return { ...priced, findings: evaluate({ plan: priced, desired, account, ...around, ...policies }) };
}

/**
 * Reads the live bots that are in the account's scope: on its accesses, with its title prefix, declared or not. Writes
 * nothing, and throws, as `plan`.
 */
export async function observe(desired: Desired, endpoint: Endpoint, options: Tuning = {}): Promise<LiveAccount> {
  return withClient({ ...options, ...endpoint, allow: "read" }, (client) =>
    readLive(desired, serviceReader(client, desired.exchange)),
  );
}

/** The flags that win over the limits of the configuration. */
export interface LimitOptions extends Partial<Pick<Limits, "maxChangedPercent" | "maxTurnOns">> {}

export interface PlanOptions extends AdmissionOptions, AccountOptions, BudgetOptions, PriceOptions, LimitOptions {
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
  /** Which addresses it is about, of those that --target and --exclude leave; for a wave of a roll-out. */
  readonly part?: (address: string) => boolean;
  /** A bot whose access was changed is turned off and created anew. */
  readonly allowReplace?: boolean;
  /** Of each account. */
  readonly concurrency: number;
  /** The folder of the ledger. */
  readonly journal: string;
  /** Whether figures in money are needed only if the plan has steps. */
  readonly figuresOfSteps?: boolean;
  /** Whether the wallets are read even where no step ties up more, as a replay of the plan needs them. */
  readonly readsWallets?: boolean;
}

/** The result of a task on one account, or why it failed. */
export type Attempt<T> =
  | { readonly account: string; readonly value: T }
  | { readonly account: string; readonly failure: Explanation };

/** The plan of one account, and what it takes to carry it out. */
export interface Planned {
  /** With the configuration's own problems, placed in the files: a reviewer has to see them. */
  readonly made: Plan;
  /** Only the plan's own problems. */
  readonly own: readonly Diagnostic[];
  readonly endpoint: Endpoint;
  readonly policySource: PolicySource;
  /** The plan file that it comes from. */
  readonly saved?: SavedPlan;
  /** Of a plan that a person has approved: at the gate that still has to be so. */
  readonly approved?: string;
  /** Tells of the stops since before anything was read; undefined where the ledger couldn't be read. */
  readonly isStopped: StopWatch | undefined;
}

/** A plan that was made just now, with the inputs of its figures. */
export interface PlannedNow extends Planned {
  readonly policySource: Opened["policySource"];
  readonly assumptions: Assumptions;
  /** What its figures in money rest on; undefined where there are none. */
  readonly marketData: MarketData | undefined;
  /** What the wallets hold by asset; undefined where that wasn't read, or the service doesn't show it. */
  readonly funds: MarketData["funds"];
  readonly deals: readonly RunningDeal[];
  /** What it was computed from. */
  readonly observed: Observed | undefined;
}

/** Never rejects: an error of the task becomes the account's failure. */
export async function attempt<T>(account: string, task: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { account, value: await task() };
  } catch (error) {
    return { account, failure: explain(error) };
  }
}

/**
 * Plans all accounts, several at once. An account that can't be planned doesn't hide the others. Throws AppError for what
 * is wrong with the choice itself, and where it is interrupted.
 */
export async function planAccounts(
  host: Host,
  options: PlanOptions,
  { config, accounts }: ChosenAccounts,
): Promise<readonly Attempt<PlannedNow>[]> {
  const desired = accounts.map((account) => account.desired);
  const selected = selection(desired, options);
  const { part } = options;
  const includes = part === undefined ? selected : (address: string) => selected(address) && part(address);
  const prices = pricesFromOptions(options, pairsOf(desired));
  // Git answers while the accounts are read.
  const revision = revisionOf(options, config, host.env);
  const opened = await openAccounts(host, options, { config, accounts });

  const [only, second] = desired;
  const label = only !== undefined && second === undefined ? only.account : `${accounts.length} accounts`;
  const results = await host.read(label, (watch) =>
    admitted(opened, options, async (one) =>
      "value" in one
        ? attempt(one.account, () => planOne({ ...options, prices, revision }, includes, watch, one.value))
        : one,
    ),
  );
  // An account that couldn't be read may have the bot that --target names.
  const made = results.flatMap((one) => ("value" in one ? [one.value.made] : []));
  if (made.length === results.length) refuseUnknownIds(options.target ?? [], made);
  return withoutShared(results);
}

/** An account of the configuration, and what opens it. */
export interface Opened {
  readonly policySource: PolicySource & { readonly account: NonNullable<PolicySource["account"]> };
  readonly endpoint: Endpoint;
}

/** What opens each account, or why nothing does. Throws AppError where two are opened by the same key. */
export async function openAccounts(
  host: Host,
  options: BudgetOptions,
  { config, accounts }: ChosenAccounts,
): Promise<readonly Attempt<Opened>[]> {
  const opening = accounts.map(async (account): Promise<Attempt<Opened>> => {
    const name = account.desired.account;
    try {
      const endpoint = await endpointOf(host, config, account, options);
      return { account: name, value: { policySource: { config, account, envs: host.envs }, endpoint } };
    } catch (error) {
      return { account: name, failure: explain(error) };
    }
  });
  const opened = await Promise.all(opening);
  const open = opened.flatMap((one) => ("value" in one ? [{ account: one.account, ...one.value }] : []));
  for (const { endpoint } of open) host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  refuseSharedKey(open, "Give each account its own API key, or choose one account with --account.");
  return opened;
}

async function planOne(
  {
    allowReplace = false,
    concurrency,
    journal,
    figuresOfSteps = false,
    readsWallets = false,
    prices,
    revision,
    ...options
  }: PlanOptions & { readonly prices: readonly FoundPrice[]; readonly revision: Promise<Revision> },
  includes: (address: string) => boolean,
  watch: ReadWatch,
  { policySource, endpoint }: Opened,
): Promise<PlannedNow> {
  const { config, account } = policySource;
  const assumptions = accountAssumptions(account, config.place);
  let marketData: MarketData | undefined;
  let funds: MarketData["funds"];
  let deals: readonly RunningDeal[] = [];
  let observed: Observed | undefined;
  const onMarketData = (found: MarketData, running: readonly RunningDeal[]) => {
    marketData = found;
    deals = running;
  };
  const onFunds = (found: MarketData["funds"]) => {
    funds = found;
  };
  // Before anything is read: what bots off stops from now on isn't turned on by this plan.
  const isStopped = await stopWatch({ folder: journal }, account.desired.account, endpoint);
  const made = await plan(account.desired, endpoint, {
    ...watch,
    includes,
    allowReplace,
    concurrency,
    money: { assumptions, prices, onMarketData, ofStepsAlone: figuresOfSteps, readsWallets, onFunds },
    policies: policyOptionsOf(policySource),
    breakers: account.breakers,
    ledger: { folder: journal },
    onObserved(found) {
      observed = found;
    },
  });
  const warned =
    options.part === undefined ? { ...made, diagnostics: [...made.diagnostics, ...allAtOnce(config, made)] } : made;
  return {
    ...placed(config, { ...limited(warned, options, account), revision: await revision }),
    endpoint,
    policySource,
    assumptions,
    marketData,
    funds,
    deals,
    observed,
    isStopped,
  };
}

/** Whoever applies a plan by hand passes over the waves. */
function allAtOnce({ rollout }: LoadedConfig, made: Plan): readonly Diagnostic[] {
  if (rollout === undefined || isIdle(made)) return [];
  const names = namesText(
    rollout.waves.map(({ name }) => name),
    MOST_WAVES,
  );
  const summary = `the configuration declares waves (${names}), and apply takes them all at once`;
  const remedy = "To go wave by wave: botform rollout plan, then botform rollout start.";
  return [planProblem("plan/rollout-declared", { summary, remedy, origin: { ...rollout.origin, key: true } })];
}

const MOST_WAVES = 5;

/** The plan with the limits that are in force for it now. */
export function limited(
  made: Plan,
  { maxChangedPercent, maxTurnOns }: LimitOptions,
  account: ConfiguredAccount | undefined,
): Plan {
  const [stated, now] = [account?.limits, Date.now()];
  const limits = limitsInForce(defined({ maxChangedPercent, maxTurnOns }), stated, now);
  return { ...made, limits, diagnostics: [...made.diagnostics, ...endedLimits(stated, now)] };
}

function placed(config: LoadedConfig, made: Plan): Pick<Planned, "made" | "own"> {
  const diagnostics = config.locate([...unrepeated(config.diagnostics, made), ...made.diagnostics]);
  return { made: { ...made, diagnostics }, own: config.locate(made.diagnostics) };
}

/** Refuses two accounts with one key, which would show the same bots twice. Throws AppError, before anything is read. */
export function refuseSharedKey(
  opened: readonly { readonly account: string; readonly endpoint: Endpoint }[],
  remedy: string,
): void {
  const seen = new Map<string, string>();
  for (const { account, endpoint } of opened) {
    const { apiUrl, apiKey } = endpoint;
    const lock = JSON.stringify([apiUrl, apiKey]);
    const other = seen.get(lock);
    if (other !== undefined)
      throw new AppError(
        `the accounts ${other} and ${account} use the same API key at ${apiUrl}, so one of them has the wrong key; nothing was read\n${remedy}`,
      );
    seen.set(lock, account);
  }
}
