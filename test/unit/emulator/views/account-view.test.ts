// Account information, whole: two assets, positions of one pair and side added up over two accesses, and totals that are the sums of what is shown.
import { expect, it } from "vitest";
import { harness, START } from "../harness.js";
import { ACCOUNT_POSITION, ACCOUNT_TOTALS, ASSET_TEXTS } from "../shapes.js";

const BOT = {
  ...{ pairTitle: "USDT-SOL", leverage: 5, volumeFirstOrder: "150", volumeSafetyOrder: "75", countOrderMax: 2 },
  ...{ percentSafetyOrder: "10", percentTakeProfit: "1" },
};
const ISOLATED = { pairTitle: "USDT-ETH", marginMode: "ISO", leverage: 20 };

/** Two longs of SOL at 150 and 135, a deal of BUSD, two isolated longs of ETH; then both prices fall. */
function account() {
  const h = harness({ commandDelay: 0 });
  const start = (more: Readonly<Record<string, string | number>>) =>
    h.command("start-new-deal", { botId: h.create({ ...BOT, ...more }) });
  start({ volumeFirstOrder: "300" });
  h.tell("price", { pair: "USDT-SOL", price: "135" });
  start({ accessId: 102 });
  start({ accessId: 102, pairTitle: "BUSD-ETH" });
  start({ ...ISOLATED, accessId: 102 });
  start(ISOLATED);
  h.clock.pass(5_000);
  h.tell("price", { pair: "USDT-SOL", price: "130" });
  h.tell("price", { pair: "USDT-ETH", price: "3150" });
  return h.call("POST", "account-information").json.data;
}

// Fees of 0.405 in USDT: 0.05 % of 750, and 0.04 % of the safety order of 75.
it("is the wallet less the losses, with margin by position and by order", () => {
  expect(account()).toEqual({
    ...{ totalInitialMargin: "240.00000009", totalMaintMargin: "4.60989583", totalMarginBalance: "10946.49916665" },
    ...{ totalPositionMargin: "150.00000009", totalOpenOrderMargin: "90", totalUnrealizedProfit: "-53.02083335" },
    ...{ totalWalletBalance: "10999.52", totalFreeBalance: "10711.18666656", leverage: null },
    assets: [
      {
        ...{ asset: "USDT", walletBalance: "9999.595", unrealizedProfit: "-53.02083335" },
        ...{ marginBalance: "9946.57416665", maintMargin: "3.85989583", initialMargin: "180.00000009" },
        ...{ positionInitialMargin: "120.00000009", openOrderInitialMargin: "60", maxWithdrawAmount: "9771.26166656" },
        ...{ crossWalletBalance: "9984.595", crossUnPnl: "-48.33333335", availableBalance: "9771.26166656" },
        ...{ marginAvailable: true, updateTime: START },
      },
      {
        ...{ asset: "BUSD", walletBalance: "999.925", unrealizedProfit: "0", marginBalance: "999.925" },
        ...{ maintMargin: "0.75", initialMargin: "60", positionInitialMargin: "30", openOrderInitialMargin: "30" },
        ...{ maxWithdrawAmount: "939.925", crossWalletBalance: "999.925", crossUnPnl: "0" },
        ...{ availableBalance: "939.925", marginAvailable: true, updateTime: START },
      },
    ],
    positions: {
      "USDT-SOL_BUY": {
        ...{ positionSide: "LONG", symbol: "SOLUSDT", ourSymbol: "USDT-SOL", amount: "3.66666667" },
        ...{ entryPrice: "143.18181817438", markPrice: "130", liquidationPrice: "0", unRealizedProfit: "-48.33333335" },
        ...{ leverage: "5", isolatedMargin: "0", positionMargin: "105.00000009", openOrderMargin: "45" },
        marginType: "cross",
      },
      "BUSD-ETH_BUY": {
        ...{ positionSide: "LONG", symbol: "ETHBUSD", ourSymbol: "BUSD-ETH", amount: "0.046875", entryPrice: "3200" },
        ...{ markPrice: "3200", liquidationPrice: "0", unRealizedProfit: "0", leverage: "5", isolatedMargin: "0" },
        ...{ positionMargin: "30", openOrderMargin: "30", marginType: "cross" },
      },
      "USDT-ETH_BUY": {
        ...{ positionSide: "LONG", symbol: "ETHUSDT", ourSymbol: "USDT-ETH", amount: "0.09375", entryPrice: "3200" },
        ...{ markPrice: "3150", liquidationPrice: "3055.27638191", unRealizedProfit: "-4.6875", leverage: "20" },
        ...{ isolatedMargin: "15", positionMargin: "15", openOrderMargin: "15", marginType: "isolated" },
      },
    },
  });
});

it("has its keys in the interface's order", () => {
  const { assets, positions, ...rest } = account();
  expect(Object.keys(rest)).toEqual([...ACCOUNT_TOTALS, "leverage"]);
  expect(Object.keys(assets[0])).toEqual([...ASSET_TEXTS, "marginAvailable", "updateTime"]);
  expect(Object.keys(positions["USDT-SOL_BUY"])).toEqual(ACCOUNT_POSITION);
});

it("keeps a long and a short of one pair apart", () => {
  const h = harness({ commandDelay: 0 });
  h.command("start-new-deal", { botId: h.create(BOT) });
  h.command("start-new-deal", { botId: h.create({ ...BOT, strategy: "SHORT" }) });
  h.tell("price", { pair: "USDT-SOL", price: "150.5" });
  const { positions } = h.call("POST", "account-information").json.data;
  expect(positions).toMatchObject({
    "USDT-SOL_BUY": { positionSide: "LONG", unRealizedProfit: "0.5" },
    "USDT-SOL_SELL": { positionSide: "SHORT", unRealizedProfit: "-0.5" },
  });
});

it("shows the leverage of the first deal where deals of one pair and side differ", () => {
  const h = harness({ commandDelay: 0 });
  for (const [accessId, leverage] of [
    [101, 5],
    [102, 10],
  ] as const)
    h.command("start-new-deal", { botId: h.create({ ...BOT, accessId, leverage }) });
  const { positions } = h.call("POST", "account-information").json.data;
  expect(positions).toMatchObject({ "USDT-SOL_BUY": { amount: "2", leverage: "5", positionMargin: "45" } });
});

it("of an account without a balance has the wallet that its deals made", () => {
  const accounts = [
    { name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [{ accessId: 101, title: "A" }] },
  ];
  const h = harness({ commandDelay: 0 }, { accounts });
  expect(h.call("POST", "account-information").json.data).toMatchObject({ totalWalletBalance: "0", assets: [] });
  h.command("start-new-deal", { botId: h.create(BOT) });
  expect(h.call("POST", "account-information").json.data.assets).toMatchObject([
    { asset: "USDT", walletBalance: "-0.075", availableBalance: "0", updateTime: START },
  ]);
});

it("has a balance that never changed without a time", () => {
  const { assets } = harness().call("POST", "account-information").json.data;
  expect(assets).toMatchObject([
    { asset: "USDT", updateTime: 0 },
    { asset: "BUSD", updateTime: 0 },
  ]);
});
