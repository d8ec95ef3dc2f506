// Deals the whole way: an apply sets their take profit and the next one finds nothing; undo and resolve know of them.
import { afterEach, describe, expect, it } from "vitest";
import type { Quirks } from "../../../../src/emulator/quirks/quirks.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import type { RunningDeal } from "../../../../src/model/deal/deal.js";
import { signsOf } from "../../../../src/model/deal/take-profit.js";
import type { DealAction } from "../../../../src/model/plan/actions.js";
import type { Plan, Step } from "../../../../src/model/plan/plan.js";
import { planSchema } from "../../../../src/model/plan/plan-schema.js";
import { ServiceError, type ServiceReader, type ServiceWriter } from "../../../../src/model/ports.js";
import { apply } from "../../../../src/reconcile/apply/apply.js";
import { dealStep, directPlan, shownBot } from "../../../../src/reconcile/plan/direct-plan.js";
import { resolvedEntry, resolveSteps } from "../../../../src/reconcile/undo/resolve.js";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { EXCHANGE, type Road, road, UNLIMITED } from "../../../support/road.js";
import { earlier } from "../earlier.js";
import { BASE, desired, desiredBot } from "../fleet.js";
import { recorded } from "../recorded.js";

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

/** Two bots of the base settings, both on and in a deal. */
async function inDeals(quirks: Partial<Quirks> = {}): Promise<Road> {
  open = await road({ quirks, deals: true });
  for (const title of ["a", "b"])
    open.emulator.service.addBot("main", { ...settings(), accessId: 1, title, enabled: true });
  open.clock.advance(2_000);
  expect(await open.reader.runningDeals(1)).toHaveLength(2);
  return open;
}

function settings() {
  const { leverage: _, ...rest } = Object.fromEntries(Object.entries(BASE).map(([name, value]) => [name, value ?? ""]));
  return { ...rest, leverage: 5 } as Omit<Parameters<Road["emulator"]["service"]["addBot"]>[1], "accessId" | "title">;
}

function asking(percent: string, more: Partial<Desired> = {}): Desired {
  const bots = ["a", "b"].map((key) => desiredBot(key, { fields: { percentTakeProfit: percent } }));
  return desired(bots, { activeDeals: "take-profit", ...more });
}

/** How each step ends where these ports stand in for the service's. */
async function ended(
  way: Road,
  plan: Plan,
  bent: { reader?: Partial<ServiceReader>; writer?: Partial<ServiceWriter> },
) {
  const ports = {
    reader: { ...way.reader, ...bent.reader },
    writer: { ...way.writer, ...bent.writer },
    clock: way.clock,
  };
  const { outcomes } = await apply(plan, ports, { limits: UNLIMITED });
  return outcomes.map(({ action, kind, detail }) => `${action} ${kind}: ${detail}`);
}

const shown = ({ steps }: Plan) =>
  steps.map(({ action, deal }) => `${action}${deal === undefined ? "" : ` ${deal.takeProfit?.after}`}`);
const signs = async (way: Road) =>
  (await way.reader.runningDeals(1))
    .map(signsOf)
    .map(({ percentTakeProfit, orderPercent }) => [percentTakeProfit, orderPercent]);
const orderOf = async (way: Road) => (await way.reader.runningDeals(1)).map((deal) => deal.takeProfits[0]?.price);

describe("an account with activeDeals: take-profit", () => {
  it.each(["order", "snapshot", "both"] as const)(
    "finds nothing to do after an apply, and goes back and forth, where %s shows it",
    async (takeProfitShows) => {
      const way = await inDeals({ takeProfitShows });
      const before = await orderOf(way);
      for (const percent of ["2", "1.2", "0.7"]) {
        const plan = await way.plan(asking(percent));
        expect(shown(plan)).toEqual(["update", "update", `take-profit ${percent}`, `take-profit ${percent}`]);
        const report = await way.apply(plan);
        const kinds = new Set(report.outcomes.map(({ kind }) => kind));
        expect([...kinds]).toEqual(["applied"]);
        expect((await way.plan(asking(percent))).steps).toEqual([]);
      }
      if (takeProfitShows !== "snapshot") expect(await orderOf(way)).not.toEqual(before);
    },
  );

  it("goes on where a run died between the update and the deals", async () => {
    const way = await inDeals();
    const plan = await way.plan(asking("2"));
    await way.apply({ ...plan, steps: plan.steps.filter(({ action }) => action === "update") });
    const next = await way.plan(asking("2"));
    expect(shown(next)).toEqual(["take-profit 2", "take-profit 2"]);
    await way.apply(next);
    expect((await way.plan(asking("2"))).steps).toEqual([]);
  });

  it("leaves deals alone with keep, and names what they keep", async () => {
    const way = await inDeals();
    const plan = await way.plan(asking("2", { activeDeals: "keep" }));
    expect(shown(plan)).toEqual(["update", "update"]);
    expect(plan.bots["main/a"]?.deals?.[0]?.keeps).toEqual([{ field: "percentTakeProfit", kept: "1.2", after: "2" }]);
    await way.apply(plan);
    expect(way.emulator.service.requests.changeTakeProfit).toBe(0);
  });

  it("sets no deal of a bot whose update failed", async () => {
    const way = await inDeals();
    const plan = await way.plan(asking("2"));
    const [id = 0] = Object.values(plan.bots).flatMap(({ observed }) => observed?.id ?? []);
    way.emulator.service.editBot(id, { leverage: 9 });
    const report = await way.apply(plan);
    expect(report.outcomes.map(({ action, kind }) => `${action} ${kind}`)).toEqual([
      ...["update failed", "update applied", "take-profit skipped", "take-profit applied"],
    ]);
  });
});

