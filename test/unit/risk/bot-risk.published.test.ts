// Numbers that others published, beside those listed in docs/reference/money.md: grids, averages, margin, fees, funding, tiers, liquidation.
import Big from "big.js";
import { describe, expect, it } from "vitest";
import { averageEntry } from "../../../src/market/holding.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { AssumptionFacts, StatedAssumptions, Tier, TierTable } from "../../../src/model/risk/assumptions.js";
import type { BotGrid } from "../../../src/model/risk/risk.js";
import { assumptionsOf, tiersOf } from "../../../src/risk/assumptions.js";
import { botGrid } from "../../../src/risk/bot-grid.js";
import { exitOf } from "../../../src/risk/bot-risk.js";
import { readExchange } from "../../../src/risk/exchange-file.js";
import { fixed, fixedText, ONE } from "../../../src/risk/fixed.js";
import { bracketAt, maintenanceOf } from "../../../src/risk/liquidation.js";
import { type MarketData, NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { big, endOf as endWith, held } from "./decimals.js";

const FREQTRADE = "github freqtrade/freqtrade, tests/exchange/test_exchange.py";
const FREQTRADE_BINANCE = "github freqtrade/freqtrade, tests/exchange/test_binance.py";
const FREQTRADE_HYPERLIQUID = "github freqtrade/freqtrade, tests/exchange/test_hyperliquid.py";
const FREQTRADE_ENTRY = "github freqtrade/freqtrade, test_execute_entry";
const BYBIT_USDT = "help.bybit.com, Liquidation Price (USDT Contract)";

/** To every digit published, the last one rounded or cut; of a float to 12 places. A whole number has to be met exactly. */
function expectPublished(found: Big.BigSource | null | undefined, published: string): void {
  const places = Math.min(published.split(".")[1]?.length ?? 9, 12);
  const forms = [Big.roundHalfUp, Big.roundDown].map((mode) => new Big(found ?? Number.NaN).round(places, mode));
  const wanted = new Big(published).round(places);
  expect(
    forms.some((form) => form.eq(wanted)),
    `${String(found)} is ${published}`,
  ).toBe(true);
}

const words = (text: string) => text.split(" ");

const FIELDS: SomeFields = {
  pairTitle: "USDT-BTC",
  strategy: "LONG",
  leverage: "1",
  marginMode: "ISO",
  percentTakeProfit: "1",
  percentSafetyOrder: "1",
};

interface Case {
  readonly fields: SomeFields;
  readonly price: string;
  readonly wallet?: string;
  readonly stated?: StatedAssumptions;
  readonly table?: TierTable;
}

function gridOf({ fields, price, wallet, stated, table }: Case): BotGrid {
  const known: MarketData = {
    ...NO_MARKET_DATA,
    prices: new Map([["USDT-BTC", { price, source: "given" }]]),
    funds: wallet === undefined ? undefined : new Map([["USDT", { wallet, free: wallet }]]),
  };
  const grid = botGrid({ ...FIELDS, ...fields }, true, known, assumptionsOf(stated, table && { tiers: table }));
  if (!("risk" in grid)) throw new Error(`unknown: ${grid.lacks.join(", ")}`);
  return grid;
}

/** Of a bot with one order; both arithmetics have to agree on it. */
function endOf(one: Case): string {
  const { risk, rungs } = gridOf(one);
  const [shown, flag] = [rungs[0]?.liquidation, risk.liquidation];
  if (shown?.kind !== "price" || flag.kind !== "outside") throw new Error("one order has a liquidation price");
  expect(new Big(flag.price ?? 0).minus(shown.price).abs().lt("1e-9")).toBe(true);
  return shown.price;
}

/** One that has the amount `cum` from a notional of 1 on. */
function tiersWith(rate: string, cum: string): TierTable {
  const before = new Big(rate).minus(cum).toFixed();
  const other: readonly Tier[] = [
    { floor: "0", rate: before },
    { floor: "1", rate },
  ];
  return { source: "the example's own", date: "2026-01-01", pairs: {}, other };
}

describe("grids", () => {
  it("thecryptocalculators.com, DCA Bot Calculator: every column of its table", () => {
    const fields: SomeFields = {
      ...{ percentTakeProfit: "1.5", percentSafetyOrder: "1", dynamicStepScale: "1.5", martingaleScale: "1.5" },
      ...{ volumeFirstOrder: "100", volumeSafetyOrder: "50", countOrderMax: "8" },
    };
    const { rungs } = gridOf({ fields, price: "100", stated: { volumeBase: "safety" } });
    const column = (pick: (rung: BotGrid["rungs"][number]) => Big.BigSource) =>
      rungs.map((rung) => new Big(pick(rung)).toFixed(2)).join(" ");
    const percent = (fraction: string) => new Big(fraction).times(100);
    expect({
      sizes: column(({ volume }) => volume),
      totals: column(({ volumes }) => volumes),
      deviations: column(({ deviation }) => percent(deviation)),
      prices: column(({ price }) => price),
      averages: column(({ average }) => average),
      changes: column(({ bounce }) => percent(bounce)),
    }).toEqual({
      sizes: "100.00 50.00 75.00 112.50 168.75 253.13 379.69 569.53 854.30",
      totals: "100.00 150.00 225.00 337.50 506.25 759.38 1139.06 1708.59 2562.89",
      deviations: "0.00 1.00 2.50 4.75 8.13 13.19 20.78 32.17 49.26",
      prices: "100.00 99.00 97.50 95.25 91.88 86.81 79.22 67.83 50.74",
      averages: "100.00 99.66 98.93 97.67 95.66 92.52 87.61 79.85 67.03",
      changes: "1.50 2.18 2.99 4.08 5.68 8.17 12.26 19.49 34.09",
    });
  });

  const first: StatedAssumptions = { volumeBase: "first" };
  const safety: StatedAssumptions = { volumeBase: "safety" };
  const previous: StatedAssumptions = { volumeBase: "first", anchor: "previous" };

  it.each([
    // gtprotocol.crunch.help, Safety orders
    { source: "gtprotocol", start: "10000", step: "2", stated: first, prices: "10000 9800 9600 9400" },
    // calculator.city, Profit Trailer DCA Calculator
    { source: "calculator.city", start: "27000", step: "3", stated: previous, prices: "27000 26190 25404" },
    // magictradebot.com, How is the next DCA entry price calculated?
    { source: "magictradebot.com", start: "20000", step: "5", stated: previous, prices: "20000 19000 18050" },
    // help.wundertrading.com, Dollar Cost Averaging
    { source: "WunderTrading", start: "100", step: "1", stated: first, prices: "100 99 98" },
  ])("$source: prices $prices", ({ start, step, stated, prices }) => {
    const count = String(words(prices).length - 1);
    const volumes = { volumeFirstOrder: "100", volumeSafetyOrder: "100", countOrderMax: count };
    const { rungs } = gridOf({ fields: { percentSafetyOrder: step, ...volumes }, price: start, stated });
    expect(rungs.map(({ price }) => new Big(price).toFixed(0)).join(" ")).toBe(prices);
  });

  it.each([
    // tradesanta.com, What is martingale?
    { source: "TradeSanta", scale: "2", stated: first, volumes: "100 200 400" },
    // help.ginarea.org, Order Settings (in BTC there)
    { source: "GinArea", scale: "1.5", stated: first, volumes: "0.1 0.15 0.225" },
    // calculator.city, Profit Trailer DCA Calculator
    { source: "calculator.city", scale: "1.2", stated: first, volumes: "500 600 720" },
    // help.wundertrading.com, Dollar Cost Averaging: the first averaging order isn't multiplied
    { source: "WunderTrading", scale: "2", stated: safety, volumes: "10 10 20 40" },
    // bitsandtrends.com, Drop Cover Visualizer: safety orders of 20 (the base order is ours)
    { source: "bitsandtrends.com", scale: "1.5", stated: safety, volumes: "20 20 30 45 67.5" },
  ])("$source: volumes $volumes", ({ scale, stated, volumes }) => {
    const [start = "", second = ""] = words(volumes);
    const count = String(words(volumes).length - 1);
    const sizes = { volumeFirstOrder: start, volumeSafetyOrder: second, countOrderMax: count };
    const { rungs } = gridOf({ fields: { ...sizes, martingaleScale: scale }, price: "1", stated });
    expect(rungs.map(({ volume }) => volume).join(" ")).toBe(volumes);
  });

  it("Bitget support 12560603791614, Spot Martingale: 100 and four orders with a multiplier of 2 come to 3 100", () => {
    const fields = { volumeFirstOrder: "100", martingaleScale: "2", countOrderMax: "4" };
    expect(gridOf({ fields, price: "20000" }).risk.position).toBe("3100");
  });
});

describe("averages", () => {
  it.each([
    // testnet.bybit.com, How to Calculate Average Entry Price
    { source: "Bybit USDT", fills: "1@10000 2@13000", average: "12000" },
    { source: "Bybit USDC", fills: "0.5@50000 0.8@51000", average: "50615.38" },
    // help.3commas.io, Handle opposite market moves with safety orders
    { source: "3Commas, one safety order", fills: "1@10000 1@9800", average: "9900" },
    { source: "3Commas, two safety orders", fills: "1@10000 1@9800 1@9600", average: "9800" },
    // keikoacademy.com, When to add a further safety order
    { source: "Keiko", fills: "1@9 3@4.5", average: "5.625" },
    // gtprotocol.crunch.help, Safety orders
    { source: "gtprotocol", fills: "1@10000 1@9800 1@9600 1@9400", average: "9700" },
  ])("$source: $fills is $average", ({ fills, average }) => {
    const parts = words(fills).map((fill) => fill.split("@").map((text) => new Big(text)));
    const sum = (pick: (quantity: Big, price: Big) => Big) =>
      parts.reduce((all, [quantity = new Big(0), price = new Big(0)]) => all.plus(pick(quantity, price)), new Big(0));
    const [amount, cost] = [sum((quantity) => quantity), sum((quantity, price) => quantity.times(price))];
    const fill = {
      price: ONE,
      deviation: 0n,
      volumes: 0n,
      amount: fixed(amount.toFixed()),
      cost: fixed(cost.toFixed()),
    };
    expectPublished(big(exitOf({ grid: { long: true }, takeProfit: "0" }, fill).average), average);
    expectPublished(averageEntry({ long: true, amount, cost }), average);
  });
});

describe("margin, fees, funding", () => {
  it.each([
    // help.bybit.com, Margen de mantenimiento (Contratos de USDT): 200 and 50
    { source: "Bybit", volume: "10000", leverage: "50", rate: "0.005", margin: "200", maintenance: "50" },
    // blog.mexc.fm, Liquidation in Futures: 200 and 20
    { source: "MEXC", volume: "5000", leverage: "25", rate: "0.004", margin: "200", maintenance: "20" },
    // support.flipster.io 7352962731663: 300 and 30
    { source: "Flipster", volume: "3000", leverage: "10", rate: "0.01", margin: "300", maintenance: "30" },
    // kucoin.com/support/4408061803033: 1.4 and 0.56
    { source: "KuCoin", volume: "140", leverage: "100", rate: "0.004", margin: "1.4", maintenance: "0.56" },
  ])("$source: $volume at $leverage× ties up $margin", ({ volume, leverage, rate, margin, maintenance }) => {
    expect(gridOf({ fields: { volumeFirstOrder: volume, leverage }, price: "1" }).risk.margin).toBe(margin);
    const tiers = tiersOf(assumptionsOf({ maintenance: rate }), "USDT-BTC");
    expectPublished(big(maintenanceOf(tiers, fixed(volume))), maintenance);
  });

  it.each([
    {
      ...{ source: "mobie.io, commission of a USDT perpetual contract on Bybit", volume: "10000", leverage: "50" },
      ...{ end: "9800", fee: "0.00075", fees: "7.5 7.35", cost: "214.85" },
    },
    {
      ...{ source: "ukcamo.com/14820, order cost of USDT contracts", volume: "50000", leverage: "10" },
      ...{ end: "45000", fee: "0.00055", fees: "27.5 24.75", cost: "5052.25" },
    },
  ])("$source: margin and the fees of both ways come to $cost", ({ volume, leverage, end, fee, fees, cost }) => {
    const riskOf = (notional: string) =>
      gridOf({ fields: { volumeFirstOrder: notional, leverage }, price: "1", stated: { takerFee: fee } }).risk;
    // A bot's figure is of both ways.
    const paid = [volume, end].map((notional) => new Big(riskOf(notional).feeReserve).div(2));
    expect(paid.map((one) => one.toFixed()).join(" ")).toBe(fees);
    const risk = riskOf(volume);
    expect(paid.reduce((total, one) => total.plus(one), new Big(risk.margin)).toFixed()).toBe(cost);
    // The close at the bankruptcy price is theirs; the bot's figure, both ways on the whole volume, is never below it.
    expect(paid.reduce((total, one) => total.minus(one), new Big(risk.feeReserve)).gte(0)).toBe(true);
  });

  it.each([
    { size: "10", mark: "2", rate: "0.0001", fee: "0.002" },
    { size: "10", mark: "2.5", rate: "0.0002", fee: "0.005" },
    { size: "30", mark: "2.77", rate: "-0.000008", fee: "-0.0006648" },
    { size: "30", mark: "2.74", rate: "0.000012", fee: "0.0009864" },
    { size: "30", mark: "2.81", rate: "0.000077", fee: "0.0064911" },
    { size: "50", mark: "2.82", rate: "0.000097", fee: "0.013677" },
  ])(`funding of $size at $mark is $fee (${FREQTRADE})`, ({ size, mark, rate, fee }) => {
    const fields = { volumeFirstOrder: new Big(size).times(mark).toFixed() };
    const stated = { fundingRate: rate };
    const of = (strategy: string) => gridOf({ fields: { ...fields, strategy }, price: mark, stated }).risk.funding;
    expect(of("LONG")).toBe(fee);
    expect(of("SHORT")).toBe(new Big(fee).times(-1).toFixed());
  });
});

describe("tiers", () => {
  it.each([
    {
      source: "docs.ln.exchange, Margining, BTC-USDT",
      floors: "0 50000 100000 200000 250000 500000 1000000 1250000 2500000",
      rates: "0.005 0.01 0.02 0.025 0.05 0.1 0.125 0.25 0.5",
      cum: "0 250 1250 2250 8500 33500 58500 214750 839750",
    },
    {
      source: "pionex.com/blog, Maintenance Margin, BTCUSDT",
      floors: "0 150000 500000 2000000 5000000 10000000 20000000",
      rates: "0.005 0.01 0.025 0.05 0.1 0.25 0.5",
      cum: "0 750 8250 58250 308250 1808250 6808250",
    },
    {
      source: "gist.github.com/crackcomm/e29582030d9eeac6c6124a7503cd0ac2, ETHUSDT",
      floors: "0 10000 100000 500000 1000000 2000000 5000000 10000000 20000000",
      rates: "0.005 0.0065 0.01 0.02 0.05 0.1 0.125 0.15 0.25",
      cum: "0 15 365 5365 35365 135365 260365 510365 2510365",
    },
    {
      source: "gist.github.com/crackcomm/e29582030d9eeac6c6124a7503cd0ac2, 75× pairs",
      floors: "0 10000 50000 250000 1000000 2000000 5000000 10000000",
      rates: "0.0065 0.01 0.02 0.05 0.1 0.125 0.15 0.25",
      cum: "0 35 535 8035 58035 108035 233035 1233035",
    },
    {
      source: "gist.github.com/materemias/3c9c6c29277c5ed4ce14d12c723560ba, BTCUSDT",
      floors: "0 50000 250000 1000000 5000000 10000000 20000000 35000000 50000000",
      rates: "0.004 0.005 0.01 0.025 0.05 0.1 0.125 0.15 0.25",
      cum: "0 50 1300 16300 141300 641300 1141300 2016300 7016300",
    },
    {
      source: `${FREQTRADE_BINANCE}, ADA/BUSD`,
      floors: "0 100000 500000 1000000 2000000 5000000",
      rates: "0.025 0.05 0.1 0.15 0.25 0.5",
      cum: "0 2500 27500 77500 277500 1527500",
    },
  ])("$source: maintenance amounts, read from a file", ({ source, floors, rates, cum }) => {
    const other = words(floors).map((floor, index) => ({ floor: Number(floor), rate: words(rates)[index] }));
    const reading = readExchange(JSON.stringify({ source, date: "2026-01-01", other }));
    if (!reading.ok) throw new Error(reading.problem);
    const tiers = tiersOf(assumptionsOf({}, reading.table), "USDT-BTC");
    expect(tiers.map((tier) => fixedText(tier.cum)).join(" ")).toBe(cum);
    if (source.startsWith("pionex")) expect(fixedText(maintenanceOf(tiers, fixed("200000")))).toBe("1250");
    // freqtrade, test_get_maintenance_ratio_and_amt
    if (source.endsWith("ADA/BUSD")) expect(fixedText(bracketAt(tiers, fixed("20000000")).cum)).toBe("1527500");
  });
});

describe("liquidation of isolated positions, through a bot's settings", () => {
  const cases: readonly {
    readonly source: string;
    readonly liquidation: AssumptionFacts["liquidation"];
    readonly rate: string;
    readonly cum?: string;
    readonly stated?: StatedAssumptions;
    /** side, leverage, entry, amount, liquidation price */
    readonly rows: string;
  }[] = [
    {
      ...{ source: FREQTRADE, liquidation: "binance", rate: "0.01", cum: "0.01" },
      rows: "SHORT 5 8 1 9.514851485148514, SHORT 5 10 0.6 11.897689768976898, LONG 5 10 0.6 8.063973063973064",
    },
    {
      ...{ source: FREQTRADE, liquidation: "gate", rate: "0.01", stated: { takerFee: "0.0006" } },
      rows: "SHORT 5 10 1 11.87413417771621, SHORT 5 10 2 11.87413417771621, SHORT 3 10 1 13.193482419684678",
    },
    {
      ...{ source: FREQTRADE, liquidation: "gate", rate: "0.01", stated: { takerFee: "0.0006" } },
      rows: "SHORT 5 8 1 9.499307342172967, LONG 5 10 1 8.085708510208207, LONG 3 10 1 6.738090425173506",
    },
    {
      ...{ source: FREQTRADE, liquidation: "bybit", rate: "0.01" },
      rows: "LONG 1 10 1 0.1, LONG 3 10 1 6.7666666, LONG 5 10 1 8.1, LONG 10 10 1 9.1",
    },
    {
      ...{ source: FREQTRADE, liquidation: "bybit", rate: "0.01" },
      rows: "SHORT 1 10 1 19.9, SHORT 3 10 1 13.233333, SHORT 5 10 1 11.9, SHORT 10 10 1 10.9",
    },
    {
      // The amount, 30, is solved back from the published prices.
      ...{ source: FREQTRADE_ENTRY, liquidation: "binance", rate: "0.01", cum: "0.01" },
      rows: "SHORT 5 10 30 11.88151815181518, LONG 5 10 30 8.080471380471382",
    },
    {
      ...{ source: FREQTRADE_ENTRY, liquidation: "binance", rate: "0.01", cum: "0.01" },
      stated: { safetyBuffer: "0.05" },
      rows: "SHORT 5 10 30 11.7874422442244, LONG 5 10 30 8.17644781144781",
    },
    {
      ...{ source: FREQTRADE_ENTRY, liquidation: "gate", rate: "0.01" },
      stated: { takerFee: "0.0006", safetyBuffer: "0.05" },
      rows: "SHORT 5 10 1 11.7804274688304, LONG 5 10 1 8.181423084697796",
    },
    { source: BYBIT_USDT, liquidation: "bybit", rate: "0.005", rows: "LONG 50 10000 1 9850, SHORT 40 8000 1 8160" },
    { source: "MoonXBT, 5532119155343", liquidation: "bybit", rate: "0.005", rows: "SHORT 40 20000 1 20400" },
    { source: "Bybit, Bankruptcy Price", liquidation: "bybit", rate: "0", rows: "LONG 50 10000 1 9800" },
    { source: "KuCoin, 4408061803033", liquidation: "bybit", rate: "0.004", rows: "SHORT 100 28000 0.005 28168" },
    { source: "MEXC, Liquidation in Futures", liquidation: "bybit", rate: "0.004", rows: "LONG 25 50000 0.1 48200" },
    {
      ...{ source: "dr-binance.com, liquidation price", liquidation: "bybit", rate: "0.004" },
      rows: "LONG 10 60000 0.1 54240, SHORT 10 60000 0.1 65760",
    },
    { source: "binance.bh, post 332652827451953", liquidation: "bybit", rate: "0.004", rows: "LONG 10 67000 1 60568" },
  ];

  const each = cases.flatMap(({ rows, ...one }) => rows.split(", ").map((row) => ({ ...one, row })));
  it.each(each)("$source ($liquidation): $row", ({ liquidation, rate, cum, stated, row }) => {
    const [strategy = "", leverage = "", price = "", amount = "", published = ""] = words(row);
    const fields = { strategy, leverage, volumeFirstOrder: new Big(price).times(amount).toFixed() };
    const table = tiersWith(rate, cum ?? "0");
    expectPublished(endOf({ fields, price, stated: { ...stated, liquidation }, table }), published);
  });
});

describe("liquidation with a margin of its own", () => {
  it.each([
    { pair: "ETH", entry: "1456.84", amount: "3683.979", rate: "0.1", cum: "135365", price: "1114.78" },
    { pair: "BTC", entry: "32481.98", amount: "109.488", rate: "0.025", cum: "16300", price: "18778.73" },
  ])(`Binance, $pair alone with 1 535 443.01 (${FREQTRADE_BINANCE})`, ({ entry, amount, rate, cum, price }) => {
    expectPublished(endWith(held("LONG", entry, amount), "1535443.01", { rate, cum }), price);
  });

  it.each([
    { because: "3 000 of margin added", side: "SHORT", extra: "3000", price: "23300" },
    { because: "200 of funding paid out of the margin", side: "LONG", extra: "-200", price: "19900" },
  ])("Bybit, 1 BTC at 20 000, 50×, $because: $price (wuyelx.com/4039)", ({ side, extra, price }) => {
    const margin = new Big(20_000).div(50).plus(extra).toFixed();
    const found = endWith(held(side, "20000", "1"), margin, { rate: "0.005" }, { liquidation: "bybit" });
    expectPublished(found, price);
  });

  it.each([
    // phemex.com, Liq price for USDT-M: the margin has the fee of closing added
    { source: "Phemex", side: "LONG", entry: "0.4", amount: "500", margin: "40.096", rate: "0.01", price: "0.3232" },
    // kucoin.com/support/35084431335065: at the mark, with 22.62 % of its value behind it
    { source: "KuCoin", side: "SHORT", entry: "3800", amount: "1", margin: "859.56", rate: "0.01", price: "4610.7" },
  ])("$source, the form with a closing fee of 0.06 %: $price", ({ side, entry, amount, margin, rate, price }) => {
    const stated = { liquidation: "gate", takerFee: "0.0006" } as const;
    expectPublished(endWith(held(side, entry, amount), margin, { rate }, stated), price);
  });

  // What an exchange showed for positions it held: pair's rate, side, entry, amount, margin, liquidation price.
  it.each(
    [
      "0.01 LONG 2458.5 0.015 36.864593 0.86915825",
      "0.01 LONG 63287 0.00039 24.673292 22.37166537",
      "0.025 LONG 146.82 0.16 23.482979 0.05269872",
      "0.025 LONG 145.83 0.33 24.045107 74.83696193",
      "0.01 LONG 2459.5 0.0199 24.454895 1243.0411908",
      "0.01 LONG 62739 0.00077 24.137992 31708.03843631",
      "0.025 LONG 0.11586 437 25.29769 0.05945697",
      "0.01 SHORT 2642.8 0.019 25.091876 3924.18322043",
      "0.025 SHORT 155.89 0.32 24.924941 228.07847866",
      "0.025 SHORT 0.14333 351 25.136807 0.20970228",
      "0.01 SHORT 68595 0.00069 23.64871 101849.99354283",
      "0.01 SHORT 65536 0.00099 21.604172 86493.46174617",
      "0.025 LONG 173.06 0.6 20.735658 142.05186667",
      "0.01 LONG 2545.5 0.0329 20.909894 1929.23322895",
      "0.01 SHORT 67400 0.00031 20.887308 133443.97317151",
      "0.01 LONG 66930 0.0015 20.043862 54108.51043771",
      "0.01 SHORT 68139 0.00145 19.72573 80933.61590987",
      "0.025 SHORT 178.29 0.11 19.605036 347.82205322",
      "0.025 LONG 0.13284 360 15.943218 0.09082388",
      "0.05 LONG 250 0.5 25 210.5263157894737",
      "0.05 SHORT 190 0.5 9.5 199.04761904761904",
      "0.05 LONG 350 1 50 315.7894736842105",
    ].map((row) => ({ row })),
  )(`Hyperliquid: $row (${FREQTRADE_HYPERLIQUID})`, ({ row }) => {
    const [rate = "", side = "", entry = "", amount = "", margin = "", published = ""] = words(row);
    const found = endWith(held(side, entry, amount), margin, { rate });
    // The margin is printed to six places: what lies between two of them moves the price by so much.
    const near = new Big("0.0000006").div(amount).plus("0.00000001");
    expect(found?.minus(published).abs().lte(near), `${found} is ${published}`).toBe(true);
  });
});

describe("liquidation of cross positions, through a bot's settings", () => {
  it.each([
    // 2 000 free beside a margin of 200; MoonXBT's page says where that ends, too: at 17 900
    { source: "support.moonxbt.com 5532119155343", price: "20000", volume: "20000", loss: "2100", end: "17900" },
    { source: BYBIT_USDT, price: "10000", volume: "20000", loss: "2100", end: undefined },
  ])("$source, Bybit's form: $volume at $price can lose $loss", ({ price, volume, loss, end }) => {
    const fields = { marginMode: "CROSS", leverage: "100", volumeFirstOrder: volume };
    const stated: StatedAssumptions = { liquidation: "bybit", maintenance: "0.005" };
    const found = endOf({ fields, price, wallet: "2200", stated });
    expectPublished(new Big(price).minus(found).times(volume).div(price), loss);
    if (end !== undefined) expectPublished(found, end);
  });

  it("Gate's form counts the fee of closing, as for an isolated position of that margin", () => {
    const stated: StatedAssumptions = { liquidation: "gate", maintenance: "0.01", takerFee: "0.0006" };
    const fields = { marginMode: "CROSS", leverage: "50", volumeFirstOrder: "10", strategy: "SHORT" };
    expectPublished(endOf({ fields, price: "10", wallet: "2", stated }), "11.87413417771621");
  });
});
