import { expect, it } from "vitest";
import { atHost } from "../../../../src/app/planning/at-host.js";
import { planPage } from "../../../../src/render/html/plan-page.js";
import { planMarkdown } from "../../../../src/render/markdown/markdown.js";
import { paint } from "../../../../src/render/text/paint.js";
import { planText } from "../../../../src/render/text/plan-text.js";
import { planOf } from "../../reconcile/plan/plans.js";

const AT = { apiUrl: "https://evil.example/" };
const MAKING = { at: "2026-11-22T12:00:00.000Z", toolVersion: "1" };

it("a plan names its host in every form", () => {
  const plan = atHost(planOf([], []), AT);
  expect([plan.origin, plan.diagnostics]).toEqual(["https://evil.example", []]);
  expect(atHost(planOf([], []), AT, "https://evil.example")).toEqual(plan);
  expect(planText(plan, paint(false)).split("\n")[1]).toBe("  at https://evil.example");
  expect(planMarkdown([{ plan }])).toMatch(/unchanged\S*\*\*, at .*evil/);
  expect(planPage({ plan, ladders: {} }, MAKING)).toContain("at https://evil.example");
});

it("another port of this machine is no other host; another port of a host elsewhere is", () => {
  const moved = (from: string, to: string) => atHost(planOf([], []), { apiUrl: to }, from).diagnostics.length;
  expect(moved("http://127.0.0.1:1", "http://127.0.0.1:2")).toBe(0);
  expect(moved("http://127.0.0.1:1", "http://localhost:1")).toBe(1);
  expect(moved("https://a.example", "https://a.example:8443")).toBe(1);
  expect(moved("https://a.example", "http://127.0.0.1:1")).toBe(1);
});

it("another host than the last run's is the first line, and a warning", () => {
  const plan = atHost(planOf([], []), AT, "https://api.example");
  const moved = "main is at https://evil.example; its last run was at https://api.example";
  const remedy = "If you didn't expect this, apply nothing, and find out who changed apiUrl.";
  expect(plan.diagnostics).toEqual([{ code: "plan/other-host", severity: "warning", summary: moved, remedy }]);
  expect(planText(plan, paint(false)).split("\n")[0]).toBe(`! ${moved}`);
  const comment = planMarkdown([{ plan }]).split("\n\n");
  expect(comment[1]).toMatch(/^⛔ .*evil.*its last run was at/);
  const page = planPage({ plan, ladders: {} }, MAKING);
  expect(page.indexOf("its last run was at https://api.example")).toBeLessThan(page.indexOf("What will change"));
});
