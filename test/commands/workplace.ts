// Where the tests of saved plans work: a folder of their own, an emulator for each test, and plans saved on it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { type RunningEmulator, startEmulator } from "../../src/emulator/http/server.js";
import type { SeedBot } from "../../src/emulator/seed/seed.js";
import { readPlanFile, type SealOptions, sealPlan } from "../../src/model/planfile/planfile.js";
import { botform, demoEnv, type Result } from "../support/command.js";

export const QUICK = "examples/quick-start";
export const YAML = readFileSync(join(QUICK, "botform.yaml"), "utf8");
export const VERSION = versionOf(readFileSync("package.json", "utf8"));

function versionOf(text: string): string {
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

export type Env = Record<string, string>;

/** Registers its own setting up and tidying up; call it once at the top of a test file. */
export function workplace() {
  let folder = "";
  let running: RunningEmulator | undefined;
  let count = 0;
  beforeAll(() => {
    // A path with a space in it, as users have them.
    folder = mkdtempSync(join(tmpdir(), "botform saved "));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });

  const place = {
    get folder(): string {
      return folder;
    },
    get emulator(): RunningEmulator {
      if (running === undefined) throw new Error("no emulator was started");
      return running;
    },
    /** Starts an emulator; resolves to the environment that opens it. */
    async started(options: Parameters<typeof startEmulator>[0] = {}): Promise<Env> {
      running = await startEmulator({ quirks: { commandDelay: 20 }, ...options });
      return demoEnv(running.url);
    },
    /** A path that no test has used. */
    fresh(name = "plan"): string {
      count += 1;
      return join(folder, `${count} ${name}`);
    },
    written(text: string | Buffer, name = "botform.yaml"): string {
      const path = place.fresh(name);
      writeFileSync(path, text);
      return path;
    },
    async savedOn(env: Env, config = QUICK): Promise<string> {
      const file = place.fresh();
      expect((await botform(["plan", "-c", config, "--out", file], { env })).exitCode).toBe(0);
      return file;
    },
    /** An emulator, and a plan of the quick start saved on it. */
    async saved(): Promise<{ env: Env; file: string }> {
      const env = await place.started();
      return { env, file: await place.savedOn(env) };
    },
    /** The same plan, sealed as somebody with the account's key and secret could at another time or with another tool. */
    resealed(file: string, env: Env, changes: Partial<SealOptions>): string {
      const reading = readPlanFile(readFileSync(file), VERSION);
      if (!reading.ok) throw new Error(reading.problem.summary);
      const { BOTFORM_DEMO_API_URL: apiUrl = "", BOTFORM_DEMO_API_KEY: apiKey = "" } = env;
      const opener = { apiUrl, apiKey, apiSecret: env.BOTFORM_DEMO_API_SECRET ?? "" };
      const { id, toolVersion, plan } = reading.saved;
      const now = Date.now();
      const seal = { id, toolVersion, createdAt: now, expiresAt: now + 60_000, ...changes };
      return place.written(sealPlan(plan, opener, seal), "plan");
    },
    nothingWritten(): void {
      expect(place.emulator.service.writes).toEqual([]);
    },
    idOf(title: string): number {
      return place.emulator.service.bots().find(({ values }) => values.title === title)?.id ?? 0;
    },
  };
  return place;
}

export function applyFile(file: string, env: Env, ...more: string[]): Promise<Result> {
  const config = more.includes("-c") ? [] : ["-c", QUICK];
  return botform(["apply", file, ...config, "--yes", ...more], { env });
}

/** A bot of the quick start's kind, with smaller orders. */
export function botCalled(title: string): SeedBot {
  return {
    accessId: 101,
    title,
    pairTitle: "USDT-BTC",
    strategy: "LONG",
    leverage: 5,
    marginMode: "CROSS",
    typeTakeProfit: "LIMIT",
    typeFirstOrder: "MARKET",
    percentTakeProfit: "1.2",
    percentSafetyOrder: "1.5",
    volumeFirstOrder: "20",
    volumeSafetyOrder: "25",
    countOrderMax: 6,
  };
}
