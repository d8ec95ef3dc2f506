// The ledger in a folder: each account at each service has its own facts; a run's creates are known though the run died.
import { describe, expect, it } from "vitest";
import type { Clock, Disk } from "../../../../src/model/ports.js";
import { DiskError } from "../../../../src/model/ports.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { accountHolds } from "../../../../src/reconcile/ledger/holds.js";
import type { Heading } from "../../../../src/reconcile/ledger/journal.js";
import { folderLedger, ifThere } from "../../../../src/reconcile/ledger/ledger.js";
import type { LedgerOwner } from "../../../../src/reconcile/ledger/names.js";
import { beginSend } from "../../../../src/reconcile/ledger/sends.js";
import type { StopWatch } from "../../../../src/reconcile/ledger/stops.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live } from "../fleet.js";
import { step } from "../plan/plans.js";
import { Shelf } from "../recorded.js";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const clock: Clock = { now: () => NOW, elapsed: () => 0, sleep: async () => {} };
const OWNER: LedgerOwner = { account: "main", origin: "https://a" };
const HEADING: Heading = { id: "2026-11-22T12-00-00Z-ab", command: "apply", tool: "1", ...OWNER };
const T0 = { id: 7, accessId: 101, title: "T0", address: "main/a" };
const CREATE = makePlan(desired([desiredBot("a")]), {
  accesses: [
    { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
    { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
  ],
  ...{ bots: [], deals: null, pairs: ["USDT-BTC"] },
});

const ledgerIn = (shelf: Shelf, owner = OWNER) => folderLedger(shelf, clock, owner);

describe("a ledger", () => {
  it("remembers what was seen, for this account at this service alone", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([T0]);
    expect([...(await ledgerIn(shelf).recall()).bots.values()]).toEqual([T0]);
    for (const other of [
      { ...OWNER, account: "copy" },
      { ...OWNER, origin: "https://b" },
    ])
      expect((await ledgerIn(shelf, other).recall()).bots.size).toBe(0);
  });

  it("knows until when a bot that a check has asked for may appear, and that it is there", async () => {
    const shelf = new Shelf();
    expect(await ledgerIn(shelf).awaited()).toBeUndefined();
    await ledgerIn(shelf).beginMaking(90_000);
    expect(await ledgerIn(shelf).awaited()).toBe(90_000);
    await ledgerIn(shelf).endMaking();
    expect(await ledgerIn(shelf).awaited()).toBeUndefined();
  });

  it("writes nothing that it knows already", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([T0]);
    const before = [...shelf.files.values()].join();
    await ledgerIn(shelf).saw([T0]);
    expect([...shelf.files.values()].join()).toBe(before);
  });

  it("knows where the account's last run was, whatever its host is now; a look alone doesn't move it", async () => {
    const shelf = new Shelf();
    const moved = ledgerIn(shelf, { ...OWNER, origin: "https://b" });
    expect((await moved.recall()).host).toBeUndefined();
    await ledgerIn(shelf).saw([T0]);
    await moved.saw([T0]);
    expect((await moved.recall()).host).toBe("https://a");
    expect((await ledgerIn(shelf, { ...OWNER, account: "copy" }).recall()).host).toBeUndefined();
    await moved.begin({ ...HEADING, origin: "https://b" }, CREATE);
    expect((await ledgerIn(shelf).recall()).host).toBe("https://b");
  });

  it("goes on after a line that was torn", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([T0]);
    const [name = ""] = shelf.files.keys();
    shelf.files.set(name, `${shelf.files.get(name)}{"v":1,"su`);
    await ledgerIn(shelf).saw([{ ...T0, id: 8 }]);
    expect([...(await ledgerIn(shelf).recall()).bots.keys()]).toEqual([7, 8]);
  });

  it("tells of writes that nobody has seen to arrive, with the window that the run was told of", async () => {
    const shelf = new Shelf();
    for (const [id, nonceWindow] of [
      ["a", undefined],
      ["b", 7],
    ] as const) {
      const journal = await ledgerIn(shelf).begin({ ...HEADING, id: `${HEADING.id}${id}` }, CREATE, nonceWindow);
      await journal.intent(step("create", "a"), "create", undefined, 100);
    }
    const { intents } = await ledgerIn(shelf).recall();
    expect(intents.map(({ sends, notAfter }) => [sends, notAfter])).toEqual([
      ["create", 165_000],
      ["create", 112_000],
    ]);
    expect([...shelf.files.values()].join()).toContain('"nonce":100,"notAfter":165000');
  });

  it("tells of webhooks that may still open a deal, of the account under its names alone, as long as they may", async () => {
    const shelf = new Shelf();
    const key = "k1";
    const sent = { action: "open", pairs: ["BTCUSDT"], side: "long", body: "{}", origin: "https://hook" } as const;
    const send = async (account: string, botId: number, at: number) =>
      beginSend(shelf, runId(at, `0000000${botId}`), at, { ...sent, account, botId });
    await ledgerIn(shelf, { ...OWNER, account: "old", key }).saw([T0]);
    await send("old", 7, NOW - 1_000);
    await send("main", 8, NOW - 2_000);
    await send("copy", 9, NOW - 3_000);
    await send("main", 6, NOW - 700_000);
    const { intents } = await ledgerIn(shelf, { ...OWNER, key }).recall();
    expect(intents.map(({ address, botId }) => [address, botId])).toEqual([
      ["main/#8", 8],
      ["main/#7", 7],
    ]);
    expect((await ledgerIn(shelf, { ...OWNER, key }).recall(200_000)).intents).toHaveLength(3);
  });

  it("knows what a run has made that died before it could remember it, until it is forgotten", async () => {
    const shelf = new Shelf();
    const ledger = ledgerIn(shelf);
    const journal = await ledger.begin(HEADING, CREATE);
    const write = await journal.intent(step("create", "a"), "create", undefined, 5);
    journal.answer(write, { kind: "accepted", botId: 7 });
    await journal.intent(step("create", "a"), "create", undefined, 5);
    const made = { id: 7, accessId: 1, title: "a", address: "main/a" };
    expect([...(await ledger.recall()).bots.values()]).toEqual([made]);
    // Seen under another title, it is still the bot of that key.
    await ledger.saw([{ ...made, title: "A", address: undefined }]);
    expect([...(await ledger.recall()).bots.values()]).toEqual([{ ...made, title: "A" }]);
    await ledger.forget(7);
    expect((await ledger.recall()).bots.size).toBe(0);
  });

  it("tells a watch of the stops that come after it, and of no others", async () => {
    const shelf = new Shelf();
    const ledger = ledgerIn(shelf);
    await ledger.stop();
    const isStopped = await ledger.watchStops();
    const [a, b] = [
      { address: "main/a", id: 7 },
      { address: "main/b", id: 8 },
    ];
    await ledger.saw([T0]);
    expect([await isStopped(a), await isStopped(b)]).toEqual([false, false]);
    await ledger.stop({ ids: [7], addresses: [] });
    expect([await isStopped(a), await isStopped(b)]).toEqual([true, false]);
    await ledger.stop();
    expect([await isStopped(a), await isStopped(b)]).toEqual([true, true]);
  });

  it("tells a watch of a stop that is set the moment after it has begun to read", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([T0]);
    let isSet = false;
    const slow: Disk = {
      ...shelf,
      async read(name) {
        const text = await shelf.read(name);
        if (!isSet) await ledgerIn(shelf).stop();
        isSet = true;
        return text;
      },
    };
    const isStopped = await folderLedger(slow, clock, OWNER).watchStops();
    expect([isSet, await isStopped({ address: "main/a", id: 7 })]).toEqual([true, true]);
  });

  it("that can't be read is empty where that only shows; other faults aren't hidden", async () => {
    expect(await ifThere(Promise.reject(new DiskError("EIO", "")), 5)).toBe(5);
    expect(await ifThere(Promise.resolve(3), 5)).toBe(3);
    await expect(ifThere(Promise.reject(new TypeError("x")), 5)).rejects.toThrow(TypeError);
  });
});

