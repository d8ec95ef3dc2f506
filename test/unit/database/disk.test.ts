// The files of a ledger on a real PostgreSQL: what a folder does they do, byte for byte; psql reads them; only who holds the lease writes an intent.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { databaseName, isDatabase } from "../../../src/database/connection.js";
import { databaseDisk } from "../../../src/database/disk.js";
import { type Lease, newestNonces, takeLease } from "../../../src/database/lease.js";
import { databaseFacts, makeTables, pruneFiles } from "../../../src/database/setup.js";
import { DiskError } from "../../../src/model/ports.js";
import { journalLine } from "../../../src/reconcile/ledger/journal-format.js";
import { cuttable } from "../../support/cuttable.js";
import { asked, postgres } from "../../support/postgres.js";
import { planOf } from "../reconcile/plan/plans.js";

const server = postgres();
let url: string;
beforeAll(async () => {
  url = await server.ledger();
});

const nonceNow = () => Math.floor(Date.now() / 1000);
const intent = (write: number, nonce = nonceNow()) =>
  journalLine({
    ...{ type: "intent", at: nonce * 1000, write, address: "demo/a", step: "update", sends: "update", botId: 7 },
    ...{ nonce, notAfter: nonce * 1000 + 30_000 },
  });
/** Who holds rows just now. */
const SLEEPERS = "select pid from pg_stat_activity where wait_event = 'PgSleep'";
const answer = (write: number) => journalLine({ type: "answer", at: Date.now(), write, kind: "accepted" });

async function leaseOf(...names: string[]): Promise<Lease> {
  const found = await takeLease(url, names, "demo at https://x.example");
  if ("heldBy" in found) throw new Error(JSON.stringify(found));
  return found;
}

describe("a file", () => {
  it("is made once, appended to, read whole, and listed by its name", async () => {
    const disk = databaseDisk(url);
    const file = await disk.create("a.jsonl");
    await file.append("one\ntwo\n");
    await file.append("to");
    await file.append("rn\n\nend é\n");
    await file.append("");
    expect(await disk.read("a.jsonl")).toBe("one\ntwo\ntorn\n\nend é\n");
    expect([await disk.size("a.jsonl"), await disk.size("none")]).toEqual([21, 0]);
    const other = await disk.open("Z.facts", true);
    await other.append("x");
    await (await disk.open("Z.facts")).append("y");
    expect(await disk.read("Z.facts")).toBe("xy");
    expect(await disk.names()).toEqual(expect.arrayContaining(["Z.facts", "a.jsonl"]));
    await expect(disk.create("a.jsonl")).rejects.toMatchObject({ code: "EEXIST" });
    await expect(disk.open("none")).rejects.toMatchObject({ code: "ENOENT" });
    for (const name of ["../a", "", "a/b"]) await expect(disk.create(name)).rejects.toMatchObject({ code: "EINVAL" });
  });

  it("that several append to at once has every line whole", async () => {
    const name = "shared.facts";
    const writers = await Promise.all(Array.from({ length: 8 }, () => databaseDisk(url).open(name, true)));
    await Promise.all(writers.map((file, at) => file.append(`${at} first\n${at} second\n`)));
    const lines = (await databaseDisk(url).read(name)).trimEnd().split("\n");
    expect(lines).toHaveLength(16);
    for (let at = 0; at < 8; at += 1)
      expect(lines.indexOf(`${at} second`)).toBeGreaterThan(lines.indexOf(`${at} first`));
  });
});

describe("a file of a database that was restored", () => {
  it("is gone, though its number is another's: nothing is added to that one", async () => {
    const file = await databaseDisk(url).create("gone.jsonl");
    await asked(url, "update botform.file set name = 'anothers.jsonl' where name = 'gone.jsonl'");
    await expect(file.append("mine\n")).rejects.toMatchObject({ code: "EGONE" });
    expect(await databaseDisk(url).read("anothers.jsonl")).toBe("");
    const lease = await leaseOf("access-gone");
    const fenced = await databaseDisk(url, lease).create("gone.jsonl");
    await asked(url, "update botform.file set name = 'another.jsonl' where name = 'gone.jsonl'");
    await expect(fenced.append(intent(1))).rejects.toBeInstanceOf(DiskError);
    expect(await databaseDisk(url).read("another.jsonl")).toBe("");
    await lease.release();
  });
});

