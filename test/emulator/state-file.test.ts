// The state file: what it keeps, how it is written, and what happens when it is unusable.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EmulatorOptions, type RunningEmulator, startEmulator } from "../../src/emulator/server.js";
import { EXCHANGE, type Json, manualClock, PLAIN_BOT } from "./harness.js";
import { DEMO, type Parameters, phpCall } from "./plain-client.js";

let folder: string;
let stateFile: string;
let running: RunningEmulator | undefined;
const clock = manualClock();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "emulator-"));
  stateFile = join(folder, "state.json");
});

afterEach(async () => {
  await running?.close().catch(() => undefined);
  running = undefined;
  await rm(folder, { recursive: true });
});

async function start(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  running = await startEmulator({ clock, stateFile, ...options });
  return running;
}

async function call(
  emulator: RunningEmulator,
  method: string,
  path: string,
  parameters: Parameters = {},
): Promise<Json> {
  const reply = await phpCall(emulator.url, DEMO, method, `/bot-futures/${path}`, parameters, clock.now());
  return JSON.parse(reply.text).data;
}

it("brings everything back, commands in flight included", async () => {
  const first = await start();
  const { botId } = await call(first, "POST", "create", { ...PLAIN_BOT, title: "Kept", martingaleScale: "1.5" });
  await call(first, "POST", "create", { ...PLAIN_BOT, title: "Second" });
  await call(first, "POST", "activate", { botId });
  clock.pass(300);
  const [deal] = await call(first, "GET", "active-deals", { accessId: 101, exchange: EXCHANGE });
  await call(first, "POST", "complete-deal", { dealId: deal.id });
  clock.pass(300);
  await call(first, "POST", "deactivate", { botId });
  const look = async (emulator: RunningEmulator) => ({
    list: await call(emulator, "GET", "all", { exchange: EXCHANGE }),
    details: await call(emulator, "GET", "detail", { botId }),
    logs: await call(emulator, "GET", "logs", { botId }),
    active: await call(emulator, "GET", "active-deals", { accessId: 101, exchange: EXCHANGE }),
    history: await call(emulator, "GET", "deals-history", { accessId: 101, exchange: EXCHANGE }),
    account: await call(emulator, "POST", "account-information"),
  });
  const before = await look(first);
  expect(before.history).toHaveLength(1);
  await first.close();

  const second = await start();
  expect(await look(second)).toEqual(before);
  clock.pass(300);
  expect((await call(second, "GET", "detail", { botId }))[0].status).toBe("DISABLED");
  expect(await call(second, "POST", "create", { ...PLAIN_BOT, title: "Third" })).toEqual({ botId: 1003 });
});

it("is written soon after a change, readable by its owner only, without secrets and leftovers", async () => {
  const emulator = await start();
  await writeFile(`${stateFile}.${process.pid}.tmp`, "left by a crash", { mode: 0o644 });
  await call(emulator, "POST", "create", PLAIN_BOT);
  await vi.waitFor(async () => expect(await readFile(stateFile, "utf8")).toContain('"title":"Plain"'));
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  expect(await readFile(stateFile, "utf8")).not.toContain("demo-secret");
  expect(await readdir(folder)).toEqual(["state.json"]);
});

it("is not written when nothing changed", async () => {
  const emulator = await start();
  await call(emulator, "GET", "pair-list");
  await emulator.close();
  expect(await readdir(folder)).toEqual([]);
});

it("holds hand edits too", async () => {
  const emulator = await start();
  const { botId } = await call(emulator, "POST", "create", PLAIN_BOT);
  emulator.service.editBot(botId, { title: "By hand" });
  await emulator.close();
  expect(await readFile(stateFile, "utf8")).toContain("By hand");
});

it("wins over the bots of a seed, which only new accounts get", async () => {
  const { exchange: _exchange, ...bot } = PLAIN_BOT;
  const account = (name: string) => ({
    name,
    apiKey: `${name}-key`,
    apiSecret: "s",
    accesses: [{ accessId: 101, title: "A" }],
    bots: [{ ...bot, title: `of ${name}` }],
  });
  const first = await start({ seed: { accounts: [account("one")] } });
  first.service.editBot(1001, { title: "renamed" });
  await first.close();
  const second = await start({ seed: { accounts: [account("one"), account("two")] } });
  expect(second.service.bots().map((each) => each.values.title)).toEqual(["renamed", "of two"]);
});

describe("a file that can't be used", () => {
  it.each([
    ["torn", '{"formatVersion":1,"bots":['],
    ["of another version", '{"formatVersion":2}'],
    ["of something else", "[]"],
  ])("is refused and left alone when %s", async (_name, text) => {
    await writeFile(stateFile, text);
    await expect(start()).rejects.toThrow(`${stateFile} is no state file of this version`);
    expect(await readFile(stateFile, "utf8")).toBe(text);
  });

  it("is refused when it holds an account the seed lacks", async () => {
    const emulator = await start();
    await call(emulator, "POST", "create", PLAIN_BOT);
    await emulator.close();
    const seed = {
      accounts: [{ name: "other", apiKey: "k", apiSecret: "s", accesses: [{ accessId: 1, title: "A" }] }],
    };
    await expect(start({ seed })).rejects.toThrow('the state holds account "demo", the seed doesn\'t');
  });

  it("is told at the close when it can't be written", async () => {
    const emulator = await start({ stateFile: join(folder, "missing", "state.json") });
    await call(emulator, "POST", "create", PLAIN_BOT);
    await expect(emulator.close()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
