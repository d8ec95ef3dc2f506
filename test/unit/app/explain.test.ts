// What can be explained by name: fields, keys and codes, each with all that is known, and the nearest name for a slip.
import { describe, expect, it } from "vitest";
import { explainable, explained, INDEX } from "../../../src/app/explain.js";
import { refusal } from "./room.js";

describe("a name", () => {
  it.each([
    ["leverage", ["field leverage"]],
    ["undeclared", ["key undeclared", "word undeclared"]],
    ["Position at Most", ["word position at most"]],
    ["worst case", ["word position at most"]],
    ["margin", ["field marginMode", "word initial margin"]],
    ["tp", ["field percentTakeProfit"]],
    ["immediately", ["parameter immediately"]],
    ["policy/max-leverage", ["code policy/max-leverage"]],
    ["max-leverage", ["code policy/max-leverage"]],
  ])("%s is %j", (name, expected) => {
    expect(explained(name).map((one) => `${one.kind} ${one.name}`)).toEqual(expected);
  });

  it.each([
    ["stop-loss", expect.stringMatching(/^nothing to explain is called stop-loss\nA bot has no stop loss\. /)],
    ["leverge", "nothing to explain is called leverge\nDid you mean leverage?"],
    ["max-levarage", "nothing to explain is called max-levarage\nDid you mean max-leverage?"],
    ["zzzzzzzzzzzzzzzz", "nothing to explain is called zzzzzzzzzzzzzzzz\nRun botform explain to list everything."],
    ["z".repeat(120), `nothing to explain is called ${"z".repeat(100)}\nRun botform explain to list everything.`],
  ])("%s is refused: %s", async (name, message) => {
    expect(await refusal(() => explained(name))).toEqual([message, 3]);
  });

  it("is listed with what it is about", () => {
    const all = explainable();
    expect(all).toHaveLength(
      INDEX.fields.length + INDEX.keys.length + INDEX.parameters.length + INDEX.codes.length + INDEX.words.length,
    );
    for (const { value, about } of all) expect(about, value).not.toBe("");
  });
});

describe("a field", () => {
  const fact = (name: string) => {
    const [found] = explained(name);
    if (found?.kind !== "field") throw new Error(name);
    return [found.values, found.required, found.absent, found.off];
  };
  const LEFT = "not managed: botform neither compares nor changes it.";
  const NEW = " A new bot gets the service's default, which isn't documented.";

  it("says its values, and what its absence and null mean", () => {
    expect(["title", "strategy", "leverage", "volumeFirstOrder", "cycleLimitScale"].map(fact)).toMatchInlineSnapshot(`
      [
        [
          "text of at most 255 characters",
          true,
          "not managed: botform neither compares nor changes it.",
          "not allowed: it can't be switched off",
        ],
        [
          "LONG, SHORT",
          true,
          "not managed: botform neither compares nor changes it.",
          "not allowed: it can't be switched off",
        ],
        [
          "whole number above 0",
          true,
          "not managed: botform neither compares nor changes it.",
          "not allowed: it can't be switched off",
        ],
        [
          "number above 0",
          true,
          "not managed: botform neither compares nor changes it.",
          "not allowed: it can't be switched off",
        ],
        [
          "whole number above 0",
          false,
          "not managed: botform neither compares nor changes it. A new bot gets the service's default, which isn't documented.",
          "off: the parameter is left out, because no parameter carries its on/off flag",
        ],
      ]
    `);
    expect(fact("leverage")[2]).toBe(LEFT);
    expect(fact("cycleLimitScale")[2]).toBe(`${LEFT}${NEW}`);
  });
});
