// What a plan does, and what becomes of the rest, in sentences.

import { describe, expect, it } from "vitest";
import { FIELD_NAMES } from "../../../src/model/bot/field.js";
import type { Plan, Step } from "../../../src/model/plan/plan.js";
import { planProblem } from "../../../src/model/plan/plan-codes.js";
import { outlineOf } from "../../../src/render/plan-facts.js";
import { besidesOf, breakersText, changeText } from "../../../src/render/plan-sentences.js";
import { live } from "../reconcile/fleet.js";
import { plannedBot, planOf, step } from "../reconcile/plan/plans.js";

type Undeclared = Plan["undeclared"][number];
const undeclared = (changes: Partial<Undeclared>): Undeclared => ({
  ...{ id: 7, title: "Old", on: true, status: "ENABLED", dealIds: [] },
  ...changes,
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
      "2 of 9 live bots change: 2 to update (leverage).",
      "b: leverage 5 → 9",
      "a: leverage 5 → 7",
    ]);
    expect(outline(one)).toEqual(["1 of 9 live bots changes: 1 to update (a: leverage 5 → 7)."]);
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

  it("names what is turned on, and of new bots all only where they are several", () => {
    const fresh = (keys: readonly string[], on: readonly string[]) =>
      changeText(
        planOf(
          keys.map((key) => plannedBot(key, null)),
          [...keys.map((key) => step("create", key)), ...on.map((key) => step("turn-on", key))],
          { observedBots: 0 },
        ),
      );
    expect([fresh(["a", "b"], ["a", "b"]), fresh(["a", "b"], ["b"]), fresh(["a"], ["a"])]).toEqual([
      "2 new bots: 2 to create (a, b), 2 to turn on (all new ones).",
      "2 new bots: 2 to create (a, b), 1 to turn on (b).",
      "1 new bot: 1 to create (a), 1 to turn on (a).",
    ]);
  });

  it("names those that get the same together, however many they are", () => {
    const same = Array.from({ length: 7 }, (_, at) => updated(`b${at}`, ["leverage", "5", "6"]));
    expect(of(...same, updated("up", ["leverage", "5", "20"]))).toBe(
      "8 of 9 live bots change: 8 to update (up: leverage 5 → 20; b0, b1, b2 … and 4 more: leverage 5 → 6).",
    );
  });

  it("names the settings where all bots get the same, or where they are many", () => {
    expect(of(updated("a", ["leverage", "5", "7"]), updated("b", ["leverage", "5", "7"]))).toBe(
      "2 of 9 live bots change: 2 to update (a, b: leverage 5 → 7).",
    );
    const many = Array.from({ length: 7 }, (_, at) => updated(`b${at}`, ["leverage", "5", String(4 + at)]));
    expect(of(...many.slice(0, 6))).toContain("b5: leverage 5 → 9; b4: leverage 5 → 8; ");
    expect(of(...many, updated("c", ["countOrderMax", "1", "2"]))).toBe(
      "8 of 9 live bots change: 8 to update (leverage 5 → 10, 5 → 9, 5 → 8 … and 4 more of 7 bots, countOrderMax 1 → 2 of 1 bot).",
    );
  });
});

