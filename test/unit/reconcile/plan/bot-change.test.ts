// What a plan says of one bot and its running deals: in which words, about which deals, and where in the files.
import { describe, expect, it } from "vitest";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import {
  frozenBy,
  idle,
  plannedDeals,
  problem,
  step,
  takeProfits,
  turnOffWarnings,
  updateWarnings,
} from "../../../../src/reconcile/plan/bot-change.js";
import { BASE, deal, desired, desiredBot, live } from "../fleet.js";

const AT = { file: "botform.yaml", path: ["defaults", "percentTakeProfit"] };
const LEVERAGE = { field: "leverage", before: "5", after: "7" } as const;
const TAKE_PROFIT = { field: "percentTakeProfit", before: "1.2", after: "2" } as const;

/** A deal of bot 1 with that percentage in its settings, and an order that stands so far above the entry. */
function running(id: number, settings: string, order?: string): RunningDeal {
  const one = deal(id, 1);
  const nothing = { quantity: null, filled: null, fee: null, feeAsset: "", profit: null, time: 1 };
  const price =
    order === undefined ? [] : [{ number: "1", type: "l", status: "1", price: String(100 + Number(order)) }];
  return {
    ...one,
    settings: { ...one.settings, percentTakeProfit: settings },
    takeProfits: price.map((placed) => ({ ...placed, ...nothing })),
  };
}

it("of a bot that stays as it is there is nothing but what is said of it", () => {
  const said = problem(desiredBot("a"), "plan/deals-frozen", { summary: "s", remedy: "r" });
  const nothing = { address: "main/a", planned: null, steps: [], unchanged: false };
  expect([idle("main/a"), idle("main/a", [said])]).toEqual([
    { ...nothing, diagnostics: [] },
    { ...nothing, diagnostics: [said] },
  ]);
});

it("a step is warned of nothing unless told so", () => {
  const told = { address: "main/a", action: "update", reason: "why", changes: [LEVERAGE], warnings: ["w"] };
  expect(step("main/a", "update", "why", [LEVERAGE], ["w"])).toEqual(told);
  expect(step("main/a", "update", "why", [LEVERAGE])).toEqual({ ...told, warnings: [] });
});

it("deals that run on are named, one or each of several", () => {
  expect([[], [70], [70, 71]].map(turnOffWarnings)).toEqual([
    [],
    ["running deal 70 stays open, and its safety orders may still fill; no new deal starts"],
    ["each of the running deals 70, 71 stays open, and its safety orders may still fill; no new deal starts"],
  ]);
});

it("a problem points to the field that it is about, where a file states that, and else to the bot", () => {
  const bot = desiredBot("a", { fieldOrigins: { percentTakeProfit: AT } });
  const words = { summary: "s", remedy: "r" };
  const where = [undefined, "percentTakeProfit", "leverage"] as const;
  expect(
    where.map((field) => problem(bot, "plan/take-profit-unclear", { ...words, ...(field && { field }) }).origin),
  ).toEqual([bot.origin, AT, bot.origin]);
});

it("an update is held back by freezeActiveDeals while a deal runs, and only then", () => {
  const bot = desiredBot("a", { freezeActiveDeals: true });
  const deals = [running(70, "1.2"), running(71, "1.2")];
  expect(frozenBy(bot, [LEVERAGE, TAKE_PROFIT], deals)).toEqual({
    ...{ severity: "warning", code: "plan/deals-frozen", address: "main/a", origin: bot.origin },
    summary:
      "the bot differs in leverage, percentTakeProfit, but freezeActiveDeals holds the update back while its deal runs (70, 71)",
    remedy:
      "Plan again when the deal has ended (enabled: false keeps the next one from opening), or remove freezeActiveDeals.",
  });
  expect([
    frozenBy(desiredBot("a"), [LEVERAGE], deals),
    frozenBy(bot, [], deals),
    frozenBy(bot, [LEVERAGE], []),
  ]).toEqual([undefined, undefined, undefined]);
});

