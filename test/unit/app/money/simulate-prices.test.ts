// Which prices a simulation runs on: whose file is whose, what is noted of them, and what is refused.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type PriceOptions, priceSources } from "../../../../src/app/money/simulate-prices.js";
import { folder, refusal } from "../room.js";

const at = folder();
const BTC = { address: "demo/btc", pair: "USDT-BTC" };
const ETH = { address: "demo/eth", pair: "USDT-ETH" };
const row = (minute: number, price: string) =>
  `${1_700_000_000_000 + minute * 60_000},${price},${price},${price},${price}`;
const csv = (...minutes: readonly number[]) => `${minutes.map((minute) => row(minute, "100")).join("\n")}\n`;

function sources(bots: readonly { address: string; pair: string }[], options: Partial<PriceOptions>) {
  const bytes = { read: 0 };
  const found = priceSources(
    bots,
    { volatility: 0.5, ...options },
    {
      from: 1_700_000_000_000,
      onBytes(count) {
        bytes.read += count;
      },
    },
  );
  return { found, bytes };
}

/** Walks through all candles first, as a simulation does. */
function facts(options: Partial<PriceOptions>, bots = [BTC]) {
  const { found, bytes } = sources(bots, options);
  const counts = found.map(({ candles }) => [...candles].reduce((sum, { count }) => sum + count, 0));
  return {
    facts: found.map((source, index) => source.facts(counts[index] ?? 0)),
    sizes: found.map(({ size }) => size),
    bytes,
  };
}

describe("a file of candles", () => {
  it.each([
    ["BTCUSDT-1m.csv", [BTC], ["USDT-BTC"], "the symbol is in its name"],
    ["usdt-btc.csv", [BTC], ["USDT-BTC"], "the pair is, in any case"],
    ["prices.csv", [BTC], ["USDT-BTC"], "there is only one pair"],
  ])("%s is the pair's: %#", (name, bots, pairs) => {
    const file = at.written(csv(0, 1), name);
    expect(sources(bots, { prices: [file] }).found.map(({ pair }) => pair)).toEqual(pairs);
  });

  it("is the pair's that is in its name, whatever its folder is called", () => {
    const inside = join(at.fresh("ETHUSDT"), "BTCUSDT.csv");
    mkdirSync(dirname(inside), { recursive: true });
    writeFileSync(inside, csv(0, 1));
    const prices = [inside, at.written(csv(0, 1), "ETHUSDT.csv")];
    expect(sources([BTC, ETH], { prices }).found.map(({ pair }) => pair)).toEqual(["USDT-BTC", "USDT-ETH"]);
  });

  it.each(["USDT-BTC", "BTCUSDT", "btcusdt"])("is the pair's that is named: %s", (name) => {
    const [btc, eth] = [at.written(csv(0, 1), "a.csv"), at.written(csv(0, 1), "b.csv")];
    const { found } = sources([ETH, BTC], { prices: [`${name}=${btc}`, `ETHUSDT=${eth}`] });
    expect(found.map((source) => [source.pair, source.facts(2).source])).toEqual([
      ["USDT-BTC", "a.csv"],
      ["USDT-ETH", "b.csv"],
    ]);
  });

  it("isn't the only pair's if its name has the symbol of another one", async () => {
    const eth = at.written(csv(0, 1), "ETHUSDT-1m.csv");
    const [message] = await refusal(() => sources([BTC], { prices: [eth] }));
    expect(message).toBe(
      `the name of ${eth} says USDT-ETH, and the bots trade USDT-BTC\nGive a file with prices of USDT-BTC.`,
    );
    expect(sources([BTC], { prices: [`USDT-BTC=${eth}`] }).found.map(({ pair }) => pair)).toEqual(["USDT-BTC"]);
  });

  it("is one of several of a pair, in the order given; its size is that of all", () => {
    const [first, second] = [at.written(csv(0, 1), "BTCUSDT-1.csv"), at.written(csv(2, 3), "BTCUSDT-2.csv")];
    const size = csv(0, 1).length + csv(2, 3).length;
    expect(facts({ prices: [first, second] })).toEqual({
      facts: [{ pair: "USDT-BTC", source: `${basename(first)}, ${basename(second)}`, candles: 4, notes: [] }],
      sizes: [size],
      bytes: { read: size },
    });
  });

  it("of a pair that no bot trades is left alone", () => {
    const [btc, sol] = [at.written(csv(0, 1), "BTCUSDT.csv"), at.written("rubbish", "x.csv")];
    expect(facts({ prices: [btc, `SOLUSDT=${sol}`] }).facts).toHaveLength(1);
  });

  it.each([
    [csv(0, 1, 2), []],
    [csv(0, 1, 3), ["1 candle missing in 1 gap, the first before line 3: the price jumps there"]],
    [csv(0, 1, 4, 5, 8), ["4 candles missing in 2 gaps, the first before line 3: the price jumps there"]],
    [csv(0, 1, 1, 2), ["1 row with the same time as the row before left out, the first at line 3"]],
    [
      `${row(0, "100.1234567890123456")}\n${row(1, "100")}\n`,
      ["4 numbers of more than 15 digits rounded to the nearest double"],
    ],
  ])("%j is noted: %j", (text, notes) => {
    const [found] = facts({ prices: [at.written(text, "BTCUSDT.csv")] }).facts;
    expect(found?.notes).toEqual(notes);
  });
});

