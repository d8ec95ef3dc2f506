// Two replays side by side: the difference of their figures, and which deals are the same.
import { describe, expect, it } from "vitest";
import { botFigures, changeOf, dealChanges, walletFigures } from "../../../../src/market/replay/side-by-side.js";
import type { TradeFacts } from "../../../../src/model/risk/back-test.js";
import type { ReplayFigures } from "../../../../src/model/risk/plan-replay.js";
import type { BotFacts, ReplayFacts } from "../../../../src/model/risk/simulation.js";

const FIGURES: ReplayFigures = {
  ...{ deals: 3, net: "1.5", open: "-0.25", result: "1.25", drawdown: "2", margin: "10" },
  ...{ longestDeal: 60_000, liquidations: 1 },
};

describe("a change", () => {
  it("is what comes after less what is now, to the last decimal", () => {
    const after = { ...FIGURES, deals: 1, net: "1.50000001", result: "1.25000001", longestDeal: 0, liquidations: 0 };
    expect(changeOf(FIGURES, after)).toEqual({
      ...{ deals: -2, net: "0.00000001", open: "0", result: "0.00000001", drawdown: "0", margin: "0" },
      ...{ longestDeal: -60_000, liquidations: -1 },
    });
  });

  it("is all of one side where the other makes no deals", () => {
    expect(changeOf(null, FIGURES)).toEqual(FIGURES);
    expect(changeOf(FIGURES, null)).toMatchObject({ deals: -3, net: "-1.5", open: "0.25", margin: "-10" });
  });
});

it("a bot has what its running deal would add, and its liquidations", () => {
  const { open: _open, liquidations: liquidated, ...same } = FIGURES;
  const bot = { ...same, running: { unrealised: "-0.25" }, reasons: { liquidated } } as unknown as BotFacts;
  expect(botFigures(bot)).toEqual(FIGURES);
  expect(botFigures({ ...bot, running: null })).toEqual({ ...FIGURES, open: "0" });
});

it("a wallet has the longest deal of its bots, and its own drawdown", () => {
  const totals = { deals: 3, net: "1.5", unrealised: "-0.25", result: "1.25", drawdown: "2", margin: "10" };
  const facts = {
    totals: { ...totals, liquidations: 1 },
    bots: [{ longestDeal: 5, drawdown: "9" }, { longestDeal: 60_000 }],
  } as unknown as ReplayFacts;
  expect(walletFigures(facts)).toEqual(FIGURES);
  expect(walletFigures({ ...facts, bots: [] }).longestDeal).toBe(0);
});

function ended(opened: number, closed: number, reason: TradeFacts["reason"] = "take-profit"): TradeFacts {
  return { opened, closed, reason, net: String(closed - opened) } as TradeFacts;
}

describe("deals", () => {
  it("are the same where they open and end at the same moment, for the same reason", () => {
    const now = [ended(0, 5), ended(5, 9), ended(9, 12, "liquidated"), ended(20, 30)];
    const after = [ended(0, 5), ended(5, 8), ended(9, 12), ended(12, 19)];
    expect(dealChanges({ ended: now, running: null }, { ended: after, running: 20 })).toEqual({
      ...{ same: 1, otherEnd: 3, onlyNow: 0, onlyAfter: 1 },
      first: [
        {
          opened: 5,
          now: { closed: 9, reason: "take-profit", net: "4" },
          after: { closed: 8, reason: "take-profit", net: "3" },
        },
        {
          opened: 9,
          now: { closed: 12, reason: "liquidated", net: "3" },
          after: { closed: 12, reason: "take-profit", net: "3" },
        },
        { opened: 12, now: null, after: { closed: 19, reason: "take-profit", net: "7" } },
        {
          opened: 20,
          now: { closed: 30, reason: "take-profit", net: "10" },
          after: { closed: null, reason: null, net: null },
        },
      ],
    });
  });

  it("that still run on both sides are the same", () => {
    expect(dealChanges({ ended: [], running: 3 }, { ended: [], running: 3 })).toMatchObject({ same: 1, first: [] });
  });

  it("of one moment are set side by side in their order", () => {
    const now = { ended: [ended(1, 1), ended(1, 4)], running: null };
    expect(dealChanges(now, { ended: [ended(1, 1)], running: null })).toMatchObject({ same: 1, onlyNow: 1 });
  });

  it("are listed in the order in which they open, ten at most", () => {
    const many = Array.from({ length: 25 }, (_, index) => ended(25 - index, 99));
    const { onlyNow, first } = dealChanges({ ended: many, running: null }, { ended: [], running: null });
    expect([onlyNow, first.map(({ opened }) => opened)]).toEqual([25, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  });
});
