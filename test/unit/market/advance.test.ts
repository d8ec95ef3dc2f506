// The deal machine, case by case.
import { describe, expect, it } from "vitest";
import { advance, triggers } from "../../../src/market/advance.js";
import {
  averageDeal,
  cancelDeal,
  changeSettings,
  changeTakeProfit,
  closeDeal,
  isRefusal,
  openDeal,
} from "../../../src/market/commands.js";
import { deal as dealSchema } from "../../../src/market/deal.js";
import { resultOf } from "../../../src/market/result.js";
import { DEFAULT_RULES } from "../../../src/market/rules.js";
import { NO_STOP, settingsOf } from "../../../src/market/settings.js";
import { at, FIELDS, kinds, opened, settingsWith, toNextLoss } from "./example.js";

const NOW = { price: "100", time: 0 };

describe("opening", () => {
  it("a market order fills at once, as taker", () => {
    const step = opened(settingsWith({}), "100");
    expect(kinds(step)).toEqual(["first 0 at 100", "take-profit-placed"]);
    expect(step.bookings).toEqual([{ kind: "fee", amount: "0.05" }]);
    expect(triggers(step.deal)).toEqual({ above: "101", below: "99", due: null });
  });

  it("a limit order rests and fills at the next look, as maker", () => {
    const step = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    expect(kinds(step)).toEqual(["first-placed"]);
    expect(step.deal).toMatchObject({ status: "OPENING", amount: "0" });
    expect(kinds(at(step.deal, "100.1"))).toEqual([]);
    const filled = at(step.deal, "100", 5);
    expect(kinds(filled)).toEqual(["first 0 at 100", "take-profit-placed"]);
    expect(filled.bookings).toEqual([{ kind: "fee", amount: "0.04" }]);
    expect(filled.deal).toMatchObject({ status: "OPEN", entered: 5, opened: 0 });
  });

  it.each([
    { fields: {}, afford: false, refused: "unaffordable", margin: "10.05", because: "100 at 10x, and its fee" },
    {
      fields: { volumeFirstOrder: "0.0000001" },
      afford: true,
      refused: "too-small",
      margin: "0",
      because: "less than a lot",
    },
  ])("is refused: $because", ({ fields, afford, refused, margin }) => {
    expect(openDeal(settingsWith(fields), DEFAULT_RULES, NOW, () => afford)).toEqual({ refused, margin });
  });

  it("a volume that means margin is multiplied by the leverage", () => {
    const { deal } = opened(settingsWith({}), "100", { ...DEFAULT_RULES, volumeMeaning: "margin" });
    expect(deal.amount).toBe("10");
    expect(deal.next).toMatchObject({ price: "99", amount: "10.1010101" });
  });
});