describe("prices are refused", () => {
  it.each(["BTC-USDT", "USDTBTC", "btc-usdt", "BTC/USDT", "BTC_USDT", "BINANCE:BTCUSDT.P"])(
    "of %s, which is the pair written otherwise",
    async (written) => {
      const right = at.written(csv(0, 1), "BTCUSDT.csv");
      const [message] = await refusal(() => sources([BTC], { prices: [right, `${written}=a.csv`] }));
      expect(message).toBe(`${written} isn't how a pair is written\nDid you mean --prices USDT-BTC=a.csv?`);
    },
  );

  it("not where a file has a pair and = in its name", () => {
    const odd = at.written(csv(0, 1), "BTC_USDT=1.csv");
    expect(facts({ prices: [odd] }).facts).toHaveLength(1);
  });

  it.each([
    [{}, "a simulation needs prices\nGive candle files with --prices FILE, or made-up prices with --walk SEED."],
    [{ walk: "1", prices: ["a.csv"] }, "--walk and --prices can't be used together\nGive one of the two."],
    [
      { prices: ["prices.csv"] },
      "the pair of the prices in prices.csv isn't clear: its name contains none of BTCUSDT, ETHUSDT\nWrite --prices PAIR=prices.csv.",
    ],
    [
      { prices: ["BTCUSDT=a.csv"] },
      "there are no prices for USDT-ETH, the pair of demo/eth, demo/two\nGive them with --prices USDT-ETH=FILE.",
    ],
  ])("%j: %s", async (options, message) => {
    expect(await refusal(() => sources([BTC, ETH, { ...ETH, address: "demo/two" }], options))).toEqual([message, 3]);
  });

  it("where the file isn't there, or is none", async () => {
    const gone = at.fresh("BTCUSDT.csv");
    expect(await refusal(() => sources([BTC], { prices: [gone] }))).toEqual([
      `${gone} can't be read: there is no such file or folder (ENOENT)\nName a file that this user can read.`,
      3,
    ]);
    const dir = at.written("", "x/BTCUSDT").replace(/\/BTCUSDT$/, "");
    expect(await refusal(() => facts({ prices: [`BTCUSDT=${dir}`] }))).toEqual([
      `${dir} can't be read: it is a folder (EISDIR)\nName a file that this user can read.`,
      3,
    ]);
  });

  it("at the line that can't be read", async () => {
    const file = at.written(`${row(0, "100")}\nx\n`, "BTCUSDT.csv");
    const [message, exitCode] = await refusal(() => facts({ prices: [file] }));
    expect(message.startsWith(`${file}:2: `)).toBe(true);
    expect([message.split("\n").length, exitCode]).toEqual([2, 3]);
  });
});

describe("a walk", () => {
  const said = (startPrice: readonly string[], bots = [BTC]) =>
    sources(bots, { walk: "7", startPrice }).found.map((source) => {
      const { source: text, ...rest } = source.facts(3);
      expect({ ...rest, size: source.size }).toEqual({ pair: source.pair, candles: 3, notes: [], size: 0 });
      return text;
    });

  it.each([
    [[], "100"],
    [["5"], "5"],
    [["BTCUSDT=64000.5", "5"], "64000.5"],
    [["ETHUSDT=2000"], "100"],
    [["999999999.99999999"], "999999999.99999999"],
  ])("with %j begins at %s", (startPrice, price) => {
    expect(said(startPrice)).toEqual([`random walk, seed 7, from ${price}, standard deviation 0.5 % per candle`]);
  });

  it.each(["0", "0.0", "-1", "x", "1234567890", "1.123456789"])("from %s is refused", async (price) => {
    expect(await refusal(() => said([price]))).toEqual([
      `${price} is not a start price\nGive --start-price PRICE or --start-price PAIR=PRICE.`,
      3,
    ]);
  });

  it("of each pair is another, and the same again from the same seed", () => {
    const first = (pair: string) => {
      const [source] = sources([{ address: "a", pair }], { walk: "7" }).found;
      for (const { close, time } of source?.candles ?? []) return JSON.stringify([close.slice(0, 5), time.slice(0, 2)]);
      return "";
    };
    expect(first("USDT-BTC")).toBe(first("USDT-BTC"));
    expect(first("USDT-BTC")).not.toBe(first("USDT-ETH"));
    expect(first("USDT-BTC")).toMatchInlineSnapshot(
      `"[{"0":99.9913,"1":99.9011,"2":100.0203,"3":100.3251,"4":100.9634},{"0":1700000000000,"1":1700000060000}]"`,
    );
  });
});
