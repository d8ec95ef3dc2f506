// Figures in money in words: where a position ends, how much more is tied up, and what is compared with what.
import { describe, expect, it } from "vitest";
import type { BotRisk } from "../../../src/model/risk/risk.js";
import { liquidationWords } from "../../../src/render/liquidation-words.js";
import { botFigures, growth, openWords, riskBefore } from "../../../src/render/money-facts.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { botRisk } from "../../../src/risk/bot-risk.js";
import { NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { live } from "../reconcile/fleet.js";
import { botRisk as factsOf, withoutDeal } from "./facts.js";

type End = BotRisk["liquidation"];
const outside = (distance: string | null, price: string | null = null): End => ({
  ...{ kind: "outside", loss: null, distance, price },
});
const inside = (neverPlaced: number): End => ({
  kind: "inside",
  loss: "7",
  after: 0,
  neverPlaced,
  share: "0.25",
  price: "1",
});

describe("the end of a position", () => {
  it.each<[End, string, boolean, string]>([
    [{ kind: "unknown", needs: "balance" }, "liquidation unknown without the balance", false, "nobody knows"],
    [outside(null), "no liquidation at any price", false, "no price takes it"],
    [outside("1", "0"), "liquidated at −100 % from the first fill", false, "only a fall by all there is"],
    [outside("2.4", "374.4"), "liquidated at +274 % from the first fill", false, "a short"],
    [outside("0.9999", "0.01"), "liquidated at −99.99 % from the first fill", false, "a little less"],
    [outside("0.1", "81.9"), "liquidated at −18.1 % from the first fill", false, "a tenth further down"],
    [outside("0"), "liquidated as soon as its last order fills", true, "at the last order itself"],
    [outside("-0.1"), "liquidated as soon as its last order fills", true, "before it"],
    [
      inside(4),
      "liquidated at −99 %, before the first safety order, and loses its margin of 177.08",
      true,
      "none of four safety orders fills",
    ],
    [
      inside(3),
      "liquidated at −99 %, before the last 3 safety orders (25 % of the volume), and loses its margin of 177.08",
      true,
      "one of four fills",
    ],
    [
      inside(1),
      "liquidated at −99 %, before the last safety order (25 % of the volume), and loses its margin of 177.08",
      true,
      "all but one",
    ],
  ])("%j: %s, bad %s (%s)", (liquidation, text, isBad, _because) => {
    const risk = factsOf({ liquidation, orders: 5, leverage: "5", basis: { kind: "relative" } });
    expect(liquidationWords(risk)).toEqual({ text, isBad });
    if (liquidation.kind === "inside")
      expect(liquidationWords({ ...risk, isolated: false }).text).toBe(
        text.replace("and loses its margin of 177.08", "with a loss of 7"),
      );
  });
});

it.each([
  [
    { others: 17, move: "-0.08" },
    "no liquidation at any price alone; together with the other 17 cross bots, liquidated at −8 %",
  ],
  [
    { others: 1, move: "0.091" },
    "no liquidation at any price alone; together with the other cross bot, liquidated at +9.1 %",
  ],
  [
    { others: 2, move: null },
    "no liquidation at any price alone; together with the other 2 cross bots, liquidated at their last orders",
  ],
])("with others %j: %s", (together, text) => {
  const liquidation = { kind: "outside", loss: null, price: null, distance: null, together } as const;
  expect(liquidationWords({ ...factsOf(), liquidation, orders: 5, leverage: "10" })).toEqual({ text, isBad: true });
});

describe("what can't be opened as it is", () => {
  const liquidation = { kind: "outside", loss: null, price: null, distance: null } as const;
  const TINY = { kind: "quantity", first: 1, quantity: "0", price: "1", lotCosts: "1" } as const;
  it("is no volume that an exchange may refuse: that is likely, and no more", () => {
    const notional = { kind: "notional", orders: 1, first: 0, volume: "4", least: "5" } as const;
    expect(liquidationWords({ ...factsOf(), liquidation, orders: 5, leverage: "50", refused: [notional] })).toEqual({
      text: "no liquidation at any price",
      isBad: false,
    });
  });

  it.each<[NonNullable<BotRisk["refused"]>, number, string]>([
    [[{ kind: "leverage", most: "20", rate: null }], 5, "50× can't be opened: at most 20×"],
    [[{ ...TINY, orders: 5, lot: "0.001" }], 5, "all 5 orders round to 0 lots of 0.001"],
    [[{ ...TINY, orders: 1, lot: "1" }], 1, "its order rounds to 0 lots of 1"],
  ])("%j of %d orders: %s", (refused, orders, text) => {
    expect(liquidationWords({ ...factsOf(), liquidation, orders, leverage: "50", refused })).toEqual({
      text,
      isBad: true,
    });
    const end = { ...liquidation, distance: "0" };
    expect(liquidationWords({ ...factsOf(), liquidation: end, orders, leverage: "50", refused }).text).toBe(
      `${text}; liquidated as soon as its last order fills`,
    );
  });

  it("a part of the orders stands beside the liquidation, and is no news where it was so before", () => {
    const risk = (changes: Partial<BotRisk>) => factsOf({ liquidation, orders: 5, leverage: "50", ...changes });
    const [two, three] = [
      risk({ refused: [{ ...TINY, orders: 2, lot: "1" }] }),
      risk({ refused: [{ ...TINY, orders: 3, lot: "1" }] }),
    ];
    const text = "no liquidation at any price; 2 of 5 orders round to 0 lots of 1";
    const [end, never] = [{ ...liquidation, distance: "0" }, [{ kind: "leverage", most: "20", rate: null } as const]];
    expect([
      ...[liquidationWords(two), liquidationWords(two, two), liquidationWords(two, three)],
      ...[risk({ liquidation: end }), risk({ refused: never })].map((one) => liquidationWords(one, two).isBad),
      liquidationWords(risk({ liquidation: end }), risk({ liquidation: end })).isBad,
    ]).toEqual([
      ...[
        { text, isBad: true },
        { text, isBad: false },
        { text, isBad: false, was: text.replace("2 of", "3 of") },
      ],
      ...[true, true, false],
    ]);
  });
});

it.each<[Parameters<typeof openWords>[0]["open"], string | undefined]>([
  [undefined, undefined],
  [{ fields: ["countOrderMax"], most: null }, "or more if the service fills in countOrderMax (declare it)"],
  [
    { fields: ["countOrderMax", "volumeSafetyOrder"], most: factsOf({ position: "1020" }) },
    "up to 1 020 if the service fills in countOrderMax or volumeSafetyOrder (declare them)",
  ],
])("an open setting %j: %s", (open, words) => {
  expect(openWords(open === undefined ? {} : { open })).toBe(words);
});

describe("what a bot may tie up", () => {
  const fields = (volumeFirstOrder: string) => ({ ...live(1, "A").fields, volumeFirstOrder });
  const risk = (volume: string, on = true) => botRisk(fields(volume), on, NO_MARKET_DATA, assumptionsOf());
  const unknown = botRisk({ ...fields("1"), leverage: null }, true, NO_MARKET_DATA, assumptionsOf());
  const at = (position: string) => ({ position, margin: "4" });
  const [ON, OFF, NONE] = [risk("20"), risk("20", false), at("0")];
  const settings = { position: "position" in ON ? ON.position : "", margin: "margin" in ON ? ON.margin : "" };
  type Given = Parameters<typeof botFigures>[0];
  it.each<[string, Given, ReturnType<typeof botFigures>]>([
    ["isn't known of unknown settings", { after: unknown, most: { before: null, after: NONE } }, undefined],
    ["nor where no most is known", { after: ON, most: { before: null, after: null } }, undefined],
    [
      "is its most",
      { after: ON, most: { before: at("7"), after: at("20") } },
      { isOnceOn: false, before: at("7"), after: at("20"), next: {} },
    ],
    [
      "and its settings' alone, where a deal has more",
      { after: ON, most: { before: null, after: at("90") } },
      { isOnceOn: false, before: undefined, after: at("90"), next: { position: "20" } },
    ],
    [
      "and their margin, where it keeps another leverage",
      { after: ON, most: { before: null, after: { position: "20", margin: "10" } } },
      { isOnceOn: false, before: undefined, after: { position: "20", margin: "10" }, next: { margin: "4" } },
    ],
    [
      "but not of one that is off",
      { after: OFF, most: { before: null, after: at("90") } },
      { isOnceOn: false, before: undefined, after: at("90"), next: {} },
    ],
    [
      "of one that was on is its most",
      { after: OFF, before: ON, most: { before: at("20"), after: NONE } },
      { isOnceOn: false, before: at("20"), after: NONE, next: {} },
    ],
    [
      "of one that stays off is what it would be",
      { after: OFF, before: OFF, most: { before: NONE, after: NONE } },
      { isOnceOn: true, before: settings, after: settings, next: {} },
    ],
    [
      "of a new one that is off, too",
      { after: OFF, most: { before: null, after: NONE } },
      { isOnceOn: true, before: undefined, after: settings, next: {} },
    ],
    [
      "of one whose settings weren't known compares with nothing",
      { after: OFF, before: unknown, most: { before: NONE, after: NONE } },
      { isOnceOn: true, before: undefined, after: settings, next: {} },
    ],
  ])("%s", (_what, money, expected) => {
    expect(botFigures(money)).toEqual(expected);
  });
});

describe("how much more is tied up", () => {
  const fields = (volumeFirstOrder: string) => ({ ...live(1, "A").fields, volumeFirstOrder });
  const risk = (volume: string, on = true) => botRisk(fields(volume), on, NO_MARKET_DATA, assumptionsOf());
  const unknown = botRisk({ ...fields("1"), leverage: null }, true, NO_MARKET_DATA, assumptionsOf());
  it.each([
    [null, risk("20"), "20", "a new bot"],
    [risk("20"), risk("50"), "30", "more volume"],
    [risk("50"), risk("20"), "-30", "less volume"],
    [risk("50", false), risk("20"), "20", "it was off"],
    [risk("50"), risk("20", false), "-50", "it is turned off"],
    [null, risk("20", false), "0", "a new one that is off"],
    [unknown, risk("20"), "20", "what was isn't known"],
  ])("%$ is by $2: $3", (before, after, expected, because) => {
    expect(growth(withoutDeal({ before, after })).toFixed(), because).toBe(expected);
  });

  it("compares with nothing where nothing was, or was known", () => {
    const after = risk("20");
    expect(riskBefore(withoutDeal({ before: null, after }))).toBeUndefined();
    expect(riskBefore(withoutDeal({ before: unknown, after }))).toBeUndefined();
    expect(riskBefore(withoutDeal({ before: after, after }))).toBe(after);
  });
});
