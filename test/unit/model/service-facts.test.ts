// Answers in words, and the day on which they were seen.
import { describe, expect, it } from "vitest";
import { answerValue, factOf, reliedOn, seenOn } from "../../../src/model/service-facts.js";
import type { SeenThen } from "../../../src/model/service-questions.js";

it.each([
  [{ value: "clear" }, "clear"],
  [{ value: 12 }, "12"],
  [{ value: 60, below: 61 }, "60"],
  [{ value: 45, below: 60 }, "45 to 59"],
  [{ value: 901, below: null }, "901 or more"],
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
  const one = (name: SeenThen["name"], value: SeenThen["value"], at: number, below?: number | null): SeenThen => ({
    ...{ name, value, at },
    ...(below !== undefined && { below }),
    ...{ detail: "", tool: "1" },
  });
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
});
