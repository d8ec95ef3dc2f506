// What an undo does about deals: a take profit goes back while its deal runs, and whatever else was done to one is named.
import { describe, expect, it } from "vitest";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { Plan, Step } from "../../../../src/model/plan/plan.js";
import type { ServiceReader } from "../../../../src/model/ports.js";
import { withDealsBack } from "../../../../src/reconcile/undo/undo-deals.js";
import { deal, live } from "../fleet.js";
import { run } from "../ledger/entries.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const EMPTY = planOf([], [], { observedBots: 1 });
const NEVER = () => Promise.reject(new Error("an undo of a deal doesn't read that"));

interface Past {
  readonly action?: Action;
  readonly about?: Step["deal"] | undefined;
  /** What is running now. */
  readonly running?: readonly RunningDeal[];
  /** The plan of the way back of its bots. */
  readonly plan?: Plan;
}

/** The way back of a run that did that to deal 5 of bot 1. */
async function back({ action = "take-profit", about, running = [], plan = EMPTY }: Past): Promise<Plan> {
  const acted: Step = { ...step(action, "a"), ...(about !== undefined && { deal: about }) };
  const past = run([], { plan: planOf([plannedBot("a", live(1, "a"))], [acted]) });
  const reader: ServiceReader = {
    ...{ accesses: NEVER, bots: NEVER, endedDeals: NEVER, pairs: NEVER },
    bot: async (id) => live(id, "a"),
    runningDeals: async (accessId) => (accessId === 1 ? running : NEVER()),
  };
  return withDealsBack(plan, past, past.steps, reader);
}

const CHANGED = { id: 5, takeProfit: { before: "1.2", after: "2" } };
const order = (price: string) => ({
  ...{ number: "1", type: "l", status: "1", price, quantity: "1", filled: null, fee: null, feeAsset: "" },
  ...{ profit: null, time: 1 },
});
/** Deal 5 with a take profit of `percent` in its settings, and an order at `price`. */
function at(percent: string, price?: string): RunningDeal {
  const one = deal(5, 1, price === undefined ? {} : { takeProfits: [order(price)] });
  return { ...one, settings: { ...one.settings, percentTakeProfit: percent } };
}
const steps = (plan: Plan) => plan.steps.map(({ action, address, deal: of }) => [action, address, of]);
const said = (plan: Plan) =>
  plan.diagnostics.map(({ severity, code, summary, address, remedy }) => [severity, code, summary, address, remedy]);

