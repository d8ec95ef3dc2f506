// Rate limits as a user has them: a fleet applied to a service that allows few requests, the flags, and what is said of a pause.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { EmulatorClock } from "../../src/emulator/engine/market-time.js";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import { botform, demoEnv } from "../support/command.js";

const folder = mkdtempSync(join(tmpdir(), "botform-rate-"));
let running: RunningEmulator | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const BOTS = 40;
/** Fewer than the way takes, so that its limit is met. */
const ALLOWED = 100;

async function service(rateLimit: number, clock?: EmulatorClock) {
  running = await startEmulator({ quirks: { rateLimit, commandDelay: 0 }, ...(clock && { clock }) });
  return { env: demoEnv(running.url), emulated: running.service };
}

/** Stands still until a request was turned away: however slow this machine is, the limit is met. */
function standing(): EmulatorClock {
  const begun = Date.now();
  return { now: () => ((running?.service.turnedAway ?? 0) > 0 ? Date.now() : begun) };
}

let files = 0;
function fleet(...budget: readonly string[]): string {
  files += 1;
  const path = join(folder, `${files}.yaml`);
  const bots = Array.from({ length: BOTS }, (_, index) => `  b${index}: { title: Bot ${index} }`);
  const lines = [
    "version: 1",
    "accounts:",
    "  demo:",
    "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
    "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
    "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
    "    accesses: { primary: Main futures }",
    ...budget.map((line) => `    ${line}`),
    "defaults: { pairTitle: USDT-BTC, strategy: LONG, leverage: 5, marginMode: CROSS, typeTakeProfit: LIMIT,",
    "  typeFirstOrder: MARKET, percentTakeProfit: 1.2, percentSafetyOrder: 1.5, volumeFirstOrder: 20 }",
    "bots:",
    ...bots,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

describe("a service that allows so many requests a second", () => {
  it("is never asked for more where the configuration says so: every bot is created once", async () => {
    const { env, emulated } = await service(ALLOWED);
    const config = fleet(`requestsPerSecond: ${ALLOWED}`);
    const begun = performance.now();
    const applied = await botform(["apply", "-c", config, "--yes"], { env });
    expect([applied.exitCode, emulated.requests.createBot, emulated.turnedAway]).toEqual([0, BOTS, 0]);
    const all = Object.values(emulated.requests).reduce((sum, count) => sum + count, 0);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(((all - ALLOWED / 10 - 1) / ALLOWED) * 1000);
    expect((await botform(["plan", "-c", config, "--detailed-exitcode"], { env })).exitCode).toBe(0);
  });

  it("is asked for fewer as soon as it says so; reads are tried again, and the wait is explained", async () => {
    const { env, emulated } = await service(30, standing());
    const config = fleet();
    for (let index = 0; index < BOTS; index += 1) emulated.addBot("demo", { ...SEED_BOT, title: `Bot ${index}` });
    const planned = await botform(["plan", "-c", config, "--detailed-exitcode"], { env });
    expect(planned.exitCode).toBe(0);
    // At most what was under way together when it first said so.
    expect(emulated.turnedAway).toBeGreaterThan(0);
    expect(emulated.turnedAway).toBeLessThanOrEqual(16);
    expect(planned.err).toContain("demo: rate-limited by the service; waiting 1 s");
  });
});

const SEED_BOT = {
  accessId: 101,
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

describe("the flags", () => {
  it("hold for what is sent", async () => {
    const { env, emulated } = await service(0);
    for (let index = 0; index < 8; index += 1) emulated.addBot("demo", { ...SEED_BOT, title: `Bot ${index}` });
    const begun = performance.now();
    await botform(["plan", "-c", fleet("requestsPerSecond: 1000"), "--requests-per-second", "10"], { env });
    const all = Object.values(emulated.requests).reduce((sum, count) => sum + count, 0);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(((all - 2) / 10) * 1000);
  });

  it.each(["0", "1.9", "-1", "fast", "1e3"])("--requests-per-second %s is refused", async (text) => {
    const planned = await botform(["plan", "-c", fleet(), `--requests-per-second=${text}`]);
    expect([planned.exitCode, planned.err]).toEqual([3, expect.stringContaining("Give a number of at least 2")]);
  });
});
