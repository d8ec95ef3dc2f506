// Rule 15: a final audit reads everything again and asserts I1 to I3.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import type { ObservedBot } from "../../src/model/bot/bot.js";
import { ServiceError } from "../../src/model/ports.js";
import { Run } from "../../src/reconcile/apply/run.js";
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
    expect(report.violations).toEqual([expect.stringMatching(/2 bots .*"a": .*turn all but one off/)]);
    expect(exitOfReport(report)).toBe(7);
  });

  it("I1: two bots on are one although the plan knew both as copies", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "a", id: 2500 });
    const bent = onceOn(way, () => way.emulator.service.editBot(2500, { enabled: true }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toContain("turn all but one off");
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
    expect(report.violations.join()).toContain("turn all but one off");
  });

  it("I2: it is said where the list lags and only the details show it", async () => {
    const way = await start({ quirks: { listLag: 5_000 } });
    const bent = onceOn(way, (id) => way.emulator.service.editBot(id, { leverage: 20 }));
    const report = await carryOut(way, await way.plan(fleet("a", "z")), bent);
    expect(report.violations.join()).toContain("doesn't match the plan");
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
