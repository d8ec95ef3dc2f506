// What is said of settings that refer to variables, and of the variables: place, code, summary and remedy, whole.
import { expect, test } from "vitest";
import { ACCOUNT, botYaml, diagnosticsOf, said } from "../fleet.js";

/** Lines between |: variables at the top, the others of one bot. */
function fleet(lines: string): string {
  const parts = lines.split("|").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]);
  const top = parts.filter(([key]) => key === "vars").map(([, value]) => `vars: ${value}\n`);
  return `${ACCOUNT}${top.join("")}bots:\n${botYaml("x", Object.fromEntries(parts.filter(([key]) => key !== "vars")))}`;
}

const CASES: readonly (readonly [lines: string, says: readonly string[]])[] = [
  ["vars: { tp: 1 }|percentTakeProfit: ${tp}", []],
  [
    "vars: { tp: x }|percentTakeProfit: ${tp}",
    [
      '19:24 wrong-type: bots.x.percentTakeProfit must be a number, not text "x"; it contains variables | Write a plain number.',
    ],
  ],
  [
    "vars: { tp: '1' }|percentTakeProfit: ${tp}",
    [
      "19:24 quoted-number: bots.x.percentTakeProfit must be a number, but in quotes it is text; it contains variables | Make one reference the whole value, and the variable a number without quotes.",
    ],
  ],
  [
    "vars: { tp: 100 }|percentTakeProfit: ${tp}",
    [
      "19:24 out-of-range: bots.x.percentTakeProfit must be from 0.01 to 99.99; it is 100; it contains variables | Write a number within the bounds.",
    ],
  ],
  [
    "vars: { tp: 1 }|percentTakeProfit: ${pt}",
    [
      "19:24 undefined-variable: there is no variable pt | Use one of: tp. Declare it under `vars`, or give it with --var pt=….",
    ],
  ],
  [
    "vars: { tp: 1 }|percentTakeProfit: ${tpp}",
    [
      "19:24 undefined-variable: there is no variable tpp | Did you mean tp? Declare it under `vars`, or give it with --var tpp=….",
    ],
  ],
  [
    "vars: { t: 5 }|title: ${t}",
    [
      "12:12 unquoted-text: bots.x.title must be text, but without quotes 5 is a number; it contains variables | Put quotes around the variable's value where it is declared.",
    ],
  ],
  ["vars: { t: 5 }|title: A ${t}", []],
  [
    "vars: { t: null }|title: A ${t}",
    [
      "12:12 bad-reference: the variable t is null and can't be part of a text | Make the reference the whole value, or name a key of the variable.",
    ],
  ],
  [
    "vars: { t: [a] }|title: A ${t}",
    [
      "12:12 bad-reference: the variable t is a list and can't be part of a text | Make the reference the whole value, or name a key of the variable.",
    ],
  ],
  [
    "vars: { t: { a: b } }|title: A ${t}",
    [
      "12:12 bad-reference: the variable t is a map and can't be part of a text | Make the reference the whole value, or name a key of the variable.",
    ],
  ],
  ["vars: { t: { a: b } }|title: A ${t.a}", []],
  ["vars: { t: { a: b } }|title: A ${t.c}", ["12:12 bad-reference: the variable t has no c | Did you mean a?"]],
  ["vars: { t: { base: b } }|title: A ${t.base}", []],
  [
    "vars: { t: x }|title: A ${t.base}",
    [
      "12:12 bad-reference: the variable t has no base | Only maps have keys, and pairs such as USDT-BTC have .base and .quote.",
    ],
  ],
  ["vars: { t: USDT-BTC }|title: A ${t.base}", []],
  [
    "vars: { t: USDT-BTC }|title: A ${t.other}",
    [
      "12:12 bad-reference: the variable t has no other | Only maps have keys, and pairs such as USDT-BTC have .base and .quote.",
    ],
  ],
  [
    "vars: { t: 5 }|title: A ${t.quote}",
    [
      "12:12 bad-reference: the variable t has no quote | Only maps have keys, and pairs such as USDT-BTC have .base and .quote.",
    ],
  ],
  [
    "title: A ${",
    ['11:12 bad-reference: "${" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.'],
  ],
  [
    "title: A ${t",
    [
      '11:12 bad-reference: "${t" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.',
    ],
  ],
  [
    "title: A ${}",
    [
      '11:12 bad-reference: "${}" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.',
    ],
  ],
  [
    "title: A ${t.}",
    [
      '11:12 bad-reference: "${t.}" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.',
    ],
  ],
  [
    "title: A ${t.a.b}",
    [
      '11:12 bad-reference: "${t.a.b}" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.',
    ],
  ],
  [
    "title: A ${1}",
    [
      '11:12 bad-reference: "${1}" is not a valid reference | Write ${name} or ${name.key}; for a literal ${, write $${.',
    ],
  ],
  ["title: A $${t}", []],
  [
    "title: A ${env.HOME}",
    [
      "11:12 bad-reference: environment variables can't be used here | ${env.…} works only in accounts; give the value with --var or --var-file instead.",
    ],
  ],
  [
    "vars: { env: 1 }|leverage: 3",
    ["8:14 bad-variable: a variable can't be called env | Choose another name: ${env.…} is the environment."],
  ],
  [
    "vars: { a: '${b}', b: '${a}' }|leverage: 3",
    ["8:12 circular-reference: the variable a refers to itself | Break the circle: a → b → a."],
  ],
  [
    "vars: { a: '${a}' }|leverage: 3",
    ["8:12 circular-reference: the variable a refers to itself | Break the circle: a → a."],
  ],
  [
    "vars: { a: '${b}' }|leverage: 3",
    [
      "8:12 undefined-variable: there is no variable b | Did you mean a? Declare it under `vars`, or give it with --var b=….",
    ],
  ],
  [
    "vars: { a: [[1]] }|leverage: 3",
    [
      "8:12 bad-variable: the variable a contains more than a setting can take | Write a scalar, a map of scalars, or a list of these.",
    ],
  ],
  [
    "vars: { a: { b: [1] } }|leverage: 3",
    [
      "8:9 bad-variable: the variable a contains more than a setting can take | Write a scalar, a map of scalars, or a list of these.",
    ],
  ],
  [
    "vars: { a: { b: { c: 1 } } }|leverage: 3",
    [
      "8:9 bad-variable: the variable a contains more than a setting can take | Write a scalar, a map of scalars, or a list of these.",
    ],
  ],
  ["vars: { a: '${b}', b: '${c}', c: 3 }|leverage: ${a}", []],
  ["vars: { a: [x, y] }|previousTitles: ${a}", []],
  [
    "vars: { a: [x, 5] }|previousTitles: ${a}",
    [
      "22:21 unquoted-text: item 2 of bots.x.previousTitles must be text, but without quotes 5 is a number; it contains variables | Put quotes around the variable's value where it is declared.",
    ],
  ],
  [
    "previousTitles: ['${z}']",
    ["21:22 undefined-variable: there is no variable z | Declare it under `vars`, or give it with --var z=…."],
  ],
  [
    "vars: { a: x }|previousTitles: [b, '${a}', 5]",
    [
      "22:33 unquoted-text: item 3 of bots.x.previousTitles must be text, but without quotes 5 is a number | Put quotes around it.",
    ],
  ],
  ["vars: { b: true }|enabled: ${b}", []],
  [
    "vars: { b: 'yes' }|enabled: ${b}",
    [
      '22:14 wrong-type: bots.x.enabled must be true or false, not text "yes"; it contains variables | Write true or false: here probably true.',
    ],
  ],
];

test.each(CASES)("%s", (lines, says) => {
  expect(said(diagnosticsOf(fleet(lines)))).toEqual(says);
});
