// Order that is the same on every machine, and groups in the order of their coming.
import { describe, expect, it } from "vitest";
import { byText, groupBy } from "../../../src/model/order.js";

describe("texts", () => {
  it.each([
    ["a", "a", 0],
    ["a", "b", -1],
    ["b", "a", 1],
    ["", "a", -1],
    ["Z", "a", -1],
    ["ä", "z", 1],
    ["a10", "a9", -1],
  ])("%j beside %j: %i", (left, right, order) => expect(byText(left, right)).toBe(order));

  it("are sorted by their code units", () => {
    expect(["b", "a", "B", "á", "a"].sort(byText)).toEqual(["B", "a", "a", "b", "á"]);
  });
});

it("groups hold keys and members in the order of their coming", () => {
  expect([...groupBy(["b1", "a1", "b2", "c1", "a2"], (text) => text.slice(0, 1))]).toEqual([
    ["b", ["b1", "b2"]],
    ["a", ["a1", "a2"]],
    ["c", ["c1"]],
  ]);
});
