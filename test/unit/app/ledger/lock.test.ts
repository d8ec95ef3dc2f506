// The locks of a folder: where it is, what else lies there, what a run waits for, and which accesses it locks.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../src/app/error.js";
import {
  breakLocks,
  describe as holderText,
  listLocks,
  lock,
  lockedAccesses,
  lockFolder,
} from "../../../../src/app/ledger/lock.js";
import { tryLock } from "../../../../src/disk/lock.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { folder, listening, refusal } from "../room.js";

const at = folder();

it("files of other names aren't locks", async () => {
  const lockDir = at.fresh("locks");
  mkdirSync(lockDir, { recursive: true });
  for (const name of ["notes.txt", "b.lock", "a.lock", "a.lock.old"]) writeFileSync(join(lockDir, name), "not a lock");
  const { host } = listening();
  const { folder: listed, locks } = await listLocks(host, { lockDir });
  expect([listed, locks.map(({ name }) => name)]).toEqual([lockDir, ["a.lock", "b.lock"]]);
  expect(await refusal(() => breakLocks(host, { lockDir, names: ["notes.txt"] }))).toEqual([
    `there is no lock notes.txt in ${lockDir}\nbotform lock show lists the locks.`,
    3,
  ]);
  expect(existsSync(join(lockDir, "notes.txt"))).toBe(true);
});

it.each([
  [{ lockDir: "named" }, { BOTFORM_LOCK_DIR: "of the environment" }, "named"],
  [{}, { BOTFORM_LOCK_DIR: "of the environment", XDG_STATE_HOME: "state" }, "of the environment"],
  [{ lockDir: "" }, { BOTFORM_LOCK_DIR: "of the environment" }, join(homedir(), ".local/state/botform/locks")],
  [{}, { BOTFORM_LOCK_DIR: "", XDG_STATE_HOME: "state" }, join("state", "botform", "locks")],
  [{}, { XDG_STATE_HOME: "" }, join(homedir(), ".local/state/botform/locks")],
])("with %j and %j the locks are in %s", (options, env, expected) => {
  expect(lockFolder(options, env)).toBe(expected);
});

it("a plan locks the accesses of its bots, and turn-offs alone lock none", () => {
  const bots = [plannedBot("a", live(1, "a"), { accessId: 3 }), plannedBot("b", live(2, "b"), { accessId: 4 })];
  expect(lockedAccesses(planOf(bots, [step("turn-on", "a"), step("turn-off", "b")]))).toEqual([3, 4]);
  expect(lockedAccesses(planOf(bots, [step("turn-off", "b")]))).toEqual([]);
});

