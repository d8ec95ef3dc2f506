// What each quirk of webhooks makes of a request, and what a webhook does by its action: what the log and the deals show.
import { describe, expect, it } from "vitest";
import { harness, type Json } from "../harness.js";

type Quirks = NonNullable<Parameters<typeof harness>[0]>;

/** The demo account with a bot, that is on or off, and webhooks that take effect. */
function start(quirks: Quirks = {}, bot: Parameters<ReturnType<typeof harness>["create"]>[0] = {}) {
  const h = harness(quirks);
  const botId = h.create(bot);
  const open = { botId, strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "20" } };
  const send = (body: object, path = "") => {
    const { status, json } = h.hook(body, { path });
    h.clock.pass(10_000);
    return [status, json];
  };
  const logs = (id = botId): string[] =>
    h.call("GET", "logs", { botId: id }).json.data.map(({ message }: Json) => message);
  return { h, botId, open, send, logs, running: () => h.service.deals().filter(({ status }) => status === "ACTIVE") };
}

const refused = (code: number, message: string, status = 200) => [status, { code, message }];
const ACCEPTED = [200, { code: 0, message: "accepted" }];

describe("by its quirk a webhook", () => {
  it("is answered with a code, a text, or none", () => {
    const answers = (["code", "text", "none"] as const).map((hookAnswer) => {
      const { send, open } = start({ hookAnswer });
      return [send(open), send({ ...open, botId: 9 })];
    });
    expect(answers).toEqual([
      [ACCEPTED, refused(404, "Bot is not found.")],
      [
        [200, { code: "0", msg: "accepted" }],
        [200, { code: "404", message: "Bot is not found." }],
      ],
      [[200, { result: "accepted" }], refused(404, "Bot is not found.")],
    ]);
  });

  it("passes a gateway as any other write does", () => {
    const averaged = (gateway: "plain" | "doubles" | "refuses") => {
      const h = harness({ gateway });
      const send = (action: string, more: object) => {
        const { status, json } = h.hook({ action, params: { strategy: "long", pairs: ["BTCUSDT"], ...more } });
        h.clock.pass(10_000);
        return [status, json];
      };
      const answers = [send("open", { open: { orderVolume: "20" } }), send("average", { amount: "30" })];
      const cost = Number(h.service.deals()[0]?.market.cost);
      return [...answers, h.service.hookRequests, h.service.hooks.length, Math.round(cost)];
    };
    const conflict = refused(409, "Conflict.");
    expect(averaged("plain")).toEqual([ACCEPTED, ACCEPTED, 2, 2, 50]);
    expect(averaged("doubles")).toEqual([ACCEPTED, ACCEPTED, 2, 4, 80]);
    expect(averaged("refuses")).toEqual([conflict, conflict, 2, 2, 50]);
  });

  it("passes a gateway that hands on the second answer, of what was just opened", () => {
    const h = harness({ gateway: "doubles-second", commandDelay: 0, hookOpenTwice: "second" });
    h.hook({ action: "open", params: { strategy: "long", pairs: ["BTCUSDT"], open: { orderVolume: "20" } } });
    h.clock.pass(10_000);
    expect(h.service.deals().length).toBe(2);
  });

  it("is refused with a status of its own", () => {
    const { send, open } = start({ hookRefusal: "http" });
    expect(send({ ...open, botId: 9 })).toEqual(refused(404, "Bot is not found.", 404));
  });

  it("needs a content type of JSON", () => {
    const { h, open } = start({ hookContentType: "json" });
    expect(h.hook(open, { type: "text/plain" }).json).toEqual({
      code: 415,
      message: "The content type must be application/json.",
    });
    expect(h.hook(open, { type: "xapplication/json" }).json.code).toBe(415);
    expect(h.hook(open, { type: "Application/JSON; charset=utf-8" }).json.code).toBe(0);
  });

  it("comes in one dialect", () => {
    const flat = start({ hookDialects: "flat" });
    expect(flat.send(flat.open)).toEqual(ACCEPTED);
    expect(flat.send({ action: "open", params: flat.open })).toEqual(refused(400, "action is unknown."));
    const envelope = start({ hookDialects: "envelope" });
    expect(envelope.send({ action: "open", params: envelope.open })).toEqual(ACCEPTED);
    expect(envelope.send(envelope.open)).toEqual(refused(400, "action is required."));
  });

  it("may hold nothing undocumented", () => {
    const { send, open } = start({ hookUnknown: "refuse" });
    expect(send({ ...open, note: 1, open: { orderVolume: "20", more: 1 } })).toEqual(
      refused(400, "note is unknown. open.more is unknown."),
    );
    expect(send({ action: "open", params: open, note: 1 })).toEqual(refused(400, "note is unknown."));
    expect(send({ action: "open", params: open })).toEqual(ACCEPTED);
  });

  it("names its pairs, in texts", () => {
    const { send, open } = start({ hookPairs: "required" });
    expect(send({ ...open, pairs: undefined })).toEqual(refused(400, "pairs is required."));
    for (const pairs of [["BTCUSDT", 5], ["BTCUSDT", ""], "BTCUSDT"])
      expect(send({ ...open, pairs })).toEqual(refused(400, "pairs must be an array of texts."));
  });

  it("has numbers as they are documented", () => {
    const { send, open } = start({ hookNumbers: "strict" });
    expect(send({ ...open, open: { orderVolume: 20, leverage: "5" } })).toEqual(
      refused(
        400,
        "open.orderVolume must be a decimal number as text, greater than 0. open.leverage must be an integer no less than 1 and no more than 125.",
      ),
    );
  });

  it("may have a stop without delay, or not", () => {
    const stop = { enabled: true, event: "percentage", value: "3", delay: 0 };
    const [strict, lenient] = [start({ hookStopDelay: "refuse" }), start()];
    expect(strict.send({ ...strict.open, stop })).toEqual(refused(400, "stop.delay must be no less than 1."));
    expect(strict.send({ ...strict.open, stop: { ...stop, delay: 1 } })).toEqual(ACCEPTED);
    expect(lenient.send({ ...lenient.open, stop })).toEqual(ACCEPTED);
  });

  it("closes at an address of its own, or at the bare one", () => {
    const own = start({ hookClosePath: "close" });
    const close = { botId: own.botId, closePosition: true };
    expect(own.send(own.open)).toEqual(ACCEPTED);
    expect(own.h.hook(close, { path: "/close-deal" }).status).toBe(404);
    expect(own.send(close, "/close")).toEqual(ACCEPTED);
    expect(own.running()).toEqual([]);
    const bare = start({ hookClosePath: "none" });
    expect(bare.send(bare.open)).toEqual(ACCEPTED);
    expect(bare.h.hook(close, { path: "/close-deal" }).status).toBe(404);
    expect(bare.send(close)).toEqual(ACCEPTED);
    expect(bare.running()).toEqual([]);
  });
});

