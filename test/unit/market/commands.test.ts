// Commands on a deal, each with all that follows: the deal, what is booked, what happened, and what the account was asked for.
import type Big from "big.js";
import { describe, expect, it } from "vitest";
import { orderMarginOf } from "../../../src/market/account.js";
import { advance } from "../../../src/market/advance.js";
import {
  averageDeal,
  cancelDeal,
  changeSettings,
  changeTakeProfit,
  closeDeal,
  isRefusal,
  openDeal,
} from "../../../src/market/commands.js";
import type { Deal, Exit } from "../../../src/market/deal.js";
import { DEFAULT_RULES, type MarketRules } from "../../../src/market/rules.js";
import { NO_STOP, type SafetySettings } from "../../../src/market/settings.js";
import { at, opened, settingsWith } from "./example.js";

/** Quote asset that is free, and every need that it was asked to bear. */
function account(free: string) {
  const asked: string[] = [];
  const afford = (need: Big) => {
    asked.push(need.toFixed());
    return need.lte(free);
  };
  return { asked, afford };
}

const SETTINGS = settingsWith({ marginMode: "ISO" });
/** 1 at 100 with a first safety order at 99. */
const OPEN: Deal = {
  settings: SETTINGS,
  ...{ status: "OPEN", opened: 5, firstOrder: null, anchor: "100", entered: 5, amount: "1", cost: "100" },
  safety: { filled: 0, placed: 3, amount: "0", cost: "0" },
  next: { number: 1, price: "99", amount: "1.01010101" },
  takeProfit: { number: 1, type: "LIMIT", price: "101", amount: "1", placed: 5, filled: false },
  ...{ takeProfits: 1, stop: null, stopDue: null, fees: "0.05", exit: null },
  // (100 − 10) / 0.995.
  liquidation: "90.4522613065",
};

const ended = (deal: Deal, exit: Exit, left: Partial<Deal>): Deal => ({
  ...deal,
  ...{ status: "ENDED", firstOrder: null, next: null, takeProfit: null, stop: null, stopDue: null, liquidation: null },
  ...left,
  exit,
});

describe("a deal that opens", () => {
  it("at market has its position and all its orders at once", () => {
    expect(opened(SETTINGS, "100", DEFAULT_RULES, 5)).toEqual({
      deal: OPEN,
      bookings: [{ kind: "fee", amount: "0.05" }],
      events: [
        { kind: "filled", order: "first", number: 0, price: "100", amount: "1", fee: "0.05" },
        { kind: "take-profit-placed", number: 1, price: "101", amount: "1" },
      ],
    });
  });

  it("fills its first safety order as maker, and stands anew from the average", () => {
    expect(at(OPEN, "99", 7)).toEqual({
      deal: {
        ...OPEN,
        ...{ amount: "2.01010101", cost: "199.99999999", fees: "0.09", takeProfits: 2, liquidation: "89.9977273301" },
        safety: { filled: 1, placed: 3, amount: "1.01010101", cost: "99.99999999" },
        next: { number: 2, price: "98", amount: "1.02040816" },
        takeProfit: {
          ...{ number: 2, type: "LIMIT", price: "100.492462312", amount: "2.01010101", placed: 7, filled: false },
        },
      },
      bookings: [{ kind: "fee", amount: "0.04" }],
      events: [
        { kind: "filled", order: "safety", number: 1, price: "99", amount: "1.01010101", fee: "0.04" },
        { kind: "take-profit-placed", number: 2, price: "100.492462312", amount: "2.01010101" },
      ],
    });
  });

  it("at a limit, as a SHORT, in whole ticks and lots of its pair", () => {
    const rules: MarketRules = { ...DEFAULT_RULES, pairs: { "USDT-X": { tick: "0.5", lot: "0.1", mode: "up" } } };
    const fields = { strategy: "SHORT", typeFirstOrder: "LIMIT", typeTakeProfit: "STOP-MARKET", pairTitle: "USDT-X" };
    const rests = opened(settingsWith({ ...fields, marginMode: "ISO" }), "100.2", rules, 5);
    const firstOrder = { price: "100.5", amount: "1" };
    expect(rests).toEqual({
      deal: {
        settings: rests.deal.settings,
        ...{ status: "OPENING", opened: 5, firstOrder, anchor: null, entered: null, amount: "0", cost: "0" },
        safety: { filled: 0, placed: 0, amount: "0", cost: "0" },
        ...{ next: null, takeProfit: null, takeProfits: 0, stop: null, stopDue: null, liquidation: null },
        ...{ fees: "0", exit: null },
      },
      bookings: [],
      events: [{ kind: "first-placed", ...firstOrder }],
    });
    expect(at(rests.deal, "101", 8, rules)).toEqual({
      deal: {
        ...rests.deal,
        ...{ status: "OPEN", firstOrder: null, anchor: "100.5", entered: 8, amount: "1", cost: "100.5" },
        safety: { filled: 0, placed: 3, amount: "0", cost: "0" },
        // 101.505 up to the tick, and 0.98 up to the lot.
        next: { number: 1, price: "102", amount: "1" },
        takeProfit: { number: 1, type: "STOP-MARKET", price: "99.5", amount: "1", placed: 8, filled: false },
        ...{ takeProfits: 1, liquidation: "110", fees: "0.0402" },
      },
      bookings: [{ kind: "fee", amount: "0.0402" }],
      events: [
        { kind: "filled", order: "first", number: 0, ...firstOrder, fee: "0.0402" },
        { kind: "take-profit-placed", number: 1, price: "99.5", amount: "1" },
      ],
    });
  });
});

