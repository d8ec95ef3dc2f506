// The lines of a journal: what is written is read back alike, and nothing else is taken for it (rule 12).
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  COMMANDS,
  type JournalEntry,
  journalLine,
  readJournal,
} from "../../../../src/reconcile/ledger/journal-format.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const PLAN = planOf([plannedBot("a", live(1, "a"))], [step("turn-on", "a")]);
const OUTCOME = {
  address: "main/a",
  action: "update",
  kind: "applied",
  detail: "done",
  stale: false,
  wrote: true,
} as const;

/** A line with the right checksum for whatever it says. */
function line(entry: unknown, version = "1"): string {
  const text = typeof entry === "string" ? entry : JSON.stringify(entry);
  const sum = createHash("sha256").update(`${version} ${text}`).digest("hex").slice(0, 16);
  return `{"v":${version},"sum":"${sum}","entry":${text}}\n`;
}

const ACTIONS = [
  ...(["turn-off", "update", "create", "turn-on"] as const),
  ...(["take-profit", "start-deal", "complete-deal", "cancel-deal"] as const),
];
const begin = {
  type: "begin",
  at: 5,
  id: "r1",
  tool: "1.0.0",
  account: "main",
  origin: "https://a",
  plan: PLAN,
} as const;
const intent = { type: "intent", at: 5, write: 1, address: "main/a" } as const;
const resolved = { type: "resolved", at: 5, address: "main/a", step: "turn-on", detail: "it is on" } as const;
const end: Extract<JournalEntry, { type: "end" }> = { type: "end", at: 5, notes: [], unsettled: [], violations: [] };

const ENTRIES: readonly JournalEntry[] = [
  ...COMMANDS.map((command) => ({ ...begin, command })),
  { ...begin, command: "apply", planId: "p1" },
  ...ACTIONS.map((action) => ({ ...intent, step: action, sends: action })),
  { ...intent, step: "create", sends: "turn-off", botId: 7 },
  ...(["accepted", "refused", "not-sent", "unauthorized", "ambiguous", "overtaken"] as const).map(
    (kind) => ({ type: "answer", at: 5, write: 1, kind }) as const,
  ),
  { type: "answer", at: 5, write: 1, kind: "refused", message: "no", botId: 0 },
  ...(["applied", "failed", "unknown", "skipped", "not-started"] as const).map(
    (kind) => ({ type: "outcome", at: 5, outcome: { ...OUTCOME, kind } }) as const,
  ),
  { type: "outcome", at: 5, outcome: { ...OUTCOME, next: "look at it", rule: 6, stale: true, wrote: false, botId: 7 } },
  end,
  { ...end, notes: ["a"], unsettled: ["b"], violations: ["c"], stop: "interrupted" },
  ...(["took-effect", "no-effect", "unclear"] as const).map((verdict) => ({ ...resolved, verdict })),
  { ...resolved, verdict: "unclear", botId: 7 },
  { ...intent, step: "take-profit", sends: "take-profit", botId: 7, dealId: 8 },
  { type: "outcome", at: 5, outcome: { ...OUTCOME, action: "take-profit", botId: 7, dealId: 8 } },
  { ...resolved, step: "cancel-deal", verdict: "no-effect", botId: 7, dealId: 8 },
];

