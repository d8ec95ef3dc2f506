// Running deals in plans: what they keep, whose take profit is set, and what freezeActiveDeals holds back.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { DesiredBot } from "../../../../src/model/bot/desired.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { DEFAULT_LIMITS, excessesOf } from "../../../../src/model/plan/limits.js";
import type { Plan } from "../../../../src/model/plan/plan.js";
import { planSchema } from "../../../../src/model/plan/plan-schema.js";
import { makePlan } from "../../../../src/reconcile/plan/planner.js";
import { deal, desired, desiredBot, live, observed } from "../fleet.js";

/** A deal of bot 1: what its settings say, and what its order's price comes to. */
function running(id: number, settings: string, order: string | null, botId = 1): RunningDeal {
  const one = deal(id, botId);
  const price = order === null ? null : String(100 + Number(order));
  const nothing = { quantity: null, filled: null, fee: null, feeAsset: "", profit: null, time: 1 };
  return {
    ...one,
    settings: { ...one.settings, percentTakeProfit: settings },
    takeProfits: price === null ? [] : [{ number: "1", type: "l", status: "1", price, ...nothing }],
  };
}

function planned(
  bot: DesiredBot,
  now: ObservedBot,
  deals: RunningDeal[],
  activeDeals: "keep" | "take-profit" = "take-profit",
) {
  const plan = makePlan(desired([bot], { activeDeals }), observed([now], { deals }));
  expect(z.safeParse(planSchema(), { ...plan, diagnostics: [] }).success).toBe(true);
  return plan;
}

const said = ({ steps }: Plan) =>
  steps.map(({ action, deal: about }) =>
    about === undefined ? action : `${action} ${about.id} ${about.takeProfit?.before} → ${about.takeProfit?.after}`,
  );
const codes = ({ diagnostics }: Plan) => diagnostics.map(({ code }) => code);

