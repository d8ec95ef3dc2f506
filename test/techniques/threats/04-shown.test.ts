// Threat 4: text from outside that acts on a terminal, hides from a reader, or commands a CI runner.
// test/unit/render/sanitize.test.ts has the laws of the sanitizer; here it is that no renderer forgets it.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/app/error.js";
import { contextOf } from "../../../src/cli/terminal/context.js";
import { reportFailure } from "../../../src/cli/terminal/failure.js";
import type { ApplyReport, OutcomeKind } from "../../../src/model/plan/outcome.js";
import type { RunDetails } from "../../../src/model/plan/past-run.js";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { SavedFacts } from "../../../src/model/planfile/planfile.js";
import { ServiceError } from "../../../src/model/ports.js";
import type { Diagnostic } from "../../../src/model/text/diagnostic.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { accountsJson, resultJson } from "../../../src/render/machine/json.js";
import { reportText } from "../../../src/render/text/accounts-text.js";
import { type OffFacts, offText } from "../../../src/render/text/bots-text.js";
import { diagnosticsText } from "../../../src/render/text/diagnostics-text.js";
import { runsText, runText } from "../../../src/render/text/history-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { planDiff } from "../../../src/render/text/plan-diff.js";
import { planText } from "../../../src/render/text/plan-text.js";
import { savedText } from "../../../src/render/text/saved-text.js";
import { amount } from "../../support/lane.js";
import { desired, desiredBot, live, observed } from "../../unit/reconcile/fleet.js";
import { LISTED, NAUGHTY } from "./naughty.js";
import { inlineCommands, invisible, lineCommands, unsafe } from "./visible.js";

const plain = paint(false);

/** Each text in every place that the service or the files can put a text into; `isRefused` adds those that forbid a step. */
function plan(isRefused: boolean): Plan {
  const bots = NAUGHTY.flatMap((text, index) => [
    desiredBot(`new-${index}`, {
      fields: { title: text, indicatorName: text },
      access: { alias: "second", live: 2 },
      enabled: true,
    }),
    desiredBot(`edited-${index}`, { fields: { title: `T${index}`, indicatorName: "a" }, botId: index + 1 }),
  ]);
  const edited = NAUGHTY.map((text, index) => ({
    ...live(index + 1, `${text}~`, {
      raw: text,
      fields: { indicatorName: text, indicatorInterval: text, ...(isRefused && { strategy: text }) },
    }),
    unknownSettings: [text],
  }));
  const strays = NAUGHTY.map((text, index) => live(5000 + index, `stray ${text}`, { raw: text, on: index % 2 === 0 }));
  const accesses = [
    { id: 1, title: "Main", exchange: "SERVICE_FUTURES" },
    { id: 2, title: "Second", exchange: "SERVICE_FUTURES" },
    ...NAUGHTY.map((text, index) => ({ id: 100 + index, title: text, exchange: text })),
  ];
  const aliases = [
    { alias: "primary", live: "Main" },
    { alias: "second", live: 2 },
    { alias: "lost", live: "Lost" },
  ];
  return makePlan(
    desired(bots, { accesses: aliases }),
    observed([...edited, ...strays], { accesses, pairs: isRefused ? NAUGHTY : ["USDT-BTC"] }),
  );
}

function report(): ApplyReport {
  const kinds: OutcomeKind[] = ["applied", "failed", "unknown", "skipped", "not-started"];
  const outcomes = NAUGHTY.map((text, index) => ({
    address: `main/${text}`,
    action: "create" as const,
    kind: kinds[index % kinds.length] ?? "failed",
    detail: text,
    next: text,
    stale: false,
    wrote: false,
  }));
  return { outcomes, notes: NAUGHTY, unsettled: NAUGHTY, violations: NAUGHTY };
}

/** The same of the journal and of saved plans, which anybody may have written. */
function history(text: string): RunDetails {
  const counts = { applied: 0, failed: 0, unknown: 1, skipped: 0, "not-started": 1 };
  const writes = [{ sends: text, sentAt: NOW, answer: text, answeredAt: NOW, message: text }];
  const step = { address: text, action: "update", title: text, detail: text, next: text, inDoubt: true } as const;
  const changes = [{ field: "title", before: text, after: text }] as const;
  const resolved = { at: NOW, verdict: "unclear", detail: text } as const;
  const said = { notes: [text], unsettled: [text], violations: [text], stop: text, damaged: 1, torn: true };
  return {
    ...{ id: text, command: "apply", account: text, origin: text, tool: text, planId: text, beganAt: NOW },
    ...{ ...said, counts, inDoubt: 1, steps: [{ ...step, kind: "unknown", changes, writes, resolved }] },
  };
}

function turnedOff(text: string): OffFacts {
  const bot = { id: 1, title: text, status: text };
  const left = { stragglers: [{ ...bot, why: text }], notes: [text], unsettled: [text], runIds: [text] };
  return {
    account: text,
    turnedOff: [bot],
    wereOff: [bot],
    offInDeals: [bot],
    runningDeals: 1,
    isInterrupted: true,
    ...left,
  };
}