describe("an intent", () => {
  it("is written while its lease is held, and not once another has it; what has happened is written all the same", async () => {
    const lease = await leaseOf("access-1");
    const disk = databaseDisk(url, lease);
    const file = await disk.create("run-1.jsonl");
    await file.append(intent(1));
    await asked(url, "update botform.lease set until = clock_timestamp() - interval '1 s' where name = 'access-1'");
    const next = await leaseOf("access-1");
    await expect(file.append(`${answer(1)}${intent(2)}`)).rejects.toMatchObject({ code: "ELEASE" });
    const types = await asked(url, "select type from botform.entries where file = 'run-1.jsonl' order by id");
    expect(types.map(({ type }) => type)).toEqual(["intent", "answer"]);
    expect(lease.isHeld()).toBe(true); // It doesn't know yet, and needn't.
    await next.release();
  });

  it("isn't written where this machine's clock differs from the database's", async () => {
    const lease = await leaseOf("access-2");
    const file = await databaseDisk(url, lease).create("run-2.jsonl");
    for (const off of [-10, 10])
      await expect(file.append(intent(1, nonceNow() + off))).rejects.toMatchObject({ code: "ELEASE" });
    await file.append(intent(1, nonceNow() - 1));
    await lease.release();
    await expect(file.append(intent(2))).rejects.toBeInstanceOf(DiskError);
  });

  it("keeps its lease from being taken over until it is there", async () => {
    const lease = await leaseOf("access-3");
    const file = await databaseDisk(url, lease).create("run-3.jsonl");
    await asked(url, "update botform.lease set until = clock_timestamp() + interval '300 ms' where name = 'access-3'");
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, async (_none, at) => {
        await new Promise((done) => setTimeout(done, at * 15));
        return at % 2 === 0 ? file.append(intent(at)) : takeLease(url, ["access-3"], "another");
      }),
    );
    const [row] = await asked(url, "select since from botform.lease where name = 'access-3'");
    const late = await asked(
      url,
      "select written_at from botform.entries where file = 'run-3.jsonl' and type = 'intent' and written_at > $1",
      [row?.["since"]],
    );
    expect(results.some(({ status }) => status === "rejected")).toBe(true);
    expect(results.some((one) => one.status === "fulfilled" && one.value !== undefined && "token" in one.value)).toBe(
      true,
    );
    expect(late).toEqual([]);
  });

  it("that waited for the row until its lease had ended is there before anybody takes over, or not at all", async () => {
    const lease = await leaseOf("access-4");
    const file = await databaseDisk(url, lease).create("run-4.jsonl");
    await asked(url, "update botform.lease set until = clock_timestamp() + interval '300 ms' where name = 'access-4'");
    const holding = asked(
      url,
      "begin; select * from botform.lease where name = 'access-4' for update; select pg_sleep(0.7); rollback",
    );
    await vi.waitUntil(async () => (await asked(url, SLEEPERS)).length > 0, { timeout: 30_000 });
    const appending = file.append(intent(1)).then(
      () => 1,
      () => 0,
    );
    await holding;
    const next = await leaseOf("access-4");
    // What a successor reads then is all that there will ever be.
    const count = "select count(*)::int as many from botform.entries where file = 'run-4.jsonl' and type = 'intent'";
    const seen = await asked(url, count);
    expect(seen).toEqual([{ many: await appending }]);
    expect(next.takenOver).toEqual({ signedUntil: undefined });
    await expect(file.append(intent(2))).rejects.toMatchObject({ code: "ELEASE" });
    expect(await asked(url, count)).toEqual(seen);
    await next.release();
  });

  it("isn't written in a database that was restored, though the epoch comes again", async () => {
    const before = await leaseOf("access-5");
    await before.release();
    const [backup] = await asked(url, "select * from botform.lease where name = 'access-5'");
    const lease = await leaseOf("access-5");
    const file = await databaseDisk(url, lease).create("run-5.jsonl");
    await asked(url, "update botform.lease set epoch = $1, token = $2, released = true where name = 'access-5'", [
      backup?.["epoch"],
      backup?.["token"],
    ]);
    const next = await leaseOf("access-5");
    const [row] = await asked(url, "select epoch from botform.lease where name = 'access-5'");
    expect(row).toEqual({ epoch: "2" }); // As the one that was forgotten.
    await expect(file.append(intent(1))).rejects.toMatchObject({ code: "ELEASE" });
    await next.release();
  });
});

