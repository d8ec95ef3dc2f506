// What pages are made with, without a browser: escaping, scales, labels, and how large a page becomes.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../src/model/policy/finding.js";
import { html, outside } from "../../../../src/render/html/markup.js";
import { apart, scaleOf, spread } from "../../../../src/render/html/scale.js";
import { cleanHtml } from "../../../../src/render/sanitize.js";
import { anyText } from "../../../support/any-text.js";
import { blocked, desiredOf, large, MARKET_DATA, mixed, pageOf, pictured } from "../../../techniques/browser/stage.js";
import { unsafe } from "../../../techniques/threats/visible.js";

describe("markup", () => {
  it.each([
    ["<b>", "&lt;b&gt;", "it would be a tag"],
    ["a & b", "a &amp; b", "it would begin an entity"],
    ['x" onclick="y', "x&quot; onclick=&quot;y", "it would end an attribute"],
    ["x' y`z", "x&#39; y&#96;z", "so would these"],
    ["a\u202eb", "a\\u{202e}b", "it would turn what follows around"],
    ["a\u200bb", "a\\u{200b}b", "nobody would see it"],
    ["a\nb", "a\\u{a}b", "lines are ours"],
    ["##[error]x", "#\\u{23}[error]x", "a page may be printed into a CI log"],
  ])("%j becomes %j, since %s", (text, escaped) => {
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${escaped}">${escaped}</p>`);
  });

  it("is escaped once, however deep it stands", () => {
    expect(html`<i>${[html`<b>${["<"]}</b>`, undefined, 3]}</i>`.text).toBe("<i><b>&lt;</b>3</i>");
    expect(outside("<").text).toBe("<bdi>&lt;</bdi>");
  });

  it("of any text holds nothing that a browser would obey, and nothing that can't be seen", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const shown = cleanHtml(text);
        expect(shown).not.toMatch(/[<>"'`]|&(?!(?:amp|lt|gt|quot|#39|#96);)/);
        expect(unsafe(shown)).toEqual([]);
      }),
    );
  });
});

describe("scales", () => {
  const decimal = fc.integer({ min: -1e9, max: 1e9 }).map((value) => String(value / 1000));

  it("keep the order, and reach from end to end", () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 2, maxLength: 20 }), (values) => {
        const sorted = values.toSorted((left, right) => Number(left) - Number(right));
        const at = sorted.map(scaleOf(values, 200, 10));
        for (const [index, y] of at.entries()) expect(y).toBeLessThanOrEqual(at[index - 1] ?? y);
        if (new Set(sorted.map(Number)).size > 1) expect([at[0], at.at(-1)]).toEqual([200, 10]);
      }),
    );
  });

  it("put a single value in the middle", () => {
    expect(scaleOf(["5", "5"], 200, 10)("5")).toBe(105);
  });
});

describe("labels", () => {
  const label = fc.record({ y: fc.integer({ min: -50, max: 400 }), text: fc.constant("x"), kind: fc.constant("k") });

  it("are moved apart within their bounds, none is lost, and those that have room stay", () => {
    fc.assert(
      fc.property(fc.array(label, { maxLength: 12 }), (labels) => {
        const ys = spread(labels, 12, 10, 300).map(({ y }) => y);
        expect(ys).toHaveLength(labels.length);
        for (const [index, y] of ys.entries()) {
          expect(y).toBeLessThanOrEqual(300);
          expect(y).toBeGreaterThanOrEqual(10);
          if (index > 0) expect(y - (ys[index - 1] ?? 0)).toBeGreaterThanOrEqual(11.9);
        }
      }),
    );
    const free = [20, 60, 100].map((y) => ({ y, text: "", kind: "" }));
    expect(spread(free, 12, 10, 300)).toEqual(free);
  });

  it("without room the later ones are left out", () => {
    const at = (y: number) => ({ y, text: String(y), kind: "" });
    expect(apart([at(10), at(300), at(15), at(100)], 12).map(({ y }) => y)).toEqual([10, 300, 100]);
  });
});

describe("size", () => {
  const sizeOf = (count: number) => Buffer.byteLength(pageOf(large(count)));

  it("of a plan with 1 000 changed bots stays below 4 MB, a picture being drawn for 40", () => {
    const page = pageOf(large(1_000));
    expect(Buffer.byteLength(page)).toBeLessThan(4_000_000);
    expect(page.match(/class="ladder"/g)).toHaveLength(80);
    expect(page).toContain("Only the first 40 have a price ladder");
    expect(page.match(/<details><summary><bdi>main\/b\d+</g)).toHaveLength(1_000);
  });

  it("of one changed bot is below 60 kB", () => {
    expect(sizeOf(1)).toBeLessThan(60_000);
  });
});