describe("the take profit of running deals", () => {
  const bot = desiredBot("a", { fields: { percentTakeProfit: "2" }, fieldOrigins: { percentTakeProfit: AT } });
  const had = (percentTakeProfit: string) => live(1, "a", { fields: { percentTakeProfit } });
  const SET = desired([bot], { activeDeals: "take-profit" });
  const NOTHING = { steps: [], diagnostics: [] };
  const stepFor = (id: number, before: string) => ({
    ...{ address: "main/a", action: "take-profit", changes: [], warnings: [] },
    ...{
      deal: { id, takeProfit: { before, after: "2" } },
      reason: `running deal ${id} has a take profit of ${before} %`,
    },
  });

  it("is left alone unless the configuration asks for it, names a percentage, and freezes nothing", () => {
    const deals = [running(70, "1.2", "1.2")];
    const { percentTakeProfit: _none, ...fields } = BASE;
    const without = { ...bot, fields: { ...fields, title: "a" } };
    expect([
      takeProfits(desired([bot]), bot, had("1.2"), deals),
      takeProfits(SET, { ...bot, freezeActiveDeals: true }, had("1.2"), deals),
      takeProfits(SET, without, had("1.2"), deals),
    ]).toEqual([NOTHING, NOTHING, NOTHING]);
  });

  it("is set where the bot's changes, unless settings and order show the new one", () => {
    const deals = [running(70, "1.2", "1.2"), running(71, "2", "2"), running(72, "2"), running(73, "2", "1.2")];
    expect(takeProfits(SET, bot, had("1.2"), deals)).toEqual({
      steps: [stepFor(70, "1.2"), stepFor(73, "1.2")],
      diagnostics: [],
    });
  });

  it("is set else where neither shows it; where the settings alone do, that is said at the field", () => {
    const deals = [running(70, "1.2", "1.2"), running(71, "1.2", "2"), running(72, "2"), running(73, "2", "1.2")];
    expect(takeProfits(SET, bot, had("2"), deals)).toEqual({
      steps: [stepFor(70, "1.2")],
      diagnostics: [
        {
          ...{ severity: "warning", code: "plan/take-profit-unclear", address: "main/a", origin: AT },
          summary: "running deal 73 has percentTakeProfit 2, but its order is at about 1.2 %",
          remedy:
            "Which of the two applies is unknown. Check the deal on the service; botform deals take-profit 73 2 sets it again.",
        },
      ],
    });
  });

  it("is where its order is nearest: to the new one, to that of its settings, or to the bot's own", () => {
    const wanted = (percentTakeProfit: string, before: string, ...deals: RunningDeal[]) =>
      takeProfits(SET, { ...bot, fields: { ...bot.fields, percentTakeProfit } }, had(before), deals).steps.map(
        ({ deal: about }) => about?.id,
      );
    // Within the slack of 1.3, but nearer to the 1.2 of the settings, or of the bot.
    expect(wanted("1.3", "1.3", running(70, "1.2", "1.21"), running(71, "1.2", "1.29"))).toEqual([70]);
    expect(wanted("1.3", "1.2", running(70, "1.3", "1.21"), running(71, "1.3", "1.29"))).toEqual([70]);
  });
});

describe("a bot's deals in a plan", () => {
  const deals = [running(70, "1.2"), running(71, "1.2"), running(72, "2")];
  const target = { ...BASE, title: "b", percentTakeProfit: "2" };
  const update = step("main/a", "update", "", [TAKE_PROFIT]);
  const ofDeal = {
    ...step("main/a", "take-profit", "", []),
    deal: { id: 70, takeProfit: { before: "1.2", after: "2" } },
  };
  const kept = [{ field: "percentTakeProfit", kept: "1.2", after: "2" }];

  it("keep what differs, but for what a step of their own changes", () => {
    const { deals: planned = [] } = plannedDeals(deals, target, [update, ofDeal]);
    expect(planned.map(({ id, keeps }) => [id, keeps])).toEqual([
      [70, []],
      [71, kept],
      [72, []],
    ]);
  });

  it("aren't in it where there are none, or the bot is only turned on", () => {
    const turnOn = step("main/a", "turn-on", "", []);
    expect([plannedDeals([], target, [update]), plannedDeals(deals, target, [turnOn])]).toEqual([{}, {}]);
    expect(plannedDeals(deals, target, [update, turnOn]).deals).toHaveLength(3);
  });

  it("are named where they have an update's settings already, without a step of their own", () => {
    expect(updateWarnings(deals, target, [update, ofDeal])).toEqual(["running deal 72 already has the new settings"]);
    const same = [running(70, "2"), running(71, "2")];
    expect(updateWarnings(same, target, [update, ofDeal])).toEqual(["running deal 71 already has the new settings"]);
    expect(updateWarnings(same, target, [update])).toEqual([
      "each of the running deals 70, 71 already has the new settings",
    ]);
    expect(updateWarnings([running(71, "1.2")], target, [update])).toEqual([]);
  });
});
