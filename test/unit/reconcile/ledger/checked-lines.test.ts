// Lines with a checksum: what was written is read back, and torn, damaged, foreign and newer lines are counted and left out.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkedLine, readLines, stateOf } from "../../../../src/reconcile/ledger/checked-lines.js";

const NUMBER = z.object({ n: z.int() });
const ONE = checkedLine({ n: 1 });
const NONE = { entries: [], damaged: 0, torn: false, newer: false };

describe("checked lines", () => {
  it.each([
    ["one line", ONE, { ...NONE, entries: [{ n: 1 }] }],
    ["an empty text", "", { ...NONE, torn: false }],
    ["empty lines between", `\n${ONE}\n${ONE}`, { ...NONE, entries: [{ n: 1 }, { n: 1 }] }],
    ["a line without its end", ONE.slice(0, -1), { ...NONE, torn: true }],
    ["a changed digit", ONE.replace('"n":1', '"n":2'), { ...NONE, damaged: 1 }],
    ["another shape", checkedLine({ n: "1" }), { ...NONE, damaged: 1 }],
    ["a foreign line", "hello\n", { ...NONE, damaged: 1 }],
  ])("%s", (_what, text, reading) => {
    expect(readLines(text, NUMBER)).toEqual(reading);
  });
});

/** As a botform writes it whose format has that number. */
function lineOf(version: number, entry: string): string {
  const sum = createHash("sha256").update(`${version} ${entry}`).digest("hex").slice(0, 16);
  return `{"v":${version},"sum":"${sum}","entry":${entry}}`;
}

it.each([
  ["as it was written", ONE.trimEnd(), "whole"],
  ["as it was written, though no JSON", lineOf(1, "{"), "whole"],
  ["of a newer botform", lineOf(2, "{}"), "newer"],
  ["of a newer botform, changed since", lineOf(2, "{}").replace("{}", "[]"), "damaged"],
  ["changed since", ONE.trimEnd().replace('"n":1', '"n":2'), "damaged"],
  ["foreign", "hello", "damaged"],
])("a line %s: %s", (_what, line, state) => {
  expect(stateOf(line)).toBe(state);
});

it("a newer line stands beside the others", () => {
  expect(readLines(`${ONE}${lineOf(2, "{}")}\n`, NUMBER)).toEqual({ ...NONE, entries: [{ n: 1 }], newer: true });
});
