// Plans that contradict themselves are neither saved nor read.
import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../../src/model/bot/bot.js";
import { plannedDeal } from "../../../../src/model/deal/take-profit.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { FieldChange, Plan, PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { LONGEST_HOLD_MS, sealPlan } from "../../../../src/model/planfile/planfile.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { deal, desired, desiredBot, live, observed } from "../../reconcile/fleet.js";

const MADE = 1_790_000_000_000;
const OPENER = { apiUrl: "https://api.example.net", apiKey: "key", apiSecret: "secret" };
const SEAL = { id: "0123456789abcdef0123456789abcdef", toolVersion: "1", createdAt: MADE, expiresAt: MADE + 1 };

/** a is live and has to be updated; b has to be created. */
const PLAN = makePlan(
  desired([desiredBot("a", { fields: { leverage: "9" } }), desiredBot("b")]),
  observed([live(1, "a")]),
);
const { "main/a": a, "main/b": b } = PLAN.bots;
if (a === undefined || b === undefined) throw new Error("the planner planned something else");

function step(address: string, action: Action, changes: readonly FieldChange[] = []): Step {
  return { address, action, reason: "", changes, warnings: [] };
}

/** What the planner shows of a's update and b's create, at the first of the actions. */
const CHANGES = { a: PLAN.steps[0]?.changes, b: PLAN.steps[1]?.changes };

/** The plan with these actions instead of its own. */
function doing(actions: { readonly a?: readonly Action[]; readonly b?: readonly Action[] }): Plan {
  const { a: ofA = ["update"], b: ofB = ["create"] } = actions;
  const steps = [
    ...ofA.map((action, index) => step("main/a", action, index === 0 ? CHANGES.a : [])),
    ...ofB.map((action, index) => step("main/b", action, index === 0 ? CHANGES.b : [])),
  ];
  return { ...PLAN, steps };
}

/** Another bot's record, of which nothing is to be changed. */
const other: PlannedBot = {
  ...a,
  title: "other",
  observed: live(2, "other"),
  fingerprint: fingerprint(live(2, "other")),
  target: live(2, "other").fields,
};

/** The plan with one more bot, whatever its address is called, and a turn-on of it. */
function withBot(address: string, bot: PlannedBot): Plan {
  const bots = Object.fromEntries([...Object.entries(PLAN.bots), [address, bot]]);
  return { ...PLAN, bots, steps: [...PLAN.steps, step(address, "turn-on")] };
}

/** The plan with another record of a. */
const withA = (changes: Partial<PlannedBot>): Plan => ({
  ...PLAN,
  bots: { ...PLAN.bots, "main/a": { ...a, ...changes } },
});

/** The plan that shows something else of a's update. */
function showing(change: (shown: FieldChange) => FieldChange): Plan {
  return { ...PLAN, steps: [step("main/a", "update", CHANGES.a?.map(change)), ...PLAN.steps.slice(1)] };
}

const TAKE_PROFIT = { before: "1.2", after: "2" };

function about(id: number, takeProfit?: typeof TAKE_PROFIT, action: Step["action"] = "take-profit"): Step {
  return { ...step("main/a", action), deal: { id, ...(takeProfit !== undefined && { takeProfit }) } };
}

/** The plan with two deals of a, and these steps about them. */
const withDeal = (...steps: readonly Step[]): Plan => {
  const deals = [7, 8].map((id) => plannedDeal(deal(id, 1), a.target));
  return { ...PLAN, bots: { ...PLAN.bots, "main/a": { ...a, deals } }, steps: [...PLAN.steps, ...steps] };
};

/** The record of a bot that is the same live one as a. */
const same = { title: "a", observed: a.observed, fingerprint: a.fingerprint, target: live(1, "a").fields };

