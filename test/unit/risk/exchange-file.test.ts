// A file of an exchange's table at its edges: what may stand in it just so, and what just not.
import { describe, expect, it } from "vitest";
import { readExchange } from "../../../src/risk/exchange-file.js";

const tier = (floor: number | string, rate: number | string) => ({ floor, rate });
const many = (count: number) => Array.from({ length: count }, (_, index) => tier(index, index / 1_000));
const pairsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`USDT-A${index}`, [tier(0, 0)]]));
const isTaken = (change: object): boolean =>
  readExchange(JSON.stringify({ source: "mine", date: "2026-01-02", other: [tier(0, 0.01)], ...change })).ok;

describe("an exchange file", () => {
  it.each<[object, boolean, string]>([
    [{}, true, "one tier"],
    [{ other: [tier(0, 0)] }, true, "a rate of 0"],
    [{ other: [tier(0, -0.01)] }, false, "a rate below 0"],
    [{ other: [tier(0, 0.999999)] }, true, "a rate nearly 1"],
    [{ other: [tier(0, 1)] }, false, "a rate of 1"],
    [{ other: [tier("0", "0.01"), tier("0.0001", "0.01")] }, true, "a rate that stays as it is"],
    [{ other: [tier(0, 0.02), tier(5, 0.01)] }, false, "a rate that falls"],
    [{ other: [tier(0, 0.01), tier(5, 0.02), tier(5, 0.03)] }, false, "a floor that doesn't rise"],
    [{ other: [tier(0, 0.01), tier(5, 0.02), tier(4, 0.03)] }, false, "a floor that falls"],
    [{ other: [tier(1, 0.01)] }, false, "a first floor above 0"],
    [{ other: [tier(0, 0.01), tier("x", 0.02)] }, false, "a floor that is no number"],
    [{ other: [tier(0, 0.01), tier(5, "x")] }, false, "a rate that is no number"],
    [{ other: [] }, false, "no tier"],
    [{ other: many(100) }, true, "the most tiers"],
    [{ other: many(101) }, false, "one tier more"],
    [{ source: "s".repeat(300) }, true, "the longest source"],
    [{ source: "s".repeat(301) }, false, "a longer one"],
    [{ source: "" }, false, "no source"],
    [{ pairs: pairsOf(10_000) }, true, "the most pairs"],
    [{ pairs: pairsOf(10_001) }, false, "one pair more"],
    [{ date: "2024-02-29" }, true, "a leap day"],
    [{ date: "2026-02-29" }, false, "no leap year"],
    [{ pairs: { "USDT-X": {} } }, true, "a pair of which nothing is known"],
    [{ pairs: { "USDT-X": { tick: 0.1, lot: "1e-3", leastNotional: 5, maxLeverage: 20 } } }, true, "all limits"],
    [{ pairs: { "USDT-BTC_240628": {} } }, true, "a contract with an end"],
    [{ pairs: { "USDT-X": { lot: 0 } } }, false, "a lot of 0"],
    [{ pairs: { "USDT-X": { maxLeverage: -1 } } }, false, "a leverage below 0"],
    [{ pairs: { "USDT-X": { leastNotional: "x" } } }, false, "a notional that is no number"],
    [{ pairs: { "USDT-X": { most: 5 } } }, false, "a limit that doesn't exist"],
    [{ other: [{ ...tier(0, 0.01), maxLeverage: "75" }] }, true, "a tier's own leverage"],
    [{ other: [{ ...tier(0, 0.01), maxLeverage: 0 }] }, false, "a tier's leverage of 0"],
    [{ pairs: { "USDT-X": { tiers: [{ ...tier(0, 0.1), maxLeverage: "x" }] } } }, false, "one that is no number"],
    [{ pairs: { "USDT-X": { tiers: [tier(1, 0.1)] } } }, false, "tiers of a pair that don't start at 0"],
  ])("%$: $2 is taken: $1", (change, expected, because) => {
    expect(isTaken(change), because).toBe(expected);
  });
});

