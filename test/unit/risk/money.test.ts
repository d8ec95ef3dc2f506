// A plan's preview in money: deals that outlive their bot's switch, and bots whose figures aren't known, by name.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../src/model/bot/bot.js";
import type { Desired } from "../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { RunningDeal } from "../../../src/model/deal/deal.js";
import { moneySchema } from "../../../src/model/risk/risk.js";
import { makePlan } from "../../../src/reconcile/plan/planner.js";
import { accountMoneyText } from "../../../src/render/text/money-text.js";
import { paint } from "../../../src/render/text/paint.js";
import { assumptionsOf } from "../../../src/risk/assumptions.js";
import { type MarketData, NO_MARKET_DATA } from "../../../src/risk/market-data.js";
import { moneyOf } from "../../../src/risk/money.js";
import { desiredOf, liveOf } from "../../techniques/browser/stage.js";

/** 20 and six times 25 at 5×: a position at most of 170, a margin of 34. */
const dealOf = (bot: ObservedBot, id = 7, settings: SomeFields = {}): RunningDeal => ({
  ...{ id, botId: bot.id, pairTitle: "USDT-BTC", entryPrice: "64000", takeProfits: [] },
  settings: { ...bot.fields, ...settings },
});

function moneyFor(
  desired: Desired,
  bots: readonly ObservedBot[],
  deals: readonly RunningDeal[] = [],
  known: MarketData = NO_MARKET_DATA,
) {
  const access = { id: 1, title: "Main", exchange: desired.exchange };
  const made = makePlan(desired, { accesses: [access], bots, deals, pairs: null });
  return { made, money: moneyOf(made, bots, deals, known, assumptionsOf()) };
}

const textOf = (money: ReturnType<typeof moneyFor>["money"]) => accountMoneyText(money, paint(false));

function only(desired: Desired, index = 0) {
  const bot = desired.bots[index];
  if (bot === undefined) throw new Error("there is no such bot");
  return bot;
}

