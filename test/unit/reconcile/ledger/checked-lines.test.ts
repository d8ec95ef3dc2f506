// Lines with a checksum: what was written is read back, and torn, damaged, foreign and newer lines are counted and left out.
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkedLine, readLines } from "../../../../src/reconcile/ledger/checked-lines.js";

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
