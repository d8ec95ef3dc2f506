// TradingView's placeholders: the whole list with what each gives, plots, and texts with samples filled in.
import { describe, expect, it } from "vitest";
import {
  ANY_PLOT,
  filled,
  PLACEHOLDER_NAMES,
  PLACEHOLDERS,
  placeholder,
} from "../../../../src/model/webhook/webhook-placeholders.js";

const LIST: readonly (readonly string[])[] = [
  ["ticker", "symbol", "BTCUSDT", "BTCUSDT.P"],
  ["exchange", "exchange", "BINANCE"],
  ["open", "price", "67180.1"],
  ["high", "price", "67410"],
  ["low", "price", "67020.5"],
  ["close", "price", "67250.5"],
  ["volume", "base", "152.75"],
  ["time", "time", "2026-01-15T14:30:00Z"],
  ["timenow", "time", "2026-01-15T14:30:05Z"],
  ["interval", "text", "15"],
  ["syminfo.currency", "symbol", "USDT"],
  ["syminfo.basecurrency", "symbol", "BTC"],
  ["strategy.position_size", "base", "0.5", "-0.5"],
  ["strategy.order.action", "side", "buy", "sell"],
  ["strategy.order.contracts", "base", "0.5"],
  ["strategy.order.price", "price", "67250.5"],
  ["strategy.order.id", "text", "Long"],
  ["strategy.order.comment", "text", "Long"],
  ["strategy.order.alert_message", "text", "text of the strategy"],
  ["strategy.market_position", "position", "long", "short", "flat"],
  ["strategy.market_position_size", "base", "0.5"],
  ["strategy.prev_market_position", "position", "flat", "long", "short"],
  ["strategy.prev_market_position_size", "base", "0.5", "0"],
];

it("each placeholder gives what TradingView's page says", () => {
  expect(PLACEHOLDERS.map(({ name, kind, samples }) => [name, kind, ...samples])).toEqual(LIST);
  expect(PLACEHOLDERS.map(({ name }) => placeholder(name))).toEqual(PLACEHOLDERS);
  expect(PLACEHOLDER_NAMES).toEqual([...LIST.map(([name]) => name), "plot_0", 'plot("title")']);
});

describe("a plot", () => {
  const LONGEST = "t".repeat(60);
  it.each(["plot_0", "plot_9", "plot_10", "plot_19", 'plot("a")', `plot("${LONGEST}")`])("%s is a number", (name) => {
    expect(placeholder(name)).toEqual({ name, kind: "number", samples: ["1.5"] });
  });

  it.each([
    ...["plot_20", "plot_100", "plot_", "plot_x", "plot_1x", "xplot_1", "plot", 'plot("")', `plot("${LONGEST}t")`],
    ...['plot("a{")', 'plot("a"', 'plot("a") ', "Close", " close", ""],
  ])("%j isn't one", (name) => expect(placeholder(name)).toBeUndefined());

  it.each([
    ["plot_0", true],
    ["plot_20", true],
    ["plot_123456789", true],
    ["plot_1234567890", false],
    ["plot_", false],
    ["a plot_1", false],
    ["plot_1a", false],
  ])("was meant by %j: %s", (name, is) => expect(ANY_PLOT.test(name)).toBe(is));
});

it.each([
  ["{{close}} of {{ticker}}", {}, "67250.5 of BTCUSDT"],
  ["{{strategy.market_position}}", {}, "long"],
  ["{{plot_3}}", {}, "1.5"],
  ["{{close}} {{open}}", { close: "7" }, "7 67180.1"],
  ["{{mine}}", { mine: "" }, ""],
  ["{{Close}} {{}} {close} {{a{b}}", {}, "{{Close}} {{}} {close} {{a{b}}"],
  ["{{toString}}", {}, "{{toString}}"],
])("%j with %j reads %j", (text, own, result) => expect(filled(text, own)).toBe(result));
