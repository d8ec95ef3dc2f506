// Diagnostics as text: how much of them is shown.
import { expect, it } from "vitest";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import { diagnosticsText } from "../../../../src/render/text/diagnostics-text.js";
import { paint } from "../../../../src/render/text/paint.js";

function many(count: number): Diagnostic[] {
  return Array.from({ length: count }, (_, at) => ({
    severity: "error",
    code: "config/x",
    summary: `mistake ${at + 1}.`,
  }));
}

it("shows a thousand, and says how many more there are", () => {
  const text = diagnosticsText(many(1_002), paint(false));
  expect(text).toContain("mistake 1000.");
  expect(text).not.toContain("mistake 1001.");
  expect(text.endsWith("… and 2 more; --format json lists every one.\n")).toBe(true);
});

it("says nothing of more where there are none", () => {
  expect(diagnosticsText(many(1_000), paint(false))).not.toContain("more");
  expect(diagnosticsText([], paint(false))).toBe("");
});
