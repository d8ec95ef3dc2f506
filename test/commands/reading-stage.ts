// Where the reading commands are tried: an emulator with two accesses, a clock that can be set forwards, and a folder with a configuration.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import type { Seed } from "../../src/emulator/seed/seed.js";
import { type Client, createClient } from "../../src/service/client.js";
import { botform, demoEnv, type Result, type RunOptions } from "../support/command.js";

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
export const NASTY = "=evil\u001b[2J\u202e";
export const SEED: Seed = {
  accounts: [
    {
      name: "demo",
      apiKey: "demo-key",
      apiSecret: "demo-secret",
      balance: { USDT: "10000" },
      accesses: [
        { accessId: 101, title: "Main futures" },
        { accessId: 102, title: "Other futures" },
      ],
      bots: [
        { id: 1, accessId: 101, title: "BTC dip", enabled: true, ...SETTINGS },
        { id: 2, accessId: 102, title: NASTY, enabled: true, ...SETTINGS, pairTitle: "USDT-ETH", strategy: "SHORT" },
        { id: 3, accessId: 101, title: "Idle", enabled: false, ...SETTINGS },
      ],
    },
  ],
  pairs: ["USDT-ETH", "USDT-BTC", "BUSD-BTC"],
  prices: { "USDT-BTC": "50000", "USDT-ETH": "2000" },
};

/** The configuration declares bot 1 with another take profit, and a bot that isn't there. */
export const YAML = `
version: 1
accounts:
  demo:
    apiUrl: \${env.BOTFORM_DEMO_API_URL}
    apiKey: \${env.BOTFORM_DEMO_API_KEY}
    apiSecret: \${env.BOTFORM_DEMO_API_SECRET}
    exchange: SERVICE_FUTURES
    accesses: { primary: Main futures }
vars: { tp: 1.5 }
defaults:
  access: primary
  strategy: LONG
  leverage: 5
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentTakeProfit: \${tp}
  percentSafetyOrder: 1.5
  volumeFirstOrder: 20
  pairTitle: USDT-BTC
bots:
  btc-dip: { title: BTC dip, enabled: true }
  later: { title: Not yet, enabled: false }
`;

export interface Stage {
  readonly emulator: RunningEmulator;
  /** May do everything, as somebody else at work on the account. */
  readonly hand: Client;
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Result>;
  /** The one document that this prints. */
  // biome-ignore lint/suspicious/noExplicitAny: a document under test may hold anything
  readonly json: (args: readonly string[]) => Promise<any>;
  /** Sets the emulator's clock forwards. */
  readonly pass: (ms: number) => void;
  readonly folder: string;
}

/** A new stage for each test that asks for one; closed after it, or where tests run side by side, after them all. */
export function stages(closing: "afterEach" | "afterAll" = "afterEach"): {
  readonly start: (yaml?: string | undefined) => Promise<Stage>;
} {
  let root = "";
  let count = 0;
  const open: (() => Promise<unknown>)[] = [];
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "botform reading "));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const close = async () => {
    for (const one of open.splice(0)) await one();
  };
  if (closing === "afterEach") afterEach(close);
  else afterAll(close);
  return {
    async start(yaml: string | undefined = YAML) {
      count += 1;
      const folder = join(root, `${count}`);
      mkdirSync(folder);
      if (yaml !== "") writeFileSync(join(folder, "botform.yaml"), yaml);
      let ahead = 0;
      const clock = { now: () => Date.now() + ahead };
      const quirks = { commandDelay: 0, nonceWindow: 10_000_000 };
      const emulator = await startEmulator({ seed: SEED, quirks, clock });
      const hand = createClient({ apiUrl: emulator.url, apiKey: "demo-key", apiSecret: "demo-secret", allow: "all" });
      open.push(
        () => hand.close(),
        () => emulator.close().catch(() => {}),
      );
      const env = demoEnv(emulator.url);
      const run: Stage["run"] = (args, options = {}) => botform(args, { env, cwd: folder, ...options });
      return {
        emulator,
        hand,
        run,
        async json(args) {
          const { out } = await run([...args, "--format", "json"]);
          return JSON.parse(out);
        },
        pass(ms) {
          ahead += ms;
          emulator.service.advance();
        },
        folder,
      };
    },
  };
}
