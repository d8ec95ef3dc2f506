// Money on a terminal: each bot's line, the account's sums before and after, and what they rest on.
import { describe, expect, it } from "vitest";
import type { AssumptionFacts } from "../../../../src/model/risk/assumptions.js";
import type { AccountRisk, SumRisk } from "../../../../src/model/risk/risk.js";
import {
  accountMoneyText,
  assumptionLines,
  botMoneyLines,
  planTotals,
  shockText,
  totalsLines,
} from "../../../../src/render/text/money-text.js";
import { asItCame } from "../as-it-came.js";
import { ASSUMED, accountRisk, botRisk, MARKED, moneyOf, NASTY, quoteRisk, shockRisk, withoutDeal } from "../facts.js";

const sum = (position: string, margin = "1"): SumRisk => ({ bots: 1, position, margin, feeReserve: "0" });
const inside = { kind: "inside", loss: "7", after: 0, price: "90", neverPlaced: 2, share: "0.5" } as const;

describe("a bot", () => {
  const old = botRisk({ position: "412", margin: "82.4", cover: "0.05" });
  it.each([
    [
      "a new one has its figures",
      { before: null, after: botRisk() },
      [
        "    position at most 1 180.5 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price",
      ],
    ],
    [
      "one that changes has both",
      { before: old, after: botRisk({ liquidation: inside, orders: 5 }) },
      [
        "    position at most 412 → 1 180.5 USDT, initial margin 82.4 → 236.1, cover 5 % → 9 %, loss at the grid's end 61.25, <bad>liquidated at −99.86 %, before the last 2 safety orders (50 % of the volume), and loses its margin of 118.05 (was: no liquidation at any price)</bad>",
      ],
    ],
    [
      "one that isn't bad any more says what it was",
      { before: botRisk({ liquidation: inside, orders: 5 }), after: botRisk() },
      [
        "    position at most 1 180.5 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price (was: liquidated at −99.86 %, before the last 2 safety orders (50 % of the volume))",
      ],
    ],
    [
      "one that is turned off and stays as it is ties up nothing",
      { before: old, after: { ...old, on: false } },
      ["    position at most 412 → 0 USDT, initial margin 82.4 → 0"],
    ],
    [
      "one that is on has its figures, though none changes",
      { before: old, after: old },
      [
        "    position at most 412 USDT, initial margin 82.4, cover 5 %, loss at the grid's end 61.25, no liquidation at any price",
      ],
    ],
    [
      "one that goes off ties up nothing any more",
      { before: old, after: botRisk({ on: false }) },
      ["    position at most 412 → 0 USDT, initial margin 82.4 → 0"],
    ],
    [
      "one that is off and changes says what it would tie up once it is on",
      { before: { ...old, on: false }, after: botRisk({ on: false }) },
      [
        "    once on: position at most 412 → 1 180.5 USDT, initial margin 82.4 → 236.1, cover 5 % → 9 %, loss at the grid's end 61.25, no liquidation at any price",
      ],
    ],
    [
      "of one that wasn't known nothing is compared",
      { before: { kind: "unknown" as const, lacks: ["leverage"] }, after: botRisk() },
      [
        "    position at most 1 180.5 USDT, initial margin 236.1, cover 9 %, loss at the grid's end 61.25, no liquidation at any price",
      ],
    ],
    [
      "one whose leverage rose says that this is why its margin falls",
      { before: old, after: botRisk({ position: "412", margin: "41.2", cover: "0.05" }) },
      [
        "    position at most 412 USDT, initial margin 82.4 → 41.2 (leverage 5× → 10×), cover 5 %, loss at the grid's end 61.25, no liquidation at any price",
      ],
    ],
    [
      "one that isn't known says what is missing",
      { before: old, after: { kind: "unknown" as const, lacks: ["leverage", "pairTitle"] } },
      ["    money: unknown without leverage, pairTitle"],
    ],
  ])("%s", (_, money, lines) => {
    expect(botMoneyLines(withoutDeal(money), MARKED)).toEqual(lines);
  });
});

describe("a bot with a running deal", () => {
  const most = { position: "1180.5", margin: "236.1" };
  const small = botRisk({ position: "80", margin: "16" });
  it.each([
    [
      "made smaller says what its settings alone would tie up",
      { before: botRisk(), after: small, most: { before: most, after: most } },
      "while its deal runs: position at most 1 180.5 USDT, initial margin 236.1\nfrom its next deal on: position at most 80, initial margin 16, cover",
    ],
    [
      "turned off goes on with its deal",
      { before: botRisk(), after: botRisk({ on: false }), most: { before: most, after: most } },
      "position at most 1 180.5 USDT, initial margin 236.1, cover",
    ],
    [
      "whose settings are missing isn't known",
      { before: null, after: small, most: { before: null, after: null } },
      "money: unknown, because settings of its running deal are missing",
    ],
  ])("%s", (_, money, start) => {
    const text = botMoneyLines(money, MARKED)
      .map((line) => line.slice(4))
      .join("\n");
    expect(text.slice(0, start.length)).toBe(start);
  });
});

