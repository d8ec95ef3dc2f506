// What journals say, entry by entry, for a run that updates and turns on bot 1 ("a"), and turns on bot 2 ("b").
import type { Action } from "../../../../src/model/plan/actions.js";
import { type PastRun, pastRun } from "../../../../src/reconcile/ledger/history.js";
import type { BeginEntry, JournalEntry } from "../../../../src/reconcile/ledger/journal-format.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

export const PLACE = { account: "main", origin: "https://a" };
export const BEGIN: BeginEntry = {
  type: "begin",
  at: 0,
  id: "r1",
  command: "apply",
  tool: "1.0.0",
  ...PLACE,
  plan: planOf(
    [plannedBot("a", live(1, "a")), plannedBot("b", live(2, "b"))],
    [step("update", "a"), step("turn-on", "a"), step("turn-on", "b")],
  ),
};
export const END: JournalEntry = { type: "end", at: 9, notes: [], unsettled: [], violations: [] };

type Intent = Extract<JournalEntry, { type: "intent" }>;
type Answer = Extract<JournalEntry, { type: "answer" }>["kind"];
export type Outcome = Extract<JournalEntry, { type: "outcome" }>["outcome"]["kind"];
type Verdict = Extract<JournalEntry, { type: "resolved" }>["verdict"];

export const intent = (write: number, action: Action = "turn-on", key = "a", at = write): Intent => ({
  type: "intent",
  at,
  write,
  address: `main/${key}`,
  step: action,
  sends: action,
  botId: key === "a" ? 1 : 2,
});
export const answer = (write: number, kind: Answer): JournalEntry => ({ type: "answer", at: write, write, kind });
export const outcome = (kind: Outcome, action: Action = "turn-on", key = "a"): JournalEntry => ({
  type: "outcome",
  at: 5,
  outcome: { address: `main/${key}`, action, kind, detail: "so it ended", stale: false, wrote: true },
});
export const resolved = (verdict: Verdict, action: Action = "turn-on", key = "a"): JournalEntry => ({
  type: "resolved",
  at: 7,
  address: `main/${key}`,
  step: action,
  verdict,
  detail: "it was looked at",
});

export function run(entries: readonly JournalEntry[], begin: Partial<BeginEntry> = {}): PastRun {
  const told = pastRun({ entries: [{ ...BEGIN, ...begin }, ...entries], damaged: 0, torn: false, newer: false });
  if (told === undefined) throw new Error("no run");
  return told;
}
