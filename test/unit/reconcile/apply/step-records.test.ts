// What becomes of a step, by what was sent for it, what the service said, and how it has ended.
import { expect, it } from "vitest";
import type { Step } from "../../../../src/model/plan/plan.js";
import type { WriteAnswer } from "../../../../src/model/ports.js";
import { StepRecords } from "../../../../src/reconcile/apply/step-records.js";
import { step } from "../plan/plans.js";

const SAYS: Readonly<Record<string, WriteAnswer>> = {
  yes: { kind: "accepted" },
  no: { kind: "refused", message: "no" },
  "not you": { kind: "unauthorized", message: "who?" },
  "a status says no": { kind: "ambiguous", message: "409", turnedDown: true },
  nothing: { kind: "ambiguous", message: "no answer", turnedDown: false },
  "not sent": { kind: "not-sent", message: "no name" },
};

/** `sent`, if anything was; `wrote`, if the service may have acted on it; and the refusal that is believed once it was watched. */
function state(records: StepRecords, one: Step): string {
  const is = { sent: records.hasSent(one), wrote: records.hasWritten(one), held: records.isHeld(one) };
  const words = Object.entries(is).flatMap(([word, so]) => (so ? [word] : []));
  const refusal = records.refusalOf(one)?.message;
  return [...words, ...(refusal === undefined ? [] : [`refused: ${refusal}`])].join(" ");
}

it.each([
  ["yes", "sent wrote", "unknown wrote"],
  ["no", "sent refused: no", "unknown"],
  ["not you", "sent refused: who?", "unknown"],
  ["a status says no", "sent", "unknown"],
  ["nothing", "sent wrote", "unknown wrote"],
  ["not sent", "", "not-started"],
  ["no, yes", "sent wrote", "unknown wrote"],
  ["nothing, no", "sent wrote", "unknown wrote"],
  ["not sent, no", "sent refused: no", "unknown"],
  ["a status says no, no", "sent refused: no", "unknown"],
])("answered %s", (answers, after, left) => {
  const [records, one] = [new StepRecords(), step("update", "a")];
  for (const answer of answers.split(", ")) records.answered(one, SAYS[answer] ?? { kind: "accepted" });
  expect(state(records, one)).toBe(after);
  const { kind, wrote } = records.leave(one, 7);
  expect(wrote ? `${kind} wrote` : kind).toBe(left);
});

it("a refusal that did nothing wrote nothing; whatever else follows one may have been done", () => {
  const kinds = ([didNothing, kind]: [boolean, "failed" | "unknown"]) => {
    const [records, one] = [new StepRecords(), step("update", "a")];
    records.answered(one, { kind: "refused", message: "no" });
    return records.end(one, { kind, detail: "", ...(didNothing && { didNothing }) }, 7).wrote;
  };
  expect([kinds([true, "failed"]), kinds([false, "failed"]), kinds([false, "unknown"])]).toEqual([false, true, true]);
});

it("an outcome has what its step's end has, and nothing else", () => {
  const [records, one] = [new StepRecords(), step("create", "a")];
  expect([records.outcomeOf(one), records.hasEnded(one), records.endedOf(one)]).toEqual([undefined, false, undefined]);
  records.begin(one);
  expect(records.isUnderWay(one)).toBe(true);
  records.answered(one, { kind: "accepted" });
  expect(records.endedOf(one)).toEqual({ action: "create", kind: "unknown", wrote: true });
  const rest = { detail: "made", next: "look", rule: 5, stale: true } as const;
  const outcome = records.end(one, { kind: "applied", ...rest }, 7);
  const whole = { address: "main/a", action: "create", kind: "applied", wrote: true, botId: 7, ...rest };
  expect([outcome, records.outcomeOf(one), records.endedOf(one)]).toEqual([whole, whole, whole]);
  expect([records.isUnderWay(one), records.hasEnded(one)]).toEqual([false, true]);
  const [bare, other] = [{ kind: "skipped", detail: "" } as const, step("update", "b")];
  const short = { address: "main/b", action: "update", stale: false, wrote: false, ...bare };
  expect([records.end(other, bare, undefined), records.endedOf(other)]).toStrictEqual([short, undefined]);
  const fine = { kind: "applied", detail: "nothing to do" } as const;
  expect(records.end(other, fine, undefined)).toStrictEqual({ ...short, ...fine });
  expect(records.endedOf(other)).toStrictEqual({ ...short, ...fine });
  const [deal] = [{ ...step("complete-deal", "a"), deal: { id: 9, pairTitle: "USDT-BTC" } }];
  expect(records.end(deal, bare, 7)).toEqual({ ...short, address: "main/a", action: deal.action, botId: 7, dealId: 9 });
});

it("a step that isn't applied holds back its bot's later steps, with the first reason; a deal's doesn't", () => {
  const records = new StepRecords();
  const [off, update, on] = (["turn-off", "update", "turn-on"] as const).map((action) => step(action, "a"));
  if (off === undefined || update === undefined || on === undefined) throw new Error("three steps");
  records.end(off, { kind: "applied", detail: "" }, 7);
  expect([records.applied("main/a", "turn-off"), records.applied("main/a", "update"), state(records, on)]).toEqual([
    true,
    false,
    "",
  ]);
  records.end({ ...on, action: "cancel-deal" }, { kind: "failed", detail: "" }, 7);
  expect([records.causeFor(on), state(records, off)]).toEqual([undefined, "held"]);
  records.end(update, { kind: "failed", detail: "" }, 7);
  records.hold(on, "again", "never");
  expect(records.causeFor(on)).toEqual({ detail: "depends on this bot's update", next: "see that step" });
  expect([state(records, on), records.causeFor(step("turn-on", "b"))]).toEqual(["held", undefined]);
});
