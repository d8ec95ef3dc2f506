// The account behind the deals: sums, what is free, and when cross positions go.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { crossLiquidation, type Sums, stakeOf, sumsOf } from "../../../src/market/account.js";
import { cancelDeal } from "../../../src/market/commands.js";
import { DEFAULT_RULES } from "../../../src/market/rules.js";
import { opened, settingsWith } from "./example.js";

const LONG = opened(settingsWith({}), "100").deal;
const SHORT = opened(settingsWith({ strategy: "SHORT", volumeFirstOrder: "50", countOrderMax: null }), "100").deal;
const ISOLATED = opened(settingsWith({ marginMode: "ISO", countOrderMax: null }), "100").deal;

/** Whether the exchange takes the cross positions: what stands behind them no longer exceeds their maintenance margin. */
function isCrossLiquidated({ crossBacking, crossMaintenance }: Sums): boolean {
  return crossMaintenance.gt(0) && crossBacking.lte(crossMaintenance);
}

function text(sums: object): Record<string, string> {
  return Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, String(value)]));
}

describe("sumsOf", () => {
  it("adds up positions on both sides, working orders and isolated margin", () => {
    const stakes = [LONG, SHORT, ISOLATED].map((deal) => stakeOf(deal, "98", DEFAULT_RULES));
    expect(text(sumsOf(new Big(200), stakes))).toEqual({
      wallet: "200",
      unrealised: "-3", // −2 + 1 − 2
      crossUnrealised: "-1",
      positionMargin: "25", // 10 + 5 + 10
      orderMargin: "30", // three safety orders of 100 at 10x
      maintenance: "1.225", // 0.5 % of 98 + 49 + 98
      marginBalance: "197",
      crossWallet: "190",
      crossBacking: "189",
      crossMaintenance: "0.735",
      free: "144", // 189 − 15 − 30
    });
  });

  it("is never less than nothing free", () => {
    expect(sumsOf(new Big(20), [stakeOf(LONG, "98", DEFAULT_RULES)]).free.toFixed()).toBe("0");
  });

  it("a cancelled deal's position still counts, its orders don't", () => {
    const { deal } = cancelDeal(LONG, DEFAULT_RULES, { price: "100", time: 0 });
    const stake = stakeOf(deal, "110", DEFAULT_RULES);
    expect([stake.unrealised.toFixed(), stake.positionMargin.toFixed(), stake.orderMargin.toFixed()]).toEqual([
      "10",
      "10",
      "0",
    ]);
  });

  it("a first order that rests ties up its margin", () => {
    const { deal } = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    expect(stakeOf(deal, "100", DEFAULT_RULES).orderMargin.toFixed()).toBe("10");
  });
});

describe("cross liquidation", () => {
  it("comes at the price that its formula says, and not before", () => {
    const wallet = new Big(20);
    const at = (mark: string) => [stakeOf(LONG, mark, DEFAULT_RULES), stakeOf(SHORT, "100", DEFAULT_RULES)] as const;
    const [stake, other] = at("99");
    const price = crossLiquidation(stake, sumsOf(wallet, [stake, other]), DEFAULT_RULES);
    if (price === undefined) throw new Error("no price");
    // 20 + (P − 100) − 0.25 = 0.005·P
    expect(price.toFixed(6)).toBe("80.653266");
    expect(isCrossLiquidated(sumsOf(wallet, at(price.plus("0.0001").toFixed())))).toBe(false);
    expect(isCrossLiquidated(sumsOf(wallet, at(price.minus("0.0001").toFixed())))).toBe(true);
  });

  it("doesn't touch an account without cross positions", () => {
    expect(isCrossLiquidated(sumsOf(new Big(0), [stakeOf(ISOLATED, "50", DEFAULT_RULES)]))).toBe(false);
  });
});
