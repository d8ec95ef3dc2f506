// One bot's figures: those of the whole grid and its table agree, published cases come out through the settings, and liquidation inside the grid is found.
import Big from "big.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ladderOf } from "../../../src/market/deal-params.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { Anchor, StatedAssumptions, TierTable } from "../../../src/model/risk/assumptions.js";
import { type BotGrid, isKnown } from "../../../src/model/risk/risk.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { botGrid } from "../../../src/risk/bot-grid.js";
import { botRisk, exitOf } from "../../../src/risk/bot-risk.js";
import { fixed, fixedText } from "../../../src/risk/fixed.js";
import { areParams, botParams } from "../../../src/risk/grid-params.js";
import { type MarketData, NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { endOf, held } from "./decimals.js";

const FIELDS: SomeFields = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "5",
  marginMode: "ISO",
  percentTakeProfit: "1.2",
  percentSafetyOrder: "1.5",
  volumeFirstOrder: "20",
  volumeSafetyOrder: "25",
  countOrderMax: "6",
};

function gridOf(
  fields: SomeFields,
  known: MarketData = NO_MARKET_DATA,
  stated: StatedAssumptions = {},
  table?: TierTable,
): BotGrid {
  const grid = botGrid({ ...FIELDS, ...fields }, true, known, assumptionsOf(stated, table && { tiers: table }));
  if (!("risk" in grid)) throw new Error(`unknown: ${grid.lacks.join(", ")}`);
  return grid;
}

it("an order that rounds to 0 lots is refused, and counts in full: nothing that can't be placed reads as safe", () => {
  const stated: StatedAssumptions = { pairs: { "USDT-BTC": { lot: "0.001", leastNotional: "21" } } };
  const fields: SomeFields = { leverage: "50", countOrderMax: "2", volumeFirstOrder: "20", volumeSafetyOrder: "40" };
  const { risk } = gridOf({ ...fields, martingaleScale: null, dynamicStepScale: null }, at("64000"), stated);
  expect(risk.liquidation).toMatchObject({ kind: "inside", after: 1 });
  expect(risk.refused).toEqual([
    {
      ...{ kind: "quantity", orders: 1, first: 0, quantity: "0.0003125", lot: "0.001", price: "64000", lotCosts: "64" },
    },
    { kind: "notional", orders: 1, first: 0, volume: "20", least: "21" },
  ]);
});

const at = (price: string, pair = "USDT-BTC"): MarketData => ({
  ...NO_MARKET_DATA,
  prices: new Map([[pair, { price, source: "given" }]]),
});

const rounded = (texts: readonly string[], places: number) => texts.map((text) => new Big(text).toFixed(places));