describe("an account whose host is written in another way", () => {
  const AT = (origin: string, account = "main") => ({ account, origin, key: "k1" });
  const bot = (id: number) => ({ id, accessId: 1, title: `bot ${id}`, address: `main/b${id}` });

  it.each([
    ["an alias", "https://a.example", "https://b.example"],
    ["another address of this machine", "http://127.0.0.1:8080", "http://localhost:8080"],
  ])(
    "is known by its key, at %s: bots, protection, stops, checks and writes under way are the same",
    async (_what, first, second) => {
      const shelf = new Shelf();
      const before = ledgerIn(shelf, AT(first));
      await before.saw([bot(7), { ...bot(8), protect: true }]);
      const asking = { botId: 9, accessId: 1, fields: live(9, "c").fields };
      await before.beginAsking(asking);
      const [create] = CREATE.steps;
      if (create === undefined) throw new Error("the plan creates a bot");
      const journal = await before.begin({ ...HEADING, ...AT(first) }, CREATE);
      await journal.intent(create, "create", undefined, NOW / 1000);
      const after = ledgerIn(shelf, AT(second, "prod"));
      const { bots, kept, intents, host } = await after.recall();
      expect([...bots.values()].map(({ id, address }) => `${id} ${address}`)).toEqual(["7 prod/b7", "8 prod/b8"]);
      expect([...(kept?.protectedIds ?? [])]).toEqual([8]);
      expect(intents.map(({ sends, address }) => `${sends} ${address}`)).toEqual(["create prod/a"]);
      expect([host, await after.asking()]).toEqual([first, [asking]]);
      // Each run is told of the stops under the other spelling, those of a place that it didn't know when it began, too.
      const [atFirst, atSecond] = [await before.watchStops(), await after.watchStops()];
      await after.stop({ ids: [7], addresses: [] });
      await before.stop({ ids: [8], addresses: [] });
      const told = async (isStopped: StopWatch) => [7, 8, 9].map((id) => isStopped({ address: `main/b${id}`, id }));
      for (const isStopped of [atFirst, atSecond])
        expect(await Promise.all(await told(isStopped))).toEqual([true, true, false]);
      // What the own place says counts, and it is written there.
      await after.saw([{ ...bot(7), title: "now" }]);
      await after.unprotect([8]);
      await after.endAsking(9);
      const now = await after.recall();
      expect([now.bots.get(7)?.title, [...(now.kept?.protectedIds ?? [])], await after.asking()]).toEqual([
        "now",
        [],
        [],
      ]);
    },
  );

  it.each([
    ["another port of this machine", "http://127.0.0.1:8080", "http://127.0.0.1:8081"],
    ["another scheme of this machine", "http://localhost:8080", "https://localhost:8080"],
    ["this machine and another one", "https://localhost", "https://a.example"],
  ])("is another one at %s", async (_what, first, second) => {
    const shelf = new Shelf();
    await ledgerIn(shelf, AT(first)).saw([bot(7)]);
    expect((await ledgerIn(shelf, AT(second)).recall()).bots.size).toBe(0);
  });
});

