// A later look at each kind of step, from a journal and a reader in a few lines: the whole of what it finds.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Deal, RunningDeal } from "../../../../src/model/deal/deal.js";
import { signsOf } from "../../../../src/model/deal/take-profit.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { JournalEntry } from "../../../../src/reconcile/ledger/journal-format.js";
import { createdElsewhere, isInDoubt, resolvedEntry, resolveSteps } from "../../../../src/reconcile/undo/resolve.js";
import { deal as endedDeal } from "../../app/webhook/hook-deals.js";
import { deal, live } from "../fleet.js";
import { PLACE, run } from "../ledger/entries.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const MINUTE = 60_000;
const NEVER = () => Promise.reject(new Error("a later look doesn't read that"));

interface Scene {
  readonly about?: Partial<Step>;
  /** The bot as the plan has it; null where it was to be created. */
  readonly planned?: PlannedBot;
  readonly entries?: readonly JournalEntry[];
  readonly list?: readonly ObservedBot[];
  /** By id; that of the list where nothing else is said. */
  readonly bots?: readonly ObservedBot[];
  readonly running?: readonly RunningDeal[];
  readonly ended?: readonly Deal[] | ServiceError;
  readonly now?: number;
  readonly deadline?: number;
  readonly lacksBot?: boolean;
}

const sent = (action: Action, more: object = {}): JournalEntry => ({
  ...{ type: "intent", at: 7, write: 1, address: "main/a", step: action, sends: action },
  ...more,
});
const accepted = (botId: number) => ({ type: "answer", at: 8, write: 1, kind: "accepted", botId }) as const;
const refused: JournalEntry = { type: "answer", at: 8, write: 1, kind: "refused" };
const ended = (action: Action, botId: number): JournalEntry => ({
  type: "outcome",
  at: 9,
  outcome: { address: "main/a", action, kind: "unknown", detail: "", stale: false, wrote: true, botId },
});

/** What a look at one step in doubt of bot "a" finds, an hour later. */
async function look(action: Action, scene: Scene) {
  const bot = scene.planned ?? plannedBot("a", live(1, "a"));
  const { deal: of } = scene.about ?? {};
  const {
    entries = [sent(action, of && { dealId: of.id })],
    list = [live(1, "a")],
    bots = list,
    lacksBot = false,
  } = scene;
  const plan = planOf(lacksBot ? [] : [bot], [{ ...step(action, "a"), ...scene.about }], { observedBots: 1 });
  const { deadline } = scene;
  const past = run(entries, { plan, ...(deadline !== undefined && { commandDeadlineMs: deadline }) });
  const reader: ServiceReader = {
    ...{ accesses: NEVER, pairs: NEVER },
    bots: async () => list,
    bot: async (id) => bots.find((one) => one.id === id) ?? Promise.reject(new ServiceError("absent", "no bot")),
    runningDeals: async (accessId) => (accessId === 1 ? (scene.running ?? []) : NEVER()),
    async endedDeals(accessId) {
      if (accessId !== 1) return NEVER();
      if (scene.ended instanceof ServiceError) throw scene.ended;
      return scene.ended ?? [];
    },
  };
  const [found, ...others] = await resolveSteps(past, reader, {
    now: scene.now ?? 60 * MINUTE,
    madeElsewhere: new Set([99]),
  });
  if (found === undefined || others.length > 0) throw new Error("not one step in doubt");
  const { address, action: did, verdict, settled, detail, ...ids } = found;
  expect([address, did]).toEqual(["main/a", action]);
  return [`${verdict}${settled ? "" : ", not settled"}: ${detail}`, ids];
}

type Row = [because: string, action: Action, scene: Scene, detail: string, ids?: object];