describe("what an account is asked for", () => {
  const now = { price: "100", time: 5 };

  it.each([
    {
      free: "40.05",
      asked: "10.05 40.05",
      placed: 3,
      missing: [],
      because: "10 of margin, its fee, and 30 for orders",
    },
    { free: "40.04", asked: "10.05 40.05 20.05 30.05 40.05", placed: 2, missing: [3], because: "one is too many" },
    { free: "30.05", asked: "10.05 40.05 20.05 30.05 40.05", placed: 2, missing: [3], because: "two just fit" },
    { free: "30.04", asked: "10.05 40.05 20.05 30.05", placed: 1, missing: [2], because: "two just don't" },
    { free: "10.05", asked: "10.05 40.05 20.05", placed: 0, missing: [1], because: "the first order just fits" },
  ])("at the opening, with $free free: $because", ({ free, asked, placed, missing }) => {
    const own = account(free);
    const step = openDeal(settingsWith({}), DEFAULT_RULES, now, own.afford);
    if (isRefusal(step)) throw new Error("refused");
    expect(own.asked.join(" ")).toBe(asked);
    expect(step.deal.safety.placed).toBe(placed);
    expect(step.events.slice(1, -1)).toEqual(missing.map((number) => ({ kind: "unaffordable", number, margin: "10" })));
  });

  it("refuses the deal where the first order doesn't fit", () => {
    const own = account("10.04");
    expect(openDeal(settingsWith({}), DEFAULT_RULES, now, own.afford)).toEqual({
      refused: "unaffordable",
      margin: "10.05",
    });
  });

  it("of a limit order the maker's fee; of its safety orders when it fills, and of none again", () => {
    const [placing, filling, next] = [account("10.04"), account("30.04"), account("0")];
    const rests = openDeal(settingsWith({ typeFirstOrder: "LIMIT" }), DEFAULT_RULES, now, placing.afford);
    if (isRefusal(rests)) throw new Error("refused");
    const filled = advance(rests.deal, DEFAULT_RULES, now, filling.afford);
    const averaged = advance(filled.deal, DEFAULT_RULES, { price: "99", time: 6 }, next.afford);
    expect([placing.asked, filling.asked, next.asked]).toEqual([["10.04"], ["30.04"], []]);
    expect([filled, averaged].map(({ deal }) => [deal.safety.filled, deal.safety.placed])).toEqual([
      [0, 3],
      [1, 3],
    ]);
  });

  it("of averaging by command the margin and the fee", () => {
    const own = account("5.03");
    const step = averageDeal(OPEN, DEFAULT_RULES, { price: "98", time: 6 }, "50", own.afford);
    expect(own.asked).toEqual(["5.02499998392"]);
    expect(isRefusal(step)).toBe(false);
    expect(averageDeal(OPEN, DEFAULT_RULES, { price: "98", time: 6 }, "50", account("5.02").afford)).toEqual({
      refused: "unaffordable",
      margin: "5.02499998",
    });
  });
});

