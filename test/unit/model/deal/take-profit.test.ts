// What a running deal shows of its take profit: by its settings, and by where its order stands.
import { describe, expect, it } from "vitest";
import type { RunningDeal, TakeProfitOrder } from "../../../../src/model/deal/deal.js";
import {
  differenceOf,
  isChangeObserved,
  isOrderAt,
  isOrderJustAt,
  isPlainlyAt,
  isSameOrder,
  keptFields,
  percentBefore,
  plannedDeal,
  signsOf,
  standingPercent,
} from "../../../../src/model/deal/take-profit.js";
import { deal } from "../../reconcile/fleet.js";

function order(price: string | null, time: number | null = 1): TakeProfitOrder {
  const nothing = { quantity: null, filled: null, fee: null, feeAsset: "", profit: null };
  return { number: "1", type: "l", status: "1", price, time, ...nothing };
}

function trading(changes: Partial<RunningDeal>, strategy = "LONG"): RunningDeal {
  const one = deal(7, 1, changes);
  return { ...one, settings: { ...one.settings, strategy } };
}

const at = (orderPercent: string | null, percentTakeProfit: string | null = "1.2") => ({
  percentTakeProfit,
  orderPercent,
  order: orderPercent === null ? null : "1",
});

describe("signsOf", () => {
  it.each([
    { changes: { entryPrice: "100", takeProfits: [order("101.2")] }, is: "1.2", because: "above a long's entry" },
    { changes: { entryPrice: "100", takeProfits: [order("98.8")] }, is: "-1.2", because: "below it, it would lose" },
    { changes: { entryPrice: "0.2558", takeProfits: [order("0.2584")] }, is: "1.0164", because: "a tick off (E2)" },
    { changes: { entryPrice: "100", takeProfits: [order("100")] }, is: "0", because: "it stands at the entry" },
    {
      changes: { entryPrice: "100", takeProfits: [order("99.99999")] },
      is: "0",
      because: "too little below it to tell",
    },
    { changes: { entryPrice: "100", takeProfits: [] }, is: null, because: "there is no order" },
    { changes: { entryPrice: null, takeProfits: [order("101")] }, is: null, because: "there is no position" },
    { changes: { entryPrice: "0", takeProfits: [order("101")] }, is: null, because: "an entry of 0 is none" },
    { changes: { entryPrice: "100", takeProfits: [order(null)] }, is: null, because: "its price can't be read" },
    {
      changes: { entryPrice: "100", takeProfits: [order("103", 9), order("101", 2), order(null, 12)] },
      is: "3",
      because: "the one that was placed last counts",
    },
  ])("$is: $because", ({ changes, is }) => {
    expect(signsOf(trading(changes))).toMatchObject({ percentTakeProfit: "1.2", orderPercent: is });
  });

  it("a short's is below its entry", () => {
    const short = trading({ entryPrice: "1.0954", takeProfits: [order("1.0823")] }, "SHORT");
    expect(signsOf(short).orderPercent).toBe("1.1959");
  });
});

describe("isOrderAt", () => {
  it.each([
    { signs: at("1.2"), percent: "1.2", others: [], is: true, because: "it stands there" },
    { signs: at("1.25"), percent: "1.2", others: [], is: true, because: "prices go in ticks" },
    { signs: at("1.5"), percent: "1.2", others: [], is: false, because: "that is more than a tick" },
    { signs: at("1.23"), percent: "1.2", others: ["1.25"], is: false, because: "it is nearer to the other one" },
    { signs: at("1.21"), percent: "1.2", others: ["1.25", null], is: true, because: "it is nearer to this one" },
    { signs: at("1.2"), percent: "1.2", others: ["1.2"], is: true, because: "the other one is the same" },
    { signs: at(null), percent: "1.2", others: [], is: undefined, because: "nothing tells" },
    { signs: at("-1.2"), percent: "1.2", others: [], is: false, because: "it is on the other side" },
  ])("$is: $because", ({ signs, percent, others, is }) => {
    expect(isOrderAt(signs, percent, others)).toBe(is);
  });
});

describe("isSameOrder", () => {
  it.each([
    { left: "1.2", right: "1.25", is: true, because: "a tick" },
    { left: "1.2", right: "2", is: false, because: "somebody moved it" },
    { left: null, right: "2", is: true, because: "nothing can be said" },
    { left: "2", right: null, is: true, because: "nothing can be said" },
  ])("$left and $right: $is: $because", ({ left, right, is }) => {
    expect(isSameOrder(at(left), at(right))).toBe(is);
  });
});

