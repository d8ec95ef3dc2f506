// What figures in money rest on: the tiers of a file, prices that are given, and what is read of the account.
import { symlinkSync, truncateSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { accountAssumptions, pricesFromOptions } from "../../../../src/app/money/figures.js";
import { assumptionsOf } from "../../../../src/risk/assumptions.js";
import { folder, refusal } from "../room.js";

const at = folder();
const TABLE = {
  source: "exchange",
  date: "2026-01-15",
  pairs: { "USDT-BTC": [{ floor: 0, rate: 0.004 }] },
  other: [{ floor: 0, rate: 0.02 }],
};

/** As of an account that names the file beside its configuration. */
function assuming(file: string) {
  return {
    assumptions: { exchangeFile: basename(file), statedIn: join(dirname(file), "botform.yaml") },
    desired: { account: "main" },
  };
}

describe("the table of an exchange file", () => {
  it("are read from beside the configuration that names it", () => {
    const stated = assuming(at.written(JSON.stringify(TABLE), "tiers.json"));
    const plain = assumptionsOf({});
    expect(accountAssumptions({ assumptions: {} })).toEqual(plain);
    const found = accountAssumptions(stated);
    expect(found).not.toEqual(plain);
    expect(JSON.stringify(found)).toMatch(/exchange.*2026-01-15/);
  });

  it.each([
    { text: "[]", line: undefined, ends: "botform.yaml." },
    { text: "[]", line: 7, ends: "botform.yaml:7." },
  ])("that can't be used are refused, with where they are named: $line", async ({ text, line, ends }) => {
    const file = at.written(text, "tiers.json");
    const place = line === undefined ? undefined : () => ({ file: "a", line, column: 1, text: "" });
    const [message, exitCode] = await refusal(() => accountAssumptions(assuming(file), place));
    const [first, format, named] = message.split("\n");
    expect(first?.startsWith(`the exchange file ${file} can't be used: `)).toBe(true);
    expect(format).toBe(
      'Its format is { "source": …, "date": "YYYY-MM-DD", "pairs": { "USDT-BTC": { "tick": 0.1, "lot": 0.001, "leastNotional": 100, "maxLeverage": 125, "tiers": [{ "floor": 0, "rate": 0.004 }, …] } }, "other": [… tiers] }.',
    );
    expect(named).toBe(`It is named in ${join(dirname(file), ends)}`);
    expect(exitCode).toBe(3);
  });

  it("are looked for by the account's own path in the configuration", async () => {
    const stated = assuming(at.written("[]", "tiers.json"));
    const asked: unknown[] = [];
    await refusal(() =>
      accountAssumptions(stated, (origin) => {
        asked.push(origin);
        return undefined;
      }),
    );
    const path = (key: string) => ["accounts", "main", "assumptions", key];
    const file = stated.assumptions.statedIn;
    expect(asked).toEqual(["exchangeFile", "tiersFile"].map((key) => ({ file, path: path(key) })));
  });

  it("are of a plain file of limited size", async () => {
    const real = at.written(JSON.stringify(TABLE), "real.json");
    const link = join(dirname(real), "link.json");
    symlinkSync(real, link);
    const gone = join(dirname(real), "gone.json");
    const large = at.written("", "large.json");
    truncateSync(large, 8 * 1024 * 1024 + 1);
    const whole = at.written("", "whole.json");
    truncateSync(whole, 8 * 1024 * 1024);
    const first = async (file: string) => (await refusal(() => accountAssumptions(assuming(file))))[0].split("\n")[0];
    expect(await first(link)).toBe(`the exchange file ${link} is not a regular file`);
    expect(await first(gone)).toBe(`the exchange file ${gone} can't be read: there is no such file or folder (ENOENT)`);
    expect(await first(large)).toBe(`the exchange file ${large} is larger than 8388608 bytes`);
    expect(await first(whole)).toMatch(/can't be used: /);
  });
});

describe("prices", () => {
  const PAIRS = ["USDC-ETH", "USDT-BTC"];
  const of = (price: readonly string[], text?: string) =>
    pricesFromOptions({ price, ...(text !== undefined && { priceFile: at.written(text, "prices") }) }, PAIRS).map(
      ({ pair, price: value, source }) => `${pair} ${value} ${source}`,
    );

  it.each([
    [["USDT-BTC=64000"], ["USDT-BTC 64000 given"], "the API's form"],
    [["btcusdt=64000.50"], ["USDT-BTC 64000.5 given"], "a symbol, in any case, and a canonical price"],
    [["ETHUSDC=1", "USDT-BTC=2"], ["USDC-ETH 1 given", "USDT-BTC 2 given"], "in the order given"],
    [[], [], "none"],
  ])("%j are %j: %s", (price, expected) => expect(of(price)).toEqual(expected));

  it.each([
    [["64000"], "--price 64000 must have the form PAIR=PRICE\nWrite --price USDT-BTC=64000."],
    [["=64000"], "--price =64000 must have the form PAIR=PRICE\nWrite --price USDT-BTC=64000."],
    [["USDT-SOL=1"], "no bot trades USDT-SOL; the bots trade USDC-ETH, USDT-BTC"],
    [["BTC=1"], "no bot trades BTC; the bots trade USDC-ETH, USDT-BTC"],
    [
      ["BTCUSDT=0"],
      "--price BTCUSDT=0: 0 is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.",
    ],
    [
      ["BTCUSDT=0.00"],
      "--price BTCUSDT=0.00: 0.00 is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.",
    ],
    [
      ["BTCUSDT=-1"],
      "--price BTCUSDT=-1: -1 is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.",
    ],
    [
      ["BTCUSDT="],
      "--price BTCUSDT=:  is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.",
    ],
    [
      [`BTCUSDT=${"x".repeat(50)}`],
      `--price BTCUSDT=${"x".repeat(50)}: ${"x".repeat(40)} is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5.`,
    ],
  ])("%j are refused: %s", async (price, message) => {
    expect(await refusal(() => of(price))).toEqual([message, 3]);
  });

  it("of bots without pairs are of none", async () => {
    expect(await refusal(() => pricesFromOptions({ price: ["A=1"] }, []))).toEqual([
      "no bot trades A; the bots trade no pairs",
      3,
    ]);
  });

  it.each([
    ["USDT-BTC,64000\n", ["USDT-BTC 64000 file"], "a comma"],
    [
      "# prices\r\n\r\n ETHUSDC = 3000 \r\nUSDT-BTC;5\n",
      ["USDC-ETH 3000 file", "USDT-BTC 5 file"],
      "in the order of the pairs",
    ],
    ["BTCUSDT\t5", ["USDT-BTC 5 file"], "a tab"],
    ["BTCUSDT=5\nUSDT-BTC=6\n", ["USDT-BTC 6 file"], "the last one of a pair"],
    ["SOLUSDT,1\nBTCUSDT,2\n", ["USDT-BTC 2 file"], "a pair that nobody trades is fine"],
    ['{"BTCUSDT": 64000.10, "USDC-ETH": "3e3"}', ["USDC-ETH 3000 file", "USDT-BTC 64000.1 file"], "a JSON map"],
    [' {"BTCUSDT": 0.12345678901234567890}', ["USDT-BTC 0.1234567890123456789 file"], "no digit of a number is lost"],
    ['{"XBTUSD-B27": 1, "BTCUSDT": 2}', ["USDT-BTC 2 file"], "a name may have digits on either side of its hyphen"],
    ["{}", [], "an empty map"],
    ["", [], "an empty file"],
  ])("of a file %j are %j: %s", (text, expected) => expect(of([], text)).toEqual(expected));

  it("of the command line come before those of a file", () => {
    expect(of(["BTCUSDT=1"], "BTCUSDT,2")).toEqual(["USDT-BTC 1 given", "USDT-BTC 2 file"]);
  });

  it.each([
    ["USDT-BTC,64000\nBTC USDT,5\n", ":2: write each line as PAIR,PRICE"],
    ["64000", ":1: write each line as PAIR,PRICE"],
    ["BTCUSDT,0", ", BTCUSDT: 0 is not a price above 0\nWrite it with digits and a decimal point alone: 64000.5."],
    ['{"BTCUSDT": [1]}', " is not a JSON map of pairs and prices"],
    ['{"BTCUSDT": 1', " is not a JSON map of pairs and prices"],
    ['{"BTCUSDT": 1} x', " is not a JSON map of pairs and prices"],
  ])("of a file %j are refused: %s", async (text, ends) => {
    const priceFile = at.written(text, "prices");
    expect(await refusal(() => pricesFromOptions({ priceFile }, PAIRS))).toEqual([`${priceFile}${ends}`, 3]);
  });

  it("are of a file that can be read, of 4 MiB at most", async () => {
    const gone = at.fresh("gone");
    expect(await refusal(() => pricesFromOptions({ priceFile: gone }, PAIRS))).toEqual([
      `${gone} can't be read: there is no such file or folder (ENOENT)`,
      3,
    ]);
    const large = at.written(" ".repeat(4 * 1024 * 1024 + 1), "large");
    expect(await refusal(() => pricesFromOptions({ priceFile: large }, PAIRS))).toEqual([
      `${large} is larger than 4194304 bytes`,
      3,
    ]);
    expect(pricesFromOptions({ priceFile: at.written(" ".repeat(4 * 1024 * 1024), "whole") }, PAIRS)).toEqual([]);
  });
});
