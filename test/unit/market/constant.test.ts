// Decimals of settings and rules, read once.
import { expect, it } from "vitest";
import { constant } from "../../../src/market/constant.js";

it("is the decimal of its text, the same one each time, and of each text its own", () => {
  expect([constant("0.0005").toFixed(), constant("1.50").toFixed(), constant("-3").toFixed()]).toEqual([
    ...["0.0005", "1.5", "-3"],
  ]);
  expect(constant("0.0005")).toBe(constant("0.0005"));
});

it("what isn't a number is refused each time", () => {
  for (let turn = 0; turn < 2; turn += 1) expect(() => constant("none")).toThrow("Invalid number");
});

it("forgets rather than grow without end, and reads the same again", () => {
  const first = constant("7.25");
  for (let each = 0; each < 10_000; each += 1) constant(`1.${each}`);
  expect(constant("7.25")).not.toBe(first);
  expect(constant("7.25").toFixed()).toBe("7.25");
});
