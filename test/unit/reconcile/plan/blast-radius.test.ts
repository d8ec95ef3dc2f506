// How much of an account one apply may change, at and around each limit (rule 16).
import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { blastRadius, DEFAULT_LIMITS } from "../../../../src/reconcile/plan/blast-radius.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "./plans.js";

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
    expect(blastRadius(planFor(work), DEFAULT_LIMITS)).toEqual([]);
  });

  it.each<{ actions: Action[] }>([{ actions: ["update"] }, { actions: ["turn-off"] }])(
    "hold from the tenth bot on for $actions",
    ({ actions }) => {
      expect(blastRadius(planFor({ count: 4, actions, observedBots: 10 }), DEFAULT_LIMITS)).toHaveLength(1);
    },
  );

  it("name share, limit and flag of too many changes, rounded up so that the flag suffices", () => {
    expect(blastRadius(planFor({ count: 4, observedBots: 12 }), DEFAULT_LIMITS)).toEqual([
      {
        detail: "the plan changes 4 of the account's 12 bots (34 %), more than 30 %",
        flag: "--max-changed-percent 34",
      },
    ]);
  });

  it("name number, limit and flag of too many turn-ons", () => {
    expect(blastRadius(planFor({ count: 31, actions: CREATED }), DEFAULT_LIMITS)).toEqual([
      { detail: "the plan turns on 31 bots, more than 30", flag: "--max-turn-ons 31" },
    ]);
  });
});

describe("limits of one's own", () => {
  const both = planFor({ count: 5, actions: ["update", "turn-on"], observedBots: 20 });

  it("are told both where both are passed", () => {
    expect(blastRadius(both, { maxChangedPercent: 10, maxTurnOns: 1 })).toEqual([
      {
        detail: "the plan changes 5 of the account's 20 bots (25 %), more than 10 %",
        flag: "--max-changed-percent 25",
      },
      { detail: "the plan turns on 5 bots, more than 1", flag: "--max-turn-ons 5" },
    ]);
  });

  it("as the flags name them let the plan pass", () => {
    expect(blastRadius(both, { maxChangedPercent: 25, maxTurnOns: 5 })).toEqual([]);
  });
});
