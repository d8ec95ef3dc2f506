// The shared part of an edit: which items of two lists belong together, splices made at once, and a text in its parts.
import { describe, expect, it } from "vitest";
import { commentTexts, lineEndOf, pairUp, partsOf, Refusal, spliced, Work } from "../../../src/authoring/edit-work.js";

describe("two lists", () => {
  it.each<[string, string, object, string]>([
    ["abc", "abc", { at: 3, gone: 0, added: 0 }, "the same"],
    ["abc", "axc", { at: 2, gone: 0, added: 0 }, "an item changes its value"],
    ["ac", "abc", { at: 1, gone: 0, added: 1 }, "an item is put in"],
    ["abc", "ac", { at: 1, gone: 1, added: 0 }, "an item is taken away"],
    ["abc", "bc", { at: 0, gone: 1, added: 0 }, "the first one"],
    ["abc", "ab", { at: 2, gone: 1, added: 0 }, "the last one"],
    ["ab", "abc", { at: 2, gone: 0, added: 1 }, "one more at the end"],
    ["aa", "aaa", { at: 2, gone: 0, added: 1 }, "one more of the same"],
    ["abcd", "xd", { at: 1, gone: 2, added: 0 }, "one changes, and two go"],
    ["abcde", "abxxde", { at: 3, gone: 0, added: 1 }, "what is alike at either end stays"],
    ["", "ab", { at: 0, gone: 0, added: 2 }, "all are new"],
    ["ab", "", { at: 0, gone: 2, added: 0 }, "all go"],
  ])("%s and %s: %j: %s", (before, after, result, _because) => {
    expect(pairUp([...before], [...after])).toEqual(result);
  });
});

describe("splices", () => {
  it.each<[string, string, readonly (readonly [number, number, string])[], string | undefined]>([
    [
      "replace and put in",
      "abcdef",
      [
        [4, 5, "X"],
        [1, 1, "Y"],
      ],
      "aYbcdXf",
    ],
    [
      "at one place come in the order given",
      "ab",
      [
        [1, 1, "X"],
        [1, 1, "Y"],
        [1, 1, "Z"],
      ],
      "aXYZb",
    ],
    [
      "put in come before what is taken there",
      "abc",
      [
        [1, 2, ""],
        [1, 1, "X"],
      ],
      "aXc",
    ],
    [
      "may take the same place away",
      "abcd",
      [
        [1, 3, ""],
        [2, 4, ""],
      ],
      "a",
    ],
    [
      "may take a part of what is taken",
      "abcd",
      [
        [0, 4, ""],
        [1, 2, ""],
      ],
      "",
    ],
    [
      "may not write into what another takes away",
      "abcd",
      [
        [1, 3, ""],
        [2, 2, "X"],
      ],
      undefined,
    ],
    [
      "may write where another ends",
      "abcd",
      [
        [1, 3, ""],
        [3, 3, "X"],
      ],
      "aXd",
    ],
    ["may take a comment away", "a: 1 # c\nb: 2 # d\n", [[4, 8, ""]], "a: 1\nb: 2 # d\n"],
    ["may not turn text into a comment", "a: 1\n", [[3, 3, "# "]], undefined],
    ["may not swallow a comment", "a: 1 # c\n", [[4, 5, "x"]], undefined],
    ["may leave a comment at their very end", "a: 1 # c\n", [[3, 5, "2 "]], "a: 2 # c\n"],
    ["may not lose a line's end before a comment", "a:\n# c\nb: 1\n", [[2, 3, ""]], undefined],
    [
      "leave a line of a block scalar that looks like a comment",
      "a: |\n  # x\nb: 1\n",
      [[14, 15, "2"]],
      "a: |\n  # x\nb: 2\n",
    ],
  ])("%s", (_because, text, splices, result) => {
    expect(
      spliced(
        text,
        splices.map(([start, end, put]) => ({ start, end, text: put })),
      ),
    ).toBe(result);
  });
});

describe("a text in its parts", () => {
  it("has the place and the kind of each, and nothing but the text", () => {
    const text = "a: 1 # c\nb: |\n  # x\n";
    const parts = partsOf(text);
    expect(parts.map(({ text: part }) => part).join("")).toBe(text);
    for (const { start, text: part } of parts) expect(text.startsWith(part, start)).toBe(true);
    expect(parts.map(({ start, text: part, kind }) => [start, part, kind])).toEqual([
      [0, "a", "content"],
      [1, ":", "content"],
      [2, " ", "space"],
      [3, "1", "content"],
      [4, " ", "space"],
      [5, "# c", "comment"],
      [8, "\n", "newline"],
      [9, "b", "content"],
      [10, ":", "content"],
      [11, " ", "space"],
      [12, "|", "content"],
      [13, "\n", "newline"],
      [14, "  # x\n", "content"],
    ]);
  });

  it.each([
    ["a: 1 # c  \n# d\n", ["# c", "# d"]],
    ["a: '# c' # d", ["# d"]],
    ["a: |\n  # no\n# yes\n", ["# yes"]],
    ["a: b#c\n", []],
  ])("%j has the comments %j", (text, comments) => expect(commentTexts(text)).toEqual(comments));

  it.each([
    ["a\r\nb\n", "\r\n"],
    ["a\nb\r\n", "\n"],
    ["a", "\n"],
  ])("%j ends its lines with %j", (text, end) => expect(lineEndOf(text)).toBe(end));
});

describe("lines that are put behind what ends somewhere", () => {
  const put = (text: string, end: number | undefined, ...lines: string[]) => {
    const work = new Work(text, 2);
    work.putLines(end, lines);
    return spliced(text, work.splices);
  };

  it.each([
    ["a: 1\nb: 2\n", 4, "a: 1\nx\ny\nb: 2\n", "the end of a value"],
    ["a: 1 # c\nb: 2\n", 4, "a: 1 # c\nx\ny\nb: 2\n", "before a comment"],
    ["a: |\n  1\nb: 2\n", 9, "a: |\n  1\nx\ny\nb: 2\n", "the start of a line"],
    ["a: 1\r\nb: 2\r\n", 4, "a: 1\r\nx\r\ny\r\nb: 2\r\n", "with the text's own line end"],
    ["a: 1", 4, "a: 1\nx\ny", "the end of the text"],
  ])("%j at %d: %j: %s", (text, end, result) => expect(put(text, end, "x", "y")).toBe(result));

  it.each([
    ["a: [1, 2]\n", 5],
    ["a: 1\n", undefined],
  ])("are refused in %j at %s, where something else follows", (text, end) => {
    expect(() => put(text, end, "x")).toThrow(
      new Refusal("there is something else on the line after which it belongs"),
    );
  });

  it("end with the text's own line end, and a replacement takes what it replaces", () => {
    const work = new Work("a\r\n", 4);
    expect([work.ended(["x", "y"]), work.ended([]), work.step, work.lineEnd]).toEqual(["x\r\ny\r\n", "", 4, "\r\n"]);
    work.replace([0, 1]);
    work.replace([0, 1], "b");
    expect(work.splices).toEqual([
      { start: 0, end: 1, text: "" },
      { start: 0, end: 1, text: "b" },
    ]);
  });
});
