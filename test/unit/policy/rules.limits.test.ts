// Every rule with a limit, at the limit and one step beyond: the limit itself is always allowed.
import { describe, expect, test } from "vitest";
import { RULE_NAMES, type RuleName, ruleRow } from "../../../src/model/policy/policy-rules.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { live } from "../reconcile/fleet.js";
import { found, type Setting } from "./input.js";

interface Row {
  readonly rule: RuleName;
  /** What the bot, the account or the plan comes to. */
  readonly figure: string;
  /** The nearest limit that the figure breaks. */
  readonly beyond: string;
  readonly because: string;
  readonly more?: string;
  readonly bot?: string;
  readonly setting?: Setting;
}

/** 20 + 4·20 = 100 USDT, at 4x 25 USDT of margin; the last order stands 6 % down. */
const GRID = "leverage: 4, countOrderMax: 4, volumeSafetyOrder: 20";
const WALLET: Setting = { balance: "200" };
const WAS: Setting = {
  live: [live(1, "A", { accessId: 1, on: true, fields: { marginMode: "ISO", leverage: "8" } })],
};

const LIMITS: readonly Row[] = [
  { rule: "max-leverage", figure: "4", beyond: "3.99", because: "as declared" },
  { rule: "max-bot-margin", figure: "25", beyond: "24.99999999", because: "100 / 4" },
  { rule: "max-bot-notional", figure: "100", beyond: "99.99999999", because: "20 + 4·20" },
  { rule: "max-wallet-exposure", figure: "50", beyond: "49.9999", because: "100 of 200", setting: WALLET },
  {
    rule: "max-wallet-exposure",
    more: ", of: account",
    figure: "50",
    beyond: "49.9999",
    because: "all bots together: 100 of 200",
    setting: WALLET,
  },
  {
    rule: "min-liquidation-distance",
    figure: "25",
    beyond: "25.01",
    because: "without maintenance a position of 4x is gone a quarter further down",
    bot: "leverage: 4, countOrderMax: null",
    setting: { assumptions: assumptionsOf({ maintenance: "0" }) },
  },
  { rule: "min-cover", figure: "6", beyond: "6.0001", because: "4·1.5" },
  { rule: "max-cover", figure: "6", beyond: "5.9999", because: "4·1.5" },
  {
    rule: "max-martingale",
    figure: "1.2",
    beyond: "1.1999",
    because: "as declared",
    bot: "countOrderMax: 4, martingaleScale: 1.2",
  },
  { rule: "max-safety-orders", figure: "4", beyond: "3", because: "as declared" },
  { rule: "min-take-profit", figure: "1.2", beyond: "1.2001", because: "as declared" },
  {
    rule: "max-change-percent",
    more: ", fields: [leverage]",
    figure: "50",
    beyond: "49.9999",
    because: "8 → 4, downwards",
    setting: WAS,
  },
  {
    rule: "max-change-percent",
    more: ", fields: [leverage]",
    figure: "50",
    beyond: "49.9999",
    because: "8 → 12, upwards",
    bot: "leverage: 12",
    setting: WAS,
  },
  { rule: "max-account-margin-percent", figure: "12.5", beyond: "12.4999", because: "25 of 200", setting: WALLET },
  { rule: "free-balance-reserve", figure: "87.5", beyond: "87.5001", because: "25 of 200 are used", setting: WALLET },
  { rule: "max-exposure-increase", figure: "100", beyond: "99.99999999", because: "a new bot of 100" },
  { rule: "max-bots-changed", figure: "1", beyond: "0", because: "one bot is created" },
];

/** Kinds of what the rule finds, under its limit. */
function kinds({ rule, more = "", bot = GRID, setting }: Row, limit: string): string[] {
  const policy = `policies:\n  p: { rule: ${rule}, limit: ${limit}${more} }\n`;
  const findings = found(`${policy}bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`, setting);
  return findings.filter(({ code }) => code === `policy/${rule}`).map(({ severity, kind }) => `${severity} ${kind}`);
}

describe("a limit", () => {
  test.each(LIMITS)("$rule allows $figure at a limit of $figure: $because", (row) => {
    expect(kinds(row, row.figure)).toEqual([]);
  });

  test.each(LIMITS)("$rule denies $figure at a limit of $beyond: $because", (row) => {
    expect(kinds(row, row.beyond)).toEqual(["deny breach"]);
  });

  test("of every rule that has one stands in the table", () => {
    const limited = RULE_NAMES.filter((name) => ruleRow(name).unit !== undefined);
    expect([...new Set(LIMITS.map(({ rule }) => rule))].toSorted()).toEqual(limited.toSorted());
  });
});

describe("a limit that is built in", () => {
  const rows: readonly [
    rule: RuleName,
    allowed: string,
    denied: string,
    because: string,
    setting?: readonly Setting[],
  ][] = [
    ["affordable", GRID, GRID, "25 of margin and 0.1 of fees", [{ balance: "25.1" }, { balance: "25.0999" }]],
    ["take-profit-above-fees", "percentTakeProfit: 0.0901", "percentTakeProfit: 0.09", "taker 0.05 and maker 0.04"],
    [
      "deep-grid",
      "countOrderMax: 30, percentSafetyOrder: 2, volumeSafetyOrder: 1, leverage: 1",
      "countOrderMax: 30, percentSafetyOrder: 2.0001, volumeSafetyOrder: 1, leverage: 1",
      "60 % and a little more",
    ],
    [
      "grid-below-zero",
      "countOrderMax: 50, percentSafetyOrder: 1.9999, volumeSafetyOrder: 1, leverage: 1",
      "countOrderMax: 50, percentSafetyOrder: 2, volumeSafetyOrder: 1, leverage: 1",
      "at 100 % the price is 0, which no order can have",
    ],
  ];
  const isFound = (rule: RuleName, bot: string, setting?: Setting): boolean =>
    found(`bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`, setting).some(
      ({ code }) => code === `policy/${rule}`,
    );

  test.each(rows)("%s: { %s } is allowed, { %s } isn't: %s", (rule, allowed, denied, _because, [high, low] = []) => {
    expect([isFound(rule, allowed, high), isFound(rule, denied, low)]).toEqual([false, true]);
  });
});
