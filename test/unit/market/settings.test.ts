// What a deal runs by, field by field of its bot, and what is off.
import { describe, expect, it } from "vitest";
import { type DealSettings, decimalOrOff, NO_STOP, settingsOf } from "../../../src/market/settings.js";
import type { SomeFields } from "../../../src/model/bot/field.js";

/** Every part that a bot may leave out. */
const BARE: DealSettings = {
  pairTitle: "",
  strategy: "LONG",
  leverage: "1",
  isolated: true,
  firstOrder: "MARKET",
  takeProfitOrder: "LIMIT",
  firstVolume: "0",
  safety: { enabled: false, max: 0, active: 0, volume: null, percent: "0", volumeScale: null, stepScale: null },
  takeProfit: { enabled: true, event: "percentage", value: "0" },
  stop: { enabled: false, event: "percentage", value: "0", delay: 0 },
};

const WHOLE: SomeFields = {
  pairTitle: "USDT-ETH",
  strategy: "SHORT",
  leverage: "7",
  marginMode: "CROSS",
  typeFirstOrder: "LIMIT",
  typeTakeProfit: "STOP-MARKET",
  volumeFirstOrder: "11",
  volumeSafetyOrder: "12",
  countOrderMax: "4",
  percentSafetyOrder: "1.5",
  martingaleScale: "1.2",
  dynamicStepScale: "1.3",
  percentTakeProfit: "2",
};

describe("the settings of a bot's deal", () => {
  it("are its fields; all safety orders work at once", () => {
    expect(settingsOf(WHOLE)).toEqual({
      pairTitle: "USDT-ETH",
      strategy: "SHORT",
      leverage: "7",
      isolated: false,
      firstOrder: "LIMIT",
      takeProfitOrder: "STOP-MARKET",
      firstVolume: "11",
      safety: { enabled: true, max: 4, active: 4, volume: "12", percent: "1.5", volumeScale: "1.2", stepScale: "1.3" },
      takeProfit: { enabled: true, event: "percentage", value: "2" },
      stop: NO_STOP,
    });
  });

  it.each([
    ["absent", undefined],
    ["null", null],
    ["empty", ""],
    ["0", "0"],
  ])("that are %s are off", (_form, value) => {
    const off = Object.fromEntries(Object.keys(WHOLE).map((name) => [name, value]));
    expect(settingsOf({ ...off, pairTitle: null })).toEqual(BARE);
  });

  it("are isolated, at market, with a resting take profit in the service's other words", () => {
    const words = { strategy: "LONG", marginMode: "ISO", typeFirstOrder: "MARKET", typeTakeProfit: "LIMIT" };
    expect(settingsOf(words)).toEqual(BARE);
  });

  it("one safety order is one", () => {
    expect(settingsOf({ countOrderMax: "1" }).safety).toMatchObject({ enabled: true, max: 1, active: 1 });
  });
});

it.each([
  [undefined, null],
  [null, null],
  ["", null],
  ["0", null],
  ["0.1", "0.1"],
  ["NOTHING", "NOTHING"],
])("a field of %j holds %j", (value, held) => {
  expect(decimalOrOff(value)).toBe(held);
});