describe("activeDeals: take-profit", () => {
  const rows: readonly {
    bot: string;
    wanted: string;
    deals: readonly [string, string | null][];
    steps: readonly string[];
    codes?: readonly string[];
    because: string;
  }[] = [
    { bot: "1.2", wanted: "1.2", deals: [["1.2", "1.2"]], steps: [], because: "all is as asked for" },
    {
      bot: "1.2",
      wanted: "2",
      deals: [["1.2", "1.2"]],
      steps: ["update", "take-profit 7 1.2 → 2"],
      because: "the setting changes",
    },
    {
      bot: "1.2",
      wanted: "2",
      deals: [["1.2", null]],
      steps: ["update", "take-profit 7 1.2 → 2"],
      because: "no order tells of another",
    },
    { bot: "1.2", wanted: "2", deals: [["2", "2"]], steps: ["update"], because: "the deal has it already" },
    {
      bot: "1.2",
      wanted: "2",
      deals: [["1.2", "2"]],
      steps: ["update", "take-profit 7 1.2 → 2"],
      because: "its settings aren't seen to have it",
    },
    {
      bot: "1.2",
      wanted: "2",
      deals: [["2", "1.2"]],
      steps: ["update", "take-profit 7 1.2 → 2"],
      because: "its order isn't seen to have it, and saying it twice does no harm",
    },
    {
      bot: "2",
      wanted: "2",
      deals: [["1.2", "1.2"]],
      steps: ["take-profit 7 1.2 → 2"],
      because: "a run died before it came to the deal",
    },
    {
      bot: "2",
      wanted: "2",
      deals: [["1.2", "2"]],
      steps: [],
      because: "done, where the service shows it in the order alone",
    },
    { bot: "2", wanted: "2", deals: [["1.2", "2.07"]], steps: [], because: "the same, and the order stands on a tick" },
    {
      bot: "2",
      wanted: "2",
      deals: [["2", "1.2"]],
      steps: [],
      codes: ["plan/take-profit-unclear"],
      because: "done, where the service shows it in the settings alone; that could be otherwise, and is said",
    },
    { bot: "2", wanted: "2", deals: [["2", null]], steps: [], because: "done, and there is no order" },
    {
      bot: "2",
      wanted: "2",
      deals: [
        ["3", "3"],
        ["2", "2"],
        ["1", "1"],
      ],
      steps: ["take-profit 7 3 → 2", "take-profit 9 1 → 2"],
      because: "each deal by itself",
    },
    {
      bot: "2",
      wanted: "2",
      deals: [["1.2", "5"]],
      steps: ["take-profit 7 5 → 2"],
      because: "what its order stands at is what it is",
    },
  ];
  it.each(rows)(
    "bot $bot, wanted $wanted, deals $deals: $steps: $because",
    ({ bot, wanted, deals, steps, codes: told = [] }) => {
      const now = live(1, "a", { on: true, fields: { percentTakeProfit: bot } });
      const plan = planned(
        desiredBot("a", { fields: { percentTakeProfit: wanted } }),
        now,
        deals.map(([settings, order], index) => running(7 + index, settings, order)),
      );
      expect([said(plan), codes(plan)]).toEqual([steps, told]);
    },
  );

  it.each([
    { activeDeals: "keep" as const, change: {}, because: "keep is the default" },
    { activeDeals: "take-profit" as const, change: { freezeActiveDeals: true }, because: "its deals are frozen" },
  ])("sets nothing: $because", ({ activeDeals, change }) => {
    const now = live(1, "a", { on: true, fields: { percentTakeProfit: "2" } });
    const bot = desiredBot("a", { ...change, fields: { percentTakeProfit: "2" } });
    expect(said(planned(bot, now, [running(7, "1.2", "1.2")], activeDeals))).toEqual([]);
  });

  it("says which of two take profits is unclear, and how to set it", () => {
    const plan = planned(
      desiredBot("a", { fields: { percentTakeProfit: "2" } }),
      live(1, "a", { on: true, fields: { percentTakeProfit: "2" } }),
      [running(7, "2", "1.2")],
    );
    expect(plan.diagnostics).toEqual([
      {
        ...{ severity: "warning", code: "plan/take-profit-unclear", address: "main/a" },
        origin: { file: "botform.yaml", path: ["bots", "a"] },
        summary: "running deal 7 has percentTakeProfit 2, but its order is at about 1.2 %",
        remedy:
          "Which of the two applies is unknown. Check the deal on the service; botform deals take-profit 7 2 sets it again.",
      },
    ]);
  });

  it("sets nothing where the configuration doesn't manage percentTakeProfit", () => {
    const whole = desiredBot("a");
    const { percentTakeProfit: _, ...rest } = whole.fields;
    const plan = planned({ ...whole, fields: rest }, live(1, "a"), [running(7, "9", "9")]);
    expect(said(plan)).toEqual([]);
  });

  it("touches no deal of a protected bot, and says so", () => {
    const plan = planned(desiredBot("a", { protect: true }), live(1, "a"), [running(7, "9", "9")]);
    expect([said(plan), codes(plan)]).toEqual([[], ["plan/protected"]]);
    expect(plan.diagnostics[0]?.summary).toContain("the take profit of its deals");
  });

  it("comes after the update and before a turn-on, in the order of the deals", () => {
    const bot = desiredBot("a", { enabled: true, fields: { percentTakeProfit: "2" } });
    const plan = planned(bot, live(1, "a"), [running(9, "1.2", "1.2"), running(8, "1.2", "1.2")]);
    expect(said(plan)).toEqual(["update", "take-profit 8 1.2 → 2", "take-profit 9 1.2 → 2", "turn-on"]);
  });

  it("never starts, completes or cancels a deal (rule 17)", () => {
    for (const enabled of [true, false, undefined]) {
      const bot = desiredBot("a", { enabled, fields: { percentTakeProfit: "2", leverage: "9" } });
      const { steps } = planned(bot, live(1, "a", { on: true }), [running(8, "1.2", "1.2")]);
      for (const { action } of steps) expect(["turn-off", "update", "take-profit", "turn-on"]).toContain(action);
    }
  });

  it("counts as a change of its bot, once (rule 16)", () => {
    const bots = Array.from({ length: 10 }, (_, index) =>
      live(index + 1, `b${index}`, { fields: { percentTakeProfit: "2" } }),
    );
    const wanted = bots.map(({ fields }) => desiredBot(fields.title ?? "", { fields: { percentTakeProfit: "2" } }));
    const inDeals = (count: number) =>
      Array.from({ length: count * 2 }, (_, index) => running(100 + index, "1.2", "1.2", (index % count) + 1));
    const of = (count: number) =>
      excessesOf(
        makePlan(desired(wanted, { activeDeals: "take-profit" }), observed(bots, { deals: inDeals(count) })),
        DEFAULT_LIMITS,
      );
    expect([of(3).length, of(4).map(({ limit, needed }) => [limit, needed])]).toEqual([0, [["maxChangedPercent", 40]]]);
  });
});