describe("a bot that is turned off while a deal of it runs", () => {
  const desired = desiredOf(["a: { title: A, enabled: false }"]);
  const live = liveOf(only(desired), 1);

  it("keeps its exposure until the deal ends, and is said to be off", () => {
    const { made, money } = moneyFor(desired, [live], [dealOf(live)]);
    expect(made.steps.map(({ action }) => action)).toEqual(["turn-off"]);
    expect(money.before.quotes[0]).toMatchObject({ bots: 1, position: "170" });
    expect(money.before.quotes[0]?.offRunning).toBeUndefined();
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, offRunning: 1, position: "170", need: "34" });
    expect(money.after.quotes[0]?.disabled.bots).toBe(0);
    expect(money.after.shocks).toEqual(money.before.shocks);
    expect(textOf(money)).toContain("Totals of all bots that are on or have a running deal:\n");
    expect(textOf(money)).toContain(
      "USDT: 1 → 0 bots on and 0 → 1 off with a running deal, position at most 170, initial margin 34",
    );
  });

  it("needs no more than its deal doesn't hold yet", () => {
    const known: MarketData = {
      ...NO_MARKET_DATA,
      funds: new Map([["USDT", { wallet: "100", free: "80" }]]),
      held: [
        {
          ...{ pair: "USDT-BTC", side: "LONG", margin: "30", isolated: true },
          ...{ amount: null, entryPrice: null, markPrice: null },
        },
      ],
    };
    expect(moneyFor(desired, [live], [dealOf(live)], known).money.after.quotes[0]?.need).toBe("4");
  });

  it("whose deal is completed counts no more, and one that is cancelled still does", () => {
    const { made } = moneyFor(desired, [live], [dealOf(live)]);
    const once = (action: "complete-deal" | "cancel-deal") => {
      const steps = made.steps.flatMap((step) => [step, { ...step, action, deal: { id: 7 } }]);
      return moneyOf({ ...made, steps }, [live], [dealOf(live)], NO_MARKET_DATA, assumptionsOf()).after.quotes[0];
    };
    expect(once("cancel-deal")).toMatchObject({ bots: 1, offRunning: 1, position: "170" });
    expect(once("complete-deal")?.bots ?? 0).toBe(0);
  });

  it("ties up nothing once its deal has closed, and says so; without a deal there is no such moment", () => {
    const { money } = moneyFor(desired, [live], [dealOf(live)]);
    expect(money.after.quotes[0]).toMatchObject({ position: "170", margin: "34" });
    expect(money.later?.quotes[0]).toMatchObject({ position: "0", margin: "0", disabled: { bots: 1 } });
    expect(money.later?.shocks).toHaveLength(8);
    expect(textOf(money)).toContain("once the running deals have closed: nothing");
    expect(moneyFor(desired, [live]).money).not.toHaveProperty("later");
  });

  it("that goes on as its deal began needs no third moment", () => {
    const on = desiredOf(["a: { title: A, enabled: true }"]);
    expect(moneyFor(on, [live], [dealOf(live)]).money).not.toHaveProperty("later");
  });

  it("without a deal is off, and nothing is said", () => {
    const { money } = moneyFor(desired, [live]);
    expect(money.after.quotes[0]).toMatchObject({ bots: 0, position: "0", disabled: { bots: 1 } });
    expect(textOf(money)).toContain("Totals of all bots that are on:\n");
    expect(textOf(money)).not.toContain("running deal");
  });

  it("counts with what the deal keeps where an update gives the bot other settings", () => {
    const smaller = desiredOf(["a: { title: A, enabled: false, volumeFirstOrder: 10, countOrderMax: 1 }"]);
    const { made, money } = moneyFor(smaller, [live], [dealOf(live)]);
    expect(made.steps.map(({ action }) => action)).toEqual(["turn-off", "update"]);
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, position: "170" });
    expect(money.bots["main/a"]?.after).toMatchObject({ position: "35", on: false });
  });

  it("counts before the plan, too, where it was off with a deal", () => {
    const other = desiredOf(["a: { title: A, enabled: false, volumeFirstOrder: 10 }"]);
    const off = liveOf(only(desired), 1, {}, false);
    const { money } = moneyFor(other, [off], [dealOf(off, 7, { volumeFirstOrder: "30" })]);
    expect(money.before.quotes[0]).toMatchObject({ bots: 1, offRunning: 1, position: "180" });
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, offRunning: 1, position: "180" });
  });

  it("counts where nobody declares it, before and after", () => {
    const stray = liveOf(only(desiredOf(["s: { title: S }"])), 2, {}, false);
    const { made, money } = moneyFor(desired, [live, stray], [dealOf(stray)]);
    expect(made.undeclared).toMatchObject([{ id: 2, on: false, dealIds: [7] }]);
    expect(money.before.quotes[0]).toMatchObject({ bots: 2, offRunning: 1 });
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, offRunning: 1, disabled: { bots: 1 } });
  });

  it.each([
    { action: "complete-deal", deal: { id: 7 }, bots: 0, because: "the deal ends" },
    { action: "cancel-deal", deal: { id: 7 }, bots: 1, because: "its position stays" },
    { action: "take-profit", deal: { id: 7 }, bots: 1, because: "it goes on" },
  ] as const)("$action on a bot that is off: $because", ({ action, deal, bots }) => {
    const { made } = moneyFor(desired, [live], [dealOf(live)]);
    const off = { ...live, status: { on: false, raw: "DISABLED" } };
    const step = { address: "main/a", action, deal, reason: "asked for", changes: [], warnings: [] };
    const planned = Object.values(made.bots).map((bot) => [bot.address, { ...bot, observed: off }] as const);
    const plan = { ...made, steps: [step], bots: Object.fromEntries(planned) };
    const money = moneyOf(plan, [off], [dealOf(live)], NO_MARKET_DATA, assumptionsOf());
    expect(money.before.quotes[0]?.bots).toBe(1);
    expect(money.after.quotes[0]?.bots).toBe(bots);
  });

  it("is read back from a saved plan as it was, and an older one without it is read, too", () => {
    const { money } = moneyFor(desired, [live], [dealOf(live)]);
    expect(moneySchema().parse(JSON.parse(JSON.stringify(money)))).toEqual(money);
    const older = moneyFor(desired, [live]).money;
    expect(JSON.stringify(older)).not.toContain("offRunning");
    expect(moneySchema().parse(JSON.parse(JSON.stringify(older)))).toEqual(older);
  });
});

