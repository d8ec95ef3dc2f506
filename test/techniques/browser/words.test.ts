// What a page tells those who can't see it, and those without scripts or a network; and that nothing from outside becomes markup.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import type { Finding } from "../../../src/model/policy/finding.js";
import { NAUGHTY } from "../threats/naughty.js";
import { unsafe } from "../threats/visible.js";
import { inChromium } from "./chromium.js";
import { alternatives, names } from "./in-page.mjs";
import { blocked, desiredOf, large, liveOf, mixed, NOW, pageOf, plansHtml, reportHtml } from "./stage.js";

const hits: string[] = [];
const canary = createServer((request, response) => {
  hits.push(request.url ?? "");
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve)));
afterAll(() => new Promise((resolve) => canary.close(resolve)));

/** Texts that would ask for something, run something, or end what they stand in. */
function attacks(): readonly string[] {
  const address: AddressInfo | string | null = canary.address();
  const url = address === null || typeof address === "string" ? "" : `http://127.0.0.1:${address.port}/hit`;
  return [
    `<img src="${url}?1" onerror="document.title='run'">`,
    `"><script>document.title='run'</script>`,
    `' onmouseover='document.title="run"`,
    `</style><link rel=stylesheet href=${url}?2>`,
    `</title></desc></svg><iframe src=${url}?3>`,
    `<meta http-equiv=refresh content="0;url=${url}?4">`,
    "--><script>document.title='run'</script>",
    "&lt;script&gt; &amp; {{x}} ${x}",
    "javascript:document.title='run'",
  ];
}

/** The plan with a text in every place that holds one from outside. */
function poisoned(text: string): Plan {
  const { made } = mixed();
  const bots = Object.entries(made.bots).map(([address, bot]) => {
    const fields =
      bot.observed === null ? undefined : { ...bot.observed.fields, title: text, pairTitle: `USDT-${text}` };
    const deals = bot.deals?.map((deal) => ({ ...deal, pairTitle: text }));
    const observed = bot.observed === null || fields === undefined ? null : { ...bot.observed, fields };
    return [
      `${address}${text}`,
      { ...bot, address: `${address}${text}`, title: text, accessTitle: text, observed, ...(deals && { deals }) },
    ] as const;
  });
  const steps = made.steps.map((step) => ({
    ...step,
    address: `${step.address}${text}`,
    reason: text,
    warnings: [text],
    changes: step.changes.map((change) => ({ ...change, before: text, after: text })),
  }));
  const { money } = made;
  const undeclared = [{ id: 9, title: text, on: true, status: text, dealIds: [4], duplicateOf: text }];
  const position = { file: text, line: 1, column: 1, text };
  const diagnostics = [
    { severity: "error" as const, code: text, summary: text, remedy: text, address: text, position },
  ];
  if (money === undefined) throw new Error("no money");
  const quotes = money.after.quotes.map((quote) => ({ ...quote, quote: text }));
  const pairs = money.after.pairs.map((pair) => ({ ...pair, pair: text, quote: text }));
  const shocks = money.after.shocks.map((shock) => ({ ...shock, quote: text }));
  const assumptions = { ...money.assumptions, tiers: { source: text, date: text } };
  const figures = Object.entries(money.bots).map(([address, bot]) => [`${address}${text}`, bot] as const);
  const poison = {
    ...money,
    bots: Object.fromEntries(figures),
    assumptions,
    after: { ...money.after, quotes, pairs, shocks },
    unknown: [{ what: text, needs: text }],
  };
  const findings = [findingOf(text), { ...findingOf(text), address: text, summary: text }];
  const parts = { bots: Object.fromEntries(bots), steps, undeclared, diagnostics, findings, money: poison };
  return { ...made, account: text, ...parts };
}

/** A finding made of nothing but a text, of the bot with the id 1. */
function findingOf(text: string): Finding {
  const position = { file: text, line: 1, column: 1, text };
  return {
    ...{ code: text, policy: text, address: "main/#1", field: text, summary: "is wrong", figure: text, limit: text },
    ...{ severity: "deny", kind: "breach", remedy: text, position, policyPosition: position },
    waived: { reason: text, until: text },
  };
}

function poisonedPage(text: string): string {
  return pageOf({ ...mixed(), made: poisoned(text) });
}

const reported = (title = "A bot") =>
  reportHtml(
    desiredOf(["a: { title: A }", "b: { title: B, pairTitle: USDT-XRP, enabled: false }"]).bots.map((bot, index) =>
      liveOf(bot, index + 1, {}, index === 0),
    ),
    { title, findings: [findingOf(title)], unknown: [{ what: title, needs: title }] },
  );

