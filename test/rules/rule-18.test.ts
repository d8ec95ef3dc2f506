// Rule 18: while a command of an earlier run may still take effect, nothing about its bot is settled, and whoever wants it off says so.
import { describe, expect, it } from "vitest";
import { exitOfPlan, exitOfStop } from "../../src/app/exit.js";
import { exitOf } from "../../src/app/gate/apply.js";
import type { RunningDeal } from "../../src/model/deal/deal.js";
import type { OpenIntent } from "../../src/model/plan/open-intent.js";
import { emergencyStop } from "../../src/reconcile/emergency-stop/emergency-stop.js";
import { NO_MEMORY } from "../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import type { Road } from "../support/road.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, kinds, sent, start } from "./scene.js";

/** A bot that is off, with a turn-on that was sent `ago` milliseconds before, and that takes effect `comesOnAfter` from now. */
async function inDoubt(ago = 5_000) {
  const way = await start();
  const id = addByHand(way, { title: "a", id: 2000 });
  const intents = [earlier("turn-on", 2000, way.clock.now() - ago)];
  const planFor = async (enabled: boolean | undefined) => {
    const wanted = desired([desiredBot("a", { enabled })]);
    const past = { memory: { ...NO_MEMORY, intents }, now: way.clock.now() };
    return makePlan(wanted, await refresh(wanted, way.reader, past));
  };
  return { way, id, intents, planFor };
}

/** An account whose bot is off, with a start of its deal that was sent `ago` milliseconds before, by a command or a webhook. */
async function startInDoubt(more: Partial<OpenIntent> = {}, ago = 5_000) {
  const way = await start();
  addByHand(way, { title: "a", id: 2000 });
  const intents = [earlier("start-deal", 2000, way.clock.now() - ago, more)];
  const wanted = desired([desiredBot("a", { enabled: false })]);
  const past = { memory: { ...NO_MEMORY, intents }, now: way.clock.now() };
  const plan = makePlan(wanted, await refresh(wanted, way.reader, past));
  return { way, intents, plan };
}