describe("a run", () => {
  const HERE = { account: "main", endpoint: { apiUrl: "https://a.example/v1", apiKey: "k" }, accessIds: [2, 1, 2] };
  const ABOUT = "main at https://a.example";
  const taken = async (lockDir: string, lockTimeout?: number, wanted: Partial<typeof HERE> = {}) => {
    const heard = listening();
    const options = { lockDir, ...(lockTimeout !== undefined && { lockTimeout }) };
    return { ...heard, lock: await lock(heard.host, options, { ...HERE, ...wanted }) };
  };

  it("takes two locks for each access, by its service and by its key, and gives them back", async () => {
    const lockDir = at.fresh("locks");
    const { lock: own, said } = await taken(lockDir);
    const { locks } = await listLocks(listening().host, { lockDir });
    expect(locks.map(({ about, pid, gone }) => [about, pid, gone])).toEqual(Array(4).fill([ABOUT, process.pid, false]));
    expect(locks.filter(({ name }) => !/^[0-9a-f]{16}\.lock$/.test(name))).toEqual([]);
    expect([said, "heldBy" in own || own.waited]).toEqual([[], false]);
    if ("release" in own) await own.release();
    expect(readdirSync(lockDir)).toEqual([]);
  });

  it("doesn't wait for one at another service, or on another access", async () => {
    const lockDir = at.fresh("locks");
    await taken(lockDir);
    const elsewhere = await taken(lockDir, 0, { endpoint: { apiUrl: "https://b.example", apiKey: "another" } });
    const beside = await taken(lockDir, 0, { accessIds: [5] });
    for (const { lock: own } of [elsewhere, beside]) expect(own).toMatchObject({ waited: false });
  });

  it.each([
    ["another path, and another key of the account", "https://a.example", "https://a.example/v2", "another", true],
    ["another host, with the same key", "https://a.example", "https://alias.example", "k", true],
    ["this machine under another name", "http://127.0.0.1:8080", "http://localhost:8080", "k", true],
    [
      "another port of this machine, where the keys of emulators are alike",
      "http://localhost:1",
      "http://localhost:2",
      "k",
      false,
    ],
    ["this machine and another one", "https://localhost", "https://a.example", "k", false],
  ])("knows the access at %s", async (_what, first, apiUrl, apiKey, isOne) => {
    const lockDir = at.fresh("locks");
    await taken(lockDir, 0, { endpoint: { apiUrl: first, apiKey: "k" } });
    const { lock: second } = await taken(lockDir, 0, { endpoint: { apiUrl, apiKey } });
    expect(second).toEqual(
      isOne
        ? { heldBy: expect.any(String) }
        : { waited: false, lost: expect.any(Function), release: expect.any(Function) },
    );
  });

  it("says for whom it waits, gives up in time, and leaves no lock of its own", async () => {
    const lockDir = at.fresh("locks");
    await taken(lockDir, 0, { accessIds: [2] });
    const before = readdirSync(lockDir);
    const { lock: own, said, reads } = await taken(lockDir, 0.01, { account: "second" });
    const who = new RegExp(`^the run on ${ABOUT} \\(process ${process.pid} on .*, since .*Z\\)$`);
    expect(own).toEqual({ heldBy: expect.stringMatching(who) });
    expect(said).toEqual([
      `note: second: waiting for ${"heldBy" in own && own.heldBy} for up to 0.01 s (--lock-timeout)`,
    ]);
    expect([reads, readdirSync(lockDir)]).toEqual([["second as soon as the lock is free"], before]);
  });

  it("goes on once the other one is done, and knows that it has waited", async () => {
    const lockDir = at.fresh("locks");
    const other = await taken(lockDir);
    const heard = listening();
    const waiting = lock(heard.host, { lockDir, lockTimeout: 60 }, HERE);
    await vi.waitFor(() => expect(heard.said).toHaveLength(1));
    if ("release" in other.lock) await other.lock.release();
    const own = await waiting;
    expect([own, readdirSync(lockDir).length]).toEqual([
      { waited: true, lost: expect.any(Function), release: expect.any(Function) },
      4,
    ]);
    if ("release" in own) await own.release();
    expect(readdirSync(lockDir)).toEqual([]);
  });

  it("that is interrupted while it waits gives back what it has taken", async () => {
    const lockDir = at.fresh("locks");
    await taken(lockDir, 0, { accessIds: [2] });
    const before = readdirSync(lockDir);
    const heard = listening();
    const host = { ...heard.host, read: () => Promise.reject(new AppError("interrupted", { exitCode: 130 })) };
    expect(await refusal(() => lock(host, { lockDir }, { ...HERE, accessIds: [1, 2, 3, 4, 5] }))).toEqual([
      "interrupted",
      130,
    ]);
    expect(heard.said).toEqual([expect.stringMatching(/ for up to 600 s \(--lock-timeout\)$/)]);
    expect(readdirSync(lockDir)).toEqual(before);
  });

  it("waits in one order, whatever that of its accesses: two that share several can't wait for each other", async () => {
    const lockDir = at.fresh("locks");
    await taken(lockDir, 0, { account: "first", accessIds: [1] });
    await taken(lockDir, 0, { account: "second", accessIds: [2] });
    const ends = [
      [1, 2],
      [2, 1],
    ].map(async (accessIds) => (await taken(lockDir, 0, { accessIds })).lock);
    const [one, other] = await Promise.all(ends);
    expect(one).toEqual({ heldBy: expect.any(String) });
    expect(other).toEqual(one);
  });

  it("waits for one that uses the same ledger, whatever its folder of locks", async () => {
    const journal = at.fresh("journal");
    const [first, second] = [at.fresh("locks"), at.fresh("locks")];
    const inLedger = (lockDir: string, accessIds = [1]) =>
      lock(listening().host, { lockDir, journal, lockTimeout: 0 }, { ...HERE, accessIds });
    const own = await inLedger(first);
    expect(own).toMatchObject({ waited: false });
    expect(await inLedger(second)).toEqual({ heldBy: expect.stringMatching(`^the run on ${ABOUT} `) });
    expect([readdirSync(journal).length, readdirSync(second)]).toEqual([2, []]);
    expect(await inLedger(second, [2])).toMatchObject({ waited: false });
    if ("release" in own) await own.release();
    expect([readdirSync(journal).length, readdirSync(first)]).toEqual([2, []]);
  });

  it("takes one lock where its locks lie in the ledger, and can't wait for itself", async () => {
    const journal = at.fresh("journal");
    const own = await lock(listening().host, { lockDir: `${journal}/.`, journal, lockTimeout: 0 }, HERE);
    expect(own).toMatchObject({ waited: false });
    expect(readdirSync(journal)).toHaveLength(4);
  });

  it("says so where the ledger takes no lock, and takes this machine's all the same", async () => {
    const [lockDir, journal] = [at.fresh("locks"), at.written("no folder", "file")];
    const { host, said } = listening();
    expect(await lock(host, { lockDir, journal }, HERE)).toMatchObject({ waited: false });
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: main: no lock could be taken \(.*\), so another run elsewhere that uses the same --journal folder wouldn't be noticed$/,
      ),
    ]);
    expect(readdirSync(lockDir)).toHaveLength(4);
  });

  it("goes on without a lock where none can be taken, and says so", async () => {
    const lockDir = at.written("no folder", "file");
    const { lock: own, said } = await taken(lockDir);
    expect(own).toMatchObject({ waited: false });
    expect(said).toEqual([
      expect.stringMatching(
        /^warning: main: no lock could be taken \(.*\), so another run on this machine wouldn't be noticed; name a writable folder of this machine with --lock-dir$/,
      ),
    ]);
    expect(await refusal(() => listLocks(listening().host, { lockDir }))).toEqual([
      `the locks can't be read: ${lockDir} is not a folder`,
      1,
    ]);
  });
});