describe("published cases, through a bot's settings", () => {
  it("E1 (github Cobeguel/dcamarcal): deviations, sums, take profits", () => {
    const fields = {
      percentTakeProfit: "1.2",
      percentSafetyOrder: "1.2",
      volumeSafetyOrder: "20",
      countOrderMax: "8",
      martingaleScale: "1.5",
      dynamicStepScale: "1.2",
    };
    const { risk, rungs } = gridOf(fields, at("1.0954"), { volumeBase: "safety" });
    expect(risk).toMatchObject({ orders: 9, position: "1005.15625", cover: "0.1979890176", margin: "201.03125" });
    expect(
      rounded(
        rungs.map(({ price }) => price),
        6,
      ).at(-1),
    ).toBe("0.878523");
    expect(
      rounded(
        rungs.map(({ volumes }) => volumes),
        4,
      ).at(-2),
    ).toBe("663.4375");
  });

  it("E2 (github sxwei123/binance-dca-bot-ts): tick and lot of the pair", () => {
    const fields = {
      ...{ pairTitle: "USDT-DOGE", percentTakeProfit: "1", percentSafetyOrder: "0.5", volumeFirstOrder: "11" },
      ...{ volumeSafetyOrder: "15", countOrderMax: "4", martingaleScale: "1.1", dynamicStepScale: "1.66" },
    };
    const stated: StatedAssumptions = { volumeBase: "safety", pairs: { "USDT-DOGE": { tick: "0.0001", lot: "1" } } };
    const { rungs } = gridOf(fields, at("0.2558", "USDT-DOGE"), stated);
    expect(rungs.map(({ quantity }) => quantity)).toEqual(["43", "59", "65", "73", "82"]);
    expect(rungs.map(({ price }) => new Big(price).toFixed(4))).toEqual([
      "0.2558",
      "0.2545",
      "0.2524",
      "0.2489",
      "0.2430",
    ]);
    expect(
      rounded(
        rungs.map(({ takeProfit }) => takeProfit),
        4,
      ),
    ).toEqual(["0.2584", "0.2576", "0.2566", "0.2550", "0.2526"]);
  });

  it("E6 (this service's help page): first 10, coefficient 1.1, ten safety orders come to 185.311670611", () => {
    const { risk } = gridOf({ volumeFirstOrder: "10", martingaleScale: "1.1", countOrderMax: "10" });
    expect(risk.position).toBe("185.311670611");
  });

  it("E6 at 10×: the margin of the full grid, and the reserve for its fees of 0.05 and 0.04 %", () => {
    const fields = { volumeFirstOrder: "10", martingaleScale: "1.1", countOrderMax: "10", leverage: "10" };
    // Both ways at the mean of the two.
    const { risk } = gridOf(fields, NO_MARKET_DATA, { takerFee: "0.00045" });
    expect(risk).toMatchObject({ margin: "18.5311670611", feeReserve: "0.16678050355" });
  });

  it.each([
    { leverage: "20", margin: "250" },
    { leverage: "100", margin: "50" },
  ])("E7 (GinArea handbook): 5 000 at $leverage× use $margin", ({ leverage, margin }) => {
    expect(gridOf({ volumeFirstOrder: "5000", countOrderMax: null, leverage }).risk.margin).toBe(margin);
  });

  it("E11 (Bybit help page): 1 BTC at 20 000, 50×, 0.5 % is liquidated at 19 700", () => {
    const alone = { volumeFirstOrder: "20000", countOrderMax: null, leverage: "50" };
    const { risk } = gridOf(alone, at("20000"), { liquidation: "bybit", maintenance: "0.005" });
    expect(risk.liquidation).toEqual({ kind: "outside", loss: "300", price: "19700", distance: "0.015" });
    const short = gridOf({ ...alone, strategy: "SHORT" }, at("20000"), { liquidation: "bybit", maintenance: "0.005" });
    expect(short.risk.liquidation).toMatchObject({ price: "20300" });
  });

  it("Gate and OKX: at the price found, the margin left is maintenance and the fee of closing", () => {
    const price = endOf(held("LONG", "100", "2"), "40", { rate: "0.005" }, { liquidation: "gate", takerFee: "0.0005" });
    const left = price?.minus(100).times(2).plus(40);
    expect(
      left
        ?.minus(price?.times(2).times("0.0055") ?? 0)
        .round(12)
        .toFixed(),
    ).toBe("0");
  });

  it("the bounce from a safety order to the take profit", () => {
    const fill = { price: fixed("92"), deviation: 0n, volumes: 0n, amount: fixed("1"), cost: fixed("100") };
    expect(fixedText(exitOf({ grid: { long: true }, takeProfit: "1.2" }, fill).bounce)).toBe("0.1");
  });

  it("E9 (Binance): a cross position with another one beside it", () => {
    const table: TierTable = {
      source: "the example's own",
      date: "2023-01-01",
      pairs: {
        "USDT-ETH": [
          { floor: "0", rate: "0" },
          { floor: "1353650", rate: "0.1" },
        ],
        "USDT-BTC": [
          { floor: "0", rate: "0" },
          { floor: "652000", rate: "0.025" },
        ],
      },
      other: [{ floor: "0", rate: "0.01" }],
    };
    const known: MarketData = {
      ...at("1456.84", "USDT-ETH"),
      funds: new Map([["USDT", { wallet: "1535443.01", free: "0" }]]),
      held: [
        {
          ...{ pair: "USDT-BTC", side: "LONG", margin: "0", isolated: false },
          ...{ amount: "109.488", entryPrice: "32481.98", markPrice: "31967.27" },
        },
      ],
    };
    const fields = {
      pairTitle: "USDT-ETH",
      marginMode: "CROSS",
      volumeFirstOrder: "5366967.96636",
      countOrderMax: null,
    };
    const { rungs } = gridOf(fields, known, { pairs: { "USDT-ETH": { lot: "0.001" } } }, table);
    const [first] = rungs;
    expect(first?.quantity).toBe("3683.979");
    const taken = first?.liquidation;
    expect(taken?.kind === "price" && new Big(taken.price).toFixed(2)).toBe("1153.26");
  });

  // https://fomoed.com/en/help/dca-strategy/ (its own average is only "about", and isn't taken)
  it("fomoed.com: 100 at 50 000, then 150, 225, 337.50, each 2 % below the last: 812.50 in all", () => {
    const fields = { volumeFirstOrder: "100", martingaleScale: "1.5", percentSafetyOrder: "2", countOrderMax: "3" };
    const { risk, rungs } = gridOf(fields, at("50000"), { anchor: "previous" });
    expect(risk.position).toBe("812.5");
    expect(rungs.map(({ volume }) => volume)).toEqual(["100", "150", "225", "337.5"]);
    expect(rungs.map(({ price }) => new Big(price).div(10).toFixed(0))).toEqual(["5000", "4900", "4802", "4706"]);
  });

  // https://thebotbase.com/es/intro/how-do-dca-bots-work
  it("thebotbase.com: 20 and 15 times 40, each 2 % further, last to a fall of 30 %", () => {
    const fields = { volumeSafetyOrder: "40", percentSafetyOrder: "2", countOrderMax: "15" };
    expect(gridOf(fields).risk).toMatchObject({ cover: "0.3", position: "620", orders: 16 });
  });

  // OKX help, "Futures DCA (Martingale)": safety orders of 100, 200, 400 with a multiplier of 2
  it("OKX: safety orders of 100 with a multiplier of 2 are 100, 200, 400", () => {
    const fields = { volumeSafetyOrder: "100", martingaleScale: "2", countOrderMax: "3" };
    const { rungs } = gridOf(fields, NO_MARKET_DATA, { volumeBase: "safety" });
    expect(rungs.slice(1).map(({ volume }) => volume)).toEqual(["100", "200", "400"]);
  });
});