describe("bounds of a body", () => {
  const { send, open } = start();
  const COUNT = (least: number, most?: number) =>
    `must be an integer no less than ${least}${most === undefined ? "" : ` and no more than ${most}`}.`;

  it.each([
    ["open", "leverage", [1, 125], [0, 126], COUNT(1, 125)],
    ["open", "cycles", [1, 1000], [0, 1.5], COUNT(1)],
    ["dca", "max", [0, 50], [-1, 51], COUNT(0, 50)],
    ["dca", "active", [1, 50], [0, 51], COUNT(1, 50)],
    ["stop", "delay", [0, 9], [-1], COUNT(0)],
  ] as const)("%s.%s", (section, name, allowed, wrong, words) => {
    const body = (value: number) => ({ ...open, [section]: { ...(section === "open" && open.open), [name]: value } });
    for (const value of allowed) expect(send(body(value)), `${value}`).toEqual(ACCEPTED);
    for (const value of wrong)
      expect(send(body(value)), `${value}`).toEqual(refused(400, `${section}.${name} ${words}`));
  });
});

describe("a webhook that comes to a bot", () => {
  it("that is off opens one deal, is ignored, or is refused", () => {
    const act = start();
    expect(act.send(act.open)).toEqual(ACCEPTED);
    expect(act.running()).toHaveLength(1);
    const ignore = start({ hookWhenOff: "ignore" });
    expect(ignore.send(ignore.open)).toEqual(ACCEPTED);
    expect([ignore.running(), ignore.logs()[0]]).toEqual([[], "Webhook is ignored: the bot is off"]);
    const refuse = start({ hookWhenOff: "refuse" });
    expect(refuse.send(refuse.open)).toEqual(refused(409, "The bot is off."));
  });

  it("in a deal is ignored, refused, or opens a second one", () => {
    const twice = (hookOpenTwice: NonNullable<Quirks["hookOpenTwice"]>) => {
      const one = start({ hookOpenTwice });
      return { ...one, answers: [one.send(one.open), one.send(one.open)] };
    };
    const ignore = twice("ignore");
    expect(ignore.answers).toEqual([ACCEPTED, ACCEPTED]);
    expect([ignore.running().length, ignore.logs()[0]]).toEqual([1, "Webhook is ignored: a deal is running"]);
    expect(twice("refuse").answers).toEqual([ACCEPTED, refused(409, "The bot has a running deal.")]);
    expect(twice("second").running()).toHaveLength(2);
  });

  it("without a deal changes, averages and closes nothing, and the log says so", () => {
    const { botId, send, logs } = start();
    for (const [body, path] of [
      [{ botId, dca: { enabled: false } }, ""],
      [{ botId, amount: "10" }, "/topup-deal"],
      [{ botId, closePosition: true }, "/close-deal"],
    ] as const)
      expect(send(body, path)).toEqual(ACCEPTED);
    expect(logs()).toEqual([
      ...Array.from({ length: 3 }, () => "Webhook is ignored: there is no running deal"),
      "Bot is created",
    ]);
  });

  it("opens with an update, where whether a deal runs decides", () => {
    const { botId, send, running } = start({ hookUpdate: "deal" });
    expect(send({ botId, stop: { enabled: false } })).toEqual(ACCEPTED);
    expect(running()).toHaveLength(1);
  });

  it("averages its deal, changes it, and closes it at market", () => {
    const { botId, send, open, logs, running } = start();
    send(open);
    const id = running()[0]?.id;
    send({ botId, amount: "10" }, "/topup-deal");
    send({ botId, stop: { enabled: false } });
    send({ botId, closePosition: true }, "/close-deal");
    expect(logs().toReversed()).toEqual([
      "Bot is created",
      `Deal ${id} is opened at 64000`,
      `Deal ${id} is averaged at 64000`,
      `Deal ${id} is updated by webhook`,
      `Deal ${id} is completed by command at 64000`,
    ]);
  });

  it("lets its deal go, and leaves the position", () => {
    const { h, botId, send, open, logs, running } = start();
    send(open);
    const id = running()[0]?.id;
    send({ botId, closePosition: false }, "/close-deal");
    expect(logs()[0]).toBe(`Deal ${id} is canceled; its position stays on the exchange`);
    expect(h.service.deals().map(({ status }) => status)).toEqual(["CANCELED"]);
  });

  it("says with what a deal is opened, and what it leaves out is the bot's", () => {
    const { h, send, open } = start();
    send({
      ...open,
      open: { orderVolume: "50", leverage: 7, marginType: "isolated", orderType: "Limit" },
      dca: { enabled: true, max: 3, volume: "30", percent: "2", multiplierVolume: "1.5", multiplierPrice: "1" },
      close: { enabled: true, event: "percentage", value: "0.5" },
    });
    expect(h.service.deals()[0]?.snapshot.values).toMatchObject({
      ...{ volumeFirstOrder: "50", leverage: "7", marginMode: "ISO", typeFirstOrder: "LIMIT", countOrderMax: "3" },
      ...{ volumeSafetyOrder: "30", percentSafetyOrder: "2", martingaleScale: "1.5", dynamicStepScale: "" },
      ...{ percentTakeProfit: "0.5", title: "Plain", strategy: "LONG", pairTitle: "USDT-BTC" },
    });
  });

  it("opens as many deals, one after the other, as it has cycles", () => {
    const { botId, send, open, running } = start();
    send({ ...open, open: { orderVolume: "20", cycles: 2 } });
    const ids: (number | undefined)[] = [];
    for (let round = 0; round < 3; round += 1) {
      ids.push(running()[0]?.id);
      send({ botId, closePosition: true }, "/close-deal");
    }
    expect(ids).toEqual([50_001, 50_002, undefined]);
  });
});

