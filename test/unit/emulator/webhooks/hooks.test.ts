// Webhooks: what is accepted and what is refused, in both dialects.
import { describe, expect, it } from "vitest";
import { harness } from "../harness.js";

const BOT = 1001;
const OPEN = { botId: BOT, strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "20" } };
/** Every field of the interface, in the value forms that programs send (S-66). */
const FULL = {
  ...OPEN,
  open: { orderVolume: "10", leverage: 10, marginType: "cross", orderType: "Market", cycles: 1 },
  dca: {
    enabled: true,
    max: 10,
    active: 3,
    volume: "10",
    percent: "0.3",
    multiplierVolume: "1.5",
    multiplierPrice: "1",
  },
  close: { enabled: true, event: "percentage", value: "0.5" },
  stop: { enabled: true, event: "percentage", value: "3", delay: 3 },
};
const GHOST = { strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "20" } };
const average = { botId: BOT, amount: "10" };
const close = { botId: BOT, closePosition: true };

const start = (quirks: Parameters<typeof harness>[0] = {}) => {
  const h = harness(quirks);
  expect(h.create()).toBe(BOT);
  return h;
};

describe("accepted", () => {
  const { open: _open, ...update } = FULL;
  it.each<[string, object | string, string, string]>([
    ["the least open", OPEN, "", "hook-open"],
    ["every field of an open", FULL, "", "hook-open"],
    ["an update: the same without an open section", update, "", "hook-update"],
    ["an update of one switch", { botId: BOT, dca: { enabled: false } }, "", "hook-update"],
    [
      "a close switched off with a value of 0",
      { ...OPEN, close: { enabled: false, event: "percentage", value: "0" } },
      "",
      "hook-open",
    ],
    ["an average", average, "/topup-deal", "hook-average"],
    ["a close", close, "/close-deal", "hook-close"],
    ["a close that leaves the position", { ...close, closePosition: false }, "/close-deal", "hook-close"],
    ["an open without pairs: all of the bot's", { botId: BOT, open: { orderVolume: "20" } }, "", "hook-open"],
    ["an envelope", { action: "open", params: OPEN }, "", "hook-open"],
    ["an update in an envelope", { action: "update", params: update }, "", "hook-update"],
    ["an average in an envelope", { action: "average", params: average }, "", "hook-average"],
    ["a close in an envelope", { action: "close", params: close }, "", "hook-close"],
    ["a ghost's open", { action: "open", params: GHOST }, "", "hook-open"],
    ["members nobody documented", { ...OPEN, comment: "x", open: { orderVolume: "1", note: 1 } }, "", "hook-open"],
    ["a number where a decimal as text is documented", { ...OPEN, open: { orderVolume: 20.5 } }, "", "hook-open"],
  ])("%s", (_name, body, path, kind) => {
    const h = start();
    const reply = h.hook(body, { path });
    expect([reply.status, reply.json.code]).toEqual([200, 0]);
    expect(h.service.hooks.map(({ command }) => command.kind)).toEqual([kind]);
    expect(h.service.hookRequests).toBe(1);
  });

  it("in canonical form", () => {
    const h = start();
    h.hook({ ...FULL, open: { orderVolume: "010.50", leverage: "7" } });
    expect(h.service.hooks[0]?.command).toEqual({
      kind: "hook-open",
      account: "demo",
      botId: BOT,
      strategy: "LONG",
      pairs: ["USDT-BTC"],
      open: { orderVolume: "10.5", leverage: 7 },
      terms: { dca: FULL.dca, close: FULL.close, stop: FULL.stop },
    });
  });

  it.each(["text/plain", "application/json; charset=utf-8", ""])("as %j", (type) => {
    expect(start().hook(OPEN, { type }).json.code).toBe(0);
  });
});

