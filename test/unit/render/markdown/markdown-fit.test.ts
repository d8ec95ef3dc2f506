// What of a comment's details fits: to the last character, the least important left out first, and each loss named.
import { describe, expect, it } from "vitest";
import { fitted, type Section } from "../../../../src/render/markdown/markdown-fit.js";

/** Items of ten characters each, the line feed between them included. */
const section = (title: string, count: number, rank: number): Section => ({
  ...{ title, noun: "bot", gap: "\n", rank },
  items: Array.from({ length: count }, () => () => "123456789"),
});
/** What a part of this title costs beside its items. */
const frame = (title: string) => 140 + 2 * title.length;
const kept = (text: string) => (text.match(/123456789/g) ?? []).length;

describe("one part", () => {
  it.each([
    [frame("A") + 30, 3, [], "all of it fits to the last character"],
    [frame("A") + 29, 2, ["1 of 3 bots in “A”"], "one character less, and one item is left out"],
    [frame("A") + 10, 1, ["2 of 3 bots in “A”"], "one item fits"],
    [frame("A") + 9, 0, ["all of “A”"], "none does"],
    [0, 0, ["all of “A”"], "there is no room at all"],
  ])("in %d characters keeps %d items and loses %j: %s", (room, count, leftOut, _because) => {
    const found = fitted([section("A", 3, 1)], room);
    expect([kept(found.text), found.leftOut]).toEqual([count, leftOut]);
  });

  it("stands folded under its title, and nothing stands where it keeps nothing", () => {
    expect(fitted([section("A", 1, 1)], 1_000).text).toBe(
      "<details>\n<summary>A</summary>\n\n123456789\n\n</details>\n",
    );
    expect(fitted([section("A", 1, 1)], 0).text).toBe("");
    expect(fitted([section("A", 0, 1)], 1_000)).toEqual({ text: "", leftOut: [] });
  });
});

describe("several parts", () => {
  const room = (characters: number) => frame("A") + frame("B") + characters;
  it.each([
    [room(60), 3, 3, "both fit"],
    [room(40), 3, 1, "half of it to the first, half of the rest to the second, what is over to the first"],
    [room(30), 2, 1, "the second one isn't left without anything"],
  ])("in %d characters keep %d and %d items: %s", (characters, first, second, _because) => {
    const { text } = fitted([section("B", 3, 2), section("A", 3, 1)], characters);
    const [b = "", a = ""] = text.includes("<summary>B") ? text.split("<summary>A") : ["", text];
    expect([kept(a), kept(b)]).toEqual([first, second]);
  });

  it("stand in the order given, whatever their ranks", () => {
    const { text } = fitted([section("B", 1, 2), section("A", 1, 1)], 1_000);
    expect(text.indexOf("<summary>B")).toBeLessThan(text.indexOf("<summary>A"));
  });
});