describe("an account", () => {
  it("is compared with what was: bots, sums, sides, pairs that change, shocks, what is unknown and assumed", () => {
    const before = accountRisk({
      quotes: [quoteRisk({ bots: 2, position: "400", margin: "80", need: "80", usable: "100" })],
      sides: [{ ...sum("400"), side: "LONG", quote: "USDT" }],
      pairs: [
        { ...sum("300"), pair: "USDT-BTC", quote: "USDT" },
        { ...sum("100"), pair: "USDT-ETH", quote: "USDT" },
      ],
    });
    const after = accountRisk({
      quotes: [
        quoteRisk({
          ...{ bots: 3, offRunning: 1, disabled: { ...sum("50", "10"), bots: 2 }, need: "150", usable: "100" },
          isAffordable: false,
        }),
      ],
      sides: [
        { ...sum("900"), side: "LONG", quote: "USDT" },
        { ...sum("100"), side: "SHORT", quote: "USDT" },
      ],
      pairs: [
        { ...sum("300"), pair: "USDT-BTC", quote: "USDT" },
        { ...sum("700"), pair: "USDT-SOL", quote: "USDT" },
      ],
      shocks: [
        shockRisk("-0.2", { loss: "-120.5", liquidated: 2 }),
        shockRisk("-0.1", { loss: "-50" }),
        shockRisk("0.1"),
      ],
      unknown: 1,
    });
    const unknown = [{ what: `the balance${NASTY}`, needs: "read the account" }];
    expect(asItCame(moneyOf({ before, after, unknown }), accountMoneyText)).toEqual([]);
    expect(accountMoneyText(moneyOf({ before, after, unknown }), MARKED)).toMatchInlineSnapshot(`
      "<b>Totals of all bots that are on or have a running deal:</b>
        USDT: 2 bots on and 0 → 1 off with a running deal, position at most 400 → 1 000, initial margin 80 → 200; off: 2 bots, would need a margin of 10
      <bad>    free balance needed: 80 → 150 of 100 that may be used: not enough, with 1.5 for fees</bad>
          by side: LONG 400 → 900, SHORT 0 → 100
          changed pairs: USDT-ETH 100 → 0, USDT-SOL 0 → 700
          all prices at once: <bad>−20 % loses 120.5 (2 liquidated)</bad> · −10 % loses 50
        1 bot left out, because settings are missing
        Not known: the balance<x>\\u{1b}&. To find out: read the account.
      <faint>  Assumed: volumes are notional, losses of one deal of each bot, before fees (0.02 % maker, 0.05 % taker), liquidation of each bot alone by the formula of Binance, margin tiers of 2026-01-31.</faint>"
    `);
  });

  it("that can afford it shows what it needs, and no more", () => {
    const after = accountRisk({
      quotes: [quoteRisk({ free: "1000", usable: "1000", isAffordable: true })],
      unknown: 2,
    });
    expect(totalsLines({ after }, MARKED)).toEqual([
      "  USDT: 1 bot, position at most 1 000, initial margin 200",
      "    free balance needed: 200 of 1 000",
      "  2 bots left out, because settings are missing",
    ]);
  });

  it("without a bot that is on says so", () => {
    const nothing = accountRisk({ quotes: [quoteRisk({ bots: 0 })] });
    expect(totalsLines({ before: nothing, after: nothing }, MARKED)).toEqual(["  no bot is on"]);
  });

  it.each([
    ["are others", { margin: "50", position: "250" }, "position at most 250, initial margin 50"],
    ["are the same", {}, undefined],
  ])(
    "says what counts of a bot in a deal, and what the figures come to then, where they %s",
    (_when, changes, then) => {
      const money = moneyOf({ later: { quotes: [quoteRisk(changes)], shocks: accountRisk().shocks } });
      const lines = planTotals(money, MARKED);
      expect(
        lines.at(-1) === "  While its deal runs, a bot counts with that deal or its next one, whichever is more.",
      ).toBe(then !== undefined);
      expect(lines.find((line) => line.includes("have closed"))).toBe(
        then && `    once the running deals have closed: ${then}`,
      );
    },
  );

  it("has a heading", () => {
    const nothing = accountRisk({ quotes: [quoteRisk({ bots: 0 })] });
    expect(accountMoneyText(moneyOf({ before: nothing, after: nothing }), MARKED).split("\n")[0]).toBe(
      "<b>Totals of all bots that are on:</b>",
    );
  });

  it.each([
    [1, 0, "0 → 1 bot on and 1 → 0 off"],
    [0, 1, "1 → 0 bots on and 0 → 1 off"],
  ])("where %d before and %d after are off with a running deal, its head says so", (was, is, counts) => {
    const of = (offRunning: number): AccountRisk => accountRisk({ quotes: [quoteRisk({ offRunning })] });
    expect(
      accountMoneyText(moneyOf({ before: of(was), after: of(is) }), MARKED)
        .split("\n")
        .slice(0, 2),
    ).toEqual([
      "<b>Totals of all bots that are on or have a running deal:</b>",
      `  USDT: ${counts} with a running deal, position at most 1 000, initial margin 200`,
    ]);
  });

  it("names six pairs, and counts the others", () => {
    const pairs = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...sum("5"), pair: `USDT-P${index}`, quote: "USDT" }));
    const line = (count: number) =>
      totalsLines({ before: accountRisk(), after: accountRisk({ pairs: pairs(count) }) }, MARKED).at(-1);
    const six = "USDT-P0 0 → 5, USDT-P1 0 → 5, USDT-P2 0 → 5, USDT-P3 0 → 5, USDT-P4 0 → 5, USDT-P5 0 → 5";
    expect(line(6)).toBe(`    changed pairs: ${six}`);
    expect(line(7)).toBe(`    changed pairs: ${six}, and 1 more`);
    expect(line(8)).toBe(`    changed pairs: ${six}, and 2 more`);
  });

  it("names all moves, and where it is compared the two largest falls and rises", () => {
    const moves = ["-0.4", "-0.3", "-0.2", "0.2", "0.3", "0.4"];
    const lost = (by: number) =>
      accountRisk({ shocks: moves.map((move, at) => shockRisk(move, { loss: `-${at + by}` })) });
    const line = (before: AccountRisk | undefined) => totalsLines({ before, after: lost(1) }, MARKED).at(-1);
    expect([line(undefined), line(lost(11))]).toEqual([
      "    all prices at once: −40 % loses 1 · −30 % loses 2 · −20 % loses 3 · +20 % loses 4 · +30 % loses 5 · +40 % loses 6",
      "    all prices at once: −40 % loses 11 → 1 · −30 % loses 12 → 2 · +30 % loses 15 → 5 · +40 % loses 16 → 6",
    ]);
  });
});

