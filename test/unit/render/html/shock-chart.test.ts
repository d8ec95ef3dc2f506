// What a move of all prices does, as a picture to the pixel, in words, and as a table.
import { describe, expect, it } from "vitest";
import type { ShockRisk } from "../../../../src/model/risk/risk.js";
import { shockFigure } from "../../../../src/render/html/shock-chart.js";
import { quotesMoney } from "../../../../src/render/money-facts.js";
import { accountRisk, laidOut, shockRisk } from "../facts.js";

function figure(after: readonly ShockRisk[], before?: readonly ShockRisk[]) {
  const old = before === undefined ? undefined : accountRisk({ shocks: before });
  const [quote] = quotesMoney(old, accountRisk({ shocks: after }));
  return quote === undefined ? undefined : shockFigure(quote);
}

const AFTER = [
  shockRisk("-0.2", { margin: "300", loss: "-120.5", equity: "879.5", liquidated: 2, isCrossLiquidated: true }),
  shockRisk("0", { margin: "200", loss: "0", equity: "1000" }),
  shockRisk("0.2", { margin: "200", loss: "0", equity: "1000", isCrossLiquidated: null }),
];

describe("a shock", () => {
  it("is drawn with margin and equity, and what was dashed", () => {
    const before = [
      shockRisk("-0.2", { margin: "100", loss: "-50", equity: "950" }),
      shockRisk("0", { margin: "200", loss: "0", equity: "1000" }),
    ];
    expect(laidOut(figure(AFTER, before))).toMatchInlineSnapshot(`
      "<div class="pair">
      <figure>
      <svg viewBox="0 0 380 212" role="img" class="shock"><title>Price shock, USDT</title>
      <desc>−20 %: margin 300, equity 879.5, 2 isolated liquidated, all cross positions liquidated. +0 %: margin 200, equity 1~000. +20 %: margin 200, equity 1~000.</desc>
      <path class="axis" d="M52,14V190M52,190H318"/>
      <text class="soft" text-anchor="end" x="47" y="193.6">0</text>
      <text class="soft" text-anchor="end" x="47" y="17.6">1~000</text>
      <polyline class="line faint avg" points="52,172.4 185,154.8"/>
      <polyline class="line faint tp" points="52,22.8 185,14"/>
      <polyline class="line avg" points="52,137.2 185,154.8 318,154.8"/>
      <polyline class="line tp" points="52,35.2 185,14 318,14"/>
      <path class="end" d="M49,182l6,6m0,-6l-6,6"/>
      <text class="soft" text-anchor="middle" x="52" y="206">−20</text>
      <text class="soft" text-anchor="middle" x="185" y="206">+0</text>
      <text class="soft" text-anchor="middle" x="318" y="206">+20</text>
      <text class="soft" text-anchor="end" x="378" y="206">%</text>
      <text class="tp" x="325" y="17.6">equity</text>
      <text class="avg" x="325" y="158.4">margin</text>
      </svg><figcaption>All prices move at once while every bot that is on is in a deal: the margin tied up, and the equity, in USDT. Dashed: now. × marks a liquidation.</figcaption></figure>
      <div class="scroll" role="region" aria-label="A move of all prices, USDT" tabindex="0">
      <table><caption><span>A move of all prices, USDT</span></caption>
      <thead>
      <tr>
      <th scope="col" class="n">Move</th>
      <th scope="col" class="n">Margin</th>
      <th scope="col" class="n">Equity</th>
      <th scope="col">Liquidated</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row" class="n">−20 %</th>
      <td class="n"><span class="old">100</span> <span class="arrow">→</span> 300</td>
      <td class="n"><span class="old">950</span> <span class="arrow">→</span> 879.5</td>
      <td class="words"><b class="bad">2 isolated liquidated, all cross positions liquidated</b></td></tr>
      <tr>
      <th scope="row" class="n">+0 %</th>
      <td class="n">200</td>
      <td class="n">1~000</td>
      <td class="words">–</td></tr>
      <tr>
      <th scope="row" class="n">+20 %</th>
      <td class="n">200</td>
      <td class="n">1~000</td>
      <td class="words">cross: unknown</td></tr></tbody></table></div></div>"
    `);
  });

  it("leaves room for what was more before", () => {
    const before = [shockRisk("-0.2", { margin: "500", equity: "2000" }), shockRisk("0", { equity: "1500" })];
    const text = laidOut(figure(AFTER, before)) ?? "";
    expect(text.match(/y="17.6">[^<]*|class="line [^/]*/g)).toEqual([
      'y="17.6">2~000',
      'class="line faint avg" points="52,146 185,181.2"',
      'class="line faint tp" points="52,14 185,58"',
      'class="line avg" points="52,163.6 185,172.4 318,172.4"',
      'class="line tp" points="52,112.6 185,102 318,102"',
    ]);
  });

  it("without a balance is drawn with the loss", () => {
    const shocks = [shockRisk("-0.1", { margin: "100", loss: "-5000.75", liquidated: 1 }), shockRisk("0.1")];
    expect(laidOut(figure(shocks))).toMatchInlineSnapshot(`
      "<div class="pair">
      <figure>
      <svg viewBox="0 0 380 212" role="img" class="shock"><title>Price shock, USDT</title>
      <desc>−10 %: margin 100, loss -5~000.75, 1 isolated liquidated. +10 %: margin 100, loss 0.</desc>
      <path class="axis" d="M52,14V190M52,17.5H318"/>
      <text class="soft" text-anchor="end" x="47" y="193.6">-5~000</text>
      <text class="soft" text-anchor="end" x="47" y="17.6">100</text>
      <polyline class="line avg" points="52,14 318,14"/>
      <polyline class="line tp" points="52,190 318,17.5"/>
      <path class="end" d="M49,182l6,6m0,-6l-6,6"/>
      <text class="soft" text-anchor="middle" x="52" y="206">−10</text>
      <text class="soft" text-anchor="middle" x="318" y="206">+10</text>
      <text class="soft" text-anchor="end" x="378" y="206">%</text>
      <text class="avg" x="325" y="17.6">margin</text>
      <text class="tp" x="325" y="30.6">loss</text>
      </svg><figcaption>All prices move at once while every bot that is on is in a deal: the margin tied up, and the loss (the balance is unknown), in USDT. × marks a liquidation.</figcaption></figure>
      <div class="scroll" role="region" aria-label="A move of all prices, USDT" tabindex="0">
      <table><caption><span>A move of all prices, USDT</span></caption>
      <thead>
      <tr>
      <th scope="col" class="n">Move</th>
      <th scope="col" class="n">Margin</th>
      <th scope="col" class="n">Loss</th>
      <th scope="col">Liquidated</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row" class="n">−10 %</th>
      <td class="n">100</td>
      <td class="n">-5~000.75</td>
      <td class="words"><b class="bad">1 isolated liquidated</b></td></tr>
      <tr>
      <th scope="row" class="n">+10 %</th>
      <td class="n">100</td>
      <td class="n">0</td>
      <td class="words">–</td></tr></tbody></table></div></div>"
    `);
  });

  it("is drawn with the loss, too, where only what was before is known", () => {
    const before = [shockRisk("0", { equity: null })];
    expect(figure(AFTER, before)?.text).toContain("the loss (the balance is unknown)");
  });

  it.each<[string, readonly ShockRisk[], boolean]>([
    ["there is none", [], false],
    ["no move costs anything", [shockRisk("-0.1", { margin: "0", loss: "0" })], false],
    ["margin is tied up", [shockRisk("-0.1", { margin: "1", loss: "0" })], true],
    ["something is lost", [shockRisk("-0.1", { margin: "0", loss: "-1" })], true],
  ])("where %s", (_, shocks, isDrawn) => expect(figure(shocks) !== undefined).toBe(isDrawn));
});
