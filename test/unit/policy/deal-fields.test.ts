// What a webhook's message says of its deal, setting by setting: its own value, the bot's, none, or one that nobody can read.
import { describe, expect, test } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { WEBHOOK_PATHS, type WebhookMessage, type WebhookValue } from "../../../src/model/webhook/webhook.js";
import { dealsOf, fieldOf, fieldsIn } from "../../../src/policy/deal-fields.js";

const BOT: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "5", martingaleScale: "1.3", dynamicStepScale: "1.4" },
  ...{ percentTakeProfit: "1.2", countOrderMax: "4" },
};

function message(settings: Readonly<Record<string, WebhookValue>>): WebhookMessage {
  const source = { kind: "fixed" } as const;
  return { action: "open", settings: Object.entries(settings).map(([path, value]) => ({ path, value, source })) };
}

/** The deal's field; "absent" where nobody can say it. */
function field(
  name: keyof SomeFields,
  settings: Readonly<Record<string, WebhookValue>>,
  bot: SomeFields = BOT,
): unknown {
  const [deal = {}] = dealsOf(message(settings), bot);
  return Object.hasOwn(deal, name) ? deal[name] : "absent";
}

describe("a message", () => {
  test.each<[keyof SomeFields, Readonly<Record<string, WebhookValue>>, unknown, string]>([
    ["leverage", {}, "5", "what it leaves out is the bot's"],
    ["leverage", { "open.leverage": 9 }, "9", "what it says counts"],
    ["leverage", { "open.leverage": "{{plot_0}}" }, "absent", "what nobody can read is unknown, and not the bot's"],
    ["strategy", { strategy: "short" }, "SHORT", "a word by its table"],
    ["strategy", { strategy: "SHORT" }, "absent", "in its own case of letters"],
    ["strategy", { strategy: "toString" }, "absent", "and no other word of the language"],
    ["marginMode", { "open.marginType": "isolated" }, "ISO", "isolated"],
    ["marginMode", { "open.marginType": "cross" }, "CROSS", "cross"],
    ["typeFirstOrder", { "open.orderType": "Limit" }, "LIMIT", "Limit"],
    ["typeFirstOrder", { "open.orderType": "Market" }, "MARKET", "Market"],
    ["volumeFirstOrder", { "open.orderVolume": "20.50" }, "20.5", "in canonical form"],
    ["volumeFirstOrder", { "open.orderVolume": true }, "absent", "no number"],
    ["cycleLimitScale", { "open.cycles": 3 }, "3", "cycles"],
    ["volumeSafetyOrder", { "dca.volume": "7" }, "7", "a safety order's volume"],
    ["percentSafetyOrder", { "dca.percent": "0.3" }, "0.3", "the grid's step"],
    ["martingaleScale", { "dca.multiplierVolume": "1.5" }, "1.5", "a multiplier"],
    ["martingaleScale", { "dca.multiplierVolume": "1" }, null, "1 is none"],
    ["martingaleScale", { "dca.multiplierVolume": "1.0" }, null, "however it is written"],
    ["dynamicStepScale", { "dca.multiplierPrice": "1" }, null, "of steps, too"],
    ["countOrderMax", { "dca.max": 9 }, "9", "the most orders"],
    ["countOrderMax", { "dca.enabled": false, "dca.max": 9 }, null, "a grid that is off has none"],
    ["countOrderMax", { "dca.enabled": true }, "4", "one that is on has the bot's"],
    ["percentTakeProfit", {}, "1.2", "the bot's take profit"],
    ["percentTakeProfit", { "close.value": "2" }, "2", "its own"],
    ["percentTakeProfit", { "close.event": "percentage", "close.value": "2" }, "2", "its own, in percent"],
    ["percentTakeProfit", { "close.enabled": true, "close.event": "percentage" }, "1.2", "in percent, and no figure"],
    ["percentTakeProfit", { "close.enabled": false, "close.value": "2" }, "absent", "off"],
    ["percentTakeProfit", { "close.event": "pnl", "close.value": "2" }, "absent", "in USDT"],
    ["percentTakeProfit", { "close.event": "delay", "close.value": "60" }, "absent", "in seconds"],
  ])("makes %s of %j: %j, %s", (name, settings, expected, _because) => {
    expect(field(name, settings)).toBe(expected);
  });

  test.each<[Readonly<Record<string, WebhookValue>>, SomeFields, readonly (string | undefined | null)[], string]>([
    [{}, BOT, ["USDT-BTC"], "the bot's pair"],
    [{ pairs: [] }, BOT, ["USDT-BTC"], "an empty list names none"],
    [{ pairs: "BTCUSDT" }, BOT, ["USDT-BTC"], "nor does a text"],
    [{ pairs: ["BTCUSDT"] }, BOT, ["USDT-BTC"], "the bot's pair by its symbol"],
    [{ pairs: ["ETHUSDT", "BTCUSDT", "ETHUSDT"] }, BOT, ["USDT-ETH", "USDT-BTC"], "one deal a pair"],
    [{ pairs: ["ETHUSDT"] }, {}, ["USDT-ETH"], "without a bot"],
    [{}, {}, [undefined], "no pair at all"],
    [{ pairs: ["NOBODYKNOWS"] }, BOT, [undefined], "a symbol without a quote that is known"],
  ])("with %j on %j is of the pairs %j: %s", (settings, bot, pairs, _because) => {
    expect(dealsOf(message(settings), bot).map(({ pairTitle }) => pairTitle)).toEqual(pairs);
  });
});

test("each setting stands for the field that it changes, and a stop for none", () => {
  const fields = Object.fromEntries(WEBHOOK_PATHS.map((path) => [path, fieldOf(path)]));
  expect(fields).toEqual({
    ...{ botId: undefined, strategy: "strategy", pairs: "pairTitle", amount: undefined, closePosition: undefined },
    ...{ "open.orderVolume": "volumeFirstOrder", "open.leverage": "leverage", "open.marginType": "marginMode" },
    ...{ "open.orderType": "typeFirstOrder", "open.cycles": "cycleLimitScale" },
    ...{ "dca.enabled": "countOrderMax", "dca.max": "countOrderMax", "dca.active": undefined },
    ...{ "dca.volume": "volumeSafetyOrder", "dca.percent": "percentSafetyOrder" },
    ...{ "dca.multiplierVolume": "martingaleScale", "dca.multiplierPrice": "dynamicStepScale" },
    ...{ "close.enabled": "percentTakeProfit", "close.event": "percentTakeProfit", "close.value": "percentTakeProfit" },
    ...{ "stop.enabled": undefined, "stop.event": undefined, "stop.value": undefined, "stop.delay": undefined },
  });
  expect([
    ...fieldsIn(message({ pairs: [], "open.leverage": 3, "stop.value": "1", "open.marginType": "cross" })),
  ]).toEqual(["pairTitle", "leverage", "marginMode"]);
});
