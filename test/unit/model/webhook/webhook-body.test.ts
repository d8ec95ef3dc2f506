// A webhook's body to the last character, in both dialects, and the address of each action.
import { describe, expect, it } from "vitest";
import { WEBHOOK_ACTIONS, type WebhookMessage, type WebhookValue } from "../../../../src/model/webhook/webhook.js";
import {
  DIALECTS,
  GUESSED_CLOSE_PATH,
  hasPlaceholders,
  hookPath,
  webhookBody,
} from "../../../../src/model/webhook/webhook-body.js";

function message(action: WebhookMessage["action"], values: Readonly<Record<string, WebhookValue>>): WebhookMessage {
  const settings = Object.entries(values).map(([path, value]) => ({ path, value, source: { kind: "fixed" } as const }));
  return { action, settings };
}

const OPEN = message("open", {
  ...{ strategy: "long", pairs: ["BTCUSDT", "ETHUSDT"] },
  ...{ "open.orderVolume": "20", "open.leverage": 5, "stop.enabled": true, "open.cycles": 1, "stop.value": "0.5" },
});

describe("a body", () => {
  it("of the flat dialect has the bot and the sections at the top", () => {
    expect(webhookBody(OPEN, { dialect: "flat", botId: 12 })).toBe(
      '{"botId":12,"strategy":"long","pairs":["BTCUSDT","ETHUSDT"],"open":{"orderVolume":"20","leverage":5,"cycles":1},"stop":{"enabled":true,"value":"0.5"}}',
    );
  });

  it("of the envelope has them in params, beside the action", () => {
    expect(webhookBody(OPEN, { dialect: "envelope", botId: 12 })).toBe(
      '{"action":"open","params":{"botId":12,"strategy":"long","pairs":["BTCUSDT","ETHUSDT"],"open":{"orderVolume":"20","leverage":5,"cycles":1},"stop":{"enabled":true,"value":"0.5"}}}',
    );
  });

  it("of a Ghost names no bot", () => {
    const close = message("close", { strategy: "short", closePosition: false });
    expect(webhookBody(close, { dialect: "envelope" })).toBe(
      '{"action":"close","params":{"strategy":"short","closePosition":false}}',
    );
  });

  it("keeps a path flat whose section its action doesn't have", () => {
    const average = message("average", { amount: "5", "dca.max": 3 });
    expect(webhookBody(average, { dialect: "flat", botId: 1 })).toBe('{"botId":1,"amount":"5","dca.max":3}');
  });

  it("holds a plot's title unescaped, and every other quote escaped", () => {
    const open = message("open", {
      "open.orderVolume": '{{plot("Vol")}}',
      strategy: 'a "b"',
      pairs: ['{{plot("P")}}'],
    });
    expect(webhookBody(open, { dialect: "flat", botId: 1 })).toBe(
      '{"botId":1,"open":{"orderVolume":"{{plot("Vol")}}"},"strategy":"a \\"b\\"","pairs":["{{plot("P")}}"]}',
    );
  });
});

it.each<[Readonly<Record<string, WebhookValue>>, boolean]>([
  [{}, false],
  [{ strategy: "long", pairs: ["BTCUSDT"], "open.leverage": 5, "stop.enabled": true }, false],
  [{ strategy: "long", "open.orderVolume": "{{close}}" }, true],
  [{ pairs: ["BTCUSDT", "{{ticker}}"] }, true],
  [{ strategy: "{{plot_0}}{{plot_1}}" }, true],
  [{ strategy: "a {{close}}" }, true],
  [{ strategy: "{close} }}" }, false],
])("%j waits for the charting platform: %s", (values, does) => {
  expect(hasPlaceholders(message("open", values))).toBe(does);
});

describe("what follows account and token", () => {
  const paths = (dialect: (typeof DIALECTS)[number], stated = {}) =>
    Object.fromEntries(WEBHOOK_ACTIONS.map((action) => [action, hookPath(action, dialect, stated)]));

  it("is known of three flat actions", () => {
    expect(paths("flat")).toEqual({ open: "", update: "", average: "/topup-deal", close: undefined });
  });

  it("is what is stated, where it is", () => {
    expect(paths("flat", { close: GUESSED_CLOSE_PATH, update: "/u" })).toEqual({
      ...{ open: "", update: "/u", average: "/topup-deal", close: "/close-deal" },
    });
  });

  it("is nothing for an envelope, whatever is stated", () => {
    expect(paths("envelope", { open: "/o" })).toEqual({ open: "", update: "", average: "", close: "" });
  });
});

it("there are two dialects", () => expect([...DIALECTS]).toEqual(["flat", "envelope"]));
