// The state file: what it keeps, how it is written, and what happens when it is unusable.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type EmulatorOptions, type RunningEmulator, startEmulator } from "../../../../src/emulator/http/server.js";
import { DEFAULT_SEED, type Seed } from "../../../../src/emulator/seed/seed.js";
import { EXCHANGE, type Json, manualClock, PLAIN_BOT } from "../harness.js";
import { DEMO, type Parameters, phpCall } from "../plain-client.js";

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

it("keeps history in the order in which deals ended, whatever the order of their ids", async () => {
  const first = await start();
  const access = { accessId: 101, exchange: EXCHANGE };
  const bots: Json[] = [];
  for (const title of ["A", "B", "C"]) {
    bots.push(await call(first, "POST", "create", { ...PLAIN_BOT, title }));
    await call(first, "POST", "start-new-deal", { botId: bots.at(-1).botId });
  }
  clock.pass(300);
  const deals: Json[] = await call(first, "GET", "active-deals", access);
  expect(deals).toHaveLength(3);
  for (const { id } of deals.toSorted((left, right) => right.id - left.id)) {
    await call(first, "POST", "complete-deal", { dealId: id });
    clock.pass(1_000);
  }
  const ids = async (emulator: RunningEmulator) => (await call(emulator, "GET", "deals-history", access)).map(idOf);
  const before = await ids(first);
  expect(before).toHaveLength(3);
  await first.close();
  expect(await ids(await start())).toEqual(before);
});

const idOf = ({ id }: Json) => id;

it("brings back deals half-way, waits, hooks in flight, prices by hand and the market's time", async () => {
  const { accounts } = DEFAULT_SEED;
  const prices: Seed["prices"] = {
    "USDT-SOL": { walk: { seed: "state", base: "150", stepSeconds: 1, volatilityPercent: 0.2 } },
  };
  const drive = async (restart: boolean) => {
    let emulator = await start({ seed: { accounts, prices }, stateFile: join(folder, `${restart}.json`) });
    const settings = { volumeSafetyOrder: "30", countOrderMax: 5, percentSafetyOrder: "0.3", percentTakeProfit: "0.5" };
    const bot = { ...PLAIN_BOT, ...settings, pairTitle: "USDT-SOL" };
    const { botId } = await call(emulator, "POST", "create", { ...bot, title: "walks" });
    const held = await call(emulator, "POST", "create", {
      ...bot,
      title: "held",
      priceLevel: "LOWER",
      priceLevelDown: "200",
    });
    for (const id of [botId, held.botId]) await call(emulator, "POST", "activate", { botId: id });
    emulator.service.setPrice("USDT-ETH", "3333");
    clock.pass(600_000);
    emulator.service.advance();
    const body = JSON.stringify({ botId, stop: { enabled: true, event: "percentage", value: "2" } });
    const target = "/crazy/hook/7001:demo-hook-token";
    expect(emulator.service.handle({ method: "POST", target, headers: {}, body }).body).toContain('"code":0');
    if (restart) {
      await emulator.close();
      emulator = await start({ seed: { accounts, prices }, stateFile: join(folder, `${restart}.json`) });
    }
    clock.pass(3_600_000);
    emulator.service.advance();
    const { accounts: money, bots, deals, logs, waits, prices: byHand, origin } = emulator.service.state();
    await emulator.close();
    const since = (moment: number) => moment - origin;
    return {
      ...{ money: money.map(({ balance }) => balance), waits, byHand, logs: logs.map(([, entries]) => entries.length) },
      bots: bots.map(({ enabled, cycles }) => [enabled, cycles]),
      deals: deals.map(({ market }) => [
        since(market.opened),
        market.amount,
        market.safety,
        market.fees,
        market.settings.stop,
      ]),
    };
  };
  const whole = await drive(false);
  expect(whole.deals.length).toBeGreaterThan(3);
  expect(whole.waits).toEqual([[1002, "price"]]);
  expect(await drive(true)).toEqual(whole);
});

it("is written soon after a change, readable by its owner only, without secrets and leftovers", async () => {
  const emulator = await start();
  await writeFile(`${stateFile}.${process.pid}.tmp`, "left by a crash", { mode: 0o644 });
  await call(emulator, "POST", "create", PLAIN_BOT);
  const isKept = async () => expect(await readFile(stateFile, "utf8")).toContain('"title":"Plain"');
  await vi.waitFor(isKept, { timeout: 600_000 });
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
    const because = `${stateFile} is not a state file of this version; move it away to start afresh`;
    await expect(start()).rejects.toThrow(new RangeError(because));
    expect(await readFile(stateFile, "utf8")).toBe(text);
  });

  it("is refused when it is of the first version, and says what that means", async () => {
    await writeFile(stateFile, '{"formatVersion":1,"bots":[]}');
    const because = `${stateFile} was written by an older emulator, whose deals had no safety orders and can't continue here: move the file away to start afresh`;
    await expect(start()).rejects.toThrow(new RangeError(because));
  });

  it("is refused when it holds an account the seed lacks", async () => {
    const emulator = await start();
    await call(emulator, "POST", "create", PLAIN_BOT);
    await emulator.close();
    const seed = {
      accounts: [{ name: "other", apiKey: "k", apiSecret: "s", accesses: [{ accessId: 1, title: "A" }] }],
    };
    await expect(start({ seed })).rejects.toThrow(
      new RangeError('the state has account "demo", but the seed doesn\'t'),
    );
  });

  it("is told at the close when it can't be written", async () => {
    const emulator = await start({ stateFile: join(folder, "missing", "state.json") });
    await call(emulator, "POST", "create", PLAIN_BOT);
    await expect(emulator.close()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
