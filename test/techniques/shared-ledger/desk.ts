// Several machines on one account: each a folder and a state of its own, all with one ledger on a real PostgreSQL, and one emulator.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

export interface Desk {
  readonly service: Service;
  /** What reached the service as a write, in order: operation and what it is about. */
  readonly writes: string[];
  machine(): Machine;
  /** Titles that more than one bot has. */
  copies(): readonly string[];
  close(): Promise<void>;
}

export interface Machine {
  readonly folder: string;
  run(...args: readonly string[]): Run;
}

export interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly exitCode: number | null; readonly text: string }>;
}

/** @param state address of the database; without it each machine has a ledger of its own */
export async function desk(state: string | undefined, bots: number, quirks: Partial<Quirks> = {}): Promise<Desk> {
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
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const { pathname, searchParams } = new URL(request.url ?? "", "http://loopback");
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const answer = service.handle({ method: request.method ?? "GET", target: request.url ?? "", headers, body });
    if (WRITES.has(pathname)) writes.push(`${pathname} ${searchParams.get("botId") ?? ""} ${answer.status}`);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const folders: string[] = [];
  const children = new Set<ChildProcess>();
  return {
    service,
    writes,
    machine() {
      const folder = mkdtempSync(join(tmpdir(), "botform-desk-"));
      folders.push(folder);
      writeFileSync(join(folder, "botform.yaml"), yamlOf(pairs, state !== undefined));
      const env = {
        ...{ PATH: process.env.PATH ?? "", HOME: folder, XDG_STATE_HOME: join(folder, "state") },
        ...{ BOTFORM_DEMO_API_KEY: "demo-key", BOTFORM_DEMO_API_SECRET: "demo-secret" },
        BOTFORM_DEMO_API_URL: `http://127.0.0.1:${portOf(server)}`,
        ...(state !== undefined && { BOTFORM_STATE_URL: state }),
      };
      return {
        folder,
        run(...args) {
          const child = spawn(process.execPath, [MAIN, ...args], {
            cwd: folder,
            env,
            stdio: ["ignore", "pipe", "pipe"],
          });
          children.add(child);
          let text = "";
          for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part) => (text += String(part)));
          const ended = once(child, "close").then(([code]) => {
            children.delete(child);
            return { exitCode: code as number | null, text };
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

function yamlOf(pairs: readonly string[], isShared: boolean): string {
  const rows = pairs.map((pair, at) => `  b${at}: { title: bot ${at}, pairTitle: ${pair}, enabled: true }`);
  return `version: 1
${isShared ? 'state: { postgres: "${env.BOTFORM_STATE_URL}" }\n' : ""}accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
    assumptions: { nonceWindow: 10 }
defaults: ${JSON.stringify(SETTINGS)}
bots:
${rows.join("\n")}
`;
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
