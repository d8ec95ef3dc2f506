// What happens while the database of a ledger is away is recorded on this machine, and is in the ledger once it is back, each line once.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addAside, asideFolder, keptAside, settleAside } from "../../../../src/app/ledger/aside.js";
import { closeDatabases, unsetDatabase } from "../../../../src/database/connection.js";
import { databaseDisk } from "../../../../src/database/disk.js";
import { takeLease } from "../../../../src/database/lease.js";
import { folderDisk } from "../../../../src/disk/folder.js";
import { journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { type Cuttable, cuttable } from "../../../support/cuttable.js";
import { asked, postgres } from "../../../support/postgres.js";

const server = postgres();
let way: Cuttable;
let direct: string;
let folder: string;
beforeEach(async () => {
  direct = await server.ledger();
  way = await cuttable(direct);
  folder = mkdtempSync(join(tmpdir(), "botform-aside-"));
});
afterEach(async () => {
  await closeDatabases();
  await way.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOTE = journalLine({ type: "answer", at: 1, write: 1, kind: "accepted" });
const intent = (sends: "turn-off" | "turn-on", write: number) =>
  journalLine({
    ...{ type: "intent", at: 5, write, address: "demo/a", step: "turn-off", sends, botId: 7, nonce: 5, notAfter: 9 },
  });
/** As by a process of its own: none remembers that the database was away. */
const inLedger = async (name: string) => {
  await closeDatabases();
  return databaseDisk(direct).read(name);
};

it("is a whole file where the database was away from the beginning", async () => {
  way.cut();
  const file = await keptAside(databaseDisk(way.url), folder).create("r.jsonl");
  await file.append(NOTE + intent("turn-off", 2));
  await file.sync();
  await file.close();
  expect(await folderDisk(folder).read("r.jsonl")).toBe(NOTE + intent("turn-off", 2));
  await expect(addAside(way.url, folder)).rejects.toMatchObject({ name: "DiskError" });
  expect(readdirSync(folder)).toEqual(["r.jsonl"]);
  way.mend();
  await closeDatabases();
  expect(await addAside(way.url, folder)).toBe(1);
  expect(await inLedger("r.jsonl")).toBe(NOTE + intent("turn-off", 2));
  expect(readdirSync(folder)).toEqual([]);
  expect(await addAside(way.url, folder)).toBe(0);
});

it("goes on where the database broke off, and isn't there twice, even if the database has more than it said", async () => {
  const file = await keptAside(databaseDisk(way.url), folder).create("r.jsonl");
  await file.append(NOTE);
  // A commit whose answer never came.
  await (await databaseDisk(direct).open("r.jsonl")).append(intent("turn-off", 2));
  way.cut();
  await file.append(intent("turn-off", 2));
  await file.append(intent("turn-off", 3));
  way.mend();
  // It doesn't go back and forth: the lines of a run stay in their order.
  await file.append(intent("turn-off", 4));
  await file.close();
  await closeDatabases();
  await addAside(way.url, folder);
  expect(await inLedger("r.jsonl")).toBe(NOTE + [2, 3, 4].map((write) => intent("turn-off", write)).join(""));
});

it("allows nothing to be sent but turn-offs; what has happened is recorded all the same", async () => {
  const file = await keptAside(databaseDisk(way.url), folder).create("r.jsonl");
  way.cut();
  await expect(file.append(NOTE + intent("turn-on", 2) + intent("turn-off", 3))).rejects.toMatchObject({
    code: "EAWAY",
  });
  await file.close();
  expect(await folderDisk(folder).read("r.jsonl")).toBe(NOTE + intent("turn-off", 3));
});

it("allows no turn-off either once the database says that the lease is another's, as when it was restored meanwhile", async () => {
  const lease = await takeLease(way.url, ["access-1"], "demo");
  if ("heldBy" in lease) throw new Error("nobody else has one");
  const file = await keptAside(databaseDisk(way.url, lease), folder, lease).create("r.jsonl");
  way.cut();
  await file.append(intent("turn-off", 2));
  await asked(direct, "delete from botform.lease");
  const next = await takeLease(direct, ["access-1"], "demo");
  expect(next).toHaveProperty("token");
  way.mend();
  await vi.waitFor(() => expect(lease.isTaken()).resolves.toBe(true), { timeout: 30_000, interval: 500 });
  await expect(file.append(NOTE + intent("turn-off", 3))).rejects.toMatchObject({ code: "ELEASE" });
  await file.close();
  expect(await folderDisk(folder).read("r.jsonl")).toBe(intent("turn-off", 2) + NOTE);
});

it("isn't taken from a process that still writes to it, nor by two at once; a line that broke off stays behind", async () => {
  way.cut();
  const file = await keptAside(databaseDisk(way.url), folder).create("r.jsonl");
  await file.append(NOTE);
  way.mend();
  await closeDatabases();
  expect(await addAside(way.url, folder)).toBe(0);
  await file.append(intent("turn-off", 2).slice(0, -9));
  await file.close();
  const both = await Promise.all([addAside(way.url, folder), addAside(direct, folder)]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await inLedger("r.jsonl")).toBe(NOTE);
  expect(readdirSync(folder)).toEqual([]);
});

it("that a process has left unfinished is added a day later", async () => {
  writeFileSync(join(folder, "r.jsonl.part"), NOTE);
  expect(await addAside(way.url, folder)).toBe(0);
  const dayAgo = Date.now() / 1000 - 25 * 3_600;
  utimesSync(join(folder, "r.jsonl.part"), dayAgo, dayAgo);
  expect(await addAside(way.url, folder)).toBe(1);
  expect(await inLedger("r.jsonl")).toBe(NOTE);
});

it("is said of, added or not", async () => {
  const says: string[] = [];
  const host = { say: (notice: { readonly text?: string }) => void says.push(notice.text ?? "") };
  await settleAside(host as never, way.url, folder);
  way.cut();
  const file = await keptAside(databaseDisk(way.url), folder).create("r.jsonl");
  await file.append(NOTE);
  await file.close();
  await settleAside(host as never, way.url, folder);
  way.mend();
  await closeDatabases();
  await settleAside(host as never, way.url, folder);
  expect(says).toEqual([
    expect.stringMatching(/keeps what the ledger lacks \(PostgreSQL at .*\); the next apply/),
    "the ledger has got the record of a run that this machine had kept for it",
  ]);
});

it("has a place of its own for each database, whoever asks it", () => {
  const at = (url: string) => asideFolder(url, { XDG_STATE_HOME: "/state" });
  expect(at("postgres://u:p@h/x")).toMatch(/^\/state\/botform\/unrecorded\/[0-9a-f]{16}$/);
  expect(at("postgres://other@h/x")).toBe(at("postgres://u:p@h/x"));
  expect(at("postgres://u@h/y")).not.toBe(at("postgres://u@h/x"));
  expect(at("postgres:///desk?host=/run/postgresql")).not.toBe(at("postgres:///desk?host=/other"));
  expect(at("postgres://h1:1,h2:1/x")).toMatch(/^\/state\/botform\/unrecorded\/[0-9a-f]{16}$/);
  expect([at(".botform/journal"), at(unsetDatabase("BOTFORM_X"))]).toEqual([undefined, undefined]);
});