describe("the settings that running deals keep", () => {
  const now = live(1, "a", { on: true });
  const keeps = (plan: Plan) => plan.bots["main/a"]?.deals?.map(({ id, keeps: kept }) => [id, kept]);

  it("are those in which they differ from what the bot will be", () => {
    const bot = desiredBot("a", {
      fields: { leverage: "9", percentTakeProfit: "2", title: "b" },
      previousTitles: ["a"],
    });
    const plan = planned(bot, now, [running(7, "1.2", "1.2")], "keep");
    expect(keeps(plan)).toEqual([
      [
        7,
        [
          { field: "leverage", kept: "5", after: "9" },
          { field: "percentTakeProfit", kept: "1.2", after: "2" },
        ],
      ],
    ]);
  });

  it("name the take profit that its order stands at, where only that is elsewhere", () => {
    const bot = desiredBot("a", { fields: { leverage: "9" } });
    const one = running(7, "1.2", "2");
    const plan = planned(bot, now, [{ ...one, settings: { ...one.settings, leverage: "9" } }], "keep");
    expect(keeps(plan)).toEqual([[7, [{ field: "percentTakeProfit", kept: "2", after: "1.2" }]]]);
    expect(plan.steps[0]?.warnings).toEqual([]);
  });

  const NEW = "running deal 7 already has the new settings";
  it.each([
    { kept: {}, wanted: { leverage: "9" }, says: [], because: "it keeps what the bot had" },
    { kept: { leverage: "9" }, wanted: { leverage: "9" }, says: [NEW], because: "it has what the bot will have" },
    { kept: { leverage: "7" }, wanted: { leverage: "9" }, says: [], because: "it has neither, and that is listed" },
    { kept: {}, wanted: { title: "b" }, says: [NEW], because: "a title is only a name" },
    { kept: {}, wanted: { percentTakeProfit: "2" }, says: [], because: "a step of the plan sets it" },
    { kept: {}, wanted: { percentTakeProfit: "2" }, activeDeals: "keep", says: [], because: "nothing sets it" },
  ] as const)("are called the new ones only where they are: $because", ({ kept, wanted, says, ...more }) => {
    const one = running(7, "1.2", "1.2");
    const bot = desiredBot("a", { fields: wanted, previousTitles: ["a"] });
    const deals = [{ ...one, settings: { ...one.settings, ...kept } }];
    const plan = planned(bot, now, deals, "activeDeals" in more ? more.activeDeals : "take-profit");
    expect(plan.steps[0]).toMatchObject({ action: "update", warnings: says });
  });

  it("leave out what a step of the plan sets", () => {
    const bot = desiredBot("a", { fields: { leverage: "9", percentTakeProfit: "2" } });
    expect(keeps(planned(bot, now, [running(7, "1.2", "1.2")]))).toEqual([
      [7, [{ field: "leverage", kept: "5", after: "9" }]],
    ]);
  });

  it("are shown of a bot that is turned off, too, declared or not", () => {
    const off = planned(desiredBot("a", { enabled: false }), now, [running(7, "3", "3")], "keep");
    expect(keeps(off)).toEqual([[7, [{ field: "percentTakeProfit", kept: "3", after: "1.2" }]]]);
    const stray = makePlan(desired([], { undeclared: "turn-off" }), observed([now], { deals: [running(7, "3", "3")] }));
    expect(stray.bots["main/#1"]?.deals).toHaveLength(1);
  });

  it("aren't asked about where a bot is only turned on", () => {
    const plan = planned(desiredBot("a", { enabled: true }), live(1, "a"), [running(7, "3", "3")], "keep");
    expect(keeps(plan)).toBeUndefined();
  });
});

