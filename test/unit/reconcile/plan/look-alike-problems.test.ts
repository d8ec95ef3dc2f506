// What a user reads of creates that look like live bots, and the lines to paste.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { lookAlikeProblems } from "../../../../src/reconcile/plan/look-alike-problems.js";
import type { LookAlike, Question } from "../../../../src/reconcile/plan/look-alikes.js";
import { desiredBot, live } from "../fleet.js";

const NO_REASON = { isKnown: false, isAlike: true, isFolded: false, isEqual: false, isOn: false, isInDeal: false };
const access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };

function question(
  key: string,
  bot: ObservedBot,
  reasons: Partial<LookAlike> = {},
  { twin, all = [bot] }: { readonly twin?: readonly string[]; readonly all?: readonly ObservedBot[] } = {},
): Question {
  const named = { ...NO_REASON, ...reasons, live: bot };
  const isRefused = Object.keys(reasons).length > 0;
  return { bot: desiredBot(key, { ...(twin && { twin }) }), access, named, all, isRefused };
}

function said(...questions: Question[]) {
  return lookAlikeProblems(questions, (address) => address !== "main/left-out").map(
    ({ code, severity, summary, remedy, address, origin }) => ({ code, severity, summary, remedy, address, origin }),
  );
}

const remedyOf = (...questions: Question[]) => said(...questions)[0]?.remedy ?? "";

describe("a live bot whose title differs in form", () => {
  const asked = (value: string | undefined, title = "DIP") => {
    const fact = { name: "titles", detail: "", at: Date.parse("2026-11-20T09:00:00Z"), tool: "1" } as const;
    const seen = value === undefined ? [] : [{ ...fact, value }];
    return lookAlikeProblems([question("Dip", live(7, title), { isFolded: true })], () => true, seen)[0]?.remedy;
  };
  const twin = ' If a second bot is meant, add twin: "DIP".';

  it.each([
    [
      "nobody knows how titles are stored",
      undefined,
      'If you renamed it, add previousTitles: ["DIP"]. If the service stores titles in this form, write title: "DIP".',
    ],
    [
      "the service was seen to store titles so",
      "upper",
      'The service stores titles in capitals (seen 2026-11-20): write title: "DIP".',
    ],
    [
      "it was seen to store titles as they are sent",
      "as sent",
      'If it is the same bot, renamed, add previousTitles: ["DIP"].',
    ],
    [
      "it was seen to store titles in another form than this",
      "nfc",
      'If you renamed it, add previousTitles: ["DIP"]. If the service stores titles in this form, write title: "DIP".',
    ],
  ])("where %s", (_what, value, remedy) => {
    expect(asked(value)).toBe(`${remedy}${twin}`);
  });

  it("where the service wrote it with escapes, which no configuration could repeat", () => {
    expect(asked(undefined, "D&amp;P")).toBe(
      'The service escapes some characters of titles: choose a title without them, and add previousTitles: ["D&amp;P"]. If a second bot is meant, add twin: "D&amp;P".',
    );
  });

  it("where the service was seen to store titles so, but not this one", () => {
    expect(asked("upper", "dIP")).toBe(
      'If you renamed it, add previousTitles: ["dIP"]. If the service stores titles in this form, write title: "dIP". If a second bot is meant, add twin: "dIP".',
    );
  });
});

