// Plans of the accounts of a configuration, one or many, with what it takes to carry each out. Nothing is printed or written.
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import { endedLimits, type Limits, limitsInForce } from "../../model/plan/limits.js";
import type { Plan } from "../../model/plan/plan.js";
import type { SavedPlan } from "../../model/planfile/planfile.js";
import { defined } from "../../model/record.js";
import type { Revision } from "../../model/revision.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { RolloutRecord } from "../../model/rollout/record.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { once } from "../../model/text/once.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import type { FoundPrice, MarketData } from "../../risk/market-data.js";
import { type Attempt, attempt } from "../attempt.js";
import type { BudgetOptions, Endpoint } from "../endpoint.js";
import type { AccountOptions, ChosenAccounts } from "../files/configuration.js";
import { refuseUnknownIds, selection } from "../files/selection.js";
import { type AdmissionOptions, admitted } from "../gate/admission.js";
import type { Host, ReadWatch } from "../host.js";
import { stopWatch } from "../ledger/ledger.js";
import { accountAssumptions, type PriceOptions, pairsOf, pricesFromOptions } from "../money/figures.js";
import { revisionOf } from "../source/revision-of.js";
import { type Opened, openAccounts } from "./open-accounts.js";
import { plan } from "./plan-account.js";
import { type PolicySource, policyOptionsOf, unrepeated } from "./policies.js";
import { withoutShared } from "./shared-access.js";
import { allAtOnce, rolloutUnderWay } from "./waves.js";

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
  const underWay = once(() => rolloutUnderWay({ folder: options.journal }));

  const [only, second] = desired;
  const label = only !== undefined && second === undefined ? only.account : `${accounts.length} accounts`;
  const results = await host.read(label, (watch) =>
    admitted(opened, options, async (one) =>
      "value" in one
        ? attempt(one.account, () => planOne({ ...options, prices, revision, underWay }, includes, watch, one.value))
        : one,
    ),
  );
  // An account that couldn't be read may have the bot that --target names.
  const made = results.flatMap((one) => ("value" in one ? [one.value.made] : []));
  if (made.length === results.length) refuseUnknownIds(options.target ?? [], made);
  return withoutShared(results);
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
    underWay,
    ...options
  }: PlanOptions & {
    readonly prices: readonly FoundPrice[];
    readonly revision: Promise<Revision>;
    readonly underWay: () => Promise<RolloutRecord | undefined>;
  },
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
  // Of a wave's own part there is nothing to warn.
  const waves = options.part === undefined ? await allAtOnce(config, made, underWay) : [];
  const warned = { ...made, diagnostics: [...made.diagnostics, ...waves] };
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
