// What each field of a webhook takes, at its very bounds, and what the lint says of every other kind of value, word for word.
import { describe, expect, it } from "vitest";
import { WEBHOOK_PATHS, webhookField } from "../../../src/model/webhook/webhook.js";
import { readMessage } from "../../../src/webhook/json.js";
import { lintWebhook } from "../../../src/webhook/lint.js";
import { lintValue } from "../../../src/webhook/lint-value.js";

const NUMBERS = WEBHOOK_PATHS.flatMap((path) => {
  const spec = webhookField(path);
  if (spec === undefined) throw new Error(path);
  return spec.kind === "decimal" || spec.kind === "integer" ? [{ path, spec }] : [];
});

function codes(path: string, json: string): readonly string[] {
  const [read, spec] = [readMessage(json), webhookField(path)];
  if (!("node" in read) || spec === undefined) throw new Error(path);
  return lintValue(spec.name, spec, read.node).map(({ code }) => code);
}

describe.each(NUMBERS)("$path", ({ path, spec }) => {
  const written = (value: number) => (spec.kind === "decimal" ? `"${value}"` : String(value));
  const { above, min = 0 } = spec;

  it.each([
    { value: 7, because: "an ordinary value", found: [] },
    { value: above ?? min, because: "its bound", found: above === undefined ? [] : ["webhook/out-of-range"] },
    { value: (above ?? min) - 1, because: "one less than its bound", found: ["webhook/out-of-range"] },
    { value: -7, because: "a number below 0", found: ["webhook/out-of-range"] },
  ])("is given $because", ({ value, found }) => expect(codes(path, written(value))).toEqual(found));

  it("takes no number of the other form", () => {
    expect(codes(path, spec.kind === "decimal" ? "7" : '"7"')).toEqual([
      spec.kind === "decimal" ? "webhook/number-for-text" : "webhook/wrong-type",
    ]);
  });
});

