// What the bots of an account come to together: sums, need against what is free, shocks; and tiers that others published.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { StatedAssumptions } from "../../../src/model/risk/assumptions.js";
import { accountRisk, type Countable, lacksOf, mostOf } from "../../../src/risk/account-risk.js";
import { assumptionsOf, DEFAULT_ASSUMPTIONS, tiersOf } from "../../../src/risk/assumptions.js";
import { botGrid } from "../../../src/risk/bot-grid.js";
import { readExchange } from "../../../src/risk/exchange-file.js";
import { fixed, fixedText } from "../../../src/risk/fixed.js";
import { bracketAt } from "../../../src/risk/liquidation.js";
import { type Held, type MarketData, marketDataOf, NO_MARKET_DATA, pricesOf } from "../../../src/risk/market-data.js";

const FIELDS: SomeFields = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "2",
  marginMode: "ISO",
  percentTakeProfit: "1",
  percentSafetyOrder: "10",
  volumeFirstOrder: "100",
  volumeSafetyOrder: "100",
  countOrderMax: "1",
};

const bot = (fields: SomeFields = {}, on = true): Countable => ({ fields: { ...FIELDS, ...fields }, on });
const funds = (wallet: string, free = wallet): MarketData => ({
  ...NO_MARKET_DATA,
  funds: new Map([["USDT", { wallet, free }]]),
});
const flat: StatedAssumptions = { maintenance: "0.01" };

function shock(bots: readonly Countable[], move: string, known = NO_MARKET_DATA, stated = flat) {
  const found = accountRisk(bots, known, assumptionsOf(stated)).shocks.find((one) => one.move === move);
  if (found === undefined) throw new Error("there is no such shock");
  return found;
}

const held = (margin: string, side: Held["side"] = "LONG"): Held => ({
  ...{ pair: "USDT-BTC", side, margin, amount: null, entryPrice: null, markPrice: null, isolated: true },
});

describe("an account", () => {
  it("of four bots: sums by quote, pair and side, need, and every shock", () => {
    const fields = { ...FIELDS, leverage: "5", marginMode: "CROSS", volumeSafetyOrder: "90", countOrderMax: "2" };
    const long = bot(fields);
    const bots = [
      long,
      bot({ ...fields, strategy: "SHORT", pairTitle: "USDT-ETH", marginMode: "ISO" }),
      { ...long, on: false },
      // 190 and 280 of its two deals.
      { ...long, on: false, running: [{ ...fields, volumeFirstOrder: "10" }, fields] },
    ];
    const known = { ...funds("500", "400"), held: [held("30")] };
    const found = accountRisk(bots, known, assumptionsOf({ ...flat, takerFee: "0.001" }));
    const one = { position: "280", margin: "56", feeReserve: "0.56" };
    const three = { position: "750", margin: "150", feeReserve: "1.5" };
    expect({ ...found, shocks: [] }).toEqual({
      quotes: [
        {
          ...{ quote: "USDT", bots: 3, position: "1030", margin: "206", feeReserve: "2.06", offRunning: 1 },
          disabled: { bots: 1, ...one },
          // The LONGs lose 30, 30 and 12 at their last orders and need 6.78 there; the SHORT holds 56.
          crossAtDepth: { bots: 2, room: "365.22", endsAt: null },
          // 150 less the 30 that are held, and 56.
          ...{ need: "176", free: "400", usable: "400", isAffordable: true, wallet: "500", walletExposure: "2.06" },
        },
      ],
      pairs: [
        { pair: "USDT-BTC", quote: "USDT", bots: 2, ...three },
        { pair: "USDT-ETH", quote: "USDT", bots: 1, ...one },
      ],
      sides: [
        { side: "LONG", quote: "USDT", bots: 2, ...three },
        { side: "SHORT", quote: "USDT", bots: 1, ...one },
      ],
      shocks: [],
      unknown: 0,
    });
    const rest = { quote: "USDT", liquidated: 0, isCrossLiquidated: false };
    expect(found.shocks).toEqual([
      { ...rest, move: "-0.4", margin: "150", maintenance: "5.085", loss: "-241.5", equity: "258.5" },
      { ...rest, move: "-0.2", margin: "150", maintenance: "6.78", loss: "-72", equity: "428" },
      { ...rest, move: "-0.1", margin: "96", maintenance: "4.59", loss: "-21", equity: "479" },
      { ...rest, move: "-0.05", margin: "42", maintenance: "1.995", loss: "-10.5", equity: "489.5" },
      { ...rest, move: "0.05", margin: "20", maintenance: "1.05", loss: "-5", equity: "495" },
      { ...rest, move: "0.1", margin: "38", maintenance: "2", loss: "-10", equity: "490" },
      {
        ...rest,
        move: "0.2",
        margin: "56",
        maintenance: "3.081818181818",
        loss: SHORT_LOSS,
        equity: "471.818181818182",
      },
      { ...rest, move: "0.4", margin: "0", maintenance: "0", loss: "-56", equity: "444", liquidated: 1 },
    ]);
  });
});