describe("isChangeObserved from 1.2 % to 2 %", () => {
  const change = { before: "1.2", after: "2" };
  it.each([
    { before: at("1.2"), now: at("1.2", "2"), is: true, because: "the settings show it" },
    { before: at("1.2", "2"), now: at("1.2", "2"), is: false, because: "they did before, so that proves nothing" },
    { before: at("1.2"), now: at("2.03"), is: true, because: "the order has moved there" },
    { before: at("1.2"), now: at("1.5"), is: false, because: "it is nearer to the old one" },
    { before: at("2.03"), now: at("2.03"), is: true, because: "it stood there before: nothing has to move" },
    { before: at("1.6"), now: at("1.6"), is: false, because: "it is nearer to the new one, and not there" },
    { before: at("2.03"), now: { ...at("2.03"), order: "2" }, is: true, because: "it was placed there anew" },
    { before: at("1.2"), now: { ...at("1.2"), order: "2" }, is: false, because: "it was placed anew where it was" },
    { before: at(null), now: at(null), is: false, because: "nothing shows it" },
    { before: at("1.2"), now: at(null), is: false, because: "its order is gone" },
  ])("$is: $because", ({ before, now, is }) => {
    expect(isChangeObserved(before, now, change)).toBe(is);
  });
});

describe("isChangeObserved of the same percentage, where there was no order", () => {
  const change = { before: "1.2", after: "1.2" };
  const none = { ...at(null), order: null };
  it.each([
    { before: none, now: at("1.21"), is: true, because: "it was placed" },
    { before: none, now: none, is: false, because: "there is none yet" },
    { before: none, now: at("3"), is: false, because: "it was placed elsewhere" },
    { before: at("3"), now: at("1.3"), is: false, because: "one that moved is no new one" },
  ])("$is: $because", ({ before, now, is }) => {
    expect(isChangeObserved(before, now, change)).toBe(is);
  });
});

describe("standingPercent", () => {
  it.each([
    { signs: at("1.21"), known: [], is: "1.2", because: "the settings say so, and the order is near" },
    { signs: at("2.02"), known: ["2"], is: "2", because: "the order is near one that is known" },
    { signs: at("3.1415"), known: ["2"], is: "3.1415", because: "else what its price comes to" },
    { signs: at(null), known: ["2"], is: "1.2", because: "without an order the settings" },
    { signs: at(null, null), known: [], is: null, because: "nothing is known" },
  ])("$is: $because", ({ signs, known, is }) => {
    expect(standingPercent(signs, known)).toBe(is);
  });
});

describe("isOrderJustAt", () => {
  const near = (entryPrice: string, price: string, percent: string) =>
    isOrderJustAt(trading({ entryPrice, takeProfits: [order(price)] }), percent);
  it.each([
    { entry: "60123.4", price: "61325.9", percent: "2", is: true, because: "to a tenth, as its prices go" },
    { entry: "60123.4", price: "61325.9", percent: "2.04", is: false, because: "that price would be another one" },
    { entry: "0.2558", price: "0.2584", percent: "1", is: true, because: "the price for 1 % is that one, too (E2)" },
    { entry: "0.2558", price: "0.2584", percent: "1.1", is: false, because: "a tick further" },
    { entry: "100", price: "102", percent: "2.1", is: false, because: "round prices tell of no step" },
    { entry: "100", price: "102", percent: "2", is: true, because: "it is just there" },
    { entry: "64000", price: "64640.1", percent: "1", is: true, because: "to a tenth, though the entry is round" },
    { entry: "64000", price: "64640.9", percent: "1", is: false, because: "nine tenths further" },
    { entry: "64000.5", price: "64641", percent: "1", is: false, because: "five tenths, though the price is round" },
    { entry: "0", price: "102", percent: "2", is: false, because: "there is no position" },
  ])("$entry to $price, $percent %: $is: $because", ({ entry, price, percent, is }) => {
    expect(near(entry, price, percent)).toBe(is);
  });

  it("without an order nothing is said", () => {
    expect(isOrderJustAt(trading({ takeProfits: [] }), "1.2")).toBe(false);
    expect(isOrderJustAt(trading({ entryPrice: null, takeProfits: [order("2")] }), "1.2")).toBe(false);
  });
});