it("a lock tells what its holder is, and whether that is gone for certain", async () => {
  const lockDir = at.fresh("locks");
  await tryLock(join(lockDir, "a.lock"), "about a");
  const holder: object = JSON.parse(readFileSync(join(lockDir, "a.lock"), "utf8"));
  writeFileSync(join(lockDir, "b.lock"), JSON.stringify({ ...holder, boot: "earlier", about: "about b", pid: 7 }));
  writeFileSync(join(lockDir, "c.lock"), "not a lock");
  const { locks } = await listLocks(listening().host, { lockDir });
  const [host, since] = [expect.any(String), expect.any(String)];
  expect(locks).toEqual([
    { name: "a.lock", about: "about a", host, pid: process.pid, since, gone: false },
    { name: "b.lock", about: "about b", host, pid: 7, since, gone: true },
    { name: "c.lock", about: null, host: null, pid: null, since: null, gone: false },
  ]);
});

it("locks are broken by name, those that are named and no others", async () => {
  const lockDir = at.fresh("locks");
  for (const name of ["a.lock", "b.lock"]) await tryLock(join(lockDir, name), `about ${name}`);
  const { host } = listening();
  expect(await breakLocks(host, { lockDir, names: ["b.lock"] })).toMatchObject({
    folder: lockDir,
    locks: [{ name: "b.lock", about: "about b.lock", pid: process.pid, gone: false }],
  });
  expect(readdirSync(lockDir)).toEqual(["a.lock"]);
  expect((await refusal(() => breakLocks(host, { lockDir, names: ["a.lock", "c.lock", "d.lock"] })))[0]).toMatch(
    /^there is no lock c\.lock, d\.lock in /,
  );
  expect(readdirSync(lockDir)).toEqual(["a.lock"]);
});

it("a holder whose lock can't be read is another run", () => {
  expect(holderText(undefined)).toBe("another run, whose lock can't be read");
});
