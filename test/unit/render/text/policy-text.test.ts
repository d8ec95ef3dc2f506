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
const linesOf = (finding: Finding) => findingsText([finding], paint(false, 1_000)).split("\n").slice(1);

describe("a line", () => {
  it.each<[string, Finding, string]>([
    [
      "a field that the words don't name",
      grid,
      "  warn   fleet.yaml:9: main/btc (leverage): liquidated before the last 2 orders (already so before this plan) [policy/liquidation-outside-grid]",
    ],
    [
      "a field that they name",
      { ...grid, kind: "breach", severity: "deny", summary: "leverage 12 is above 10" },
      "  deny   fleet.yaml:9: main/btc: leverage 12 is above 10 [policy/liquidation-outside-grid]",
    ],
    [
      "a policy, its line, and a waiver",
      {
        ...{ ...grid, kind: "breach", summary: "leverage 12 is above 10", policy: "cap" },
        ...{ policyPosition: place("house.yaml", 5), waived: { reason: "agreed", until: "2026-12-31" } },
      },
      "  waived fleet.yaml:9: main/btc: leverage 12 is above 10 [policy/liquidation-outside-grid, policy cap at house.yaml:5] · waived until 2026-12-31: agreed",
    ],
  ])("of %s", (_, finding, expected) => {
    expect(linesOf(finding)).toEqual([expected, "         fix: Lower it."]);
  });
});

const at = (line: number): Partial<Finding> => ({ position: place("fleet.yaml", line) });
const standing = Array.from(
  { length: 30 },
  (_, index): Finding => ({ ...grid, ...at(9 + index), address: `main/b${index}` }),
);

const linesFrom = (findings: readonly Finding[]) => findingsText(findings, paint(false)).split("\n");

it.each([
  [3, 10],
  [4, 3],
  [30, 3],
])(
  "%i findings that were there before have %i lines with the heading; of many the first bots are named",
  (count, lines) => {
    const text = linesFrom(standing.slice(0, count));
    expect(text).toHaveLength(lines);
    expect(text[0]).toBe(`Policy: ${count} warnings already so before`);
    if (count > 3) {
      expect(text[1]).toBe(`  warn   ${count} were already so before this plan; botform policy check tells each:`);
      expect(text[2]).toContain("[policy/liquidation-outside-grid] main/b0, main/b1, main/b2, main/b3");
    }
  },
);

