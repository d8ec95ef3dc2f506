// Rule 10, of deals: a command is watched until its effect is seen, whatever of a deal shows it; else it is unknown.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { percentBefore } from "../../src/model/deal/take-profit.js";
import type { DealAction } from "../../src/model/plan/actions.js";
import type { ServiceWriter, WriteAnswer } from "../../src/model/ports.js";
import { dealing, dealOf, dealsSent, endedDeal, planFor } from "./deals-scene.js";
import { addByHand, carryOut, kinds, LOST, start } from "./scene.js";

const NEVER = { commandDelay: 3_600_000 } as const;
const DOWN: WriteAnswer = { kind: "ambiguous", message: "HTTP 404: no", turnedDown: true };

/** The writer's method of each action. */
const METHODS = {
  "take-profit": "changeTakeProfit",
  "start-deal": "startDeal",
  "complete-deal": "completeDeal",
  "cancel-deal": "cancelDeal",
} as const satisfies Record<DealAction, keyof ServiceWriter>;

/** A bot that is off starts a deal of its own; every other command is about one that runs. */
async function scene(action: DealAction, quirks: Parameters<typeof dealing>[0] = {}) {
  if (action !== "start-deal") {
    const at = await dealing(quirks);
    return { at, plan: await planFor(at, action) };
  }
  const other = await dealing(quirks);
  const botId = addByHand(other.way, { title: "off" });
  const at = { ...other, botId };
  return { at, plan: await planFor(at, action) };
}

const ACTIONS: readonly DealAction[] = ["take-profit", "start-deal", "complete-deal", "cancel-deal"];

describe('rule 10: of a deal, too, "sent" is not done', () => {
  it.each(ACTIONS)("a %s that takes a minute is waited for", async (action) => {
    const { at, plan } = await scene(action, { quirks: { commandDelay: 60_000 } });
    const begun = at.way.clock.elapsed();
    const report = await at.way.apply(plan);
    expect(kinds(report)).toEqual([`${action} main/a applied`]);
    expect(exitOfReport(report)).toBe(0);
    expect(at.way.clock.elapsed() - begun).toBeGreaterThanOrEqual(60_000);
  });

  it.each(ACTIONS)("a %s that is dropped is unknown, and exit 5", async (action) => {
    const { at, plan } = await scene(action, { quirks: NEVER });
    const report = await at.way.apply(plan);
    expect(kinds(report)).toEqual([`${action} main/a unknown`]);
    expect(report.outcomes[0]).toMatchObject({ rule: 10, wrote: true });
    expect(exitOfReport(report)).toBe(5);
  });

  it.each(ACTIONS)("a %s whose answer is lost after the service acted is seen to be done", async (action) => {
    const { at, plan } = await scene(action);
    const method = METHODS[action];
    const lossy = async (id: number, percent: string) => {
      await (method === "changeTakeProfit" ? at.way.writer[method](id, percent, true) : at.way.writer[method](id));
      return LOST;
    };
    expect(kinds(await carryOut(at.way, plan, { writer: { [method]: lossy } }))).toEqual([`${action} main/a applied`]);
  });

  it.each(ACTIONS)("a %s whose answer is lost, and that never arrived, is unknown", async (action) => {
    const { at, plan } = await scene(action);
    const report = await carryOut(at.way, plan, { writer: { [METHODS[action]]: async () => LOST } });
    expect(kinds(report)).toEqual([`${action} main/a unknown`]);
  });

  it.each(ACTIONS)("a %s that is refused did nothing, and exit 1", async (action) => {
    const { at, plan } = await scene(action);
    const refused = async (): Promise<WriteAnswer> => ({ kind: "refused", message: "HTTP 200: no" });
    const report = await carryOut(at.way, plan, { writer: { [METHODS[action]]: refused } });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 19 });
    expect(exitOfReport(report)).toBe(1);
  });

  it.each(ACTIONS)(
    "a %s that is refused after it was carried out, and takes 25 s, is seen to be done",
    async (action) => {
      const { at, plan } = await scene(action, { quirks: { commandDelay: 25_000 } });
      const method = METHODS[action];
      const doubled = async (id: number, percent: string): Promise<WriteAnswer> => {
        await (method === "changeTakeProfit" ? at.way.writer[method](id, percent, true) : at.way.writer[method](id));
        return { kind: "refused", message: "HTTP 409: Deal is not active." };
      };
      const report = await carryOut(at.way, plan, { writer: { [method]: doubled } });
      expect(kinds(report)).toEqual([`${action} main/a applied`]);
      expect(report.outcomes[0]).toMatchObject({ wrote: true, detail: expect.stringContaining("Deal is not active") });
      expect(exitOfReport(report)).toBe(0);
    },
  );

  it.each(ACTIONS)("a %s that a status turns down, and after which nothing moves, did nothing", async (action) => {
    const { at, plan } = await scene(action);
    const begun = at.way.clock.elapsed();
    const report = await carryOut(at.way, plan, { writer: { [METHODS[action]]: async () => DOWN } });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: false, rule: 19 });
    // It is watched for as long as a command may take.
    expect(at.way.clock.elapsed() - begun).toBeLessThan(125_000);
  });
});

