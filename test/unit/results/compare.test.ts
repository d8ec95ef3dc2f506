// Two versions side by side: a winner only where the deals allow it.
import { describe, expect, it } from "vitest";
import { compareAll, LEAST_DAYS, LEAST_DEALS, successive } from "../../../src/results/compare.js";
import { endedDeals } from "../../../src/results/ended-deal.js";
import { versionsOf } from "../../../src/results/versions.js";
import { dealOf, versionsWith } from "./versions-of.js";

const DEAL = { measure: "deal", seed: "test", asOf: 0 } as const;
const tp = (percent_take_profit: string) => ({ percent_take_profit });
const DAY = { measure: "day", seed: "test", asOf: 0 } as const;
/** About 1 each, with a loss among them. */
const around = (mean: number, count: number) =>
  Array.from({ length: count }, (_, index) => mean + ((index % 7) - 3) / 10 - (index % 20 === 0 ? 2 : 0));

describe("two versions", () => {
  it.each([
    { because: "more a deal", nets: [around(1, 40), around(2, 40)], verdict: "better" },
    { because: "less a deal", nets: [around(2, 40), around(1, 40)], verdict: "worse" },
    { because: "as much", nets: [around(1, 40), around(1.02, 40)], verdict: "unclear" },
    { because: "one deal short", nets: [around(1, 40), around(9, LEAST_DEALS - 1)], verdict: "too-few" },
    { because: "just enough", nets: [around(1, 40), around(9, LEAST_DEALS)], verdict: "better" },
  ])("are $verdict with $because", ({ nets, verdict }) => {
    const { compared } = compareAll(successive(versionsWith(nets)), DEAL);
    expect(compared.map((one) => one.verdict)).toEqual([verdict]);
    expect(compared[0]?.interval === null).toBe(verdict === "too-few");
  });

  it("say of the one that did better where none of its deals lost", () => {
    const flat = (mean: number) => Array.from({ length: 40 }, (_, index) => mean + (index % 3) / 10);
    const found = (...nets: readonly (readonly number[])[]) =>
      compareAll(successive(versionsWith(nets)), DEAL).compared[0]?.caveats.filter((one) => one.includes("deals lost"));
    const unhurt = (which: string) =>
      `None of the ${which} one's deals lost: how much it can lose hasn't been seen yet.`;
    expect(found(flat(1), flat(2))).toEqual([unhurt("later")]);
    expect(found(flat(2), flat(1))).toEqual([unhurt("earlier")]);
    expect(found(around(2, 40), flat(1))).toEqual([]);
    expect(found(flat(1), flat(1))).toEqual([]);
  });

  it("by day take days enough, too, and say what there is", () => {
    const nets = [around(1, 60), around(9, 60)];
    const few = compareAll(successive(versionsWith(nets, { hours: 4 })), DAY).compared[0];
    expect([few?.verdict, few?.why]).toEqual(["too-few", expect.stringContaining(`and it takes ${LEAST_DAYS}`)]);
    expect(compareAll(successive(versionsWith(nets, { hours: 6 })), DAY).compared[0]?.verdict).toBe("better");
  });

  it("are unknown where one of their deals can't be read, or can't be true", () => {
    for (const net of ["n/a", `9${"0".repeat(120)}`]) {
      const nets = Array.from({ length: 80 }, (_, index) => (index === 3 ? net : "1"));
      const given = nets.map((one, index) => dealOf({ id: index + 1, net: one, settings: tp(index < 40 ? "1" : "2") }));
      const versions = versionsOf(endedDeals(given, "after-fees"), []);
      const { compared, confidence } = compareAll(successive(versions), DEAL);
      expect([compared.map(({ verdict }) => verdict), confidence]).toEqual([["unknown"], null]);
    }
  });

  it("say what a figure leaves out", () => {
    const settings = (index: number) => ({ volume_first_order: String(20 + index) });
    const gains = Array.from({ length: 40 }, (_, index) => 1 + (index % 3));
    const { compared } = compareAll(successive(versionsWith([around(1, 40), gains], { settings })), DEAL);
    expect(compared[0]?.caveats).toEqual([
      expect.stringContaining("volumeFirstOrder"),
      expect.stringContaining("hasn't been seen yet"),
    ]);
  });
});

describe("many comparisons", () => {
  it("each get a wider interval, so that all of them hold together", () => {
    const nets = Array.from({ length: 6 }, () => around(1, 40));
    const many = compareAll(successive(versionsWith(nets)), DEAL);
    const one = compareAll(successive(versionsWith(nets.slice(0, 2))), DEAL);
    expect([one.confidence, many.confidence]).toEqual([0.95, 0.99]);
    const width = ({ compared }: typeof many) => (compared[0]?.interval?.high ?? 0) - (compared[0]?.interval?.low ?? 0);
    expect(width(many)).toBeGreaterThan(width(one) * 1.1);
  });

  it("that can't be made widen none", () => {
    const nets = [around(1, 40), around(1, 40), around(1, 3)];
    expect(compareAll(successive(versionsWith(nets)), DEAL).confidence).toBe(0.95);
    expect(compareAll([], DEAL)).toEqual({ compared: [], confidence: null });
  });
});
