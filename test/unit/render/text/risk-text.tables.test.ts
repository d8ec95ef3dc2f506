// What bots may cost: a row for each, or a grid order by order with its ladder, the account, what is unknown and assumed.
import { describe, expect, it } from "vitest";
import type { BotRisk } from "../../../../src/model/risk/risk.js";
import type { AccountRiskFacts, BotRiskFacts } from "../../../../src/model/risk/risk-facts.js";
import { riskText } from "../../../../src/render/text/risk-text.js";
import { asItCame } from "../as-it-came.js";
import { ASSUMED, accountRisk, botRisk, gridOf, MARKED, NASTY, rungRisk } from "../facts.js";

const facts = (bots: readonly BotRiskFacts[], changes: Partial<AccountRiskFacts> = {}): AccountRiskFacts => ({
  ...{ account: "main", assumptions: ASSUMED, bots, totals: accountRisk(), unknown: [] },
  ...changes,
});
const LACKS: BotRiskFacts = { address: "main/x", kind: "unknown", lacks: ["leverage", "pairTitle"] };

/** The blocks between the heading and the account's sums. */
const grid = (changes: Partial<BotRisk>, rungs = gridOf().rungs) =>
  riskText({ accounts: [facts([{ address: "main/a", risk: botRisk(changes), rungs }])], withGrids: true }, MARKED)
    .split("\n\n")
    .slice(1, 5);

describe("a table", () => {
  it("has a row a bot, and below it the account, what is unknown, and what is assumed", () => {
    const bots: readonly BotRiskFacts[] = [
      { address: "main/btc", ...gridOf() },
      { address: "main/eth", risk: botRisk({ side: "SHORT", isolated: false, on: false, leverage: "20" }), rungs: [] },
      { address: "main/sol", risk: botRisk({ liquidation: { kind: "unknown", needs: "balance" } }), rungs: [] },
      LACKS,
    ];
    const unknown = [{ what: `the balance${NASTY}`, needs: "read the account" }];
    expect(asItCame({ accounts: [facts(bots, { unknown })], withGrids: false }, riskText)).toEqual([]);
    expect(riskText({ accounts: [facts(bots, { unknown })], withGrids: false }, MARKED)).toMatchInlineSnapshot(`
      "<b>main: what 4 bots may cost</b>

      <b>bot</b>       <b>pair</b>                                 <b>side</b>      <b>leverage</b>  <b>on</b>   <b>position at most</b>  <b>initial margin</b>  <b>cover</b>  <b>loss at the grid's end</b>  <b>liquidation</b>
      main/btc  USDT-BTC                             LONG   5× isolated  on                200              40    9 %                   61.25  <bad>liquidated at −99.87 %, before the last safety order (50 % of the volume), and loses its margin of 20</bad>
      main/eth  USDT-BTC                             SHORT    20× cross  off           1 180.5           236.1    9 %                   61.25  no liquidation at any price
      main/sol  USDT-BTC                             LONG   5× isolated  on            1 180.5           236.1    9 %                   61.25  unknown without the balance
      main/x    unknown without leverage, pairTitle

      <b>All bots that can start:</b>
        USDT: 1 bot, position at most 1 000, initial margin 200

      Unknown:
        the balance<x>\\u{1b}&; to find out: read the account

      Assumed:
        a volume is an order's notional (margin = volume / leverage)
        martingale multiplies the first order's volume
        safety orders are spaced from the first fill
        losses are of one deal of each bot: one that opens another after a liquidation loses again
        fees 0.02 % maker, 0.05 % taker, which losses don't count; funding 0.01 % per payment
        liquidation by the formula of Binance, of each bot alone (cross with the whole wallet behind it), no safety buffer
        maintenance tiers of 2026-01-31: Binance USD-M
        limits of orders of 2025-12-31: Binance's symbols
        no part of the free balance is kept unused
        the exchange keeps LONG and SHORT of one pair separate, as configured
      "
    `);
  });

  it("of several accounts stands one below the other", () => {
    const text = riskText({ accounts: [facts([]), facts([LACKS], { account: "copy" })], withGrids: false }, MARKED);
    expect(text).toContain("<b>main: what 0 bots may cost</b>\n\n");
    expect(text).toContain("separate, as configured\n\n<b>copy: what 1 bot may cost</b>\n\n");
  });
});

