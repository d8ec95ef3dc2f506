// A real emulator behind a real socket, and a fleet of 20 bots to apply: where a test can kill the command at a chosen request.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServiceResponse } from "../../../src/emulator/http/failure.js";
import { Service } from "../../../src/emulator/service.js";
import { OPERATIONS } from "../../../src/service/operations.js";

/** When a request is cut: before the service hears of it, after it has acted, or in the middle of its answer. */
export type Phase = "unheard" | "unanswered" | "half-answered";

/** A request that reached the service, by the run (command) that sent it. */
export interface Seen {
  readonly run: number;
  readonly path: string;
  readonly botId: number | undefined;
}

export interface Stage {
  readonly service: Service;
  readonly env: Record<string, string>;
  /** A folder of its own, with botform.yaml in it. */
  readonly folder: string;
  readonly seen: Seen[];
  /** Of the current run. */
  requests: number;
  /** Begins the next run; `cut` is called at that request, by its number or its path, in that phase. */
  begin(at?: number | string, phase?: Phase, cut?: () => void): void;
  close(): Promise<void>;
}

const DEFAULTS = {
  leverage: 5,
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
};
const LIVE = { accessId: 7001, strategy: "LONG", ...DEFAULTS } as const;

/** Each bot has a pair of its own, as bots of one access should. */
const pairOf = (index: number) => `USDT-P${index}`;

type LiveBot = typeof LIVE & { pairTitle: string; title: string; enabled: boolean };

/** 12 to create and turn on, 4 to update while they are on, 2 to turn off, 2 to turn on. */
function fleet(): {
  readonly yaml: string;
  readonly bots: readonly LiveBot[];
} {
  const rows: string[] = [];
  const bots: LiveBot[] = [];
  for (let index = 0; index < 20; index += 1) {
    const title = `bot ${index}`;
    const leverage = index >= 12 && index < 16 ? ", leverage: 9" : "";
    const enabled = index < 16 || index >= 18;
    rows.push(
      `  b${index}: { title: ${title}, pairTitle: ${pairOf(index)}, strategy: LONG, enabled: ${enabled}${leverage} }`,
    );
    if (index >= 12) bots.push({ ...LIVE, pairTitle: pairOf(index), title, enabled: index < 18 });
  }
  const yaml = `version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    accesses: { primary: Main futures }
defaults: ${JSON.stringify(DEFAULTS).replace(/"([\d.]+)"/g, "$1")}
bots:
${rows.join("\n")}
`;
  return { yaml, bots };
}

export async function stage(): Promise<Stage> {
  const { yaml, bots } = fleet();
  const accesses = [{ accessId: 7001, title: "Main futures" }];
  const service = new Service({
    seed: {
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" },
          ...{ accesses, bots: [...bots], balance: { USDT: "10000" } },
        },
      ],
      pairs: Array.from({ length: 20 }, (_, index) => pairOf(index)),
    },
    // Runs may begin later than the service is (later.mjs), in seconds.
    quirks: { commandDelay: 10, nonceWindow: 600 },
  });
  const folder = mkdtempSync(join(tmpdir(), "botform-kill-"));
  writeFileSync(join(folder, "botform.yaml"), yaml);
  const seen: Seen[] = [];
  let run = 0;
  let cutting: { at: number | string; phase: Phase; cut: () => void } | undefined;

  const server = createServer((request, response) => {
    const own = run;
    self.requests += 1;
    const { url = "" } = request;
    const { pathname, searchParams } = new URL(url, "http://loopback");
    const cut = cutting?.at === self.requests || cutting?.at === pathname ? cutting : undefined;
    if (cut?.phase === "unheard") return cut.cut();
    const botId = searchParams.get("botId");
    seen.push({ run: own, path: pathname, botId: botId === null ? undefined : Number(botId) });
    const answer = service.handle({ method: request.method ?? "GET", target: url, headers: heads(request), body: "" });
    if (cut?.phase === "unanswered") return cut.cut();
    send(response, answer, cut?.phase === "half-answered" ? cut.cut : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const self: Stage = {
    service,
    folder,
    seen,
    requests: 0,
    env: {
      BOTFORM_DEMO_API_URL: `http://127.0.0.1:${address.port}`,
      BOTFORM_DEMO_API_KEY: "demo-key",
      BOTFORM_DEMO_API_SECRET: "demo-secret",
    },
    begin(at, phase = "unheard", cut = () => {}) {
      run += 1;
      self.requests = 0;
      cutting = at === undefined ? undefined : { at, phase, cut };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return self;
}

function heads(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
}

function send(response: ServerResponse, { status, headers, body }: ServiceResponse, cut?: () => void): void {
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)) });
  if (cut === undefined) response.end(body);
  else response.write(body.slice(0, body.length / 2), () => cut());
}

/** What must hold whatever was killed: no title twice on, and no turn-on but right after a look at that bot (I1, I2). */
export function wrongs({ service, seen }: Stage): string[] {
  const on = new Map<string, number>();
  for (const bot of service.bots()) if (bot.enabled) on.set(bot.values.title, (on.get(bot.values.title) ?? 0) + 1);
  const doubles = [...on].filter(([, count]) => count > 1).map(([title, count]) => `${count} bots "${title}" are on`);
  const unlooked = seen.flatMap(({ run, path, botId }, index) => {
    if (path !== OPERATIONS.turnOn.path) return [];
    const before = seen.slice(0, index).findLast((one) => one.run === run && one.botId === botId);
    return before?.path === OPERATIONS.botDetails.path ? [] : [`bot ${botId} was turned on without a look at it`];
  });
  return [...doubles, ...unlooked];
}