describe("an account that has got another name", () => {
  const NAMED = (account: string, key = "k1") => ({ account, origin: "https://a", key });
  const bot = (id: number, address: string) => ({ id, accessId: 1, title: `bot ${id}`, address });

  it("is known by its key: its bots, holds, stops and protected ones are the same", async () => {
    const shelf = new Shelf();
    const before = ledgerIn(shelf, NAMED("demo"));
    await before.saw([bot(7, "demo/a"), { ...bot(8, "demo/b"), protect: true }]);
    await accountHolds(shelf, clock, { account: "demo" }).set([{ bots: "demo/a*", reason: "why" }]);
    const after = ledgerIn(shelf, NAMED("prod"));
    const { bots, kept } = await after.recall();
    expect([...bots.values()].map(({ id, address }) => `${id} ${address}`)).toEqual(["7 prod/a", "8 prod/b"]);
    expect(kept?.holds).toEqual([{ bots: ["prod/a*"], reason: "why", until: undefined, ids: [7] }]);
    expect([...(kept?.protectedIds ?? [])]).toEqual([8]);
    const isStopped = await after.watchStops();
    expect(await isStopped({ address: "prod/c", id: 9 })).toBe(false);
    await before.stop({ ids: [], addresses: ["demo/c"] });
    expect(await isStopped({ address: "prod/c", id: 9 })).toBe(true);
    await accountHolds(shelf, clock, { account: "prod" }).lift(["prod/a*"]);
    await after.saw([bot(7, "prod/a")]);
    expect((await after.kept()).holds).toEqual([]);
  });

  it("is another one with another key, or with none", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf, NAMED("demo")).saw([bot(7, "demo/a")]);
    for (const owner of [NAMED("prod", "k2"), { account: "prod", origin: "https://a" }])
      expect((await ledgerIn(shelf, owner).recall()).bots.size).toBe(0);
  });

  it("is known to have been elsewhere", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf, NAMED("demo")).saw([bot(7, "demo/a")]);
    expect((await ledgerIn(shelf, { ...NAMED("prod"), origin: "https://b" }).recall()).host).toBe("https://a");
  });

  it("has writes under way that were sent under the old name", async () => {
    const shelf = new Shelf();
    const [create] = CREATE.steps;
    if (create === undefined) throw new Error("the plan creates a bot");
    const journal = await ledgerIn(shelf, NAMED("main")).begin(HEADING, CREATE);
    await journal.intent(create, "create", undefined, NOW / 1000);
    const { intents } = await ledgerIn(shelf, NAMED("prod")).recall();
    expect(intents.map(({ sends, address }) => [sends, address])).toEqual([["create", "prod/a"]]);
  });
});
