// The comment on a pull request: what stands unfolded, what is left out where there is too much, and that nothing from outside acts.
import fc from "fast-check";
import { marked } from "marked";
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../../src/model/plan/plan.js";
import type { Finding } from "../../../../src/model/policy/finding.js";
import type { Diagnostic } from "../../../../src/model/text/diagnostic.js";
import { MARKDOWN_BEGIN, MOST_CHARACTERS, markerLine, planMarkdown } from "../../../../src/render/markdown/markdown.js";
import { outsideText } from "../../../../src/render/markdown/markdown-escape.js";
import { fitted } from "../../../../src/render/markdown/markdown-fit.js";
import { anyText } from "../../../support/any-text.js";
import { amount } from "../../../support/lane.js";
import { blocked, desiredOf, large, liveOf, mixed, pictured } from "../../../techniques/browser/stage.js";
import { LISTED, NAUGHTY } from "../../../techniques/threats/naughty.js";
import { inlineCommands, lineCommands, unsafe } from "../../../techniques/threats/visible.js";
import { BASE } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const show = outsideText();

/** What the comment says before anything is unfolded. */
const unfolded = (text: string) => text.replaceAll(/<details>[\s\S]*?<\/details>\n?/g, "");

describe("text from outside", () => {
  it.each([
    ["a|b", "a&#124;b", "it would end a cell"],
    ["`x`", "&#96;x&#96;", "it would be code"],
    ["<img src=x>", "&#60;img src=x&#62;", "it would be a tag"],
    ["<!-- x -->", "&#60;!-- x --&#62;", "it would hide what follows"],
    ["@all", "&#64;&#8203;all", "GitLab would write to everybody, entity or not"],
    ["org/repo#12", "org/repo&#35;&#8203;12", "the other repository would be told of it"],
    ["[x](http://y)", "&#91;x&#93;(http&#58;&#8203;//y)", "it would be a link"],
    ["www.evil.example", "www&#46;evil.example", "so would this"],
    ["a\nb", "a&#92;u&#123;a&#125;b", "a line may begin with anything: /close, for one"],
    ["${{ secrets.X }}", "&#36;&#8203;&#123;&#123; secrets.X &#125;&#125;", "a workflow would fill it in"],
    ["a *b* _c_ ~d~", "a &#42;b&#42; &#95;c&#95; &#126;&#8203;d&#126;", "they would be marks"],
    ["a\u202eb", "a&#92;u&#123;202e&#125;b", "it would turn what follows around"],
    ["5 % of it: that's fine", "5\u00a0% of it: that's fine", "prose stays legible"],
  ])("%j becomes %j in a sentence, since %s", (text, expected) => {
    expect(show.words(text)).toBe(expected);
  });

  it("is code where it is a name, and a name of nothing is seen", () => {
    expect(show.name("@all | x")).toBe("<code>&#64;all &#124; x</code>");
    expect(show.name("")).toBe('<code>""</code>');
  });

  it("is cut by what it becomes, between characters, and never grows beyond that", () => {
    expect(show.words("x".repeat(2000), 10)).toBe(`${"x".repeat(9)}…`);
    expect(show.words("||||", 14)).toBe("&#124;&#124;…");
    expect(show.words("x".repeat(10), 10)).toBe("x".repeat(10));
    fc.assert(
      fc.property(anyText(), fc.integer({ min: 1, max: 60 }), (text, most) => {
        expect(show.words(text, most).length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it("has its secrets taken out before it is escaped: afterwards they would look different", () => {
    const { name, words } = outsideText((text) => text.replaceAll("s3cret|<&", "***"));
    expect(name("a s3cret|<& b")).toBe("<code>a &#42;&#42;&#42; b</code>");
    expect(words("a s3cret|<& b")).toBe("a &#42;&#42;&#42; b");
  });

  it("read by a Markdown parser is that text and nothing else, be it a name or a sentence", () => {
    expect(NAUGHTY.length).toBeGreaterThan(LISTED);
    for (const text of [...NAUGHTY, ...HOSTILE]) {
      const markdown = `| a | b |\n| --- | --- |\n| ${show.name(text)} | ${show.words(text)} |\n\n- x ${show.words(text)}\n`;
      const html = marked.parse(markdown, { gfm: true, async: false });
      expect(
        [...tagsOf(html)].filter((tag) => !OURS.has(tag)),
        text,
      ).toEqual([]);
    }
  });
});

const HOSTILE = [
  "</details><details open>",
  "a | b | c",
  "](javascript:alert(1))",
  "![x](https://evil.example/track.png)",
  "https://evil.example www.evil.example me@evil.example",
  "<!-- botform plan: other -->",
  "```\n</code></details>\n# head",
  "&lt;b&gt; &#60;b&#62;",
  "\\|\\`\\<",
  "$x^2$ [^1] ~~gone~~ **bold** __bold__ :tada: %5 !7 &3",
];

function tagsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<\/?([a-z][a-z0-9]*)/gi)].map(([, tag]) => tag ?? ""));
}

describe("the comment", () => {
  it("of a plan that is free ends with what to type, unless a pipeline has marked it", () => {
    const next = { lead: "To carry it out:", command: "botform apply", lines: [], isBlocked: false };
    const plan = blocked().made;
    expect(planMarkdown([{ plan }], { next })).toContain("To carry it out:\n\n```sh\nbotform apply\n```");
    expect(planMarkdown([{ plan }], { next, marker: "main" })).not.toContain("botform apply");
    expect(planMarkdown([{ plan }], { next: { ...next, isBlocked: true }, marker: "main" })).toContain("botform apply");
  });

  it("begins with its marker, says what changes, what it costs, what is denied and warned of, and folds the rest", () => {
    const text = planMarkdown([{ plan: blocked().made }]);
    const first = unfolded(text);
    expect(text.startsWith("<!-- botform plan: main -->\n### Plan of <code>main</code>\n")).toBe(true);
    expect(first).toContain("2 to create, 2 to update, 1 to turn on · 1 unchanged · denied by policy");
    expect(first).toContain(
      "⛔ **Apply is blocked: policies deny it: main/btc: leverage 12 is above 10 (fleet.yaml&#58;&#8203;14), and 3 more (main/eth, main/shib).**",
    );
    expect(first).toContain(
      "| position at most, USDT | 1\u00a0445.12 | **3\u00a0312.5**, +129\u00a0% (12.04\u00a0%\u00a0→\u00a027.6\u00a0% of a wallet of 12\u00a0000) |",
    );
    expect(first).toContain(
      "| initial margin, USDT | 195.52 | **332.71**, +70\u00a0% (1 bot, off, would hold 56.67) |",
    );
    const serious = [...first.matchAll(/^- (?:⛔|❗) \*\*Serious\*\* <code>(.*?)<\/code>/gm)].map(
      ([, subject]) => subject,
    );
    expect(serious).toEqual(["3 bots", "main/shib", "All prices −20 %"]);
    expect(first).toContain("⚠️ **Warning** <code>main/btc</code>: deal 7 (USDT-BTC) keeps leverage 5");
    expect(first).not.toContain("| leverage |");
    for (const folded of [
      "| leverage | <code>5</code> | <code>12</code> |",
      "To find out: ",
      "liquidation by the formula of Binance",
    ])
      expect(text).toContain(folded);
    expect(text).not.toContain("Left out");
  });

  it("of the same plan is the same: a comment that says nothing new isn't written again", () => {
    expect(planMarkdown([{ plan: mixed().made }])).toBe(planMarkdown([{ plan: mixed().made }]));
  });

  it("of no changes says so in a line", () => {
    const text = planMarkdown([{ plan: planOf([], [], { unchanged: 25 }) }]);
    expect(text).toContain("**main: no changes · 25 unchanged**");
    expect(text).not.toContain("| position at most");
  });

  it("of several accounts names each, and one that couldn't be planned stands unfolded", () => {
    const text = planMarkdown([{ plan: mixed().made }, { account: "second", failure: "the account can't be opened" }]);
    expect(text.split("\n", 1)).toEqual(["<!-- botform plan: main, second -->"]);
    expect(unfolded(text)).toContain("⛔ **Not planned** <code>second</code>: the account can't be opened");
    expect(text).toContain("<summary>main: Steps of 4 bots</summary>");
  });

  it.each([
    ["fleet A", "fleet A"],
    ["a--b", "a_-b"],
    ["x --> <script>", "x _-_ _script_"],
    ["a\nb", "a_b"],
    ["x".repeat(300), `${"x".repeat(200)}_300`],
  ])("the marker %j is %j", (name, marker) => {
    expect(markerLine(name)).toBe(`<!-- botform plan: ${marker} -->`);
  });
});

describe("too much for a comment", () => {
  it("of many changed bots shows the summary whole, those that put most at risk, and what is left out and where it is", () => {
    const text = planMarkdown([{ plan: large(400).made }], { files: ["plan.html", "plan.json"] });
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    expect(text.length).toBeGreaterThan(MOST_CHARACTERS - 3000);
    const first = unfolded(text);
    expect(first).toContain("**main: 400 to update · 0 unchanged**");
    expect(first).toContain("| position at most, USDT |");
    expect(first).toMatch(
      /Left out, because a comment can't be longer: \d+ of 400 bots in “Steps of 400 bots”.* <code>plan\.html<\/code> and <code>plan\.json<\/code> of the same run have all of it\./,
    );
    const shown = text.match(/^\*\*Bot\*\*/gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(`${400 - shown} of 400 bots`);
    // The small parts aren't lost to the large one.
    expect(text).toContain("<summary>Assumptions behind the figures</summary>");
  });

  it("of many bots with titles of 250 hostile characters is below the limit, and its tags are balanced", () => {
    const titles = Array.from({ length: 300 }, (_, index) => `${index} ${"|`<@[]($&\u202e".repeat(25)}`.slice(0, 250));
    const bots = titles.map((title, index) => `b${index}: { title: ${JSON.stringify(title)}, percentTakeProfit: 1.4 }`);
    const desired = desiredOf(bots);
    const { made } = pictured(
      desired,
      desired.bots.map((bot, index) => liveOf(bot, index + 1, { percentTakeProfit: "1.2" })),
    );
    const position = { file: titles[1] ?? "", line: 1, column: 1, text: "" };
    const diagnostics = titles.map((summary): Diagnostic => ({ ...DIAGNOSTIC, summary, remedy: summary, position }));
    const findings = titles.map((summary): Finding => ({ ...FINDING, address: summary, summary, remedy: summary }));
    isSound(planMarkdown([{ plan: { ...made, diagnostics, findings } }]));
    isSound(planMarkdown(titles.map((failure) => ({ account: failure, failure }))));
    isSound(planMarkdown(titles.slice(0, 5).map((account) => ({ plan: { ...made, account, diagnostics, findings } }))));
  });

  it("leaves out the least important first, and each part has its share before any has all", () => {
    const part = (title: string, rank: number, count: number) => ({
      ...{ title, rank, noun: "item", gap: "\n" as const },
      items: Array.from({ length: count }, (_, index) => () => `${title} ${index} ${"x".repeat(90)}`),
    });
    const all = [part("steps", 1, 500), part("money", 0, 3), part("notes", 2, 3), part("rest", 3, 40)];
    const { text, leftOut } = fitted(all, 10_000);
    expect(text.length).toBeLessThan(10_000);
    expect(leftOut.map((one) => one.replace(/^\d+/, "N"))).toEqual([
      "N of 500 items in “steps”",
      "N of 40 items in “rest”",
    ]);
    expect(fitted(all, 10).leftOut).toEqual(all.map(({ title }) => `all of “${title}”`));
    expect(fitted([part("a", 1, 2)], 10_000)).toMatchObject({ leftOut: [] });
  });
});

const DIAGNOSTIC: Diagnostic = { severity: "error", code: "plan/x", summary: "" };
const FINDING: Finding = { code: "policy/x", severity: "deny", kind: "breach", summary: "", remedy: "" };

/** The laws of every comment, whatever it is made from. */
function isSound(text: string): void {
  expect(text.length).toBeLessThan(MOST_CHARACTERS);
  const [first = "", ...rest] = text.split("\n");
  expect(first).toMatch(/^<!-- botform plan: [^<>]* -->$/);
  expect(first.slice(MARKDOWN_BEGIN.length, -4)).not.toContain("--");
  const body = rest.join("\n");
  // Every tag is one of ours, alone on its line or a name's; none is left open.
  const tags = [...body.matchAll(/<[^>]*>?/g)].map(([tag]) => tag);
  expect(tags.filter((tag) => !/^<\/?(?:details|summary|code)>$/.test(tag))).toEqual([]);
  let open: string[] = [];
  for (const tag of tags) {
    if (!tag.startsWith("</")) open = [...open, tag];
    else expect(open.pop()).toBe(tag.replace("/", ""));
  }
  expect(open).toEqual([]);
  expect(body.match(/^<details>$/gm)?.length).toBe(body.match(/^<\/details>$/gm)?.length);
  // Nothing from outside that would be obeyed: mentions, links, code, templates, and the lines that a CI runner or a chat obeys.
  const ours = body.replaceAll(/`(?:[^`\n]{1,5}|botform plan)`/g, "");
  expect(ours).not.toMatch(/[@[\]`{}\\$^]|!\[|www\.|:\/\//);
  expect(ours).not.toMatch(/^\//m);
  expect(ours.match(/&(?!#\d{2,4};)/g)).toBeNull();
  // Each row has as many cells as its head.
  for (const [table] of body.matchAll(/(?:^\|.*\n)+/gm)) {
    const [head = "", ...rows] = table
      .trimEnd()
      .split("\n")
      .map((row) => row.match(/\|/g)?.length);
    expect(new Set(rows)).toEqual(new Set([head]));
  }
  expect([...unsafe(text), ...lineCommands(text), ...inlineCommands(text)]).toEqual([]);
  const html = marked.parse(body, { gfm: true, async: false });
  expect([...tagsOf(html)].filter((tag) => !OURS.has(tag))).toEqual([]);
}

const OURS: ReadonlySet<string> = new Set(
  "h3 p strong code table thead tbody tr th td ul li details summary".split(" "),
);

const nasty = fc.oneof(
  fc.constantFrom(...HOSTILE, ...NAUGHTY),
  anyText({ maxLength: 250 }),
  fc.string({ unit: fc.constantFrom(..."|`<>@[]()!#*_~$\\&:-{}\n ab"), maxLength: 250 }),
);

/** A plan in which every text is another one from outside. */
const plans = fc.array(fc.record({ text: nasty, other: nasty }), { minLength: 1, maxLength: 60 }).map((rows): Plan => {
  const bots = rows.map(({ text, other }, index) => {
    const observed = {
      ...{ id: index, accessId: 1, unknownSettings: [text] },
      fields: FIELDS_OF(other),
      status: { on: true, raw: text },
    };
    return plannedBot(`b${index}${text}`, index % 2 === 0 ? observed : null, { title: text, accessTitle: other });
  });
  const steps = rows.map(({ text, other }, index) => ({
    ...step(index % 2 === 0 ? "update" : "create", `b${index}${text}`),
    ...{ reason: other, warnings: [text], changes: [{ field: "title" as const, before: other, after: text }] },
  }));
  const diagnostics = rows.map(
    ({ text, other }): Diagnostic => ({ ...DIAGNOSTIC, summary: text, address: other, remedy: text }),
  );
  const findings = rows.map(
    ({ text, other }): Finding => ({ ...FINDING, summary: text, policy: other, remedy: other, figure: text }),
  );
  const undeclared = rows.map(({ text, other }, index) => ({
    ...{ id: index, title: text, on: true },
    status: other,
    dealIds: [1],
  }));
  return planOf(bots, steps, { account: rows[0]?.text ?? "", diagnostics, findings, undeclared });
});

const FIELDS_OF = (title: string) => ({ ...BASE_FIELDS, title });
const BASE_FIELDS = fieldsOf();

function fieldsOf() {
  const [bot] = desiredOf(["a: { title: A }"]).bots;
  if (bot === undefined) throw new Error(`no bot of ${Object.keys(BASE).length} fields`);
  return liveOf(bot, 1).fields;
}

it("of any plan is sound", () => {
  fc.assert(
    fc.property(
      fc.array(plans, { minLength: 1, maxLength: 3 }),
      fc.option(nasty, { nil: undefined }),
      (all, marker) => {
        isSound(
          planMarkdown(
            all.map((plan) => ({ plan })),
            { marker },
          ),
        );
      },
    ),
    { numRuns: amount({ fast: 15, all: 60 }) },
  );
});