const several = () => plansHtml([blocked(), mixed(), { account: "third", failure: "the key is refused" }], NOW);

it("of several accounts the page says first which of them can't be applied", () => {
  const page = several();
  const first = page.slice(page.indexOf("<h1>"), page.indexOf("<nav"));
  const rows = [
    ...first.matchAll(/<a href="#account-(\d)"><bdi>(\w+)<\/bdi><\/a>.*?(<b class="bad">[^<]*<\/b>|>no<)/g),
  ];
  expect(rows.map(([, number, account, blocked]) => [number, account, blocked])).toEqual([
    ["1", "main", '<b class="bad">policies</b>'],
    ["2", "main", ">no<"],
    ["3", "third", '<b class="bad">not planned</b>'],
  ]);
  expect(first).toContain("Apply is blocked: main, third.");
});

it("naughty strings everywhere: none is a tag, none is invisible", () => {
  // A tag that isn't ours, or one of ours out of its place, would change the number of tags.
  const tags = (page: string) => page.match(/<[a-z/!][^>]*>/gi)?.length ?? 0;
  const own = tags(poisonedPage("plain"));
  // Each text by itself is cleanHtml's to escape (test/unit/render/html/markup.test.ts); here every place has to have asked it.
  const texts = NAUGHTY.filter((_, index) => index % 24 === 0 || NAUGHTY.length - index < 24);
  expect(texts.length).toBeGreaterThan(24);
  for (const text of texts) {
    const page = poisonedPage(text);
    expect(tags(page), text).toBe(own);
    expect(unsafe(page.replaceAll("\n", "")), text).toEqual([]);
  }
});

inChromium("pages for everyone", (stage) => {
  it("hostile texts are shown, run nothing and ask for nothing", async () => {
    const plain = await (await stage.show(poisonedPage("plain"))).evaluate(names);
    const texts = attacks();
    // Several together: the first that got through would be enough.
    for (const at of [0, 3, 6]) {
      const text = texts.slice(at, at + 3).join(" ");
      const asked: string[] = [];
      const page = await stage.show(poisonedPage(text), { asked, options: { offline: false } });
      expect(asked).toHaveLength(1);
      expect(asked[0]).toMatch(/^file:/);
      expect(await page.title()).toContain("Plan of");
      expect(await page.title()).not.toBe("run");
      expect(await page.locator("h1").textContent()).toBe(text);
      expect(await page.evaluate(names)).toEqual(plain);
      await page.close();
    }
    expect(hits).toEqual([]);
  });

  it("in a report, too", async () => {
    const text = attacks().join(" ");
    const page = await stage.show(reported(text), { options: { offline: false } });
    expect(await page.locator("th bdi").first().textContent()).toBe(text);
    const plain = await (await stage.show(reported("plain"))).evaluate(names);
    expect(await page.evaluate(names)).toEqual(plain);
    expect(hits).toEqual([]);
  });

  it("even markup of its own couldn't run a script or load anything: the page forbids it", async () => {
    const [image = "", script = ""] = attacks();
    const page = await stage.show(pageOf(mixed()).replace("</main>", `${image}${script}</main>`), {
      options: { offline: false },
    });
    expect(await page.title()).toBe("Plan of main · botform");
    expect(hits).toEqual([]);
  });

  it("needs no script: without any it says the same", async () => {
    const words = async (javaScriptEnabled: boolean) =>
      (await stage.show(pageOf(mixed()), { options: { javaScriptEnabled } })).locator("body").innerText();
    const without = await words(false);
    expect(without).toBe(await words(true));
    expect(without).toContain("What needs attention");
  });

  it.each([
    ["a plan", () => pageOf(mixed())],
    ["a report", () => reported()],
    ["several accounts", several],
    ["a large plan", () => pageOf(large(13))],
  ])("%s: landmarks, headings in order, captions, scopes, and words for every picture", async (_, text) => {
    const page = await stage.show(text());
    const { levels, tables, pictures, ...rest } = await page.evaluate(alternatives);
    expect(rest).toEqual({
      language: "en",
      landmarks: ["HEADER", "MAIN", "FOOTER"],
      withoutCaption: 0,
      withoutScope: 0,
      withoutWords: 0,
      undescribed: 0,
      sameIds: 0,
      deadLinks: 0,
    });
    expect([tables > 2, pictures > 1]).toEqual([true, true]);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
  });
});
