// Highlights on a page: each with its weight, subject, place and remedy; a few of them in the first screen, the serious ones first.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { type Highlight, highlightGroups } from "../../../../src/render/highlight.js";
import { highlightAlert, highlightLines, highlightList } from "../../../../src/render/html/highlights.js";
import { laidOut, NASTY } from "../facts.js";

const of = (weight: Highlight["weight"], changes: Partial<Highlight> = {}): Highlight => ({
  ...{ weight, text: "it is so" },
  ...changes,
});
const grouped = (all: readonly Highlight[]) => highlightGroups(all, () => new Big(0));
const many = (count: number, weight: Highlight["weight"] = "bad") => Array.from({ length: count }, () => of(weight));
const counts = (text: string) => [(text.match(/<li /g) ?? []).length, /<summary>(.*?)<\/summary>/.exec(text)?.[1]];
const alike = (key: string) =>
  of("warning", { subject: `main/${key}`, text: `${key} is so`, alike: "x", place: "f:1" });
const ANCHORS = new Map([["main/a", "bots-1"]]);

it.each([
  [2, 2],
  [3, 0],
])("%d serious ones above all else have %d remedies there", (count, told) => {
  const all = Array.from({ length: count }, () => of("bad", { remedy: "Lower it.", rule: "policy/x" }));
  const { text } = highlightAlert("Look:", grouped(all), ANCHORS);
  expect([counts(text)[0], text.split("Lower it.").length - 1, text.split("[policy/x]").length - 1]).toEqual([
    count,
    told,
    told,
  ]);
});

describe("the list", () => {
  it("shows everything there is of each", () => {
    const all = [
      of("bad", { subject: "main/a", field: "leverage", remedy: "Lower it.", rule: "policy/x", place: "a.yaml:3" }),
      of("warning", { subject: NASTY, text: NASTY }),
      of("note", { knownBy: "read the account", remedy: "never shown" }),
    ];
    expect(laidOut(highlightList(grouped(all)))).toMatchInlineSnapshot(`
      "<ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>main/a</bdi></b> (leverage): <bdi>it is so</bdi> <code>a.yaml:3</code> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Lower it.</bdi></span></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></b>: <bdi>&lt;x&gt;\\u{1b}&amp;</bdi></li>
      <li class="note"><span class="weight">Note</span> <bdi>it is so</bdi><br><span class="small">To find out: <bdi>read the account</bdi></span></li></ul>"
    `);
  });

  it("opens what several bots have in common to each of them", () => {
    expect(laidOut(highlightList(grouped(["a", "b"].map(alike))))).toMatchInlineSnapshot(`
      "<ul class="warnings">
      <li class="warning"><span class="weight">Warning</span> <b><bdi>2 bots</bdi></b>: <bdi>e.g. a: a is so</bdi> <code>f:1</code> <small class="soft names"><bdi>a, b</bdi></small>
      <details class="screen"><summary>Each of the 2</summary>
      <ul class="small">
      <li><bdi>main/a</bdi>: <bdi>a is so</bdi> <code>f:1</code></li>
      <li><bdi>main/b</bdi>: <bdi>b is so</bdi> <code>f:1</code></li></ul></details></li></ul>"
    `);
  });

  it.each<[number, number, string | undefined, string | undefined]>([
    [12, 12, undefined, undefined],
    [13, 13, "1 more", undefined],
    [300, 300, "288 more", undefined],
    [301, 300, "288 more", "And 1 more, which <code>--format json</code> lists."],
    [302, 300, "288 more", "And 2 more, which <code>--format json</code> lists."],
  ])("of %d folds what is too much", (count, shown, folded, cut) => {
    const { text } = highlightList(grouped(many(count)));
    expect([...counts(text), /<p>(.*?)<\/p>/.exec(text)?.[1]]).toEqual([shown, folded, cut]);
  });

  it("opens to three hundred members at most", () => {
    const { text } = highlightList(grouped(Array.from({ length: 301 }, (_, at) => alike(`b${at}`))));
    expect([counts(text), text.includes("main/b299<"), text.includes("main/b300<")]).toEqual([
      [1, "Each of the 301"],
      true,
      false,
    ]);
  });

  it("of none says so", () => {
    expect(highlightList([]).text).toBe("<p>Nothing that botform knows of.</p>");
  });
});

describe("the first screen", () => {
  it("has what is serious under its sentence, with the rule", () => {
    const all = [of("bad", { rule: "r", subject: "main/a" }), of("warning")];
    expect(laidOut(highlightAlert("Look:", grouped(all), ANCHORS))).toMatchInlineSnapshot(`
      "<div class="alert">
      <p><b class="bad"><bdi>Look:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><a href="#bots-1"><bdi>main/a</bdi></a></b>: <bdi>it is so</bdi> <small class="soft">[r]</small></li></ul></div>"
    `);
    expect(highlightAlert("Look:", grouped([of("warning")]), ANCHORS).text).toBe(
      '<div class="alert"><p><b class="bad"><bdi>Look:</bdi></b></p></div>',
    );
  });

  it("then has the other lines, linked to the bots, and where to read on", () => {
    const all = [
      of("bad"),
      ...["a", "b"].map(alike),
      of("note", { knownBy: "look" }),
      of("warning", { standing: true }),
    ];
    expect(laidOut(highlightLines(grouped(all), "all", ANCHORS))).toMatchInlineSnapshot(`
      "<p class="eyebrow">Needs attention</p>
      <ul class="warnings">
      <li class="warning"><b><a href="#bots-1"><bdi>2 bots</bdi></a></b>: <bdi>e.g. a: a is so</bdi> <code>f:1</code> <small class="soft names"><bdi>a, b</bdi></small></li></ul>
      <p class="small"><a href="#all">2 more, and what to do about each</a></p>"
    `);
  });

  it.each<[readonly Highlight[], number, string]>([
    [many(1), 0, "What to do about each"],
    [[...many(5), ...many(5, "warning")], 2, "3 more, and what to do about each"],
    [[...many(9), ...many(2, "warning"), of("note", { knownBy: "k" })], 0, "5 more, and what to do about each"],
    [many(2, "note"), 0, "2 more, and what to do about each"],
  ])("%#: has seven lines at most, and counts the others", (all, besides, words) => {
    const { text } = highlightLines(grouped(all), "all", ANCHORS);
    expect([text.match(/<li /g)?.length ?? 0, />([^<]*)<\/a><\/p>$/.exec(text)?.[1]]).toEqual([besides, words]);
  });

  it("says so where there is nothing", () => {
    expect(highlightLines([], "all", ANCHORS).text).toBe(
      "<p>No check and no policy has found anything to warn of.</p>",
    );
  });
});