it("what a plan brings about stands first, then what is waived, then what was so", () => {
  const breach: Finding = { ...grid, kind: "breach", severity: "deny", address: "main/new" };
  const waived: Finding = { ...grid, address: "main/let", waived: { reason: "agreed", until: "2026-12-31" } };
  const other: Finding = { ...grid, code: "policy/other", address: "main/b0" };
  expect(linesFrom([other, ...standing, breach, waived]).filter((line) => /^ {2}\w|\[/.test(line))).toEqual([
    "  deny   fleet.yaml:9: main/new (leverage): liquidated before the last 2 orders",
    "         [policy/liquidation-outside-grid]",
    "  waived fleet.yaml:9: main/let (leverage): liquidated before the last 2 orders (already so before",
    "         this plan) [policy/liquidation-outside-grid] · waived until 2026-12-31: agreed",
    "  warn   31 more were already so before this plan; botform policy check tells each:",
    "           [policy/liquidation-outside-grid] main/b0, main/b1, main/b2, main/b3 … and 26 more",
    "           [policy/other] main/b0",
  ]);
});

it("what a plan brings about stands apart from what was so before, of the same rule too", () => {
  const breaches = [0, 1].map(
    (index): Finding => ({ ...grid, ...at(index), kind: "breach", address: `main/new${index}` }),
  );
  const lines = linesFrom([...breaches, ...standing.slice(0, 2)]);
  expect(lines.filter((line) => line.includes("fix:"))).toHaveLength(4);
  expect(lines.join(" ")).not.toContain("more like it");
});

it("what is waived is told one by one, each with its reason", () => {
  const waived = Array.from(
    { length: 4 },
    (_, at): Finding => ({
      ...{ ...grid, kind: "breach", address: `main/b${at}` },
      waived: { reason: `reason ${at}`, until: "2026-12-31" },
    }),
  );
  expect(findingsText(waived, paint(false, 1_000)).split("\n").slice(1)).toEqual(
    [0, 1, 2, 3].flatMap((at) => [
      `  waived fleet.yaml:9: main/b${at} (leverage): liquidated before the last 2 orders [policy/liquidation-outside-grid] · waived until 2026-12-31: reason ${at}`,
      "         fix: Lower it.",
    ]),
  );
});

it("of too many the rest is counted", () => {
  const findings = Array.from(
    { length: 203 },
    (_, index): Finding => ({ ...grid, code: `policy/r${index}`, kind: "breach" }),
  );
  const text = linesFrom(findings);
  expect(text.filter((line) => line.includes("fix:"))).toHaveLength(200);
  expect(text.at(-1)).toBe("  … and 3 more; --format json lists every one.");
  const every = findingsText([...findings, ...standing], paint(false), { verbose: true }).split("\n");
  expect(every.filter((line) => line.includes("fix:"))).toHaveLength(233);
});

it.each([
  ["warn", 1],
  ["deny", 3],
] as const)(
  "of one rule that a plan brings about as %s the first %i are told, and the others named",
  (severity, told) => {
    const findings = Array.from(
      { length: 7 },
      (_, index): Finding => ({ ...grid, ...at(index), severity, address: `main/b${index}`, kind: "breach" }),
    );
    const text = linesFrom(findings);
    const named = findings.map(({ address }) => address).slice(told);
    expect(text.flatMap((line) => /(main\/b\d) \(/.exec(line)?.[1] ?? [])).toEqual(
      findings.slice(0, told).map(({ address }) => address),
    );
    const names = named.length > 5 ? `${named.slice(0, 4).join(", ")} … and 2 more` : named.join(", ");
    expect(text.slice(-2)).toEqual([
      `         and ${7 - told} more like it: ${names}`,
      "  --format json lists every one.",
    ]);
    expect(linesFrom(findings.slice(0, 3)).filter((line) => line.includes("fix:"))).toHaveLength(3);
  },
);

it("where the line is one that other bots have, too, says where to set it for this bot alone", () => {
  const botPosition = { file: "bots.yaml", line: 22, column: 3, text: "" };
  const own: Finding = { ...grid, remedy: "Set leverage to at most 3.", botPosition };
  const fix = (...findings: readonly Finding[]) => linesFrom(findings).find((line) => line.includes("fix:"));
  expect(fix(own)).toContain("Set leverage to at most 3. To change it for this bot alone, set it at bots.yaml:22.");
  expect(fix({ ...own, remedy: "Trade another pair." })).not.toContain("alone");
  expect(fix(own, { ...own, address: "main/other" })).not.toContain("alone");
});

it("what one line brings about of several bots is told once", () => {
  const breach: Finding = { ...grid, severity: "deny", kind: "breach" };
  const findings = ["a", "b", "c"].map((key): Finding => ({ ...breach, address: `main/${key}` }));
  const other: Finding = { ...breach, address: "main/d", remedy: "Lower it more." };
  expect(
    findingsText([...findings, other], paint(false, 1_000))
      .split("\n")
      .slice(1),
  ).toEqual([
    "  deny   fleet.yaml:9: main/a (leverage): liquidated before the last 2 orders [policy/liquidation-outside-grid]",
    "         fix: Lower it.",
    "         and 2 more by the same line: main/b, main/c",
    "  deny   fleet.yaml:9: main/d (leverage): liquidated before the last 2 orders [policy/liquidation-outside-grid]",
    "         fix: Lower it more.",
    "  --format json lists every one.",
  ]);
  expect(findingsText(findings, paint(false), { verbose: true })).not.toContain("by the same line");
});

it("a plan without steps shows them", () => {
  const plan: Plan = {
    ...{ formatVersion: 1, account: "main", exchange: "X", configDigest: "", steps: [], bots: {}, unchanged: 30 },
    ...{ observedBots: 30, undeclared: [], undeclaredRule: "report", diagnostics: [], findings: standing },
  };
  const text = planText(plan, paint(false));
  expect(text).toContain("no changes");
  expect(text).toContain("30 were already so before this plan");
  const every = planText(plan, paint(false), { verbose: true });
  for (const { address } of standing) expect(every).toMatch(new RegExp(`\\b${address}\\b`));
});
