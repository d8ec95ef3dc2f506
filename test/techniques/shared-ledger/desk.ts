// Several machines on one account: each a folder and a state of its own, all with one ledger on a real PostgreSQL, and one emulator.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { Service } from "../../../src/emulator/service.js";
import { OPERATIONS } from "../../../src/service/operations.js";
import { MAIN } from "../../support/dist.js";

const SETTINGS = {
  ...{ strategy: "LONG", leverage: 5, marginMode: "ISO", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" },
  ...{ percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20 },
};

const WRITES: ReadonlySet<string> = new Set(
  (["createBot", "updateBot", "turnOn", "turnOff"] as const).map((name) => OPERATIONS[name].path),
);

const SKEWED = new URL("skewed-clock.mjs", import.meta.url).href;

export const APPLY = [
  ...["apply", "--yes", "--max-turn-ons", "20", "--concurrency", "1", "--command-timeout", "20"],
] as const;

export interface Desk {
  readonly service: Service;
  /** What reached the service as a write, in order: operation and what it is about. */
  readonly writes: string[];
  /** When each request reached it, in milliseconds. */
  readonly arrivals: number[];
  /** What was rejected for its credentials, of which the nonce is a part. */
  readonly rejected: string[];
  /** Address of the service, and of the ledger, for ways to them that can be cut. */
  readonly url: string;
  machine(by?: Ways): Machine;
  /** The next create is kept from the service until it is delivered. */
  holdBack(): Promise<Held>;
  /** The next create is carried out, and its answer never comes. Resolves once it has arrived. */
  swallowAnswer(): Promise<void>;
  /** Titles that more than one bot has. */
  copies(): readonly string[];
  close(): Promise<void>;
}

/** Ways by which a machine reaches what it needs; its own where none is named. */
export interface Ways {
  readonly state?: string;
  readonly api?: string;
  /** Seconds by which its clock is off: from the start, and from SIGUSR2 on. */
  readonly clockOff?: readonly [number, number];
}

/** A create that waits in a proxy. */
export interface Held {
  /** Resolves to the status that the service answers with. */
  deliver(): number;
}

export interface Machine {
  readonly folder: string;
  run(...args: readonly string[]): Run;
}

export interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly text: string }>;
}

/** What the configuration says of the service. */
interface Stated {
  readonly requestsPerSecond?: number;
  /** What it was seen to do, by name. */
  readonly facts?: Readonly<Record<string, string | number>>;
}

