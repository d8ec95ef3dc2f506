// Places in a YAML text: where lines begin and end, what stands behind a key, and where a value's own content ends.

import { describe, expect, it } from "vitest";
import { isMap, isSeq } from "yaml";
import {
  behindColon,
  behindEntry,
  columnOf,
  contentEnd,
  extent,
  flowItems,
  isBlock,
  isBlockScalar,
  isUnwritten,
  lineEnd,
  lineStart,
  nameOf,
  nextLine,
  pairEnd,
  restOfLine,
  skipComments,
} from "../../../src/authoring/edit-place.js";
import { compose } from "../../../src/config/yaml/compose.js";

/** The pairs of a text's map. */
function pairsOf(text: string) {
  const { root } = compose(text);
  return isMap(root) ? root.items : [];
}

describe("a line", () => {
  const TEXT = "ab\ncd\r\n\nef";

  it.each([
    [0, 0, 2, 3, 0],
    [2, 0, 2, 3, 2],
    [3, 3, 5, 7, 0],
    [5, 3, 5, 7, 2],
    [7, 7, 7, 8, 0],
    [9, 8, 10, 10, 1],
    [10, 8, 10, 10, 2],
  ])("of the character %d begins at %d, ends at %d, and the next one begins at %d", (at, start, end, next, column) => {
    expect([lineStart(TEXT, at), lineEnd(TEXT, at), nextLine(TEXT, at), columnOf(TEXT, at)]).toEqual([
      start,
      end,
      next,
      column,
    ]);
  });
});

describe("behind a key", () => {
  it.each([
    ["a: 1", 2],
    ["a : 1", 3],
    ["a: &x 1", 5],
    ["a: &x !!str 1", 11],
    ["a: !!str &xy 1", 12],
    ["{ a }", undefined],
    ["? a\n: 1", undefined],
  ])("%j the value may begin at %s", (text, place) => expect(behindColon(text, pairsOf(text)[0]?.key)).toBe(place));

  it.each([
    ["a:", true],
    ["a: # c", true],
    ["a: ''", false],
    ["a: null", false],
    ["a: {}", false],
    ["a: |\n", false],
  ])("%j nothing is written: %s", (text, result) => {
    expect(isUnwritten(pairsOf(text)[0]?.value)).toBe(result);
  });

  it("a node that isn't there is unwritten, and stands at the start", () => {
    expect([isUnwritten(null), isUnwritten(undefined), extent(undefined), extent("text")]).toEqual([
      true,
      true,
      [0, 0],
      [0, 0],
    ]);
  });

  it.each([
    ["a: 1", "a"],
    ["12: 1", "12"],
    ["'a b': 1", "a b"],
    ["? a\n: 1", "a"],
  ])("%j has the name %s", (text, name) => expect(pairsOf(text).map(nameOf)).toEqual([name]));
});

describe("a value's own content", () => {
  it.each([
    ["a: 1 # c\nb: 2", "a: 1"],
    ["a:\nb: 2", "a:"],
    ["a: &x\nb: 2", "a: &x"],
    ["a: {} # c\nb: 2", "a: {}"],
    ["a: { b: 1 } # c\nb: 2", "a: { b: 1 }"],
    ["a:\n  x: 1\n  y: 2 # c\n\n# d\nb: 2", "a:\n  x: 1\n  y: 2"],
    ["a:\n  x:\n    y:\n# d\nb: 2", "a:\n  x:\n    y:"],
    ["a:\n  - 1\n  - 2 # c\nb: 2", "a:\n  - 1\n  - 2"],
    ["a:\n  - x: 1\n    y: [1] # c\nb: 2", "a:\n  - x: 1\n    y: [1]"],
    ["a: |\n  1\n  2\n\nb: 2", "a: |\n  1\n  2"],
    ["a: >- # c\n  1\n\nb: 2", "a: >- # c\n  1"],
    ["a: | # +\n  1\n\nb: 2", "a: | # +\n  1"],
    ["a: |+\n  1\n\nb: 2", "a: |+\n  1\n\n"],
    ["a: >+\n  1\n\nb: 2", "a: >+\n  1\n\n"],
    ["a: |\n  1+\n\nb: 2", "a: |\n  1+"],
    ["a: b\n  c\nd: 1", "a: b\n  c"],
  ])("of the first pair in %j ends after %j", (text, content) => {
    const [pair] = pairsOf(text);
    expect(text.slice(0, pair === undefined ? 0 : pairEnd(text, pair))).toBe(content);
    if (pair !== undefined && !isUnwritten(pair.value)) expect(contentEnd(text, pair.value)).toBe(content.length);
  });

  it.each([
    ["a: |\n  1", true, false],
    ["a: >\n  1", true, false],
    ["a: 'b'", false, false],
    ["a:\n  b: 1", false, true],
    ["a:\n  - 1", false, true],
    ["a: [1]", false, false],
    ["a: { b: 1 }", false, false],
  ])("%j is a block scalar: %s; a map or list in block style: %s", (text, scalar, block) => {
    const value = pairsOf(text)[0]?.value;
    expect([isBlockScalar(value), isBlock(value)]).toEqual([scalar, block]);
  });
});

