// Commands and deals in virtual time.
import { describe, expect, it } from "vitest";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { harness, type Json } from "../harness.js";

const logs = (h: ReturnType<typeof harness>, botId: number): string[] =>
  h.call("GET", "logs", { botId }).json.data.map((entry: Json) => entry.message);

describe("commands", () => {
  it("take effect in the order they were sent, each at its own time", () => {
    const h = harness();
    const botId = h.create();
    h.call("POST", "activate", { botId });
    h.clock.pass(100);
    h.call("POST", "deactivate", { botId });
    h.clock.pass(200);
    expect(h.details(botId).status).toBe("ENABLED");
    h.clock.pass(100);
    expect(h.details(botId).status).toBe("DISABLED");
    expect(logs(h, botId)).toEqual([
      "Bot is turned off",
      "Deal 50001 is opened at 64000",
      "Bot is turned on",
      "Bot is created",
    ]);
  });

  it("don't take effect when the clock steps back, and nothing breaks", () => {
    const h = harness();
    const botId = h.create();
    h.call("POST", "activate", { botId });
    h.clock.pass(-10_000);
    expect(h.details(botId).status).toBe("DISABLED");
    h.clock.pass(10_300);
    expect(h.details(botId).status).toBe("ENABLED");
  });

  it.each([
    { immediately: true, price: "65280" },
    { immediately: false, price: "64768" },
  ])("place a new take profit at $price where immediately is $immediately", ({ immediately, price }) => {
    const h = harness();
    h.command("start-new-deal", { botId: h.create() });
    h.command("renew-tp-percentage", { dealId: h.deals()[0].id, immediately, newPercentOfTp: "2" });
    expect(Object.values<Json>(h.deals()[0].tpOrder).map((order) => order.price)).toEqual([price]);
  });

  it("for a deal that ended meanwhile do nothing", () => {
    const h = harness();
    const botId = h.create();
    h.command("start-new-deal", { botId });
    const dealId = h.deals()[0].id;
    expect(h.call("POST", "complete-deal", { dealId }).json.isSuccess).toBe(true);
    expect(h.call("POST", "complete-deal", { dealId }).json.isSuccess).toBe(true);
    expect(h.call("POST", "cancel-deal", { dealId }).json.isSuccess).toBe(true);
    h.clock.pass(300);
    expect(h.deals("deals-history").map((deal) => deal.status)).toEqual(["COMPLETED"]);
    expect(h.call("POST", "complete-deal", { dealId }).status).toBe(409);
  });
});

