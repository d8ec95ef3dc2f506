// The handlers of the 16 operations, for requests that passed every check.
import type { OperationName } from "../../service/operations.js";
import type { Engine } from "../engine/engine.js";
import type { Market } from "../market.js";
import type { Quirks } from "../quirks/quirks.js";
import type { Bots } from "../store/bots.js";
import type { BotRecord, Command, DealRecord } from "../store/records.js";
import type { EmulatedAccount, Store } from "../store/store.js";
import { showAccount } from "../views/account-view.js";
import { type BotList, showBot } from "../views/bot-view.js";
import { type DealTexts, endMark, runningMarks } from "../views/deal-view.js";
import { Refusal } from "./failure.js";
import type { RequestParameters } from "./parameters.js";

/** The parts of the service that operations work with. */
export interface Parts extends Market {
  readonly engine: Engine;
  readonly bots: Bots;
  readonly list: BotList;
  readonly texts: DealTexts;
  readonly pairs: ReadonlySet<string>;
}

/** `data` as JSON text, and what a write did, in words. */
interface Answer {
  readonly json: string;
  readonly effect?: string;
}

type Handler = (parts: Parts, account: EmulatedAccount, parameters: RequestParameters) => Answer;

export const HANDLERS: Readonly<Record<OperationName, Handler>> = {
  accessList: (_parts, account) => answer(account.accesses),
  pairList: ({ pairs }) => answer([...pairs]),
  listBots: ({ list, engine, quirks }, account, parameters) => {
    const exchange = text(parameters, "exchange");
    if (!checkExchange(account, exchange, quirks)) return answer([]);
    return { json: list.json(account, exchange, engine.now) };
  },
  botDetails: ({ store, engine, quirks }, account, parameters) => {
    const bot = shownBot(store, engine, account, parameters);
    if (bot !== undefined) return answer([showBot(bot, account.userId, "details", quirks)]);
    if (quirks.unknownBot === "empty") return answer([]);
    throw new Refusal(404, "Bot is not found.");
  },
  botLogs: ({ store, engine, quirks }, account, parameters) => {
    const bot = botOf(store, engine, account, parameters);
    const most = [Number(parameters.get("limit") ?? 0), quirks.logSize].filter((bound) => bound > 0);
    const entries = (store.logs.get(bot.id) ?? []).filter(({ at }) => at <= engine.now - quirks.logLag);
    const newest = entries.slice(-Math.min(entries.length || 1, ...most)).reverse();
    return answer(newest.map(({ message, at }) => ({ message, datetime: datetime(at) })));
  },
  createBot: ({ bots }, account, parameters) => {
    const bot = bots.create(account, parameters);
    return { json: JSON.stringify({ botId: bot.id }), effect: `bot ${bot.id} created` };
  },
  updateBot: ({ bots, store, engine, quirks }, account, parameters) => {
    const bot = bots.update(notGhost(botOf(store, engine, account, parameters)), parameters);
    return { json: JSON.stringify(showBot(bot, account.userId, "update", quirks)), effect: `bot ${bot.id} updated` };
  },
  turnOn: (parts, account, parameters) => switchBot(parts, account, parameters, true),
  turnOff: (parts, account, parameters) => switchBot(parts, account, parameters, false),
  startDeal: ({ store, engine, quirks }, account, parameters) => {
    const bot = notGhost(botOf(store, engine, account, parameters));
    const isBusy = bot.enabled || store.running(bot.id).size > 0;
    if (isBusy && quirks.startOnEnabled === "refuse") throw new Refusal(409, "The bot is on or has a running deal.");
    return queued(engine, { kind: "start-deal", botId: bot.id }, `start of a deal of bot ${bot.id}`);
  },
  changeTakeProfit: ({ store, engine }, account, parameters) => {
    const { id: dealId } = activeDeal(store, account, parameters);
    const percent = text(parameters, "newPercentOfTp");
    const immediately = parameters.get("immediately") === "1";
    const command = { kind: "change-take-profit", dealId, percent, immediately } as const;
    return queued(engine, command, `take profit of deal ${dealId}`);
  },
  completeDeal: ({ store, engine }, account, parameters) => {
    const { id: dealId } = activeDeal(store, account, parameters);
    return queued(engine, { kind: "complete-deal", dealId }, `completion of deal ${dealId}`);
  },
  cancelDeal: ({ store, engine }, account, parameters) => {
    const { id: dealId } = activeDeal(store, account, parameters);
    return queued(engine, { kind: "cancel-deal", dealId }, `cancellation of deal ${dealId}`);
  },
  activeDeals: (parts, account, parameters) => {
    const { store, engine, texts, quirks } = parts;
    const accessId = accessOf(account, parameters, quirks);
    const deals = accessId === undefined ? [] : store.activeDeals(account, accessId);
    return { json: texts.json(deals, account.userId, runningMarks(parts, engine, account)) };
  },
  dealsHistory: ({ store, texts, quirks }, account, parameters) => {
    const accessId = accessOf(account, parameters, quirks);
    const ended = accessId === undefined ? [] : store.endedDeals(account, accessId);
    const shown = ended.filter((deal) => isInHistory(deal, quirks));
    const newest = quirks.historySize > 0 ? shown.slice(-quirks.historySize) : shown;
    const ordered = quirks.historyOrder === "desc" ? newest.toReversed() : newest;
    return { json: texts.json(ordered, account.userId, endMark) };
  },
  accountInformation: (parts, account) => answer(showAccount(parts, account, parts.engine.now)),
};

