// Whole pages but for their style: a plan's, several plans', and a report's, as a trader reads them from the top.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { ReportBot, ReportView } from "../../../../src/model/risk/ladder.js";
import { PAGE_BEGIN } from "../../../../src/render/html/page.js";
import { planPage, plansPage } from "../../../../src/render/html/plan-page.js";
import { reportPage, reportsPage } from "../../../../src/render/html/report-page.js";
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
      <p><b class="bad"><bdi>This plan can&#39;t be applied: 1 error.</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li></ul></div>
      <p class="lead"><bdi>3 of 3 live bots change, 1 new: 1 to create (new: 3×), 1 to update (btc: leverage 5~→~10, percentTakeProfit off → 1.5), 1 to set a deal&#39;s take profit (eth, deal 70: 1~→~2.5), 1 to turn on (new), 1 to turn off (off).</bdi></p>
      <div class="scroll" role="region" aria-label="What decides, USDT" tabindex="0">
      <table/></div>
      <p class="small"><bdi>1 live bot not in the configuration (9 &quot;Old&quot;; 0 on): stays as it is.</bdi></p>
      <p class="eyebrow">Needs attention</p>
      <ul class="warnings">
      <li class="warning"><b><a href="#bots-1"><bdi>main/btc</bdi></a></b>: <bdi>position at most 412~→~1~180.5~USDT (+187~%)</bdi></li>
      <li class="warning"><b><a href="#bots-1"><bdi>main/btc</bdi></a></b>: <bdi>leverage 5~→~10 (×2)</bdi></li>
      <li class="warning"><b><a href="#bots-1"><bdi>main/btc</bdi></a></b>: <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s will be 10), until it closes</bdi></li>
      <li class="warning"><b><a href="#bots-1"><bdi>main/btc</bdi></a></b>: <bdi>a deal of it runs</bdi></li></ul>
      <p class="small"><a href="#warnings">1 more, and what to do about each</a></p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#changes">What will change</a></li>
      <li><a href="#cost">What it may cost</a></li>
      <li><a href="#warnings">What needs attention</a></li>
      <li><a href="#assumptions">Assumptions</a></li></ul></nav>
      </header>
      <main id="content">
      <section>
      <h2 id="changes">What will change</h2>
      <p class="soft">Bots whose risk grows most come first.</p>
      <article class="bot">
      <h3 id="bots-1"><bdi>main/btc</bdi></h3>
      <p class="meta"><span class="pill warn">update</span>“<bdi>BTC dip</bdi>” · bot 2 · <bdi>Main</bdi></p>
      <p><b>update</b></p>
      <div class="scroll" role="region" aria-label="Changed settings of main/btc" tabindex="0">
      <table/></div>
      <p class="warn"><bdi>a deal of it runs</bdi></p>
      <dl class="figures">
      <div><dt>Position at most, USDT</dt><dd><span class="old">412</span> <span class="arrow">→</span> 1~180.5</dd></div>
      <div><dt>Initial margin</dt><dd>236.1</dd></div>
      <div><dt>Cover</dt><dd>9~%</dd></div>
      <div><dt>Loss at the grid&#39;s end</dt><dd>61.25</dd></div>
      <div><dt>Liquidation, orders</dt><dd>no liquidation at any price</dd></div></dl>
      <p class="warn">Running <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s will be 10)</bdi>.</p></article>
      <article class="bot">
      <h3 id="bots-2"><bdi>main/off</bdi></h3>
      <p class="meta"><span class="pill bad">turn-off</span>“<bdi>Off</bdi>” · bot 1 · <bdi>Main</bdi></p>
      <p><b>turn-off</b>: <bdi>it is declared off</bdi></p>
      </article>
      <article class="bot">
      <h3 id="bots-3"><bdi>main/eth</bdi></h3>
      <p class="meta"><span class="pill warn">take-profit of deal 70</span>“<bdi>ETH</bdi>” · bot 3 · <bdi>Main</bdi></p>
      <p><b>take-profit of deal 70</b>: <bdi>asked for</bdi></p>
      <p>percentTakeProfit: <span class="old">1</span> → <b>2.5</b></p>
      </article>
      <article class="bot">
      <h3 id="bots-4"><bdi>main/new</bdi></h3>
      <p class="meta"><span class="pill good">create</span><span class="pill good">turn-on</span>“<bdi>New one</bdi>” · new bot · <bdi>Main</bdi></p>
      <p><b>create</b>: <bdi>no bot has this title</bdi></p>
      <p class="small">Settings of the new bot: leverage <b><bdi>3</bdi></b> · priceLevel <b><bdi>off</bdi></b></p>
      <p><b>turn-on</b>: <bdi>it is declared on</bdi></p>
      </article></section>
      <section>
      <h2 id="cost">What it may cost</h2>
      <div class="scroll" role="region" aria-label="Each changed bot" tabindex="0">
      <table/></div>
      <p class="soft">Besides, in USDT: about 1.5 for fees.</p></section>
      <section>
      <h2 id="warnings">What needs attention</h2>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>position at most 412~→~1~180.5~USDT (+187~%)</bdi></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>leverage 5~→~10 (×2)</bdi></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>deal 20 (USDT-BTC) keeps leverage 5 (the bot&#39;s will be 10), until it closes</bdi></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>main/btc</bdi></b>: <bdi>a deal of it runs</bdi></li>
      <li class="note"><span class="weight">Note</span> <b><bdi>bot 9 &quot;Old&quot;</bdi></b>: <bdi>is live and not in the configuration (off); it stays as it is</bdi></li></ul>
      </section>
      <section>
      <h2 id="assumptions">Assumptions</h2>
      <details/></section>
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
    const nav = page.slice(page.indexOf("<nav"));
    expect([...nav.matchAll(/<a href="#(\w+)">[^<]/g)].map(([, id]) => id)).toEqual([
      ...["changes", "cost", "warnings"],
    ]);
  });

  const one = planOf([plannedBot("a", null)], [step("create", "a")], { unchanged: 1 });
  const two = planOf([plannedBot("a", null), plannedBot("b", null)], [step("create", "a"), step("create", "b")]);
  const updated = { ...step("update", "a"), changes: [{ field: "leverage", before: "5", after: "3" }] } as const;
  it.each<[string, Plan, string]>([
    ["nothing changes", planOf([], [], { money: moneyOf(), unchanged: 3 }), "<bdi>Nothing changes.</bdi>"],
    ["one of two changes", one, "<bdi>1 new bot: 1 to create (a, off).</bdi>"],
    ["two change", { ...two, findings: [] }, "<bdi>2 new bots: 2 to create (a, off; b, off).</bdi>"],
    ["settings change", { ...one, steps: [updated] }, "<bdi>1 new bot: 1 to update (a: leverage 5~→~3).</bdi>"],
    ["it can't be applied", { ...one, diagnostics: [error] }, "<bdi>1 new bot: 1 to create (a, off).</bdi>"],
    [
      "live bots aren't declared",
      planOf([], [], { undeclared: [{ id: 9, title: "Old", on: false, status: "DISABLED", dealIds: [] }] }),
      "<bdi>Nothing changes.</bdi>",
    ],
  ])("where %s says so first", (_, plan, lead) => {
    expect(leadOf(planPage({ plan, ladders: {} }, MAKING))).toBe(lead);
  });

  it("has figures in its first screen where a step may change them, and none where nothing changes", () => {
    const money = moneyOf();
    const tables = (plan: Plan) => {
      const page = planPage({ plan, ladders: {} }, MAKING);
      return [...page.slice(0, page.indexOf("<main")).matchAll(/aria-label="(.*?)"/g)].map(([, label]) => label);
    };
    expect([one, two, planOf([], [], { unchanged: 1 })].map((plan) => tables({ ...plan, money }))).toEqual([
      ["What decides, USDT", "On this page"],
      ["What decides, USDT", "On this page"],
      ["On this page"],
    ]);
  });

  it("that a limit refuses says so before all else, though nothing in it is serious", () => {
    const page = planPage({ plan: one, ladders: {}, refused: "it changes too much" }, MAKING);
    const first = page.slice(page.indexOf("</h1>"), page.indexOf('class="lead"'));
    expect(first).toContain(
      '<div class="alert"><p><b class="bad"><bdi>Apply is blocked: it changes too much.</bdi></b></p></div>',
    );
    expect(page).not.toContain("blocks the apply");
  });
});

