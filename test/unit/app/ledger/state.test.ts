// A shared ledger from a folder and back, on a real PostgreSQL: nothing is lost, nothing overwritten, and old records go.
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acknowledgedOf, approvalsOf, keptPlansAt } from "../../../../src/app/ledger/ledger.js";
import { ledgerAt, ledgerName } from "../../../../src/app/ledger/ledger-place.js";
import { stateCheck, stateExport, stateImport, stateInit, statePrune } from "../../../../src/app/ledger/state.js";
import { unsetDatabase } from "../../../../src/database/connection.js";
import { takeLease } from "../../../../src/database/lease.js";
import { openQueue } from "../../../../src/database/queue.js";
import { checkedLine } from "../../../../src/reconcile/ledger/checked-lines.js";
import { factsName } from "../../../../src/reconcile/ledger/facts-file.js";
import { asked, postgres } from "../../../support/postgres.js";

const server = postgres();
let journal: string;
const folder = mkdtempSync(join(tmpdir(), "botform-state-"));
beforeAll(async () => {
  journal = await server.database();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const host = { say: () => {}, env: { XDG_STATE_HOME: folder } };
/** As the ledger itself calls it. */
const FACTS = factsName(["demo"]);
const textsOf = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));

it("is set up once, and says what it is like", async () => {
  expect(await stateCheck(host, { journal })).toMatchObject({
    faults: [expect.stringContaining("run botform state init")],
  });
  expect(await stateInit({ journal })).toMatchObject({ made: ["001-ledger", "002-place", "003-snapshot"] });
  expect(await stateInit({ journal })).toMatchObject({ made: [] });
  expect(await stateCheck(host, { journal })).toMatchObject({ faults: [], leases: [], files: 0 });
  const lease = await takeLease(journal, ["a"], "demo at https://x.example");
  expect(await stateCheck(host, { journal })).toMatchObject({
    leases: [{ name: "a", about: "demo at https://x.example" }],
  });
  if ("release" in lease) await lease.release();
  expect((await stateCheck(host, { journal })).leases).toEqual([]);
});

it("that a newer version has set up needs nothing from this one, and works", async () => {
  const url = await server.ledger();
  await asked(url, "insert into botform.migration values ('999-later', now()::text)");
  expect(await stateInit({ journal: url })).toMatchObject({ made: [] });
  expect(await stateCheck(host, { journal: url })).toMatchObject({ faults: [], missing: [] });
});

it("says what waits in the queue of a fleet's workers, and that there is none, or that nobody may look", async () => {
  const own = await server.database();
  expect((await stateCheck(host, { journal: own })).queue).toBe(null);
  expect(await stateInit({ journal: own })).toMatchObject({ queue: true });
  expect((await stateCheck(host, { journal: own })).queue).toEqual({ waiting: 0, underWay: 0, failed: 0 });
  const queue = await openQueue(own);
  await queue.addMissing(["a", "b", "c"]);
  await queue.close();
  await asked(own, "update botform_queue.job set state = 'failed' where singleton_key = 'a'");
  await asked(own, "update botform_queue.job set state = 'active' where singleton_key = 'b'");
  expect((await stateCheck(host, { journal: own })).queue).toEqual({ waiting: 1, underWay: 1, failed: 1 });
  const runner = `runner_${Date.now()}`;
  await asked(own, `create role ${runner} login password 'x'`);
  await asked(own, `grant usage on schema botform to ${runner}`);
  await asked(own, `grant select on all tables in schema botform to ${runner}`);
  const url = new URL(own);
  Object.assign(url, { username: runner, password: "x" });
  const unknown = { waiting: null, underWay: null, failed: null };
  expect((await stateCheck(host, { journal: url.href })).queue).toEqual(unknown);
});

it("takes over a folder byte for byte, adds what has come since, leaves alone what differs, and goes back", async () => {
  const source = join(folder, "journal");
  mkdirSync(source);
  writeFileSync(join(source, "2026-01-01T00-00-00Z-00000000.jsonl"), `${checkedLine({ type: "x" })}torn`);
  writeFileSync(join(source, FACTS), "\n\none\n");
  writeFileSync(join(source, "3f0c2a9be1d44c55.lock"), "not a part of it");
  const result = (copied: number, same: number, different: readonly string[] = []) => ({ copied, same, different });
  const said = ({ copied, same, different }: Awaited<ReturnType<typeof stateImport>>) =>
    result(copied.length, same.length, different);
  expect(said(await stateImport({ journal, folder: source }))).toEqual(result(2, 0));
  expect(said(await stateImport({ journal, folder: source }))).toEqual(result(0, 2));
  appendFileSync(join(source, FACTS), "two\n");
  expect(said(await stateImport({ journal, folder: source }))).toEqual(result(1, 1));
  const back = join(folder, "back");
  expect(said(await stateExport({ journal, folder: back }))).toEqual(result(2, 0));
  const { "3f0c2a9be1d44c55.lock": _lock, ...all } = textsOf(source);
  expect(textsOf(back)).toEqual(all);
  writeFileSync(join(source, FACTS), "another\n");
  expect(said(await stateImport({ journal, folder: source }))).toEqual(result(0, 1, [FACTS]));
  await expect(stateImport({ journal: source, folder: source })).rejects.toThrow("is in the folder");
  await expect(stateImport({ journal, folder: join(folder, "mistyped") })).rejects.toThrow("there is no ledger in ");
});

