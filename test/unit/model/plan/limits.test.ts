// How much of an account one apply may change, at and around each limit (rule 16).
import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/model/plan/actions.js";
import {
  DEFAULT_LIMITS,
  endedLimits,
  excessesOf,
  excessText,
  limitsInForce,
  limitsText,
  reachOf,
} from "../../../../src/model/plan/limits.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { live } from "../../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../../reconcile/plan/plans.js";

const CREATED: readonly Action[] = ["create", "turn-on"];

interface Work {
  /** How many bots get the steps of `actions` each, and how many the account has. */
  readonly count?: number;
  readonly actions?: readonly Action[];
  readonly observedBots?: number;
}

function planFor({ count = 0, actions = ["update"], observedBots = 100 }: Work): Plan {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const bots = numbers.map((id) => plannedBot(`b${id}`, actions.includes("create") ? null : live(id, `b${id}`)));
  const steps = actions.flatMap((action) => numbers.map((id) => step(action, `b${id}`)));
  return planOf(bots, steps, { observedBots });
}

describe("the default limits", () => {
  const harmless: { work: Work; because: string }[] = [
    { work: {}, because: "nothing is done" },
    { work: { count: 3, observedBots: 10 }, because: "just 30 % are changed" },
    { work: { count: 9, observedBots: 9 }, because: "of fewer than ten bots a share says nothing" },
    { work: { count: 3, actions: ["turn-off", "update"], observedBots: 10 }, because: "two steps change one bot once" },
    { work: { count: 10, actions: ["turn-on"], observedBots: 10 }, because: "a turn-on has a limit of its own" },
    { work: { count: 20, actions: CREATED, observedBots: 10 }, because: "new bots are no part of the account's" },
    { work: { count: 20, actions: CREATED, observedBots: 0 }, because: "an empty account may be filled" },
    { work: { count: 30, actions: ["turn-on"] }, because: "just 30 bots are turned on" },
    { work: { count: 31, observedBots: 1_000 }, because: "an update isn't a turn-on" },
  ];
  it.each(harmless)("let a plan pass: $because", ({ work }) => {
    expect(excessesOf(planFor(work), DEFAULT_LIMITS)).toEqual([]);
  });

  it.each<{ actions: Action[] }>([{ actions: ["update"] }, { actions: ["turn-off"] }])(
    "hold from the tenth bot on for $actions",
    ({ actions }) => {
      expect(excessesOf(planFor({ count: 4, actions, observedBots: 10 }), DEFAULT_LIMITS)).toHaveLength(1);
    },
  );

  it("name share, limit and what would suffice of too many changes, rounded up", () => {
    expect(excessesOf(planFor({ count: 4, observedBots: 12 }), DEFAULT_LIMITS)).toEqual([
      {
        detail: "the plan changes 4 of the account's 12 bots (34 %), more than 30 %",
        limit: "maxChangedPercent",
        needed: 34,
      },
    ]);
  });

  it("name number and limit of too many turn-ons", () => {
    expect(excessesOf(planFor({ count: 31, actions: CREATED }), DEFAULT_LIMITS)).toEqual([
      { detail: "the plan turns on 31 bots, more than 30", limit: "maxTurnOns", needed: 31 },
    ]);
  });
});

describe("limits of one's own", () => {
  const both = planFor({ count: 5, actions: ["update", "turn-on"], observedBots: 20 });

  it("are told both where both are passed", () => {
    expect(excessesOf(both, { maxChangedPercent: 10, maxTurnOns: 1 })).toEqual([
      {
        detail: "the plan changes 5 of the account's 20 bots (25 %, turn-ons aside), more than 10 %",
        limit: "maxChangedPercent",
        needed: 25,
      },
      { detail: "the plan turns on 5 bots, more than 1", limit: "maxTurnOns", needed: 5 },
    ]);
  });

  it("as the flags name them let the plan pass", () => {
    expect(excessesOf(both, { maxChangedPercent: 25, maxTurnOns: 5 })).toEqual([]);
  });
});

