// Prices, balances and positions that figures rest on: which source wins, and what is left out rather than made up.
import { describe, expect, it } from "vitest";
import type { AccountInformation, AccountPosition, AssetBalance } from "../../../src/model/bot/account.js";
import type { PriceSource } from "../../../src/model/risk/risk.js";
import { dealPrices, marketDataOf, pricesOf } from "../../../src/risk/market-data.js";
import { deal } from "../reconcile/fleet.js";

describe("the price of a pair", () => {
  const given = (source: PriceSource, price: string, pair = "USDT-BTC") => ({ pair, price, source });

  it.each([
    {
      found: [given("file", "1"), given("given", "2"), given("deal", "3"), given("position", "4")],
      price: { price: "4", source: "position" },
      because: "a position's mark is the market's",
    },
    {
      found: [given("position", "4"), given("deal", "3"), given("given", "2"), given("file", "1")],
      price: { price: "4", source: "position" },
      because: "whatever the order",
    },
    {
      found: [given("file", "1"), given("given", "2"), given("deal", "3")],
      price: { price: "3", source: "deal" },
      because: "then a deal's entry",
    },
    {
      found: [given("file", "1"), given("given", "2")],
      price: { price: "2", source: "given" },
      because: "then what was given",
    },
    {
      found: [given("deal", "3"), given("deal", "5")],
      price: { price: "3", source: "deal" },
      because: "of one source the first",
    },
    { found: [given("given", "2.50")], price: { price: "2.5", source: "given" }, because: "in canonical form" },
    { found: [given("given", "0")], price: undefined, because: "0 is no price" },
    { found: [given("given", "-1")], price: undefined, because: "nor is less" },
    { found: [given("given", "soon")], price: undefined, because: "nor is a word" },
    {
      found: [given("position", "0"), given("file", "1")],
      price: { price: "1", source: "file" },
      because: "what is no price hides no other source",
    },
    { found: [given("given", "2", "USDT-ETH")], price: undefined, because: "another pair has its own" },
  ])("is $price: $because", ({ found, price }) => {
    expect(pricesOf(found).get("USDT-BTC")).toEqual(price);
  });
});

describe("the entries of running deals", () => {
  it.each([
    [[deal(7, 1, { entryPrice: "70" }), deal(9, 2, { entryPrice: "90" })]],
    [[deal(9, 2, { entryPrice: "90" }), deal(7, 1, { entryPrice: "70" })]],
  ])("give the price of the newest deal, in whichever order the list shows them", (deals) => {
    expect(pricesOf(dealPrices(deals)).get("USDT-BTC")).toEqual({ price: "90", source: "deal" });
  });

  it("give none where the entry isn't known, and the next deal's instead", () => {
    expect(dealPrices([deal(9, 2, { entryPrice: null }), deal(7, 1, { entryPrice: "70" })])).toEqual([
      { pair: "USDT-BTC", price: "70", source: "deal" },
    ]);
  });
});

describe("an account", () => {
  const NOTHING: AccountInformation = {
    ...{ totalUnrealizedProfit: null, totalMarginBalance: null, totalInitialMargin: null, totalMaintMargin: null },
    ...{ totalPositionMargin: null, totalOpenOrderMargin: null, totalWalletBalance: null, totalFreeBalance: null },
    ...{ leverage: null, assets: [], positions: [] },
  };
  const asset = (name: string, walletBalance: string | null, availableBalance: string | null): AssetBalance => ({
    ...{ asset: name, walletBalance, availableBalance, marginAvailable: true, updateTime: null },
    ...{ unrealizedProfit: null, marginBalance: null, maintMargin: null, initialMargin: null, crossUnPnl: null },
    ...{ positionInitialMargin: null, openOrderInitialMargin: null, maxWithdrawAmount: null, crossWalletBalance: null },
  });
  const position = (changes: Partial<AccountPosition>): AccountPosition => ({
    ...{ key: "USDT-BTC_BUY", symbol: "BTCUSDT", ourSymbol: "USDT-BTC", positionSide: "LONG", marginType: "isolated" },
    ...{ amount: "1", entryPrice: "9", markPrice: "10", positionMargin: "3", openOrderMargin: "2" },
    ...{ liquidationPrice: null, unRealizedProfit: null, leverage: null, isolatedMargin: null },
    ...changes,
  });
  const known = (changes: Partial<AccountInformation>) => marketDataOf({ ...NOTHING, ...changes });
  const TOTALS = { totalWalletBalance: "11", totalFreeBalance: "9" };

  it.each([
    {
      given: { assets: [asset("USDT", "10", "8")] },
      funds: [["USDT", { wallet: "10", free: "8" }]],
      because: "its own",
    },
    {
      given: { ...TOTALS, assets: [asset("USDT", "10", "8")] },
      funds: [["USDT", { wallet: "11", free: "9" }]],
      because: "the totals are of the only asset",
    },
    {
      given: { ...TOTALS, totalFreeBalance: null, assets: [asset("USDT", "10", "8")] },
      funds: [["USDT", { wallet: "10", free: "8" }]],
      because: "half a total is none",
    },
    {
      given: { ...TOTALS, totalWalletBalance: null, assets: [asset("USDT", "10", "8")] },
      funds: [["USDT", { wallet: "10", free: "8" }]],
      because: "whichever half is missing",
    },
    {
      given: { ...TOTALS, assets: [asset("USDT", "10", "8"), asset("BUSD", "1", "0")] },
      funds: [
        ["USDT", { wallet: "10", free: "8" }],
        ["BUSD", { wallet: "1", free: "0" }],
      ],
      because: "the totals of several assets are no one asset's",
    },
    {
      given: { assets: [asset("USDT", null, "8"), asset("BUSD", "1", null), asset("USDC", "5", "4")] },
      funds: [["USDC", { wallet: "5", free: "4" }]],
      because: "an asset without a wallet or free balance isn't known",
    },
    { given: { ...TOTALS }, funds: undefined, because: "totals without an asset say nothing of any" },
  ])("has the funds $funds: $because", ({ given, funds }) => {
    const found = known(given).funds;
    expect(found && [...found]).toEqual(funds);
  });

  it.each([
    { changes: {}, held: { side: "LONG", margin: "5", isolated: true }, because: "margin of position and open orders" },
    { changes: { positionSide: "SHORT" }, held: { side: "SHORT" }, because: "a SHORT" },
    { changes: { positionSide: "BOTH" }, held: { side: "LONG" }, because: "one-way mode shows BOTH" },
    { changes: { marginType: "CROSS" }, held: { isolated: false }, because: "cross, in any case of letters" },
    { changes: { positionMargin: null }, held: { margin: "2" }, because: "open orders alone" },
    { changes: { openOrderMargin: null }, held: { margin: "3" }, because: "the position alone" },
  ])("holds $held: $because", ({ changes, held }) => {
    expect(known({ positions: [position(changes)] }).held).toMatchObject([
      { pair: "USDT-BTC", amount: "1", entryPrice: "9", markPrice: "10", ...held },
    ]);
  });

  it("marks the prices of its positions, where they are known", () => {
    const positions = [position({}), position({ ourSymbol: "USDT-ETH", markPrice: null })];
    expect(known({ positions }).marks).toEqual([{ pair: "USDT-BTC", price: "10", source: "position" }]);
  });
});