describe("deals", () => {
  it("keep the bot as it was when they opened", () => {
    const h = harness();
    const botId = h.create({ title: "Before" });
    h.on(botId);
    h.call("POST", "update", { botId, title: "After", percentTakeProfit: "9", leverage: 2 });
    const [deal] = h.deals();
    expect(deal.botSnapshot).toMatchObject({ title: "Before", leverage: 5, status: "ENABLED" });
    expect(deal.tpOrder["1"].price).toBe("64768");
    h.command("complete-deal", { dealId: deal.id });
    expect(h.deals()[0].botSnapshot).toMatchObject({ title: "After", leverage: 2 });
  });

  it("started on a bot that is off run once", () => {
    const h = harness();
    const botId = h.create();
    h.command("start-new-deal", { botId });
    expect(h.deals()[0].botSnapshot.status).toBe("DISABLED");
    h.command("complete-deal", { dealId: h.deals()[0].id });
    expect(h.deals()).toEqual([]);
  });

  it("stop at the cycle limit, and turning on again starts the count anew", () => {
    const h = harness();
    const botId = h.create({ cycleLimitScale: 2 });
    for (let round = 0; round < 2; round += 1) {
      h.on(botId);
      h.command("complete-deal", { dealId: h.deals()[0].id });
      expect(h.details(botId).status).toBe("ENABLED");
      h.command("complete-deal", { dealId: h.deals()[0].id });
      expect(h.details(botId).status).toBe("DISABLED");
      expect(h.deals()).toEqual([]);
    }
    expect(logs(h, botId)[0]).toBe("Bot is turned off: cycle limit 2 is reached");
  });

  it("of a short have their take profit below and pay when the price falls", () => {
    const h = harness();
    h.on(h.create({ strategy: "SHORT" }));
    const [deal] = h.deals();
    expect([deal.position.side, deal.tpOrder["1"].price]).toEqual(["SHORT", "63232"]);
  });

  it("book profit and fees on the wallet", () => {
    const h = harness();
    h.command("start-new-deal", { botId: h.create() });
    h.command("complete-deal", { dealId: h.deals()[0].id });
    // 64 in, 64 out, 0.05 % each way.
    expect(h.deals("deals-history")[0].result).toMatchObject({ fees: "0.064", profit: "-0.064", avPriceTP: "64000" });
    const [usdt] = h.call("POST", "account-information").json.data.assets;
    expect(usdt).toMatchObject({ walletBalance: "9999.936", availableBalance: "9999.936", updateTime: h.clock.now() });
  });

  it("cancelled leave their position on the exchange", () => {
    const h = harness();
    h.command("start-new-deal", { botId: h.create() });
    h.command("cancel-deal", { dealId: h.deals()[0].id });
    expect(Object.keys(h.call("POST", "account-information").json.data.positions)).toEqual(["USDT-BTC_BUY"]);
  });
});

/** A price that swings 2 % around 100 every 400 s; it rises from 100 at every full period. */
const WAVE: Seed = {
  accounts: [{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [{ accessId: 101, title: "A" }] }],
  prices: { "USDT-BTC": { base: "100", swingPercent: 2, periodSeconds: 400 } },
};

describe("a price that moves", () => {
  // The clock starts at a full period of the wave.
  const start = () => {
    const h = harness({ commandDelay: 0 }, WAVE);
    expect(h.clock.now() % 400_000).toBe(0);
    return h;
  };

  it("fills the take profit at the moment it is reached, however late anyone looks", () => {
    const late = start();
    late.on(late.create({ percentTakeProfit: "1" }));
    late.clock.pass(60_000);
    const [done] = late.deals("deals-history");
    expect(done).toMatchObject({ result: { avPriceTP: "101" }, updated: { date: "2026-01-15 12:00:50.000000" } });
    expect(done.tpOrder["1"]).toMatchObject({ status: "3", qty_filled: done.position.amount, fee_asset: "USDT" });
    // An enabled bot opens its next deal at once.
    expect(late.deals()[0]).toMatchObject({ id: 50_002, position: { entryPrice: "101" } });
  });

  it("gives the same history to those who look often and those who look once", () => {
    const often = start();
    const once = start();
    for (const h of [often, once]) h.on(h.create({ percentTakeProfit: "0.5" }));
    for (let step = 0; step < 400; step += 1) {
      often.clock.pass(3_000);
      often.deals();
    }
    once.clock.pass(1_200_000);
    expect(often.deals("deals-history").length).toBeGreaterThan(2);
    expect(once.deals("deals-history")).toEqual(often.deals("deals-history"));
    expect(once.deals()).toEqual(often.deals());
  });

  it("forgets the moment planned for an order that was replaced", () => {
    const h = start();
    h.on(h.create({ percentTakeProfit: "1" }));
    h.command("renew-tp-percentage", { dealId: h.deals()[0].id, immediately: true, newPercentOfTp: "1.5" });
    h.clock.pass(60_000);
    expect(h.deals("deals-history")).toEqual([]);
    h.clock.pass(15_000);
    expect(h.deals("deals-history")[0].result.avPriceTP).toBe("101.5");
  });

  it("holds back new deals outside the limits and lets them go when it returns", () => {
    const h = start();
    const botId = h.create({ priceLevel: "LOWER", priceLevelDown: "101", percentTakeProfit: "50" });
    h.on(botId);
    expect(h.deals()).toEqual([]);
    expect(logs(h, botId)[0]).toBe("No deal is opened: the price is below the limit 101");
    h.clock.pass(49_999);
    expect(h.deals()).toEqual([]);
    h.clock.pass(1);
    expect(h.deals()[0].position.entryPrice).toBe("101");
  });
});

