import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clean, cleanJson, cleanLines } from "../../../src/render/sanitize.js";
import { anyText } from "../../support/any-text.js";

describe("clean", () => {
  it.each([
    { text: "BTC dip ✓ 漢字 🚀", shown: "BTC dip ✓ 漢字 🚀", because: "plain text of any language is left alone" },
    { text: "\u001b[31mred", shown: "\\u{1b}[31mred", because: "no escape sequence reaches the terminal" },
    { text: "a\rb\nc\td", shown: "a\\u{d}b\\u{a}c\\u{9}d", because: "one line stays one line" },
    { text: "\u009b2J", shown: "\\u{9b}2J", because: "C1 has an escape of its own" },
    { text: "abc\u202edef", shown: "abc\\u{202e}def", because: "nothing is reordered" },
    { text: "a\u200bb\ufeff", shown: "a\\u{200b}b\\u{feff}", because: "nothing hides" },
    { text: "\ud800x", shown: "\\u{d800}x", because: "a lone surrogate is no character" },
    { text: "\u{e0041}", shown: "\\u{e0041}", because: "tag characters hide" },
    { text: "::error::x", shown: "\\u{3a}:error::x", because: "a CI runner must not take it as a command" },
    { text: "  ::set-output", shown: "  \\u{3a}:set-output", because: "leading space doesn't help" },
    { text: "##[group]x", shown: "#\\u{23}[group]x", because: "the older command form, too" },
    {
      text: "a ##vso[task.setvariable variable=x]y",
      shown: "a #\\u{23}vso[task.setvariable variable=x]y",
      because: "Azure's, too",
    },
    { text: "##teamcity[x]", shown: "#\\u{23}teamcity[x]", because: "and TeamCity's" },
    { text: "A::B", shown: "A::B", because: "in the middle it is no command" },
  ])("$because", ({ text, shown }) => {
    expect(clean(text)).toBe(shown);
  });

  it("is a fixed point, and leaves no control, bidi or zero-width character", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const once = clean(text);
        expect(clean(once)).toBe(once);
        expect(once).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
      }),
    );
  });

  it("keeps line feeds between lines only where asked", () => {
    expect(cleanLines("a\n::b\n\u001b")).toBe("a\n\\u{3a}:b\n\\u{1b}");
  });
});

describe("cleanJson", () => {
  it("escapes inside strings, and the value stays the same", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const json = cleanJson(JSON.stringify({ text }, null, 2));
        expect(JSON.parse(json)).toEqual({ text });
        expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u);
      }),
    );
  });
});
