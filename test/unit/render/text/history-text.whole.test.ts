// Past runs as text, whole: the list, one run step by step, what a run that crashed leaves open, and what later looks came to.
import { describe, expect, it } from "vitest";
import type { HistoryFacts, ResolvedStep, RunDetails, StepFacts } from "../../../../src/model/plan/past-run.js";
import { historyText, resolveText, runText } from "../../../../src/render/text/history-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";
import { widest } from "../widest.js";

const AT = "2026-01-15T12:00:00.000Z";
const LATER = "2026-01-15T12:00:01.500Z";
const COUNTS = { applied: 0, failed: 0, unknown: 0, skipped: 0, "not-started": 0 };

const run = (changes: Partial<RunDetails> = {}): RunDetails => ({
  ...{ id: "r1", command: "apply", account: "main", origin: "https://a.example", tool: "1.0.0", beganAt: AT },
  ...{ counts: COUNTS, inDoubt: 0, steps: [], notes: [], unsettled: [], violations: [], damaged: 0, torn: false },
  ...changes,
});

const step = (changes: Partial<StepFacts> = {}): StepFacts => ({
  ...{ address: "main/a", action: "update", title: "A", kind: "applied", inDoubt: false, changes: [], writes: [] },
  ...changes,
});

describe("the list", () => {
  const history = (changes: Partial<HistoryFacts> = {}): HistoryFacts => ({
    ...{ runs: [], unreadable: [], journal: "/j" },
    ...changes,
  });

  it("has a line a run, and how it ended", () => {
    const runs = [
      run({ id: "run-10", endedAt: AT, counts: { ...COUNTS, applied: 2, failed: 1, skipped: 1 } }),
      run({ id: "r2", account: `a${NASTY}`, command: "bots off", stop: "interrupted", endedAt: AT }),
      run({ id: "r3", counts: { ...COUNTS, unknown: 2, "not-started": 3 }, inDoubt: 1 }),
    ];
    const unreadable = [
      { name: "x", why: "newer" },
      { name: "y", why: "foreign" },
      { name: "z", why: "unreadable" },
    ] as const;
    expect(asItCame(history({ runs, unreadable }), historyText)).toEqual([".runs[].command"]);
    expect(widest(historyText(history({ runs, unreadable }), paint(false, 60)))).toBeLessThanOrEqual(60);
    expect(historyText(history({ runs, unreadable }), MARKED)).toMatchInlineSnapshot(`
      "run-10  main         apply     2026-01-15 12:00:00 UTC  2 applied, <bad>1 failed</bad>, 1 skipped
      r2      a<x>\\u{1b}&  bots off  2026-01-15 12:00:00 UTC  interrupted: no steps
      r3      main         apply     2026-01-15 12:00:00 UTC  <bad>crashed, or still running</bad>: <bad>2 unknown</bad> (1 settled since), 3 not started
      not shown here: x (written by a newer botform), y (not a journal of botform's, or its beginning is lost), z (can't be read)
      "
    `);
  });

  it("of none says where it looked, and for whom", () => {
    expect(historyText(history(), MARKED)).toBe("there are no runs in /j\n");
    expect(historyText(history({ account: "main" }), MARKED)).toBe("there are no runs of the account main in /j\n");
  });
});

