// Answers in words, and the day on which they were seen.
import { describe, expect, it } from "vitest";
import type { FieldName } from "../../../src/model/bot/field.js";
import {
  answerValue,
  factOf,
  mostOf,
  reliedOn,
  seenOn,
  storedPercent,
  storedTitle,
  switchedOff,
} from "../../../src/model/service-facts.js";
import { QUESTION_NAMES, type SeenThen } from "../../../src/model/service-questions.js";

const one = (name: SeenThen["name"], value: SeenThen["value"], at: number, below?: number | null): SeenThen => ({
  ...{ name, value, at },
  ...(below !== undefined && { below }),
  ...{ detail: "", tool: "1" },
});

it.each([
  [{ value: "clear" }, "clear"],
  [{ value: 12 }, "12"],
  [{ value: 60, below: 61 }, "60"],
  [{ value: 45, below: 60 }, "45 to 59"],
  [{ value: 901, below: null }, "901 or more"],
  [{ value: "clear", below: 5 }, "clear"],
])("%j is %s", (answer, words) => {
  expect(answerValue(answer)).toBe(words);
});

it("an answer has its day, and is found by its question", () => {
  const one = {
    name: "titles",
    value: "upper",
    detail: "",
    at: Date.parse("2026-11-20T23:59:59Z"),
    tool: "1",
  } as const;
  expect(seenOn(one)).toBe("seen 2026-11-20");
  expect([factOf([one], "titles"), factOf([one], "rounding"), factOf(undefined, "titles")]).toEqual([
    one,
    undefined,
    undefined,
  ]);
});

describe("what is pinned, and what the ledger has seen", () => {
  const keep = one("scaleEmpty", "keep", 1);
  const clear = one("scaleEmpty", "clear", 2);
  const [short, long] = [one("noncePostWindow", 5, 1, 6), one("noncePostWindow", 30, 2, 31)];
  const within = one("noncePostWindow", 28, 3, 40);
  it.each<[string, SeenThen[], SeenThen[], SeenThen[], [SeenThen, SeenThen][]]>([
    ["counts alone", [keep], [], [keep], []],
    ["counts alone in the ledger", [], [clear], [clear], []],
    ["counts together", [keep], [long], [long, keep], []],
    ["counts where the ledger is older", [clear], [keep], [clear], []],
    [
      "counts no more where the ledger contradicts it since, and neither does the ledger",
      [keep],
      [clear],
      [],
      [[keep, clear]],
    ],
    ["is as new as the last look", [keep], [{ ...keep, at: 5 }], [{ ...keep, at: 5 }], []],
    [
      "is the longer of two windows, pinned",
      [{ ...long, at: 1 }],
      [{ ...short, at: 2 }],
      [{ ...long, at: 1 }],
      [
        [
          { ...long, at: 1 },
          { ...short, at: 2 },
        ],
      ],
    ],
    ["is the longer of two windows, seen", [short], [long], [long], [[short, long]]],
    ["is no contradiction where one truth gives both", [long], [within], [within], []],
    [
      "is open at its end",
      [one("noncePostWindow", 901, 1, null)],
      [one("noncePostWindow", 950, 2, 960)],
      [one("noncePostWindow", 901, 1, null)],
      [],
    ],
    [
      "has no change of mind in what passes",
      [one("statusOn", "ENABLED", 1)],
      [one("statusOn", "4", 2)],
      [one("statusOn", "4", 2)],
      [],
    ],
  ])("%s", (_what, pinned, ledger, seen, contradicted) => {
    expect(reliedOn(pinned, ledger)).toEqual({
      seen,
      contradicted: contradicted.map(([own, since]) => ({ pinned: own, since })),
    });
  });

  const LENGTHS: readonly string[] = ["nonceWindow", "noncePostWindow", "listLag", "logLag"];
  const PASSING: readonly string[] = ["clock", "listLacks", "listLag", "logLag", "statusOn", "statusOff"];

  it.each(QUESTION_NAMES)("of %s: a length is the longer one, and what passes contradicts nothing", (name) => {
    const [pinned, since] = [one(name, 30, 1, 31), one(name, 5, 2, 6)];
    const passes = PASSING.includes(name);
    const counts = LENGTHS.includes(name) ? [pinned] : passes ? [since] : [];
    expect(reliedOn([pinned], [since])).toEqual({ seen: counts, contradicted: passes ? [] : [{ pinned, since }] });
  });

  it("is the pinned one of two windows that are alike, and of two answers of one moment", () => {
    const [pinned, since] = [one("nonceWindow", 30, 1, 31), one("nonceWindow", 28, 2, 31)];
    expect(reliedOn([pinned], [since])).toEqual({ seen: [pinned], contradicted: [] });
    expect(reliedOn([keep], [{ ...clear, at: 1 }])).toEqual({ seen: [keep], contradicted: [] });
  });

  it.each([
    ["one in text and one in figures", one("update", "30", 1), one("update", 30, 2, 31)],
    ["one in figures and one in text", one("update", 30, 1, 31), one("update", "30", 2)],
    ["a measure that ends where the other begins", one("update", 30, 1, 45), one("update", 45, 2, 60)],
    ["a measure that begins where the other ends", one("update", 45, 1, 60), one("update", 30, 2, 45)],
  ])("disagree: %s", (_what, pinned, since) => {
    expect(reliedOn([pinned], [since])).toEqual({ seen: [], contradicted: [{ pinned, since }] });
  });
});

