// Bots, deals, policies and simulations as JSON: every key with its own value, and what nobody asked for left out.
import { describe, expect, it } from "vitest";
import type { Policy } from "../../../../src/model/policy/policy.js";
import type { MetricFacts, TradeFacts } from "../../../../src/model/risk/back-test.js";
import type { BotFacts, SimulationFacts, TryFacts } from "../../../../src/model/risk/simulation.js";
import {
  accessJson,
  botJson,
  dealJson,
  policyJson,
  shownBotJson,
  simulationJson,
} from "../../../../src/render/machine/live-json.js";
import { NO_METRICS } from "../../market/metrics/example.js";
import { desiredBot } from "../../reconcile/fleet.js";
import { dealFacts, liveBot, POSITION, placeAt, RESULT, UPDATED } from "../facts.js";

const bot = liveBot(7, "BTC dip", { unknownSettings: ["newOne"] });
const access = { id: 1, title: "Main", exchange: "SERVICE_FUTURES" };
const BOT = {
  ...{ id: 7, title: "BTC dip", on: true, status: "ENABLED", accessId: 1, exchange: "SERVICE_FUTURES", userId: 42 },
  ...{ settings: bot.fields, countOrderWorking: "3", unknownSettings: ["newOne"], updated: UPDATED },
};

it("an access has its aliases", () => {
  expect(accessJson({ access, aliases: ["primary"] })).toEqual({ ...access, aliases: ["primary"] });
});

it("a bot has what is known of it, and what was asked for beside it", () => {
  expect(botJson(bot)).toEqual(BOT);
  expect(botJson(bot, { address: null, access, runningDeals: 0 })).toEqual({
    ...{ ...BOT, address: null, access: "Main", runningDeals: 0 },
  });
});

it("a deal has its facts, and its bot as it was", () => {
  const facts = dealFacts(70, { snapshot: bot, result: RESULT, accessId: 3, userId: 43, exchange: "X" });
  expect(dealJson(facts)).toEqual({
    ...{ id: 70, botId: 7, address: "main/btc", title: "BTC dip", pairTitle: "USDT-BTC", status: "ACTIVE" },
    ...{ accessId: 3, exchange: "X", userId: 43, position: POSITION, profitPercent: "1.67", takeProfits: [] },
    ...{ safetyOrders: { used: 1, most: "5" }, result: RESULT, snapshot: BOT, updated: UPDATED },
  });
});

describe("a bot in full", () => {
  const shown = { account: "main", bot, address: "main/btc", access, deals: [dealFacts(70, { snapshot: bot })] };

  it("names what its configuration has otherwise", () => {
    const desired = desiredBot("btc", {
      enabled: false,
      fields: { title: "BTC dip", leverage: "10", pairTitle: null },
    });
    expect(shownBotJson({ ...shown, desired })).toEqual({
      account: "main",
      bot: { ...BOT, address: "main/btc", access: "Main", runningDeals: 1 },
      configuration: { address: "main/btc", enabled: false, differs: { pairTitle: null, leverage: "10" } },
      deals: [dealJson(dealFacts(70, { snapshot: bot }))],
      inDoubt: null,
    });
    expect(shownBotJson({ ...shown, desired: desiredBot("btc", { fields: { title: "BTC dip" } }) })).toMatchObject({
      configuration: { enabled: null, differs: {} },
    });
  });

  it("that nothing declares has no configuration", () => {
    expect(shownBotJson({ ...shown, address: null, desired: undefined })).toMatchObject({
      ...{ configuration: null, bot: { address: null } },
    });
  });
});

it("a policy has its place, and no origin", () => {
  const origin = { file: "house.yaml", path: ["policies", "cap"] };
  const waiver = { reason: "agreed", until: "2026-12-31" };
  const policy: Policy = {
    ...{ name: "cap", rule: "max-leverage", severity: "deny", scope: {}, parameters: { limit: "10" }, origin },
    ...{ onUnknown: "warn", waivers: [{ ...waiver, origin }] },
  };
  const position = placeAt("house.yaml", 5);
  expect(policyJson({ policies: [{ policy, position, days: [3] }], always: ["policy/x"] })).toEqual({
    policies: [
      {
        ...{ name: "cap", rule: "max-leverage", severity: "deny", scope: {}, parameters: { limit: "10" }, position },
        ...{ onUnknown: "warn", waivers: [waiver] },
      },
    ],
    always: ["policy/x"],
  });
});

