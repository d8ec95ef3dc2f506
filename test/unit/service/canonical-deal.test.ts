// Deals in canonical form: each value of the wire in its own place, and what the service leaves out as absent.
import { describe, expect, it } from "vitest";
import { observedDeal } from "../../../src/service/canonical-deal.js";
import { ANSWERS, type WireDeal } from "../../../src/service/wire.js";
import { wireBot } from "./wirebot.js";

/** As the service sends it, and as the client reads it. Every value differs, so that none can stand in for another. */
function wireDeal(changes: Readonly<Record<string, unknown>> = {}): WireDeal {
  const whole = {
    ...{ id: 1, userId: 2, botId: 3, accessId: 4, pairTitle: "USDT-ETH", status: "ACTIVE", exchange: "X_FUTURES" },
    botSnapshot: wireBot({ id: 3, accessId: 5 }),
    updated: { date: "2026-01-15 12:00:00.000000", timezone_type: 3, timezone: "UTC" },
    ...changes,
  };
  const [deal] = ANSWERS.deals.parse([whole]);
  if (deal === undefined) throw new Error("no deal");
  return deal;
}

const RESULT = {
  ...{ qtySO: "31", avPriceSO: "32", qtyTP: "33", avPriceTP: "34", fees: "35", feesAsset: "BNB" },
  ...{ profit: "-36", profitAsset: "USDT" },
};

describe("observedDeal", () => {
  it("takes what identifies a deal, and the settings it keeps", () => {
    const deal = observedDeal(wireDeal());
    expect(deal).toMatchObject({
      ...{ id: 1, userId: 2, botId: 3, accessId: 4, pairTitle: "USDT-ETH", status: "ACTIVE", exchange: "X_FUTURES" },
      ...{ position: null, result: null, entryPrice: null, takeProfits: [] },
      updated: { date: "2026-01-15 12:00:00.000000", timezone: "UTC", timezoneType: 3 },
    });
    expect(deal.snapshot).toMatchObject({ id: 3, accessId: 5 });
    expect(deal.settings).toBe(deal.snapshot.fields);
  });

  it.each([
    { deal: 4, snapshot: 5, accessId: 4, because: "its own comes first" },
    { deal: undefined, snapshot: 5, accessId: 5, because: "else its bot's, when it opened" },
    { deal: undefined, snapshot: undefined, accessId: null, because: "else it isn't known" },
  ])("has the access $accessId: $because", ({ deal, snapshot, accessId }) => {
    const botSnapshot = wireBot({ id: 3, ...(snapshot !== undefined && { accessId: snapshot }) });
    expect(observedDeal(wireDeal({ accessId: deal, botSnapshot })).accessId).toBe(accessId);
  });

  it("has neither user nor exchange where the service doesn't say", () => {
    const deal = observedDeal(wireDeal({ userId: undefined, exchange: undefined, updated: undefined }));
    expect(deal).toMatchObject({ userId: null, exchange: null, updated: null });
  });

  it.each([
    { changes: {}, isSaid: true, because: "it runs" },
    { changes: { status: "COMPLETED" }, isSaid: false, because: "its status says that it is over" },
    { changes: { result: RESULT }, isSaid: false, because: "it has a result" },
  ])("says of a deal how it is protected only while it runs: $isSaid, $because", ({ changes, isSaid }) => {
    expect(Object.hasOwn(observedDeal(wireDeal(changes)), "protection")).toBe(isSaid);
  });

  it("takes each amount of a position", () => {
    const position = {
      ...{ type: "isolated", side: "LONG", leverage: 11, amount: "12", entryPrice: "13", markPrice: "14" },
      ...{ liqPrice: "15", pnl: "-16", initMargin: "17", maintMargin: "18", posInitMargin: "19" },
      openOrdInitMargin: "20",
    };
    const deal = observedDeal(wireDeal({ position }));
    expect(deal.position).toEqual({
      ...{ type: "isolated", side: "LONG", leverage: "11", amount: "12", entryPrice: "13", markPrice: "14" },
      ...{ liquidationPrice: "15", profit: "-16", initialMargin: "17", maintenanceMargin: "18" },
      ...{ positionInitialMargin: "19", openOrderInitialMargin: "20" },
    });
    expect(deal.entryPrice).toBe("13");
  });

  it("takes each amount of its take-profit orders", () => {
    const order = {
      ...{ type: "l", number: 21, status: 1, price: "22", qty: "23", qty_filled: "24", fee: "25", fee_asset: "USDT" },
      ...{ pnl: "26", time: "1768478400000" },
    };
    const bare = { type: "sm", number: "27", status: "3", price: "28", qty: "29", time: "" };
    expect(observedDeal(wireDeal({ tpOrder: { 1: order, 2: bare } })).takeProfits).toEqual([
      {
        ...{ type: "l", number: "21", status: "1", price: "22", quantity: "23", filled: "24", fee: "25" },
        ...{ feeAsset: "USDT", profit: "26", time: 1_768_478_400_000 },
      },
      {
        ...{ type: "sm", number: "27", status: "3", price: "28", quantity: "29", filled: null, fee: null },
        ...{ feeAsset: "", profit: null, time: null },
      },
    ]);
  });

  it("takes each amount of its result", () => {
    expect(observedDeal(wireDeal({ result: RESULT })).result).toEqual({
      ...{ safetyQuantity: "31", safetyPrice: "32", exitQuantity: "33", exitPrice: "34", fees: "35", feesAsset: "BNB" },
      ...{ profit: "-36", profitAsset: "USDT" },
    });
  });
});
