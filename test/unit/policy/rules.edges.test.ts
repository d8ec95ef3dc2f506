// What rules about single bots say where several values are allowed, near the liquidation, and of bots that nobody asks about.
import { expect, it } from "vitest";
import { live } from "../reconcile/fleet.js";
import { found, inFull, type Setting } from "./input.js";

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