describe("refused", () => {
  it.each<[string, object | string, string, string]>([
    ["no JSON", "open!", "", "The body is not a JSON object."],
    ["a list", "[]", "", "The body is not a JSON object."],
    ["no botId", { ...OPEN, botId: undefined }, "", "botId is required."],
    ["a botId that is no integer", { ...OPEN, botId: 1.5 }, "", "botId must be an integer no less than 1."],
    ["an unknown bot", { ...OPEN, botId: 9 }, "", "Bot is not found."],
    ["a strategy in upper case", { ...OPEN, strategy: "LONG" }, "", "strategy must be one of long, short."],
    ["the other direction", { ...OPEN, strategy: "short" }, "", "strategy: the bot is long."],
    ["another pair", { ...OPEN, pairs: ["ETHUSDT"] }, "", "pairs: the bot trades BTCUSDT only."],
    ["a chart's symbol", { ...OPEN, pairs: ["BTCUSDT.P"] }, "", 'pairs: "BTCUSDT.P" is not a pair.'],
    ["pairs in the API's form", { ...OPEN, pairs: ["USDT-BTC"] }, "", 'pairs: "USDT-BTC" is not a pair.'],
    ["pairs as text", { ...OPEN, pairs: "BTCUSDT" }, "", "pairs must be an array of texts."],
    ["no pairs at all", { ...OPEN, pairs: [] }, "", "pairs must be an array of texts."],
    ["no order volume", { ...OPEN, open: {} }, "", "open.orderVolume is required."],
    [
      "a volume of 0",
      { ...OPEN, open: { orderVolume: "0" } },
      "",
      "open.orderVolume must be a decimal number as text, greater than 0.",
    ],
    [
      "a volume with a comma",
      { ...OPEN, open: { orderVolume: "1,5" } },
      "",
      "open.orderVolume must be a decimal number as text, greater than 0.",
    ],
    [
      "a margin type of the API",
      { ...OPEN, open: { orderVolume: "1", marginType: "CROSS" } },
      "",
      "open.marginType must be one of cross, isolated.",
    ],
    [
      "an order type of the API",
      { ...OPEN, open: { orderVolume: "1", orderType: "MARKET" } },
      "",
      "open.orderType must be one of Market, Limit.",
    ],
    ["a section that is none", { ...OPEN, dca: true }, "", "dca must be an object."],
    ["a flag as text", { ...OPEN, dca: { enabled: "true" } }, "", "dca.enabled must be true or false."],
    ["an event without a value", { ...OPEN, close: { enabled: true, event: "pnl" } }, "", "close.value is required."],
    ["a value without an event", { ...OPEN, stop: { enabled: true, value: "3" } }, "", "stop.event is required."],
    [
      "a stop by time",
      { ...OPEN, stop: { event: "delay", value: "3" } },
      "",
      "stop.event must be one of percentage, pnl.",
    ],
    [
      "a take profit at 0",
      { ...OPEN, close: { enabled: true, event: "pnl", value: "0" } },
      "",
      "close.value must be greater than 0.",
    ],
    ["an average without an amount", { botId: BOT }, "/topup-deal", "amount is required."],
    ["a close without closePosition", { botId: BOT }, "/close-deal", "closePosition is required."],
    ["an unknown action", { action: "add", params: OPEN }, "", "action must be one of open, update, average, close."],
    ["an envelope without params", { action: "open", ...OPEN }, "", "params must be an object."],
    [
      "an envelope on an action's URL",
      { action: "average", params: average },
      "/topup-deal",
      "action belongs on the bare URL.",
    ],
    ["an envelope's open without an open section", { action: "open", params: average }, "", "open is required."],
    ["a ghost without pairs", { action: "open", params: { ...GHOST, pairs: undefined } }, "", "pairs is required."],
    [
      "a ghost without a direction",
      { action: "open", params: { ...GHOST, strategy: undefined } },
      "",
      "strategy is required.",
    ],
  ])("%s", (_name, body, path, message) => {
    const h = start();
    const reply = h.hook(body, { path });
    const code = message === "Bot is not found." ? 404 : 400;
    expect([reply.status, reply.json]).toEqual([200, { code, message }]);
    expect(h.service.hooks).toEqual([]);
  });

  it("with everything that is wrong at once", () => {
    const reply = start().hook({ strategy: "up", open: { leverage: 0 } });
    expect(reply.json.message).toBe(
      "strategy must be one of long, short. open.leverage must be an integer no less than 1 and no more than 125. open.orderVolume is required. botId is required. strategy is required. pairs is required.",
    );
  });

  it("with the wrong token, whatever the body", () => {
    const h = start();
    const refused = { code: 401, message: "The account or the token is wrong." };
    for (const body of [OPEN, "nonsense"]) expect(h.hook(body, { token: "guess" }).json).toEqual(refused);
    expect(h.service.hooks).toEqual([]);
  });

  it("on a path that is none, and by another method", () => {
    const h = start();
    const said = [h.hook(OPEN, { path: "/open-deal" }), h.hook(OPEN, { method: "GET" })];
    expect(said.map(({ status, json }) => [status, json])).toEqual([
      [404, { isSuccess: false, errorMessage: "Page not found.", data: null }],
      [405, { isSuccess: false, errorMessage: "Method Not Allowed.", data: null }],
    ]);
    expect(h.service.hookRequests).toBe(0);
  });
});
