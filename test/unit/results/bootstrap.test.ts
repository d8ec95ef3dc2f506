// The interval of a difference: the same for the same seed, and as sure as it says.
import { describe, expect, it } from "vitest";
import { differenceOfMeans } from "../../../src/results/bootstrap.js";
import { amount } from "../../support/lane.js";

/** Numbers from 0 to below 1, of a generator that isn't the bootstrap's: Park and Miller's. */
function chance(seed: number): () => number {
  let state = seed * 7_919 + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Many small gains, now and then a loss, as averaging bots make them. */
const results = (count: number, random: () => number) =>
  Array.from({ length: count }, () => (random() < 0.1 ? -4 * random() : random()));

describe("the interval", () => {
  it("is the same for the same seed, and holds the difference of the means", () => {
    const random = chance(1);
    const [before, after] = [results(50, random), results(60, random)];
    const found = differenceOfMeans(before, after, { confidence: 0.95, seed: "one" });
    expect(differenceOfMeans(before, after, { confidence: 0.95, seed: "one" })).toEqual(found);
    expect(differenceOfMeans(before, after, { confidence: 0.95, seed: "two" })).not.toEqual(found);
    expect(found.low).toBeLessThan(found.difference);
    expect(found.high).toBeGreaterThan(found.difference);
  });

  it("is about as wide as theory has it for a large sample", () => {
    const random = chance(2);
    const [before, after] = [1, 2].map(() => Array.from({ length: 400 }, random));
    const { low, high } = differenceOfMeans(before ?? [], after ?? [], { confidence: 0.95, seed: "width" });
    // Uniform numbers have the variance 1/12.
    const theory = 2 * 1.96 * Math.sqrt(2 / (12 * 400));
    expect((high - low) / theory).toBeGreaterThan(0.9);
    expect((high - low) / theory).toBeLessThan(1.1);
  });

  it("gets wider the surer it is", () => {
    const random = chance(3);
    const [before, after] = [results(40, random), results(40, random)];
    const widths = [0.8, 0.95, 0.995].map((confidence) => {
      const { low, high } = differenceOfMeans(before, after, { confidence, seed: "wide" });
      return high - low;
    });
    expect(widths).toEqual(widths.toSorted((left, right) => left - right));
    expect(new Set(widths).size).toBe(3);
  });

  it("of equals that lose now and then misses 0 in about one case of twenty", () => {
    const cases = amount({ fast: 100, all: 300 });
    let missed = 0;
    for (let one = 1; one <= cases; one++) {
      const random = chance(one);
      const interval = { confidence: 0.95, seed: String(one) };
      const { low, high } = differenceOfMeans(results(45, random), results(45, random), interval);
      if (low > 0 || high < 0) missed += 1;
    }
    expect(missed / cases).toBeGreaterThan(0.01);
    expect(missed / cases).toBeLessThan(0.1);
  });
});
