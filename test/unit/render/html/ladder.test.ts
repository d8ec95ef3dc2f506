// Price ladders: pictures to the pixel, words beside them, and the table of orders.
import { describe, expect, it } from "vitest";
import type { Ladder } from "../../../../src/model/risk/ladder.js";
import { frameOf, ladderPicture } from "../../../../src/render/html/ladder.js";
import { ladderFigures, one } from "../../../../src/render/html/ladder-figure.js";
import { botRisk, gridOf, laidOut, rungRisk } from "../facts.js";

const ladder = (changes: Partial<Ladder> = {}): Ladder => ({ grid: gridOf(), upper: null, lower: null, ...changes });
const relative = ladder({
  ...{ upper: "110", lower: "70" },
  grid: { risk: botRisk({ basis: { kind: "relative" } }), rungs: gridOf().rungs },
});
const pictureOf = (shown: Ladder) => ladderPicture(shown, frameOf([shown]), "Name", "Words.");

describe("a picture", () => {
  it("has bars, labels, the course, limits and where a deal ends", () => {
    expect(laidOut(pictureOf(ladder({ upper: "99", lower: "80" })))).toMatchInlineSnapshot(`
      "<svg viewBox="0 0 340 254" role="img" class="ladder"><title>Name</title>
      <desc>Words.</desc>
      <path class="axis" d="M64,8V236M198,236H276"/>
      <path class="level" d="M64,33H276"/>
      <text class="soft" x="144" y="30">upper limit</text>
      <path class="level" d="M64,232H276"/>
      <text class="soft" x="144" y="232">lower limit</text>
      <path class="end" d="M64,179.6H276"/>
      <rect class="bar" x="64" y="18.5" width="38" height="8"/>
      <rect class="bar" x="64" y="123.2" width="38" height="8"/>
      <rect class="never" x="64" y="228" width="76" height="8"/>
      <text class="soft" text-anchor="end" x="59" y="26.1">100</text>
      <text x="106" y="26.1">50</text>
      <text class="soft" text-anchor="end" x="59" y="130.8">90</text>
      <text x="106" y="130.8">50</text>
      <text class="soft" text-anchor="end" x="59" y="235.6">80</text>
      <text x="144" y="235.6">100</text>
      <polyline class="line prices" points="198,22.5 237,127.2 276,232"/>
      <circle class="dot prices" cx="198" cy="22.5" r="1.7"/>
      <circle class="dot prices" cx="237" cy="127.2" r="1.7"/>
      <circle class="dot prices" cx="276" cy="232" r="1.7"/>
      <polyline class="line tp" points="198,12 237,69.6 276,148.2"/>
      <circle class="dot tp" cx="198" cy="12" r="1.7"/>
      <circle class="dot tp" cx="237" cy="69.6" r="1.7"/>
      <circle class="dot tp" cx="276" cy="148.2" r="1.7"/>
      <polyline class="line avg" points="198,22.5 237,80.1 276,158.7"/>
      <circle class="dot avg" cx="198" cy="22.5" r="1.7"/>
      <circle class="dot avg" cx="237" cy="80.1" r="1.7"/>
      <circle class="dot avg" cx="276" cy="158.7" r="1.7"/>
      <polyline class="line liq" points="198,226.8 237,179.6"/>
      <circle class="dot liq" cx="198" cy="226.8" r="1.7"/>
      <circle class="dot liq" cx="237" cy="179.6" r="1.7"/>
      <text class="tp" x="281" y="151.8">take profit</text>
      <text class="avg" x="281" y="164.8">average</text>
      <text class="liq" x="281" y="183.2">liquidation</text>
      <text class="soft" x="64" y="250">volume</text>
      <text class="soft" x="198" y="250">fills 1–3</text>
      </svg>"
    `);
  });

  it("of relative prices has no limits", () => {
    expect(pictureOf(relative).text).not.toContain("limit");
  });

  it("shows a level that is as far away as the grid is high, and none that is farther", () => {
    const levels = (upper: string, lower: string) =>
      [...pictureOf(ladder({ upper, lower })).text.matchAll(/>(upper|lower) limit</g)].map(([, name]) => name);
    // The grid reaches from 80 to 101.
    expect(levels("122", "59")).toEqual(["upper", "lower"]);
    expect(levels("122.01", "58.99")).toEqual([]);
  });

  it("of one frame for two has the highest volume and price of both", () => {
    const small = ladder({ grid: { risk: botRisk(), rungs: [rungRisk(0, { volume: "10" })] } });
    const { least, most, volume, bottom } = frameOf([ladder(), small]);
    expect([least.toFixed(), most.toFixed(), volume.toFixed(), bottom]).toEqual(["80", "101", "100", 232]);
  });

  it.each([
    [24, 232],
    [25, 312],
  ])("of %d orders reaches down to %d", (count, bottom) => {
    const rungs = Array.from({ length: count }, (_, index) => rungRisk(index, { price: String(100 - index) }));
    expect(frameOf([ladder({ grid: { risk: botRisk(), rungs } })]).bottom).toBe(bottom);
  });

  it.each([
    [12, 12],
    [13, 0],
  ])("of %d orders has %d dots a line", (count, dots) => {
    const rungs = Array.from({ length: count }, (_, index) => rungRisk(index, { price: String(100 - index) }));
    const { text } = pictureOf(ladder({ grid: { risk: botRisk(), rungs } }));
    expect((text.match(/class="dot avg"/g) ?? []).length).toBe(dots);
  });

  it.each([
    ["99999.9", "99999.9"],
    ["100000", "100000"],
    ["123456.7", "123457"],
    ["1000000000", "1.0000e+9"],
    ["0.0001", "0.0001"],
    ["0.00001234", "1.234e-5"],
    ["12.345678", "12.3457"],
  ])("the price %s is labelled %s", (price, label) => {
    const rungs = [rungRisk(0, { price, average: price, takeProfit: price })];
    const { text } = pictureOf(ladder({ grid: { risk: botRisk(), rungs } }));
    expect(/text-anchor="end"[^>]*>([^<]*)</.exec(text)?.[1]).toBe(label);
  });

  it.each([
    ["50.25", "50.25"],
    ["999.5", "999.5"],
    ["1000.4", "1\u00a0000"],
    ["1000000", "1M"],
    ["1234567", "1.2M"],
    ["1000000000000", "1.0e+12"],
    ["0", "0"],
  ])("the volume %s is labelled %s", (volume, label) => {
    const { text } = pictureOf(ladder({ grid: { risk: botRisk(), rungs: [rungRisk(0, { volume })] } }));
    expect(/<\/text><text x="[^"]*" y="[^"]*">([^<]*)</.exec(text)?.[1]).toBe(label);
  });
});

