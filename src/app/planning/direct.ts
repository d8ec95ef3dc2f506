// Plans of commands that name bots or deals: bots to turn on, or one step about a deal.
import type { Desired } from "../../model/bot/desired.js";
import { fieldSpec } from "../../model/bot/field.js";
import type { Deal } from "../../model/deal/deal.js";
import { isOrderJustAt, isPlainlyAt, percentBefore, signsOf } from "../../model/deal/take-profit.js";
import { ACTIONS, type DealAction, isDealAction } from "../../model/plan/actions.js";
import type { Plan, Step } from "../../model/plan/plan.js";
import { isPercent, type TakeProfitChange } from "../../model/plan/plan-deal.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { namesText } from "../../model/text/named.js";
import type { StopWatch } from "../../reconcile/ledger/stops.js";
import { dealStep, directPlan, shownBot } from "../../reconcile/plan/direct-plan.js";
import { holdOn } from "../../reconcile/plan/holds.js";
import { makePlan } from "../../reconcile/plan/planner.js";
import { refresh } from "../../reconcile/plan/refresh.js";
import type { Past } from "../../reconcile/plan/remembered.js";
import type { Client } from "../../service/client.js";
import { serviceReader } from "../../service/ports.js";
import { reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { heldText } from "../hold/held-back.js";
import type { Host } from "../host.js";
import { stopWatch, withoutKept } from "../ledger/ledger.js";
import { readPast } from "../live/account.js";
import {
  type BotName,
  botName,
  configuredBot,
  dealId,
  type FoundBot,
  findBot,
  findDeal,
  type OpenTarget,
  openTarget,
  type TargetOptions,
} from "../live/targets.js";
import { atHost } from "./at-host.js";

export interface DirectOptions extends TargetOptions {
  readonly concurrency: number;
  /** The folder of the ledger. */
  readonly journal: string;
}

/** One step about a deal, or about a bot that is to open one, and what it was planned from. */
export interface DealPlan {
  readonly action: DealAction;
  readonly target: OpenTarget;
  readonly bot: FoundBot;
  readonly deal: Deal | undefined;
  /** Of a take-profit step. */
  readonly takeProfit: TakeProfitChange | undefined;
  /** It already is as asked for, so the plan has no step. */
  readonly isThere: boolean;
  readonly made: Plan;
  readonly isStopped: StopWatch | undefined;
}

/** To open one deal of the bot that is named. Throws AppError, ServiceError, as the others do. */
export async function planStart(host: Host, options: DirectOptions & { readonly bot: string }): Promise<DealPlan> {
  const name = botName(options.bot);
  const target = await openWatched(host, options, [name]);
  const past = await readPast(target, options);
  const { desired } = target;
  const bot = await reading(host, target, options.concurrency, async (client) => {
    const found = await findBot(client, target, name);
    // A deal takes the settings of the live bot: whoever names a key means those of the files.
    if (name.kind === "key" && desired !== undefined) await asConfigured(client, desired, [name.key], past);
    return found;
  });
  return dealPlan("start-deal", target, { bot, past });
}

/** To complete or to cancel the deal that is named. */
export async function planEnd(
  host: Host,
  options: DirectOptions & { readonly deal: string },
  action: "complete-deal" | "cancel-deal",
): Promise<DealPlan> {
  const { target, deal, bot } = await dealNamed(host, options);
  return dealPlan(action, target, { bot, deal, past: await readPast(target, options) });
}

/** To set the take profit of the deal that is named. */
export async function planTakeProfit(
  host: Host,
  options: DirectOptions & { readonly deal: string; readonly percent: string; readonly immediately?: boolean },
): Promise<DealPlan> {
  const after = percentOf(options.percent);
  const { target, deal, bot } = await dealNamed(host, options);
  const own = bot.live.fields.percentTakeProfit;
  const before = percentBefore(deal, after, own);
  // What a naked deal's settings ask for has no order: the same percentage places it.
  const isNaked = deal.protection?.state === "naked";
  const past = await readPast(target, options);
  // What an earlier command asked for may still come, so that the same percentage says something new.
  const isPending = past.memory.intents.some(
    ({ sends, dealId: id, isUnknown }) => sends === "take-profit" && id === deal.id && isUnknown,
  );
  const isShown = isOrderJustAt(deal, after) || isPlainlyAt(signsOf(deal), after, [before, own]);
  const takeProfit = { before, after, ...(options.immediately === false && { immediately: false as const }) };
  return dealPlan("take-profit", target, { bot, deal, past, isThere: isShown && !isNaked && !isPending, takeProfit });
}

/** Canonical decimal text. Throws AppError. */
export function percentOf(text: string): string {
  const percent = canonicalDecimal(text.replace(/%$/, ""));
  if (percent !== undefined && isPercent(percent)) return percent;
  const { min, max } = fieldSpec("percentTakeProfit");
  const point = text.replace(/%$/, "").replace(",", ".");
  if (text.includes(",") && isPercent(canonicalDecimal(point) ?? ""))
    throw new AppError(`"${text}" is not a take profit\nWrite ${point}.`);
  throw new AppError(`"${text}" is not a take profit\nGive a percentage from ${min} to ${max}.`);
}

interface Watched extends OpenTarget, Pick<DealPlan, "isStopped"> {}

async function openWatched(host: Host, options: DirectOptions, names: readonly BotName[]): Promise<Watched> {
  const target = await openTarget(host, options, names);
  const isStopped = await stopWatch({ folder: options.journal }, target.account, target.endpoint);
  return { ...target, isStopped };
}

async function dealNamed(host: Host, options: DirectOptions & { readonly deal: string }) {
  const id = dealId(options.deal);
  const target = await openWatched(host, options, []);
  const found = await reading(host, target, options.concurrency, (client) => findDeal(client, target, id));
  return { target, ...found };
}

interface DealPlanInput {
  readonly bot: FoundBot;
  readonly past: Past;
  readonly deal?: Deal;
  readonly isThere?: boolean;
  readonly takeProfit?: TakeProfitChange;
}

function dealPlan(
  action: DealAction,
  target: Watched,
  { bot, past, deal, isThere = false, takeProfit }: DealPlanInput,
): DealPlan {
  const step = dealStep(bot.address, action, deal && { id: deal.id, ...(takeProfit !== undefined && { takeProfit }) });
  const about = {
    account: target.account,
    exchange: bot.access.exchange,
    command: ACTIONS[action].command,
    observedBots: bot.observedBots,
  };
  const bare = directPlan(about, isThere ? [] : [shownBot(bot)], isThere ? [] : [step]);
  const made = atHost(bare, target.endpoint, past.memory.host);
  return { action, target, bot, deal, takeProfit, isThere, made, isStopped: target.isStopped };
}

const MOST_BOTS = 3;

/** ` (leverage live 20, declared 5)`; nothing where it isn't the settings. */
function differences(steps: readonly Step[]): string {
  const texts = steps.flatMap(({ changes }) =>
    changes.map(({ field, before, after }) => `${field} live ${before ?? "off"}, declared ${after ?? "off"}`),
  );
  return texts.length === 0 ? "" : ` (${namesText(texts, MOST_BOTS)})`;
}

/** Bots to turn on, and what they were planned from. */
export interface BotsOnPlan {
  readonly target: OpenTarget;
  readonly found: readonly FoundBot[];
  readonly made: Plan;
  readonly isStopped: StopWatch | undefined;
}

/** Turns on the named bots. Those named by key have to be as configured. */
export async function planBotsOn(
  host: Host,
  options: DirectOptions & { readonly bots: readonly string[] },
): Promise<BotsOnPlan> {
  const names = options.bots.map(botName);
  const target = await openWatched(host, options, names);
  const past = await readPast(target, options);
  const read = await reading(host, target, options.concurrency, (client) => readBots(client, target, names, past));
  return { target, ...read, made: atHost(read.made, target.endpoint, past.memory.host), isStopped: target.isStopped };
}

async function readBots(
  client: Client,
  target: OpenTarget,
  names: readonly BotName[],
  past: Past,
): Promise<{ found: FoundBot[]; made: Plan }> {
  const each = await Promise.all(names.map((name) => findBot(client, target, name)));
  const found = [...new Map(each.map((bot) => [bot.live.id, bot])).values()];
  const exchanges = new Set(found.map(({ access }) => access.exchange));
  const [exchange = "", second] = exchanges;
  if (second !== undefined)
    throw new AppError("these bots are on several exchanges\nTurn on the bots of one exchange at a time.");
  const keys = names.flatMap((name) => (name.kind === "key" ? [name.key] : []));
  const own =
    keys.length === 0 || target.desired === undefined
      ? undefined
      : await asConfigured(client, target.desired, keys, past);
  const shown = found.filter(({ live, address }) => !live.status.on && !(own?.addresses.has(address) ?? false));
  const steps = shown.map(({ address, live }) => ({
    address,
    action: "turn-on" as const,
    reason: `named by the command; the service shows ${live.status.raw}`,
    changes: [],
    warnings: [],
  }));
  const observedBots = Math.max(0, ...found.map((bot) => bot.observedBots));
  const base = directPlan(
    { account: target.account, exchange, command: "bots on", observedBots },
    shown.map(shownBot),
    steps,
  );
  if (own === undefined) return { found, made: base };
  const { bots, diagnostics } = own.made;
  return {
    found,
    made: { ...base, steps: [...own.made.steps, ...steps], bots: { ...bots, ...base.bots }, diagnostics },
  };
}

/** The plan that turns configured bots on and does nothing else. Throws AppError for a bot that isn't as configured. */
async function asConfigured(client: Client, desired: Desired, keys: readonly string[], past: Past) {
  const addresses = new Set(keys.map((key) => configuredBot(desired, key).address));
  const bots = desired.bots.map((bot) => (addresses.has(bot.address) ? { ...bot, enabled: true } : bot));
  // What is held is planned all the same: the gate says why it isn't done.
  const wanted: Desired = { ...desired, bots, holds: [] };
  const observed = await refresh(wanted, serviceReader(client, desired.exchange), withoutKept(past));
  const made = makePlan(wanted, observed, { includes: (address) => addresses.has(address) });
  if (hasErrors(made.diagnostics))
    throw new AppError("the bots can't be used; nothing was written", { diagnostics: made.diagnostics });
  const others = made.steps.filter(({ action }) => action !== "turn-on" && !isDealAction(action));
  const held = made.diagnostics.filter(({ code }) => code === "plan/deals-frozen");
  const differing = [...new Set([...others, ...held].flatMap(({ address }) => address ?? []))];
  if (differing.length > 0) {
    const holds = holdOn({ desired, observed: past.memory });
    for (const address of differing) {
      const hold = holds(address, made.bots[address]?.observed?.id);
      if (hold !== undefined)
        throw new AppError(`nothing was written\n${heldText(hold, [address])}.`, { exitCode: EXIT.blocked });
    }
    const texts = differing.map(
      (address) => `${address}${differences(others.filter((step) => step.address === address))}`,
    );
    throw new AppError(
      `the live bots differ from the configuration: ${namesText(texts, MOST_BOTS)}; nothing was written\nRun botform apply first. An id in quotes, such as '#123', takes the bot as it is.`,
      { exitCode: EXIT.stale, diagnostics: held },
    );
  }
  return { addresses, made: { ...made, steps: made.steps.filter(({ action }) => action === "turn-on") } };
}
