// Tables, headings and figures of a page.
import { describe, expect, it } from "vitest";
import { heading, html, moved, share, sum, table, words } from "../../../../src/render/html/markup.js";
import { laidOut, NASTY } from "../facts.js";

it("a table has heads for its columns and rows, a name, and a box in which it scrolls", () => {
  const rows = [["a", NASTY, "1"]];
  const columns = [["Bot"], ["Was", "old"], ["Sum", "n"]] as const;
  expect(laidOut(table(columns, rows, { label: `L${NASTY}` }))).toMatchInlineSnapshot(`
    "<div class="scroll" role="region" aria-label="L&lt;x&gt;\\u{1b}&amp;" tabindex="0">
    <table><caption><span>L&lt;x&gt;\\u{1b}&amp;</span></caption>
    <thead>
    <tr>
    <th scope="col">Bot</th>
    <th scope="col">Was</th>
    <th scope="col" class="n">Sum</th></tr></thead>
    <tbody>
    <tr>
    <th scope="row">a</th>
    <td class="old">&lt;x&gt;\\u{1b}&amp;</td>
    <td class="n">1</td></tr></tbody></table></div>"
  `);
});

it("a table that stands as cards says what each part is, and names its cells; the last of too few spans the rest", () => {
  const columns = [["A"], ["B", "n"], ["C", "words"]] as const;
  const rows = [
    ["a", "1", "c"],
    ["b", "unknown"],
  ];
  expect(laidOut(table(columns, rows, { label: "L", caption: "C", isStacked: true }))).toMatchInlineSnapshot(`
    "<div class="scroll" role="region" aria-label="L" tabindex="0">
    <table role="table" class="stack"><caption><span>C</span></caption>
    <thead role="rowgroup">
    <tr role="row">
    <th scope="col" role="columnheader">A</th>
    <th scope="col" role="columnheader" class="n">B</th>
    <th scope="col" role="columnheader">C</th></tr></thead>
    <tbody role="rowgroup">
    <tr role="row">
    <th scope="row" role="rowheader">a</th>
    <td role="cell" class="n" data-name="B ">1</td>
    <td role="cell" class="words">c</td></tr>
    <tr role="row">
    <th scope="row" role="rowheader">b</th>
    <td role="cell" colspan="2">unknown</td></tr></tbody></table></div>"
  `);
  expect(table([["A", "n"]], [], { label: "L", isSmall: true }).text).toContain('<table class="small">');
});

it("a heading has its level, and an id where a link leads to it", () => {
  expect([heading(2, NASTY).text, heading(4, html`<b>x</b>`, "here").text]).toEqual([
    "<h2>&lt;x&gt;\\u{1b}&amp;</h2>",
    '<h4 id="here"><b>x</b></h4>',
  ]);
});

describe("a figure", () => {
  it.each([
    [undefined, "1250", "1\u00a0250"],
    ["1250", "1250.001", "1\u00a0250"],
    ["412", "1250", '<span class="old">412</span> <span class="arrow">→</span> 1\u00a0250'],
  ])("from %s to %s", (before, after, text) => expect(moved(before, after).text).toBe(text));

  it("keeps its digits together", () => {
    expect([sum("1234567.891"), share("0.125"), moved("0.1", "0.2", share).text]).toEqual([
      ...["1\u00a0234\u00a0567.89", "12.5\u00a0%"],
      '<span class="old">10\u00a0%</span> <span class="arrow">→</span> 20\u00a0%',
    ]);
  });
});

it.each([
  [
    "add --max-changed-percent 40, or 30 % <b>",
    'add <span class="typed">--max-changed-percent 40</span>, or 30~% &lt;b&gt;',
  ],
  [
    "use botform risk --price PAIR=PRICE",
    'use <span class="typed">botform risk</span> <span class="typed">--price PAIR=PRICE</span>',
  ],
])("a sentence breaks nothing that is typed: %s", (text, shown) =>
  expect(words(text).text).toBe(`<bdi>${shown.replaceAll("~", "\u00a0")}</bdi>`),
);
