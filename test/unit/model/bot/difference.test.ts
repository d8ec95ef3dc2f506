// Bots of two live accounts beside each other: what is only on one side, what differs, and what can't be compared.
import { describe, expect, it } from "vitest";
import { byLiveName, compareLive, type PlacedBot } from "../../../../src/model/bot/difference.js";
import { live } from "../../reconcile/fleet.js";

type Changes = Parameters<typeof live>[2];
const placed = (id: number, title: string, changes: Changes = {}, alias = "primary"): PlacedBot => ({
  alias,
  bot: live(id, title, changes),
});
const NONE = { onlyOn: [], changed: [], ambiguous: [], equal: 0 };

describe("two accounts", () => {
  it.each([
    { from: [placed(1, "A")], to: [placed(9, "A")], found: { equal: 1 }, because: "the same but for the id" },
    {
      from: [placed(1, "A")],
      to: [placed(9, "A", { on: true })],
      found: {
        changed: [
          {
            access: "primary",
            title: "A",
            fromId: 1,
            toId: 9,
            changes: [{ field: "enabled", from: "false", to: "true" }],
          },
        ],
      },
      because: "one is on",
    },
    {
      from: [placed(1, "A", { fields: { leverage: "5" } })],
      to: [placed(9, "A", { fields: { leverage: "7", cycleLimitScale: "3" } })],
      found: {
        changed: [
          {
            ...{ access: "primary", title: "A", fromId: 1, toId: 9 },
            changes: [
              { field: "leverage", from: "5", to: "7" },
              { field: "cycleLimitScale", from: null, to: "3" },
            ],
          },
        ],
      },
      because: "settings differ, in the interface's order",
    },
    {
      from: [placed(1, "A", { on: true })],
      to: [],
      found: { onlyOn: [{ access: "primary", title: "A", side: "from", id: 1, on: true }] },
      because: "it is only on the first",
    },
    {
      from: [],
      to: [placed(9, "A")],
      found: { onlyOn: [{ access: "primary", title: "A", side: "to", id: 9, on: false }] },
      because: "it is only on the second",
    },
    {
      from: [placed(1, "A")],
      to: [placed(9, "A", {}, "second")],
      found: {
        onlyOn: [
          { access: "primary", title: "A", side: "from", id: 1, on: false },
          { access: "second", title: "A", side: "to", id: 9, on: false },
        ],
      },
      because: "on another access it is another bot",
    },
    {
      from: [placed(2, "A"), placed(1, "A")],
      to: [placed(9, "A")],
      found: { ambiguous: [{ access: "primary", title: "A", fromIds: [1, 2], toIds: [9] }] },
      because: "two on the first have its title",
    },
    {
      from: [],
      to: [placed(9, "A"), placed(8, "A")],
      found: { ambiguous: [{ access: "primary", title: "A", fromIds: [], toIds: [8, 9] }] },
      because: "two on the second have it",
    },
  ])("$because", ({ from, to, found }) => {
    expect(compareLive(from, to)).toMatchObject({ ...NONE, ...found });
    expect(compareLive(from.toReversed(), to.toReversed())).toEqual(compareLive(from, to));
  });

  it("differ by access and title, in that order", () => {
    const [from, to] = [
      ["C", "A", "B"],
      ["Z", "A"],
    ].map((titles) =>
      titles.flatMap((title, at) => [placed(at + 1, title, {}, "second"), placed(at + 11, title, { on: at > 0 })]),
    );
    const { onlyOn, changed } = compareLive(from ?? [], to ?? []);
    expect(onlyOn.map(({ access, title, side, id, on }) => [access, title, side, id, on].join(" "))).toEqual([
      ...["primary B from 13 true", "primary C from 11 false", "primary Z to 11 false"],
      ...["second B from 3 false", "second C from 1 false", "second Z to 1 false"],
    ]);
    expect([changed, compareLive(to ?? [], from ?? []).equal]).toEqual([[], 2]);
  });

  it("leave to the caller what counts as the same, of values that both have", () => {
    const asked: unknown[] = [];
    const difference = compareLive(
      [placed(1, "A", { fields: { volumeFirstOrder: "20", leverage: "5" } })],
      [placed(9, "A", { fields: { volumeFirstOrder: "5", leverage: "7", cycleLimitScale: "3" } })],
      ({ title }, field, from, to) => {
        asked.push(field);
        return field === "volumeFirstOrder" ? { same: true } : { same: false, expected: `${title} ${from} ${to}` };
      },
    );
    expect(difference.changed[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: "leverage", from: "5", to: "7", expected: "A 5 7" },
        { field: "cycleLimitScale", from: null, to: "3" },
      ]),
    );
    expect(asked).not.toContain("cycleLimitScale");
    expect(difference.changed[0]?.changes.map(({ field }) => field)).not.toContain("volumeFirstOrder");
  });
});

it("live bots stand by alias, then title, then id", () => {
  const bots = [placed(3, "B"), placed(2, "A", {}, "z"), placed(9, "A"), placed(1, "A")];
  expect(bots.toSorted(byLiveName).map(({ bot }) => bot.id)).toEqual([1, 9, 3, 2]);
});
