// The templates of --factor: few kinds, found by what bots are set to, and named by it.
import { expect, it } from "vitest";
import { factored } from "../../../src/authoring/factor.js";
import type { PulledBot, Written } from "../../../src/authoring/pulled.js";
import { over, templatesOf } from "../../../src/authoring/templates.js";
import type { FieldName } from "../../../src/model/bot/field.js";

type Own = readonly (readonly [FieldName, Written])[];

const PLAIN: Own = [
  ["strategy", "LONG"],
  ["leverage", 5],
  ["marginMode", "CROSS"],
  ["percentTakeProfit", 1.2],
  ["volumeFirstOrder", 20],
];

function bot(id: number, title: string, changes: Own): PulledBot {
  const fields = new Map<FieldName, Written>([["pairTitle", "USDT-BTC"], ...PLAIN, ...changes]);
  return { id, alias: "primary", title, on: false, fields, pinned: false };
}

it("finds the few kinds that a person would, whatever single bots have of their own", () => {
  const kinds: readonly (readonly (readonly [FieldName, Written])[])[] = [
    [
      ["leverage", 10],
      ["countOrderMax", 20],
      ["percentSafetyOrder", 1.5],
      ["typeTakeProfit", "STOP-MARKET"],
    ],
    [
      ["leverage", 5],
      ["countOrderMax", 8],
      ["percentSafetyOrder", 3],
      ["typeTakeProfit", "LIMIT"],
    ],
    [
      ["leverage", 3],
      ["marginMode", "ISO"],
      ["volumeFirstOrder", 10],
      ["percentTakeProfit", 0.8],
      ["priceLevel", null],
    ],
  ];
  const odd: readonly (readonly [FieldName, Written])[] = [
    ["leverage", 7],
    ["percentTakeProfit", 2],
    ["volumeFirstOrder", 33],
    ["countOrderMax", 11],
  ];
  const bots = Array.from({ length: 60 }, (_, index): PulledBot => {
    const own = index % 3 === 0 ? odd.slice(index % 4, (index % 4) + 1) : [];
    const side = ["strategy", index % 4 < 2 ? "LONG" : "SHORT"] as const;
    const made = bot(index + 1, `Hand ${index * 7919}`, [...(kinds[(index % 7) % 3] ?? []), side, ...own]);
    return { ...made, on: index % 5 > 1, alias: index % 2 === 0 ? "primary" : "other" };
  });
  const { templates, blocks } = factored(bots, true);
  expect([...templates.keys()]).toEqual(["10x-20-orders-stop-market", "5x-8-orders-limit", "3x-tp-0-8-volume-10"]);
  expect(blocks.filter((block) => block.kind === "many" || block.template === undefined)).toEqual([]);
  const stated = [...templates.values()].flatMap(({ settings }) => [...settings.keys()]);
  expect(stated.filter((name) => ["pairTitle", "access", "strategy", "enabled"].includes(name))).toEqual([]);
  const few = blocks.filter((block) => block.own.settings.size + block.own.unmanaged.length <= 5);
  expect(few).toHaveLength(blocks.length);
});

it("has no template for bots that are each their own, nor for a single one", () => {
  const odd = [1, 2, 3, 4].map((id) =>
    bot(id, `T${id}`, [
      ["leverage", id],
      ["percentTakeProfit", id],
      ["volumeFirstOrder", id],
      ["countOrderMax", id],
    ]),
  );
  expect(templatesOf(odd, new Map())).toEqual([]);
  expect(templatesOf([bot(1, "A", [])], new Map())).toEqual([]);
});

it("a bot as near to one template as to another is of the one that saves more lines", () => {
  const kind = (id: number, [first, second]: readonly [1 | 2, 1 | 2]) =>
    bot(id, `T${id}`, [
      ["leverage", first],
      ["marginMode", first === 1 ? "CROSS" : "ISO"],
      ["percentTakeProfit", first],
      ["volumeFirstOrder", second],
      ["countOrderMax", second],
      ["percentSafetyOrder", second],
    ]);
  const small = [1, 2, 3].map((id) => kind(id, [2, 2]));
  const large = [4, 5, 6, 7, 8].map((id) => kind(id, [1, 1]));
  for (const between of [kind(9, [1, 2]), kind(9, [2, 1])]) {
    const ids = templatesOf([...small, between, ...large], new Map()).map(({ bots }) => bots.map(({ id }) => id));
    expect(ids.map((own) => own.toSorted())).toEqual([
      [1, 2, 3],
      [4, 5, 6, 7, 8, 9],
    ]);
  }
});

it.each([
  [1, "is of the kind"],
  [3, "is of the kind, with as many as it may have of its own"],
  [4, "isn't"],
])("a bot that lacks %i of a template's settings %s", (count, _is) => {
  const names = [
    "countOrderMax",
    "percentSafetyOrder",
    "martingaleScale",
    "dynamicStepScale",
    "cycleLimitScale",
  ] as const;
  const own = names.map((name): Own[number] => [name, 2]);
  const alike = [1, 2, 3, 4].map((id) => bot(id, `T${id}`, own));
  const less = bot(9, "T9", own.slice(count));
  const [template] = templatesOf([...alike, less], new Map());
  expect(template?.bots.map(({ id }) => id)).toEqual(count <= 3 ? [1, 2, 3, 4, 9] : [1, 2, 3, 4]);
});

it("numbers templates that come to one name, the older one first, whatever the order of the bots", () => {
  const kind = (id: number, first: string): PulledBot =>
    bot(id, `T${id}`, [
      ["typeTakeProfit", "LIMIT"],
      ["countOrderMax", 9],
      ["typeFirstOrder", first],
      ["marginMode", first === "LIMIT" ? "ISO" : "CROSS"],
      ["priceLevel", first === "LIMIT" ? "UPPER" : null],
      ["indicatorName", first === "LIMIT" ? "RSI" : null],
    ]);
  const bots = [kind(4, "MARKET"), kind(3, "LIMIT"), kind(2, "LIMIT"), kind(7, "MARKET")];
  const named = templatesOf(bots, new Map()).map(({ name, bots: own }) => [name, own.map(({ id }) => id).sort()]);
  expect(named).toEqual([
    ["5x-9-orders-limit", [2, 3]],
    ["5x-9-orders-limit-2", [4, 7]],
  ]);
});

it("what one layer states over another is what differs, and what it lets go", () => {
  const below = new Map<FieldName, Written>([
    ["leverage", 5],
    ["marginMode", "ISO"],
  ]);
  const { settings, unmanaged } = over(
    below,
    new Map<FieldName, Written>([
      ["leverage", 5],
      ["countOrderMax", null],
    ]),
  );
  expect([[...settings], unmanaged]).toEqual([[["countOrderMax", null]], ["marginMode"]]);
});