describe("all figures of one bot", () => {
  const fields: SomeFields = {
    ...{ marginMode: "CROSS", percentTakeProfit: "1", percentSafetyOrder: "10" },
    ...{ volumeFirstOrder: "100", volumeSafetyOrder: "90", countOrderMax: "2" },
  };
  const stated: StatedAssumptions = {
    ...{ maintenance: "0.01", takerFee: "0.001", fundingRate: "0.0002" },
    pairs: { "USDT-BTC": { tick: "0.1", lot: "0.01" } },
  };
  const known: MarketData = { ...at("100"), funds: new Map([["USDT", { wallet: "500", free: "400" }]]) };
  const all = {
    ...{ pair: "USDT-BTC", quote: "USDT", leverage: "5", orders: 3, belowZero: 0 },
    ...{ position: "280", margin: "56", feeReserve: "0.56", cover: "0.2" },
  };

  it("a LONG: 1, 1 and 1.13 bought at 100, 90 and 80", () => {
    const { risk, rungs } = gridOf(fields, known, stated);
    expect(risk).toEqual({
      ...{ ...all, side: "LONG", isolated: false, on: true, basis: { kind: "price", price: "100", source: "given" } },
      // 280.4 paid for 3.13, worth 250.4 at the end.
      ...{ bounce: "0.131006389776", lossAtEnd: "30", funding: "0.05008", walletExposure: "0.56" },
      liquidation: { kind: "outside", loss: null, price: null, distance: null },
    });
    const never = { liquidation: { kind: "never" }, distance: null, flag: null };
    expect(rungs).toEqual([
      {
        ...{ number: 0, deviation: "0", price: "100", quantity: "1", volume: "100", volumes: "100" },
        ...{ average: "100", takeProfit: "101", bounce: "0.01", margin: "20", ...never },
      },
      {
        ...{ number: 1, deviation: "0.1", price: "90", quantity: "1", volume: "90", volumes: "190" },
        ...{ average: "95", takeProfit: "95.95", bounce: "0.066111111111", margin: "38", ...never },
      },
      {
        ...{ number: 2, deviation: "0.2", price: "80", quantity: "1.13", volume: "90", volumes: "280" },
        ...{ average: "89.584664536741", takeProfit: "90.480511182109", bounce: "0.131006389776", margin: "56.08" },
        ...never,
      },
    ]);
  });

  it("a SHORT that is off: funding is paid to it, and it ends above", () => {
    expect(botRisk({ ...FIELDS, ...fields, strategy: "SHORT" }, false, known, assumptionsOf(stated))).toEqual({
      ...{ ...all, side: "SHORT", isolated: false, on: false, basis: { kind: "price", price: "100", source: "given" } },
      ...{ bounce: "-0.100525291829", lossAtEnd: "28.2", funding: "-0.06168", walletExposure: "0.56" },
      liquidation: { kind: "outside", loss: "492.275247524752", price: "300.574026274223", distance: "1.504783552285" },
    });
  });

  it("an isolated SHORT without a price or a balance: in shares of a first fill at 100", () => {
    const { risk, rungs } = gridOf({ ...fields, strategy: "SHORT", marginMode: "ISO" }, NO_MARKET_DATA, stated);
    expect(risk).toEqual({
      ...{ ...all, side: "SHORT", isolated: true, on: true, basis: { kind: "relative" } },
      ...{
        bounce: "-0.100530973451",
        lossAtEnd: "28.181818181818",
        funding: "-0.061636363636",
        walletExposure: null,
      },
      liquidation: { kind: "outside", loss: "52.673267326733", price: "129.536493472356", distance: "0.079470778936" },
    });
    expect(rungs[0]).toEqual({
      ...{ number: 0, deviation: "0", price: "100", quantity: null, volume: "100", volumes: "100" },
      ...{ average: "100", takeProfit: "99", bounce: "-0.01", margin: "20" },
      ...{ liquidation: { kind: "price", price: "118.811881188119" }, distance: "0.188118811881", flag: null },
    });
    expect(rungs.map(({ distance }) => distance)).toEqual(["0.188118811881", "0.128712871287", "0.079470778936"]);
  });

  it.each([
    { wallet: "0", because: "no share of nothing" },
    { wallet: "-1", because: "nor of less" },
  ])("a wallet of $wallet is exposed to nothing that could be said: $because", ({ wallet }) => {
    const funded: MarketData = { ...known, funds: new Map([["USDT", { wallet, free: "0" }]]) };
    expect(gridOf(fields, funded, stated).risk.walletExposure).toBeNull();
  });
});