it("a limit lifted by an update lets a waiting bot go", () => {
  const h = harness();
  const botId = h.create({ priceLevel: "UPPER", priceLevelUp: "60000" });
  h.on(botId);
  expect(h.deals()).toEqual([]);
  h.call("POST", "update", { botId, priceLevelUp: "70000" });
  expect(h.deals()).toHaveLength(1);
});

describe("the log of a deal", () => {
  const NOW = { commandDelay: 0 };

  it("tells orders, averaging and a new take profit at their prices, and the end with its reason", () => {
    const h = harness(NOW);
    const botId = h.create({ countOrderMax: 2, volumeSafetyOrder: "64" });
    h.command("start-new-deal", { botId });
    const dealId = h.deals()[0].id;
    h.tell("price", { pair: "USDT-BTC", price: "63040" });
    h.command("renew-tp-percentage", { dealId, immediately: true, newPercentOfTp: "1" });
    h.command("complete-deal", { dealId });
    expect(logs(h, botId).toReversed()).toEqual([
      "Bot is created",
      `Deal ${dealId} is opened at 64000`,
      `Deal ${dealId}: safety order 1 is filled at 63040`,
      `Deal ${dealId}: take profit is 1 %`,
      `Deal ${dealId} is completed by command at 63040`,
    ]);
  });

  it("tells that a cancelled deal leaves its position", () => {
    const h = harness(NOW);
    const botId = h.create();
    h.command("start-new-deal", { botId });
    const first = h.deals()[0].id;
    h.command("cancel-deal", { dealId: first });
    expect(logs(h, botId)[0]).toBe(`Deal ${first} is canceled; its position stays on the exchange`);
  });

  it("tells once why none is opened for want of margin, and opens it as soon as one ends", () => {
    const poor: Seed = {
      accounts: [
        {
          ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", balance: { USDT: "20" } },
          accesses: [{ accessId: 101, title: "A" }],
        },
      ],
    };
    const h = harness(NOW, poor);
    const [first, second] = [h.create({ title: "A" }), h.create({ title: "B" })];
    h.command("start-new-deal", { botId: first });
    h.on(second);
    expect(logs(h, second)).toEqual([
      expect.stringMatching(/^No deal is opened: \d+\.?\d* USDT of margin is needed, and not free$/),
      ...["Bot is turned on", "Bot is created"],
    ]);
    h.command("complete-deal", { dealId: h.deals()[0].id });
    expect(h.deals().map(({ botId }) => botId)).toEqual([second]);
    expect(logs(h, second)[0]).toMatch(/^Deal \d+ is opened at 64000$/);
  });

  it("tells that a bot waits for a signal, unless indicators are open", () => {
    const parameters = { indicatorGroup: "TRENDS", indicatorName: "RSI", indicatorInterval: "1h" };
    const h = harness(NOW);
    const botId = h.create(parameters);
    h.on(botId);
    expect(h.deals()).toEqual([]);
    expect(logs(h, botId)[0]).toBe("Waiting for a signal of TRENDS");
    const open = harness({ ...NOW, indicators: "open" });
    open.on(open.create(parameters));
    expect(open.deals()).toHaveLength(1);
  });

  it("tells that a deal isn't started by command while one runs", () => {
    const h = harness(NOW);
    const botId = h.create();
    h.command("start-new-deal", { botId });
    h.call("POST", "start-new-deal", { botId });
    expect(h.deals()).toHaveLength(1);
  });
});
