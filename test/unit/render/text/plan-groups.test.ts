// Which bots of a plan stand together, what new ones share, and how many of a group are shown.
import { describe, expect, it } from "vitest";
import type { FieldChange, Step } from "../../../../src/model/plan/plan.js";
import type { BotOutline } from "../../../../src/render/plan-facts.js";
import { alike, firstOf, groupsOf, isOwn } from "../../../../src/render/text/plan-groups.js";

const row = (field: FieldChange["field"], after: string | null, before: string | null = null): FieldChange => ({
  ...{ field, after },
  ...(before !== null && { before }),
});

interface Made {
  readonly access?: string;
  readonly action?: Step["action"];
  readonly reason?: string;
  readonly deal?: number;
  readonly rows?: readonly FieldChange[];
}

function outline(key: string, { access = "Main", action = "update", reason = "r", deal, rows = [] }: Made): BotOutline {
  const address = `main/${key}`;
  const bot = { key, title: key, address, accessTitle: access } as unknown as BotOutline["bot"];
  const step = {
    ...{ address, action, reason, changes: rows, warnings: [] },
    ...(deal !== undefined && { deal: { id: deal } }),
  } as unknown as Step;
  return {
    bot,
    title: key,
    which: "bot 1",
    steps: [{ step, name: action, reason: undefined, rows }],
    money: undefined,
    kept: [],
  };
}
const keysOf = (bots: readonly BotOutline[]) => groupsOf(bots).map((group) => group.map(({ title }) => title).join(""));

describe("bots stand together", () => {
  const TP = [row("percentTakeProfit", "2", "1")];
  it.each<[string, Made, Made, boolean]>([
    ["with the same change", { rows: TP }, { rows: TP }, true],
    ["not to another value", { rows: TP }, { rows: [row("percentTakeProfit", "3", "1")] }, false],
    ["not from another value", { rows: TP }, { rows: [row("percentTakeProfit", "2", "0.5")] }, false],
    ["not on another access", { rows: TP }, { rows: TP, access: "Other" }, false],
    ["not for another reason", { action: "turn-off" }, { action: "turn-off", reason: "held" }, false],
    [
      "in deals of their own",
      { action: "take-profit", reason: "deal 1", deal: 1 },
      { action: "take-profit", reason: "deal 2", deal: 2 },
      true,
    ],
    ["turned on, whatever the service shows", { action: "turn-on" }, { action: "turn-on", reason: "other" }, true],
  ])("%s", (_name, left, right, together) => {
    expect(keysOf([outline("a", left), outline("b", right)])).toEqual(together ? ["ab"] : ["a", "b"]);
  });

  it("where nothing but one setting changes, each to a value of its own, from the third on", () => {
    const set = (key: string, after: string, more: Made = {}) =>
      outline(key, { rows: [row("leverage", after, "1")], ...more });
    const three = [set("a", "2"), set("b", "3"), set("c", "4")];
    const turned = outline("d", { action: "turn-on" });
    expect(keysOf([turned, ...three])).toEqual(["d", "abc"]);
    expect(groupsOf([...three, turned]).map(isOwn)).toEqual([true, false]);
    expect(keysOf(three.slice(1))).toEqual(["b", "c"]);
    expect(keysOf([...three.slice(1), set("d", "5", { access: "Other" })])).toEqual(["b", "c", "d"]);
    const others: readonly Made[] = [
      { rows: [row("countOrderMax", "5", "1")] },
      { rows: [row("leverage", "5", "1"), row("countOrderMax", "5", "1")] },
      { action: "take-profit" },
    ];
    for (const other of others) expect(keysOf([...three.slice(1), set("d", "5", other)])).toEqual(["b", "c", "d"]);
    const twice = set("d", "5");
    expect(keysOf([...three.slice(1), { ...twice, steps: [...twice.steps, ...turned.steps] }])).toHaveLength(3);
  });

  it("by what is equal before what is each's own", () => {
    const set = (key: string, after: string) => outline(key, { rows: [row("leverage", after, "1")] });
    const bots = [set("a", "2"), set("b", "3"), set("c", "2"), set("d", "4"), set("e", "5")];
    expect(keysOf(bots)).toEqual(["ac", "bde"]);
    expect(groupsOf(bots).map(isOwn)).toEqual([false, true]);
  });

  it("in the order of their first bots; new ones from the third on", () => {
    const made = (key: string, action: Step["action"]) => outline(key, { action });
    expect(keysOf([made("a", "update"), made("b", "create"), made("c", "update"), made("d", "create")])).toEqual([
      ...["ac", "b", "d"],
    ]);
    expect(keysOf(["a", "b", "c"].map((key) => made(key, "create")))).toEqual(["abc"]);
    expect(keysOf([])).toEqual([]);
  });
});

describe("new bots share", () => {
  const [FIVE, SIX] = [row("leverage", "5"), row("leverage", "6")];
  it("what more than half of them have alike; each says what it has otherwise, and what it lacks", () => {
    const found = alike([
      [FIVE, row("strategy", "LONG")],
      [FIVE],
      [SIX, row("strategy", "LONG"), row("countOrderMax", null)],
    ]);
    expect(found.shared).toEqual([FIVE, row("strategy", "LONG")]);
    expect(found.own).toEqual([
      { rows: [], lacks: [] },
      { rows: [], lacks: ["strategy"] },
      { rows: [SIX, row("countOrderMax", null)], lacks: [] },
    ]);
  });

  it("nothing that just half of them have", () => {
    expect(alike([[FIVE], [SIX]])).toEqual({
      shared: [],
      own: [
        { rows: [FIVE], lacks: [] },
        { rows: [SIX], lacks: [] },
      ],
    });
  });
});

it("of many the first are shown; one more takes no more room than saying so", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(firstOf(many(21))).toEqual({ first: many(21), more: 0 });
  expect(firstOf(many(22))).toEqual({ first: many(20), more: 2 });
  expect(firstOf(many(5), 3)).toEqual({ first: [0, 1, 2], more: 2 });
});