/** A field, a body with it, and for each value what is found. */
const VALUES: readonly (readonly [string, string, readonly (readonly [string, readonly string[]])[]])[] = [
  [
    "closePosition",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"closePosition":VALUE}',
    [
      ["true", []],
      ["false", []],
      ['"true"', ['wrong-type: closePosition must be true or false, without quotes; it is "true". Correct the value.']],
      ["1", ["wrong-type: closePosition must be true or false, without quotes; it is 1. Correct the value."]],
      ["{{close}}", ["unquoted-placeholder: closePosition has {{close}} without quotes. Write true or false."]],
      [
        '"{{close}}"',
        [
          "quoted-placeholder: closePosition must be true or false, but in quotes a placeholder gives text. Write true or false.",
        ],
      ],
      [
        "{{volum}}",
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
      [
        '"{{volum}}"',
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
    ],
  ],
  [
    "leverage",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20","leverage":VALUE}}',
    [
      ["1", []],
      ["0", ["out-of-range: open.leverage must be at least 1; it is 0. Correct it."]],
      ["-1", ["out-of-range: open.leverage must be at least 1; it is -1. Correct it."]],
      ['"5"', ['wrong-type: open.leverage must be a whole number, without quotes; it is "5". Correct the value.']],
      ["2.5", ["wrong-type: open.leverage must be a whole number, without quotes; it is 2.5. Correct the value."]],
      [
        "{{plot_0}}",
        ["unfit-placeholder: {{plot_0}} gives 1.5, but open.leverage needs a whole number. Write the number itself."],
      ],
      [
        '"{{plot_0}}"',
        [
          "quoted-placeholder: open.leverage must be a number, but in quotes a placeholder gives text. Write the number itself, without quotes.",
        ],
      ],
      [
        "{{interval}}",
        ["unfit-placeholder: {{interval}} gives 15, but open.leverage needs a whole number. Write the number itself."],
      ],
      [
        "{{volum}}",
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
    ],
  ],
  [
    "orderVolume",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":VALUE}}',
    [
      ['"20"', []],
      ['"0"', ["out-of-range: open.orderVolume must be greater than 0; it is 0. Correct it."]],
      [
        "0",
        [
          "out-of-range: open.orderVolume must be greater than 0; it is 0. Correct it.",
          'number-for-text: open.orderVolume is written as a number. Put quotes around it: "0".',
        ],
      ],
      [
        "-1",
        [
          "out-of-range: open.orderVolume must be greater than 0; it is -1. Correct it.",
          'number-for-text: open.orderVolume is written as a number. Put quotes around it: "-1".',
        ],
      ],
    ],
  ],
  [
    "amount",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"amount":VALUE}',
    [
      ['"5"', []],
      [
        '"1e3"',
        ['wrong-type: amount must be a plain decimal in quotes, such as "1.5"; it is "1e3". Correct the value.'],
      ],
      ["true", ['wrong-type: amount must be a decimal in quotes, such as "1.5"; it is true. Correct the value.']],
      ['"{{plot_0}}"', []],
      [
        "{{plot_0}}",
        ['unquoted-placeholder: amount has {{plot_0}} without quotes. Put quotes around it: "{{plot_0}}".'],
      ],
      [
        "{{volum}}",
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
      [
        '"{{volum}} {{close}}"',
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
      ['"{{strategy.order.id}}"', []],
      [
        '"{{exchange}}"',
        ["unfit-placeholder: {{exchange}} gives BINANCE, but amount needs a decimal. Write the number itself."],
      ],
      [
        '"{{strategy.order.action}}"',
        [
          "unfit-placeholder: {{strategy.order.action}} gives buy or sell, but amount needs a decimal. Write the number itself.",
        ],
      ],
      [
        '"{{close}}"',
        [
          "absolute-price: {{close}} gives a price, but amount is average only: the volume to add, in USDT. Write the number itself, or the series of an indicator that gives it: {{plot_0}}.",
        ],
      ],
      [
        "{{close}}",
        [
          'unquoted-placeholder: amount has {{close}} without quotes. Put quotes around it: "{{close}}".',
          "absolute-price: {{close}} gives a price, but amount is average only: the volume to add, in USDT. Write the number itself, or the series of an indicator that gives it: {{plot_0}}.",
        ],
      ],
      [
        '"{{volume}}"',
        [
          "base-quantity: {{volume}} gives an amount of the base asset, but amount is average only: the volume to add, in USDT. Write the number itself, or the series of an indicator that gives it: {{plot_0}}.",
        ],
      ],
      [
        '"1{{plot_0}}"',
        [
          "unfit-placeholder: amount mixes placeholders and text. Make one placeholder the whole value, or write the value.",
        ],
      ],
      [
        '"{{plot_0}}{{plot_1}}"',
        [
          "unfit-placeholder: amount mixes placeholders and text. Make one placeholder the whole value, or write the value.",
        ],
      ],
      [
        '"{{ticker}}"',
        [
          "unfit-placeholder: {{ticker}} gives BTCUSDT or BTCUSDT.P, but amount needs a decimal. Write the number itself.",
        ],
      ],
      [
        '"{{time}}"',
        [
          "unfit-placeholder: {{time}} gives 2026-01-15T14:30:00Z, but amount needs a decimal. Write the number itself.",
        ],
      ],
    ],
  ],
  [
    "close.value",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"close":{"event":"pnl","value":VALUE}}',
    [
      ['"0.5"', []],
      ['"-0.5"', ["out-of-range: close.value must be 0 or greater; it is -0.5. Correct it."]],
    ],
  ],
  [
    "marginType",
    '{"botId":7,"strategy":"long","pairs":["BTCUSDT"],"open":{"orderVolume":"20","marginType":VALUE}}',
    [
      ['"cross"', []],
      ['"CROSS"', ['unknown-word: open.marginType must be cross or isolated, not "CROSS". Did you mean cross?']],
      ['"x"', ['unknown-word: open.marginType must be cross or isolated, not "x". Write cross or isolated.']],
      ["1", ["wrong-type: open.marginType must be text; it is 1. Correct the value."]],
      ["true", ["wrong-type: open.marginType must be text; it is true. Correct the value."]],
      [
        '"{{interval}}"',
        [
          "unfit-placeholder: {{interval}} gives 15, but open.marginType needs cross or isolated. Write the word itself.",
        ],
      ],
      [
        '"{{strategy.market_position}}"',
        [
          "unfit-placeholder: {{strategy.market_position}} gives long or short or flat, but open.marginType needs cross or isolated. Write the word itself.",
        ],
      ],
      [
        '"{{strategy.order.action}}"',
        [
          "unfit-placeholder: {{strategy.order.action}} gives buy or sell, but open.marginType needs cross or isolated. Write the word itself.",
        ],
      ],
      [
        "{{ticker}}",
        [
          'unquoted-placeholder: open.marginType has {{ticker}} without quotes. Put quotes around it: "{{ticker}}".',
          "unfit-placeholder: {{ticker}} gives BTCUSDT or BTCUSDT.P, but open.marginType needs cross or isolated. Write the word itself.",
        ],
      ],
      ['"buy"', ['unknown-word: open.marginType must be cross or isolated, not "buy". Write cross or isolated.']],
    ],
  ],
  [
    "strategy",
    '{"botId":7,"strategy":VALUE,"pairs":["BTCUSDT"],"amount":"5"}',
    [
      ['"long"', []],
      ['"short"', []],
      ['"buy"', ['order-action: strategy must be long or short, not "buy". Write long.']],
      ['"sell"', ['order-action: strategy must be long or short, not "sell". Write short.']],
      ['"both"', ['unknown-word: strategy must be long or short, not "both". Write long or short.']],
      ["1", ["wrong-type: strategy must be text; it is 1. Correct the value."]],
      [
        '"{{strategy.order.action}}"',
        [
          "order-action: {{strategy.order.action}} gives buy or sell, but strategy needs long or short. Write long or short, or use {{strategy.market_position}}.",
        ],
      ],
      [
        '"{{strategy.market_position}}"',
        [
          "may-be-flat: {{strategy.market_position}} gives flat when a strategy leaves the market. Write long or short, or fire the alert on entries only.",
        ],
      ],
      [
        '"{{interval}}"',
        ["unfit-placeholder: {{interval}} gives 15, but strategy needs long or short. Write the word itself."],
      ],
      [
        "{{interval}}",
        [
          'unquoted-placeholder: strategy has {{interval}} without quotes. Put quotes around it: "{{interval}}".',
          "unfit-placeholder: {{interval}} gives 15, but strategy needs long or short. Write the word itself.",
        ],
      ],
      [
        "{{strategy.market_position}}",
        [
          'unquoted-placeholder: strategy has {{strategy.market_position}} without quotes. Put quotes around it: "{{strategy.market_position}}".',
          "may-be-flat: {{strategy.market_position}} gives flat when a strategy leaves the market. Write long or short, or fire the alert on entries only.",
        ],
      ],
    ],
  ],
  [
    "pairs",
    '{"botId":7,"strategy":"long","pairs":VALUE,"amount":"5"}',
    [
      ['["BTCUSDT"]', []],
      ['"BTCUSDT"', ['wrong-type: pairs must be a list of symbols: ["BTCUSDT"]; it is "BTCUSDT". Correct the value.']],
      ["[]", ['no-pairs: pairs is empty. Name the pair: ["BTCUSDT"].']],
      ["[1]", ["wrong-type: an item of pairs must be a symbol in quotes; it is 1. Correct the value."]],
      ['["BTCUSDT","BTCUSDT"]', ['pair-twice: pairs names "BTCUSDT" twice. Name each pair once.']],
      [
        "[{{ticker}}]",
        ['unquoted-placeholder: pairs has {{ticker}} without quotes. Put quotes around it: "{{ticker}}".'],
      ],
      [
        "[{{volum}}]",
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
      [
        '["{{volum}}"]',
        ['unknown-placeholder: "{{volum}}" is not a placeholder, and would be sent as written. Did you mean volume?'],
      ],
      [
        '["{{exchange}}:{{ticker}}"]',
        [
          'exchange-prefix: "{{exchange}}:{{ticker}}" begins with an exchange. Write base and quote together, in capitals: BTCUSDT.',
        ],
      ],
      ['["BINANCE:BTCUSDT"]', ['exchange-prefix: "BINANCE:BTCUSDT" begins with an exchange. Write BTCUSDT.']],
      ['["BTCUSDT.P"]', ['perpetual-symbol: "BTCUSDT.P" ends in .P. Write BTCUSDT.']],
      ['["btcusdt.p"]', ['perpetual-symbol: "btcusdt.p" ends in .P. Write BTCUSDT.']],
      [
        '["{{ticker}}"]',
        [
          'ticker-placeholder: {{ticker}} gives BTCUSDT.P on a perpetual contract. Write the symbol, or "{{syminfo.basecurrency}}{{syminfo.currency}}".',
        ],
      ],
      [
        '["{{ticker}}.P"]',
        ['perpetual-symbol: "{{ticker}}.P" ends in .P. Write base and quote together, in capitals: BTCUSDT.'],
      ],
      ['["{{syminfo.basecurrency}}{{syminfo.currency}}"]', []],
      [
        '["{{close}}"]',
        [
          'unfit-placeholder: "{{close}}" becomes "67250.5", which is not a symbol. Write base and quote together, in capitals: BTCUSDT.',
        ],
      ],
      [
        '["{{syminfo.basecurrency}}-{{syminfo.currency}}"]',
        [
          'unfit-placeholder: "{{syminfo.basecurrency}}-{{syminfo.currency}}" becomes "BTC-USDT", which is not a symbol. Write base and quote together, in capitals: BTCUSDT.',
        ],
      ],
      [
        '["{{strategy.order.id}}USDT"]',
        [
          'unfit-placeholder: "{{strategy.order.id}}USDT" becomes "LongUSDT", which is not a symbol. Write base and quote together, in capitals: BTCUSDT.',
        ],
      ],
      ['["USDT-BTC"]', ['pair-form: "USDT-BTC" is not a symbol such as BTCUSDT. Write BTCUSDT.']],
      ['["btcusdt"]', ['pair-form: "btcusdt" is not a symbol such as BTCUSDT. Write BTCUSDT.']],
      ['["BTC/USDT"]', ['pair-form: "BTC/USDT" is not a symbol such as BTCUSDT. Write BTCUSDT.']],
      ['["no pair"]', ['pair-form: "no pair" is not a symbol such as BTCUSDT. Write NOPAIR.']],
      [
        '["{{ticker}}:x"]',
        [
          'unfit-placeholder: "{{ticker}}:x" becomes "BTCUSDT:x", which is not a symbol. Write base and quote together, in capitals: BTCUSDT.',
        ],
      ],
      ['["1:BTCUSDT"]', ['exchange-prefix: "1:BTCUSDT" begins with an exchange. Write BTCUSDT.']],
      [
        "{{ticker}}",
        ['wrong-type: pairs must be a list of symbols: ["BTCUSDT"]; it is "{{ticker}}". Correct the value.'],
      ],
    ],
  ],
];

describe.each(VALUES)("%s in %s", (_field, body, rows) => {
  it.each(rows)("as %s: %j", (value, found) => {
    const { diagnostics } = lintWebhook(
      body.replace("VALUE", () => value),
      { file: "a" },
    );
    const told = diagnostics.map(
      ({ code, summary, remedy }) => `${code.replace("webhook/", "")}: ${summary}. ${remedy}`,
    );
    expect(told).toEqual(found);
  });
});
