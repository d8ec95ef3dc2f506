// Money on a page: what decides of each asset, a row for each side, pair and bot, and liquidation in words.
import { describe, expect, it } from "vitest";
import type { BotMoney, QuoteRisk } from "../../../../src/model/risk/risk.js";
import { html } from "../../../../src/render/html/markup.js";
import {
  accountMoney,
  botsMoney,
  groupsMoney,
  isWithoutGrid,
  liquidationMarkup,
} from "../../../../src/render/html/money.js";
import { accountRisk, botRisk, laidOut, NASTY, quoteRisk, withoutDeal } from "../facts.js";

const group = (position: string, margin: string) => ({ bots: 1, position, margin, feeReserve: "0" });
const pair = (name: string, position: string) => ({ ...group(position, "1"), pair: name, quote: "USDT" });
const inside = { kind: "inside", loss: "7", after: 1, price: "90", neverPlaced: 1, share: "0.25" } as const;

describe("an account", () => {
  it("is compared with what was, row by row and group by group, those that change first", () => {
    const before = accountRisk({
      quotes: [quoteRisk({ position: "1250", margin: "250", need: "80", walletExposure: "0.05" })],
      sides: [{ ...group("1250", "250"), side: "LONG", quote: "USDT" }],
      pairs: [pair("USDT-BTC", "300"), pair("USDT-ETH", "100")],
    });
    const after = accountRisk({
      quotes: [
        quoteRisk({
          ...{ bots: 3, offRunning: 1, disabled: { ...group("50", "10"), bots: 2 }, need: "150", usable: "100" },
          ...{ isAffordable: false, wallet: "12000", walletExposure: "0.08" },
        }),
      ],
      sides: [{ ...group("1000", "200"), side: "LONG", quote: "USDT" }],
      pairs: [pair("USDT-BTC", "300"), pair("USDT-SOL", "700")],
      unknown: 1,
    });
    expect(laidOut(html`${accountMoney({ before, after })}${groupsMoney({ before, after })}`)).toMatchInlineSnapshot(`
      "<div class="scroll" role="region" aria-label="What decides, USDT" tabindex="0">
      <table class="small"><caption><span>USDT: 2 bots on and 1 off with a running deal, every order filled</span></caption>
      <thead>
      <tr>
      <th scope="col">In USDT</th>
      <th scope="col" class="n">now → after</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row">position at most</th>
      <td class="n"><span class="old">1~250</span> <span class="arrow">→</span> 1~000 <span class="good">−20~%</span> <span class="soft">5~%~→~8~% of a wallet of 12~000</span></td></tr>
      <tr>
      <th scope="row">initial margin</th>
      <td class="n"><span class="old">250</span> <span class="arrow">→</span> 200 <span class="good">−20~%</span> <span class="soft">2 bots, off, would hold 10</span></td></tr>
      <tr>
      <th scope="row">free balance needed</th>
      <td class="n"><span class="old">80</span> <span class="arrow">→</span> 150 <b class="bad">of 100: not enough</b></td></tr></tbody></table></div>
      <p class="warn">1 bot left out of every sum, because settings are missing.</p>
      <p class="soft">Besides, in USDT: about 1.5 for fees; 2 bots, off, would hold 10.</p>
      <details><summary>By side and by pair</summary>
      <div class="scroll" role="region" aria-label="By side and by pair" tabindex="0">
      <table role="table" class="stack"><caption><span>Bots that are on or in a deal, by side and by pair</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader">Side or pair</th>
      <th scope="col" role="columnheader" class="n">Position at most</th>
      <th scope="col" role="columnheader" class="n">Initial margin</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader">LONG, USDT</th>
      <td role="cell" class="n" data-name="Position at most "><b><span class="old">1~250</span> <span class="arrow">→</span> 1~000</b></td>
      <td role="cell" class="n" data-name="Initial margin "><span class="old">250</span> <span class="arrow">→</span> 200</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader">USDT-ETH</th>
      <td role="cell" class="n" data-name="Position at most "><b><span class="old">100</span> <span class="arrow">→</span> 0</b></td>
      <td role="cell" class="n" data-name="Initial margin "><span class="old">1</span> <span class="arrow">→</span> 0</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader">USDT-SOL</th>
      <td role="cell" class="n" data-name="Position at most "><b><span class="old">0</span> <span class="arrow">→</span> 700</b></td>
      <td role="cell" class="n" data-name="Initial margin "><span class="old">0</span> <span class="arrow">→</span> 1</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader">USDT-BTC</th>
      <td role="cell" class="n" data-name="Position at most ">300</td>
      <td role="cell" class="n" data-name="Initial margin ">1</td></tr></tbody></table></div></details>"
    `);
  });

  it("by itself has its figures alone, and what isn't known of its balance", () => {
    expect(laidOut(accountMoney({ after: accountRisk() }))).toMatchInlineSnapshot(`
      "<div class="scroll" role="region" aria-label="What decides, USDT" tabindex="0">
      <table class="small"><caption><span>USDT: 1 bot on, every order filled</span></caption>
      <thead>
      <tr>
      <th scope="col">In USDT</th>
      <th scope="col" class="n">now</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row">position at most</th>
      <td class="n">1~000</td></tr>
      <tr>
      <th scope="row">initial margin</th>
      <td class="n">200</td></tr>
      <tr>
      <th scope="row">free balance needed</th>
      <td class="n">200 <span class="soft">of an unknown balance</span></td></tr></tbody></table></div>"
    `);
  });

  it("whose running deals keep other settings has three moments; where nothing differs then, two", () => {
    const later = (changes: Partial<QuoteRisk>) => ({ quotes: [quoteRisk(changes)], shocks: accountRisk().shocks });
    const of = (changes: Partial<QuoteRisk>) =>
      accountMoney({ before: accountRisk(), after: accountRisk(), later: later(changes) }).text;
    const three = of({ position: "250", margin: "12.5" });
    expect(three).toContain('<th scope="col" role="columnheader" class="n">now → while deals run</th>');
    expect(three).toContain('<th scope="col" role="columnheader" class="n">once deals have closed</th>');
    expect([...three.matchAll(/data-name="once deals have closed ">(.*?)<\/td>/g)].map(([, cell]) => cell)).toEqual([
      "<b>250</b>",
      '<b>12.5</b> <span class="soft">average leverage 5× → 20×</span>',
      '<span class="soft none">not known</span>',
    ]);
    expect(of({ need: "1" })).not.toContain("closed");
    const gone = accountMoney({ before: accountRisk(), after: accountRisk(), later: { quotes: [], shocks: [] } });
    expect(gone.text).toContain("<b>0</b>");
  });

  it("whose margin falls since the leverage rose isn't praised for it", () => {
    const quote = quoteRisk({ margin: "20", usable: "100", isAffordable: true });
    const page = laidOut(accountMoney({ before: accountRisk(), after: accountRisk({ quotes: [quote] }) }));
    expect(page).toContain('<span class="soft">−90~%</span>');
    expect(page).toContain("average leverage 5× → 50×");
    expect(page).not.toContain("good");
  });

  it("on which no bot is on says so, and what is left out", () => {
    const nothing = accountRisk({ quotes: [quoteRisk({ bots: 0 })], unknown: 2 });
    expect(accountMoney({ before: nothing, after: nothing }).text).toBe(
      '<p>No bot is on, so no margin is tied up.</p><p class="warn">2 bots left out of every sum, because settings are missing.</p>',
    );
  });

  it.each<[Partial<QuoteRisk>, boolean]>([
    [{ need: "200", usable: "200", isAffordable: true }, false],
    [{ need: "400", usable: "200", isAffordable: false }, true],
  ])("with %j isn't enough: %s", (changes, isShort) => {
    const { text } = accountMoney({ after: accountRisk({ quotes: [quoteRisk(changes)] }) });
    expect(text).toContain(
      isShort ? '<b class="bad">of 200: not enough</b>' : '<span class="soft">of 200: enough</span>',
    );
  });

  it("lists 200 pairs, and counts the others", () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => pair(`USDT-P${index}`, "5"));
    const text = (count: number) => groupsMoney({ after: accountRisk({ pairs: pairs(count) }) }).text;
    expect(text(200).match(/<th scope="row"[^>]*>USDT-P/g)).toHaveLength(200);
    expect(text(200)).not.toContain("more pairs");
    expect(text(202).match(/<th scope="row"[^>]*>USDT-P/g)).toHaveLength(200);
    expect(text(202)).toContain('<p class="small soft">And 2 more pairs.</p>');
  });
});

