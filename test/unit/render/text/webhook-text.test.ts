// What sending a webhook will do, in a sentence: the volume in the asset that the pair is quoted in.
import { expect, it } from "vitest";
import type { WebhookMessage, WebhookValue } from "../../../../src/model/webhook/webhook.js";
import { effectText } from "../../../../src/render/text/webhook-text.js";

function message(action: WebhookMessage["action"], values: Readonly<Record<string, WebhookValue>>): WebhookMessage {
  const settings = Object.entries(values).map(([path, value]) => ({ path, value, source: { kind: "fixed" } as const }));
  return { action, settings };
}

it.each<readonly [readonly string[], string, string]>([
  [["BTCUSDT"], "100 USDT", "the usual"],
  [["BTCBUSD"], "100 BUSD", "another quote"],
  [["BTCUSDC", "ETHUSDC"], "100 USDC", "one quote for all"],
  [["BTCUSDT", "ETHBUSD"], "100 of the quote asset", "two quotes"],
  [["ETHBTC"], "100 of the quote asset", "a quote that isn't known"],
])("%j: %s (%s)", (pairs, volume) => {
  const open = message("open", { strategy: "long", pairs, "open.orderVolume": "100" });
  expect(effectText(open, "main/a")).toContain(`first order ${volume}`);
  expect(effectText(message("average", { strategy: "long", pairs, amount: "100" }), "main/a")).toMatch(
    new RegExp(`by ${volume}$`),
  );
});
