// One bot's deal when all prices move at once, at the very prices where something happens: an order's, the take profit's, the end's.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { courseOf, MOVES } from "../../../src/risk/course.js";
import { fixed, fixedText } from "../../../src/risk/fixed.js";
import { areParams, botParams } from "../../../src/risk/grid-params.js";

/** 100 USDT at 2x, and one more order of 100 where the table says; no maintenance margin. */
const FIELDS: SomeFields = {
  ...{ pairTitle: "USDT-BTC", strategy: "LONG", leverage: "2", marginMode: "CROSS", percentTakeProfit: "1" },
  ...{ percentSafetyOrder: "10", volumeFirstOrder: "100", volumeSafetyOrder: "100", countOrderMax: "1" },
};

function shocked(fields: SomeFields, move: string, maintenance = "0") {
  const assumptions = assumptionsOf({ maintenance });
  const params = botParams({ ...FIELDS, ...fields }, assumptions);
  if (!areParams(params)) throw new Error(params.join());
  const shock = courseOf(params, assumptions).shocks()[MOVES.indexOf(move)];
  if (shock === undefined) throw new Error(`there is no move ${move}`);
  const { margin, loss, isLiquidated } = shock;
  return { margin: fixedText(margin), loss: fixedText(loss), isLiquidated };
}

describe("a shock", () => {
  const stands = { isLiquidated: false };
  it.each([
    {
      fields: {},
      move: "-0.1",
      found: { margin: "100", loss: "-10", ...stands },
      because: "an order fills at its price",
    },
    {
      fields: { percentSafetyOrder: "10.01" },
      move: "-0.1",
      found: { margin: "50", loss: "-10", ...stands },
      because: "a little further down it doesn't",
    },
    {
      fields: { strategy: "SHORT" },
      move: "0.1",
      found: { margin: "100", loss: "-10", ...stands },
      because: "a SHORT's order fills at its price, too",
    },
    {
      fields: { percentTakeProfit: "5" },
      move: "0.05",
      found: { margin: "0", loss: "0", ...stands },
      because: "at the take profit the deal is over",
    },
    {
      fields: { percentTakeProfit: "5.01" },
      move: "0.05",
      found: { margin: "50", loss: "0", ...stands },
      because: "a little below it runs on, and its gain counts for nothing",
    },
    {
      fields: { strategy: "SHORT", percentTakeProfit: "5" },
      move: "-0.05",
      found: { margin: "0", loss: "0", ...stands },
      because: "so is a SHORT's",
    },
    {
      fields: { strategy: "SHORT", percentTakeProfit: "5.01" },
      move: "-0.05",
      found: { margin: "50", loss: "0", ...stands },
      because: "and so it runs on",
    },
    {
      fields: { marginMode: "ISO", leverage: "5", countOrderMax: null },
      move: "-0.2",
      found: { margin: "0", loss: "-20", isLiquidated: true },
      because: "an isolated position is gone where its margin is",
    },
    {
      fields: { marginMode: "ISO", leverage: "4.99", countOrderMax: null },
      move: "-0.2",
      found: { margin: "20.040080160321", loss: "-20", ...stands },
      because: "with a little more margin it stands",
    },
    {
      fields: { marginMode: "ISO", leverage: "10" },
      move: "-0.1",
      found: { margin: "0", loss: "-10", isLiquidated: true },
      because: "it is gone at the price of its safety order, which then can't save it",
    },
    {
      fields: { marginMode: "CROSS", leverage: "10" },
      move: "-0.4",
      found: { margin: "20", loss: "-73.333333333333", ...stands },
      because: "a cross position is the whole balance's matter",
    },
  ])("of $move: $because", ({ fields, move, found }) => {
    expect(shocked(fields, move)).toEqual(found);
  });
});

