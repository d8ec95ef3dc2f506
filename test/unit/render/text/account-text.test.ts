// An account as text: its accesses, its totals, every asset and position with its own figure in each column, and pairs.
import { describe, expect, it } from "vitest";
import type { AccountInformation, AccountPosition, AssetBalance } from "../../../../src/model/bot/account.js";
import { accessesText, accountText, pairsText } from "../../../../src/render/text/account-text.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";

const asset = (name: string, changes: Partial<AssetBalance> = {}): AssetBalance => ({
  ...{ asset: name, marginAvailable: true, updateTime: null, walletBalance: "1000", unrealizedProfit: "12.5" },
  ...{ marginBalance: "1012.5", maintMargin: "4.5", initialMargin: "30.25", positionInitialMargin: "20" },
  ...{ openOrderInitialMargin: "10.25", maxWithdrawAmount: "900", crossWalletBalance: "950", crossUnPnl: "1" },
  ...{ availableBalance: "982.25", ...changes },
});

const position = (ourSymbol: string, changes: Partial<AccountPosition> = {}): AccountPosition => ({
  ...{ key: "k", positionSide: "LONG", symbol: "BTCUSDT", ourSymbol, marginType: "isolated", amount: "0.01" },
  ...{ entryPrice: "60000", markPrice: "61000", liquidationPrice: "48000", unRealizedProfit: "10", leverage: "5" },
  ...{ isolatedMargin: "121", positionMargin: "120", openOrderMargin: "7", ...changes },
});

const information = (changes: Partial<AccountInformation> = {}): AccountInformation => ({
  ...{ leverage: "5", totalWalletBalance: "1000", totalUnrealizedProfit: "-12.5", totalMarginBalance: "987.5" },
  ...{ totalInitialMargin: "30.25", totalMaintMargin: "4.5", totalPositionMargin: "20" },
  ...{ totalOpenOrderMargin: null, totalFreeBalance: "957.25", assets: [], positions: [], ...changes },
});

describe("accesses", () => {
  it("have a row each, with every alias", () => {
    const accesses = [
      { access: { id: 101, title: "Main", exchange: "SERVICE_FUTURES" }, aliases: ["primary", "main"] },
      { access: { id: 7, title: "Second", exchange: "OTHER" }, aliases: [] },
    ];
    expect(asItCame({ account: "main", accesses }, accessesText)).toEqual([]);
    expect(accessesText({ account: "main", accesses }, MARKED)).toMatchInlineSnapshot(`
      " <b>ID</b>  <b>TITLE</b>   <b>EXCHANGE</b>         <b>ALIAS</b>
      101  Main    SERVICE_FUTURES  primary, main
        7  Second  OTHER            -
      "
    `);
  });

  it("may be none", () => {
    expect(accessesText({ account: `main${NASTY}`, accesses: [] }, MARKED)).toMatchInlineSnapshot(`
      "The account main<x>\\u{1b}& has no accesses.
      "
    `);
  });
});

describe("an account", () => {
  it("shows each total, asset and position in its column, gains and losses in colour, and ? for what can't be read", () => {
    const facts = information({
      assets: [asset("USDT"), asset("BNB", { unrealizedProfit: "-0.5", availableBalance: null })],
      positions: [
        position("USDT-BTC"),
        position("USDT-ETH", {
          ...{ positionSide: "SHORT", marginType: "cross", unRealizedProfit: "-3.5", liquidationPrice: null },
        }),
      ],
    });
    expect(asItCame({ account: "main", information: facts }, accountText)).toEqual([
      ".information.totalWalletBalance",
      ".information.totalUnrealizedProfit",
      ".information.totalMarginBalance",
      ".information.totalInitialMargin",
      ".information.totalMaintMargin",
      ".information.totalPositionMargin",
      ".information.totalFreeBalance",
    ]);
    expect(accountText({ account: "main", information: facts }, MARKED)).toMatchInlineSnapshot(`
      "<b>Account main</b>
        wallet balance         1000
        unrealised profit     -12.5
        margin balance        987.5
        initial margin        30.25
        maintenance margin      4.5
        position margin          20
        order margin              ?
        free balance         957.25

      <b>ASSET</b>  <b>WALLET</b>  <b>UNREALISED</b>  <b>MARGIN BALANCE</b>  <b>INITIAL</b>  <b>MAINTENANCE</b>  <b>AVAILABLE</b>
      USDT     1000        <good>12.5</good>          1012.5    30.25          4.5     982.25
      BNB      1000        <bad>-0.5</bad>          1012.5    30.25          4.5          ?

      <b>PAIR</b>      <b>SIDE</b>   <b>AMOUNT</b>  <b>ENTRY</b>   <b>MARK</b>  <b>UNREALISED</b>  <b>LIQUIDATION</b>  <b>LEVERAGE</b>  <b>MARGIN</b>  <b>MODE</b>
      USDT-BTC  LONG     0.01  60000  61000          <good>10</good>        48000         5     120  isolated
      USDT-ETH  SHORT    0.01  60000  61000        <bad>-3.5</bad>            ?         5     120  cross
      "
    `);
  });

  it("without assets and positions says so", () => {
    const text = accountText({ account: `main${NASTY}`, information: information() }, MARKED);
    expect(text.split("\n").at(0)).toBe("<b>Account main<x>\\u{1b}&</b>");
    expect(text.split("\n").slice(-4)).toEqual(["No assets.", "", "No positions.", ""]);
  });
});

it("pairs stand one a line", () => {
  expect(asItCame({ account: "main", pairs: ["USDT-BTC", `USDT-${NASTY}`] }, pairsText)).toEqual([]);
  expect(pairsText({ account: "main", pairs: ["USDT-BTC", `USDT-${NASTY}`] })).toBe("USDT-BTC\nUSDT-<x>\\u{1b}&\n");
});
