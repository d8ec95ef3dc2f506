// A scenario file as it is read: defaults filled in, numbers as decimals, times as milliseconds. What is refused: test/commands/test.
import { join } from "node:path";
import { expect, it } from "vitest";
import { readScenario } from "../../../../src/config/scenarios/scenarios.js";

const FILE = join("fleet", "scenarios", "fall.yaml");

function read(text: string) {
  return readScenario({ file: FILE, text });
}

it("reads everything that may stand in it", () => {
  const text = `scenario: A fall
account: main
only: [btc-*]
balance: 1000.50
lasts: 2d
prices:
  USDT-BTC: { path: { 1h: 70, 0m: 100.10 }, change: stepped }
  USDT-ETH: { walk: 7 }
  others: { file: ../btc.csv, order: high-first }
signals: [{ bot: btc-dip, at: 10m }, { bot: "*", every: 1h }]
expect: [liquidations == 0]
deals: [{ bot: btc-dip, entry: 99.5, net: -1, closed: 1h }]
`;
  const { read: found, diagnostics } = read(text);
  expect(diagnostics).toEqual([]);
  expect(found?.scenario).toEqual({
    ...{ file: FILE, name: "fall", description: "A fall", account: "main", only: ["btc-*"], balance: "1000.5" },
    lasts: 172_800_000,
    prices: {
      "USDT-BTC": {
        kind: "path",
        points: [
          [0, "100.1"],
          [3_600_000, "70"],
        ],
        change: "stepped",
      },
      "USDT-ETH": { kind: "walk", seed: 7, start: "100", volatility: 0.1 },
      others: { kind: "file", file: join("fleet", "btc.csv"), order: "high-first" },
    },
    signals: [
      { bot: "btc-dip", at: 600_000 },
      { bot: "*", every: 3_600_000 },
    ],
    expect: [{ text: "liquidations == 0", figure: "liquidations", operator: "==", limit: "0" }],
    deals: [{ bot: "btc-dip", entry: "99.5", net: "-1", closed: "1h" }],
  });
});

it.each([
  ["scenario: x\nbalance: 1\nprices: {}\n", "it expects nothing"],
  ["scenario: [x\n", "config/yaml"],
  ["", "can't be"],
  ["balance: 1\n", "scenario is missing"],
  ["scenario: x\nbalance: 0\nprices: {}\nexpect: [deals == 0]\n", "balance can't be 0"],
  ["scenario: x\nbalance: 1\nprices: {}\ndeals: [{ ended: stopped }]\n", 'deals.0.ended can\'t be "stopped"'],
  ["scenario: x\nbalance: 1\nprices: {}\ndeals: [{ closes: 1h }]\n", 'unknown key "closes" in deals.0'],
])("%j is refused, with its place", (text, problem) => {
  const { read: found, diagnostics } = read(text);
  expect(found).toBeUndefined();
  expect(diagnostics.map(({ code, summary }) => `${code} ${summary}`).join()).toContain(problem);
  expect(diagnostics.every(({ position, remedy }) => position !== undefined && remedy !== undefined)).toBe(true);
});

it("says where it doesn't fit the configuration", () => {
  const { read: found } = read("scenario: x\nbalance: 1\nprices: {}\nonly: [eth-dip]\nexpect: [deals == 0]\n");
  expect(found?.misfit(["only", 0], "there is no eth-dip", "Name another.")).toMatchObject({
    ...{ code: "config/scenario-fleet", summary: "there is no eth-dip", remedy: "Name another." },
    position: { file: FILE, line: 4, column: 8 },
  });
});

it("says of a key with a slip that it has one, and not that it is missing, too", () => {
  const { diagnostics } = read("scenario: x\nbalanse: 1\nprices: {}\nexpects: [deals == 0]\n");
  expect(diagnostics.map(({ summary, remedy }) => `${summary}: ${remedy}`)).toEqual([
    'unknown key "balanse": Did you mean balance?',
    'unknown key "expects": Did you mean expect?',
  ]);
});