describe("averaging by command", () => {
  it("adds to the position and to what averaging bought; the grid stands", () => {
    const step = averageDeal(OPEN, DEFAULT_RULES, { price: "98", time: 6 }, "50");
    expect(step).toEqual({
      deal: {
        ...OPEN,
        ...{ amount: "1.51020408", cost: "149.99999984", fees: "0.075", takeProfits: 2, liquidation: "89.8410973801" },
        safety: { filled: 0, placed: 3, amount: "0.51020408", cost: "49.99999984" },
        takeProfit: {
          ...{ number: 2, type: "LIMIT", price: "100.317567569", amount: "1.51020408", placed: 6, filled: false },
        },
      },
      bookings: [{ kind: "fee", amount: "0.025" }],
      events: [
        { kind: "filled", order: "average", number: 0, price: "98", amount: "0.51020408", fee: "0.025" },
        { kind: "take-profit-placed", number: 2, price: "100.317567569", amount: "1.51020408" },
      ],
    });
  });

  it("multiplies a volume that means margin by the leverage", () => {
    const rules: MarketRules = { ...DEFAULT_RULES, volumeMeaning: "margin" };
    const step = averageDeal(OPEN, rules, { price: "98", time: 6 }, "50");
    expect(isRefusal(step) ? step : step.events[0]).toMatchObject({
      kind: "filled",
      amount: "5.10204082",
      fee: "0.25",
    });
  });

  it("is refused below a lot, and does nothing while the first order rests or after the end", () => {
    const now = { price: "98", time: 6 };
    expect(averageDeal(OPEN, DEFAULT_RULES, now, "0.0000001")).toEqual({ refused: "too-small", margin: "0" });
    const { deal: rests } = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    const { deal: over } = cancelDeal(OPEN, DEFAULT_RULES, now);
    for (const deal of [rests, over])
      expect(averageDeal(deal, DEFAULT_RULES, now, "50")).toEqual({ deal, bookings: [], events: [] });
  });
});

describe("an end by command", () => {
  it("closes at market: fee and profit are booked to the eighth place", () => {
    const exit: Exit = {
      ...{ reason: "command", at: 9, price: "100.123456789", amount: "1", cost: "100" },
      ...{ fee: "0.05006173", profit: "0.12345679" },
    };
    expect(closeDeal(OPEN, DEFAULT_RULES, { price: "100.123456789", time: 9 }, "command")).toEqual({
      deal: ended(OPEN, exit, { amount: "0", cost: "0", fees: "0.10006173" }),
      bookings: [
        { kind: "fee", amount: "0.05006173" },
        { kind: "profit", amount: "0.12345679" },
      ],
      events: [{ kind: "ended", exit }],
    });
  });

  it("at the entry's price books a fee and no profit, and without fees nothing", () => {
    const now = { price: "100", time: 9 };
    expect(closeDeal(OPEN, DEFAULT_RULES, now, "command").bookings).toEqual([{ kind: "fee", amount: "0.05" }]);
    expect(closeDeal(OPEN, { ...DEFAULT_RULES, takerFee: "0" }, now, "command").bookings).toEqual([]);
  });

  it("cancelled leaves the position in the deal, and books nothing", () => {
    const nothing = { price: null, amount: "0", cost: "0", fee: "0", profit: "0" } as const;
    const exit: Exit = { reason: "cancelled", at: 9, ...nothing };
    expect(cancelDeal(OPEN, DEFAULT_RULES, { price: "98", time: 9 })).toEqual({
      deal: ended(OPEN, exit, {}),
      bookings: [],
      events: [{ kind: "ended", exit }],
    });
  });

  it.each(["command", "liquidated", "cancelled"] as const)("%s withdraws a first order that rests", (reason) => {
    const { deal } = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    const now = { price: "98", time: 9 };
    const exit: Exit = { reason, at: 9, price: null, amount: "0", cost: "0", fee: "0", profit: "0" };
    const step =
      reason === "cancelled" ? cancelDeal(deal, DEFAULT_RULES, now) : closeDeal(deal, DEFAULT_RULES, now, reason);
    expect(step).toEqual({ deal: ended(deal, exit, {}), bookings: [], events: [{ kind: "ended", exit }] });
  });
});