describe("rule 10: what of a deal shows a take profit isn't known", () => {
  it.each(["order", "snapshot", "both"] as const)("it is observed where %s shows it", async (takeProfitShows) => {
    const at = await dealing({ quirks: { takeProfitShows } });
    const report = await at.way.apply(await planFor(at, "take-profit", "2"));
    expect(kinds(report)).toEqual(["take-profit main/a applied"]);
    expect(report.outcomes[0]?.detail).toMatch(takeProfitShows === "order" ? /order is at/ : /settings show 2 %/);
  });

  it.each(["order", "both"] as const)(
    "an order that stands there already, as %s shows it, has nothing to move, and is seen at once",
    async (takeProfitShows) => {
      const at = await dealing({ quirks: { takeProfitShows } });
      await at.way.apply(await planFor(at, "take-profit", "2"));
      const [deal = at.deal] = await at.way.reader.runningDeals(1);
      const plan = await planFor({ ...at, deal }, "take-profit", "2");
      const begun = at.way.clock.elapsed();
      const report = await at.way.apply(plan);
      expect([kinds(report), dealsSent(at.way).takeProfits]).toEqual([["take-profit main/a applied"], 2]);
      expect(at.way.clock.elapsed() - begun).toBeLessThan(5_000);
    },
  );

  it("a small change of one that stands near there is no such thing", async () => {
    const at = await dealing({ quirks: { takeProfitShows: "order" } });
    await at.way.apply(await planFor(at, "take-profit", "2"));
    const [deal = at.deal] = await at.way.reader.runningDeals(1);
    const before = percentBefore(deal, "2.1", "1.2");
    const plan = await planFor({ ...at, deal }, "take-profit", "2.1");
    const [step] = plan.steps;
    const steps = step === undefined ? [] : [{ ...step, deal: { id: deal.id, takeProfit: { before, after: "2.1" } } }];
    const report = await carryOut(at.way, { ...plan, steps }, { writer: { changeTakeProfit: async () => LOST } });
    expect([before, kinds(report)]).toEqual(["2", ["take-profit main/a unknown"]]);
  });

  it("where the settings said it before, and the order is elsewhere, nothing shows it, and that is said", async () => {
    const at = await dealing({ quirks: { takeProfitShows: "snapshot" } });
    await at.way.apply(await planFor(at, "take-profit", "2"));
    const [deal = at.deal] = await at.way.reader.runningDeals(1);
    const plan = await planFor({ ...at, deal: { ...deal, settings: at.deal.settings } }, "take-profit", "2");
    const report = await at.way.apply(plan);
    expect(kinds(report)).toEqual(["take-profit main/a unknown"]);
    expect(report.outcomes[0]?.detail).toMatch(/its settings had 2 % before, and its order is at about 1\.2/);
  });

  it("one that isn't seen is sent again twice, and no more", async () => {
    const at = await dealing();
    let sends = 0;
    const changeTakeProfit = async () => {
      sends += 1;
      return LOST;
    };
    const report = await carryOut(at.way, await planFor(at, "take-profit"), { writer: { changeTakeProfit } });
    expect([kinds(report), sends]).toEqual([["take-profit main/a unknown"], 3]);
  });

  it("the one that is sent again counts as the first does", async () => {
    const at = await dealing();
    let sends = 0;
    const changeTakeProfit: ServiceWriter["changeTakeProfit"] = async (id, percent, immediately) => {
      sends += 1;
      return sends < 3 ? LOST : at.way.writer.changeTakeProfit(id, percent, immediately);
    };
    const report = await carryOut(at.way, await planFor(at, "take-profit"), { writer: { changeTakeProfit } });
    expect(kinds(report)).toEqual(["take-profit main/a applied"]);
  });
});

describe("rule 10: a take profit that needn't act immediately (S-52)", () => {
  const later = async (options: Parameters<typeof dealing>[0] = {}) => {
    const at = await dealing(options);
    const plan = await planFor(at, "take-profit", "2");
    const about = { id: at.deal.id, takeProfit: { before: "1.2", after: "2", immediately: false as const } };
    return { at, plan: { ...plan, steps: plan.steps.map((step) => ({ ...step, deal: about })) } };
  };

  it("is accepted and unknown while the order that stands is left alone, and isn't sent again", async () => {
    const { at, plan } = await later();
    const report = await at.way.apply(plan);
    expect([kinds(report), dealsSent(at.way).takeProfits]).toEqual([["take-profit main/a unknown"], 1]);
    expect(report.outcomes[0]?.detail).toContain("when its take-profit order is next placed anew");
    expect(at.way.emulator.service.writes.at(-1)?.parameters).toMatchObject({ immediately: "0" });
  });

  it("is seen where the service acts at once all the same", async () => {
    const { at, plan } = await later({ quirks: { immediately: "ignore" } });
    expect(kinds(await at.way.apply(plan))).toEqual(["take-profit main/a applied"]);
  });
});