describe("a figure", () => {
  it("of one ladder has its words and its orders", () => {
    const text = laidOut(one(ladder({ upper: "110" }), "bot main/a", "On"));
    expect(text.replace(/<svg[\s\S]*<\/svg>/, "<svg/>")).toMatchInlineSnapshot(`
      "<figure class="aside">
      <svg/><figcaption><b>On.</b> 3 orders from 100 to 80, together 200 USDT. After the last fill: average 87, take profit 88, 10 % away. Liquidated at −99.87 %, before the last safety order (50 % of the volume), and loses its margin of 20, at 85. No new deal opens above 110.</figcaption></figure>
      <details><summary>Order by order</summary>
      <div class="scroll" role="region" aria-label="The orders of one deal" tabindex="0">
      <table role="table" class="stack"><caption><span>The orders of one deal; money in USDT</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader">Order</th>
      <th scope="col" role="columnheader" class="n">Price</th>
      <th scope="col" role="columnheader" class="n">Volume</th>
      <th scope="col" role="columnheader" class="n">Volume so far</th>
      <th scope="col" role="columnheader" class="n">Average</th>
      <th scope="col" role="columnheader" class="n">Take profit</th>
      <th scope="col" role="columnheader" class="n">Liquidation</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader">first</th>
      <td role="cell" class="n" data-name="Price ">100</td>
      <td role="cell" class="n" data-name="Volume ">50</td>
      <td role="cell" class="n" data-name="Volume so far ">50</td>
      <td role="cell" class="n" data-name="Average ">100</td>
      <td role="cell" class="n" data-name="Take profit ">101</td>
      <td role="cell" class="n" data-name="Liquidation ">80.5</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader">#1 <span class="bad">the last one that fills</span></th>
      <td role="cell" class="n" data-name="Price ">90</td>
      <td role="cell" class="n" data-name="Volume ">50</td>
      <td role="cell" class="n" data-name="Volume so far ">100</td>
      <td role="cell" class="n" data-name="Average ">94.5</td>
      <td role="cell" class="n" data-name="Take profit ">95.5</td>
      <td role="cell" class="n" data-name="Liquidation ">85</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader">#2 <span class="bad">never fills</span></th>
      <td role="cell" class="n" data-name="Price ">80</td>
      <td role="cell" class="n" data-name="Volume ">100</td>
      <td role="cell" class="n" data-name="Volume so far ">200</td>
      <td role="cell" class="n" data-name="Average ">87</td>
      <td role="cell" class="n" data-name="Take profit ">88</td>
      <td role="cell" class="n" data-name="Liquidation ">never</td></tr></tbody></table></div></details>"
    `);
  });

  it("of relative prices says so", () => {
    const { text } = one(relative, "x", "On");
    expect(text).toContain(
      "<b>On.</b> 3 orders from 100 to 80, relative to a first fill of 100, together 1 180.5 USDT. After the last fill: average 87, take profit 88, 10 % away. No liquidation at any price. No new deal opens above 110 or below 70 (not drawn: the market&#39;s price is unknown).",
    );
    expect(text).toContain("<span>The orders of one deal; money in USDT, prices from a first fill of 100</span>");
  });

  it("without an order says so", () => {
    expect(one(ladder({ grid: { risk: botRisk(), rungs: [] } }), "x", "On").text).toContain("<b>On.</b> No order.<");
  });

  it.each<[string, Ladder | undefined, Ladder | undefined, readonly string[]]>([
    ["nothing is known", undefined, undefined, []],
    ["there is none after", ladder(), undefined, ["Now, main/a"]],
    ["there was none", undefined, ladder(), ["After, main/a"]],
    ["nothing changes", ladder(), ladder(), ["Unchanged, main/a"]],
    ["a limit changes", ladder(), ladder({ upper: "99" }), ["Now, main/a", "After, main/a"]],
    ["another limit changes", ladder(), ladder({ lower: "81" }), ["Now, main/a", "After, main/a"]],
  ])("where %s", (_, before, after, names) => {
    const text = ladderFigures({ before, after }, "main/a")?.text ?? "";
    expect([...text.matchAll(/<title>Price ladder: (.*?)<\/title>/g)].map(([, name]) => name)).toEqual(names);
    expect(text.startsWith('<div class="pair">')).toBe(names.length === 2);
  });

  it("before and after stand on one scale where prices can be compared, and each on its own where they can't", () => {
    const tall = gridOf();
    const wide = { ...tall, rungs: [...tall.rungs, rungRisk(3, { price: "40", average: "70", takeProfit: "71" })] };
    const topOfFirst = (after: Ladder) =>
      /<rect class="bar" x="64" y="([^"]*)"/.exec(ladderFigures({ before: ladder(), after }, "a")?.text ?? "")?.[1];
    const alone = topOfFirst(ladder({ upper: "5000" }));
    expect(topOfFirst(ladder({ grid: wide }))).not.toBe(alone);
    expect(topOfFirst(ladder({ grid: { ...wide, risk: botRisk({ pair: "USDT-ETH" }) } }))).toBe(alone);
    expect(topOfFirst(ladder({ grid: { ...wide, risk: botRisk({ basis: { kind: "relative" } }) } }))).toBe(alone);
  });
});
