// A past run as text: what is known of its end and of its journal, and what is still to be done.
import { describe, expect, it } from "vitest";
import type { RunDetails, StepFacts } from "../../../../src/model/plan/past-run.js";
import { runsText, runText } from "../../../../src/render/text/history-text.js";
import { paint } from "../../../../src/render/text/paint.js";

const AT = "2026-01-15T12:00:00.000Z";
const COUNTS = { applied: 0, failed: 0, unknown: 0, skipped: 0, "not-started": 0 };

function run(changes: Partial<RunDetails>): RunDetails {
  return {
    ...{ id: "r1", command: "apply", account: "main", origin: "https://a.example", tool: "1.0.0", beganAt: AT },
    ...{ endedAt: AT, counts: COUNTS, inDoubt: 0, steps: [], notes: [], unsettled: [], violations: [] },
    ...{ damaged: 0, torn: false },
    ...changes,
  };
}

function step(changes: Partial<StepFacts>): StepFacts {
  const known = { address: "main/a", action: "update", title: "A", kind: "applied", inDoubt: false } as const;
  return { ...known, changes: [], writes: [], endedAt: AT, ...changes };
}

const text = (changes: Partial<RunDetails>) => runText(run(changes), paint(false));

describe("a journal that isn't whole", () => {
  it.each([
    { damaged: 0, torn: false, lost: [] },
    { damaged: 1, torn: false, lost: [/\b1 line\b.*can't be read/] },
    { damaged: 2, torn: false, lost: [/\b2 lines\b.*can't be read/] },
    { damaged: 0, torn: true, lost: [/last line.*cut off/] },
    { damaged: 3, torn: true, lost: [/\b3 lines\b.*can't be read/, /last line.*cut off/] },
  ])("is reported: $damaged lines damaged, torn $torn", ({ damaged, torn, lost }) => {
    const found = text({ damaged, torn })
      .split("\n")
      .filter((line) => /journal/.test(line));
    expect(found).toHaveLength(lost.length);
    for (const [index, pattern] of lost.entries()) expect(found[index]).toMatch(pattern);
  });
});

describe("the next command", () => {
  it.each([
    { because: "all is known", changes: {}, resolve: false, plan: false },
    { because: "something is in doubt", changes: { inDoubt: 1 }, resolve: true, plan: false },
    { because: "it never ended", changes: { endedAt: undefined }, resolve: false, plan: true },
    { because: "both", changes: { endedAt: undefined, inDoubt: 1 }, resolve: true, plan: false },
  ])("where $because", ({ changes: { endedAt = AT, ...changes }, because, resolve, plan }) => {
    const { endedAt: _end, ...open } = run(changes);
    const whole = because === "it never ended" || because === "both" ? open : { ...open, endedAt };
    const shown = runText(whole, paint(false));
    expect([shown.includes("botform resolve r1"), shown.includes("botform plan")]).toEqual([resolve, plan]);
  });
});

describe("how it ended", () => {
  it.each([
    { counts: {}, inDoubt: 0, shown: "no steps" },
    { counts: { applied: 2, failed: 1 }, inDoubt: 0, shown: "2 applied, 1 failed" },
    { counts: { unknown: 3 }, inDoubt: 3, shown: "3 unknown" },
    { counts: { unknown: 3 }, inDoubt: 1, shown: "3 unknown (2 settled since)" },
    { counts: { unknown: 3 }, inDoubt: 0, shown: "3 unknown (settled since)" },
  ])("$counts with $inDoubt in doubt: $shown", ({ counts, inDoubt, shown }) => {
    const one = run({ counts: { ...COUNTS, ...counts }, inDoubt });
    expect(runsText([one], paint(false)).trimEnd().endsWith(`  ${shown}`)).toBe(true);
  });
});

describe("a step", () => {
  it.each([
    { changes: { rule: 9 }, shown: "(rule 9)" },
    { changes: { botId: 7 }, shown: "bot 7" },
    { changes: { next: "run plan again" }, shown: "next: run plan again" },
    { changes: { changes: [{ field: "leverage", before: "5", after: "7" }] }, shown: "leverage  5 → 7" },
    { changes: { takeProfit: { before: "1", after: "2" } }, shown: "percentTakeProfit  1 → 2" },
    { changes: { writes: [{ sends: "update", sentAt: AT }] }, shown: "12:00:00.000  update sent, no answer recorded" },
    {
      changes: { writes: [{ sends: "update", sentAt: AT, answer: "accepted", answeredAt: AT, message: "fine" }] },
      shown: "12:00:00.000  update sent, 12:00:00.000 accepted: fine",
    },
    { changes: { resolved: { at: AT, verdict: "no-effect", detail: "as before" } }, shown: "had no effect: as before" },
  ] as const)("shows $shown", ({ changes, shown }) => expect(text({ steps: [step(changes)] })).toContain(shown));
});
