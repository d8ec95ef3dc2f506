// Highlights on a page: each with its weight, subject, place and remedy; the serious ones first, and how many there are.
import { describe, expect, it } from "vitest";
import type { Highlight } from "../../../../src/render/highlights.js";
import { highlightAlert, highlightLink, highlightList } from "../../../../src/render/html/highlights.js";
import { html } from "../../../../src/render/html/markup.js";
import { laidOut, NASTY } from "../facts.js";

const of = (weight: Highlight["weight"], changes: Partial<Highlight> = {}): Highlight => ({
  ...{ weight, text: "it is so" },
  ...changes,
});
const many = (count: number, weight: Highlight["weight"] = "bad") => Array.from({ length: count }, () => of(weight));
const counts = (text: string) => [(text.match(/<li /g) ?? []).length, /<summary>(.*?)<\/summary>/.exec(text)?.[1]];

describe("the list", () => {
  it("shows everything there is of each", () => {
    const all = [
      of("bad", { subject: "main/a", field: "leverage", remedy: "Lower it.", rule: "policy/x", place: "a.yaml:3" }),
      of("warning", { subject: NASTY, text: NASTY }),
      of("note", { knownBy: "read the account", remedy: "never shown" }),
    ];
    expect(laidOut(highlightList(all))).toMatchInlineSnapshot(`
      "<ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>main/a</bdi></b> (leverage): <bdi>it is so</bdi> <code>a.yaml:3</code> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Lower it.</bdi></span></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></b>: <bdi>&lt;x&gt;\\u{1b}&amp;</bdi></li>
      <li class="note"><span class="weight">Note</span> <bdi>it is so</bdi><br><span class="small">To find out: <bdi>read the account</bdi></span></li></ul>"
    `);
  });

  it.each<[number, [number, string | undefined], boolean]>([
    [12, [12, undefined], false],
    [13, [13, "1 more"], false],
    [300, [300, "288 more"], false],
    [302, [300, "288 more"], true],
  ])("of %d folds what is too much", (count, expected, isCut) => {
    const { text } = highlightList(many(count));
    expect(counts(text)).toEqual(expected);
    expect(text.includes("<p>And 2 more, which <code>--format json</code> lists.</p>")).toBe(isCut);
  });

  it("of none says so", () => {
    expect(highlightList([]).text).toBe("<p>Nothing that botform knows of.</p>");
  });
});

describe("the alert", () => {
  it("holds three that are serious, one of each rule first, and a link to the others", () => {
    const rules = [...["r", "r", "r", "s"].map((rule) => of("bad", { rule, subject: rule })), of("warning")];
    expect(laidOut(highlightAlert("Look:", rules, "all"))).toMatchInlineSnapshot(`
      "<div class="alert">
      <p><b class="bad">Look:</b></p>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>r</bdi></b>: <bdi>it is so</bdi> <small class="soft">[r]</small></li>
      <li class="bad"><span class="weight">Serious</span> <b><bdi>s</bdi></b>: <bdi>it is so</bdi> <small class="soft">[s]</small></li>
      <li class="bad"><span class="weight">Serious</span> <b><bdi>r</bdi></b>: <bdi>it is so</bdi> <small class="soft">[r]</small></li></ul>
      <p class="small"><a href="#all">1 more serious</a></p></div>"
    `);
  });

  it.each([
    [0, undefined],
    [3, false],
    [4, true],
  ])("of %d", (count, hasLink) => {
    const text = highlightAlert("Look:", [...many(count), of("warning")], "all")?.text;
    expect(text?.includes('<a href="#all">1 more serious</a>')).toBe(hasLink);
  });
});

it.each<[readonly Highlight[], string]>([
  [[], "botform knows of nothing that needs attention."],
  [many(3, "note"), "botform knows of nothing that needs attention."],
  [many(1), '<a href="#all" class="bad">Needs attention: 1 serious</a>.'],
  [many(2, "warning"), '<a href="#all" class="warn">Needs attention: 2 warnings</a>.'],
  [
    [...many(2), ...many(1, "warning"), of("note")],
    '<a href="#all" class="bad">Needs attention: 2 serious, 1 warning</a>.',
  ],
])("%j in a sentence: %s", (all, text) => expect(html`${highlightLink(all, "all")}`.text).toBe(text));