describe("averaging", () => {
  it("steps down the grid, each time with a take profit from the new average", () => {
    const one = toNextLoss(opened(settingsWith({}), "100").deal);
    expect(kinds(one)).toEqual(["safety 1 at 99", "take-profit-placed"]);
    expect(one.deal.takeProfit).toMatchObject({
      number: 2,
      type: "LIMIT",
      price: "100.492462312",
      amount: "2.01010101",
    });
    expect(triggers(one.deal).below).toBe("98");
  });

  it("a jump over several levels fills them in order, resting ones at their own price", () => {
    const step = at(opened(settingsWith({}), "100").deal, "97.5");
    expect(kinds(step)).toEqual(["safety 1 at 99", "take-profit-placed", "safety 2 at 98", "take-profit-placed"]);
    expect(step.bookings).toEqual([
      { kind: "fee", amount: "0.04" },
      { kind: "fee", amount: "0.04" },
    ]);
  });

  it("an order that is placed behind the price fills where the price stands, as taker", () => {
    const { safety } = settingsOf(FIELDS);
    const settings = settingsWith({}, { safety: { ...safety, active: 1 } });
    const step = at(opened(settings, "100").deal, "97.5");
    expect(kinds(step).filter((text) => text.startsWith("safety"))).toEqual(["safety 1 at 99", "safety 2 at 97.5"]);
    expect(step.bookings[1]?.amount).toBe("0.0497449");
    expect(step.deal.safety).toMatchObject({ filled: 2, placed: 3 });
  });

  it("places what the account affords and says what it doesn't", () => {
    // First order 10.05 and two safety orders of 10 each.
    const step = openDeal(settingsWith({}), DEFAULT_RULES, NOW, (need) => need.lte("30.05"));
    if (isRefusal(step)) throw new Error("refused");
    expect(step.deal.safety.placed).toBe(2);
    expect(step.events).toContainEqual({ kind: "unaffordable", number: 3, margin: "10" });
    const down = advance(step.deal, DEFAULT_RULES, { price: "90", time: 0 }, () => false);
    expect(down.deal.safety).toMatchObject({ filled: 2, placed: 2 });
  });

  it("by command at market, which moves the average and no level of the grid", () => {
    const step = averageDeal(opened(settingsWith({}), "100").deal, DEFAULT_RULES, { price: "98.5", time: 1 }, "50");
    if (isRefusal(step)) throw new Error("refused");
    expect(kinds(step)).toEqual(["average 0 at 98.5", "take-profit-placed"]);
    expect(step.deal.safety).toMatchObject({ filled: 0, amount: "0.50761421" });
    expect(step.deal.next?.price).toBe("99");
    const refused = averageDeal(step.deal, DEFAULT_RULES, NOW, "50", () => false);
    expect(refused).toEqual({ refused: "unaffordable", margin: "5.025" });
  });
});

describe("taking profit", () => {
  it("a limit order fills at its own price as maker, even where the price jumps beyond", () => {
    const { deal, bookings } = at(opened(settingsWith({}), "100").deal, "103", 9);
    expect(deal.exit).toEqual({
      reason: "take-profit",
      at: 9,
      price: "101",
      amount: "1",
      cost: "100",
      fee: "0.0404",
      profit: "1",
    });
    expect(bookings).toEqual([
      { kind: "fee", amount: "0.0404" },
      { kind: "profit", amount: "1" },
    ]);
    expect(deal).toMatchObject({ status: "ENDED", amount: "0", takeProfit: { filled: true } });
    expect(triggers(deal)).toEqual({ above: null, below: null, due: null });
    expect(at(deal, "50").deal).toEqual(deal);
  });

  it("a stop-market order closes at the price of the moment as taker", () => {
    const { deal } = at(opened(settingsWith({ typeTakeProfit: "STOP-MARKET" }), "100").deal, "103");
    expect(deal.exit).toMatchObject({ price: "103", fee: "0.0515", profit: "3" });
  });

  it.each([
    { event: "percentage", value: "2", strategy: "SHORT", above: null, below: "98" },
    { event: "pnl", value: "5", strategy: "LONG", above: "105", below: null },
    { event: "pnl", value: "5", strategy: "SHORT", above: null, below: "95" },
  ] as const)("$strategy by $event", ({ event, value, strategy, above, below }) => {
    const settings = settingsWith({ strategy, countOrderMax: null }, { takeProfit: { enabled: true, event, value } });
    expect(triggers(opened(settings, "100").deal)).toEqual({ above, below, due: null });
  });

  it("by delay: at market so many seconds after the first fill", () => {
    const settings = settingsWith({}, { takeProfit: { enabled: true, event: "delay", value: "90" } });
    const { deal } = opened(settings, "100", DEFAULT_RULES, 1000);
    expect(triggers(deal)).toEqual({ above: null, below: "99", due: 91_000 });
    expect(at(deal, "99.5", 90_999).deal.status).toBe("OPEN");
    expect(at(deal, "99.5", 91_000).deal.exit).toMatchObject({ reason: "delay", price: "99.5", profit: "-0.5" });
  });

  it("switched off: the deal goes on", () => {
    const settings = settingsWith({}, { takeProfit: { enabled: false, event: "percentage", value: "1" } });
    expect(at(opened(settings, "100").deal, "200").deal).toMatchObject({ status: "OPEN", takeProfit: null });
  });

  it("changed at once, or with the next averaging", () => {
    const { deal } = opened(settingsWith({}), "100");
    expect(changeTakeProfit(deal, DEFAULT_RULES, NOW, "2", true).deal.takeProfit).toMatchObject({
      number: 2,
      price: "102",
    });
    const later = changeTakeProfit(deal, DEFAULT_RULES, NOW, "2", false).deal;
    expect(later.takeProfit).toMatchObject({ number: 1, price: "101" });
    expect(toNextLoss(later).deal.takeProfit?.price).toBe("101.487437186");
  });
});