describe("a line", () => {
  it("stays readable: a line of format 1 as it stands in the field", () => {
    const written =
      '{"v":1,"sum":"40f080b9185e276a","entry":{"type":"answer","at":0,"write":1,"kind":"refused","message":"no"}}\n';
    expect(journalLine({ type: "answer", at: 0, write: 1, kind: "refused", message: "no" })).toBe(written);
  });

  it("is read back among all the others", () => {
    const reading = readJournal(ENTRIES.map(journalLine).join(""));
    expect(reading).toEqual({ entries: ENTRIES, damaged: 0, torn: false, newer: false });
  });

  it.each(ENTRIES)("is read back as it was written: $type", (entry) => {
    const reading = readJournal(journalLine(entry));
    expect(reading).toEqual({ entries: [entry], damaged: 0, torn: false, newer: false });
  });

  it.each([
    { entry: { ...begin, command: "destroy" }, because: "a command that there isn't" },
    { entry: { ...begin, command: "apply", id: undefined }, because: "a run without an id" },
    { entry: { ...begin, command: "apply", account: 1 }, because: "an account that is no name" },
    { entry: { ...begin, command: "apply", plan: { ...PLAN, bots: {} } }, because: "a plan that contradicts itself" },
    { entry: { ...intent, step: "create", sends: "delete" }, because: "an action that there isn't" },
    { entry: { ...intent, step: "create", sends: "create", botId: -1 }, because: "an id that none can have" },
    { entry: { ...intent, step: "create" }, because: "an intent that doesn't say what leaves" },
    { entry: { type: "answer", at: 5, write: 1, kind: "maybe" }, because: "an answer that there isn't" },
    { entry: { type: "answer", at: 5.5, write: 1, kind: "refused" }, because: "half a millisecond" },
    {
      entry: { type: "outcome", at: 5, outcome: { ...OUTCOME, kind: "fine" } },
      because: "an outcome that there isn't",
    },
    { entry: { type: "outcome", at: 5, outcome: { ...OUTCOME, wrote: undefined } }, because: "an outcome half told" },
    { entry: { type: "outcome", at: 5 }, because: "an outcome of nothing" },
    { entry: { ...end, notes: [1] }, because: "a note that is no text" },
    { entry: { ...resolved, verdict: "sure" }, because: "a verdict that there isn't" },
    { entry: { type: "hint", at: 5 }, because: "an entry that there isn't" },
    { entry: [], because: "a list" },
    { entry: "{", because: "no JSON" },
  ])("is left out where it holds $because", ({ entry }) => {
    expect(readJournal(line(entry))).toEqual({ entries: [], damaged: 1, torn: false, newer: false });
  });
});

interface Journal {
  readonly text: (good: string) => string;
  /** How many of its lines are read; the same good one each time. */
  readonly kept: number;
  readonly damaged?: number;
  readonly torn?: boolean;
  readonly newer?: boolean;
  readonly because: string;
}

describe("a journal", () => {
  const cases: Journal[] = [
    { text: () => "", kept: 0, because: "nothing in it" },
    { text: (good) => `\n${good}\n\n${good}`, kept: 2, because: "empty lines" },
    { text: (good) => good + good.trimEnd(), kept: 1, torn: true, because: "no end" },
    { text: (good) => `x\n${good}y\n`, kept: 1, damaged: 2, because: "odd lines" },
    { text: (good) => ` ${good}`, kept: 0, damaged: 1, because: "something before a line" },
    { text: (good) => good.replace("\n", " \n"), kept: 0, damaged: 1, because: "something behind it" },
    { text: (good) => good.replace("\n", "\0\n"), kept: 0, damaged: 1, because: "zeroes, as a disk leaves them" },
    { text: (good) => good.replace('"sum":"', '"sum":"0'), kept: 0, damaged: 1, because: "a digit too many" },
    { text: (good) => good.replace('"v":1', '"v":0'), kept: 0, damaged: 1, because: "the checksum of another version" },
    { text: (good) => good + line(end, "2"), kept: 1, newer: true, because: "a newer line, whatever that means" },
    { text: () => line({ type: "hint" }, "123456789"), kept: 0, newer: true, because: "a version of many digits" },
    { text: () => line(end, "2").replace(":5", ":6"), kept: 0, damaged: 1, because: "a newer line that was flipped" },
  ];
  it.each(cases)("with $because", ({ text, kept, damaged = 0, torn = false, newer = false }) => {
    const entries = Array.from({ length: kept }, () => end);
    expect(readJournal(text(journalLine(end)))).toEqual({ entries, damaged, torn, newer });
  });
});
