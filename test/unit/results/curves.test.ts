// Ended deals added up over time: in their order, by month, with the time of each version; and not at all where one isn't known.
import { describe, expect, it } from "vitest";
import { netCurve } from "../../../src/results/curves.js";
import { endedDeals } from "../../../src/results/ended-deal.js";
import { versionsOf } from "../../../src/results/versions.js";
import { ended } from "../model/deal/deals.js";
import { endedOf } from "./versions-of.js";

const HOUR = 3_600_000;
const START = Date.parse("2026-01-01T00:00:00Z");
const at = (hour: number) => START + hour * HOUR;

describe("the net over time", () => {
  it("goes up and down with each deal, and keeps every month, those without a deal included", () => {
    const deals = endedOf([
      { id: 1, net: "3.1", hour: 1 },
      { id: 2, net: "-5", hour: 7 },
      { id: 3, net: "0.2", hour: 24 * 70 },
    ]);
    expect(netCurve([deals])).toMatchObject({
      points: [
        { at: at(1), net: "3.1" },
        { at: at(7), net: "-1.9" },
        { at: at(24 * 70), net: "-1.7" },
      ],
      months: [
        { start: "2026-01-01", net: "-1.9" },
        { start: "2026-02-01", net: "0" },
        { start: "2026-03-01", net: "0.2" },
      ],
    });
  });

  it("has a band for each time of a version, in the order of time", () => {
    const deals = endedOf([
      { id: 1, net: "1", hour: 1, settings: { percent_take_profit: "1" } },
      { id: 2, net: "1", hour: 2, settings: { percent_take_profit: "1" } },
      { id: 3, net: "1", hour: 3, settings: { percent_take_profit: "2" } },
      { id: 4, net: "1", hour: 4, settings: { percent_take_profit: "1" } },
    ]);
    const { bands, points } = netCurve(versionsOf(deals, []).flatMap(({ stretches }) => stretches));
    const [first, second, third] = bands;
    expect(bands.map(({ from, to }) => [from, to])).toEqual([
      [at(1), at(2)],
      [at(3), at(3)],
      [at(4), at(4)],
    ]);
    expect(first?.fingerprint).toBe(third?.fingerprint);
    expect(first?.fingerprint).not.toBe(second?.fingerprint);
    expect(points?.map(({ net }) => net)).toEqual(["1", "2", "3", "4"]);
  });

  it("is unknown, and no 0, where a deal can't be read; and of none there is nothing", () => {
    const unread = netCurve([endedDeals([ended(1, "5"), ended(2, "n/a")], "after-fees")]);
    expect([unread.points, unread.months]).toEqual([null, null]);
    expect(netCurve([])).toEqual({ points: [], months: [], bands: [] });
  });
});
