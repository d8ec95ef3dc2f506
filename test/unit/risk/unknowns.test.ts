// What the preview in money doesn't know, and whom it names.
import { describe, expect, it } from "vitest";
import type { BotRisk } from "../../../src/model/risk/risk.js";
import { type MarketData, NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { type Lacking, undeclaredUnknowns, unknownsOf } from "../../../src/risk/unknowns.js";

const FUNDED: MarketData = { ...NO_MARKET_DATA, funds: new Map() };
const PRICED: BotRisk["basis"] = { kind: "price", price: "64000", source: "given" };

function risk(changes: Partial<BotRisk>): BotRisk {
  return {
    ...{ pair: "USDT-BTC", side: "LONG", quote: "USDT", leverage: "5", isolated: true, on: true, basis: PRICED },
    ...{ orders: 1, belowZero: 0, position: "20", margin: "4", feeReserve: "0", cover: "0", bounce: "0" },
    ...{ lossAtEnd: "0", funding: "0", walletExposure: null },
    liquidation: { kind: "outside", loss: null, price: null, distance: null },
    ...changes,
  };
}

const whats = (figures: readonly BotRisk[], data: MarketData, lacking: readonly Lacking[] = []) =>
  unknownsOf(figures, data, lacking).map(({ what }) => what);

describe("without a balance", () => {
  it.each([
    { of: "no bot", figures: [], expected: /^$/ },
    { of: "isolated bots", figures: [risk({}), risk({})], expected: /^[^,]*\bbalance\b[^,]*$/ },
    {
      of: "cross bots",
      figures: [risk({ isolated: false })],
      expected: /balance.*, and where cross positions are liquidated$/,
    },
    {
      of: "one cross bot among others",
      figures: [risk({}), risk({ isolated: false })],
      expected: /balance.*, and where cross positions are liquidated$/,
    },
  ])("it isn't known of $of", ({ figures, expected }) => {
    expect(whats(figures, NO_MARKET_DATA).join("\n")).toMatch(expected);
    expect(whats(figures, FUNDED)).toEqual([]);
  });
});

it("says of each what it is, and what would make it known, in this order", () => {
  const figures = [risk({ isolated: false, basis: { kind: "relative" } })];
  expect(unknownsOf(figures, NO_MARKET_DATA, [{ name: "main/a", lacks: ["leverage", "marginMode"] }])).toEqual([
    {
      what: "what main/a (leverage, marginMode) may cost; in no sum, because these settings are missing or not usable numbers",
      needs: "declare them, or set them on the service",
    },
    {
      what: "whether the balance is enough, and where cross positions are liquidated",
      needs: "read the account, or run botform risk --balance AMOUNT",
    },
    {
      what: "the price of USDT-BTC; orders are shown as if the first fill were at 100, which changes no sum",
      needs: "add --price PAIR=PRICE, or wait for a running position",
    },
  ]);
  expect(unknownsOf([risk({})], FUNDED)).toEqual([]);
});

it("names the pairs without a price, once each and in order", () => {
  const relative: BotRisk["basis"] = { kind: "relative" };
  const figures = ["USDT-SOL", "USDT-BTC", "USDT-SOL"].map((pair) => risk({ pair, basis: relative }));
  expect(whats([...figures, risk({ pair: "USDT-ETH" })], FUNDED)).toEqual([
    expect.stringMatching(/^the price of USDT-BTC, USDT-SOL\W/),
  ]);
});

describe("bots without figures", () => {
  const bots = (count: number) =>
    [...Array(count).keys()].map((index) => ({ name: `main/b${index}`, lacks: ["leverage", "pairTitle"] }));
  const text = (lacking: readonly Lacking[]) => whats([], FUNDED, lacking).join("\n");
  const one = (index: number) => `main/b${index} (leverage, pairTitle)`;

  it.each([
    { count: 1, names: one(0) },
    { count: 2, names: `${one(0)} and ${one(1)}` },
    { count: 5, names: `${one(0)}, ${one(1)}, ${one(2)}, ${one(3)} and ${one(4)}` },
    { count: 6, names: `${one(0)}, ${one(1)}, ${one(2)}, ${one(3)}, ${one(4)} and 1 more bot` },
    { count: 7, names: `${one(0)}, ${one(1)}, ${one(2)}, ${one(3)}, ${one(4)} and 2 more bots` },
  ])("are named up to five: $count", ({ count, names }) => {
    expect(text(bots(count)).startsWith(`what ${names} may cost`)).toBe(true);
  });

  it("with the first 80 characters of a long name", () => {
    expect(text([{ name: "😀".repeat(81), lacks: ["leverage"] }])).toContain(`what ${"😀".repeat(80)} (leverage) may`);
  });
});

it("settings that nobody declares, and that the service may have, are named with their bots", () => {
  expect(undeclaredUnknowns([])).toEqual([]);
  expect(undeclaredUnknowns([{ name: "main/a", lacks: ["countOrderMax"] }])).toEqual([
    {
      what: "how much more is tied up where the service has what isn't declared: main/a (countOrderMax)",
      needs: "declare these settings; null switches one off",
    },
  ]);
});
