// What a bot's deals come to, added up as they are booked, and the measures beside it.
import { describe, expect, it } from "vitest";
import { Tally } from "../../../../src/market/replay/tally.js";
import { at, opened, settingsWith, toNextLoss } from "../example.js";

describe("a tally", () => {
  it("adds up bookings, ends, safety orders and times", () => {
    const tally = new Tally();
    const first = opened(settingsWith({}), "100");
    const gain = at(first.deal, "101", 5000);
    const averaged = toNextLoss(first.deal);
    const later = at(averaged.deal, "101", 9000);
    for (const step of [first, gain, averaged, later]) tally.count(step);
    tally.count({ ...first, bookings: [], events: [{ kind: "unaffordable", number: 2, margin: "10" }] });
    tally.ended(first.deal);
    tally.ended(later.deal);
    tally.ended(gain.deal);
    expect({
      ...tally,
      profit: tally.profit.value.toFixed(),
      fees: tally.fees.value.toFixed(),
      funding: tally.funding.value.toFixed(),
    }).toEqual({
      deals: 2,
      reasons: { "take-profit": 2, delay: 0, stop: 0, command: 0, cancelled: 0, liquidated: 0 },
      // 1 and 2.0000000… of profit; 0.05, 0.04, 0.0404 and 0.0808 of fees.
      ...{ profit: "3", fees: "0.2112", funding: "0", net: 2.7888 },
      safety: [1, 1],
      ...{ dealTime: 14_000, longestDeal: 9000, refusals: 0, unplaced: 1, isTooSmall: false },
      ...{ margin: 0, drawdown: 0, peak: 0 },
    });
  });

  it("keeps the reasons of refusals apart", () => {
    const tally = new Tally();
    tally.refused("unaffordable");
    tally.refused("unaffordable");
    expect([tally.refusals, tally.isTooSmall]).toEqual([2, false]);
    tally.refused("too-small");
    expect([tally.refusals, tally.isTooSmall]).toEqual([2, true]);
  });

  it.each([
    { equities: [], peak: 0, drawdown: 0, because: "nothing happened" },
    { equities: [-1], peak: 0, drawdown: 1, because: "a fall from the start" },
    { equities: [5, 3, 4, 2, 5], peak: 5, drawdown: 3, because: "the deepest from the highest" },
    { equities: [5, 1, 6, 3], peak: 6, drawdown: 4, because: "not the last" },
  ])("drawdown $drawdown of $equities: $because", ({ equities, peak, drawdown }) => {
    const tally = new Tally();
    for (const equity of equities) tally.at(equity);
    expect([tally.peak, tally.drawdown]).toEqual([peak, drawdown]);
  });

  it.each([
    { low: 1, high: 4, peak: 5, drawdown: 4, because: "a deeper fall from the same peak" },
    { low: 3, high: 5, peak: 5, drawdown: 3, because: "no deeper one" },
    { low: 4, high: 7, peak: 7, drawdown: 3, because: "a higher peak, and no fall from it can be deeper" },
    {
      low: 3.9,
      high: 7,
      peak: 5,
      drawdown: 3,
      because: "neither is sure: a fall of 3.1 may have come before the peak, or after it",
    },
  ])("between $low and $high: $because", ({ low, high, because, ...expected }) => {
    const tally = new Tally();
    for (const equity of [5, 2]) tally.at(equity);
    expect(tally.between(low, high)).toBe(!because.startsWith("neither"));
    expect({ peak: tally.peak, drawdown: tally.drawdown }).toEqual(expected);
  });

  it("the margin is the most that was used at once", () => {
    const tally = new Tally();
    for (const margin of [1, 3, 2]) tally.used(margin);
    expect(tally.margin).toBe(3);
  });
});
