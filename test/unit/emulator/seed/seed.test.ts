// Reading seeds, and what is said of wrong ones.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DEFAULT_SEED, parseSeed } from "../../../../src/emulator/seed/seed.js";
import { Service } from "../../../../src/emulator/service.js";
import { manualClock, PLAIN_BOT } from "../harness.js";

const { exchange: _exchange, ...BOT } = PLAIN_BOT;

const account = (more: object = {}) => ({
  name: "a",
  apiKey: "k",
  apiSecret: "s",
  accesses: [{ accessId: 101, title: "A" }],
  ...more,
});

it("the example is a seed that starts", () => {
  const reading = parseSeed(JSON.parse(readFileSync("examples/emulator/seed.json", "utf8")));
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  const service = new Service({ seed: reading.seed, clock: manualClock() });
  expect(service.bots().map(({ id, enabled, account }) => [id, enabled, account])).toEqual([
    [1001, true, "main"],
    [1002, false, "main"],
  ]);
  expect(service.deals()).toHaveLength(1);
});

it("the built-in seed is valid", () => {
  expect(parseSeed(DEFAULT_SEED)).toEqual({ ok: true, seed: DEFAULT_SEED });
});

describe("problems", () => {
  it.each<[string, unknown, string[]]>([
    ["no object", 5, ["must be an object"]],
    ["no accounts", {}, ["accounts: must be an array"]],
    ["an empty list", { accounts: [] }, ["accounts: is too small or too short"]],
    ["an unknown key", { accounts: [account()], acounts: [] }, ['unknown key "acounts"']],
    ["an unknown account key", { accounts: [account({ secret: "x" })] }, ['accounts[0]: unknown key "secret"']],
    ["a number for a key", { accounts: [account({ apiKey: 5 })] }, ["accounts[0].apiKey: must be a string"]],
    [
      "a balance that is a number",
      { accounts: [account({ balance: { USDT: 5 } })] },
      ["accounts[0].balance.USDT: must be a string"],
    ],
    [
      "a price that is none",
      { accounts: [account()], prices: { "USDT-BTC": "x" } },
      ["prices.USDT-BTC: has the wrong format"],
    ],
    [
      "a wave without period",
      { accounts: [account()], prices: { "USDT-BTC": { base: "1", swingPercent: 1 } } },
      ["prices.USDT-BTC.periodSeconds: must be a number"],
    ],
    ["a pair in another form", { accounts: [account()], pairs: ["BTCUSDT"] }, ["pairs[0]: has the wrong format"]],
    ["one name twice", { accounts: [account(), account({ apiKey: "l" })] }, ['accounts: name "a" is used twice']],
    ["one key twice", { accounts: [account(), account({ name: "b" })] }, ['accounts: apiKey "k" is used twice']],
    [
      "one bot id twice",
      {
        accounts: [
          account({
            bots: [
              { ...BOT, id: 5 },
              { ...BOT, id: 5 },
            ],
          }),
        ],
      },
      ["bots: id 5 is used twice"],
    ],
    [
      "an unknown bot parameter and a value out of bounds",
      { accounts: [account({ bots: [BOT, { ...BOT, leverage: 0, colour: "red" }] })] },
      ["accounts[0].bots[1]: colour is unknown.", "accounts[0].bots[1]: leverage must be no less than 1."],
    ],
    [
      "a bot on another's access",
      { accounts: [account({ bots: [{ ...BOT, accessId: 9 }] })] },
      ["accounts[0].bots[0]: accessId 9 is not one of the account's accesses."],
    ],
    [
      "a path that goes back in time",
      {
        accounts: [account({})],
        prices: {
          "USDT-BTC": {
            path: [
              [5, "1"],
              [5, "2"],
            ],
          },
        },
      },
      ["prices.USDT-BTC.path: points must be in order of time, one per moment"],
    ],
    [
      "a walk without a base and with an unknown key",
      {
        accounts: [account({})],
        prices: { "USDT-BTC": { walk: { seed: "a", stepSeconds: 1, volatilityPercent: 1, drift: 2 } } },
      },
      ["prices.USDT-BTC.walk.base: must be a string", 'prices.USDT-BTC.walk: unknown key "drift"'],
    ],
    [
      "one hook id twice, a token with a slash, a ghost's access that is none",
      {
        accounts: [
          account({ hook: { accountId: 7, token: "a", accessId: 9 } }),
          account({ name: "b", apiKey: "b", hook: { accountId: 7, token: "b" } }),
        ],
      },
      ["hooks: accountId 7 is used twice", "accounts[0].hook: accessId 9 is not one of the account's accesses."],
    ],
    [
      "a token with a slash, a start without a time, a fee below nothing",
      {
        accounts: [account({ hook: { accountId: 7, token: "a/b" } })],
        start: "2026-01-01",
        fees: { makerPercent: "-0.1", takerPercent: "0.05" },
      },
      [
        "accounts[0].hook.token: has the wrong format",
        "start: has the wrong format",
        "fees.makerPercent: has the wrong format",
      ],
    ],
    [
      "a bot on a pair that isn't traded",
      { accounts: [account({ bots: [BOT] })], pairs: ["USDT-ETH"] },
      ["accounts[0].bots[0]: pairTitle USDT-BTC is not one of the pairs."],
    ],
  ])("%s", (_name, json, problems) => {
    const reading = parseSeed(json);
    expect(reading.ok ? [] : reading.problems).toEqual(problems);
  });
});

it("null is a parameter that isn't set", () => {
  const reading = parseSeed({ accounts: [account({ bots: [{ ...BOT, martingaleScale: null }] })] });
  expect(reading.ok).toBe(true);
});