describe("one run", () => {
  it("stands whole: head, each step with its settings and writes, and remarks", () => {
    const steps: readonly StepFacts[] = [
      step({
        ...{ botId: 7, endedAt: LATER, detail: "done" },
        changes: [
          { field: "leverage", before: "5", after: "10" },
          { field: "priceLevelUp", after: null },
        ],
        writes: [
          { sends: "update", sentAt: AT },
          { sends: "update", sentAt: AT, answer: "accepted", answeredAt: LATER },
        ],
      }),
      step({
        ...{ address: "main/b", action: "create", title: `B${NASTY}`, kind: "unknown", inDoubt: true, rule: 8 },
        ...{ detail: "no answer", next: "run botform resolve", endedAt: LATER },
        changes: [{ field: "leverage", after: "10" }],
        resolved: { at: LATER, verdict: "unclear", detail: "two bots have the title" },
      }),
      step({
        ...{ address: "main/c", action: "take-profit", dealId: 70, kind: "failed", endedAt: LATER },
        takeProfit: { before: "1", after: "2" },
        resolved: { at: LATER, verdict: "took-effect", detail: "it is 2" },
      }),
      step({ address: "main/d", action: "turn-on", kind: "not-started" }),
    ];
    const whole = run({
      ...{ steps, planId: "p1", endedAt: LATER, stop: "interrupted", inDoubt: 1, damaged: 1 },
      counts: { applied: 1, failed: 1, unknown: 1, skipped: 0, "not-started": 1 },
      ...{ notes: ["a note"], unsettled: ["who is on"], violations: ["two are on"] },
    });
    expect(asItCame(whole, runText)).toEqual([".command", ".steps[].kind", ".steps[].changes[].field"]);
    expect(runText(whole, MARKED)).toMatchInlineSnapshot(`
      "<b>apply r1 on the account main</b>
        service     https://a.example
        began       2026-01-15 12:00:00 UTC by botform 1.0.0
        ended       2026-01-15 12:00:01 UTC, interrupted
        saved plan  p1
        steps       interrupted: 1 applied, <bad>1 failed</bad>, <bad>1 unknown</bad>, 1 not started

      <change>~</change> <b>main/a</b>  "A" · bot 7
          update: applied: done
            leverage  5 → 10
            priceLevelUp  off → off
            12:00:00.000  update sent, <bad>no answer recorded</bad>
            12:00:00.000  update sent (attempt 2), 12:00:01.500 accepted
            12:00:01.500  ended

      <good>+</good> <b>main/b</b>  "B<x>\\u{1b}&"
          create: <bad>unknown</bad>: no answer (rule 8)
            next: run botform resolve
            12:00:01.500  ended
            checked again 2026-01-15 12:00:01 UTC: unclear: two bots have the title

      <change>◎</change> <b>main/c</b>  "A"
          take-profit of deal 70: <bad>failed</bad>
            percentTakeProfit  1 → 2
            12:00:01.500  ended
            checked again 2026-01-15 12:00:01 UTC: took effect: it is 2

      <good>⏻on</good> <b>main/d</b>  "A"
          turn-on: not started

      <bad>!! two are on</bad>

      <bad>? who is on</bad>

      <change>! a note</change>

      <change>! 1 line of its journal can't be read and was left out</change>

      To find out what became of the unknown steps: botform resolve r1
      "
    `);
  });

  it("says when a take profit acts later, and that the end of its journal is missing", () => {
    const later = { before: "1", after: "2", immediately: false } as const;
    const steps = [step({ action: "take-profit", dealId: 70, takeProfit: later })];
    const text = runText(run({ steps, endedAt: AT, torn: true }), MARKED);
    expect(text).toContain("\n      percentTakeProfit  1 → 2, not immediately\n");
    expect(text).toMatch(/\n\n<change>! the last line of its journal was cut off in the middle<\/change>\n$/);
  });

  it("that crashed lists what is unknown with its last write, and what was never started", () => {
    const sent = { sends: "create", sentAt: AT };
    const steps: readonly StepFacts[] = [
      step({ address: "main/ok", endedAt: AT }),
      step({ address: "main/b", action: "create", kind: "unknown", inDoubt: true, writes: [sent] }),
      step({
        ...{ address: "main/c", kind: "unknown", inDoubt: true },
        writes: [sent, { ...sent, sentAt: LATER, answer: "accepted" }],
      }),
      step({ address: "main/d", kind: "unknown", inDoubt: true }),
      step({ address: "main/e", kind: "unknown", inDoubt: true, endedAt: AT }),
      step({ address: "main/f", action: "turn-on", kind: "not-started" }),
      step({ address: "main/g", kind: "not-started", endedAt: AT }),
    ];
    const text = runText(run({ steps, inDoubt: 4 }), MARKED);
    expect(text.slice(text.indexOf("<b>unknown:</b>"))).toMatchInlineSnapshot(`
      "<b>unknown:</b>
        main/b create: sent at 12:00:00.000, no answer was recorded, and nothing was recorded after that
        main/c update: sent at 12:00:01.500, answered accepted, and nothing was recorded after that
        main/d update
      <b>never started:</b>
        main/f turn-on

      To find out what became of the unknown steps: botform resolve r1
      "
    `);
    expect(text).toContain("\n  ended       <bad>not recorded: it crashed, or is still running</bad>\n");
  });

  it("that crashed after its last step leaves nothing open", () => {
    expect(
      runText(run({ steps: [step({ endedAt: AT })] }), MARKED)
        .split("\n\n")
        .slice(2),
    ).toEqual([
      "The outcome of every step is known; only the end of the run wasn't recorded.",
      "To see what is left to do: botform plan\n",
    ]);
  });
});

describe("later looks", () => {
  const resolved = (changes: Partial<ResolvedStep>): ResolvedStep => ({
    ...{ address: "main/a", action: "update", verdict: "took-effect", detail: "as wanted", settled: true },
    ...changes,
  });

  it("stand run by run, and their sum last", () => {
    const runs = [
      {
        ...{ id: "r1", command: "apply", account: `main${NASTY}` },
        steps: [
          resolved({}),
          resolved({ verdict: "no-effect", action: "cancel-deal", dealId: 7, detail: `still ${NASTY}` }),
          resolved({ verdict: "no-effect", settled: false, action: "create" }),
          resolved({ verdict: "unclear", settled: false }),
        ],
      },
    ];
    expect(asItCame({ account: "main", asked: undefined, runs, open: 2 }, resolveText)).toEqual([]);
    expect(resolveText({ account: "main", asked: undefined, runs, open: 2 }, MARKED)).toMatchInlineSnapshot(`
      "<b>apply r1 on the account main<x>\\u{1b}&</b>
        <change>~</change> main/a  update: <good>took effect</good>: as wanted
        <bad>✕</bad> main/a  cancel-deal 7: <good>had no effect</good>: still <x>\\u{1b}&
        <good>+</good> main/a  create: <bad>open</bad>: as wanted
        <change>~</change> main/a  update: <bad>unclear</bad>: as wanted

      2 settled, 2 open. botform plan shows what is left to do.
      "
    `);
  });

  it.each([
    [undefined, "nothing of the account main is in doubt\n"],
    ["r1", "nothing of the run r1 is in doubt\n"],
  ])("of run %s may have nothing to look at", (asked, text) => {
    expect(resolveText({ account: "main", asked, runs: [], open: 0 }, MARKED)).toBe(text);
  });
});
