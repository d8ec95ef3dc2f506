// What stands behind a position: nothing but its own margin, or the balance with what other positions add to it and take from it.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { fixedText } from "../../../src/risk/fixed.js";
import { areParams, botParams } from "../../../src/risk/grid-params.js";
import { type Held, NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { standOf } from "../../../src/risk/stand.js";

const FIELDS: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "2", marginMode: "CROSS" },
  ...{ percentTakeProfit: "1", percentSafetyOrder: "10", volumeFirstOrder: "100" },
};
/** 2 bought at 100, worth 110 each now: a profit of 20, less a maintenance of 1 % of 220. */
const held = (changes: Partial<Held> = {}): Held => ({
  ...{ pair: "USDT-ETH", side: "LONG", margin: "30", amount: "2", entryPrice: "100", markPrice: "110" },
  isolated: false,
  ...changes,
});

function backing(positions: readonly Held[], fields: SomeFields = {}, wallet: string | undefined = "1000") {
  const assumptions = assumptionsOf({ maintenance: "0.01" });
  const params = botParams({ ...FIELDS, ...fields }, assumptions);
  if (!areParams(params)) throw new Error(params.join());
  const funds = wallet === undefined ? undefined : new Map([["USDT", { wallet, free: "0" }]]);
  const found = standOf(params, { ...NO_MARKET_DATA, funds, held: positions }, assumptions).backing;
  return found === undefined ? undefined : fixedText(found);
}

describe("behind a cross position", () => {
  it.each([
    { positions: [], expected: "1000", because: "the wallet" },
    { positions: [held()], expected: "1017.8", because: "another pair's profit, less its maintenance" },
    {
      positions: [held({ side: "SHORT" })],
      expected: "977.8",
      because: "a SHORT loses what a LONG gains",
    },
    { positions: [held({ amount: "-2", side: "SHORT" })], expected: "977.8", because: "whichever sign the amount has" },
    { positions: [held({ pair: "USDT-BTC" })], expected: "1000", because: "its own position is no other" },
    {
      positions: [held({ pair: "USDT-BTC", side: "SHORT" })],
      expected: "977.8",
      because: "the other side of its own pair is another position",
    },
    { positions: [held({ isolated: true })], expected: "970", because: "an isolated one's margin is locked, no more" },
    {
      positions: [held({ isolated: true, pair: "USDT-BTC" })],
      expected: "970",
      because: "so it is on its own pair and side",
    },
    { positions: [held({ pair: "BUSD-ETH" })], expected: "1000", because: "another asset is another balance" },
    { positions: [held({ pair: "USDTX-ETH" })], expected: "1000", because: "whatever it begins with" },
    { positions: [held({ markPrice: null })], expected: "1000", because: "of no mark nothing is known" },
    { positions: [held({ entryPrice: null })], expected: "1000", because: "of no entry nothing is known" },
    { positions: [held({ amount: null })], expected: "1000", because: "of no amount nothing is known" },
    {
      positions: [held(), held({ pair: "USDT-XRP" }), held({ isolated: true })],
      expected: "1005.6",
      because: "all of them add up",
    },
  ])("stands $expected: $because", ({ positions, expected }) => {
    expect(backing(positions)).toBe(expected);
  });

  it("nobody knows what stands where no balance is known, or only another asset's", () => {
    expect(backing([], { pairTitle: "BUSD-BTC" })).toBeUndefined();
    const assumptions = assumptionsOf();
    const params = botParams(FIELDS, assumptions);
    expect(areParams(params) && standOf(params, NO_MARKET_DATA, assumptions).backing).toBeUndefined();
  });
});

it("behind an isolated position nothing stands but its margin", () => {
  expect(backing([held()], { marginMode: "ISO" })).toBeUndefined();
});
