// What rules about single bots say where several values are allowed, near the liquidation, and of bots that nobody asks about.
import { expect, it } from "vitest";
import { BOT_RULES } from "../../../src/policy/bot-rules.js";
import { GRID_RULES } from "../../../src/policy/grid-rules.js";
import { ORDER_RULES } from "../../../src/policy/order-rules.js";
import type { Subject } from "../../../src/policy/subjects.js";
import type { RuleContext } from "../../../src/policy/violation.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { live } from "../reconcile/fleet.js";
import { found, inFull, NOON, type Setting } from "./input.js";

const GRID = "countOrderMax: 4, volumeSafetyOrder: 20";

/** What these policies find in one bot, in full. */
function said(policies: readonly string[], bot: string, setting: Setting = {}): string {
  const rules = policies.map((rule, index) => `  p${index}: { rule: ${rule} }`).join("\n");
  const stated = policies.length === 0 ? "" : `policies:\n${rules}\n`;
  const yaml = `${stated}bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`;
  return inFull(found(yaml, setting)).join("\n");
}

it("of several pairs or quotes each is allowed, and all are named", () => {
  expect(
    [
      said(["pairs-allow, pairs: [USDT-E*, '*-BTC']", "quotes-allow, quotes: [USDC, USDT]"], GRID),
      said(["pairs-allow, pairs: [USDT-E*, '*-SOL']", "quotes-allow, quotes: [USDC, EUR]"], GRID),
      said(["pairs-deny, pairs: [USDT-E*, '*-BTC']"], GRID),
    ].join("\n---\n"),
  ).toMatchInlineSnapshot(`
    "
    ---
    deny pairs-allow main/a pairTitle 5:29 2:3: USDT-BTC isn't an allowed pair | USDT-BTC | USDT-E*, *-SOL | Trade another pair, or turn the bot off.
    deny quotes-allow main/a pairTitle 5:29 3:3: the quote asset of USDT-BTC isn't allowed | USDT-BTC | USDC, EUR | Trade a pair of USDC or EUR.
    ---
    deny pairs-deny main/a pairTitle 4:29 2:3: USDT-BTC is a forbidden pair | USDT-BTC | not USDT-E*, *-BTC | Trade another pair, or turn the bot off."
  `);
});

it("how far the liquidation is from the grid's end", () => {
  const far = (bot: string, setting?: Setting) => said(["min-liquidation-distance, limit: 30"], bot, setting);
  expect(
    [
      far(`${GRID}, leverage: 3`),
      far(`${GRID}, leverage: 4`),
      far(`${GRID}, leverage: 25`),
      far(`${GRID}, leverage: 1`),
      far(`${GRID}, marginMode: CROSS`),
    ].join("\n---\n"),
  ).toMatchInlineSnapshot(`
    "
    ---
    deny min-liquidation-distance main/a leverage 4:90 2:3: the last order is 22.3327 % from the liquidation, less than 30 % | 22.3327 % | 30 % | Set leverage to at most 3.
    ---
    deny liquidation-outside-grid main/a leverage 4:90 -: liquidated after order 4 of 5: 1 safety order, 20 % of the volume, can never fill | 1 of 5 orders | 0 orders | Set leverage to at most 23, or countOrderMax to at most 3.
    deny min-liquidation-distance main/a leverage 4:90 2:3: liquidated after order 4 of 5: 1 safety order, 20 % of the volume, can never fill | 1 of 5 orders | 0 orders | Set leverage to at most 3.
    ---

    ---
    deny min-liquidation-distance main/a unknown - 4:3 2:3: the distance to the liquidation is unknown | undefined | undefined | The balance in USDT couldn't be read: plan with an API key that may read the account."
  `);
});

