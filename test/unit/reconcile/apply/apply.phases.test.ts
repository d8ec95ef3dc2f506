// The phases of one apply against a service in a few lines: what is read before them, what they wait for, and what ends them.
import { expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { PlannedBot, Step } from "../../../../src/model/plan/plan.js";
import { apply } from "../../../../src/reconcile/apply/apply.js";
import type { ApplyOptions, ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { VirtualClock } from "../../../support/clock.js";
import { earlier } from "../earlier.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const NEVER = () => Promise.reject(new Error("nobody asks for that"));

interface Scene extends ApplyOptions {
  readonly bots?: readonly ObservedBot[];
  /** Milliseconds until the list shows what was created. */
  readonly lag?: number;
  /** The list fails so, by a fault of botform itself. */
  readonly fault?: Error;
}

/** What is read and sent when, in milliseconds; how the steps end; and what is said. */
async function applied(planned: readonly PlannedBot[], steps: readonly Step[], scene: Scene = {}) {
  const { bots: there = [], lag = 0, fault, ...options } = scene;
  const clock = new VirtualClock();
  const start = clock.elapsed();
  const log: string[] = [];
  const note = (what: string) => void log.push(`${what} ${clock.elapsed() - start}`);
  const bots = new Map(there.map((bot) => [bot.id, bot]));
  const listedAt = new Map<number, number>();
  const ports: ApplyPorts = {
    clock,
    reader: {
      ...{ accesses: NEVER, endedDeals: NEVER, pairs: NEVER, runningDeals: NEVER },
      async bots() {
        note("list");
        if (fault !== undefined) throw fault;
        return [...bots.values()].filter(({ id }) => (listedAt.get(id) ?? 0) <= clock.elapsed());
      },
      async bot(id) {
        note(`bot ${id}`);
        return bots.get(id) ?? NEVER();
      },
    },
    writer: {
      ...{ startDeal: NEVER, changeTakeProfit: NEVER, completeDeal: NEVER, cancelDeal: NEVER },
      async turnOff(id) {
        note(`off ${id}`);
        bots.set(id, live(id, bots.get(id)?.fields.title ?? ""));
        return { kind: "accepted" };
      },
      async create(_access, fields) {
        const id = 100 + bots.size;
        note(`create ${id}`);
        bots.set(id, live(id, fields.title ?? "", { fields }));
        listedAt.set(id, clock.elapsed() + lag);
        return { kind: "accepted", botId: id };
      },
      async update(id, target) {
        note(`update ${id}`);
        bots.set(id, live(id, target.title ?? "", { fields: target }));
        return { kind: "accepted" };
      },
      async turnOn(id) {
        note(`on ${id}`);
        bots.set(id, live(id, bots.get(id)?.fields.title ?? "", { on: true }));
        return { kind: "accepted" };
      },
    },
  };
  const { outcomes, notes, unsettled, violations } = await apply(planOf(planned, steps), ports, options);
  return {
    log,
    ends: outcomes.map(({ action, address, kind }) => `${action} ${address} ${kind}`),
    said: [...notes, ...unsettled, ...violations],
  };
}

const MADE = [plannedBot("a", null), plannedBot("b", null)];
const CREATES = [step("create", "a"), step("create", "b")];
const CHANGED = plannedBot("c", live(7, "c"), { target: live(7, "c", { fields: { leverage: "9" } }).fields });
const UPDATE: Step = { ...step("update", "c"), changes: [{ field: "leverage", before: "5", after: "9" }] };
const HERE = { bots: [live(7, "c")] };

it("the list is read first where something is created, and else when it is needed", async () => {
  const [both, one] = [
    await applied([CHANGED, ...MADE], [UPDATE, ...CREATES], HERE),
    await applied([CHANGED], [UPDATE], HERE),
  ];
  expect([both.log[0], one.log[0]]).toEqual(["list 0", "bot 7 0"]);
  expect([both.ends, one.ends]).toEqual([
    ["update main/c applied", "create main/a applied", "create main/b applied"],
    ["update main/c applied"],
  ]);
});

it("an update and a create wait for an earlier write that may still arrive", async () => {
  const now = new VirtualClock().now();
  const makes = { title: "a", accessId: 1, target: { leverage: "3" } };
  const open = (address: string, botId: number | undefined, sends: "update" | "create", ms: number) =>
    earlier(sends, botId, now, { address, notAfter: now + ms, isUnknown: false, makes });
  const of = { earlier: [open("main/c", 7, "update", 4_000), open("main/a", undefined, "create", 8_000)] };
  const { log } = await applied([CHANGED, ...MADE], [UPDATE, ...CREATES], { ...HERE, ...of });
  expect(log.filter((one) => /^(?:update|create)/.test(one))).toEqual([
    "update 7 4000",
    "create 101 4500",
    "create 102 8000",
  ]);
});

it("a fault of botform's own ends the run, and what comes later doesn't begin", async () => {
  const { log, ends, said } = await applied([CHANGED, ...MADE], [UPDATE, ...CREATES], {
    ...HERE,
    fault: new TypeError("no such thing"),
  });
  expect(log.filter((one) => one.startsWith("update"))).toEqual([]);
  expect(ends).toEqual(["update main/c not-started", "create main/a not-started", "create main/b not-started"]);
  expect(new Set(said)).toEqual(new Set(["a bug in botform (TypeError) ended the run early; please report it"]));
});

it("what was created is awaited in the list, once a second", async () => {
  const { log, said } = await applied(MADE, CREATES, { lag: 2_500 });
  expect([log, said]).toMatchInlineSnapshot(`
    [
      [
        "list 0",
        "create 100 0",
        "create 101 0",
        "bot 100 0",
        "bot 101 0",
        "list 1000",
        "list 2000",
        "list 3000",
        "bot 100 3000",
        "bot 101 3000",
      ],
      [],
    ]
  `);
});

it("until the deadline, and what isn't there by then is named", async () => {
  const late = await applied(MADE, CREATES, { lag: 60_000, commandDeadlineMs: 3_000 });
  expect([late.log, late.ends, late.said]).toMatchInlineSnapshot(`
    [
      [
        "list 0",
        "create 100 0",
        "create 101 0",
        "bot 100 0",
        "bot 101 0",
        "list 1000",
        "list 2000",
        "bot 100 3000",
        "bot 101 3000",
      ],
      [
        "create main/a applied",
        "create main/b applied",
      ],
      [
        "the bot list doesn't show 100, 101 yet; wait until it does before the next apply, or they look absent",
      ],
    ]
  `);
});

it("where nothing was created or renamed, the list is read once for a turn-on", async () => {
  const planned = plannedBot("d", live(7, "d"), { target: live(7, "d").fields });
  const { log, ends } = await applied([planned], [step("turn-on", "d")], { bots: [live(7, "d")] });
  expect([log, ends]).toMatchInlineSnapshot(`
    [
      [
        "list 0",
        "bot 7 0",
        "on 7 0",
        "list 300",
        "bot 7 300",
        "list 300",
        "bot 7 300",
      ],
      [
        "turn-on main/d applied",
      ],
    ]
  `);
});

it("where nothing was created or renamed, a list that has just been read is new enough for a turn-on", async () => {
  const [off, on] = [live(6, "c", { on: true }), live(7, "d")];
  const planned = [plannedBot("c", off), plannedBot("d", on, { target: on.fields })];
  const { log } = await applied(planned, [step("turn-off", "c"), step("turn-on", "d")], { bots: [off, on] });
  expect(log.slice(0, log.indexOf("on 7 300") + 1)).toEqual([
    ...["bot 6 0", "off 6 0", "list 300", "bot 6 300", "bot 7 300", "on 7 300"],
  ]);
});
