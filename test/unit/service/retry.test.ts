// When a failed read is tried again: the first wait, the doubling, the cap, and which answers ask for fewer requests.
import { describe, expect, it } from "vitest";
import { asksForFewer, DEFAULT_RETRY, retryDelay } from "../../../src/service/retry.js";

const LAST = 1 - Number.EPSILON;

describe("the wait before the next try", () => {
  it.each([
    { failures: 1, random: 0, asked: undefined, wait: 0, because: "it is drawn from zero on" },
    { failures: 1, random: LAST, asked: undefined, wait: 249, because: "the first stays below the base" },
    { failures: 2, random: LAST, asked: undefined, wait: 499, because: "the second below twice the base" },
    { failures: 3, random: LAST, asked: undefined, wait: 999, because: "and so on" },
    { failures: 6, random: LAST, asked: undefined, wait: 7_999, because: "the last range below the cap" },
    { failures: 7, random: LAST, asked: undefined, wait: 9_999, because: "16 s are more than the cap" },
    { failures: 1, random: LAST, asked: 0, wait: 0, because: "the service says that it may be at once" },
    { failures: 1, random: 0, asked: 9_999, wait: 9_999, because: "what the service asks for isn't drawn" },
    { failures: 1, random: 0, asked: 10_000, wait: 10_000, because: "as much as the cap" },
    { failures: 1, random: 0, asked: 10_001, wait: 10_000, because: "never more than the cap" },
  ])("after $failures failures is $wait ms: $because", ({ failures, random, asked, wait }) => {
    expect(retryDelay(DEFAULT_RETRY, failures, random, asked)).toBe(wait);
  });
});

it("a read is tried four times, and a run repeats 60 reads", () => {
  expect(DEFAULT_RETRY).toEqual({ attempts: 4, baseMs: 250, capMs: 10_000, budget: 60 });
});

it.each([
  { status: 429, retryAfterMs: undefined, asks: true, because: "429 is what it is for" },
  { status: 503, retryAfterMs: 0, asks: true, because: "503 with a wait, be it none" },
  { status: 503, retryAfterMs: undefined, asks: false, because: "503 alone is a failure" },
  { status: 428, retryAfterMs: 1, asks: false, because: "another status" },
  { status: 502, retryAfterMs: 1, asks: false, because: "a wait alone asks for nothing" },
])("$status with $retryAfterMs asks for fewer: $asks, $because", ({ status, retryAfterMs, asks }) => {
  expect(asksForFewer({ status, ...(retryAfterMs !== undefined && { retryAfterMs }) })).toBe(asks);
});