it.each([
  [{ value: 60 }, 61],
  [{ value: 45, below: 60 }, 60],
  [{ value: 901, below: null }, Number.POSITIVE_INFINITY],
])("%j is less than %d", (answer, most) => {
  expect(mostOf(answer)).toBe(most);
});

describe("a setting is switched off", () => {
  const zero = one("scaleEmpty", "clear", 1);
  const omitted = (value: string) => one("scaleOmitted", value, 5);
  it.each<[what: string, field: FieldName, seen: SeenThen[] | undefined, by: string | undefined]>([
    ["in no way that is known", "martingaleScale", undefined, undefined],
    ["by 0", "martingaleScale", [omitted("keep"), zero], "zero"],
    ["not by 0 of which its least is 1", "countOrderMax", [zero], undefined],
    [
      "by leaving it out, where 0 does something else",
      "martingaleScale",
      [{ ...zero, value: "keep" }, omitted("clear")],
      "leaving it out",
    ],
    ["by leaving it out, for which 0 isn't sent", "countOrderMax", [zero, omitted("clear")], "leaving it out"],
    ["by nothing", "martingaleScale", [omitted("keep")], "nothing"],
    ["in no way that is known, where the answer is another", "martingaleScale", [omitted("default")], undefined],
    ["in no way that is known once updates replace", "martingaleScale", [one("update", "replace", 4)], undefined],
    ["by null, which isn't asked about", "volumeSafetyOrder", [zero, omitted("clear")], undefined],
    ["as seen while updates merge", "martingaleScale", [omitted("keep"), one("update", "merge", 9)], "nothing"],
    [
      "as seen after updates took to replacing",
      "martingaleScale",
      [omitted("keep"), one("update", "replace", 4)],
      "nothing",
    ],
    [
      "otherwise than seen in the moment in which they did",
      "martingaleScale",
      [omitted("keep"), one("update", "replace", 5)],
      undefined,
    ],
    [
      "otherwise than seen before they did",
      "martingaleScale",
      [omitted("keep"), one("update", "replace", 6)],
      undefined,
    ],
    ["nothing: a name is kept", "indicatorName", [one("indicatorOff", "keep", 5)], "nothing"],
    ["nothing: it gets a default", "indicatorInterval", [one("indicatorOff", "default", 5)], "nothing"],
    ["nothing: it is refused", "priceLevelUp", [one("priceLevelOff", "refuse", 5)], "nothing"],
    ["its own off, which is shown as null", "priceLevelDown", [one("priceLevelOff", "null", 5)], undefined],
    ["its own off, of a limit", "priceLevelDown", [one("indicatorOff", "keep", 5)], undefined],
    ["the group's word", "indicatorGroup", [one("indicatorOff", "keep", 5)], undefined],
    ["nothing that has no off", "leverage", [one("indicatorOff", "keep", 5)], undefined],
  ])("%s", (_what, field, seen, by) => {
    expect(switchedOff(field, seen)?.by).toBe(by);
  });
});

describe("a title is stored", () => {
  const does = (value: string, title: string, below?: number | null) => {
    const fact = one("titles", value, 1, below);
    const { fact: from, ...rest } = storedTitle(title, [fact]) ?? {};
    expect(from === undefined || from === fact).toBe(true);
    return rest;
  };

  it("as it is, as far as anybody has seen", () => {
    expect(storedTitle("a", undefined)).toBeUndefined();
    for (const [value, title] of [
      ["as sent", "a<b"],
      ["upper", "A"],
      ["nfc", "\u00e9"],
      ["escaped", "a b"],
    ] as const)
      expect(does(value, title)).toEqual({});
    expect(does("cut", "abc", 4)).toEqual({});
    expect(does("cut", "abc", null)).toEqual({});
    expect(does("as sent", "abc", 2)).toEqual({});
    expect(does("cut", "\u{1f600}\u{1f600}", 3)).toEqual({});
  });

  it("in another form", () => {
    expect(does("upper", "aB")).toEqual({ does: "stores titles in capitals", stored: "AB" });
    expect(does("nfc", "e\u0301")).toEqual({
      does: "stores titles in Unicode's composed form (NFC)",
      stored: "\u00e9",
    });
    for (const title of ["a&b", "a<b", "a>b"])
      expect(does("escaped", title)).toEqual({ does: "escapes &, < and > in titles", stored: undefined });
    expect(does("cut", "abc", 3)).toEqual({ does: "cuts titles of 3 characters", stored: undefined });
  });
});

it("a percentage is rounded to two places, where the service was seen to", () => {
  const rounding = (value: SeenThen["value"]) => [one("rounding", value, 1)];
  expect(storedPercent("1.206", undefined)).toBeUndefined();
  expect(storedPercent("1.206", rounding("none"))).toBeUndefined();
  expect(storedPercent("1.2", rounding("2"))).toBeUndefined();
  expect(storedPercent("1.206", rounding("2"))).toEqual({ fact: rounding("2")[0], stored: "1.21" });
});
