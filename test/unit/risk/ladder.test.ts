// A bot's grid with the limits of its price, and those of a plan's bots before and after.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { botGrid } from "../../../src/risk/bot-grid.js";
import { dealLadder, ladderOf, planLadders } from "../../../src/risk/ladder.js";
import { NO_MARKET_DATA, pricesOf } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";
import { desiredOf, liveOf } from "../../techniques/browser/stage.js";
import { live } from "../reconcile/fleet.js";
import { POSITION } from "../render/facts.js";

const FIELDS: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "5", marginMode: "ISO", percentTakeProfit: "1" },
  ...{ percentSafetyOrder: "10", volumeFirstOrder: "100", volumeSafetyOrder: "90", countOrderMax: "2" },
};
const ASSUMED = assumptionsOf();

describe("a ladder", () => {
  const levels = { priceLevelUp: "110", priceLevelDown: "90" };
  it.each([
    { fields: levels, upper: null, lower: null, because: "no limit is chosen" },
    { fields: { ...levels, priceLevel: "NOTHING" }, upper: null, lower: null, because: "none is wanted" },
    { fields: { ...levels, priceLevel: "UPPER" }, upper: "110", lower: null, because: "the upper one" },
    { fields: { ...levels, priceLevel: "LOWER" }, upper: null, lower: "90", because: "the lower one" },
    { fields: { ...levels, priceLevel: "BOTH" }, upper: "110", lower: "90", because: "both" },
    { fields: { priceLevel: "BOTH" }, upper: null, lower: null, because: "neither has a price" },
  ])("from $lower to $upper: $because", ({ fields, upper, lower }) => {
    const grid = botGrid({ ...FIELDS, ...fields }, true, NO_MARKET_DATA, ASSUMED);
    expect(ladderOf({ ...FIELDS, ...fields }, true, NO_MARKET_DATA, ASSUMED)).toEqual({ grid, upper, lower });
  });

  it("isn't known where settings are missing", () => {
    expect(ladderOf({ ...FIELDS, leverage: null }, true, NO_MARKET_DATA, ASSUMED)).toEqual({
      kind: "unknown",
      lacks: ["leverage"],
    });
  });
});

describe("the ladder of a running deal", () => {
  // 100 at 64 000 and 90 at 57 600: 0.003125 at 60 800 on average.
  const filled = { amount: "0.003125", entryPrice: "60800" };
  const settings = { ...live(1, "A").fields, ...FIELDS };
  const dealOf = (id: number, held: object | null, changes: SomeFields = {}): RunningDeal => ({
    ...{ id, botId: 1, pairTitle: "USDT-BTC", settings: { ...settings, ...changes }, takeProfits: [] },
    ...{ entryPrice: held === null ? null : "60800", position: held === null ? null : { ...POSITION, ...held } },
  });
  const given = pricesOf([{ pair: "USDT-BTC", price: "62000", source: "position" as const }]);
  const drawn = (...deals: readonly RunningDeal[]) => dealLadder(deals, { ...NO_MARKET_DATA, prices: given }, ASSUMED);

  it("begins at its own first fill, whatever the market is at, and says which orders have filled", () => {
    const ladder = drawn(dealOf(70, filled));
    expect(ladder?.grid.rungs.map(({ price }) => price)).toEqual(["64000", "57600", "51200"]);
    expect([ladder?.grid.risk.basis, ladder?.deal]).toEqual([
      { kind: "price", price: "64000", source: "deal" },
      { id: 70, filled: 2 },
    ]);
  });

  it("is the newest deal's, of a SHORT, too, and with the settings that it keeps", () => {
    const short = dealOf(
      71,
      { amount: "-0.001644736842", entryPrice: "60800" },
      { strategy: "SHORT", countOrderMax: "1" },
    );
    const ladder = drawn(dealOf(70, filled), short);
    expect([ladder?.deal, ladder?.grid.risk.side, ladder?.grid.rungs.map(({ price }) => price)]).toEqual([
      { id: 71, filled: 1 },
      "SHORT",
      ["60800", "66880"],
    ]);
  });

  it.each([
    ["there is none", []],
    ["its position isn't shown", [dealOf(70, null)]],
    ["its volume fits no number of orders", [dealOf(70, { amount: "0.9" })]],
    ["its settings can't be read", [dealOf(70, filled, { marginMode: null })]],
  ])("isn't known where %s", (_because, deals) => {
    expect(drawn(...deals)).toBeUndefined();
  });
});

describe("the ladders of a plan", () => {
  const desired = desiredOf(["a: { title: A, countOrderMax: 2 }", "b: { title: B }", "c: { title: C }"]);
  const [a, b] = desired.bots.map((bot, index) => liveOf(bot, index + 1));
  if (a === undefined || b === undefined) throw new Error("there are bots");
  const ADDRESSES = ["main/a", "main/b", "main/c", "main/nobody"];

  function laddersOf(declared: Desired, bots: readonly ObservedBot[], marketData = { known: true }) {
    const access = { id: 1, title: "Main", exchange: declared.exchange };
    const plan = makePlan(declared, { accesses: [access], bots, deals: [], pairs: null });
    const made = { ...plan, money: moneyOf(plan, bots, [], NO_MARKET_DATA, ASSUMED) };
    const priced = { made, assumptions: ASSUMED, marketData: marketData.known ? NO_MARKET_DATA : undefined };
    return { priced, ladders: planLadders(priced, ADDRESSES) };
  }

  it("are before and after of what changes, the same of what stays, and no before of what is created", () => {
    const bigger = { ...a, fields: { ...a.fields, countOrderMax: "4" } };
    const { ladders, priced } = laddersOf(desired, [bigger, { ...b, status: { on: false, raw: "DISABLED" } }]);
    expect(priced.made.steps.map(({ action, address }) => `${action} ${address}`)).toContain("turn-on main/b");
    const orders = Object.entries(ladders).map(([address, { before, after }]) => [
      address,
      before?.grid.rungs.length,
      after?.grid.rungs.length,
    ]);
    expect(orders).toEqual([
      ["main/a", 5, 3],
      ["main/b", 7, 7],
      ["main/c", undefined, 7],
    ]);
    expect(ladders["main/b"]?.after).toBe(ladders["main/b"]?.before);
  });

  it("have no side whose settings are missing", () => {
    const broken = { ...a, fields: { ...a.fields, leverage: null } };
    const { ladders } = laddersOf(desired, [broken, b]);
    expect([ladders["main/a"]?.before, ladders["main/a"]?.after?.grid.rungs.length]).toEqual([undefined, 3]);
  });

  it("are none without market data, or without figures in money", () => {
    expect(laddersOf(desired, [a, b], { known: false }).ladders).toEqual({});
    const { priced } = laddersOf(desired, [a, b]);
    const { money: _money, ...made } = priced.made;
    expect(planLadders({ ...priced, made }, ADDRESSES)).toEqual({});
  });
});