function saved(text: string): SavedFacts {
  const by = { id: text, toolVersion: text, account: text, origin: text };
  return { ...by, createdAt: NOW, expiresAt: NOW, verified: null };
}

const NOW = "2026-11-21T18:00:00.000Z";

const diagnostics: readonly Diagnostic[] = NAUGHTY.map((text) => ({
  severity: "error",
  code: "config/x",
  summary: text,
  remedy: text,
  address: text,
  position: { file: text, line: 1, column: Math.min(3, text.length + 1), text },
}));

/** What a command that failed with this prints. */
function failure(error: Error, format: "text" | "json"): string {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const streams = { out: print, outAsItIs: print, err: print, colour: plain, errColour: plain };
  const context = contextOf({ ...streams, env: {}, live: false, ask: undefined });
  reportFailure(context, ["plan", "--format", format], error);
  return printed.join("");
}

const refusals = (format: "text" | "json") =>
  NAUGHTY.flatMap((text) => [text, `listBots: ${text}`])
    .map((message) => failure(new ServiceError("refused", message), format))
    .join("");
const usage = (format: "text" | "json") =>
  failure(new AppError(NAUGHTY.join("\n"), { diagnostics }), format) +
  NAUGHTY.map((text) => failure(new AppError(text), format)).join("");

const made = plan(false);
const refused = plan(true);
const done = report();

const TEXTS: readonly { readonly name: string; readonly text: string }[] = [
  { name: "the plan as text", text: planText(made, plain) },
  { name: "a plan with errors", text: planText(refused, plain) },
  { name: "the plan as a diff", text: planDiff(made) },
  { name: "the report", text: reportText(done, plain) },
  { name: "diagnostics", text: diagnosticsText(diagnostics, plain) },
  { name: "refused reads", text: refusals("text") },
  { name: "usage errors", text: usage("text") },
  { name: "past runs", text: runsText(NAUGHTY.map(history), plain) },
  { name: "a past run", text: NAUGHTY.map((text) => runText(history(text), plain)).join("\n") },
  { name: "bots turned off", text: NAUGHTY.map((text) => offText(turnedOff(text), plain)).join("\n") },
  { name: "saved plans", text: NAUGHTY.map((text) => savedText(saved(text), 1, 0, plain)).join("\n") },
];
const DOCUMENTS: typeof TEXTS = [
  {
    name: "the plan as JSON",
    text: accountsJson({ command: "plan", exitCode: 0 }, [{ account: "main", exitCode: 0, plan: made }]),
  },
  {
    name: "the report as JSON",
    text: accountsJson({ command: "apply", exitCode: 7 }, [
      { account: "main", exitCode: 7, plan: refused, report: done },
    ]),
  },
  { name: "refused reads as JSON", text: refusals("json") },
  { name: "usage errors as JSON", text: usage("json") },
];

describe("threat 4: text from outside is shown and does nothing", () => {
  it("every text stands in the plan, in each of its places", () => {
    expect(LISTED).toBeGreaterThan(amount({ fast: 30, all: 400, long: 400 }));
    expect(made.steps.filter((step) => step.action === "create")).toHaveLength(NAUGHTY.length);
    expect(made.steps.filter((step) => step.action === "update")).toHaveLength(NAUGHTY.length);
    expect(made.undeclared).toHaveLength(NAUGHTY.length);
    expect(JSON.stringify(made.diagnostics)).toContain("Lost");
    expect(refused.diagnostics.length).toBeGreaterThan(NAUGHTY.length);
  });

  it.each([...TEXTS, ...DOCUMENTS])("$name: no control, no mark of direction, nothing without width", ({ text }) => {
    expect(text.length).toBeGreaterThan(10_000);
    expect(unsafe(text)).toEqual([]);
  });

  it.each([...TEXTS, ...DOCUMENTS])("$name: no line is a command to a CI runner", ({ text }) => {
    expect(lineCommands(text)).toEqual([]);
  });

  it.each([...TEXTS, ...DOCUMENTS])("$name: nor is a part of one", ({ text }) => {
    expect(inlineCommands(text)).toEqual([]);
  });

  // A list of such characters made by hand left out joiners, fillers and variation selectors, which make two titles
  // look alike, and the format characters beyond the BMP.
  it("no character that no font shows stands anywhere", () => {
    for (const { name, text } of [...TEXTS, ...DOCUMENTS]) expect(invisible(text), name).toEqual([]);
  });

  it.each(["a\u034fb", "a\u3164", "a\u{e0100}b", "a\u180bb", "\u{1d173}a", "a\uffa0", "a\u115fb"])(
    "two titles that look alike are told apart: %j",
    (title) => {
      expect(
        invisible(planText(makePlan(desired([desiredBot("a", { fields: { title } })]), observed([])), plain)),
      ).toEqual([]);
    },
  );

  it("JSON keeps every text as it was", () => {
    const { error }: { error: string } = JSON.parse(
      resultJson({ command: "plan", exitCode: 1, error: NAUGHTY.join("\n") }),
    );
    expect(error).toBe(NAUGHTY.join("\n"));
  });
});
