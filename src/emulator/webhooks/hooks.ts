// The webhook interface: finds account and bot, checks the body, and queues what it asks for.
import * as z from "zod/mini";
import { symbolOf } from "../../model/bot/pair.js";
import { JSON_TYPE, Refusal, type ServiceResponse } from "../http/failure.js";
import type { Parts } from "../http/handlers.js";
import type { ServiceRequest } from "../http/request.js";
import type { Quirks } from "../quirks/quirks.js";
import { type BotRecord, type HookCommand, hookOpen, hookSettingsShape } from "../store/records.js";
import type { EmulatedAccount } from "../store/store.js";
import { type Dialect, type HookAction, type HookBody, HookReader, readHookBody } from "./hook-body.js";

/** An accepted webhook, for tests and benches. */
export interface HookRecord {
  readonly account: string;
  readonly action: HookAction;
  readonly dialect: Dialect;
  readonly command: HookCommand;
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** What the URL of a webhook names. */
interface Route {
  readonly id: string;
  readonly token: string;
  readonly suffix: string;
}

const PREFIX = "/crazy/hook/";
const MOST_RECORDS = 100_000;
const TARGET = /^(\d{1,15}):([\w-]{1,200})(?:\/([\w-]{1,40}))?$/;

/** Whether a path belongs to the webhook interface. */
export function isHookPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

export class Hooks {
  readonly #parts: Parts;
  /** Requests that reached a webhook's path, refused ones included. */
  requests = 0;
  readonly accepted: HookRecord[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Answers one request; the effect of an accepted one is queued like a command's.
   *
   * @throws Refusal when the path or the method is none of a webhook's
   */
  handle(request: ServiceRequest, path: string, now: number): ServiceResponse {
    const { quirks } = this.#parts;
    const route = this.#route(request, path);
    this.requests += 1;
    const answer = this.#answered(request, route, now);
    // A gateway in front of it treats a webhook as it treats any other write (S-18).
    if (quirks.gateway === "plain") return answer;
    if (quirks.gateway === "refuses") return hookRefused(new Refusal(409, "Conflict."), quirks);
    const second = this.#answered(request, route, now);
    return quirks.gateway === "doubles" ? answer : second;
  }

  #answered(request: ServiceRequest, { id, token, suffix }: Route, now: number): ServiceResponse {
    const { quirks, engine } = this.#parts;
    try {
      const account = this.#admit(request, id, token);
      const body = readHookBody(request.body, quirks);
      const action = body.action ?? this.#flatAction(suffix, body);
      if (body.action !== undefined && suffix !== "") throw new Refusal(400, "action belongs on the bare URL.");
      const command = this.#command(account, action, body);
      engine.queue(command);
      if (this.accepted.length >= MOST_RECORDS) this.accepted.splice(0, MOST_RECORDS / 2);
      this.accepted.push({ account: account.name, action, dialect: body.dialect, command, time: now });
      return hookAccepted(quirks);
    } catch (error) {
      if (error instanceof Refusal) return hookRefused(error, quirks);
      throw error;
    }
  }

  #route(request: ServiceRequest, path: string): Route {
    const target = TARGET.exec(path.slice(PREFIX.length).replace(/%3a/i, ":"));
    if (target === null) throw new Refusal(404, "Page not found.");
    const [, id = "", token = "", suffix = ""] = target;
    if (suffix !== "" && suffix !== "topup-deal" && suffix !== this.#closeSuffix()) {
      throw new Refusal(404, "Page not found.");
    }
    if (request.method !== "POST") throw new Refusal(405, "Method Not Allowed.", { allow: "POST" });
    return { id, token, suffix };
  }

