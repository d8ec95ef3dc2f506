// What a journal writes, line by line: what has to be on the disk before anything else happens, and what a disk that fails leaves.
import { describe, expect, it } from "vitest";
import { type Clock, type Disk, DiskError, LEASE_LOST } from "../../../../src/model/ports.js";
import { addToJournal, beginJournal, type Heading } from "../../../../src/reconcile/ledger/journal.js";
import type { JournalEntry } from "../../../../src/reconcile/ledger/journal-format.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const clock: Clock = { now: () => 1_000, elapsed: () => 0, sleep: async () => {} };
const HEADING: Heading = { id: "r1", command: "apply", tool: "1", account: "main", origin: "https://a" };
const ON = step("turn-on", "a");
const CANCEL = { ...step("cancel-deal", "a"), deal: { id: 70 } };
const PROBLEM = { severity: "warning", code: "plan/naked-deal", summary: "s", remedy: "r" } as const;
const PLAN = planOf([plannedBot("a", live(7, "a"))], [ON, CANCEL], {
  diagnostics: [{ ...PROBLEM, origin: { file: "botform.yaml", path: [] } }],
});
const REPORT = { outcomes: [], notes: ["n"], unsettled: ["u"], violations: ["v"] };
const FULL = new DiskError("ENOSPC", "full");

/** A disk that notes what is done to its one file; `fails` are the errors of the next appends, syncs or closes. */
function disk() {
  const [log, lines]: [string[], unknown[]] = [[], []];
  const fails: Partial<Record<"append" | "sync" | "close", (Error | undefined)[]>> = {};
  const done = (what: keyof typeof fails) => {
    log.push(what);
    const error = fails[what]?.shift();
    if (error !== undefined) throw error;
  };
  const file = {
    async append(text: string) {
      done("append");
      const all = text.split("\n").map((line): unknown => (line === "" ? "" : JSON.parse(line).entry));
      // Each line has its end.
      expect(all.pop()).toBe("");
      lines.push(...all);
    },
    sync: async () => done("sync"),
    close: async () => done("close"),
  };
  const never = async () => Promise.reject(new Error("that isn't asked for"));
  const named = (how: string) => async (name: string) => {
    log.push(`${how} ${name}`);
    return file;
  };
  const shelf: Disk = { names: never, read: never, size: never, create: named("create"), open: named("open") };
  return { shelf, log, lines, fails };
}

