// What is said before a deal's command is sent: a take profit that the price has passed closes the deal at once.
import { describe, expect, it } from "vitest";
import { NOTICES } from "../../../../src/cli/writing/notices.js";
import type { Deal } from "../../../../src/model/deal/deal.js";
import { observedDeal } from "../../../../src/service/canonical-deal.js";
import { ANSWERS } from "../../../../src/service/wire.js";
import { wireBot } from "../../service/wirebot.js";

function dealAt(strategy: "LONG" | "SHORT", entryPrice: string, markPrice: string): Deal {
  const position = {
    ...{ type: "isolated", side: strategy, leverage: 5, amount: "1", entryPrice, markPrice, liqPrice: "", pnl: "" },
  };
  const [wire] = ANSWERS.deals.parse([
    { id: 1, pairTitle: "USDT-BTC", botId: 3, status: "ACTIVE", botSnapshot: wireBot({ id: 3, strategy }), position },
  ]);
  if (wire === undefined) throw new Error("no deal");
  return observedDeal(wire);
}

function bot(on: boolean, dealIds: readonly number[] = []) {
  const deal = dealAt("LONG", "100", "100");
  const live = { ...deal.snapshot, status: { on, raw: on ? "ENABLED" : "DISABLED" } };
  const access = { id: 1, title: "Main", exchange: "X" };
  const deals = dealIds.map((id) => ({ ...deal, id }));
  return { address: "main/#3", live, access, deals, copies: [], observedBots: 1 };
}

describe("a take profit warns of a price beyond it", () => {
  it.each([
    ["LONG", "100", "102", "1.5", true, "the price is above it"],
    ["LONG", "100", "101.5", "1.5", true, "the price is at it"],
    ["LONG", "100", "101.49", "1.5", false, "the price is below it"],
    ["LONG", "100", "90", "1.5", false, "the price fell"],
    ["SHORT", "100", "98", "1.5", true, "a short gains as the price falls"],
    ["SHORT", "100", "98.5", "1.5", true, "to it exactly"],
    ["SHORT", "100", "98.51", "1.5", false, "not so far"],
    ["SHORT", "100", "110", "1.5", false, "the price rose"],
    ["LONG", "", "110", "1.5", false, "without an entry nobody knows"],
    ["LONG", "100", "", "1.5", false, "nor without a price"],
    ["LONG", "0", "110", "1.5", false, "nor with an entry of 0"],
  ] as const)("%s from %s at %s with %s %%: %s, %s", (strategy, entry, mark, percent, isBeyond, _because) => {
    const change = { before: "1", after: percent };
    const { warnings, effects } = NOTICES["take-profit"](dealAt(strategy, entry, mark), bot(true), change);
    expect(warnings.length > 0).toBe(isBeyond);
    expect(effects.join()).toContain(`${percent} %`);
  });
});

describe("a bot that is on", () => {
  it.each(["start-deal", "complete-deal", "cancel-deal"] as const)("adds a warning to %s", (action) => {
    const warnings = (on: boolean) => NOTICES[action](dealAt("LONG", "100", "100"), bot(on), undefined).warnings;
    expect(warnings(true).length).toBe(warnings(false).length + 1);
    expect(warnings(true).join("\n")).toContain("The bot is on");
  });
});

it.each([
  [[], 0],
  [[7], 1],
  [[7, 8], 1],
])("a start names the deals that run already: %j", (ids, count) => {
  const { warnings } = NOTICES["start-deal"](undefined, bot(false, ids), undefined);
  expect(warnings).toHaveLength(count);
  for (const id of ids) expect(warnings.join()).toContain(String(id));
});
