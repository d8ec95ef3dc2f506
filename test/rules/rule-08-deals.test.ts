// Rule 8, of deals: nothing is sent unless the deal is this bot's, still running, and as the plan shows it.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import type { RunningDeal } from "../../src/model/deal/deal.js";
import type { DealAction } from "../../src/model/plan/actions.js";
import { staleBots } from "../../src/reconcile/plan/freshness.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { dealing, dealOf, dealsSent, planFor } from "./deals-scene.js";
import { addByHand, carryOut, kinds, meanwhile } from "./scene.js";

const ABOUT_ONE: readonly DealAction[] = ["take-profit", "complete-deal", "cancel-deal"];
const NOTHING = { starts: 0, takeProfits: 0, completes: 0, cancels: 0 };

function bent(changes: Partial<RunningDeal>, settings: Partial<RunningDeal["settings"]> = {}) {
  return (deal: RunningDeal): RunningDeal => ({ ...deal, ...changes, settings: { ...deal.settings, ...settings } });
}

describe("rule 8: a deal is as it was planned from", () => {
  it.each(
    ABOUT_ONE.flatMap((action) => [
      { action, because: "it is of another bot (I3)", change: bent({ botId: 99 }) },
      { action, because: "its take profit was changed by hand", change: bent({}, { percentTakeProfit: "7" }) },
      { action, because: "its settings were changed by a webhook", change: bent({}, { countOrderMax: "9" }) },
      {
        action,
        because: "its order was moved by hand",
        change: (deal: RunningDeal) => ({
          ...deal,
          takeProfits: deal.takeProfits.map((order) => ({ ...order, price: String(Number(deal.entryPrice) * 1.5) })),
        }),
      },
    ]),
  )("no $action is sent when $because", async ({ action, change }) => {
    const at = await dealing();
    const plan = await planFor(at, action);
    const runningDeals = async (id: number) => (await at.way.reader.runningDeals(id)).map(change);
    const report = await carryOut(at.way, plan, { reader: { runningDeals } });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", stale: true, wrote: false, rule: 8 });
    expect(exitOfReport(report)).toBe(4);
    expect(dealsSent(at.way)).toEqual(NOTHING);
    const { botId } = change(at.deal);
    if (botId !== at.botId) expect(report.outcomes[0]?.detail).toContain(`deal ${at.deal.id} belongs to bot ${botId}`);
    else expect(await staleBots(plan, { ...at.way.reader, runningDeals })).toHaveLength(1);
  });

  it("averaging, which moves entry and order together, is no change", async () => {
    const at = await dealing();
    const plan = await planFor(at, "complete-deal");
    const half = (price: string | null) => (price === null ? null : String(Number(price) / 2));
    const runningDeals = async (id: number) =>
      (await at.way.reader.runningDeals(id)).map((deal) => ({
        ...deal,
        entryPrice: half(deal.entryPrice),
        takeProfits: deal.takeProfits.map((order) => ({ ...order, number: "77", price: half(order.price) })),
      }));
    expect(await staleBots(plan, { ...at.way.reader, runningDeals })).toEqual([]);
    expect(kinds(await carryOut(at.way, plan, { reader: { runningDeals } }))[0]).not.toContain("failed");
  });

  it.each([
    { action: "take-profit", kind: "applied" },
    { action: "complete-deal", kind: "applied" },
    { action: "cancel-deal", kind: "failed" },
  ] as const)("of a deal that has ended meanwhile nothing is sent: $action is $kind", async ({ action, kind }) => {
    const at = await dealing();
    const plan = await planFor(at, action);
    await at.way.writer.completeDeal(at.deal.id);
    at.way.clock.advance(5_000);
    const report = await at.way.apply(plan);
    expect(report.outcomes[0]).toMatchObject({ kind, wrote: false });
    expect(report.outcomes[0]?.detail).toContain("had already ended, so nothing was sent");
    expect(await staleBots({ ...plan, steps: [] }, at.way.reader)).toEqual([]);
  });

  it("a take profit that is there already isn't sent", async () => {
    const at = await dealing();
    const plan = await planFor(at, "take-profit", "2");
    await at.way.writer.changeTakeProfit(at.deal.id, "2", true);
    at.way.clock.advance(5_000);
    const report = await at.way.apply(plan);
    expect([kinds(report), dealsSent(at.way).takeProfits]).toEqual([["take-profit main/a applied"], 1]);
  });

  it("no deal is started of a bot that was changed, or that has opened one, since it was shown", async () => {
    const at = await dealing();
    const botId = addByHand(at.way, { title: "off" });
    const own = { ...at, botId };
    const plan = await planFor(own, "start-deal");
    at.way.emulator.service.editBot(botId, { leverage: 9 });
    expect((await at.way.apply(plan)).outcomes[0]).toMatchObject({ kind: "failed", stale: true, wrote: false });
    const anew = await planFor(own, "start-deal");
    await at.way.writer.startDeal(botId);
    at.way.clock.advance(5_000);
    expect((await at.way.apply(anew)).outcomes[0]).toMatchObject({ kind: "failed", stale: true, wrote: false });
    expect(await staleBots(anew, at.way.reader)).toHaveLength(1);
    expect(dealsSent(at.way).starts).toBe(1);
  });

  it("what was seen longer ago than 5 s is looked at again before the command leaves", async () => {
    const at = await dealing();
    const plan = await planFor(at, "complete-deal");
    const journal = meanwhile(async (count) => {
      if (count !== 1) return;
      at.way.clock.advance(6_000);
      await at.way.writer.completeDeal(at.deal.id);
      at.way.clock.advance(5_000);
    });
    const report = await carryOut(at.way, plan, { journal });
    expect(report.outcomes[0]?.detail).toContain("had already ended, so nothing was sent");
    expect(dealsSent(at.way).completes).toBe(1);
  });
});

describe("rule 8: freezeActiveDeals", () => {
  it("holds an update back when a deal has opened since the plan was made", async () => {
    const at = await dealing();
    const botId = addByHand(at.way, { title: "cold" });
    const plan = await at.way.plan(
      desired([desiredBot("cold", { fields: { leverage: "9" }, freezeActiveDeals: true })]),
    );
    await at.way.writer.startDeal(botId);
    await dealOf(at.way, botId);
    const report = await at.way.apply(plan);
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", stale: true, wrote: false, rule: 8 });
    expect(at.way.emulator.service.requests.updateBot).toBe(0);
  });
});
