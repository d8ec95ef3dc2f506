// What an edit takes away: whole lines in block style, items with their commas in braces and brackets, and no comment beside them.
import { expect, it } from "vitest";
import type { Edit } from "../../../src/authoring/edit.js";
import { edited, remove, set } from "./edits.js";

it.each<[string, string, Edit[], string]>([
  ["keys in braces, apart", "a: { b: 1, c: 2, d: 3, e: 4 }\n", [remove("a/b"), remove("a/d")], "a: { c: 2, e: 4 }\n"],
  ["the last two keys in braces", "a: { b: 1, c: 2, d: 3 }\n", [remove("a/c"), remove("a/d")], "a: { b: 1 }\n"],
  [
    "an item between comments",
    "a: [\n  x, # c\n  y, # d\n  z # e\n]\n",
    [set("a", ["x", "z"])],
    "a: [\n  x, # c\n   # d\n  z # e\n]\n",
  ],
  ["the last item before a comment", "a: [\n  x, # c\n  y # d\n]\n", [set("a", ["x"])], "a: [\n  x, # c\n   # d\n]\n"],
  ["a line in brackets", "a: [\n  x,\n  y # d\n]\n", [set("a", ["y"])], "a: [\n  y # d\n]\n"],
  ["one of two on a line", "a: [\n  x, y,\n  z\n]\n", [set("a", ["x", "z"])], "a: [\n  x, \n  z\n]\n"],
  ["every item, but not its comment", "a: [\n  x # c\n]\n", [set("a", [])], "a: [\n   # c\n]\n"],
  ["an item with an anchor", "a:\n  - &x 1\n  - 2\nb: *x\n", [remove("a/0")], "a:\n  - 2\nb: &x 1\n"],
  ["items with tags", "a:\n  -   !!str 1\n  - 2\n", [remove("a/0")], "a:\n  - 2\n"],
  [
    "the first item of a list in a list",
    "a:\n  - - 1\n    - 2\n",
    [remove("a/0/0")],
    "problem: an item of a list inside a list can't be removed without rewriting the text around it",
  ],
  ["the second item of a list in a list", "a:\n  - - 1\n    - 2\n", [remove("a/0/1")], "a:\n  - - 1\n"],
  ["an item between others", "a:\n  - 1\n  - 2 # c\n  - 3\n", [set("a", [1, 3])], "a:\n  - 1\n  - 3\n"],
  [
    "an item beside one that changes",
    "a:\n  - b: 1\n  - c: 2\n  - d: 3\n",
    [set("a", [{ b: 9 }, { d: 3 }])],
    "a:\n  - b: 9\n  - d: 3\n",
  ],
  [
    "a key of an item beside one that goes",
    "a:\n  - b: 1\n    x: 1\n  - c: 2\n  - d: 3\n    y: 1\n",
    [set("a", [{ b: 1 }, { d: 3, y: 1 }])],
    "a:\n  - b: 1\n  - d: 3\n    y: 1\n",
  ],
  ["a key beside two dashes", "a:\n  - - b: 1\n      c: 2\n", [remove("a/0/0/b")], "a:\n  - - c: 2\n"],
  ["the only key", "a: 1", [remove("a")], "{}\n"],
  ["the last key, whose line has no end, after CRLF", "a: 1\r\nb: 2", [remove("b")], "a: 1"],
  ["a key behind the marker of a document", "--- \na: 1\nb: 2\n", [remove("a")], "--- \nb: 2\n"],
  ["a block scalar", "a: |\n  x\n  y\n\nb: 1\n", [remove("a")], "\nb: 1\n"],
  ["a key beside an empty map", "a: {}\nb: 1\n", [remove("b")], "a: {}\n"],
  [
    "an explicit key",
    "? a\n: 1\n? b\n: 2\n",
    [remove("b")],
    "problem: a key that isn't at the start of its line can't be removed without rewriting the text around it",
  ],
  ["every item of a list", "a:\n  b:\n    - 1\n  c: 1\n", [set("a/b", [])], "a:\n  b: []\n  c: 1\n"],
])("%s: %j", (_because, text, edits, result) => expect(edited(text, edits)).toBe(result));