it("of orders that round to 0 it says how many, whose volume it is, and how little one is", () => {
  const prices = { "USDT-BTC": "90000" };
  const rounds = (bot: string, setting: Setting = { prices }) => said(["order-quantity"], bot, setting);
  const small = "leverage: 1, volumeFirstOrder: 20";
  expect(
    [
      rounds(`${small}, countOrderMax: null, volumeSafetyOrder: null`),
      rounds(`${small}, countOrderMax: 2, volumeSafetyOrder: 20`),
      rounds("leverage: 1, volumeFirstOrder: 200, countOrderMax: 1, volumeSafetyOrder: 20"),
      rounds("leverage: 1, volumeFirstOrder: 200, countOrderMax: 2, volumeSafetyOrder: 20"),
      rounds(`${small}, countOrderMax: null, volumeSafetyOrder: null`, { prices: { "USDT-BTC": "9000" } }),
    ].join("\n---\n"),
  ).toMatchInlineSnapshot(`
    "deny order-quantity main/a volumeFirstOrder 4:70 2:3: its order rounds to 0: at 90000 the first order is 0.00022 BTC, less than a lot of 0.001 (built-in table of 2025-07-04) | 0.00022 BTC | 0.001 BTC | Raise volumeFirstOrder to at least 90, the price of one lot.
    ---
    deny order-quantity main/a volumeFirstOrder 4:70 2:3: all 3 orders round to 0: at 90000 the first order is 0.00022 BTC, less than a lot of 0.001 (built-in table of 2025-07-04) | 0.00022 BTC | 0.001 BTC | Raise volumeFirstOrder to at least 90, the price of one lot.
    ---
    deny order-quantity main/a volumeSafetyOrder 4:112 2:3: 1 of 2 orders rounds to 0: at 88650 safety order 1 is 0.00023 BTC, less than a lot of 0.001 (built-in table of 2025-07-04) | 0.00023 BTC | 0.001 BTC | Raise volumeSafetyOrder to at least 88.65, the price of one lot.
    ---
    deny order-quantity main/a volumeSafetyOrder 4:112 2:3: 2 of 3 orders round to 0: at 88650 safety order 1 is 0.00023 BTC, less than a lot of 0.001 (built-in table of 2025-07-04) | 0.00023 BTC | 0.001 BTC | Raise volumeSafetyOrder to at least 88.65, the price of one lot.
    ---
    "
  `);
});

it("a table is old after a year and a day, and what the user states never is", () => {
  const on = (now: string, setting: Setting = {}) =>
    said(["leverage-allowed"], "leverage: 151, volumeFirstOrder: 20, countOrderMax: null", {
      ...setting,
      now: Date.parse(now),
    });
  const own: Setting = { assumptions: { ownLimits: { "USDT-BTC": { maxLeverage: "100" } } } };
  expect(
    [on("2027-06-27T00:00:00.000Z"), on("2027-06-27T00:00:00.001Z"), on("2030-01-01T00:00:00Z", own)].join("\n---\n"),
  ).toMatchInlineSnapshot(`
    "deny leverage-allowed main/a leverage 4:49 2:3: leverage 151× is more than the 150× that USDT-BTC allows for 20 USDT (built-in table of 2026-06-26) | 151× | 150× | Set leverage to at most 150.
    ---
    warn leverage-allowed main/a leverage 4:49 2:3: leverage 151× is more than the 150× that USDT-BTC allows for 20 USDT (built-in table of 2026-06-26) | 151× | 150× | Set leverage to at most 150.
    ---
    deny leverage-allowed main/a leverage 4:49 2:3: leverage 151× is more than the 100× that USDT-BTC allows (as assumptions.pairs states) | 151× | 100× | Set leverage to at most 100."
  `);
});

it("a bot that is off and stays off is only looked at where a policy asks for it", () => {
  const was = (on: boolean, leverage: string): Setting => ({
    live: [
      live(1, "A", {
        accessId: 1,
        on,
        fields: { marginMode: "ISO", leverage, countOrderMax: "4", volumeSafetyOrder: "20" },
      }),
    ],
  });
  const bot = (enabled: boolean, leverage: string) => `${GRID}, enabled: ${enabled}, leverage: ${leverage}`;
  expect(
    [
      said([], bot(false, "151"), was(false, "151")),
      said(["leverage-allowed", "liquidation-outside-grid"], bot(false, "151"), was(false, "151")),
      said([], bot(false, "151"), was(false, "3")),
      said([], bot(false, "151"), was(true, "151")),
      said([], bot(true, "151"), was(true, "151")),
    ].join("\n---\n"),
  ).toMatchInlineSnapshot(`
    "
    ---
    warn leverage-allowed main/a standing leverage 5:106 2:3: leverage 151× is more than the 150× that USDT-BTC allows for 100 USDT (built-in table of 2026-06-26) | 151× | 150× | Set leverage to at most 150.
    warn liquidation-outside-grid main/a standing leverage 5:106 3:3: liquidated after order 1 of 5: 4 safety orders, 80 % of the volume, can never fill | 4 of 5 orders | 0 orders | Set leverage to at most 23.
    ---
    deny leverage-allowed main/a leverage 2:106 -: leverage 151× is more than the 150× that USDT-BTC allows for 100 USDT (built-in table of 2026-06-26) | 151× | 150× | Set leverage to at most 150.
    deny liquidation-outside-grid main/a leverage 2:106 -: liquidated after order 1 of 5: 4 safety orders, 80 % of the volume, can never fill | 4 of 5 orders | 0 orders | Set leverage to at most 23.
    ---

    ---
    warn leverage-allowed main/a standing leverage 2:105 -: leverage 151× is more than the 150× that USDT-BTC allows for 100 USDT (built-in table of 2026-06-26) | 151× | 150× | Set leverage to at most 150.
    warn liquidation-outside-grid main/a standing leverage 2:105 -: liquidated after order 1 of 5: 4 safety orders, 80 % of the volume, can never fill | 4 of 5 orders | 0 orders | Set leverage to at most 23."
  `);
});

