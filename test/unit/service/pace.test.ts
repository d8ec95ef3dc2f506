// When an account's next request may leave: never more than the limit says, slower after a 429, and back again in time.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pace } from "../../../src/service/pace.js";

/** Times at which requests leave that all want to, from the first moment on; it may be slowed down on the way. */
function leaving(pace: Pace, until: number, slowDowns: ReadonlyMap<number, number> = new Map()): number[] {
  const times: number[] = [];
  const due = [...slowDowns].sort(([left], [right]) => left - right);
  for (let now = 0; now < until; ) {
    const [next] = due;
    if (next !== undefined && next[0] <= now) {
      pace.slowDown(now, next[1]);
      due.shift();
      continue;
    }
    const wait = pace.wait(now);
    if (wait <= 0) {
      pace.take(now);
      times.push(now);
    } else now = Math.min(now + wait, next?.[0] ?? Number.POSITIVE_INFINITY);
  }
  return times;
}

const LIMIT = fc.double({ min: 0.2, max: 200, noNaN: true });
const SLOW_DOWNS = fc.array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 3_000 })), {
  maxLength: 5,
});

describe("a pace with a limit", () => {
  it("lets no more than limit * t + burst leave in any window t, slowed down or not", () => {
    fc.assert(
      fc.property(LIMIT, SLOW_DOWNS, (limit, slowDowns) => {
        const times = leaving(new Pace(limit), 10_000, new Map(slowDowns));
        const burst = Math.max(1, limit / 10);
        let most = 0;
        for (let first = 0; first < times.length; first += 1)
          for (let last = first; last < Math.min(times.length, first + 60); last += 1) {
            const seconds = ((times[last] ?? 0) - (times[first] ?? 0)) / 1000;
            most = Math.max(most, last - first + 1 - limit * seconds);
          }
        expect(most).toBeLessThanOrEqual(burst + 1e-6);
      }),
      { numRuns: 60 },
    );
  });

  it("lets what the limit allows leave, in the long run", () => {
    fc.assert(
      fc.property(LIMIT, (limit) => {
        const times = leaving(new Pace(limit), 20_000);
        expect(times.length).toBeGreaterThanOrEqual(Math.floor(limit * 20 * 0.9) - 1);
      }),
      { numRuns: 60 },
    );
  });

  it("owes a second's worth at most for what left unasked", () => {
    const pace = new Pace(2);
    for (let count = 0; count < 300; count += 1) pace.take(0);
    // Two that are owed, and the one that is to leave.
    expect(pace.wait(0)).toBe(1_500);
  });

  it("never lets one leave during a pause", () => {
    const times = leaving(new Pace(10), 10_000, new Map([[2_000, 3_000]]));
    expect(times.filter((time) => time > 2_000 && time < 5_000)).toEqual([]);
  });
});

describe("after the service asked for fewer", () => {
  it("the rate is halved, and is what it was after ten seconds", () => {
    const pace = new Pace(20);
    pace.slowDown(0, 1_000);
    expect(pace.rate).toBe(10);
    pace.wait(6_000);
    expect(pace.rate).toBeCloseTo(15);
    pace.wait(60_000);
    expect(pace.rate).toBe(20);
  });

  it("what was under way together halves it but once, and what comes later again", () => {
    const pace = new Pace(20);
    const longer = [pace.slowDown(0, 2_000), pace.slowDown(100, 2_000), pace.slowDown(200, 500)];
    expect([longer, pace.rate]).toEqual([[2_000, 100, 0], 10]);
    pace.slowDown(2_100, 0);
    expect(pace.rate).toBe(5);
  });

  it("without a limit half of what left in the last second is the rate, and never less than one a second", () => {
    const pace = new Pace();
    for (let now = 0; now < 1_000; now += 10) pace.take(now);
    pace.slowDown(999, 0);
    expect(pace.rate).toBe(50);
    for (let now = 2_000; now < 30_000; now += 1_000) pace.slowDown(now, 1_000);
    expect(pace.rate).toBe(1);
  });

  it("a halved rate grows back to the limit of the time, whenever that was set", () => {
    const grown = (limits: readonly number[], after: readonly number[] = []) => {
      const pace = new Pace();
      for (const limit of limits) pace.limitTo(limit);
      pace.slowDown(0, 0);
      const halved = pace.rate;
      for (const limit of after) pace.limitTo(limit);
      const limited = pace.rate;
      pace.wait(1_000_000);
      return [halved, limited, pace.rate];
    };
    expect([grown([20]), grown([20, 40]), grown([20], [100]), grown([20], [4]), grown([20, 20], [20])]).toEqual([
      [10, 10, 20],
      [20, 20, 40],
      [10, 10, 100],
      [10, 4, 4],
      [10, 10, 20],
    ]);
  });

  it("a new limit holds at once", () => {
    const pace = new Pace(100);
    pace.limitTo(2);
    expect(leaving(pace, 1_000).length).toBeLessThanOrEqual(3);
  });
});

it("without a limit nothing waits", () => {
  const pace = new Pace();
  for (let count = 0; count < 10_000; count += 1) {
    expect(pace.wait(0)).toBe(0);
    pace.take(0);
  }
});