describe("one create", () => {
  it("that is refused", () => {
    expect(said(question("a", live(7, "Old"), { isEqual: true, isOn: true, isInDeal: true }))).toEqual([
      {
        code: "plan/looks-renamed",
        severity: "error",
        summary:
          '"a" would be created beside bot 7 "Old", which isn\'t in the configuration: it has the same access, pair and strategy, its settings are the same, it is on, or may come on, it is in a deal',
        remedy:
          'If it is the same bot, renamed, add previousTitles: ["Old"]. If a second bot is meant, add twin: "Old".',
        address: "main/a",
        origin: { file: "botform.yaml", path: ["bots", "a"] },
      },
    ]);
  });

  it("that is only a warning, beside several", () => {
    const all = [live(7, "Old"), live(8, "Older")];
    expect(said(question("a", live(7, "Old"), {}, { all }))).toMatchObject([
      {
        code: "plan/beside-another",
        severity: "warning",
        summary:
          '"a" would be created beside bot 7 "Old" (and 1 more), which isn\'t in the configuration: it has the same access, pair and strategy',
        remedy:
          'If it is the same bot, renamed, add previousTitles: ["Old"]. If a second bot is meant, add twin: ["Old", "Older"].',
      },
    ]);
  });

  it("whose bot the ledger knows", () => {
    expect(said(question("a", live(7, "Old"), { isKnown: true }))).toMatchObject([
      {
        code: "plan/other-title",
        severity: "error",
        summary: 'bot 7 stood for this key, and the service calls it "Old"; a new bot "a" would be a second one',
        remedy:
          'If it is the same bot, renamed, add previousTitles: ["Old"]. If a second bot is meant, add twin: "Old".',
      },
    ]);
  });

  it("of another pair", () => {
    expect(said(question("a", live(7, "A"), { isFolded: true, isAlike: false }))).toMatchObject([
      {
        summary:
          '"a" would be created beside bot 7 "A", which isn\'t in the configuration: it is on the same access, its title differs only in form',
      },
    ]);
  });

  it("that was left out of the plan isn't said", () => {
    expect(said(question("left-out", live(7, "Old"), { isOn: true }))).toEqual([]);
  });
});

describe("the line to paste", () => {
  it.each([
    ["A", 'If you renamed it, add previousTitles: ["A"]. If the service stores titles in this form, write title: "A".'],
    [
      "a &amp; b",
      'The service escapes some characters of titles: choose a title without them, and add previousTitles: ["a &amp; b"].',
    ],
    // Its spaces can't stand in a title.
    ["a ", "If it is the same bot, renamed, add botId: 7."],
  ])("for %j, stored in another form", (title, line) => {
    const twin = title === title.trim() ? title : "*";
    expect(remedyOf(question("a", live(7, title), { isFolded: true }))).toBe(
      `${line} If a second bot is meant, add twin: "${twin}".`,
    );
  });

  it.each([
    ["", "botId: 7", 'twin: "*"'],
    [" x", "botId: 7", 'twin: "*"'],
    ["x\u0007y", "botId: 7", 'twin: "*"'],
    ["long ".repeat(60), "botId: 7", 'twin: "*"'],
    ["x".repeat(255), `previousTitles: ["${"x".repeat(255)}"]`, `twin: "${"x".repeat(255)}"`],
    ["x".repeat(256), "botId: 7", 'twin: "*"'],
    ["${vars}", 'previousTitles: ["$${vars}"]', 'twin: "$${vars}"'],
    ['say "x"', 'previousTitles: ["say \\"x\\""]', 'twin: "say \\"x\\""'],
  ])("for %j", (title, previous, twin) => {
    const remedy = remedyOf(question("a", live(7, title), { isOn: true }));
    expect(remedy).toBe(`If it is the same bot, renamed, add ${previous}. If a second bot is meant, add ${twin}.`);
  });

  it("shows a title of any length in short", () => {
    const [{ summary } = { summary: "" }] = said(question("a", live(7, "x".repeat(70_000)), { isOn: true }));
    expect(summary.length).toBeLessThan(600);
    expect(summary).toContain(`${"x".repeat(255)}…"`);
    expect(said(question("a", live(7, "x".repeat(255)), { isOn: true }))[0]?.summary).toContain(`"${"x".repeat(255)}"`);
  });

  const many = (titles: readonly string[]) => titles.map((title, at) => live(at + 1, title));

  it.each([
    [["e", "d", "c", "b", "a"], 'twin: ["a", "b", "c", "d", "e"]'],
    [["1", "2", "3", "4", "5", "6"], 'twin: "*"'],
    [["g 1", "g 2", "g 3", "g 4", "g 5", "g 6"], 'twin: "*"'],
    [["gr 1", "gr 2", "gr 3", "gr 4", "gr 5", "gr 6"], 'twin: "gr *"'],
    [["b 1", "b 2", "b 3", "b 4", "b 5", "bo"], 'twin: "*"'],
    [["abc 1", "abc 2", "abc 3", "abc 4", "abc 5", "abd"], 'twin: "*"'],
    [["a", " x"], 'twin: "*"'],
    [["bot", "bot", "bot", "bot", "bot", "bot"], 'twin: "bot*"'],
  ])("names %j", (titles, twin) => {
    const all = many(titles);
    expect(remedyOf(question("a", live(1, titles[0] ?? ""), { isOn: true }, { all }))).toContain(`add ${twin}.`);
  });

  it("has what `twin` names already, and by its title what no pattern names", () => {
    const all = many(["A", "b", "c", "d", "e", "f", "g"]);
    expect(remedyOf(question("a", live(1, "A"), { isFolded: true }, { all, twin: ["old *", "A"] }))).toContain(
      'add twin: ["old *", "A", "*"].',
    );
    expect(remedyOf(question("a", live(1, "A"), { isKnown: true }, { all: all.slice(0, 2) }))).toContain(
      'add twin: ["A", "b"].',
    );
    for (const reason of ["isFolded", "isKnown"]) {
      const own = question("a", live(2, "b"), { [reason]: true }, { all });
      expect(remedyOf(own)).toContain('add twin: ["b", "*"].');
      expect(remedyOf({ ...own, all: all.slice(0, 6) })).toContain('add twin: ["b", "A", "c", "d", "e", "f"].');
    }
    const two = [2, 1].map((id) => question(`k${id}`, live(id, `t${id}`), { isFolded: true }));
    expect(remedyOf(question("a", live(7, "a "), { isFolded: true }))).toMatch(/: 7\. .* add twin: "\*"\.$/);
    expect(remedyOf(...two)).toMatch(/: twin: \["t1", "t2"\]\.$/);
  });
});

