// Rule 8: update only while the live fingerprint equals the plan's; an ambiguous one is read back and may be sent again twice.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import type { WriteAnswer } from "../../src/model/ports.js";
import type { ApplyEvent } from "../../src/reconcile/apply/run-options.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, idIn, idle, kinds, LOST, meanwhile, sent, start } from "./scene.js";

const CHANGED = desired([desiredBot("a", { fields: { leverage: "9" } })]);

async function changing(way: Road) {
  await way.apply(await way.plan(idle("a")));
  return way.plan(CHANGED);
}

describe("rule 8: update only while the live fingerprint equals the plan's", () => {
  it.each([
    { edit: { leverage: 20 }, says: "leverage 5 → 20", because: "the very field was edited" },
    {
      edit: { volumeSafetyOrder: "33" },
      says: "volumeSafetyOrder off → 33",
      because: "a field that is not managed was",
    },
    { edit: { enabled: true }, says: "switch off → ENABLED", because: "it was switched on by hand" },
    { edit: { title: "b" }, says: "title a → b", because: "it was renamed" },
  ])("otherwise that bot is stale and nothing is sent: $because", async ({ edit, says }) => {
    const way = await start();
    const plan = await changing(way);
    way.emulator.service.editBot(idIn(plan, "main/a"), edit);
    const report = await way.apply(plan);
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 8, stale: true, wrote: false }]);
    expect(report.outcomes[0]?.detail).toContain(says);
    expect([sent(way).updates, exitOfReport(report)]).toEqual([0, 4]);
  });

  it("a bot whose access is another is stale", async () => {
    const way = await start();
    const plan = await changing(way);
    const bot: typeof way.reader.bot = async (id) => ({ ...(await way.reader.bot(id)), accessId: 2 });
    expect((await carryOut(way, plan, { reader: { bot } })).outcomes).toMatchObject([{ kind: "failed", stale: true }]);
    expect(sent(way).updates).toBe(0);
  });

  it("a bot that this run's own plan has turned off is not stale for that", async () => {
    const way = await start();
    await way.apply(await way.plan(fleet("a")));
    const plan = await way.plan(desired([desiredBot("a", { enabled: false, fields: { leverage: "9" } })]));
    expect(kinds(await way.apply(plan))).toEqual(["turn-off main/a applied", "update main/a applied"]);
  });

  it("a new title that was taken meanwhile makes it stale, too", async () => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { fields: { title: "b" }, previousTitles: ["a"] })]));
    addByHand(way, { title: "b" });
    expect((await way.apply(plan)).outcomes).toMatchObject([{ kind: "failed", rule: 8, stale: true }]);
    expect(sent(way).updates).toBe(0);
  });

  it("a bot that was given another title while the list was read is stale: it is read last", async () => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { fields: { title: "b" }, previousTitles: ["a"] })]));
    const bots: typeof way.reader.bots = async () => {
      const list = await way.reader.bots();
      way.emulator.service.editBot(idIn(plan, "main/a"), { title: "c" });
      return list;
    };
    expect((await carryOut(way, plan, { reader: { bots } })).outcomes).toMatchObject([{ kind: "failed", stale: true }]);
    expect(sent(way).updates).toBe(0);
  });

  it("a look that another step's newer one contradicts is taken again", async () => {
    const way = await start();
    await way.apply(await way.plan(idle("a", "b")));
    const wanted = [
      desiredBot("a", { fields: { leverage: "9" } }),
      desiredBot("b", { fields: { title: "c" }, previousTitles: ["b"] }),
    ];
    const plan = await way.plan(desired(wanted));
    let begin = (): void => {};
    let end = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    // While the intent of the one is written, the other is given its title, and is read for that.
    const journal = meanwhile((count) => {
      if (count > 1) return;
      way.emulator.service.editBot(idIn(plan, "main/a"), { title: "c" });
      begin();
      return ended;
    });
    const bots: typeof way.reader.bots = () => begun.then(() => way.reader.bots());
    const onEvent = ({ type }: ApplyEvent) => void (type === "ended" && end());
    const report = await carryOut(way, plan, { journal, reader: { bots } }, { onEvent });
    expect(report.outcomes.map(({ kind, stale, detail }) => [kind, stale, detail.split(": ")[1]])).toEqual([
      ["failed", true, "title a → c"],
      ["failed", true, `bot ${idIn(plan, "main/a")} is now called "c"`],
    ]);
    expect(sent(way).updates).toBe(0);
  });

  it("a look that has grown old, for the machine slept, is taken again", async () => {
    const way = await start();
    const plan = await changing(way);
    const journal = meanwhile((count) => {
      if (count > 1) return;
      way.clock.set(3_600_000);
      way.emulator.service.editBot(idIn(plan, "main/a"), { volumeSafetyOrder: "33" });
    });
    await carryOut(way, plan, { journal });
    expect(sent(way).updates).toBe(0);
  });
});

describe("rule 8: an ambiguous update is read back", () => {
  it("and is applied where it took effect: it isn't sent again", async () => {
    const way = await start();
    const plan = await changing(way);
    const update: typeof way.writer.update = async (...given) => {
      await way.writer.update(...given);
      return LOST;
    };
    expect(kinds(await carryOut(way, plan, { writer: { update } }))).toEqual(["update main/a applied"]);
    expect(sent(way).updates).toBe(1);
  });

  it("and is sent again twice where it didn't, then it is unknown", async () => {
    const way = await start();
    const plan = await changing(way);
    let sends = 0;
    const update = async () => {
      sends += 1;
      return LOST;
    };
    const report = await carryOut(way, plan, { writer: { update } });
    expect([kinds(report), sends]).toEqual([["update main/a unknown"], 3]);
    expect(report.outcomes[0]).toMatchObject({ rule: 8, wrote: true });
  });

  it("and the third send counts as the first does", async () => {
    const way = await start();
    const plan = await changing(way);
    let sends = 0;
    const update: typeof way.writer.update = async (...given) => {
      sends += 1;
      return sends < 3 ? LOST : way.writer.update(...given);
    };
    expect(kinds(await carryOut(way, plan, { writer: { update } }))).toEqual(["update main/a applied"]);
  });

  it("and is not sent again over another's edit", async () => {
    const way = await start();
    const plan = await changing(way);
    let sends = 0;
    const update = async () => {
      sends += 1;
      way.emulator.service.editBot(idIn(plan, "main/a"), { volumeSafetyOrder: "33" });
      return LOST;
    };
    const report = await carryOut(way, plan, { writer: { update } });
    expect([kinds(report), sends]).toEqual([["update main/a failed"], 1]);
  });

  it("only an ambiguous one is: what was accepted and had no effect has failed at once", async () => {
    const way = await start();
    const plan = await changing(way);
    let sends = 0;
    const update = async (): Promise<WriteAnswer> => {
      sends += 1;
      return { kind: "accepted" };
    };
    const report = await carryOut(way, plan, { writer: { update } });
    expect([kinds(report), sends]).toEqual([["update main/a failed"], 1]);
  });
});
