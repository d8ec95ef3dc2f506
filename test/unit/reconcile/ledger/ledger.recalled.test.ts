// What a ledger recalls beside bots and writes: what its service was seen to do, what is lost of it, where the account was, how bots were left.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { type Clock, type Disk, DiskError } from "../../../../src/model/ports.js";
import type { SeenThen } from "../../../../src/model/service-questions.js";
import { runId } from "../../../../src/reconcile/ledger/history.js";
import { accountHolds } from "../../../../src/reconcile/ledger/holds.js";
import { addToJournal } from "../../../../src/reconcile/ledger/journal.js";
import { folderLedger, NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import type { LedgerOwner } from "../../../../src/reconcile/ledger/names.js";
import { beginSend } from "../../../../src/reconcile/ledger/sends.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { desired, desiredBot, live, observed } from "../fleet.js";
import { Shelf } from "../recorded.js";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const HOUR = 3_600_000;
const OWNER: LedgerOwner = { account: "main", origin: "https://a" };
const at = (now: number): Clock => ({ now: () => now, elapsed: () => 0, sleep: async () => {} });
const ledgerIn = (disk: Disk, owner: Partial<LedgerOwner> = {}, now = NOW) =>
  folderLedger(disk, at(now), { ...OWNER, ...owner });

const PLAN = makePlan(desired([desiredBot("a")]), observed([]));
/** A run of that ledger, which has sent its create. */
async function run(disk: Disk, begun = NOW, plan: Plan = PLAN, owner: Partial<LedgerOwner> = {}) {
  const { account, origin } = { ...OWNER, ...owner };
  const heading = { id: runId(begun, "0000abcd"), command: "apply", tool: "1", account, origin } as const;
  const journal = await ledgerIn(disk, owner, begun).begin(heading, plan);
  for (const one of plan.steps) {
    const id = plan.bots[one.address]?.observed?.id;
    journal.answer(await journal.intent(one, one.action, id, begun / 1000), { kind: "accepted" });
  }
  return {
    journal,
    file: [...(disk instanceof Shelf ? disk.files.keys() : [])].find((name) => name.includes(heading.id)) ?? "",
  };
}

const NOTHING = { ...NO_MEMORY, host: undefined, kept: { holds: [], addresses: new Map(), protectedIds: new Set() } };

it("of an empty ledger nothing is recalled", async () => {
  expect(await ledgerIn(new Shelf()).recall()).toStrictEqual(NOTHING);
  expect(NO_MEMORY).toEqual({ bots: new Map(), intents: [] });
});

describe("what a service was seen to do", () => {
  const seen = (name: SeenThen["name"], value: SeenThen["value"], then: number): SeenThen => ({
    ...{ name, value, at: then },
    ...{ detail: "", tool: "1" },
  });
  const [MERGES, REPLACES] = [seen("update", "merge", 1), seen("update", "replace", 2)];

  it("is the same for every account at it, and known of no other service", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([{ id: 7, accessId: 1, title: "a", address: "main/a" }]);
    await ledgerIn(shelf).learn([MERGES]);
    await ledgerIn(shelf).learn([REPLACES]);
    const [copy, other] = [ledgerIn(shelf, { account: "copy" }), ledgerIn(shelf, { origin: "https://b" })];
    expect(await copy.answers()).toStrictEqual([MERGES, REPLACES]);
    expect(await copy.recall()).toStrictEqual({ ...NOTHING, seen: [REPLACES] });
    expect([await other.answers(), await other.relied()]).toEqual([[], { seen: [], contradicted: [] }]);
  });

  it("may be pinned, and the ledger may contradict it; what is pinned of another service is told", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).learn([REPLACES]);
    const facts = { file: "facts.json", origin: OWNER.origin, seen: [MERGES, seen("scaleEmpty", "clear", 1)] };
    const contradicted = [{ pinned: MERGES, since: REPLACES }];
    expect(await ledgerIn(shelf, { facts }).recall()).toStrictEqual({
      ...NOTHING,
      seen: [facts.seen[1]],
      contradicted,
    });
    const foreign = { ...facts, origin: "https://b" };
    expect(await ledgerIn(shelf, { facts: foreign }).recall()).toStrictEqual({
      ...NOTHING,
      seen: [REPLACES],
      foreignFacts: foreign,
    });
  });
});