it("a simulation has its times as ISO 8601", () => {
  const reasons = { "take-profit": 0, delay: 0, stop: 0, command: 0, cancelled: 0, liquidated: 0 };
  const one: BotFacts = {
    ...{ address: "main/a", pairTitle: "USDT-BTC", strategy: "LONG", deals: 0, reasons, profit: "0", fees: "0" },
    ...{ funding: "0", net: "0", drawdown: "0", margin: "0", safety: [], mostSafety: 0, dealTime: 0, longestDeal: 0 },
    ...{ running: null, result: "0", refusals: 0, unplaced: 0, ended: null },
  };
  const running = { opened: Date.UTC(2026, 0, 1, 1), safetyOrders: 1, price: "1", unrealised: "0", closingFee: "0" };
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
    ...{ result: "0", closingFees: "0", wallet: null },
  };
  const [opened, closed] = [Date.UTC(2026, 0, 1, 2), Date.UTC(2026, 0, 1, 3)];
  const trade: TradeFacts = {
    ...{ bot: "main/a", pairTitle: "USDT-BTC", side: "LONG", opened, closed, entry: "1", amount: "1", exit: "2" },
    ...{ safetyOrders: 0, profit: "1", fees: "0", funding: "0", net: "1", reason: "take-profit" },
  };
  const mark = { bot: "main/a", closed, net: "1" };
  // What isn't a count is rounded to 8 places, whatever a double leaves over.
  const metrics: MetricFacts = {
    ...NO_METRICS,
    deals: { ...NO_METRICS.deals, winRate: 1 / 3, best: mark },
    fall: { amount: 0.1 + 0.2, share: null, largestShare: null, from: opened, to: closed, recovered: null, time: 1 },
    days: [{ start: "2026-01-01", result: -(0.1 + 0.2) }],
    worstDay: { start: "2026-01-01", result: -(0.1 + 0.2) },
  };
  const tried: TryFacts = {
    values: [
      ["leverage", "3"],
      ["countOrderMax", null],
    ],
    ...{ order: "against-first", totals, profitFactor: 1 / 3, sharpe: null, refusals: 2, tooSmall: 0 },
  };
  const facts: SimulationFacts = {
    ...{ account: "main", from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 2), moments: 1, interval: 60_000 },
    ...{
      tries: [tried],
      prices: [],
      leftOut: [],
      assumptions: [],
      hold: [{ pair: "USDT-BTC", first: 100, last: 99.5, change: -0.005 }],
    },
    replays: [{ order: "against-first", bots: [one, { ...one, running }], totals, metrics, trades: [trade] }],
  };
  expect(simulationJson(facts)).toEqual({
    ...facts,
    ...{ from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" },
    tries: [
      {
        values: { leverage: "3", countOrderMax: null },
        ...{ order: "against-first", totals, profitFactor: "0.33333333", sharpe: null, refusals: 2, tooSmall: 0 },
      },
    ],
    hold: [{ pair: "USDT-BTC", first: "100", last: "99.5", change: "-0.005" }],
    replays: [
      {
        ...{ order: "against-first", totals, tradesLeftOut: 0 },
        trades: [{ ...trade, opened: "2026-01-01T02:00:00.000Z", closed: "2026-01-01T03:00:00.000Z" }],
        metrics: {
          ...metrics,
          deals: { ...metrics.deals, winRate: "0.33333333", best: { ...mark, closed: "2026-01-01T03:00:00.000Z" } },
          fall: {
            ...{ amount: "0.3", share: null, largestShare: null, recovered: null, time: 1 },
            ...{ from: "2026-01-01T02:00:00.000Z", to: "2026-01-01T03:00:00.000Z" },
          },
          days: [{ start: "2026-01-01", result: "-0.3" }],
          worstDay: { start: "2026-01-01", result: "-0.3" },
        },
        bots: [one, { ...one, running: { ...running, opened: "2026-01-01T01:00:00.000Z" } }],
      },
    ],
  });
});
