// Whole pages but for their style: a plan's, several plans', and a report's, as a trader reads them from the top.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { ReportBot, ReportView } from "../../../../src/model/risk/ladder.js";
import { PAGE_BEGIN } from "../../../../src/render/html/page.js";
import { planPage, plansPage } from "../../../../src/render/html/plan-page.js";
import { reportPage } from "../../../../src/render/html/report-page.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";
import { ASSUMED, accountRisk, botRisk, gridOf, laidOut, moneyOf, NASTY, quoteRisk, variedPlan } from "../facts.js";

const MAKING = { at: "2026-11-22T02:08:59.000Z", toolVersion: "1.2.3" };

/** Without style, pictures, tables and what is folded: these have tests of their own. */
function read(page: string): string {
  const body = page.slice(page.indexOf("<body>"));
  const short = body
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, "<svg/>")
    .replaceAll(/<table[\s\S]*?<\/table>/g, "<table/>")
    .replaceAll(/<details>[\s\S]*?<\/details>/g, "<details/>");
  return laidOut({ text: short });
}

/** The sentences at the top. */
function leadOf(page: string): string {
  return /<p class="lead">(.*?)<\/p>/.exec(page)?.[1]?.replaceAll("\u00a0", "~") ?? "";
}

const error = { severity: "error", code: "plan/x", summary: "it can't be" } as const;