describe("other settings for a running deal", () => {
  const now = { price: "100", time: 9 };

  it("a take profit at once is another order with the next number", () => {
    const takeProfit = { enabled: true, event: "percentage", value: "2" } as const;
    expect(changeTakeProfit(OPEN, DEFAULT_RULES, now, "2", true)).toEqual({
      deal: {
        ...OPEN,
        settings: { ...SETTINGS, takeProfit },
        takeProfit: { number: 2, type: "LIMIT", price: "102", amount: "1", placed: 9, filled: false },
        takeProfits: 2,
      },
      bookings: [],
      events: [{ kind: "take-profit-placed", number: 2, price: "102", amount: "1" }],
    });
    expect(changeTakeProfit(OPEN, DEFAULT_RULES, now, "2", false)).toEqual({
      deal: { ...OPEN, settings: { ...SETTINGS, takeProfit } },
      bookings: [],
      events: [],
    });
  });

  it("the same take profit keeps its order", () => {
    expect(changeTakeProfit(OPEN, DEFAULT_RULES, now, "1", true).events).toEqual([]);
  });

  it("while the first order rests place nothing yet", () => {
    const { deal } = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    const step = changeTakeProfit(deal, DEFAULT_RULES, now, "2", true);
    expect(step).toMatchObject({ deal: { status: "OPENING", takeProfit: null, takeProfits: 0 }, events: [] });
    expect(at(step.deal, "100").deal.takeProfit?.price).toBe("102");
  });

  it("another stop is armed anew; another take profit leaves its delay running", () => {
    const stop = { enabled: true, event: "percentage", value: "5", delay: 30 } as const;
    const touched = at(opened(settingsWith({ countOrderMax: null }, { stop }), "100").deal, "95", 1000).deal;
    const later = { price: "95", time: 2000 };
    const change = (what: Parameters<typeof changeSettings>[3]) => {
      const { deal } = changeSettings(touched, DEFAULT_RULES, later, what);
      return [deal.stop, deal.stopDue];
    };
    expect(change({ stop: { ...stop, value: "6" } })).toEqual(["94", null]);
    expect(change({ stop: NO_STOP })).toEqual([null, null]);
    expect(change({ takeProfit: { enabled: true, event: "percentage", value: "6" } })).toEqual(["95", 31_000]);
  });

  it.each<{ change: Partial<SafetySettings>; placed: number; next: string | null; margin: string; because: string }>([
    { change: { max: 2, active: 2 }, placed: 2, next: "98", margin: "10", because: "one is left" },
    { change: { max: 1, active: 1 }, placed: 1, next: null, margin: "0", because: "it was filled already" },
    { change: { max: 5, active: 1 }, placed: 2, next: "98", margin: "10", because: "one works at a time" },
    { change: { active: 2, percent: "3" }, placed: 3, next: "94", margin: "20", because: "by the wider grid" },
    { change: { volume: null }, placed: 1, next: null, margin: "0", because: "without a volume there are none" },
    { change: { volume: "0.0000001" }, placed: 3, next: null, margin: "0.00000002", because: "less than a lot" },
  ])("averaging by $change after one fill: $because", ({ change, placed, next, margin }) => {
    const { deal } = opened(settingsWith({}), "100");
    const safety = { ...deal.settings.safety, ...change };
    const step = changeSettings(at(deal, "98.9", 6).deal, DEFAULT_RULES, now, { safety });
    expect([step.deal.safety.filled, step.deal.safety.placed]).toEqual([1, placed]);
    expect(step.deal.next?.price ?? null).toBe(next);
    expect(orderMarginOf(step.deal, DEFAULT_RULES).toFixed()).toBe(margin);
  });

  it("after its end change nothing", () => {
    const { deal } = cancelDeal(OPEN, DEFAULT_RULES, now);
    expect(changeTakeProfit(deal, DEFAULT_RULES, now, "2", true).events).toEqual([]);
    expect(closeDeal(deal, DEFAULT_RULES, now, "command")).toEqual({ deal, bookings: [], events: [] });
  });
});