it.each([
  [shockRisk("-0.2", { loss: "-120.5" }), "−20 % loses 120.5"],
  [shockRisk("0.5", { loss: "-1", liquidated: 1 }), "<bad>+50 % loses 1 (1 liquidated)</bad>"],
  [
    shockRisk("-0.5", { loss: "-1", liquidated: 2, isCrossLiquidated: true }),
    "<bad>−50 % loses 1 (2 liquidated, all cross positions liquidated)</bad>",
  ],
  [shockRisk("-0.5", { loss: "-1", isCrossLiquidated: null }), "−50 % loses 1"],
])("%j reads %s", (shock, text) => expect(shockText(shock, MARKED)).toBe(text));

describe("assumptions", () => {
  it("stand in a line each", () => {
    expect(assumptionLines(ASSUMED)).toMatchInlineSnapshot(`
      [
        "a volume is an order's notional (margin = volume / leverage)",
        "martingale multiplies the first order's volume",
        "safety orders are spaced from the first fill",
        "losses are of one deal of each bot: one that opens another after a liquidation loses again",
        "fees 0.02 % maker, 0.05 % taker, which losses don't count; funding 0.01 % per payment",
        "liquidation by the formula of Binance, of each bot alone (cross with the whole wallet behind it), no safety buffer",
        "maintenance tiers of 2026-01-31: Binance USD-M",
        "limits of orders of 2025-12-31: Binance's symbols",
        "no part of the free balance is kept unused",
        "the exchange keeps LONG and SHORT of one pair separate, as configured",
      ]
    `);
  });

  it.each<[Partial<AssumptionFacts>, string]>([
    [{ volumeMeaning: "margin" }, "a volume is an order's margin (notional = volume × leverage)"],
    [{ volumeBase: "safety" }, "martingale multiplies the safety order's volume"],
    [{ anchor: "previous" }, "safety orders are spaced from the previous order"],
    [{ anchor: "average" }, "safety orders are spaced from the average entry, dynamic step included"],
    [
      { liquidation: "bybit" },
      "liquidation by the formula of Bybit, of each bot alone (cross with the whole wallet behind it), no safety buffer",
    ],
    [
      { liquidation: "gate", safetyBuffer: "0.05" },
      "liquidation by the formula of Gate and OKX, of each bot alone (cross with the whole wallet behind it), a safety buffer of 5 %",
    ],
    [{ reserve: "0.1" }, "10 % of the free balance is kept unused"],
    [
      { hedgeMode: false, hedgeModeStated: true },
      "the exchange doesn't keep LONG and SHORT of one pair separate, as configured",
    ],
    [{ tiers: { source: "own", date: "" } }, "maintenance tiers: own"],
  ])("with %j say: %s", (changes, line) => {
    expect(
      assumptionLines({ ...ASSUMED, ...changes }).filter((one) => !assumptionLines(ASSUMED).includes(one)),
    ).toEqual([line]);
  });

  it("in short name the source of tiers that have no day", () => {
    const money = moneyOf({ assumptions: { ...ASSUMED, tiers: { source: `own${NASTY}`, date: "" } } });
    expect(accountMoneyText(money, MARKED).split("\n").at(-1)).toBe(
      "<faint>  Assumed: volumes are notional, losses of one deal of each bot, before fees (0.02 % maker, 0.05 % taker), liquidation of each bot alone by the formula of Binance, own<x>\\u{1b}&.</faint>",
    );
  });
});