describe("bots", () => {
  it("have a row each, those that put most more at risk first", () => {
    const old = botRisk({ position: "412", margin: "82.4", cover: "0.05" });
    const bots: Readonly<Record<string, BotMoney>> = {
      "main/less": withoutDeal({ before: botRisk(), after: botRisk({ position: "400", on: false }) }),
      "main/same": withoutDeal({ before: old, after: old }),
      [`main/new${NASTY}`]: withoutDeal({ before: null, after: botRisk({ liquidation: inside, on: true }) }),
      "main/x": withoutDeal({ before: null, after: { kind: "unknown", lacks: ["leverage", "pairTitle"] } }),
      "main/was": withoutDeal({ before: { kind: "unknown", lacks: ["leverage"] }, after: botRisk({ position: "2" }) }),
      "main/on": withoutDeal({ before: { ...old, on: false }, after: old }),
    };
    expect(laidOut(botsMoney(bots))).toMatchInlineSnapshot(`
      "<div class="scroll" role="region" aria-label="Each changed bot" tabindex="0">
      <table role="table" class="stack"><caption><span>Each changed bot, now → after: its running deals to their end, or its next one, whichever is more</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader">Bot</th>
      <th scope="col" role="columnheader" class="n">Position at most</th>
      <th scope="col" role="columnheader" class="n">Initial margin</th>
      <th scope="col" role="columnheader" class="n">Loss at the grid&#39;s end</th>
      <th scope="col" role="columnheader" class="n">Cover</th>
      <th scope="col" role="columnheader">Liquidation, orders</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/new&lt;x&gt;\\u{1b}&amp;</bdi> <small class="soft">new, on</small></th>
      <td role="cell" class="n" data-name="Position at most ">1~180.5 USDT</td>
      <td role="cell" class="n" data-name="Initial margin ">236.1</td>
      <td role="cell" class="n" data-name="Loss at the grid&#39;s end ">61.25</td>
      <td role="cell" class="n" data-name="Cover ">9~%</td>
      <td role="cell" class="words"><b class="bad">liquidated at −99.86 %, before the last safety order (25 % of the volume), and loses its margin of 177.08</b></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/on</bdi> <small class="soft">off → on</small></th>
      <td role="cell" class="n" data-name="Position at most "><span class="old">0</span> <span class="arrow">→</span> 412 USDT</td>
      <td role="cell" class="n" data-name="Initial margin "><span class="old">0</span> <span class="arrow">→</span> 82.4</td>
      <td role="cell" class="n" data-name="Loss at the grid&#39;s end "><span class="old">0</span> <span class="arrow">→</span> 61.25</td>
      <td role="cell" class="n" data-name="Cover ">5~%</td>
      <td role="cell" class="words">no liquidation at any price</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/was</bdi> <small class="soft">on</small></th>
      <td role="cell" class="n" data-name="Position at most ">2 USDT</td>
      <td role="cell" class="n" data-name="Initial margin ">236.1</td>
      <td role="cell" class="n" data-name="Loss at the grid&#39;s end ">61.25</td>
      <td role="cell" class="n" data-name="Cover ">9~%</td>
      <td role="cell" class="words">no liquidation at any price</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/same</bdi> <small class="soft">on</small></th>
      <td role="cell" class="n" data-name="Position at most ">412 USDT</td>
      <td role="cell" class="n" data-name="Initial margin ">82.4</td>
      <td role="cell" class="n" data-name="Loss at the grid&#39;s end ">61.25</td>
      <td role="cell" class="n" data-name="Cover ">5~%</td>
      <td role="cell" class="words">no liquidation at any price</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/x</bdi> <small class="soft"></small></th>
      <td role="cell" colspan="5"><span class="warn">unknown without leverage, pairTitle</span></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/less</bdi> <small class="soft">on → off</small></th>
      <td role="cell" class="n" data-name="Position at most "><span class="old">1~180.5</span> <span class="arrow">→</span> 0 USDT</td>
      <td role="cell" class="n" data-name="Initial margin "><span class="old">236.1</span> <span class="arrow">→</span> 0</td>
      <td role="cell" class="n" data-name="Loss at the grid&#39;s end ">61.25</td>
      <td role="cell" class="n" data-name="Cover ">9~%</td>
      <td role="cell" class="words">no liquidation at any price</td></tr></tbody></table></div>"
    `);
  });

  it.each([
    [12, "nothing"],
    [13, "<summary>1 more</summary>"],
    [14, "<summary>2 more</summary>"],
  ])("of %d are folded away: %s", (count, more) => {
    const bots = Array.from({ length: count }, (_, index) => [
      `main/b${index}`,
      withoutDeal({ before: null, after: botRisk({ position: String(2000 - index) }) }),
    ]);
    const text = botsMoney(Object.fromEntries(bots))?.text ?? "";
    expect(/<summary>.*?<\/summary>/.exec(text)?.[0] ?? "nothing").toBe(more);
    expect(text.match(/<th scope="row"/g)).toHaveLength(count);
  });

  it("with the same figures share a row", () => {
    const same = withoutDeal({ before: null, after: botRisk() });
    const text = botsMoney({ "main/a": same, "main/b": same })?.text ?? "";
    expect(text.match(/<th scope="row"/g)).toHaveLength(1);
    expect(text).toContain("<bdi>main/a, main/b</bdi>");
  });

  it("that aren't there have no table", () => expect(botsMoney({})).toBeUndefined());
});

