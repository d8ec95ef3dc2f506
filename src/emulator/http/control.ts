// The emulator's own paths beside the service's: time, signals, prices and edits by hand, and a summary of everything.
import Big from "big.js";
import * as z from "zod/mini";
import { stakeOf } from "../../market/account.js";
import { averageText } from "../../market/result.js";
import type { HandEdit } from "../store/bots.js";
import type { BotRecord, DealRecord } from "../store/records.js";
import { VALUE_NAMES } from "../store/settings.js";
import type { EmulatedAccount } from "../store/store.js";
import { moneyText } from "../views/deal-view.js";
import { JSON_TYPE, type ServiceResponse } from "./failure.js";
import type { Parts } from "./handlers.js";
import type { ServiceRequest } from "./request.js";

/** What the paths act on. Each throws RangeError saying what is wrong with a call. */
interface Controls {
  /** @returns the market's time after it, in milliseconds since the epoch */
  pass(milliseconds: number): number;
  signal(botId: number): void;
  /** null gives the pair back to its course. @returns the price that holds now */
  setPrice(pair: string, price: string | null): string;
  editBot(botId: number, edit: HandEdit): void;
  summary(): object;
}

const PREFIX = "/emulator/";
const PRICE = /^(?=.*[1-9])\d{1,15}(?:\.\d{1,12})?$/;

/** Whether a path belongs to the emulator itself. */
export function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

type Act = (controls: Controls, body: unknown) => object;

const timeBody = z.strictObject({ advance: z.number().check(z.nonnegative(), z.lte(3_153_600_000)) });
const signalBody = z.strictObject({ botId: z.int() });
const priceBody = z.strictObject({
  pair: z.string(),
  price: z.nullable(z.string().check(z.regex(PRICE))),
});
const editBody = z.strictObject({
  botId: z.int(),
  settings: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  enabled: z.optional(z.boolean()),
});

const PATHS: Readonly<Record<string, { readonly method: string; readonly act: Act }>> = {
  time: {
    method: "POST",
    act: (controls, body) => {
      const { advance } = checked(timeBody, body, '{"advance": seconds}');
      return { now: iso(controls.pass(Math.round(advance * 1000))) };
    },
  },
  signal: {
    method: "POST",
    act: (controls, body) => {
      const { botId } = checked(signalBody, body, '{"botId": 1001}');
      controls.signal(botId);
      return { botId };
    },
  },
  price: {
    method: "POST",
    act: (controls, body) => {
      const { pair, price } = checked(
        priceBody,
        body,
        '{"pair": "USDT-BTC", "price": "64000"}, with price null for the prices of the seed',
      );
      return { pair, price: controls.setPrice(pair, price) };
    },
  },
  edit: {
    method: "POST",
    act: (controls, body) => {
      const form = '{"botId": 1001, "settings": {"leverage": "10"}, "enabled": false}, where enabled is optional';
      const { botId, settings, enabled } = checked(editBody, body, form);
      controls.editBot(botId, { ...named(settings), ...(enabled !== undefined && { enabled }) });
      return { botId };
    },
  },
  state: { method: "GET", act: (controls) => controls.summary() },
};

/** Lets through the settings that a bot has. @throws RangeError naming one that it hasn't */
function named(settings: Readonly<Record<string, string | number | null>>): HandEdit {
  const unknown = Object.keys(settings).find((name) => !VALUE_NAMES.some((known) => known === name));
  if (unknown !== undefined) throw new RangeError(`a bot has no setting ${JSON.stringify(unknown)}`);
  return settings;
}

/** Answers one request; a mistake in it is an answer too, with `problem`. */
export function control(controls: Controls, request: ServiceRequest, path: string): ServiceResponse {
  const name = path.slice(PREFIX.length);
  const found = Object.hasOwn(PATHS, name) ? PATHS[name] : undefined;
  if (found === undefined) return answer(404, { problem: "no such path" });
  if (request.method !== found.method) return answer(405, { problem: `use ${found.method}` });
  if (!isLocal(request)) return answer(403, { problem: "only programs on this machine may do this" });
  try {
    return answer(200, found.act(controls, found.method === "GET" ? undefined : parsed(request.body)));
  } catch (error) {
    if (error instanceof RangeError) return answer(400, { problem: error.message });
    throw error;
  }
}

/** A page in a browser can reach the loopback: it can neither send this type unasked nor hide its own host name. */
function isLocal({ headers, method }: ServiceRequest): boolean {
  const host = headers["host"]?.replace(/:\d+$/, "") ?? "127.0.0.1";
  const isJson = method === "GET" || /^application\/json\b/i.test(headers["content-type"] ?? "");
  return isJson && ["127.0.0.1", "localhost", "[::1]"].includes(host);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RangeError("the body is not JSON");
  }
}

function checked<T extends z.core.$ZodType>(schema: T, body: unknown, form: string): z.output<T> {
  const read = z.safeParse(schema, body);
  if (!read.success) throw new RangeError(`the body must have the form ${form}`);
  return read.data;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

function answer(status: number, body: object): ServiceResponse {
  return { status, headers: { "content-type": JSON_TYPE }, body: JSON.stringify(body) };
}

/** The document of GET /emulator/state. */
export function summaryOf(parts: Parts, speed: number): object {
  const { store, prices, pairs, engine } = parts;
  return {
    time: { now: iso(engine.now), speed },
    prices: Object.fromEntries([...pairs].map((pair) => [pair, prices.at(pair, engine.now).toFixed()])),
    accounts: store.accounts.map((account) => accountOf(parts, account)),
  };
}

function accountOf(parts: Parts, account: EmulatedAccount): object {
  const { store, engine } = parts;
  const bots = [...store.bots.values()].filter((bot) => bot.account === account.name);
  const deals = account.accesses.flatMap(({ accessId }) => [...store.activeDeals(account, accessId)]);
  const waits = engine.waits();
  return {
    name: account.name,
    balance: account.isLimited
      ? Object.fromEntries([...account.balance].map(([asset, amount]) => [asset, amount.toFixed()]))
      : {},
    bots: bots.map((bot) => botOf(bot, waits.get(bot.id) ?? null)),
    deals: deals.map((deal) => dealOf(parts, deal)),
  };
}

function botOf({ id, enabled, values }: BotRecord, waitsFor: string | null): object {
  const { title, pairTitle, strategy } = values;
  return { id, title, pair: pairTitle, side: strategy, enabled, waitsFor };
}

function dealOf({ prices, engine, rules }: Parts, { id, snapshot, market }: DealRecord): object {
  const { settings, amount, cost, safety, takeProfit } = market;
  const stake = stakeOf(market, prices.at(settings.pairTitle, engine.now).toFixed(), rules);
  return {
    id,
    botId: snapshot.id,
    pair: settings.pairTitle,
    side: settings.strategy,
    amount: new Big(amount).toFixed(),
    entry: averageText(amount, cost),
    safetyOrders: `${safety.filled} of ${settings.safety.enabled ? settings.safety.max : 0}`,
    takeProfit: takeProfit?.price ?? "",
    profit: moneyText(stake.unrealised),
  };
}