const CREATED = plannedBot("a", null);
const PRICED = [
  { field: "leverage", before: "3", after: "5" },
  { field: "priceLevelUp", after: "9" },
] as const;
describe("of a bot", () => {
  it.each<Row>([
    ["is on", "turn-on", { list: [live(1, "a", { on: true })] }, "took-effect: the bot is on (ENABLED)", { botId: 1 }],
    ["is off", "turn-on", {}, "no-effect: the bot is off (DISABLED)", { botId: 1 }],
    ["is off", "turn-off", {}, "took-effect: the bot is off (DISABLED)", { botId: 1 }],
    ["is on", "turn-off", { list: [live(1, "a", { on: true })] }, "no-effect: the bot is on (ENABLED)", { botId: 1 }],
    [
      "is gone",
      "turn-off",
      { list: [live(2, "b")] },
      "unclear, not settled: bot 1 is no longer on the service",
      { botId: 1 },
    ],
    [
      "isn't recorded",
      "turn-on",
      { planned: CREATED },
      "unclear, not settled: which bot it was sent for is not recorded",
    ],
    [
      "is that of the last write",
      "turn-on",
      {
        planned: CREATED,
        entries: [
          sent("turn-on", { botId: 5 }),
          sent("turn-on", { write: 2 }),
          sent("turn-on", { write: 3, botId: 1 }),
          sent("turn-on", { write: 4 }),
        ],
      },
      "no-effect: the bot is off (DISABLED)",
      { botId: 1 },
    ],
    [
      "is that of the outcome",
      "turn-on",
      { planned: CREATED, entries: [sent("turn-on", { botId: 5 }), ended("turn-on", 1)] },
      "no-effect: the bot is off (DISABLED)",
      { botId: 1 },
    ],
    ["lacks in the record", "turn-on", { lacksBot: true }, "unclear, not settled: the record of the run lacks its bot"],
    [
      "has what it was to get",
      "update",
      { about: { changes: PRICED.slice(0, 1) } },
      "took-effect: every field matches the plan; the bot is off (DISABLED)",
      { botId: 1 },
    ],
    [
      "is as before",
      "update",
      { about: { changes: PRICED }, list: [live(1, "a", { on: true, fields: { leverage: "3" } })] },
      "no-effect: every field is as it was before; the bot is on (ENABLED)",
      { botId: 1 },
    ],
    [
      "was to lose what it has",
      "update",
      {
        about: { changes: [{ field: "priceLevelUp", before: "9", after: null }] },
        list: [live(1, "a", { fields: { priceLevelUp: "7" } })],
      },
      "unclear, not settled: some fields match neither the plan nor what was before: priceLevelUp expected off, shown 7; the bot is off (DISABLED)",
      { botId: 1 },
    ],
    [
      "is neither",
      "update",
      { about: { changes: PRICED }, list: [live(1, "a", { fields: { leverage: "7" } })] },
      "unclear, not settled: some fields match neither the plan nor what was before: leverage expected 5, shown 7; priceLevelUp expected 9, shown off; the bot is off (DISABLED)",
      { botId: 1 },
    ],
  ])("that %s, after a %s", async (_because, action, scene, detail, ids = {}) => {
    expect(await look(action, scene)).toEqual([detail, ids]);
  });

  const twins = [live(1, "a"), live(2, "a", { on: true, raw: "WORKING" })];
  it.each<Row>([
    ["it is there", "create", {}, "took-effect: it is bot 1, off (DISABLED), matching the plan", { botId: 1 }],
    [
      "it differs",
      "create",
      { list: [live(1, "a", { on: true, fields: { leverage: "7", volumeFirstOrder: null } })] },
      "took-effect: it is bot 1, on (ENABLED), differing from the plan: leverage expected 5, shown 7; volumeFirstOrder expected 20, shown off",
      { botId: 1 },
    ],
    [
      "there are two",
      "create",
      { list: twins },
      "unclear, not settled: several bots have its title: 1, off (DISABLED); 2, on (WORKING); name the right one with botId",
    ],
    [
      "one of the two is another run's",
      "create",
      { list: [live(1, "a"), live(99, "a")] },
      "took-effect: it is bot 1, off (DISABLED), matching the plan",
      { botId: 1 },
    ],
    [
      "it is on another access",
      "create",
      { list: [live(1, "a", { accessId: 2 })] },
      "no-effect: no bot with its title is there",
    ],
    ["it has another title by now", "create", { bots: [live(1, "b")] }, "no-effect: no bot with its title is there"],
    [
      "it was taken as the run's own",
      "create",
      { list: twins, entries: [sent("create"), ended("create", 2)] },
      "took-effect: it is bot 2, on (WORKING), matching the plan",
      { botId: 2 },
    ],
    [
      "the run's own is gone",
      "create",
      { entries: [sent("create"), ended("create", 2)] },
      "no-effect: no bot with its title is there",
    ],
    [
      "it was named, and has another title",
      "create",
      { entries: [sent("create"), accepted(1)], list: [live(1, "z", { accessId: 2 })] },
      'unclear, not settled: the service answered with bot 1, which is "z" on access 2',
      { botId: 1 },
    ],
    [
      "the second of its writes was taken",
      "create",
      {
        entries: [sent("create"), refused, sent("create", { write: 2 }), { ...accepted(1), write: 2 }],
        list: [live(1, "z")],
      },
      'unclear, not settled: the service answered with bot 1, which is "z" on access 1',
      { botId: 1 },
    ],
    [
      "it was named, and is gone",
      "create",
      { entries: [sent("create"), accepted(4)], list: [live(1, "z")] },
      "no-effect: no bot with its title is there",
    ],
  ])("where %s, after a %s", async (_because, action, scene, detail, ids = {}) => {
    expect(await look(action, { planned: CREATED, ...scene })).toEqual([detail, ids]);
  });
});