/** docs/reference/money.md, E12. */
const ZEC_2023: TierTable = {
  ...{ source: "ZEC", date: "2023-07-01", pairs: {} },
  other: [
    ...[
      { floor: "0", rate: "0.01" },
      { floor: "50000", rate: "0.025" },
      { floor: "150000", rate: "0.05" },
    ],
    ...[
      { floor: "250000", rate: "0.1" },
      { floor: "500000", rate: "0.125" },
      { floor: "1000000", rate: "0.25" },
    ],
    { floor: "2000000", rate: "0.5" },
  ],
};

describe("liquidation inside the grid", () => {
  const deep = { leverage: "20", percentSafetyOrder: "2", countOrderMax: "5", volumeSafetyOrder: "20" };

  it("is the first order after which the next one can't fill, with the share that never does", () => {
    const { risk, rungs } = gridOf(deep);
    const { liquidation } = risk;
    if (liquidation.kind !== "inside") throw new Error("it is inside");
    for (const [index, { liquidation: end, flag }] of rungs.entries()) {
      const next = rungs[index + 1];
      if (end.kind !== "price") throw new Error("an isolated position has a price");
      const isBlocked = next !== undefined && new Big(end.price).gte(next.price);
      if (index < liquidation.after)
        expect({ index, isBlocked, flag }).toEqual({ index, isBlocked: false, flag: null });
      if (index === liquidation.after) expect({ isBlocked, flag }).toEqual({ isBlocked: true, flag: "last-chance" });
      if (index > liquidation.after) expect(flag).toBe("unreachable");
    }
    expect(liquidation.neverPlaced).toBe(5 - liquidation.after);
    expect(liquidation.share).toBe(fixedText(fixed(String(liquidation.neverPlaced)) / 6n));
  });

  it.each([
    { fields: { leverage: "1" }, kind: "outside", because: "a LONG at 1× has all of its cost behind it" },
    {
      fields: { ...deep, strategy: "SHORT" },
      kind: "inside",
      because: "a SHORT's grid is liquidated above",
    },
    { fields: { ...deep, marginMode: "CROSS" }, kind: "unknown", because: "the balance isn't known" },
  ])("$kind: $because", ({ fields, kind }) => {
    expect(gridOf(fields).risk.liquidation.kind).toBe(kind);
  });

  const tenth = { percentSafetyOrder: "10", volumeFirstOrder: "100", volumeSafetyOrder: "100", countOrderMax: "2" };

  it.each([
    {
      fields: { leverage: "10" },
      liquidation: { kind: "inside", loss: "10", after: 0, price: "90", neverPlaced: 2, share: "0.666666666667" },
      because: "exactly at the next order's price it never fills",
    },
    {
      fields: { leverage: "10", strategy: "SHORT" },
      liquidation: { kind: "inside", loss: "10", after: 0, price: "110", neverPlaced: 2, share: "0.666666666667" },
      because: "of a SHORT, too",
    },
    {
      fields: { leverage: "9.99" },
      liquidation: {
        kind: "inside",
        loss: "20.02002002002",
        after: 1,
        price: "85.253674727359",
        neverPlaced: 1,
        share: "0.333333333333",
      },
      because: "a little lower, and it fills, but the one after it doesn't",
    },
    {
      fields: { leverage: "5" },
      liquidation: { kind: "outside", loss: "60", price: "71.404958677686", distance: "0.107438016529" },
      because: "with twice the margin all of them fill",
    },
    {
      fields: { leverage: "5", countOrderMax: null },
      liquidation: { kind: "outside", loss: "20", price: "80", distance: "0.2" },
      because: "the first order alone has its own margin",
    },
    {
      fields: { leverage: "5", countOrderMax: null, strategy: "SHORT" },
      liquidation: { kind: "outside", loss: "20", price: "120", distance: "0.2" },
      because: "on either side",
    },
  ])("$fields: $because", ({ fields, liquidation }) => {
    const { risk } = gridOf({ ...tenth, ...fields }, NO_MARKET_DATA, { maintenance: "0" });
    expect(risk.liquidation).toEqual(liquidation);
  });

  it("of a cross position depends on the balance", () => {
    const kindWith = (wallet: string) => {
      const known: MarketData = { ...NO_MARKET_DATA, funds: new Map([["USDT", { wallet, free: wallet }]]) };
      return gridOf({ ...deep, marginMode: "CROSS" }, known).risk.liquidation.kind;
    };
    expect([kindWith("2"), kindWith("1000")]).toEqual(["inside", "outside"]);
  });

  it.each([
    { countOrderMax: "5", kind: "inside", price: "0", liquidation: "binance" },
    { countOrderMax: null, kind: "outside", price: "0", liquidation: "binance" },
    { countOrderMax: "5", kind: "inside", price: "0", liquidation: "bybit" },
    { countOrderMax: "5", kind: "inside", price: "0", liquidation: "gate" },
  ] as const)(
    "a cross SHORT whose backing is below its cost with the sign turned is gone at once: $liquidation, $countOrderMax orders",
    ({ countOrderMax, kind, price, liquidation }) => {
      // Another position has lost 1 000 more than the wallet holds.
      const known: MarketData = {
        ...NO_MARKET_DATA,
        funds: new Map([["USDT", { wallet: "1", free: "0" }]]),
        held: [
          {
            ...{ pair: "USDT-ETH", side: "LONG", margin: "10", isolated: false },
            ...{ amount: "10", entryPrice: "200", markPrice: "100" },
          },
        ],
      };
      const fields = { ...deep, strategy: "SHORT", marginMode: "CROSS", countOrderMax };
      const { risk, rungs } = gridOf(fields, known, { liquidation });
      // Past its liquidation from the start: nothing is lost on the way.
      expect(risk.liquidation).toMatchObject({ kind, price, loss: "0" });
      expect(rungs[0]).toMatchObject({
        liquidation: { kind: "price", price },
        distance: "-1",
        flag: kind === "inside" ? "last-chance" : null,
      });
    },
  );

  it("of a LONG whose tier at the entry says never is sought in the tiers below", () => {
    // At 1.3×: with the entry's amount of 654 500 the formula falls below 0, and the lower tiers' is met all the same.
    const fields = { leverage: "1.3", volumeFirstOrder: "2100000", countOrderMax: null };
    const { risk, rungs } = gridOf(fields, NO_MARKET_DATA, {}, ZEC_2023);
    const [shown] = rungs;
    if (shown?.liquidation.kind !== "price" || risk.liquidation.kind !== "outside") throw new Error("it has a price");
    expect(
      new Big(shown.liquidation.price)
        .minus(risk.liquidation.price ?? 0)
        .abs()
        .lt("1e-9"),
    ).toBe(true);
    // What is left there is the maintenance: C/L + P·N − C = P·N·0.125 − 29 500, in the tier from 500 000.
    const worth = new Big(shown.liquidation.price).times(21_000);
    const left = new Big(2_100_000).div("1.3").plus(worth).minus(2_100_000);
    expect(left.minus(worth.times("0.125").minus(29_500)).abs().lt("1e-4")).toBe(true);
    expect(worth.gte(500_000) && worth.lt(1_000_000)).toBe(true);
  });

  it("comes nearer with a safety buffer: LP' = LP + s·|A − LP|·buffer", () => {
    const plain = gridOf({}).rungs[0]?.liquidation;
    const moved = gridOf({}, NO_MARKET_DATA, { safetyBuffer: "0.05" }).rungs[0]?.liquidation;
    if (plain?.kind !== "price" || moved?.kind !== "price") throw new Error("both have a price");
    const wanted = new Big(plain.price).plus(new Big(100).minus(plain.price).times("0.05"));
    expect(new Big(moved.price).minus(wanted).abs().lt("1e-9")).toBe(true);
  });
});

