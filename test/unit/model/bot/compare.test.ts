// The comparison of a configured bot with its live one: managed fields only, null for off, words that nobody knows.
import { describe, expect, it } from "vitest";
import {
  changedFields,
  changesSince,
  describeMismatches,
  differs,
  unknownWords,
} from "../../../../src/model/bot/compare.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import type { FieldChange } from "../../../../src/model/plan/plan.js";
import { desiredBot, live } from "../../reconcile/fleet.js";

describe("changedFields", () => {
  const cases: { desired: SomeFields; live: SomeFields; changes: FieldChange[]; because: string }[] = [
    { desired: {}, live: { leverage: "5" }, changes: [], because: "what isn't managed isn't compared" },
    { desired: { leverage: "5" }, live: { leverage: "5" }, changes: [], because: "equal is equal" },
    {
      desired: { leverage: "7" },
      live: { leverage: "5" },
      changes: [{ field: "leverage", before: "5", after: "7" }],
      because: "another value",
    },
    {
      desired: { priceLevelUp: null },
      live: { priceLevelUp: "60000" },
      changes: [{ field: "priceLevelUp", before: "60000", after: null }],
      because: "to be switched off",
    },
    {
      desired: { priceLevelUp: "60000" },
      live: { priceLevelUp: null },
      changes: [{ field: "priceLevelUp", before: null, after: "60000" }],
      because: "to be switched on",
    },
    { desired: { priceLevelUp: null }, live: { priceLevelUp: null }, changes: [], because: "off is off" },
    { desired: { priceLevelUp: null }, live: {}, changes: [], because: "what the service doesn't show is off" },
    {
      desired: { priceLevelUp: "2", leverage: "7", title: "b" },
      live: { title: "a", leverage: "5", priceLevelUp: "1" },
      changes: [
        { field: "title", before: "a", after: "b" },
        { field: "leverage", before: "5", after: "7" },
        { field: "priceLevelUp", before: "1", after: "2" },
      ],
      because: "changes stand in the interface's order",
    },
  ];
  it.each(cases)("$because", ({ desired, live, changes }) => {
    expect(changedFields(desired, live)).toEqual(changes);
  });
});

describe("differs", () => {
  it.each([
    { bot: desiredBot("a"), live: live(1, "a", { on: true }), differs: false, because: "the switch isn't managed" },
    { bot: desiredBot("a", { enabled: true }), live: live(1, "a", { on: true }), differs: false, because: "all equal" },
    { bot: desiredBot("a", { enabled: false }), live: live(1, "a"), differs: false, because: "both off" },
    { bot: desiredBot("a", { enabled: true }), live: live(1, "a"), differs: true, because: "off, but wanted on" },
    {
      bot: desiredBot("a", { enabled: false }),
      live: live(1, "a", { on: true }),
      differs: true,
      because: "on, but wanted off",
    },
    {
      bot: desiredBot("a", { fields: { leverage: "7" } }),
      live: live(1, "a"),
      differs: true,
      because: "a field alone is enough",
    },
  ])("$because: $differs", ({ bot, live, differs: expected }) => {
    expect(differs(bot, live)).toBe(expected);
  });
});

describe("unknownWords", () => {
  const cases: { desired: SomeFields; live: SomeFields; fields: string[]; because: string }[] = [
    {
      desired: { marginMode: "ISO", strategy: "LONG" },
      live: { marginMode: "PORTFOLIO", strategy: "GRID" },
      fields: ["strategy", "marginMode"],
      because: "words that no list of this version holds",
    },
    { desired: { marginMode: "ISO" }, live: { marginMode: "CROSS" }, fields: [], because: "a known word" },
    { desired: { strategy: "LONG" }, live: { marginMode: "PORTFOLIO" }, fields: [], because: "not managed" },
    { desired: { priceLevel: "UPPER" }, live: { priceLevel: null }, fields: [], because: "off is no word" },
    { desired: { priceLevel: "UPPER" }, live: {}, fields: [], because: "nor is what isn't shown" },
    {
      desired: { title: "a", indicatorName: "RSI", leverage: "5" },
      live: { title: "b", indicatorName: "NEW", leverage: "odd" },
      fields: [],
      because: "fields without a list know every value",
    },
  ];
  it.each(cases)("$because: $fields", ({ desired, live, fields }) => {
    expect(unknownWords(desired, live)).toEqual(fields);
  });
});

describe("what has changed of a live bot", () => {
  const was = live(7, "A", { fields: { leverage: "5", cycleLimitScale: "3" } });
  it.each([
    [was, [], "nothing"],
    [
      live(7, "A", { fields: { leverage: "9" } }),
      [
        ["leverage", "5", "9"],
        ["cycleLimitScale", "3", "off"],
      ],
      "fields, off among them",
    ],
    [{ ...was, status: { on: true, raw: "STARTING" } }, [["switch", "DISABLED", "STARTING"]], "its switch"],
    [{ ...was, status: { on: false, raw: "STOPPED" } }, [], "another word for off is off"],
    [{ ...was, accessId: 2 }, [["access", "1", "2"]], "its access"],
    [{ ...was, accessId: null }, [["access", "1", "null"]], "that nobody says its access any more"],
  ])("%#", (now, expected, because) => {
    const found = changesSince(was, now).map(({ what, before, after }) => [what, before, after]);
    expect(found.toSorted(), because).toEqual(expected.toSorted());
  });
});

it("mismatches are told field by field, off in a word", () => {
  const mismatches: FieldChange[] = [
    { field: "leverage", before: "3", after: "5" },
    { field: "cycleLimitScale", after: null },
    { field: "martingaleScale", before: null, after: "1.2" },
  ];
  const parts = describeMismatches(mismatches).split("; ");
  expect(parts).toHaveLength(3);
  expect(parts[0]).toMatch(/^leverage: .*5.*3$/);
  expect(parts[1]).toMatch(/^cycleLimitScale: .*off.*off$/);
  expect(parts[2]).toMatch(/^martingaleScale: .*1\.2.*off$/);
});