describe("a take profit", () => {
  it("goes back to what it was, on its deal alone", async () => {
    const plan = await back({ about: CHANGED, running: [deal(4, 1), at("2")] });
    expect(steps(plan)).toEqual([["take-profit", "main/a", { id: 5, takeProfit: { before: "2", after: "1.2" } }]]);
    expect(plan.diagnostics).toEqual([]);
    const { observed, deals = [], target } = plan.bots["main/a"] ?? {};
    expect([observed?.id, target?.title, deals.map(({ id, percentTakeProfit }) => [id, percentTakeProfit])]).toEqual([
      1,
      "a",
      [[5, "2"]],
    ]);
    expect(deals[0]?.keeps.map(({ field }) => field)).not.toContain("percentTakeProfit");
  });

  it.each([
    ["by its settings", at("1.2")],
    ["by settings and order", at("1.2", "101.2")],
    ["by its order alone, where the settings stayed those of the opening", at("1", "101.2")],
  ])("that is back already needs no step: %s", async (_how, running) => {
    const plan = await back({ about: CHANGED, running: [running] });
    expect([steps(plan), said(plan), plan.bots]).toEqual([[], [], {}]);
  });

  it.each([
    ["the order still stands at the new one", at("1.2", "102")],
    ["the settings show the new one, whatever the order says", at("2", "101.2")],
    ["somebody has set a third one", at("3", "103")],
  ])("isn't back while %s", async (_why, running) => {
    expect(steps(await back({ about: CHANGED, running: [running] }))).toHaveLength(1);
  });

  it("that no command can set stays, and is named", async () => {
    const plan = await back({ about: { id: 5, takeProfit: { before: "0", after: "2" } }, running: [at("2")] });
    expect(steps(plan)).toEqual([]);
    expect(said(plan)).toEqual([
      [
        ...[
          "warning",
          "plan/no-way-back",
          "the take profit of deal 5 stays: no command can set it back to 0 %",
          "main/a",
        ],
        "If it matters, set it on the service's website.",
      ],
    ]);
  });

  it("that may still come goes back all the same, and says why", async () => {
    const later = { id: 5, takeProfit: { before: "1.2", after: "2", immediately: false } } as const;
    const plan = await back({ about: later, running: [at("1.2")] });
    expect(plan.steps.map(({ action, reason, deal: of }) => [action, reason, of?.id])).toEqual([
      ["take-profit", "that run asked for 2 %, which may still come", 5],
    ]);
  });

  it("of a bot that the record lacks, or that was to be created, is none of its business", async () => {
    const acted: Step = { ...step("take-profit", "a"), deal: CHANGED };
    const reader = {
      ...{ accesses: NEVER, bots: NEVER, endedDeals: NEVER, pairs: NEVER },
      bot: NEVER,
      runningDeals: NEVER,
    };
    for (const bots of [[], [plannedBot("a", null)]]) {
      const past = run([], { plan: planOf(bots, [acted]) });
      expect(await withDealsBack(EMPTY, past, past.steps, reader)).toEqual(EMPTY);
    }
  });

  it("keeps other settings of the deal, and its bot its access", async () => {
    const one = at("2");
    const other = { ...one, settings: { ...one.settings, leverage: "9" } };
    const {
      accessId,
      accessTitle,
      deals = [],
    } = (await back({ about: CHANGED, running: [other] })).bots["main/a"] ?? {};
    expect([accessId, accessTitle, deals[0]?.keeps.map(({ field }) => field)]).toEqual([1, "Main", ["leverage"]]);
  });

  it("of a deal that has ended is named", async () => {
    const plan = await back({ about: CHANGED, running: [deal(4, 1)] });
    expect(steps(plan)).toEqual([]);
    expect(said(plan)).toEqual([
      [
        ...["warning", "plan/deal-stays"],
        "deal 5 is no longer running: that run changed its take profit, which can't be undone",
        ...["main/a", "There is nothing to do."],
      ],
    ]);
  });

  it("comes beside what the plan has of its bot, in the order of the deals' ids", async () => {
    const others = [deal(9, 1), deal(5, 1)].map(({ id }) => ({
      ...{ id, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "7", orderPercent: null, order: null },
      keeps: [],
    }));
    const own = plannedBot("a", live(1, "a"), { deals: others });
    const warning = { severity: "warning", code: "plan/x", summary: "before" } as const;
    const plan = planOf([own], [step("update", "a")], { diagnostics: [warning] });
    const whole = await back({ about: CHANGED, running: [at("2")], plan });
    expect(whole.bots["main/a"]?.deals?.map(({ id, percentTakeProfit }) => [id, percentTakeProfit])).toEqual([
      [5, "2"],
      [9, "7"],
    ]);
    expect(whole.steps.map(({ action }) => action).toSorted()).toEqual(["take-profit", "update"]);
    expect(whole.diagnostics).toEqual([warning]);
  });
});

describe("what can't be undone is named", () => {
  it.each<[Action, Step["deal"], string]>([
    ["start-deal", undefined, "started a deal"],
    ["complete-deal", { id: 5 }, "completed deal 5"],
    ["cancel-deal", { id: 5 }, "cancelled deal 5"],
    ["take-profit", { id: 5 }, "changed the take profit of deal 5"],
  ])("%s", async (action, about, what) => {
    const plan = await back({ action, about, running: [at("2")] });
    expect(steps(plan)).toEqual([]);
    expect(said(plan)).toEqual([
      [
        ...["warning", "plan/deal-stays", `that run ${what}, which can't be undone`, "main/a"],
        "Check the deal and its position on the service and on the exchange.",
      ],
    ]);
  });

  it("and steps about bots are none of its business", async () => {
    expect(await back({ action: "update" })).toEqual(EMPTY);
  });
});