describe("what isn't known", () => {
  it("names the settings that are missing", () => {
    const found = botRisk({ ...FIELDS, leverage: null, volumeFirstOrder: null }, true, NO_MARKET_DATA, assumptionsOf());
    expect(found).toEqual({ kind: "unknown", lacks: ["leverage", "volumeFirstOrder"] });
  });

  it.each([
    { field: "countOrderMax", value: "1000000000", because: "no grid is endless" },
    { field: "countOrderMax", value: "2.5", because: "orders are whole" },
    { field: "leverage", value: "ten", because: "it is no number" },
    { field: "volumeFirstOrder", value: "-5", because: "nothing is bought for less than nothing" },
    { field: "martingaleScale", value: "1000", because: "no scale is so large" },
  ] as const)("a live bot with $field $value has no figures: $because", ({ field, value }) => {
    const found = botRisk({ ...FIELDS, [field]: value }, true, NO_MARKET_DATA, assumptionsOf());
    expect(found).toEqual({ kind: "unknown", lacks: [field] });
  });

  it("invents no quantity where prices are relative", () => {
    const { risk, rungs } = gridOf({});
    expect(risk.basis).toEqual({ kind: "relative" });
    expect(rungs.map(({ quantity }) => quantity)).toEqual(rungs.map(() => null));
    expect(rungs[0]?.price).toBe("100");
  });

  it("takes volumes for margin where that is assumed: all of them are multiplied by the leverage", () => {
    expect(gridOf({}).risk).toMatchObject({ position: "170", margin: "34" });
    expect(gridOf({}, NO_MARKET_DATA, { volumeMeaning: "margin" }).risk).toMatchObject({
      position: "850",
      margin: "170",
    });
  });

  const long = { percentSafetyOrder: "3", countOrderMax: "40" };

  const COVERS: readonly {
    readonly anchor: Anchor;
    readonly fields: SomeFields;
    readonly orders: number;
    readonly cover: string;
    readonly because: string;
  }[] = [
    {
      anchor: "base",
      fields: long,
      orders: 34,
      cover: "0.99",
      because: "33 of them are 3 % apart, and the 34th stands below 0",
    },
    {
      ...{ anchor: "previous", fields: long, orders: 41, cover: "0.704287712601" },
      because: "1 − 0.97^40: the last price is 29.6 % of the first",
    },
    {
      ...{ anchor: "previous", fields: { ...long, strategy: "SHORT" }, orders: 41, cover: "2.262037791999" },
      because: "1.03^40 − 1",
    },
    {
      ...{ anchor: "previous", fields: { percentSafetyOrder: "10", countOrderMax: "1000" }, orders: 1001, cover: "1" },
      because: "nine tenths of something are never nothing, though all but 46 places of it",
    },
    {
      ...{ anchor: "previous", fields: { percentSafetyOrder: "40", dynamicStepScale: "1.3", countOrderMax: "9" } },
      ...{ orders: 5, cover: "0.9886905856" },
      because: "steps of 40, 52, 67.6, 87.88 and 114.244 %: the fifth would be below 0",
    },
    {
      // 100 and 25 at 90: the second from their average of 125/(1 + 25/90).
      ...{ anchor: "average", fields: { volumeFirstOrder: "100", percentSafetyOrder: "10", countOrderMax: "2" } },
      ...{ orders: 3, cover: "0.119565217391" },
      because: "1 − 0.9·125/(1 + 25/90)/100",
    },
  ];

  it.each(COVERS)("$anchor covers $cover: $because", ({ anchor, fields, orders, cover }) => {
    const { risk, rungs } = gridOf(fields, NO_MARKET_DATA, { anchor });
    const asked = Number(fields.countOrderMax) + 1;
    expect(risk).toMatchObject({ orders, cover, belowZero: asked - orders });
    expect(rungs).toHaveLength(orders);
    expect(new Big(rungs.at(-1)?.deviation ?? 0).minus(cover).abs().lte("1e-11")).toBe(true);
  });

  it("counts an order whose price the tick rounds to 0 as one that can't stand, in the figures and in the table", () => {
    const stated: StatedAssumptions = { anchor: "previous", pairs: { "USDT-BTC": { tick: "1", lot: "0.001" } } };
    const { risk, rungs } = gridOf({ percentSafetyOrder: "60", countOrderMax: "5" }, at("4"), stated);
    // 4, 1.6 and 0.64 are 4, 2 and 1; 0.256 is 0.
    expect(risk).toMatchObject({ orders: 3, belowZero: 3, cover: "0.75" });
    expect(rungs.map(({ price, deviation }) => [price, deviation])).toEqual([
      ["4", "0"],
      ["2", "0.5"],
      ["1", "0.75"],
    ]);
  });

  it("says how many safety orders would stand at a price of 0 or less", () => {
    expect(gridOf({ percentSafetyOrder: "30" }).risk).toMatchObject({ orders: 4, belowZero: 3 });
  });
});