describe("of a deal", () => {
  const signs = { percentTakeProfit: "1.2", orderPercent: "1.2", order: "1 at 1" };
  const was = (id: number) => ({ id, pairTitle: "USDT-BTC", fingerprint: "f", ...signs, keeps: [] });
  const withDeals = (...ids: readonly number[]) => plannedBot("a", live(1, "a"), { deals: ids.map(was) });
  const order = (price: string, time = 1) => ({
    ...{ number: "1", type: "l", status: "1", price, quantity: "1", filled: null, fee: null, feeAsset: "" },
    ...{ profit: null, time },
  });
  const at = (percent: string | null, price?: string): RunningDeal => {
    const one = deal(5, 1, price === undefined ? {} : { takeProfits: [order(price)] });
    return { ...one, settings: { ...one.settings, percentTakeProfit: percent } };
  };
  const IDS = { botId: 1, dealId: 5 };
  const about = { deal: { id: 5 } };
  const takeProfit = { deal: { id: 5, takeProfit: { before: "1.2", after: "2" } } };
  const later = { deal: { id: 5, takeProfit: { before: "1.2", after: "2", immediately: false } } } as const;
  const completed = (status: string) => endedDeal(5, { status });
  const ONE = withDeals(5);
  const STANDING = { ...ONE, deals: [{ ...was(5), ...signsOf(at("1.2", "101.2")) }] };

  it.each<Row>([
    [
      "still runs",
      "complete-deal",
      { about, planned: ONE, running: [deal(5, 1)] },
      "no-effect: deal 5 is running",
      IDS,
    ],
    [
      "is over",
      "complete-deal",
      { about, planned: ONE, running: [], ended: [completed("COMPLETED")] },
      "took-effect: deal 5 is no longer running: the history shows it as COMPLETED",
      IDS,
    ],
    [
      "was canceled",
      "complete-deal",
      { about, planned: ONE, ended: [completed("CANCELED")] },
      "no-effect: deal 5 has ended another way: the history shows it as CANCELED",
      IDS,
    ],
    [
      "was canceled",
      "cancel-deal",
      { about, planned: ONE, ended: [completed("CANCELED")] },
      "took-effect: deal 5 is no longer running: the history shows it as CANCELED",
      IDS,
    ],
    [
      "is over",
      "cancel-deal",
      { about, planned: ONE, ended: [completed("COMPLETED")] },
      "no-effect: deal 5 has ended another way: the history shows it as COMPLETED",
      IDS,
    ],
    [
      "isn't shown, and was the only one",
      "cancel-deal",
      { about, planned: ONE, ended: [endedDeal(6)] },
      "took-effect: deal 5 is no longer running: the history doesn't show it",
      IDS,
    ],
    [
      "isn't shown, but others are",
      "complete-deal",
      { about, planned: withDeals(5, 6), running: [deal(6, 1)] },
      "took-effect: deal 5 is no longer running: the history doesn't show it",
      IDS,
    ],
    [
      "isn't shown, nor is any other",
      "complete-deal",
      { about, planned: withDeals(5, 6) },
      "unclear, not settled: neither the list of running deals nor the history shows deal 5",
      IDS,
    ],
    [
      "is over, though no other is shown",
      "complete-deal",
      { about, planned: withDeals(5, 6), ended: [completed("COMPLETED")] },
      "took-effect: deal 5 is no longer running: the history shows it as COMPLETED",
      IDS,
    ],
    [
      "isn't shown, and the history can't be read",
      "complete-deal",
      { about, planned: ONE, ended: new ServiceError("http", "no") },
      "took-effect: deal 5 is no longer running: the history doesn't show it",
      IDS,
    ],
    [
      "isn't in the record",
      "complete-deal",
      { about, planned: withDeals(6), running: [deal(5, 1)] },
      "unclear, not settled: the record of the run lacks its deal",
      IDS,
    ],
    [
      "isn't named in the record",
      "complete-deal",
      { about: {}, planned: ONE, running: [deal(5, 1)] },
      "unclear, not settled: the record of the run lacks its deal",
      { botId: 1 },
    ],
    [
      "isn't recorded of a bot without deals",
      "complete-deal",
      { about, running: [deal(5, 1)] },
      "unclear, not settled: the record of the run lacks its deal",
      IDS,
    ],
    [
      "was to change in no way that is recorded",
      "take-profit",
      { about, planned: ONE, running: [at("1.2")] },
      "no-effect: deal 5 is running with percentTakeProfit 1.2",
      IDS,
    ],
    [
      "is of a bot that was to be created",
      "start-deal",
      { planned: CREATED, entries: [sent("start-deal", { botId: 1 })], running: [deal(7, 1)] },
      "no-effect: the bot has no running deal that wasn't there before",
      { botId: 1 },
    ],
    [
      "has the new take profit",
      "take-profit",
      { about: takeProfit, planned: ONE, running: [at("2", "102")] },
      "took-effect: deal 5 is running with percentTakeProfit 2, its order at about 2 %",
      IDS,
    ],
    [
      "has the old one",
      "take-profit",
      { about: takeProfit, planned: ONE, running: [at("1.2")] },
      "no-effect: deal 5 is running with percentTakeProfit 1.2",
      IDS,
    ],
    [
      "has none",
      "take-profit",
      { about: takeProfit, planned: ONE, running: [at(null)] },
      "no-effect: deal 5 is running with percentTakeProfit off",
      IDS,
    ],
    [
      "has a later one to come",
      "take-profit",
      { about: later, planned: STANDING, running: [at("1.2", "101.2")] },
      "unclear, not settled: deal 5 is running with percentTakeProfit 1.2, its order at about 1.2 %; that order hasn't been placed anew since",
      IDS,
    ],
    [
      "had its order placed anew",
      "take-profit",
      { about: later, planned: ONE, running: [at("1.2", "101.2")] },
      "no-effect: deal 5 is running with percentTakeProfit 1.2, its order at about 1.2 %",
      IDS,
    ],
    [
      "has ended",
      "take-profit",
      { about: takeProfit, planned: ONE, ended: [completed("COMPLETED")] },
      "no-effect: deal 5 has ended: the history shows it as COMPLETED",
      IDS,
    ],
    [
      "is new",
      "start-deal",
      { planned: withDeals(4), running: [deal(4, 1), deal(6, 2), deal(7, 1)] },
      "took-effect: deal 7 is running on USDT-BTC",
      { botId: 1 },
    ],
    [
      "was there before",
      "start-deal",
      { planned: withDeals(4), running: [deal(4, 1), deal(6, 2)] },
      "no-effect: the bot has no running deal that wasn't there before",
      { botId: 1 },
    ],
    [
      "may be over by now",
      "start-deal",
      {
        planned: plannedBot("a", live(7, "a")),
        ended: [endedDeal(9), endedDeal(11), endedDeal(10), { ...endedDeal(12), botId: 8 }],
      },
      "no-effect: the bot has no running deal that wasn't there before; the last one in the history is 11",
      { botId: 7 },
    ],
  ])("that %s, after a %s", async (_because, action, scene, detail, ids = {}) => {
    expect(await look(action, scene)).toEqual([detail, ids]);
  });
});

