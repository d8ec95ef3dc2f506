// The reader of webhook bodies: how deep it goes, what it calls wrong, and where.
import { describe, expect, it } from "vitest";
import { readMessage } from "../../../src/webhook/json.js";

/** One value inside this many lists or maps. */
const lists = (levels: number) => `${"[".repeat(levels)}1${"]".repeat(levels)}`;
const maps = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

describe("a body", () => {
  it.each([
    { of: "lists", nested: lists },
    { of: "maps", nested: maps },
  ])("has up to 16 levels of $of, and not one more", ({ nested }) => {
    expect(readMessage(nested(16))).toHaveProperty("node");
    expect(readMessage(nested(17))).toEqual({
      offset: nested(17).indexOf("1"),
      wanted: "no more than 16 levels",
    });
  });

  it.each([
    { text: "", offset: 0, wanted: "a value" },
    { text: "'a'", offset: 0, wanted: 'double quotes (")' },
    { text: "{a:1}", offset: 1, wanted: "a key in double quotes" },
    { text: '{"a":1,}', offset: 7, wanted: "no comma before }" },
    { text: '{"a" 1}', offset: 5, wanted: ":" },
    { text: '{"a":1 "b":2}', offset: 7, wanted: ", or }" },
    { text: "[1 2]", offset: 3, wanted: ", or ]" },
    { text: '["a\n"]', offset: 1, wanted: "closing quotes on the same line" },
    { text: '["a', offset: 1, wanted: "closing quotes on the same line" },
    { text: '["a\t"]', offset: 3, wanted: "no control character within text" },
    { text: '["\\x"]', offset: 2, wanted: "a valid JSON escape" },
  ])("is wrong at the place of the mistake: $text", ({ text, offset, wanted }) => {
    expect(readMessage(text)).toEqual({ offset, wanted });
  });

  it.each([
    { text: " 1 ", node: { kind: "number", written: "1", start: 1 }, rest: undefined },
    { text: "-0.5e3", node: { kind: "number", written: "-0.5e3", start: 0 }, rest: undefined },
    { text: "true", node: { kind: "boolean", value: true, start: 0 }, rest: undefined },
    { text: "false", node: { kind: "boolean", value: false, start: 0 }, rest: undefined },
    { text: "null", node: { kind: "null", value: null, start: 0 }, rest: undefined },
    { text: "{{close}}", node: { kind: "bare", name: "close", start: 0 }, rest: undefined },
    { text: '"\\u0041\\n{{a"b}}"', node: { kind: "text", value: 'A\n{{a"b}}', start: 0 }, rest: undefined },
    { text: "{ }", node: { kind: "map", members: [], start: 0 }, rest: undefined },
    { text: "[ ] 2", node: { kind: "list", items: [], start: 0 }, rest: 4 },
    { text: "01", node: { kind: "number", written: "0", start: 0 }, rest: 1 },
  ])("is read with the place of each part: $text", ({ text, node, rest }) => {
    expect(readMessage(text)).toEqual({ node, rest });
  });
});