describe("a bot that stays on while a deal of it runs", () => {
  const desired = desiredOf(["a: { title: A, enabled: true, volumeFirstOrder: 10, countOrderMax: 1 }"]);
  const live = liveOf(only(desiredOf(["a: { title: A, enabled: true }"])), 1);

  it("made smaller, goes on to tie up what its deal does; its row and the account's sums are the same figures", () => {
    const { made, money } = moneyFor(desired, [live], [dealOf(live)]);
    expect(made.steps.map(({ action }) => action)).toEqual(["update"]);
    const most = { position: "170", margin: "34" };
    expect(money.bots["main/a"]).toMatchObject({ most: { before: most, after: most }, after: { position: "35" } });
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, position: "170", margin: "34" });
    expect(money.after.pairs).toMatchObject([{ pair: "USDT-BTC", position: "170" }]);
  });

  it("and that no step touches counts with its deal, too", () => {
    const alone = desiredOf(["b: { title: B }"]);
    const small = { ...live, fields: { ...live.fields, volumeFirstOrder: "1", countOrderMax: null } };
    const { money } = moneyFor(alone, [small], [dealOf(live)]);
    expect(money.before.quotes[0]).toMatchObject({ bots: 1, position: "170" });
    expect(money.after.quotes[0]).toMatchObject({ bots: 1, position: "170" });
  });

  it("on another pair than its deal's counts on both", () => {
    const { money } = moneyFor(desired, [live], [{ ...dealOf(live), pairTitle: "USDT-ETH" }]);
    expect(money.after.pairs.map(({ pair, position }) => [pair, position])).toEqual([
      ["USDT-BTC", "35"],
      ["USDT-ETH", "170"],
    ]);
  });
});

it("bots of one pair in both directions are a question, unless somebody has answered it", () => {
  const both = desiredOf(["a: { title: A }", "b: { title: B, strategy: SHORT }", "c: { title: C, enabled: false }"]);
  const { made, money } = moneyFor(both, []);
  expect(money.unknown.map(({ what }) => what).join()).toContain("keeps LONG and SHORT of USDT-BTC apart");
  const stated = moneyOf(made, [], [], NO_MARKET_DATA, assumptionsOf({ hedgeMode: true }));
  expect(stated.unknown.map(({ what }) => what).join()).not.toContain("apart");
  const alike = moneyFor(desiredOf(["a: { title: A }", "b: { title: B }"]), []).money;
  expect(alike.unknown.map(({ what }) => what).join()).not.toContain("apart");
});

it("a cross bot says from which move on the others take it along, before and after", () => {
  const declared = desiredOf([
    "a: { title: A, marginMode: CROSS, enabled: true }",
    "b: { title: B, marginMode: CROSS, enabled: true, pairTitle: USDT-ETH, percentTakeProfit: 2 }",
  ]);
  const bots = [liveOf(only(declared), 1), { ...liveOf(only(declared, 1), 2, {}, false) }];
  const known = { ...NO_MARKET_DATA, funds: new Map([["USDT", { wallet: "15", free: "15" }]]) };
  const { money } = moneyFor(declared, bots, [], known);
  const liquidations = Object.values(money.bots).map(({ after, before }) =>
    [before, after].map((one) => (one && "liquidation" in one ? one.liquidation : null)),
  );
  expect(money.after.quotes[0]?.crossAtDepth).toMatchObject({ bots: 2 });
  expect(liquidations).toMatchObject([[{ kind: "outside" }, { kind: "outside", together: { others: 1 } }]]);
  expect(JSON.stringify(liquidations[0]?.[0])).not.toContain("together");
});

