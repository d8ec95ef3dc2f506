// The report of an apply and the frame around several accounts: counts, each step that needs attention, and who didn't end well.
import { describe, expect, it } from "vitest";
import type { ApplyReport, Outcome } from "../../../../src/model/plan/outcome.js";
import type { AccountResult } from "../../../../src/render/machine/json.js";
import {
  accountFailure,
  accountHeading,
  accountsSummary,
  accountsTable,
  kindWord,
  reportText,
} from "../../../../src/render/text/accounts-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, moneyOf, NASTY, variedPlan } from "../facts.js";

const outcome = (kind: Outcome["kind"], changes: Partial<Outcome> = {}): Outcome => ({
  ...{ address: "main/a", action: "update", kind, detail: "as planned", stale: false, wrote: true },
  ...changes,
});

const report = (outcomes: readonly Outcome[], changes: Partial<ApplyReport> = {}): ApplyReport => ({
  ...{ outcomes, notes: [], unsettled: [], violations: [] },
  ...changes,
});

const result = (account: string, exitCode: number, changes: Partial<AccountResult> = {}): AccountResult => ({
  account,
  exitCode,
  ...changes,
});

describe("a report", () => {
  it("keeps to a terminal's width, and goes on below the words it belongs to", () => {
    const detail = "the command was sent, but its effect wasn't observed within 120 s";
    const one = report([outcome("unknown", { detail, next: "check it on the service, then botform resolve last" })], {
      notes: ["a note that goes on for more than one line of so few columns"],
    });
    expect(reportText(one, paint(false, 44)).split("\n")).toEqual([
      "unknown",
      "  ~ main/a  update: the command was sent,",
      "    but its effect wasn't observed within",
      "    120 s",
      "      next: check it on the service, then",
      "            botform resolve last",
      "",
      "! a note that goes on for more than one line",
      "  of so few columns",
      "",
      "Steps: 1 unknown.",
      "",
    ]);
  });

  it("groups its steps by how they ended, applied first, then what belongs to none, and ends with the sum", () => {
    const one = report(
      [
        outcome("not-started", { address: "main/d", action: "turn-on", detail: "a step before it failed" }),
        outcome("failed", { address: "main/b", detail: `refused${NASTY}`, next: "lower the leverage" }),
        outcome("applied", { address: "main/off", action: "turn-off", detail: "off" }),
        outcome("unknown", { address: "main/c", action: "create", detail: "no answer" }),
        outcome("applied", { action: "take-profit", dealId: 70 }),
        outcome("skipped", { address: "main/e", action: "complete-deal", dealId: 71, detail: "it ended" }),
      ],
      { notes: ["a note"], unsettled: ["who is on"], violations: ["two are on"], stop: "interrupted" },
    );
    expect(asItCame(one, reportText)).toEqual([]);
    expect(reportText(one, MARKED)).toMatchInlineSnapshot(`
      "<b>applied</b>
        <bad>⏻off</bad> main/off  turn-off: off
        <change>◎</change> main/a  take-profit of deal 70: as planned

      <b>failed</b>
        <change>~</change> main/b  update: refused<x>\\u{1b}&
            next: lower the leverage

      <b>unknown</b>
        <good>+</good> main/c  create: no answer

      <b>skipped</b>
        <bad>■</bad> main/e  complete-deal 71: it ended

      <b>not started</b>
        <good>⏻on</good> main/d  turn-on: a step before it failed

      <bad>!! two are on</bad>

      <bad>? who is on</bad>

      <change>! a note</change>

      Interrupted; no further step was started.

      <b>Steps: 2 applied, 1 failed, 1 unknown, 1 skipped, 1 not started.</b>
      "
    `);
  });

  it("without steps says so", () => {
    expect(reportText(report([]), MARKED)).toBe("<b>Steps: nothing to do.</b>\n");
  });

  it.each([
    ["unauthorized", "The service rejected the credentials; no further step was started."],
    ["interrupted", "Interrupted; no further step was started."],
    ["journal", "The journal can't be written; nothing further was sent."],
    ["blocked", "Blocked by a safety limit; nothing was sent."],
  ] as const)("that was stopped by %s says so before the sum", (stop, text) => {
    expect(reportText(report([], { stop }), MARKED)).toBe(`${text}\n\n<b>Steps: nothing to do.</b>\n`);
  });
});

