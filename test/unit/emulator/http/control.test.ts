// The emulator's own paths, and its time: stepped and fast, while authentication goes by the real clock.
import { describe, expect, it } from "vitest";
import { DEFAULT_SEED } from "../../../../src/emulator/seed/seed.js";
import { Service } from "../../../../src/emulator/service.js";
import { EXCHANGE, harness, manualClock, PLAIN_BOT, START } from "../harness.js";
import { DEMO, signedHeaders } from "../plain-client.js";

const JSON_HEADERS = { "content-type": "application/json" };

function timed(speed: number) {
  const clock = manualClock();
  const walk = { seed: "x", base: "150", stepSeconds: 1, volatilityPercent: 0.1 };
  const seed = { ...DEFAULT_SEED, start: "2026-01-01T00:00:00Z", prices: { "USDT-SOL": { walk } } };
  const service = new Service({ clock, speed, seed });
  const get = (path: string, query: string) => {
    const headers = Object.entries(signedHeaders(DEMO, path, query, clock.now()));
    const lower = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
    return service.handle({ method: "GET", target: `${path}?${query}`, headers: lower, body: "" });
  };
  const { exchange: _exchange, ...bot } = PLAIN_BOT;
  service.addBot("demo", { ...bot, enabled: true });
  return { clock, service, active: () => get("/bot-futures/active-deals", `accessId=101&exchange=${EXCHANGE}`) };
}

describe("time", () => {
  it("stepped stands still until it is told to pass; nonces are those of the real clock", () => {
    const { clock, service, active } = timed(0);
    clock.pass(3_600_000);
    expect(JSON.parse(active().body).data[0].updated.date).toBe("2026-01-01 00:00:00.000000");
    const body = JSON.stringify({ advance: 90.5 });
    const told = service.handle({ method: "POST", target: "/emulator/time", headers: JSON_HEADERS, body });
    expect(JSON.parse(told.body)).toEqual({ now: "2026-01-01T00:01:30.500Z" });
    expect(service.summary()).toMatchObject({ time: { now: "2026-01-01T00:01:30.500Z", speed: 0 } });
  });

  it("fast passes by its factor, and nonces are those of the real clock", () => {
    const { clock, service, active } = timed(3_600);
    clock.pass(2_000);
    expect(active().status).toBe(200);
    expect(service.summary()).toMatchObject({ time: { now: "2026-01-01T02:00:00.000Z" } });
  });

  it("is the clock's own by default", () => {
    const h = harness();
    h.clock.pass(5_000);
    expect(h.service.pass(1_000)).toBe(START + 6_000);
    expect(h.call("GET", "pair-list").status).toBe(200);
  });
});

describe("prices by hand", () => {
  it("take effect on running deals and waiting bots at once", () => {
    const h = harness({ commandDelay: 0 });
    h.on(h.create({ percentTakeProfit: "1", cycleLimitScale: 1 }));
    h.on(h.create({ title: "Waits", priceLevel: "LOWER", priceLevelDown: "64500" }));
    expect(h.deals()).toHaveLength(1);
    expect(h.tell("price", { pair: "USDT-BTC", price: "64640" }).json).toEqual({ pair: "USDT-BTC", price: "64640" });
    expect(h.deals("deals-history")[0].result.avPriceTP).toBe("64640");
    expect(h.deals()[0].botSnapshot.title).toBe("Waits");
    expect(h.tell("price", { pair: "USDT-BTC", price: null }).json.price).toBe("64000");
  });

  it("void what the old course had planned", () => {
    const wave = { base: "64000", swingPercent: 2, periodSeconds: 400 };
    const h = harness({ commandDelay: 0 }, { ...DEFAULT_SEED, prices: { "USDT-BTC": wave } });
    h.on(h.create({ percentTakeProfit: "1" }));
    h.tell("price", { pair: "USDT-BTC", price: "64000" });
    h.clock.pass(400_000);
    expect(h.deals("deals-history")).toEqual([]);
    h.tell("price", { pair: "USDT-BTC", price: null });
    h.clock.pass(400_000);
    expect(h.deals("deals-history").length).toBeGreaterThan(0);
  });
});

