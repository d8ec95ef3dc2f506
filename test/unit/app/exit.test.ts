// The exit code of an apply, and of several accounts together.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { EXIT, exitOfReport, exitOfStop, mostSerious } from "../../../src/app/exit.js";
import type { ApplyReport, Outcome } from "../../../src/model/plan/outcome.js";
import { OUTPUT_PARTS } from "../../../src/model/plan/output-schema.js";
import { accountsSummary } from "../../../src/render/text/accounts-text.js";

function outcome(kind: Outcome["kind"], changes: Partial<Outcome> = {}): Outcome {
  return { address: "main/a", action: "update", kind, detail: "", stale: false, wrote: kind === "applied", ...changes };
}

function report(outcomes: Outcome[], changes: Partial<ApplyReport> = {}): ApplyReport {
  return { outcomes, notes: [], unsettled: [], violations: [], ...changes };
}

describe("exitOfReport", () => {
  it.each([
    { it: report([]), code: 0, because: "nothing to do is done" },
    { it: report([outcome("applied")]), code: 0, because: "all applied" },
    { it: report([outcome("failed")]), code: 1, because: "failed, and nothing was written" },
    { it: report([outcome("failed", { wrote: true })]), code: 7, because: "failed after writing is partly applied" },
    { it: report([outcome("applied"), outcome("failed")]), code: 7, because: "some applied, some not" },
    { it: report([outcome("applied"), outcome("skipped")]), code: 7, because: "skipped is not applied" },
    {
      it: report([outcome("failed", { stale: true }), outcome("skipped")]),
      code: 4,
      because: "stale, and nothing was written",
    },
    {
      it: report([outcome("failed", { stale: true }), outcome("failed", { wrote: true })]),
      code: 7,
      because: "stale beside a write",
    },
    {
      it: report([outcome("applied"), outcome("failed", { stale: true })]),
      code: 7,
      because: "stale beside an applied step",
    },
    { it: report([outcome("applied"), outcome("unknown")]), code: 5, because: "unknown outranks all" },
    { it: report([outcome("unknown")], { stop: "interrupted" }), code: 5, because: "even an interrupt" },
    {
      it: report([outcome("applied"), outcome("not-started")], { stop: "interrupted" }),
      code: 130,
      because: "interrupted",
    },
    {
      it: report([outcome("applied"), outcome("failed")], { stop: "unauthorized" }),
      code: 7,
      because: "credentials rejected half-way",
    },
    {
      it: report([outcome("failed"), outcome("not-started")], { stop: "unauthorized" }),
      code: 1,
      because: "credentials rejected at once",
    },
    {
      it: report([outcome("applied")], { violations: ["two on"] }),
      code: 7,
      because: "a violation is never a success",
    },
    {
      it: report([outcome("applied")], { violations: ["two on"], stop: "interrupted" }),
      code: 7,
      because: "nor hidden by an interrupt",
    },
    {
      it: report([outcome("applied")], { stop: "unauthorized" }),
      code: 7,
      because: "credentials rejected after the last step: nobody took the final look",
    },
    {
      it: report([outcome("not-started")], { stop: "blocked" }),
      code: 6,
      because: "the plan changes more than one apply may",
    },
    {
      it: report([], { stop: "blocked", violations: ["two on"] }),
      code: 6,
      because: "a blocked run has sent nothing, whatever else it says",
    },
    {
      it: report([outcome("applied")], { unsettled: ["not in the list"] }),
      code: 5,
      because: "what couldn't be made sure of is unknown",
    },
    {
      it: report([outcome("applied", { wrote: false }), outcome("failed", { stale: true })]),
      code: 4,
      because: "was so already, and nothing was written",
    },
  ])("$because: $code", ({ it: given, code }) => {
    expect(exitOfReport(given)).toBe(code);
  });
});

describe("exitOfStop", () => {
  const bot = { id: 1, title: "A", status: "x" };
  const left = (told: boolean) => ({ ...bot, why: "still on", told });
  const clear = { turnedOff: [], wereOff: [], stragglers: [], unsettled: [], wasRead: true, isInterrupted: false };
  const [isInterrupted, wasRead] = [true, false];
  it.each([
    [0, "there is no bot", {}],
    [0, "all are off", { turnedOff: [bot], wereOff: [bot] }],
    [0, "though it was interrupted", { isInterrupted }],
    [1, "nothing was read", { wasRead }],
    [1, "nor is anything known of one that is known", { wasRead, stragglers: [left(false)], unsettled: ["x"] }],
    [130, "it was interrupted before anything was read", { wasRead, isInterrupted }],
    [5, "no list came, and one that is known was turned off", { wasRead, turnedOff: [bot], unsettled: ["x"] }],
    [5, "no list came, and one that is known was off", { wasRead, wereOff: [bot], unsettled: ["x"] }],
    [5, "no list came, and one that is known was told", { wasRead, stragglers: [left(true)], isInterrupted }],
    [1, "none could be told", { stragglers: [left(false), left(false)] }],
    [1, "nor could anything be made sure of", { stragglers: [left(false)], unsettled: ["x"] }],
    [5, "one was told, and not observed", { stragglers: [left(false), left(true)] }],
    [5, "one is off", { turnedOff: [bot], stragglers: [left(false)] }],
    [5, "one was off", { wereOff: [bot], stragglers: [left(false)] }],
    [5, "some were off, and some weren't", { turnedOff: [bot], wereOff: [bot], stragglers: [left(false)] }],
    [5, "it was interrupted before any could be told", { stragglers: [left(false)], isInterrupted }],
    [5, "something couldn't be made sure of", { unsettled: ["x"] }],
    [5, "though all are off", { turnedOff: [bot], unsettled: ["x"] }],
  ])("%i: %s", (code, _because, more) => {
    expect(exitOfStop({ ...clear, ...more })).toBe(code);
  });
});

describe("mostSerious", () => {
  /** As docs/reference says it: what nobody knows first, then what was begun, then what was left. */
  const ORDER = [5, 130, 7, 4, 6, 3, 1, 2, 0] as const;

  it.each(ORDER.flatMap((first, at) => ORDER.slice(at).map((second) => [first, second] as const)))(
    "%i outranks %i, in either order",
    (first, second) => {
      expect(mostSerious([first, second])).toBe(first);
      expect(mostSerious([second, first])).toBe(first);
    },
  );

  it("ranks every exit code, and of no account at all the run is done", () => {
    expect(ORDER.toSorted()).toEqual(Object.values(EXIT).toSorted());
    expect(mostSerious([])).toBe(0);
  });
});

describe("every exit code", () => {
  const head = { formatVersion: 2, command: "plan", error: "x", diagnostics: [] };
  const failure = (exitCode: number) => ({ ...head, ok: false, exitCode });
  const ended = (exitCode: number) => accountsSummary([{ account: "main", exitCode, error: "x" }]);

  it("may stand in a document", () => {
    const lost = Object.values(EXIT).filter((code) => !z.safeParse(OUTPUT_PARTS.failure, failure(code)).success);
    expect(lost.map((code) => `${code} is missing in src/model/plan/output-schema.ts`)).toEqual([]);
    expect(z.safeParse(OUTPUT_PARTS.failure, failure(99)).success).toBe(false);
  });

  it("has words in the summary of several accounts", () => {
    const lost = Object.values(EXIT).filter((code) => ended(code).includes(`exit ${code}`));
    expect(lost.map((code) => `${code} misses its words: EXIT_TEXTS in src/render/text/accounts-text.ts`)).toEqual([]);
    expect(ended(99)).toContain("exit 99");
  });
});
