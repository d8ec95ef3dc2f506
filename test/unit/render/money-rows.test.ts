// What decides about one asset, row by row: figures now and after, their tones, what stands beside them, and who is liquidated.
import { expect, it } from "vitest";
import type { QuoteRisk, ShockRisk } from "../../../src/model/risk/risk.js";
import { quotesMoney } from "../../../src/render/money-facts.js";
import { isWorseOff, liquidatedText, type MoneyRow, moneyRows, rise } from "../../../src/render/money-rows.js";
import { accountRisk, quoteRisk, shockRisk } from "./facts.js";

interface Side {
  readonly quote?: Partial<QuoteRisk>;
  readonly shocks?: readonly ShockRisk[];
}

function rowsOf(before: Side | undefined, after: Side): readonly MoneyRow[] {
  const risk = ({ quote = {}, shocks = [] }: Side) => accountRisk({ quotes: [quoteRisk(quote)], shocks });
  const [money] = quotesMoney({ before: before && risk(before), after: risk(after) });
  if (money === undefined) throw new Error("no figures");
  return moneyRows(money);
}

/** A row in a line: `name: before → after (rise) tone note …`. */
function line({ name, before, after, rise: by, tone, aside, note, isBad, isOpen, scope }: MoneyRow): string {
  const marks = { isBad, isOpen };
  const set = Object.entries(marks).flatMap(([mark, is]) => (is === true ? [mark] : []));
  const figures = before === undefined ? after : `${before} → ${after}`;
  return [`${name}: ${figures}`, by && `(${by})`, tone, aside, note && `"${note}"`, scope && `[${scope}]`, ...set]
    .filter(Boolean)
    .join(" ");
}

it("a first plan has figures alone, in quiet tones", () => {
  expect(rowsOf(undefined, {}).map(line)).toMatchInlineSnapshot(`
    [
      "position at most: 1 000 soft",
      "initial margin: 200 soft",
      "free balance needed: 200 soft "of an unknown balance" isOpen",
    ]
  `);
});

it("what rises warns, what falls is good, and what stays is quiet", () => {
  const before = {
    quote: { position: "1000", margin: "200", need: "50", usable: "500", walletExposure: "0.5", wallet: "2000" },
  };
  const after = {
    quote: {
      position: "1500",
      margin: "150",
      need: "50",
      usable: "40",
      isAffordable: false,
      walletExposure: "0.75",
      wallet: "2000",
    },
  };
  expect(rowsOf(before, after).map(line)).toMatchInlineSnapshot(`
    [
      "position at most: 1 000 → 1 500 (+50 %) warn 50 % → 75 % of a wallet of 2 000",
      "initial margin: 200 → 150 (−25 %) soft "average leverage 5× → 10×"",
      "free balance needed: 50 → 50 soft "of 40: not enough" isBad",
    ]
  `);
  expect(rowsOf(after, { quote: { ...before.quote, isAffordable: true } }).map(line)).toMatchInlineSnapshot(`
    [
      "position at most: 1 500 → 1 000 (−33 %) good 75 % → 50 % of a wallet of 2 000",
      "initial margin: 150 → 200 (+33 %) warn",
      "free balance needed: 50 → 50 soft "of 500: enough"",
    ]
  `);
});

it("a margin that falls with more behind each unit of it is no good news, nor is the need", () => {
  const before = { quote: { position: "1000", margin: "200", need: "200", usable: "500" } };
  const after = { quote: { position: "1000", margin: "100", need: "100", usable: "500" } };
  expect(rowsOf(before, after).map(line)).toMatchInlineSnapshot(`
    [
      "position at most: 1 000 → 1 000 soft",
      "initial margin: 200 → 100 (−50 %) soft "average leverage 5× → 10×"",
      "free balance needed: 200 → 100 soft "of 500"",
    ]
  `);
});

