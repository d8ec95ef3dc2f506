// What the journal's folder tells: every run in short, one run step by step, and a folder that can't be read.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listRuns, showRun } from "../../../../src/app/ledger/history.js";
import { FIELD_NAMES } from "../../../../src/model/bot/field.js";
import { type BeginEntry, type JournalEntry, journalLine } from "../../../../src/reconcile/ledger/journal-format.js";
import { live } from "../../reconcile/fleet.js";
import { answer, BEGIN, intent, outcome, resolved } from "../../reconcile/ledger/entries.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { folder, inLines, refusal } from "../room.js";

const at = folder();

/** A folder with runs as they were recorded. */
function journalOf(...runs: (readonly [Partial<BeginEntry>, readonly JournalEntry[]])[]): string {
  const journal = at.fresh("journal");
  mkdirSync(journal, { recursive: true });
  for (const [changes, entries] of runs) {
    const begin = { ...BEGIN, ...changes };
    writeFileSync(join(journal, `${begin.id}.jsonl`), [begin, ...entries].map(journalLine).join(""));
  }
  return journal;
}

const WHOLE: readonly JournalEntry[] = [
  intent(1, "update", "a", 1_000),
  { ...answer(1, "accepted"), at: 1_500 },
  outcome("applied", "update"),
  intent(2, "turn-on", "a", 2_000),
  { type: "answer", at: 2_500, write: 2, kind: "ambiguous", message: "no answer" },
  outcome("unknown"),
  {
    type: "outcome",
    at: 3_000,
    outcome: {
      ...{ address: "main/b", action: "turn-on", kind: "failed", detail: "not now", next: "try later", rule: 9 },
      ...{ botId: 2, stale: false, wrote: true },
    },
  },
  { type: "end", at: 4_000, notes: ["a note"], unsettled: ["a list"], violations: ["a fault"], stop: "interrupted" },
];

it("runs are listed newest first, each in short", async () => {
  const journal = journalOf(
    [{ id: "1-a", at: 1_000 }, WHOLE],
    [{ id: "2-b", at: Number.MAX_SAFE_INTEGER, account: "other", planId: "of a file", command: "undo" }, []],
    [{ id: "3-c", at: -5 }, [...WHOLE, resolved("took-effect")]],
  );
  const { journal: named, ...listed } = await listRuns({ journal });
  expect(named).toBe(journal);
  expect(inLines(listed)).toMatchInlineSnapshot(`
    "runs:
      {"id":"2-b","command":"undo","account":"other","origin":"https://a","tool":"1.0.0","planId":"of a file","beganAt":"9999-12-31T23:59:59.999Z","counts":{"applied":0,"failed":0,"unknown":0,"skipped":0,"not-started":3},"inDoubt":0}
      {"id":"1-a","command":"apply","account":"main","origin":"https://a","tool":"1.0.0","beganAt":"1970-01-01T00:00:01.000Z","endedAt":"1970-01-01T00:00:04.000Z","stop":"interrupted","counts":{"applied":1,"failed":1,"unknown":1,"skipped":0,"not-started":0},"inDoubt":1}
      {"id":"3-c","command":"apply","account":"main","origin":"https://a","tool":"1.0.0","beganAt":"1970-01-01T00:00:00.000Z","endedAt":"1970-01-01T00:00:04.000Z","stop":"interrupted","counts":{"applied":1,"failed":1,"unknown":1,"skipped":0,"not-started":0},"inDoubt":0}"
  `);
  expect((await listRuns({ journal, account: "other" })).runs.map(({ id }) => id)).toEqual(["2-b"]);
});

