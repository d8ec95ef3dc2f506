// Findings as text: a line each with bot, field, place, figure and remedy, whatever their kind.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { paint } from "../../../../src/render/text/paint.js";
import { planText } from "../../../../src/render/text/plan-text.js";
import { findingsText } from "../../../../src/render/text/policy-text.js";

const place = (file: string, line: number) => ({ file, line, column: 1, text: "" });
const grid: Finding = {
  ...{ code: "policy/liquidation-outside-grid", severity: "warn", kind: "standing", address: "main/btc" },
  ...{ field: "leverage", summary: "liquidated before the last 2 orders", figure: "57 000", remedy: "Lower it." },
  position: place("fleet.yaml", 9),
};
const lineOf = (finding: Finding) => findingsText([finding], paint(false)).split("\n")[1] ?? "";

describe("a line", () => {
  it.each<[string, Finding, string]>([
    [
      "a field that the words don't name",
      grid,
      "  warn   fleet.yaml:9: main/btc (leverage): liquidated before the last 2 orders (already so before this plan) [policy/liquidation-outside-grid] · fix: Lower it.",
    ],
    [
      "a field that they name",
      { ...grid, kind: "breach", severity: "deny", summary: "leverage 12 is above 10" },
      "  deny   fleet.yaml:9: main/btc: leverage 12 is above 10 [policy/liquidation-outside-grid] · fix: Lower it.",
    ],
    [
      "a policy, its line, and a waiver",
      {
        ...{ ...grid, kind: "breach", summary: "leverage 12 is above 10", policy: "cap" },
        ...{ policyPosition: place("house.yaml", 5), waived: { reason: "agreed", until: "2026-12-31" } },
      },
      "  waived fleet.yaml:9: main/btc: leverage 12 is above 10 [policy/liquidation-outside-grid, cap at house.yaml:5] · waived until 2026-12-31: agreed · fix: Lower it.",
    ],
  ])("of %s", (_, finding, expected) => {
    expect(lineOf(finding)).toBe(expected);
  });
});

const standing = Array.from({ length: 30 }, (_, index): Finding => ({ ...grid, address: `main/b${index}` }));

it.each([
  [5, 6],
  [6, 2],
  [30, 2],
])(
  "%i findings of one rule that were there before have %i lines with the heading; the first 28 bots are named",
  (count, lines) => {
    const some = standing.slice(0, count);
    const text = findingsText(some, paint(false));
    expect(text.split("\n")).toHaveLength(lines);
    expect(text.split("\n")[0]).toBe(`Policy: ${count} warnings`);
    for (const { address } of some.slice(0, 28)) expect(text).toMatch(new RegExp(`\\b${address}\\b`));
  },
);

it("what a plan brings about stands by itself among them, and so does what is waived", () => {
  const breach: Finding = { ...grid, kind: "breach", severity: "deny", address: "main/new" };
  const waived: Finding = { ...grid, address: "main/let", waived: { reason: "agreed", until: "2026-12-31" } };
  const lines = findingsText([breach, ...standing, waived], paint(false)).split("\n");
  expect(lines.map((line) => line.slice(0, 30))).toEqual([
    "Policy: 1 denied, 30 warnings,",
    "  deny   fleet.yaml:9: main/ne",
    "  warn   30 findings (already ",
    "  waived fleet.yaml:9: main/le",
  ]);
});

it("of too many the rest is counted", () => {
  const text = findingsText(
    Array.from({ length: 203 }, (_, index): Finding => ({ ...grid, code: `policy/r${index}`, kind: "breach" })),
    paint(false),
  );
  expect(text.split("\n")).toHaveLength(202);
  expect(text).toContain("… and 3 more; --format json lists every one.");
});

it("of one rule that a plan brings about the first three are told, and the others named", () => {
  const findings = Array.from(
    { length: 7 },
    (_, index): Finding => ({ ...grid, address: `main/b${index}`, kind: "breach" }),
  );
  const text = findingsText(findings, paint(false)).split("\n");
  expect(text).toHaveLength(5);
  expect(text.slice(1, 4).map((line) => /main\/b\d/.exec(line)?.[0])).toEqual(["main/b0", "main/b1", "main/b2"]);
  expect(text[4]).toMatch(
    /^ {2}(?:warn|deny) {2} +and 4 more \[.*\]: main\/b3, main\/b4, main\/b5, main\/b6 · --format json has each$/,
  );
  expect(findingsText(findings.slice(0, 5), paint(false)).split("\n")).toHaveLength(6);
});

it("a plan without steps shows them", () => {
  const plan: Plan = {
    ...{ formatVersion: 1, account: "main", exchange: "X", configDigest: "", steps: [], bots: {}, unchanged: 30 },
    ...{ observedBots: 30, undeclared: [], undeclaredRule: "report", diagnostics: [], findings: standing },
  };
  const text = planText(plan, paint(false));
  expect(text).toContain("no changes");
  for (const { address } of standing.slice(0, 28)) expect(text).toMatch(new RegExp(`\\b${address}\\b`));
  expect(text).toContain("… and 2 more");
});