it("lets go of old records, and keeps an account's newest and all that is known", async () => {
  const disk = ledgerAt(journal);
  for (let at = 0; at < 55; at += 1) {
    const id = `2026-02-${String(1 + Math.floor(at / 24)).padStart(2, "0")}T${String(at % 24).padStart(2, "0")}-00-00Z-000000aa`;
    const file = await disk.create(`${id}.jsonl`);
    await file.append(checkedLine({ type: "begin", at: 1, id, account: "demo", origin: "https://x.example" }));
  }
  await disk.create("2026-02-01T00-00-00Z-000000bb.sends");
  expect(await statePrune({ journal, days: 8 })).toMatchObject({ removed: 0 });
  await asked(journal, "update botform.file set made_at = made_at - interval '9 days'");
  expect(await statePrune({ journal, days: 8 })).toMatchObject({ removed: 6 });
  const names = await disk.names();
  expect(names.filter((name) => name.includes("000000aa"))).toHaveLength(50);
  expect(names).toContain(FACTS);
  expect(names.find((name) => name.endsWith(".sends"))).toBeUndefined();
});

it("keeps acknowledged drift as a folder does, takes it over, and lets none of it go", async () => {
  const one = { address: "demo/a", botId: 1, name: "leverage", live: "8", reason: "by hand", until: "2999-12-24" };
  const source = join(folder, "acknowledged");
  await acknowledgedOf({ folder: source }, "known").set([one, { ...one, botId: 2 }]);
  await stateImport({ journal, folder: source });
  expect(await acknowledgedOf({ folder: journal }, "known").read()).toMatchObject([one, { botId: 2 }]);
  await acknowledgedOf({ folder: journal }, "known").end([{ botId: 2, name: "leverage" }]);
  await asked(journal, "update botform.file set made_at = made_at - interval '9 days'");
  await statePrune({ journal, days: 8 });
  const back = join(folder, "acknowledged, exported");
  await stateExport({ journal, folder: back });
  expect(await acknowledgedOf({ folder: back }, "known").read()).toMatchObject([one]);
});

it("keeps plans that wait and the answers to them as a folder does, takes them over, and lets old plans go", async () => {
  const source = join(folder, "plans");
  const DIGEST = "a".repeat(64);
  const kept = await keptPlansAt({ folder: source }).keep('{"a":"line"}\n', 1_000);
  await approvalsOf({ folder: source }, "plans").add({ digest: DIGEST, answer: "approved", by: "ana" });
  await stateImport({ journal, folder: source });
  expect(await keptPlansAt({ folder: journal }).all()).toEqual([kept]);
  expect(String(await keptPlansAt({ folder: journal }).read(kept))).toBe('{"a":"line"}\n');
  await approvalsOf({ folder: journal }, "plans").add({ digest: DIGEST, answer: "rejected", by: "ben", reason: "no" });
  const back = join(folder, "plans, exported");
  await stateExport({ journal, folder: back });
  expect(await keptPlansAt({ folder: back }).all()).toEqual([kept]);
  expect(await approvalsOf({ folder: back }, "plans").read()).toMatchObject([
    { by: "ana" },
    { by: "ben", reason: "no" },
  ]);
  expect(await statePrune({ journal, days: 8 })).toMatchObject({ removed: 0 });
  await asked(journal, "update botform.file set made_at = made_at - interval '9 days'");
  expect(await statePrune({ journal, days: 8 })).toMatchObject({ removed: 1 });
  expect(await keptPlansAt({ folder: journal }).all()).toEqual([]);
  expect(await approvalsOf({ folder: journal }, "plans").read()).toHaveLength(2);
});

it("whose address isn't set, or whose server is away, is an error with its name, and no password", async () => {
  await expect(stateCheck(host, { journal: unsetDatabase("BOTFORM_STATE_URL") })).rejects.toThrow(
    "BOTFORM_STATE_URL isn't set, which names the database of the ledger",
  );
  await expect(stateCheck(host, { journal: "postgres://u:CANARY@127.0.0.1:1/x" })).rejects.toThrow(
    "PostgreSQL at 127.0.0.1:1/x: nobody listens there",
  );
  expect(ledgerName("postgres://u:CANARY@127.0.0.1:1/x")).toBe("PostgreSQL at 127.0.0.1:1/x");
  expect(ledgerName(".botform/journal")).toBe(".botform/journal");
});
