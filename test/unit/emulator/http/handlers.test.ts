// What each operation answers, does and refuses, in the service's words.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { EXCHANGE, harness, type Json, PLAIN_BOT } from "../harness.js";
import type { Parameters } from "../plain-client.js";

/** Bot 1001 in deal 50001, and the Ghost bot 1002 in deal 50002. */
function withGhost(quirks: Partial<Quirks> = {}) {
  const h = harness(quirks);
  h.command("start-new-deal", { botId: h.create() });
  h.hook({ action: "open", params: { strategy: "long", pairs: ["ETHUSDT"], open: { orderVolume: "64" } } });
  h.clock.pass(300);
  return h;
}

const PERCENT = { immediately: true, newPercentOfTp: "2.50" };

describe("a command", () => {
  it.each<[string, Parameters, string, Parameters]>([
    ["activate", { botId: 1001 }, "turn-on of bot 1001 queued", { botId: "1001" }],
    ["deactivate", { botId: 1001 }, "turn-off of bot 1001 queued", { botId: "1001" }],
    [
      "renew-tp-percentage",
      { dealId: 50_001, ...PERCENT },
      "take profit of deal 50001 queued",
      { dealId: "50001", immediately: "1", newPercentOfTp: "2.5" },
    ],
    ["complete-deal", { dealId: 50_001 }, "completion of deal 50001 queued", { dealId: "50001" }],
    ["complete-deal", { dealId: 50_002 }, "completion of deal 50002 queued", { dealId: "50002" }],
    ["cancel-deal", { dealId: 50_001 }, "cancellation of deal 50001 queued", { dealId: "50001" }],
  ])("%s %j is sent, and recorded as '%s'", (path, parameters, effect, recorded) => {
    const h = withGhost();
    const { text } = h.call("POST", path, parameters);
    expect(text).toBe('{"isSuccess":true,"errorMessage":"","data":"Command was sent"}');
    expect(h.service.writes.at(-1)).toMatchObject({ effect, parameters: recorded });
  });

  it.each<[string, Parameters, number, string]>([
    ["activate", { botId: 9 }, 404, "Bot is not found."],
    ["deactivate", { botId: 9 }, 404, "Bot is not found."],
    ["update", { botId: 9, title: "x" }, 404, "Bot is not found."],
    ["start-new-deal", { botId: 9 }, 404, "Bot is not found."],
    ["activate", { botId: 1002 }, 409, "The Ghost bot can't be changed."],
    ["deactivate", { botId: 1002 }, 409, "The Ghost bot can't be changed."],
    ["update", { botId: 1002, title: "x" }, 409, "The Ghost bot can't be changed."],
    ["start-new-deal", { botId: 1002 }, 409, "The Ghost bot can't be changed."],
    ["start-new-deal", { botId: 1001 }, 409, "The bot is on or has a running deal."],
    ["complete-deal", { dealId: 9 }, 404, "Deal is not found."],
    ["cancel-deal", { dealId: 9 }, 404, "Deal is not found."],
    ["renew-tp-percentage", { dealId: 9, ...PERCENT }, 404, "Deal is not found."],
  ])("%s %j is answered %i: %s", (path, parameters, status, errorMessage) => {
    const h = withGhost();
    const writes = h.service.writes.length;
    const reply = h.call("POST", path, parameters);
    expect([reply.status, reply.json]).toEqual([status, { isSuccess: false, errorMessage, data: null }]);
    expect(h.service.writes).toHaveLength(writes);
  });

  it.each<[string, Parameters]>([
    ["complete-deal", {}],
    ["cancel-deal", {}],
    ["renew-tp-percentage", PERCENT],
  ])("%s for a deal that ended is refused", (path, more) => {
    const h = withGhost();
    h.command("complete-deal", { dealId: 50_001 });
    const { status, json } = h.call("POST", path, { dealId: 50_001, ...more });
    expect([status, json.errorMessage]).toEqual([409, "Deal is not active."]);
  });

  it("to switch a bot to what it is can be refused", () => {
    const h = withGhost({ activateTwice: "refuse" });
    const said = [h.call("POST", "deactivate", { botId: 1001 })];
    h.on(1001);
    said.push(h.call("POST", "activate", { botId: 1001 }));
    expect(said.map(({ status, json }) => [status, json.errorMessage])).toEqual([
      [409, "The bot is already off."],
      [409, "The bot is already on."],
    ]);
  });

  it("to start a deal is sent, and recorded", () => {
    const h = harness();
    const { text } = h.call("POST", "start-new-deal", { botId: h.create() });
    expect(text).toBe('{"isSuccess":true,"errorMessage":"","data":"Command was sent"}');
    const parameters = { botId: "1001" };
    expect(h.service.writes.at(-1)).toMatchObject({ effect: "start of a deal of bot 1001 queued", parameters });
  });

  it("to start a deal is refused by a bot that is on, with or without a deal", () => {
    const h = harness();
    const botId = h.create({ indicatorGroup: "FOMO", indicatorName: "SMALL", indicatorInterval: "5MIN" });
    h.on(botId);
    expect(h.deals()).toEqual([]);
    expect(h.call("POST", "start-new-deal", { botId }).status).toBe(409);
    h.command("deactivate", { botId });
    expect(h.call("POST", "start-new-deal", { botId }).status).toBe(200);
  });
});

it("create answers with the id, update with the bot; both are recorded", () => {
  const h = harness();
  expect(h.call("POST", "create", PLAIN_BOT).text).toBe('{"isSuccess":true,"errorMessage":"","data":{"botId":1001}}');
  expect(h.call("POST", "update", { botId: 1001, leverage: 9 }).json.data).toMatchObject({ id: 1001, leverage: 9 });
  expect(h.service.writes.map(({ effect }) => effect)).toEqual(["bot 1001 created", "bot 1001 updated"]);
});

