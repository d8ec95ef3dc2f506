// Scenarios on the emulator, the whole way: held against simulate, and against what is known from the prices alone.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { simulate } from "../../../../src/app/money/simulate.js";
import { testScenarios } from "../../../../src/app/scenario/test.js";
import { openStage } from "../../../../src/emulator/stage.js";
import { folder } from "../room.js";

const at = folder();
const CONFIG = "examples/scenarios";
const TESTING = <T>(_total: number, task: (watch: Watch) => Promise<T>) =>
  task({ started: () => {}, passed: () => {}, ended: () => {} });
type Watch = Parameters<Parameters<Parameters<typeof testScenarios>[1]>[1]>[0];

const WATCHING = <T>(_account: string, _window: object, task: (watch: never) => Promise<T>) =>
  task({ total: () => {}, onBytes: () => {}, onSlice: () => {} } as never);

async function tested(yaml: string, home?: string, config = CONFIG) {
  const file = home === undefined ? at.written(yaml, "one.yaml") : join(home, "one.yaml");
  if (home !== undefined) writeFileSync(file, yaml);
  const { results } = await testScenarios(openStage, TESTING, { config, scenarios: [file] });
  const [result] = results;
  if (result?.figures == null) throw new Error(JSON.stringify(results));
  return { ...result, figures: result.figures };
}

it("comes to what simulate comes to on the same walk, but for funding", async () => {
  const text = "scenario: x\nonly: [btc-dip]\nbalance: 1000\nlasts: 3d\n";
  const { figures } = await tested(`${text}prices: { others: { walk: 3, volatility: 0.2 } }\nexpect: [opened >= 1]\n`);
  const options = { config: CONFIG, addresses: ["btc-dip"], walk: "3", volatility: 0.2, balance: "1000" };
  const to = Date.UTC(2025, 0, 4);
  const { simulations } = await simulate(WATCHING, { ...options, to, order: "against-first" });
  const bot = simulations[0]?.replays[0]?.bots[0];
  expect(Number(figures.all.deals)).toBeGreaterThan(3);
  const { deals, profit, fees, open } = figures.all;
  expect([deals, profit, fees]).toEqual([String(bot?.deals), bot?.profit, bot?.fees]);
  // The emulator's market lives by whole milliseconds, so a deal opens a hair beside the level at which the one before it ended.
  expect(Number(open)).toBeCloseTo(Number(bot?.running?.unrealised), 1);
});

/** Two pairs with tiers of their own, of which neither is that of unnamed pairs. */
function twoPairs(strategy: string): string {
  const yaml = readFileSync(join(CONFIG, "botform.yaml"), "utf8")
    .replace("volumeSafetyOrder: 150", "volumeSafetyOrder: 300")
    .replaceAll("USDT-ETH", "USDT-DOGE")
    .replaceAll("strategy: LONG", `strategy: ${strategy}`);
  return at.written(yaml, "botform.yaml");
}

/** A straight way from 100 to a price, in sixty candles of a minute. */
function hourTo(price: number): string {
  const row = (minute: number) => {
    const [open, close] = [minute, minute + 1].map((time) => (100 + ((price - 100) * time) / 60).toFixed(6));
    return [
      Date.UTC(2025, 0, 1) + minute * 60_000,
      open,
      ...[open, close].toSorted((a, b) => Number(b) - Number(a)),
      close,
    ];
  };
  return at.written(Array.from({ length: 60 }, (_, minute) => row(minute).join(",")).join("\n"), "hour.csv");
}

it.each([
  ["LONG", 70.95, 0],
  ["LONG", 70, 2],
  ["SHORT", 129.1, 0],
  ["SHORT", 140, 2],
] as const)("liquidates where simulate does: %s to %d", async (strategy, price, liquidations) => {
  const config = twoPairs(strategy);
  const path = `prices: { others: { path: { 0m: 100, 1h: ${price} } } }`;
  const { deals, figures } = await tested(
    `scenario: x\nbalance: 1000\n${path}\nexpect: [opened == 2]\n`,
    undefined,
    config,
  );
  const candles = hourTo(price);
  const options = {
    config,
    addresses: [],
    prices: ["USDT-BTC", "USDT-DOGE"].map((pair) => `${pair}=${candles}`),
    volatility: 0.1,
    balance: "1000",
  };
  const { simulations } = await simulate(WATCHING, { ...options, order: "against-first" });
  const replay = simulations[0]?.replays[0];
  expect([figures.all.liquidations, replay?.totals.liquidations]).toEqual([String(liquidations), liquidations]);
  expect(Number(figures.all.result)).toBeCloseTo(Number(replay?.totals.result), 2);
  const exits = deals.flatMap(({ exit }) => exit ?? []);
  expect(exits).toHaveLength(liquidations);
  for (const [index, exit] of exits.entries()) expect(Number(exit)).toBeCloseTo(Number(replay?.trades[index]?.exit), 3);
});

it.each([
  ["balance: 20", "liquidations == 0, drawdown <= 60 %", ["no deal was opened, so nothing was tested"], "balance: 20"],
  ["balance: 20", "opened <= 5", ["no deal was opened, so nothing was tested"], "balance: 20"],
  ["balance: 20", "opened of btc-* == 0", ["no deal was opened, so nothing was tested"], "balance: 20"],
  ["balance: 20", "opened == 0", [], undefined],
  ["balance: 20", "deals of * < 1", [], undefined],
  ["balance: 1000", "liquidations == 0", [], undefined],
] as const)("%s, expect %s: a run without a deal has tested nothing", async (balance, expected, found, text) => {
  const path = "prices: { others: { path: { 0m: 100, 1h: 99 } } }";
  const { differences, status } = await tested(
    `scenario: x\n${balance}\n${path}\nexpect: ["${expected.replace(", ", '", "')}"]\n`,
  );
  expect(differences.map((one) => one.found)).toEqual(found);
  expect(status).toBe(found.length === 0 ? "passed" : "failed");
  expect(differences[0]?.position.text).toBe(text);
});

