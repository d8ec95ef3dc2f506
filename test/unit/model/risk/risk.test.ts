// A preview in money as a plan carries it: figures known or unknown, liquidation and basis in each form.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { type BotRisk, isKnown, moneySchema } from "../../../../src/model/risk/risk.js";

const BOT: BotRisk = {
  ...{
    pair: "USDT-BTC",
    side: "LONG",
    quote: "USDT",
    leverage: "5",
    isolated: false,
    on: true,
    orders: 7,
    belowZero: 0,
  },
  ...{ basis: { kind: "relative" }, position: "170", margin: "34", feeReserve: "0.17", cover: "0.09", bounce: "0.05" },
  ...{ lossAtEnd: "-8", funding: "0.01", walletExposure: null, liquidation: { kind: "unknown", needs: "balance" } },
};
const UNKNOWN = { kind: "unknown", lacks: ["leverage"] } as const;
const SUM = { bots: 1, position: "170", margin: "34", feeReserve: "0.17" };
const QUOTE = {
  ...{ ...SUM, quote: "USDT", disabled: SUM, need: "34", free: null, usable: null },
  ...{ isAffordable: null, wallet: null, walletExposure: null },
};
const WITH_FLEET = { ...QUOTE, crossAtDepth: { bots: 2, room: "-3", endsAt: "-0.08" } };
const SHOCK = {
  ...{ quote: "USDT", move: "-0.2", margin: "34", maintenance: "1", loss: "-8", equity: null },
  ...{ liquidated: 0, isCrossLiquidated: null },
};
const ACCOUNT = {
  quotes: [QUOTE, { ...QUOTE, offRunning: 1, isAffordable: true, free: "80" }, WITH_FLEET],
  pairs: [{ ...SUM, pair: "USDT-BTC", quote: "USDT" }],
  sides: [{ ...SUM, side: "SHORT", quote: "USDT" }],
  shocks: [SHOCK],
  unknown: 0,
};
const MONEY = {
  assumptions: {
    ...{ volumeMeaning: "notional", volumeBase: "first", anchor: "base", liquidation: "binance", hedgeMode: true },
    ...{ makerFee: "0.0002", takerFee: "0.0005", fundingRate: "0", reserve: "0", safetyBuffer: "0" },
    tiers: { source: "s", date: "2026-01-01" },
    limits: { source: "s", date: "2026-01-01" },
  },
  bots: {
    "main/a": { before: null, after: BOT, most: { before: null, after: { position: "170", margin: "34" } } },
    "main/b": { before: BOT, after: UNKNOWN, most: { before: { position: "170", margin: "34" }, after: null } },
  },
  before: ACCOUNT,
  after: ACCOUNT,
  unknown: [{ what: "the balance", needs: "a read" }],
};

const accepts = (money: unknown) => z.safeParse(moneySchema(), money).success;
const withBot = (change: object) =>
  accepts({ ...MONEY, bots: { "main/a": { ...MONEY.bots["main/a"], after: { ...BOT, ...change } } } });
const withAccount = (change: object) => accepts({ ...MONEY, after: { ...ACCOUNT, ...change } });

it("a bot's figures are known, unless it lacks a setting", () => {
  expect([BOT, UNKNOWN].map(isKnown)).toEqual([true, false]);
});

describe("a preview from outside", () => {
  it("is read as it was written", () => {
    expect(z.parse(moneySchema(), MONEY)).toEqual(MONEY);
  });

  it.each<[object, boolean]>([
    [{ liquidation: { kind: "outside", loss: "7", price: "5", distance: "0.5" } }, true],
    [{ liquidation: { kind: "outside", loss: null, price: null, distance: null } }, true],
    [{ liquidation: { kind: "outside", loss: null, price: null } }, false],
    [
      {
        liquidation: {
          kind: "outside",
          loss: null,
          price: null,
          distance: null,
          together: { others: 17, move: "-0.08" },
        },
      },
      true,
    ],
    [{ liquidation: { kind: "outside", loss: null, price: null, distance: null, together: { others: 17 } } }, false],
    [
      {
        liquidation: {
          ...{ kind: "outside", loss: null, price: null, distance: null },
          together: { others: 17, move: null, more: 1 },
        },
      },
      false,
    ],
    [{ liquidation: { kind: "inside", loss: "7", after: 0, price: "5", neverPlaced: 3, share: "0.4" } }, true],
    [{ liquidation: { kind: "inside", loss: "7", after: -1, price: "5", neverPlaced: 3, share: "0.4" } }, false],
    [{ liquidation: { kind: "inside", loss: "7", after: 0, price: null, neverPlaced: 3, share: "0.4" } }, false],
    [{ liquidation: { kind: "unknown", needs: "price" } }, false],
    [{ basis: { kind: "relative", price: "5" } }, false],
    ...["position", "deal", "given", "file"].map((source): [object, boolean] => [
      { basis: { kind: "price", price: "5", source } },
      true,
    ]),
    [{ basis: { kind: "price", price: "5", source: "guess" } }, false],
    [{ side: "SHORT" }, true],
    [{ side: "BOTH" }, false],
    [{ walletExposure: "0.5" }, true],
    [{ margin: null }, false],
    [{ more: 1 }, false],
  ])("of a bot with %j: %s", (change, is) => expect(withBot(change)).toBe(is));

  it.each<[object, boolean]>([
    [{ quotes: [{ ...QUOTE, offRunning: undefined }] }, false],
    [{ quotes: [{ ...QUOTE, disabled: {} }] }, false],
    [{ quotes: [SUM] }, false],
    [{ pairs: [SUM] }, false],
    [{ sides: [SUM] }, false],
    [{ shocks: [{ ...SHOCK, isCrossLiquidated: true, equity: "5" }] }, true],
    [{ shocks: [{ ...SHOCK, loss: null }] }, false],
    [{ unknown: -1 }, false],
  ])("%# of an account: %s", (change, is) => expect(withAccount(change)).toBe(is));

  it("says what isn't known, and what would tell", () => {
    expect(accepts({ ...MONEY, unknown: [{ what: "the balance" }] })).toBe(false);
    expect(accepts({ ...MONEY, unknown: [{ what: "w", needs: "n", more: 1 }] })).toBe(false);
    expect(accepts({ ...MONEY, bots: { a: { before: null, after: { kind: "unknown", lacks: [5] } } } })).toBe(false);
    expect(accepts({ ...MONEY, bots: { a: { after: BOT } } })).toBe(false);
  });
});
