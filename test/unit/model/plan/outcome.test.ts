// The outcomes of steps: counted by how they ended, and read as they were written.
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { applyReport, countOutcomes, OUTCOME_KINDS, outcome } from "../../../../src/model/plan/outcome.js";

it("outcomes are counted by kind, and told in this order", () => {
  expect([...OUTCOME_KINDS]).toEqual(["applied", "failed", "unknown", "skipped", "not-started"]);
  expect(Object.entries(countOutcomes([]))).toEqual(OUTCOME_KINDS.map((kind) => [kind, 0]));
  const ended = OUTCOME_KINDS.flatMap((kind, index) => Array.from({ length: index + 1 }, () => ({ kind })));
  expect(countOutcomes(ended)).toEqual({ applied: 1, failed: 2, unknown: 3, skipped: 4, "not-started": 5 });
});

const WRITTEN = { address: "main/a", action: "update", kind: "applied", detail: "", stale: false, wrote: true };
const MORE = { next: "botform plan", rule: 0, botId: 0, dealId: 0 };
const reads = (written: object) => z.safeParse(outcome(), written).success;

it("an outcome is read as it was written, with all that it may say or without", () => {
  for (const written of [WRITTEN, { ...WRITTEN, ...MORE }]) expect(z.parse(outcome(), written)).toEqual(written);
});

it("an outcome that lacks a word isn't read, nor one with a word too many", () => {
  const lacking = Object.keys(WRITTEN).map((name) => ({ ...WRITTEN, [name]: undefined }));
  expect([...lacking, { ...WRITTEN, more: 1 }].filter(reads)).toEqual([]);
});

it.each<[string, unknown]>([
  ["address", 7],
  ["action", "destroy"],
  ["kind", "done"],
  ["detail", null],
  ["next", 7],
  ["rule", -1],
  ["rule", 1.5],
  ["stale", "false"],
  ["stale", 0],
  ["wrote", "false"],
  ["wrote", 0],
  ["botId", -1],
  ["botId", "7"],
  ["dealId", -1],
  ["dealId", 0.5],
])("an outcome whose %s is %j isn't read as something near to it", (name, value) => {
  expect(reads({ ...WRITTEN, ...MORE, [name]: value })).toBe(false);
});

it("a report has its lists, empty or not, and where a run ended early one of four words for why", () => {
  const written = { outcomes: [WRITTEN], notes: ["a"], unsettled: [], violations: [] };
  const isRead = (change: object) => z.safeParse(applyReport(), { ...written, ...change }).success;
  expect(z.parse(applyReport(), written)).toEqual(written);
  const stops = ["unauthorized", "interrupted", "journal", "blocked", "bots-off", "", null];
  expect(stops.filter((stop) => isRead({ stop }))).toEqual(["unauthorized", "interrupted", "journal", "blocked"]);
  expect(Object.keys(written).filter((name) => isRead({ [name]: undefined }) || isRead({ [name]: [7] }))).toEqual([]);
});
