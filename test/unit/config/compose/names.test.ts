// Names of one part of the configuration in another: what isn't there, what contradicts itself, and what a bad value silences.
import { describe, expect, it } from "vitest";
import { errorsOf, load, withAccount } from "../fleet.js";

const codes = (text: string) => errorsOf(withAccount(text)).map((line) => line.split(" ")[0]);
const MANY = '"x-${i}": { forEach: { i: [a] }, title: "X ${i}", ';

describe("accounts that a layer names", () => {
  it.each([
    ["bots: { x: { title: X, only: [main] } }", [], "the account is there"],
    ["bots: { x: { title: X, only: [main, mian] } }", ["unknown-account"], "only names one that isn't"],
    ["bots: { x: { title: X, except: [mian] } }", ["unknown-account"], "except does"],
    ["bots: { x: { title: X, only: [mian, nope] } }", ["unknown-account", "unknown-account"], "each is said"],
    [
      "templates: { t: { except: [mian] } }\nbots: { x: { title: X } }",
      ["unknown-account"],
      "a template that nobody extends does",
    ],
  ])("%j: %j, %s", (text, expected, _because) => {
    expect(codes(text)).toEqual(expected);
  });

  it("aren't missed where the account stands there and can't be used", () => {
    const bots = "bots: { x: { title: X, only: [copy, mian] } }";
    const found = (account: string) =>
      errorsOf(withAccount(bots).replace("accounts:", `accounts:\n  copy: ${account}`));
    expect(found("5").map((line) => line.split(" ")[0])).toEqual(["wrong-type", "unknown-account"]);
  });

  it("are suggested where they are nearly right", () => {
    const { diagnostics } = load(withAccount("bots: { x: { title: X, only: [maim] } }"));
    expect(diagnostics.find(({ code }) => code === "config/unknown-account")).toMatchObject({
      summary: "there is no account maim",
      remedy: "Did you mean main?",
    });
  });
});

describe("what contradicts itself", () => {
  it.each([
    ["bots: { x: { title: X, unmanaged: [leverage] } }", [], "a field is only let go"],
    ["bots: { x: { title: X, leverage: 3, unmanaged: [leverage] } }", ["contradiction"], "it is stated beside that"],
    [
      'vars: { l: 3 }\nbots: { x: { title: X, leverage: "${l}", unmanaged: [leverage] } }',
      ["contradiction"],
      "by a variable, too",
    ],
    ["defaults: { leverage: 3 }\nbots: { x: { title: X, unmanaged: [leverage] } }", [], "another layer states it"],
    [`bots: { ${MANY}exceptions: { x-a: { leverage: 3 } } } }`, [], "exceptions of a forEach"],
    ["bots: { x: { title: X, exceptions: { x: { leverage: 3 } } } }", ["contradiction"], "exceptions without one"],
    [
      'vars: { l: [a] }\nbots: { "x-${i}": { forEach: { i: "${l}" }, title: "X ${i}", exceptions: { x-a: { leverage: 3 } } } }',
      [],
      "exceptions of a forEach that a variable holds",
    ],
    [
      'bots: { "x-${i}": { forEach: 5, title: "X ${i}", exceptions: { x-a: { leverage: 3 } } } }',
      ["wrong-type"],
      "a forEach that can't be used has an error of its own, and only that",
    ],
  ])("%j: %j, %s", (text, expected, _because) => {
    expect(codes(text)).toEqual(expected);
  });
});
