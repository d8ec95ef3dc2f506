// Tables, headings and figures of a page.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { difference, direction, heading, html, moved, share, sum, table } from "../../../../src/render/html/markup.js";
import { laidOut, NASTY } from "../facts.js";

it("a table has heads for its columns and rows, a name, and a box in which it scrolls", () => {
  const rows = [["a", NASTY, "1"], html`<tr><td>own</td></tr>`];
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
    <td class="n">1</td></tr>
    <tr>
    <td>own</td></tr></tbody></table></div>"
  `);
  expect(table([["A", "n"]], [], { label: "L", caption: "C", isWide: true }).text).toBe(
    '<div class="scroll" role="region" aria-label="L" tabindex="0"><table class="wide"><caption><span>C</span></caption><thead><tr><th scope="col" class="n">A</th></tr></thead><tbody></tbody></table></div>',
  );
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

  it.each([
    ["0", "±0", "soft"],
    ["0.004", "+&lt;\u00a00.01", "warn"],
    ["768.5", "+768.5", "warn"],
    ["-1250", "−1\u00a0250", "good"],
  ])("that grows by %s", (by, text, kind) => {
    expect([html`${difference(new Big(by))}`.text, direction(new Big(by))]).toEqual([text, kind]);
  });

  it("keeps its digits together", () => {
    expect([sum("1234567.891"), share("0.125"), moved("0.1", "0.2", share).text]).toEqual([
      ...["1\u00a0234\u00a0567.89", "12.5\u00a0%"],
      '<span class="old">10\u00a0%</span> <span class="arrow">→</span> 20\u00a0%',
    ]);
  });
});
