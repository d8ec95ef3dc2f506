// Holds as values: which bots a pattern means, when a hold ends, and the line that states it.
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  endOf,
  type Hold,
  holdLine,
  isSamePattern,
  mayMean,
  namesOf,
  patternOn,
  reasonText,
  stateOf,
  UNTIL,
} from "../../../../src/model/bot/hold.js";

const on = (bots: readonly string[], names: readonly string[], id?: number, ids?: readonly number[]) =>
  patternOn({ bots, ...(ids !== undefined && { ids }) }, { names, id });

describe("a hold is about", () => {
  it.each<[readonly string[], readonly string[], string | undefined]>([
    [["main/a"], ["main/a"], "main/a"],
    [["main/a"], ["main/ab"], undefined],
    [["main/a"], ["copy/a"], undefined],
    [["a"], ["copy/a"], "a"],
    [["a"], ["main/b-a"], undefined],
    [["x", "main/*"], ["main/b"], "main/*"],
    [["main/*"], ["copy/b"], undefined],
    [["*/b*"], ["copy/bb"], "*/b*"],
    [["main/#7"], ["main/a", "main/#7"], "main/#7"],
    [["main/#7"], ["main/#77"], undefined],
    [["main/*"], ["main/#7"], "main/*"],
  ])("%j: %j", (bots, names, pattern) => {
    expect(on(bots, names)).toBe(pattern);
  });

  it("the bots that it was set for, whatever they are called now", () => {
    expect(on(["main/a"], ["main/b"], 7, [7])).toBe("main/a");
    expect(on(["main/a"], ["main/b"], 8, [7])).toBeUndefined();
    expect(on(["main/a"], ["main/b"], undefined, [7])).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ["main/a", "main", true],
    ["main/a", "copy", false],
    ["a", "copy", true],
    ["*/a", "copy", true],
    ["c*/a", "main", false],
  ])("%s on the account %s: %s", (pattern, account, may) => {
    expect(mayMean(pattern, account)).toBe(may);
  });
});

const OLD = new Map([[7, "main/old"]]);

it("a bot goes by its address; a live one by its id and by what it was known as, too", () => {
  expect(namesOf("main", "main/a", undefined, OLD)).toEqual({ names: ["main/a"], id: undefined });
  expect(namesOf("main", "main/a", 7)).toEqual({ names: ["main/a", "main/#7", "main/a"], id: 7 });
  expect(namesOf("main", "main/a", 8, OLD)).toEqual({ names: ["main/a", "main/#8", "main/a"], id: 8 });
  expect(namesOf("main", "main/a", 7, OLD)).toEqual({ names: ["main/a", "main/#7", "main/old"], id: 7 });
});

it.each<[string, string, boolean]>([
  ["main/a", "main/a", true],
  ["a", "main/a", true],
  ["main/a", "copy/a", false],
  ["a", "main/b-a", false],
  ["*", "main/*", true],
])("%s in the configuration is %s in the ledger: %s", (stated, whole, isSame) => {
  expect(isSamePattern(stated, whole)).toBe(isSame);
});

describe("until", () => {
  it.each<[string, string | undefined]>([
    ["2026-12-01", "2026-12-02T00:00:00.000Z"],
    ["2026-12-31", "2027-01-01T00:00:00.000Z"],
    ["2026-12-01T08:00Z", "2026-12-01T08:00:00.000Z"],
    ["2026-12-01T08:00:30+02:00", "2026-12-01T06:00:30.000Z"],
    ["2026-12-01T08:00", undefined],
    ["2026-02-30", undefined],
    ["2026-02-30T08:00Z", undefined],
    ["2026-12-01T25:00Z", undefined],
    ["2026-13-01", undefined],
    ["tomorrow", undefined],
    ["2026-12-01 08:00Z", undefined],
    ["x2026-12-01", undefined],
    ["2026-12-01x", undefined],
  ])("%s", (until, end) => {
    if (/x/.test(until)) expect(UNTIL.test(until)).toBe(false);
    const found = endOf(until);
    expect(found === undefined ? undefined : new Date(found).toISOString()).toBe(end);
  });

  it.each<[string, string]>([
    ["2026-12-01T23:59:59.999Z", "in force"],
    ["2026-12-02T00:00:00Z", "ended"],
    ["2026-12-08T23:59:59.999Z", "ended"],
    ["2026-12-09T00:00:00Z", "overdue"],
  ])("2026-12-01 at %s: %s", (now, state) => {
    expect(stateOf({ until: "2026-12-01" }, Date.parse(now))).toBe(state);
  });

  it("may be left out, and then never comes", () => {
    expect(stateOf({}, Number.MAX_SAFE_INTEGER)).toBe("in force");
    expect([reasonText({ reason: "r" }), reasonText({ reason: "r", until: "u" })]).toEqual(["r", "r, until u"]);
  });
});

it.each<[Pick<Hold, "bots" | "reason" | "until">]>([
  [{ bots: ["main/*", "copy/#7"], reason: 'a "quoted": reason # no comment' }],
  [{ bots: ["a"], reason: "r", until: "2026-12-01" }],
])("its line is one item of YAML: %j", (hold) => {
  expect(parse(holdLine(hold))).toEqual([hold]);
});