describe("the page of a plan", () => {
  it("has everything in its order", () => {
    const money = moneyOf({
      bots: { "main/btc": { before: botRisk({ position: "412" }), after: botRisk() } },
      before: accountRisk({ quotes: [quoteRisk({ position: "1000" })] }),
      after: accountRisk({ quotes: [quoteRisk({ position: "1768.5" })] }),
    });
    const stray = { id: 9, title: "Old", on: false, status: "DISABLED", dealIds: [] };
    const plan = variedPlan({ money, undeclared: [stray], diagnostics: [error] });
    expect(read(planPage({ plan, ladders: {} }, MAKING))).toMatchInlineSnapshot(`
      "<body>
      <header>
      <p class="eyebrow">Plan · <time datetime="2026-11-22T02:08:59.000Z">2026-11-22 02:08 UTC</time></p>
      <h1><bdi>main</bdi></h1>
      <div class="alert">
      <p><b class="bad">This plan has errors and can&#39;t be applied.</b></p>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li></ul></div>
      <p class="lead">4 bots of 16 change. Position at most: 1~000 → <b>1~768.5 USDT</b>, with a margin to hold of 200 → <b>200</b>. <a href="#warnings" class="bad">Needs attention: 1 serious, 2 warnings</a>.</p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#changes">What will change</a></li>
      <li><a href="#cost">What it may cost</a></li>
      <li><a href="#warnings">What needs attention</a></li>
      <li><a href="#steps">Steps</a></li>
      <li><a href="#assumptions">Assumptions</a></li></ul></nav>
      </header>
      <main id="content">
      <section>
      <h2 id="changes">What will change</h2>
      <ul class="tiles">
      <li>
      <div class="figure good">1</div>
      <div class="label">to create</div>
      <div class="small soft"><bdi>new</bdi></div></li>
      <li>
      <div class="figure warn">1</div>
      <div class="label">to update</div>
      <div class="small soft"><bdi>btc</bdi></div></li>
      <li>
      <div class="figure warn">1</div>
      <div class="label">to set a deal&#39;s take profit</div>
      <div class="small soft"><bdi>eth</bdi></div></li>
      <li>
      <div class="figure good">1</div>
      <div class="label">to turn on</div>
      <div class="small soft"><bdi>new</bdi></div></li>
      <li>
      <div class="figure bad">1</div>
      <div class="label">to turn off</div>
      <div class="small soft"><bdi>off</bdi></div></li>
      <li>
      <div class="figure soft">12</div>
      <div class="label">unchanged</div></li>
      <li>
      <div class="figure soft">1</div>
      <div class="label">live, not in the configuration</div></li></ul></section>
      <section>
      <h2 id="cost">What it may cost</h2>
      <ul class="tiles wide">
      <li>
      <div class="label">Position at most, USDT</div>
      <div class="figure"><span class="old">1~000</span> <span class="arrow">→</span> 1~768.5 <span class="delta warn">+768.5</span></div>
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
      </ul>
      <div class="scroll" role="region" aria-label="Each changed bot" tabindex="0">
      <table/></div>
      </section>
      <section>
      <h2 id="warnings">What needs attention</h2>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s is 10), to the end; this plan doesn&#39;t change that</bdi></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>a deal of it runs</bdi></li>
      <li class="note"><span class="weight">Note</span> <b><bdi>bot 9 &quot;Old&quot;</bdi></b>: <bdi>is live and not in the configuration (off); it stays as it is</bdi></li></ul>
      </section>
      <section>
      <h2 id="steps">Steps</h2>
      <p class="soft">Bots whose risk grows most come first.</p>
      <article class="bot">
      <h3><bdi>main/btc</bdi></h3>
      <p class="meta"><span class="pill warn">update</span>“<bdi>BTC dip</bdi>” · bot 2 · <bdi>Main</bdi></p>
      <p><b>update</b>: <bdi>2 settings differ</bdi></p>
      <div class="scroll" role="region" aria-label="Changed settings" tabindex="0">
      <table/></div>
      <dl class="figures">
      <div><dt>Position at most, USDT</dt><dd><span class="old">412</span> <span class="arrow">→</span> 1~180.5</dd></div>
      <div><dt>Margin to hold</dt><dd>236.1</dd></div>
      <div><dt>Cover</dt><dd>9~%</dd></div>
      <div><dt>Loss at the grid&#39;s end</dt><dd>61.25</dd></div>
      <div><dt>Liquidation</dt><dd>no liquidation within reach</dd></div></dl>
      <p class="warn">Running <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s is 10)</bdi>.</p></article>
      <article class="bot">
      <h3><bdi>main/off</bdi></h3>
      <p class="meta"><span class="pill bad">turn-off</span>“<bdi>Off</bdi>” · bot 1 · <bdi>Main</bdi></p>
      <p><b>turn-off</b>: <bdi>it is declared off</bdi></p>
      </article>
      <article class="bot">
      <h3><bdi>main/eth</bdi></h3>
      <p class="meta"><span class="pill warn">take-profit of deal 70</span>“<bdi>ETH</bdi>” · bot 3 · <bdi>Main</bdi></p>
      <p><b>take-profit of deal 70</b>: <bdi>asked for</bdi></p>
      <p>percentTakeProfit: <span class="old">1</span> → <b>2.5</b></p>
      </article>
      <article class="bot">
      <h3><bdi>main/new</bdi></h3>
      <p class="meta"><span class="pill good">create</span><span class="pill good">turn-on</span>“<bdi>New one</bdi>” · new bot · <bdi>Main</bdi></p>
      <p><b>create</b>: <bdi>no bot has this title</bdi></p>
      <details/>
      <p><b>turn-on</b>: <bdi>it is declared on</bdi></p>
      </article></section>
      <section>
      <h2 id="assumptions">Assumptions</h2>
      <p>Every figure in money on this page is based on these assumptions:</p>
      <ul class="small">
      <li><bdi>a volume is an order&#39;s notional (margin = volume / leverage)</bdi></li>
      <li><bdi>martingale multiplies the first order&#39;s volume</bdi></li>
      <li><bdi>safety orders are spaced from the first fill</bdi></li>
      <li><bdi>fees 0.02 % maker, 0.05 % taker; funding 0.01 % per payment</bdi></li>
      <li><bdi>liquidation by the formula of Binance, no safety buffer</bdi></li>
      <li><bdi>maintenance tiers of 2026-01-31: Binance USD-M</bdi></li>
      <li><bdi>limits of orders of 2025-12-31: Binance&#39;s symbols</bdi></li>
      <li><bdi>no part of the free balance is kept unused</bdi></li>
      <li><bdi>the exchange keeps LONG and SHORT of one pair separate, as configured</bdi></li></ul></section>
      </main>
      <footer>
      <p>Made 2026-11-22 02:08 UTC by botform 1.2.3. All figures are calculated from the settings and the assumptions on this page. They are not a forecast.</p></footer>
      </body>
      </html>"
    `);
  });

  it("asks for nothing, runs nothing, and names itself", () => {
    const page = planPage({ plan: planOf([], [], { account: NASTY }), ladders: {} }, MAKING);
    expect(page.startsWith(PAGE_BEGIN)).toBe(true);
    expect(page.slice(PAGE_BEGIN.length, page.indexOf("<style>"))).toMatchInlineSnapshot(`
      "
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <title>Plan of &lt;x&gt;\\u{1b}&amp; · botform</title>
      "
    `);
    expect(page).toContain("@media screen and (prefers-color-scheme:dark){:root{");
    expect(page.endsWith("</html>\n")).toBe(true);
  });

  it("of an undo says so, and leaves out what there isn't", () => {
    const page = planPage({ plan: planOf([], [], { configDigest: "undo/r1" }), ladders: {} }, MAKING);
    expect(page).toContain('<p class="eyebrow">Undo plan · <time');
    expect([...page.matchAll(/<a href="#(\w+)">[^<]/g)].map(([, id]) => id)).toEqual([
      ...["changes", "cost", "warnings"],
    ]);
  });

  const quotes = (position: string, margin: string) => accountRisk({ quotes: [quoteRisk({ position, margin })] });
  const one = planOf([plannedBot("a", null)], [step("create", "a")], { unchanged: 1 });
  const two = planOf([plannedBot("a", null), plannedBot("b", null)], [step("create", "a"), step("create", "b")]);
  const NONE = "botform knows of nothing that needs attention.";
  it.each<[string, Plan, string]>([
    ["nothing changes", planOf([], [], { money: moneyOf(), unchanged: 3 }), `Nothing changes. ${NONE}`],
    [
      "one of two changes, and the money is the same",
      { ...one, money: moneyOf() },
      `1 bot of 2 changes. What the bots may tie up stays as it is. ${NONE}`,
    ],
    [
      "two change, and the position at most grows",
      { ...two, money: moneyOf({ before: quotes("0", "5"), after: quotes("1250", "5") }) },
      `2 bots of 2 change. Position at most: 0 → <b>1~250 USDT</b>, with a margin to hold of 5 → <b>5</b>. ${NONE}`,
    ],
    [
      "the margin alone shrinks",
      { ...one, money: moneyOf({ before: quotes("7", "5"), after: quotes("7", "4") }) },
      `1 bot of 2 changes. Position at most: 7 → <b>7 USDT</b>, with a margin to hold of 5 → <b>4</b>. ${NONE}`,
    ],
  ])("where %s says so first", (_, plan, lead) => {
    expect(leadOf(planPage({ plan, ladders: {} }, MAKING))).toBe(lead);
  });

  it("names four bots of an action by their keys, and counts the others", () => {
    const keys = ["a", "b", "c", "d", "e", "f"];
    const tile = (count: number) => {
      const some = keys.slice(0, count);
      const plan = planOf(
        some.map((key) => plannedBot(key, null)),
        [...some.map((key) => step("create", key)), ...some.map((key) => step("create", key))],
      );
      return /<div class="small soft">(.*?)<\/div>/.exec(planPage({ plan, ladders: {} }, MAKING))?.[1];
    };
    const four = "<bdi>a</bdi>, <bdi>b</bdi>, <bdi>c</bdi>, <bdi>d</bdi>";
    expect([tile(4), tile(6)]).toEqual([four, `${four} and 2 more`]);
  });
});