function answer(data: unknown): Answer {
  return { json: JSON.stringify(data) };
}

/** The text that was observed; it confirms the sending and nothing else (S-43). */
function queued(engine: Engine, command: Command, what: string): Answer {
  engine.queue(command);
  return { json: JSON.stringify("Command was sent"), effect: `${what} queued` };
}

/** Checked parameters that an operation requires are always there. */
function text(parameters: RequestParameters, name: string): string {
  return parameters.get(name) ?? "";
}

function number(parameters: RequestParameters, name: string): number {
  return Number(text(parameters, name));
}

/** The bot that a request names, unless the service doesn't show it yet. */
function shownBot(
  store: Store,
  engine: Engine,
  account: EmulatedAccount,
  parameters: RequestParameters,
): BotRecord | undefined {
  const bot = store.botOf(account, number(parameters, "botId"));
  return (bot?.appears ?? 0) <= engine.now ? bot : undefined;
}

function botOf(...where: Parameters<typeof shownBot>): BotRecord {
  const bot = shownBot(...where);
  if (bot === undefined) throw new Refusal(404, "Bot is not found.");
  return bot;
}

/** Nobody can edit or switch the Ghost bot; its deals can be closed (S-67). */
function notGhost(bot: BotRecord): BotRecord {
  if (bot.ghost === true) throw new Refusal(409, "The Ghost bot can't be changed.");
  return bot;
}

function activeDeal(store: Store, account: EmulatedAccount, parameters: RequestParameters): DealRecord {
  const deal = store.dealOf(account, number(parameters, "dealId"));
  if (deal === undefined) throw new Refusal(404, "Deal is not found.");
  if (deal.status !== "ACTIVE") throw new Refusal(409, "Deal is not active.");
  return deal;
}

function switchBot(
  { store, engine, quirks }: Parts,
  account: EmulatedAccount,
  parameters: RequestParameters,
  on: boolean,
): Answer {
  const bot = notGhost(botOf(store, engine, account, parameters));
  if (bot.enabled === on && quirks.activateTwice === "refuse") {
    throw new Refusal(409, `The bot is already ${on ? "on" : "off"}.`);
  }
  const kind = on ? "turn-on" : "turn-off";
  return queued(engine, { kind, botId: bot.id }, `${kind} of bot ${bot.id}`);
}

/** Whether any access has the exchange. */
function checkExchange(account: EmulatedAccount, exchange: string, quirks: Quirks): boolean {
  if (account.accesses.some((access) => access.exchange === exchange)) return true;
  if (quirks.unknownExchange === "empty") return false;
  throw new Refusal(400, "exchange is unknown.");
}

/** The id of one of the account's accesses; undefined when its exchange is another and that is no error. */
function accessOf(account: EmulatedAccount, parameters: RequestParameters, quirks: Quirks): number | undefined {
  const access = account.accesses.find(({ accessId }) => accessId === number(parameters, "accessId"));
  if (access === undefined) throw new Refusal(404, "Access is not found.");
  const exchange = text(parameters, "exchange");
  return checkExchange(account, exchange, quirks) && access.exchange === exchange ? access.accessId : undefined;
}

function isInHistory(deal: DealRecord, quirks: Quirks): boolean {
  if (deal.status === "LIQUIDATED") return quirks.liquidatedDeals !== "hidden";
  return deal.status === "COMPLETED" || (deal.status === "CANCELED" && quirks.cancelledDeals === "listed");
}

function datetime(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19).replace("T", " ");
}