describe("what is lost", () => {
  const damaged = async (shelf: Disk) => (await ledgerIn(shelf).recall()).damaged;
  const change = (shelf: Shelf, name: string, to: (text: string) => string) =>
    shelf.files.set(name, to(shelf.files.get(name) ?? ""));

  it("is told of facts, of runs and of webhooks that were sent", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([{ id: 7, accessId: 1, title: "a", address: "main/a" }]);
    const [facts = ""] = shelf.files.keys();
    const { file } = await run(shelf);
    const sent = { action: "open", pairs: ["BTCUSDT"], side: "long", body: "{}", origin: "https://hook" } as const;
    await beginSend(shelf, runId(NOW - 1_000, "00000007"), NOW - 1_000, { ...sent, account: "main", botId: 7 });
    const send = [...shelf.files.keys()].at(-1) ?? "";
    expect(await damaged(shelf)).toBeUndefined();
    change(shelf, facts, (text) => text.replace("main/a", "main/b"));
    expect(await damaged(shelf)).toBe(`line 2 of ${facts} isn't as botform wrote it`);
    change(shelf, file, (text) => text.replace('"type":"intent"', '"type":"entint"'));
    change(shelf, send, (text) => text.replace("BTCUSDT", "ETHUSDT"));
    expect(await damaged(shelf)).toBe(
      [facts, file, send]
        .map((name, index) => `line ${[2, 2, 1][index]} of ${name} isn't as botform wrote it`)
        .join("; "),
    );
  });

  it("isn't a line that broke off where a run died, even if something was added to its file since", async () => {
    const shelf = new Shelf();
    const { file } = await run(shelf);
    change(shelf, file, (text) => text.slice(0, -9));
    expect(await damaged(shelf)).toBeUndefined();
    const looked = { at: NOW, address: "main/a", step: "create", verdict: "unclear", detail: "d" } as const;
    await addToJournal(shelf, file.slice(0, -".jsonl".length), [{ type: "resolved", ...looked }]);
    expect(await damaged(shelf)).toBeUndefined();
    change(shelf, file, (text) => text.replace('"type":"resolved"', '"type":"result"'));
    expect(await damaged(shelf)).toBe(`lines 3, 4 of ${file} aren't as botform wrote it`);
  });

  it("is told of a run that can't be read, and not of a file that is nobody's run", async () => {
    const shelf = new Shelf();
    const { file } = await run(shelf);
    shelf.files.set(file.replace(runId(NOW, "0000abcd"), "notes"), "x");
    shelf.files.set(file.replace(runId(NOW, "0000abcd"), runId(NOW, "00000002")), 'a note about "type":"intent"\n');
    const disk: Disk = {
      ...shelf,
      async read(name) {
        if (name.includes("0000abcd") || name.includes("notes")) throw new DiskError("EIO", "broken");
        return shelf.read(name);
      },
    };
    expect(await damaged(disk)).toBe(`${file} can't be read`);
  });
});

describe("where the account's last run was", () => {
  it.each([
    [NOW - 2, NOW - 1, "https://c"],
    [NOW - 1, NOW - 2, "https://b"],
  ])("is that of the later one, whatever it was called: %d and %d", async (first, second, host) => {
    const shelf = new Shelf();
    const [demo, prod] = [
      { account: "demo", origin: "https://b", key: "k" },
      { account: "prod", origin: "https://c", key: "k" },
    ];
    await run(shelf, first, PLAN, demo);
    await accountHolds(shelf, at(NOW), { account: "demo" }).set([{ bots: "demo/a", reason: "why" }]);
    await run(shelf, second, PLAN, prod);
    expect((await ledgerIn(shelf, { ...prod, origin: "https://d" }).recall()).host).toBe(host);
  });

  it("is written down once", async () => {
    const shelf = new Shelf();
    await run(shelf, NOW - 2);
    await run(shelf, NOW - 1);
    expect([...shelf.files.values()].join("").split('"type":"host"')).toHaveLength(2);
  });
});

describe("writes under way", () => {
  const known = async (age: number, deadline?: number) => {
    const shelf = new Shelf();
    await run(shelf, NOW - age);
    return (await ledgerIn(shelf).recall(deadline)).intents.length;
  };
  it("are looked for as far back as a run with the longest deadline may have begun, and six hours more", async () => {
    expect([await known(30 * HOUR), await known(30 * HOUR + 1_000)]).toEqual([1, 0]);
  });
  it("and further for who waits longer", async () => {
    const [deadline, far] = [48 * HOUR, 54 * HOUR];
    expect([await known(far, deadline), await known(far + 1_000, deadline), await known(30 * HOUR, HOUR)]).toEqual([
      ...[1, 0, 1],
    ]);
  });
});

