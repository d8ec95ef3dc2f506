// The table of a webhook's fields, whole: each field's place, kind, words and bounds, and which action has which.
import { describe, expect, it } from "vitest";
import {
  asksForNoTakeProfit,
  asksForTakeProfit,
  fieldsOf,
  PLACEHOLDER,
  PLAIN_OF,
  SECTIONS_OF,
  SYMBOL,
  settingAt,
  WEBHOOK_ACTIONS,
  WEBHOOK_PATHS,
  type WebhookFieldSpec,
  type WebhookMessage,
  type WebhookSetting,
  webhookField,
} from "../../../../src/model/webhook/webhook.js";

const bound = ({ words, min, above }: WebhookFieldSpec) => [
  ...(words ?? []),
  ...(min === undefined ? [] : [`from ${min}`]),
  ...(above === undefined ? [] : [`above ${above}`]),
];

it("each field has its kind, and its words or its bound", () => {
  const rows = WEBHOOK_PATHS.map((path) => {
    const spec = webhookField(path);
    return spec === undefined ? [path] : [path, spec.kind, ...bound(spec)];
  });
  expect(rows).toEqual([
    ["botId", "integer", "from 1"],
    ["strategy", "word", "long", "short"],
    ["pairs", "pairs"],
    ["open.orderVolume", "decimal", "above 0"],
    ["open.leverage", "integer", "from 1"],
    ["open.marginType", "word", "cross", "isolated"],
    ["open.orderType", "word", "Market", "Limit"],
    ["open.cycles", "integer", "from 1"],
    ["dca.enabled", "boolean"],
    ["dca.max", "integer", "from 1"],
    ["dca.active", "integer", "from 1"],
    ["dca.volume", "decimal", "above 0"],
    ["dca.percent", "decimal", "above 0"],
    ["dca.multiplierVolume", "decimal", "above 0"],
    ["dca.multiplierPrice", "decimal", "above 0"],
    ["close.enabled", "boolean"],
    ["close.event", "word", "percentage", "pnl", "delay"],
    ["close.value", "decimal", "from 0"],
    ["stop.enabled", "boolean"],
    ["stop.event", "word", "percentage", "pnl"],
    ["stop.value", "decimal", "from 0"],
    ["stop.delay", "integer", "from 0"],
    ["amount", "decimal", "above 0"],
    ["closePosition", "boolean"],
  ]);
});

it("a field says its section and its name, and what it is for in a sentence", () => {
  expect(webhookField("stop.delay")).toStrictEqual({
    ...{ section: "stop", name: "delay", kind: "integer", min: 0, about: "Seconds before it triggers." },
  });
  expect(Object.keys(webhookField("amount") ?? {})).toEqual(["name", "kind", "about", "above"]);
  for (const path of WEBHOOK_PATHS) expect(webhookField(path)?.about, path).toMatch(/^\S.{10,}\.$/);
  for (const path of ["", "open", "leverage", "open.value", "toString"])
    expect(webhookField(path), path).toBeUndefined();
});

it("a section's fields are those of its rows, in their order", () => {
  expect(fieldsOf("open")).toEqual(["orderVolume", "leverage", "marginType", "orderType", "cycles"]);
  expect(fieldsOf("dca")).toEqual([
    ...["enabled", "max", "active", "volume", "percent", "multiplierVolume", "multiplierPrice"],
  ]);
  expect(fieldsOf("close")).toEqual(["enabled", "event", "value"]);
  expect(fieldsOf("stop")).toEqual(["enabled", "event", "value", "delay"]);
});

it("each action has its sections and plain fields", () => {
  expect([...WEBHOOK_ACTIONS]).toEqual(["open", "update", "average", "close"]);
  expect(SECTIONS_OF).toEqual({
    ...{ open: ["open", "dca", "close", "stop"], update: ["dca", "close", "stop"], average: [], close: [] },
  });
  expect(PLAIN_OF).toEqual({
    open: ["strategy", "pairs"],
    update: ["strategy", "pairs"],
    average: ["strategy", "pairs", "amount"],
    close: ["strategy", "pairs", "closePosition"],
  });
});

describe("text", () => {
  it.each([
    ["BTCUSDT", true],
    ["1000PEPEUSDT", true],
    ["AB", true],
    ["A".repeat(40), true],
    ["A".repeat(41), false],
    ["A", false],
    ["btcusdt", false],
    ["BTC-USDT", false],
    ["BTCUSDT.P", false],
    [" BTCUSDT", false],
  ])("%j is an exchange symbol: %s", (text, is) => expect(SYMBOL.test(text)).toBe(is));

  it.each([
    ["{{close}}", true],
    ['{{plot("a b")}}', true],
    [`{{${"a".repeat(80)}}}`, true],
    [`{{${"a".repeat(81)}}}`, false],
    ["{{}}", false],
    ["{{a}} ", false],
    [" {{a}}", false],
    ["{{a}}{{b}}", false],
    ["{a}", false],
  ])("%j is one placeholder: %s", (text, is) => expect(PLACEHOLDER.test(text)).toBe(is));
});

it("a message's setting is found by its whole path", () => {
  const source = { kind: "fixed" } as const;
  const message: WebhookMessage = {
    action: "open",
    settings: [
      { path: "dca.enabled", value: true, source },
      { path: "stop.enabled", value: false, source },
    ],
  };
  expect(settingAt(message, "stop.enabled")).toBe(false);
  expect(settingAt(message, "dca.enabled")).toBe(true);
  expect(settingAt(message, "enabled")).toBeUndefined();
});

it.each<{
  settings: readonly (readonly [path: string, value: WebhookSetting["value"]])[];
  asks: string;
  because: string;
}>([
  { settings: [], asks: "neither", because: "the bot's own settings decide" },
  { settings: [["stop.enabled", true]], asks: "neither", because: "a stop is no take profit" },
  { settings: [["close.enabled", false]], asks: "none", because: "it is turned off" },
  { settings: [["close.event", "delay"]], asks: "none", because: "a close after a time is no order" },
  { settings: [["close.enabled", true]], asks: "one", because: "it is turned on" },
  { settings: [["close.event", "percentage"]], asks: "one", because: "at a percentage" },
])("$settings asks for $asks take profit, since $because", ({ settings, asks }) => {
  const message: WebhookMessage = {
    action: "open",
    settings: settings.map(([path, value]) => ({ path, value, source: { kind: "fixed" } })),
  };
  expect([asksForNoTakeProfit(message), asksForTakeProfit(message)]).toEqual([asks === "none", asks === "one"]);
});
