// Which findings deny a plan, how they are counted in words, and what of them is read from outside.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { countsText, type Finding, findingsSchema, isDenied } from "../../../../src/model/policy/finding.js";

const found = (severity: Finding["severity"], isWaived = false): Finding => ({
  ...{ code: "policy/max-leverage", severity, kind: "breach", summary: "s", remedy: "r" },
  ...(isWaived && { waived: { reason: "agreed", until: "2026-01-31" } }),
});
const DENY = found("deny");
const WARN = found("warn");
const WAIVED = found("deny", true);

it("only what is denied and not waived denies a plan", () => {
  expect([DENY, WARN, WAIVED, found("warn", true)].map(isDenied)).toEqual([true, false, false, false]);
});

it.each([
  [[], ""],
  [[DENY], "1 denied"],
  [[WARN], "1 warning"],
  [[WARN, WARN], "2 warnings"],
  [[WAIVED], "1 waived"],
  [[found("warn", true)], "1 waived"],
  [[WAIVED, WARN, DENY, DENY, WARN, WARN], "2 denied, 3 warnings, 1 waived"],
])("%# is told as %j", (findings, words) => expect(countsText(findings)).toBe(words));

describe("a finding from outside", () => {
  const WHOLE: Finding = {
    ...found("warn", true),
    ...{ policy: "p", address: "main/a", field: "leverage", figure: "20", limit: "10" },
    position: { file: "a.yaml", line: 3, column: 1, text: "leverage: 20" },
    policyPosition: { file: "a.yaml", line: 9, column: 2, text: "limit: 10" },
  };
  const accepts = (finding: unknown) => z.safeParse(findingsSchema(), [finding]).success;
  const OPTIONAL = ["policy", "address", "field", "figure", "limit", "position", "policyPosition", "waived"];

  it("is read whole, and without what may be absent", () => {
    expect(z.parse(findingsSchema(), [WHOLE])).toEqual([WHOLE]);
    expect(Object.keys(WHOLE).filter((key) => accepts({ ...WHOLE, [key]: undefined }))).toEqual([]);
    const without = (key: string) => Object.fromEntries(Object.entries(WHOLE).filter(([name]) => name !== key));
    expect(Object.keys(WHOLE).filter((key) => accepts(without(key)))).toEqual(
      Object.keys(WHOLE).filter((key) => OPTIONAL.includes(key)),
    );
  });

  it("is of a known severity and kind, bounded, and nothing else", () => {
    for (const severity of ["deny", "warn"]) expect(accepts({ ...WHOLE, severity }), severity).toBe(true);
    for (const kind of ["breach", "standing", "unknown", "unenforceable", "waiver-expired"])
      expect(accepts({ ...WHOLE, kind }), kind).toBe(true);
    for (const wrong of [
      ...[{ severity: "off" }, { kind: "other" }, { more: 1 }, { code: "c".repeat(257) }, { summary: 5 }],
      ...[{ position: { ...WHOLE.position, line: 0 } }, { waived: { reason: "r" } }, { waived: {} }],
      ...[{ waived: { reason: "r", until: "2026-01-31", by: "x" } }, { field: "f".repeat(257) }],
    ])
      expect(accepts({ ...WHOLE, ...wrong }), JSON.stringify(wrong).slice(0, 80)).toBe(false);
  });
});