describe("the Ghost bot", () => {
  const GHOST = { strategy: "long", pairs: ["BTCUSDT", "ETHUSDT"], open: { orderVolume: "20" } };
  const told = ({ h }: ReturnType<typeof start>) =>
    h.service.deals().map(({ snapshot, market, status }) => {
      const { takeProfit, strategy, pairTitle } = market.settings;
      return [snapshot.values.title, snapshot.ghost, strategy, pairTitle, takeProfit.enabled, status];
    });

  it("has a deal for each pair, none twice in one direction, and no take profit of its own", () => {
    const one = start();
    expect(one.send({ action: "open", params: GHOST })).toEqual(ACCEPTED);
    one.send({ action: "open", params: GHOST });
    one.send({ action: "open", params: { ...GHOST, strategy: "short", pairs: ["BTCUSDT"] } });
    expect(told(one)).toEqual([
      ["Ghost", true, "LONG", "USDT-BTC", false, "ACTIVE"],
      ["Ghost", true, "LONG", "USDT-ETH", false, "ACTIVE"],
      ["Ghost", true, "SHORT", "USDT-BTC", false, "ACTIVE"],
    ]);
    const ghost = one.h.service.bots().find(({ ghost: is }) => is === true);
    expect(ghost).toMatchObject({ enabled: false, accessId: 101, values: { leverage: "10", marginMode: "CROSS" } });
    expect(one.logs(ghost?.id).slice(0, 4)).toContain("Webhook is ignored: a deal is running on USDT-ETH");
  });

  it("closes only the deals of the direction and pairs that are named", () => {
    const one = start();
    one.send({ action: "open", params: GHOST });
    one.send({ action: "close", params: { strategy: "short", pairs: ["BTCUSDT"], closePosition: true } });
    one.send({ action: "close", params: { strategy: "long", pairs: ["ETHUSDT"], closePosition: true } });
    expect(told(one).map(([, , , pair, , status]) => [pair, status])).toEqual([
      ["USDT-BTC", "ACTIVE"],
      ["USDT-ETH", "COMPLETED"],
    ]);
  });

  it("isn't made by what opens nothing", () => {
    const one = start();
    expect(one.send({ action: "average", params: { ...GHOST, open: undefined, amount: "5" } })).toEqual(ACCEPTED);
    expect(one.h.service.bots().some(({ ghost }) => ghost === true)).toBe(false);
  });
});

describe("the address", () => {
  it("must be of a known account and token, and the method POST", () => {
    const { h, open } = start();
    expect(h.hook(open, { token: "other" }).json).toEqual({ code: 401, message: "The account or the token is wrong." });
    expect(h.hook(open, { path: "/other" })).toMatchObject({ status: 404 });
    expect(h.hook(open, { method: "GET" })).toMatchObject({ status: 405 });
    expect(h.service.hookRequests).toBe(1);
  });
});
