// Ended deals fall into the versions of their bots' settings, whatever the order in which the service lists them.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { settingsFingerprint } from "../../../src/results/fingerprint.js";
import { groupsOf, versionsOf } from "../../../src/results/versions.js";
import { dealOf, endedOf, type Given } from "./versions-of.js";

const tp = (percent_take_profit: string) => ({ settings: { percent_take_profit } });
const GIVEN: readonly Given[] = [
  { id: 1, net: "1", ...tp("1") },
  { id: 2, net: "2", ...tp("1") },
  { id: 3, net: "3", ...tp("2") },
  { id: 4, net: "4", ...tp("1") },
  { id: 5, net: "5", botId: 8, ...tp("1") },
];

it("groups by bot and settings, with what changed, and takes up a version that comes back", () => {
  const versions = versionsOf(endedOf(GIVEN), [dealOf({ id: 9, net: "0", ...tp("2") })]);
  expect(
    versions.map(({ botId, stretches, changes, running }) => ({
      botId,
      deals: stretches.map((stretch) => stretch.map(({ id }) => id)),
      changes: changes.map(({ field, before, after }) => `${field} ${before} ${after}`),
      running: running.map(({ id }) => id),
    })),
  ).toEqual([
    { botId: 7, deals: [[1, 2], [4]], changes: [], running: [] },
    { botId: 7, deals: [[3]], changes: ["percentTakeProfit 1 2"], running: [9] },
    { botId: 8, deals: [[5]], changes: [], running: [] },
  ]);
});

it.each<[what: string, running: readonly Given[], as: number | null]>([
  ["the last that ended, where none runs", [], 4],
  ["the one that runs", [{ id: 9, net: "0", ...tp("2") }], 3],
  ["the one that runs, though none of its settings has ended", [{ id: 9, net: "0", ...tp("9") }], 0],
  [
    "nothing, where several run with different ones",
    [
      { id: 8, net: "0", ...tp("1") },
      { id: 9, net: "0", ...tp("2") },
    ],
    null,
  ],
  ["the last that ended, whatever runs of another bot", [{ id: 9, net: "0", botId: 8, ...tp("2") }], 4],
])("what is in force are the settings of %s", (_, running, as) => {
  const deals = endedOf(GIVEN);
  const [first] = versionsOf(deals, running.map(dealOf));
  const expected =
    as === 0
      ? settingsFingerprint(dealOf({ id: 9, net: "0", ...tp("9") }).settings)
      : deals.find(({ id }) => id === as)?.fingerprint;
  expect(first?.newest).toBe(as === null ? null : expected);
});

it("is unknown, of a bot of which it isn't known when a deal ended", () => {
  const deals = endedOf(GIVEN).map((deal) => (deal.id === 3 ? { ...deal, at: null } : deal));
  expect(versionsOf(deals, []).map(({ botId, newest }) => [botId, newest === null])).toEqual([
    [7, true],
    [7, true],
    [8, false],
  ]);
});

it("loses no deal and counts none twice, in any order", () => {
  const given = fc.array(
    fc.record({ botId: fc.integer({ min: 1, max: 3 }), tp: fc.constantFrom("1", "2", "3"), hour: fc.nat(500) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(given, fc.nat(), (all, turn) => {
      const deals = all.map((one, index) => ({ id: index + 1, net: "1", ...one, ...tp(one.tp) }));
      const turned = [...deals.slice(turn % (deals.length + 1)), ...deals.slice(0, turn % (deals.length + 1))];
      const idsOf = (some: readonly Given[]) =>
        versionsOf(endedOf(some), []).map(({ fingerprint, stretches }) => [
          fingerprint,
          stretches.map((stretch) => stretch.map(({ id }) => id)),
        ]);
      expect(idsOf(turned)).toEqual(idsOf(deals));
      const ids = versionsOf(endedOf(deals), []).flatMap(({ stretches }) => stretches.flat().map(({ id }) => id));
      expect(ids.toSorted((left, right) => left - right)).toEqual(deals.map(({ id }) => id));
    }),
  );
});

it("keeps assets apart", () => {
  const groups = groupsOf(endedOf(GIVEN), () => "main");
  expect(groups.map(({ key, asset, deals }) => [key, asset, deals.length])).toEqual([["main", "USDT", 5]]);
});
