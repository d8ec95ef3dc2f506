import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { listed, quoted } from "../../../src/config/problem.js";
import { CONFIG_CODES } from "../../../src/config/schema/codes.js";
import { likelyPair, nearest, suggestion } from "../../../src/config/schema/suggest.js";

describe("a pair written another way", () => {
  test.each([
    ["BTCUSDT", "USDT-BTC"],
    ["BTC/USDT", "USDT-BTC"],
    ["USDT_BTC", "USDT-BTC"],
    ["usdt-btc", "USDT-BTC"],
    ["btc-usdt", "USDT-BTC"],
    ["BTC USDT", "USDT-BTC"],
    ["BINANCE:BTCUSDT.P", "USDT-BTC"],
    ["BTC/USDT:USDT", undefined],
    ["1000PEPEUSDT", "USDT-1000PEPE"],
    ["BTCFDUSD", "FDUSD-BTC"],
    ["USDT", undefined],
    ["BTC", undefined],
    ["", undefined],
    ["a-b-c", undefined],
    ["x".repeat(10_000), undefined],
  ])("%s is likely %s", (written, likely) => {
    expect(likelyPair(written)).toBe(likely);
  });
});

describe("the nearest name", () => {
  const words = ["leverage", "enabled", "LONG", "SHORT", "STOP-MARKET", "CROSS", "martingaleScale"];
  const cases: readonly (readonly [string, string | undefined, string])[] = [
    ["leveragee", "leverage", "one letter more"],
    ["long", "LONG", "case doesn't count"],
    ["stop_market", "STOP-MARKET", "separators don't count"],
    ["STOP", "STOP-MARKET", "it is the beginning"],
    ["CROSSED", "CROSS", "it goes on"],
    ["martingale", "martingaleScale", "it is the beginning"],
    ["sideways", undefined, "nothing is near"],
    ["", undefined, "nothing was written"],
    ["x".repeat(1000), undefined, "no name is that long"],
  ];
  test.each(cases)("of %s is %s: %s", (word, name) => {
    expect(nearest(word, words)).toBe(name);
  });

  test("without one, all are listed", () => {
    expect(suggestion("zzz", ["a", "b"])).toBe("Use one of: a, b.");
    expect(suggestion("a", [])).toBe("Remove it.");
  });
});

test("words of users are quoted, escaped and short", () => {
  expect(quoted("a\u001b\n")).toBe('"a\\u001b\\n"');
  expect(quoted("x".repeat(500)).length).toBeLessThan(80);
  expect(quoted(undefined)).toBe("nothing");
  expect(listed(["a", "b", "c"], "or")).toBe("a, b or c");
  expect(listed([])).toBe("");
});

describe("text of the user's in a message", () => {
  test.each([
    ['a\u001b"b', '"a\\u001b\\"b"', "controls and quotes are escaped"],
    ["x".repeat(78), `"${"x".repeat(78)}"`, "80 characters with its quotes"],
    ["x".repeat(79), `"${"x".repeat(75)}…"`, "one more is cut"],
    [Array.from({ length: 40 }, () => 1), `[${"1,".repeat(37)}1…`, "so is what is no text"],
    [undefined, "nothing", "what isn't there"],
  ])("%j is %s: %s", (value, shown, _because) => expect(quoted(value)).toBe(shown));
});

describe("the table of codes", () => {
  const source = readdirSync("src/config", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("codes.ts"))
    .map((file) => readFileSync(`src/config/${file}`, "utf8"))
    .join("\n");
  const tests = readdirSync("test/unit/config", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(`test/unit/config/${file}`, "utf8"))
    .join("\n");

  test.each(Object.entries(CONFIG_CODES))(
    "%s is reported somewhere, tested somewhere, and explained",
    (code, { title, help }) => {
      expect(source.includes(`"${code}"`), `no file of src/config reports ${code}`).toBe(true);
      const named = new RegExp(`["/ ]${code.replace("config/", "")}[": ]`);
      expect(named.test(tests), `no test of test/unit/config names ${code}`).toBe(true);
      expect(title).not.toMatch(/\.$/);
      expect(help.length).toBeGreaterThan(30);
    },
  );
});
