// Each parameter of create, the key that shows it, and the flag that follows from it.
import { expect, it } from "vitest";
import {
  isScaleName,
  OPTIONAL,
  REQUIRED,
  SCALES,
  SETTINGS,
  VALUE_NAMES,
} from "../../../../src/emulator/store/settings.js";

it("a setting is shown under its key, in its form", () => {
  expect(SETTINGS.map(({ parameter, key, form, flag = "" }) => [parameter, key, form, flag])).toEqual([
    ["marginMode", "margin_mode", "word", ""],
    ["typeTakeProfit", "type_take_profit", "word", ""],
    ["typeFirstOrder", "type_first_order", "word", ""],
    ["percentTakeProfit", "percent_take_profit", "decimal", ""],
    ["percentSafetyOrder", "percent_safety_order", "decimal", ""],
    ["volumeFirstOrder", "volume_first_order", "decimal", ""],
    ["volumeSafetyOrder", "volume_safety_order", "decimal", ""],
    ["countOrderMax", "count_order_max", "count", ""],
    ["martingaleScale", "martingale_scale", "decimal", "martingale"],
    ["dynamicStepScale", "dynamic_step_scale", "decimal", "dynamic_step"],
    ["cycleLimitScale", "cycle_limit_scale", "count", "cycle_limit"],
    ["indicatorGroup", "tb_group_indicator", "word", ""],
    ["indicatorName", "tb_indicator", "word", ""],
    ["indicatorInterval", "tb_interval", "word", ""],
    ["priceLevel", "price_level", "word", ""],
    ["priceLevelUp", "price_level_up", "limit", ""],
    ["priceLevelDown", "price_level_down", "limit", ""],
  ]);
});

it("a bot can't be made without ten of them, and every name is one or the other", () => {
  expect(REQUIRED).toEqual([
    ...["title", "pairTitle", "strategy", "leverage", "marginMode", "typeTakeProfit", "typeFirstOrder"],
    ...["percentTakeProfit", "percentSafetyOrder", "volumeFirstOrder"],
  ]);
  expect(OPTIONAL).toEqual([
    ...["volumeSafetyOrder", "countOrderMax", "indicatorGroup", "indicatorName", "indicatorInterval"],
    ...["priceLevel", "priceLevelUp", "priceLevelDown", "martingaleScale", "dynamicStepScale", "cycleLimitScale"],
  ]);
  expect(VALUE_NAMES).toEqual([...REQUIRED, ...OPTIONAL]);
});

it("three are scales", () => {
  expect(VALUE_NAMES.filter(isScaleName)).toEqual([...SCALES]);
  expect(SCALES).toEqual(["martingaleScale", "dynamicStepScale", "cycleLimitScale"]);
});