describe("a lease", () => {
  it("is one holder's of all its names, grows in epoch, and is free when it was given back or has ended", async () => {
    const first = await leaseOf("b", "a");
    const second = await takeLease(url, ["a", "c"], "other");
    expect(second).toMatchObject({ heldBy: { name: "a", about: "demo at https://x.example", epoch: "1" } });
    const [free] = await asked(url, "select released from botform.lease where name = 'c'");
    expect(free).toEqual({ released: true });
    await first.release();
    const third = await leaseOf("a", "b");
    const rows = await asked(url, "select name, epoch from botform.lease where name in ('a', 'b') order by name");
    expect(rows).toEqual([
      { name: "a", epoch: "2" },
      { name: "b", epoch: "2" },
    ]);
    expect(third.isHeld()).toBe(true);
    await third.release();
  });

  it("that is had in part leaves the mark of a dead owner: whoever comes next still takes over", async () => {
    const dead = await leaseOf("part-1");
    await dead.abandon();
    await (await leaseOf("part-2")).release();
    const live = await leaseOf("part-3");
    expect(await takeLease(url, ["part-1", "part-2", "part-3"], "x")).toMatchObject({ heldBy: { name: "part-3" } });
    const rows = await asked(
      url,
      "select name, released from botform.lease where name in ('part-1', 'part-2') order by name",
    );
    expect(rows.map(({ released }) => released)).toEqual([false, true]);
    expect((await leaseOf("part-1")).takenOver).toBeDefined();
    expect((await leaseOf("part-2")).takenOver).toBeUndefined();
    await live.release();
  });

  it("of one who sends what the ledger doesn't have tells until when it may have signed", async () => {
    const dead = await takeLease(url, ["unrecorded"], "x", true);
    const before = Math.floor(Date.now() / 1000);
    if ("heldBy" in dead) throw new Error("held");
    await dead.abandon();
    const next = await leaseOf("unrecorded");
    expect(next.takenOver?.signedUntil).toBeGreaterThanOrEqual(before);
    expect(next.takenOver?.signedUntil).toBeLessThan(before + 10);
    // Who took over and died without a proof leaves the question open.
    await next.abandon();
    const third = await leaseOf("unrecorded");
    expect(third.takenOver?.signedUntil).toBeGreaterThanOrEqual(before);
    await third.release();
    const fourth = await leaseOf("unrecorded");
    expect(fourth.takenOver).toBeUndefined();
    await fourth.abandon();
    expect((await leaseOf("unrecorded")).takenOver).toEqual({ signedUntil: undefined });
  });

  it("whose rows somebody holds just now is asked for again, and isn't an error", async () => {
    await (await leaseOf("busy")).release();
    const holding = asked(
      url,
      "begin; select * from botform.lease where name = 'busy' for update; select pg_sleep(2); commit",
    );
    await vi.waitUntil(async () => (await asked(url, SLEEPERS)).length > 0, { timeout: 30_000 });
    expect(await takeLease(url, ["busy"], "x")).toEqual({ heldBy: undefined });
    await holding;
    await (await leaseOf("busy")).release();
  });

  it("of many who ask at once is given to one", async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => takeLease(url, ["rush", "rush-2"], "x")));
    expect(all.filter((one) => "token" in one)).toHaveLength(1);
  });
});

describe("the newest second that may have been signed with", () => {
  it("is by origin, of every run that hasn't ended or has no clear answer to a write, whatever it called the account", async () => {
    const ledger = await server.ledger();
    const at = nonceNow();
    const run = async (
      id: string,
      account: string,
      origin: string,
      nonce: number,
      ended: "" | "refused" | "ambiguous",
    ) => {
      const file = await databaseDisk(ledger).create(`${id}.jsonl`);
      await file.append(
        journalLine({ type: "begin", at: 1, id, tool: "1", command: "apply", account, origin, plan: planOf([], []) }),
      );
      await file.append(
        intent(1, nonce) +
          (ended === ""
            ? ""
            : journalLine({ type: "answer", at: 2, write: 1, kind: ended }) +
              journalLine({ type: "end", at: 2, notes: [], unsettled: [], violations: [] })),
      );
    };
    await run("a", "main", "https://x.example", at - 60, "");
    await run("b", "desk", "https://x.example", at - 30, "");
    await run("c", "main", "https://x.example", at, "refused");
    await run("d", "main", "https://y.example", at - 90, "");
    await run("e", "main", "https://y.example", at - 20, "ambiguous");
    expect(await newestNonces(ledger)).toEqual(
      new Map([
        ["https://x.example", at - 30],
        ["https://y.example", at - 20],
      ]),
    );
  });
});

describe("psql", () => {
  it("reads runs, intents, outcomes and facts as rows, and a broken line stops nothing", async () => {
    const file = await databaseDisk(url).create("broken.jsonl");
    await file.append('{"v":1,"sum":"x","entry":{"type":"host","at":1,"origin":"https://x.example"}}\n{"torn');
    for (const view of ["entries", "runs", "intents", "outcomes", "facts"])
      expect(await asked(url, `select * from botform.${view}`)).toBeInstanceOf(Array);
    // As a ledger of thousands of runs is read, by several processes of the server at once.
    const many =
      "parallel_setup_cost = 0; set local parallel_tuple_cost = 0; set local min_parallel_table_scan_size = 0";
    await asked(url, `begin; set local ${many}; select count(distinct entry) from botform.entries; commit`);
    const [first] = await asked(url, "select * from botform.intents where file = 'run-1.jsonl'");
    expect(first).toMatchObject({ write: 1, address: "demo/a", sends: "update", bot_id: "7", answer: "accepted" });
  });
});