/** 280 sold at 100, 110 and 120, bought back at 120. */
const SHORT_LOSS = "-28.181818181818";

describe("sums", () => {
  it("count bots that are on, those that are off apart, by pair, side and quote", () => {
    const bots = [bot(), bot({ strategy: "SHORT" }), bot({ pairTitle: "BUSD-BTC" }), bot({}, false)];
    const { quotes, pairs, sides } = accountRisk(bots, NO_MARKET_DATA, DEFAULT_ASSUMPTIONS);
    const sum = (count: number) => ({ bots: count, position: String(count * 200), margin: String(count * 100) });
    expect(quotes).toMatchObject([
      { quote: "BUSD", ...sum(1), disabled: { bots: 0 }, free: null, isAffordable: null },
      { quote: "USDT", ...sum(2), disabled: sum(1), need: "200", walletExposure: null },
    ]);
    expect(pairs).toMatchObject([
      { pair: "BUSD-BTC", ...sum(1) },
      { pair: "USDT-BTC", ...sum(2) },
    ]);
    expect(sides.map(({ side, quote, bots: count }) => [side, quote, count])).toEqual([
      ["LONG", "BUSD", 1],
      ["LONG", "USDT", 1],
      ["SHORT", "USDT", 1],
    ]);
  });

  it("leave out a bot whose settings are missing, and say so", () => {
    expect(accountRisk([bot({ leverage: null }), bot(), bot()], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS)).toMatchObject({
      unknown: 1,
      quotes: [{ bots: 2 }],
    });
  });

  it.each([
    { heldMargins: [], need: "100", because: "nothing is held" },
    { heldMargins: [held("30")], need: "70", because: "a running deal holds a part" },
    { heldMargins: [held("130")], need: "0", because: "more is held than the grid needs: that helps no other bot" },
    { heldMargins: [held("30", "SHORT")], need: "100", because: "another side's margin is another deal's" },
    { heldMargins: [held("30"), held("40")], need: "30", because: "what two positions hold counts together" },
  ])("need $need: $because", ({ heldMargins, need }) => {
    const known = { ...funds("1000"), held: heldMargins };
    const needed = (one: ReturnType<typeof bot>) => accountRisk([one], known, DEFAULT_ASSUMPTIONS).quotes[0]?.need;
    expect(needed({ ...bot(), running: [FIELDS] })).toBe(need);
    // What no deal of it holds is nothing that it has.
    expect(needed(bot())).toBe("100");
  });

  it("never count what one bot's deal holds for another bot of the pair", () => {
    // A deal of 400 at 2× holds 150 of its 200; its bot was made smaller, and a second bot of the pair is new.
    const smaller = {
      ...bot({ volumeFirstOrder: "10", countOrderMax: null }),
      running: [{ ...FIELDS, volumeFirstOrder: "300" }],
    };
    const known = { ...funds("1000"), held: [held("150")] };
    const { quotes } = accountRisk([smaller, bot()], known, DEFAULT_ASSUMPTIONS);
    expect(quotes[0]).toMatchObject({ margin: "300", need: "150" });
  });

  it.each([
    { free: "100.2", reserve: "0", isAffordable: true, because: "margin 100 and fees of 0.20 are there" },
    { free: "100.1", reserve: "0", isAffordable: false, because: "the fees aren't" },
    { free: "120", reserve: "0.2", isAffordable: false, because: "a fifth is kept back" },
  ])("$free free: $because", ({ free, reserve, isAffordable }) => {
    const { quotes } = accountRisk([bot()], funds("1000", free), assumptionsOf({ reserve }));
    expect(quotes[0]).toMatchObject({ isAffordable, wallet: "1000", walletExposure: "0.2" });
  });
});

