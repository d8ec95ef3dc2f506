// One bot's deal when all prices move at once, at the very prices where something happens: an order's, the take profit's, the end's.
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { courseOf, MOVES } from "../../../src/risk/course.js";
import { fixedText } from "../../../src/risk/fixed.js";
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