// A wallet that cross positions share gives its loss and maintenance margin; to an isolated one, its margin or what it has lost.
it.each<{ because: string; fields: SomeFields; move: string; expected: readonly string[] }>([
  {
    because: "a cross LONG's first order",
    fields: {},
    move: "-0.05",
    expected: [
      "margin 50, maintenance 0.95, loss -5, taken 5.95, cross",
      "at its last order: margin 100, maintenance 1.9, loss -10, taken 11.9, cross",
      "volume 200, margin 100, cover 0.1, exit 0.01",
    ],
  },
  {
    because: "and with its second one",
    fields: {},
    move: "-0.1",
    expected: [
      "margin 100, maintenance 1.9, loss -10, taken 11.9, cross",
      "at its last order: margin 100, maintenance 1.9, loss -10, taken 11.9, cross",
      "volume 200, margin 100, cover 0.1, exit 0.01",
    ],
  },
  {
    because: "a SHORT's",
    fields: { strategy: "SHORT" },
    move: "0.1",
    expected: [
      "margin 100, maintenance 2.1, loss -10, taken 12.1, cross",
      "at its last order: margin 100, maintenance 2.1, loss -10, taken 12.1, cross",
      "volume 200, margin 100, cover 0.1, exit 0.01",
    ],
  },
  {
    because: "in profit it needs its maintenance",
    fields: { percentTakeProfit: "9" },
    move: "0.05",
    expected: [
      "margin 50, maintenance 1.05, loss 0, taken 1.05, cross",
      "at its last order: margin 100, maintenance 1.9, loss -10, taken 11.9, cross",
      "volume 200, margin 100, cover 0.1, exit 0.09",
    ],
  },
  {
    because: "closed it needs nothing",
    fields: {},
    move: "0.05",
    expected: [
      "margin 0, maintenance 0, loss 0, taken 0",
      "at its last order: margin 100, maintenance 1.9, loss -10, taken 11.9, cross",
      "volume 200, margin 100, cover 0.1, exit 0.01",
    ],
  },
  {
    because: "an isolated one holds its margin",
    fields: { marginMode: "ISO" },
    move: "-0.1",
    expected: [
      "margin 100, maintenance 1.9, loss -10, taken 100",
      "at its last order: margin 100, maintenance 1.9, loss -10, taken 100",
      "volume 200, margin 100, cover 0.1, exit 0.01",
    ],
  },
  {
    because: "an isolated one is liquidated before the order that would save it",
    fields: { marginMode: "ISO", leverage: "10", percentSafetyOrder: "15" },
    move: "-0.2",
    expected: [
      "margin 0, maintenance 0, loss -10, taken 10, liquidated",
      "at its last order: margin 20, maintenance 1.85, loss -15, taken 20",
      "volume 200, margin 20, cover 0.15, exit 0.01",
    ],
  },
  {
    because: "and a SHORT, too",
    fields: { marginMode: "ISO", leverage: "10", percentSafetyOrder: "15", strategy: "SHORT" },
    move: "0.2",
    expected: [
      "margin 0, maintenance 0, loss -10, taken 10, liquidated",
      "at its last order: margin 20, maintenance 2.15, loss -15, taken 20",
      "volume 200, margin 20, cover 0.15, exit 0.01",
    ],
  },
  {
    because: "or after its last order",
    fields: { marginMode: "ISO", leverage: "5", percentSafetyOrder: "15" },
    move: "-0.4",
    expected: [
      "margin 0, maintenance 0, loss -40, taken 40, liquidated",
      "at its last order: margin 40, maintenance 1.85, loss -15, taken 40",
      "volume 200, margin 40, cover 0.15, exit 0.01",
    ],
  },
])("of a wallet: $because", ({ fields, move, expected }) => {
  const assumptions = assumptionsOf({ maintenance: "0.01" });
  const params = botParams({ ...FIELDS, ...fields }, assumptions);
  if (!areParams(params)) throw new Error(params.join());
  const { shocks, at, atLastOrder, volume, margin, cover, exit } = courseOf(params, assumptions);
  const index = MOVES.indexOf(move);
  const spelled = (shock = at(fixed(move))) => {
    const { margin: own, maintenance, loss, taken, isLiquidated, isCross } = shock;
    const figures = { margin: own, maintenance, loss, taken };
    const words = [...(isLiquidated ? ["liquidated"] : []), ...(isCross ? ["cross"] : [])];
    return [...Object.entries(figures).map(([name, figure]) => `${name} ${fixedText(figure)}`), ...words].join(", ");
  };
  expect(shocks()[index]).toEqual(at(fixed(move)));
  const whole = Object.entries({ volume, margin, cover, exit }).map(([name, figure]) => `${name} ${fixedText(figure)}`);
  const found = [spelled(), `at its last order: ${spelled(atLastOrder())}`, whole.join(", ")];
  expect(found).toEqual(expected);
});

it.each([
  { because: "a LONG grid", fields: {} },
  { because: "a SHORT grid", fields: { strategy: "SHORT" } },
  { because: "without safety orders", fields: { strategy: "SHORT", countOrderMax: null } },
  { because: "an isolated one", fields: { strategy: "SHORT", marginMode: "ISO", leverage: "20" } },
  {
    because: "a grid whose figures aren't round",
    fields: { strategy: "SHORT", volumeFirstOrder: "33.37", leverage: "7" },
  },
  { because: "a grid that grows", fields: { strategy: "SHORT", martingaleScale: "1.37", countOrderMax: "9" } },
])("where nothing has moved, nothing is lost: $because", ({ fields }) => {
  const assumptions = assumptionsOf({ maintenance: "0.01" });
  const params = botParams({ ...FIELDS, ...fields }, assumptions);
  if (!areParams(params)) throw new Error(params.join());
  const { at } = courseOf(params, assumptions);
  expect(at(0n)).toMatchObject({ loss: 0n, isLiquidated: false });
});
