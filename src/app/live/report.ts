// The live account as a whole: what runs, what it may cost, and what policies find in it.
import type { Access } from "../../model/bot/bot.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { Deal } from "../../model/deal/deal.js";
import { asAskedFor } from "../../model/deal/protection.js";
import { groupBy } from "../../model/order.js";
import type { BotInDoubt, Plan } from "../../model/plan/plan.js";
import type { Finding } from "../../model/policy/finding.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { ReportBot, ReportDeal, ReportView } from "../../model/risk/ladder.js";
import type { Money, MostRisk, Unknown } from "../../model/risk/risk.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { evaluate } from "../../policy/evaluate.js";
import { nakedAmong, nakedProblem } from "../../reconcile/plan/naked-deals.js";
import type { Past } from "../../reconcile/plan/remembered.js";
import { accountRisk, mostOf, type WeightCache } from "../../risk/account-risk.js";
import { assumptionsOf, factsOf } from "../../risk/assumptions.js";
import { besideOthers } from "../../risk/cross-fleet.js";
import { dealLadder, ladderOf } from "../../risk/ladder.js";
import { dealPrices, type MarketData } from "../../risk/market-data.js";
import { liveCountable } from "../../risk/money.js";
import { unknownsOf } from "../../risk/unknowns.js";
import type { Client } from "../../service/client.js";
import type { Host } from "../host.js";
import { accountAssumptions, type PriceOptions, pricesFromOptions, readMarketData } from "../money/figures.js";
import { policyFacts, policyOptionsOf } from "../planning/policies.js";
import {
  type Fleet,
  type LiveAccount,
  openLive,
  type ReadingOptions,
  readAccesses,
  readDeals,
  readFleet,
  readLive,
  readPast,
  rememberedOf,
} from "./account.js";

/** Reads the account; changes nothing. */
export async function report(host: Host, options: ReadingOptions & PriceOptions): Promise<ReportView> {
  const live = await openLive(host, options);
  const past = await readPast(live, options);
  return viewOf(live, await readLive(host, live, (client) => readAll(client, live, options, past)));
}

/** The account as it was read. */
interface LiveReading {
  readonly accesses: readonly Access[];
  readonly fleet: Fleet;
  readonly deals: readonly Deal[];
  readonly marketData: MarketData;
  readonly inDoubt: readonly BotInDoubt[];
  readonly diagnostics: readonly Diagnostic[];
}

async function readAll(client: Client, live: LiveAccount, prices: PriceOptions, past: Past): Promise<LiveReading> {
  const accesses = await readAccesses(client);
  const [fleet, deals] = await Promise.all([
    readFleet(client, accesses, live.desired, false, past),
    readDeals(client, accesses, "activeDeals"),
  ]);
  const pairs = [...new Set(fleet.bots.map(({ fields }) => fields.pairTitle ?? ""))].filter((pair) => pair !== "");
  const marketData = await readMarketData(client, [...dealPrices(deals), ...pricesFromOptions(prices, pairs.sort())]);
  return { accesses, fleet, deals, marketData, ...rememberedOf(live, fleet, past) };
}

function viewOf(live: LiveAccount, read: LiveReading): ReportView {
  const { account, configured } = live;
  const assumptions = configured === undefined ? assumptionsOf() : accountAssumptions(configured);
  const { deals, marketData, fleet } = read;
  const running = groupBy(deals, ({ botId }) => botId);
  const counted = new Map(fleet.bots.map((bot) => [bot.id, liveCountable(bot, running.get(bot.id) ?? [])]));
  const memory: WeightCache = new WeakMap();
  const totals = accountRisk([...counted.values()], marketData, assumptions, memory);
  const bots = fleet.bots.map((bot) => {
    const own = counted.get(bot.id);
    const most = own === undefined ? null : mostOf(own, assumptions, memory);
    const { ladder, ...rest } = reported(bot, read, assumptions, most);
    if (!("grid" in ladder)) return { ...rest, ladder };
    const risk = besideOthers(ladder.grid.risk, totals);
    return { ...rest, ladder: { ...ladder, grid: { ...ladder.grid, risk } } };
  });
  const figures = bots.flatMap(({ ladder }) => ("grid" in ladder ? [ladder.grid.risk] : []));
  const unknown = unknownsOf(figures, marketData);
  const facts = factsOf(assumptions);
  const money = { assumptions: facts, bots: {}, before: totals, after: totals, unknown };
  return {
    account,
    bots,
    totals,
    findings: findingsOf(live, read, assumptions, money),
    assumptions: facts,
    deals: deals.map((deal) => reportedDeal(deal, fleet)),
    inDoubt: read.inDoubt,
    diagnostics: [...read.diagnostics, ...nakedProblems(live, read)],
    unknown: [...unknown, ...(live.policySource === undefined ? [POLICIES_UNKNOWN] : [])],
  };
}

function reportedDeal({ id, botId, protection }: Deal, { declared }: Fleet): ReportDeal {
  const { state, why } = asAskedFor(protection ?? { state: "unknown", why: "it has ended" }, declared.get(botId));
  return { id, botId, protection: state, why };
}

function nakedProblems({ desired }: LiveAccount, { deals, fleet: { declared } }: LiveReading): readonly Diagnostic[] {
  return nakedAmong(deals, declared).map((deal) => nakedProblem(deal, declared, desired?.account));
}

function reported(
  bot: LiveBot,
  { accesses, fleet, deals, marketData }: LiveReading,
  assumptions: Assumptions,
  most: MostRisk | null,
): ReportBot {
  const own = deals.filter(({ botId }) => botId === bot.id);
  const accessId = bot.accessId ?? own[0]?.accessId ?? null;
  const running = dealLadder(own, marketData, assumptions);
  return {
    id: bot.id,
    title: bot.fields.title ?? "",
    address: fleet.declared.get(bot.id)?.address ?? null,
    access: accesses.find(({ id }) => id === accessId)?.title ?? null,
    on: bot.status.on,
    dealIds: own.map(({ id }) => id),
    most,
    ladder: ladderOf(bot.fields, bot.status.on, marketData, assumptions),
    ...(running && { running }),
  };
}

/** The note if only built-in rules could be evaluated. */
const POLICIES_UNKNOWN: Unknown = {
  what: "the configuration's policies: only the rules that always apply were checked",
  needs: "name a configuration without errors with --config",
};

/** Findings of a plan that does nothing: by the configuration's policies or, if it can't be used, by the built-in rules. */
function findingsOf(
  { account, desired, policySource }: LiveAccount,
  { fleet: { bots, declared }, deals, marketData }: LiveReading,
  assumptions: Assumptions,
  money: Money,
): readonly Finding[] {
  const plan: Plan = {
    ...{ formatVersion: 1, account, exchange: desired?.exchange ?? "", configDigest: desired?.digest ?? "" },
    ...{ steps: [], bots: {}, unchanged: bots.length, observedBots: bots.length },
    ...{ undeclared: [], undeclaredRule: "ignore", diagnostics: [], money },
  };
  const options =
    policySource === undefined ? { policies: [], facts: policyFacts([], []) } : policyOptionsOf(policySource);
  return evaluate({ plan, desired, account, live: bots, deals, whole: declared, marketData, assumptions, ...options });
}