describe("what is named of many", () => {
  const fields = FIELD_NAMES.filter((name) => name !== "title");
  const changed = (count: number, key: string, after = "2") => ({
    ...step("update", key),
    changes: fields.slice(0, count).map((field) => ({ field, before: "1", after })),
  });
  const of = (...steps: readonly Step[]) => {
    const keys = [...new Set(steps.map(({ address }) => address.slice("main/".length)))];
    return changeText(
      planOf(
        keys.map((key, at) => plannedBot(key, live(at + 1, key))),
        steps,
        { observedBots: 9 },
      ),
    );
  };

  const texts = (count: number) =>
    fields
      .slice(0, count)
      .map((field) => `${field} 1 → 2`)
      .join(", ");
  const turnedOff = (count: number) => Array.from({ length: count }, (_, index) => step("turn-off", `b${index}`));
  const apart = (count: number) => Array.from({ length: count }, (_, at) => changed(1, `b${at}`, String(at + 2)));

  it.each<[string, readonly Step[], string]>([
    ["7 settings", [changed(7, "a")], `1 of 9 live bots changes: 1 to update (a: ${texts(7)}).`],
    ["8 settings", [changed(8, "a")], `1 of 9 live bots changes: 1 to update (a: ${texts(6)} … and 2 more).`],
    [
      "4 settings of one of two",
      [changed(4, "a"), changed(1, "b", "3")],
      `2 of 9 live bots change: 2 to update (b: pairTitle 1 → 3; a: ${texts(4)}).`,
    ],
    [
      "5 settings of one of two",
      [changed(5, "a"), changed(1, "b", "3")],
      `2 of 9 live bots change: 2 to update (b: pairTitle 1 → 3; a: ${texts(3)} … and 2 more).`,
    ],
    ["4 bots", turnedOff(4), "4 of 9 live bots change: 4 to turn off (b0, b1, b2, b3)."],
    ["5 bots", turnedOff(5), "5 of 9 live bots change: 5 to turn off (b0, b1, b2 … and 2 more)."],
    [
      "6 bots with a value each",
      apart(6),
      `6 of 9 live bots change: 6 to update (${[7, 6, 5, 4, 3, 2].map((to) => `b${to - 2}: pairTitle 1 → ${to}`).join("; ")}).`,
    ],
    [
      "7 bots with a value each",
      apart(7),
      "7 of 9 live bots change: 7 to update (pairTitle 1 → 8, 1 → 7, 1 → 6 … and 4 more).",
    ],
  ])("%s", (_what, steps, text) => expect(of(...steps)).toBe(text));
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
    [[deal(1, true)], ["1 running deal of these bots goes on, with the old settings."]],
    [[deal(1, true), deal(2, true)], ["2 running deals of these bots go on, with the old settings."]],
    [[deal(1), deal(2, true)], ["2 running deals of these bots go on, 1 of them with the old settings."]],
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

  it("says first what was changed outside of botform", () => {
    const outside = planProblem("plan/changed-outside", { summary: "1 bot was changed outside of botform: main/a" });
    const other = planProblem("plan/held", { summary: "held" });
    const held = { address: "main/b", botId: 1, on: true, pattern: "main/*", reason: "why" };
    expect(changing([], { diagnostics: [other, outside], held: [held] })).toEqual([
      "1 bot was changed outside of botform: main/a.",
      "Held: b (why).",
    ]);
  });

  it("names the bots that are held", () => {
    const held = (key: string) => ({ address: `main/${key}`, botId: 1, on: true, pattern: "main/*", reason: "why" });
    expect(changing([], { held: [held("a"), held("b")] })).toEqual(["Held: a (why), b (why)."]);
  });
});

it("names beside new bots what they trade, where their settings stand further down", () => {
  const create = (key: string, values: Readonly<Record<string, string | null>>) => ({
    ...step("create", key),
    changes: Object.entries(values).map(([field, after]) => ({ field: field as "leverage", after })),
  });
  const trades = { pairTitle: "USDT-SOL", strategy: "SHORT", leverage: "3" };
  const steps = [create("a", trades), create("b", { ...trades, leverage: null }), create("c", {})];
  const plan = planOf(
    ["a", "b", "c"].map((key) => plannedBot(key, null)),
    steps,
  );
  expect([changeText(plan, true), changeText(plan)]).toEqual([
    "3 new bots: 3 to create (a: USDT-SOL SHORT 3×, off; b: USDT-SOL SHORT, off; c, off).",
    "3 new bots: 3 to create (a, b, c).",
  ]);
});

it("says that the deal of a bot that is turned off goes on", () => {
  const deal = {
    ...{ id: 7, pairTitle: "USDT-BTC", fingerprint: "f", percentTakeProfit: "1", orderPercent: null, order: null },
    keeps: [],
  };
  const bots = ["a", "b"].map((key) => ({ ...plannedBot(key, live(1, key)), deals: [deal] }));
  const steps = (...keys: readonly string[]) => keys.map((key) => step("turn-off", key));
  expect(besidesOf(planOf(bots, steps("a")))[1]).toBe(
    "Of a, turned off, the deal stays open, and safety orders may still fill.",
  );
  expect(besidesOf(planOf(bots, steps("a", "b")))[1]).toBe(
    "Of a, b, turned off, the deals stay open, and safety orders may still fill.",
  );
});

it("says how the breakers stand, the nearest to its limit first, and none where there are none", () => {
  const reading = (name: string, state: "fine" | "near" | "tripped" | "unknown", used: string | null) => ({
    ...{ name, rule: "loss", state, figure: used, limit: "100", unit: "USDT", used, why: `why ${name}` },
  });
  const [a, b, c] = [reading("a", "fine", "7"), reading("b", "fine", "41"), reading("c", "near", "85")];
  expect(breakersText([a, b, c])).toBe("Breakers: 3 armed; c: why c (85 %); b: why b (41 %); a: why a (7 %).");
  const tripped = { ...reading("t", "tripped", null), trippedAt: "2026-01-15T11:00:00.000Z" };
  expect(breakersText([a, reading("u", "unknown", "3"), tripped, b, c])).toBe(
    "Breakers: 4 armed, 1 tripped; t: why t; u: unknown, why u; c: why c (85 %) … and 2 more.",
  );
  expect(breakersText([tripped])).toBe("Breakers: 1 tripped; t: why t.");
  const plan = planOf([], []);
  expect([besidesOf(plan), besidesOf({ ...plan, breakers: [a] })]).toEqual([
    [],
    ["Breakers: 1 armed; a: why a (7 %)."],
  ]);
});