it("what depends on several steps names the first that failed", async () => {
  const way = await inDeals();
  const plan = await way.plan(
    desired([desiredBot("a", { enabled: false, fields: { percentTakeProfit: "2" } })], { activeDeals: "take-profit" }),
  );
  const writer = { turnOff: async () => ({ kind: "refused", message: "no" }) as const };
  expect(await ended(way, plan, { writer })).toEqual([
    "turn-off failed: refused by the service; the bot still reads on (ENABLED) after 120 s: no",
    "update skipped: depends on this bot's turn-off",
    "take-profit skipped: depends on this bot's turn-off",
  ]);
});

it("a command about a deal that the service turns down, and whose deal can't be read then, stays unknown", async () => {
  const way = await inDeals();
  const plan = await single(way, "complete-deal");
  let isSent = false;
  const writer = {
    completeDeal: async () => {
      isSent = true;
      return { kind: "refused", message: "no" } as const;
    },
  };
  const reader = {
    runningDeals: async (id: number) => {
      if (isSent) throw new ServiceError("http", "HTTP 503");
      return way.reader.runningDeals(id);
    },
  };
  expect(await ended(way, plan, { writer, reader })).toEqual([
    "complete-deal unknown: the command to complete the deal was refused (no), but its effect wasn't observed within 120 s",
  ]);
});

describe("the way back of a take profit", () => {
  it.each(["order", "snapshot", "both"] as const)(
    "is the take profit it had, where %s shows it; it can be undone, too",
    async (takeProfitShows) => {
      const way = await inDeals({ takeProfitShows });
      const before = await signs(way);
      const run = await (await recorded(way, await way.plan(asking("2")))).only();
      const after = await signs(way);
      const back = await planUndo(run, way.reader);
      expect(shown(back)).toEqual(["update", "update", "take-profit 1.2", "take-profit 1.2"]);
      expect(planSchema().safeParse({ ...back, diagnostics: [] }).success).toBe(true);
      const again = await (await recorded(way, back, { command: "undo", id: "2026-11-21T18-10-00Z-abcd1234" })).only();
      expect(await signs(way)).toEqual(before);
      expect((await planUndo(run, way.reader)).steps).toEqual([]);
      await way.apply(await planUndo(again, way.reader));
      expect(await signs(way)).toEqual(after);
    },
  );

  it("of a deal that has ended is none, and that is said", async () => {
    const way = await inDeals();
    const run = await (await recorded(way, await way.plan(asking("2")))).only();
    for (const { id } of await way.reader.runningDeals(1)) await way.writer.cancelDeal(id);
    const [first] = await way.reader.bots();
    await way.writer.turnOff(first?.id ?? 0);
    way.clock.advance(5_000);
    const back = await planUndo(run, way.reader);
    expect(back.steps.map(({ action }) => action)).toEqual(["update", "update"]);
    expect(back.diagnostics.filter(({ code }) => code === "plan/deal-stays")).toHaveLength(2);
  });
});

const ACTIONS: readonly DealAction[] = ["take-profit", "start-deal", "complete-deal", "cancel-deal"];

/** A plan of one step about the deal of a bot; a start is of a bot that is off. */
async function single(way: Road, action: DealAction, more: { readonly immediately?: false } = {}): Promise<Plan> {
  const title = action === "start-deal" ? "off" : "a";
  if (action === "start-deal") way.emulator.service.addBot("main", { ...settings(), accessId: 1, title });
  const row = (await way.reader.bots()).find(({ fields }) => fields.title === title);
  const bot = await way.reader.bot(row?.id ?? 0);
  const deals = (await way.reader.runningDeals(1)).filter(({ botId }) => botId === bot.id);
  const about = (deal: RunningDeal | undefined): Step["deal"] =>
    deal === undefined
      ? undefined
      : { id: deal.id, ...(action === "take-profit" && { takeProfit: { before: "1.2", after: "2", ...more } }) };
  const known = shownBot({ address: `main/${title}`, live: bot, access: { id: 1, title: "Main" }, deals });
  const where = { account: "main", exchange: EXCHANGE, command: "deals", observedBots: 3 };
  return directPlan(where, [known], [dealStep(known.address, action, about(deals[0]))]);
}