describe("stop loss", () => {
  const stop = { enabled: true, event: "percentage", value: "5", delay: 0 } as const;

  it("closes at market; safety orders on the way fill first", () => {
    const step = at(opened(settingsWith({}, { stop }), "100").deal, "93");
    expect(kinds(step).at(-1)).toBe("ended");
    expect(step.deal.safety.filled).toBe(3);
    expect(step.deal.exit).toMatchObject({ reason: "stop", price: "93" });
  });

  it("counts from the average: each averaging moves it", () => {
    const one = toNextLoss(opened(settingsWith({}, { stop }), "100").deal);
    expect(one.deal.stop).toBe("94.5226130654");
  });

  it("by money lost", () => {
    const byMoney = { ...stop, event: "pnl", value: "8" } as const;
    const { deal } = opened(settingsWith({ countOrderMax: null }, { stop: byMoney }), "100");
    expect(triggers(deal).below).toBe("92");
  });

  it("with a delay it looks again: closes if the price still stands beyond, and is armed anew if not", () => {
    const settings = settingsWith({ countOrderMax: null }, { stop: { ...stop, delay: 30 } });
    const touched = at(opened(settings, "100").deal, "95", 1000);
    expect(touched.events).toEqual([{ kind: "stop-touched", price: "95", due: 31_000 }]);
    expect(triggers(touched.deal)).toEqual({ above: "101", below: null, due: 31_000 });
    expect(at(touched.deal, "94", 31_000).deal.exit).toMatchObject({ reason: "stop", price: "94" });
    const back = at(touched.deal, "96", 31_000);
    expect(kinds(back)).toEqual(["stop-released"]);
    expect(triggers(back.deal)).toEqual({ above: "101", below: "95", due: null });
  });

  it("a look that comes late for the stop first fills and closes what the price passed", () => {
    const settings = settingsWith({ countOrderMax: null }, { stop: { ...stop, delay: 30 } });
    const touched = at(opened(settings, "100").deal, "95", 1000);
    expect(at(touched.deal, "102", 99_000).deal.exit?.reason).toBe("take-profit");
  });
});

it.each([
  ["LONG", "percentage", "1.3", null, "half-up", "101.3", "98.7"],
  ["LONG", "percentage", "1.3", "0.5", "half-up", "101.5", "98.5"],
  ["LONG", "percentage", "1.2", "0.5", "up", "101.5", "99"],
  ["LONG", "percentage", "1.3", "0.5", "down", "101", "98.5"],
  ["LONG", "percentage", "99.9", null, "half-up", "199.9", "0.1"],
  ["LONG", "percentage", "100", null, "half-up", "200", null],
  ["LONG", "pnl", "1.3", null, "half-up", "101.3", "98.7"],
  ["LONG", "pnl", "99.6", "0.5", "half-up", "199.5", "0.5"],
  ["LONG", "pnl", "100", null, "half-up", "200", null],
  ["SHORT", "percentage", "1.3", null, "half-up", "98.7", "101.3"],
  ["SHORT", "percentage", "100", null, "half-up", null, "200"],
  ["SHORT", "percentage", "101", null, "half-up", null, "201"],
  ["SHORT", "pnl", "1.3", "0.5", "half-up", "98.5", "101.5"],
  ["SHORT", "pnl", "99.9", "0.5", "half-up", null, "200"],
] as const)(
  "a %s of 1 at 100 with a %s of %s, by a tick of %s (%s), has its profit at %s and its stop at %s",
  (...row) => {
    const [strategy, event, value, tick, mode, ...levels] = row;
    const part = { enabled: true, event, value } as const;
    const settings = settingsWith({ strategy, countOrderMax: null }, { takeProfit: part, stop: { ...part, delay: 0 } });
    const rules = { ...DEFAULT_RULES, pairs: { "USDT-BTC": { tick, lot: "0.001", mode } } };
    const { takeProfit, stop } = opened(settings, "100", rules).deal;
    expect([takeProfit?.price ?? null, stop]).toEqual(levels);
  },
);

