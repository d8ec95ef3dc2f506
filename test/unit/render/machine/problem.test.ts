// Problems in the one shape behind reports for other programs: levels, places, and lines.
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { type Problem, pathFrom, problemLines, problemsOf } from "../../../../src/render/machine/problem.js";
import { NASTY, placeAt } from "../facts.js";

const at = placeAt("fleet.yaml", 4);
const house = placeAt("house.yaml", 5);
const finding: Finding = { code: "policy/x", severity: "deny", kind: "breach", summary: "S", remedy: "R" };
const waived = { reason: "agreed", until: "2026-12-31" };

describe("problems", () => {
  it("are diagnostics first, then findings, each with what is known of it", () => {
    const diagnostics = [
      { severity: "error", code: "config/x", summary: "S" },
      { severity: "warning", code: "config/y", summary: "T", remedy: "R", address: "main/a", position: at },
    ] as const;
    expect(problemsOf(diagnostics, [finding])).toEqual([
      { level: "error", code: "config/x", summary: "S" },
      { level: "warning", code: "config/y", summary: "T", remedy: "R", address: "main/a", position: at },
      { level: "error", code: "policy/x", summary: "S", remedy: "R" },
    ]);
  });

  it.each<[Partial<Finding>, object]>([
    [{ severity: "warn" }, { level: "warning" }],
    [{ waived }, { level: "note", waived }],
    [
      { address: "main/a", position: at },
      { address: "main/a", position: at },
    ],
    [{ policy: "cap" }, { policy: { name: "cap" } }],
    [
      { policy: "cap", policyPosition: house },
      { policy: { name: "cap", position: house }, position: house },
    ],
    [
      { policy: "cap", policyPosition: house, position: at },
      { policy: { name: "cap", position: house }, position: at },
    ],
  ])("of a finding with %j has %j", (changes, expected) => {
    expect(problemsOf([], [{ ...finding, ...changes }])).toEqual([
      { level: "error", code: "policy/x", summary: "S", remedy: "R", ...expected },
    ]);
  });
});

it("a problem is a line of what is wrong, and one each of the rest that is known", () => {
  const whole: Problem = {
    ...{ level: "note", code: "x", summary: `s${NASTY}`, remedy: `r${NASTY}`, address: `a${NASTY}` },
    ...{ policy: { name: `p${NASTY}` }, waived: { until: "2026-12-31", reason: `w${NASTY}` } },
  };
  expect(problemLines(whole)).toEqual([
    ...["a<x>\\u{1b}&: s<x>\\u{1b}&", "policy: p<x>\\u{1b}&", "waived until 2026-12-31: w<x>\\u{1b}&"],
    "fix: r<x>\\u{1b}&",
  ]);
  expect(problemLines({ level: "error", code: "x", summary: "s" })).toEqual(["s"]);
});

it.each([
  ["/repo", "/repo", "a.yaml", "a.yaml"],
  ["/repo/sub", "/repo", "a.yaml", "sub/a.yaml"],
  ["/repo", "/repo", ".", "."],
  ["/repo", "/repo", "..", "/"],
  ["/repo", "/repo", "../a.yaml", "/a.yaml"],
  ["/repo", "/repo", "..a.yaml", "..a.yaml"],
])("from %s, seen from %s, %s is %s", (cwd, root, file, path) => expect(pathFrom({ cwd, root }, file)).toBe(path));
