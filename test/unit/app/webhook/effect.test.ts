// What of a webhook's effect one look shows: by action, by pair, and with the protection of what was opened.
import { describe, expect, it } from "vitest";
import { effectOf, expectedOf } from "../../../../src/app/webhook/effect.js";
import type { Deal } from "../../../../src/model/deal/deal.js";
import type { WebhookAction, WebhookMessage } from "../../../../src/model/webhook/webhook.js";
import { deal } from "./hook-deals.js";

const expected = (action: WebhookAction, pairs: readonly string[] = ["BTCUSDT"], takeProfit = true) => ({
  ...{ action, pairs, takeProfit },
});
const eth = (id: number) => deal(id, { pairTitle: "USDT-ETH" });
const SAFE = "and is protected: a take-profit order stands for all of 0.5";
const BARE = "and is naked: it holds 0.5, and the service shows no take-profit order for it";

describe("the effect", () => {
  it.each<readonly [WebhookAction, readonly Deal[], readonly Deal[], string | undefined, boolean, string]>([
    ["open", [], [deal(1)], `deal 1 opened on USDT-BTC, ${SAFE}`, true, "a new deal"],
    ["open", [deal(1)], [deal(1)], undefined, false, "it ran before"],
    ["open", [deal(1)], [deal(1), deal(2)], `deal 2 opened on USDT-BTC, ${SAFE}`, true, "a second one"],
    ["open", [deal(1)], [], undefined, false, "one ended: no open"],
    ["close", [deal(1)], [], "deal 1 on USDT-BTC ended", true, "it is gone"],
    ["close", [deal(1)], [deal(1)], undefined, false, "it runs on"],
    ["close", [], [deal(2)], undefined, false, "nothing ran"],
    ["close", [deal(1)], [deal(2)], "deal 1 on USDT-BTC ended", true, "the bot opened the next one at once"],
    [
      "close",
      [deal(1), eth(2)],
      [eth(2)],
      "deal 1 on USDT-BTC ended; deal 2 on USDT-ETH still runs",
      false,
      "one of two isn't all",
    ],
    ["average", [deal(1)], [deal(1, { amount: "0.75" })], "the position of deal 1 grew to 0.75", true, "more of it"],
    [
      "average",
      [deal(1, { amount: "-0.5" })],
      [deal(1, { amount: "-0.75" })],
      "the position of deal 1 grew to -0.75",
      true,
      "a short's amount",
    ],
    ["average", [deal(1)], [deal(1, { amount: "0.25" })], undefined, false, "less of it"],
    ["average", [deal(1)], [deal(2, { amount: "9" })], undefined, false, "another deal"],
    ["update", [deal(1)], [deal(1, { price: "105" })], "the take profit of deal 1 changed", true, "another price"],
    ["update", [deal(1, { bare: true })], [deal(1)], "the take profit of deal 1 changed", true, "placed again"],
    ["update", [deal(1)], [deal(1, { filled: "0.1" })], undefined, false, "filling is no update"],
  ])("%s: %#", (action, before, now, says, isThere) => {
    expect(effectOf(expected(action), before, now)).toMatchObject({ says, isThere });
  });

  it("of a close names the deals that are left", () => {
    expect(effectOf(expected("close"), [deal(1), deal(2)], [deal(2), deal(3)]).left).toEqual([2]);
    expect(effectOf(expected("close"), [deal(1)], [deal(1)]).left).toEqual([1]);
    expect(effectOf(expected("close"), [], [])).toMatchObject({ isThere: false, left: [] });
  });

  it("of an open is there once each pair has its deal", () => {
    const both = expected("open", ["BTCUSDT", "ETHUSDT"]);
    expect(effectOf(both, [], [deal(1)])).toMatchObject({
      says: `deal 1 opened on USDT-BTC, ${SAFE}; none opened on ETHUSDT`,
      isThere: false,
    });
    expect(effectOf(both, [], [deal(1), eth(2)])).toMatchObject({
      says: `deal 1 opened on USDT-BTC, ${SAFE}; deal 2 opened on USDT-ETH, ${SAFE}`,
      isThere: true,
    });
    expect(effectOf(expected("open", []), [], [eth(2)]).isThere).toBe(true);
  });
});

describe("what was opened", () => {
  const naked = { id: 2, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1", address: null };

  it("is protected", () => {
    expect(effectOf(expected("open"), [], [deal(1)])).toMatchObject({ protection: "protected", naked: [], left: [] });
  });

  it("is naked if one of it is, and only what was opened counts", () => {
    const [bare, strange] = [deal(2, { bare: true }), deal(3, { status: "ODD" })];
    const effect = effectOf(
      expected("open"),
      [deal(1, { bare: true })],
      [deal(1, { bare: true }), strange, bare, deal(4)],
    );
    expect(effect.protection).toBe("naked");
    expect(effect.naked).toMatchObject([naked]);
    expect(effect.says).toContain(`deal 2 opened on USDT-BTC, ${BARE}; deal 4`);
  });

  it("is of unknown protection if one of it is", () => {
    const effect = effectOf(expected("open"), [], [deal(1), deal(2, { status: "ODD" })]);
    expect(effect).toMatchObject({ protection: "unknown", naked: [] });
    expect(effect.says).toMatch(
      /deal 2 opened on USDT-BTC, and it is unknown whether it is protected: its status is ODD$/,
    );
    const over = effectOf(expected("open"), [], [deal(2, { status: "COMPLETED" })]);
    expect(over).toMatchObject({ protection: "unknown", says: expect.stringMatching(/: it has ended$/) });
  });

  it("needs no protection where none was asked for", () => {
    expect(effectOf(expected("open", [], false), [], [deal(2, { bare: true })])).toEqual({
      says: "deal 2 opened on USDT-BTC, without a take-profit order, as it was asked to",
      ...{ isThere: true, protection: undefined, naked: [], left: [] },
    });
  });

  it("and stays naked after an update is named, unless the update wanted that", () => {
    const bare = deal(2, { bare: true });
    expect(effectOf(expected("update"), [bare], [bare])).toMatchObject({ says: undefined, naked: [naked] });
    expect(effectOf(expected("update", [], false), [bare], [bare]).naked).toEqual([]);
  });
});

describe("a take profit is expected of", () => {
  const message = (action: WebhookAction, values: Readonly<Record<string, string | boolean>> = {}): WebhookMessage => ({
    action,
    settings: [
      { path: "pairs", value: ["BTCUSDT"], source: { kind: "fixed" } },
      ...Object.entries(values).map(([path, value]) => ({ path, value, source: { kind: "fixed" } }) as const),
    ],
  });

  it.each([
    [message("open"), 7, true, "a bot has its own"],
    [message("open"), undefined, false, "the Ghost bot has none"],
    [message("open", { "close.value": "1" }), undefined, true, "unless it is asked for"],
    [message("open", { "close.enabled": false }), 7, false, "none is asked for"],
    [message("open", { "close.event": "delay" }), 7, false, "closed after a time"],
    [message("update"), 7, false, "an update of something else"],
    [message("update", { "close.event": "percentage" }), 7, true, "an update of it"],
    [message("close"), 7, false, "what is closed has none"],
  ] as const)("%j for bot %s: %s (%s)", (sent, botId, takeProfit, _because) => {
    expect(expectedOf(sent, botId)).toEqual({ action: sent.action, pairs: ["BTCUSDT"], takeProfit });
  });
});
