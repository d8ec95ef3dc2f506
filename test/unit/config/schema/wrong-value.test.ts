// What is said of values that don't fit their keys in a bot and at the top of a file: place, code, summary and remedy, whole.
import { describe, expect, test } from "vitest";
import { ACCOUNT, botYaml, diagnosticsOf, fleetYaml, said } from "../fleet.js";

const IN_A_BOT: readonly (readonly [key: string, value: string, says: readonly string[]])[] = [
  [
    "title",
    "123",
    ["11:12 unquoted-text: bots.x.title must be text, but without quotes 123 is a number | Put quotes around it."],
  ],
  [
    "title",
    "true",
    [
      "11:12 unquoted-text: bots.x.title must be text, but without quotes true is true or false | Put quotes around it.",
    ],
  ],
  [
    "title",
    '" x"',
    ['11:12 bad-text: bots.x.title begins or ends with a space: " x" | Remove it: titles are compared exactly.'],
  ],
  [
    "title",
    '"x "',
    ['11:12 bad-text: bots.x.title begins or ends with a space: "x " | Remove it: titles are compared exactly.'],
  ],
  ["title", '""', ["11:12 bad-text: bots.x.title is empty | Write text, or remove the line."]],
  ["title", '"a\\nb"', ['11:12 bad-text: bots.x.title contains a control character: "a\\nb" | Remove it.']],
  [
    "title",
    "tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt",
    ["11:12 bad-text: bots.x.title is 256 characters long | At most 255 are allowed."],
  ],
  ["title", "null", ["11:12 wrong-type: bots.x.title must be text; it is empty (null) | Write text."]],
  [
    "pairTitle",
    "$pair",
    ['12:16 bad-pair: bots.x.pairTitle must have the form <QUOTE>-<BASE>, not "$pair" | Write ${pair}.'],
  ],
  [
    "leverage",
    "5,",
    [
      '14:15 wrong-type: bots.x.leverage must be a number, not text "5," | Remove the comma at its end: only { } and [ ] have commas between values.',
    ],
  ],
  [
    "marginMode",
    "CROSS,",
    [
      '15:17 unknown-word: bots.x.marginMode must be ISO or CROSS, not "CROSS," | Remove the comma at its end: only { } and [ ] have commas between values.',
    ],
  ],
  ["title", "[a]", ["11:12 wrong-type: bots.x.title must be text, not a list | Write title: a."]],
  [
    "pairTitle",
    "BTCUSDT",
    ['12:16 bad-pair: bots.x.pairTitle must have the form <QUOTE>-<BASE>, not "BTCUSDT" | Did you mean USDT-BTC?'],
  ],
  [
    "pairTitle",
    "a-b-c",
    [
      '12:16 bad-pair: bots.x.pairTitle must have the form <QUOTE>-<BASE>, not "a-b-c" | Write the quote asset first, in capitals: USDT-BTC.',
    ],
  ],
  [
    "pairTitle",
    '""',
    [
      '12:16 bad-pair: bots.x.pairTitle must have the form <QUOTE>-<BASE>, not "" | Write the quote asset first, in capitals: USDT-BTC.',
    ],
  ],
  [
    "pairTitle",
    "5",
    ["12:16 unquoted-text: bots.x.pairTitle must be text, but without quotes 5 is a number | Put quotes around it."],
  ],
  ["strategy", "long", ['13:15 unknown-word: bots.x.strategy must be LONG or SHORT, not "long" | Did you mean LONG?']],
  [
    "strategy",
    "sideways",
    ['13:15 unknown-word: bots.x.strategy must be LONG or SHORT, not "sideways" | Write LONG or SHORT.'],
  ],
  ["strategy", "1", ["13:15 unknown-word: bots.x.strategy must be LONG or SHORT, not 1 | Write LONG or SHORT."]],
  [
    "strategy",
    "null",
    [
      "13:15 wrong-type: bots.x.strategy must be text; it is empty (null) | Write text. To leave it as it is on the service, remove the line and write unmanaged: [strategy], which defaults don't fill.",
    ],
  ],
  [
    "strategy",
    "[LONG]",
    ['13:15 unknown-word: bots.x.strategy must be LONG or SHORT, not ["LONG"] | Write LONG or SHORT.'],
  ],
  [
    "marginMode",
    "CROSSED",
    ['15:17 unknown-word: bots.x.marginMode must be ISO or CROSS, not "CROSSED" | Did you mean CROSS?'],
  ],
  [
    "indicatorGroup",
    "nope",
    [
      '21:21 unknown-word: bots.x.indicatorGroup must be NOTHING, FOMO, DIVER, TRENDS, TRENDS_CROSSING or OSCILLATORS, not "nope" | Write NOTHING, FOMO, DIVER, TRENDS, TRENDS_CROSSING or OSCILLATORS. null switches it off.',
    ],
  ],
  [
    "indicatorGroup",
    "5",
    [
      "21:21 unknown-word: bots.x.indicatorGroup must be NOTHING, FOMO, DIVER, TRENDS, TRENDS_CROSSING or OSCILLATORS, not 5 | Write NOTHING, FOMO, DIVER, TRENDS, TRENDS_CROSSING or OSCILLATORS. null switches it off.",
    ],
  ],
  [
    "priceLevel",
    "UP",
    [
      '21:17 unknown-word: bots.x.priceLevel must be NOTHING, UPPER, LOWER or BOTH, not "UP" | Write NOTHING, UPPER, LOWER or BOTH. null switches it off.',
    ],
  ],
  [
    "leverage",
    '"5"',
    ["14:15 quoted-number: bots.x.leverage must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "leverage",
    '" -5.5e3 "',
    ["14:15 quoted-number: bots.x.leverage must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "leverage",
    '".5"',
    ["14:15 quoted-number: bots.x.leverage must be a number, but in quotes it is text | Remove the quotes."],
  ],
  ["leverage", '"e5"', ['14:15 wrong-type: bots.x.leverage must be a number, not text "e5" | Write a plain number.']],
  [
    "leverage",
    "2.5",
    ["14:15 not-whole: bots.x.leverage must be a whole number, not 2.5 | Write a whole number, for example 5."],
  ],
  [
    "leverage",
    "0",
    ["14:15 out-of-range: bots.x.leverage must be greater than 0; it is 0 | Write a number within the bounds."],
  ],
  [
    "leverage",
    "5x",
    [
      '14:15 wrong-type: bots.x.leverage must be a number, not text "5x" | Write 5: digits and a decimal point, without a unit.',
    ],
  ],
  [
    "leverage",
    '"5 %"',
    [
      '14:15 wrong-type: bots.x.leverage must be a number, not text "5 %" | It is a factor: 5 for five times, whose margin is 20 %.',
    ],
  ],
  ["leverage", "five", ['14:15 wrong-type: bots.x.leverage must be a number, not text "five" | Write a plain number.']],
  [
    "leverage",
    "true",
    ["14:15 wrong-type: bots.x.leverage must be a number, not true | Write a plain number, for example 1.5."],
  ],
  [
    "leverage",
    "[5]",
    ["14:15 wrong-type: bots.x.leverage must be a number, not a list | Write a plain number, for example 1.5."],
  ],
  [
    "leverage",
    "{}",
    ["14:5 wrong-type: bots.x.leverage must be a number, not a map | Write a plain number, for example 1.5."],
  ],
  [
    "leverage",
    "null",
    [
      "14:15 wrong-type: bots.x.leverage must be a number; it is empty (null) | Write a whole number, for example 5. To leave it as it is on the service, remove the line and write unmanaged: [leverage], which defaults don't fill.",
    ],
  ],
  [
    "leverage",
    "100000000000000000000",
    [
      "14:15 out-of-range: bots.x.leverage must be at most 9007199254740991 and greater than 0; it is 100000000000000000000 | Write a number within the bounds.",
    ],
  ],
  [
    "percentTakeProfit",
    "0.009",
    [
      "18:24 out-of-range: bots.x.percentTakeProfit must be from 0.01 to 99.99; it is 0.009 | Write a number within the bounds.",
    ],
  ],
  [
    "percentTakeProfit",
    "100",
    [
      "18:24 out-of-range: bots.x.percentTakeProfit must be from 0.01 to 99.99; it is 100 | Write a number within the bounds.",
    ],
  ],
  [
    "percentTakeProfit",
    "1,5",
    [
      '18:24 wrong-type: bots.x.percentTakeProfit must be a number, not text "1,5" | Write 1.5: digits and a decimal point, without a unit.',
    ],
  ],
  [
    "percentTakeProfit",
    '"99999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999999"',
    ["18:24 quoted-number: bots.x.percentTakeProfit must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "volumeFirstOrder",
    "130 USDT",
    [
      '20:23 wrong-type: bots.x.volumeFirstOrder must be a number, not text "130 USDT" | Write 130: digits and a decimal point, without a unit.',
    ],
  ],
  [
    "volumeFirstOrder",
    "0.01 BTC",
    [
      '20:23 wrong-type: bots.x.volumeFirstOrder must be a number, not text "0.01 BTC" | It is an amount of the quote asset, such as USDT, not of BTC: convert it.',
    ],
  ],
  [
    "volumeFirstOrder",
    "-1",
    [
      "20:23 out-of-range: bots.x.volumeFirstOrder must be greater than 0; it is -1 | Write a number within the bounds.",
    ],
  ],
  [
    "volumeFirstOrder",
    "1e-40",
    [
      "20:23 inexact-number: a number can't be kept exactly | Write fewer digits (15 are always safe); if you mean text, put quotes around it.",
    ],
  ],
  [
    "countOrderMax",
    "51",
    [
      "21:20 out-of-range: bots.x.countOrderMax must be from 1 to 50; it is 51 | Write a number within the bounds. null switches it off.",
    ],
  ],
  ["countOrderMax", "null", []],
  [
    "martingaleScale",
    "1.04",
    [
      "21:22 out-of-range: bots.x.martingaleScale must be from 1.05 to 2; it is 1.04 | Write a number within the bounds. null switches it off.",
    ],
  ],
  [
    "martingaleScale",
    '"x"',
    ['21:22 wrong-type: bots.x.martingaleScale must be a number, not text "x" | Write a plain number.'],
  ],
  [
    "martingaleScale",
    '"1,000"',
    [
      '21:22 wrong-type: bots.x.martingaleScale must be a number, not text "1,000" | Write 1000 if the comma parts thousands, 1.000 if it is a decimal comma.',
    ],
  ],
  [
    "twin",
    "5",
    [
      "21:11 wrong-type: bots.x.twin must be the title of a live bot, or a list of titles | Write twin: title, or twin: [first, second].",
    ],
  ],
  [
    "martingaleScale",
    "[]",
    ["21:22 wrong-type: bots.x.martingaleScale must be a number, not a list | Write a plain number, for example 1.5."],
  ],
  [
    "priceLevelDown",
    "0",
    [
      "21:21 out-of-range: bots.x.priceLevelDown must be greater than 0; it is 0 | Write a number within the bounds. null switches it off.",
    ],
  ],
  [
    "indicatorName",
    '""',
    ["21:20 bad-text: bots.x.indicatorName is empty | Write text, or remove the line. null switches it off."],
  ],
  [
    "indicatorName",
    '" a"',
    [
      '21:20 bad-text: bots.x.indicatorName begins or ends with a space: " a" | Remove it: titles are compared exactly. null switches it off.',
    ],
  ],
  [
    "enabled",
    "yes",
    [
      '21:14 wrong-type: bots.x.enabled must be true or false, not text "yes" | Write true or false: here probably true.',
    ],
  ],
  [
    "enabled",
    "null",
    ["21:14 wrong-type: bots.x.enabled must be true or false; it is empty (null) | Write true or false."],
  ],
  [
    "enabled",
    '"true"',
    ['21:14 wrong-type: bots.x.enabled must be true or false, not text "true" | Write true, without quotes.'],
  ],
  ["enabled", "1", ["21:14 wrong-type: bots.x.enabled must be true or false, not a number 1 | Write true or false."]],
  [
    "protect",
    "Off",
    [
      '21:14 wrong-type: bots.x.protect must be true or false, not text "Off" | Write true or false: here probably false.',
    ],
  ],
  [
    "enabled",
    "maybe",
    ['21:14 wrong-type: bots.x.enabled must be true or false, not text "maybe" | Write true or false.'],
  ],
  ["botId", "0", ["21:12 out-of-range: bots.x.botId must be at least 1; it is 0 | Write a number within the bounds."]],
  [
    "botId",
    '"7"',
    ["21:12 quoted-number: bots.x.botId must be a number, but in quotes it is text | Remove the quotes."],
  ],
  [
    "botId",
    "1.5",
    ["21:12 not-whole: bots.x.botId must be a whole number, not 1.5 | Write a whole number, for example 5."],
  ],
  ["previousTitles", "[a, a]", ['21:21 repeated-item: bots.x.previousTitles names "a" twice | Remove one of them.']],
  [
    "previousTitles",
    "a",
    ['21:21 wrong-type: bots.x.previousTitles must be a list, not text "a" | Write previousTitles: [a].'],
  ],
  [
    "previousTitles",
    "[a, 5]",
    [
      "21:25 unquoted-text: item 2 of bots.x.previousTitles must be text, but without quotes 5 is a number | Put quotes around it.",
    ],
  ],
  [
    "previousTitles",
    "{}",
    ["21:5 wrong-type: bots.x.previousTitles must be a list, not a map | Write a list: [first, second]."],
  ],
  [
    "ignore",
    "[indicatorNam]",
    [
      '21:14 unknown-word: item 1 of bots.x.ignore must be the name of a field, not "indicatorNam" | Did you mean indicatorName?',
    ],
  ],
  [
    "ignore",
    "[leverage, leverage]",
    ['21:13 repeated-item: bots.x.ignore names "leverage" twice | Remove one of them.'],
  ],
  ["leveragee", "5", ['21:5 unknown-key: unknown key "leveragee" in bots.x | Did you mean leverage?']],
  [
    "extends",
    "x",
    [
      "21:14 unknown-template: there is no template x | x is a bot, and only templates can be extended: put what they share into one, under `templates`.",
    ],
  ],
  [
    "pairTitle",
    "[USDT-BTC, USDT-ETH]",
    [
      "12:16 wrong-type: bots.x.pairTitle must be text, not a list | A bot trades one pair; forEach: { pair: [USDT-ETH, USDT-SOL] } makes a bot for each.",
    ],
  ],
  [
    "martingaleScale",
    "off",
    ['21:22 wrong-type: bots.x.martingaleScale must be a number, not text "off" | null switches it off.'],
  ],
  [
    "volumeFirstOrder",
    "$130",
    [
      '20:23 wrong-type: bots.x.volumeFirstOrder must be a number, not text "$130" | Write 130: digits and a decimal point, without a unit.',
    ],
  ],
  [
    "volumeSafetyOrder",
    "1.5x",
    [
      '21:24 wrong-type: bots.x.volumeSafetyOrder must be a number, not text "1.5x" | It is an amount of the quote asset, such as USDT, not a multiple; martingaleScale is a factor from order to order.',
    ],
  ],
  [
    "extends",
    "dip",
    ["21:14 unknown-template: there is no template dip | Declare dip under `templates`, or remove `extends`."],
  ],
  [
    "extends",
    "[1]",
    [
      "21:14 wrong-type: bots.x.extends must be the name of a template, or a list of names | Write extends: name, or extends: [first, second].",
    ],
  ],
  [
    "extends",
    "5",
    [
      "21:14 wrong-type: bots.x.extends must be the name of a template, or a list of names | Write extends: name, or extends: [first, second].",
    ],
  ],
  [
    "extends",
    '"a b"',
    [
      "21:14 bad-name: bots.x.extends can't be \"a b\": that isn't a valid name | Write the name exactly as it is declared.",
    ],
  ],
  [
    "extends",
    "${x}",
    [
      "21:14 bad-reference: bots.x.extends holds ${…}, and variables aren't allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
    ],
  ],
  [
    "forEach",
    "[]",
    ["21:14 wrong-type: bots.x.forEach must be a map of names and values, not a list | Remove the dashes."],
  ],
  [
    "forEach",
    "{ pair: a }",
    [
      '21:22 wrong-type: bots.x.forEach.pair must be a list, not text "a" | Write pair: [a]; or pair: "${a}" if a is a list under vars.',
    ],
  ],
  [
    "forEach",
    "{ pair: [[a]] }",
    [
      "21:23 wrong-type: item 1 of bots.x.forEach.pair must be text, a number, true or false, or a map of these | Write lists of values: forEach: { pair: [USDT-ETH, USDT-SOL] }.",
    ],
  ],
  [
    "forEach",
    "{ env: [a] }",
    ["21:16 bad-variable: a variable can't be called env | Choose another name: ${env.…} is the environment."],
  ],
  [
    "forEach",
    "{ pair: [] }",
    [
      "9:3 warning bot-nowhere: the forEach of x has an empty list, so it makes no bot | Correct only, except or the list; or remove the block if you don't need it any more.",
    ],
  ],
  ["only", "[mainn]", ["21:12 unknown-account: there is no account mainn | Did you mean main?"]],
  [
    "only",
    '["a b"]',
    [
      "21:12 bad-name: item 1 of bots.x.only can't be \"a b\": that isn't a valid name | Write the name exactly as it is declared.",
    ],
  ],
  ["only", "[zzz]", ["21:12 unknown-account: there is no account zzz | Use one of: main."]],
  ["only", "main", ['21:11 wrong-type: bots.x.only must be a list, not text "main" | Write only: [main].']],
  [
    "except",
    '["${x}"]',
    [
      "21:14 bad-reference: item 1 of bots.x.except holds ${…}, and variables aren't allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
    ],
  ],
  [
    "unmanaged",
    "[leverage]",
    ["21:17 contradiction: leverage is set and unmanaged in the same place | Keep one of them."],
  ],
  [
    "access",
    "primry",
    ["10:13 unknown-access: account main has no access with the alias primry | Did you mean primary?"],
  ],
  [
    "access",
    "Main futures",
    [
      "10:13 bad-name: bots.x.access must be an alias of the account's accesses, not \"Main futures\" | Name the alias (its key in `accesses`), not the access's title.",
    ],
  ],
  [
    "access",
    "7",
    ["10:13 unquoted-text: bots.x.access must be text, but without quotes 7 is a number | Put quotes around it."],
  ],
  [
    "access",
    '""',
    [
      "10:13 bad-name: bots.x.access must be an alias of the account's accesses, not \"\" | Name the alias (its key in `accesses`), not the access's title.",
    ],
  ],
  [
    "exceptions",
    "{}",
    ["21:5 contradiction: x has exceptions but no forEach | Write the settings into the bot itself."],
  ],
  [
    "exceptions",
    "{ y: { leverage: 3 } }",
    [
      "21:5 contradiction: x has exceptions but no forEach | Write the settings into the bot itself.",
      "21:19 unknown-exception: no bot of x has the key y | Did you mean x?",
    ],
  ],
  [
    "webhooks",
    "yes",
    [
      "21:15 wrong-type: bots.x.webhooks must be true, or a map of open, update, average and close | Write keys below it; true takes everything from the bot, null leaves it out.",
    ],
  ],
  [
    "martingaleScale",
    "20%",
    [
      '21:22 wrong-type: bots.x.martingaleScale must be a number, not text "20%" | It is a factor: write 1.2 for 20 % more.',
    ],
  ],
  [
    "volumeFirstOrder",
    "10 %",
    [
      '20:23 wrong-type: bots.x.volumeFirstOrder must be a number, not text "10 %" | It is an amount of the quote asset, such as USDT, not a share: write out the amount that you mean.',
    ],
  ],
  [
    "leverage:3",
    "",
    ['21:5 unknown-key: unknown key "leverage:3" in bots.x | Write a space after the colon: leverage: …'],
  ],
  [
    "leverage = 3",
    "",
    ['21:5 unknown-key: unknown key "leverage = 3" in bots.x | Write a colon and a space instead of =: leverage: …'],
  ],
  [
    "webhooks",
    "{ updatee: {} }",
    ['21:17 unknown-key: unknown key "updatee" in bots.x.webhooks | Did you mean update?'],
  ],
  [
    "5",
    "1",
    [
      '10:5 unknown-key: unknown key "5" in bots.x: in braces, a comma ends a value | If this is the end of a decimal, write it with a point, such as 1.5.',
    ],
  ],
];

describe("a bot's value", () => {
  test.each(IN_A_BOT)("%s: %s", (key, value, says) => {
    expect(said(diagnosticsOf(fleetYaml(botYaml("x", { [key]: value }))))).toEqual(says);
  });

  test("of 256 characters is too long for a title, and isn't repeated", () => {
    const found = diagnosticsOf(fleetYaml(botYaml("x", { title: "t".repeat(256) })));
    expect(said(found)).toEqual(["11:12 bad-text: bots.x.title is 256 characters long | At most 255 are allowed."]);
  });
});

/** A+ stands for an account that is right. */
const IN_A_FILE: readonly (readonly [text: string, says: readonly string[]])[] = [
  [
    "- a",
    [
      "1:1 wrong-type: the file must be a map of keys and values, not a list | Write a name and a colon before each value: { name: value }.",
    ],
  ],
  [
    "just text",
    [
      '1:1 wrong-type: the file must be a map of keys and values, not text "just text" | Write keys below it, or remove it.',
    ],
  ],
  [
    "",
    [
      "1:1 warning empty-file: the file contains no configuration | Fill it, or delete it.",
      "1:1 no-accounts: nothing is configured | botform init writes a first configuration, and botform pull writes one from live bots.",
    ],
  ],
  [
    "5",
    ["1:1 wrong-type: the file must be a map of keys and values, not a number 5 | Write keys below it, or remove it."],
  ],
  [
    "version: 2",
    [
      "1:1 no-accounts: no account is declared | Declare one under `accounts`.",
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "1:10 bad-version: the configuration's version must be 1 | Write `version: 1`; a higher version needs a newer botform.",
    ],
  ],
  [
    'version: "1"\naccounts:\nbots:',
    [
      "1:10 bad-version: the configuration's version must be 1 | Write `version: 1`; a higher version needs a newer botform.",
      "2:1 wrong-type: accounts must be a map of names and values; it is empty (null) | Write names below it, or remove it.",
      "3:1 wrong-type: bots must be a map of names and values; it is empty (null) | Write names below it, or remove it.",
    ],
  ],
  ["A+bots: {}", ["1:1 warning no-bots: no bot is declared | Declare one under `bots`."]],
  [
    "A+bot: {}\nbots:\n  x: null",
    [
      '8:1 unknown-key: unknown key "bot" at the top | Did you mean bots?',
      "10:6 wrong-type: bots.x must be a map of keys and values; it is empty (null) | Write keys below it, or remove it.",
    ],
  ],
  [
    'A+bots:\n  "y z": {foo: 1}',
    [
      '9:3 bad-name: "y z" can\'t be a name in bots | Use letters, digits, ".", "_" and "-", for example y-z.',
      '9:11 unknown-key: unknown key "foo" in bots."y z" | Use one of: title, pairTitle, strategy, leverage, marginMode, typeTakeProfit, typeFirstOrder, percentTakeProfit, percentSafetyOrder, volumeFirstOrder, volumeSafetyOrder, countOrderMax, martingaleScale, dynamicStepScale, cycleLimitScale, indicatorGroup, indicatorName, indicatorInterval, priceLevel, priceLevelDown, priceLevelUp, access, enabled, webhooks and 13 more.',
    ],
  ],
  [
    'A+bots:\n  "${p}": {}',
    ["9:3 undefined-variable: there is no variable p | Declare it under `vars`, or give it with --var p=…."],
  ],
  [
    'A+bots:\n  "${p} q": {}',
    [
      '9:3 bad-name: "${p} q" can\'t be a bot\'s key | Use letters, digits, ".", "_" and "-", and references such as ${pair} or ${pair.base}.',
    ],
  ],
  ['A+bots:\n  "-": {}', ['9:3 bad-name: "-" can\'t be a name in bots | Use letters, digits, ".", "_" and "-".']],
  [
    'A+bots:\n  "-a b-": {}',
    ['9:3 bad-name: "-a b-" can\'t be a name in bots | Use letters, digits, ".", "_" and "-", for example a-b.'],
  ],
  [
    "A+defaults: { title: x }\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:13 unknown-key: unknown key "title" in defaults | title can only be set for a bot, not here.',
    ],
  ],
  [
    "A+defaults: 5\nbots: {}",
    ["8:11 wrong-type: defaults must be a map of keys and values, not a number 5 | Write keys below it, or remove it."],
  ],
  [
    'A+templates: { "a b": { leverage: x } }\nbots: {}',
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:14 bad-name: "a b" can\'t be a name in templates | Use letters, digits, ".", "_" and "-", for example a-b.',
      '8:33 wrong-type: templates."a b".leverage must be a number, not text "x" | Write a plain number.',
    ],
  ],
  [
    'A+templates: { "${a}": {} }\nbots: {}',
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:14 bad-reference: templates."${a}" holds ${…}, and variables aren\'t allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.',
    ],
  ],
  [
    'A+vars: { "a b": 1 }\nbots: {}',
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:9 bad-name: "a b" can\'t be a name in vars | Use letters, digits, ".", "_" and "-", for example a-b.',
    ],
  ],
  [
    "A+vars: []\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "8:7 wrong-type: vars must be a map of names and values, not a list | Remove the dashes.",
    ],
  ],
  [
    "A+policies: { max-leverage: 3 }\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "8:27 wrong-type: policies.max-leverage must be a map of keys and values, not a number 3 | Write what it checks: max-leverage: { rule: max-leverage, limit: 3 }.",
    ],
  ],
  [
    "A+holds: [btc-dip]\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:9 wrong-type: item 1 of holds must be a map of keys and values, not text "btc-dip" | Write each as { bots: [btc-dip], reason: "…" }.',
    ],
  ],
  [
    "A+holds: { btc-dip: x }\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:1 wrong-type: holds must be a list, not a map | Write holds: [{ bots: [btc-dip], reason: "…" }].',
    ],
  ],
  [
    "A+protectedTitles: a\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:18 wrong-type: protectedTitles must be a list, not text "a" | Write protectedTitles: [a].',
    ],
  ],
  [
    "A+protectedTitles: [a, a]\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:18 repeated-item: protectedTitles names "a" twice | Remove one of them.',
    ],
  ],
  [
    "A+protectedTitles: ['${a}']\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "8:19 bad-reference: item 1 of protectedTitles holds ${…}, and variables aren't allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.",
    ],
  ],
  [
    "A+protectedTitles: [' a']\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:19 bad-text: item 1 of protectedTitles begins or ends with a space: " a" | Remove it: titles are compared exactly.',
    ],
  ],
  [
    "A+policyFiles: ['']\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:15 bad-text: item 1 of policyFiles can\'t be "" | Write text of 1 to 255 characters without control characters.',
    ],
  ],
  [
    "A+policyFiles: [a, a]\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:14 repeated-item: policyFiles names "a" twice | Remove one of them.',
    ],
  ],
  [
    'accounts:\n  "a b": { exchange: 5 }',
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "1:1 version-missing: the file has no version | Begin with `version: 1`.",
      '2:3 bad-name: "a b" can\'t be a name in accounts | Use letters, digits, ".", "_" and "-", for example a-b.',
      '2:22 unquoted-text: accounts."a b".exchange must be text, but without quotes its value is a number | Put quotes around it.',
    ],
  ],
  [
    'accounts:\n  "${a}": { exchange: 5 }',
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "1:1 version-missing: the file has no version | Begin with `version: 1`.",
      '2:3 bad-reference: accounts."${a}" holds ${…}, and variables aren\'t allowed there | Variables are allowed in the settings of bots, templates, defaults and overrides, and in bot keys.',
      '2:23 unquoted-text: accounts."${a}".exchange must be text, but without quotes its value is a number | Put quotes around it.',
    ],
  ],
  [
    "accounts: { main: 5 }",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      "1:1 version-missing: the file has no version | Begin with `version: 1`.",
      "1:19 wrong-type: accounts.main must be a map of keys and values, not a number | Write keys below it, or remove it.",
    ],
  ],
  [
    "A+policies: { p: { rule: max-leverage, limit: 5, zzz: 1 } }\nbots: {}",
    [
      "1:1 warning no-bots: no bot is declared | Declare one under `bots`.",
      '8:48 unknown-key: unknown key "zzz" in policies.p | Use one of: rule, severity, onUnknown, scope, limit, pairs, quotes, marginMode, pattern, fields, windows, file, env, of, each, when, message, waivers.',
    ],
  ],
];

test.each(IN_A_FILE)("a file's value: %j", (text, says) => {
  expect(said(diagnosticsOf(text.replace(/^A\+/, ACCOUNT)))).toEqual(says);
});
