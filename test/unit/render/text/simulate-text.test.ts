// A simulation as text, whole: what was run, bot by bot in both orders, totals, notes, and what it rests on.
import { describe, expect, it } from "vitest";
import type { BotFacts, SimulationFacts, TotalFacts } from "../../../../src/model/risk/simulation.js";
import { money } from "../../../../src/render/text/amount-text.js";
import { paint } from "../../../../src/render/text/paint.js";
import { simulationText } from "../../../../src/render/text/simulate-text.js";
import { NO_METRICS } from "../../market/metrics/example.js";
import { asItCame } from "../as-it-came.js";
import { MARKED, NASTY } from "../facts.js";
import { widest } from "../widest.js";

const NOTHING = { metrics: NO_METRICS, trades: [] };
const NONE = { "take-profit": 0, delay: 0, stop: 0, command: 0, cancelled: 0, liquidated: 0 };
const MINUTE = 60_000;
const FROM = Date.UTC(2026, 0, 1);

const bot = (changes: Partial<BotFacts> = {}): BotFacts => ({
  ...{ address: "main/btc", pairTitle: "USDT-BTC", strategy: "LONG", deals: 4, reasons: NONE, profit: "12.5" },
  ...{ fees: "1.25", funding: "0", net: "11.25", drawdown: "-40", margin: "100", safety: [2, 0, 2], mostSafety: 2 },
  ...{
    dealTime: 90 * MINUTE,
    longestDeal: 26 * 60 * MINUTE,
    running: null,
    result: "11.25",
    refusals: 0,
    unplaced: 0,
    ended: null,
  },
  ...changes,
});

const totals = (changes: Partial<TotalFacts> = {}): TotalFacts => ({
  ...{
    deals: 4,
    liquidations: 0,
    profit: "12.5",
    fees: "1.25",
    funding: "0",
    net: "11.25",
    unrealised: "0",
    drawdown: "-40",
  },
  ...{ result: "11.25", closingFees: "0" },
  ...{ margin: "100", wallet: null, ...changes },
});

const facts = (changes: Partial<SimulationFacts> = {}): SimulationFacts => ({
  ...{
    account: "main",
    from: FROM,
    to: FROM + 1_500 * MINUTE,
    moments: 1_500,
    interval: MINUTE,
    leftOut: [],
    hold: [],
    tries: [],
  },
  prices: [{ pair: "USDT-BTC", source: "btc.csv", candles: 1_500, notes: [] }],
  replays: [{ order: "against-first", bots: [bot()], totals: totals(), ...NOTHING }],
  ...{ assumptions: ["every order fills"], ...changes },
});

