// Keys beside the bot that they belong to are one error, at the bot.
import { expect, it } from "vitest";
import { isBesideItsOwner, keysBeside, keysWithoutOwner } from "../../../../src/config/schema/not-indented.js";
import { ACCOUNT, diagnosticsOf, said } from "../fleet.js";

it("is one error, with the lines to indent", () => {
  const bots = "bots:\n  btc:\n  title: BTC\n  strategy: LONG\n  eth: { title: ETH, access: primary }\n";
  expect(said(diagnosticsOf(`${ACCOUNT}${bots}`)).filter((line) => !line.includes("warning"))).toEqual([
    "9:3 wrong-type: bots.btc is empty, and the keys below it stand beside it | Indent title and strategy by two more spaces.",
  ]);
});

it("says how many lines when they are many", () => {
  const text =
    "version: 1\naccounts:\n  main:\n  apiUrl: a\n  apiKey: b\n  apiSecret: c\n  accesses: { x: y }\nbots: {}\n";
  expect(said(diagnosticsOf(text)).filter((line) => !line.includes("warning"))).toEqual([
    "3:3 wrong-type: accounts.main is empty, and the keys below it stand beside it | Indent apiUrl and the 3 lines below it by two more spaces.",
  ]);
});

it("settings right below bots are one error, too", () => {
  const bots = "bots:\n  title: BTC\n  strategy: LONG\n";
  expect(said(diagnosticsOf(`${ACCOUNT}${bots}`)).filter((line) => !line.includes("warning"))).toEqual([
    "9:3 wrong-type: title stands right below bots: the name of a bot is missing above it | Write a name such as btc-dip: above it, and indent what is below.",
  ]);
});

it.each([
  [{ bots: { title: "A", leverage: 3, b: {} } }, ["bots", "title"], ["title", "leverage"]],
  [{ bots: { title: "A", leverage: 3 } }, ["bots", "leverage"], []],
  [{ bots: { a: {}, title: "A" } }, ["bots", "title"], []],
  // A bot may be called so.
  [{ bots: { title: { leverage: 3 } } }, ["bots", "title"], []],
  [{ vars: { title: "A" } }, ["vars", "title"], []],
  [{ bots: {} }, ["bots", "title"], []],
])("of %j, %j stand without a name: %j", (root, path, keys) => {
  expect(keysWithoutOwner(root, path)).toEqual(keys);
});

const root = {
  bots: { a: null, title: "A", leverage: 3, b: {}, strategy: "LONG", c: null, d: null },
  vars: { a: null, title: 1 },
};

it.each([
  [
    ["bots", "a"],
    ["title", "leverage"],
  ],
  [["bots", "b"], []],
  [["bots", "c"], []],
  [["bots", "d"], []],
  [["bots", "a", "title"], []],
  [["vars", "a"], []],
])("beside %j stand %j", (path, beside) => {
  expect(keysBeside(root, path)).toEqual(beside);
});

it.each([
  [["bots", "title"], true],
  [["bots", "leverage"], true],
  [["bots", "leverage", "x"], true],
  [["bots", "strategy"], false],
  [["bots", "a"], false],
  [["bots"], false],
  [["vars", "title"], false],
])("%j stands beside its owner: %j", (path, isBeside) => {
  expect(isBesideItsOwner(root, path)).toBe(isBeside);
});