  #admit(request: ServiceRequest, id: string, token: string): EmulatedAccount {
    const account = this.#parts.store.accounts.find(({ hook }) => hook?.accountId === id);
    if (account?.hook?.token !== token) throw new Refusal(401, "The account or the token is wrong.");
    const type = request.headers["content-type"] ?? "";
    if (this.#parts.quirks.hookContentType === "json" && !/^application\/json\b/i.test(type)) {
      throw new Refusal(415, "The content type must be application/json.");
    }
    return account;
  }

  #closeSuffix(): string {
    return this.#parts.quirks.hookClosePath === "none" ? "" : this.#parts.quirks.hookClosePath;
  }

  /** In the flat dialect the URL tells the action; open and update share one (S-64, S-65). */
  #flatAction(suffix: string, { members }: HookBody): HookAction {
    if (suffix === "topup-deal") return "average";
    if (suffix !== "") return "close";
    if (this.#parts.quirks.hookClosePath === "none" && members["closePosition"] !== undefined) return "close";
    return members["open"] === undefined || members["open"] === null ? "update" : "open";
  }

  #command(account: EmulatedAccount, action: HookAction, { dialect, members }: HookBody): HookCommand {
    const { quirks } = this.#parts;
    const reader = new HookReader(quirks);
    reader.refuseUnknown(members, action);
    const botId = reader.botId(members);
    const strategy = reader.strategy(members);
    const symbols = reader.pairs(members);
    const rest = restOf(action, members, reader);
    if (botId === null && dialect === "flat" && members["botId"] === undefined) {
      reader.problems.push("botId is required.");
    }
    if (botId === null && strategy === null) reader.problems.push("strategy is required.");
    if (botId === null && symbols.length === 0) reader.problems.push("pairs is required.");
    if (reader.problems.length > 0) throw new Refusal(400, [...new Set(reader.problems)].join(" "));
    const target = { account: account.name, botId, strategy, pairs: this.#pairs(symbols) };
    if (botId !== null) this.#checkBot(account, botId, target, action);
    return { ...rest, ...target };
  }

  #pairs(symbols: readonly string[]): string[] {
    const known = new Map([...this.#parts.pairs].map((pair) => [symbolOf(pair), pair]));
    return symbols.map((symbol) => {
      const pair = known.get(symbol);
      if (pair === undefined) throw new Refusal(400, `pairs: ${JSON.stringify(symbol)} is not a pair.`);
      return pair;
    });
  }

  #checkBot(
    account: EmulatedAccount,
    botId: number,
    target: Pick<HookCommand, "strategy" | "pairs">,
    action: HookAction,
  ): BotRecord {
    const { store, quirks } = this.#parts;
    const bot = store.botOf(account, botId);
    if (bot === undefined) throw new Refusal(404, "Bot is not found.");
    // The Ghost bot has deals of both directions and of many pairs (S-67).
    if (bot.ghost === true) return bot;
    const { strategy, pairTitle } = bot.values;
    if (target.strategy !== null && target.strategy !== strategy) {
      throw new Refusal(400, `strategy: the bot is ${strategy.toLowerCase()}.`);
    }
    if (target.pairs.some((pair) => pair !== pairTitle)) {
      throw new Refusal(400, `pairs: the bot trades ${symbolOf(pairTitle)} only.`);
    }
    if (!bot.enabled && quirks.hookWhenOff === "refuse") throw new Refusal(409, "The bot is off.");
    const running = store.running(bot.id).size > 0;
    if (action === "open" && running && quirks.hookOpenTwice === "refuse" && quirks.hookUpdate === "section") {
      throw new Refusal(409, "The bot has a running deal.");
    }
    return bot;
  }
}

/** A command without its target. */
type Rest = HookCommand extends infer Each
  ? Each extends unknown
    ? Omit<Each, "account" | "botId" | "strategy" | "pairs">
    : never
  : never;

function restOf(action: HookAction, members: HookBody["members"], reader: HookReader): Rest {
  if (action === "average") return { kind: "hook-average", amount: reader.amount(members) };
  if (action === "close") return { kind: "hook-close", closePosition: reader.closePosition(members) };
  const { open, ...settings } = reader.sections(members, action);
  const read = z.safeParse(hookSettingsShape, settings);
  const first = z.safeParse(z.optional(hookOpen), open);
  // What didn't pass the reader is among its problems already.
  const checked = read.success ? read.data : {};
  if (action === "update") return { kind: "hook-update", terms: checked };
  if (open === undefined) reader.problems.push("open is required.");
  return { kind: "hook-open", terms: checked, ...(first.success && first.data !== undefined && { open: first.data }) };
}

const ACCEPTED: Readonly<Record<Quirks["hookAnswer"], object>> = {
  code: { code: 0, message: "accepted" },
  text: { code: "0", msg: "accepted" },
  none: { result: "accepted" },
};

/** Accepted does not mean opened: the effect comes later, or never. */
function hookAccepted(quirks: Quirks): ServiceResponse {
  return { status: 200, headers: { "content-type": JSON_TYPE }, body: JSON.stringify(ACCEPTED[quirks.hookAnswer]) };
}

function hookRefused(refusal: Refusal, quirks: Quirks): ServiceResponse {
  const code = quirks.hookAnswer === "text" ? String(refusal.status) : refusal.status;
  return {
    status: quirks.hookRefusal === "200" ? 200 : refusal.status,
    headers: { "content-type": JSON_TYPE, ...refusal.headers },
    body: JSON.stringify({ code, message: refusal.message }),
  };
}
