// The steps on a page: each bot with what is done and why, its settings, its money and what a deal keeps.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { LadderPair } from "../../../../src/model/risk/ladder.js";
import { anchorsOf, botSteps, drawnAddresses } from "../../../../src/render/html/steps.js";
import { outlineOf } from "../../../../src/render/plan-facts.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { botRisk, gridOf, laidOut, moneyOf, variedPlan } from "../facts.js";

const stepsOf = (plan: Plan, ladders: Readonly<Record<string, LadderPair>> = {}) =>
  botSteps(outlineOf(plan), ladders, 3).text;
const many = (count: number, isAlike = false) => {
  const keys = Array.from({ length: count }, (_, index) => `b${index}`);
  const bots = keys.map((key, index) => plannedBot(key, live(index + 1, key)));
  const all = keys.map((key) => ({ ...step("turn-off", key), reason: isAlike ? "one reason" : `its own, ${key}` }));
  return planOf(bots, all);
};

describe("steps", () => {
  it("show every bot with its settings, and the figures of those that have some", () => {
    const money = moneyOf({
      bots: {
        "main/btc": { before: botRisk({ position: "412", cover: "0.05" }), after: botRisk() },
        "main/new": { before: null, after: { kind: "unknown", lacks: ["leverage"] } },
      },
    });
    expect(laidOut(botSteps(outlineOf(variedPlan({ money })), {}, 4))).toMatchInlineSnapshot(`
      "<p class="soft">Bots whose risk grows most come first.</p>
      <article class="bot">
      <h4 id="bots-1"><bdi>main/btc</bdi></h4>
      <p class="meta"><span class="pill warn">update</span>“<bdi>BTC dip</bdi>” · bot 2 · <bdi>Main</bdi></p>
      <p><b>update</b></p>
      <div class="scroll" role="region" aria-label="Changed settings of main/btc" tabindex="0">
      <table><caption><span>Changed settings</span></caption>
      <thead>
      <tr>
      <th scope="col">Setting</th>
      <th scope="col">Now</th>
      <th scope="col">After</th></tr></thead>
      <tbody>
      <tr>
      <th scope="row">leverage</th>
      <td class="old"><bdi>5</bdi></td>
      <td><b><bdi>10</bdi></b></td></tr>
      <tr>
      <th scope="row">percentTakeProfit</th>
      <td class="old"><bdi>off</bdi></td>
      <td><b><bdi>1.5</bdi></b></td></tr></tbody></table></div>
      <p class="warn"><bdi>a deal of it runs</bdi></p>
      <dl class="figures">
      <div><dt>Position at most, USDT</dt><dd><span class="old">412</span> <span class="arrow">→</span> 1~180.5</dd></div>
      <div><dt>Initial margin</dt><dd>236.1</dd></div>
      <div><dt>Cover</dt><dd><span class="old">5~%</span> <span class="arrow">→</span> 9~%</dd></div>
      <div><dt>Loss at the grid&#39;s end</dt><dd>61.25</dd></div>
      <div><dt>Liquidation, orders</dt><dd>no liquidation at any price</dd></div></dl>
      <p class="warn">Running <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s will be 10)</bdi>.</p></article>
      <article class="bot">
      <h4 id="bots-2"><bdi>main/off</bdi></h4>
      <p class="meta"><span class="pill bad">turn-off</span>“<bdi>Off</bdi>” · bot 1 · <bdi>Main</bdi></p>
      <p><b>turn-off</b>: <bdi>it is declared off</bdi></p>
      </article>
      <article class="bot">
      <h4 id="bots-3"><bdi>main/eth</bdi></h4>
      <p class="meta"><span class="pill warn">take-profit of deal 70</span>“<bdi>ETH</bdi>” · bot 3 · <bdi>Main</bdi></p>
      <p><b>take-profit of deal 70</b>: <bdi>asked for</bdi></p>
      <p>percentTakeProfit: <span class="old">1</span> → <b>2.5</b></p>
      </article>
      <article class="bot">
      <h4 id="bots-4"><bdi>main/new</bdi></h4>
      <p class="meta"><span class="pill good">create</span><span class="pill good">turn-on</span>“<bdi>New one</bdi>” · new bot · <bdi>Main</bdi></p>
      <p><b>create</b>: <bdi>no bot has this title</bdi></p>
      <p class="small">Settings of the new bot: leverage <b><bdi>3</bdi></b> · priceLevel <b><bdi>off</bdi></b></p>
      <p><b>turn-on</b>: <bdi>it is declared on</bdi></p>
      <p class="warn">Money: unknown without leverage.</p></article>"
    `);
  });

  it("have the ladders that are drawn, and say so where others aren't", () => {
    const pair = { before: undefined, after: { grid: gridOf(), upper: null, lower: null } };
    const text = stepsOf(many(41), { "main/b1": pair });
    expect(text.match(/<title>Price ladder: After, main\/b1</g)).toHaveLength(1);
    expect(text).toContain(
      "Only the first 1 have a price ladder; <code>botform risk ADDRESS</code> prints the others.",
    );
    expect(stepsOf(many(40), { "main/b1": pair })).not.toContain("Only the first");
    expect(stepsOf(many(41))).not.toContain("Only the first");
  });

  it.each([
    [12, 0],
    [13, 1],
    [15, 3],
  ])("of %d bots stand folded: %d", (count, folded) => {
    expect(stepsOf(many(count)).match(/<summary>What changes/g) ?? []).toHaveLength(folded);
  });

  it("say how bots are sorted where there are several, and figures to sort by", () => {
    const sorted = (plan: Plan) => stepsOf(plan).includes("Bots whose risk grows most come first.");
    const money = moneyOf();
    expect([sorted({ ...many(2), money }), sorted({ ...many(1), money }), sorted(many(2))]).toEqual([
      ...[true, false, false],
    ]);
  });

  it("of bots that change alike stand together, each folded with its ladder, and what paper leaves out", () => {
    const plan = many(3, true);
    const risk = (position: string) => ({ before: botRisk({ position: "100" }), after: botRisk({ position }) });
    const money = moneyOf({ bots: { "main/b0": risk("110"), "main/b1": risk("150"), "main/b2": risk("100") } });
    const pair = { before: undefined, after: { grid: gridOf(), upper: null, lower: null } };
    const text = stepsOf({ ...plan, money }, { "main/b2": pair });
    const short = text
      .replaceAll(/<figure[\s\S]*?<\/figure>|<dl[\s\S]*?<\/dl>/g, "…")
      .replaceAll(/<div class="scroll"[\s\S]*?<\/div>/g, "…");
    expect(laidOut({ text: short })).toMatchInlineSnapshot(`
      "<article class="bot">
      <h3 id="bots-1">3 bots</h3>
      <p class="meta"><span class="pill bad">turn-off</span><bdi>Main</bdi></p>
      <p><bdi>main/b1, main/b0, main/b2</bdi></p>
      <p><b>turn-off</b>: <bdi>one reason</bdi></p>
      <p class="soft">Most in <bdi>main/b1</bdi>:</p>…
      <details class="screen"><summary>Each of the 3, with its price ladder</summary>
      <details><summary><bdi>main/b1</bdi></summary>
      <p class="meta">“<bdi>b1</bdi>” · bot 2</p>…</details>
      <details><summary><bdi>main/b0</bdi></summary>
      <p class="meta">“<bdi>b0</bdi>” · bot 1</p>…</details>
      <details><summary><bdi>main/b2</bdi></summary>
      <p class="meta">“<bdi>b2</bdi>” · bot 3</p>…
      <details class="screen"><summary>Price ladder</summary>…
      <details><summary>Order by order</summary>…</details></details></details></details></article>"
    `);
    const same = moneyOf({ bots: { "main/b0": risk("110"), "main/b1": risk("110"), "main/b2": risk("110") } });
    expect(stepsOf({ ...plan, money: same })).toContain('<p class="soft">Each:</p>');
  });

  it("of bots that change alike say nothing of figures that there aren't, and three warnings of a kind", () => {
    const deals = (index: number) => [
      {
        ...{ id: 20 + index, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "1.2", orderPercent: null },
        ...{ order: null, keeps: [{ field: "leverage" as const, kept: `${index + 2}`, after: "10" }] },
      },
    ];
    const keys = Array.from({ length: 4 }, (_, index) => `b${index}`);
    const plan = planOf(
      keys.map((key, index) => plannedBot(key, live(index + 1, key), { deals: deals(index) })),
      keys.map((key, index) => ({ ...step("turn-off", key), reason: "one reason", warnings: [`look at ${index}`] })),
    );
    const text = stepsOf(plan);
    expect(laidOut({ text: text.slice(0, text.indexOf("<details")) })).toMatchInlineSnapshot(`
      "<article class="bot">
      <h3 id="bots-1">4 bots</h3>
      <p class="meta"><span class="pill bad">turn-off</span><bdi>Main</bdi></p>
      <p><bdi>main/b0, main/b1, main/b2, main/b3</bdi></p>
      <p><b>turn-off</b>: <bdi>one reason</bdi></p>
      <p class="warn"><bdi>look at 0</bdi></p>
      <p class="warn"><bdi>look at 1</bdi></p>
      <p class="warn"><bdi>look at 2</bdi></p>
      <p class="warn"><bdi>deal 20 (USDT-BTC) keeps leverage 2 (the bot&#39;s will be 10)</bdi>.</p>
      <p class="warn"><bdi>deal 21 (USDT-BTC) keeps leverage 3 (the bot&#39;s will be 10)</bdi>.</p>
      <p class="warn"><bdi>deal 22 (USDT-BTC) keeps leverage 4 (the bot&#39;s will be 10)</bdi>.</p>"
    `);
  });

  it("of new bots say what most of them share once, and of each what it has otherwise, of the first twenty", () => {
    const keys = Array.from({ length: 22 }, (_, index) => `b${index}`);
    const created = (key: string, index: number) => ({
      ...step("create", key),
      changes: [
        { field: "leverage" as const, after: index === 1 ? "7" : "5" },
        { field: "percentTakeProfit" as const, after: index === 2 ? null : "1.5" },
      ],
    });
    const text = stepsOf(
      planOf(
        keys.map((key) => plannedBot(key, null)),
        keys.map(created),
      ),
    );
    expect(laidOut({ text: text.slice(0, text.indexOf('<details class="screen">')) })).toMatchInlineSnapshot(`
      "<article class="bot">
      <h3 id="bots-1">22 new bots</h3>
      <p class="meta"><span class="pill good">create</span><bdi>Main</bdi></p>
      <p><bdi>main/b0, main/b1, main/b2, main/b3, main/b4, main/b5, main/b6, main/b7, main/b8, main/b9, main/b10, main/b11, main/b12, main/b13, main/b14, main/b15, main/b16, main/b17, main/b18, main/b19, main/b20, main/b21</bdi></p>
      <p class="small">Settings that most of them share: leverage <b><bdi>5</bdi></b> · percentTakeProfit <b><bdi>1.5</bdi></b></p>
      <ul class="small">
      <li><bdi>main/b0</bdi></li>
      <li><bdi>main/b1</bdi>: <b><bdi>leverage 7</bdi></b></li>
      <li><bdi>main/b2</bdi>: <b><bdi>percentTakeProfit off</bdi></b></li>
      <li><bdi>main/b3</bdi></li>
      <li><bdi>main/b4</bdi></li>
      <li><bdi>main/b5</bdi></li>
      <li><bdi>main/b6</bdi></li>
      <li><bdi>main/b7</bdi></li>
      <li><bdi>main/b8</bdi></li>
      <li><bdi>main/b9</bdi></li>
      <li><bdi>main/b10</bdi></li>
      <li><bdi>main/b11</bdi></li>
      <li><bdi>main/b12</bdi></li>
      <li><bdi>main/b13</bdi></li>
      <li><bdi>main/b14</bdi></li>
      <li><bdi>main/b15</bdi></li>
      <li><bdi>main/b16</bdi></li>
      <li><bdi>main/b17</bdi></li>
      <li><bdi>main/b18</bdi></li>
      <li><bdi>main/b19</bdi></li>
      <li>and 2 more, below</li></ul>"
    `);
  });

  it("lead from a bot to where it stands", () => {
    const addresses = (plan: Plan) => [...anchorsOf(outlineOf(plan).bots, "-2")];
    expect(addresses(many(2, true))).toEqual([
      ["main/b0", "bots-1-2"],
      ["main/b1", "bots-1-2"],
    ]);
    expect(addresses(many(2))).toEqual([
      ["main/b0", "bots-1-2"],
      ["main/b1", "bots-2-2"],
    ]);
  });

  it("name forty bots whose ladders are to be drawn", () => {
    expect(drawnAddresses(many(41))).toEqual(Array.from({ length: 40 }, (_, index) => `main/b${index}`));
  });
});
