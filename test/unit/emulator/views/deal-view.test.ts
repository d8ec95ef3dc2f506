// A deal as the service shows it, running and ended: its margins by their parts, and its orders' money only once they are filled.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../../src/emulator/seed/seed.js";
import { EXCHANGE, harness, type Json } from "../harness.js";
import { DEAL, ORDER, POSITION, RESULT } from "../shapes.js";

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

  it("is its own where it is isolated, and a short's liquidation is above its price", () => {
    const { position } = shown({ marginMode: "ISO", strategy: "SHORT" }).deal;
    expect(position).toEqual({
      ...{ type: "isolated", side: "SHORT", leverage: "5", amount: "1", entryPrice: "150", markPrice: "150", pnl: "0" },
      ...{
        liqPrice: "179.10447761",
        maintMargin: "0.75",
        posInitMargin: "30",
        openOrdInitMargin: "30",
        initMargin: "60",
      },
    });
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

/** Without its snapshot, which is a bot. */
function bare({ botSnapshot: _botSnapshot, ...rest }: Json): Json {
  return rest;
}

/** A deal bought at 150 one second in, its first safety order filled at 135, completed by its take profit a second later. */
function lived(quirks: Partial<Quirks> = {}): { running: Json; ended: Json } {
  const h = harness({ commandDelay: 1_000, ...quirks });
  h.command("start-new-deal", { botId: h.create({ ...BOT, accessId: 102 }) });
  h.tell("price", { pair: "USDT-SOL", price: "135" });
  const [running] = h.deals("active-deals", 102);
  h.clock.pass(1_000);
  h.tell("price", { pair: "USDT-SOL", price: "152" });
  const [ended] = h.deals("deals-history", 102);
  return { running, ended };
}

const HEAD = { id: 50_001, userId: 1, pairTitle: "USDT-SOL", botId: 1001, accessId: 102, exchange: EXCHANGE };
const at = (second: number) => ({ date: `2026-01-15 12:00:0${second}.000000`, timezone_type: 3, timezone: "UTC" });

describe("a whole deal", () => {
  const { running, ended } = lived();

  it("that runs", () => {
    expect(bare(running)).toEqual({
      ...HEAD,
      status: "ACTIVE",
      // 150 and 75 held at 5×, 75 ordered; 1 bought at 150 and 75 / 135 at 135.
      position: {
        ...{ type: "cross", side: "LONG", leverage: "5", amount: "1.55555556", entryPrice: "144.642857115306" },
        ...{ markPrice: "135", liqPrice: "0", pnl: "-15", initMargin: "60.00000012", maintMargin: "1.05" },
        ...{ posInitMargin: "45.00000012", openOrdInitMargin: "15" },
      },
      tpOrder: {
        "2": {
          ...{ type: "l", number: "2", status: "1", price: "146.089285686", qty: "1.55555556", qty_filled: "" },
          ...{ fee: "", fee_asset: "", pnl: "", time: "1768478401000" },
        },
      },
      result: null,
      updated: at(1),
    });
  });

  it("that is completed, by what it held at its end", () => {
    expect(bare(ended)).toEqual({
      ...HEAD,
      status: "COMPLETED",
      position: {
        ...{ type: "cross", side: "LONG", leverage: "5", amount: "1.55555556", entryPrice: "144.642857115306" },
        ...{ markPrice: "146.089285686", liqPrice: "0", pnl: "2.25000001", initMargin: "45.00000012" },
        ...{ maintMargin: "1.13625", posInitMargin: "45.00000012", openOrdInitMargin: "" },
      },
      tpOrder: {
        "2": {
          ...{ type: "l", number: "2", status: "3", price: "146.089285686", qty: "1.55555556" },
          ...{ qty_filled: "1.55555556", fee: "0.0909", fee_asset: "USDT", pnl: "2.25000001", time: "1768478401000" },
        },
      },
      result: {
        ...{ qtySO: "0.55555556", avPriceSO: "135", qtyTP: "1.55555556", avPriceTP: "146.089285686" },
        ...{ fees: "0.1959", feesAsset: "USDT", profit: "2.05410001", profitAsset: "USDT" },
      },
      updated: at(2),
    });
  });

  it("has its keys in the interface's order", () => {
    expect([ended, ended.position, ended.tpOrder["2"], ended.result].map((each: object) => Object.keys(each))).toEqual([
      DEAL,
      POSITION,
      ORDER,
      RESULT,
    ]);
  });

  it("shows the bot that it is a copy of", () => {
    expect(running.botSnapshot).toMatchObject({ id: 1001, accessId: 102, title: "Plain", status: "DISABLED" });
    expect(ended.botSnapshot).toEqual(running.botSnapshot);
  });

  it("has numbers where the service sends numbers, and its codes and empty texts as texts", () => {
    const numbered = lived({ dealNumbers: "number" });
    expect(numbered.running).toMatchObject({
      position: {
        ...{ type: "cross", side: "LONG", leverage: 5, amount: 1.55555556, entryPrice: 144.642857115306 },
        ...{ markPrice: 135, liqPrice: 0, pnl: -15, initMargin: 60.00000012, maintMargin: 1.05 },
        ...{ posInitMargin: 45.00000012, openOrdInitMargin: "15" },
      },
    });
    expect(numbered.ended).toMatchObject({
      tpOrder: {
        "2": {
          ...{ type: "l", number: "2", status: "3", price: 146.089285686, qty: 1.55555556, qty_filled: 1.55555556 },
          ...{ fee: 0.0909, pnl: 2.25000001, time: "1768478401000" },
        },
      },
      result: {
        ...{ qtySO: 0.55555556, avPriceSO: 135, qtyTP: 1.55555556, avPriceTP: 146.089285686, fees: 0.1959 },
        ...{ feesAsset: "USDT", profit: 2.05410001 },
      },
    });
    expect(numbered.running.tpOrder["2"]).toMatchObject({ qty_filled: "", fee: "", pnl: "" });
  });

  it("has codes that nobody knows where the quirk wants them", () => {
    const { running: open, ended: filled } = lived({ orderCodes: "other" });
    expect([open.tpOrder["2"], filled.tpOrder["2"]]).toMatchObject([
      { type: "lmt2", status: "7" },
      { type: "lmt2", status: "12" },
    ]);
  });
});

it("a cancelled deal shows what it bought and for how much, and neither result nor orders", () => {
  const { h } = shown({ countOrderMax: null });
  const listed = harness({ cancelledDeals: "listed" });
  listed.command("start-new-deal", { botId: listed.create({ ...BOT, countOrderMax: null }) });
  listed.tell("price", { pair: "USDT-SOL", price: "149" });
  listed.command("cancel-deal", { dealId: listed.deals()[0].id });
  expect(bare(listed.deals("deals-history")[0])).toMatchObject({
    ...{ status: "CANCELED", result: null, tpOrder: {} },
    position: { amount: "1", entryPrice: "150", markPrice: "150", liqPrice: "0", pnl: "0", initMargin: "30" },
  });
  h.command("cancel-deal", { dealId: h.deals()[0].id });
  expect(h.deals("deals-history")).toEqual([]);
});

describe("where the exchange takes a position", () => {
  const account = (balance?: string): Seed => ({
    accounts: [
      {
        ...{ name: "demo", apiKey: "demo-key", apiSecret: "demo-secret", accesses: [{ accessId: 101, title: "A" }] },
        ...(balance !== undefined && { balance: { USDT: balance } }),
      },
    ],
  });
  /** A long of 150 and a short of 32 on the same wallet. */
  const prices = (balance: string | undefined, marginMode: string) => {
    const h = harness({ commandDelay: 0 }, account(balance));
    h.on(h.create({ ...BOT, marginMode }));
    h.on(h.create({ ...BOT, marginMode, pairTitle: "USDT-ETH", strategy: "SHORT", volumeFirstOrder: 32 }));
    const positions: Json[] = Object.values(h.call("POST", "account-information").json.data.positions);
    return [h.deals().map(({ position }) => position.liqPrice), positions.map((each) => each.liquidationPrice)];
  };
  it.each([
    // 150 less 99.749 that the other leaves, over 1 - 0.5 %; and 3 200 more by 98.999 for each 0.01, over 1 + 0.5 %.
    { balance: "100", marginMode: "CROSS", at: ["50.50351759", "13050.64676617"] },
    { balance: "10000", marginMode: "CROSS", at: ["0", "998125.27363184"] },
    { balance: undefined, marginMode: "CROSS", at: ["0", "0"] },
    { balance: "10000", marginMode: "ISO", at: ["120.60301508", "3820.89552239"] },
    { balance: undefined, marginMode: "ISO", at: ["120.60301508", "3820.89552239"] },
  ])("$marginMode with $balance in the wallet: $at, in the deal as in the account", (expected) => {
    expect(prices(expected.balance, expected.marginMode)).toEqual([expected.at, expected.at]);
  });

  it("moves with what the other positions of the wallet lose", () => {
    const h = harness({ commandDelay: 0 }, account("100"));
    h.on(h.create(BOT));
    h.on(h.create({ ...BOT, pairTitle: "USDT-ETH", strategy: "SHORT", volumeFirstOrder: 32 }));
    h.deals();
    h.tell("price", { pair: "USDT-ETH", price: "3300" });
    expect(h.deals().map(({ position }) => position.liqPrice)).toEqual(["51.51356784", "13050.64676617"]);
  });
});

describe("a take profit that was changed", () => {
  const changed = (quirks: Partial<Quirks>, percent: string, price?: string) => {
    const h = harness({ commandDelay: 0, ...quirks });
    h.command("start-new-deal", { botId: h.create(BOT) });
    h.command("renew-tp-percentage", { dealId: h.deals()[0].id, immediately: true, newPercentOfTp: percent });
    if (price !== undefined) h.tell("price", { pair: "USDT-SOL", price });
    const [deal] = h.deals(price === undefined ? "active-deals" : "deals-history");
    const [order]: Json[] = Object.values(deal.tpOrder);
    return [order.price, deal.botSnapshot.settings.percent_take_profit];
  };
  it.each<[Partial<Quirks>, string, string | undefined, string, string]>([
    [{ takeProfitShows: "order" }, "2", undefined, "153", "1"],
    [{ takeProfitShows: "both" }, "2", undefined, "153", "2"],
    [{ takeProfitShows: "snapshot" }, "2", undefined, "151.5", "2"],
    [{ takeProfitShows: "snapshot" }, "1", undefined, "151.5", "1"],
    [{ takeProfitShows: "snapshot" }, "2", "153", "153", "2"],
  ])(
    "%j, to %s %%, filled at %s: the order at %s, the snapshot %s %%",
    (quirks, percent, filled, price, shownPercent) => {
      expect(changed(quirks, percent, filled)).toEqual([price, shownPercent]);
    },
  );

  it("in money or by time isn't shown as a percentage", () => {
    const h = harness({ commandDelay: 0, takeProfitShows: "both" });
    h.command("start-new-deal", { botId: h.create(BOT) });
    h.hook({ botId: 1001, close: { enabled: true, event: "pnl", value: "3" } });
    const [deal] = h.deals();
    expect(Object.values<Json>(deal.tpOrder).map(({ price }) => price)).toEqual(["153"]);
    expect(deal.botSnapshot.settings.percent_take_profit).toBe("1");
  });
});