describe("liquidation", () => {
  it("takes an isolated position's margin whole, and asks no fee beyond it", () => {
    const { deal } = opened(settingsWith({ marginMode: "ISO", countOrderMax: null }), "100");
    // (100 − 10) / 0.995.
    expect(triggers(deal).below).toBe("90.4522613065");
    const step = at(deal, "80", 3);
    expect(step.deal.exit).toMatchObject({ reason: "liquidated", price: "90.4522613065", profit: "-10", fee: "0" });
    expect(step.bookings).toEqual([{ kind: "profit", amount: "-10" }]);
  });

  it("a cross position goes when the account says so, at market", () => {
    const { deal } = opened(settingsWith({ countOrderMax: null }), "100");
    expect(triggers(deal).below).toBeNull();
    expect(closeDeal(deal, DEFAULT_RULES, { price: "60", time: 0 }, "liquidated").deal.exit).toMatchObject({
      reason: "liquidated",
      profit: "-40",
      fee: "0.03",
    });
  });
});

describe("commands", () => {
  it("complete closes at market as taker", () => {
    const { deal } = opened(settingsWith({}), "100");
    expect(closeDeal(deal, DEFAULT_RULES, { price: "100.5", time: 7 }, "command").deal.exit).toMatchObject({
      reason: "command",
      price: "100.5",
      fee: "0.05025",
      profit: "0.5",
    });
  });

  it("cancel leaves the position and no order", () => {
    const { deal } = opened(settingsWith({}), "100");
    const step = cancelDeal(deal, DEFAULT_RULES, NOW);
    expect(step.bookings).toEqual([]);
    expect(step.deal).toMatchObject({ status: "ENDED", amount: "1", cost: "100", takeProfit: null, next: null });
    expect(resultOf(step.deal)).toBeNull();
    expect(cancelDeal(step.deal, DEFAULT_RULES, NOW)).toEqual({ deal: step.deal, bookings: [], events: [] });
  });

  it("complete withdraws a first order that rests", () => {
    const { deal } = opened(settingsWith({ typeFirstOrder: "LIMIT" }), "100");
    expect(closeDeal(deal, DEFAULT_RULES, NOW, "command").deal).toMatchObject({
      status: "ENDED",
      amount: "0",
      exit: { price: null },
    });
  });

  it("new settings place the orders anew from the first fill", () => {
    const one = toNextLoss(opened(settingsWith({}), "100").deal).deal;
    const { safety } = one.settings;
    const wider = changeSettings(one, DEFAULT_RULES, NOW, { safety: { ...safety, percent: "2", max: 5, active: 5 } });
    expect(wider.deal.next).toMatchObject({ number: 2, price: "96" });
    const off = changeSettings(one, DEFAULT_RULES, NOW, { safety: { ...safety, enabled: false } });
    expect(off.deal).toMatchObject({ next: null, safety: { filled: 1, placed: 1 } });
    const stopped = changeSettings(one, DEFAULT_RULES, NOW, { stop: { ...NO_STOP, enabled: true, value: "3" } });
    expect(stopped.deal.stop).toBe("96.5125628141");
  });
});

it("a deal is plain data: it stands through JSON and its own schema", () => {
  const { deal } = toNextLoss(opened(settingsWith({ marginMode: "ISO" }), "100").deal);
  expect(dealSchema.parse(JSON.parse(JSON.stringify(deal)))).toEqual(deal);
});