describe("a simulation", () => {
  it("in several readings shows where they differ, and the notes of the worse one", () => {
    const worse = [
      bot({
        ...{ reasons: { ...NONE, liquidated: 1, stop: 2 }, refusals: 1, unplaced: 3, ended: "cycle-limit" as const },
        running: { opened: FROM, safetyOrders: 2, price: "60000", unrealised: "-3.456", closingFee: "0.05" },
      }),
      bot({ address: "main/same", strategy: "SHORT" }),
      bot({ address: "main/small", ended: "too-small", deals: 0, dealTime: 30_000, longestDeal: 0, net: "0.004" }),
    ];
    const better = [
      bot({ net: "12" }),
      bot({ address: "main/same", strategy: "SHORT" }),
      bot({ address: "main/small" }),
    ];
    const one = facts({
      account: `main${NASTY}`,
      replays: [
        {
          ...{ order: "against-first", bots: worse, ...NOTHING },
          totals: totals({
            liquidations: 1,
            wallet: { start: "1000", end: "1011.25", equity: "1007.794" },
            closingFees: "0.05",
          }),
        },
        { order: "with-first", bots: better, ...NOTHING, totals: totals({ deals: 1, unrealised: "-3.456" }) },
      ],
      leftOut: [
        { address: "main/x", why: "no price" },
        { address: "main/y", why: "no volume" },
        { address: "main/z", why: "no price" },
      ],
      prices: [{ pair: "USDT-BTC", source: "btc.csv", candles: 1_500, notes: ["2 candles are missing"] }],
    });
    expect(asItCame(one, simulationText)).toEqual([".replays[].order"]);
    expect(simulationText(one, MARKED)).toMatchInlineSnapshot(`
      "<b>main<x>\\u{1b}&: 3 bots replayed over 1 500 candles of 1m, 2026-01-01 00:00 to 2026-01-02 01:00 UTC</b>

      A replay of these prices under the assumptions below. It is not a forecast.

      <b>bot</b>         <b>pair</b>      <b>side</b>   <b>order</b>          <b>deals</b>  <b>profit</b>  <b>fees</b>    <b>net</b>   <b>open</b>  <b>result</b>  <b>drawdown</b>  <b>margin</b>  <b>safety</b>  <b>in deal</b>  <b>longest</b>  <b>liq.</b>
      main/btc    USDT-BTC  LONG   against-first      4   12.50  1.25  11.25  -3.46   11.25    -40.00  100.00  2 (3×)   1h 30m    1d 2h     1
                                   with-first         4   12.50  1.25  12.00      –   11.25    -40.00  100.00  2 (2×)   1h 30m    1d 2h     0
      main/same   USDT-BTC  SHORT  all                4   12.50  1.25  11.25      –   11.25    -40.00  100.00  2 (2×)   1h 30m    1d 2h     0
      main/small  USDT-BTC  LONG   against-first      0   12.50  1.25  0.004      –   11.25    -40.00  100.00  2 (2×)      30s       0s     0
                                   with-first         4   12.50  1.25  11.25      –   11.25    -40.00  100.00  2 (2×)   1h 30m    1d 2h     0

      By result, the worst first; none of them is a limit of what can happen.

      <b>against-first: result 11.25; equity 1000.00 → 1007.79 (+0.78 %)</b>
        booked 11.25: 4 deals, profit 12.50 − fees 1.25; open deals 0.00 (closing them would cost 0.05 in fees)
        highest margin 100.00, <bad>1 liquidation</bad>
        return and ratios unknown: they need --balance
        no deal ended
        equity never fell
        ended by: stop loss 2, liquidation 1

      <b>with-first: result 11.25</b>
        booked 11.25: 1 deal, profit 12.50 − fees 1.25; open deals -3.46
        highest margin 100.00, no liquidation
        return and ratios unknown: they need --balance
        no deal ended
        equity never fell
        ended by: nothing

      Notes:
        USDT-BTC: 2 candles are missing
        main/btc: turned itself off at its cycle limit
        main/btc: 2 deals ended by the stop loss (against-first)
        main/btc: the balance was too small for the first order 1 time (against-first); the bot tries again with each candle
        main/btc: the balance was too small for safety orders 3 times (against-first)
        main/small: its first order is smaller than one lot, so it never opens a deal

      Left out:
        no price: main/x, main/z
        no volume: main/y

      Prices:
        USDT-BTC: btc.csv, 1 500 candles

      Assumptions:
        every order fills
      "
    `);
  });

  it("whose two orders are the same has one line of totals, and one row a bot", () => {
    const replay = { bots: [bot()], totals: totals(), ...NOTHING };
    const one = facts({
      replays: [
        { order: "against-first", ...replay },
        { order: "with-first", ...replay },
      ],
    });
    expect(asItCame(one, simulationText)).toEqual([]);
    expect(widest(simulationText(one, paint(false, 60)))).toBeLessThanOrEqual(60);
    expect(simulationText(one, MARKED)).toMatchInlineSnapshot(`
      "<b>main: 1 bot replayed over 1 500 candles of 1m, 2026-01-01 00:00 to 2026-01-02 01:00 UTC</b>

      A replay of these prices under the assumptions below. It is not a forecast.

      <b>bot</b>       <b>pair</b>      <b>side</b>  <b>order</b>  <b>deals</b>  <b>profit</b>  <b>fees</b>    <b>net</b>  <b>open</b>  <b>result</b>  <b>drawdown</b>  <b>margin</b>  <b>safety</b>  <b>in deal</b>  <b>longest</b>  <b>liq.</b>
      main/btc  USDT-BTC  LONG  all        4   12.50  1.25  11.25     –   11.25    -40.00  100.00  2 (2×)   1h 30m    1d 2h     0

      <b>result 11.25</b>
        booked 11.25: 4 deals, profit 12.50 − fees 1.25; open deals 0.00
        highest margin 100.00, no liquidation
        return and ratios unknown: they need --balance
        no deal ended
        equity never fell
        ended by: nothing

      Prices:
        USDT-BTC: btc.csv, 1 500 candles

      Assumptions:
        every order fills
      "
    `);
  });

  it("of one reading names it in its totals", () => {
    const lines = simulationText(facts(), MARKED).split("\n");
    expect(lines[5]).toMatch(/^main\/btc {2}USDT-BTC {2}LONG {6}4 {3}12\.50 /);
    expect(lines[7]).toMatch(/^<b>against-first: result 11\.25<\/b>$/);
  });

  it.each([
    [30_000, "30s"],
    [59_499, "59s"],
    [59_500, "1m"],
    [3_599_000, "59m"],
    [3_600_000, "1h"],
    [5_400_000, "1h 30m"],
    [86_399_000, "23h 59m"],
    [86_400_000, "1d"],
    [97_200_000, "1d 3h"],
    [0, "0s"],
  ])("of candles of %d ms: %s", (interval, text) => {
    expect(simulationText(facts({ interval }), MARKED).split("\n")[0]).toBe(
      `<b>main: 1 bot replayed over 1 500 candles of ${text}, 2026-01-01 00:00 to 2026-01-02 01:00 UTC</b>`,
    );
  });

  it("never cuts a bot's address", () => {
    const address = `main/${"x".repeat(80)}`;
    const replays = [{ order: "against-first" as const, bots: [bot({ address })], totals: totals(), ...NOTHING }];
    expect(simulationText(facts({ replays }), MARKED)).toContain(address);
  });

  it("without a replay has no bots", () => {
    expect(simulationText(facts({ replays: [] }), MARKED)).toContain("<b>main: 0 bots replayed over ");
  });
});

it.each([
  ["0", "0.00"],
  ["0.004", "0.004"],
  ["-0.0099", "-0.0099"],
  ["0.01", "0.01"],
  ["-0.01", "-0.01"],
  ["1.005", "1.01"],
  ["1234.5", "1234.50"],
])("%s reads %s", (text, shown) => expect(money(text)).toBe(shown));