describe("a grid", () => {
  it("stands order by order, with its ladder from the highest price down, and what it comes to", () => {
    const risk = gridOf().risk;
    expect(grid(risk).join("\n\n")).toMatchInlineSnapshot(`
      "<b>main/a</b>  USDT-BTC LONG 5× isolated · first fill at 64000 (a running position's mark)

          <b>#</b>  <b>deviation</b>  <b>price</b>  <b>quantity</b>  <b>volume</b>  <b>Σ volume</b>  <b>average</b>  <b>take profit</b>  <b>bounce</b>  <b>margin</b>  <b>liquidation</b>  <b>distance</b>  <b>flag</b>
      first        0 %    100       0.5      50        50      100          101     1 %      10         80.5    19.5 %
          1      -10 %     90       0.6      50       100     94.5         95.5   6.1 %      20           85    5.56 %  <bad>liquidated before the next</bad>
          2      -20 %     80      1.25     100       200       87           88    10 %      40        never         –  <bad>never fills</bad>

         100 ┤ ██████████████ 50  first order
        95.5 ┼ <good>── take profit after #1</good>
        94.5 ┼ <faint>── average after #1</faint>
          90 ┤ ██████████████ 50  #1
          85 ┼ <bad>── liquidation after #1</bad>
          80 ┤ <faint>████████████████████████████</faint> 100  #2 never fills

        position at most 200 USDT in 3 orders; initial margin 40, fees up to 1.2
        cover 9 %; loss at the grid's end 61.25; there the take profit needs a bounce of 5 %, and one funding payment costs 0.12
        <bad>liquidated at −99.87 %, before the last safety order (50 % of the volume), and loses its margin of 20</bad>"
    `);
  });

  it("of relative prices says so, and has no quantities", () => {
    const rungs = [rungRisk(0, { quantity: null, liquidation: { kind: "unknown", needs: "balance" }, volume: "0" })];
    const changes: Partial<BotRisk> = {
      ...{ basis: { kind: "relative" }, isolated: false, on: false, belowZero: 2, orders: 1, walletExposure: "0.25" },
      liquidation: { kind: "unknown", needs: "balance" },
    };
    expect(grid(changes, rungs).join("\n\n")).toMatchInlineSnapshot(`
      "<b>main/a</b>  USDT-BTC LONG 5× cross, off · price unknown: first fill = 100

          <b>#</b>  <b>deviation</b>  <b>price</b>  <b>quantity</b>  <b>volume</b>  <b>Σ volume</b>  <b>average</b>  <b>take profit</b>  <b>bounce</b>  <b>margin</b>  <b>liquidation</b>  <b>distance</b>  <b>flag</b>
      first        0 %    100         –       0        50      100          101     1 %      10      unknown         –

        101 ┼ <good>── take profit after the first order</good>
        100 ┤ █ 0  first order
        100 ┼ <faint>── average after the first order</faint>

        position at most 1 180.5 USDT in 1 order, 25 % of the wallet; initial margin 236.1, fees up to 1.2
        cover 9 %; loss at the grid's end 61.25; there the take profit needs a bounce of 5 %, and one funding payment costs 0.12
        liquidation unknown without the balance; 2 safety orders would be at a price of 0 or less"
    `);
  });

  it.each([
    ["position", "a running position's mark"],
    ["deal", "a running deal's entry"],
    ["given", "as given"],
    ["file", "from the file"],
  ] as const)("whose price is of a %s: %s", (source, words) => {
    expect(grid({ basis: { kind: "price", price: "64000.5", source } })[0]).toBe(
      `<b>main/a</b>  USDT-BTC LONG 5× isolated · first fill at 64000.5 (${words})`,
    );
  });

  it("that is off says so, and counts a single order that has no price", () => {
    const [head, , , whole = ""] = grid({ on: false, belowZero: 1 });
    expect(head).toContain(" isolated, off · first fill");
    expect(whole.split("\n")[2]).toBe("  no liquidation at any price; 1 safety order would be at a price of 0 or less");
  });

  it("of which nothing is known says what is missing", () => {
    const text = riskText({ accounts: [facts([LACKS])], withGrids: true }, MARKED);
    expect(text.split("\n\n")[1]).toBe("<b>main/x</b>  unknown without leverage, pairTitle");
  });

  it("without orders has no marks", () => {
    expect(grid({}, []).slice(1, 3).join("|")).not.toContain("┼");
  });
});

it("what an exchange would refuse is named below, each with its bound", () => {
  const refused = [
    { kind: "leverage", most: "50", rate: null },
    { kind: "leverage", most: "33", rate: "0.03" },
    { kind: "quantity", orders: 2, first: 1, quantity: "0.2", lot: "0.5", price: "100", lotCosts: "50" },
    { kind: "notional", orders: 1, first: 0, volume: "4.9", least: "5" },
  ] as const;
  const bot = { address: "main/btc", risk: botRisk({ refused }), rungs: [] };
  const text = riskText({ accounts: [facts([bot])], withGrids: false }, MARKED);
  expect(text.split("\n").filter((line) => line.includes("main/btc: "))).toMatchInlineSnapshot(`
    [
      "  main/btc: leverage 5×, of at most 50× in USDT-BTC",
      "  main/btc: leverage 5×, of at most 33× in USDT-BTC; its maintenance rate alone is 3 %",
      "  main/btc: 2 of 3 orders that round to 0 lots of 0.5; one lot costs 50 USDT at 100",
      "  main/btc: 1 of 3 orders below 5 USDT, the least that USDT-BTC takes",
    ]
  `);
});
