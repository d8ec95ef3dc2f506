// A running deal as the service shows it: its margins by their parts, and its orders' money only once they are filled.
import { describe, expect, it } from "vitest";
import { harness } from "../harness.js";

const BOT = {
  ...{ pairTitle: "USDT-SOL", leverage: 5, volumeFirstOrder: "150", volumeSafetyOrder: "75", countOrderMax: 2 },
  ...{ percentSafetyOrder: "10", percentTakeProfit: "1" },
};

function shown(changes: Readonly<Record<string, string | number | null>> = {}) {
  const h = harness();
  h.command("start-new-deal", { botId: h.create({ ...BOT, ...changes }) });
  return { h, deal: h.deals()[0] };
}

describe("a position's margin", () => {
  it("is that of what it holds, and that of the orders that stand", () => {
    const { position } = shown().deal;
    expect(position).toMatchObject({ amount: "1", entryPrice: "150", leverage: "5", side: "LONG", type: "cross" });
    // 150 held and twice 75 ordered, at 5×.
    expect(position).toMatchObject({ posInitMargin: "30", openOrdInitMargin: "30", initMargin: "60" });
  });

  it("is of what it holds alone where no order stands", () => {
    const { position } = shown({ countOrderMax: null }).deal;
    expect(position).toMatchObject({ posInitMargin: "30", openOrdInitMargin: "", initMargin: "30" });
  });
});

describe("a take-profit order", () => {
  it("has neither fee nor profit while it stands", () => {
    expect(shown().deal.tpOrder["1"]).toMatchObject({
      status: "1",
      price: "151.5",
      qty: "1",
      qty_filled: "",
      fee: "",
      pnl: "",
    });
  });

  it("has both once it is filled, and the result says the same", () => {
    const { h } = shown();
    h.tell("price", { pair: "USDT-SOL", price: "152" });
    const [deal] = h.deals("deals-history");
    expect(deal.tpOrder["1"]).toMatchObject({ status: "3", qty_filled: "1", fee_asset: "USDT", pnl: "1.5" });
    expect(deal.result).toMatchObject({ qtyTP: "1", avPriceTP: "151.5", profitAsset: "USDT", feesAsset: "USDT" });
  });
});
