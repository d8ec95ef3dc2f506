// The plan of one account: it is opened, read, planned, priced and evaluated. Nothing is printed or written.
import type { Desired } from "../../model/bot/desired.js";
import type { Moment } from "../../model/bot/moment.js";
import type { Observed } from "../../model/bot/observed.js";
import type { RunningDeal } from "../../model/deal/deal.js";
import type { Plan } from "../../model/plan/plan.js";
import type { Breaker } from "../../model/policy/breaker.js";
import { evaluate } from "../../policy/evaluate.js";
import { ifThere } from "../../reconcile/ledger/ledger.js";
import { type LiveAccount, readLive } from "../../reconcile/plan/access.js";
import { overwritesAcknowledged } from "../../reconcile/plan/acknowledged.js";
import { assured } from "../../reconcile/plan/assured.js";
import { changedBots, changedOutside, isAsLeft } from "../../reconcile/plan/changed-outside.js";
import { makePlan, type PlanOptions as PlannerOptions } from "../../reconcile/plan/planner.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import { assumptionsOf } from "../../risk/assumptions.js";
import type { MarketData } from "../../risk/market-data.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import { breakerProblems, breakersBy } from "../breaker/readings.js";
import { type Endpoint, type Tuning, withClient } from "../endpoint.js";
import { signAsSeen } from "../ledger/known-of-service.js";
import { type LedgerOptions, ledgerOf, recall, remember } from "../ledger/ledger.js";
import { notingUpdates } from "../live/updates.js";
import { type MoneyOptions, preview } from "../money/figures.js";
import { atHost } from "./at-host.js";
import type { PolicyOptions } from "./policies.js";

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
