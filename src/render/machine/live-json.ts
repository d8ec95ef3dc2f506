// Bots, deals, policies, simulations and plans that wait as JSON: canonical values, with numbers that aren't counts or ids as decimal text.

import type { Access } from "../../model/bot/bot.js";
import { FIELD_NAMES } from "../../model/bot/field.js";
import type { LiveBot } from "../../model/bot/live-bot.js";
import type { ListedAccess, ShownBot } from "../../model/bot/live-facts.js";
import type { DealFacts } from "../../model/deal/deal-facts.js";
import { countSteps } from "../../model/plan/plan.js";
import { type AskedPlan, answerFacts } from "../../model/planfile/approval.js";
import type { PolicyListFacts } from "../../model/policy/policy-list.js";
import type { SimulationFacts } from "../../model/risk/simulation.js";
import { QUESTIONS, type ServiceFacts } from "../../model/service-questions.js";
import { holdJson, metricsJson, tryJson } from "./metrics-json.js";
import { tradeJson } from "./trades.js";

export function accessJson({ access, aliases }: ListedAccess): object {
  return { ...access, aliases };
}

/** What is known of a live bot beside itself; absent where nobody asked. */
interface BotSurroundings {
  readonly address?: string | null;
  readonly access?: Access | undefined;
  readonly runningDeals?: number;
}

export function botJson(bot: LiveBot, { address, access, runningDeals }: BotSurroundings = {}): object {
  const { id, fields, status, accessId, exchange, userId, updated, countOrderWorking, unknownSettings } = bot;
  return {
    id,
    ...(address !== undefined && { address }),
    title: fields.title,
    on: status.on,
    status: status.raw,
    accessId,
    ...(access !== undefined && { access: access.title }),
    exchange,
    userId,
    ...(runningDeals !== undefined && { runningDeals }),
    settings: fields,
    countOrderWorking,
    unknownSettings,
    updated,
  };
}

export function waitingJson({ digest, saved, state, answers }: AskedPlan): object {
  const { id, account, origin, createdAt, expiresAt, plan } = saved;
  const summary = { ...countSteps(plan), unchanged: plan.unchanged, undeclared: plan.undeclared.length };
  const { revision } = plan;
  return {
    ...{ digest, id, account, origin, state, createdAt, expiresAt, summary },
    ...(revision !== undefined && { revision }),
    answers: answers.map(answerFacts),
  };
}

export function dealJson({ deal, address, title, profitPercent, safetyOrders, protection }: DealFacts): object {
  const { id, botId, pairTitle, status, accessId, exchange, userId, position, takeProfits, result, updated } = deal;
  return {
    id,
    botId,
    address,
    title,
    pairTitle,
    status,
    accessId,
    exchange,
    userId,
    position,
    profitPercent,
    takeProfits,
    safetyOrders,
    ...(protection && { protection }),
    result,
    snapshot: botJson(deal.snapshot),
    updated,
  };
}

/** A bot in full, and where the configuration differs. */
export function shownBotJson({ account, bot, address, access, desired, deals, inDoubt }: ShownBot): object {
  const differs = FIELD_NAMES.flatMap((name) => {
    const wanted = desired?.fields[name];
    return wanted === undefined || wanted === bot.fields[name] ? [] : [[name, wanted] as const];
  });
  const enabled = desired?.enabled ?? null;
  return {
    account,
    bot: botJson(bot, { address, access, runningDeals: deals.length }),
    configuration:
      desired === undefined ? null : { address: desired.address, enabled, differs: Object.fromEntries(differs) },
    deals: deals.map(dealJson),
    inDoubt: inDoubt ?? null,
  };
}

/** Without the places that only the loaded configuration can read. */
export function policyJson({ policies, always }: PolicyListFacts): object {
  const shown = policies.map(({ policy: { origin: _origin, waivers, ...policy }, position }) => ({
    ...policy,
    waivers: waivers.map(({ origin: _place, ...waiver }) => waiver),
    position,
  }));
  return { policies: shown, always };
}

/** Of a replay; `simulate --trades FILE` has them all. */
const MOST_TRADES = 1_000;

/** Times as ISO 8601. What pictures are drawn from isn't part of it. */
export function simulationJson({ picture: _picture, ...facts }: SimulationFacts): object {
  const iso = (time: number) => new Date(time).toISOString();
  const replays = facts.replays.map(({ picture: _drawn, ...replay }) => ({
    ...replay,
    bots: replay.bots.map((bot) => ({
      ...bot,
      running: bot.running === null ? null : { ...bot.running, opened: iso(bot.running.opened) },
    })),
    metrics: metricsJson(replay.metrics),
    trades: replay.trades.slice(0, MOST_TRADES).map(tradeJson),
    tradesLeftOut: Math.max(0, replay.trades.length - MOST_TRADES),
  }));
  return {
    ...facts,
    from: iso(facts.from),
    to: iso(facts.to),
    replays,
    hold: facts.hold.map(holdJson),
    tries: facts.tries.map(tryJson),
  };
}

/** Each question of docs/service.md that was answered, and those that weren't. */
export function serviceJson({ account, origin, seen, notSeen }: ServiceFacts): object {
  const question = (name: keyof typeof QUESTIONS) => ({
    name,
    entry: QUESTIONS[name].entry,
    asks: QUESTIONS[name].asks,
  });
  return {
    account,
    origin,
    seen: seen.map(({ name, at, ...answer }) => ({ ...question(name), ...answer, at: new Date(at).toISOString() })),
    notSeen: notSeen.map(question),
  };
}