it("each changed bot counts once, and turn-ons apart", () => {
  const own = [step("update", "a"), step("cancel-deal", "a"), step("turn-on", "a"), step("turn-off", "b")];
  expect(reachOf({ steps: own, observedBots: 7 })).toEqual({ changedBots: 2, liveBots: 7, turnOns: 1 });
});

describe("the limits in force", () => {
  const origin = { file: "f.yaml", path: ["accounts", "main", "limits"] };
  const MORE = { maxChangedPercent: 60, reason: "All get the new take profit", until: "2026-12-31", origin };
  const [BEFORE, AFTER] = [Date.parse("2026-12-31T23:59:59Z"), Date.parse("2027-01-01T00:00:00Z")];
  const { origin: _, ...stated } = MORE;

  it("are a flag's before the configuration's, and that one's before the default", () => {
    expect(limitsInForce({}, undefined, BEFORE)).toEqual(DEFAULT_LIMITS);
    expect(limitsInForce({}, MORE, BEFORE)).toEqual({ ...stated, maxTurnOns: 30 });
    expect(limitsInForce({ maxChangedPercent: 5, maxTurnOns: 2 }, MORE, BEFORE)).toEqual({
      ...stated,
      ...{ maxChangedPercent: 5, maxTurnOns: 2 },
    });
  });

  it("are the default's again once their last day is over, and a warning says so", () => {
    expect(limitsInForce({}, MORE, AFTER)).toEqual(DEFAULT_LIMITS);
    expect(endedLimits(MORE, BEFORE)).toEqual([]);
    expect(endedLimits({ maxTurnOns: 3, origin }, AFTER)).toEqual([]);
    expect(endedLimits(undefined, AFTER)).toEqual([]);
    expect(endedLimits(MORE, AFTER)).toEqual([
      {
        ...{ severity: "warning", code: "plan/limits-ended", origin },
        summary: "the limits of the account ended on 2026-12-31, so botform's own are in force",
        remedy: "Remove them, or state a later day and the reason.",
      },
    ]);
  });

  it("are told where they aren't the default", () => {
    expect(limitsText({})).toBeUndefined();
    expect(limitsText({ limits: DEFAULT_LIMITS })).toBeUndefined();
    expect(limitsText({ limits: { maxChangedPercent: 30, maxTurnOns: 5 } })).toBe(
      "an apply may change 30 % of the live bots and turn on 5",
    );
    expect(limitsText({ limits: limitsInForce({}, MORE, BEFORE) })).toBe(
      "an apply may change 60 % of the live bots and turn on 30 until 2026-12-31: All get the new take profit",
    );
  });

  it("are exceeded by a plan that states them, in words with the remedy", () => {
    const made = planFor({ count: 4, observedBots: 10 });
    expect([excessText(made), excessText({ ...made, limits: { maxChangedPercent: 40, maxTurnOns: 0 } })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(excessText({ ...made, limits: DEFAULT_LIMITS })).toBe(
      "the plan changes 4 of the account's 10 bots (40 %), more than 30 %; to allow it, add --max-changed-percent 40, or state limits of the account in the configuration",
    );
    const on = planFor({ count: 4, actions: ["update", "turn-on"], observedBots: 10 });
    expect(excessText(on, { maxChangedPercent: 40, maxTurnOns: 2 })).toBe(
      "the plan turns on 4 bots, more than 2; to allow it, add --max-turn-ons 4, or state limits of the account in the configuration",
    );
    expect(excessText(on, { maxChangedPercent: 30, maxTurnOns: 2 })).toBe(
      "the plan changes 4 of the account's 10 bots (40 %, turn-ons aside), more than 30 %, and the plan turns on 4 bots, more than 2; to allow it, add --max-changed-percent 40 --max-turn-ons 4, or state limits of the account in the configuration",
    );
  });
});
