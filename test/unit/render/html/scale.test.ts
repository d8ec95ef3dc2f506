// Where figures and their names stand in a picture: between two ends, and never on top of each other.
import { describe, expect, it } from "vitest";
import { apart, extent, pixel, scaleOf, spread } from "../../../../src/render/html/scale.js";

const labels = (...ys: number[]) => ys.map((y) => ({ y, text: String(y), kind: "k" }));
const ysOf = (found: readonly { readonly y: number }[]) => found.map(({ y }) => y);

describe("a scale", () => {
  it.each([
    [["0", "10"], "0", 100, "the least at one end"],
    [["0", "10"], "10", 0, "the greatest at the other"],
    [["0", "10"], "2.5", 75, "what is between in proportion"],
    [["-5", "5", "0"], "0", 50, "from less than nothing, too"],
    [["7"], "7", 50, "a single value in the middle"],
    [["7", "7"], "7", 50, "as do two that are the same"],
    [[], "1", 50, "and none"],
  ])("of %j has %s at %d: %s", (values, value, expected, _because) => {
    expect(scaleOf(values, 100, 0)(value)).toBe(expected);
  });

  it("knows its ends", () => {
    const { least, most } = extent(["3", "-1", "2"]);
    expect([least.toFixed(), most.toFixed()]).toEqual(["-1", "3"]);
  });

  it.each([
    [1.04, 1],
    [1.05, 1.1],
    [-1.04, -1],
  ])("rounds %d to %d", (value, expected) => expect(pixel(value)).toBe(expected));
});

describe("labels", () => {
  it.each([
    [[0, 20, 40], [0, 20, 40], "stay where they have room"],
    [[20, 20], [20, 30], "move down where they meet"],
    [[20, 29.9], [20, 30], "or nearly meet"],
    [[20, 30], [20, 30], "and stay at exactly the gap"],
    [[95, 95], [90, 100], "and up where there is no more room"],
    [[-5], [0], "not above the top"],
    [[40, 0], [0, 40], "from the top down"],
  ])("at %j stand at %j: they %s", (ys, expected, _because) => {
    expect(ysOf(spread(labels(...ys), 10, 0, 100))).toEqual(expected);
  });

  it.each([
    [[50, 60], [50, 60], "at exactly the gap both are kept"],
    [[50, 59.9], [50], "nearer the less important one is left out"],
    [[50, 40, 60, 45], [50, 40, 60], "on either side"],
    [[], [], "none"],
  ])("of %j are kept %j: %s", (ys, expected, _because) => {
    expect(ysOf(apart(labels(...ys), 10))).toEqual(expected);
  });
});
