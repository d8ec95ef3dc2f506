// The last look of a run: what it reads, what it can't, and the bots that it turns off again (rule 15).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { finalLook } from "../../../../src/reconcile/apply/final-look.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

const PLAN = planOf([plannedBot("a", live(7, "a"))], [step("turn-on", "a")]);
const REPLACES = planOf([plannedBot("a", live(7, "a"), { replaces: [8] })], [step("turn-on", "a")]);

interface Circumstances {
  /** Those that can be read; by default those of the list. */
  readonly read?: readonly ObservedBot[];
  readonly plan?: typeof PLAN;
  /** Whether a turn-off takes effect. */
  readonly isHeard?: boolean;
  /** What the list shows from the second time on; bot 7 refuses its first read, so that there is one. */
  readonly later?: readonly ObservedBot[];
  /** Another title that the bot has once it is told to turn off. */
  readonly renamed?: string;
  /** Id of a bot that the service doesn't have. */
  readonly absent?: number;
  /** The steps that were carried out. */
  readonly sends?: readonly Action[];
}

/** A run that has turned bot 7 on, and its last look at these bots: those of the list, and those that can be read. */
async function looked(
  bots: readonly ObservedBot[] | ServiceError,
  { read, plan = PLAN, isHeard = true, later, renamed, absent = 0, sends = ["turn-on"] }: Circumstances = {},
) {
  const asked: (number | "list")[] = [];
  const shown = later ?? (bots instanceof ServiceError ? [] : bots);
  const there = new Map((read ?? shown).map((one) => [one.id, one]));
  const reader = {
    async bots() {
      asked.push("list");
      if (bots instanceof ServiceError) throw bots;
      return later !== undefined && asked.filter((one) => one === "list").length > 1 ? later : bots;
    },
    async bot(id: number) {
      asked.push(id);
      if (later !== undefined && asked.filter((one) => one === 7).length === 1 && id === 7)
        throw new ServiceError("refused", "not now");
      const found = there.get(id);
      if (found === undefined) throw new ServiceError(id === absent ? "absent" : "http", `no bot ${id}`);
      return found;
    },
  };
  const off: number[] = [];
  const writer = {
    create: async () => ({ kind: "accepted", botId: 7 }),
    startDeal: async () => ({ kind: "accepted" }),
    update: async () => ({ kind: "accepted" }),
    turnOn: async () => ({ kind: "accepted" }),
    async turnOff(id: number) {
      off.push(id);
      const bot = there.get(id);
      if (isHeard && bot !== undefined) there.set(id, { ...bot, status: { on: false, raw: "DISABLED" } });
      if (renamed !== undefined && bot !== undefined)
        there.set(id, { ...bot, fields: { ...bot.fields, title: renamed } });
      return { kind: "accepted" };
    },
  };
  // biome-ignore lint/suspicious/noExplicitAny: nothing else of the ports is asked
  const ports: any = { reader, writer, clock: new VirtualClock() };
  const run = new Run(plan, ports, {});
  for (const one of plan.steps.filter(({ action }) => sends.includes(action))) {
    if (one.action === "create") await run.write(one, { sends: "create", accessId: 1, fields: {} });
    else if (one.action === "update") await run.write(one, { sends: "update", botId: 7, target: {}, before: {} });
    else if (one.action === "start-deal") await run.write(one, { sends: "start-deal", botId: 7 });
    else await run.write(one, { sends: "turn-on", botId: 7 });
    if (one.action === "create") run.bots.adopt(one, 7);
    run.end(one, { kind: "applied", detail: "" });
  }
  await finalLook(run, plan);
  return { run, asked, off, said: [run.violations, run.notes, run.unsettled] };
}

const ON = { on: true };
const A = live(7, "a", ON);

