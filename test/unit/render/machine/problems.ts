// What the tests of reports share: problems of hostile texts, and readers of the forms that know nothing of the writers.
import fc from "fast-check";
import type { Places, Problem } from "../../../../src/render/machine/problem.js";
import { anyText } from "../../../support/any-text.js";

export const PLACES: Places = { cwd: "/repo", root: "/repo" };

const NASTY = [
  ...[
    "::error::x",
    "\n::set-output name=a::b",
    "\r\n::add-mask::x",
    "%0A::stop-commands::x",
    "a,line=9",
    "t::b",
    "##[group]",
  ],
  ...["<b>&\"'", "]]>", "<!--", "\u0000\u0008\u000b\u001b[2J", "\u202e\u2066", "\ufffe\uffff", "\ud800", "{0}", "}{"],
  ...[
    "[[ATTACHMENT|/etc/passwd]]",
    "[[Attachment|/etc/hosts]]",
    "[x](https://evil.example)",
    "a/../b",
    "a b%20c#d?e",
    "é😀",
    "..",
    "\\",
  ],
];

/** Whatever somebody could write. */
export const text = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), anyText({ maxLength: 6 }), fc.string({ maxLength: 6 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(""));

const position = fc.record({
  file: text.filter((name) => name !== "" && !name.includes("\u0000")),
  line: fc.integer({ min: 1, max: 1_000_000 }),
  column: fc.integer({ min: 1, max: 1_000_000 }),
  text,
});

export const problem: fc.Arbitrary<Problem> = fc.record(
  {
    level: fc.constantFrom("error", "warning", "note"),
    code: fc.constantFrom("config/unknown-key", "policy/max-leverage", "config/unheard-of"),
    summary: text,
    remedy: text,
    address: text,
    position,
    policy: fc.record({ name: text, position }),
    waived: fc.record({ reason: text, until: fc.constant("2026-12-31") }),
  },
  { requiredKeys: ["level", "code", "summary"] },
);

export const problems = fc.array(problem, { maxLength: 6 });

export function problemAt(changes: Partial<Problem> = {}): Problem {
  return {
    level: "error",
    code: "config/unknown-key",
    summary: "levrage isn't known",
    remedy: "Did you mean leverage?",
    address: "main/btc-dip",
    position: { file: "fleet/botform.yaml", line: 7, column: 3, text: "  levrage: 3" },
    ...changes,
  };
}