describe("several creates", () => {
  it("are said once, by the live bots that they look like", () => {
    const [old, other] = [live(7, "Old"), live(8, "Other")];
    const all = [old, other];
    const on = { isOn: true };
    expect(
      said(
        ...["a", "b", "c", "d", "e"].map((key) => question(key, old, on, { all })),
        question("f", other, on, { all }),
        question("left-out", other, on, { all }),
      ),
    ).toEqual([
      {
        code: "plan/looks-renamed",
        severity: "error",
        summary:
          '6 bots to create look like live ones that aren\'t in the configuration: main/a, main/b, main/c … and 2 more like bot 7 "Old" (it has the same access, pair and strategy, it is on, or may come on); main/f like bot 8 "Other" (it has the same access, pair and strategy, it is on, or may come on)',
        remedy:
          'Where a bot was renamed, say so (variables work there, too): one of main/a, main/b, main/c … and 2 more: previousTitles: ["Old"]; main/f: previousTitles: ["Other"]. Where second bots are meant, add to each, or to defaults: twin: ["Old", "Other"].',
      },
    ]);
  });

  it("each of its kind", () => {
    const codes = said(
      question("a", live(1, "x"), { isOn: true }),
      question("b", live(2, "y")),
      question("c", live(3, "z"), { isKnown: true }),
      question("d", live(4, "zz"), { isKnown: true }),
    );
    expect(codes.map(({ code }) => code)).toEqual(["plan/looks-renamed", "plan/beside-another", "plan/other-title"]);
    expect(codes[2]?.summary).toBe(
      '2 bots to create look like live ones that aren\'t in the configuration: main/c like bot 3 "z" (it has the same access, pair and strategy, it stood for this key); main/d like bot 4 "zz" (it has the same access, pair and strategy, it stood for this key)',
    );
    expect(
      said(question("a", live(1, "A"), { isFolded: true }), question("b", live(2, "B"), { isFolded: true })),
    ).toEqual([
      expect.objectContaining({
        summary:
          '2 bots to create look like live ones that aren\'t in the configuration: main/a like bot 1 "A" (it has the same access, pair and strategy, its title differs only in form); main/b like bot 2 "B" (it has the same access, pair and strategy, its title differs only in form)',
      }),
    ]);
  });

  it("in hundreds name ten live bots", () => {
    const twelve = Array.from({ length: 12 }, (_, at) => question(`k${at}`, live(at + 1, `t${at}`), { isOn: true }));
    const [{ summary, remedy } = { summary: "", remedy: "" }] = said(...twelve);
    expect(summary).toMatch(
      /main\/k9 like bot 10 "t9" \(it has the same access, pair and strategy, it is on, or may come on\); and 2 more$/,
    );
    expect(remedy).toContain('main/k9: previousTitles: ["t9"]; and 2 more. Where');
    expect(said(...twelve.slice(0, 10))[0]?.summary).not.toContain("more");
  });
});
