// What is compared with what in money: of each asset in which something is on, before or after.
import { describe, expect, it } from "vitest";
import type { AccountRisk } from "../../../src/model/risk/risk.js";
import { hasOffRunning, quotesMoney } from "../../../src/render/money-facts.js";
import { accountRisk, quoteRisk, shockRisk } from "./facts.js";

const sum = (position: string, margin: string) => ({ bots: 1, position, margin, feeReserve: "0" });
const pair = (name: string, position: string) => ({ ...sum(position, "1"), pair: name, quote: "USDT" });

describe("an asset", () => {
  const after = accountRisk({
    quotes: [quoteRisk(), quoteRisk({ quote: "USDC" })],
    sides: [
      { ...sum("7", "3"), side: "SHORT", quote: "USDT" },
      { ...sum("9", "4"), side: "LONG", quote: "USDC" },
    ],
    pairs: [pair("USDT-SOL", "7"), pair("USDTX-SOL", "8"), pair("USDC-SOL", "9")],
    shocks: [shockRisk("-0.1"), shockRisk("-0.1", { quote: "USDC" })],
  });
  const before = accountRisk({
    quotes: [quoteRisk({ position: "5" })],
    sides: [{ ...sum("5", "2"), side: "LONG", quote: "USDT" }],
    pairs: [pair("USDT-BTC", "5")],
    shocks: [shockRisk("-0.1", { margin: "1" })],
  });

  it("has its own sides, pairs and shocks, those that were and those that are, by name", () => {
    const [usdt, usdc] = quotesMoney({ before, after });
    expect(usdt).toMatchObject({
      sides: [
        { name: "LONG", position: { before: "5", after: "0" }, margin: { before: "2", after: "0" } },
        { name: "SHORT", position: { before: "0", after: "7" }, margin: { before: "0", after: "3" } },
      ],
      pairs: [
        { name: "USDT-BTC", position: { before: "5", after: "0" }, margin: { before: "1", after: "0" } },
        { name: "USDT-SOL", position: { before: "0", after: "7" }, margin: { before: "0", after: "1" } },
      ],
      ...{ shocks: [shockRisk("-0.1")], shocksBefore: [shockRisk("-0.1", { margin: "1" })] },
    });
    expect([usdt, usdc].map((one) => one?.was(({ position }) => position))).toEqual(["5", "0"]);
    expect([usdt?.sides.length, usdt?.pairs.length, usdc?.sides.length, usdc?.pairs.length]).toEqual([2, 2, 1, 1]);
    expect([usdt?.before, usdc?.before]).toEqual([before.quotes[0], undefined]);
  });

  it("by itself is compared with nothing", () => {
    const [usdt] = quotesMoney({ after });
    expect(usdt?.was(({ position }) => position)).toBeUndefined();
    expect(usdt).toMatchObject({ before: undefined, shocksBefore: undefined });
    expect(usdt?.sides).toEqual([
      { name: "SHORT", position: { before: undefined, after: "7" }, margin: { before: undefined, after: "3" } },
    ]);
  });

  it.each([
    [1, 0, true],
    [0, 1, true],
    [0, 0, false],
  ])("with %d bots before and %d after is shown: %s", (was, is, isShown) => {
    const of = (bots: number): AccountRisk => accountRisk({ quotes: [quoteRisk({ bots })] });
    expect(quotesMoney({ before: of(was), after: of(is) })).toHaveLength(isShown ? 1 : 0);
  });
});

it("somebody runs on where any asset of any account has a bot that is off with a running deal", () => {
  const of = (...counts: readonly (number | undefined)[]) =>
    accountRisk({
      quotes: counts.map((offRunning) => quoteRisk(offRunning === undefined ? {} : { offRunning })),
    });
  expect([
    hasOffRunning(of(undefined, 0)),
    hasOffRunning(of(0, 1)),
    hasOffRunning(of(0), of(1)),
    hasOffRunning(),
  ]).toEqual([...[false, true, true, false]]);
});