describe("what a quote can use", () => {
  it.each([
    { free: "120", reserve: "0.25", usable: "90", because: "the free balance less its reserve" },
    { free: "0", reserve: "0", usable: "0", because: "nothing is free" },
  ])("of $free is $usable: $because", ({ free, reserve, usable }) => {
    const { quotes } = accountRisk([bot()], funds("1000", free), assumptionsOf({ reserve }));
    expect(quotes[0]).toMatchObject({ free, usable });
  });

  it.each([
    { wallet: "400", exposure: "0.5" },
    { wallet: "0.000001", exposure: "200000000" },
    { wallet: "0", exposure: null },
    { wallet: "-5", exposure: null },
  ])("of a wallet of $wallet is exposed $exposure", ({ wallet, exposure }) => {
    const { quotes } = accountRisk([bot()], funds(wallet), DEFAULT_ASSUMPTIONS);
    expect(quotes[0]?.walletExposure).toBe(exposure);
  });

  it("isn't known where only another asset's balance is", () => {
    const bots = [bot({ pairTitle: "BUSD-BTC", marginMode: "CROSS" })];
    const { quotes, shocks } = accountRisk(bots, funds("1000"), DEFAULT_ASSUMPTIONS);
    expect(quotes[0]).toMatchObject({ quote: "BUSD", free: null, usable: null, wallet: null, isAffordable: null });
    expect(shocks.map(({ equity, isCrossLiquidated }) => [equity, isCrossLiquidated])).toEqual(
      shocks.map(() => [null, null]),
    );
  });
});