describe("the page of several plans", () => {
  it("has a section for each, and above them what won't be applied", () => {
    const plan = planOf([plannedBot("a", null)], [step("create", "a")], { diagnostics: [error] });
    const other = planOf([], [], { account: "calm" });
    const views = [
      { plan, ladders: {} },
      { account: NASTY, failure: "no answer" },
      { plan: other, ladders: {} },
    ];
    expect(read(plansPage(views, MAKING))).toMatchInlineSnapshot(`
      "<body>
      <header>
      <p class="eyebrow">Plan · <time datetime="2026-11-22T02:08:59.000Z">2026-11-22 02:08 UTC</time></p>
      <h1><bdi>main, &lt;x&gt;\\u{1b}&amp;, calm</bdi></h1>
      <p><a href="#account-1"><bdi>main</bdi></a>: <b class="bad">This plan has errors and can&#39;t be applied.</b></p>
      <p><a href="#account-2"><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></a>: <b class="bad">Not planned.</b></p>
      <p class="lead">3 accounts, one after another.</p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#account-1">main</a></li>
      <li><a href="#account-2">&lt;x&gt;\\u{1b}&amp;</a></li>
      <li><a href="#account-3">calm</a></li></ul></nav>
      </header>
      <main id="content">
      <section>
      <h2 id="account-1"><bdi>main</bdi></h2>
      <div class="alert">
      <p><b class="bad">This plan has errors and can&#39;t be applied.</b></p>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li></ul></div>
      <p class="lead">1 bot of 1 changes. <a href="#warnings-1" class="bad">Needs attention: 1 serious</a>.</p>
      <section>
      <h3 id="changes-1">What will change</h3>
      <ul class="tiles">
      <li>
      <div class="figure good">1</div>
      <div class="label">to create</div>
      <div class="small soft"><bdi>a</bdi></div></li>
      <li>
      <div class="figure soft">0</div>
      <div class="label">unchanged</div></li></ul></section>
      <section>
      <h3 id="cost-1">What it may cost</h3>
      <p>Unknown: this plan has no figures in money.</p></section>
      <section>
      <h3 id="warnings-1">What needs attention</h3>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li>
      <li class="note"><span class="weight">Note</span> <b><bdi>Unknown</bdi></b>: <bdi>the figures in money: this plan has none</bdi><br><span class="small">To find out: <bdi>make the plan with botform plan</bdi></span></li></ul>
      </section>
      <section>
      <h3 id="steps-1">Steps</h3>
      <article class="bot">
      <h4><bdi>main/a</bdi></h4>
      <p class="meta"><span class="pill good">create</span>“<bdi>a</bdi>” · new bot · <bdi>Main</bdi></p>
      <p><b>create</b>: <bdi>asked for</bdi></p>
      </article></section>
      </section>
      <section>
      <h2 id="account-2"><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></h2>
      <p class="bad"><b>Not planned:</b> <bdi>no answer</bdi></p></section>
      <section>
      <h2 id="account-3"><bdi>calm</bdi></h2>
      <p class="lead">Nothing changes. botform knows of nothing that needs attention.</p>
      <section>
      <h3 id="changes-3">What will change</h3>
      <ul class="tiles">
      <li>
      <div class="figure soft">0</div>
      <div class="label">unchanged</div></li></ul></section>
      <section>
      <h3 id="cost-3">What it may cost</h3>
      <p>Unknown: this plan has no figures in money.</p></section>
      <section>
      <h3 id="warnings-3">What needs attention</h3>
      <ul class="warnings">
      <li class="note"><span class="weight">Note</span> <b><bdi>Unknown</bdi></b>: <bdi>the figures in money: this plan has none</bdi><br><span class="small">To find out: <bdi>make the plan with botform plan</bdi></span></li></ul>
      </section>
      </section>
      </main>
      <footer>
      <p>Made 2026-11-22 02:08 UTC by botform 1.2.3. All figures are calculated from the settings and the assumptions on this page. They are not a forecast.</p></footer>
      </body>
      </html>"
    `);
  });
});