it("how bots were left is read where somebody asks for one", async () => {
  const shelf = new Shelf();
  const plan = makePlan(desired([desiredBot("a", { enabled: true })]), observed([live(7, "a")]));
  const [turnOn] = plan.steps;
  if (turnOn === undefined) throw new Error("the plan turns a bot on");
  const { journal } = await run(shelf, NOW - 1_000, plan);
  journal.outcome({ ...turnOn, kind: "applied", detail: "observed on", botId: 7, stale: false, wrote: true });
  await journal.end({ outcomes: [], notes: [], unsettled: [], violations: [] });
  const left = await ledgerIn(shelf).left(new Set([7, 8]));
  expect([...left].map(([id, { enabled }]) => [id, enabled?.on])).toEqual([[7, true]]);
  const unread: Disk = { ...shelf, read: () => Promise.reject(new DiskError("EIO", "broken")) };
  expect(await ledgerIn(unread).left(new Set())).toEqual(new Map());
});

describe("a watch for stops", () => {
  const A = { address: "main/a", id: 7 };

  it("hears of a hold, and reads nothing while nothing is written", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([{ id: 7, accessId: 1, title: "a", address: "main/a" }]);
    let reads = 0;
    const disk: Disk = {
      ...shelf,
      async read(name) {
        reads += 1;
        return shelf.read(name);
      },
    };
    const isStopped = await ledgerIn(disk).watchStops();
    expect(await isStopped(A)).toBe(false);
    const before = reads;
    expect([await isStopped(A), reads - before]).toEqual([false, 0]);
    await accountHolds(shelf, at(NOW), OWNER).set([{ bots: "main/a", reason: "why" }]);
    expect([await isStopped(A), await isStopped({ address: "main/b", id: 8 })]).toEqual([true, false]);
  });

  it("hears of stops under a name that the account gets meanwhile, of later ones, too", async () => {
    const shelf = new Shelf();
    const isStopped = await ledgerIn(shelf, { key: "k" }).watchStops();
    expect(await isStopped(A)).toBe(false);
    const renamed = ledgerIn(shelf, { key: "k", account: "moved" });
    await renamed.stop({ ids: [9], addresses: [] });
    expect([await isStopped(A), await isStopped({ address: "main/b", id: 9 })]).toEqual([false, true]);
    await renamed.stop({ ids: [], addresses: ["moved/a"] });
    expect(await isStopped(A)).toBe(true);
  });

  it("looks once for all who ask at a time, and after each has asked", async () => {
    const shelf = new Shelf();
    let sizes = 0;
    let afterSize = async () => {};
    const disk: Disk = {
      ...shelf,
      names: () => shelf.names(),
      read: (name) => shelf.read(name),
      async size(name) {
        sizes += 1;
        const size = await shelf.size(name);
        await afterSize();
        return size;
      },
    };
    const isStopped = await ledgerIn(disk).watchStops();
    await isStopped(A);
    sizes = 0;
    await isStopped(A);
    const alone = sizes;
    await Promise.all([isStopped(A), isStopped(A), isStopped(A)]);
    expect([alone, sizes - alone]).toEqual([2, 2]);

    // Who asks once the stop is set hears of it, though a look that began before has just seen the sizes.
    let asked: Promise<boolean> | undefined;
    afterSize = async () => {
      if (asked !== undefined) return;
      asked = Promise.resolve(false);
      await ledgerIn(shelf).stop();
      asked = isStopped(A);
    };
    await isStopped(A);
    expect(await asked).toBe(true);
  });

  it("reads again what it couldn't read once", async () => {
    const shelf = new Shelf();
    let isBroken = false;
    const read = async (name: string) => (isBroken ? Promise.reject(new DiskError("EIO", "broken")) : shelf.read(name));
    const disk: Disk = { ...shelf, names: () => shelf.names(), size: (name) => shelf.size(name), read };
    const isStopped = await ledgerIn(disk).watchStops();
    await ledgerIn(shelf).stop();
    isBroken = true;
    await expect(isStopped(A)).rejects.toThrow("broken");
    isBroken = false;
    expect(await isStopped(A)).toBe(true);
  });

  it("that can't read the ledger any more doesn't say that nothing is stopped", async () => {
    const shelf = new Shelf();
    await ledgerIn(shelf).saw([{ id: 7, accessId: 1, title: "a", address: "main/a" }]);
    await accountHolds(shelf, at(NOW), OWNER).set([{ bots: "main/b", reason: "why" }]);
    let broken: "size" | "read" | undefined;
    const fail = async () => Promise.reject(new DiskError("EIO", "broken"));
    const disk: Disk = {
      ...shelf,
      size: async (name) => (broken === "size" ? fail() : (await shelf.size(name)) + (broken === "read" ? 1 : 0)),
      read: async (name) => (broken === "read" ? fail() : shelf.read(name)),
    };
    const isStopped = await ledgerIn(disk).watchStops();
    for (const what of ["size", "read"] as const) {
      broken = what;
      for (const bot of [A, { address: "main/b", id: 8 }]) await expect(isStopped(bot)).rejects.toThrow("broken");
    }
  });
});
