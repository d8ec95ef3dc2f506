// What every form shows of a plan: undeclared bots and what becomes of them, names of steps, and rules in turn.
import { describe, expect, it } from "vitest";
import type { Plan } from "../../../src/model/plan/plan.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import type { Highlight } from "../../../src/render/highlight.js";
import { assuredText, besidesOf, changeText, outlineOf, stepName } from "../../../src/render/plan-facts.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";
import { desiredOf, liveOf } from "../../techniques/browser/stage.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

type Undeclared = Plan["undeclared"][number];
const undeclared = (changes: Partial<Undeclared>): Undeclared => ({
  ...{ id: 7, title: "Old", on: true, status: "ENABLED", dealIds: [] },
  ...changes,
});

describe("an undeclared bot", () => {
  const highlight = (bot: Undeclared, undeclaredRule: Plan["undeclaredRule"]) =>
    outlineOf(planOf([], [], { undeclared: [bot], undeclaredRule })).highlights.find(({ subject }) =>
      subject?.includes("7"),
    );

  it.each<[Partial<Undeclared>, Plan["undeclaredRule"], boolean, Highlight["weight"], string]>([
    [{}, "turn-off", true, "warning", "it is on, and the account turns such bots off"],
    [{}, "report", false, "warning", "the account only reports them"],
    [{}, "ignore", false, "warning", "or ignores them"],
    [{ on: false }, "turn-off", false, "note", "it is off already"],
    [{ protected: true }, "turn-off", false, "warning", "its title is protected"],
  ])("%j under %s is turned off: %s, a %s (%s)", (changes, rule, isTurnedOff, weight, _because) => {
    const found = highlight(undeclared(changes), rule);
    expect(found?.weight).toBe(weight);
    expect(found?.text).toMatch(isTurnedOff ? /is turned off$/ : /stays as it is$/);
  });

  it("is named with its deals, and with the bot whose title it has", () => {
    expect(highlight(undeclared({ dealIds: [70] }), "report")?.text).toContain("1 running deal");
    expect(highlight(undeclared({ dealIds: [70, 71] }), "report")?.text).toContain("2 running deals");
    expect(highlight(undeclared({ duplicateOf: "main/a" }), "report")?.text).toContain("main/a");
  });
});

describe("a step", () => {
  it.each([
    ["update", undefined, "update"],
    ["take-profit", 7, "take-profit of deal 7"],
    ["complete-deal", 7, "complete-deal 7"],
    ["cancel-deal", 7, "cancel-deal 7"],
  ] as const)("%s with deal %s is called %j", (action, dealId, name) => {
    expect(stepName(action, dealId)).toBe(name);
  });

  it("of a new bot shows all settings but its title, which stands above them", () => {
    const changes = [
      { field: "title" as const, after: "A" },
      { field: "leverage" as const, after: "5" },
    ];
    const rows = (action: "create" | "update") => {
      const bot = plannedBot("a", action === "create" ? null : live(1, "a"));
      const { bots } = outlineOf(planOf([bot], [{ ...step(action, "a"), changes }]));
      return [bots[0]?.which, bots[0]?.steps[0]?.rows.map(({ field }) => field)];
    };
    expect(rows("create")).toEqual(["new bot", ["leverage"]]);
    expect(rows("update")).toEqual(["bot 1", ["title", "leverage"]]);
  });
});

it("bots stand by how much they add, the most first, and those that take away last", () => {
  const desired = desiredOf([
    "less: { title: Less, enabled: true, volumeFirstOrder: 10 }",
    "off: { title: Off, enabled: false }",
    "more: { title: More, enabled: true, volumeFirstOrder: 90 }",
    "some: { title: Some, enabled: true, volumeFirstOrder: 50 }",
  ]);
  const off = desired.bots.find(({ key }) => key === "off");
  if (off === undefined) throw new Error("there is no such bot");
  const access = { id: 1, title: "Main", exchange: desired.exchange };
  const bots = [{ ...liveOf(off, 1), status: { on: true, raw: "ENABLED" } }];
  const plan = makePlan(desired, { accesses: [access], bots, deals: [], pairs: null });
  const money = moneyOf(plan, bots, [], NO_MARKET_DATA, assumptionsOf());
  const names = outlineOf({ ...plan, money }).bots.map(({ bot }) => bot.address);
  expect(names).toEqual(["main/more", "main/some", "main/less", "main/off"]);
});

describe("what is known", () => {
  const changed = planOf([plannedBot("a", live(1, "a"))], [step("update", "a")], { observedBots: 1 });

  it.each<[Plan["assured"], string]>([
    [undefined, ""],
    [{ everyBotDeclared: true }, "Every live bot is declared."],
    [{ noDealTouched: true }, "No running deal is touched."],
    [{ everyBotDeclared: true, noDealTouched: true }, "Every live bot is declared. No running deal is touched."],
  ])("%j is told of a plan that changes live bots", (assured, text) => {
    const known = assured === undefined ? {} : { assured };
    expect(assuredText({ ...changed, ...known })).toBe(text);
    expect(assuredText({ ...changed, ...known, steps: [] })).toBe("");
    expect(assuredText({ ...changed, ...known, observedBots: 0 })).toBe("");
  });

  it("and what isn't is told, a list that may be cut first", () => {
    const problem = (code: string) => ({ severity: "warning", code, summary: `of ${code}` }) as const;
    const diagnostics = [problem("plan/unread-ledger"), problem("plan/held"), problem("plan/cut-list")];
    expect(outlineOf({ ...changed, diagnostics }).notKnown).toEqual([
      ...["of plan/cut-list", "of plan/unread-ledger", "the figures in money"],
    ]);
    const unknown = [{ what: "the price of USDT-BTC", needs: "a price" }];
    const money = moneyOf(changed, [], [], NO_MARKET_DATA, assumptionsOf());
    expect(outlineOf({ ...changed, money: { ...money, unknown } }).notKnown).toEqual(["the price of USDT-BTC"]);
    expect(outlineOf({ ...changed, steps: [] }).notKnown).toEqual([]);
  });
});

