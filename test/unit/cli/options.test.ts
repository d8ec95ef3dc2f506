// What the values of options may be: each bound itself is taken, and the next value beyond it isn't.
import type { Option } from "commander";
import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { fileName, fileOrInput, from, natural, positive } from "../../../src/cli/option-values.js";
import { accounts, acting, botId, limits, requests } from "../../../src/cli/options.js";

const OPTIONS: readonly Option[] = [...requests(), ...limits(), ...acting(), ...accounts(), botId()];

function read(name: string, text: string): unknown {
  const option = OPTIONS.find(({ long }) => long === `--${name}`);
  if (option?.parseArg === undefined) throw new Error(`no option ${name}`);
  return option.parseArg(text, undefined);
}

describe("a value", () => {
  it.each([
    ["requests-per-second", "2", 2, "the least rate"],
    ["requests-per-second", "2.5", 2.5, "a rate may be a fraction"],
    ["requests-per-second", "999999.999999", 999_999.999_999, "the greatest"],
    ["concurrency", "1", 1, "one at a time"],
    ["max-changed-percent", "0", 0, "nothing may change"],
    ["max-changed-percent", "100", 100, "everything may"],
    ["max-turn-ons", "0", 0, "nothing may be turned on"],
    ["max-turn-ons", "999999", 999_999, "the greatest"],
    ["timeout", "1", 1, "the least wait"],
    ["timeout", "86400", 86_400, "a day"],
    ["bot-id", "1", 1, "the least id"],
  ])("--%s %s is taken: %j: %s", (name, text, expected, _because) => expect(read(name, text)).toBe(expected));

  it.each([
    ["requests-per-second", "1.999999", "too slow for a command and its look"],
    ["requests-per-second", "1", "the same"],
    ["requests-per-second", "1e3", "no plain number"],
    ["requests-per-second", "-2", "below zero"],
    ["concurrency", "0", "none at all"],
    ["concurrency", "1.5", "a half"],
    ["max-changed-percent", "101", "more than everything"],
    ["max-turn-ons", "1000000", "too many"],
    ["timeout", "0", "no time"],
    ["timeout", "86401", "more than a day"],
    ["bot-id", "0", "no id"],
    ["bot-id", "1234567890", "too long an id"],
  ])("--%s %s is refused: %s", (name, text, _because) => {
    expect(() => read(name, text)).toThrow(InvalidArgumentError);
  });
});

describe("accounts", () => {
  it("are given one by one, or separated by commas", () => {
    const option = accounts().find(({ long }) => long === "--account");
    expect(option?.parseArg?.("a, b", undefined)).toEqual(["a", "b"]);
    expect(option?.parseArg?.("c", ["a", "b"] as never)).toEqual(["a", "b", "c"]);
    expect(() => option?.parseArg?.("a,,b", undefined)).toThrow(InvalidArgumentError);
  });
});

it("whole numbers have nine digits at most", () => {
  expect([natural("0"), natural("999999999"), positive("1")]).toEqual([0, 999_999_999, 1]);
  for (const text of ["1000000000", "", "-1", "1.0", " 1"]) expect(() => natural(text)).toThrow(InvalidArgumentError);
  expect(() => positive("0")).toThrow(InvalidArgumentError);
  expect([from(2, 3)("2"), from(2, 3)("3")]).toEqual([2, 3]);
  for (const text of ["1", "4"]) expect(() => from(2, 3)(text)).toThrow(InvalidArgumentError);
});

it("a file's name that looks like an option was meant as one", () => {
  expect([fileName("a-b"), fileOrInput("-"), fileOrInput("a")]).toEqual(["a-b", "-", "a"]);
  expect(() => fileName("--out")).toThrow(InvalidArgumentError);
  expect(() => fileOrInput("--out")).toThrow(InvalidArgumentError);
});