const codes = ({ diagnostics }: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  diagnostics.map(({ code }) => code);

function isOn(way: Road): boolean {
  return way.emulator.service.bots().some(({ id, enabled }) => id === 2000 && enabled);
}

describe("rule 18: a bot in doubt", () => {
  it("that is to be off is told to turn off although it looks off, and is watched until the turn-on can't take effect any more", async () => {
    const { way, intents, planFor } = await inDoubt();
    const plan = await planFor(false);
    expect(plan.steps.map(({ action }) => action)).toEqual(["turn-off"]);
    expect(codes(plan)).toEqual(["plan/in-doubt"]);
    const begun = way.clock.now();
    const report = await carryOut(way, plan, {}, { earlier: intents });
    expect(kinds(report)).toEqual(["turn-off main/a applied"]);
    expect(sent(way).turnOffs).toBeGreaterThan(0);
    expect(way.clock.now() - begun).toBeGreaterThanOrEqual(115_000);
  });

  it("that comes on in spite of it is turned off again", async () => {
    const { way, intents, planFor } = await inDoubt();
    const plan = await planFor(false);
    let looks = 0;
    const bot = async (id: number) => {
      looks += 1;
      if (looks === 5) way.emulator.service.editBot(id, { enabled: true });
      return way.reader.bot(id);
    };
    const report = await carryOut(way, plan, { reader: { bot } }, { earlier: intents });
    expect([kinds(report), isOn(way), sent(way).turnOffs]).toEqual([["turn-off main/a applied"], false, 2]);
  });

  it("is no success when the run ends before the time is over", async () => {
    const { way, intents, planFor } = await inDoubt();
    const abort = new AbortController();
    const bot = async (id: number) => {
      if (sent(way).turnOffs > 0) abort.abort();
      return way.reader.bot(id);
    };
    const options = { earlier: intents, signal: abort.signal };
    const report = await carryOut(way, await planFor(false), { reader: { bot } }, options);
    expect(kinds(report)).toEqual(["turn-off main/a unknown"]);
  });

  it("is said in a plan that has no step for it", async () => {
    const { planFor } = await inDoubt();
    const plan = await planFor(undefined);
    expect([plan.steps, codes(plan)]).toEqual([[], ["plan/in-doubt"]]);
  });

  it("is no success of an apply that leaves it alone, unless a switch of it has settled the doubt", async () => {
    const { way, intents, planFor } = await inDoubt();
    const [left, settled] = [await planFor(undefined), await planFor(false)];
    const report = await carryOut(way, left, {}, { earlier: intents });
    expect([report.violations, exitOf(left, report)]).toEqual([[], 5]);
    expect(exitOf(settled, await carryOut(way, settled, {}, { earlier: intents }))).toBe(0);
  });

  it("is in doubt no more when the time is over", async () => {
    const { planFor } = await inDoubt(120_000);
    const plan = await planFor(false);
    expect([plan.steps, codes(plan)]).toEqual([[], []]);
  });
});

/** A bot that is on with leverage 3, to which an update to leverage 5, or a turn-off, was sent `ago` milliseconds before. */
async function writeInDoubt(sends: "update" | "turn-off", ago = 5_000) {
  const way = await start();
  addByHand(way, { title: "a", id: 2000, enabled: true, leverage: 3 });
  const at = way.clock.now() - ago;
  const makes = { title: "a", accessId: 1, target: { leverage: "5" } };
  const intents = [earlier(sends, 2000, at, { notAfter: at + 65_000, makes })];
  const planFor = async (leverage: string, enabled = true) => {
    const wanted = desired([desiredBot("a", { enabled, fields: { leverage } })]);
    const past = { memory: { ...NO_MEMORY, intents }, now: way.clock.now() };
    return makePlan(wanted, await refresh(wanted, way.reader, past));
  };
  return { way, intents, planFor };
}

describe("rule 18: an update or a turn-off", () => {
  it.each(["update", "turn-off"] as const)(
    "(%s) is in doubt to every plan, while the bot doesn't show it, until it can't take effect any more",
    async (sends) => {
      const { way, planFor } = await writeInDoubt(sends);
      const plan = await planFor("3");
      expect([plan.steps, codes(plan), exitOfPlan({}, plan)]).toEqual([[], ["plan/in-doubt"], 5]);
      way.emulator.service.editBot(2000, sends === "update" ? { leverage: 5 } : { enabled: false });
      expect(codes(await planFor(sends === "update" ? "5" : "3"))).toEqual([]);
      const over = await (await writeInDoubt(sends, sends === "update" ? 65_000 : 185_000)).planFor("3");
      expect([codes(over), exitOfPlan({}, over)]).toEqual([[], 0]);
    },
  );

  it("isn't settled by a turn-off, but by what has waited for it", async () => {
    const { way, intents, planFor } = await writeInDoubt("update");
    const off = await planFor("3", false);
    expect(exitOf(off, await carryOut(way, off, {}, { earlier: intents }))).toBe(5);
    const begun = way.clock.now();
    const update = await planFor("7", false);
    const report = await carryOut(way, update, {}, { earlier: intents });
    expect([kinds(report), exitOf(update, report)]).toEqual([["update main/a applied"], 0]);
    expect(way.clock.now() - begun).toBeGreaterThan(50_000);
  });

  it("of which the bot has got what was asked for doesn't hold its next update back", async () => {
    const { way, intents, planFor } = await writeInDoubt("update");
    way.emulator.service.editBot(2000, { leverage: 5 });
    const begun = way.clock.now();
    const plan = await planFor("7");
    const report = await carryOut(way, plan, {}, { earlier: intents });
    expect([kinds(report), exitOf(plan, report)]).toEqual([["update main/a applied"], 0]);
    expect(way.clock.now() - begun).toBeLessThan(20_000);
  });

  it("of a turn-off is settled by a turn-off, which waits for nothing", async () => {
    const { way, intents, planFor } = await writeInDoubt("turn-off");
    const plan = await planFor("3", false);
    const begun = way.clock.now();
    const report = await carryOut(way, plan, {}, { earlier: intents });
    expect([codes(plan), kinds(report), exitOf(plan, report)]).toEqual([
      ["plan/in-doubt"],
      ["turn-off main/a applied"],
      0,
    ]);
    expect(way.clock.now() - begun).toBeLessThan(30_000);
  });

  it.each(["update", "turn-off"] as const)("(%s) keeps no emergency stop from ending", async (sends) => {
    const { way, intents } = await writeInDoubt(sends);
    const ports = { readerFor: () => way.reader, writerFor: () => way.writer, clock: way.clock };
    const begun = way.clock.now();
    const recall = async () => ({ ...NO_MEMORY, intents });
    const report = await emergencyStop({ ...ports, recall }, { account: "main", settleMs: 0 });
    expect([report.turnedOff.map(({ id }) => id), exitOfStop(report)]).toEqual([[2000], 0]);
    expect(way.clock.now() - begun).toBeLessThan(10_000);
  });
});

describe("rule 18: a start of a deal", () => {
  it.each([{}, { isWebhook: true } as const])(
    "is in doubt as a turn-on is, and no step comes of it (%j)",
    async (more) => {
      const { way, intents, plan } = await startInDoubt(more);
      expect([plan.steps, codes(plan), exitOfPlan({}, plan)]).toEqual([[], ["plan/in-doubt"], 5]);
      const report = await carryOut(way, plan, {}, { earlier: intents });
      expect(exitOf(plan, report)).toBe(5);
    },
  );

  it("isn't settled by a switch of its bot", async () => {
    const { plan, way } = await startInDoubt();
    const off = {
      address: "main/a",
      action: "turn-off",
      kind: "applied",
      wrote: true,
      stale: false,
      detail: "",
    } as const;
    const report = await carryOut(way, plan);
    expect(exitOf(plan, { ...report, outcomes: [off] })).toBe(5);
  });

  it("is in doubt no more when its time is over", async () => {
    const { plan } = await startInDoubt({}, 120_000);
    expect([codes(plan), exitOfPlan({}, plan)]).toEqual([[], 0]);
  });

  it("keeps an emergency stop from ending before its time is over; a deal that opens is said, and goes on", async () => {
    const { way, intents } = await startInDoubt();
    const begun = way.clock.now();
    let deals: readonly RunningDeal[] = [];
    const reader = {
      ...way.reader,
      runningDeals: async () => {
        if (way.clock.now() - begun > 60_000) deals = [{ id: 51, botId: 2000, pairTitle: "USDT-BTC" } as RunningDeal];
        return deals;
      },
    };
    const ports = { readerFor: () => reader, writerFor: () => way.writer, clock: way.clock };
    const recall = async () => ({ ...NO_MEMORY, intents });
    const report = await emergencyStop({ ...ports, recall }, { account: "main", settleMs: 0 });
    expect(way.clock.now() - begun).toBeGreaterThanOrEqual(115_000);
    expect(report.notes).toEqual([
      "deal 51 of bot 2000 has opened on USDT-BTC meanwhile, and goes on; to end it: botform deals complete 51 --account main",
    ]);
    expect([sent(way).turnOffs, exitOfStop(report)]).toEqual([0, 0]);
  });
});