it("a liquidation is bad in bold, and what it was stands beside it", () => {
  const bad = botRisk({ liquidation: inside });
  expect(liquidationMarkup(botRisk()).text).toBe("no liquidation at any price");
  const words =
    "liquidated at −99.86 %, before the last safety order (25 % of the volume), and loses its margin of 177.08";
  expect(liquidationMarkup(bad).text).toBe(`<b class="bad">${words}</b>`);
  // No news where it was so before.
  expect(liquidationMarkup(bad, bad).text).toBe(words);
  expect(liquidationMarkup(botRisk(), bad).text).toBe(
    'no liquidation at any price <small class="soft">(now: liquidated at −99.86 %, before the last safety order (25 % of the volume))</small>',
  );
});

it.each([
  ["0", "0", undefined, true],
  ["0.00", "0", { cover: "0", lossAtEnd: "0" }, true],
  ["0", "0", { cover: "0.1", lossAtEnd: "5" }, false],
  ["0.1", "5", undefined, false],
  // A loss is shown, whatever it is of.
  ["0", "5", undefined, false],
])("cover %s and a loss of %s, before %j: no safety orders %s", (cover, lossAtEnd, before, expected) => {
  expect(isWithoutGrid({ cover, lossAtEnd }, before)).toBe(expected);
});
