// The stage of the rules' tests: an account on the road, its ports bent where a test bends them, all closed afterwards.
import type { Socket } from "node:net";
import { afterEach } from "vitest";
import type { Desired } from "../../src/model/bot/desired.js";
import type { ApplyReport } from "../../src/model/plan/outcome.js";
import type { Plan } from "../../src/model/plan/plan.js";
import type { ServiceReader, ServiceWriter, WriteAnswer } from "../../src/model/ports.js";
import { apply } from "../../src/reconcile/apply/apply.js";
import type { ApplyOptions } from "../../src/reconcile/apply/run-options.js";
import { type Journal, NO_JOURNAL } from "../../src/reconcile/ledger/journal.js";
import { type Client, type ClientOptions, createClient } from "../../src/service/client.js";
import { type Hostile, hostile } from "../support/hostile.js";
import { type Road, road, UNLIMITED } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** An emulator with a client on a virtual clock, closed after the test. */
export async function start(options: Parameters<typeof road>[0] = {}): Promise<Road> {
  const way = await road(options);
  open.push(way);
  return way;
}

/** A client against a server that answers with exact bytes; both are closed after the test. */
export async function against(
  respond: (socket: Socket, head: string, count: number) => unknown,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; server: Hostile; slept: number[] }> {
  const server = await hostile(respond);
  const slept: number[] = [];
  const client = createClient({
    apiUrl: server.url,
    apiKey: "key",
    apiSecret: "secret",
    allow: "all",
    deadlineMs: 20_000,
    random: () => 0.5,
    sleep: async (ms) => void slept.push(ms),
    ...options,
  });
  open.push(client, server);
  return { client, server, slept };
}

/** What stands before the real ports. */
export interface Bent {
  readonly reader?: Partial<ServiceReader>;
  readonly writer?: Partial<ServiceWriter>;
  readonly journal?: Journal;
}

/** Applies the plan on the road through bent ports. */
export function carryOut(way: Road, plan: Plan, bent: Bent = {}, options: ApplyOptions = {}): Promise<ApplyReport> {
  const ports = {
    reader: { ...way.reader, ...bent.reader },
    writer: { ...way.writer, ...bent.writer },
    clock: way.clock,
    ...(bent.journal !== undefined && { journal: bent.journal }),
  };
  return apply(plan, ports, { limits: UNLIMITED, ...options });
}

/** A journal that does nothing but let something happen while an intent is being written; `count` begins with 1. */
export function meanwhile(happens: (count: number) => unknown): Journal {
  let count = 0;
  return {
    ...NO_JOURNAL,
    async intent() {
      count += 1;
      await happens(count);
      return count;
    },
  };
}

/** A write whose answer is lost on its way back. */
export const LOST: WriteAnswer = { kind: "ambiguous", message: "the connection broke", turnedDown: false };

/** Bots that shall be on. */
export function fleet(...keys: string[]): Desired {
  return desired(keys.map((key) => desiredBot(key, { enabled: true })));
}

/** Bots whose switch is left alone; a new one stays off. */
export function idle(...keys: string[]): Desired {
  return desired(keys.map((key) => desiredBot(key)));
}

/** `create main/a applied`, for each step. */
export function kinds(report: ApplyReport): string[] {
  return report.outcomes.map(({ action, address, kind }) => `${action} ${address} ${kind}`);
}

/** How many writes of each kind reached the service. */
export function sent(way: Road): { creates: number; updates: number; turnOns: number; turnOffs: number } {
  const { createBot, updateBot, turnOn, turnOff } = way.emulator.service.requests;
  return { creates: createBot, updates: updateBot, turnOns: turnOn, turnOffs: turnOff };
}

/** Id of the bot that the plan's address stands for. */
export function idIn(plan: Plan, address: string): number {
  return plan.bots[address]?.observed?.id ?? 0;
}

/** Adds a bot by hand, with the settings of `fleet`, and tells its id. */
export function addByHand(
  way: Road,
  bot: { title: string; enabled?: boolean; accessId?: number; id?: number; pairTitle?: string; leverage?: number },
): number {
  return way.emulator.service.addBot("main", { accessId: 1, ...SETTINGS, ...bot });
}

const SETTINGS = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};
