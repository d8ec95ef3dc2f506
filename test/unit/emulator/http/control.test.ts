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

it("the summary tells everything but keys", () => {
  const h = harness({ commandDelay: 0 });
  h.on(h.create({ volumeSafetyOrder: "64", countOrderMax: 3 }));
  expect(h.service.summary()).toMatchObject({
    time: { speed: 1 },
    prices: { "USDT-BTC": "64000" },
    accounts: [
      {
        name: "demo",
        balance: { USDT: "9999.968" },
        bots: [{ id: 1001, title: "Plain", enabled: true, waitsFor: null }],
        deals: [{ id: 50_001, amount: "0.001", entry: "64000", safetyOrders: "0 of 3", takeProfit: "64768" }],
      },
    ],
  });
  expect(JSON.stringify(h.service.summary())).not.toMatch(/demo-(key|secret|hook)/);
});

describe("refused", () => {
  const h = harness();
  const ask = (method: string, path: string, body = "", headers: Record<string, string> = JSON_HEADERS) => {
    const { status, body: text } = h.service.handle({ method, target: `/emulator/${path}`, headers, body });
    return [status, JSON.parse(text).problem];
  };
  it.each<[string, string, string, string, Record<string, string>, number, string]>([
    ["an unknown path", "POST", "reset", "{}", JSON_HEADERS, 404, "no such path"],
    ["another method", "GET", "time", "", JSON_HEADERS, 405, "use POST"],
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

  it("a price of 0", () => {
    expect(ask("POST", "price", '{"pair":"USDT-BTC","price":"0"}')[0]).toBe(400);
  });
});
