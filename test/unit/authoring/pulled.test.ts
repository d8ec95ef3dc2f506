// Which live bots YAML can hold: values as they are written, what is left out and why, one bot of each title, and the keys.
import { describe, expect, it } from "vitest";
import { inYaml, keyFor, pulledBots, writable } from "../../../src/authoring/pulled.js";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { FieldName } from "../../../src/model/bot/field.js";
import { live } from "../reconcile/fleet.js";

const ALIASES = new Map([
  [1, "main"],
  [2, "hedge"],
]);
const bot = (
  id: number,
  title: string,
  { on = false, accessId = 1 }: { on?: boolean; accessId?: number | null } = {},
) => {
  const one: ObservedBot = { ...live(id, title), accessId, status: { on, raw: on ? "ENABLED" : "DISABLED" } };
  return one;
};

describe("of live bots", () => {
  it("each stands once, under its access, by its id", () => {
    const { bots, left } = pulledBots([bot(3, "C", { accessId: 2 }), bot(1, "A", { on: true }), bot(2, "B")], ALIASES);
    expect(bots.map(({ fields: _fields, ...rest }) => rest)).toEqual([
      { id: 1, alias: "main", title: "A", on: true, pinned: false },
      { id: 2, alias: "main", title: "B", on: false, pinned: false },
      { id: 3, alias: "hedge", title: "C", on: false, pinned: false },
    ]);
    expect(left).toEqual([]);
  });

  it.each<[string, readonly ObservedBot[], readonly string[], readonly string[]]>([
    [
      "the one that is on",
      [bot(1, "A"), bot(2, "A", { on: true })],
      ["2 pinned"],
      ["1: bot 2 has the same title on the same access"],
    ],
    [
      "the eldest that is on",
      [bot(3, "A", { on: true }), bot(2, "A", { on: true })],
      ["2 pinned"],
      ["3: bot 2 has the same title on the same access; both are on"],
    ],
    ["the eldest", [bot(2, "A"), bot(1, "A")], ["1 pinned"], ["2: bot 1 has the same title on the same access"]],
    ["both, on two accesses", [bot(1, "A"), bot(2, "A", { accessId: 2 })], ["1", "2"], []],
  ])("with the same title %s is pulled", (_what, all, expected, left) => {
    const found = pulledBots(all, ALIASES);
    expect(found.bots.map(({ id, pinned }) => `${id}${pinned ? " pinned" : ""}`)).toEqual(expected);
    expect(found.left.map(({ botId, reason }) => `${botId}: ${reason}`)).toEqual(left);
  });

  it.each([
    [bot(1, "A", { accessId: 3 }), "its access 3 has no alias in the configuration"],
    [bot(1, "A", { accessId: null }), "its access has no alias in the configuration"],
    [bot(1, ""), "it has no title"],
    [bot(1, "Ghost"), "the service's own bot for webhooks without botId, which can't be edited"],
    [bot(1, "x".repeat(256)), "its title has more than 255 characters"],
    [bot(1, " A"), "its title begins or ends with a space, or contains control characters"],
    [bot(1, "A\u0007"), "its title begins or ends with a space, or contains control characters"],
    [{ ...bot(1, "A"), fields: { ...bot(1, "A").fields, title: null } }, "it has no title"],
  ])("%j isn't pulled: %s", (one, reason) => {
    expect(pulledBots([one], ALIASES)).toEqual({
      bots: [],
      left: [{ botId: 1, title: one.fields.title ?? "", reason }],
    });
    expect(pulledBots([bot(1, "x".repeat(255))], ALIASES).left).toEqual([]);
  });

  it("what can't be written is named with its field, and nothing else is left out", () => {
    const odd = bot(1, "A");
    const { bots, left } = pulledBots(
      [{ ...odd, fields: { ...odd.fields, leverage: "0.5", strategy: "BOTH" } }],
      ALIASES,
    );
    expect(left).toEqual([
      { botId: 1, title: "A", field: "strategy", reason: '"BOTH" is not a strategy that botform knows' },
      { botId: 1, title: "A", field: "leverage", reason: '"0.5" is outside the bounds of leverage' },
    ]);
    expect(bots[0]?.fields.has("leverage")).toBe(false);
    expect(bots[0]?.fields.get("pairTitle")).toBe("USDT-BTC");
  });
});

