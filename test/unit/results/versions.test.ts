// Ended deals fall into the versions of their bots' settings, whatever the order in which the service lists them.
import * as fc from "fast-check";
import { expect, it } from "vitest";
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