describe("what isn't known", () => {
  it("is said, with what would make it known", () => {
    const page = pageOf(
      pictured(desiredOf(["a: { title: A, marginMode: CROSS }"]), [], {
        marketData: { prices: new Map(), funds: undefined, held: [] },
      }),
    );
    expect(page).toContain("of an unknown balance");
    expect(page).toContain("To find out: <bdi>read the account");
    expect(page).toContain("prices from a first fill of 100");
    expect(page).toContain("liquidation unknown without the balance");
  });
});

describe("what forbids an apply", () => {
  const finding = {
    code: "policy/max-leverage",
    severity: "deny",
    kind: "breach",
    address: "main/btc",
    summary: "leverage 12 is above 10",
    remedy: "Set leverage to 10 or less.",
    position: { file: "fleet.yaml", line: 4, column: 3, text: "" },
  } as const satisfies Finding;
  const waived = { reason: "hedged elsewhere", until: "2026-12-31" };
  const unaffordable = {
    ...{ code: "policy/affordable", severity: "deny", kind: "breach", policy: "money" },
    ...{ summary: "the bots together need 34 USDT", remedy: "Lower volumes." },
  } as const satisfies Finding;
  const withFindings = (findings: readonly Finding[]) => pageOf({ ...mixed(), made: { ...mixed().made, findings } });

  it("stands first, and the finding with its place and its remedy", () => {
    const page = withFindings([finding]);
    expect(page).toContain("Apply is blocked: policies deny it.<");
    expect(page).toMatch(
      /<li class="bad">.*main\/btc.*leverage 12 is above 10.*fleet\.yaml:4.*Set leverage to 10 or less/,
    );
  });

  it("is named with its policy and the lines of both; bots that one rule finds stand together", () => {
    const page = pageOf(blocked());
    const first = page.slice(page.indexOf('class="alert"'), page.indexOf('class="lead"'));
    expect(first).toContain("Apply is blocked: policies deny it.<");
    // What is serious and refuses nothing stands below.
    expect(first.match(/<li class="bad">/g)).toHaveLength(2);
    expect(page.slice(page.indexOf('class="lead"'))).toMatch(/<li class="bad"><b><bdi>All prices −20 %/);
    expect(first).toMatch(/3 bots.*fleet\.yaml:14.*\[policy\/max-leverage, policy leverage-cap at house\.yaml:5\]/);
    expect(first).toMatch(/btc, eth, shib</);
    expect(first).toMatch(
      /main\/shib.*\(volumeFirstOrder\).*\[policy\/max-bot-notional, policy size at house\.yaml:7\]/,
    );
    expect(page).toMatch(/<a href="#warnings">\d+ more, .*and what to do about each</);
    expect(page).toMatch(/<li class="warning">.*main\/same.*\(already so before this plan\)/);
  });

  it.each<[string, readonly Finding[], boolean, string]>([
    ["no finding", [], true, "the money says it by itself"],
    ["a waived finding", [{ ...unaffordable, waived }], true, "it is waived for the policy, and true all the same"],
    ["an unknown one", [{ ...unaffordable, kind: "unknown" }], true, "it is about something else"],
    ["a finding", [unaffordable], false, "that is the word"],
  ])("what can't be afforded is serious by itself: with %s %s, since %s", (_, findings, isAdded) => {
    const poor = { ...MARKET_DATA, funds: new Map([["USDT", { wallet: "20", free: "10" }]]) };
    const one = pictured(desiredOf(["a: { title: A }"]), [], { marketData: poor });
    const page = pageOf({ ...one, made: { ...one.made, findings } });
    expect(page).toContain('<b class="bad">of 10: not enough</b>');
    expect(page.includes("not every order can be placed")).toBe(isAdded);
    expect(page).toMatch(/<div class="alert">.*<li class="bad">/);
  });

  it("is no more than a note where it is waived, with reason and day", () => {
    const page = withFindings([{ ...finding, waived: { reason: "hedged elsewhere", until: "2026-12-31" } }]);
    expect(page).not.toContain("Apply is blocked");
    expect(page).toMatch(/<li class="note">.*waived until 2026-12-31: hedged elsewhere/);
  });

  it("may be an error of the plan", () => {
    const error = { severity: "error", code: "plan/x", summary: "it can't be" } as const;
    const page = pageOf({ ...mixed(), made: { ...mixed().made, diagnostics: [error] } });
    expect(page).toContain("This plan can&#39;t be applied: 1 error.");
  });

  it("without findings the figures themselves tell of a liquidation inside the grid", () => {
    expect(pageOf(mixed())).toMatch(
      /<li class="bad">.*main\/btc.*liquidated at .*, before the last .* they never fill/,
    );
  });
});