describe("a value", () => {
  it.each<[FieldName, string | null, unknown]>([
    ["leverage", "5", 5],
    ["percentTakeProfit", "1.25", 1.25],
    ["percentTakeProfit", null, undefined],
    ["martingaleScale", null, null],
    ["pairTitle", null, undefined],
    ["strategy", "SHORT", "SHORT"],
    ["pairTitle", "USDT-BTC", "USDT-BTC"],
    ["pairTitle", "BTCUSDT", { reason: '"BTCUSDT" doesn\'t have the form QUOTE-BASE' }],
    ["percentTakeProfit", "100", { reason: '"100" is outside the bounds of percentTakeProfit' }],
    [
      "priceLevelUp",
      "0.12345678901234567",
      { reason: '"0.12345678901234567" has more digits than YAML can keep exactly' },
    ],
    ["marginMode", "cross", { reason: '"cross" is not a marginMode that botform knows' }],
    ["indicatorName", "a\u0007", { reason: expect.stringMatching(/can't be kept as text$/) }],
    ["indicatorName", "a".repeat(256), { reason: expect.stringMatching(/can't be kept as text$/) }],
    ["indicatorName", "a".repeat(255), "a".repeat(255)],
  ])("of %s, %j, is written as %j", (name, value, expected) => {
    expect(inYaml(name, value)).toEqual(expected);
  });

  const limits = (level: string | null, down: string | null, up: string | null) => {
    const one = bot(1, "A");
    const changes = { priceLevel: level, priceLevelDown: down, priceLevelUp: up };
    const { fields, reasons } = writable({ ...one, fields: { ...one.fields, ...changes } });
    const names = ["priceLevel", "priceLevelDown", "priceLevelUp"] as const;
    return [names.map((name) => fields.get(name)), [...reasons.keys()], [...new Set(reasons.values())]];
  };
  const ALL = ["priceLevel", "priceLevelDown", "priceLevelUp"];
  it.each([
    ["BOTH", "1", "2", [["BOTH", 1, 2], [], []]],
    [
      "BOTH",
      "2",
      "2",
      [[undefined, undefined, undefined], ALL, ["its lower price limit 2 isn't below its upper one 2"]],
    ],
    [null, "3", "2", [[undefined, undefined, undefined], ALL, ["its lower price limit 3 isn't below its upper one 2"]]],
    ["BOTH", "1", null, [[undefined, 1, null], ["priceLevel"], ["it is BOTH without its limit"]]],
    ["BOTH", null, "1", [[undefined, null, 1], ["priceLevel"], ["it is BOTH without its limit"]]],
    ["UPPER", "1", null, [[undefined, 1, null], ["priceLevel"], ["it is UPPER without its limit"]]],
    ["LOWER", null, "1", [[undefined, null, 1], ["priceLevel"], ["it is LOWER without its limit"]]],
    ["UPPER", null, "1", [["UPPER", null, 1], [], []]],
    ["LOWER", "1", null, [["LOWER", 1, null], [], []]],
  ])("of a price level %s with the limits %s and %s: %j", (level, down, up, expected) => {
    expect(limits(level, down, up)).toEqual(expected);
  });
});

it.each([
  ["BTC dip", "btc-dip"],
  ["  Große Übung 2! ", "gro-e-ubung-2"],
  ["--a--", "a"],
  ["", "bot"],
  ["日本", "bot"],
  ["null", "bot-null"],
  ["On", "bot-on"],
  ["2026-01-15", "bot-2026-01-15"],
  ["1e5", "bot-1e5"],
  ["0xff", "bot-0xff"],
  ["constructor", "bot-constructor"],
  ["nullable", "nullable"],
  ["a1e5", "a1e5"],
  [`${"a".repeat(59)} b`, "a".repeat(59)],
  ["a".repeat(61), "a".repeat(60)],
  [`a${"\u0301\u0323".repeat(40)}b`, "ab"],
])("the key of %j is %j", (title, expected) => {
  const taken = new Set<string>();
  expect(keyFor(title, taken)).toBe(expected);
  expect([keyFor(title, taken), keyFor(title, taken), taken.size]).toEqual([`${expected}-2`, `${expected}-3`, 3]);
});
