// What a move of all prices does, as a picture to the pixel, in words, and as a table.
import { describe, expect, it } from "vitest";
import type { ShockRisk } from "../../../../src/model/risk/risk.js";
import { shockFigure } from "../../../../src/render/html/shock-chart.js";
import { quotesMoney } from "../../../../src/render/money-facts.js";
import { accountRisk, laidOut, shockRisk } from "../facts.js";

function figure(after: readonly ShockRisk[], before?: readonly ShockRisk[]) {
  const old = before === undefined ? undefined : accountRisk({ shocks: before });
  const [quote] = quotesMoney({ before: old, after: accountRisk({ shocks: after }) });
  return quote === undefined ? undefined : shockFigure(quote);
}

const AFTER = [
  shockRisk("-0.2", { margin: "300", loss: "-120.5", equity: "879.5", liquidated: 2, isCrossLiquidated: true }),
  shockRisk("0", { margin: "200", loss: "0", equity: "1000" }),
  shockRisk("0.2", { margin: "200", loss: "0", equity: "1000", isCrossLiquidated: null }),
];

describe("a shock", () => {
  it("has moves as far from each other as the prices are, and no label over another", () => {
    const moves = ["-0.5", "-0.1", "-0.09", "0", "0.5"];
    const drawn = laidOut(
      figure(moves.map((by, at) => shockRisk(by, { loss: String(-at), margin: "1", equity: "9" }))),
    );
    const points = /class="line liq" points="([^"]*)"/.exec(drawn)?.[1] ?? "";
    expect(points.split(" ").map((point) => point.split(",")[0])).toEqual(["52", "158.4", "161.1", "185", "318"]);
    expect(
      [...drawn.matchAll(/middle" x="([^"]*)" y="206">([^<]*)</g)].map(([, x, label]) => `${label} at ${x}`),
    ).toEqual([...["−50 at 52", "−10 at 158.4", "+0 at 185", "+50 at 318"]]);
  });

  it("of nothing loses nothing, so that the line doesn't sink before it", () => {
    const drawn = laidOut(
      figure([
        shockRisk("-0.05", { loss: "-6.5", margin: "1", equity: "9" }),
        shockRisk("0.05", { loss: "0", margin: "1", equity: "9" }),
      ]),
    );
    expect(/class="line liq" points="([^"]*)"/.exec(drawn)?.[1]).toBe("52,190 185,14 318,14");
  });

  it("is drawn with the loss, and what was dashed", () => {
    const before = [
      shockRisk("-0.2", { margin: "100", loss: "-50", equity: "950" }),
      shockRisk("0", { margin: "200", loss: "0", equity: "1000" }),
    ];
    expect(laidOut(figure(AFTER, before))).toMatchInlineSnapshot(`
      "<div class="pair">
      <figure>
      <svg viewBox="0 0 380 212" role="img" class="shock"><title>Price shock, USDT</title>
      <desc>−20 %: loss 120.5, margin 300, 2 isolated liquidated, all cross positions liquidated. +0 %: loss 0, margin 200. +20 %: loss 0, margin 200.</desc>
      <path class="axis" d="M52,14V190M52,14H318"/>
      <text class="soft" text-anchor="end" x="47" y="193.6">−121</text>
      <text class="soft" text-anchor="end" x="47" y="17.6">0</text>
      <polyline class="line faint liq" points="52,87 185,14"/>
      <polyline class="line liq" points="52,190 185,14 318,14"/>
      <path class="end" d="M49,187l6,6m0,-6l-6,6"/>
      <text class="soft" text-anchor="middle" x="52" y="206">−20</text>
      <text class="soft" text-anchor="middle" x="185" y="206">+0</text>
      <text class="soft" text-anchor="middle" x="318" y="206">+20</text>
      <text class="soft" text-anchor="end" x="378" y="206">%</text>
      </svg><figcaption>All prices move at once while every bot that is on is in a deal: what is lost, in USDT. Dashed: now. × marks a liquidation.</figcaption></figure>
      <div class="scroll" role="region" aria-label="A move of all prices, USDT" tabindex="0">
      <table role="table" class="stack"><caption><span>A move of all prices, USDT</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader" class="n">Move</th>
      <th scope="col" role="columnheader" class="n">Loss</th>
      <th scope="col" role="columnheader" class="n">Margin</th>
      <th scope="col" role="columnheader">Liquidated</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader" class="n">−20 %</th>
      <td role="cell" class="n" data-name="Loss "><span class="old">50</span> <span class="arrow">→</span> 120.5</td>
      <td role="cell" class="n" data-name="Margin "><span class="old">100</span> <span class="arrow">→</span> 300</td>
      <td role="cell" class="words"><b class="bad">0 → 2 isolated liquidated, all cross positions liquidated (now: none)</b></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader" class="n">+0 %</th>
      <td role="cell" class="n" data-name="Loss ">0</td>
      <td role="cell" class="n" data-name="Margin ">200</td>
      <td role="cell" class="words">none liquidated</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader" class="n">+20 %</th>
      <td role="cell" class="n" data-name="Loss ">0</td>
      <td role="cell" class="n" data-name="Margin ">200</td>
      <td role="cell" class="words">cross: unknown</td></tr></tbody></table></div></div>"
    `);
  });

  it("leaves room for what was more before", () => {
    const before = [shockRisk("-0.2", { loss: "-500" }), shockRisk("0", { loss: "-250" })];
    const text = laidOut(figure(AFTER, before)) ?? "";
    expect(text.match(/>−\d{3}|class="line [^/]*/g)).toEqual([
      ">−500",
      'class="line faint liq" points="52,190 185,102"',
      'class="line liq" points="52,56.4 185,14 318,14"',
    ]);
  });

  it("without a balance is the same", () => {
    const shocks = [shockRisk("-0.1", { margin: "100", loss: "-5000.75", liquidated: 1 }), shockRisk("0.1")];
    expect(laidOut(figure(shocks))).toMatchInlineSnapshot(`
      "<div class="pair">
      <figure>
      <svg viewBox="0 0 380 212" role="img" class="shock"><title>Price shock, USDT</title>
      <desc>−10 %: loss 5~000.75, margin 100, 1 isolated liquidated. +10 %: loss 0, margin 100.</desc>
      <path class="axis" d="M52,14V190M52,14H318"/>
      <text class="soft" text-anchor="end" x="47" y="193.6">−5~001</text>
      <text class="soft" text-anchor="end" x="47" y="17.6">0</text>
      <polyline class="line liq" points="52,190 185,14 318,14"/>
      <path class="end" d="M49,187l6,6m0,-6l-6,6"/>
      <text class="soft" text-anchor="middle" x="52" y="206">−10</text>
      <text class="soft" text-anchor="middle" x="318" y="206">+10</text>
      <text class="soft" text-anchor="end" x="378" y="206">%</text>
      </svg><figcaption>All prices move at once while every bot that is on is in a deal: what is lost, in USDT. × marks a liquidation.</figcaption></figure>
      <div class="scroll" role="region" aria-label="A move of all prices, USDT" tabindex="0">
      <table role="table" class="stack"><caption><span>A move of all prices, USDT</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader" class="n">Move</th>
      <th scope="col" role="columnheader" class="n">Loss</th>
      <th scope="col" role="columnheader" class="n">Margin</th>
      <th scope="col" role="columnheader">Liquidated</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader" class="n">−10 %</th>
      <td role="cell" class="n" data-name="Loss ">5~000.75</td>
      <td role="cell" class="n" data-name="Margin ">100</td>
      <td role="cell" class="words"><b class="bad">1 isolated liquidated</b></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader" class="n">+10 %</th>
      <td role="cell" class="n" data-name="Loss ">0</td>
      <td role="cell" class="n" data-name="Margin ">100</td>
      <td role="cell" class="words">none liquidated</td></tr></tbody></table></div></div>"
    `);
  });

  it("that costs nothing has no picture: a line along the axis says nothing", () => {
    const text = figure([shockRisk("-0.1", { margin: "1", loss: "0" })])?.text ?? "";
    expect([text.includes("<svg"), text.includes("<table")]).toEqual([false, true]);
  });

  it.each<[readonly [number, boolean | null], readonly [number, boolean | null], string]>([
    [[2, true], [2, true], "2 isolated liquidated, all cross positions liquidated (now, too)"],
    [[2, true], [3, true], '<b class="bad">2 → 3 isolated liquidated, all cross positions liquidated (now, too)</b>'],
    [[2, null], [2, null], "2 isolated liquidated"],
    [[3, true], [2, true], "3 → 2 isolated liquidated, all cross positions liquidated (now, too)"],
    [[2, false], [2, true], '<b class="bad">2 isolated liquidated, all cross positions liquidated (now: none)</b>'],
    [[0, true], [0, false], "cross positions no more liquidated"],
  ])("that liquidated %j and now %j says so in bad where that is more: %s", (was, is, words) => {
    const shock = ([liquidated, isCrossLiquidated]: typeof was) =>
      shockRisk("-0.2", { loss: "-5", liquidated, isCrossLiquidated });
    expect(/<td[^>]* class="words">(.*?)<\/td>/.exec(figure([shock(is)], [shock(was)])?.text ?? "")?.[1]).toBe(words);
  });

  it.each<[string, readonly ShockRisk[], boolean]>([
    ["there is none", [], false],
    ["no move costs anything", [shockRisk("-0.1", { margin: "0", loss: "0" })], false],
    ["one of the moves costs nothing", [shockRisk("-0.1", { loss: "-1" }), shockRisk("0", { margin: "0" })], true],
    ["margin is tied up", [shockRisk("-0.1", { margin: "1", loss: "0" })], true],
    ["something is lost", [shockRisk("-0.1", { margin: "0", loss: "-1" })], true],
  ])("where %s", (_, shocks, isDrawn) => expect(figure(shocks) !== undefined).toBe(isDrawn));
});
