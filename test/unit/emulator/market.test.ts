// Whole deals on the emulator's market: published grids, averaging, stops, margin and liquidation.
import Big, { type RoundingMode } from "big.js";
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import { harness, type Json } from "./harness.js";

type More = Partial<Seed> & { balance?: Record<string, string> };

function start(prices: Seed["prices"], quirks: Partial<Quirks> = {}, { balance, ...more }: More = {}) {
  const account = {
    name: "demo",
    apiKey: "demo-key",
    apiSecret: "demo-secret",
    hook: { accountId: 7001, token: "demo-hook-token" },
    accesses: [{ accessId: 101, title: "A" }],
    ...(balance !== undefined && { balance }),
  };
  const pairs = Object.keys(prices ?? {});
  return harness({ commandDelay: 0, ...quirks }, { accounts: [account], pairs, prices: prices ?? {}, ...more });
}

type Harness = ReturnType<typeof start>;
const logs = (h: Harness, botId: number): string[] =>
  h.call("GET", "logs", { botId }).json.data.map((entry: Json) => entry.message);
const account = (h: Harness): Json => h.call("POST", "account-information").json.data;
const wallet = (h: Harness): string => account(h).assets[0].walletBalance;
const order = (deal: Json): Json => Object.values<Json>(deal.tpOrder)[0];
const places = (count: number, text: string, mode: RoundingMode): string => new Big(text).round(count, mode).toFixed();

describe("published grids", () => {
  it("E1: averages and take profits of a deal that fills all 8 safety orders (github Cobeguel/dcamarcal)", () => {
    const down = [
      1.0954, 1.0822552, 1.06648144, 1.04755292, 1.02483871, 0.99758165, 0.96487318, 0.92562302, 0.87852283,
    ];
    const averages = [
      "1.0954",
      "1.088788",
      "1.079115",
      "1.066541",
      "1.050727",
      "1.031126",
      "1.007019",
      "0.977502",
      "0.941443",
    ];
    const exits = ["1.1085", "1.1018", "1.092", "1.0793", "1.0633", "1.0434", "1.0191", "0.9892", "0.9527"];
    const h = start({ "USDT-XYZ": "1.0954" }, { volumeBase: "safety" });
    h.on(
      h.create({
        pairTitle: "USDT-XYZ",
        volumeFirstOrder: "20",
        volumeSafetyOrder: "20",
        countOrderMax: 8,
        percentSafetyOrder: "1.2",
        percentTakeProfit: "1.2",
        dynamicStepScale: "1.2",
        martingaleScale: "1.5",
      }),
    );
    const seen = down.map((price) => {
      // A hair below the rung: the published prices are rounded to 8 places.
      h.tell("price", { pair: "USDT-XYZ", price: new Big(price).minus("0.00000001").toFixed() });
      const [deal] = h.deals();
      return [places(6, deal.position.entryPrice, Big.roundHalfUp), places(4, order(deal).price, Big.roundDown)];
    });
    expect(seen).toEqual(averages.map((average, index) => [average, exits[index]]));
    const cost = new Big(h.deals()[0].position.entryPrice).times(h.deals()[0].position.amount);
    // The published sum of volumes.
    expect(cost.round(3).toFixed()).toBe("1005.156");
  });

  it("E2: quantities and exits with a tick and a lot (github sxwei123/binance-dca-bot-ts)", () => {
    const h = start(
      { "USDT-DOGE": "0.2558" },
      { volumeBase: "safety" },
      { markets: { "USDT-DOGE": { tick: "0.0001", lot: "1" } } },
    );
    h.on(
      h.create({
        pairTitle: "USDT-DOGE",
        volumeFirstOrder: "11",
        volumeSafetyOrder: "15",
        countOrderMax: 4,
        percentSafetyOrder: "0.5",
        percentTakeProfit: "1",
        dynamicStepScale: "1.66",
        martingaleScale: "1.1",
      }),
    );
    const seen = ["0.2558", "0.2545", "0.2524", "0.2489", "0.243"].map((price) => {
      h.tell("price", { pair: "USDT-DOGE", price });
      const [deal] = h.deals();
      return [deal.position.amount, order(deal).price];
    });
    expect(seen).toEqual([
      ["43", "0.2584"],
      ["102", "0.2576"],
      ["167", "0.2566"],
      ["240", "0.255"],
      ["322", "0.2526"],
    ]);
  });

  it("E6: this service's martingale counts from the first order (vendor help page)", () => {
    const h = start({ "USDT-XYZ": "100" });
    h.on(
      h.create({
        pairTitle: "USDT-XYZ",
        leverage: 1,
        volumeFirstOrder: "10",
        volumeSafetyOrder: "999",
        countOrderMax: 10,
        martingaleScale: "1.1",
        percentSafetyOrder: "1",
      }),
    );
    const { totalOpenOrderMargin, totalPositionMargin } = account(h);
    expect(new Big(totalOpenOrderMargin).plus(totalPositionMargin).toFixed()).toBe("185.31167061");
  });
});

