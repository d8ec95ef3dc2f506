// The two forms of a pair, and back.
import { expect, it } from "vitest";
import { PAIR, pairOf, quoteOf, symbolOf } from "../../../../src/model/bot/pair.js";

it.each([
  ["USDT-BTC", "USDT", "BTCUSDT"],
  ["FDUSD-ETH", "FDUSD", "ETHFDUSD"],
  ["USDT-1000PEPE", "USDT", "1000PEPEUSDT"],
  ["USDT", "USDT", "USDT"],
])("%s is quoted in %s, and %s on the exchange", (pair, quote, symbol) => {
  expect([quoteOf(pair), symbolOf(pair)]).toEqual([quote, symbol]);
});

it.each([
  ["USDT-BTC", true],
  ["USDT-1000PEPE", true],
  ["USDT-BTC_240628", true],
  ["USDT-币安人生", true],
  ["usdt-btc", false],
  ["BTCUSDT", false],
  ["USDT-BTC-ETH", false],
  ["USDT- BTC", false],
  ["USDT-", false],
  ["${quote}-BTC", false],
])("%s is a pair of the API: %s", (pair, isPair) => expect(PAIR.test(pair)).toBe(isPair));

it.each([
  ["BTCUSDT", "USDT-BTC"],
  ["BTCFDUSD", "FDUSD-BTC"],
  ["BTCUSD", "USD-BTC"],
  ["ETHBUSD", "BUSD-ETH"],
  ["USDT", undefined],
  ["USD", undefined],
  ["BTC", undefined],
  ["", undefined],
  ["{{ticker}}USDT", undefined],
])("the symbol %j is %j", (symbol, pair) => expect(pairOf(symbol)).toBe(pair));
