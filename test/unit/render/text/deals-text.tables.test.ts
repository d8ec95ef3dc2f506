// Deals as text: those that run, those that ended with their sums, and what drifted ones keep.
import { describe, expect, it } from "vitest";
import type { DriftedDeal } from "../../../../src/model/bot/live-facts.js";
import type { TakeProfitOrder } from "../../../../src/model/deal/deal.js";
import type { AssetTotal } from "../../../../src/model/deal/deal-totals.js";
import { activeDealsText, dealDriftText, dealHistoryText } from "../../../../src/render/text/deals-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { asItCame } from "../as-it-came.js";
import { dealFacts, MARKED, NASTY, POSITION, RESULT } from "../facts.js";
import { widest } from "../widest.js";

const order = (price: string | null): TakeProfitOrder => ({
  ...{ number: "1", type: "l", status: "1", price, quantity: "1", filled: "0", fee: null, feeAsset: "USDT" },
  ...{ profit: null, time: null },
});

describe("running deals", () => {
  it("have a row each, and their profits a sum in each asset", () => {
    const short = { ...POSITION, side: "SHORT", profit: "-4.5", liquidationPrice: null };
    const deals = [
      dealFacts(70, { takeProfits: [order("61200"), order("62000"), order(null)] }),
      dealFacts(71, { position: short, takeProfits: [order(null)] }, { address: null, profitPercent: "-0.5" }),
      dealFacts(72, { position: null, pairTitle: "USDC-ETH" }, { profitPercent: null }),
      dealFacts(73, { pairTitle: "BTC-ETH" }, { safetyOrders: { used: null, most: "5" } }),
      dealFacts(74, { pairTitle: "USDT-SOL" }, { safetyOrders: { used: 0, most: null } }),
      dealFacts(75, { pairTitle: "USDT-SOL" }, { safetyOrders: { used: 2, most: null }, profitPercent: "0" }),
      dealFacts(76, { pairTitle: "USDT-SOL" }, { safetyOrders: { used: 0, most: "5" } }),
    ];
    expect(asItCame({ account: "main", deals, diagnostics: [] }, activeDealsText)).toEqual([]);
    expect(activeDealsText({ account: "main", deals, diagnostics: [] }, MARKED)).toMatchInlineSnapshot(`
      "<b>DEAL</b>  <b>BOT</b>           <b>PAIR</b>      <b>SIDE</b>   <b>AMOUNT</b>  <b>ENTRY</b>   <b>MARK</b>  <b>PROFIT</b>     <b>%</b>  <b>LIQUIDATION</b>     <b>TAKE PROFIT</b>  <b>PROTECTED</b>  <b>SAFETY</b>
        70  main/btc      USDT-BTC  LONG     0.01  60000  61000      <good>10</good>  <good>1.67</good>        48000  limit 61200 +2  unknown    1 of 5
        71  #7 "BTC dip"  USDT-BTC  SHORT    0.01  60000  61000    <bad>-4.5</bad>  <bad>-0.5</bad>            ?         limit ?  unknown    1 of 5
        72  main/btc      USDC-ETH  LONG        ?      ?      ?       ?     ?            ?            none  unknown    1 of 5
        73  main/btc      BTC-ETH   LONG     0.01  60000  61000      <good>10</good>  <good>1.67</good>        48000            none  unknown    ? of 5
        74  main/btc      USDT-SOL  LONG     0.01  60000  61000      <good>10</good>  <good>1.67</good>        48000            none  unknown         0
        75  main/btc      USDT-SOL  LONG     0.01  60000  61000      <good>10</good>     0        48000            none  unknown    2 of ?
        76  main/btc      USDT-SOL  LONG     0.01  60000  61000      <good>10</good>  <good>1.67</good>        48000            none  unknown    0 of 5

      7 running deals, unrealised 10 BTC, 35.5 USDT
      "
    `);
  });

  it("say whether they are protected, and how many are naked", () => {
    const states = ["naked", "protected", "unknown", "naked"] as const;
    const deals = states.map((state, index) => dealFacts(70 + index, {}, { protection: { state, why: "" } }));
    const text = activeDealsText({ account: "main", deals, diagnostics: [] }, MARKED);
    expect(text.match(/none {2}(\S+)/g)).toEqual([
      "none  <bad>naked</bad>",
      "none  yes",
      "none  unknown",
      "none  <bad>naked</bad>",
    ]);
    expect(text).toMatch(/4 running deals, unrealised \S+ USDT, <bad>2 naked deals<\/bad>\n$/);
  });

  it("without a position that can be read have no sum", () => {
    const text = activeDealsText(
      { account: "main", deals: [dealFacts(70, { position: null })], diagnostics: [] },
      MARKED,
    );
    expect(text.endsWith("\n\n1 running deal\n")).toBe(true);
  });

  it("may be none", () => {
    expect(activeDealsText({ account: NASTY, deals: [], diagnostics: [] }, MARKED)).toBe(
      "No running deals found on <x>\\u{1b}&.\n",
    );
  });
});

