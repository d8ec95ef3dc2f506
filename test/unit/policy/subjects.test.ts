// Which bots policies look at in a plan, and which declared bot a live one is taken for.
import { describe, expect, test } from "vitest";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { DesiredBot } from "../../../src/model/bot/desired.js";
import { declaredSubjects, plannedSubjects } from "../../../src/policy/subjects.js";
import { DEFAULT_ASSUMPTIONS } from "../../../src/risk/assumptions.js";
import { desired, desiredBot, live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

const on = (id: number, title: string, accessId: number | null = null) => live(id, title, { on: true, accessId });
const titled = (key: string, title: string, changes: Partial<DesiredBot> = {}) => ({
  ...desiredBot(key, { fields: { title } }),
  ...changes,
});

/** Subjects of live bots that no step touches. */
function subjects(bots: readonly ObservedBot[], declared: readonly DesiredBot[], around: object = {}) {
  const given = { desired: desired([...declared]), assumptions: DEFAULT_ASSUMPTIONS, live: bots };
  return plannedSubjects(planOf([], []), { ...given, ...around });
}

describe("a live bot", () => {
  test.each([
    { bots: [on(7, "A")], declared: [titled("x", "A")], address: "main/x", because: "its title is declared" },
    { bots: [on(7, "A")], declared: [titled("x", "B")], address: "main/#7", because: "its title isn't" },
    {
      bots: [on(7, "A")],
      declared: [titled("x", "B", { botId: 7 })],
      address: "main/x",
      because: "its id is declared",
    },
    {
      bots: [on(8, "A")],
      declared: [titled("x", "A", { botId: 7 })],
      address: "main/#8",
      because: "a pinned bot is no other",
    },
    {
      bots: [on(7, "A")],
      declared: [titled("x", "A"), titled("y", "A", { access: { alias: "second", live: 2 } })],
      address: "main/#7",
      because: "two declared bots have its title, on two accesses",
    },
    {
      bots: [on(7, "A")],
      declared: [titled("x", "A"), titled("y", "A"), titled("z", "A")],
      address: "main/#7",
      because: "three of them, too",
    },
    {
      bots: [on(7, "A")],
      declared: [titled("x", "A"), titled("y", "A", { botId: 7 })],
      address: "main/y",
      because: "its id outweighs its title",
    },
  ])("is $address: $because", ({ bots, declared, address }) => {
    expect(subjects(bots, declared).map((subject) => subject.address)).toEqual([address]);
  });

  test("that is off counts where a deal of it runs, and says so", () => {
    const deals = [{ id: 70, botId: 7, accessId: 3 }];
    const shown = (declared: readonly DesiredBot[], around: object) =>
      subjects([live(7, "A")], declared, around).map(({ address, hasDeal }) => [address, hasDeal]);
    expect(shown([], { deals })).toEqual([["main/#7", true]]);
    expect(shown([], { deals: [{ ...deals[0], botId: 8 }] })).toEqual([]);
    expect(shown([titled("x", "A")], { deals })).toEqual([["main/x", true]]);
    expect(shown([titled("x", "A")], {})).toEqual([["main/x", false]]);
    const planned = (running: readonly object[]) =>
      plannedSubjects(planOf([plannedBot("a", live(7, "A"), { deals: running } as object)], [step("turn-off", "a")]), {
        desired: desired([]),
        assumptions: DEFAULT_ASSUMPTIONS,
      }).map(({ hasDeal }) => hasDeal);
    expect([planned([{ id: 70 }]), planned([])]).toEqual([[true], [false]]);
  });

  test("that is off counts where it is declared, or the account itself is looked at", () => {
    const off = live(7, "A");
    expect(subjects([off], []).map(({ address }) => address)).toEqual([]);
    expect(subjects([off], [titled("x", "A")]).map(({ address }) => address)).toEqual(["main/x"]);
    expect(subjects([off], [], { whole: new Map() }).map(({ address, touched }) => [address, touched])).toEqual([
      ["main/#7", true],
    ]);
    const renamed = new Map([[7, titled("x", "B")]]);
    expect(subjects([off], [], { whole: renamed }).map(({ address }) => address)).toEqual(["main/x"]);
  });

  test.each([
    [on(7, "A", 2), [], "2", "the list says where it is"],
    [on(7, "A"), [{ id: 70, botId: 7, accessId: 3 }], "3", "a running deal of its tells"],
    [on(7, "A", 2), [{ id: 70, botId: 7, accessId: 3 }], "2", "the list outweighs a deal"],
    [on(7, "A"), [{ id: 70, botId: 8, accessId: 3 }], undefined, "another bot's deal tells nothing"],
    [on(7, "A"), [{ id: 70, botId: 7, accessId: null }], undefined, "nor does one that nobody can place"],
    [on(7, "A"), [{ id: 70, botId: 7 }], undefined, "nor one that doesn't say"],
  ])("%# has its access: %s", (bot, deals, access, because) => {
    expect(subjects([bot], [], { deals })[0]?.access, because).toBe(access);
  });

  test("that a step touches isn't looked at twice", () => {
    const bot = live(7, "a", { on: true });
    const plan = planOf([plannedBot("a", bot)], [step("update", "a")]);
    const found = plannedSubjects(plan, {
      desired: desired([]),
      assumptions: DEFAULT_ASSUMPTIONS,
      live: [bot, on(8, "b")],
    });
    expect(found.map(({ address, touched }) => [address, touched])).toEqual([
      ["main/#8", false],
      ["main/a", true],
    ]);
  });
});

describe("a planned bot", () => {
  test.each([
    ["update", true, "its settings change"],
    ["create", true, "it is new"],
    ["turn-on", true, "it opens deals from now on"],
    ["start-deal", true, "it opens one"],
    ["turn-off", false, "it only stops"],
    ["complete-deal", false, "its deal only ends"],
  ] as const)("with a step to %s is touched: %s, %s", (action, touched, _because) => {
    const bot = live(7, "a");
    const plan = planOf([plannedBot("a", bot)], [step(action, "a")]);
    const [found] = plannedSubjects(plan, { desired: desired([]), assumptions: DEFAULT_ASSUMPTIONS, live: [bot] });
    expect(found?.touched).toBe(touched);
  });

  test("knows those that it replaces, with their deals: the plan's own, or the account's", () => {
    const [inPlan, notInPlan, other] = [live(7, "old"), live(8, "older"), live(9, "none")];
    const deal = {
      id: 70,
      fingerprint: "f",
      keeps: [],
      pairTitle: "USDT-BTC",
      percentTakeProfit: null,
      orderPercent: null,
      order: null,
    };
    const plan = planOf(
      [plannedBot("a", null, { replaces: [7, 8, 6] }), plannedBot("old", inPlan, { deals: [deal] })],
      [step("create", "a")],
    );
    const deals = [
      { id: 71, botId: 7 },
      { id: 80, botId: 8 },
      { id: 90, botId: 9 },
    ];
    const around = { desired: desired([]), assumptions: DEFAULT_ASSUMPTIONS, live: [inPlan, notInPlan, other], deals };
    const found = plannedSubjects(plan, around).find(({ address }) => address === "main/a");
    expect(found?.replaced.map((one) => [one.observed.id, one.deals.map(({ id }) => id)])).toEqual([
      [7, [70]],
      [8, [80]],
    ]);
  });
});

test("of a configuration alone each declared bot is as it is declared, first values included", () => {
  const bots = [desiredBot("a", { enabled: true, initial: { cycleLimitScale: "3" } }), desiredBot("b")];
  const found = declaredSubjects(desired(bots), DEFAULT_ASSUMPTIONS);
  expect(found.map(({ address, on: isOn, alias, before, touched }) => [address, isOn, alias, before, touched])).toEqual(
    [
      ["main/a", true, "primary", null, true],
      ["main/b", undefined, "primary", null, true],
    ],
  );
  expect(found[0]?.after).toMatchObject({ cycleLimitScale: "3", leverage: "5" });
  expect(found.map(({ risk }) => risk()).map((risk) => "on" in risk && risk.on)).toEqual([true, true]);
});

test("another bot with a declared title is a bot by itself", () => {
  const copy = { id: 8, title: "A", on: true, status: "ENABLED", dealIds: [], duplicateOf: "main/x" };
  const given = {
    desired: desired([titled("x", "A")]),
    assumptions: DEFAULT_ASSUMPTIONS,
    live: [on(7, "A"), on(8, "A")],
  };
  const found = plannedSubjects({ ...planOf([], []), undeclared: [copy] }, given);
  expect(found.map(({ address }) => address)).toEqual(["main/#8", "main/x"]);
});
