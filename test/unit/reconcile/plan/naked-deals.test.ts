// What is said of naked deals: which of them are in scope, and the commands that mend each.
import { describe, expect, it } from "vitest";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { nakedAmong, nakedInScope, nakedProblem, repairOf } from "../../../../src/reconcile/plan/naked-deals.js";
import { dealFacts } from "../../render/facts.js";

const WHY = "it holds 0.5, and the service shows no take-profit order for it";
const deal = (id: number, changes: Partial<RunningDeal> = {}): RunningDeal => ({
  ...dealFacts(id).deal,
  protection: { state: "naked", why: WHY },
  ...changes,
});
const owned = (bot: object = {}) => new Map([[7, { address: "main/btc", ...bot }]]);
const every = () => true;

it("naked deals are named by id, with their bot where the configuration has it", () => {
  const others = (["protected", "unknown"] as const).map((state, index) =>
    deal(80 + index, { protection: { state, why: "" } }),
  );
  const { protection: _ended, ...over } = deal(90);
  const settings = { ...deal(0).settings, percentTakeProfit: "1.2" };
  const found = nakedAmong([deal(71, { settings, botId: 8 }), deal(70, { settings }), ...others, over], owned());
  expect(found).toEqual([
    { id: 70, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1.2", address: "main/btc", why: WHY },
    { id: 71, botId: 8, pairTitle: "USDT-BTC", percentTakeProfit: "1.2", address: null, why: WHY },
  ]);
});

it("one whose bot opens without a take profit isn't naked", () => {
  expect(nakedAmong([deal(70)], owned({ opensWithoutTakeProfit: true }))).toEqual([]);
});

describe("in scope are", () => {
  const titled = (title: string | null) => ({ ...deal(0).settings, title });
  const ids = (titlePrefix: string, includes: (address: string) => boolean = every) =>
    nakedInScope(
      { titlePrefix },
      [deal(70), deal(71, { botId: 8, settings: titled("ours/x") }), deal(72, { botId: 9, settings: titled(null) })],
      owned(),
      includes,
    ).map(({ id }) => id);

  it("all of the account's, without a prefix", () => {
    expect(ids("")).toEqual([70, 71, 72]);
  });

  it("those of configured bots, and others with the prefix", () => {
    expect(ids("ours/")).toEqual([70, 71]);
    expect(ids("S")).toEqual([70]);
  });

  it("of configured bots only those that are wanted", () => {
    expect(ids("", (address) => address !== "main/btc")).toEqual([71, 72]);
  });
});

describe("the commands that mend it", () => {
  const naked = { id: 70, botId: 7, pairTitle: "USDT-BTC", percentTakeProfit: "1.2", address: "main/btc", why: WHY };

  it("send the update webhook, where the bot has one", () => {
    expect(nakedProblem(naked, owned({ hasUpdateWebhook: true }), "main")).toEqual({
      severity: "warning",
      code: "plan/naked-deal",
      address: "main/btc",
      summary: `deal 70 of bot 7 on USDT-BTC is naked: ${WHY}`,
      remedy:
        "Place its orders again: botform webhook send update main/btc. If it stays naked, close its position: botform deals complete 70 --account main.",
    });
  });

  it("else set its take profit", () => {
    expect(nakedProblem({ ...naked, address: null }, new Map(), undefined)).toEqual({
      severity: "warning",
      code: "plan/naked-deal",
      summary: `deal 70 of bot 7 on USDT-BTC is naked: ${WHY}`,
      remedy:
        "Set its take profit: botform deals take-profit 70 1.2. If it stays naked, close its position: botform deals complete 70.",
    });
    expect(nakedProblem(naked, owned(), "main").remedy).toBe(
      "Set its take profit: botform deals take-profit 70 1.2 --account main. If it stays naked, close its position: botform deals complete 70 --account main.",
    );
  });

  it("leave the percentage to the reader where the settings have none", () => {
    expect(repairOf({ id: 70, percentTakeProfit: null }, { account: undefined, update: undefined })).toBe(
      "Set its take profit: botform deals take-profit 70 PERCENT. If it stays naked, close its position: botform deals complete 70.",
    );
  });
});