describe("bots whose figures aren't known", () => {
  const desired = desiredOf(["a: { title: A }", "b: { title: B, volumeFirstOrder: 30 }"]);
  const [a, b] = [liveOf(only(desired), 1), liveOf(only(desired, 1), 2)];
  const broken = (id: number, title: string | null) => {
    const bot = liveOf(only(desired), id);
    return { ...bot, fields: { ...bot.fields, title, leverage: null } };
  };

  it("are named with what they lack, and with what would make it known", () => {
    const { money } = moneyFor(desired, [a, b, broken(3, "Old\u202eone"), broken(4, "")]);
    expect(money.after.unknown).toBe(2);
    expect(money.unknown[0]).toEqual({
      what: "what “Old\u202eone”, id 3 (leverage) and bot 4 (leverage) may cost; in no sum, because these settings are missing or not usable numbers",
      needs: "declare them, or set them on the service",
    });
    const text = textOf(money);
    expect(text).toContain("2 bots left out, because settings are missing\n");
    expect(text).toContain("id 3 (leverage) and bot 4 (leverage) may cost");
    expect(text).not.toContain("\u202e");
  });

  it("by their address where the plan touches them", () => {
    const partial = desiredOf(["a: { title: A, percentTakeProfit: 2 }"]);
    const live = { ...a, fields: { ...a.fields, marginMode: "CROSS", martingaleScale: "1000" } };
    const { money } = moneyFor(partial, [live]);
    expect(money.unknown[0]?.what).toMatch(/^what main\/a \(martingaleScale\) may cost/);
  });

  it("are few by name, and the rest counted", () => {
    const many = Array.from({ length: 9 }, (_, index) => broken(10 + index, "x".repeat(500)));
    const { money } = moneyFor(desired, [a, b, ...many]);
    expect(money.unknown[0]?.what.match(/leverage/g)).toHaveLength(5);
    expect(money.unknown[0]?.what).toContain(" and 4 more bots may cost");
    expect(money.unknown[0]?.what.length).toBeLessThan(700);
  });

  it("nothing is said where all are known", () => {
    const { money } = moneyFor(desired, [a, b]);
    expect(money.unknown.some(({ what }) => what.includes("may cost"))).toBe(false);
  });
});

describe("a bot whose leverage rises while a deal of it runs", () => {
  const desired = desiredOf(["a: { title: A, enabled: true, leverage: 20 }"]);
  const live = liveOf(only(desired), 1, { leverage: "5" });
  const at = (money: ReturnType<typeof moneyFor>["money"], when: "before" | "after" | "later", move: string) =>
    money[when]?.shocks.find((shock) => shock.move === move);

  it("is counted with the one that loses more, and whether that one is liquidated", () => {
    const { money } = moneyFor(desired, [live], [dealOf(live)]);
    const [now, then] = [at(money, "after", "-0.2"), at(money, "later", "-0.2")];
    // The deal at 5× outlives a fall of 20 %, and loses more than all the margin that the next one will have.
    expect(now).toEqual(at(money, "before", "-0.2"));
    expect([now?.liquidated, then?.liquidated]).toEqual([0, 1]);
    expect(Math.abs(Number(then?.loss))).toBeLessThan(Math.abs(Number(now?.loss)));
    // Both are liquidated by a fall of 40 %.
    expect([at(money, "after", "-0.4")?.liquidated, at(money, "later", "-0.4")?.liquidated]).toEqual([1, 1]);
    expect(textOf(money)).toContain("(1 isolated liquidated)");
  });
});