describe("ended deals", () => {
  const total = (changes: Partial<AssetTotal> = {}): AssetTotal => ({
    ...{ asset: "USDT", deals: 3, won: 2, lost: 1, winRate: "66.67", profit: "8", fees: "1.5" },
    ...{ course: ["12.5", "8"], ...changes },
  });
  const ended = { status: "COMPLETED", position: null, result: RESULT };

  it("have a row each, and each asset a sum", () => {
    const deals = [
      dealFacts(70, ended),
      dealFacts(
        71,
        { ...ended, position: { ...POSITION, side: "SHORT" }, result: { ...RESULT, profit: "-4.5", profitAsset: "" } },
        { address: null, title: `T${NASTY}` },
      ),
      dealFacts(72, { ...ended, updated: null, result: { ...RESULT, profit: "0", feesAsset: "", fees: null } }),
      dealFacts(73, { ...ended, result: null, pairTitle: "USDC-ETH" }),
    ];
    const totals = [
      total({ asset: "BNB", deals: 0, fees: "0.5" }),
      total(),
      total({ asset: "USDC", deals: 1, won: 0, lost: 1, winRate: null, profit: "-3", course: ["-3"] }),
    ];
    expect(asItCame({ account: "main", deals, totals }, dealHistoryText)).toEqual([
      ".totals[].fees",
      ".totals[].winRate",
      ".totals[].profit",
    ]);
    expect(dealHistoryText({ account: "main", deals, totals }, MARKED)).toMatchInlineSnapshot(`
      "<b>ENDED</b>                <b>DEAL</b>  <b>BOT</b>               <b>PAIR</b>      <b>SIDE</b>   <b>PROFIT</b>        <b>FEES</b>        <b>SAFETY</b>   <b>EXIT</b>  <b>STATUS</b>
      2026-11-21 18:00:00    70  main/btc          USDT-BTC  LONG     <good>12.5</good>  USDT   0.5  BNB   1 of 5  61500  COMPLETED
      2026-11-21 18:00:00    71  #7 "T<x>\\u{1b}&"  USDT-BTC  SHORT    <bad>-4.5</bad>  USDT   0.5  BNB   1 of 5  61500  COMPLETED
      ?                      72  main/btc          USDT-BTC  LONG        0  USDT     ?  USDT  1 of 5  61500  COMPLETED
      2026-11-21 18:00:00    73  main/btc          USDC-ETH  LONG        ?  USDC     ?  USDC  1 of 5      ?  COMPLETED

      BNB: fees 0.5
      <b>USDT</b>: 3 deals, 2 won, 1 lost (66.67 %), profit <good>8</good>, fees 1.5  █▁
      <b>USDC</b>: 1 deal, 0 won, 1 lost (0 %), profit <bad>-3</bad>, fees 1.5  ▁
      "
    `);
  });

  it("may be none", () => {
    expect(dealHistoryText({ account: NASTY, deals: [], totals: [] }, MARKED)).toBe(
      "No closed deals found on <x>\\u{1b}&.\n",
    );
  });
});

describe("drifted deals", () => {
  const drifted = (changes: Partial<DriftedDeal> = {}): DriftedDeal => ({
    ...{ facts: dealFacts(70), hasBot: true, fields: [], ...changes },
  });

  it("show what each keeps, beside its bot and its configuration", () => {
    const fields: DriftedDeal["fields"] = [
      { field: "leverage", deal: "5", bot: "10", configuration: "5" },
      { field: "percentTakeProfit", deal: "2", settings: "1", bot: null },
      { field: "priceLevelUp", deal: null, bot: "66000", configuration: null },
    ];
    const gone = drifted({ facts: dealFacts(71, {}, { address: null, title: `T${NASTY}` }), hasBot: false });
    const narrow = dealDriftText({ account: "main", runningDeals: 3, drifted: [gone] }, paint(false, 60));
    expect(widest(narrow)).toBeLessThanOrEqual(60);
    expect(
      dealDriftText({ account: "main", runningDeals: 3, drifted: [drifted({ fields }), gone] }, MARKED),
    ).toMatchInlineSnapshot(`
      "<b>deal 70</b>  main/btc  USDT-BTC
      <b>  FIELD</b>              <b>DEAL KEEPS</b>               <b>BOT</b>    <b>CONFIGURATION</b>
        leverage           5                        <change>10</change>     5
        percentTakeProfit  2 (its settings have 1)  <change>off</change>
        priceLevelUp       off                      <change>66000</change>  off

      <b>deal 71</b>  #7 "T<x>\\u{1b}&"  USDT-BTC<bad>  its bot is gone</bad>

      3 running deals on main: 2 drifted. A deal keeps the settings it opened with; botform deals take-profit changes its take profit.
      "
    `);
  });

  it.each([
    [0, "No running deals found on main.\n"],
    [1, "1 running deal on main: none drifted.\n"],
    [2, "2 running deals on main: none drifted.\n"],
  ])("of %d may be none", (runningDeals, text) => {
    expect(dealDriftText({ account: "main", runningDeals, drifted: [] }, MARKED)).toBe(text);
  });
});
