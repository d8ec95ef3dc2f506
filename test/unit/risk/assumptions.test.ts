// The assumptions behind every figure: the defaults, and what a configuration or a file of tiers puts in their place.
import { describe, expect, it } from "vitest";
import type { ExchangeTable, StatedAssumptions } from "../../../src/model/risk/assumptions.js";
import {
  assumptionsOf,
  DEFAULT_ASSUMPTIONS,
  factsOf,
  knowsTiers,
  largestLeverage,
  limitOrigin,
  limitsOf,
  lowestRate,
  roundingOf,
  tiersOf,
} from "../../../src/risk/assumptions.js";
import { DEFAULT_LIMITS } from "../../../src/risk/default-limits.js";
import { DEFAULT_TIERS } from "../../../src/risk/default-tiers.js";
import { fixedText } from "../../../src/risk/fixed.js";

const FROM = { source: "mine", date: "2026-01-02" };
const TABLE: ExchangeTable = {
  tiers: {
    ...FROM,
    pairs: { "USDT-BTC": [{ floor: "0", rate: "0.004" }] },
    other: [
      { floor: "0", rate: "0.01" },
      { floor: "100", rate: "0.02" },
    ],
  },
};
const FLAT = "one rate for every size, as configured";

describe("assumptions", () => {
  it("where nothing is stated", () => {
    expect(assumptionsOf()).toEqual({
      ...{ volumeMeaning: "notional", volumeBase: "first", anchor: "base" },
      ...{ makerFee: "0.0004", takerFee: "0.0005", fundingRate: "0.0001" },
      ...{ tiers: DEFAULT_TIERS, liquidation: "binance", reserve: "0", hedgeMode: false, safetyBuffer: "0" },
      ...{ limits: DEFAULT_LIMITS, ownLimits: {} },
      rounding: { mode: "half-up", pairs: {}, other: { tick: null, lot: "0.00000001" } },
    });
    expect(DEFAULT_ASSUMPTIONS).toEqual(assumptionsOf());
  });

  it("as they are stated", () => {
    const stated: StatedAssumptions = {
      ...{ volumeMeaning: "margin", volumeBase: "safety", anchor: "previous", liquidation: "gate" },
      ...{ makerFee: "0.1", takerFee: "0.2", fundingRate: "0.3", reserve: "0.4", hedgeMode: true, safetyBuffer: "0.5" },
    };
    const pairs = { "USDT-BTC": { tick: "0.1" }, "USDT-ETH": { lot: "1" }, "USDT-X": { tick: "2", lot: "3" } };
    const made = assumptionsOf(
      { ...stated, pairs, roundingMode: "up", maintenance: "0.02", exchangeFile: "t.json" },
      TABLE,
    );
    expect(assumptionsOf({ makerFee: "0.1" }).hedgeModeStated).toBeUndefined();
    expect(made).toEqual({
      ...{ ...stated, hedgeModeStated: true },
      ...{ limits: DEFAULT_LIMITS, ownLimits: pairs },
      tiers: { source: FLAT, date: "", pairs: {}, other: [{ floor: "0", rate: "0.02" }] },
      rounding: {
        mode: "up",
        pairs: {
          "USDT-BTC": { tick: "0.1", lot: "0.00000001" },
          "USDT-ETH": { tick: null, lot: "1" },
          "USDT-X": { tick: "2", lot: "3" },
        },
        other: { tick: null, lot: "0.00000001" },
      },
    });
    const limits = { source: DEFAULT_LIMITS.source, date: DEFAULT_LIMITS.date };
    expect(factsOf(made)).toEqual({ ...stated, hedgeModeStated: true, limits, tiers: { source: FLAT, date: "" } });
    expect(factsOf(assumptionsOf({}, TABLE)).tiers).toEqual(FROM);
  });
});

describe("of a pair", () => {
  const made = assumptionsOf({ pairs: { "USDT-BTC": { tick: "0.1" } } }, TABLE);
  const tiers = (pair: string) => tiersOf(made, pair).map((one) => Object.values(one).map(fixedText).join(" "));

  it("the tiers and the rounding are its own where there are some", () => {
    expect(tiers("USDT-BTC")).toEqual(["0 0.004 0"]);
    expect(roundingOf(made, "USDT-BTC")).toEqual({ tick: "0.1", lot: "0.00000001" });
  });

  it.each(["USDT-ETH", "constructor", ""])("otherwise those of all others: %j", (pair) => {
    expect(tiers(pair)).toEqual(["0 0.01 0", "100 0.02 1"]);
    expect(roundingOf(made, pair)).toEqual({ tick: null, lot: "0.00000001" });
  });
});