describe("a plan is saved", () => {
  it.each([
    { because: "as the planner made it", plan: PLAN },
    { because: "with every action that fits a live bot", plan: doing({ a: ["turn-off", "update", "turn-on"] }) },
    { because: "with a setting that it leaves as it is", plan: withA({ target: { leverage: "9", title: "a" } }) },
    { because: "with one more bot", plan: withBot("main/z", { ...other, address: "main/z" }) },
    { because: "with a new bot that is turned on", plan: doing({ b: ["create", "turn-on"] }) },
    { because: "with a step about a deal that it shows", plan: withDeal(about(7, TAKE_PROFIT)) },
    { because: "with one for each of two deals", plan: withDeal(about(7, TAKE_PROFIT), about(8, TAKE_PROFIT)) },
    { because: "with a deal that is completed", plan: withDeal(about(7, undefined, "complete-deal")) },
    { because: "with a deal that is started", plan: withDeal(step("main/a", "start-deal")) },
  ])("$because", ({ plan }) => {
    expect(sealPlan(plan, OPENER, SEAL)).toContain("botform-plan");
  });

  it("for a day at most", () => {
    const hold = (ms: number) => () => sealPlan(PLAN, OPENER, { ...SEAL, expiresAt: MADE + ms });
    expect(hold(LONGEST_HOLD_MS)).not.toThrow();
    for (const ms of [LONGEST_HOLD_MS + 1, 0, -1, Number.NaN]) expect(hold(ms)).toThrow(RangeError);
  });
});

describe("a plan isn't saved that has", () => {
  it.each([
    { because: "a step without its bot", plan: { ...PLAN, bots: {} } },
    {
      because: "a step whose bot every object has",
      plan: { ...PLAN, steps: [...PLAN.steps, step("toString", "update")] },
    },
    {
      because: "a bot without a step",
      plan: { ...withBot("main/z", { ...other, address: "main/z" }), steps: PLAN.steps },
    },
    { because: "a step that comes twice", plan: doing({ a: ["update", "update"] }) },
    { because: "a bot under another address", plan: withBot("main/z", { ...other, address: "main/y" }) },
    { because: "one bot under two addresses", plan: withBot("main/z", { ...other, ...same, address: "main/z" }) },
    { because: "an address that is no own key", plan: withBot("__proto__", { ...other, address: "__proto__" }) },
    { because: "a bot of another account", plan: withBot("copy/z", { ...other, address: "copy/z" }) },
    { because: "the fingerprint of another bot", plan: withA({ fingerprint: other.fingerprint }) },
    {
      because: "a fingerprint of nothing",
      plan: { ...PLAN, bots: { ...PLAN.bots, "main/b": { ...b, fingerprint: a.fingerprint } } },
    },
    { because: "a create of what is there", plan: doing({ a: ["create"] }) },
    { because: "an update of what is only created", plan: doing({ b: ["create", "update"] }) },
    { because: "a turn-off of what is only created", plan: doing({ b: ["create", "turn-off"] }) },
    { because: "a turn-on of what nothing creates", plan: doing({ b: ["turn-on"] }) },
    { because: "a deal of what is only created", plan: doing({ b: ["create", "start-deal"] }) },
    { because: "a take profit of no deal", plan: withDeal(step("main/a", "take-profit")) },
    { because: "a take profit of a deal that it doesn't show", plan: withDeal(about(9, TAKE_PROFIT)) },
    { because: "a take profit that says no percentage", plan: withDeal(about(7)) },
    { because: "one that is out of bounds", plan: withDeal(about(7, { before: "1.2", after: "100" })) },
    { because: "one that isn't canonical", plan: withDeal(about(7, { before: "1.2", after: "2.0" })) },
    { because: "one deal's take profit twice", plan: withDeal(about(7, TAKE_PROFIT), about(7, TAKE_PROFIT)) },
    { because: "a completed deal with a percentage", plan: withDeal(about(7, TAKE_PROFIT, "complete-deal")) },
    { because: "an update of a deal", plan: withDeal({ ...step("main/a", "turn-on"), deal: { id: 7 } }) },
    { because: "a start of a deal that is there", plan: withDeal(about(7, undefined, "start-deal")) },
    { because: "another value to send than is shown", plan: withA({ target: { ...a.target, leverage: "99" } }) },
    { because: "one more value to send than is shown", plan: withA({ target: { ...a.target, countOrderMax: "9" } }) },
    { because: "one value less to send than is shown", plan: withA({ target: live(1, "a").fields }) },
    { because: "another title than is sent", plan: withA({ title: "z" }) },
    { because: "another value before than there was", plan: showing((change) => ({ ...change, before: "4" })) },
    { because: "another value after than is sent", plan: showing((change) => ({ ...change, after: "4" })) },
    {
      because: "one field shown in place of another",
      plan: showing((change) => ({ ...change, field: "countOrderMax" })),
    },
  ])("$because", ({ plan }) => {
    expect(() => sealPlan(plan, OPENER, SEAL)).toThrow(RangeError);
  });

  it("an id that isn't random", () => {
    expect(() => sealPlan(PLAN, OPENER, { ...SEAL, id: "1" })).toThrow(RangeError);
  });
});