const SOL = {
  pairTitle: "USDT-SOL",
  volumeFirstOrder: "100",
  volumeSafetyOrder: "90",
  countOrderMax: 2,
  percentSafetyOrder: "10",
  percentTakeProfit: "5",
};

describe("a deal's life", () => {
  it("adds up to the last decimal: averaged twice on a straight path, then its take profit", () => {
    const h = start(
      {
        "USDT-SOL": {
          path: [
            [0, "100"],
            [30, "70"],
            [60, "100"],
          ],
        },
      },
      {},
      { balance: { USDT: "1000" } },
    );
    h.command("start-new-deal", { botId: h.create(SOL) });
    h.clock.pass(25_000);
    const [deal] = h.deals();
    // 1 at 100, 1 at 90, 1.125 at 80.
    expect([deal.position.amount, deal.position.entryPrice, order(deal)]).toMatchObject([
      "3.125",
      "89.6",
      { price: "94.08", number: "3", qty: "3.125" },
    ]);
    h.clock.pass(35_000);
    const [ended] = h.deals("deals-history");
    // Fees: 0.05 on 100; 0.036 on each 90; 0.1176 on 294.
    expect(ended.result).toEqual({
      qtySO: "2.125",
      avPriceSO: "84.705882352941",
      qtyTP: "3.125",
      avPriceTP: "94.08",
      fees: "0.2396",
      feesAsset: "USDT",
      profit: "13.7604",
      profitAsset: "USDT",
    });
    expect(wallet(h)).toBe("1013.7604");
    expect(order(ended)).toMatchObject({ status: "3", fee: "0.1176", pnl: "14" });
  });

  it("a stop-market take profit closes at the price of the market, as taker", () => {
    const h = start({
      "USDT-SOL": {
        path: [
          [0, "100"],
          [10, "107"],
        ],
        change: "stepped",
      },
    });
    h.command("start-new-deal", { botId: h.create({ ...SOL, typeTakeProfit: "STOP-MARKET" }) });
    expect(order(h.deals()[0])).toMatchObject({ type: "sm", price: "105" });
    h.clock.pass(10_000);
    expect(h.deals("deals-history")[0].result).toMatchObject({ avPriceTP: "107", fees: "0.1035" });
  });

  it("a limit first order fills at once, as maker", () => {
    const h = start({ "USDT-SOL": "100" });
    h.command("start-new-deal", { botId: h.create({ ...SOL, typeFirstOrder: "LIMIT" }) });
    expect(h.deals()[0].position).toMatchObject({ amount: "1", entryPrice: "100" });
    expect(wallet(h)).toBe("-0.04");
  });

  it("a price that jumps over several rungs fills all of them at their own prices", () => {
    const h = start({ "USDT-SOL": "100" });
    h.command("start-new-deal", { botId: h.create(SOL) });
    h.tell("price", { pair: "USDT-SOL", price: "50" });
    expect(h.deals()[0].position.entryPrice).toBe("89.6");
  });

  it("shorts are the mirror image", () => {
    const h = start({
      "USDT-SOL": {
        path: [
          [0, "100"],
          [10, "110"],
          [40, "90"],
        ],
      },
    });
    h.command("start-new-deal", { botId: h.create({ ...SOL, strategy: "SHORT", countOrderMax: 1 }) });
    h.clock.pass(10_000);
    const { position } = h.deals()[0];
    expect([position.side, position.amount]).toEqual(["SHORT", "1.81818182"]);
    h.clock.pass(30_000);
    expect(h.deals("deals-history")[0].result.avPriceTP).toBe(
      new Big(position.entryPrice).times("0.95").prec(12).toFixed(),
    );
  });

  it("the cycle limit turns the bot off, and a signal opens each deal of a bot with an indicator", () => {
    const h = start({ "USDT-SOL": { base: "100", swingPercent: 10, periodSeconds: 400 } });
    const indicator = { indicatorGroup: "TRENDS", indicatorName: "EMA", indicatorInterval: "5MIN" };
    const botId = h.create({ ...SOL, ...indicator, cycleLimitScale: 2, percentTakeProfit: "1" });
    expect(h.tell("signal", { botId }).json).toEqual({ problem: `bot ${botId} is off` });
    h.on(botId);
    expect([h.deals().length, logs(h, botId)[0]]).toEqual([0, "Waiting for a signal of TRENDS"]);
    for (let cycle = 0; cycle < 2; cycle += 1) {
      expect(h.tell("signal", { botId }).status).toBe(200);
      expect(h.tell("signal", { botId }).json).toEqual({ problem: `bot ${botId} is in a deal` });
      h.clock.pass(400_000);
      expect(h.deals()).toEqual([]);
    }
    expect(h.details(botId).status).toBe("DISABLED");
    expect(h.deals("deals-history")).toHaveLength(2);
  });
});

