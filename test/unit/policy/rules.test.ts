// Every rule with a bot that passes and one that is denied.
import { describe, expect, test } from "vitest";
import { RULE_NAMES, ruleRow } from "../../../src/model/policy/policy-rules.js";
import type { Tier, TierTable } from "../../../src/model/risk/assumptions.js";
import { expectWords } from "../../support/words.js";
import { live } from "../reconcile/fleet.js";
import { brief, found, type Setting, spelled } from "./input.js";

interface Row {
  readonly rule: string;
  readonly with?: string;
  /** Settings of the one bot, or whole bots where it begins with a line feed. */
  readonly bot: string;
  readonly expected: readonly string[];
  readonly because: string;
  readonly setting?: Setting;
}

const GRID = "countOrderMax: 4, volumeSafetyOrder: 20";
const was = (fields: Record<string, string>) => [
  live(1, "A", { accessId: 1, on: true, fields: { marginMode: "ISO", leverage: "3", ...fields } }),
];
const GRID_WAS = { countOrderMax: "4", volumeSafetyOrder: "20" };
/** When the built-in table is more than a year old. */
const LATE = Date.parse("2027-11-23T12:00:00Z");
const tierTable = (tier: Tier): TierTable => ({ source: "mine", date: "2026-01-01", pairs: {}, other: [tier] });
const TWENTY: Setting = { assumptions: { ownLimits: { "USDT-BTC": { maxLeverage: "20" } } } };
const denied = (rule: string) => [`deny ${rule} main/a`];
const two = (first: string, second: string) =>
  `\n  a: { title: A, pairTitle: USDT-BTC, ${first} }\n  b: { title: B, pairTitle: USDT-BTC, ${second} }`;

const cross = (key: string, pair: string) =>
  `\n  ${key}: { title: ${key}, pairTitle: ${pair}, marginMode: CROSS, ${GRID} }`;
const TWO_CROSS = cross("a", "USDT-BTC") + cross("b", "USDT-ETH");