it("a run that is whole is shown step by step", async () => {
  const journal = journalOf([{ id: "1-a", at: 1_000 }, WHOLE]);
  expect(inLines(await showRun({ journal, id: "last" }))).toMatchInlineSnapshot(`
    "id: "1-a"
    command: "apply"
    account: "main"
    origin: "https://a"
    tool: "1.0.0"
    beganAt: "1970-01-01T00:00:01.000Z"
    endedAt: "1970-01-01T00:00:04.000Z"
    stop: "interrupted"
    counts: {"applied":1,"failed":1,"unknown":1,"skipped":0,"not-started":0}
    inDoubt: 1
    steps:
      {"address":"main/a","action":"update","title":"a","botId":1,"changes":[],"kind":"applied","detail":"so it ended","endedAt":"1970-01-01T00:00:00.005Z","writes":[{"sends":"update","sentAt":"1970-01-01T00:00:01.000Z","answer":"accepted","answeredAt":"1970-01-01T00:00:01.500Z"}],"inDoubt":false}
      {"address":"main/a","action":"turn-on","title":"a","botId":1,"changes":[],"kind":"unknown","detail":"so it ended","endedAt":"1970-01-01T00:00:00.005Z","writes":[{"sends":"turn-on","sentAt":"1970-01-01T00:00:02.000Z","answer":"ambiguous","answeredAt":"1970-01-01T00:00:02.500Z","message":"no answer"}],"inDoubt":true}
      {"address":"main/b","action":"turn-on","title":"b","botId":2,"changes":[],"kind":"failed","detail":"not now","next":"try later","rule":9,"endedAt":"1970-01-01T00:00:03.000Z","writes":[],"inDoubt":false}
    notes: ["a note"]
    unsettled: ["a list"]
    violations: ["a fault"]
    damaged: 0
    torn: false"
  `);
});

it("a run that was cut off has no end; what it made, and a deal that it touched, are told by what was sent and found out", async () => {
  const c = plannedBot("c", null);
  const changes = FIELD_NAMES.flatMap((field) => {
    const after = c.target[field];
    return after === undefined ? [] : [{ field, after }];
  });
  const deal = { id: 7, pairTitle: "USDT-BTC", fingerprint: "0".repeat(64), percentTakeProfit: "1" };
  const a = plannedBot("a", live(1, "A"), {
    deals: [{ ...deal, orderPercent: null, order: null, keeps: [] }],
    title: "A",
  });
  const plan = planOf(
    [c, { ...a, target: { title: "A" } }],
    [
      { ...step("create", "c"), changes },
      { ...step("take-profit", "a"), deal: { id: 7, takeProfit: { before: "1", after: "2" } } },
    ],
  );
  const { botId: _botId, ...made } = intent(1, "create", "c", 1_000);
  const moved = { ...intent(2, "take-profit", "a", 2_000), dealId: 7 };
  const later: JournalEntry = { ...intent(3, "turn-off", "c", 3_000), step: "create", botId: 34 };
  const looked = {
    at: 5_000,
    address: "main/c",
    step: "create",
    verdict: "unclear",
    detail: "it was looked at",
  } as const;
  const found: JournalEntry = { type: "resolved", ...looked, botId: 33 };
  const cut = journalOf([{ id: "1-a", plan }, [made, moved, found]]);
  expect(inLines(await showRun({ journal: cut, id: "1-a" }))).toMatchInlineSnapshot(`
    "id: "1-a"
    command: "apply"
    account: "main"
    origin: "https://a"
    tool: "1.0.0"
    beganAt: "1970-01-01T00:00:00.000Z"
    counts: {"applied":0,"failed":0,"unknown":2,"skipped":0,"not-started":0}
    inDoubt: 2
    steps:
      {"address":"main/c","action":"create","title":"c","botId":33,"changes":[{"field":"title","after":"c"},{"field":"pairTitle","after":"USDT-BTC"},{"field":"strategy","after":"LONG"},{"field":"leverage","after":"5"},{"field":"marginMode","after":"CROSS"},{"field":"typeTakeProfit","after":"LIMIT"},{"field":"typeFirstOrder","after":"MARKET"},{"field":"percentTakeProfit","after":"1.2"},{"field":"percentSafetyOrder","after":"1.5"},{"field":"volumeFirstOrder","after":"20"}],"kind":"unknown","writes":[{"sends":"create","sentAt":"1970-01-01T00:00:01.000Z"}],"resolved":{"at":"1970-01-01T00:00:05.000Z","verdict":"unclear","detail":"it was looked at"},"inDoubt":true}
      {"address":"main/a","action":"take-profit","title":"A","botId":1,"dealId":7,"takeProfit":{"before":"1","after":"2"},"changes":[],"kind":"unknown","writes":[{"sends":"take-profit","sentAt":"1970-01-01T00:00:02.000Z"}],"inDoubt":true}
    damaged: 0
    torn: false"
  `);
  const sent = await showRun({ journal: journalOf([{ id: "1-a", plan }, [made, later]]), id: "1-a" });
  expect(sent.steps.map(({ botId }) => botId)).toEqual([34, 1]);
});

it("a journal that is no folder can't be read", async () => {
  const journal = at.written("", "file");
  const why = `the journal can't be read: ${journal} is not a folder`;
  expect(await refusal(() => listRuns({ journal }))).toEqual([why, 1]);
});
