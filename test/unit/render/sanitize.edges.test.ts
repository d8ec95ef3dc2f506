// What outside text may carry and terminals must not see, where the tests of clean itself leave gaps (threat 4).
import { describe, expect, it } from "vitest";
import { clean, cleanHtml, cleanJson, cleanLines, entities } from "../../../src/render/sanitize.js";

describe("clean", () => {
  it.each([
    { first: 0x00, last: 0x1f, what: "C0" },
    { first: 0x7f, last: 0x9f, what: "DEL and C1" },
    { first: 0xad, last: 0xad, what: "the soft hyphen" },
    { first: 0x061c, last: 0x061c, what: "the Arabic letter mark" },
    { first: 0x034f, last: 0x034f, what: "the joiner that shows nothing" },
    { first: 0x115f, last: 0x1160, what: "letters that are blank" },
    { first: 0x180b, last: 0x180f, what: "Mongolian selectors and separators" },
    { first: 0x200b, last: 0x200f, what: "zero-width characters and direction marks" },
    { first: 0x2028, last: 0x202e, what: "line separators, bidi embeddings and overrides" },
    { first: 0x2060, last: 0x206f, what: "joiners, invisible operators and bidi isolates" },
    { first: 0xfeff, last: 0xfeff, what: "the byte order mark" },
    { first: 0xfff0, last: 0xfffb, what: "interlinear annotations, and what stands in their block" },
    { first: 0xd800, last: 0xdfff, what: "lone surrogates" },
    { first: 0xe0000, last: 0xe0fff, what: "tag characters and further selectors" },
  ])("shows $what, from the first to the last, and their neighbours as they are", ({ first, last }) => {
    for (let code = first; code <= last; code += 1) {
      expect(clean(`a${String.fromCodePoint(code)}b`)).toBe(`a\\u{${code.toString(16)}}b`);
    }
    const around = [first - 1, last + 1].filter((code) => code >= 0x20).map((code) => String.fromCodePoint(code));
    for (const neighbour of around) expect(clean(neighbour)).toBe(neighbour);
  });

  it.each([
    { text: "🚀", shown: "🚀", because: "both halves of a pair belong together" },
    { text: "❤\ufe0f", shown: "❤\ufe0f", because: "emoji keep their selector" },
    { text: "❤\ufe0e", shown: "❤\\u{fe0e}", because: "no other selector shows" },
    { text: "\ud83d\ud83d\ude80", shown: "\\u{d83d}🚀", because: "a half before a pair is alone" },
    { text: "\ud83d\ude80\ude80", shown: "🚀\\u{de80}", because: "so is one behind it" },
    { text: ":", shown: ":", because: "one colon is no command" },
    { text: ":::", shown: "\\u{3a}::", because: "three begin with one" },
    { text: "\u00a0 ::x", shown: "\u00a0 \\u{3a}:x", because: "leading blanks of other kinds don't help" },
    { text: " \t::x", shown: " \\u{9}::x", because: "a tab made visible is no leading blank any more" },
    { text: "a ##[warning]b ##[error]", shown: "a #\\u{23}[warning]b #\\u{23}[error]", because: "each command counts" },
    { text: "##VSO[x]", shown: "#\\u{23}VSO[x]", because: "in capitals, too" },
    { text: "###[x]", shown: "##\\u{23}[x]", because: "one sign more doesn't hide it" },
    { text: "## Heading [x]", shown: "## Heading [x]", because: "a heading is no command" },
  ])("$because", ({ text, shown }) => {
    expect(clean(text)).toBe(shown);
    expect(clean(shown)).toBe(shown);
  });
});

describe("cleanLines", () => {
  it("keeps every line feed", () => {
    expect(cleanLines("\na\n\nb\n")).toBe("\na\n\nb\n");
  });
});

describe("cleanJson", () => {
  it("escapes what is unsafe as JSON does, half by half, so that the value stays", () => {
    const value = { title: "a\u007f\u0085\u202e\ufeff\u{e0041}b 🚀", next: "é" };
    const json = cleanJson(JSON.stringify(value, null, 2));
    expect(json).toBe('{\n  "title": "a\\u007f\\u0085\\u202e\\ufeff\\udb40\\udc41b 🚀",\n  "next": "é"\n}');
    expect(JSON.parse(json)).toEqual(value);
  });

  it("leaves no command to a CI runner's log, and the value stays", () => {
    const value = { title: "##vso[task.setvariable variable=x]y ##[error] ##VSO[x] ## [x]" };
    const json = cleanJson(JSON.stringify(value));
    expect(json).toBe('{"title":"#\\u0023vso[task.setvariable variable=x]y #\\u0023[error] #\\u0023VSO[x] ## [x]"}');
    expect(JSON.parse(json)).toEqual(value);
  });
});

describe("what markup would obey", () => {
  it.each([
    ["&", "&amp;"],
    ["<", "&lt;"],
    [">", "&gt;"],
    ['"', "&quot;"],
    ["'", "&#39;"],
    ["`", "&#96;"],
    ["a b", "a b"],
    ["<b>&</b>", "&lt;b&gt;&amp;&lt;/b&gt;"],
  ])("%s becomes %s", (text, expected) => {
    expect([entities(text), cleanHtml(text)]).toEqual([expected, expected]);
  });

  it("is what was asked for alone, and what has no entity goes", () => {
    expect(entities("<'&", /[<&]/g)).toBe("&lt;'&amp;");
    expect(entities("a|b", /\|/g)).toBe("ab");
    expect(cleanHtml("a\u0007b")).toBe(entities(clean("a\u0007b")));
    expect(cleanHtml("a\u0007b")).not.toBe("a\u0007b");
  });
});
