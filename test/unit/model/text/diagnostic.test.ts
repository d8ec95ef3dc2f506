// A problem as a value: what a saved one may hold, and when a list of them stops a command.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { diagnostic, errorRow, hasErrors, warningRow } from "../../../../src/model/text/diagnostic.js";

const PLAIN = { severity: "error", code: "plan/copy-on", summary: "s" } as const;
const PLACE = { file: "a.yaml", line: 1, column: 1, text: "" };

describe("a diagnostic", () => {
  it.each<[what: string, value: object, fits: boolean]>([
    ["the least", PLAIN, true],
    ["a warning", { ...PLAIN, severity: "warning" }, true],
    ["everything", { ...PLAIN, remedy: "r", address: "main/a", position: PLACE }, true],
    ["a code of one word", { ...PLAIN, code: "internal" }, true],
    ["another severity", { ...PLAIN, severity: "note" }, false],
    ["a code in capitals", { ...PLAIN, code: "plan/Copy" }, false],
    ["a code that ends open", { ...PLAIN, code: "plan/" }, false],
    ["a code with a digit", { ...PLAIN, code: "plan/copy2" }, false],
    ["a code that is a sentence", { ...PLAIN, code: "plan/copy on" }, false],
    ["a code of more than 100 letters", { ...PLAIN, code: "a".repeat(101) }, false],
    ["a line 0", { ...PLAIN, position: { ...PLACE, line: 0 } }, false],
    ["a column 0", { ...PLAIN, position: { ...PLACE, column: 0 } }, false],
    ["half a line", { ...PLAIN, position: { ...PLACE, line: 1.5 } }, false],
    ["a place without its line's text", { ...PLAIN, position: { file: "a", line: 1, column: 1 } }, false],
    ["a remedy that isn't there", { ...PLAIN, remedy: undefined }, false],
    ["another key", { ...PLAIN, origin: {} }, false],
    ["no summary", { severity: "error", code: "a" }, false],
  ])("with %s", (_what, value, fits) => {
    expect(z.safeParse(diagnostic(), value).success).toBe(fits);
  });

  it("is an error or not", () => {
    const warning = { ...PLAIN, severity: "warning" } as const;
    expect([hasErrors([]), hasErrors([warning]), hasErrors([warning, PLAIN])]).toEqual([false, false, true]);
    expect(errorRow("t", "h")).toEqual({ severity: "error", title: "t", help: "h" });
    expect(warningRow("t", "h")).toEqual({ severity: "warning", title: "t", help: "h" });
  });
});
