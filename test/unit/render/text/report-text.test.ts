// A live account on one screen, whole: what runs, what it may cost, what needs attention; and several accounts with their table.
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { ReportBot, ReportView } from "../../../../src/model/risk/ladder.js";
import { reportsText, reportText } from "../../../../src/render/text/report-text.js";
import { asItCame } from "../as-it-came.js";
import { ASSUMED, accountRisk, gridOf, MARKED, NASTY, quoteRisk } from "../facts.js";

const bot = (id: number, changes: Partial<ReportBot> = {}): ReportBot => ({
  ...{ id, title: `Bot ${id}`, address: `main/b${id}`, access: "Main", on: true, dealIds: [] },
  most: { position: "1180.5", margin: "236.1" },
  ladder: { grid: gridOf(), upper: null, lower: null },
  ...changes,
});
const view = (changes: Partial<ReportView> = {}): ReportView => ({
  ...{ account: "main", bots: [], deals: [], totals: accountRisk(), findings: [], assumptions: ASSUMED, unknown: [] },
  ...changes,
});
const finding = (at: number): Finding => ({
  ...{ code: `policy/x${at}`, severity: "deny", kind: "breach", address: `main/b${at}` },
  ...{ summary: `so ${at}`, remedy: "Mend it." },
});
const deal = (id: number, protection: "naked" | "protected") => ({ id, botId: 2, protection, why: "" });
const whole = view({
  bots: [bot(1, { on: false }), bot(2, { dealIds: [70, 71] }), bot(3, { dealIds: [71] })],
  deals: [deal(70, "naked"), deal(71, "protected")],
  totals: accountRisk({ quotes: [quoteRisk({ bots: 2 })] }),
  findings: [finding(2)],
  unknown: [{ what: "the balance", needs: "read the account" }],
  diagnostics: [{ severity: "warning", code: "plan/x", summary: "it stands on standard error" }],
});

describe("the report of an account", () => {
  it("says what runs, what it may cost, what to do, and how to find out", () => {
    expect(asItCame(whole, reportText)).toEqual([]);
    expect(reportText(whole, MARKED)).toMatchInlineSnapshot(`
      "<b>main: 2 of 3 bots on · 2 running deals · <bad>1 naked deal</bad></b>

      <b>Totals:</b>
        USDT: 2 bots, position at most 1 000, initial margin 200

      What needs attention:
        main/b2: so 2. Mend it.
        Not known: the balance. To find out: read the account.
      "
    `);
  });

  it("without bots is short", () => {
    expect(reportText(view({ totals: accountRisk({ quotes: [] }) }), MARKED)).toMatchInlineSnapshot(`
      "<b>main: 0 of 0 bots on · 0 running deals</b>

      <b>Totals:</b>
        no bot is on
      "
    `);
  });

  it.each([
    [7, []],
    [8, ["  … and 1 more, on the page"]],
    [9, ["  … and 2 more, on the page"]],
  ])("of %d that need attention has seven lines, and then %j", (count, more) => {
    const findings = Array.from({ length: count }, (_, at) => finding(at + 1));
    const [, lines = ""] = reportText(view({ findings }), MARKED).split("What needs attention:\n");
    expect(lines.trimEnd().split("\n")).toEqual([
      ...Array.from({ length: 7 }, (_, at) => `  main/b${at + 1}: so ${at + 1}. Mend it.`),
      ...more,
    ]);
  });
});

it("several reports stand under a table of all, each under its heading", () => {
  const diagnostics = [{ severity: "error", code: "config/x", summary: "wrong" }] as const;
  const results = [
    { account: "main", exitCode: 0, view: whole },
    { account: NASTY, exitCode: 1, error: "no answer", diagnostics },
  ];
  expect(asItCame(results, reportsText)).toEqual(["[].diagnostics[].code"]);
  expect(reportsText(results, MARKED)).toMatchInlineSnapshot(`
    "<b>ACCOUNT</b>     <b>BOTS ON</b>   <b>RUNNING</b>           <b>MARGIN, USDT</b>  <b>LOSS, WORST MOVE, USDT</b>
    main        2 of 3    2 deals, 1 naked  200
    <x>\\u{1b}&  not read

    <b>── main</b>
    <b>main: 2 of 3 bots on · 2 running deals · <bad>1 naked deal</bad></b>

    <b>Totals:</b>
      USDT: 2 bots, position at most 1 000, initial margin 200

    What needs attention:
      main · b2: so 2. Mend it.
      main · Not known: the balance. To find out: read the account.

    <b>── <x>\\u{1b}&</b>
    <bad>error</bad>: wrong <faint>[config/x]</faint>

    <bad>Not read:</bad> no answer
    "
  `);
});