describe("webhooks", () => {
  const hooked = (body: object, prices: Seed["prices"] = { "USDT-SOL": "100" }, quirks: Partial<Quirks> = {}) => {
    const h = start(prices, quirks);
    const botId = h.create(SOL);
    expect(h.hook({ botId, open: { orderVolume: "200" }, ...body }).json.code).toBe(0);
    return h;
  };

  it("open a deal in their own terms, the bot's where they say nothing", () => {
    const h = hooked({
      open: { orderVolume: "200", leverage: 8, marginType: "isolated", orderType: "Limit" },
      dca: {
        enabled: true,
        max: 3,
        active: 1,
        volume: "80",
        percent: "20",
        multiplierVolume: "1",
        multiplierPrice: "1",
      },
    });
    const [deal] = h.deals();
    expect(deal.botSnapshot).toMatchObject({
      leverage: 8,
      settings: { margin_mode: "ISO", volume_first_order: "200", count_order_max: "3", martingale: "0" },
    });
    // One safety order of 80 works at a time.
    expect(deal.position).toMatchObject({
      type: "isolated",
      amount: "2",
      posInitMargin: "25",
      openOrdInitMargin: "10",
    });
    expect(order(deal).price).toBe("105");
    // The bot itself stays as it was.
    expect(h.details(1001)).toMatchObject({ leverage: 5, settings: { volume_first_order: "100" } });
  });

  it.each([
    ["percentage", "2", "102"],
    ["pnl", "10", "105"],
  ])("take profit by %s", (event, value, price) => {
    expect(order(hooked({ close: { enabled: true, event, value } }).deals()[0]).price).toBe(price);
  });

  it("close after a delay, and keep no order until then", () => {
    const h = hooked({ close: { enabled: true, event: "delay", value: "60" } });
    expect(h.deals()[0].tpOrder).toEqual({});
    h.clock.pass(59_999);
    expect(h.deals()).toHaveLength(1);
    h.clock.pass(1);
    expect(h.deals("deals-history")[0].result.avPriceTP).toBe("100");
  });

  const FALL: Seed["prices"] = {
    "USDT-SOL": {
      path: [
        [0, "100"],
        [10, "90"],
        [20, "100"],
      ],
    },
  };

  it.each([
    ["percentage", "4", "96"],
    ["pnl", "10", "95"],
  ])("stop a loss by %s", (event, value, price) => {
    const h = hooked({ dca: { enabled: false }, stop: { enabled: true, event, value } }, FALL);
    h.clock.pass(10_000);
    expect(h.deals("deals-history")[0].result.avPriceTP).toBe(price);
  });

  it("a stop with a delay decides when the delay is over", () => {
    const stop = (delay: number) => ({
      dca: { enabled: false },
      stop: { enabled: true, event: "percentage", value: "4", delay },
    });
    const back = hooked(stop(15), FALL);
    back.clock.pass(20_000);
    expect([back.deals().length, logs(back, 1001)[0]]).toEqual([1, "Deal 50001: stop loss is released at 99"]);
    const lost = hooked(stop(5), FALL);
    lost.clock.pass(20_000);
    expect(lost.deals("deals-history")[0].result.avPriceTP).toBe("91");
  });

  it("cycles let deals follow each other on a bot that is off", () => {
    const path: Seed["prices"] = { "USDT-SOL": { base: "100", swingPercent: 10, periodSeconds: 40 } };
    const h = hooked(
      { open: { orderVolume: "200", cycles: 3 }, close: { enabled: true, event: "percentage", value: "1" } },
      path,
    );
    h.clock.pass(400_000);
    expect([h.deals().length, h.deals("deals-history").length]).toEqual([0, 3]);
  });

  it("update, average and close the running deal", () => {
    const h = hooked({ dca: { enabled: false } });
    h.hook({
      botId: 1001,
      dca: { enabled: true, max: 1, percent: "1", volume: "99" },
      close: { enabled: true, event: "percentage", value: "9" },
    });
    expect([order(h.deals()[0]).price, h.deals()[0].position.openOrdInitMargin]).toEqual(["109", "19.8"]);
    h.hook({ botId: 1001, amount: "50" }, { path: "/topup-deal" });
    expect(h.deals()[0].position.amount).toBe("2.5");
    h.hook({ botId: 1001, closePosition: true }, { path: "/close-deal" });
    expect(h.deals("deals-history")[0].result).toMatchObject({ qtyTP: "2.5", qtySO: "0.5" });
  });

  it("a close that leaves the position cancels the deal", () => {
    const h = hooked({});
    h.hook({ botId: 1001, closePosition: false }, { path: "/close-deal" });
    expect([h.deals().length, Object.keys(account(h).positions)]).toEqual([0, ["USDT-SOL_BUY"]]);
  });

  it("without a botId run under the Ghost bot, found again by direction and pair", () => {
    const h = start({ "USDT-SOL": "100", "USDT-ETH": "3000" });
    const params = { strategy: "short", pairs: ["SOLUSDT", "ETHUSDT"], open: { orderVolume: "60" } };
    h.hook({ action: "open", params });
    h.hook({ action: "open", params: { ...params, strategy: "long", pairs: ["SOLUSDT"] } });
    expect(h.deals().map((deal) => [deal.pairTitle, deal.position.side, deal.botId, deal.tpOrder])).toEqual([
      ["USDT-SOL", "SHORT", 1001, {}],
      ["USDT-ETH", "SHORT", 1001, {}],
      ["USDT-SOL", "LONG", 1001, {}],
    ]);
    h.hook({ action: "average", params: { strategy: "long", pairs: ["SOLUSDT"], amount: "40" } });
    h.hook({ action: "close", params: { strategy: "short", pairs: ["SOLUSDT", "ETHUSDT"], closePosition: true } });
    expect(h.deals().map((deal) => [deal.position.side, deal.position.amount])).toEqual([["LONG", "1"]]);
    expect(h.list().map((bot) => bot.title)).toEqual(["Ghost"]);
    expect(h.call("POST", "activate", { botId: 1001 }).status).toBe(409);
    expect(h.call("POST", "update", { botId: 1001, title: "Mine" }).status).toBe(409);
  });
});