describe("what changes, in a sentence,", () => {
  const updated = (
    key: string,
    ...changes: (readonly [field: "leverage" | "countOrderMax", before: string | null, after: string])[]
  ) => ({
    ...step("update", key),
    changes: changes.map(([field, before, after]) => ({ field, before, after })),
  });
  const planned = (...steps: readonly ReturnType<typeof updated>[]) =>
    planOf(
      steps.map(({ address }, at) => plannedBot(address.slice("main/".length), live(at + 1, address))),
      steps,
      { observedBots: 9 },
    );
  const of = (...steps: readonly ReturnType<typeof updated>[]) => changeText(planned(...steps));

  it("stands in lines of its own where each of a few bots gets something else", () => {
    const [one, other] = [updated("a", ["leverage", "5", "7"]), updated("b", ["leverage", "5", "9"])];
    const outline = (...steps: readonly ReturnType<typeof updated>[]) => {
      const { lead, updates } = outlineOf(planned(...steps));
      return [lead, ...updates];
    };
    expect(outline(one, other)).toEqual([
      "2 of 9 live bots change: 2 to update.",
      "b: leverage 5 → 9",
      "a: leverage 5 → 7",
    ]);
    expect(outline(one)).toEqual(["1 of 9 live bots changes: 1 to update (leverage 5 → 7)."]);
  });

  it("names each of a few bots, what rises most first", () => {
    expect(
      of(
        updated("less", ["leverage", "9", "5"]),
        updated("set", ["countOrderMax", null, "4"]),
        updated("more", ["leverage", "5", "20"], ["countOrderMax", "4", "5"]),
      ),
    ).toBe(
      "3 of 9 live bots change: 3 to update (more: leverage 5 → 20, countOrderMax 4 → 5; less: leverage 9 → 5; set: countOrderMax off → 4).",
    );
  });

  it("names the settings where all bots get the same, or where they are many", () => {
    expect(of(updated("a", ["leverage", "5", "7"]), updated("b", ["leverage", "5", "7"]))).toBe(
      "2 of 9 live bots change: 2 to update (leverage 5 → 7).",
    );
    const many = Array.from({ length: 7 }, (_, at) => updated(`b${at}`, ["leverage", "5", String(4 + at)]));
    expect(of(...many.slice(0, 6))).toContain("b5: leverage 5 → 9; b4: leverage 5 → 8; ");
    expect(of(...many, updated("c", ["countOrderMax", "1", "2"]))).toBe(
      "8 of 9 live bots change: 8 to update (leverage 5 → 10, 5 → 9, 5 → 8 … and 4 more of 7 bots, countOrderMax 1 → 2 of 1 bot).",
    );
  });
});

describe("what becomes of the rest", () => {
  const keeps = [{ field: "leverage" as const, kept: "5", after: "7" }];
  const deal = (id: number, kept = false) => ({
    ...{ id, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "1", orderPercent: null, order: null },
    keeps: kept ? keeps : [],
  });
  const changing = (deals: readonly ReturnType<typeof deal>[], more: Partial<Plan> = {}) =>
    besidesOf(planOf([{ ...plannedBot("a", live(1, "a")), deals: [...deals] }], [step("update", "a")], more));
  const bot = (id: number, changes: Partial<Undeclared> = {}) => undeclared({ id, title: `T${id}`, ...changes });

  it.each([
    [[], []],
    [[deal(1)], ["1 running deal of these bots goes on."]],
    [[deal(1, true)], ["1 running deal of these bots goes on, with the settings that it has now."]],
    [[deal(1, true), deal(2, true)], ["2 running deals of these bots go on, with the settings that they have now."]],
    [[deal(1), deal(2, true)], ["2 running deals of these bots go on, 1 of them with the settings that it has now."]],
  ])("of running deals %j is told %j", (deals, sentences) => {
    expect(changing(deals)).toEqual(sentences);
  });

  it("says nothing of deals where one is touched", () => {
    const plan = planOf(
      [{ ...plannedBot("a", live(1, "a")), deals: [deal(1)] }],
      [{ ...step("take-profit", "a"), deal: { id: 1 } }],
    );
    expect(besidesOf(plan)).toEqual([]);
  });

  it.each<[Undeclared[], Plan["undeclaredRule"], string]>([
    [[bot(1)], "report", '1 live bot not in the configuration (1 "T1"; 1 on): stays as it is.'],
    [
      [bot(1, { on: false }), bot(2)],
      "report",
      '2 live bots not in the configuration (2 "T2", 1 "T1"; 1 on): they stay as they are.',
    ],
    [
      [bot(1), bot(2, { protected: true })],
      "turn-off",
      '2 live bots not in the configuration (1 "T1", 2 "T2"; 2 on): 1 of them is turned off.',
    ],
    [
      [bot(1), bot(2)],
      "turn-off",
      '2 live bots not in the configuration (1 "T1", 2 "T2"; 2 on): 2 of them are turned off.',
    ],
  ])("of undeclared bots %j under %s is told %s", (undeclared, undeclaredRule, sentence) => {
    expect(changing([], { undeclared, undeclaredRule })).toEqual([sentence]);
  });

  it("names the bots that are held", () => {
    const held = (key: string) => ({ address: `main/${key}`, botId: 1, on: true, pattern: "main/*", reason: "why" });
    expect(changing([], { held: [held("a"), held("b")] })).toEqual(["Held: a, b."]);
  });
});
