// Scenarios on the emulator, the whole way: held against simulate, and against what is known from the prices alone.
import { writeFileSync } from "node:fs";
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

async function tested(yaml: string, home?: string) {
  const file = home === undefined ? at.written(yaml, "one.yaml") : join(home, "one.yaml");
  if (home !== undefined) writeFileSync(file, yaml);
  const { results } = await testScenarios(openStage, TESTING, { config: CONFIG, scenarios: [file] });
  const [result] = results;
  if (result?.figures == null) throw new Error(JSON.stringify(results));
  return { ...result, figures: result.figures };
}

it("comes to what simulate comes to on the same walk, but for funding", async () => {
  const text = "scenario: x\nonly: [btc-dip]\nbalance: 1000\nlasts: 3d\n";
  const { figures } = await tested(`${text}prices: { others: { walk: 3, volatility: 0.2 } }\nexpect: [opened >= 1]\n`);
  const watching = <T>(_account: string, _window: object, task: (watch: never) => Promise<T>) =>
    task({ total: () => {}, onBytes: () => {}, onSlice: () => {} } as never);
  const options = { config: CONFIG, addresses: ["btc-dip"], walk: "3", volatility: 0.2, balance: "1000" };
  const to = Date.UTC(2025, 0, 4);
  const { simulations } = await simulate(watching, { ...options, to, order: "against-first" });
  const bot = simulations[0]?.replays[0]?.bots[0];
  expect(Number(figures.all.deals)).toBeGreaterThan(3);
  const { deals, profit, fees, open } = figures.all;
  expect([deals, profit, fees]).toEqual([String(bot?.deals), bot?.profit, bot?.fees]);
  // The emulator's market lives by whole milliseconds, so a deal opens a hair beside the level at which the one before it ended.
  expect(Number(open)).toBeCloseTo(Number(bot?.running?.unrealised), 1);
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