describe("margin", () => {
  it("opens no deal that it can't pay for, and does when another deal ends", () => {
    const h = start({ "USDT-SOL": "100", "USDT-ETH": "100" }, {}, { balance: { USDT: "100" } });
    const big = { ...SOL, leverage: 2, countOrderMax: null, volumeFirstOrder: "150" };
    const first = h.create(big);
    const second = h.create({ ...big, pairTitle: "USDT-ETH", title: "B" });
    h.on(first);
    h.on(second);
    expect(h.deals()).toHaveLength(1);
    expect(logs(h, second)[0]).toBe("No deal is opened: 75.075 USDT of margin is needed, and not free");
    h.call("POST", "deactivate", { botId: first });
    h.command("complete-deal", { dealId: h.deals()[0].id });
    expect(h.deals().map((deal) => deal.pairTitle)).toEqual(["USDT-ETH"]);
  });

  it("places only the safety orders it can pay for", () => {
    const h = start({ "USDT-SOL": "100" }, {}, { balance: { USDT: "60" } });
    const botId = h.create({ ...SOL, countOrderMax: 5 });
    h.command("start-new-deal", { botId });
    // 20 for the first order, 18 for each safety order.
    expect(account(h)).toMatchObject({
      totalPositionMargin: "20",
      totalOpenOrderMargin: "36",
      totalFreeBalance: "3.95",
    });
    expect(logs(h, botId)[0]).toBe(
      "Deal 50001: safety order 3 is not placed: 18 USDT of margin is needed, and not free",
    );
  });

  it("an isolated position is lost with its own margin", () => {
    const h = start(
      {
        "USDT-SOL": {
          path: [
            [0, "100"],
            [100, "50"],
          ],
        },
      },
      {},
      { balance: { USDT: "1000" } },
    );
    h.on(h.create({ ...SOL, marginMode: "ISO", leverage: 10, countOrderMax: null, cycleLimitScale: 1 }));
    const { liqPrice } = h.deals()[0].position;
    expect(liqPrice).toBe("90.45226131");
    h.clock.pass(100_000);
    expect(h.deals("deals-history")[0]).toMatchObject({ status: "COMPLETED", result: { profit: "-10.05" } });
    expect([wallet(h), h.details(1001).status]).toEqual(["989.95", "DISABLED"]);
  });

  it("cross positions are lost together when the account is exhausted, however slowly the prices got there", () => {
    const prices: Seed["prices"] = {
      "USDT-SOL": {
        path: [
          [0, "100"],
          [1000, "1"],
        ],
      },
      "USDT-ETH": {
        path: [
          [0, "200"],
          [1000, "2"],
        ],
      },
    };
    const h = start(prices, {}, { balance: { USDT: "100" } });
    const big = { ...SOL, leverage: 10, countOrderMax: null, volumeFirstOrder: "400", cycleLimitScale: 1 };
    h.on(h.create(big));
    h.on(h.create({ ...big, pairTitle: "USDT-ETH", title: "B" }));
    expect(h.deals()).toHaveLength(2);
    h.clock.pass(1_000_000);
    const ended = h.deals("deals-history");
    expect(h.deals()).toEqual([]);
    const rest = new Big(wallet(h));
    // 99.6 after two fees, 800 of positions: gone at a fall of about 12 %, with 0.5 % of 704 left over, less the fees.
    expect(
      ended.map((deal) => new Big(deal.result.avPriceTP).div(deal.position.entryPrice).round(2).toNumber()),
    ).toEqual([0.88, 0.88]);
    expect(rest.gt(3) && rest.lt("3.4")).toBe(true);
    const lost = ended.reduce((sum, deal) => sum.plus(deal.result.profit), new Big(0));
    expect(rest.minus(100).toFixed()).toBe(lost.toFixed());
  });

  it("positions of several bots on one side add up, those of both sides stand apart", () => {
    const h = start({ "USDT-SOL": "100" }, {}, { balance: { USDT: "1000" } });
    for (const [title, strategy] of [
      ["a", "LONG"],
      ["b", "LONG"],
      ["c", "SHORT"],
    ] as const) {
      h.on(h.create({ ...SOL, title, strategy }));
    }
    const { positions, ...totals } = account(h);
    expect([positions["USDT-SOL_BUY"], positions["USDT-SOL_SELL"]]).toMatchObject([
      { positionSide: "LONG", amount: "2", positionMargin: "40", openOrderMargin: "72" },
      { positionSide: "SHORT", amount: "1", positionMargin: "20", openOrderMargin: "36" },
    ]);
    expect(totals).toMatchObject({ totalPositionMargin: "60", totalInitialMargin: "168", totalFreeBalance: "831.85" });
  });
});