describe("logs", () => {
  it("are the newest first, with the second of each", () => {
    const h = harness();
    const botId = h.create();
    h.clock.pass(61_999);
    h.on(botId);
    expect(h.call("GET", "logs", { botId }).json.data).toEqual([
      { message: "Deal 50001 is opened at 64000", datetime: "2026-01-15 12:01:02" },
      { message: "Bot is turned on", datetime: "2026-01-15 12:01:02" },
      { message: "Bot is created", datetime: "2026-01-15 12:00:00" },
    ]);
  });

  it.each([
    { limit: 1, logSize: 0, shown: 1 },
    { limit: 2, logSize: 0, shown: 2 },
    { limit: 99, logSize: 0, shown: 3 },
    { limit: null, logSize: 0, shown: 3 },
    { limit: null, logSize: 2, shown: 2 },
    { limit: 1, logSize: 2, shown: 1 },
    { limit: 3, logSize: 2, shown: 2 },
  ])("of 3 entries with limit $limit and logSize $logSize are $shown", ({ limit, logSize, shown }) => {
    const h = harness({ logSize });
    const botId = h.create();
    h.on(botId);
    expect(h.call("GET", "logs", { botId, limit }).json.data).toHaveLength(shown);
  });
});

describe("lists of one exchange", () => {
  const seed: Seed = {
    accounts: [
      {
        ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret" },
        accesses: [
          { accessId: 101, title: "A" },
          { accessId: 102, title: "B", exchange: "OTHER" },
        ],
      },
    ],
  };
  /** One running deal and one in history of each access. */
  const lists = (quirks: Partial<Quirks>, path: string, parameters: Parameters) => {
    const h = harness({ commandDelay: 0, ...quirks }, seed);
    for (const [accessId, exchange] of [
      [101, EXCHANGE],
      [102, "OTHER"],
    ] as const) {
      const botId = h.create({ accessId, exchange });
      h.on(botId);
      const [deal] = h.call("GET", "active-deals", { accessId, exchange }).json.data;
      h.command("complete-deal", { dealId: deal.id });
    }
    const { json } = h.call("GET", path, parameters);
    return json.isSuccess ? json.data.map((one: Json) => one.id) : json.errorMessage;
  };

  it.each<[string, Parameters, unknown, unknown]>([
    ["all", { exchange: EXCHANGE }, [1001], [1001]],
    ["all", { exchange: "OTHER" }, [1002], [1002]],
    ["all", { exchange: "X" }, "exchange is unknown.", []],
    ["active-deals", { accessId: 101, exchange: EXCHANGE }, [50_002], [50_002]],
    ["active-deals", { accessId: 102, exchange: "OTHER" }, [50_004], [50_004]],
    ["active-deals", { accessId: 101, exchange: "OTHER" }, [], []],
    ["active-deals", { accessId: 101, exchange: "X" }, "exchange is unknown.", []],
    ["active-deals", { accessId: 9, exchange: EXCHANGE }, "Access is not found.", "Access is not found."],
    ["deals-history", { accessId: 101, exchange: EXCHANGE }, [50_001], [50_001]],
    ["deals-history", { accessId: 102, exchange: EXCHANGE }, [], []],
    ["deals-history", { accessId: 101, exchange: "X" }, "exchange is unknown.", []],
    ["deals-history", { accessId: 9, exchange: EXCHANGE }, "Access is not found.", "Access is not found."],
  ])("%s %j: %j, or %j where an unknown exchange is empty", (path, parameters, refused, empty) => {
    expect(lists({}, path, parameters)).toEqual(refused);
    expect(lists({ unknownExchange: "empty" }, path, parameters)).toEqual(empty);
  });
});

describe("history", () => {
  /** Deals of one bot, the first cancelled, the second and third completed, the fourth liquidated. */
  const history = (quirks: Partial<Quirks>) => {
    const h = harness({ commandDelay: 0, ...quirks });
    h.on(h.create({ marginMode: "ISO", leverage: 10 }));
    for (const command of ["cancel-deal", "complete-deal", "complete-deal"]) {
      h.command(command, { dealId: h.deals()[0].id });
    }
    h.tell("price", { pair: "USDT-BTC", price: "50000" });
    return h.deals("deals-history").map(({ id, status }) => `${id - 50_000} ${status}`);
  };
  it.each<[Partial<Quirks>, string[]]>([
    [{}, ["4 COMPLETED", "3 COMPLETED", "2 COMPLETED"]],
    [{ historyOrder: "asc" }, ["2 COMPLETED", "3 COMPLETED", "4 COMPLETED"]],
    [{ historyOrder: "asc", historySize: 1 }, ["4 COMPLETED"]],
    [{ historySize: 2 }, ["4 COMPLETED", "3 COMPLETED"]],
    [{ historySize: 9, liquidatedDeals: "hidden" }, ["3 COMPLETED", "2 COMPLETED"]],
    [{ liquidatedDeals: "liquidated" }, ["4 LIQUIDATED", "3 COMPLETED", "2 COMPLETED"]],
    [{ cancelledDeals: "listed" }, ["4 COMPLETED", "3 COMPLETED", "2 COMPLETED", "1 CANCELED"]],
  ])("under %j is %j", (quirks, shown) => {
    expect(history(quirks)).toEqual(shown);
  });

  it("never shows what was handed over", () => {
    const h = harness({ commandDelay: 0, deactivate: "stop", cancelledDeals: "listed" });
    h.on(h.create());
    h.command("deactivate", { botId: 1001 });
    expect([h.deals(), h.deals("deals-history"), h.service.deals()[0]?.status]).toEqual([[], [], "STOPPED"]);
  });
});
