// A body is read as the message that it was written from, and a message as the deal of the bot that it was filled from.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { WebhookMessage } from "../../../src/model/webhook/webhook.js";
import { DIALECTS, webhookBody } from "../../../src/model/webhook/webhook-body.js";
import { dealsOf } from "../../../src/policy/deal-fields.js";
import { readBody } from "../../../src/webhook/read-body.js";
import { anyWebhooks, BOT_ID, messagesOf } from "./hook-fleet.js";

const plain = ({ settings }: WebhookMessage) => settings.map(({ path, value }) => [path, value]);

it("what is written is what is read, in either dialect", () => {
  fc.assert(
    fc.property(anyWebhooks, fc.constantFrom(...DIALECTS), (webhooks, dialect) => {
      for (const message of messagesOf(webhooks).messages) {
        const read = readBody(webhookBody(message, { dialect, botId: BOT_ID }), dialect, message.action);
        expect(read?.botId).toBe(BOT_ID);
        expect(new Map(read?.message.settings.map(({ path, value }) => [path, value]))).toEqual(
          new Map(plain(message).map(([path, value]) => [path, value])),
        );
      }
    }),
    { numRuns: 60 },
  );
});

it("text is read as JSON reads it, every escape included", () => {
  const escaped = (text: string) =>
    [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  for (const text of ['"\\"\\\\\\/\\b\\f\\n\\r\\t"', `"${escaped("BTCUSDT")}"`, '"\\ud83d\\ude00"', '"plain"']) {
    const read = readBody(`{"strategy": ${text}}`, "flat", "update");
    expect(read?.message.settings.map(({ value }) => value)).toEqual([JSON.parse(text)]);
  }
  for (const text of ['"\\x41"', '"\\u00g0"', '"\\'])
    expect(readBody(`{"strategy": ${text}}`, "flat", "update")).toBeUndefined();
});

describe("the deal of a message", () => {
  const BOT: SomeFields = {
    ...{ title: "Hooked", pairTitle: "USDT-BTC", strategy: "LONG", leverage: "5", marginMode: "CROSS" },
    ...{ typeFirstOrder: "MARKET", percentTakeProfit: "1.2", percentSafetyOrder: "1.5", volumeFirstOrder: "20" },
    ...{ volumeSafetyOrder: "40", countOrderMax: "6" },
  };
  const open = (settings: Readonly<Record<string, WebhookMessage["settings"][number]["value"]>>): WebhookMessage => ({
    action: "open",
    settings: Object.entries(settings).map(([path, value]) => ({ path, value, source: { kind: "fixed" } })),
  });

  it("is the bot's where everything comes from the bot", () => {
    const [message] = messagesOf({ open: true }).messages;
    expect(message && dealsOf(message, BOT)).toEqual([BOT]);
  });

  it.each([
    {
      because: "a placeholder is unknown",
      settings: { "open.orderVolume": "{{plot_0}}" },
      fields: { volumeFirstOrder: undefined },
    },
    {
      because: "a side from the chart is unknown",
      settings: { strategy: "{{strategy.market_position}}" },
      fields: { strategy: undefined },
    },
    { because: "no safety orders", settings: { "dca.enabled": false, "dca.max": 9 }, fields: { countOrderMax: null } },
    {
      because: "a multiplier of 1 is none",
      settings: { "dca.multiplierPrice": "1" },
      fields: { dynamicStepScale: null },
    },
    {
      because: "a profit in USDT is no percentage",
      settings: { "close.event": "pnl", "close.value": "5" },
      fields: { percentTakeProfit: undefined },
    },
    {
      because: "a profit in percent is",
      settings: { "close.event": "percentage", "close.value": "5" },
      fields: { percentTakeProfit: "5" },
    },
    {
      because: "no take profit has no percentage",
      settings: { "close.enabled": false },
      fields: { percentTakeProfit: undefined },
    },
    { because: "cycles are the cycle limit", settings: { "open.cycles": 3 }, fields: { cycleLimitScale: "3" } },
    { because: "another pair", settings: { pairs: ["ETHUSDC"] }, fields: { pairTitle: "USDC-ETH" } },
    {
      because: "a pair whose quote asset can't be told",
      settings: { pairs: ["ETHBTC"] },
      fields: { pairTitle: undefined },
    },
  ])("$because", ({ settings, fields }) => {
    const [deal] = dealsOf(open(settings), BOT);
    for (const [field, value] of Object.entries(fields))
      expect(new Map(Object.entries(deal ?? {})).get(field)).toBe(value);
  });

  it("is one for each pair", () => {
    const deals = dealsOf(open({ pairs: ["BTCUSDT", "ETHUSDT", "BTCUSDT"] }), BOT);
    expect(deals.map(({ pairTitle }) => pairTitle)).toEqual(["USDT-BTC", "USDT-ETH"]);
  });
});