const ROWS: readonly Row[] = [
  { rule: "max-leverage", with: "limit: 3", bot: "leverage: 3", expected: [], because: "the limit itself is allowed" },
  {
    rule: "max-leverage",
    with: "limit: 3",
    bot: "leverage: 4",
    expected: denied("max-leverage"),
    because: "one above",
  },
  { rule: "max-bot-margin", with: "limit: 33.4", bot: GRID, expected: [], because: "100 / 3 = 33.33" },
  {
    rule: "max-bot-margin",
    with: "limit: 33.3",
    bot: GRID,
    expected: denied("max-bot-margin"),
    because: "100 / 3 = 33.33",
  },
  { rule: "max-bot-notional", with: "limit: 100", bot: GRID, expected: [], because: "20 + 4·20 = 100" },
  {
    rule: "max-bot-notional",
    with: "limit: 100",
    bot: "volumeSafetyOrder: 1, martingaleScale: null",
    expected: [],
    because: "20 + 50·1 = 70, whatever countOrderMax the service fills in",
  },
  {
    rule: "max-bot-notional",
    with: "limit: 60",
    bot: "volumeSafetyOrder: 1, martingaleScale: null",
    expected: ["warn max-bot-notional main/a unknown"],
    because: "20, and up to 70 with a countOrderMax that the service fills in",
  },
  {
    rule: "max-bot-notional",
    with: "limit: 60",
    bot: "countOrderMax: 4",
    expected: ["warn max-bot-notional main/a unknown"],
    because: "a volume that the service fills in has no bound",
  },
  { rule: "max-bot-notional", with: "limit: 99.99", bot: GRID, expected: denied("max-bot-notional"), because: "100" },
  {
    rule: "max-wallet-exposure",
    with: "limit: 50",
    bot: GRID,
    setting: { balance: "200" },
    expected: [],
    because: "100 of 200",
  },
  {
    rule: "max-wallet-exposure",
    with: "limit: 49",
    bot: GRID,
    setting: { balance: "200" },
    expected: denied("max-wallet-exposure"),
    because: "100 of 200",
  },
  {
    rule: "max-wallet-exposure",
    with: "limit: 99",
    bot: GRID,
    expected: ["deny max-wallet-exposure main/a unknown"],
    because: "no balance is known",
  },
  {
    rule: "max-wallet-exposure",
    with: "limit: 99, onUnknown: warn",
    bot: GRID,
    expected: ["warn max-wallet-exposure main/a unknown"],
    because: "only warned of, as stated",
  },
  {
    rule: "max-wallet-exposure",
    with: "limit: 50, of: account",
    bot: GRID,
    setting: { balance: "200" },
    expected: [],
    because: "100 of 200",
  },
  {
    rule: "max-wallet-exposure",
    with: "limit: 49, of: account",
    bot: GRID,
    setting: { balance: "200" },
    expected: ["deny max-wallet-exposure"],
    because: "100 of 200",
  },
  { rule: "pairs-allow", with: "pairs: [USDT-B*]", bot: "leverage: 1", expected: [], because: "USDT-BTC fits" },
  {
    rule: "pairs-allow",
    with: "pairs: [USDT-E*]",
    bot: "leverage: 1",
    expected: denied("pairs-allow"),
    because: "USDT-BTC doesn't fit",
  },
  { rule: "pairs-deny", with: "pairs: [USDT-DOGE]", bot: "leverage: 1", expected: [], because: "another pair" },
  {
    rule: "pairs-deny",
    with: "pairs: ['*-BTC']",
    bot: "leverage: 1",
    expected: denied("pairs-deny"),
    because: "it fits",
  },
  { rule: "quotes-allow", with: "quotes: [USDT]", bot: "leverage: 1", expected: [], because: "USDT" },
  {
    rule: "quotes-allow",
    with: "quotes: [USDC]",
    bot: "leverage: 1",
    expected: denied("quotes-allow"),
    because: "USDT isn't USDC",
  },
  {
    rule: "quotes-allow",
    with: "quotes: [USD]",
    bot: "leverage: 1",
    expected: denied("quotes-allow"),
    because: "USD is only how USDT begins",
  },
  { rule: "margin-mode", with: "marginMode: ISO", bot: "leverage: 1", expected: [], because: "ISO" },
  {
    rule: "margin-mode",
    with: "marginMode: CROSS",
    bot: "leverage: 1",
    expected: denied("margin-mode"),
    because: "ISO",
  },
  { rule: "liquidation-outside-grid", bot: GRID, expected: [], because: "3x and 6 %" },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, leverage: 25`,
    expected: denied("liquidation-outside-grid"),
    because: "25x and 6 %: about 4 % from the average",
  },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, marginMode: CROSS`,
    expected: ["deny liquidation-outside-grid main/a unknown"],
    because: "cross, and no balance",
  },
  {
    rule: "liquidation-outside-grid",
    bot: "leverage: 300",
    expected: denied("liquidation-outside-grid"),
    because: "the maintenance takes the whole margin as soon as the only order fills",
  },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, leverage: 32`,
    setting: { live: was({ ...GRID_WAS, leverage: "50" }) },
    expected: ["warn liquidation-outside-grid main/a standing"],
    because: "the update lowers what it looks at",
  },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, leverage: 50, percentTakeProfit: 3`,
    setting: { live: was({ ...GRID_WAS, leverage: "50" }) },
    expected: ["warn liquidation-outside-grid main/a standing"],
    because: "the update leaves it as it was",
  },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, leverage: 50`,
    setting: { live: was({ ...GRID_WAS, leverage: "32" }) },
    expected: denied("liquidation-outside-grid"),
    because: "the update makes it worse",
  },
  {
    rule: "liquidation-outside-grid",
    bot: `${GRID}, leverage: 32`,
    setting: {
      live: was({ ...GRID_WAS, leverage: "50" }).map((one) => ({ ...one, status: { ...one.status, on: false } })),
    },
    expected: denied("liquidation-outside-grid"),
    because: "it is turned on with it",
  },
  {
    rule: "liquidation-outside-grid",
    bot: "countOrderMax: 9, volumeSafetyOrder: 20, marginMode: CROSS",
    setting: { balance: "12" },
    expected: denied("liquidation-outside-grid"),
    because: "12 behind 200",
  },
  { rule: "leverage-allowed", bot: "leverage: 150", expected: [], because: "the most of the built-in table" },
  { rule: "leverage-allowed", bot: "leverage: 151", expected: denied("leverage-allowed"), because: "one more" },
  {
    rule: "leverage-allowed",
    bot: "leverage: 151",
    setting: { now: LATE },
    expected: ["warn leverage-allowed main/a"],
    because: "the table is more than a year old",
  },
  {
    rule: "leverage-allowed",
    bot: "leverage: 250, marginMode: CROSS",
    setting: { now: LATE, balance: "100000" },
    expected: denied("leverage-allowed"),
    because: "1/250 is the maintenance rate, whatever the table says",
  },
  {
    rule: "leverage-allowed",
    bot: "leverage: 249, marginMode: CROSS",
    setting: { balance: "100000", assumptions: { tiers: tierTable({ floor: "0", rate: "0.004" }) } },
    expected: [],
    because: "a little is left, and no table says more",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-ADA, leverage: 75, marginMode: CROSS }",
    setting: { balance: "100000" },
    expected: [],
    because: "the most that the pair takes of a small position",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-ADA, leverage: 76, marginMode: CROSS }",
    setting: { balance: "100000" },
    expected: ["warn leverage-allowed main/a"],
    because: "another exchange may take more than the built-in table's",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-ADA, leverage: 51, marginMode: CROSS, volumeFirstOrder: 10000.4, countOrderMax: null }",
    setting: { balance: "1000000" },
    expected: ["warn leverage-allowed main/a"],
    because: "from 10 000 on it takes 50",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-ADA, leverage: 151, marginMode: CROSS }",
    setting: { balance: "100000" },
    expected: denied("leverage-allowed"),
    because: "no pair of the table takes as much",
  },
  {
    rule: "leverage-allowed",
    bot: "leverage: 21",
    setting: { assumptions: { tiers: tierTable({ floor: "0", rate: "0.004", maxLeverage: "20" }) } },
    expected: denied("leverage-allowed"),
    because: "a table of the user's own is meant",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-X, leverage: 249, marginMode: CROSS }",
    setting: { balance: "100000" },
    expected: ["warn leverage-allowed main/a"],
    because: "the pair's own rate is a guess",
  },
  {
    rule: "leverage-allowed",
    bot: "\n  a: { title: A, pairTitle: USDT-X, leverage: 250, marginMode: CROSS }",
    setting: { balance: "100000" },
    expected: denied("leverage-allowed"),
    because: "no pair of the table has a rate that low",
  },
  {
    rule: "leverage-allowed",
    bot: "leverage: 32",
    setting: { live: was({ leverage: "50" }), ...TWENTY },
    expected: ["warn leverage-allowed main/a standing"],
    because: "20x is allowed, and 32x is less than 50x",
  },
  {
    rule: "leverage-allowed",
    bot: "leverage: 32",
    setting: { live: was({ leverage: "20" }), ...TWENTY },
    expected: denied("leverage-allowed"),
    because: "20x is allowed, and was set",
  },
  { rule: "order-quantity", bot: GRID, expected: [], because: "no price is known" },
  {
    rule: "order-quantity",
    bot: GRID,
    setting: { prices: { "USDT-BTC": "40000" } },
    expected: [],
    because: "20 are half a lot, which rounds to one",
  },
  {
    rule: "order-quantity",
    bot: GRID,
    setting: { prices: { "USDT-BTC": "64000" } },
    expected: denied("order-quantity"),
    because: "a lot of 0.001 is 64",
  },
  {
    rule: "order-quantity",
    bot: GRID,
    setting: { prices: { "USDT-BTC": "42500" } },
    expected: denied("order-quantity"),
    because: "the first two alone round to 0",
  },
  {
    rule: "order-quantity",
    bot: `${GRID}, volumeFirstOrder: 32`,
    setting: { prices: { "USDT-BTC": "64000" }, now: LATE },
    expected: ["warn order-quantity main/a"],
    because: "the safety orders do, by an old table",
  },
  { rule: "least-notional", bot: "volumeFirstOrder: 5", expected: [], because: "5 USDT are taken" },
  {
    rule: "least-notional",
    bot: "volumeFirstOrder: 0.002",
    expected: ["warn least-notional main/a"],
    because: "the base asset's unit was meant",
  },
  {
    rule: "least-notional",
    bot: `${GRID}, leverage: 2`,
    setting: { assumptions: { volumeMeaning: "margin", ownLimits: { "USDT-BTC": { leastNotional: "41" } } } },
    expected: ["warn least-notional main/a"],
    because: "a margin of 20 at 2x is 40",
  },
  {
    rule: "min-liquidation-distance",
    with: "limit: 20",
    bot: GRID,
    expected: [],
    because: "3x is liquidated about 30 % further down",
  },
  {
    rule: "min-liquidation-distance",
    with: "limit: 40",
    bot: GRID,
    expected: denied("min-liquidation-distance"),
    because: "nearer than 40 %",
  },
  { rule: "min-cover", with: "limit: 6", bot: GRID, expected: [], because: "4·1.5" },
  { rule: "min-cover", with: "limit: 6.01", bot: GRID, expected: denied("min-cover"), because: "4·1.5" },
  { rule: "max-cover", with: "limit: 6", bot: GRID, expected: [], because: "4·1.5" },
  { rule: "max-cover", with: "limit: 5.99", bot: GRID, expected: denied("max-cover"), because: "4·1.5" },
  {
    rule: "max-martingale",
    with: "limit: 1.2",
    bot: "countOrderMax: 4, martingaleScale: 1.2",
    expected: [],
    because: "the limit itself",
  },
  {
    rule: "max-martingale",
    with: "limit: 1.2",
    bot: "countOrderMax: 4, martingaleScale: 1.21",
    expected: denied("max-martingale"),
    because: "above",
  },
  {
    rule: "max-martingale",
    with: "limit: 1.2",
    bot: `${GRID}, martingaleScale: null`,
    expected: [],
    because: "off is nothing to limit",
  },
  { rule: "max-safety-orders", with: "limit: 4", bot: GRID, expected: [], because: "4" },
  { rule: "max-safety-orders", with: "limit: 3", bot: GRID, expected: denied("max-safety-orders"), because: "4" },
  { rule: "min-take-profit", with: "limit: 1.2", bot: GRID, expected: [], because: "1.2" },
  { rule: "min-take-profit", with: "limit: 1.21", bot: GRID, expected: denied("min-take-profit"), because: "1.2" },
  { rule: "require-price-level", bot: "priceLevel: UPPER, priceLevelUp: 9", expected: [], because: "it has one" },
  { rule: "require-price-level", bot: "leverage: 1", expected: denied("require-price-level"), because: "it has none" },
  { rule: "require-cycle-limit", bot: "cycleLimitScale: 3", expected: [], because: "it has one" },
  {
    rule: "require-cycle-limit",
    bot: "cycleLimitScale: null",
    expected: denied("require-cycle-limit"),
    because: "it is off",
  },
  { rule: "title-pattern", with: "pattern: 'A*'", bot: "leverage: 1", expected: [], because: "A fits A*" },
  {
    rule: "title-pattern",
    with: "pattern: 'Dip *'",
    bot: "leverage: 1",
    expected: denied("title-pattern"),
    because: "A doesn't",
  },
  {
    rule: "max-change-percent",
    with: "fields: [leverage], limit: 50",
    bot: "leverage: 3",
    setting: { live: was({ leverage: "2" }) },
    expected: [],
    because: "2 → 3 is 50 %",
  },
  {
    rule: "max-change-percent",
    with: "fields: [leverage], limit: 49",
    bot: "leverage: 3",
    setting: { live: was({ leverage: "2" }) },
    expected: denied("max-change-percent"),
    because: "2 → 3 is 50 %",
  },
  {
    rule: "max-change-percent",
    with: "fields: [martingaleScale], limit: 49",
    bot: "countOrderMax: 2, martingaleScale: 1.1",
    setting: { live: was({}) },
    expected: ["deny max-change-percent main/a unknown"],
    because: "off has no percentage",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { open: { stop: { enabled: true, event: percentage, value: 5 } } }",
    expected: [],
    because: "it has a stop",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { open: true }",
    expected: denied("require-stop"),
    because: "it has none",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { open: { stop: { enabled: false } } }",
    expected: denied("require-stop"),
    because: "an open that switches it off has none",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { update: { close: { event: percentage, value: 1 } } }",
    expected: [],
    because: "an update that says nothing of the stop leaves it",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { update: { stop: { enabled: true, event: percentage, value: 5 } } }",
    expected: [],
    because: "one that sets it keeps it",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { update: { stop: { enabled: false } } }",
    expected: denied("require-stop"),
    because: "one that switches it off takes it away",
  },
  {
    rule: "require-stop",
    bot: "enabled: false, webhooks: { average: { amount: 20 }, close: true }",
    expected: [],
    because: "an average and a close have no stop to take",
  },
  {
    rule: "require-stop",
    bot: "leverage: 1",
    expected: ["warn require-stop unenforceable"],
    because: "the API knows no stop, and it says so",
  },
  {
    rule: "require-stop",
    bot: "unmanaged: [enabled]",
    setting: { planned: false },
    expected: ["warn require-stop unenforceable"],
    because: "a bot whose switch nobody manages may be on",
  },
  {
    rule: "max-account-margin-percent",
    with: "limit: 17",
    bot: GRID,
    setting: { balance: "200" },
    expected: [],
    because: "33.3 of 200 are 16.7 %",
  },
  {
    rule: "max-account-margin-percent",
    with: "limit: 16",
    bot: GRID,
    setting: { balance: "200" },
    expected: ["deny max-account-margin-percent"],
    because: "16.7 %",
  },
  {
    rule: "max-account-margin-percent",
    with: "limit: 16",
    bot: GRID,
    expected: ["deny max-account-margin-percent unknown"],
    because: "no balance is known",
  },
  {
    rule: "free-balance-reserve",
    with: "limit: 80",
    bot: GRID,
    setting: { balance: "200" },
    expected: [],
    because: "83 % are left",
  },
  {
    rule: "free-balance-reserve",
    with: "limit: 90",
    bot: GRID,
    setting: { balance: "200" },
    expected: ["deny free-balance-reserve"],
    because: "83 % are left",
  },
  { rule: "max-exposure-increase", with: "limit: 100", bot: GRID, expected: [], because: "100 more" },
  {
    rule: "max-exposure-increase",
    with: "limit: 99",
    bot: GRID,
    expected: ["deny max-exposure-increase"],
    because: "100 more",
  },
  { rule: "max-bots-changed", with: "limit: 1", bot: GRID, expected: [], because: "one" },
  { rule: "max-bots-changed", with: "limit: 0", bot: GRID, expected: ["deny max-bots-changed"], because: "one" },
  { rule: "change-windows", with: "windows: [{ timeZone: UTC }]", bot: GRID, expected: [], because: "always" },
  {
    rule: "change-windows",
    with: "windows: [{ days: [sat], timeZone: UTC }]",
    bot: GRID,
    expected: ["deny change-windows"],
    because: "a Wednesday",
  },
  {
    rule: "blackout-windows",
    with: "windows: [{ from: '13:00', timeZone: UTC }]",
    bot: GRID,
    expected: [],
    because: "noon",
  },
  {
    rule: "blackout-windows",
    with: "windows: [{ from: '12:00', timeZone: UTC }]",
    bot: GRID,
    expected: ["deny blackout-windows"],
    because: "noon",
  },
  { rule: "kill-switch", with: "env: BOTFORM_STOP", bot: GRID, expected: [], because: "not engaged" },
  {
    rule: "kill-switch",
    with: "env: BOTFORM_STOP",
    bot: GRID,
    setting: { engaged: { p: "BOTFORM_STOP is set" } },
    expected: ["deny kill-switch"],
    because: "engaged",
  },
  {
    rule: "custom",
    with: `when: 'cmp(bot.after.leverage, "3") > 0'`,
    bot: GRID,
    expected: [],
    because: "3 isn't above 3",
  },
  {
    rule: "custom",
    with: `when: 'cmp(bot.after.leverage, "2.99") > 0'`,
    bot: GRID,
    expected: denied("custom"),
    because: "exact decimals",
  },
  {
    rule: "custom",
    with: `when: 'bot.risk.nothing == 1'`,
    bot: GRID,
    expected: ["deny custom main/a unknown"],
    because: "what can't be worked out never passes",
  },
  {
    rule: "custom",
    with: `each: plan, when: 'plan.steps.exists(s, s.action == "turn-on")'`,
    bot: GRID,
    expected: ["deny custom"],
    because: "asked once",
  },
  {
    rule: "one-bot-per-pair-side",
    bot: two("strategy: LONG", "strategy: SHORT, enabled: false"),
    expected: [],
    because: "two sides",
  },
  {
    rule: "one-bot-per-pair-side",
    bot: two("strategy: LONG", "strategy: LONG"),
    expected: ["deny one-bot-per-pair-side main/b"],
    because: "one side",
  },
  {
    rule: "one-bot-per-pair-side",
    bot: two("strategy: LONG", "enabled: false"),
    expected: [],
    because: "off by declaration",
  },
  {
    rule: "same-settings-per-symbol",
    bot: `${two("strategy: LONG", "strategy: SHORT, leverage: 4, pairTitle: USDT-ETH").replace("pairTitle: USDT-BTC, strategy: SHORT", "strategy: SHORT")}`,
    expected: [],
    because: "two pairs",
  },
  {
    rule: "same-settings-per-symbol",
    with: "severity: deny",
    bot: two("strategy: LONG", "leverage: 4, enabled: false"),
    expected: [],
    because: "off by declaration",
  },
  {
    rule: "no-opposite-without-hedge",
    bot: two("strategy: LONG", "strategy: SHORT"),
    expected: ["warn no-opposite-without-hedge main/b"],
    because: "both directions, and what the exchange does isn't known",
  },
  { rule: "no-opposite-without-hedge", bot: "leverage: 1", expected: [], because: "one direction" },
  {
    rule: "affordable",
    bot: GRID,
    setting: { balance: "33.44" },
    expected: [],
    because: "33.333… and 0.1 of fees are needed",
  },
  {
    rule: "affordable",
    bot: GRID,
    setting: { balance: "33.43" },
    expected: ["deny affordable"],
    because: "33.333… are there, the fees aren't",
  },
  {
    rule: "cross-fleet-outlives-grids",
    bot: TWO_CROSS,
    setting: { balance: "7.1" },
    expected: [],
    because: "each loses 3.05 at its last order, and needs 0.39 and 0.48 of maintenance there",
  },
  {
    rule: "cross-fleet-outlives-grids",
    bot: TWO_CROSS,
    setting: { balance: "6.5" },
    expected: ["deny cross-fleet-outlives-grids"],
    because: "each would live with it alone",
  },
  {
    rule: "martingale-volume",
    bot: "countOrderMax: 4, martingaleScale: 1.2",
    expected: [],
    because: "no volume of its own",
  },
  {
    rule: "martingale-volume",
    bot: `${GRID}, martingaleScale: 1.2`,
    expected: ["warn martingale-volume main/a"],
    because: "both",
  },
  { rule: "safety-volume", bot: GRID, expected: [], because: "a volume" },
  { rule: "safety-volume", bot: "countOrderMax: 4", expected: denied("safety-volume"), because: "no volume" },
  {
    rule: "grid-below-zero",
    bot: "countOrderMax: 49, percentSafetyOrder: 1, volumeSafetyOrder: 1, leverage: 1",
    expected: [],
    because: "49 %",
  },
  {
    rule: "grid-below-zero",
    bot: "countOrderMax: 50, percentSafetyOrder: 2, volumeSafetyOrder: 1, leverage: 1",
    expected: denied("grid-below-zero"),
    because: "100 %",
  },
  {
    rule: "deep-grid",
    bot: "countOrderMax: 30, percentSafetyOrder: 2, volumeSafetyOrder: 1, leverage: 1",
    expected: [],
    because: "60 %",
  },
  {
    rule: "deep-grid",
    bot: "countOrderMax: 31, percentSafetyOrder: 2, volumeSafetyOrder: 1, leverage: 1",
    expected: ["warn deep-grid main/a"],
    because: "62 %",
  },
  {
    rule: "grid-below-zero",
    bot: "countOrderMax: 40, percentSafetyOrder: 3, volumeSafetyOrder: 1, leverage: 1",
    setting: { assumptions: { anchor: "previous" } },
    expected: [],
    because: "0.97^40: the last price is 29.6 % of the first",
  },
  {
    rule: "grid-below-zero",
    bot: "countOrderMax: 3, percentSafetyOrder: 40, dynamicStepScale: 2, volumeSafetyOrder: 1, leverage: 1",
    setting: { assumptions: { anchor: "previous" } },
    expected: denied("grid-below-zero"),
    because: "the second one is 80 % below the first one, the third one 160 % below that",
  },
  {
    rule: "deep-grid",
    bot: "countOrderMax: 25, percentSafetyOrder: 3, volumeSafetyOrder: 1, leverage: 1",
    setting: { assumptions: { anchor: "previous" } },
    expected: [],
    because: "0.97^25: 53.3 %, where from the first it were 75 %",
  },
  {
    rule: "deep-grid",
    bot: "countOrderMax: 40, percentSafetyOrder: 3, volumeSafetyOrder: 1, leverage: 1",
    setting: { assumptions: { anchor: "previous" } },
    expected: ["warn deep-grid main/a"],
    because: "70.4 %",
  },
  { rule: "take-profit-above-fees", bot: "percentTakeProfit: 0.1", expected: [], because: "taker 0.05 and maker 0.04" },
  {
    rule: "take-profit-above-fees",
    bot: "percentTakeProfit: 0.09",
    expected: denied("take-profit-above-fees"),
    because: "taker 0.05 and maker 0.04",
  },
  {
    rule: "price-level-with-fomo",
    bot: "priceLevel: UPPER, priceLevelUp: 9, indicatorGroup: DIVER, indicatorName: X, indicatorInterval: 5MIN",
    expected: [],
    because: "another group",
  },
  {
    rule: "price-level-with-fomo",
    bot: "priceLevel: UPPER, priceLevelUp: 9, indicatorGroup: FOMO, indicatorName: X, indicatorInterval: 5MIN",
    expected: ["warn price-level-with-fomo main/a"],
    because: "FOMO",
  },
  ...priceRow(
    "priceLevelDown: 600",
    { priceLevel: "BOTH", priceLevelDown: "500", priceLevelUp: "700" },
    true,
    "600 to 700",
  ),
  ...priceRow(
    "priceLevelDown: 800",
    { priceLevel: "BOTH", priceLevelDown: "500", priceLevelUp: "700" },
    false,
    "800 to 700",
  ),
  ...priceRow(
    "priceLevelDown: 800",
    { priceLevel: "UPPER", priceLevelUp: "700" },
    true,
    "of UPPER the lower one is idle",
  ),
  ...priceRow("leverage: 4", { priceLevel: "BOTH", priceLevelUp: "700" }, false, "BOTH without a lower one"),
  ...priceRow("leverage: 4", { priceLevel: "LOWER", priceLevelUp: "700" }, false, "LOWER without a lower one"),
  ...priceRow("leverage: 4", { priceLevel: "UPPER", priceLevelUp: "0" }, false, "0 is none"),
];

function priceRow(bot: string, fields: Record<string, string>, passes: boolean, because: string): readonly Row[] {
  const rule = "price-levels";
  // What the plan doesn't touch was so before.
  const found = bot === "leverage: 4" ? [`warn ${rule} main/a standing`] : denied(rule);
  return [{ rule, bot, setting: { live: was(fields) }, expected: passes ? [] : found, because }];
}

/** The findings of the rule alone: rules that always hold may have a word of their own. */
function findingsOf(row: Row) {
  const bots = row.bot.startsWith("\n") ? row.bot : `\n  a: { title: A, pairTitle: USDT-BTC, ${row.bot} }`;
  const policies = `policies:\n  p: { rule: ${row.rule}${row.with === undefined ? "" : `, ${row.with}`} }\n`;
  return found(`${policies}bots:${bots}\n`, row.setting).filter(({ code }) => code === `policy/${row.rule}`);
}

/** A live bot is the settings that it has beyond the usual ones. */
const shortly = (key: string, value: unknown) => (key === "live" ? "a live bot" : value);

describe("the rule", () => {
  test.each(ROWS)("$rule { $with } on $bot: $expected — $because", (row) =>
    expect(brief(findingsOf(row))).toEqual(row.expected),
  );

  test("says what is wrong, by how much, and what to do", () => {
    const texts = ROWS.filter(({ expected }) => expected.length > 0).map((row) => {
      const { rule, with: parameters = "", bot, setting } = row;
      const given = setting === undefined ? "" : ` with ${JSON.stringify(setting, shortly)}`;
      return `${rule} { ${parameters} } on ${bot}${given}\n${spelled(findingsOf(row))}`;
    });
    expectWords(import.meta.dirname, "rules.words.txt", texts.join("\n"));
  });

  test("freeze-active-deals refuses the update of a bot in a deal, and of no other", () => {
    const yaml =
      "policies:\n  p: { rule: freeze-active-deals }\nbots:\n  a: { title: A, pairTitle: USDT-BTC, leverage: 4 }\n";
    const bots = was({});
    expect(brief(found(yaml, { live: bots }))).toEqual([]);
    const inDeal = found(yaml, {
      live: bots,
      plan: (plan) => ({
        ...plan,
        bots: Object.fromEntries(
          Object.entries(plan.bots).map(([address, bot]) => [
            address,
            {
              ...bot,
              deals: [
                {
                  id: 9,
                  keeps: [],
                  pairTitle: "USDT-BTC",
                  fingerprint: "f",
                  percentTakeProfit: null,
                  orderPercent: null,
                  order: null,
                },
              ],
            },
          ]),
        ),
      }),
    });
    expect(brief(inDeal)).toEqual(["deny freeze-active-deals main/a"]);
  });

  test("same-settings-per-symbol blames what changes, not what stays", () => {
    const yaml =
      "bots:\n  a: { title: A, pairTitle: USDT-BTC, leverage: 4 }\n  b: { title: B, pairTitle: USDT-BTC, strategy: SHORT }\n";
    const stays = [
      live(2, "B", { accessId: 1, on: true, fields: { marginMode: "ISO", leverage: "3", strategy: "SHORT" } }),
    ];
    expect(
      brief(found(yaml, { live: stays }).filter(({ code }) => code === "policy/same-settings-per-symbol")),
    ).toEqual(["warn same-settings-per-symbol main/a"]);
  });

  test("two bots that share a pair since long stop no other change of theirs; one that joins them does", () => {
    const bots = (more: string) =>
      `bots:\n  a: { title: A, pairTitle: USDT-BTC }\n  b: { title: B, pairTitle: USDT-BTC, ${more} }\n`;
    const both = ["A", "B"].map((title, index) =>
      live(index + 1, title, { on: true, fields: { marginMode: "ISO", leverage: "3", percentTakeProfit: "2" } }),
    );
    expect(brief(found(bots("percentTakeProfit: 1.5"), { live: both }))).toEqual([
      "warn one-bot-per-pair-side main/b standing",
    ]);
    expect(brief(found(bots("leverage: 4"), { live: both }))).toEqual([
      "warn one-bot-per-pair-side main/b standing",
      "warn same-settings-per-symbol main/b",
    ]);
    expect(brief(found(bots("strategy: SHORT"), { live: both }))).toEqual(["warn no-opposite-without-hedge main/b"]);
  });

  describe("a live bot that nobody declares", () => {
    const yaml = "bots: { a: { title: A, pairTitle: USDT-BTC, strategy: LONG } }\n";
    const stranger = (accessId: number | null, fields: Record<string, string>) => [
      live(7, "S", {
        accessId,
        on: true,
        fields: { marginMode: "ISO", leverage: "3", pairTitle: "USDT-BTC", ...fields },
      }),
    ];
    const rows: [string, number | null, Record<string, string>, string[]][] = [
      ["on the same access, it is a neighbour", 1, {}, ["deny one-bot-per-pair-side main/a"]],
      ["on another access, it is none", 2, { leverage: "9" }, []],
      [
        "somewhere, it may be one: that is said and denies nothing",
        null,
        {},
        ["warn one-bot-per-pair-side main/a unknown"],
      ],
      [
        "somewhere, with other settings",
        null,
        { strategy: "SHORT", leverage: "9" },
        ["warn no-opposite-without-hedge main/a unknown", "warn same-settings-per-symbol main/a unknown"],
      ],
      ["somewhere, on another pair", null, { pairTitle: "USDT-ETH" }, []],
    ];
    test.each(rows)("%s", (_because, accessId, fields, expected) => {
      expect(brief(found(yaml, { live: stranger(accessId, fields) }))).toEqual(expected);
    });

    test("somewhere doesn't hide that two declared bots are in each other's way", () => {
      const both = "bots:\n  a: { title: A, pairTitle: USDT-BTC }\n  b: { title: B, pairTitle: USDT-BTC }\n";
      expect(brief(found(both, { live: stranger(null, {}) }))).toEqual([
        "deny one-bot-per-pair-side main/b",
        "warn one-bot-per-pair-side main/a unknown",
        "warn one-bot-per-pair-side main/b unknown",
      ]);
    });

    test("two of them are one finding, and a policy that denies denies the unknown, too", () => {
      const two = [...stranger(null, {}), ...stranger(null, { title: "T" }).map((bot) => ({ ...bot, id: 8 }))];
      expect(brief(found(`${yaml}policies: { one: { rule: one-bot-per-pair-side } }\n`, { live: two }))).toEqual([
        "deny one-bot-per-pair-side main/a unknown",
      ]);
    });
  });

  test("each has a row that passes and one that doesn't, here or above", () => {
    const apart = new Set(["freeze-active-deals", "same-settings-per-symbol"]);
    for (const name of RULE_NAMES.filter((one) => !apart.has(one))) {
      const rows = ROWS.filter(({ rule }) => rule === name);
      expect(
        rows.some(({ expected }) => expected.length === 0),
        `${name} misses a row of ROWS that passes`,
      ).toBe(true);
      expect(
        rows.some(({ expected }) => expected.length > 0),
        `${name} misses a row of ROWS that it finds something in`,
      ).toBe(true);
      expect(ruleRow(name).help).toMatch(/[.)]$/);
    }
  });
});
