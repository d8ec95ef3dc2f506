// What bots may cost, as text: a SHORT that every price takes away reads as gone, not as liquidated at 0.
import { expect, it } from "vitest";
import { paint } from "../../../../src/render/text/paint.js";
import { riskText } from "../../../../src/render/text/risk-text.js";
import { accountRisk } from "../../../../src/risk/account-risk.js";
import { DEFAULT_ASSUMPTIONS, factsOf } from "../../../../src/risk/assumptions.js";
import { botGrid } from "../../../../src/risk/bot-grid.js";
import { type MarketData, NO_MARKET_DATA } from "../../../../src/risk/market-data.js";
import { widest } from "../widest.js";

const FIELDS = {
  ...{ pairTitle: "USDT-BTC", strategy: "SHORT", leverage: "5", marginMode: "CROSS", percentTakeProfit: "1" },
  ...{ percentSafetyOrder: "10", volumeFirstOrder: "100", volumeSafetyOrder: "100", countOrderMax: "1" },
};
/** The other position has lost 1 000. */
const KNOWN: MarketData = {
  ...NO_MARKET_DATA,
  funds: new Map([["USDT", { wallet: "1", free: "0" }]]),
  held: [
    {
      ...{ pair: "USDT-ETH", side: "LONG", margin: "10", isolated: false },
      ...{ amount: "10", entryPrice: "200", markPrice: "100" },
    },
  ],
};

it("shows it as gone at once, with its mark where it fills", () => {
  const grid = botGrid(FIELDS, true, KNOWN, DEFAULT_ASSUMPTIONS);
  const totals = accountRisk([{ fields: FIELDS, on: true }], KNOWN, DEFAULT_ASSUMPTIONS);
  const assumptions = factsOf(DEFAULT_ASSUMPTIONS);
  const facts = { account: "main", assumptions, bots: [{ address: "main/a", ...grid }], totals, unknown: [] };
  const text = riskText({ accounts: [facts], withGrids: true }, paint(false));
  expect(text).toMatch(/^first .* at once +-100 % {2}liquidated before the next$/m);
  expect(text).toMatch(/^ +100 ┼ ── liquidation after the first order$/m);
  expect(text).toContain("  liquidated at once, before the first safety order, with a loss of ");
  const unknown = [{ what: "a price", needs: "wait for a running position ".repeat(6) }];
  const summary = { accounts: [{ ...facts, unknown }], withGrids: false };
  expect(widest(riskText(summary, paint(false, 80)))).toBeLessThanOrEqual(80);
  expect(widest(riskText(summary, paint(false)))).toBeGreaterThan(100);
});
