// Safety orders told from volumes, and not told where the volumes fit nothing, or two things.
import { describe, expect, it } from "vitest";
import { safetyOrdersUsed } from "../../../../src/model/deal/safety-orders.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { wireDeal, wirePosition, wireResult } from "./deals.js";

const PLAIN = { volume_first_order: "20", volume_safety_order: "30", count_order_max: "4" };
const SCALED = { ...PLAIN, martingale: "1", martingale_scale: "1.5" };

describe("of a running deal", () => {
  it.each([
    { amount: "0.2", entry: "100", settings: PLAIN, used: 0, because: "the first order alone" },
    { amount: "0.5", entry: "100", settings: PLAIN, used: 1, because: "20 + 30" },
    { amount: "-0.5", entry: "100", settings: PLAIN, used: 1, because: "a short's amount may be negative" },
    { amount: "1.4", entry: "100", settings: PLAIN, used: 4, because: "all of them" },
    { amount: "0.501", entry: "100", settings: PLAIN, used: 1, because: "a lot's rounding" },
    { amount: "0.5025", entry: "100", settings: PLAIN, used: 1, because: "half a percent more" },
    { amount: "0.4975", entry: "100", settings: PLAIN, used: 1, because: "half a percent less" },
    { amount: "0.50251", entry: "100", settings: PLAIN, used: null, because: "more than half a percent more" },
    { amount: "0.49749", entry: "100", settings: PLAIN, used: null, because: "more than half a percent less" },
    { amount: "0.56", entry: "100", settings: PLAIN, used: null, because: "no number of orders comes to 56" },
    { amount: "1.7", entry: "100", settings: PLAIN, used: null, because: "more than there are" },
    { amount: "2.5", entry: "100", settings: PLAIN, used: 1, because: "volumes as margin: (20 + 30) x 5" },
    { amount: "1", entry: "100", settings: PLAIN, used: 0, because: "the first order as margin: 20 x 5" },
    { amount: "0", entry: "0", settings: PLAIN, used: 0, because: "nothing filled yet" },
    { amount: "", entry: "100", settings: PLAIN, used: null, because: "no amount to read" },
    { amount: "0.4", entry: "100", settings: { ...PLAIN, volume_safety_order: "" }, used: 1, because: "20 + 20" },
    { amount: "0.2", entry: "100", settings: { ...PLAIN, count_order_max: "2.5" }, used: null, because: "no count" },
    { amount: "0.2", entry: "100", settings: { ...PLAIN, count_order_max: "-1" }, used: null, because: "nor this" },
    { amount: "0.2", entry: "100", settings: { ...PLAIN, count_order_max: "200" }, used: 0, because: "the most" },
    { amount: "0.2", entry: "100", settings: { ...PLAIN, count_order_max: "201" }, used: null, because: "too many" },
    {
      amount: "0.95",
      entry: "100",
      settings: SCALED,
      used: 2,
      because: "martingale from the safety order: 20 + 30 + 45",
    },
    {
      amount: "0.2",
      entry: "100",
      settings: { ...PLAIN, volume_first_order: "" },
      used: null,
      because: "no volume to count by",
    },
  ])("$amount at $entry: $used ($because)", ({ amount, entry, settings, used }) => {
    const deal = observedDeal(wireDeal({ position: wirePosition(amount, entry) }, settings));
    expect(safetyOrdersUsed(deal)).toBe(used);
  });

  it("isn't told where two readings give two counts", () => {
    // As notional 20 + 4 x 20 is 100; as margin the first order alone is.
    const settings = { ...PLAIN, volume_safety_order: "20" };
    expect(safetyOrdersUsed(observedDeal(wireDeal({ position: wirePosition("1", "100") }, settings)))).toBe(null);
  });

  it("isn't told without a position", () => {
    expect(safetyOrdersUsed(observedDeal(wireDeal({}, PLAIN)))).toBe(null);
  });
});

describe("of an ended deal", () => {
  it.each([
    { quantity: "0", price: "0", used: 0, because: "none" },
    { quantity: "0.6", price: "100", used: 2, because: "30 + 30" },
    { quantity: "0.45", price: "100", used: null, because: "one and a half" },
    { quantity: "", price: "", used: null, because: "not told" },
  ])("$quantity at $price: $used ($because)", ({ quantity, price, used }) => {
    const result = wireResult("1", "0", { qtySO: quantity, avPriceSO: price });
    expect(safetyOrdersUsed(observedDeal(wireDeal({ status: "COMPLETED", result }, PLAIN)))).toBe(used);
  });
});