it("an edit by hand changes what it names, and the switch", () => {
  const h = harness();
  const botId = h.create({ martingaleScale: "1.5" });
  const settings = { leverage: "10", martingaleScale: "", percentTakeProfit: 2 };
  expect(h.tell("edit", { botId, settings, enabled: true })).toMatchObject({ status: 200, json: { botId } });
  expect(h.details(botId)).toMatchObject({
    status: "ENABLED",
    settings: { martingale: "0", percent_take_profit: "2" },
  });
  expect(h.service.bots()[0]?.values.leverage).toBe("10");
  h.tell("edit", { botId, settings: {} });
  expect(h.details(botId).status).toBe("ENABLED");
});

describe("the summary", () => {
  /** A bot that waits for its signal, two that are in deals, and one that is off. */
  const told = () => {
    const h = harness({ commandDelay: 0 }, { ...DEFAULT_SEED, pairs: ["USDT-BTC", "USDT-ETH"] });
    h.on(h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" }));
    const orders = { volumeSafetyOrder: "64", countOrderMax: 3 };
    h.on(h.create({ title: "Short", accessId: 102, strategy: "SHORT", ...orders }));
    h.on(h.create({ title: "Long" }));
    h.create({ title: "Off", pairTitle: "USDT-ETH" });
    h.clock.pass(1_500);
    h.tell("price", { pair: "USDT-BTC", price: "64500" });
    return h;
  };

  it("tells everything but keys", () => {
    const bot = { pair: "USDT-BTC", side: "LONG", enabled: true, waitsFor: null };
    const deal = { pair: "USDT-BTC", amount: "0.001", entry: "64000" };
    const summary = told().service.summary();
    expect(summary).toEqual({
      time: { now: "2026-01-15T12:00:01.500Z", speed: 1 },
      prices: { "USDT-BTC": "64500", "USDT-ETH": "3200" },
      accounts: [
        {
          name: "demo",
          // Two fees of 0.05 % of 64.
          balance: { USDT: "9999.936", BUSD: "1000" },
          bots: [
            { ...bot, id: 1001, title: "Plain", waitsFor: "signal" },
            { ...bot, id: 1002, title: "Short", side: "SHORT" },
            { ...bot, id: 1003, title: "Long" },
            { ...bot, id: 1004, title: "Off", pair: "USDT-ETH", enabled: false },
          ],
          deals: [
            {
              ...{ ...deal, id: 50_002, botId: 1003, side: "LONG", safetyOrders: "0 of 0", takeProfit: "64768" },
              profit: "0.5",
            },
            {
              ...{ ...deal, id: 50_001, botId: 1002, side: "SHORT", safetyOrders: "0 of 3", takeProfit: "63232" },
              profit: "-0.5",
            },
          ],
        },
      ],
    });
    expect(JSON.stringify(summary)).not.toMatch(/demo-(key|secret|hook)/);
  });

  it("is answered as JSON to a GET, and changes nothing", () => {
    const h = told();
    const before = JSON.stringify(h.service.state());
    const answer = h.service.handle({ method: "GET", target: "/emulator/state", headers: {}, body: "" });
    expect([answer.status, answer.headers]).toEqual([200, { "content-type": "application/json; charset=UTF-8" }]);
    expect(JSON.parse(answer.body)).toEqual(h.service.summary());
    expect(JSON.stringify(h.service.state())).toBe(before);
  });

  it("counts the safety orders that are filled, and names neither take profit nor balance where there is none", () => {
    const accounts = [
      {
        ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [{ accessId: 101, title: "A" }] },
        hook: { accountId: 7001, token: "demo-hook-token" },
      },
    ];
    const h = harness({ commandDelay: 0 }, { accounts });
    h.on(h.create({ volumeSafetyOrder: "64", countOrderMax: 3, percentSafetyOrder: "1" }));
    h.hook({ botId: 1001, close: { enabled: false } });
    h.deals();
    h.tell("price", { pair: "USDT-BTC", price: "62720" });
    expect(h.service.summary()).toMatchObject({
      accounts: [{ balance: {}, deals: [{ safetyOrders: "2 of 3", takeProfit: "" }] }],
    });
  });

  it("shows each account its own", () => {
    const account = (name: string) => ({ name, apiKey: `${name}-key`, apiSecret: "s" });
    const { exchange: _exchange, ...bot } = PLAIN_BOT;
    const accounts = ["one", "two"].map((name) => ({
      ...account(name),
      ...{ accesses: [{ accessId: 101, title: "A" }], bots: [{ ...bot, title: name, enabled: true }] },
    }));
    expect(new Service({ clock: manualClock(), seed: { accounts } }).summary()).toMatchObject({
      accounts: [
        { name: "one", bots: [{ id: 1001, title: "one" }], deals: [{ id: 50_001 }] },
        { name: "two", bots: [{ id: 1002, title: "two" }], deals: [{ id: 50_002 }] },
      ],
    });
  });
});