describe("what has had no effect", () => {
  const off = "the bot is off (DISABLED)";
  it.each<[string, Partial<Scene>, string]>([
    ["15 minutes after it was sent", { now: 7 + 15 * MINUTE }, `no-effect: ${off}`],
    [
      "a millisecond before",
      { now: 6 + 15 * MINUTE },
      `no-effect, not settled: not yet: ${off}; check again after 00:16 UTC`,
    ],
    [
      "where the run waits for longer",
      { now: 30 * MINUTE, deadline: 40 * MINUTE },
      `no-effect, not settled: not yet: ${off}; check again after 00:41 UTC`,
    ],
    [
      "at once where it has had one",
      { now: 8, list: [live(1, "a", { on: true })] },
      "took-effect: the bot is on (ENABLED)",
    ],
    ["where the run waits less", { now: 7 + 15 * MINUTE, deadline: MINUTE }, `no-effect: ${off}`],
    [
      "after the last of its writes",
      {
        now: 16 * MINUTE,
        entries: [sent("turn-on"), sent("turn-on", { write: 2, at: 2 * MINUTE }), sent("turn-on", { write: 3 })],
      },
      `no-effect, not settled: not yet: ${off}; check again after 00:17 UTC`,
    ],
  ])("is final %s", async (_when, scene, detail) => {
    expect(await look("turn-on", scene)).toEqual([detail, { botId: 1 }]);
  });

  it("is kept with the ids that are known, and as unclear until it is settled", () => {
    const one = { address: "main/a", action: "take-profit", verdict: "no-effect", detail: "so" } as const;
    const entry = { type: "resolved", at: 5, address: "main/a", step: "take-profit", detail: "so" };
    expect(resolvedEntry({ ...one, settled: true, botId: 1, dealId: 5 }, 5)).toStrictEqual({
      ...{ ...entry, verdict: "no-effect" },
      ...{ botId: 1, dealId: 5 },
    });
    expect(resolvedEntry({ ...one, settled: false }, 5)).toStrictEqual({ ...entry, verdict: "unclear" });
  });
});