describe("the settings that keep a bot out of every sum", () => {
  const lacksAfter = (...given: Parameters<typeof accountRisk>[0][number][]) => {
    const memory: Parameters<typeof lacksOf>[1] = new WeakMap();
    accountRisk(given, NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    return given.map((one) => lacksOf(one, memory));
  };
  const part = { ...FIELDS, leverage: null, marginMode: null };

  it("are named once, and none of a bot that counts", () => {
    expect(lacksAfter(bot(), bot({ leverage: null }), { fields: part, on: true })).toEqual([
      [],
      ["leverage"],
      ["leverage", "marginMode"],
    ]);
  });

  it("are those of its deals, where it is off and they run on", () => {
    const off = { fields: part, on: false };
    expect(
      lacksAfter(
        { ...off, running: [{ ...FIELDS }] },
        {
          ...off,
          running: [
            { ...FIELDS, leverage: null },
            { ...FIELDS, leverage: null },
          ],
        },
        { ...off, running: [] },
      ),
    ).toEqual([[], ["leverage"], ["leverage", "marginMode"]]);
  });

  it("are named once where the bot and its deal lack the same, each asked about in its turn", () => {
    const memory: Parameters<typeof lacksOf>[1] = new WeakMap();
    const off = { fields: part, on: false };
    const running = { fields: part, on: true, running: [{ ...part, volumeFirstOrder: null }] };
    for (const one of [off, running]) accountRisk([one], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    expect([off, running].map((one) => lacksOf(one, memory))).toEqual([
      ["leverage", "marginMode"],
      ["leverage", "marginMode", "volumeFirstOrder"],
    ]);
  });

  it("aren't known of what wasn't asked about", () => {
    expect(lacksOf({ fields: part, on: true }, new WeakMap())).toEqual([]);
  });

  it("and all figures of the same settings are worked out once", () => {
    const memory: Parameters<typeof lacksOf>[1] = new WeakMap();
    accountRisk([bot()], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    const shared = bot();
    accountRisk([shared], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    const weights = memory.get(shared.fields);
    accountRisk([shared], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    expect(memory.get(shared.fields)).toBe(weights);
  });
});

describe("a bot that is off while a deal of it runs", () => {
  const settings: SomeFields = { ...FIELDS, volumeFirstOrder: "300" };
  const running = { ...bot({}, false), running: [settings] };

  it("counts with what the deal keeps, in sums, need and shocks, and is said to be off", () => {
    const known = { ...funds("1000"), held: [held("30")] };
    const found = accountRisk([running, bot({}, false)], known, assumptionsOf(flat));
    expect(found.quotes[0]).toMatchObject({ bots: 1, offRunning: 1, position: "400", margin: "200", need: "170" });
    expect(found.quotes[0]?.disabled).toMatchObject({ bots: 1, margin: "100" });
    expect(found.shocks).toEqual(accountRisk([bot(settings)], known, assumptionsOf(flat)).shocks);
  });

  it("counts each of its deals, and is one bot", () => {
    const two = { ...running, running: [settings, FIELDS] };
    const { quotes } = accountRisk([two], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS);
    expect(quotes[0]).toMatchObject({ bots: 1, offRunning: 1, position: "600" });
  });
});

describe("a bot that is on while deals of it run", () => {
  const deal: SomeFields = { ...FIELDS, volumeFirstOrder: "300" };
  const found = (fields: SomeFields, running: readonly SomeFields[]) =>
    accountRisk([{ ...bot(fields), running }], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS);

  it.each([
    { what: "smaller", fields: {}, running: [deal], position: "400", margin: "200" },
    { what: "larger", fields: { volumeFirstOrder: "500" }, running: [deal], position: "600", margin: "300" },
    { what: "smaller, with two deals", fields: {}, running: [deal, FIELDS], position: "600", margin: "300" },
    {
      what: "smaller, with less leverage",
      fields: { leverage: "0.5" },
      running: [deal],
      position: "400",
      margin: "400",
    },
  ])(
    "$what: is one bot, and ties up its deals or its next one, whichever is more",
    ({ fields, running, position, margin }) => {
      const sums = { position, margin };
      const { quotes, pairs, sides } = found(fields, running);
      expect(quotes[0]).toMatchObject({ bots: 1, ...sums, need: sums.margin });
      expect(quotes[0]?.offRunning).toBeUndefined();
      expect(pairs).toMatchObject([{ pair: "USDT-BTC", bots: 1, ...sums }]);
      expect(sides).toMatchObject([{ side: "LONG", bots: 1, ...sums }]);
    },
  );

  it.each([
    { what: "another pair", fields: { pairTitle: "USDT-ETH" }, rows: ["USDT-BTC LONG 400", "USDT-ETH LONG 200"] },
    { what: "the other side", fields: { strategy: "SHORT" }, rows: ["USDT-BTC LONG 400", "USDT-BTC SHORT 200"] },
  ])("moved to $what: ties up both, since its next deal may open while the old one runs", ({ fields, rows }) => {
    const memory: Parameters<typeof lacksOf>[1] = new WeakMap();
    const moved = { ...bot(fields), running: [deal] };
    const { quotes, pairs, sides } = accountRisk([moved], NO_MARKET_DATA, DEFAULT_ASSUMPTIONS, memory);
    expect(quotes[0]).toMatchObject({ bots: 1, position: "600", margin: "300" });
    // It is one bot, of every row to which it adds.
    expect([...pairs, ...sides].map(({ bots }) => bots)).toEqual([1, 1, 1]);
    expect(mostOf(moved, DEFAULT_ASSUMPTIONS, memory)).toEqual({ position: "600", margin: "300" });
    const shown = rows.map((row) => row.split(" "));
    const byPair = new Map(shown.map(([pair = "", , volume = ""]) => [pair, volume]));
    if (byPair.size === 2) expect(pairs.map(({ pair, position }) => [pair, position])).toEqual([...byPair]);
    else expect(sides.map(({ side, position }) => [side, position])).toEqual(shown.map(([, ...row]) => row));
  });

  it("loses in a shock what the worse of the two would", () => {
    const shocks = (one: ReturnType<typeof found>) => one.shocks.map(({ loss }) => Number(loss));
    const own: SomeFields = { volumeFirstOrder: "150", percentSafetyOrder: "1" };
    const late: SomeFields = { ...FIELDS, volumeSafetyOrder: "300" };
    const [both, first, second] = [found(own, [late]), found(own, []), found(late, [])].map(shocks);
    expect(both).toEqual(first?.map((loss, index) => Math.min(loss, second?.[index] ?? 0)));
    expect(both).not.toEqual(first);
    expect(both).not.toEqual(second);
  });

  it("isn't known where its settings or its deal's are missing", () => {
    const part = { ...FIELDS, leverage: null };
    expect([found({}, [part]).unknown, found({ leverage: null }, [deal]).unknown]).toEqual([1, 1]);
    const one = { ...bot(), running: [part] };
    expect(mostOf(one, DEFAULT_ASSUMPTIONS, new WeakMap())).toBeNull();
  });
});

describe("shocks", () => {
  it.each([
    { move: "-0.05", loss: "-5", margin: "50", because: "the first order alone has filled" },
    { move: "-0.2", loss: "-31.111111111111", margin: "100", because: "211.11 units are worth 168.89 of 200" },
    { move: "0.05", loss: "0", margin: "0", because: "the take profit is passed: the deal is over" },
  ])("$move loses $loss: $because", ({ move, loss, margin }) => {
    expect(shock([bot()], move)).toMatchObject({ loss, margin, liquidated: 0, equity: null, isCrossLiquidated: false });
  });

  it("take an isolated position's margin, and no more", () => {
    expect(shock([bot({ leverage: "5" })], "-0.4")).toMatchObject({ loss: "-40", margin: "0", liquidated: 1 });
    // LP_0 = (50 − 100) / (100·(0.01 − 1)) would be below the safety order at 5×; at 20× it is above it, and only the first margin is lost.
    expect(shock([bot({ leverage: "20" })], "-0.4")).toMatchObject({ loss: "-5", liquidated: 1 });
  });

  it("say of cross positions whether the balance bears them, and nothing without a balance", () => {
    const cross = [bot({ marginMode: "CROSS", leverage: "20" })];
    expect(shock(cross, "-0.2").isCrossLiquidated).toBeNull();
    expect(shock(cross, "-0.2", funds("32"))).toMatchObject({ isCrossLiquidated: true, equity: "0.888888888889" });
    expect(shock(cross, "-0.2", funds("33")).isCrossLiquidated).toBe(false);
  });

  it.each([
    { deal: "ISO", next: "CROSS" },
    { deal: "CROSS", next: "ISO" },
  ])("ask whether the balance bears the worse of a deal that is $deal and one that follows it $next", (modes) => {
    const running = [{ ...FIELDS, leverage: "20", marginMode: modes.deal }];
    const next = [{ ...bot({ marginMode: modes.next, leverage: "20" }), running }];
    expect(shock(next, "-0.2", funds("32")).isCrossLiquidated).toBe(true);
    expect(shock(next, "-0.2", funds("33")).isCrossLiquidated).toBe(false);
  });

  describe("on cross positions beside isolated ones", () => {
    const cross = bot({ marginMode: "CROSS", leverage: "20", countOrderMax: null });
    /** 100 USDT at 20x: 5 of margin, and liquidated by a fall of 20 %. */
    const gone = bot({ leverage: "20", countOrderMax: null });
    /** 100 USDT at 2x: 50 of margin, and 20 of loss, which is no part of the wallet any more than its margin is. */
    const stands = bot({ leverage: "2", countOrderMax: null });
    it.each([
      { others: [], wallet: "20.8", isGone: true, because: "a loss of 20 and a maintenance of 0.8 eat up the wallet" },
      { others: [], wallet: "20.81", isGone: false, because: "a cent more, and they don't" },
      { others: [gone], wallet: "25.8", isGone: true, because: "the liquidated one has lost its margin of 5, no more" },
      { others: [gone], wallet: "25.81", isGone: false, because: "a cent more bears both" },
      { others: [gone, gone], wallet: "30.8", isGone: true, because: "two of them have lost 10" },
      { others: [stands], wallet: "70.8", isGone: true, because: "the margin of one that stands is locked" },
      { others: [stands], wallet: "70.81", isGone: false, because: "a cent more bears it" },
    ])("$others.length others and a wallet of $wallet: liquidated $isGone, $because", ({ others, wallet, isGone }) => {
      expect(shock([cross, ...others], "-0.2", funds(wallet)).isCrossLiquidated).toBe(isGone);
    });
  });

  it("hurt a SHORT on the way up", () => {
    expect(shock([bot({ strategy: "SHORT" })], "0.2").loss).toMatch(/^-/);
    expect(shock([bot({ strategy: "SHORT" })], "-0.2").loss).toBe("0");
  });
});

describe("tiers that others published", () => {
  /** Floors and rates, each "floor rate, …", as they stood when the maintenance amounts were published. */
  const TABLES = {
    "USDT-BCH":
      "0 0.005, 5000 0.0065, 10000 0.01, 50000 0.02, 500000 0.05, 2000000 0.1, 4000000 0.125, 8000000 0.15, 15000000 0.25, 20000000 0.5",
    "USDT-TRX":
      "0 0.0065, 10000 0.01, 90000 0.02, 645000 0.05, 1200000 0.1, 3000000 0.125, 6000000 0.15, 12000000 0.25, 20000000 0.5",
    "USDT-UNI": "0 0.006, 5000 0.01, 50000 0.025, 900000 0.05, 1800000 0.1, 4800000 0.125, 6000000 0.25, 18000000 0.5",
    "USDT-BTC":
      "0 0.004, 50000 0.005, 250000 0.01, 1000000 0.025, 10000000 0.05, 20000000 0.1, 50000000 0.125, 100000000 0.15, 200000000 0.25, 300000000 0.5",
    "USDT-ZEC": "0 0.01, 50000 0.025, 150000 0.05, 250000 0.1, 500000 0.125, 1000000 0.25, 2000000 0.5",
  } as const;
  const pairs = Object.fromEntries(
    Object.entries(TABLES).map(([pair, text]) => [
      pair,
      text.split(", ").map((tier) => ({ floor: tier.split(" ")[0], rate: tier.split(" ")[1] })),
    ]),
  );
  const reading = readExchange(
    JSON.stringify({ source: "as published", date: "2023-07-01", pairs, other: [{ floor: 0, rate: 0.9 }] }),
  );
  if (!reading.ok) throw new Error(reading.problem);
  const published = assumptionsOf({}, reading.table);

  it.each([
    // github freqtrade/freqtrade, exchange/binance_leverage_tiers.json
    { pair: "USDT-BCH", cum: "0 7.5 42.5 542.5 15542.5 115542.5 215542.5 415542.5 1915542.5 6915542.5" },
    { pair: "USDT-TRX", cum: "0 35 935 20285 80285 155285 305285 1505285 6505285" },
    { pair: "USDT-UNI", cum: "0 20 770 23270 113270 233270 983270 5483270" },
    // gist.github.com/highfestiva/b71e76f51eed84d56c1be8ebbcc286b5
    { pair: "USDT-BTC", cum: "0 50 1300 16300 266300 1266300 2516300 5016300 25016300 100016300" },
    // docs/reference/money.md, E12
    { pair: "USDT-ZEC", cum: "0 750 4500 17000 29500 154500 654500" },
  ])("$pair has their maintenance amounts", ({ pair, cum }) => {
    expect(tiersOf(published, pair).map((tier) => fixedText(tier.cum))).toEqual(cum.split(" "));
  });

  it("E12: every pair that isn't bundled has ZEC's of then", () => {
    const cums = (assumptions: typeof published, pair: string) =>
      tiersOf(assumptions, pair).map((tier) => fixedText(tier.cum));
    expect(cums(DEFAULT_ASSUMPTIONS, "USDT-NOBODY")).toEqual(cums(published, "USDT-ZEC"));
  });

  it("a position of 264 000 is in the tier of 1 %, one of 500 000 has 1 300 (copy of Binance's page on BTCUSDT)", () => {
    const tiers = tiersOf(published, "USDT-BTC");
    expect(fixedText(bracketAt(tiers, fixed("264000")).rate)).toBe("0.01");
    expect(fixedText(bracketAt(tiers, fixed("500000")).cum)).toBe("1300");
  });

  // support.toobit.com, 14253344654105: 10 ETH at 1 500, 50×, 1 %: liquidated when the mark has come to 1 483
  // support.flipster.io, 7352962731663: 0.1 BTC at 30 000, 10×, 1 %: not at 28 000, but at 26 000
  it.each([
    { volume: "15000", leverage: "50", price: "1500", gone: "1483", stands: "1490" },
    { volume: "3000", leverage: "10", price: "30000", gone: "26000", stands: "28000" },
  ])("$volume at $price, $leverage×: gone at $gone, not at $stands", ({ volume, leverage, price, gone, stands }) => {
    const fields = { ...FIELDS, volumeFirstOrder: volume, leverage, countOrderMax: null };
    for (const liquidation of ["binance", "bybit", "gate"] as const) {
      const known: MarketData = { ...NO_MARKET_DATA, prices: new Map([["USDT-BTC", { price, source: "given" }]]) };
      const grid = botGrid(fields, true, known, assumptionsOf({ ...flat, liquidation }));
      const end = "rungs" in grid ? grid.rungs[0]?.liquidation : undefined;
      if (end?.kind !== "price") throw new Error("an isolated position has a price");
      expect(new Big(end.price).gte(gone)).toBe(true);
      expect(new Big(end.price).lt(stands)).toBe(true);
    }
  });
});

describe("a file of tiers", () => {
  const tiers = [
    { floor: 0, rate: 0.004 },
    { floor: "50000", rate: "0.005" },
  ];
  const file = (change: object) => JSON.stringify({ source: "mine", date: "2026-01-02", other: tiers, ...change });

  it.each([{ pair: "USDT-LINK" }, { pair: "USDT-USDC" }, { pair: "BTC-ETH" }, { pair: "USD-BTC" }])(
    "may name $pair",
    ({ pair }) => {
      const reading = readExchange(file({ pairs: { [pair]: tiers } }));
      expect(reading.ok && Object.keys(reading.table.tiers.pairs)).toEqual([pair]);
    },
  );

  it("takes the place of the bundled ones", () => {
    const reading = readExchange(file({ pairs: { "USDT-BTC": tiers } }));
    if (!reading.ok) throw new Error(reading.problem);
    expect(tiersOf(assumptionsOf({}, reading.table), "USDT-X").map(({ cum }) => fixedText(cum))).toEqual(["0", "50"]);
  });

  it.each([
    { text: "nonsense", because: "it isn't JSON" },
    { text: file({ date: "yesterday" }), because: "date doesn't have the format" },
    { text: file({ other: [{ floor: 1, rate: 0.1 }] }), because: "must start at floor 0" },
    { text: file({ other: [...tiers].reverse() }), because: "must start at floor 0" },
    { text: file({ other: [{ floor: 0, rate: 1 }] }), because: "fractions below 1" },
    { text: file({ pairs: { "USDT-BTC": [] } }), because: "pairs.USDT-BTC.tiers doesn't have the format" },
    { text: file({ extra: 1 }), because: "it doesn't have the format" },
    { text: file({ date: "2026-13-45" }), because: "date 2026-13-45 isn't a valid day" },
    { text: file({ date: "2026-02-30" }), because: "date 2026-02-30 isn't a valid day" },
    { text: file({ pairs: { LINKUSDT: tiers } }), because: "pairs is not a pair: did you mean USDT-LINK?" },
    { text: file({ pairs: { "LINK-USDT": tiers } }), because: "did you mean USDT-LINK?" },
    { text: file({ pairs: { "LINK/USDT:USDT": tiers } }), because: "did you mean USDT-LINK?" },
    { text: file({ pairs: { "usdt-link": tiers } }), because: "did you mean USDT-LINK?" },
    { text: file({ pairs: { "LINKUSDT.P": tiers } }), because: "did you mean USDT-LINK?" },
    { text: file({ pairs: { "1000PEPEUSDC": tiers } }), because: "did you mean USDC-1000PEPE?" },
    { text: file({ pairs: { LINK: tiers } }), because: '"LINK" under pairs is not a pair: write QUOTE-BASE' },
    { text: file({ pairs: { USDT: tiers } }), because: '"USDT" under pairs is not a pair: write QUOTE-BASE' },
  ])("is refused where $because", ({ text, because }) => {
    const reading = readExchange(text);
    expect(reading.ok ? "" : reading.problem).toContain(because);
  });
});

describe("what is known", () => {
  it("prefers a running position's mark to a deal's entry, and that to what was given", () => {
    const price = (source: "position" | "deal" | "given" | "file", text: string) => ({
      pair: "P-Q",
      price: text,
      source,
    });
    const all = [price("file", "4"), price("given", "3"), price("deal", "2"), price("position", "1")];
    expect(pricesOf(all).get("P-Q")).toEqual({ price: "1", source: "position" });
    expect(pricesOf(all.slice(0, 2)).get("P-Q")).toEqual({ price: "3", source: "given" });
    expect(pricesOf([price("given", "0")]).size).toBe(0);
  });

  it("takes the account's totals for its only asset, and each asset's own where there are several", () => {
    const amounts = {
      ...{ unrealizedProfit: null, marginBalance: null, maintMargin: null, initialMargin: null, crossUnPnl: null },
      ...{
        positionInitialMargin: null,
        openOrderInitialMargin: null,
        maxWithdrawAmount: null,
        crossWalletBalance: null,
      },
      ...{ marginAvailable: true, updateTime: null },
    };
    const asset = (name: string) => ({ asset: name, walletBalance: "10", availableBalance: "8", ...amounts });
    const totals = {
      ...{ totalWalletBalance: "11", totalFreeBalance: "9", totalUnrealizedProfit: null, totalMarginBalance: null },
      ...{ totalInitialMargin: null, totalMaintMargin: null, totalPositionMargin: null, totalOpenOrderMargin: null },
      ...{ leverage: null, positions: [] },
    };
    expect(marketDataOf({ ...totals, assets: [asset("USDT")] }).funds?.get("USDT")).toEqual({
      wallet: "11",
      free: "9",
    });
    const both = marketDataOf({ ...totals, assets: [asset("USDT"), asset("BUSD")] });
    expect(both.funds?.get("USDT")).toEqual({ wallet: "10", free: "8" });
    expect(marketDataOf({ ...totals, assets: [] }).funds).toBeUndefined();
  });
});
