// The money section of a page: tiles of each asset, a row for each side, pair and bot, and liquidation in words.
import { describe, expect, it } from "vitest";
import type { BotMoney, QuoteRisk } from "../../../../src/model/risk/risk.js";
import { accountMoney, botsMoney, liquidationMarkup } from "../../../../src/render/html/money.js";
import { accountRisk, botRisk, laidOut, NASTY, quoteRisk, withoutDeal } from "../facts.js";

const group = (position: string, margin: string) => ({ bots: 1, position, margin, feeReserve: "0" });
const pair = (name: string, position: string) => ({ ...group(position, "1"), pair: name, quote: "USDT" });
const inside = { kind: "inside", loss: "7", after: 1, price: "90", neverPlaced: 1, share: "0.25" } as const;

describe("an account", () => {
  it("is compared with what was, tile by tile and group by group, those that change first", () => {
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
    expect(laidOut(accountMoney(before, after))).toMatchInlineSnapshot(`
      "<ul class="tiles wide">
      <li>
      <div class="label">Position at most, USDT</div>
      <div class="figure"><span class="old">1~250</span> <span class="arrow">→</span> 1~000 <span class="delta good">−250</span></div>
      <div class="small soft">2 bots on and 1 off with a running deal, every order filled; 2 more bots, off, would hold 10</div></li>
      <li>
      <div class="label">Margin to hold, USDT</div>
      <div class="figure"><span class="old">250</span> <span class="arrow">→</span> 200 <span class="delta good">−50</span></div>
      <div class="small soft">about 1.5 more for fees</div></li>
      <li>
      <div class="label">Needed of the free balance, USDT</div>
      <div class="figure"><span class="old">80</span> <span class="arrow">→</span> 150</div>
      <svg viewBox="0 0 200 8" aria-hidden="true" class="needed">
      <rect class="free" width="133.3" height="8"/>
      <rect class="need over" y="2" width="200" height="4"/></svg>
      <div class="small">of 100: <b class="bad">not enough</b></div></li>
      <li>
      <div class="label">Wallet exposure, USDT</div>
      <div class="figure"><span class="old">5~%</span> <span class="arrow">→</span> 8~%</div>
      <div class="small soft">position at most against the wallet&#39;s 12~000</div></li>
      </ul>
      <p class="warn">1 bot left out of every sum, because settings are missing.</p>
      <details><summary>By side and by pair</summary>
      <div class="scroll" role="region" aria-label="By side and by pair" tabindex="0">
      <table><caption><span>Bots that are on, by side and by pair</span></caption>
      <thead>
      <tr>
      <th scope="col">Side or pair</th>
      <th scope="col" class="n">Position at most</th>
      <th scope="col" class="n">Margin to hold</th></tr></thead>
      <tbody>
      <tr class="changed">
      <th scope="row">LONG, USDT</th>
      <td class="n"><span class="old">1~250</span> <span class="arrow">→</span> 1~000</td>
      <td class="n"><span class="old">250</span> <span class="arrow">→</span> 200</td></tr>
      <tr class="changed">
      <th scope="row">USDT-ETH</th>
      <td class="n"><span class="old">100</span> <span class="arrow">→</span> 0</td>
      <td class="n"><span class="old">1</span> <span class="arrow">→</span> 0</td></tr>
      <tr class="changed">
      <th scope="row">USDT-SOL</th>
      <td class="n"><span class="old">0</span> <span class="arrow">→</span> 700</td>
      <td class="n"><span class="old">0</span> <span class="arrow">→</span> 1</td></tr>
      <tr>
      <th scope="row">USDT-BTC</th>
      <td class="n">300</td>
      <td class="n">1</td></tr></tbody></table></div></details>"
    `);
  });

  it("by itself has its figures alone, and what isn't known of its balance", () => {
    expect(laidOut(accountMoney(undefined, accountRisk()))).toMatchInlineSnapshot(`
      "<ul class="tiles wide">
      <li>
      <div class="label">Position at most, USDT</div>
      <div class="figure">1~000</div>
      <div class="small soft">1 bot on, every order filled</div></li>
      <li>
      <div class="label">Margin to hold, USDT</div>
      <div class="figure">200</div>
      <div class="small soft">about 1.5 more for fees</div></li>
      <li>
      <div class="label">Needed of the free balance, USDT</div>
      <div class="figure">200</div>
      <div class="small warn">of an unknown balance</div></li>
      <li>
      <div class="label">Wallet exposure, USDT</div>
      <div class="figure">unknown</div>
      <div class="small warn">without the balance</div></li>
      </ul>"
    `);
  });

  it("whose margin falls since the leverage rose isn't praised for it", () => {
    const quote = quoteRisk({ margin: "20", usable: "100", isAffordable: true });
    const page = laidOut(accountMoney(accountRisk(), accountRisk({ quotes: [quote] })));
    expect(page).toContain('<span class="delta soft">−180</span>');
    expect(page).toContain("average leverage 5× → 50×");
    expect(page).not.toContain("good");
  });

  it("on which no bot is on says so, and what is left out", () => {
    const nothing = accountRisk({ quotes: [quoteRisk({ bots: 0 })], unknown: 2 });
    expect(accountMoney(nothing, nothing).text).toBe(
      '<p>No bot is on, so no margin is tied up.</p><p class="warn">2 bots left out of every sum, because settings are missing.</p>',
    );
  });

  it.each<[Partial<QuoteRisk>, string, string, boolean, string]>([
    [{ need: "50", usable: "200", isAffordable: true }, "200", "50", false, '<b class="good">enough</b>'],
    [{ need: "200", usable: "200", isAffordable: true }, "200", "200", false, '<b class="good">enough</b>'],
    [{ need: "400", usable: "100", isAffordable: false }, "50", "200", true, '<b class="bad">not enough</b>'],
    [{ need: "0", usable: "0", isAffordable: true }, "0", "0", false, '<b class="good">enough</b>'],
  ])("with %j draws %s free and %s needed, over %s", (changes, free, need, isOver, words) => {
    const { text } = accountMoney(undefined, accountRisk({ quotes: [quoteRisk(changes)] }));
    expect(text).toContain(
      `<rect class="free" width="${free}" height="8"/><rect class="need${isOver ? " over" : ""}" y="2" width="${need}" height="4"/></svg><div class="small">of ${changes.usable}: ${words}</div>`,
    );
  });

  it("lists 200 pairs, and counts the others", () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => pair(`USDT-P${index}`, "5"));
    const text = (count: number) => accountMoney(undefined, accountRisk({ pairs: pairs(count) })).text;
    expect(text(200).match(/<tr><th scope="row">USDT-P/g)).toHaveLength(200);
    expect(text(200)).not.toContain("more pairs");
    expect(text(202).match(/<tr><th scope="row">USDT-P/g)).toHaveLength(200);
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
      <table class="wide"><caption><span>Each changed bot, now → after: its running deals to their end, or its next one, whichever is more</span></caption>
      <thead>
      <tr>
      <th scope="col">Bot</th>
      <th scope="col">Switch</th>
      <th scope="col" class="n">Position grows by</th>
      <th scope="col" class="n">Position at most</th>
      <th scope="col" class="n">Margin to hold</th>
      <th scope="col" class="n">Cover</th>
      <th scope="col">Liquidation</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row"><bdi>main/new&lt;x&gt;\\u{1b}&amp;</bdi></th>
      <td class="switch">new, on</td>
      <td class="n warn">+1~180.5</td>
      <td class="n">1~180.5 USDT</td>
      <td class="n">236.1</td>
      <td class="n">9~%</td>
      <td class="words"><b class="bad">liquidated before the last safety order (25 % of the volume)</b></td></tr>
      <tr>
      <th scope="row"><bdi>main/on</bdi></th>
      <td class="switch">off → on</td>
      <td class="n warn">+412</td>
      <td class="n"><span class="old">0</span> <span class="arrow">→</span> 412 USDT</td>
      <td class="n"><span class="old">0</span> <span class="arrow">→</span> 82.4</td>
      <td class="n">5~%</td>
      <td class="words">no liquidation within reach</td></tr>
      <tr>
      <th scope="row"><bdi>main/was</bdi></th>
      <td class="switch">on</td>
      <td class="n warn">+2</td>
      <td class="n">2 USDT</td>
      <td class="n">236.1</td>
      <td class="n">9~%</td>
      <td class="words">no liquidation within reach</td></tr>
      <tr>
      <th scope="row"><bdi>main/same</bdi></th>
      <td class="switch">on</td>
      <td class="n soft">±0</td>
      <td class="n">412 USDT</td>
      <td class="n">82.4</td>
      <td class="n">5~%</td>
      <td class="words">no liquidation within reach</td></tr>
      <tr>
      <th scope="row"><bdi>main/x</bdi></th>
      <td colspan="6" class="warn">unknown without leverage, pairTitle</td></tr>
      <tr>
      <th scope="row"><bdi>main/less</bdi></th>
      <td class="switch">on → off</td>
      <td class="n good">−1~180.5</td>
      <td class="n"><span class="old">1~180.5</span> <span class="arrow">→</span> 0 USDT</td>
      <td class="n"><span class="old">236.1</span> <span class="arrow">→</span> 0</td>
      <td class="n">9~%</td>
      <td class="words">no liquidation within reach</td></tr></tbody></table></div>"
    `);
  });

  it.each([
    [12, "nothing"],
    [13, "<summary>1 more</summary>"],
    [14, "<summary>2 more</summary>"],
  ])("of %d are folded away: %s", (count, more) => {
    const bots = Array.from({ length: count }, (_, index) => [
      `main/b${index}`,
      withoutDeal({ before: null, after: botRisk() }),
    ]);
    const text = botsMoney(Object.fromEntries(bots))?.text ?? "";
    expect(/<summary>.*?<\/summary>/.exec(text)?.[0] ?? "nothing").toBe(more);
    expect(text.match(/<tr><th scope="row">/g)).toHaveLength(count);
  });

  it("that aren't there have no table", () => expect(botsMoney({})).toBeUndefined());
});

it("a liquidation is bad in bold, and what it was stands beside it", () => {
  const bad = botRisk({ liquidation: inside });
  expect(liquidationMarkup(botRisk()).text).toBe("no liquidation within reach");
  expect(liquidationMarkup(bad, bad).text).toBe(
    '<b class="bad">liquidated before the last safety order (25 % of the volume)</b>',
  );
  expect(liquidationMarkup(botRisk(), bad).text).toBe(
    'no liquidation within reach <small class="soft">(now: liquidated before the last safety order (25 % of the volume))</small>',
  );
});
