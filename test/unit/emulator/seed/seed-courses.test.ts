// The price courses that a seed describes, sampled; the candle files it needs; and what is said of one that can't be used.
import { writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { completeQuirks } from "../../../../src/emulator/quirks/quirk-text.js";
import { DEFAULT_SEED, marketRules, parseSeed } from "../../../../src/emulator/seed/seed.js";
import { courseProblems, coursesOf, DEFAULT_PAIRS, loadCandles } from "../../../../src/emulator/seed/seed-courses.js";
import { DEFAULT_RULES } from "../../../../src/market/rules.js";
import { folder } from "../../app/room.js";

const at = folder();
const START = 1_700_000_000_000;
type Prices = Parameters<typeof coursesOf>[0];

const CANDLES = "time,open,high,low,close,volume\n1600000000000,100,110,90,105,1\n1600000060000,105,120,101,115,1\n";

/** The prices of one pair at these seconds from the start, and whether its course never ends. */
function sampled(
  course: Prices[string],
  seconds: readonly number[],
  loaded: ReturnType<typeof loadCandles> = new Map(),
) {
  const found = coursesOf({ "USDT-BTC": course }, START, loaded).get("USDT-BTC");
  return [seconds.map((second) => found?.course.at(START + second * 1000).toFixed()), found?.isEndless];
}

describe("the course of a pair", () => {
  it.each<[string, Prices[string], readonly (string | undefined)[]]>([
    ["of one price", "5.5", ["5.5", "5.5", "5.5"]],
    ["of a wave", { base: "100", swingPercent: 10, periodSeconds: 40 }, ["100", "110", "100"]],
    ["of a wave that is flat", { base: "100", swingPercent: 0, periodSeconds: 40 }, ["100", "100", "100"]],
    [
      "of points",
      {
        path: [
          [0, "10"],
          [20, "30"],
        ],
      },
      ["10", "20", "30"],
    ],
    [
      "of points, step by step",
      {
        path: [
          [0, "10"],
          [20, "30"],
        ],
        change: "stepped",
      },
      ["10", "10", "30"],
    ],
  ])("%s", (_what, course, prices) => {
    expect(sampled(course, [0, 10, 20])).toEqual([prices, false]);
  });

  it("by chance never ends, and is the same for the same seed", () => {
    const walk = { seed: "s", base: "100", stepSeconds: 10, volatilityPercent: 1 };
    expect(sampled({ walk }, [0])).toEqual([["100"], true]);
    expect(sampled({ walk }, [500])).toEqual(sampled({ walk }, [500]));
    expect(sampled({ walk }, [500])).not.toEqual(sampled({ walk: { ...walk, seed: "t" } }, [500]));
  });

  const LOW = ["100", "92.5", "100", "105", "110.5"];
  const HIGH = ["100", "107.5", "100", "105", "110.5"];
  it.each([
    ["low-first", LOW],
    ["high-first", HIGH],
    [undefined, LOW],
  ] as const)("of candles begins with the market, %s", (order, prices) => {
    const file = at.written(CANDLES, "candles.csv");
    const course = { candles: { file: basename(file), ...(order !== undefined && { order }) } };
    const loaded = loadCandles({ "USDT-BTC": course, "USDT-ETH": course }, dirname(file));
    expect([...loaded].map(([name, { interval, block }]) => [name, interval, block.count])).toEqual([
      ["candles.csv", 60_000, 2],
    ]);
    expect(sampled(course, [0, 15, 30, 60, 90], loaded)).toEqual([prices, true]);
  });

  it("of candles that weren't loaded isn't made", () => {
    expect(() => sampled({ candles: { file: "a.csv" } }, [0])).toThrow(
      new RangeError("the candles of a.csv aren't loaded"),
    );
  });

  it("is the built-in one where the seed names none", () => {
    const courses = coursesOf({ "USDT-BTC": "1" }, START, new Map());
    expect([...courses].map(([pair, { course }]) => `${pair} ${course.at(START)}`)).toEqual([
      ...["USDT-BTC 1", "USDT-ETH 3200", "USDT-SOL 150", "USDT-BNB 580", "USDT-XRP 0.55", "USDT-ADA 0.45"],
      ...["USDT-DOGE 0.12", "USDT-LTC 80", "USDT-DOT 6.5", "USDT-AVAX 28", "BUSD-BTC 64000", "BUSD-ETH 3200"],
    ]);
    expect(DEFAULT_PAIRS).toEqual([...courses.keys()]);
  });
});

describe("a candle file that can't be used", () => {
  const course = (file: string): Prices => ({ "USDT-BTC": { candles: { file } } });
  it.each<[string, string | undefined, string]>([
    ["isn't there", undefined, "x.csv: the candle file can't be read"],
    ["has no candles", "time,open,high,low,close,volume\n", "x.csv:1: there are no candles in it; Give a CSV file"],
    ["has a line that is none", `${CANDLES}1600000120000,abc,1,1,1,1\n`, "x.csv:4: "],
  ])("%s", (_what, text, says) => {
    const path = text === undefined ? at.fresh("x.csv") : at.written(text, "x.csv");
    expect(() => loadCandles(course("x.csv"), dirname(path))).toThrow(says);
  });
  it("is told by its name, whatever else goes wrong", () => {
    const path = at.written("", "y.csv");
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0x00]));
    expect(() => loadCandles(course("y.csv"), dirname(path))).toThrow(RangeError);
  });
});

it.each<[readonly (readonly [number, string])[], boolean]>([
  [[[0, "1"]], true],
  [
    [
      [0, "1"],
      [1, "2"],
      [1.001, "3"],
    ],
    true,
  ],
  [
    [
      [1, "1"],
      [1.0001, "2"],
    ],
    false,
  ],
  [
    [
      [2, "1"],
      [1, "2"],
    ],
    false,
  ],
])("points %j are in order: %s", (path, isRising) => {
  const prices = {
    "USDT-BTC": { path: path.map(([time, price]): [number, string] => [time, price]) },
    "USDT-ETH": "1",
  };
  expect(courseProblems(prices)).toEqual(
    isRising ? [] : ["prices.USDT-BTC.path: points must be in order of time, one per moment"],
  );
});

it("a market has the seed's fees, ticks and lots, and answers as the quirks do", () => {
  const reading = parseSeed({
    ...DEFAULT_SEED,
    fees: { makerPercent: "0.02", takerPercent: "0.05" },
    markets: { "USDT-BTC": { tick: "0.1", lot: "0.001" }, "USDT-ETH": {} },
  });
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  const quirks = completeQuirks({});
  const own = { volumeBase: quirks.volumeBase, volumeMeaning: quirks.volumeMeaning };
  expect(marketRules(reading.seed, quirks)).toEqual({
    ...DEFAULT_RULES,
    ...own,
    ...{ makerFee: "0.0002", takerFee: "0.0005" },
    pairs: { "USDT-BTC": { tick: "0.1", lot: "0.001" }, "USDT-ETH": { tick: null, lot: DEFAULT_RULES.other.lot } },
  });
  expect(marketRules(DEFAULT_SEED, quirks)).toEqual({ ...DEFAULT_RULES, ...own, pairs: {} });
});