describe("the page of a report", () => {
  const bot = (id: number, changes: Partial<ReportBot> = {}): ReportBot => ({
    ...{ id, title: `Bot ${id}`, address: `main/b${id}`, access: "Main", on: true, dealIds: [] },
    most: { position: "1180.5", margin: "236.1" },
    ladder: { grid: gridOf(), upper: null, lower: null },
    ...changes,
  });
  const view = (changes: Partial<ReportView> = {}): ReportView => ({
    ...{ account: "main", bots: [], deals: [], totals: accountRisk(), findings: [], assumptions: ASSUMED, unknown: [] },
    ...changes,
  });

  it("counts naked deals, and those of which nobody can tell", () => {
    const states = ["naked", "protected", "naked", "unknown"] as const;
    const deals = states.map((protection, id) => ({ id, botId: 1, protection, why: "" }));
    const tiles = (all: ReportView["deals"]) =>
      [
        ...reportPage(view({ deals: all }), MAKING).matchAll(
          /"figure">(\d+)<\/div>\s*<div class="label">([^<]*deals[^<]*)</g,
        ),
      ].map(([, count, label]) => `${count} ${label}`);
    expect(tiles(deals)).toEqual(["0 running deals", "2 naked deals", "1 deals of unknown protection"]);
    expect(tiles([])).toEqual(["0 running deals"]);
  });

  it("shows what runs, what it may cost, and every bot, those that are on first", () => {
    const bots = [
      bot(1, { on: false, address: null, access: null, title: `T${NASTY}` }),
      bot(2, { dealIds: [70, 71] }),
      bot(3, { dealIds: [71], ladder: { kind: "unknown", lacks: ["leverage"] }, address: null }),
    ];
    const finding: Finding = {
      ...{ code: "policy/x", severity: "deny", kind: "breach", address: "main/#1" },
      ...{ summary: "it is so", remedy: "Mend it." },
    };
    const totals = accountRisk({
      quotes: [quoteRisk({ bots: 1 }), quoteRisk({ quote: "USDC", bots: 0 }), quoteRisk({ quote: "BUSD", bots: 2 })],
    });
    const page = reportPage(view({ bots, totals, findings: [finding] }), MAKING);
    expect(read(page)).toMatchInlineSnapshot(`
      "<body>
      <header>
      <p class="eyebrow">Report of the live account · <time datetime="2026-11-22T02:08:59.000Z">2026-11-22 02:08 UTC</time></p>
      <h1><bdi>main</bdi></h1>
      <div class="alert">
      <p><b class="bad">Serious in the account&#39;s current state:</b></p>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>bot 1 &quot;T&lt;x&gt;\\u{1b}&amp;&quot;</bdi></b>: <bdi>it is so</bdi> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Mend it.</bdi></span></li></ul></div>
      <p class="lead">2 of 3 bots are on. Position at most: <b>1~000 USDT</b>, with a margin to hold of <b>200</b>. Position at most: <b>1~000 BUSD</b>, with a margin to hold of <b>200</b>. <a href="#warnings" class="bad">Needs attention: 1 serious, 1 warning</a>.</p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#runs">What runs</a></li>
      <li><a href="#cost">What it may cost</a></li>
      <li><a href="#warnings">What needs attention</a></li>
      <li><a href="#bots">Bots</a></li>
      <li><a href="#assumptions">Assumptions</a></li></ul></nav>
      </header>
      <main id="content">
      <section>
      <h2 id="runs">What runs</h2>
      <ul class="tiles">
      <li>
      <div class="figure">2</div>
      <div class="label">bots on</div></li>
      <li>
      <div class="figure">1</div>
      <div class="label">bots off</div></li>
      <li>
      <div class="figure">2</div>
      <div class="label">running deals</div></li>
      <li>
      <div class="figure">2</div>
      <div class="label">bots without an address</div></li></ul></section>
      <section>
      <h2 id="cost">What it may cost</h2>
      <ul class="tiles wide">
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
      </ul>
      <ul class="tiles wide">
      <li>
      <div class="label">Position at most, BUSD</div>
      <div class="figure">1~000</div>
      <div class="small soft">2 bots on, every order filled</div></li>
      <li>
      <div class="label">Margin to hold, BUSD</div>
      <div class="figure">200</div>
      <div class="small soft">about 1.5 more for fees</div></li>
      <li>
      <div class="label">Needed of the free balance, BUSD</div>
      <div class="figure">200</div>
      <div class="small warn">of an unknown balance</div></li>
      <li>
      <div class="label">Wallet exposure, BUSD</div>
      <div class="figure">unknown</div>
      <div class="small warn">without the balance</div></li>
      </ul></section>
      <section>
      <h2 id="warnings">What needs attention</h2>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>bot 1 &quot;T&lt;x&gt;\\u{1b}&amp;&quot;</bdi></b>: <bdi>it is so</bdi> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Mend it.</bdi></span></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>Bot 3</bdi></b>: <bdi>its figures are unknown</bdi><br><span class="small">What to do: <bdi>declare leverage</bdi></span></li></ul>
      </section>
      <section>
      <h2 id="bots">Bots</h2>
      <div class="scroll" role="region" aria-label="Every bot" tabindex="0">
      <table/></div>
      <article class="bot">
      <h3><bdi>main/b2</bdi></h3>
      <details/></details></article>
      <article class="bot">
      <h3><bdi>T&lt;x&gt;\\u{1b}&amp;</bdi></h3>
      <details/></details></article></section>
      <section>
      <h2 id="assumptions">Assumptions</h2>
      <p>Every figure in money on this page is based on these assumptions:</p>
      <ul class="small">
      <li><bdi>a volume is an order&#39;s notional (margin = volume / leverage)</bdi></li>
      <li><bdi>martingale multiplies the first order&#39;s volume</bdi></li>
      <li><bdi>safety orders are spaced from the first fill</bdi></li>
      <li><bdi>fees 0.02 % maker, 0.05 % taker; funding 0.01 % per payment</bdi></li>
      <li><bdi>liquidation by the formula of Binance, no safety buffer</bdi></li>
      <li><bdi>maintenance tiers of 2026-01-31: Binance USD-M</bdi></li>
      <li><bdi>limits of orders of 2025-12-31: Binance&#39;s symbols</bdi></li>
      <li><bdi>no part of the free balance is kept unused</bdi></li>
      <li><bdi>the exchange keeps LONG and SHORT of one pair separate, as configured</bdi></li></ul></section>
      </main>
      <footer>
      <p>Made 2026-11-22 02:08 UTC by botform 1.2.3. All figures are calculated from the settings and the assumptions on this page. They are not a forecast.</p></footer>
      </body>
      </html>"
    `);
    const rows = page.slice(page.indexOf('aria-label="Every bot"'));
    expect(laidOut({ text: rows.slice(rows.indexOf("<tbody>"), rows.indexOf("</tbody>")) })).toMatchInlineSnapshot(`
      "<tbody>
      <tr>
      <th scope="row"><bdi>main/b2</bdi><br><small class="soft"><bdi>Bot 2</bdi> · 2 · <bdi>Main</bdi></small></th>
      <td>on</td>
      <td class="n">2</td>
      <td class="n">1~180.5 USDT <small class="soft">(200 without its running deal)</small></td>
      <td class="n">236.1</td>
      <td class="n">9~%</td>
      <td><b class="bad">liquidated before the last safety order (50 % of the volume)</b></td></tr>
      <tr>
      <th scope="row"><bdi>Bot 3</bdi><br><small class="soft">no address · 3 · <bdi>Main</bdi></small></th>
      <td>on</td>
      <td class="n">1</td>
      <td colspan="4" class="warn">unknown without leverage</td></tr>
      <tr>
      <th scope="row"><bdi>T&lt;x&gt;\\u{1b}&amp;</bdi><br><small class="soft">no address · 1</small></th>
      <td><span class="soft">off</span></td>
      <td class="n">0</td>
      <td class="n">1~180.5 USDT <small class="soft">(200 without its running deal)</small></td>
      <td class="n">236.1</td>
      <td class="n">9~%</td>
      <td><b class="bad">liquidated before the last safety order (50 % of the volume)</b></td></tr>"
    `);
  });

  it("of an account without bots says so", () => {
    const page = reportPage(view({ totals: accountRisk({ quotes: [] }) }), MAKING);
    expect(leadOf(page)).toBe("0 of 0 bots are on. botform knows of nothing that needs attention.");
    expect(page).toContain("<p>The account has no bots.</p>");
    expect(page).toContain("<title>Report of main · botform</title>");
  });

  it("counts the bots that are on", () => {
    const leads = [
      [false, false],
      [true, false],
      [true, true],
    ].map(
      (on) =>
        leadOf(
          reportPage(
            view({ bots: on.map((one, at) => ({ ...bot(at + 1), on: one })), totals: accountRisk({ quotes: [] }) }),
            MAKING,
          ),
        ).split(".")[0],
    );
    expect(leads).toEqual(["0 of 2 bots are on", "1 of 2 bots is on", "2 of 2 bots are on"]);
  });

  it("with a quote in which only a position is counts no cost of it", () => {
    const quotes = [quoteRisk({ bots: 0, position: "0", margin: "0", need: "0", wallet: "100", free: "50" })];
    expect(leadOf(reportPage(view({ bots: [bot(1)], totals: accountRisk({ quotes }) }), MAKING))).toBe(
      "1 of 1 bot is on. botform knows of nothing that needs attention.",
    );
  });

  it.each([
    [40, false],
    [42, true],
  ])("of %d bots draws forty ladders", (count, isCut) => {
    const page = reportPage(view({ bots: Array.from({ length: count }, (_, index) => bot(index)) }), MAKING);
    expect(page.match(/<summary>Price ladder/g)).toHaveLength(40);
    expect(page.includes("Ladders of the first 40 bots.")).toBe(isCut);
  });

  it("that is off draws it as off", () => {
    expect(reportPage(view({ bots: [bot(1, { on: false })] }), MAKING)).toContain("<figcaption><b>Off.</b>");
  });

  it("of what isn't known warns only where the bot is on", () => {
    const unknown = { kind: "unknown", lacks: ["leverage"] } as const;
    const warnings = (changes: Partial<ReportBot>) =>
      leadOf(reportPage(view({ bots: [bot(1, { ladder: unknown, ...changes })] }), MAKING)).includes("1 warning");
    expect([warnings({}), warnings({ on: false })]).toEqual([true, false]);
  });
});