describe("the last look", () => {
  it("reads the list, and each bot that matters once", async () => {
    expect(await looked([A, live(8, "a"), live(9, "b", ON)])).toMatchObject({ asked: ["list", 7, 8], off: [] });
    expect((await looked([A])).said).toEqual([[], [], []]);
    // What is read by itself counts, whatever the list shows.
    expect((await looked([live(7, "a")], { read: [A] })).said).toEqual([[], [], []]);
  });

  it("reads what a newer list shows, too, which it took because a bot couldn't be read", async () => {
    const { asked, said } = await looked([A], { later: [A, live(8, "a", ON)] });
    expect(asked).toEqual(["list", 7, "list", 7, 8, 7]);
    expect(said[0]).toEqual([
      '2 bots on one access are called "a": 7 (ENABLED) and 8 (ENABLED); bot 7 must be off, since this run had turned it on: it was turned off, and observed off',
    ]);
  });

  it("isn't taken where nothing was to be done, nor where the service answers to nobody", async () => {
    expect((await looked([A], { plan: { ...PLAN, steps: [] } })).asked).toEqual([]);
    const { run } = await looked([A]);
    run.noteFailedRead(new ServiceError("auth", "no"));
    run.notes.length = 0;
    await finalLook(run, PLAN);
    expect(run.notes).toEqual(["there was no final look at the account: the service rejected the credentials"]);
  });

  it("is taken where a write alone was rejected", async () => {
    const { run } = await looked([A]);
    run.end(step("update", "a"), { kind: "failed", detail: "", unauthorized: true });
    run.notes.length = 0;
    await finalLook(run, PLAN);
    expect([run.stop, run.notes]).toEqual(["unauthorized", []]);
  });

  it("that fails says why, each reason once, and looks at the rest", async () => {
    const list = new ServiceError("http", "HTTP 503");
    expect((await looked(list)).said[2]).toEqual([
      "the final look at the account failed: HTTP 503",
      "the final look at the account failed: no bot 7",
    ]);
    const same = new ServiceError("http", "no bot 7");
    expect((await looked(same)).said[2]).toEqual(["the final look at the account failed: no bot 7"]);
    expect((await looked(list, { read: [live(7, "a")] })).said[0]).toEqual([
      "bot 7 of main/a is off (DISABLED), and this run had left it on",
    ]);
  });

  it("turns its own bot off again, once, and watches it", async () => {
    const twice = await looked([A, live(8, "a", ON)], { plan: REPLACES });
    expect(twice.off).toEqual([7]);
    expect(twice.said).toEqual([
      [
        '2 bots on one access are called "a": 7 (ENABLED) and 8 (ENABLED); bot 7 must be off, since this run had turned it on: it was turned off, and observed off',
        "bot 7 of main/a was turned on, but bot 8, which it replaces, is also on (ENABLED); bot 7 must be off, since this run had turned it on: it was turned off, and observed off",
      ],
      [],
      [],
    ]);
    const unheard = await looked([A, live(8, "a", ON)], { isHeard: false });
    expect(unheard.said[0]).toEqual([
      '2 bots on one access are called "a": 7 (ENABLED) and 8 (ENABLED); bot 7 must be off, since this run had turned it on: it was told to turn off, but has not been observed off',
    ]);
    expect(unheard.said[2]).toEqual(["bot 7 of main/a must be off; check it on the service now"]);
    expect(unheard.off).toEqual([7, 7, 7]);
    // By another title it is another one's: it is watched, and not told again.
    const others = await looked([A, live(8, "a", ON)], { isHeard: false, renamed: "mine" });
    expect([others.off, others.said]).toEqual([[7], unheard.said]);
  });

  it("tells of a bot that is gone, and not of a copy that is", async () => {
    expect((await looked([live(8, "b")], { absent: 7 })).said).toEqual([
      ...[[], [], ["the final look at the account failed: bot 7 of main/a is gone"]],
    ]);
    expect((await looked([A, live(8, "a")], { read: [A], absent: 8 })).said).toEqual([[], [], []]);
  });

  it("turns a bot off that the run has made, and that came on by itself", async () => {
    const bot = plannedBot("a", null, { replaces: [8] });
    const plan = planOf([bot], [step("create", "a"), step("turn-on", "a")], { observedBots: 1 });
    const alone = await looked([A], { plan, sends: ["create"], absent: 8 });
    expect(alone.said[0]).toEqual([
      "bot 7 of main/a is on (ENABLED), and this run had left it off; bot 7 must be off, since this run had created it: it was turned off, and observed off",
    ]);
    const both = await looked([A, live(8, "x", ON)], { plan, sends: ["create"] });
    expect(both.said[0]).toEqual([
      "bot 7 of main/a was turned on, but bot 8, which it replaces, is also on (ENABLED); bot 7 must be off, since this run had created it: it was turned off, and observed off",
    ]);
  });

  it("takes what the list shows of its own bot that can't be read, and of no other", async () => {
    const plan = planOf([plannedBot("a", null)], [step("create", "a"), step("turn-on", "a")]);
    const { said, off } = await looked([A, live(8, "a", ON)], { plan, sends: ["create"], read: [] });
    // More than once: nobody sees it off.
    expect(new Set(off)).toEqual(new Set([7]));
    expect(said).toEqual([
      [
        "bot 7 of main/a is on (ENABLED), and this run had left it off; bot 7 must be off, since this run had created it: it was told to turn off, but has not been observed off",
      ],
      [],
      [
        "the final look at the account failed: no bot 7",
        "the final look at the account failed: no bot 8",
        "bot 7 of main/a must be off; check it on the service now",
      ],
    ]);
  });

  it("leaves alone what the run has neither made nor turned on", async () => {
    const plan = planOf([plannedBot("a", live(7, "a"))], [step("update", "a"), step("turn-on", "a")]);
    const two = await looked([A, live(8, "a", ON)], { plan, sends: ["update"] });
    expect(two.said[0]).toEqual([
      '2 bots on one access are called "a": 7 (ENABLED) and 8 (ENABLED); turn all but one off',
    ]);
    const alone = await looked([A], { plan, sends: ["update"] });
    expect(alone.said[0]).toEqual(["bot 7 of main/a is on (ENABLED), and this run had left it off"]);
    expect([two.off, alone.off]).toEqual([[], []]);
  });

  it("claims nothing by a step about a deal", async () => {
    const plan = planOf([plannedBot("a", live(7, "a"))], [step("start-deal", "a")]);
    const edited = await looked([live(7, "a", { fields: { leverage: "9" } })], { plan, sends: ["start-deal"] });
    expect([edited.said, edited.asked]).toEqual([[[], [], []], ["list"]]);
  });

  it("notes a bot that has appeared elsewhere", async () => {
    const { run } = await looked([A]);
    const late = live(8, "a", { accessId: 2 });
    const { reader } = run.ports;
    Object.assign(reader, { bots: async () => [A, late], bot: async (id: number) => (id === 7 ? A : late) });
    run.end(step("turn-on", "a"), { kind: "applied", detail: "" });
    await run.ports.clock.sleep(1);
    run.end(step("turn-on", "a"), { kind: "applied", detail: "" });
    await finalLook(run, PLAN);
    expect(run.notes).toEqual([
      'bot 8 "a" has appeared on access 2 during this run (DISABLED): another run may be replacing a bot of this one',
    ]);
  });
});
