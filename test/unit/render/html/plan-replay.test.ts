// A plan's replay on its page.
import { describe, expect, it } from "vitest";
import { replayContent } from "../../../../src/render/html/plan-replay.js";
import { laidOut } from "../facts.js";
import { BOT, REPLAY } from "../replayed.js";

describe("a plan's replay on its page", () => {
  it("has wallets, bots, what is left out, deals, caveats and assumptions, what comes from outside made harmless", () => {
    expect(laidOut(replayContent(REPLAY))).toMatchInlineSnapshot(`
      "<p>1 744 candles of 1h, 2025-01-01 00:00 to 2025-02-01 00:00 UTC. It is not a forecast.</p>
      <div class="scroll" role="region" aria-label="Past prices, now and after the plan" tabindex="0">
      <table role="table" class="stack"><caption><span>Past prices, now and after the plan</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader">Bot</th>
      <th scope="col" role="columnheader">Side</th>
      <th scope="col" role="columnheader" class="n">deals</th>
      <th scope="col" role="columnheader" class="n">net</th>
      <th scope="col" role="columnheader" class="n">open</th>
      <th scope="col" role="columnheader" class="n">result</th>
      <th scope="col" role="columnheader" class="n">drawdown</th>
      <th scope="col" role="columnheader" class="n">margin</th>
      <th scope="col" role="columnheader" class="n">longest</th>
      <th scope="col" role="columnheader" class="n">liq.</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>wallet, USDT</bdi></th>
      <td role="cell" data-name="Side ">now (1 bot)</td>
      <td role="cell" class="n" data-name="deals ">44</td>
      <td role="cell" class="n" data-name="net ">137.22</td>
      <td role="cell" class="n" data-name="open ">-28.08</td>
      <td role="cell" class="n" data-name="result ">109.14</td>
      <td role="cell" class="n" data-name="drawdown ">111.92</td>
      <td role="cell" class="n" data-name="margin ">206.00</td>
      <td role="cell" class="n" data-name="longest ">11d</td>
      <td role="cell" class="n" data-name="liq. ">1</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>wallet, USDT</bdi></th>
      <td role="cell" data-name="Side ">after (2 bots)</td>
      <td role="cell" class="n" data-name="deals ">45</td>
      <td role="cell" class="n" data-name="net ">100.65</td>
      <td role="cell" class="n" data-name="open ">-19.08</td>
      <td role="cell" class="n" data-name="result ">81.57</td>
      <td role="cell" class="n" data-name="drawdown ">56.32</td>
      <td role="cell" class="n" data-name="margin ">206.00</td>
      <td role="cell" class="n" data-name="longest ">3d~13h</td>
      <td role="cell" class="n" data-name="liq. ">0</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>wallet, USDT</bdi></th>
      <td role="cell" data-name="Side ">change</td>
      <td role="cell" class="n" data-name="deals ">+1</td>
      <td role="cell" class="n" data-name="net ">-36.57</td>
      <td role="cell" class="n" data-name="open ">+9.00</td>
      <td role="cell" class="n" data-name="result "><b class="bad">-27.57</b></td>
      <td role="cell" class="n" data-name="drawdown ">-55.60</td>
      <td role="cell" class="n" data-name="margin ">0.00</td>
      <td role="cell" class="n" data-name="longest ">-7d~11h</td>
      <td role="cell" class="n" data-name="liq. ">-1</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>demo/&lt;x&gt;\\u{1b}&amp;</bdi></th>
      <td role="cell" data-name="Side ">now</td>
      <td role="cell" class="n" data-name="deals ">44</td>
      <td role="cell" class="n" data-name="net ">137.22</td>
      <td role="cell" class="n" data-name="open ">-28.08</td>
      <td role="cell" class="n" data-name="result ">109.14</td>
      <td role="cell" class="n" data-name="drawdown ">111.92</td>
      <td role="cell" class="n" data-name="margin ">206.00</td>
      <td role="cell" class="n" data-name="longest ">11d</td>
      <td role="cell" class="n" data-name="liq. ">1</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>demo/&lt;x&gt;\\u{1b}&amp;</bdi></th>
      <td role="cell" data-name="Side ">after</td>
      <td role="cell" class="n" data-name="deals ">45</td>
      <td role="cell" class="n" data-name="net ">100.65</td>
      <td role="cell" class="n" data-name="open ">-19.08</td>
      <td role="cell" class="n" data-name="result ">81.57</td>
      <td role="cell" class="n" data-name="drawdown ">56.32</td>
      <td role="cell" class="n" data-name="margin ">206.00</td>
      <td role="cell" class="n" data-name="longest ">3d~13h</td>
      <td role="cell" class="n" data-name="liq. ">0</td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>demo/&lt;x&gt;\\u{1b}&amp;</bdi></th>
      <td role="cell" data-name="Side ">change</td>
      <td role="cell" class="n" data-name="deals ">+1</td>
      <td role="cell" class="n" data-name="net ">-36.57</td>
      <td role="cell" class="n" data-name="open ">+9.00</td>
      <td role="cell" class="n" data-name="result "><b class="bad">-27.57</b></td>
      <td role="cell" class="n" data-name="drawdown ">-55.60</td>
      <td role="cell" class="n" data-name="margin ">0.00</td>
      <td role="cell" class="n" data-name="longest ">-7d~11h</td>
      <td role="cell" class="n" data-name="liq. ">-1</td></tr></tbody></table></div>
      <ul class="small">
      <li><bdi>The plan leaves these bots alone, and they come to something else since they share the wallet: demo/other.</bdi></li></ul>
      <p class="small"><b class="warn">Not replayed, on neither side:</b></p>
      <ul class="small">
      <li><bdi>demo/eth, demo/&lt;x&gt;\\u{1b}&amp;2: no prices of USDT-ETH were given</bdi></li></ul>
      <p class="small"><b>Deals that differ:</b></p>
      <ul class="small">
      <li><bdi>demo/&lt;x&gt;\\u{1b}&amp;: 10 deals with the same opening and end, 1 with the same opening and another end, 20 only now</bdi>
      <ul class="small">
      <li><bdi>opens 2025-01-02 13:20; now: liquidated 2025-01-02 14:20, net -12.50; after: still open at the end</bdi></li>
      <li><bdi>opens 2025-01-02 14:20; now: take profit 2025-01-02 15:20, net 3.21; after: no deal</bdi></li></ul></li></ul>
      <p class="small"><b>Read it with care:</b></p>
      <ul class="small">
      <li><bdi>Mind &lt;x&gt;\\u{1b}&amp;.</bdi></li></ul>
      <details><summary>What every replay rests on</summary>
      <ul class="small">
      <li><bdi>Fees are paid.</bdi></li></ul></details>"
    `);
  });

  it("has rows of sixty bots, and counts the others", () => {
    const bots = Array.from({ length: 62 }, (_, index) => ({ ...BOT, address: `demo/b${index}`, deals: null }));
    const { text } = replayContent({ ...REPLAY, bots });
    expect(text.match(/demo\/b\d+/g)?.length).toBe(60 * 3);
    expect(text).toContain("And 2 more bots, whose results change less.");
    expect(text).not.toContain("Deals that differ");
  });

  it("says why there is none", () => {
    const none = { replayed: false, why: "the plan changes no bot", leftOut: [] } as const;
    expect(laidOut(replayContent(none))).toContain("Not replayed: <bdi>the plan changes no bot</bdi>.");
  });
});