it.each([
  { of: assumptionsOf(), pair: "USDT-BTC", knows: true, because: "the bundled table names it" },
  { of: assumptionsOf(), pair: "USDT-NONE", knows: false, because: "of others it guesses" },
  { of: assumptionsOf(), pair: "constructor", knows: false, because: "and of what no pair is called" },
  { of: assumptionsOf({}, TABLE), pair: "USDT-NONE", knows: true, because: "a file speaks for all" },
  { of: assumptionsOf({ maintenance: "0.02" }), pair: "USDT-NONE", knows: true, because: "so does a stated rate" },
])("the tiers of $pair are known: $knows, $because", ({ of, pair, knows }) => {
  expect(knowsTiers(of, pair)).toBe(knows);
});

describe("bounds of a whole table", () => {
  const tiers = (...rates: readonly (readonly [rate: string, maxLeverage?: string])[]) =>
    rates.map(([rate, maxLeverage], index) => ({
      ...{ floor: String(index * 100), rate },
      ...(maxLeverage !== undefined && { maxLeverage }),
    }));
  const made = assumptionsOf(
    {},
    {
      tiers: {
        ...{ ...FROM, other: tiers(["0.01", "75"]) },
        pairs: { A: tiers(["0.004", "50"], ["0.002", "200"]), B: tiers(["0.02", "100"]), C: tiers(["0.03"]) },
      },
      limits: { ...FROM, pairs: { D: { maxLeverage: "90" }, E: { lot: "1" } } },
    },
  );

  it("are the lowest rate and the largest leverage of any pair's first tier", () => {
    expect([lowestRate(made).toFixed(), largestLeverage(made)?.toFixed()]).toEqual(["0.004", "100"]);
    expect(lowestRate(assumptionsOf({ maintenance: "0.005" })).toFixed()).toBe("0.005");
  });

  it("are a limit's own leverage where that is larger, and none where no table states one", () => {
    const limits = { ...FROM, pairs: { D: { maxLeverage: "125" } } };
    const flat = { ...FROM, pairs: {}, other: tiers(["0.01"]) };
    expect(largestLeverage(assumptionsOf({}, { tiers: flat, limits }))?.toFixed()).toBe("125");
    expect(largestLeverage(assumptionsOf({}, { tiers: flat, limits: { ...FROM, pairs: {} } }))).toBeUndefined();
  });
});

describe("what an exchange takes of a pair", () => {
  const table: ExchangeTable = {
    ...TABLE,
    limits: { ...FROM, pairs: { "USDT-BTC": { lot: "0.01", leastNotional: "50" }, "USDT-X": { tick: "2" } } },
  };
  const made = assumptionsOf({ pairs: { "USDT-BTC": { leastNotional: "7", maxLeverage: "20" } } }, table);

  it("is what the configuration states, then what the file has; the bundled table is replaced as a whole", () => {
    expect(limitsOf(made, "USDT-BTC")).toEqual({ lot: "0.01", leastNotional: "7", maxLeverage: "20" });
    expect(limitsOf(made, "USDT-X")).toEqual({ tick: "2" });
    expect([limitsOf(made, "USDT-ETH"), limitsOf(made, "constructor")]).toEqual([{}, {}]);
    expect(limitOrigin(made, "USDT-BTC", "leastNotional")).toEqual({
      ...{ words: "as assumptions.pairs states", isOwn: true },
    });
    expect(limitOrigin(made, "USDT-BTC", "lot")).toEqual({
      ...{ words: "exchange file of 2026-01-02", day: "2026-01-02", isOwn: true },
    });
    expect(limitOrigin(made, "USDT-ETH", "lot")).toEqual({
      ...{ words: "exchange file of 2026-01-02", day: "2026-01-02", isOwn: true },
    });
    expect(factsOf(made).limits).toEqual(FROM);
  });

  it("rounds figures where somebody stated it, and is the bundled table's where a file has tiers alone", () => {
    expect(roundingOf(made, "USDT-BTC")).toEqual({ tick: null, lot: "0.01" });
    expect(roundingOf(made, "USDT-X")).toEqual({ tick: "2", lot: "0.00000001" });
    const bundled = assumptionsOf({}, TABLE);
    expect(limitsOf(bundled, "USDT-BTC")).toMatchObject({ lot: "0.001", leastNotional: "5" });
    expect(limitOrigin(bundled, "USDT-BTC", "lot").words).toBe("built-in table of 2025-07-04");
    expect(roundingOf(bundled, "USDT-BTC").lot).toBe("0.00000001");
  });
});
