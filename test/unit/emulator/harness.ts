// An emulator's service in virtual time, called without sockets: what most tests need.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { Service } from "../../../src/emulator/service.js";
import { DEMO, type Key, type Parameters, phpQuery, signedHeaders } from "./plain-client.js";

export const START = Date.UTC(2026, 0, 15, 12, 0, 0);
export const EXCHANGE = "SERVICE_FUTURES";

/** A clock that only moves when told to. */
export function manualClock(start = START) {
  let time = start;
  return {
    now: () => time,
    pass: (ms: number) => {
      time += ms;
    },
  };
}

/** Create's required parameters. */
export const PLAIN_BOT = {
  accessId: 101,
  exchange: EXCHANGE,
  pairTitle: "USDT-BTC",
  title: "Plain",
  strategy: "LONG",
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "64",
} as const;

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined when the body is none. */
  readonly json: Json;
}

/** Whatever an answer holds; tests look inside without caring for its type. */
// biome-ignore lint/suspicious/noExplicitAny: an answer of the server under test may hold anything
export type Json = any;

export function harness(quirks: Partial<Quirks> = {}, seed?: Seed) {
  const clock = manualClock();
  const service = new Service({ quirks, clock, ...(seed !== undefined && { seed }) });
  const raw = (
    method: string,
    path: string,
    query: string,
    more: { key?: Key; body?: string; type?: string; now?: number; signedAs?: string } = {},
  ): Reply => {
    const headers = signedHeaders(more.key ?? DEMO, path, more.signedAs ?? query, more.now ?? clock.now());
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const target = query === "" ? path : `${path}?${query}`;
    const answer = service.handle({
      method,
      target,
      headers: { ...lower, "content-type": more.type ?? "application/x-www-form-urlencoded" },
      body: more.body ?? "",
    });
    return { status: answer.status, text: answer.body, headers: answer.headers, json: parsed(answer.body) };
  };
  const call = (method: string, path: string, parameters: Parameters = {}, key?: Key): Reply =>
    raw(method, `/bot-futures/${path}`, phpQuery(parameters), key === undefined ? {} : { key });
  /** Posts a webhook as anything with the account's URL can. */
  const hook = (
    body: object | string,
    more: { path?: string; token?: string; type?: string; method?: string } = {},
  ) => {
    const answer = service.handle({
      method: more.method ?? "POST",
      target: `/crazy/hook/7001:${more.token ?? "demo-hook-token"}${more.path ?? ""}`,
      headers: { "content-type": more.type ?? "application/json" },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, text: answer.body, json: parsed(answer.body) };
  };
  /** Posts one of the emulator's own requests. */
  const tell = (path: string, body: object): Reply => {
    const headers = { "content-type": "application/json" };
    const target = `/emulator/${path}`;
    const answer = service.handle({ method: "POST", target, headers, body: JSON.stringify(body) });
    return { status: answer.status, text: answer.body, headers: answer.headers, json: parsed(answer.body) };
  };
  const create = (parameters: Parameters = {}): number => {
    const reply = call("POST", "create", { ...PLAIN_BOT, ...parameters });
    if (reply.json?.isSuccess !== true) throw new Error(`create failed: ${reply.text}`);
    return reply.json.data.botId;
  };
  const details = (botId: number): Json => call("GET", "detail", { botId }).json.data[0];
  const list = (): Json[] => call("GET", "all", { exchange: EXCHANGE }).json.data;
  const deals = (path: "active-deals" | "deals-history" = "active-deals", accessId = 101): Json[] =>
    call("GET", path, { accessId, exchange: EXCHANGE }).json.data;
  /** Sends a command and lets it take effect. */
  const command = (path: string, parameters: Parameters): Reply => {
    const reply = call("POST", path, parameters);
    clock.pass(service.quirks.commandDelay);
    return reply;
  };
  const on = (botId: number): Reply => command("activate", { botId });
  return { service, clock, raw, call, hook, tell, create, details, list, deals, command, on };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