describe("an account among others", () => {
  it("has its heading, and what went wrong in its place", () => {
    expect(accountHeading(`main${NASTY}`, MARKED)).toBe("<b>── main<x>\\u{1b}&</b>\n");
    const diagnostics = [{ severity: "error", code: "config/x", summary: "it is wrong" }] as const;
    expect(accountFailure("Not planned", { message: `first\n${NASTY}`, diagnostics }, MARKED)).toBe(
      "<bad>error</bad>: it is wrong <faint>[config/x]</faint>\n\n<bad>Not planned:</bad> first\n<x>\\u{1b}&\n",
    );
    expect(accountFailure("Not read", { message: "no answer", diagnostics: [] }, MARKED)).toBe(
      "<bad>Not read:</bad> no answer\n",
    );
  });

  it("ends in a word", () => {
    expect((["applied", "failed", "unknown", "skipped", "not-started"] as const).map(kindWord)).toEqual([
      ...["applied", "failed", "unknown", "skipped", "not started"],
    ]);
  });
});

describe("the sum of several accounts", () => {
  const stray = { id: 9, title: "Old", on: true, status: "ENABLED", dealIds: [] };
  it.each<[string, readonly AccountResult[]]>([
    ["1 account: no changes · 0 unchanged", [result("main", 0, { plan: planOf([], []) })]],
    [
      "2 accounts: 2 to create, 1 to update, 1 to set a deal's take profit, 1 to turn on, 1 to turn off · 15 unchanged · 1 undeclared",
      [
        result("main", 2, { plan: variedPlan() }),
        result("copy", 2, {
          plan: planOf([plannedBot("x", null)], [step("create", "x")], { unchanged: 3, undeclared: [stray] }),
        }),
      ],
    ],
    [
      "3 accounts: no changes · 0 unchanged · invalid: b, c",
      [result("a", 0, { plan: planOf([], []) }), result("b", 3), result("c", 3)],
    ],
    [
      "8 accounts: no changes · 0 unchanged · failed: a · stale: b · unknown: c · blocked: d · partly applied: e · interrupted: f · exit 99: g",
      [
        ...[result("a", 1), result("b", 4), result("c", 5), result("d", 6), result("e", 7), result("f", 130)],
        ...[result("g", 99), result("h", 0)],
      ],
    ],
    [
      "2 accounts: 2 applied, 1 failed · partly applied: b",
      [
        result("a", 0, { report: report([outcome("applied"), outcome("applied")]) }),
        result("b", 7, { report: report([outcome("failed")]) }),
      ],
    ],
    ["1 account: nothing done", [result("a", 0, { report: report([]) })]],
  ])("reads %s", (text, results) => {
    expect(accountsSummary(results)).toBe(`${text}\n`);
  });
});

it("the table of several accounts has its numbers in line to the right, and in bad what is in the way", () => {
  const create = planOf([plannedBot("a", null)], [step("create", "a")], { money: moneyOf() });
  const error = { severity: "error", code: "plan/x", summary: "no" } as const;
  const all = [
    { account: "main", plan: create },
    { account: "varied", plan: variedPlan({ diagnostics: [error] }) },
    { account: NASTY },
  ];
  expect(accountsTable(all, MARKED)).toMatchInlineSnapshot(`
    "<b>ACCOUNT</b>     <b>CREATE</b>  <b>UPDATE</b>  <b>ON</b>  <b>OFF</b>  <b>DEALS</b>  <b>BLOCKED BY</b>   <b>MARGIN, USDT</b>   <b>LOSS, WORST MOVE, USDT</b>
    main             1       0   0    0      0  no           200 unchanged
    varied           1       1   1    1      1  <bad>errors</bad>
    <x>\\u{1b}&                                  <bad>not planned</bad>
    "
  `);
});