describe("a database", () => {
  it("says what it is like, and its tables are made once", async () => {
    const facts = await databaseFacts(url);
    expect(facts).toMatchObject({ tls: false, missing: [], durable: true });
    expect(Math.abs(facts.clockAhead)).toBeLessThan(2);
    expect(await makeTables(url)).toEqual([]);
    const empty = await server.database();
    expect(await databaseFacts(empty)).toMatchObject({
      missing: ["001-ledger", "002-place", "003-snapshot"],
      files: 0,
    });
    await expect(databaseDisk(empty).names()).rejects.toThrow("run botform state init");
    // Two who set it up at once.
    expect((await Promise.all([makeTables(empty), makeTables(empty)])).flat()).toEqual([
      "001-ledger",
      "002-place",
      "003-snapshot",
    ]);
  });

  it("that isn't there, or is another, is named without user and password", async () => {
    const away = "postgres://trader:CANARY@127.0.0.1:1/desk";
    expect(databaseName(away)).toBe("PostgreSQL at 127.0.0.1:1/desk");
    await expect(databaseDisk(away).names()).rejects.toThrow("PostgreSQL at 127.0.0.1:1/desk: nobody listens there");
    const wrong = new URL(url);
    wrong.pathname = "/nothing";
    await expect(databaseDisk(wrong.href).names()).rejects.toThrow("there is no such database");
    expect([isDatabase("postgres://x"), isDatabase("postgresql://x"), isDatabase("./postgres:/x")]).toEqual([
      ...[true, true, false],
    ]);
  });

  it("that doesn't speak TLS though the address asks for it is told so, and is no fault of ours", async () => {
    const plain = createServer((socket) => socket.on("data", () => socket.write("N"))).listen(0, "127.0.0.1");
    await once(plain, "listening");
    const { port } = plain.address() as AddressInfo;
    const address = `postgres://u@127.0.0.1:${port}/desk?sslmode=verify-full`;
    await expect(databaseDisk(address).names()).rejects.toThrow("it doesn't speak TLS");
    plain.close();
  });

  it("lets a run write with the privileges that the page says, and no more", async () => {
    const page = readFileSync("docs/how-to/share-a-ledger.md", "utf8");
    // A role is the whole server's.
    const role = `runner_${process.pid}_${Date.now()}`;
    const grants = [...page.matchAll(/^grant .*;$/gm)].map(([line]) => line.replace(/ runner;$/, ` ${role};`));
    await asked(url, `create role ${role} login; ${grants.join(" ")}`);
    const runner = new URL(url);
    runner.username = role;
    const lease = await takeLease(runner.href, ["of-runner"], "demo at https://x.example");
    if ("heldBy" in lease) throw new Error("held");
    const file = await databaseDisk(runner.href, lease).create("runner.jsonl");
    await file.append(intent(1));
    expect(await newestNonces(runner.href)).toEqual(new Map());
    await lease.abandon();
    expect(await takeLease(runner.href, ["of-runner"], "x")).toMatchObject({ takenOver: {} });
    await expect(makeTables(runner.href)).rejects.toThrow("lacks a privilege");
    await expect(pruneFiles(runner.href, 9)).rejects.toThrow("lacks a privilege");
  });

  it("that falls silent in the midst of a question is left after seconds, and asked anew", async () => {
    const way = await cuttable(url);
    const disk = databaseDisk(way.url);
    await disk.names();
    way.hush();
    const begun = performance.now();
    await expect(disk.names()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    expect(performance.now() - begun).toBeLessThan(30_000);
    way.mend();
    await vi.waitUntil(
      () =>
        disk.names().then(
          () => true,
          () => false,
        ),
      { timeout: 30_000, interval: 500 },
    );
    await way.close();
  }, 90_000);

  it("that says nothing is waited for once, whoever asks next", async () => {
    let connections = 0;
    const silent = createServer(() => (connections += 1)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const disk = databaseDisk(`postgres://u@127.0.0.1:${port}/desk`);
    await expect(disk.names()).rejects.toMatchObject({ code: "ETIMEDOUT" });
    for (const ask of [() => disk.names(), () => disk.read("a"), () => disk.create("a")])
      await expect(ask()).rejects.toThrow("it didn't answer in time");
    expect(connections).toBe(1);
    silent.close();
  });

  it("that comes back is used again", async () => {
    const disk = databaseDisk(url);
    const file = await disk.create("restart.jsonl");
    await file.append("before\n");
    await server.restart();
    await file.append("after\n").catch(() => file.append("after\n"));
    expect(await disk.read("restart.jsonl")).toBe("before\nafter\n");
  });
});
