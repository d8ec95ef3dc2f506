// An emulator of a service that writes down what it sees: every accepted write with the bot before it, every read, and each bot after each change.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { ServiceResponse } from "../../../../src/emulator/http/failure.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { Service } from "../../../../src/emulator/service.js";
import { OPERATIONS } from "../../../../src/service/operations.js";
import { WINDOW_S } from "./fleet.js";
import type { BotState, Change, EmulatorLog, Read, Write, WriteName } from "./log.js";

const WRITES: ReadonlyMap<string, WriteName> = new Map([
  [OPERATIONS.createBot.path, "create"],
  [OPERATIONS.updateBot.path, "update"],
  [OPERATIONS.turnOn.path, "turn-on"],
  [OPERATIONS.turnOff.path, "turn-off"],
]);
const READS: ReadonlySet<string> = new Set([OPERATIONS.listBots.path, OPERATIONS.botDetails.path]);

/** A write whose answer waits. */
export interface Waiting {
  readonly write: Write;
  answer(): void;
}

export interface Recorder extends EmulatorLog {
  readonly service: Service;
  readonly url: string;
  /** Requests that were answered 401. */
  readonly rejected: string[];
  /** All requests, whatever they were answered. */
  readonly requests: () => number;
  /** Resolves once a write of that kind was carried out on one of the accounts; its answer waits. */
  next(does: WriteName, accounts: readonly string[]): Promise<Waiting>;
  close(): Promise<void>;
}

export async function startRecorder(seed: Seed): Promise<Recorder> {
  const service = new Service({ seed, quirks: { commandDelay: 50, nonceWindow: WINDOW_S } });
  const names = new Map(seed.accounts.map(({ name, apiKey }) => [apiKey, name]));
  const writes: Write[] = [];
  const reads: Read[] = [];
  const changes: Change[] = [];
  const rejected: string[] = [];
  const known = new Map<number, BotState>();
  let requests = 0;
  let meddle: { readonly is: (write: Write) => boolean; readonly with: (waiting: Waiting) => void } | undefined;
  const look = () => {
    const at = Date.now();
    for (const { id, account, enabled, values } of service.bots()) {
      const before = known.get(id);
      if (before?.enabled === enabled && before.values === values) continue;
      const state = { id, account, title: values.title, enabled, values };
      known.set(id, state);
      changes.push({ at, state });
    }
  };
  service.onChange(look);
  look();
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    service.advance();
    const asked = { method: request.method ?? "GET", target: request.url ?? "", headers, body };
    const given = searchParams.get("botId");
    const before = given === null ? undefined : known.get(Number(given));
    const at = Date.now();
    const count = service.writes.length;
    const answer = service.handle(asked);
    const send = () => void response.writeHead(answer.status, answer.headers).end(answer.body);
    const account = names.get(headers["ctg-api-key"] ?? "") ?? "";
    if (answer.status === 401) rejected.push(`${account} ${pathname}`);
    const does = WRITES.get(pathname);
    if (READS.has(pathname) && answer.status === 200)
      reads.push({ at, account, bot: given === null ? undefined : Number(given) });
    if (does === undefined || service.writes.length === count) return send();
    const { parameters = {} } = service.writes.at(-1) ?? {};
    const bot = given === null ? madeBy(answer) : Number(given);
    const write = { at, account, does, bot, parameters, nonce: Number(headers["ctg-api-nonce"]), before };
    writes.push(write);
    if (meddle?.is(write) !== true) return send();
    const { with: hand } = meddle;
    meddle = undefined;
    hand({ write, answer: send });
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    ...{ service, writes, reads, changes, rejected, requests: () => requests },
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    next: (does, accounts) =>
      new Promise((resolve) => {
        meddle = { is: (write) => write.does === does && accounts.includes(write.account), with: resolve };
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function madeBy({ body }: ServiceResponse): number {
  const { data }: { readonly data: { readonly botId: number } } = JSON.parse(body);
  return data.botId;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}
