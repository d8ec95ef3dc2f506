// The deepest fall of equity: from which peak, to where, and when it was made good.
import { describe, expect, it } from "vitest";
import { Falls, rounded } from "../../../../src/market/metrics/falls.js";
import { Random, seeded } from "../../../../src/market/prices/walk.js";

/** Looks once a second at what it came to. */
function fallOf(start: number | null, results: readonly number[], end = results.length) {
  const falls = new Falls(start);
  for (const [time, result] of results.entries()) falls.at(result, time);
  return falls.facts(end);
}

describe("a fall", () => {
  it.each([{ results: [] }, { results: [0, 1, 2] }, { results: [3, 3] }])(
    "there is none in $results",
    ({ results }) => {
      expect(fallOf(100, results)).toBeNull();
    },
  );

  it("goes from the last moment of its peak to the lowest point, and is made good where the peak is reached", () => {
    expect(fallOf(100, [0, 10, 10, -12, 5, 10, 11])).toEqual({
      ...{ amount: 22, share: 0.2, largestShare: 0.2, from: 2, to: 3, recovered: 5, time: 3 },
    });
  });

  it("that isn't made good lasts to the end", () => {
    expect(fallOf(100, [0, -10, -5], 9)).toEqual({
      ...{ amount: 10, share: 0.1, largestShare: 0.1, from: 0, to: 1, recovered: null, time: 9 },
    });
  });

  it("made good before a deeper one doesn't count for that one", () => {
    expect(fallOf(100, [0, -5, 0, -8, -7])).toMatchObject({ amount: 8, from: 2, to: 3, recovered: null });
  });

  it("deepest in money need not be the one that took the largest share", () => {
    // 50 of 100 is half; 60 of 300 a fifth.
    expect(fallOf(100, [0, -50, 200, 140])).toMatchObject({ amount: 60, share: 0.2, largestShare: 0.5, from: 2 });
  });

  it("without a balance has an amount and no share", () => {
    expect(fallOf(null, [0, 4, 1])).toMatchObject({ amount: 3, share: null, largestShare: null });
  });
});

it("takes what only the order of adding makes for neither a deeper fall nor short of a peak", () => {
  const falls = new Falls(100);
  for (const [result, time] of [
    [10, 1],
    [4, 2],
    [4 - 1e-12, 3],
    [10 - 1e-12, 4],
    [9, 5],
  ] as const)
    falls.at(result, time);
  expect(falls.facts(6)).toMatchObject({ amount: 6, from: 1, to: 2, recovered: 4 });
});

it.each([
  [0.940858085, 0.94085809],
  [0.940858085 - 1e-13, 0.94085809],
  [-0.940858085 + 1e-13, -0.94085809],
  [0.9408580849, 0.94085808],
])("rounds %d to %d, away from zero where it lies halfway", (value, expected) => {
  expect(rounded(value, 8)).toBe(expected);
});

it("stays as it is where it says so, whatever comes between the two", () => {
  const random = new Random(seeded("falls"));
  let stayed = 0;
  for (let round = 0; round < 200; round += 1) {
    const start = [null, 0, 5, 100][round % 4] ?? null;
    const [every, few] = [new Falls(start), new Falls(start)];
    let result = 0;
    for (let chunk = 0; chunk < 60; chunk += 1) {
      const results = Array.from({ length: 5 }, () => {
        result += Math.round(20 * random.normal()) / 10;
        return result;
      });
      const stays = few.stays(Math.min(...results), Math.max(...results));
      if (stays) stayed += 1;
      for (const [at, each] of results.entries()) {
        every.at(each, 5 * chunk + at);
        if (!stays) few.at(each, 5 * chunk + at);
      }
      expect(few.facts(400)).toEqual(every.facts(400));
    }
  }
  expect(stayed).toBeGreaterThan(3000);
});
