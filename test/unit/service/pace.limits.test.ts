// The exact limits of a pace: how many leave at once, when an episode and a pause end, and how low a rate falls.
import { describe, expect, it } from "vitest";
import { Pace } from "../../../src/service/pace.js";

function takenAtOnce(pace: Pace, now = 0): number {
  let count = 0;
  for (; count < 1_000 && pace.wait(now) <= 0; count += 1) pace.take(now);
  return count;
}

it.each([
  { rate: 0.5, atOnce: 1, wait: 2_000, because: "one, however low the rate" },
  { rate: 10, atOnce: 1, wait: 100, because: "a tenth of the rate is one" },
  { rate: 19, atOnce: 1, wait: 6, because: "the tenth of a second holds 1.9" },
  { rate: 20, atOnce: 2, wait: 50, because: "a tenth of the rate is two" },
  { rate: 3, atOnce: 1, wait: 334, because: "a wait ends with a whole millisecond, never too early" },
])("of $rate a second $atOnce leave at once, the next after $wait ms: $because", ({ rate, atOnce, wait }) => {
  const pace = new Pace(rate);
  expect([takenAtOnce(pace), pace.wait(0)]).toEqual([atOnce, wait]);
  expect([pace.wait(wait - 1), pace.wait(wait)]).toEqual([1, 0]);
});

it("a rest earns no more than what may leave at once", () => {
  const pace = new Pace(20);
  takenAtOnce(pace);
  expect([takenAtOnce(pace, 100), takenAtOnce(pace, 60_000)]).toEqual([2, 2]);
});

describe("an episode", () => {
  it.each([
    { pause: 0, again: 999, rate: 10, because: "a moment before a second has passed" },
    { pause: 0, again: 1_000, rate: 5, because: "a second has passed" },
    { pause: 1_500, again: 1_499, rate: 10, because: "the pause lasts" },
    { pause: 1_500, again: 1_500, rate: 5, because: "the pause has ended" },
  ])("of a pause of $pause ms, asked again at $again: $rate, $because", ({ pause, again, rate }) => {
    const pace = new Pace(20);
    pace.slowDown(0, pause);
    pace.slowDown(again, 0);
    expect(Math.floor(pace.rate)).toBe(rate);
  });
});

describe("a pause", () => {
  it.each([
    { now: 0, wait: 1_000, because: "all of it" },
    { now: 999, wait: 1, because: "its last millisecond" },
    { now: 1_000, wait: 0, because: "its end" },
  ])("of a second at $now: $wait ms, $because", ({ now, wait }) => {
    const pace = new Pace(20);
    pace.slowDown(0, 1_000);
    expect(pace.wait(now)).toBe(wait);
  });

  it.each([
    { at: 0, pause: 1_000, longer: 0, because: "the same end" },
    { at: 0, pause: 1_001, longer: 1, because: "a millisecond more" },
    { at: 500, pause: 499, longer: 0, because: "an earlier end" },
    { at: 1_000, pause: 5, longer: 5, because: "after the end all of it counts" },
    { at: 2_000, pause: 5, longer: 5, because: "and not the time in between" },
  ])("grows at $at by $longer ms: $because", ({ at, pause, longer }) => {
    const pace = new Pace(20);
    pace.slowDown(0, 1_000);
    expect(pace.slowDown(at, pause)).toBe(longer);
  });

  it("earns nothing: what was used up before it is missing after it", () => {
    const pace = new Pace(10);
    takenAtOnce(pace);
    pace.slowDown(0, 1_000);
    expect([pace.wait(1_000), pace.wait(1_100), pace.rate]).toEqual([200, expect.any(Number), expect.closeTo(5.05)]);
  });

  it("without a limit is followed by one request at once", () => {
    const pace = new Pace();
    for (let count = 0; count < 100; count += 1) pace.take(0);
    pace.slowDown(0, 1_000);
    expect(takenAtOnce(pace, 1_000)).toBe(1);
  });
});

describe("a rate", () => {
  it.each([
    { limit: 4, rate: 2, because: "half" },
    { limit: 2, rate: 1, because: "half is the slowest" },
    { limit: 1.5, rate: 1, because: "half would be slower than the slowest" },
    { limit: 0.5, rate: 0.5, because: "the limit is slower than the slowest" },
  ])("of $limit falls to $rate: $because", ({ limit, rate }) => {
    const pace = new Pace(limit);
    pace.slowDown(0, 0);
    expect(pace.rate).toBe(rate);
  });

  it.each([
    { left: 0, rate: 4, because: "nothing left, and eight are guessed" },
    { left: 8, rate: 4, because: "eight" },
    { left: 9, rate: 4.5, because: "one more" },
  ])("without a limit is $rate after $left in a second: $because", ({ left, rate }) => {
    const pace = new Pace();
    for (let count = 0; count < left; count += 1) pace.take(0);
    pace.slowDown(0, 0);
    expect(pace.rate).toBe(rate);
  });

  it.each([
    { at: 999, rate: 10, because: "the second isn't over" },
    { at: 1_000, rate: 10, because: "the second before" },
    { at: 1_999, rate: 10, because: "still the second before" },
    { at: 2_000, rate: 4, because: "a whole second without any" },
  ])("without a limit at $at, after 20 at the beginning, is $rate: $because", ({ at, rate }) => {
    const pace = new Pace();
    for (let count = 0; count < 20; count += 1) pace.take(0);
    pace.slowDown(at, 0);
    expect(pace.rate).toBe(rate);
  });

  it("without a limit counts what leaves exactly a second later as another second's", () => {
    const pace = new Pace();
    for (const now of [0, 1_000]) for (let count = 0; count < 20; count += 1) pace.take(now);
    pace.slowDown(1_000, 0);
    expect(pace.rate).toBe(10);
  });

  it.each([
    { now: 5_000, rate: 15, because: "half way" },
    { now: 9_999, rate: 19.999, because: "a millisecond before" },
    { now: 10_000, rate: 20, because: "after ten seconds" },
    { now: 10_001, rate: 20, because: "never above the limit" },
  ])("that was halved is $rate at $now: $because", ({ now, rate }) => {
    const pace = new Pace(20);
    pace.slowDown(0, 0);
    pace.wait(now);
    expect(pace.rate).toBeCloseTo(rate, 6);
  });
});

describe("a new limit", () => {
  it.each([
    { limit: 20, rate: 10, because: "the same limit changes nothing" },
    { limit: 8, rate: 8, because: "lower than the rate at the time" },
    { limit: 10, rate: 10, because: "the rate at the time" },
    { limit: 30, rate: 10, because: "a higher one is grown to" },
  ])("of $limit for a rate that was halved to 10: $rate, $because", ({ limit, rate }) => {
    const pace = new Pace(20);
    pace.slowDown(0, 0);
    pace.limitTo(limit);
    expect(pace.rate).toBe(rate);
  });

  it.each([
    { limit: 5, atOnce: 1, because: "what may leave at once shrinks with it" },
    { limit: 40, atOnce: 2, because: "what may leave at once has to be earned" },
  ])("of $limit instead of 20: $atOnce at once, $because", ({ limit, atOnce }) => {
    const pace = new Pace(20);
    pace.limitTo(limit);
    expect([pace.rate, takenAtOnce(pace)]).toEqual([limit, atOnce]);
  });
});