describe("a journal", () => {
  it("has every line whole, and says what isn't so by leaving it out", async () => {
    const { shelf, lines } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN, 7);
    const writes = [
      await journal.intent(ON, "turn-on", 7, 100),
      await journal.intent(CANCEL, "cancel-deal", undefined, 101),
    ];
    journal.answer(1, { kind: "accepted", botId: 7 });
    journal.answer(2, { kind: "refused", message: "no" });
    const outcome = { ...ON, kind: "applied", detail: "observed on", stale: false, wrote: true } as const;
    journal.outcome(outcome);
    await journal.end({ ...REPORT, stop: "interrupted" });
    expect(writes).toEqual([1, 2]);
    const intent = { type: "intent", at: 1_000, address: "main/a" };
    expect(lines).toEqual([
      { type: "begin", at: 1_000, ...HEADING, plan: { ...PLAN, diagnostics: [PROBLEM] } },
      { ...intent, write: 1, step: "turn-on", sends: "turn-on", botId: 7, nonce: 100, notAfter: 112_000 },
      { ...intent, write: 2, step: "cancel-deal", sends: "cancel-deal", dealId: 70, nonce: 101, notAfter: 113_000 },
      { type: "answer", at: 1_000, write: 1, kind: "accepted", botId: 7 },
      { type: "answer", at: 1_000, write: 2, kind: "refused", message: "no" },
      { type: "outcome", at: 1_000, outcome },
      { type: "end", at: 1_000, notes: ["n"], unsettled: ["u"], violations: ["v"], stop: "interrupted" },
    ]);
  });

  it("that has lost its lease writes what has happened, and no intent; the next lines are written all the same", async () => {
    const { shelf, lines, fails } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN);
    const lost = new DiskError(LEASE_LOST, "taken over");
    fails.append = [lost];
    journal.answer(1, { kind: "accepted" });
    await expect(journal.intent(ON, "turn-on", 7, 100)).rejects.toBe(lost);
    await journal.end(REPORT);
    // The disk itself has written the answer, and left out the intent.
    expect(lines.map((line) => (line as { readonly type: string }).type)).toEqual(["begin", "end"]);
  });

  it("has an intent on the disk before anything is sent, and its end; what has happened waits for neither", async () => {
    const { shelf, log } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN);
    expect(log.splice(0)).toEqual(["create r1.jsonl", "append", "sync"]);
    await journal.intent(ON, "turn-on", 7, 100);
    expect(log.splice(0)).toEqual(["append", "sync"]);
    journal.answer(1, { kind: "accepted" });
    await new Promise(setImmediate);
    expect(log.splice(0)).toEqual(["append"]);
    await journal.end(REPORT);
    expect(log.splice(0)).toEqual(["append", "sync", "close"]);
  });

  it("writes what is noted together together", async () => {
    const { shelf, log, lines } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN);
    await Promise.all([journal.intent(ON, "turn-on", 7, 100), journal.intent(CANCEL, "cancel-deal", 7, 100)]);
    expect([log, lines.length]).toEqual([["create r1.jsonl", "append", "sync", "append", "sync"], 3]);
  });

  it("that can't be begun is closed", async () => {
    const { shelf, log, fails } = disk();
    fails.append = [FULL];
    fails.close = [FULL];
    await expect(beginJournal(shelf, clock, HEADING, PLAN)).rejects.toBe(FULL);
    expect(log).toEqual(["create r1.jsonl", "append", "close"]);
  });

  it("writes nothing more once the disk has failed: nobody knows what the file holds", async () => {
    const { shelf, log, fails } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN);
    fails.sync = [FULL];
    fails.close = [FULL];
    log.splice(0);
    await expect(journal.intent(ON, "turn-on", 7, 100)).rejects.toBe(FULL);
    await expect(journal.intent(ON, "turn-on", 7, 100)).rejects.toBe(FULL);
    journal.answer(1, { kind: "accepted" });
    await journal.end(REPORT);
    expect(log).toEqual(["append", "sync", "close"]);
  });

  it("doesn't hide a fault of botform's own, and goes on after it", async () => {
    const { shelf, log, fails } = disk();
    const journal = await beginJournal(shelf, clock, HEADING, PLAN);
    const bug = new TypeError("bug");
    fails.append = [bug];
    log.splice(0);
    await expect(journal.intent(ON, "turn-on", 7, 100)).rejects.toBe(bug);
    await journal.intent(ON, "turn-on", 7, 100);
    expect(log.splice(0)).toEqual(["append", "append", "sync"]);
    fails.append = [bug];
    await expect(journal.end(REPORT)).rejects.toBe(bug);
  });
});

describe("what is added to the journal of a run that has ended", () => {
  const RESOLVED: JournalEntry = {
    ...{ type: "resolved", at: 2_000, address: "main/a", step: "turn-on" },
    ...{ verdict: "took-effect", detail: "it is on" },
  };

  it("stands behind a line that may have broken off, and is on the disk", async () => {
    const { shelf, log, lines } = disk();
    await addToJournal(shelf, "r1", [RESOLVED, RESOLVED]);
    expect([log, lines]).toEqual([
      ["open r1.jsonl", "append", "sync", "close"],
      ["", RESOLVED, RESOLVED],
    ]);
  });

  it("leaves no open file where the disk fails", async () => {
    const { shelf, log, fails } = disk();
    fails.append = [FULL];
    await expect(addToJournal(shelf, "r1", [RESOLVED])).rejects.toBe(FULL);
    expect(log).toEqual(["open r1.jsonl", "append", "close"]);
  });
});
