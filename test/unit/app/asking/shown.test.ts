// What is told of a service by what it shows anyhow, each reading by itself; asking it, whole, is in check.test.ts.
import { describe, expect, it } from "vitest";
import { type Reading, seenIn } from "../../../../src/app/asking/shown.js";
import { counted } from "../../../../src/model/text/counted.js";

const NOTHING: Reading = { envelopes: [], lists: [], details: [], running: [], histories: [], account: {} };
const extra = (bots: number) => ({
  name: "extraFields",
  value: "none",
  detail: `none, in ${counted(bots, "reading")} of bots`,
});

it("nothing is told where nothing was read", () => expect(seenIn(NOTHING)).toEqual([]));

describe("of the words for a bot's status", () => {
  const off = (value: string, detail: string) => ({ name: "statusOff", value, detail });
  const on = (value: string, detail: string) => ({ name: "statusOn", value, detail });
  it.each([
    [
      ["DISABLED", "ENABLED"],
      [off("DISABLED", "the only word seen, of 2 readings"), on("ENABLED", "the only word seen, of 2 readings")],
    ],
    [[0], [off("0", "the only word seen, of 1 reading")]],
    [["0"], [off("0", "the only word seen, of 1 reading")]],
    [["0", "DISABLED", 0], [off("0", "beside DISABLED, 0, of 3 readings")]],
    [["WAITING", 4, "WAITING"], [on("WAITING", "beside 4, of 3 readings")]],
    [["", "disabled"], [on("", "beside disabled, of 2 readings")]],
  ])("%j: %j", (words, told) => {
    const details = words.map((status) => ({ status }));
    expect(seenIn({ ...NOTHING, details })).toEqual([...told, extra(words.length)]);
  });
});

describe("of fields that nobody knows", () => {
  const told = (value: string, detail: string) => [{ name: "extraFields", value, detail }];
  it.each<[Partial<Reading>, readonly object[]]>([
    [{ lists: [[{ id: 1, isArchived: false }]] }, told("some", "isArchived")],
    [{ details: [{ id: 1, tags: [] }] }, told("some", "tags")],
    [{ lists: [[{ id: 1, settings: { stop_loss: "0" } }]] }, told("some", "stop_loss")],
    [{ lists: [[{ id: 1 }]], envelopes: [{ data: [], took: 3 }] }, told("some", "took")],
    [
      { lists: [[{ a: 1 }], [{ b: 1 }]], details: [{ a: 1, settings: { c: 1 } }], envelopes: [{ d: 1 }] },
      told("some", "d, a, b, c"),
    ],
    [
      { lists: [[{ id: 1 }, { id: 2 }], [{ id: 3 }]], details: [{ id: 1 }] },
      told("none", "none, in 4 readings of bots"),
    ],
    [{ envelopes: [{ took: 3 }] }, []],
  ])("%j: %j", (part, expected) => {
    expect(seenIn({ ...NOTHING, ...part }).filter(({ name }) => name === "extraFields")).toEqual(expected);
  });
});

describe("of the order of lists", () => {
  const told = (value: string, bots: number) => ({ name: "listOrder", value, detail: `by id, of ${bots} bots` });
  it.each([
    [[[1, 2, 5]], [told("ascending", 3)]],
    [
      [
        [5, 2],
        [9, 8, 1],
      ],
      [told("descending", 5)],
    ],
    [
      [
        [1, 2],
        [2, 1],
      ],
      [told("neither", 4)],
    ],
    [[[1, 1]], [told("neither", 2)]],
    [[[2, 1], [7]], [told("descending", 2)]],
    [[[7], []], []],
  ])("%j: %j", (lists, expected) => {
    const reading = { ...NOTHING, lists: lists.map((ids) => ids.map((id) => ({ id }))) };
    expect(seenIn(reading).filter(({ name }) => name === "listOrder")).toEqual(expected);
  });
});

describe("of the deals' histories", () => {
  const told = (value: string, deals: number) => [
    { name: "historyOrder", value, detail: `by their ends, of ${deals} deals` },
  ];
  it.each<[readonly (readonly string[])[], readonly object[]]>([
    [[["a", "b", "b"]], told("asc", 3)],
    [
      [
        ["c", "b"],
        ["b", "b", "a"],
      ],
      told("desc", 2),
    ],
    [
      [
        ["a", "b"],
        ["b", "a"],
      ],
      [],
    ],
    [[["a", "c", "b"]], []],
    [
      [
        ["a", "a"],
        ["b", "a", "a"],
      ],
      told("desc", 3),
    ],
    [[["a", "a"], ["a"], []], []],
  ])("that end at %j: %j", (histories, expected) => {
    const reading = { ...NOTHING, histories: histories.map((ends) => ends.map((date) => ({ updated: { date } }))) };
    expect(seenIn(reading)).toEqual(expected);
  });
});

describe("of the numbers of deals", () => {
  const NUMBERS = (value: string, detail: string) => [{ name: "dealNumbers", value, detail }];
  it.each<[readonly unknown[], readonly unknown[], readonly string[]]>([
    [["1.5"], ["2"], ["text"]],
    [[1.5], [2], ["number"]],
    [["1.5"], [2], ["number"]],
    [[null], [], []],
  ])("%j running and %j ended: %j", (running, ended, expected) => {
    const withAmount = (amount: unknown) => ({ position: { amount } });
    const reading = { ...NOTHING, running: running.map(withAmount), histories: [ended.map(withAmount)] };
    const found = seenIn(reading as unknown as Reading);
    expect(found).toEqual(expected.flatMap((value) => NUMBERS(value, found[0]?.detail ?? "")));
  });
});

describe("of the account", () => {
  const map = (value: string, detail: string) => ({ name: "emptyMaps", value, detail });
  const leverage = (value: string, detail: string) => ({ name: "accountLeverage", value, detail });
  it.each<[Reading["account"], readonly object[]]>([
    [{ positions: [] }, [map("array", "[]")]],
    [{ positions: {} }, [map("object", "{}")]],
    [{ positions: [1] }, []],
    [{ positions: { a: 1 } }, []],
    [{ leverage: null }, [leverage("null", "null")]],
    [{ positions: [], leverage: { a: 5 } }, [map("array", "[]"), leverage("value", '{"a":5}')]],
  ])("%j: %j", (account, expected) => {
    expect(seenIn({ ...NOTHING, account })).toEqual(expected);
  });
});