describe("what to type next", () => {
  const plan = planOf([plannedBot("a", null)], [step("create", "a")]);
  const next = {
    lead: "Once:",
    command: "botform apply --x <1",
    lines: [{ lead: "For longer:", line: "limits: { a: 1 }" }],
  };
  const BLOCK =
    '<p class="small"><bdi>LEAD</bdi></p><pre role="region" aria-label="LEAD" tabindex="0">botform apply --x &lt;1</pre>' +
    '<p class="small"><bdi>For longer:</bdi></p><pre role="region" aria-label="For longer:" tabindex="0">limits: { a: 1 }</pre>';
  const head = (isBlocked: boolean) => {
    const page = planPage({ plan, ladders: {}, ...(isBlocked && { refused: "no" }) }, MAKING, { ...next, isBlocked });
    return page.slice(page.indexOf("</h1>"), page.indexOf("<nav"));
  };

  it("stands whole below what decides about it, where something is in the way, too", () => {
    expect(head(true).trimEnd().endsWith(BLOCK.replaceAll("LEAD", "Once:"))).toBe(true);
    expect(head(true)).not.toContain("blocks the apply");
  });

  it("stands below what decides about it, where nothing is in the way", () => {
    const free = '<p class="small">No error or limit blocks the apply.</p>';
    const shown = head(false);
    expect([shown.includes(free), shown.trimEnd().endsWith(BLOCK.replaceAll("LEAD", "Once:"))]).toEqual([true, true]);
    expect(planPage({ plan, ladders: {} }, MAKING)).toContain(free);
  });
});

