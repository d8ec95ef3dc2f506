// What is recalled of an account, and what a run finds in the ledger and leaves there. One that can't be read says why.

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readFolder } from "../../../../src/app/ledger/history.js";
import {
  damageOf,
  headingOf,
  holdsOf,
  ledgerOf,
  openJournal,
  recall,
  record,
  withoutKept,
} from "../../../../src/app/ledger/ledger.js";
import { NOTHING_KEPT } from "../../../../src/model/bot/observed.js";
import type { ApplyReport } from "../../../../src/model/plan/outcome.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { DamagedLedger } from "../../../../src/reconcile/ledger/damage.js";
import { NO_MEMORY } from "../../../../src/reconcile/ledger/ledger.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const place = mkdtempSync(join(tmpdir(), "botform-ledger-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const remembered = (folder: string) =>
  recall(ledgerOf({ folder: join(place, folder) }, "main", { apiUrl: "http://127.0.0.1:1/x" }));

it("where a file stands in the folder's place, is empty and says why", async () => {
  writeFileSync(join(place, "file"), "");
  const { memory } = await remembered("file");
  expect(memory).toEqual({ ...NO_MEMORY, unread: expect.stringContaining("file is not a folder") });
});

it("where there is no folder, is empty", async () => {
  const before = Date.now();
  const { memory, now } = await remembered("none");
  expect(memory).toEqual({ ...NO_MEMORY, host: undefined, kept: NOTHING_KEPT });
  expect(now).toBeGreaterThanOrEqual(before);
});

const AT = { apiUrl: "http://127.0.0.1:1/x" };
const REPORT: ApplyReport = { outcomes: [], notes: [], unsettled: [], violations: [] };
const PLAN = planOf([plannedBot("new", null), plannedBot("old", live(2, "old"))], []);
const made = (key: string, botId: number | undefined, action: "create" | "update" = "create") => ({
  ...{ address: `main/${key}`, action, kind: "applied" as const, detail: "done", stale: false, wrote: true },
  ...(botId !== undefined && { botId }),
});

describe("a run", () => {
  const opened = async (folder: string, plan: Plan = PLAN, deadline?: number) => {
    const wanted = { folder: join(place, folder), command: "undo" as const, planId: "of a file" };
    const run = await openJournal(wanted, plan, AT, deadline === undefined ? {} : { commandDeadlineMs: deadline });
    await run.ports.journal.end(REPORT);
    return run;
  };

  it("is recorded under its heading, with the deadline of its commands in whole milliseconds", async () => {
    const begins: unknown[] = [];
    for (const [at, deadline] of [undefined, 1.2, Number.POSITIVE_INFINITY].entries()) {
      const run = await opened(`heading ${at}`, planOf([], []), deadline);
      const { runs } = await readFolder(join(place, `heading ${at}`));
      const { id, command, tool, account, origin, planId, commandDeadlineMs } = runs[0]?.begin ?? {};
      expect([id, command, tool, account, origin, planId]).toEqual([
        ...[run.runId, "undo", BOTFORM_VERSION, "main", "http://127.0.0.1:1", "of a file"],
      ]);
      begins.push(commandDeadlineMs);
    }
    expect(begins).toEqual([120_000, 2, Number.MAX_SAFE_INTEGER]);
    expect(headingOf({ folder: "" }, PLAN, AT)).toMatchObject({ command: "apply" });
    expect(headingOf({ folder: "" }, PLAN, AT)).not.toHaveProperty("planId");
  });

  it("leaves behind the bots that it made, as they were planned, and no others", async () => {
    const run = await opened("made");
    const outcomes = [made("new", 33), made("old", 2, "update"), made("new", undefined), made("unplanned", 44)];
    await run.remember({ ...REPORT, outcomes });
    const { memory } = await remembered("made");
    expect([...memory.bots.values()]).toEqual([{ id: 33, accessId: 1, title: "new", address: "main/new" }]);
  });

  it.each([
    ["lifts protections for good", {}, []],
    ["that was stopped leaves protections as they are", { stop: "interrupted" as const }, [2]],
  ])("that ends %s", async (name, changes, left) => {
    const ledger = ledgerOf({ folder: join(place, name) }, "main", AT);
    await ledger.saw([{ id: 2, accessId: 1, title: "old", address: "main/old", protect: true }]);
    const lifted = [{ id: 2, address: "main/old", title: "old", waits: 0 }];
    const run = await opened(name, planOf([], [], { lifted } as Partial<Plan>));
    await run.remember({ ...REPORT, ...changes });
    const { memory } = await remembered(name);
    expect([...memory.bots.values()].flatMap(({ id, protect }) => (protect ? [id] : []))).toEqual(left);
  });

  it("looks out for stops from its beginning, or from when its plan was made", async () => {
    const bot = { id: 2, address: "main/old", title: "old" };
    const ledger = ledgerOf({ folder: join(place, "stops") }, "main", AT);
    await ledger.stop();
    const run = await opened("stops");
    expect(await run.ports.isStopped(bot)).toBe(false);
    await ledger.stop();
    expect(await run.ports.isStopped(bot)).toBe(true);
    const isStopped = async () => true;
    const planned = await openJournal({ folder: join(place, "stops"), isStopped }, PLAN, AT, {});
    await planned.ports.journal.end(REPORT);
    expect(planned.ports.isStopped).toBe(isStopped);
  });
});

