// The exact limits of a budget: which numbers it takes, and how many requests of a kind are under way at once.
import { describe, expect, it } from "vitest";
import { Budget, type Kind } from "../../../src/service/budget.js";
import { VirtualClock } from "../../support/clock.js";

describe("a limit", () => {
  it.each([
    { limits: { requestsPerSecond: 0 }, ok: false, because: "nothing would ever leave" },
    { limits: { addressRequestsPerSecond: 0 }, ok: false, because: "nothing would leave to the address" },
    { limits: { requestsPerSecond: -1 }, ok: false, because: "below zero" },
    { limits: { requestsPerSecond: Number.NaN }, ok: false, because: "no number" },
    { limits: { requestsPerSecond: 0.01 }, ok: true, because: "above zero" },
    { limits: { concurrency: 0 }, ok: false, because: "no place" },
    { limits: { concurrency: 1 }, ok: true, because: "one place" },
    { limits: { concurrency: 1.5 }, ok: false, because: "no half places" },
    { limits: {}, ok: true, because: "nothing changes" },
  ])("$limits is taken: $ok, $because", ({ limits, ok }) => {
    const keep = () => new Budget(new VirtualClock()).keepTo(limits);
    if (ok) expect(keep).not.toThrow();
    else expect(keep).toThrow(RangeError);
  });
});

it.each<{ kind: Kind; concurrency: number | undefined; started: number; because: string }>([
  { kind: "read", concurrency: undefined, started: 16, because: "sixteen where nothing is stated" },
  { kind: "write", concurrency: undefined, started: 16, because: "writes have places of their own" },
  { kind: "turn-off", concurrency: undefined, started: 16, because: "and so have turn-offs" },
  { kind: "read", concurrency: 1, started: 1, because: "one" },
  { kind: "read", concurrency: 17, started: 17, because: "more than the default" },
])("of 20 of kind $kind, $started are under way: $because", ({ kind, concurrency, started }) => {
  const budget = new Budget(new VirtualClock());
  if (concurrency !== undefined) budget.keepTo({ concurrency });
  let count = 0;
  for (let asked = 0; asked < 20; asked += 1)
    void budget.run(kind, () => {
      count += 1;
      return new Promise(() => {});
    });
  expect(count).toBe(started);
});
