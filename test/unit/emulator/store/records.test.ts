// What a state file may hold: every command that can wait, and nothing that is misspelt.
import { describe, expect, it } from "vitest";
import { isCommand, state } from "../../../../src/emulator/store/records.js";

const target = { account: "demo", botId: null, strategy: "SHORT", pairs: ["USDT-BTC"] };
const terms = {
  dca: {
    ...{ enabled: true, max: 10, active: 3, volume: "10", percent: "0.3", multiplierVolume: "1.5" },
    multiplierPrice: "1",
  },
  close: { enabled: true, event: "percentage", value: "0.5" },
  stop: { enabled: true, event: "pnl", value: "3", delay: 3 },
};
const open = { orderVolume: "10", leverage: 10, marginType: "isolated", orderType: "Limit", cycles: 1 };
const COMMANDS = [
  { kind: "turn-on", botId: 1 },
  { kind: "turn-off", botId: 1 },
  { kind: "start-deal", botId: 1 },
  { kind: "change-take-profit", dealId: 1, percent: "2", immediately: false },
  { kind: "complete-deal", dealId: 1 },
  { kind: "cancel-deal", dealId: 1 },
  { kind: "hook-open", ...target, open, terms },
  { kind: "hook-open", ...target, open: { orderVolume: "1", marginType: "cross", orderType: "Market" }, terms: {} },
  { kind: "hook-open", ...target, botId: 1, strategy: "LONG", pairs: [], terms: { close: { event: "delay" } } },
  { kind: "hook-update", ...target, strategy: null, terms: { close: { event: "pnl" }, stop: { event: "percentage" } } },
  { kind: "hook-average", ...target, amount: "10" },
  { kind: "hook-close", ...target, closePosition: true },
];
const STATE = {
  ...{ formatVersion: 2, now: 1.5, origin: 1, nextBotId: 1002, nextDealId: 50_002 },
  ...{ accounts: [{ name: "demo", balance: { USDT: "1" }, balanceChanged: 0 }], bots: [], deals: [] },
  logs: [[1001, [{ message: "x", at: 1 }]]],
  commands: COMMANDS.map((command) => ({ due: 1, command })),
  waits: ["price", "margin", "signal", "volume"].map((wait, index) => [index, wait]),
  prices: { "USDT-BTC": "64000" },
};

it("a whole state is read as it was written", () => {
  expect(state.parse(STATE)).toEqual(STATE);
});

describe("refused is", () => {
  it.each<[string, object]>([
    ["another version", { formatVersion: 3 }],
    ["an unknown key", { extra: 1 }],
    ["an id below 0", { nextBotId: -1 }],
    ["an id with a fraction", { nextDealId: 1.5 }],
    ["an unknown wait", { waits: [[1, "moon"]] }],
    ["an unknown command", { commands: [{ due: 1, command: { kind: "explode", botId: 1 } }] }],
    ["a command of another's keys", { commands: [{ due: 1, command: { kind: "turn-on", dealId: 1 } }] }],
    ["an unknown key of a command", { commands: [{ due: 1, command: { ...COMMANDS[10], more: 1 } }] }],
    ["a balance that is a number", { accounts: [{ name: "demo", balance: { USDT: 1 }, balanceChanged: 0 }] }],
  ])("%s", (_name, change) => {
    expect(state.safeParse({ ...STATE, ...change }).success).toBe(false);
  });
});

it("commands outlive the process, what the market plans doesn't", () => {
  expect(state.parse(STATE).commands.every(({ command }) => isCommand(command))).toBe(true);
  expect([
    isCommand({ kind: "deal-look", dealId: 1, turn: 1, level: null }),
    isCommand({ kind: "margin-look", account: "demo", asset: "USDT", turn: 1 }),
    isCommand({ kind: "price-allows", botId: 1 }),
  ]).toEqual([false, false, false]);
});
