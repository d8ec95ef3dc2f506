// Edits by where they point: paths that lead nowhere, anchors that others use, and by how much a new map is indented.
import { describe, expect, it } from "vitest";
import type { Edit } from "../../../src/authoring/edit.js";
import { edited, remove, set } from "./edits.js";

describe("an anchor whose value changes", () => {
  it.each<[string, string, Edit[], string]>([
    [
      "is handed on to the second place",
      "a: &x [1, 2]\nb: *x\nc: *x\n",
      [remove("a/0")],
      "a: [2]\nb: &x [1, 2]\nc: *x\n",
    ],
    [
      "is another one if its name only begins alike",
      "a: &x1 1\nb: &x 2\nc: *x1\nd: *x\n",
      [set("a", 3)],
      "a: 3\nb: &x 2\nc: &x1 1\nd: *x\n",
    ],
    [
      "stays where its text would need quotes in the other place",
      "a: &x b, c\nd: [*x]\n",
      [set("a", 1)],
      "problem: other places use the value through its anchor (&x) and would change, too",
    ],
    [
      "stays where it marks a map",
      "a: &x\n  b: 1\nc: *x\n",
      [remove("a")],
      "problem: other places use the value through its anchor (&x) and would change, too",
    ],
    ["is handed on in braces", "a: { b: &x 1, c: *x }\n", [set("a/b", 2)], "a: { b: 2, c: &x 1 }\n"],
    [
      "stays where it marks nothing",
      "a: &x\nb: *x\n",
      [set("a", 1)],
      "problem: other places use the value through its anchor (&x) and would change, too",
    ],
    [
      "stays where it marks two lines",
      "a: &x 'p\n  q'\nb: *x\n",
      [set("a", 1)],
      "problem: other places use the value through its anchor (&x) and would change, too",
    ],
  ])("%s: %j", (_because, text, edits, result) => expect(edited(text, edits)).toBe(result));
});

describe("a new map is indented by", () => {
  it.each<[string, string, Edit[], string]>([
    ["four columns, as the first map has it", "x:\n    y: 1\n", [set("z/w", 1)], "x:\n    y: 1\nz:\n    w: 1\n"],
    ["two where there is no map", "x:\n- y\n", [set("z/w", 1)], "x:\n- y\nz:\n  w: 1\n"],
    [
      "as the first map on lines has it",
      "v: 1\nu: { a: 1 }\nx:\n   y: 1\n",
      [set("z/w", 1)],
      "v: 1\nu: { a: 1 }\nx:\n   y: 1\nz:\n   w: 1\n",
    ],
  ])("%s: %j", (_because, text, edits, result) => expect(edited(text, edits)).toBe(result));
});

describe("a path", () => {
  it.each<[string, Edit[], string]>([
    ["a: [1]\n", [set("a/2", 1)], "problem: the list has no item 2"],
    ["a: [1]\n", [{ path: ["a", -1], value: 1 }], "problem: the list has no item -1"],
    ["a: [1]\n", [{ path: ["a", 0.5], value: 1 }], "problem: the list has no item 0.5"],
    ["a: [1]\n", [set("a/x", 1)], 'problem: the list has no item "x"'],
    ["a: [1]\n", [set("a/x/y", 1)], 'problem: the list has no item "x"'],
    ["a: [1]\n", [remove("a/x")], 'problem: the list has no item "x"'],
    ["a: [1]\n", [remove("a/1")], "a: [1]\n"],
    ["a: 1\n", [set("a/b/c", 1)], 'problem: "a" has a value that isn\'t a map'],
    ["a: 1\n", [remove("a/b/c")], "a: 1\n"],
    ["a: 1\n", [{ path: [], value: { b: 2 } }], "b: 2\n"],
    ["a: 1\n", [{ path: [], value: [1] }], "problem: a file must be a map of keys"],
    ["a: 1\n", [{ path: [], value: undefined }], "problem: a file must be a map of keys"],
    ["a: 1\n", [set("a", -0)], "a: 0\n"],
    ["a: 1\n", [set("constructor/x", 1)], "problem: the key constructor is refused"],
    ["a: 1\n", [set("toString/x", 1)], "a: 1\ntoString:\n  x: 1\n"],
    ["a:\n  - 1\n", [set("a/1/b", 2)], "a:\n  - 1\n  - { b: 2 }\n"],
  ])("in %j: %j", (text, edits, result) => expect(edited(text, edits)).toBe(result));
});