it("nothing is sent but turn-offs where a line of the ledger is lost", async () => {
  const wanted = { folder: join(place, "lost") };
  await holdsOf(wanted, "main").set([{ bots: "main/new", reason: "margin call" }]);
  for (const name of readdirSync(wanted.folder)) {
    const file = join(wanted.folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replace("margin call", "margin cell"));
  }
  const planned = (...actions: readonly ("turn-off" | "turn-on" | "update")[]) =>
    planOf(
      [plannedBot("old", live(2, "old"))],
      actions.map((action) => step(action, "old")),
    );
  const [name] = readdirSync(wanted.folder);
  const lost = new DamagedLedger(`line 2 of ${wanted.folder}/${name} isn't as botform wrote it`);
  for (const actions of [["turn-on"], ["turn-off", "update"]] as const)
    await expect(openJournal(wanted, planned(...actions), AT, {})).rejects.toEqual(lost);
  expect(readdirSync(wanted.folder)).toHaveLength(1);
  const { ports } = await openJournal(wanted, planned("turn-off"), AT, {});
  await ports.journal.end(REPORT);
});

it("the file of a recent run that can't be read is one that is lost; one of no run, or of long ago, is none", async () => {
  const folder = join(place, "links");
  await holdsOf({ folder }, "main").set([{ bots: "main/new", reason: "why" }]);
  const damage = () => damageOf({ folder }, "main", AT);
  for (const name of ["a.jsonl", "2026-01-01T00-00-00Z-0.jsonl"]) symlinkSync("elsewhere", join(folder, name));
  expect(await damage()).toBeUndefined();
  const recent = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z-0.jsonl`;
  symlinkSync("elsewhere", join(folder, recent));
  expect(await damage()).toBe(`${folder}/${recent} can't be read`);
});

it("what was found out of a run is added to it; nothing is written where nothing was", async () => {
  const folder = join(place, "found");
  const { ports } = await openJournal({ folder }, planOf([], []), AT, {});
  await ports.journal.end(REPORT);
  const [run] = (await readFolder(folder)).runs;
  if (run === undefined) throw new Error("no run");
  const before = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  await record(folder, run, []);
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(before);
});

it("a past without what is kept is the same past otherwise", () => {
  const { kept: _kept, ...memory } = { ...NO_MEMORY, kept: NOTHING_KEPT };
  expect(withoutKept({ memory: { ...memory, kept: NOTHING_KEPT }, now: 5 })).toEqual({ memory, now: 5 });
});
