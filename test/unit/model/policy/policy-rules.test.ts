// The table of rules: what a rule's help promises is what its row takes.
import { describe, expect, it } from "vitest";
import { codeOf, isLikely, PARAMETER_NAMES, RULE_NAMES, ruleRow } from "../../../../src/model/policy/policy-rules.js";

const RULES = RULE_NAMES.map((rule) => ({ rule, row: ruleRow(rule) }));
/** What help may leave out: the amount it speaks of, the mode it says, and the words of a breach. */
const OBVIOUS: readonly string[] = ["limit", "marginMode", "message"];

describe.each(RULES)("$rule", ({ row }) => {
  it("takes the parameters that its help names, and no others", () => {
    const named: readonly string[] = PARAMETER_NAMES.filter((name) => new RegExp(`\`${name}[\`:]`).test(row.help));
    const taken: readonly string[] = [...row.required, ...row.optional];
    expect(named.filter((name) => !taken.includes(name))).toEqual([]);
    expect(taken.filter((name) => !named.includes(name) && !OBVIOUS.includes(name))).toEqual([]);
    expect(new Set(taken).size).toBe(taken.length);
  });

  it("has a unit where it has a limit", () => {
    expect(row.unit === undefined).toBe(!row.required.includes("limit"));
  });

  it("always applies only where it needs no parameter", () => {
    if (row.always !== undefined) expect(row.required).toEqual([]);
  });
});

it("names the rules that are only likely", () => {
  const likely = RULES.filter(({ row }) => row.always?.sure === false).map(({ rule }) => rule);
  expect(likely).toMatchInlineSnapshot(`
    [
      "same-settings-per-symbol",
      "no-opposite-without-hedge",
      "least-notional",
      "martingale-volume",
      "deep-grid",
      "price-level-with-fomo",
    ]
  `);
});

it("names the figures that rules can't do without", () => {
  const needs = RULES.flatMap(({ rule, row }) => (row.needs === "nothing" ? [] : [`${rule}: ${row.needs}`]));
  expect(needs).toMatchInlineSnapshot(`
    [
      "max-bot-margin: the bot's grid",
      "max-bot-notional: the bot's grid",
      "max-wallet-exposure: the bot's grid and the account's balance",
      "liquidation-outside-grid: the bot's grid, and for CROSS bots the account's balance",
      "min-liquidation-distance: the bot's grid, and for CROSS bots the account's balance",
      "min-cover: the bot's grid",
      "max-cover: the bot's grid",
      "max-change-percent: the field's value before",
      "affordable: the account's balance",
      "cross-fleet-outlives-grids: the account's balance",
      "leverage-allowed: the bot's grid",
      "order-quantity: the bot's grid, and a price",
      "least-notional: the bot's grid",
      "max-account-margin-percent: the account's balance",
      "free-balance-reserve: the account's balance",
      "max-exposure-increase: the bots' grids",
      "custom: whatever the expression reads",
    ]
  `);
});

it("only what is likely warns; whatever else is broken is denied", () => {
  const warning = RULES.filter(({ row }) => row.severity === "warn").map(({ rule }) => rule);
  expect(warning).toEqual(RULES.filter(({ row }) => row.always?.sure === false).map(({ rule }) => rule));
  expect(warning.map(codeOf).every(isLikely)).toBe(true);
  expect(["policy/affordable", "policy/max-leverage", "plan/x"].some(isLikely)).toBe(false);
});