describe("refused", () => {
  const h = harness();
  const ask = (method: string, path: string, body = "", headers: Record<string, string> = JSON_HEADERS) => {
    const { status, body: text } = h.service.handle({ method, target: `/emulator/${path}`, headers, body });
    return [status, JSON.parse(text).problem];
  };
  it.each<[string, string, string, string, Record<string, string>, number, string]>([
    ["an unknown path", "POST", "reset", "{}", JSON_HEADERS, 404, "no such path"],
    ["a path of the prototype", "POST", "constructor", "{}", JSON_HEADERS, 404, "no such path"],
    ["another method", "GET", "time", "", JSON_HEADERS, 405, "use POST"],
    ["another method than GET", "POST", "state", "", JSON_HEADERS, 405, "use GET"],
    ["a form without a type", "POST", "time", '{"advance":1}', {}, 403, "only programs on this machine may do this"],
    ["no JSON", "POST", "time", "soon", JSON_HEADERS, 400, "the body is not JSON"],
    [
      "time that goes back",
      "POST",
      "time",
      '{"advance":-1}',
      JSON_HEADERS,
      400,
      'the body must have the form {"advance": seconds}',
    ],
    [
      "an unknown pair",
      "POST",
      "price",
      '{"pair":"USDT-X","price":"1"}',
      JSON_HEADERS,
      400,
      'there is no pair "USDT-X"',
    ],
    ["an edit of no bot", "POST", "edit", '{"botId":5,"settings":{}}', JSON_HEADERS, 400, "there is no bot 5"],
    [
      "a setting that no bot has",
      "POST",
      "edit",
      '{"botId":5,"settings":{"levrage":"10"}}',
      JSON_HEADERS,
      400,
      'a bot has no setting "levrage"',
    ],
    ["a signal for no bot", "POST", "signal", '{"botId":5}', JSON_HEADERS, 400, "there is no bot 5"],
    [
      "a form of another page",
      "POST",
      "time",
      '{"advance":1}',
      { "content-type": "text/plain" },
      403,
      "only programs on this machine may do this",
    ],
    [
      "another host's name",
      "GET",
      "state",
      "",
      { host: "evil.example:80" },
      403,
      "only programs on this machine may do this",
    ],
  ])("%s", (_name, method, path, body, headers, status, problem) => {
    expect(ask(method, path, body, headers)).toEqual([status, problem]);
  });

  const TIME = '{"advance": seconds}';
  const SIGNAL = '{"botId": 1001}';
  const PRICE = '{"pair": "USDT-BTC", "price": "64000"}, with price null for the prices of the seed';
  const EDIT = '{"botId": 1001, "settings": {"leverage": "10"}, "enabled": false}, where enabled is optional';
  it.each([
    ["time", {}, TIME],
    ["time", { advance: "1" }, TIME],
    ["time", { advance: 3_153_600_001 }, TIME],
    ["time", { advance: 1, more: 1 }, TIME],
    ["signal", { botId: 1.5 }, SIGNAL],
    ["signal", {}, SIGNAL],
    ["price", { pair: "USDT-BTC" }, PRICE],
    ["price", { pair: "USDT-BTC", price: 64_000 }, PRICE],
    ["price", { pair: "USDT-BTC", price: "0" }, PRICE],
    ["price", { pair: "USDT-BTC", price: "0.000" }, PRICE],
    ["price", { pair: "USDT-BTC", price: "-1" }, PRICE],
    ["price", { pair: "USDT-BTC", price: "1." }, PRICE],
    ["price", { pair: "USDT-BTC", price: "1".repeat(16) }, PRICE],
    ["price", { pair: "USDT-BTC", price: `1.${"1".repeat(13)}` }, PRICE],
    ["edit", { botId: 1001 }, EDIT],
    ["edit", { botId: 1001, settings: { leverage: true } }, EDIT],
    ["edit", { botId: 1001, settings: {}, enabled: "yes" }, EDIT],
  ])("%s with %j: its form is named", (path, body, form) => {
    expect(ask("POST", path, JSON.stringify(body))).toEqual([400, `the body must have the form ${form}`]);
  });

  it.each([
    ["price", { pair: "USDT-BTC", price: "1" }, { pair: "USDT-BTC", price: "1" }],
    ["price", { pair: "USDT-BTC", price: `${"9".repeat(15)}.${"9".repeat(12)}` }, {}],
    ["price", { pair: "USDT-BTC", price: null }, { pair: "USDT-BTC", price: "64000" }],
    ["time", { advance: 0 }, { now: "2026-01-15T12:00:00.000Z" }],
    ["time", { advance: 0.0004 }, { now: "2026-01-15T12:00:00.000Z" }],
    ["time", { advance: 3_153_600_000 }, { now: "2125-12-22T12:00:00.000Z" }],
  ])("but not %s with %j", (path, body, answered) => {
    expect(harness().tell(path, body)).toMatchObject({ status: 200, json: answered });
  });

  it.each([
    ["127.0.0.1", 200],
    ["127.0.0.1:8080", 200],
    ["localhost:1", 200],
    ["[::1]:80", 200],
    ["localhost.example", 403],
    ["example.net", 403],
    ["", 403],
  ])("by its host: %s is answered %i", (host, status) => {
    expect(ask("GET", "state", "", { host })[0]).toBe(status);
    expect(ask("POST", "time", '{"advance":0}', { host, "content-type": "APPLICATION/JSON; a=b" })[0]).toBe(status);
  });

  it.each([
    ["off", {}, "bot 1001 is off"],
    ["in a deal", { on: true }, "bot 1001 is in a deal"],
  ])("a signal for a bot that is %s", (_name, { on = false }: { on?: boolean }, problem) => {
    const busy = harness();
    busy.create();
    if (on) busy.on(1001);
    expect(busy.tell("signal", { botId: 1001 })).toMatchObject({ status: 400, json: { problem } });
  });
});

it("a signal opens the deal of a bot that waits for one, and says which", () => {
  const h = harness();
  h.on(h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" }));
  expect([h.deals().length, h.tell("signal", { botId: 1001 }).json, h.deals().length]).toEqual([0, { botId: 1001 }, 1]);
  expect(h.call("GET", "logs", { botId: 1001 }).json.data.map((entry: { message: string }) => entry.message)).toEqual([
    ...["Deal 50001 is opened at 64000", "A signal comes", "Waiting for a signal of FOMO", "Bot is turned on"],
    "Bot is created",
  ]);
});
