// Whether a running deal is protected: what each of the service's views proves, and what it doesn't.
import { describe, expect, it } from "vitest";
import type { DealPosition, TakeProfitOrder } from "../../../../src/model/deal/deal.js";
import { asAskedFor, protectionOf } from "../../../../src/model/deal/protection.js";
import { dealFacts } from "../../render/facts.js";

const { deal } = dealFacts(1);
const { position: HELD } = deal;
if (HELD === null) throw new Error("no position");

const position = (changes: Partial<DealPosition> = {}): DealPosition => ({
  ...HELD,
  amount: "0.5",
  openOrderInitialMargin: null,
  ...changes,
});
const order = (changes: Partial<TakeProfitOrder> = {}): TakeProfitOrder => ({
  ...{ number: "1", type: "l", status: "1", price: "101", quantity: "0.5", filled: null, fee: null, feeAsset: "" },
  ...{ profit: null, time: 1_700_000_000_000 },
  ...changes,
});
const shown = (changes: Partial<Parameters<typeof protectionOf>[0]> = {}) => ({
  status: "ACTIVE",
  position: position(),
  settings: { ...deal.settings, percentTakeProfit: "1.2" },
  orders: [order()],
  ...changes,
});

describe("a running deal is", () => {
  it.each([
    [shown(), "protected", "a take-profit order stands for all of 0.5"],
    [shown({ position: position({ amount: "-0.5" }) }), "protected", "a take-profit order stands for all of 0.5"],
    [
      shown({ orders: [order({ quantity: "0.2" }), order({ number: "2", quantity: "0.3" })] }),
      "protected",
      "a take-profit order stands for all of 0.5",
    ],
    [
      shown({ orders: [order({ status: "3", filled: "0.5" }), order({ number: "2" })] }),
      "protected",
      "a take-profit order stands for all of 0.5",
    ],
    [shown({ orders: [order({ quantity: "0.4975" })] }), "protected", "a take-profit order stands for all of 0.5"],
    [shown({ orders: [order({ quantity: "0.4974" })] }), "unknown", "its take-profit order is for 0.4974 of 0.5"],
    [shown({ orders: [order({ filled: "0.1" })] }), "unknown", "its take-profit order is for 0.4 of 0.5"],
    [
      shown({ orders: [order({ quantity: null })] }),
      "unknown",
      "the service doesn't show how much its take-profit order is for",
    ],
    [shown({ orders: [order({ status: "3" })] }), "unknown", "it holds 0.5, and its take-profit order has filled"],
    [
      shown({ orders: [order(), order({ number: "2", status: "7" })] }),
      "unknown",
      "its take-profit order has the status 7, which botform doesn't know",
    ],
    [shown({ orders: [] }), "naked", "it holds 0.5, and the service shows no take-profit order for it"],
    [
      shown({ orders: [], position: position({ openOrderInitialMargin: "0" }) }),
      "naked",
      "it holds 0.5, and the service shows no take-profit order for it",
    ],
    [
      shown({ orders: [], position: position({ openOrderInitialMargin: "3.5" }) }),
      "unknown",
      "it has no take-profit order, but margin is held for open orders",
    ],
    ...["1", "12", "0.25", "12.5"].map(
      (percentTakeProfit) =>
        [
          shown({ orders: [], settings: { ...deal.settings, percentTakeProfit } }),
          "naked",
          "it holds 0.5, and the service shows no take-profit order for it",
        ] as const,
    ),
    ...[null, "0", "0.0", "off", "x1", "1%", "1.", "-1"].map(
      (percentTakeProfit) =>
        [
          shown({ orders: [], settings: { ...deal.settings, percentTakeProfit } }),
          "unknown",
          "it has no take-profit order, and its settings ask for none",
        ] as const,
    ),
    [shown({ orders: undefined }), "unknown", "the service doesn't show its take-profit orders"],
    [shown({ position: null }), "unknown", "the service doesn't show what it holds"],
    [shown({ position: position({ amount: null }) }), "unknown", "the service doesn't show what it holds"],
    [shown({ position: position({ amount: "0" }), orders: [] }), "unknown", "it holds nothing yet"],
    [shown({ status: "STARTING" }), "unknown", "its status is STARTING"],
  ] as const)("%#", (facts, state, why) => {
    expect(protectionOf(facts)).toEqual({ state, why });
  });
});

describe("with what its bot's open webhook asks for", () => {
  const naked = protectionOf(shown({ orders: [] }));

  it("no order where none is asked for is no nakedness", () => {
    expect(asAskedFor(naked, { opensWithoutTakeProfit: true })).toEqual({
      state: "unknown",
      why: "it has no take-profit order, and its bot's open webhook asks for none",
    });
  });

  it.each([undefined, {}, { opensWithoutTakeProfit: false }])("otherwise it stays what it is: %j", (bot) => {
    expect(asAskedFor(naked, bot)).toBe(naked);
  });

  it("and an order that stands protects all the same", () => {
    const known = protectionOf(shown());
    expect(asAskedFor(known, { opensWithoutTakeProfit: true })).toBe(known);
  });
});