it("a take profit that needn't act immediately stays in doubt until its order is placed anew, and is taken back by being set", async () => {
  const way = await inDeals();
  const plan = await single(way, "take-profit", { immediately: false });
  const run = await (await recorded(way, plan)).only();
  const runningDeals = (price: string) => async () =>
    (await way.reader.runningDeals(1)).map((deal) => ({
      ...deal,
      takeProfits: deal.takeProfits.map((order) => ({ ...order, number: "2", price })),
    }));
  const look = async (reader = way.reader) => {
    const [found] = await resolveSteps(run, reader, { now: run.begin.at + 3_600_000, madeElsewhere: new Set() });
    return [found?.verdict, found?.settled];
  };
  expect(run.steps.map(({ kind }) => kind)).toEqual(["unknown"]);
  expect(await look()).toEqual(["unclear", false]);
  expect(shown(await planUndo(run, way.reader))).toEqual(["take-profit 1.2"]);
  expect(await look({ ...way.reader, runningDeals: runningDeals("64768") })).toEqual(["no-effect", true]);
  expect(await look({ ...way.reader, runningDeals: runningDeals("65280") })).toEqual(["took-effect", true]);
});

describe("a run that died between a command about a deal and its end", () => {
  const HOUR = 3_600_000;

  it.each(ACTIONS)("%s: it is in doubt, and a later look tells that it took effect", async (action) => {
    const way = await inDeals();
    const shelf = await recorded(way, await single(way, action));
    shelf.cutAfter((text) => text.lastIndexOf('"type":"intent"'));
    const run = await shelf.only();
    expect(run.steps.map(({ kind }) => kind)).toEqual(["unknown"]);
    const [found] = await resolveSteps(run, way.reader, { now: run.begin.at, madeElsewhere: new Set() });
    expect(found).toMatchObject({ action, verdict: "took-effect", settled: true, botId: expect.any(Number) });
    expect(found?.dealId).toBe(run.steps[0]?.dealId);
    if (found !== undefined)
      expect(resolvedEntry(found, 1)).toMatchObject({ type: "resolved", verdict: "took-effect" });
  });

  it.each(ACTIONS)("%s: or that it had no effect, which is the last word only after a while", async (action) => {
    const way = await inDeals({ commandDelay: HOUR });
    const writer = Object.fromEntries(
      ["changeTakeProfit", "startDeal", "completeDeal", "cancelDeal"].map((name) => [
        name,
        async () => ({ kind: "ambiguous", message: "lost", turnedDown: false }) as const,
      ]),
    );
    const run = await (await recorded(way, await single(way, action), { writer })).only();
    const look = (now: number) => resolveSteps(run, way.reader, { now, madeElsewhere: new Set() });
    const [soon] = await look(run.begin.at);
    expect(soon).toMatchObject({ verdict: "no-effect", settled: false });
    const [late] = await look(run.begin.at + HOUR);
    expect(late).toMatchObject({ verdict: "no-effect", settled: true });
  });

  it("a deal that neither list shows, beside others that are gone, too, stays unclear", async () => {
    const way = await inDeals();
    const plan = await single(way, "complete-deal");
    const [bot] = Object.values(plan.bots);
    const more = bot?.deals?.map((deal) => ({ ...deal, id: deal.id + 1_000 })) ?? [];
    const two =
      bot === undefined
        ? plan
        : { ...plan, bots: { [bot.address]: { ...bot, deals: [...(bot.deals ?? []), ...more] } } };
    const lost = async () => ({ kind: "ambiguous", message: "lost", turnedDown: false }) as const;
    const run = await (await recorded(way, two, { writer: { completeDeal: lost } })).only();
    const reader = { ...way.reader, runningDeals: async () => [], endedDeals: async () => [] };
    const [found] = await resolveSteps(run, reader, { now: run.begin.at + HOUR, madeElsewhere: new Set() });
    expect(found).toMatchObject({ verdict: "unclear", settled: false });
  });
});

it("nothing is started for a bot to which an earlier run's start may still come", async () => {
  const way = await inDeals();
  const plan = await single(way, "start-deal");
  const botId = plan.bots[plan.steps[0]?.address ?? ""]?.observed?.id;
  const started = earlier("start-deal", botId, way.clock.now(), { notAfter: way.clock.now() + 30_000 });
  const { outcomes } = await way.apply(plan, { limits: UNLIMITED, earlier: [started] });
  expect(outcomes).toMatchObject([
    {
      ...{ kind: "failed", rule: 9 },
      detail: "nothing was sent: an earlier run sent a start for this bot, which may still take effect",
    },
  ]);
  expect(way.emulator.service.requests.startDeal ?? 0).toBe(0);
});

describe("what can't be taken back", () => {
  it.each(["start-deal", "complete-deal", "cancel-deal"] as const)(
    "a %s is named by undo, which does nothing",
    async (action) => {
      const way = await inDeals();
      const run = await (await recorded(way, await single(way, action))).only();
      const back = await planUndo(run, way.reader);
      expect([back.steps, back.diagnostics.map(({ code }) => code)]).toEqual([[], ["plan/deal-stays"]]);
    },
  );
});
