// Which variant to keep, in words: the better one, unless it lost money or was liquidated, and nothing where it can't be told.
import { describe, expect, it } from "vitest";
import type { ExperimentResults, VariantComparison, VariantRow, Verdict } from "../../../src/model/results.js";
import { variantKeepsOf, variantsLead } from "../../../src/render/variants-conclusion.js";
import { figuresOf } from "../../../src/results/figures.js";

const INTERVALS: Readonly<Record<Verdict, VariantComparison["interval"]>> = {
  better: { difference: "2", low: "1", high: "3" },
  worse: { difference: "-2", low: "-3", high: "-1" },
  unclear: { difference: "0.1", low: "-1", high: "1.2" },
  "too-few": null,
  unknown: null,
};

interface Given {
  readonly net?: string | null;
  readonly seen?: number;
  readonly possible?: number;
}

function row(variant: string, { net = "9", seen = 0, possible = 0 }: Given = {}): VariantRow {
  const figures = { ...figuresOf("USDT", [], [], 0), net, liquidations: { seen, possible } };
  return { ...{ variant, settings: [], declared: [], bots: [`main/${variant}`], perBotDay: null }, figures };
}

function experiment(
  verdicts: Readonly<Record<string, Verdict>>,
  given: Readonly<Record<string, Given>> = {},
  name = "x",
): ExperimentResults {
  const comparisons = Object.entries(verdicts).map(
    ([variant, verdict]): VariantComparison => ({
      ...{ control: "as-is", variant, asset: "USDT", measure: "day", days: 20, verdict },
      ...{ interval: INTERVALS[verdict], why: "that is why", caveats: [`Beware of ${variant}.`] },
    }),
  );
  const rows = ["as-is", ...Object.keys(verdicts)].map((variant) => row(variant, given[variant]));
  return { experiment: name, since: 0, rows, comparisons, others: [], early: null };
}

const text = (...given: Parameters<typeof experiment>) => variantKeepsOf([experiment(...given)])[0]?.text;
const RISE = "+2 USDT a day and bot, between +1 and +3";
const FALL = "−2 USDT a day and bot, between −3 and −1";

describe("of one experiment", () => {
  it.each<readonly [Readonly<Record<string, Verdict>>, string]>([
    [{ b: "better" }, `Keep b: it made ${RISE}, against as-is.`],
    [{ b: "worse" }, `Keep as-is: against it b made ${FALL}.`],
    [{ b: "worse", c: "worse" }, `Keep as-is: against it b made ${FALL}; c made ${FALL}.`],
    [{ b: "too-few" }, "Can't tell b from as-is: that is why."],
    [{ b: "unknown" }, "Can't tell b from as-is: that is why."],
    [
      { b: "unclear" },
      "Can't tell b from as-is: it made +0.1 USDT a day and bot, between −1 and +1.2, which may be chance.",
    ],
    [{ b: "better", c: "worse" }, `Keep b: it made ${RISE}, against as-is. Not c: it made ${FALL}, against as-is.`],
    [{ b: "worse", c: "too-few" }, `Not b: it made ${FALL}, against as-is. Can't tell c from as-is: that is why.`],
    [{ b: "better", c: "better" }, `Better than as-is: b ${RISE}; c ${RISE}. They aren't compared with each other.`],
    [{}, "Nothing to compare: only as-is has bots that trade for it."],
  ])("%o", (verdicts, expected) => {
    expect(text(verdicts)).toBe(expected);
  });

  it.each([
    { given: { seen: 2 }, doubt: "2 deals ended in a liquidation" },
    { given: { net: "-4" }, doubt: "it lost money (−4 USDT)" },
    { given: { net: null }, doubt: "its net isn't known" },
  ])("what did better isn't recommended where $doubt", ({ given, doubt }) => {
    const end = `but ${doubt}: that alone is no reason to keep it.`;
    expect(text({ b: "better" }, { b: given })).toBe(`b did better (it made ${RISE}, against as-is), ${end}`);
    expect(text({ b: "worse" }, { "as-is": given })).toBe(`as-is did better (against it b made ${FALL}), ${end}`);
    expect(text({ b: "better" }, { "as-is": given })).toBe(`Keep b: it made ${RISE}, against as-is.`);
    expect(text({ b: "better", c: "better" }, { c: given })).toContain(`But of c, ${doubt}.`);
  });

  it("says what to know beside it: caveats, and losses of which nobody knows how they ended", () => {
    const [keep] = variantKeepsOf([
      experiment({ b: "better", c: "unclear" }, { b: { possible: 3 }, c: { possible: 4 } }),
    ]);
    expect(keep?.caveats).toEqual([
      "Beware of b.",
      "b lost 3 deals, and the service doesn't show whether by a liquidation.",
    ]);
  });
});

it("what only deals that run leave open isn't called chance, and what they are is said beside it", () => {
  const one = experiment({ b: "unclear" });
  const comparisons = one.comparisons.map((each) => ({ ...each, interval: INTERVALS.better }));
  const [keep] = variantKeepsOf([{ ...one, comparisons }]);
  expect(keep).toMatchObject({
    text: `Can't tell b from as-is: it made ${RISE}; that is why.`,
    ...{ caveats: ["Beware of b."], isClear: false },
  });
  expect(variantKeepsOf([one])[0]?.caveats).toEqual([]);
});

it("losses are those of what did better: the control's only where nothing did", () => {
  const lost = { "as-is": { possible: 1 }, c: { possible: 2 } };
  const caveats = (verdicts: Readonly<Record<string, Verdict>>) =>
    variantKeepsOf([experiment(verdicts, lost)]).flatMap((keep) => keep.caveats.filter((one) => one.includes("lost")));
  expect(caveats({ b: "better", c: "worse" })).toEqual([]);
  expect(caveats({ c: "worse" })).toEqual([
    "as-is lost 1 deal, and the service doesn't show whether by a liquidation.",
  ]);
});

describe("of several", () => {
  const [clear, open] = [experiment({ b: "better" }, {}, "clear"), experiment({ b: "too-few" }, {}, "open")];

  it("those that tell something come first, and the lead counts them", () => {
    expect(variantKeepsOf([open, clear]).map((keep) => keep.experiment)).toEqual(["clear", "open"]);
    const lead = (...experiments: readonly ExperimentResults[]) => variantsLead(variantKeepsOf(experiments));
    expect(lead(open, clear)).toBe("1 of 2 comparisons tells the variants apart.");
    expect(lead(clear, clear)).toBe("Each of 2 comparisons tells the variants apart.");
    expect(lead(open, open)).toBe("None of 2 comparisons tells the variants apart yet.");
    expect(lead(clear)).toBe(`Keep b: it made ${RISE}, against as-is.`);
    expect(lead()).toContain("None of these bots takes part");
  });
});