describe("steps are looked at", () => {
  const never: ServiceReader = {
    ...{ accesses: NEVER, pairs: NEVER, bots: NEVER, bot: NEVER, runningDeals: NEVER, endedDeals: NEVER },
  };
  const at = { now: 60 * MINUTE, madeElsewhere: new Set<number>() };
  const off = plannedBot("a", live(1, "a"));
  const two = planOf([off], [step("update", "a"), step("turn-on", "a")]);
  const applied: JournalEntry = {
    type: "outcome",
    at: 9,
    outcome: { address: "main/a", action: "update", kind: "applied", detail: "", stale: false, wrote: true },
  };
  const resolved = (verdict: "took-effect" | "no-effect" | "unclear"): JournalEntry => ({
    ...{ type: "resolved", at: 10, address: "main/a", step: "turn-on", verdict, detail: "" },
  });

  it("while they are in doubt, whatever became of the others", async () => {
    const reader = { ...never, bots: async () => [live(1, "a")], bot: async () => live(1, "a") };
    const found = await resolveSteps(run([applied, sent("turn-on")], { plan: two }), reader, at);
    expect(found.map(({ action, verdict }) => [action, verdict])).toEqual([["turn-on", "no-effect"]]);
  });

  it.each([
    ["took-effect", false],
    ["no-effect", false],
    ["unclear", true],
  ] as const)("after a look that was %s: %s", (verdict, isOpen) => {
    const { steps } = run([sent("turn-on"), resolved(verdict)], { plan: two });
    expect(steps.map(isInDoubt)).toEqual([false, isOpen]);
  });

  it("or nothing is read", async () => {
    expect(await resolveSteps(run([applied], { plan: two }), never, at)).toEqual([]);
  });

  it("by a list that isn't suddenly empty", async () => {
    const reader = { ...never, bots: async () => [] };
    const create = planOf([CREATED], [step("create", "a")]);
    await expect(
      resolveSteps(run([sent("create")], { plan: { ...create, observedBots: 1 } }), reader, at),
    ).rejects.toThrow("the bot list is suddenly empty");
    expect(await resolveSteps(run([sent("create")], { plan: create }), reader, at)).toHaveLength(1);
  });
});

it("bots that other runs of the account have created are known by their outcomes", () => {
  const plan = planOf([CREATED, plannedBot("b", live(9, "b"))], [step("create", "a"), step("update", "b")]);
  const made = (botId: number | undefined, kind: "applied" | "failed" = "applied"): JournalEntry => ({
    ...{ type: "outcome", at: 9 },
    outcome: {
      ...{ address: "main/a", action: "create", kind, detail: "", stale: false, wrote: true },
      ...(botId !== undefined && { botId }),
    },
  });
  const updated: JournalEntry = {
    type: "outcome",
    at: 9,
    outcome: { address: "main/b", action: "update", kind: "applied", detail: "", stale: false, wrote: true, botId: 9 },
  };
  const own = run([made(1)], { plan });
  const runs = [
    own,
    run([made(2), updated], { id: "r2", plan }),
    run([made(3, "failed")], { id: "r3", plan }),
    run([made(undefined)], { id: "r4", plan }),
    run([made(5)], { id: "r5", plan, account: "other" }),
    run([made(6)], { id: "r6", plan, origin: "https://b" }),
    run([], { id: "r7", plan }),
    run([made(8)], { id: "r8", plan }),
  ];
  expect([...createdElsewhere(own, runs, [PLACE])]).toEqual([2, 8]);
});