describe("the rest of a line", () => {
  it.each([
    ["a: 1\nb", 4, 4],
    ["a: 1  \nb", 4, 6],
    ["a: 1\r\nb", 4, 4],
    ["a: 1 # c\nb", 4, 8],
    ["a: 1 # c\r\nb", 4, 8],
    ["a: 1, 2\n", 4, undefined],
    ["a: 1", 4, 4],
    ["a: 1 # c\n     # d\n     # e\n", 4, 26],
    ["a: 1 # c\n     # d\n    # e\n", 4, 17],
    ["a: 1 # c\n      # d\n", 4, 8],
    ["a: 1 # c\n     x\n", 4, 8],
    ["a: 1 # c\nb: 1 # d\n", 4, 8],
    ["# c\n# d\n", 0, 3],
    ["a: 1 # c\n\n     # d\n", 4, 8],
    ["a: 1 # c", 4, 8],
  ])("of %j from %d ends at %s", (text, from, end) => expect(restOfLine(text, from)).toBe(end));

  it.each([
    ["a: 1\nb", 4, 5],
    ["a: 1 # c\nb", 4, 9],
    ["a: |\n  1\nb", 9, 9],
    ["a: 1, 2\n", 4, undefined],
    ["a: 1", 4, 4],
  ])("the entry of %j that ends at %d is behind at %s", (text, at, end) => expect(behindEntry(text, at)).toBe(end));

  it.each([
    ["a  b", 1, 3],
    ["a # c\n # d\n  b", 1, 13],
    ["ab", 1, 1],
    ["a # c", 1, 5],
    ["a#c", 1, 1],
  ])("after space and comments of %j from %d the next is at %d", (text, from, at) => {
    expect(skipComments(text, from)).toBe(at);
  });
});

describe("the items of braces and brackets", () => {
  it.each([
    [
      "a: [x, y]",
      [
        ["x", true],
        ["y", false],
      ],
    ],
    [
      "a: [ x , y, ]",
      [
        ["x", true],
        ["y", true],
      ],
    ],
    [
      "a: [&k x, !!str y]",
      [
        ["&k x", true],
        ["!!str y", false],
      ],
    ],
    [
      "a: { b: 1, c:, d }",
      [
        ["b: 1", true],
        ["c:", true],
        ["d", false],
      ],
    ],
    [
      "a: [ # c\n  x, # d\n  y # e\n]",
      [
        ["x", true],
        ["y", false],
      ],
    ],
    ["a: []", []],
  ])("%j", (text, items) => {
    const value = pairsOf(text)[0]?.value;
    const found = isMap(value) || isSeq(value) ? flowItems(text, value) : [];
    expect(found.map(({ start, end, comma }) => [text.slice(start, end), comma !== undefined])).toEqual(items);
    for (const { comma } of found) if (comma !== undefined) expect(text[comma]).toBe(",");
  });
});
