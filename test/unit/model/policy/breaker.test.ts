// The table of breaker rules, the reading that a plan carries, and the reason of a breaker's hold.
import { describe, expect, it } from "vitest";
import {
  BREAKER_PARAMETERS,
  BREAKER_RULE_NAMES,
  BREAKER_RULES,
  breakerReading,
  breakerReason,
} from "../../../../src/model/policy/breaker.js";

describe("the rules of breakers", () => {
  it("each need something, and nothing but what the schema has", () => {
    const used = new Set<string>(BREAKER_RULE_NAMES.flatMap((name) => BREAKER_RULES[name].parameters));
    expect([...used].toSorted()).toEqual([...BREAKER_PARAMETERS].toSorted());
    expect(BREAKER_RULE_NAMES.every((name) => BREAKER_RULES[name].figure.endsWith("."))).toBe(true);
  });
});

describe("a reading", () => {
  const reading = {
    name: "a",
    rule: "loss",
    state: "near",
    figure: "80",
    limit: "100",
    unit: "USDT",
    used: "80",
    why: "w",
  };

  it.each([
    [reading, true],
    [{ ...reading, trippedAt: "2026-01-15T11:00:00.000Z" }, true],
    [{ ...reading, figure: null, used: null }, true],
    [{ ...reading, state: "open" }, false],
    [{ ...reading, more: 1 }, false],
  ])("%j is read from a plan: %s", (value, isRead) => {
    expect(breakerReading().safeParse(value).success).toBe(isRead);
  });
});

it("the reason of a hold names the breaker, and is never longer than a reason may be", () => {
  expect(breakerReason("day-loss", "lost 131 of 100 USDT in 24 h")).toBe(
    "breaker day-loss: lost 131 of 100 USDT in 24 h",
  );
  expect(breakerReason("a", "x".repeat(300))).toHaveLength(255);
});
