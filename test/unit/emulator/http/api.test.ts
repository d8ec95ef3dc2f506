// What is counted, recorded and limited around the operations.
import { describe, expect, it } from "vitest";
import { DEFAULT_SEED } from "../../../../src/emulator/seed/seed.js";
import { harness, PLAIN_BOT, START } from "../harness.js";

describe("requests", () => {
  it("are counted by operation as soon as they reach it, refused or not", () => {
    const h = harness({ rateLimit: 4 });
    expect(new Set(Object.values(h.service.requests))).toEqual(new Set([0]));
    expect(Object.keys(h.service.requests)).toHaveLength(16);
    h.call("GET", "pair-list");
    h.call("GET", "pair-list", {}, { key: "demo-key", secret: "wrong" });
    h.call("POST", "pair-list");
    h.call("GET", "nowhere");
    h.call("GET", "detail");
    expect(h.service.requests).toMatchObject({ pairList: 2, botDetails: 1, listBots: 0 });
    expect(Object.values(h.service.requests).reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it("of another method say which is right", () => {
    const h = harness();
    const answers = ["account-information", "pair-list"].map((path) => h.call("PUT", path));
    expect(answers.map(({ status, headers, json }) => [status, headers["allow"], json.errorMessage])).toEqual([
      [405, "POST", "Method Not Allowed."],
      [405, "GET", "Method Not Allowed."],
    ]);
    expect(harness({ methods: "any" }).call("PUT", "pair-list").headers["allow"]).toBe("GET, POST");
  });

  it("for no operation aren't found, whatever is signed", () => {
    const { status, json } = harness().call("GET", "nowhere");
    expect([status, json]).toEqual([404, { isSuccess: false, errorMessage: "Page not found.", data: null }]);
  });

  it("are answered with fields that nobody knows where the quirk wants them", () => {
    const { text } = harness({ extraFields: "some" }, { ...DEFAULT_SEED, pairs: ["USDT-BTC"] }).call(
      "GET",
      "pair-list",
    );
    expect(text).toBe('{"isSuccess":true,"errorMessage":"","data":["USDT-BTC"],"apiRevision":"7","warnings":[]}');
  });
});

it("a write is recorded with its canonical parameters, its account and the market's time", () => {
  const h = harness();
  h.clock.pass(5_000);
  h.create({ volumeFirstOrder: "64.00", leverage: "05" });
  const { accessId, ...rest } = PLAIN_BOT;
  expect(h.service.writes).toEqual([
    {
      ...{ operation: "createBot", account: "demo", time: START + 5_000, effect: "bot 1001 created" },
      parameters: { ...rest, accessId: String(accessId), leverage: "5" },
    },
  ]);
});

describe("a limit of 2 requests a second", () => {
  const limited = (retryAfter: "seconds" | "none" = "seconds", rateLimit = 2) => {
    const h = harness({ rateLimit, retryAfter, nonceWindow: 3_600 });
    const ask = (count: number, key?: { key: string; secret: string }) =>
      Array.from({ length: count }, () => h.call("GET", "pair-list", {}, key).status);
    return { h, ask };
  };

  it("is a bucket of 2 that fills evenly, and never with more than 2", () => {
    const { h, ask } = limited();
    const seen = [ask(3)];
    for (const ms of [499, 1, 1_000, 60_000]) {
      h.clock.pass(ms);
      seen.push(ask(3));
    }
    expect(seen).toEqual([
      [200, 200, 429],
      [429, 429, 429],
      [200, 429, 429],
      [200, 200, 429],
      [200, 200, 429],
    ]);
    expect(h.service.turnedAway).toBe(8);
  });

  it("is each key's own, and counts authentic requests alone", () => {
    const { h, ask } = limited();
    expect(ask(3, { key: "demo-key", secret: "wrong" })).toEqual([401, 401, 401]);
    expect(h.service.turnedAway).toBe(0);
    expect(ask(2)).toEqual([200, 200]);
  });

  it("says what is wrong, and to come back after a second", () => {
    const { h, ask } = limited();
    ask(2);
    const { status, headers, json } = h.call("GET", "pair-list");
    expect([status, headers["retry-after"], json.errorMessage]).toEqual([429, "1", "Rate limit exceeded."]);
    const silent = limited("none");
    silent.ask(2);
    const { date, ...rest } = silent.h.call("GET", "pair-list").headers;
    expect([date, rest]).toEqual([
      new Date(silent.h.clock.now()).toUTCString(),
      { "content-type": "application/json; charset=UTF-8" },
    ]);
  });

  it("turns a write away before it acts", () => {
    const { h, ask } = limited();
    ask(2);
    expect(h.call("POST", "create", PLAIN_BOT).status).toBe(429);
    expect([h.service.bots(), h.service.writes]).toEqual([[], []]);
    expect(h.service.requests.createBot).toBe(1);
  });

  it("keeps its status where errors of business are answered with 200", () => {
    const h = harness({ rateLimit: 1, errorStatus: "200" });
    expect([h.call("GET", "pair-list").status, h.call("GET", "pair-list").status]).toEqual([200, 429]);
  });

  it("doesn't count time that goes back", () => {
    const { h, ask } = limited();
    ask(2);
    h.clock.pass(-5_000);
    expect(ask(1)).toEqual([429]);
  });
});

describe("a gateway in front of it", () => {
  const NO = { isSuccess: false, errorMessage: "It is so already.", data: null };

  it.each([
    { gateway: "doubles", answered: 1001, bots: 2 },
    { gateway: "doubles-second", answered: 1002, bots: 2 },
  ] as const)(
    "$gateway: a create is carried out twice, and bot $answered is the answer",
    ({ gateway, answered, bots }) => {
      const h = harness({ gateway });
      expect(h.call("POST", "create", { ...PLAIN_BOT }).json.data).toEqual({ botId: answered });
      expect(h.service.bots()).toHaveLength(bots);
      expect(h.service.requests.createBot).toBe(2);
    },
  );

  it("hands on the refusal of what the first request has done", () => {
    const h = harness({ gateway: "doubles-second", titles: "unique" });
    expect(h.call("POST", "create", { ...PLAIN_BOT })).toMatchObject({ status: 400, json: { isSuccess: false } });
    expect(h.service.bots()).toHaveLength(1);
  });

  it("refuses what was carried out, and hands on what was refused anyway", () => {
    const h = harness({ gateway: "refuses" });
    expect(h.call("POST", "create", { ...PLAIN_BOT })).toMatchObject({ status: 409, json: NO });
    expect(h.service.bots()).toHaveLength(1);
    expect(h.call("POST", "activate", { botId: "9" })).toMatchObject({ status: 404 });
  });

  it("leaves reads alone", () => {
    const h = harness({ gateway: "refuses" });
    expect(h.call("GET", "pair-list").status).toBe(200);
    expect(h.call("POST", "account-information").status).toBe(200);
    expect(h.service.requests).toMatchObject({ pairList: 1, accountInformation: 1 });
  });
});
