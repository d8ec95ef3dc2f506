// A version is dated by the run that applied it, where the ledger has it; without a ledger, or with one that can't be read, by its deals.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type RunningEmulator, startEmulator } from "../../../src/emulator/http/server.js";
import type { ResultsFacts } from "../../../src/model/results.js";
import { botform, demoEnv, unwrapped } from "../../support/command.js";
import { botCalled } from "../workplace.js";
import { course } from "./market.js";

const DAY_MS = 86_400_000;
const DAYS = 6;
const YAML = [
  "version: 1",
  "accounts:",
  "  demo:",
  "    apiUrl: ${env.BOTFORM_DEMO_API_URL}",
  "    apiKey: ${env.BOTFORM_DEMO_API_KEY}",
  "    apiSecret: ${env.BOTFORM_DEMO_API_SECRET}",
  "    accesses: { primary: Main futures }",
  "bots:",
  "  mover: { title: Mover, access: primary, percentTakeProfit: 1 }",
  "",
].join("\n");
const place = realpathSync(mkdtempSync(join(tmpdir(), "botform-dating-")));
const config = join(place, "botform.yaml");
const journal = join(place, "journal");
let emulator: RunningEmulator;
/** When the update was under way. */
let from = 0;
let to = 0;

beforeAll(async () => {
  const bot = { ...botCalled("Mover"), id: 1, percentTakeProfit: "0.2", enabled: true };
  emulator = await startEmulator({
    speed: 0,
    quirks: { historySize: 20_000 },
    seed: {
      start: new Date(Date.now() - DAYS * DAY_MS).toISOString(),
      prices: { "USDT-BTC": { path: course(1, DAYS * 2 + 1), change: "linear" } },
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "100000" } },
          accesses: [{ accessId: 101, title: "Main futures" }],
          bots: [bot],
        },
      ],
    },
  });
  const env = demoEnv(emulator.url);
  emulator.service.pass(DAYS * DAY_MS);
  writeFileSync(config, YAML);
  from = Date.now();
  const applied = await botform(["apply", "--yes", "-c", config, "--journal", journal], { env });
  expect([applied.exitCode, applied.err]).toEqual([0, expect.any(String)]);
  to = Date.now();
  emulator.service.pass(DAYS * DAY_MS);
}, 120_000);
afterAll(async () => {
  await emulator.close();
  rmSync(place, { recursive: true, force: true });
});

const run = (...args: readonly string[]) =>
  botform(["results", "--commits", "0", "-c", config, ...args], { env: demoEnv(emulator.url) });

async function facts(...args: readonly string[]): Promise<ResultsFacts> {
  const { out, exitCode } = await run(...args, "--format", "json");
  expect(exitCode).toBe(0);
  return JSON.parse(out);
}

const runsOf = ({ rows }: ResultsFacts) => rows.map(({ version }) => version?.applied.map((one) => one.run));

it("a version has the run that applied it, and the time", async () => {
  const { out } = await botform(["history", "--journal", journal, "--format", "json"]);
  const [{ id }]: [{ id: string }] = JSON.parse(out).runs;
  const found = await facts("--journal", journal);
  expect(found.accounts).toMatchObject([{ dating: { by: "runs", runs: 1, unreadable: 0 } }]);
  expect(runsOf(found)).toEqual([[], [id]]);
  const at = found.rows[1]?.version?.applied[0]?.at ?? 0;
  expect([at >= from, at <= to]).toEqual([true, true]);
  const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
  const text = unwrapped((await run("--journal", journal)).out);
  expect(text).toContain(` since ${time} (applied by run ${id}); first ended deal here `);
  expect(text).not.toContain("deals alone");
  const { out: csv } = await run("--journal", journal, "--format", "csv");
  expect(csv).toContain(`,${new Date(at).toISOString()},${id},`);
  const { out: page } = await run("--journal", journal, "--format", "html");
  expect(page.replaceAll(/<[^>]*>/g, "")).toContain(`since ${time} (applied by run ${id})`);
});

it("keeps its date where only later deals are asked for", async () => {
  const { rows } = await facts("--journal", journal);
  const last = new Date(rows[1]?.figures.last ?? 0).toISOString().slice(0, 10);
  const later = await facts("--journal", journal, "--since", last);
  expect(later.rows.map(({ version }) => version?.applied)).toEqual([rows[1]?.version?.applied]);
});

it("without a ledger says once that the deals date it", async () => {
  const none = join(place, "none");
  const found = await facts("--journal", none);
  expect(runsOf(found)).toEqual([[], []]);
  const { out, exitCode } = await run("--journal", none);
  expect([exitCode, unwrapped(out).match(/dated by the ends of their deals alone: \S+ has no run/g)?.length]).toEqual([
    0, 1,
  ]);
  expect((await facts("--journal", none, "--by", "bot")).accounts[0]).not.toHaveProperty("dating");
});

it("isn't failed by a ledger that can't be read", async () => {
  const file = join(place, "file");
  writeFileSync(file, "");
  const { out, exitCode } = await run("--journal", file);
  expect([exitCode, unwrapped(out)]).toEqual([0, expect.stringContaining("alone: the ledger can't be read (")]);
});

it("names runs that can't be read, and dates no version by them", async () => {
  const damaged = join(place, "damaged");
  mkdirSync(damaged);
  for (const name of readdirSync(journal).filter((one) => one.endsWith(".jsonl")))
    writeFileSync(join(damaged, name), readFileSync(join(journal, name), "utf8").replace('"begin"', '"began"'));
  const found = await facts("--journal", damaged);
  expect([runsOf(found), found.accounts[0]?.dating]).toEqual([[[], []], { by: "runs", runs: 0, unreadable: 1 }]);
  const { out } = await run("--journal", damaged);
  expect(unwrapped(out)).toContain("1 run of the ledger can't be read, and may have applied a version");
});
