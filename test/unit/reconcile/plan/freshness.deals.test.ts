// Which deals make a plan stale: one that it changes and that has changed, and one that has opened where it starts one.
import { describe, expect, it } from "vitest";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { plannedDeal } from "../../../../src/model/deal/take-profit.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { ServiceReader } from "../../../../src/model/ports.js";
import { staleBots, staleProblems } from "../../../../src/reconcile/plan/freshness.js";
import { BASE, deal, live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const NEVER = () => Promise.reject(new Error("that isn't read"));
const BOTS = [live(1, "a"), live(2, "b", { on: true }), live(3, "old", { on: true, raw: "ENABLED" }), live(4, "older")];

/** What is stale of a plan with that step about bot 1, which showed those deals, while these run. */
async function stale(
  action: Action,
  shown: readonly RunningDeal[],
  running: readonly RunningDeal[],
  { about = shown[0]?.id, replaces }: { about?: number; replaces?: readonly number[] } = {},
) {
  const asked: number[] = [];
  const planned = plannedBot("a", live(1, "a"), {
    ...(shown.length > 0 && { deals: shown.map((one) => plannedDeal(one, BASE)) }),
    ...(replaces !== undefined && { replaces }),
  });
  const one = { ...step(action, "a"), ...(about !== undefined && { deal: { id: about } }) };
  const plan = planOf([planned, plannedBot("b", live(2, "b", { on: true }))], [one, step("turn-off", "b")]);
  const reader: ServiceReader = {
    ...{ accesses: NEVER, endedDeals: NEVER, pairs: NEVER },
    bots: async () => BOTS,
    bot: async (id) => BOTS.find((bot) => bot.id === id) ?? NEVER(),
    runningDeals: async (accessId) => {
      asked.push(accessId);
      return running;
    },
  };
  const found = staleProblems(await staleBots(plan, reader));
  return {
    asked,
    says: found.map(
      ({ address, summary }) => `${address}: ${summary.replace("changed since the plan was made: ", "")}`,
    ),
  };
}

const changed = (id: number, percent: string) => {
  const one = deal(id, 1);
  return { ...one, settings: { ...one.settings, percentTakeProfit: percent } };
};

describe("a deal", () => {
  it.each<[string, Action, readonly RunningDeal[], readonly RunningDeal[], readonly string[]]>([
    ["is as it was", "complete-deal", [deal(5, 1)], [deal(5, 1)], []],
    [
      "has another take profit",
      "complete-deal",
      [deal(5, 1)],
      [changed(5, "3")],
      ["main/a: deal 5: as it was → percentTakeProfit 1.2 → 3"],
    ],
    ["has ended, which its step reports", "cancel-deal", [deal(5, 1)], [], []],
    ["opened beside one that is to end", "cancel-deal", [deal(5, 1)], [deal(5, 1), deal(6, 1)], []],
    [
      "opened where none ran and one is to start",
      "start-deal",
      [],
      [deal(6, 1)],
      ["main/a: its running deals none → 6"],
    ],
    [
      "opened beside others where one is to start",
      "start-deal",
      [deal(5, 1), deal(7, 1)],
      [deal(5, 1), deal(7, 1), deal(8, 1), deal(9, 1)],
      ["main/a: its running deals 5, 7 → 8, 9"],
    ],
    ["that the plan has shown stays while one is to start", "start-deal", [deal(5, 1)], [deal(5, 1)], []],
    ["of another bot opened", "start-deal", [], [deal(6, 2)], []],
    [
      "has changed and another one opened",
      "start-deal",
      [deal(5, 1)],
      [changed(5, "3"), deal(6, 1)],
      ["main/a: deal 5: as it was → percentTakeProfit 1.2 → 3; its running deals 5 → 6"],
    ],
  ])("%s: %s", async (_what, action, shown, running, says) => {
    expect(await stale(action, shown, running)).toEqual({ asked: [1], says });
  });

  it("isn't asked for where no step is about one", async () => {
    expect(await stale("update", [], [deal(6, 1)])).toEqual({ asked: [], says: [] });
  });
});

describe("a bot that is replaced", () => {
  it.each<[readonly number[], readonly string[]]>([
    [[3], ["main/a: the switch of bot 3, which it replaces, off → ENABLED"]],
    [[4], []],
    [[2], []],
    [[4, 3], ["main/a: the switch of bot 3, which it replaces, off → ENABLED"]],
  ])("%j was off and has to be still, unless the plan turns it off: %j", async (replaces, says) => {
    expect((await stale("update", [], [], { replaces })).says).toEqual(says);
  });
});