describe("what is wrong with an exchange file", () => {
  const file = (change: object) =>
    JSON.stringify({ source: "mine", date: "2026-01-02", other: [tier(0, 0.01)], ...change });
  const rising = "must start at floor 0, and floors and rates (fractions below 1) must rise";
  const named = (pair: string, more: string) => `"${pair}" under pairs is not a pair: ${more}`;
  const withPair = (pair: string) => file({ pairs: { [pair]: [tier(0, 0.01)] } });

  it.each([
    ["nonsense", "it isn't JSON"],
    ["[]", "it doesn't have the format of an exchange file"],
    [file({ extra: 1 }), "it doesn't have the format of an exchange file"],
    [file({ source: 5 }), "source doesn't have the format of an exchange file"],
    [file({ date: "2026-1-2" }), "date doesn't have the format of an exchange file"],
    [file({ date: "2026-01-02T00:00" }), "date doesn't have the format of an exchange file"],
    [file({ date: "02026-01-02" }), "date doesn't have the format of an exchange file"],
    [file({ date: "2026-02-30" }), "date 2026-02-30 isn't a valid day"],
    [file({ other: [tier(1, 0.1)] }), `the tiers of other ${rising}`],
    [file({ pairs: { "USDT-BTC": [tier(0, 1)] } }), `the tiers of USDT-BTC ${rising}`],
    [
      file({ pairs: { "USDT-BTC": [{ floor: 0 }] } }),
      "pairs.USDT-BTC.tiers.0.rate doesn't have the format of an exchange file",
    ],
    [file({ pairs: { "USDT-BTC": [] } }), "pairs.USDT-BTC.tiers doesn't have the format of an exchange file"],
    [
      file({ pairs: { "USDT-A": { lot: 0 } } }),
      "tick, lot, leastNotional and maxLeverage of USDT-A must be numbers above 0",
    ],
    [file({ pairs: pairsOf(10_001) }), "it has more than 10000 pairs"],
    [withPair("LINKUSDT"), named("LINKUSDT", "did you mean USDT-LINK?")],
    [withPair("LINK-USDT"), named("LINK-USDT", "did you mean USDT-LINK?")],
    [withPair("link/usdt:usdt"), named("link/usdt:usdt", "did you mean USDT-LINK?")],
    [withPair("LINKUSDT_PERP"), named("LINKUSDT_PERP", "did you mean USDT-LINK?")],
    [withPair("usdt-link"), named("usdt-link", "did you mean USDT-LINK?")],
    [withPair("LINK"), named("LINK", "write QUOTE-BASE, such as USDT-BTC")],
    [withPair(""), named("", "write QUOTE-BASE, such as USDT-BTC")],
    [withPair(`USDT-${"X".repeat(31)}`), named(`USDT-${"X".repeat(31)}`, "write QUOTE-BASE, such as USDT-BTC")],
  ])("is said in one line: %.80s", (text, problem) => {
    expect(readExchange(text)).toEqual({ ok: false, problem });
  });

  it("nothing: numbers and text are the same decimals", () => {
    const pairs = { "USDT-BTC": [tier(0, "0.0040"), tier("5e4", 0.005)], [`USDT-${"X".repeat(30)}`]: [tier("0", 0)] };
    expect(readExchange(file({ pairs }))).toEqual({
      ok: true,
      table: {
        tiers: {
          ...{ source: "mine", date: "2026-01-02" },
          pairs: {
            "USDT-BTC": [tier("0", "0.004"), tier("50000", "0.005")],
            [`USDT-${"X".repeat(30)}`]: [tier("0", "0")],
          },
          other: [tier("0", "0.01")],
        },
      },
    });
    expect(readExchange(file({}))).toMatchObject({ ok: true, table: { tiers: { pairs: {} } } });
  });

  it("nothing: a pair has tiers, limits, or both", () => {
    const pairs = {
      "USDT-A": { lot: 0.1 },
      "USDT-B": { tiers: [tier(0, 0.02)] },
      "USDT-C": { tick: "0.50", leastNotional: 5, maxLeverage: 20, tiers: [tier(0, 0.03)] },
    };
    expect(readExchange(file({ pairs }))).toMatchObject({
      ok: true,
      table: {
        tiers: { pairs: { "USDT-B": [tier("0", "0.02")], "USDT-C": [tier("0", "0.03")] } },
        limits: {
          ...{ source: "mine", date: "2026-01-02" },
          pairs: { "USDT-A": { lot: "0.1" }, "USDT-C": { tick: "0.5", leastNotional: "5", maxLeverage: "20" } },
        },
      },
    });
  });
});
