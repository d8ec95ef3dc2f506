// Which files are scenarios; no file with a section of a configuration is one, or its bots would go unread.
import { expect, it } from "vitest";
import { isScenario } from "../../../../src/config/scenarios/is-scenario.js";
import { fileSchema } from "../../../../src/config/schema/schema.js";

it.each([
  ["scenario: a fall\nbalance: 1\n", true],
  ["# yaml-language-server: x\n\n---\nscenario : a fall\n", true],
  ["scenario: a fall\n# bots: none\nonly: [a]\n  bots: 1\n", true],
  ["balance: 1\nscenario: a fall\n", false],
  ["  scenario: a fall\n", false],
  ["scenarios: a\n", false],
  ['scenario: x\n"bots": {}\n', false],
  ["scenario: x\n? bots\n: {}\n", false],
  ["", false],
])("%j: %s", (text, is) => expect(isScenario(text)).toBe(is));

it.each(Object.keys(fileSchema.shape))("a file with %s is read as a configuration", (section) => {
  expect(isScenario(`scenario: x\n${section}: {}\n`)).toBe(false);
});
