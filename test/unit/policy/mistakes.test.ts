// Mistakes in one bot's settings, at their edges: what is stated, what is left open, and what the account assumes.
import { describe, expect, test } from "vitest";
import { live } from "../reconcile/fleet.js";
import { found, type Setting } from "./input.js";

interface Row {
  readonly bot: string;
  readonly is: boolean;
  readonly because: string;
  readonly setting?: Setting;
}

const ALONE: Setting = { planned: false };

function isFound(code: string, { bot, setting = ALONE }: Row): boolean {
  const findings = found(`bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`, setting);
  return findings.some((finding) => finding.code === `policy/${code}`);
}

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  "take-profit-above-fees": [
    { bot: "percentTakeProfit: 0.09", is: true, because: "the fees are 0.05 and 0.04" },
    { bot: "percentTakeProfit: 0.0901", is: false, because: "a little above them" },
    {
      bot: "percentTakeProfit: 0.1, unmanaged: [typeTakeProfit]",
      is: true,
      because: "how it closes isn't stated, so the higher fee counts",
    },
    { bot: "percentTakeProfit: 0.1001, unmanaged: [typeTakeProfit]", is: false, because: "above twice the higher fee" },
    {
      bot: "percentTakeProfit: 0.1, unmanaged: [typeFirstOrder]",
      is: false,
      because: "how it opens isn't stated: 0.05 and 0.04",
    },
    { bot: "percentTakeProfit: 0.09, typeFirstOrder: LIMIT", is: false, because: "two limit orders pay 0.08" },
    { bot: "percentTakeProfit: 0.08, typeFirstOrder: LIMIT", is: true, because: "and no less" },
    { bot: "unmanaged: [percentTakeProfit]", is: false, because: "nobody knows the take profit" },
    {
      bot: "percentTakeProfit: 0.5",
      setting: { ...ALONE, assumptions: { takerFee: "0.003", makerFee: "0.002" } },
      is: true,
      because: "the account's own fees count",
    },
  ],
  "martingale-volume": [
    { bot: "countOrderMax: 2, martingaleScale: 1.2, volumeSafetyOrder: 9", is: true, because: "both are stated" },
    {
      bot: "countOrderMax: 2, martingaleScale: 1.2, volumeSafetyOrder: 9",
      setting: { ...ALONE, assumptions: { volumeBase: "safety" } },
      is: false,
      because: "the account says which reading applies",
    },
    {
      bot: "volumeFirstOrder: 10, countOrderMax: 2, martingaleScale: 1.2, volumeSafetyOrder: 12",
      is: false,
      because: "both readings come to the same",
    },
    { bot: "countOrderMax: 2, martingaleScale: 1.2, volumeSafetyOrder: null", is: false, because: "the volume is off" },
    { bot: "countOrderMax: 2, martingaleScale: null, volumeSafetyOrder: 9", is: false, because: "martingale is off" },
    { bot: "countOrderMax: 2, martingaleScale: 1.2", is: false, because: "the volume isn't stated" },
  ],
  "safety-volume": [
    {
      bot: "countOrderMax: 1, volumeSafetyOrder: null, martingaleScale: null",
      is: true,
      because: "one order is enough",
    },
    {
      bot: "countOrderMax: 2, volumeSafetyOrder: null, martingaleScale: 1.1",
      is: false,
      because: "martingale gives them one",
    },
    { bot: "countOrderMax: 2, volumeSafetyOrder: null", is: false, because: "martingale may be set on the service" },
    { bot: "countOrderMax: 2, volumeSafetyOrder: null", setting: {}, is: true, because: "a plan knows that it isn't" },
  ],
  "price-level-with-fomo": [
    { bot: "priceLevel: UPPER, priceLevelUp: 9, indicatorGroup: FOMO", is: true, because: "FOMO ignores it" },
    { bot: "priceLevel: null, indicatorGroup: FOMO", is: false, because: "there is none" },
    { bot: "priceLevel: UPPER, priceLevelUp: 9", is: false, because: "there is no group" },
  ],
  "deep-grid": [
    {
      bot: "strategy: SHORT, countOrderMax: 40, percentSafetyOrder: 2, volumeSafetyOrder: 1",
      is: false,
      because: "a SHORT's grid goes up, which has no end",
    },
    {
      bot: "countOrderMax: 40, percentSafetyOrder: 2, volumeSafetyOrder: 1",
      is: true,
      because: "a LONG's goes 80 % down",
    },
    {
      bot: "countOrderMax: 10, percentSafetyOrder: 1, dynamicStepScale: 1.4, volumeSafetyOrder: 1",
      is: true,
      because: "steps that grow: (1.4^10 − 1) / 0.4 = 69.8 %",
    },
    {
      bot: "countOrderMax: 10, percentSafetyOrder: 1, dynamicStepScale: 1.35, volumeSafetyOrder: 1",
      is: false,
      because: "steps that grow less: 54.6 %",
    },
    {
      bot: "countOrderMax: 50, percentSafetyOrder: 2, volumeSafetyOrder: 1",
      is: false,
      because: "from 100 % on it is another mistake",
    },
  ],
};

describe.each(Object.entries(TABLES))("%s", (code, rows) => {
  test.each(rows)("{ $bot }: $is, $because", (row) => expect(isFound(code, row)).toBe(row.is));
});

test.each([
  [
    "safety-volume",
    "countOrderMax: 1, volumeSafetyOrder: null, martingaleScale: null",
    "1 safety order has no volume: volumeSafetyOrder and martingaleScale are both off",
  ],
  [
    "martingale-volume",
    "volumeFirstOrder: 10, countOrderMax: null, martingaleScale: 1.2, volumeSafetyOrder: 9",
    "with martingaleScale 1.2, the first safety order comes to 12 when grown from volumeFirstOrder (as assumed), and to 9 from volumeSafetyOrder 9",
  ],
])("%s of { %s } says: %s", (code, bot, says) => {
  const findings = found(`bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`, ALONE);
  expect(findings.find((finding) => finding.code === `policy/${code}`)?.summary).toBe(says);
});

describe("price-levels", () => {
  const was = (fields: Record<string, string | null>): Setting => ({
    live: [live(1, "A", { accessId: 1, fields: { marginMode: "ISO", leverage: "3", ...fields } })],
  });
  const BOTH = { priceLevel: "BOTH", priceLevelDown: "500", priceLevelUp: "700" };
  test.each<[string, Setting, boolean, string]>([
    ["priceLevelDown: 699.99", was(BOTH), false, "just below"],
    ["priceLevelDown: 700", was(BOTH), true, "the two are the same"],
    ["priceLevelUp: 500.01", was(BOTH), false, "just above"],
    ["leverage: 4", was({ ...BOTH, priceLevelDown: null }), true, "BOTH without the lower one"],
    ["leverage: 4", was({ ...BOTH, priceLevelUp: "-1" }), true, "less than nothing is none"],
    [
      "leverage: 4",
      was({ priceLevel: null, priceLevelDown: "700", priceLevelUp: "500" }),
      false,
      "no level is in effect",
    ],
    [
      "leverage: 4",
      was({ priceLevel: "LOWER", priceLevelDown: "700", priceLevelUp: "500" }),
      false,
      "of LOWER the upper one is idle",
    ],
    ["leverage: 4", { ...was(BOTH), ...ALONE }, false, "of a configuration alone another rule speaks"],
  ])("{ %s } beside %j: %s, %s", (bot, setting, is, because) => {
    expect(isFound("price-levels", { bot, setting, is, because })).toBe(is);
  });
});