it("what a plan couldn't see stands beside the verdict, and not again among what needs attention", () => {
  const cut = { severity: "warning", code: "plan/cut-list", summary: "the list may be cut" } as const;
  const plan = planOf([plannedBot("a", null)], [step("create", "a")], { diagnostics: [cut] });
  const page = planPage({ plan, ladders: {} }, MAKING);
  const head = page.slice(page.indexOf("</h1>"), page.indexOf("<nav"));
  expect(head).toContain(
    '<p class="small"><b class="warn">Not known:</b> <bdi>the list may be cut; the figures in money</bdi>. <a href="#warnings">To find out</a></p>',
  );
  expect(head.match(/may be cut/g)).toHaveLength(1);
  expect(page.slice(page.indexOf("<nav"))).toContain("the list may be cut");
});

it("of what a plan couldn't see names three in the first screen, and counts the others", () => {
  const seen = (count: number) => {
    const unknown = Array.from({ length: count }, (_, at) => ({ what: `figure ${at + 1}`, needs: "read it" }));
    const plan = planOf([plannedBot("a", null)], [step("create", "a")], { money: moneyOf({ unknown }) });
    return /<b class="warn">Not known:<\/b> <bdi>(.*?)<\/bdi>/.exec(planPage({ plan, ladders: {} }, MAKING))?.[1];
  };
  expect([3, 4, 5].map(seen)).toEqual([
    "figure 1; figure 2; figure 3",
    "figure 1; figure 2; figure 3; figure 4",
    "figure 1; figure 2; figure 3 … and 2 more",
  ]);
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
      <p class="lead">3 accounts: 1 to create.</p>
      <div class="scroll" role="region" aria-label="Every account, every order filled" tabindex="0">
      <table/></div>
      <div class="alert">
      <p><b class="bad"><bdi>Apply is blocked: main, &lt;x&gt;\\u{1b}&amp;.</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>main</bdi></b> · <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li>
      <li class="bad"><b><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></b> · <bdi>not planned: no answer</bdi></li></ul></div>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#account-1">1 more, and what to do about each</a></p>
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
      <p><b class="bad"><bdi>This plan can&#39;t be applied: 1 error.</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>main</bdi></b> · <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li></ul></div>
      <p class="lead"><bdi>1 new bot: 1 to create (a, off).</bdi></p>
      <p class="small"><b class="warn">Not known:</b> <bdi>the figures in money</bdi>. <a href="#warnings-1">To find out</a></p>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#warnings-1">1 more, and what to do about each</a></p>
      <section>
      <h3 id="changes-1">What will change</h3>
      <article class="bot">
      <h4 id="bots-1-1"><bdi>main/a</bdi></h4>
      <p class="meta"><span class="pill good">create</span>“<bdi>a</bdi>” · new bot · <bdi>Main</bdi></p>
      <p><b>create</b>: <bdi>asked for</bdi></p>
      </article></section>
      <section>
      <h3 id="cost-1">What it may cost</h3>
      <p>Unknown: this plan has no figures in money.</p></section>
      <section>
      <h3 id="warnings-1">What needs attention</h3>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>main</bdi></b> · <bdi>it can&#39;t be</bdi> <small class="soft">[plan/x]</small></li>
      <li class="note"><span class="weight">Note</span> <b><bdi>main</bdi></b> · <b><bdi>Not known</bdi></b>: <bdi>the figures in money: this plan has none</bdi><br><span class="small">To find out: <bdi>make the plan with <span class="typed">botform plan</span></bdi></span></li></ul>
      </section>
      </section>
      <section>
      <h2 id="account-2"><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></h2>
      <p class="bad"><b>Not planned:</b> <bdi>no answer</bdi></p></section>
      <section>
      <h2 id="account-3"><bdi>calm</bdi></h2>
      <p class="lead"><bdi>Nothing changes.</bdi></p>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#warnings-3">1 more, and what to do about each</a></p>
      <section>
      <h3 id="changes-3">What will change</h3>
      <p>Nothing.</p></section>
      <section>
      <h3 id="cost-3">What it may cost</h3>
      <p>Unknown: this plan has no figures in money.</p></section>
      <section>
      <h3 id="warnings-3">What needs attention</h3>
      <ul class="warnings">
      <li class="note"><span class="weight">Note</span> <b><bdi>calm</bdi></b> · <b><bdi>Not known</bdi></b>: <bdi>the figures in money: this plan has none</bdi><br><span class="small">To find out: <bdi>make the plan with <span class="typed">botform plan</span></bdi></span></li></ul>
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

it("the table of several plans has figures in line, and words, such as what is in the way, as words", () => {
  const own = planOf([plannedBot("a", null)], [step("create", "a")], { money: moneyOf() });
  const views = [
    { plan: own, ladders: {} },
    { plan: { ...own, account: "other", diagnostics: [error] }, ladders: {} },
    { account: NASTY, failure: "no answer" },
  ];
  const [first = ""] = /<table[\s\S]*?<\/table>/.exec(plansPage(views, MAKING)) ?? [];
  expect(laidOut({ text: first })).toMatchInlineSnapshot(`
    "<table role="table" class="stack"><caption><span>Every account, every order filled</span></caption>
    <thead role="rowgroup">
    <tr role="row">
    <th scope="col" role="columnheader">account</th>
    <th scope="col" role="columnheader" class="n">create</th>
    <th scope="col" role="columnheader" class="n">update</th>
    <th scope="col" role="columnheader" class="n">on</th>
    <th scope="col" role="columnheader" class="n">off</th>
    <th scope="col" role="columnheader">blocked by</th>
    <th scope="col" role="columnheader" class="n">margin, USDT</th>
    <th scope="col" role="columnheader" class="n">loss, worst move, USDT</th></tr></thead>
    <tbody role="rowgroup">
    <tr role="row">
    <th scope="row" role="rowheader"><a href="#account-1"><bdi>main</bdi></a></th>
    <td role="cell" class="n" data-name="create ">1</td>
    <td role="cell" class="n" data-name="update ">0</td>
    <td role="cell" class="n" data-name="on ">0</td>
    <td role="cell" class="n" data-name="off ">0</td>
    <td role="cell" data-name="blocked by ">no</td>
    <td role="cell" class="n" data-name="margin, USDT ">200~unchanged</td>
    <td role="cell" class="n" data-name="loss, worst move, USDT "></td></tr>
    <tr role="row">
    <th scope="row" role="rowheader"><a href="#account-2"><bdi>other</bdi></a></th>
    <td role="cell" class="n" data-name="create ">1</td>
    <td role="cell" class="n" data-name="update ">0</td>
    <td role="cell" class="n" data-name="on ">0</td>
    <td role="cell" class="n" data-name="off ">0</td>
    <td role="cell" data-name="blocked by "><b class="bad">errors</b></td>
    <td role="cell" class="n" data-name="margin, USDT ">200~unchanged</td>
    <td role="cell" class="n" data-name="loss, worst move, USDT "></td></tr>
    <tr role="row">
    <th scope="row" role="rowheader"><a href="#account-3"><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></a></th>
    <td role="cell" class="n" data-name="create "></td>
    <td role="cell" class="n" data-name="update "></td>
    <td role="cell" class="n" data-name="on "></td>
    <td role="cell" class="n" data-name="off "></td>
    <td role="cell" data-name="blocked by "><b class="bad">not planned</b></td>
    <td role="cell" class="n" data-name="margin, USDT "></td>
    <td role="cell" class="n" data-name="loss, worst move, USDT "></td></tr></tbody></table>"
  `);
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
    const lead = (all: ReportView["deals"]) => leadOf(reportPage(view({ deals: all }), MAKING));
    expect(lead(deals)).toBe("0 of 0 bots are on; 0 running deals, 2 naked deals, 1 deal of unknown protection.");
    expect(lead(deals.slice(0, 1))).toBe("0 of 0 bots are on; 0 running deals, 1 naked deal.");
    expect(lead([])).toBe("0 of 0 bots are on; 0 running deals.");
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
      <p><b class="bad"><bdi>Serious in the account&#39;s current state:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>bot 1 &quot;T&lt;x&gt;\\u{1b}&amp;&quot;</bdi></b>: <bdi>it is so</bdi> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Mend it.</bdi></span></li></ul></div>
      <p class="lead">2 of 3 bots are on; 2 running deals, 2 bots without an address.</p>
      <div class="scroll" role="region" aria-label="What decides, USDT" tabindex="0">
      <table/></div>
      <div class="scroll" role="region" aria-label="What decides, BUSD" tabindex="0">
      <table/></div>
      <p class="eyebrow">Needs attention</p>
      <ul class="warnings">
      <li class="warning"><b><bdi>Bot 3</bdi></b>: <bdi>its figures are unknown</bdi></li></ul>
      <p class="small"><a href="#warnings">What to do about each</a></p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#bots">What runs</a></li>
      <li><a href="#cost">What it may cost</a></li>
      <li><a href="#warnings">What needs attention</a></li>
      <li><a href="#assumptions">Assumptions</a></li></ul></nav>
      </header>
      <main id="content">
      <section>
      <h2 id="bots">What runs</h2>
      <div class="scroll" role="region" aria-label="Every bot" tabindex="0">
      <table/></div>
      <details class="screen"><summary>Price ladders, bot by bot</summary>
      <details/></details>
      <details/></details></details></section>
      <section>
      <h2 id="cost">What it may cost</h2>
      <p class="soft">Besides, in USDT: about 1.5 for fees.</p>
      <p class="soft">Besides, in BUSD: about 1.5 for fees.</p></section>
      <section>
      <h2 id="warnings">What needs attention</h2>
      <ul class="warnings">
      <li class="bad"><span class="weight">Serious</span> <b><bdi>bot 1 &quot;T&lt;x&gt;\\u{1b}&amp;&quot;</bdi></b>: <bdi>it is so</bdi> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Mend it.</bdi></span></li>
      <li class="warning"><span class="weight">Warning</span> <b><bdi>Bot 3</bdi></b>: <bdi>its figures are unknown</bdi><br><span class="small">What to do: <bdi>declare leverage</bdi></span></li></ul>
      </section>
      <section>
      <h2 id="assumptions">Assumptions</h2>
      <details/></section>
      </main>
      <footer>
      <p>Made 2026-11-22 02:08 UTC by botform 1.2.3. All figures are calculated from the settings and the assumptions on this page. They are not a forecast.</p></footer>
      </body>
      </html>"
    `);
    const rows = page.slice(page.indexOf('aria-label="Every bot"'));
    expect(laidOut({ text: rows.slice(rows.indexOf("<tbody"), rows.indexOf("</tbody>")) })).toMatchInlineSnapshot(`
      "<tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>main/b2</bdi> on<br><small class="soft"><bdi>Bot 2</bdi> · 2 · <bdi>Main</bdi></small></th>
      <td role="cell" class="n" data-name="Deals ">2</td>
      <td role="cell" class="n" data-name="Position at most ">1~180.5 USDT <small class="soft">(200 for its next deal)</small></td>
      <td role="cell" class="n" data-name="Initial margin ">236.1 <small class="soft">(40 for its next deal)</small></td>
      <td role="cell" class="n" data-name="Cover ">9~%</td>
      <td role="cell" class="words"><b class="bad">liquidated at −99.87 %, before the last safety order (50 % of the volume), and loses its margin of 20</b></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>Bot 3</bdi> on<br><small class="soft">no address · 3 · <bdi>Main</bdi></small></th>
      <td role="cell" class="n" data-name="Deals ">1</td>
      <td role="cell" colspan="4"><span class="warn">unknown without leverage</span></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><bdi>T&lt;x&gt;\\u{1b}&amp;</bdi> <span class="soft">off</span><br><small class="soft">no address · 1</small></th>
      <td role="cell" class="n" data-name="Deals ">0</td>
      <td role="cell" class="n" data-name="Position at most ">1~180.5 USDT <small class="soft">(200 for its next deal)</small></td>
      <td role="cell" class="n" data-name="Initial margin ">236.1 <small class="soft">(40 for its next deal)</small></td>
      <td role="cell" class="n" data-name="Cover ">9~%</td>
      <td role="cell" class="words"><b class="bad">liquidated at −99.87 %, before the last safety order (50 % of the volume), and loses its margin of 20</b></td></tr>"
    `);
  });

  it("of several has a table of all, what is serious in any, and a section each", () => {
    const deals = [{ id: 70, botId: 2, protection: "naked", why: "" } as const];
    const serious: Finding = {
      ...{ code: "policy/x", severity: "deny", kind: "breach", address: "main/#2" },
      ...{ summary: "it is so", remedy: "Mend it." },
    };
    const one = view({ bots: [bot(1, { on: false }), bot(2, { dealIds: [70] })], deals, findings: [serious] });
    const results = [
      { account: "main", exitCode: 0, view: one },
      { account: NASTY, exitCode: 1, error: "no answer" },
    ];
    const page = reportsPage(results, MAKING);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id?.startsWith("account"))).toEqual(["account-1", "account-2"]);
    expect(laidOut({ text: page.slice(page.indexOf("<table"), page.indexOf("</header>")) })).toMatchInlineSnapshot(`
      "<table role="table" class="stack"><caption><span>Every account, every order filled</span></caption>
      <thead role="rowgroup">
      <tr role="row">
      <th scope="col" role="columnheader">account</th>
      <th scope="col" role="columnheader">bots on</th>
      <th scope="col" role="columnheader">running</th>
      <th scope="col" role="columnheader" class="n">margin, USDT</th>
      <th scope="col" role="columnheader" class="n">loss, worst move, USDT</th></tr></thead>
      <tbody role="rowgroup">
      <tr role="row">
      <th scope="row" role="rowheader"><a href="#account-1"><bdi>main</bdi></a></th>
      <td role="cell" data-name="bots on ">1~of~2</td>
      <td role="cell" data-name="running ">1~deal,~1~naked</td>
      <td role="cell" class="n" data-name="margin, USDT ">200</td>
      <td role="cell" class="n" data-name="loss, worst move, USDT "></td></tr>
      <tr role="row">
      <th scope="row" role="rowheader"><a href="#account-2"><bdi>&lt;x&gt;\\u{1b}&amp;</bdi></a></th>
      <td role="cell" data-name="bots on ">not~read</td>
      <td role="cell" data-name="running "></td>
      <td role="cell" class="n" data-name="margin, USDT "></td>
      <td role="cell" class="n" data-name="loss, worst move, USDT "></td></tr></tbody></table></div>
      <div class="alert">
      <p><b class="bad"><bdi>Serious in the account&#39;s current state:</bdi></b></p>
      <ul class="warnings">
      <li class="bad"><b><bdi>main</bdi></b> · <b><bdi>bot 2 &quot;Bot 2&quot;</bdi></b>: <bdi>it is so</bdi> <small class="soft">[policy/x]</small><br><span class="small">What to do: <bdi>Mend it.</bdi></span></li></ul></div>
      <p class="eyebrow">Needs attention</p>
      <p class="small"><a href="#account-1">What to do about each</a></p>
      <nav aria-label="On this page">
      <ul>
      <li><a href="#account-1">main</a></li>
      <li><a href="#account-2">&lt;x&gt;\\u{1b}&amp;</a></li></ul></nav>"
    `);
    expect(page).toContain('<p class="bad"><b>Not read:</b> <bdi>no answer</bdi></p>');
  });

  it("of an account without bots says so", () => {
    const page = reportPage(view({ totals: accountRisk({ quotes: [] }) }), MAKING);
    expect(leadOf(page)).toBe("0 of 0 bots are on; 0 running deals.");
    expect(page).toContain("<p>No check and no policy has found anything to warn of.</p>");
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
        ).split(";")[0],
    );
    expect(leads).toEqual(["0 of 2 bots are on", "1 of 2 bots is on", "2 of 2 bots are on"]);
  });

  it("with a quote in which only a position is counts no cost of it", () => {
    const quotes = [quoteRisk({ bots: 0, position: "0", margin: "0", need: "0", wallet: "100", free: "50" })];
    const page = reportPage(view({ bots: [bot(1)], totals: accountRisk({ quotes }) }), MAKING);
    expect(page).toContain("<p>No bot is on, so no margin is tied up.</p>");
    expect(page).not.toContain("What decides");
  });

  it.each([
    [40, false],
    [42, true],
  ])("of %d bots draws forty ladders", (count, isCut) => {
    const page = reportPage(view({ bots: Array.from({ length: count }, (_, index) => bot(index)) }), MAKING);
    expect(page.match(/<summary>Price ladders/g)).toHaveLength(1);
    expect(page.match(/<summary><bdi>main\/b\d+</g)).toHaveLength(40);
    expect(page.includes("Ladders of the first 40 bots.")).toBe(isCut);
  });

  it("that is off draws it as off", () => {
    expect(reportPage(view({ bots: [bot(1, { on: false })] }), MAKING)).toContain("<figcaption><b>Off.</b>");
  });

  it("of what isn't known warns only where the bot is on", () => {
    const unknown = { kind: "unknown", lacks: ["leverage"] } as const;
    const warnings = (changes: Partial<ReportBot>) =>
      reportPage(view({ bots: [bot(1, { ladder: unknown, ...changes })] }), MAKING).includes("its figures are unknown");
    expect([warnings({}), warnings({ on: false })]).toEqual([true, false]);
  });
});
