// A version is dated by the run that applied it, and by none where the deals don't agree with the ledger.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { AppliedStep } from "../../../src/model/results.js";
import { appliedBefore } from "../../../src/results/dating.js";
import { endedDeals } from "../../../src/results/ended-deal.js";
import { dailyNets } from "../../../src/results/figures.js";
import { versionsOf } from "../../../src/results/versions.js";
import { dealOf, endedOf, HOUR_MS } from "./versions-of.js";

const START = Date.parse("2026-01-01T00:00:00Z");
/** A deal with a take profit for each hour of an end. */
const deals = (...ends: readonly (readonly [takeProfit: string, hour: number])[]) =>
  endedOf(
    ends.map(([percent_take_profit, hour], index) => ({
      ...{ id: index + 1, net: "1", hour, settings: { percent_take_profit } },
    })),
  );
const fieldsWith = (takeProfit: string) => {
  const [deal] = deals([takeProfit, 1]);
  if (deal === undefined) throw new Error("no deal");
  return deal.settings;
};
const update = (hour: number, from: string, to: string): AppliedStep => ({
  ...{
    run: `at ${hour}`,
    at: START + hour * HOUR_MS,
    botId: 7,
    before: fieldsWith(from),
    wasOn: true,
    after: fieldsWith(to),
  },
});
const create = (hour: number, after: SomeFields): AppliedStep => ({
  ...{ run: `at ${hour}`, at: START + hour * HOUR_MS, botId: 7, before: null, wasOn: false, after },
});
const A_THEN_B = deals(["1", 10], ["1", 20], ["1", 30], ["2", 90], ["2", 100]);

interface Case {
  readonly because: string;
  readonly ended?: ReturnType<typeof deals>;
  readonly steps: readonly AppliedStep[];
  /** Runs by the ids of deals. */
  readonly dates: Readonly<Record<number, string>>;
}

const CASES: readonly Case[] = [
  {
    because: "applied between the deals, days before the first one ends",
    steps: [update(40, "1", "2")],
    dates: { 4: "at 40", 5: "at 40" },
  },
  {
    because: "applied while a deal of the version before ran",
    steps: [update(25, "1", "2")],
    dates: { 4: "at 25", 5: "at 25" },
  },
  {
    because: "a create declares what the deals show",
    steps: [create(1, { percentTakeProfit: "1" })],
    dates: { 1: "at 1", 2: "at 1", 3: "at 1" },
  },
  {
    because: "before the last deal of other settings can have opened",
    steps: [update(15, "1", "2")],
    dates: {},
  },
  { because: "after the first deal has ended", steps: [update(95, "1", "2")], dates: {} },
  { because: "other settings than the deals show", steps: [update(40, "1", "3")], dates: {} },
  { because: "a title changes nothing that trades", steps: [update(40, "2", "2")], dates: {} },
  { because: "of another bot", steps: [{ ...update(40, "1", "2"), botId: 8 }], dates: {} },
  {
    because: "other settings came after it, before the deal opened",
    steps: [update(22, "1", "2"), update(26, "2", "3")],
    dates: {},
  },
  {
    because: "the next version came while its only deal ran",
    ended: deals(["1", 10], ["1", 20], ["2", 90], ["3", 100]),
    steps: [update(15, "1", "2"), update(80, "2", "3")],
    dates: { 3: "at 15", 4: "at 80" },
  },
  {
    because: "the later of two applied it again",
    steps: [update(22, "1", "2"), update(24, "2", "1"), update(40, "1", "2")],
    dates: { 4: "at 40", 5: "at 40" },
  },
  {
    because: "a version that came back has a run of its own",
    ended: deals(["1", 10], ["1", 20], ["2", 30], ["2", 40], ["1", 50]),
    steps: [create(1, { percentTakeProfit: "1" }), update(21, "1", "2"), update(41, "2", "1")],
    dates: { 1: "at 1", 2: "at 1", 3: "at 21", 4: "at 21", 5: "at 41" },
  },
  {
    because: "after one deal the step itself has seen the version before",
    ended: deals(["1", 10], ["2", 20]),
    steps: [update(5, "1", "2")],
    dates: { 2: "at 5" },
  },
  {
    because: "after one deal nothing shows that it came later",
    ended: deals(["1", 10], ["2", 20]),
    steps: [update(5, "3", "2")],
    dates: {},
  },
];

describe("a version's date", () => {
  it.each(CASES)("$because", ({ ended = A_THEN_B, steps, dates }) => {
    const found = [...appliedBefore(ended, steps.toReversed()).applied].map(([id, { run }]) => [id, run]);
    expect(Object.fromEntries(found)).toEqual(dates);
  });

  it("isn't known where an end isn't, since then the order isn't either", () => {
    const read = [1, 2].map((id) => dealOf({ id, net: "1", settings: { percent_take_profit: "1" } }));
    const [first] = read;
    if (first === undefined) throw new Error("no deal");
    const applied = (...all: typeof read) =>
      appliedBefore(endedDeals(all, "after-fees"), [create(0, { percentTakeProfit: "1" })]).applied.size;
    expect([applied(...read), applied(...read, { ...first, id: 3, updated: null })]).toEqual([2, 0]);
  });
});

interface DaysCase {
  readonly because: string;
  readonly step: AppliedStep;
  readonly span?: { readonly from?: number; readonly to?: number };
  readonly days?: readonly number[];
}

describe("days of a version", () => {
  const daysOf = (step: AppliedStep, ended: ReturnType<typeof deals>, span?: DaysCase["span"]) => {
    const { inForce } = appliedBefore(ended, [step], span);
    return versionsOf(ended, [], inForce).map(({ stretches }) => dailyNets(stretches, inForce)?.length);
  };
  /** Ends on the days 0 to 2, and from day 9 on. */
  const LATE = deals(["1", 1], ["1", 30], ["1", 50], ["2", 220], ["2", 230]);

  it.each<DaysCase>([
    { because: "from the day on which it was applied, and the one before until then", step: update(130, "1", "2") },
    {
      because: "from the end of the deal that still ran",
      ...{ step: update(40, "1", "2"), days: [3, 8] },
    },
    {
      because: "from the first end, if the bot was off",
      step: { ...update(130, "1", "2"), wasOn: false },
      days: [3, 1],
    },
    {
      because: "none before the time that is asked for",
      ...{ step: update(130, "1", "2"), span: { from: START + 170 * HOUR_MS }, days: [6, 3] },
    },
    {
      because: "none after the time that is asked for",
      ...{ step: update(130, "1", "2"), span: { to: START + 80 * HOUR_MS }, days: [4, 5] },
    },
  ])("count $because", ({ step, span, days = [6, 5] }) => {
    expect(daysOf(step, LATE, span)).toEqual(days);
  });
});
