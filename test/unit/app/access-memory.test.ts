// When a plan rests on remembered accesses, when it reads them anew, and what the file of them lives through.
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AccessMemory, memoryOf, planned } from "../../../src/app/access-memory.js";
import type { Access } from "../../../src/model/bot/bot.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { ServiceReader } from "../../../src/model/ports.js";
import { desired, desiredBot, live } from "../reconcile/fleet.js";

const MAIN: Access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const SECOND: Access = { id: 2, title: "Second", exchange: "SERVICE_FUTURES" };
const MOVED: Access = { ...MAIN, id: 3 };

describe("a plan", () => {
  /** The plan of one bot on the access Main, with a memory of `known`; where the service has `accesses`. */
  async function asked(
    known: readonly Access[] | undefined,
    accesses: readonly Access[],
    { leverage = "5", undeclared = "ignore" }: { leverage?: string; undeclared?: Desired["undeclared"] } = {},
  ) {
    const kept: (readonly Access[])[] = [];
    const reads = { accesses: 0, lists: 0 };
    const bots = [live(1, "a"), ...(undeclared === "report" ? [live(2, "stray")] : [])];
    const reader: ServiceReader = {
      accesses: async () => {
        reads.accesses += 1;
        return accesses;
      },
      bots: async () => {
        reads.lists += 1;
        return bots.map((bot) => ({ ...bot, accessId: null }));
      },
      bot: async (id) => bots.find((bot) => bot.id === id) ?? Promise.reject(new Error(`no bot ${id}`)),
      runningDeals: async () => [],
      endedDeals: async () => [],
      pairs: async () => ["USDT-BTC"],
    };
    const memory: AccessMemory = { recall: async () => known, keep: async (all) => void kept.push(all) };
    const one = desired([desiredBot("a", { fields: { leverage } })], {
      accesses: [{ alias: "primary", live: "Main" }],
      undeclared,
    });
    const { made, observed } = await planned(one, reader, {}, { memory });
    return { ...reads, kept, steps: made.steps.length, errors: made.diagnostics.length, of: observed.accesses };
  }

  it.each<[string, Parameters<typeof asked>, Partial<Awaited<ReturnType<typeof asked>>>]>([
    [
      "without a memory reads them once, and keeps them",
      [undefined, [MAIN, SECOND]],
      { accesses: 1, lists: 1, kept: [[MAIN, SECOND]], steps: 0 },
    ],
    ["without steps needs no request for them", [[MAIN], [MAIN]], { accesses: 0, lists: 1, kept: [], of: [MAIN] }],
    [
      "without steps doesn't notice that they have changed",
      [[MAIN, SECOND], [MAIN]],
      { accesses: 0, kept: [], of: [MAIN, SECOND] },
    ],
    [
      "with a step reads them, and stands where they are the same",
      [[SECOND, MAIN], [MAIN, SECOND], { leverage: "6" }],
      { accesses: 1, lists: 1, kept: [[MAIN, SECOND]], steps: 1 },
    ],
    [
      "with an undeclared bot reads them, too",
      [[MAIN], [MAIN], { undeclared: "report" }],
      { accesses: 1, lists: 1, kept: [[MAIN]], steps: 0 },
    ],
    [
      "that finds others is made again, with those",
      [[MAIN], [MAIN, SECOND], { leverage: "6" }],
      { accesses: 1, lists: 2, kept: [[MAIN, SECOND]], steps: 1, of: [MAIN, SECOND] },
    ],
    [
      "with a problem that only an old memory has is made again",
      [[SECOND], [MAIN], {}],
      { accesses: 1, lists: 2, kept: [[MAIN]], steps: 0, errors: 0, of: [MAIN] },
    ],
    ["tells an access's id", [[MOVED], [MAIN], { leverage: "6" }], { accesses: 1, lists: 2, of: [MAIN] }],
    [
      "tells an access's title",
      [[MAIN, SECOND], [MAIN, { ...SECOND, title: "Other" }], { leverage: "6" }],
      { lists: 2, steps: 1 },
    ],
    [
      "tells an access's exchange",
      [[MAIN, SECOND], [MAIN, { ...SECOND, exchange: "OTHER" }], { leverage: "6" }],
      { lists: 2, steps: 1 },
    ],
  ])("%s", async (_name, given, expected) => {
    expect(await asked(...given)).toMatchObject(expected);
  });
});

describe("the file", () => {
  const ENDPOINT = { apiUrl: "https://service.example/api", apiKey: "key", apiSecret: "secret" };
  const before = process.cwd();
  let folder = "";
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "botform accesses ")));
    process.chdir(folder);
  });
  afterEach(() => {
    vi.useRealTimers();
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  const memory = (minutes = 5, endpoint = ENDPOINT): AccessMemory => {
    const { accesses } = memoryOf(endpoint, minutes);
    if (accesses === undefined) throw new Error("no memory");
    return accesses;
  };

  it("is kept where it was asked for, and nowhere else", () => {
    expect(memoryOf(ENDPOINT)).toEqual({});
    expect(Object.keys(memoryOf(ENDPOINT, 0))).toEqual(["accesses"]);
  });

  it("gives back what was kept, to the same key at the same service, and is the user's alone", async () => {
    expect(await memory().recall()).toBeUndefined();
    await memory().keep([MAIN, SECOND]);
    expect(await memory().recall()).toEqual([MAIN, SECOND]);
    expect(await memory(5, { ...ENDPOINT, apiKey: "other" }).recall()).toBeUndefined();
    const [name = "", ...others] = readdirSync(".botform/accesses");
    expect([name, others]).toEqual([expect.stringMatching(/^[\da-f]{32}\.json$/), []]);
    expect(statSync(".botform/accesses").mode & 0o777).toBe(0o700);
    expect(statSync(join(".botform/accesses", name)).mode & 0o777).toBe(0o600);
  });

  it("holds for its minutes", async () => {
    vi.useFakeTimers();
    const now = Date.now();
    await memory().keep([MAIN]);
    vi.setSystemTime(now + 5 * 60_000);
    expect(await memory(5).recall()).toEqual([MAIN]);
    vi.setSystemTime(now + 5 * 60_000 + 1);
    expect(await memory(5).recall()).toBeUndefined();
    expect(await memory(6).recall()).toEqual([MAIN]);
  });

  it("that can't be read or written is no memory, and no error", async () => {
    await memory().keep([MAIN]);
    const [name = ""] = readdirSync(".botform/accesses");
    writeFileSync(join(".botform/accesses", name), "{");
    expect(await memory().recall()).toBeUndefined();
    rmSync(".botform/accesses", { recursive: true });
    writeFileSync(".botform/accesses", "a file in the folder's place");
    await memory().keep([MAIN]);
    expect(await memory().recall()).toBeUndefined();
  });
});
