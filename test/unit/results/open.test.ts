// Deals that still run: what they stand at, how days count meanwhile, and that no version is called better while its losers are only open.
import { describe, expect, it } from "vitest";
import type { Deal } from "../../../src/model/deal/deal.js";
import { compareAll, openShift, successive } from "../../../src/results/compare.js";
import { compareVariants } from "../../../src/results/compare-variants.js";
import { DAY_MS, dailyNets, figuresOf } from "../../../src/results/figures.js";
import { openResult, runningNote, standingWithOpen } from "../../../src/results/open.js";
import { atWorkUntil, type VersionDeals, versionsOf } from "../../../src/results/versions.js";
import { dealOf, endedOf, type Given, versionsWith } from "./versions-of.js";

const START = Date.parse("2026-01-01T00:00:00Z");

/** A deal of which nothing but its open result counts here. */
const open = (profit: string | null) => ({ position: profit === null ? null : { profit } }) as unknown as Deal;

const around = (mean: number) => Array.from({ length: 40 }, (_, at) => mean + ((at % 5) - 2) / 10);

/** The later of two versions, of which the first deals run still. */
function withRunning(profits: readonly (string | null)[]): readonly VersionDeals[] {
  const [before, after] = versionsWith([around(1), around(2)]);
  if (before === undefined || after === undefined) throw new Error("two versions were given");
  return [before, { ...after, running: profits.map(open) }];
}

describe("what is open", () => {
  it("adds up, is 0 where nothing runs, and unknown as soon as one isn't shown", () => {
    expect([[], ["1.5", "-4"], ["1", null]].map((all) => openResult(all.map(open))?.toFixed())).toEqual([
      "0",
      "-2.5",
      undefined,
    ]);
  });

  it("is said with its amount, as rounded as other money", () => {
    expect(runningNote([open("2.23348717")], "USDT")[0]).toContain(" at 2.23 USDT,");
    expect(runningNote([], "USDT")).toEqual([]);
    expect(runningNote([open("-156.15")], "USDT")).toEqual([
      "1 deal still runs, at -156.15 USDT, and isn't in these figures.",
    ]);
    expect(runningNote([open("1"), open(null)], "USDT")).toEqual([
      "2 deals still run, with a result that isn't known, and aren't in these figures.",
    ]);
  });

  it("moves a mean by its share, as one more value or spread over those that are there", () => {
    expect([openShift([1, 3], -4, 0), openShift([1, 3], -4, 2), openShift([1], null, 0)]).toEqual([-2, -2, null]);
  });
});

describe("a conclusion", () => {
  const better = { verdict: "better", why: "more" } as const;
  const worse = { verdict: "worse", why: "less" } as const;
  it.each([
    [better, [1, 3], -0.9, "better"],
    [better, [1, 3], -1.1, "unclear"],
    [better, [1, 3], 5, "better"],
    [worse, [-3, -1], 0.9, "worse"],
    [worse, [-3, -1], 1.1, "unclear"],
    [better, [1, 3], null, "unclear"],
    [{ verdict: "unclear", why: "may be chance" } as const, [-1, 1], 50, "unclear"],
  ] as const)("%j in %j with a shift of %j is %s", (found, [low, high], shift, verdict) => {
    expect(standingWithOpen(found, { difference: (low + high) / 2, low, high }, shift).verdict).toBe(verdict);
  });

  const asOf = START + 45 * DAY_MS;
  it.each([
    [[], "better"],
    [["-0.01"], "better"],
    [["-150"], "unclear"],
    [[null], "unclear"],
  ] as const)("by day, with %j open, is %s", (profits, verdict) => {
    const [only] = compareAll(successive(withRunning(profits)), { measure: "day", seed: "s", asOf }).compared;
    expect(only).toMatchObject({ verdict });
    expect(only?.caveats.some((one) => one.includes("still run"))).toBe(profits.length > 0);
  });

  it.each([
    ["-1", "better"],
    ["-60", "unclear"],
  ])("by deal, with %s open, is %s", (profit, verdict) => {
    const [only] = compareAll(successive(withRunning([profit])), { measure: "deal", seed: "s", asOf }).compared;
    expect(only?.verdict).toBe(verdict);
  });

  it.each([
    ["day", "-0.01", "better"],
    ["day", "-150", "unclear"],
    ["deal", "-150", "unclear"],
  ] as const)("of variants by %s, with %s open, is %s", (measure, profit, verdict) => {
    const botOf = (address: string, mean: number, running: readonly Deal[]) => ({
      ...{ address, variant: "", pair: "USDT-BTC", asset: "USDT", running, others: 0 },
      stretches: [endedOf(around(mean).map((net, at) => ({ id: at + 1, net: net.toFixed(8), hour: at * 12 })))],
    });
    const control = { variant: "control", asset: "USDT", settings: [], bots: [botOf("a/x", 1, [])] };
    const treated = { variant: "b", asset: "USDT", settings: ["leverage"], bots: [botOf("a/y", 2, [open(profit)])] };
    const last = { measure, seed: "s", asOf: START + 20 * DAY_MS };
    expect(compareVariants([{ experiment: "e", control, treated }], last).compared[0]?.verdict).toBe(verdict);
  });
});