/** @param state address of the database; without it each machine has a ledger of its own */
export async function desk(
  state: string | undefined,
  bots: number,
  quirks: Partial<Quirks> = {},
  stated: Stated = {},
): Promise<Desk> {
  const pairs = Array.from({ length: bots }, (_, at) => `USDT-P${at}`);
  const service = new Service({
    seed: {
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", bots: [], balance: { USDT: "10000" } },
          accesses: [{ accessId: 7001, title: "Main futures" }],
        },
      ],
      pairs,
    },
    quirks: { commandDelay: 10, ...quirks },
  });
  const writes: string[] = [];
  const arrivals: number[] = [];
  const rejected: string[] = [];
  let meddle: ((pass: () => number) => void) | undefined;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    arrivals.push(performance.now());
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const pass = () => {
      const answer = service.handle({ method: request.method ?? "GET", target: request.url ?? "", headers, body });
      if (answer.status === 401) rejected.push(`${pathname} ${answer.body}`);
      if (WRITES.has(pathname)) writes.push(`${pathname} ${searchParams.get("botId") ?? ""} ${answer.status}`);
      return answer;
    };
    if (pathname === OPERATIONS.createBot.path && meddle !== undefined) {
      const done = meddle;
      meddle = undefined;
      return done(() => pass().status);
    }
    const answer = pass();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folders: string[] = [];
  const children = new Set<ChildProcess>();
  return {
    ...{ service, writes, arrivals, rejected, url: `http://127.0.0.1:${portOf(server)}` },
    holdBack: () =>
      new Promise((resolve) => {
        meddle = (pass) => resolve({ deliver: pass });
      }),
    swallowAnswer: () =>
      new Promise((resolve) => {
        meddle = (pass) => {
          pass();
          resolve();
        };
      }),
    machine({ api = `http://127.0.0.1:${portOf(server)}`, state: ledger = state, clockOff } = {}) {
      const folder = mkdtempSync(join(tmpdir(), "botform-desk-"));
      folders.push(folder);
      writeFileSync(join(folder, "botform.yaml"), yamlOf(pairs, state !== undefined, stated));
      if (stated.facts !== undefined) writeFileSync(join(folder, "service.json"), factsOf(api, stated.facts));
      const env = {
        ...{ PATH: process.env.PATH ?? "", HOME: folder, XDG_STATE_HOME: join(folder, "state") },
        ...{ BOTFORM_DEMO_API_KEY: "demo-key", BOTFORM_DEMO_API_SECRET: "demo-secret" },
        BOTFORM_DEMO_API_URL: api,
        ...(ledger !== undefined && { BOTFORM_STATE_URL: ledger }),
        ...(clockOff !== undefined && { BOTFORM_TEST_CLOCK_OFF: clockOff.join(" ") }),
      };
      return {
        folder,
        run(...args) {
          const child = spawn(
            process.execPath,
            [...(clockOff === undefined ? [] : ["--import", SKEWED]), MAIN, ...args],
            {
              cwd: folder,
              env,
              stdio: ["ignore", "pipe", "pipe"],
            },
          );
          children.add(child);
          let text = "";
          for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += String(part)));
          const ended = once(child, "close").then(([code]) => {
            children.delete(child);
            // A line that begins with "at" would be taken for a part of a stack where the text is why a test failed.
            return { exitCode: code as number | null, text: text.replace(/^( *)at /gm, "$1~ at ") };
          });
          return { child, ended };
        },
      };
    },
    copies() {
      const titles = service.bots().map(({ values }) => values.title);
      return [...new Set(titles.filter((title, at) => titles.indexOf(title) !== at))];
    },
    async close() {
      for (const child of children) child.kill("SIGKILL");
      server.closeAllConnections();
      server.close();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function yamlOf(pairs: readonly string[], isShared: boolean, { requestsPerSecond, facts }: Stated): string {
  const rows = pairs.map((pair, at) => `  b${at}: { title: bot ${at}, pairTitle: ${pair}, enabled: true }`);
  return `version: 1
${isShared ? 'state: { postgres: "${env.BOTFORM_STATE_URL}" }\n' : ""}accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    assumptions: { nonceWindow: 10 }
${requestsPerSecond === undefined ? "" : `    requestsPerSecond: ${requestsPerSecond}\n`}${facts === undefined ? "" : "    serviceFacts: service.json\n"}defaults: ${JSON.stringify(SETTINGS)}
bots:
${rows.join("\n")}
`;
}

function factsOf(origin: string, facts: Readonly<Record<string, string | number>>): string {
  const seen = Object.entries(facts).map(([name, value]) => ({ name, value, at: new Date().toISOString() }));
  return JSON.stringify({ origin, seen });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A run that waited while another one was at work is to be repeated; one whose new bot the list doesn't show yet, once it does. */
const MOST_RUNS = 6;
const MAY_LAG_MS = 6_000;

/** Everything is made once, and on. */
export async function converges(on: Desk, machine: Machine, bots: number): Promise<void> {
  const all: string[] = [];
  for (let count = 0; count < MOST_RUNS; count += 1) {
    const { exitCode, text } = await machine.run(...APPLY).ended;
    all.push(`exit code ${exitCode}\n${text}`);
    expect(on.copies(), all.join("\n---\n")).toEqual([]);
    if (exitCode === 0) break;
    if (count > 0) await wait(MAY_LAG_MS);
  }
  const said = all.join("\n---\n");
  expect(
    on.service.bots().filter(({ enabled }) => enabled),
    said,
  ).toHaveLength(bots);
  expect(all.at(-1)).toMatch(/^exit code 0\n/);
}
