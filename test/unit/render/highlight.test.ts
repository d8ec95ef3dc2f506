// Highlights in the order in which a reader decides, and those of bots that say the same in one line.
import Big from "big.js";
import { expect, it } from "vitest";
import { accountGroups, type Highlight, highlightGroups } from "../../../src/render/highlight.js";

const of = (text: string, changes: Partial<Highlight> = {}): Highlight => ({ weight: "warning", text, ...changes });
const bot = (key: string, text: string, changes: Partial<Highlight> = {}) =>
  of(text, { subject: `main/${key}`, alike: "x", ...changes });
const MONEY: Readonly<Record<string, number>> = { "main/rich": 500, "main/poor": 1 };
const grouped = (all: readonly Highlight[]) => highlightGroups(all, (subject) => new Big(MONEY[subject] ?? 0));

it("what blocks comes first, then what gets worse, then by money; what is no news and notes come last", () => {
  const all = [
    of("note", { weight: "note" }),
    of("standing", { standing: true }),
    of("poor", { subject: "main/poor" }),
    of("rich", { subject: "main/rich" }),
    of("worse", { worse: true }),
    of("clash", { clash: true }),
    of("liquidated", { weight: "bad", worse: true }),
    of("denied", { weight: "bad" }),
  ];
  expect(grouped(all).map(({ text }) => text)).toEqual([
    ...["denied", "liquidated", "clash", "worse", "rich", "poor", "standing", "note"],
  ]);
});

it.each<[string, readonly Highlight[], object]>([
  ["one stays as it is", [bot("a", "T")], { subject: "main/a", text: "T" }],
  ["the same text stands once", [bot("a", "T"), bot("b", "T")], { subject: "2 bots", text: "T", names: "a, b" }],
  ["of others the first", [bot("a", "T"), bot("b", "U")], { subject: "2 bots", text: "e.g. a: T" }],
  [
    "or what they have in common",
    [bot("a", "T", { common: "C" }), bot("b", "U", { common: "C" })],
    { subject: "2 bots", text: "C" },
  ],
  [
    "and where that stands, if the others stand elsewhere",
    [bot("a", "T", { common: "C", place: "f:1" }), bot("b", "U", { common: "C", place: "f:2" })],
    { subject: "2 bots", text: "C (f:1)" },
  ],
  [
    "or all stand there",
    [bot("a", "T", { common: "C", place: "f:1" }), bot("b", "U", { common: "C", place: "f:1" })],
    { subject: "2 bots", text: "C", place: "f:1" },
  ],
  ["two of one bot name it", [bot("a", "T"), bot("a", "U", { place: "f:1" })], { subject: "main/a", text: "e.g. T" }],
  [
    "a place that all share stays, and only a few are named",
    ["a", "b", "c", "d", "e", "f", "g", "h"].map((key) => bot(key, "T", { place: "f:1" })),
    { subject: "8 bots", place: "f:1", names: "a, b, c, d, e, f … and 2 more" },
  ],
])("%s", (_, all, expected) => {
  const groups = grouped(all);
  expect(groups).toHaveLength(1);
  expect(groups[0]).toMatchObject(expected);
  expect(groups[0]?.members).toEqual(all);
});

it("what to do for one bot alone is said of one bot alone", () => {
  const own = { remedy: "Raise x.", alone: "Here: f:2." };
  expect(grouped([bot("a", "T", own)])[0]).toMatchObject({ remedy: "Raise x. Here: f:2." });
  expect(grouped([bot("a", "T", own), bot("b", "T", own)])[0]).toMatchObject({ remedy: "Raise x." });
});

it("what weighs otherwise, or isn't alike, stands by itself", () => {
  const all = [bot("a", "T"), bot("b", "T", { weight: "bad" }), of("T"), of("T"), bot("c", "T", { standing: true })];
  expect(grouped(all)).toHaveLength(5);
});

it("of several accounts each has its account's name, and what is the same in several stands once", () => {
  const own = (account: string, ...all: readonly Highlight[]) => ({ account, groups: grouped(all) });
  const all = [
    own("main", bot("a", "T"), of("see main/b, not domain/b", { subject: "USDT" })),
    own("copy", bot("a", "T", { subject: "copy/a" }), of("worst", { weight: "bad" })),
    own("v1.0", bot("a", "U", { subject: "v1.0/a" })),
    own("v1.0.2", bot("a", "of v1.0x2/a and v1x0.2/a, not v1.0.2/b", { subject: "v1.0.2/a" })),
  ];
  const lines = accountGroups(all).map(({ account, subject, text, members }) => [
    account,
    subject,
    text,
    members.length,
  ]);
  expect(lines).toEqual([
    ["copy", undefined, "worst", 1],
    ["main, copy", "a", "T", 2],
    ["main", "USDT", "see b, not domain/b", 1],
    ["v1.0", "a", "U", 1],
    ["v1.0.2", "a", "of v1.0x2/a and v1x0.2/a, not b", 1],
  ]);
});