it("the worst move the other way has a row of its own where bots of the other side lose more or less by it", () => {
  const [falls, both] = [
    [shockRisk("-0.4", { loss: "-50" }), shockRisk("-0.2", { loss: "-20" })],
    [shockRisk("-0.4", { loss: "-50" }), shockRisk("0.2", { loss: "-10" }), shockRisk("0.4", { loss: "-30" })],
  ];
  const lossesOf = (before: readonly ShockRisk[], after: readonly ShockRisk[]) =>
    rowsOf({ shocks: before }, { shocks: after })
      .map(line)
      .filter((text) => text.startsWith("loss"));
  expect([lossesOf(falls, both), lossesOf(both, both), lossesOf(both, falls)]).toEqual([
    [
      "loss, all prices −40 %: 50 → 50 soft [worst of the tested moves]",
      "loss, all prices +40 %: 0 → 30 warn [worst the other way]",
    ],
    ["loss, all prices −40 %: 50 → 50 soft [worst of the tested moves]"],
    ["loss, all prices −40 %: 50 → 50 soft [worst of the tested moves]", "loss, all prices −20 %: 0 → 20 warn"],
  ]);
});

it("the worst of the tested moves says who is liquidated by it, and who is already by another", () => {
  const shocks = (loss: string, liquidated: number, other = 0) => [
    shockRisk("-0.4", { loss, liquidated }),
    shockRisk("-0.2", { loss: "-1" }),
    shockRisk("0.2", { loss: "-1", liquidated: other }),
    shockRisk("0.4", { loss: "-2", liquidated: other * 2 }),
  ];
  const lossOf = (before: readonly ShockRisk[], after: readonly ShockRisk[]) =>
    rowsOf({ shocks: before }, { shocks: after })
      .map(line)
      .find((text) => text.startsWith("loss"));
  expect([
    lossOf(shocks("-50", 0), shocks("-60", 0)),
    lossOf(shocks("-50", 1), shocks("-60", 2)),
    lossOf(shocks("-50", 2), shocks("-40", 1)),
    lossOf(shocks("-50", 0, 2), shocks("-60", 0, 2)),
  ]).toMatchInlineSnapshot(`
    [
      "loss, all prices −40 %: 50 → 60 (+20 %) warn [worst of the tested moves]",
      "loss, all prices −40 %: 50 → 60 (+20 %) warn "1 → 2 isolated liquidated" [worst of the tested moves] isBad",
      "loss, all prices −40 %: 50 → 40 (−20 %) good "2 → 1 isolated liquidated" [worst of the tested moves]",
      "loss, all prices −40 %: 50 → 60 (+20 %) warn [worst of the tested moves]",
    ]
  `);
});

it.each([
  [{ liquidated: 1 }, undefined, true],
  [{ liquidated: 1 }, { liquidated: 1 }, false],
  [{ liquidated: 0 }, { liquidated: 1 }, false],
  [{ isCrossLiquidated: true }, { isCrossLiquidated: true }, false],
  [{ isCrossLiquidated: true }, { isCrossLiquidated: false }, true],
  [{ isCrossLiquidated: true }, undefined, true],
  [{ isCrossLiquidated: false }, { isCrossLiquidated: true }, false],
])("%j after %j is worse: %s", (after, before, is) => {
  expect(isWorseOff(shockRisk("-0.4", after), before && shockRisk("-0.4", before))).toBe(is);
});

it.each([
  [{}, undefined, ""],
  [{ liquidated: 2 }, { liquidated: 1 }, "1 → 2 isolated liquidated"],
  [{ liquidated: 1, isCrossLiquidated: true }, undefined, "1 isolated liquidated, all cross positions liquidated"],
  [{ isCrossLiquidated: true }, { isCrossLiquidated: true }, "all cross positions liquidated (now, too)"],
  [{ isCrossLiquidated: true }, { isCrossLiquidated: false }, "all cross positions liquidated (now: none)"],
  [{ isCrossLiquidated: false }, { isCrossLiquidated: true }, "cross positions no more liquidated"],
  [{ isCrossLiquidated: false }, { isCrossLiquidated: false }, ""],
])("%j after %j reads %s", (after, before, text) => {
  expect(liquidatedText(shockRisk("-0.4", after), before && shockRisk("-0.4", before))).toBe(text);
});

it.each([
  ["100", "163", "+63 %"],
  ["100", "37", "−63 %"],
  ["1000", "1004.6", "+0.5 %"],
  ["1000", "995.4", "−0.5 %"],
  ["1000", "1104.6", "+10 %"],
  ["1", "99.9", "+9 890 %"],
  ["1", "100", undefined],
  ["0", "1", undefined],
])("from %s to %s is %s", (before, after, by) => expect(rise(before, after)).toBe(by));
