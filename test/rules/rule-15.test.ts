// Rule 15: a final audit reads everything again and asserts I1 to I3.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { ServiceError } from "../../src/model/ports.js";
import { Run } from "../../src/reconcile/apply/run.js";
import type { ApplyEvent } from "../../src/reconcile/apply/run-options.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, type Bent, carryOut, fleet, idIn, idle, sent, start } from "./scene.js";

/**
 * Lets something happen as soon as bot "a" has been observed on. The list shows "z", the other bot that is turned on,
 * a look later, so that it is read once more.
 */
function onceOn(way: Road, happens: (id: number) => void): Required<Pick<Bent, "reader">> {
  let done = false;
  return {
    reader: {
      async bot(id): Promise<ObservedBot> {
        const live = await way.reader.bot(id);
        if (live.fields.title === "a" && live.status.on && !done) {
          done = true;
          happens(id);
        }
        return live;
      },
      async bots() {
        const list = await way.reader.bots();
        return done ? list : list.map((row) => (row.fields.title === "z" ? { ...row, status: OFF } : row));
      },
    },
  };
}

const OFF = { on: false, raw: "DISABLED" };

describe("rule 15: a final audit reads everything again", () => {
  it("the list is read after the last write", async () => {
    const way = await start();
    const log: string[] = [];
    const bots: typeof way.reader.bots = () => {
      log.push("list");
      return way.reader.bots();
    };
    const update: typeof way.writer.update = (...given) => {
      log.push("update");
      return way.writer.update(...given);
    };
    addByHand(way, { title: "a" });
    addByHand(way, { title: "b", enabled: true });
    const changed = [desiredBot("a", { fields: { leverage: "9" } }), desiredBot("b", { enabled: false })];
    await carryOut(way, await way.plan(desired(changed)), { reader: { bots }, writer: { update } });
    // The turn-off of b was watched on the list; what that has shown is not enough.
    expect(log).toEqual(["list", "update", "list"]);
  });

  it("I1: two bots on with one title are a violation, and no success", async () => {
    const way = await start();
    const bent = onceOn(way, () => addByHand(way, { title: "a", enabled: true }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations).toEqual([
      expect.stringMatching(/2 bots .*"a": .*must be off, since this run had turned it on/),
    ]);
    expect(exitOfReport(report)).toBe(7);
  });

  it("I1: of two that are on, the one that this run has turned on is turned off again", async () => {
    const way = await start({ quirks: { commandDelay: 5_000 } });
    let other = 0;
    const bent = onceOn(way, () => {
      other = addByHand(way, { title: "a", enabled: true });
    });
    const plan = await way.plan(fleet("a", "z"));
    const report = await carryOut(way, plan, bent);
    expect(report.violations).toEqual([
      expect.stringMatching(
        /bot 1001 must be off, since this run had turned it on: it was turned off, and observed off/,
      ),
    ]);
    expect((await way.live()).filter(({ status }) => status.on).map(({ id, fields }) => [id, fields.title])).toEqual([
      [1002, "z"],
      [other, "a"],
    ]);
    expect(report.outcomes.every(({ kind }) => kind === "applied")).toBe(true);
    expect(exitOfReport(report)).toBe(7);
  });

  it("I1: a new bot that comes on by itself beside another of its title is turned off again", async () => {
    const way = await start();
    let other = 0;
    const onEvent = ({ type }: ApplyEvent) => {
      if (type !== "ended") return;
      way.emulator.service.editBot(1001, { enabled: true });
      other = addByHand(way, { title: "a", enabled: true });
    };
    const report = await carryOut(way, await way.plan(idle("a")), {}, { onEvent });
    expect(report.violations).toEqual([
      expect.stringMatching(/2 bots .*"a": .*; bot 1001 must be off, since this run had created it: .* observed off/),
    ]);
    expect((await way.live()).filter(({ status }) => status.on).map(({ id }) => id)).toEqual([other]);
  });

  it("I1: one that this run hasn't turned on stays on", async () => {
    const way = await start();
    const id = addByHand(way, { title: "a", enabled: true });
    const update: typeof way.writer.update = (...given) => {
      addByHand(way, { title: "a", enabled: true });
      return way.writer.update(...given);
    };
    const plan = await way.plan(desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { writer: { update } });
    expect(report.violations).toEqual([expect.stringMatching(/2 bots .*"a": .*turn all but one off$/)]);
    expect([sent(way).turnOffs, (await way.live()).find((bot) => bot.id === id)?.status.on]).toEqual([0, true]);
  });

  it("I3: one that has another's title by now is left alone, although this run has turned it on", async () => {
    const way = await start();
    const onEvent = ({ type, step }: ApplyEvent) => {
      if (type === "ended" && step.address === "main/z" && step.action === "turn-on")
        way.emulator.service.editBot(1002, { title: "a" });
    };
    const report = await carryOut(way, await way.plan(fleet("a", "z")), {}, { onEvent, concurrency: 1 });
    expect(report.violations).toContainEqual(expect.stringMatching(/2 bots .*"a": .*bot 1001 must be off/));
    expect((await way.live()).map(({ id, status }) => [id, status.on])).toEqual([
      [1001, false],
      [1002, true],
    ]);
    expect(exitOfReport(report)).toBe(7);
  });

  it("I3: a new bot that was renamed and turned on by hand is said, and left alone", async () => {
    const way = await start();
    const onEvent = ({ type }: ApplyEvent) => {
      if (type === "ended") way.emulator.service.editBot(1001, { title: "mine", enabled: true });
    };
    const report = await carryOut(way, await way.plan(idle("a")), {}, { onEvent });
    expect(report.violations).toEqual([expect.stringContaining("this run had left it off")]);
    expect([(await way.live())[0]?.status.on, sent(way).turnOffs, exitOfReport(report)]).toEqual([true, 0, 5]);
  });

  it("I1: two pins of one key, from two machines: the one that comes second turns its own off again", async () => {
    const way = await start({ quirks: { commandDelay: 8_000 } });
    const ids = [addByHand(way, { title: "a" }), addByHand(way, { title: "a" })];
    const [first, second] = await Promise.all(
      ids.map((botId) => way.plan(desired([desiredBot("a", { botId, enabled: true })]))),
    );
    if (first === undefined || second === undefined) throw new Error("no plans");
    // The first one's turn-on waits in the queue while the second one looks and sends its own.
    let others: Promise<unknown> = Promise.resolve();
    const turnOn: typeof way.writer.turnOn = async (...given) => {
      const answer = await way.writer.turnOn(...given);
      others = way.writer.turnOn(ids[0] ?? 0);
      await others;
      return answer;
    };
    const report = await carryOut(way, second, { writer: { turnOn } });
    expect(report.violations).toEqual([
      expect.stringContaining(`bot ${ids[1]} must be off, since this run had turned it on: it was turned off`),
    ]);
    expect((await way.live()).filter(({ status }) => status.on).map(({ id }) => id)).toEqual([ids[0]]);
    expect(exitOfReport(report)).toBe(7);
    expect(first.steps).toHaveLength(1);
  });

  it("I1: one that must be off again and isn't observed off: exit 5", async () => {
    const way = await start();
    const bent = onceOn(way, () => addByHand(way, { title: "a", enabled: true }));
    const turnOff = async () => ({ kind: "accepted" }) as const;
    const report = await carryOut(way, await way.plan(fleet("a", "z")), { ...bent, writer: { turnOff } });
    expect(report.violations.join()).toContain("has not been observed off");
    expect(report.unsettled).toEqual([expect.stringContaining("bot 1001 of main/a must be off")]);
    expect(exitOfReport(report)).toBe(5);
  });

  it("I1: a copy that the last list hides, and that one of this run has shown, is looked at by its id", async () => {
    const way = await start();
    let hidden = 0;
    const bent = onceOn(way, () => {
      if (hidden > 0) way.emulator.service.editBot(hidden, { enabled: true });
    });
    hidden = addByHand(way, { title: "a", id: 5000 });
    const plan = await way.plan(
      desired([desiredBot("a", { enabled: true, botId: 5000 }), desiredBot("z", { enabled: true })]),
    );
    const own = addByHand(way, { title: "a", id: 6000 });
    let lists = 0;
    const bots: typeof way.reader.bots = async () => {
      lists += 1;
      const rows = await bent.reader.bots?.();
      return (rows ?? []).filter(({ id, status }) => id !== own || !status.on || lists < 2);
    };
    const bot: typeof way.reader.bot = async (id) => {
      const live = await way.reader.bot(id);
      if (id === 5000 && live.status.on) way.emulator.service.editBot(own, { enabled: true });
      return live;
    };
    const report = await carryOut(way, plan, { reader: { bots, bot } });
    expect(report.violations.join()).toContain(
      '2 bots on one access are called "a": 5000 (ENABLED) and 6000 (ENABLED)',
    );
  });

  it("I1: two bots on are one although the plan knew both as copies", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "a", id: 2500 });
    const bent = onceOn(way, () => way.emulator.service.editBot(2500, { enabled: true }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toContain("must be off, since this run had turned it on");
  });

  it("I1: a copy that came into being is said, although it is off", async () => {
    const way = await start();
    const bent = onceOn(way, () => addByHand(way, { title: "a" }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toMatch(/2 bots on one access are called "a"/);
  });

  it("I1: copies that the plan has shown are no news, and bots of other accesses are no copies", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "a", id: 2500 });
    addByHand(way, { title: "a", id: 3000, accessId: 2, enabled: true });
    expect((await way.apply(await way.plan(fleet("a")))).violations).toEqual([]);
  });

  it("I2: a bot that this run turned on and that is on with other settings is a violation", async () => {
    const way = await start();
    const bent = onceOn(way, (id) => way.emulator.service.editBot(id, { leverage: 20 }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toMatch(
      /main\/a is on but doesn't match the plan: leverage: expected 5, .* shows 20/,
    );
    expect(exitOfReport(report)).toBe(7);
  });

  it("I3: a write to a bot that the step's address doesn't stand for is never sent", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "theirs", id: 3000 });
    const plan = await way.plan(fleet("a"));
    const [step] = plan.steps;
    expect(idIn(plan, "main/a")).toBe(2000);
    const run = new Run(plan, way, {});
    const stray = async () => step && run.write(step, { sends: "turn-on", botId: 3000 });
    await expect(stray()).rejects.toThrow("a bot other than main/a");
    expect(sent(way).turnOns).toBe(0);
  });

  it("a final look that fails leaves the run unsettled: exit 5", async () => {
    const way = await start();
    let written = false;
    const update: typeof way.writer.update = (...given) => {
      written = true;
      return way.writer.update(...given);
    };
    const bots: typeof way.reader.bots = () =>
      written ? Promise.reject(new ServiceError("http", "listBots: HTTP 503")) : way.reader.bots();
    addByHand(way, { title: "a" });
    const plan = await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { reader: { bots }, writer: { update } });
    expect(report.outcomes).toMatchObject([{ kind: "applied" }]);
    expect(report.unsettled).toEqual([expect.stringContaining("the final look at the account failed")]);
    expect(exitOfReport(report)).toBe(5);
  });

  it("everything is read again after the last switch was observed", async () => {
    const way = await start();
    let observedOn = false;
    const bot = async (id: number): Promise<ObservedBot> => {
      const live = await way.reader.bot(id);
      if (live.status.on && !observedOn) {
        observedOn = true;
        addByHand(way, { title: "a", enabled: true });
      }
      return live;
    };
    const report = await carryOut(way, await way.plan(fleet("a")), { reader: { bot } });
    expect(report.violations.join()).toContain("must be off, since this run had turned it on");
  });

  it("I2: it is said where the list lags and only the details show it", async () => {
    const way = await start({ quirks: { listLag: 5_000 } });
    const bent = onceOn(way, (id) => way.emulator.service.editBot(id, { leverage: 20 }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toContain("doesn't match the plan");
  });

  it.each([
    {
      what: "a bot that was turned off",
      goes: "goes on once it was observed off",
      before: { enabled: true },
      enabled: false,
      edit: { enabled: true },
      says: "is on (ENABLED), and this run had left it off",
    },
    {
      what: "a bot that was turned on",
      goes: "goes off once it was observed on",
      before: {},
      enabled: true,
      edit: { enabled: false },
      says: "is off (DISABLED), and this run had left it on",
    },
    {
      what: "a bot that was updated while on",
      goes: "is edited after its update",
      before: { enabled: true },
      fields: { leverage: "9" },
      edit: { leverage: 50 },
      says: "is on but doesn't match the plan: leverage: expected 9, but the service shows 50",
    },
    {
      what: "a bot that was updated while on",
      goes: "goes off after its update",
      before: { enabled: true },
      fields: { leverage: "9" },
      edit: { enabled: false },
      says: "is off (DISABLED), and this run had left it on",
    },
    {
      what: "a bot that was updated while off",
      goes: "goes on after its update",
      before: {},
      fields: { leverage: "9" },
      edit: { enabled: true },
      says: "is on (ENABLED), and this run had left it off",
    },
    {
      what: "a bot that was turned off",
      goes: "is edited once it was observed off",
      before: { enabled: true },
      enabled: false,
      edit: { leverage: 50 },
      says: "is off but doesn't match the plan: leverage: expected 5, but the service shows 50",
    },
  ])("$what and $goes is a violation, and no success", async ({ before, enabled, fields = {}, edit, says }) => {
    const way = await start();
    const id = addByHand(way, { title: "a", ...before });
    const switched = enabled === undefined ? {} : { enabled };
    const plan = await way.plan(desired([desiredBot("a", { ...switched, fields })]));
    const report = await carryOut(
      way,
      plan,
      {},
      { onEvent: (event) => event.type === "ended" && way.emulator.service.editBot(id, edit) },
    );
    expect(report.outcomes).toMatchObject([{ kind: "applied" }]);
    expect(report.violations).toEqual([expect.stringContaining(says)]);
    expect(exitOfReport(report)).toBe(7);
    expect((await way.live())[0]?.status.on).toBe(edit.enabled ?? before.enabled === (enabled ?? true));
  });

  it("a bot that goes on once it was created and read back is turned off again (rule 7)", async () => {
    const way = await start();
    const report = await carryOut(
      way,
      await way.plan(idle("a")),
      {},
      {
        onEvent: (event) => event.type === "ended" && way.emulator.service.editBot(1001, { enabled: true }),
      },
    );
    expect(report.outcomes).toMatchObject([{ kind: "applied" }]);
    expect(report.violations).toEqual([
      expect.stringMatching(
        /is on .* had left it off; bot 1001 must be off, since this run had created it: .* observed off/,
      ),
    ]);
    expect([(await way.live())[0]?.status.on, exitOfReport(report)]).toEqual([false, 7]);
  });

  it("and so it is where another one of its title is on, too", async () => {
    const way = await start();
    const onEvent = ({ type }: ApplyEvent) => {
      if (type !== "ended") return;
      way.emulator.service.editBot(1001, { enabled: true });
      addByHand(way, { title: "a", enabled: true });
    };
    const report = await carryOut(way, await way.plan(idle("a")), {}, { onEvent });
    expect(report.violations).toEqual([
      expect.stringMatching(/2 bots .*bot 1001 must be off, since this run had created it: .* observed off/),
    ]);
    expect((await way.live()).map(({ status }) => status.on)).toEqual([false, true]);
  });

  it("what a list hides or shows as it was is read by its id", async () => {
    const way = await start({ quirks: { listLag: 60_000 } });
    const id = addByHand(way, { title: "a", enabled: true });
    way.clock.advance(120_000);
    const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
    const report = await carryOut(
      way,
      plan,
      {},
      { onEvent: (event) => event.type === "ended" && way.emulator.service.editBot(id, { enabled: true }) },
    );
    expect(report.violations).toEqual([expect.stringContaining("had left it off")]);
  });

  it("a refused turn-on that comes on after all is a violation", async () => {
    const way = await start();
    const id = addByHand(way, { title: "a" });
    const turnOn = async () => ({ kind: "refused", message: "no" }) as const;
    const report = await carryOut(
      way,
      await way.plan(fleet("a")),
      { writer: { turnOn } },
      {
        onEvent: (event) => event.type === "ended" && way.emulator.service.editBot(id, { enabled: true }),
      },
    );
    expect(report.violations).toEqual([expect.stringContaining("is on (ENABLED), and this run had left it off")]);
    expect(exitOfReport(report)).toBe(7);
  });

  it("a copy that is gone by then is none, and a bot of this run that is gone leaves the run unsettled", async () => {
    const way = await start();
    addByHand(way, { title: "a", enabled: true });
    const copy = addByHand(way, { title: "a" });
    const own = addByHand(way, { title: "b", enabled: true });
    const plan = await way.plan(
      desired([desiredBot("b", { enabled: false }), desiredBot("a", { enabled: false, botId: 1001 })]),
    );
    let ended = 0;
    const isGone = (id: number) => ended === 2 && (id === copy || id === own);
    const bot: typeof way.reader.bot = (id) =>
      isGone(id) ? Promise.reject(new ServiceError("refused", "no such bot")) : way.reader.bot(id);
    const bots = async () => (await way.reader.bots()).filter(({ id }) => !isGone(id));
    const report = await carryOut(
      way,
      plan,
      { reader: { bot, bots } },
      {
        onEvent: ({ type }) => {
          if (type === "ended") ended += 1;
        },
      },
    );
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(["applied", "applied"]);
    expect(report.violations).toEqual([]);
    expect(report.unsettled).toEqual([`the final look at the account failed: bot ${own} of main/b is gone`]);
    expect(exitOfReport(report)).toBe(5);
  });

  it("a bot that can't be read doesn't hide what is wrong with another", async () => {
    const way = await start();
    const [first, second] = [
      addByHand(way, { title: "a", enabled: true }),
      addByHand(way, { title: "b", enabled: true }),
    ];
    const plan = await way.plan(desired([desiredBot("a", { enabled: false }), desiredBot("b", { enabled: false })]));
    let ended = 0;
    const bot: typeof way.reader.bot = (id) =>
      ended === 2 && id === first ? Promise.reject(new ServiceError("http", "HTTP 503")) : way.reader.bot(id);
    const report = await carryOut(
      way,
      plan,
      { reader: { bot } },
      {
        onEvent(event) {
          if (event.type !== "ended") return;
          ended += 1;
          if (ended === 2) way.emulator.service.editBot(second, { enabled: true });
        },
      },
    );
    expect(report.unsettled).toEqual([expect.stringContaining("the final look at the account failed: HTTP 503")]);
    expect(report.violations).toEqual([expect.stringContaining(`bot ${second} of main/b is on`)]);
    expect(exitOfReport(report)).toBe(5);
  });

  it("it is done after a fault of botform's own, too", async () => {
    const way = await start();
    const plan = await way.plan(idle("a"));
    let created = false;
    let faults = 0;
    const create: typeof way.writer.create = async (...given) => {
      const answer = await way.writer.create(...given);
      await way.writer.create(...given);
      created = true;
      return answer;
    };
    const bots: typeof way.reader.bots = async () => {
      if (created && faults === 0) {
        faults += 1;
        throw new TypeError("ours");
      }
      return way.reader.bots();
    };
    const report = await carryOut(way, plan, { reader: { bots }, writer: { create } });
    expect(report.violations.join()).toContain('2 bots on one access are called "a"');
  });
});