describe("freezeActiveDeals", () => {
  const frozen = (changes: Parameters<typeof desiredBot>[1]) =>
    desiredBot("a", { freezeActiveDeals: true, ...changes });

  it.each([
    { enabled: undefined, on: true, steps: [], because: "the update waits" },
    { enabled: true, on: false, steps: [], because: "and a bot that isn't as configured isn't turned on" },
    { enabled: false, on: true, steps: ["turn-off"], because: "but it may be turned off" },
  ])("a deal runs, enabled $enabled: $steps: $because", ({ enabled, on, steps }) => {
    const plan = planned(frozen({ enabled, fields: { leverage: "9" } }), live(1, "a", { on }), [
      running(7, "1.2", "1.2"),
    ]);
    expect([said(plan), codes(plan)]).toEqual([steps, ["plan/deals-frozen"]]);
    expect(plan.unchanged).toBe(0);
    expect(plan.diagnostics[0]).toMatchObject({ severity: "warning", summary: expect.stringContaining("(7)") });
  });

  it("a rename waits, too, and the bot that is turned off keeps its title", () => {
    const bot = frozen({ enabled: false, fields: { title: "b" }, previousTitles: ["a"] });
    const plan = planned(bot, live(1, "a", { on: true }), [running(7, "1.2", "1.2")]);
    expect([said(plan), plan.bots["main/a"]?.title]).toEqual([["turn-off"], "a"]);
  });

  it.each([
    { because: "no deal runs", bot: frozen({ fields: { leverage: "9" } }), deals: [], steps: ["update"] },
    {
      because: "another bot's deal",
      bot: frozen({ fields: { leverage: "9" } }),
      deals: [running(7, "1", "1", 2)],
      steps: ["update"],
    },
    {
      because: "nothing differs",
      bot: frozen({ enabled: true }),
      deals: [running(7, "1.2", "1.2")],
      steps: ["turn-on"],
    },
  ])("holds nothing back: $because", ({ bot, deals, steps }) => {
    expect(said(planned(bot, live(1, "a"), deals))).toEqual(steps);
  });
});

describe("a naked deal", () => {
  const naked = (id: number, botId: number): RunningDeal => ({
    ...running(id, "1.2", null, botId),
    protection: { state: "naked", why: "it holds 1" },
  });
  const warned = (includes?: (address: string) => boolean) =>
    makePlan(
      desired([desiredBot("a"), desiredBot("b")]),
      observed([live(1, "a"), live(2, "b")], { deals: [naked(72, 2), naked(71, 1), running(73, "1.2", "1.2")] }),
      includes === undefined ? {} : { includes },
    ).diagnostics.flatMap(({ code, address, severity }) => (code === "plan/naked-deal" ? [[address, severity]] : []));

  it("is a warning of a plan with nothing to do", () => {
    expect(warned()).toEqual([
      ["main/a", "warning"],
      ["main/b", "warning"],
    ]);
  });

  it("of a bot that isn't wanted is left out", () => {
    expect(warned((address) => address === "main/b")).toEqual([["main/b", "warning"]]);
  });
});
