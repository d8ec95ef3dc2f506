// The tables that go to a spreadsheet: each column with its own figure.
import { describe, expect, it } from "vitest";
import type { BotFacts, SimulationFacts } from "../../../../src/model/risk/simulation.js";
import { dealsCsv, simulationCsv } from "../../../../src/render/machine/csv.js";
import { NO_METRICS } from "../../market/metrics/example.js";
import { dealFacts, POSITION, RESULT } from "../facts.js";

describe("ended deals", () => {
  const head =
    "ended,deal,bot,address,title,pair,side,status,profit,profitAsset,fees,feesAsset,safetyOrdersUsed,safetyQuantity,safetyPrice,exitQuantity,exitPrice";

  it("have a row each", () => {
    const status = "COMPLETED";
    const deals = [
      dealFacts(70, { result: RESULT, status, position: { ...POSITION, side: "SHORT" } }),
      dealFacts(
        71,
        {
          status,
          updated: null,
          position: null,
          result: { ...RESULT, profit: "-4.5", profitAsset: "", feesAsset: "" },
        },
        { address: null, title: "=1+1, x", safetyOrders: { used: null, most: null } },
      ),
      dealFacts(72, { status, result: null, pairTitle: "USDC-ETH", position: null }),
    ];
    expect(dealsCsv(deals).split("\r\n")).toEqual([
      head,
      "2026-11-21 18:00:00,70,7,main/btc,BTC dip,USDT-BTC,SHORT,COMPLETED,12.5,USDT,0.5,BNB,1,0.02,59000,0.03,61500",
      `,71,7,,"'=1+1, x",USDT-BTC,LONG,COMPLETED,-4.5,USDT,0.5,USDT,,0.02,59000,0.03,61500`,
      "2026-11-21 18:00:00,72,7,main/btc,BTC dip,USDC-ETH,LONG,COMPLETED,,USDC,,USDC,1,,,,",
      "",
    ]);
  });

  it("of none have their head", () => expect(dealsCsv([])).toBe(`${head}\r\n`));
});

describe("simulations", () => {
  const reasons = { "take-profit": 3, delay: 0, stop: 0, command: 0, cancelled: 0, liquidated: 1 };
  const bot: BotFacts = {
    ...{ address: "main/btc", pairTitle: "USDT-BTC", strategy: "LONG", deals: 4, reasons, profit: "12.5" },
    ...{
      fees: "1.25",
      funding: "-0.5",
      net: "11.25",
      drawdown: "-40",
      margin: "100",
      safety: [2, 0, 2],
      mostSafety: 2,
    },
    ...{ dealTime: 90_500, longestDeal: 30_499, refusals: 5, unplaced: 6, ended: "cycle-limit" },
    running: { opened: 0, safetyOrders: 1, price: "1", unrealised: "-3.5", closingFee: "0.2" },
    result: "7.75",
  };
  const totals = {
    ...{
      deals: 0,
      liquidations: 0,
      profit: "0",
      fees: "0",
      funding: "0",
      net: "0",
      unrealised: "0",
      drawdown: "0",
      margin: "0",
    },
    ...{ result: "7", closingFees: "0.2", wallet: { start: "10", end: "20.5", equity: "17" } },
  };
  const simulation = (account: string): SimulationFacts => ({
    ...{
      account,
      from: 0,
      to: 1,
      moments: 1,
      interval: 60_000,
      prices: [],
      leftOut: [],
      assumptions: [],
      hold: [],
      tries: [],
    },
    replays: [
      { order: "against-first", bots: [bot], totals, metrics: NO_METRICS, trades: [] },
      { order: "with-first", bots: [{ ...bot, running: null, ended: null }], totals, metrics: NO_METRICS, trades: [] },
    ],
  });

  it("have a row for each bot and reading of the candles, under one head", () => {
    expect(simulationCsv([simulation("main"), simulation("copy")]).split("\n")).toEqual([
      "account,bot,order,pair,strategy,deals,profit,fees,funding,net,unrealised,result,closingFee,drawdown,margin,mostSafetyOrders,dealsBySafetyOrders,secondsInDeal,longestDealSeconds,takeProfits,liquidations,refusedDeals,refusedSafetyOrders,ended,accountResult,accountEquity",
      "main,main/btc,against-first,USDT-BTC,LONG,4,12.5,1.25,-0.5,11.25,-3.5,7.75,0.2,-40,100,2,2/0/2,91,30,3,1,5,6,cycle-limit,7,17",
      "main,main/btc,with-first,USDT-BTC,LONG,4,12.5,1.25,-0.5,11.25,,7.75,,-40,100,2,2/0/2,91,30,3,1,5,6,,7,17",
      "copy,main/btc,against-first,USDT-BTC,LONG,4,12.5,1.25,-0.5,11.25,-3.5,7.75,0.2,-40,100,2,2/0/2,91,30,3,1,5,6,cycle-limit,7,17",
      "copy,main/btc,with-first,USDT-BTC,LONG,4,12.5,1.25,-0.5,11.25,,7.75,,-40,100,2,2/0/2,91,30,3,1,5,6,,7,17",
      "",
    ]);
  });
});