describe("figures and table", () => {
  const decimals = (least: number, most: number) =>
    fc.integer({ min: least, max: most }).map((n) => new Big(n).div(100).toFixed());
  const anyBot = fc.record({
    strategy: fc.constantFrom("LONG", "SHORT"),
    marginMode: fc.constantFrom("ISO", "CROSS"),
    leverage: fc.integer({ min: 1, max: 50 }).map(String),
    percentTakeProfit: decimals(1, 500),
    percentSafetyOrder: decimals(5, 400),
    volumeFirstOrder: decimals(500, 100_000),
    volumeSafetyOrder: fc.option(decimals(500, 100_000)),
    countOrderMax: fc.integer({ min: 1, max: 20 }).map(String),
    martingaleScale: fc.option(decimals(105, 200)),
    dynamicStepScale: fc.option(decimals(105, 130)),
  });
  const anyAssumptions = fc.record({
    anchor: fc.constantFrom("base" as const, "previous" as const, "average" as const),
    liquidation: fc.constantFrom("binance" as const, "bybit" as const, "gate" as const),
    volumeBase: fc.constantFrom("first" as const, "safety" as const),
    safetyBuffer: fc.constantFrom("0", "0.05"),
  });
  const near = (left: string, right: string) => {
    const gap = new Big(left).minus(right).abs();
    const size = new Big(right).abs();
    expect(gap.lte(size.times("1e-9").plus("1e-9")), `${left} is ${right}`).toBe(true);
  };

  it("agree on every grid, and with the ladder that the market fills", () => {
    fc.assert(
      fc.property(anyBot, anyAssumptions, decimals(100, 10_000_000), (fields, stated, wallet) => {
        const funds = new Map([["USDT", { wallet, free: wallet }]]);
        const { risk, rungs } = gridOf(fields, { ...NO_MARKET_DATA, funds }, stated);
        const last = rungs.at(-1);
        if (last === undefined) throw new Error("there is a first order");
        expect(risk.orders).toBe(rungs.length);
        // What the market would fill, in big.js.
        const terms = botParams({ ...FIELDS, ...fields }, assumptionsOf(stated));
        if (!areParams(terms)) throw new Error("nothing is missing");
        const ladder = ladderOf(terms.grid);
        expect(rungs).toHaveLength(ladder.length + 1);
        for (const [index, { deviation, factor, volume, volumes }] of ladder.entries()) {
          const rung = rungs[index + 1];
          near(rung?.volume ?? "0", volume.toFixed());
          near(rung?.volumes ?? "0", volumes.plus(terms.grid.firstVolume).toFixed());
          if (stated.anchor === "base") near(rung?.deviation ?? "0", deviation.toFixed());
          const from = stated.anchor === "average" ? (rungs[index]?.average ?? "0") : "100";
          near(rung?.price ?? "0", factor.times(from).toFixed());
        }
        near(risk.position, last.volumes);
        near(risk.margin, last.margin);
        near(risk.cover, last.deviation);
        // Relative prices begin at 100.
        const away = new Big(last.price).div(100).minus(1);
        near(risk.cover, (fields.strategy === "LONG" ? away.times(-1) : away).toFixed());
        near(risk.bounce, last.bounce);
        const { liquidation } = risk;
        const inside = rungs.findIndex(({ flag }) => flag === "last-chance");
        expect(liquidation.kind === "inside" ? liquidation.after : -1).toBe(inside);
        const shown = rungs[inside === -1 ? rungs.length - 1 : inside]?.liquidation;
        if (shown?.kind === "price" && liquidation.kind !== "unknown") near(liquidation.price ?? "0", shown.price);
      }),
    );
  });

  it("carry 12 places there and back", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), (n) => {
        const text = new Big(n.toString()).div("1e12").toFixed();
        expect(fixedText(fixed(text))).toBe(text);
      }),
    );
  });
});

it("a figure is known or says what it lacks", () => {
  expect(isKnown(gridOf({}).risk)).toBe(true);
});
