// The market's time: where it begins, how fast it goes, and how it jumps.
import { describe, expect, it } from "vitest";
import { beginningOf, MarketTime } from "../../../../src/emulator/engine/market-time.js";
import { manualClock } from "../harness.js";

const SEEDED = "2026-01-01T00:00:00Z";
const START_MS = Date.UTC(2026, 0, 1);

describe("the market begins", () => {
  const at = (speed: number, start?: string, left?: number) => beginningOf(manualClock(5_000), speed, start, left);

  it("now, unless a seed says when", () => {
    expect(at(1)).toEqual({ speed: 1, from: undefined });
    expect(at(2, SEEDED)).toEqual({ speed: 2, from: START_MS });
  });

  it("where a state file left it", () => {
    expect(at(2, undefined, 700)).toEqual({ speed: 2, from: 700 });
    expect(at(1, SEEDED, 700)).toEqual({ speed: 1, from: 700 });
  });

  it("in real time now, but never before it was left", () => {
    expect(at(1, undefined, 700)).toEqual({ speed: 1, from: 5_000 });
    expect(at(1, undefined, 9_000)).toEqual({ speed: 1, from: 9_000 });
  });
});

describe("the market's time", () => {
  it("goes as fast as it is told, in whole milliseconds", () => {
    const clock = manualClock(1_000);
    const [real, fast, slow, still] = [1, 60, 0.5, 0].map((speed) => new MarketTime(clock, { speed, from: 100 }));
    clock.pass(3);
    expect([real, fast, slow, still].map((time) => time?.now())).toEqual([103, 280, 101, 100]);
    expect(fast?.speed).toBe(60);
  });

  it("is the clock's where nothing else is said, and jumps ahead", () => {
    const clock = manualClock(1_000);
    const time = new MarketTime(clock, { speed: 0 });
    expect(time.now()).toBe(1_000);
    time.pass(250);
    clock.pass(50);
    expect(time.now()).toBe(1_250);
  });
});