/** A bot of whose settings nothing is known, and a policy about it. */
const UNKNOWN: Subject = {
  ...{ address: "main/a", declared: undefined, alias: undefined, access: undefined, planned: undefined },
  ...{ before: null, after: {}, on: undefined, hasDeal: false, steps: [], replaced: [], touched: true },
  risk: () => ({ kind: "unknown", lacks: ["leverage", "volumeFirstOrder"] }),
  riskAt: () => ({ kind: "unknown", lacks: ["leverage"] }),
};
const POLICY: RuleContext = {
  ...{ plan: undefined, isWhole: false, desired: undefined, account: "main", assumptions: assumptionsOf() },
  ...{ facts: { now: NOON, engaged: new Map() }, webhooks: new Map(), name: "p", isConfigured: true },
  ...{ governs: () => true, parameters: { limit: "1" } },
};
const ALL = { ...BOT_RULES, ...GRID_RULES, ...ORDER_RULES };

it("what isn't known is named by each rule that rests on it, with what to declare", () => {
  const flaws = Object.entries(ALL).flatMap(([name, rule]) =>
    rule(UNKNOWN, POLICY).map(({ kind, summary, remedy }) => `${name} ${kind}: ${summary} | ${remedy}`),
  );
  expect(flaws).toMatchInlineSnapshot(`
    [
      "max-leverage unknown: leverage is unknown | Declare leverage.",
      "max-martingale unknown: martingaleScale is unknown | Declare martingaleScale.",
      "max-safety-orders unknown: countOrderMax is unknown | Declare countOrderMax.",
      "min-take-profit unknown: percentTakeProfit is unknown | Declare percentTakeProfit.",
      "pairs-allow unknown: pairTitle is unknown | Declare pairTitle.",
      "pairs-deny unknown: pairTitle is unknown | Declare pairTitle.",
      "quotes-allow unknown: pairTitle is unknown | Declare pairTitle.",
      "margin-mode unknown: marginMode is unknown | Declare marginMode.",
      "require-price-level undefined: the bot has no price level | Set priceLevel.",
      "require-cycle-limit undefined: the bot has no cycle limit | Set cycleLimitScale.",
      "title-pattern unknown: title is unknown | Declare title.",
      "max-bot-margin unknown: the margin of the full grid is unknown | Declare leverage, volumeFirstOrder.",
      "max-bot-notional unknown: the volume of the full grid is unknown | Declare leverage, volumeFirstOrder.",
      "max-wallet-exposure unknown: the wallet's exposure is unknown | Declare leverage, volumeFirstOrder.",
      "liquidation-outside-grid unknown: the liquidation is unknown | Declare leverage, volumeFirstOrder.",
      "min-liquidation-distance unknown: the distance to the liquidation is unknown | Declare leverage, volumeFirstOrder.",
      "min-cover unknown: the grid's cover is unknown | Declare leverage, volumeFirstOrder.",
      "max-cover unknown: the grid's cover is unknown | Declare leverage, volumeFirstOrder.",
      "leverage-allowed unknown: whether the exchange takes the leverage is unknown | Declare leverage, volumeFirstOrder.",
      "order-quantity unknown: the quantity of each order is unknown | Declare leverage, volumeFirstOrder.",
      "least-notional unknown: the volume of each order is unknown | Declare leverage, volumeFirstOrder.",
    ]
  `);
});

it("what nobody asks for is not: there, what isn't known is no breach", () => {
  const names = ["liquidation-outside-grid", "leverage-allowed", "order-quantity", "least-notional"] as const;
  expect(names.map((name) => ALL[name](UNKNOWN, { ...POLICY, isConfigured: false }))).toEqual([[], [], [], []]);
});

it("a setting that is off, empty or 0 isn't set", () => {
  const priceLevel = (value: string | null) =>
    ALL["require-price-level"]({ ...UNKNOWN, after: { priceLevel: value } }, POLICY);
  const flaw = { field: "priceLevel", summary: "the bot has no price level", figure: "off", limit: "required" };
  expect([null, "", "0", "1"].map(priceLevel)).toEqual([
    ...Array(3).fill([{ ...flaw, remedy: "Set priceLevel." }]),
    [],
  ]);
});
