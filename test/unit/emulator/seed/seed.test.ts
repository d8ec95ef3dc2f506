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
    [
      "a wave of more than a year",
      { accounts: [account()], prices: { "USDT-BTC": { base: "1", swingPercent: 1, periodSeconds: 31_536_001 } } },
      ["prices.USDT-BTC.periodSeconds: is too big"],
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

describe("formats", () => {
  const accepts = (seed: object) => parseSeed({ accounts: [account()], ...seed }).ok;

  it.each([
    ["2026-01-01T00:00:00Z", true],
    ["2026-01-01T00:00:00.5Z", true],
    ["2026-01-01T00:00:00.123Z", true],
    ["2026-01-01T00:00:00.1234Z", false],
    ["2026-01-01T00:00:00", false],
    ["2026-01-01T00:00:00+01:00", false],
    [" 2026-01-01T00:00:00Z", false],
    ["2026-01-01T00:00:00Z ", false],
    ["2026-01-01T00:00Z", false],
  ])("a start of %j: %s", (start, is) => expect(accepts({ start })).toBe(is));

  it.each([
    ["USDT-BTC", true],
    ["1-2", true],
    [`${"A".repeat(20)}-${"B".repeat(20)}`, true],
    [`${"A".repeat(21)}-B`, false],
    ["usdt-btc", false],
    ["USDT-", false],
    ["-BTC", false],
    [" USDT-BTC", false],
    ["USDT-BTC-X", false],
  ])("a pair of %j: %s", (pair, is) => expect(accepts({ pairs: [pair] })).toBe(is));

  it.each([
    ["0", true, false],
    ["0.000000000000", true, false],
    ["0.000000000001", true, true],
    ["0.0000000000001", false, false],
    ["999999999999999", true, true],
    ["9999999999999999", false, false],
    ["1.", false, false],
    [".5", false, false],
    ["-1", false, false],
    ["1e5", false, false],
    ["x1", false, false],
    ["1 ", false, false],
  ])("%j as a balance: %s, as a price: %s", (text, asBalance, asPrice) => {
    expect(accepts({ accounts: [account({ balance: { USDT: text } })] })).toBe(asBalance);
    expect(accepts({ prices: { "USDT-BTC": text } })).toBe(asPrice);
  });

  it.each([
    ["0", true],
    ["9.12345678", true],
    ["9.123456789", false],
    ["10", false],
    ["-1", false],
  ])("a fee of %j: %s", (makerPercent, is) => {
    expect(accepts({ fees: { makerPercent, takerPercent: "0.05" } })).toBe(is);
  });

  it.each([
    ["a wave", { base: "1", swingPercent: 0, periodSeconds: 1 }, true],
    ["a wave to 0", { base: "1", swingPercent: 100, periodSeconds: 1 }, false],
    ["a wave that falls", { base: "1", swingPercent: -1, periodSeconds: 1 }, false],
    ["a wave of a year", { base: "1", swingPercent: 1, periodSeconds: 31_536_000 }, true],
    ["a longer wave", { base: "1", swingPercent: 1, periodSeconds: 31_536_001 }, false],
    ["a wave of no time", { base: "1", swingPercent: 1, periodSeconds: 0 }, false],
    ["a path", { path: [[0, "1"]] }, true],
    ["a stepped path", { path: [[0, "1"]], change: "stepped" }, true],
    ["an even path", { path: [[0, "1"]], change: "linear" }, true],
    ["another path", { path: [[0, "1"]], change: "jumping" }, false],
    ["an empty path", { path: [] }, false],
    ["a path from before the start", { path: [[-1, "1"]] }, false],
    ["a walk", { walk: { seed: "", base: "1", stepSeconds: 86_400, volatilityPercent: 50 } }, true],
    ["a still walk", { walk: { seed: "a", base: "1", stepSeconds: 1, volatilityPercent: 0 } }, true],
    ["a walk of slow steps", { walk: { seed: "a", base: "1", stepSeconds: 86_401, volatilityPercent: 1 } }, false],
    ["a walk of no steps", { walk: { seed: "a", base: "1", stepSeconds: 0, volatilityPercent: 1 } }, false],
    ["a walk of less than chance", { walk: { seed: "a", base: "1", stepSeconds: 1, volatilityPercent: -0.1 } }, false],
    ["candles", { candles: { file: "a.csv", order: "high-first" } }, true],
    ["candles without a file", { candles: { file: "" } }, false],
    ["candles in another order", { candles: { file: "a.csv", order: "high" } }, false],
    ["a wild walk", { walk: { seed: "a", base: "1", stepSeconds: 1, volatilityPercent: 50.1 } }, false],
  ])("%s: %#", (_name, course, is) => expect(accepts({ prices: { "USDT-BTC": course } })).toBe(is));
});
