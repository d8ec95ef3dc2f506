// A plan judged once more by what is there now: bots, running deals, balances, the clock and kill switches.

import type { Endpoint } from "../index.js";
import type { Desired } from "../model/bot/desired.js";
import type { Observed } from "../model/bot/observed.js";
import type { RunningDeal } from "../model/deal/deal.js";
import type { Plan, PlannedBot } from "../model/plan/plan.js";
import type { Finding } from "../model/policy/finding.js";
import type { ServiceReader } from "../model/ports.js";
import { judge } from "../policy/judge.js";
import { plannedDeal } from "../reconcile/plan/deal-signs.js";
import { refresh } from "../reconcile/plan/refresh.js";
import { DEFAULT_ASSUMPTIONS } from "../risk/assumptions.js";
import { dealPrices } from "../risk/known.js";
import { moneyOf } from "../risk/money.js";
import { serviceReader } from "../service/ports.js";
import type { Host } from "./host.js";
import { knownNow } from "./known.js";
import { type Judged, policyOptionsOf } from "./policy-facts.js";
import { reading } from "./reading.js";
import { accountAssumptions } from "./risk-assumptions.js";

/**
 * What the policies say of the plan now; its steps stay what they are. Reads only: bots, the running deals of those it
 * touches, and balances. Throws ServiceError where bots or deals can't be read.
 */
export async function findingsNow(
  host: Host,
  concurrency: number,
  made: Plan,
  judged: Judged,
  endpoint: Endpoint,
): Promise<readonly Finding[]> {
  const desired = judged.account?.desired;
  const assumptions =
    judged.account === undefined ? DEFAULT_ASSUMPTIONS : accountAssumptions(judged.account, judged.config.place);
  const readable = { account: made.account, endpoint };
  const { observed, running, known } = await reading(host, readable, concurrency, async (client) => {
    const reader = askingOnce(serviceReader(client, made.exchange));
    const [seen, deals] = await Promise.all([observedNow(reader, desired), runningNow(reader, made)]);
    const all = [...deals, ...(seen.deals ?? []).filter(({ id }) => !deals.some((deal) => deal.id === id))];
    return { observed: seen, running: all, known: await knownNow(client, dealPrices(all)) };
  });
  const current: Plan = { ...made, bots: withDeals(made.bots, running) };
  const plan: Plan = { ...current, money: moneyOf(current, observed.bots, known, assumptions) };
  const given = { plan, desired, account: made.account, live: observed.bots, deals: running, assumptions, known };
  return judge({ ...given, ...policyOptionsOf(judged) });
}

/** Both looks want the running deals of the same accesses. */
function askingOnce(reader: ServiceReader): ServiceReader {
  const lists = new Map<number, Promise<readonly RunningDeal[]>>();
  return {
    ...reader,
    runningDeals(accessId, exchange) {
      const list = lists.get(accessId) ?? reader.runningDeals(accessId, exchange);
      lists.set(accessId, list);
      return list;
    },
  };
}

/** Of an account that the configuration doesn't know, its accesses and its list. */
async function observedNow(reader: ServiceReader, desired: Desired | undefined): Promise<Observed> {
  if (desired !== undefined) return refresh(desired, reader);
  const [accesses, bots] = await Promise.all([reader.accesses(), reader.bots()]);
  const [only, second] = accesses;
  const placed = bots.map((bot) => ({ ...bot, accessId: second === undefined ? (only?.id ?? null) : bot.accessId }));
  return { accesses, bots: placed, deals: null, pairs: null };
}

async function runningNow(reader: ServiceReader, { bots }: Plan): Promise<readonly RunningDeal[]> {
  const accesses = new Set(
    Object.values(bots).flatMap(({ observed, accessId }) => (observed === null ? [] : [accessId])),
  );
  return (await Promise.all([...accesses].map((id) => reader.runningDeals(id)))).flat();
}

/** The deals that run now in the place of those that ran when the plan was made; what is known of those stays known. */
function withDeals(bots: Plan["bots"], running: readonly RunningDeal[]): Plan["bots"] {
  const now = (bot: PlannedBot): PlannedBot => {
    const own = running.filter(({ botId }) => botId === bot.observed?.id);
    const deals = own.map((deal) => bot.deals?.find(({ id }) => id === deal.id) ?? plannedDeal(deal, bot.target));
    const { deals: _before, ...rest } = bot;
    return deals.length === 0 ? rest : { ...rest, deals };
  };
  return Object.fromEntries(Object.entries(bots).map(([address, bot]) => [address, now(bot)]));
}