it("says why no deal was opened, and what to do", async () => {
  const rest = "prices: { others: { path: { 0m: 100, 1h: 99 } } }\nexpect: [liquidations == 0]\n";
  const { differences } = await tested(`scenario: x\nbalance: 26.06\n${rest}`);
  // 130 at a leverage of 5, and a fee of 0.05 %.
  const lacks = (bot: string) => `${bot} needs 26.065 USDT for its first order and the fee, and the balance is 26.06`;
  const remedy = "If no deal should open, expect opened == 0.";
  expect(differences[0]?.because).toEqual([lacks("btc-dip"), lacks("eth-dip"), `Raise balance. ${remedy}`]);
  const limited = readFileSync(join(CONFIG, "botform.yaml"), "utf8").replaceAll(
    "enabled: true",
    "enabled: true, priceLevel: UPPER, priceLevelUp: 50",
  );
  const { differences: others } = await tested(
    `scenario: x\nbalance: 1000\n${rest}`,
    undefined,
    at.written(limited, "botform.yaml"),
  );
  expect(others[0]?.position.text).toBe("expect: [liquidations == 0]");
  expect(others[0]?.because).toEqual([
    "btc-dip waits for a price within its limits",
    "eth-dip waits for a price within its limits",
    `Let the prices come within the bots' limits. ${remedy}`,
  ]);
});

it("finds the lowest point between two events, and the highest margin", async () => {
  const { figures, differences } = await tested(`scenario: x
only: [btc-dip]
balance: 10000
prices: { USDT-BTC: { path: { 0m: 100, 1h: 50, 2h: 99 } } }
expect: [drawdown < 1, margin > 1000, safetyOrders == 6]
`);
  // One first order of 130 at 100 and six safety orders of 150, each 1.5 % of the first price lower; all at a leverage of 5.
  const amounts = [1.3, ...[98.5, 97, 95.5, 94, 92.5, 91].map((price) => Math.round((150 / price) * 1e8) / 1e8)];
  const cost = 130 + amounts.slice(1).reduce((sum, amount, index) => sum + amount * (98.5 - 1.5 * index), 0);
  const held = amounts.reduce((sum, amount) => sum + amount, 0);
  const fees = 130 * 0.0005 + (cost - 130) * 0.0004;
  expect(Number(figures.all.drawdown)).toBeCloseTo(cost - held * 50 + fees, 1);
  expect(Number(figures.all.margin)).toBeCloseTo(1030 / 5, 1);
  expect(differences.map(({ expected }) => expected)).toEqual(["drawdown < 1", "margin > 1000"]);
  expect(differences[0]?.because).toEqual(["from its highest at 0m to its lowest at 1h, USDT-BTC at 50"]);
});

it("is the same run every time", async () => {
  const yaml = `scenario: x\nbalance: 400\nlasts: 2d\nprices: { others: { walk: 5, volatility: 0.5 } }\nexpect: [deals >= 0]\n`;
  const [one, other] = [await tested(yaml), await tested(yaml)];
  expect(one.deals.length).toBeGreaterThan(5);
  expect({ ...other, file: "" }).toEqual({ ...one, file: "" });
});

it("plays candles from their first, and wants files to begin together", async () => {
  const row = (minute: number, price: number) =>
    `${1735689600000 + minute * 60_000},${price},${price},${price},${price}`;
  const late = [row(5, 10), row(6, 10)].join("\n");
  const home = dirname(at.written([row(0, 100), row(1, 95), row(2, 101)].join("\n"), "early.csv"));
  writeFileSync(join(home, "late.csv"), late);
  const head = "scenario: x\nbalance: 1000\n";
  const { lasts, deals } = await tested(
    `${head}only: [btc-dip]\nprices: { USDT-BTC: { file: early.csv } }\nexpect: [takeProfits == 1]\n`,
    home,
  );
  expect([lasts, deals[0]?.ended, deals[0]?.safetyOrders]).toEqual([180_000, "take-profit", 3]);
  await expect(
    tested(
      `${head}prices: { USDT-BTC: { file: early.csv }, USDT-ETH: { file: late.csv } }\nexpect: [deals == 0]\n`,
      home,
    ),
  ).rejects.toMatchObject({
    diagnostics: [{ summary: expect.stringContaining("its candles begin at 2025-01-01 00:05 UTC") }],
  });
});

it("says of a deal that is otherwise what was otherwise, and no more", async () => {
  const yaml = (deals: string) => `scenario: x
only: [btc-dip]
balance: 1000
prices: { USDT-BTC: { path: { 0m: 100, 10m: 95, 20m: 99, 1h: 99 } } }
deals: [${deals}]
`;
  const first = "{ bot: btc-dip, opened: 0m, ended: take-profit, safetyOrders: 3 }";
  expect((await tested(yaml(`${first}, { ended: running }`))).differences).toEqual([]);
  const found = async (deals: string) => (await tested(yaml(deals))).differences.map((one) => one.found);
  expect(await found("{ ended: stop, safetyOrders: 3 }, { ended: running }")).toEqual(["ended was take-profit"]);
  expect(await found(first)).toEqual(["there were 2"]);
  expect(await found(`${first}, { ended: running }, {}`)).toEqual(["there were only 2 deals"]);
  expect(await found(`{ net: 99.9, closed: 59m }, { ended: running }`)).toEqual([
    expect.stringMatching(/^closed was \d+m\d+s, net was \d/),
  ]);
});