describe("percentBefore", () => {
  const standing = (price: string) => trading({ entryPrice: "100", takeProfits: [order(price)] });
  it.each([
    { price: "102", after: "2", is: "1.2", because: "it stands there: what its settings say" },
    { price: "102", after: "2.1", is: "2", because: "near isn't there" },
    { price: "101.2", after: "2", is: "1.2", because: "it stands where its settings say" },
    { price: "105", after: "2", is: "5", because: "else what its price comes to" },
  ])("$price to $after %: $is: $because", ({ price, after, is }) => {
    expect(percentBefore(standing(price), after, "1.2")).toBe(is);
  });
});

describe("keptFields", () => {
  it("are those in which the copy differs, but for the title", () => {
    const { settings } = deal(7, 1);
    expect(keptFields(settings, { ...settings, title: "new", leverage: "9", martingaleScale: null })).toEqual([
      { field: "leverage", kept: "5", after: "9" },
    ]);
  });

  it("say nothing of what isn't known of the bot", () => {
    expect(keptFields(deal(7, 1).settings, {})).toEqual([]);
  });
});

it("a setting or a bot's value that is no number compares with nothing, and stops nothing", () => {
  const odd = "1.2\u001b[2J";
  expect([standingPercent(at("1.2", odd), [odd]), standingPercent(at("1.2", odd), [odd, "1.25"])]).toEqual([
    "1.2",
    "1.25",
  ]);
  expect(standingPercent(at(null, odd), [])).toBe(odd);
  expect(isOrderAt(at("1.2", odd), "1.2", [odd, null, "1.2"])).toBe(true);
  expect(isPlainlyAt(at("1.2", odd), "1.2", [odd])).toBe(false);
  const running = trading({ entryPrice: "100", takeProfits: [order("101.2")] });
  const settings = { ...running.settings, percentTakeProfit: odd };
  expect(percentBefore({ ...running, settings }, "2", odd)).toBe("1.2");
});

it("an order is told by its number and time", () => {
  const told = (...takeProfits: TakeProfitOrder[]) => signsOf(trading({ entryPrice: "100", takeProfits })).order;
  expect(told(order("101", 5))).toBe("1 5");
  expect(told(order("101", null))).toBe("1 ");
  expect(told(order("101", null), { ...order("102", 3), number: "2" })).toBe("2 3");
  expect(told()).toBeNull();
});

it("a deal is plainly at a percentage that its settings have and its order doesn't deny", () => {
  expect(isPlainlyAt(at("1.2"), "1.2", [])).toBe(true);
  expect(isPlainlyAt(at(null), "1.2", [])).toBe(true);
  expect(isPlainlyAt(at("1.2", "2"), "1.2", [])).toBe(false);
  expect(isPlainlyAt(at("5"), "1.2", [])).toBe(false);
  expect(isPlainlyAt(at("1.23"), "1.2", ["1.25"])).toBe(false);
});

describe("a deal in a plan", () => {
  const DEAL = trading({ entryPrice: "100", takeProfits: [order("102", 5)] });
  const TARGET = { ...DEAL.settings, leverage: "9" };

  it("keeps the take profit that its order's price comes to", () => {
    expect(plannedDeal(DEAL, TARGET)).toEqual({
      ...{ id: 7, pairTitle: "USDT-BTC", fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ...{ percentTakeProfit: "1.2", orderPercent: "2", order: "1 5" },
      keeps: [
        { field: "leverage", kept: "5", after: "9" },
        { field: "percentTakeProfit", kept: "2", after: "1.2" },
      ],
    });
  });

  it("keeps none that its bot will have", () => {
    expect(plannedDeal(DEAL, { ...DEAL.settings, percentTakeProfit: "2.05" }).keeps).toEqual([]);
  });

  it("differs from what was planned in one thing", () => {
    const planned = plannedDeal(DEAL, TARGET);
    const now = (changes: Partial<RunningDeal>, settings = {}) =>
      differenceOf(planned, { ...DEAL, ...changes, settings: { ...DEAL.settings, ...settings } });
    expect(now({})).toBeUndefined();
    expect(now({ takeProfits: [order("102.1", 9)] })).toBeUndefined();
    expect(now({ takeProfits: [] })).toBeUndefined();
    expect(now({}, { percentTakeProfit: "3" })).toBe("percentTakeProfit 1.2 → 3");
    expect(now({}, { percentTakeProfit: null })).toBe("percentTakeProfit 1.2 → off");
    expect(now({}, { leverage: "6" })).toBe("its settings");
    expect(now({ takeProfits: [order("105")] })).toBe("its take-profit order from about 2 % to 5 %");
    const off = { ...planned, percentTakeProfit: null };
    expect(differenceOf(off, DEAL)).toBe("percentTakeProfit off → 1.2");
  });
});