describe("rule 10: a start is seen by a deal that wasn't there", () => {
  it("a deal of another bot is none", async () => {
    const { at, plan } = await scene("start-deal", { quirks: NEVER });
    const startDeal = async (): Promise<WriteAnswer> => {
      addByHand(at.way, { title: "b", enabled: true });
      return { kind: "accepted" };
    };
    expect(kinds(await carryOut(at.way, plan, { writer: { startDeal } }))).toEqual(["start-deal main/a unknown"]);
  });

  it("nor is one that ran before", async () => {
    const at = await dealing({ quirks: { startOnEnabled: "ignore" } });
    expect(kinds(await at.way.apply(await planFor(at, "start-deal")))).toEqual(["start-deal main/a unknown"]);
  });
});

describe("rule 10: the end of a deal is told with what the history shows", () => {
  it("a completed one with its profit", async () => {
    const at = await dealing();
    const report = await at.way.apply(await planFor(at, "complete-deal"));
    const ended = await endedDeal(at.way, at.deal.id);
    expect(report.outcomes[0]?.detail).toContain(`COMPLETED, profit ${ended?.result?.profit} USDT`);
  });

  it.each(["hidden", "listed"] as const)("a cancelled one, %s in the history", async (cancelledDeals) => {
    const at = await dealing({ quirks: { cancelledDeals } });
    const report = await at.way.apply(await planFor(at, "cancel-deal"));
    expect(kinds(report)).toEqual(["cancel-deal main/a applied"]);
    expect(report.outcomes[0]?.detail).toContain(
      cancelledDeals === "hidden" ? "doesn't show it" : "shows it as CANCELED",
    );
  });

  it("a cancel that a completion was faster than has failed: there is no position to keep", async () => {
    const at = await dealing();
    const plan = await planFor(at, "cancel-deal");
    const cancelDeal: ServiceWriter["cancelDeal"] = async (id) => at.way.writer.completeDeal(id);
    const report = await carryOut(at.way, plan, { writer: { cancelDeal } });
    expect(report.outcomes[0]).toMatchObject({ kind: "failed", wrote: true });
    expect(report.outcomes[0]?.detail).toContain("it wasn't cancelled");
  });

  it("a take profit whose deal ends meanwhile is done with, and that is said", async () => {
    const at = await dealing();
    const plan = await planFor(at, "take-profit");
    const changeTakeProfit: ServiceWriter["changeTakeProfit"] = async (id) => at.way.writer.completeDeal(id);
    const report = await carryOut(at.way, plan, { writer: { changeTakeProfit } });
    expect(report.outcomes[0]).toMatchObject({ kind: "applied" });
    expect(report.outcomes[0]?.detail).toContain("has ended meanwhile");
    expect(dealsSent(at.way)).toMatchObject({ completes: 1 });
  });
});

describe("rule 10: once the run is stopped nobody waits any more", () => {
  it("what was sent is unknown, and what wasn't has not begun", async () => {
    const at = await dealing({ quirks: NEVER });
    const second = addByHand(at.way, { title: "b", enabled: true });
    const other = await dealOf(at.way, second);
    const abort = new AbortController();
    const completeDeal: ServiceWriter["completeDeal"] = async (id) => {
      abort.abort();
      return at.way.writer.completeDeal(id);
    };
    const plan = await planFor(at, "complete-deal");
    const report = await carryOut(at.way, plan, { writer: { completeDeal } }, { signal: abort.signal });
    expect([kinds(report), exitOfReport(report)]).toEqual([["complete-deal main/a unknown"], 5]);
    const next = await planFor({ ...at, deal: other, botId: second }, "complete-deal");
    const stopped = await carryOut(at.way, next, {}, { signal: abort.signal });
    expect([kinds(stopped), exitOfReport(stopped)]).toEqual([["complete-deal main/a not-started"], 130]);
  });
});

describe("rule 10: several deals of one bot", () => {
  it("what becomes of one holds back neither the other nor the bot's switch", async () => {
    const way = await start({ deals: true });
    const id = addByHand(way, { title: "a", enabled: true });
    const deal = await dealOf(way, id);
    const at = { way, botId: id, deal };
    const plan = await planFor(at, "take-profit", "2");
    const [bot] = Object.values(plan.bots);
    const [step] = plan.steps;
    if (bot === undefined || step === undefined) throw new Error("no plan");
    const [planned] = bot.deals ?? [];
    if (planned === undefined) throw new Error("no deal");
    const ghost = { ...planned, id: deal.id + 1_000 };
    const two = {
      ...plan,
      bots: { "main/a": { ...bot, deals: [planned, ghost] } },
      steps: [step, { ...step, deal: { id: ghost.id, takeProfit: { before: "1.2", after: "2" } } }],
    };
    const report = await carryOut(way, two);
    expect(report.outcomes.map(({ kind, dealId }) => [kind, dealId])).toEqual([
      ["applied", deal.id],
      ["applied", ghost.id],
    ]);
    expect(report.outcomes[1]?.detail).toContain("had already ended");
    expect(dealsSent(way).takeProfits).toBe(1);
  });
});
