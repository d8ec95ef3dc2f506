// Whether a bot is fit to be changed and put back, and what an update of it sends.
import { expect, it } from "vitest";
import { everything, scalesOn, unfit } from "../../../../src/app/asking/own-bot.js";
import type { Fields } from "../../../../src/model/bot/field.js";
import { live } from "../../reconcile/fleet.js";

const FIELDS: Fields = {
  ...live(1, "ASK 1", { fields: { volumeFirstOrder: "20", volumeSafetyOrder: "25", countOrderMax: "6" } }).fields,
};

it.each<[Partial<Fields>, { on?: boolean; deals?: number }, readonly string[]]>([
  [{}, {}, []],
  [{ percentTakeProfit: "1.25", leverage: "10" }, {}, []],
  [{}, { on: true, deals: 1 }, ["it is on", "it is in a deal"]],
  [{ title: "0 A_B-C45678901" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: "0 A_B-C4567890" }, {}, []],
  [{ title: " ASK" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: "Ask" }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ title: null }, {}, ["its title isn't of 1 to 14 capitals and digits"]],
  [{ percentTakeProfit: "1.255" }, {}, ["percentTakeProfit has more than 2 decimal places"]],
  [{ countOrderMax: null }, {}, ["countOrderMax is off, or 10"]],
  [{ countOrderMax: "10" }, {}, ["countOrderMax is off, or 10"]],
  [{ volumeSafetyOrder: null }, {}, ["volumeSafetyOrder is off, or as volumeFirstOrder"]],
  [{ volumeSafetyOrder: "20" }, {}, ["volumeSafetyOrder is off, or as volumeFirstOrder"]],
])("%j, %j: %j", (fields, { on = false, deals = 0 }, why) => {
  expect(unfit({ fields: { ...FIELDS, ...fields }, on }, deals)).toEqual(why);
});

it("an update sends everything, some in another way or not at all", () => {
  const sent = (instead?: Parameters<typeof everything>[1]) => everything(FIELDS, instead);
  const all = sent();
  expect(all).toContainEqual(["percentTakeProfit", FIELDS.percentTakeProfit]);
  const others = all.filter(([name]) => name !== "percentTakeProfit");
  expect(sent({ percentTakeProfit: "7" })).toEqual([...others, ["percentTakeProfit", "7"]]);
  expect(sent({ percentTakeProfit: undefined })).toEqual(others);
});

it("scales that are on are those with a value whose parameter is left out to switch them off", () => {
  expect(scalesOn({ ...FIELDS, martingaleScale: null, dynamicStepScale: null, cycleLimitScale: null })).toEqual([]);
  const scales = { martingaleScale: "1.2", dynamicStepScale: "1.1", cycleLimitScale: "1.3" };
  expect(scalesOn({ ...FIELDS, ...scales })).toEqual(["martingaleScale", "dynamicStepScale", "cycleLimitScale"]);
});