describe("days", () => {
  it("count on while a deal runs: a bot that is stuck has earned nothing meanwhile", () => {
    const deals = endedOf([{ id: 1, net: "6", hour: 1 }]);
    const asOf = START + 2.5 * DAY_MS;
    expect(dailyNets([deals], undefined, asOf)?.map(String)).toEqual(["6", "0", "0"]);
    expect(figuresOf("USDT", [deals], [open("-1")], asOf)).toMatchObject({ days: 3, perDay: "2" });
    expect(figuresOf("USDT", [deals], [], asOf)).toMatchObject({ days: 1, perDay: "6" });
    // The clock of the service may be ahead.
    expect(dailyNets([deals], undefined, START - DAY_MS)?.map(String)).toEqual(["6"]);
  });

  it("of a version that came back end where the other's did, and count on only where its own deals ended last", () => {
    const [first, second] = [{ percent_take_profit: "1" }, { percent_take_profit: "2" }];
    const given = [1, 2, 3, 4, 5].map((id) => ({ id, net: "6", hour: id * 24, settings: id < 3 ? first : second }));
    const asOf = START + 10.5 * DAY_MS;
    const daysOf = (settings: Record<string, unknown>, more: readonly Given[] = []) => {
      const running = [dealOf({ id: 99, net: "0", settings })];
      const ended = endedOf([...given, ...more]);
      return versionsOf(ended, running).map((one) => {
        const until = atWorkUntil(one, asOf);
        const days = dailyNets(one.stretches, undefined, until)?.length;
        expect(figuresOf("USDT", one.stretches, one.running, until).days).toBe(days);
        return days;
      });
    };
    expect(daysOf(first)).toEqual([2, 3]);
    expect(daysOf(second)).toEqual([2, 8]);
    expect(daysOf(first, [{ id: 7, net: "6", hour: 7 * 24, settings: first }])).toEqual([6, 3]);
    expect(versionsOf(endedOf(given), []).map((one) => atWorkUntil(one, asOf))).toEqual([undefined, undefined]);
  });

  it("count from a cancelled deal on, where the one after it runs and none ended by itself", () => {
    const ended = endedOf([{ id: 1, net: "6", hour: 1 }]);
    const cancelled = endedOf([{ id: 2, net: "0", hour: 4 * 24 }]).map((deal) => ({
      ...deal,
      end: "cancelled" as const,
    }));
    const asOf = START + 5.5 * DAY_MS;
    expect(dailyNets([ended, cancelled], undefined, asOf)?.map(String)).toEqual(["6", "0", "0"]);
    expect(dailyNets([[...ended, ...cancelled]], undefined, asOf)).toHaveLength(6);
    expect(dailyNets([ended, cancelled])?.map(String)).toEqual(["6"]);
  });
});
