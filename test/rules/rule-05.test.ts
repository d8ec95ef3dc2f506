// Rule 5: an ambiguous create is never sent again in its run; the list is polled, and one match that is off is adopted.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { ServiceError } from "../../src/model/ports.js";
import type { Road } from "../support/road.js";
import { addByHand, type Bent, carryOut, fleet, idle, kinds, LOST, sent, start } from "./scene.js";

/** Ports of a create whose answer is lost; `lands` is called when it would have been carried out, and after each wait. */
function lostCreate(way: Road, lands: (look: number) => unknown): Bent & { readonly waits: number[] } {
  const waits: number[] = [];
  let last: number | undefined;
  return {
    waits,
    writer: {
      async create() {
        last = way.clock.elapsed();
        await lands(0);
        return LOST;
      },
    },
    reader: {
      async bots() {
        if (last !== undefined && way.clock.elapsed() > last) {
          waits.push(way.clock.elapsed() - last);
          last = way.clock.elapsed();
          await lands(waits.length);
        }
        return way.reader.bots();
      },
    },
  };
}

describe("rule 5: an ambiguous create is never sent again in its run", () => {
  it("the list is polled after 2, 5, 10, 20 and 30 s; none means unknown, exit 5, and one POST", async () => {
    const way = await start();
    let posts = 0;
    const bent = lostCreate(way, (look) => {
      if (look === 0) posts += 1;
    });
    const report = await carryOut(way, await way.plan(fleet("a")), bent);
    expect(bent.waits.slice(0, 5)).toEqual([2_000, 5_000, 10_000, 20_000, 30_000]);
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(report.outcomes[0]).toMatchObject({ rule: 5, wrote: true });
    expect([exitOfReport(report), posts]).toEqual([5, 1]);
  });

  it.each([0, 1, 3, 5])(
    "one match that is off is adopted, and goes on as a created one: it shows at look %i",
    async (at) => {
      const way = await start();
      const plan = await way.plan(fleet("a"));
      const bent = lostCreate(way, (look) => look === at && addByHand(way, { title: "a" }));
      const report = await carryOut(way, plan, bent);
      expect(kinds(report)).toEqual(["create main/a applied", "turn-on main/a applied"]);
      expect(report.outcomes[0]).toMatchObject({ rule: 5, botId: 1001 });
      expect(sent(way)).toMatchObject({ creates: 0, turnOns: 1 });
    },
  );

  it("one match that is on is not adopted: it may be somebody else's", async () => {
    const way = await start();
    const bent = lostCreate(way, (look) => look === 0 && addByHand(way, { title: "a", enabled: true }));
    const report = await carryOut(way, await way.plan(fleet("a")), bent);
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(sent(way)).toMatchObject({ turnOns: 0, turnOffs: 0 });
  });

  it("of several matches none is adopted", async () => {
    const way = await start();
    const bent = lostCreate(way, (look) => look === 0 && [1, 2].map(() => addByHand(way, { title: "a" })));
    const report = await carryOut(way, await way.plan(fleet("a")), bent);
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
    expect(report.outcomes[0]?.detail).toMatch(/1001 \(DISABLED\), 1002 \(DISABLED\)/);
  });

  it("a bot that was there before the create is not adopted, whatever it is called by now", async () => {
    const way = await start();
    const theirs = addByHand(way, { title: "theirs", leverage: 9 });
    const plan = await way.plan(fleet("a"));
    const bent = lostCreate(way, (look) => look === 0 && way.emulator.service.editBot(theirs, { title: "a" }));
    const report = await carryOut(way, plan, bent);
    expect(kinds(report)).toEqual(["create main/a unknown", "turn-on main/a skipped"]);
  });

  it("a match is read by id: the same title on another access is none", async () => {
    const way = await start();
    const bent = lostCreate(way, (look) => look === 0 && addByHand(way, { title: "a", accessId: 2 }));
    expect(kinds(await carryOut(way, await way.plan(idle("a")), bent))).toEqual(["create main/a unknown"]);
  });

  it("a look that fails is no proof of absence: the next one counts", async () => {
    const way = await start();
    const bent = lostCreate(way, (look) => {
      if (look === 0) addByHand(way, { title: "a" });
      if (look === 1) throw new ServiceError("http", "listBots: HTTP 503");
    });
    const report = await carryOut(way, await way.plan(idle("a")), bent);
    expect(kinds(report)).toEqual(["create main/a applied"]);
    expect(bent.waits.slice(0, 2)).toEqual([2_000, 5_000]);
  });

  it("a later run starts at rule 2: what has landed meanwhile is found, and not created again", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a"));
    await carryOut(
      way,
      plan,
      lostCreate(way, () => {}),
    );
    addByHand(way, { title: "a" });
    expect((await way.apply(plan)).outcomes[0]).toMatchObject({ kind: "failed", rule: 2 });
    expect(kinds(await way.apply(await way.plan(fleet("a"))))).toEqual(["turn-on main/a applied"]);
    expect(sent(way).creates).toBe(0);
    const titles = (await way.live()).map((bot) => bot.fields.title);
    expect(titles).toEqual(["a"]);
  });

  it("a later run starts at rule 2: what was lost is created then, once", async () => {
    const way = await start();
    await carryOut(
      way,
      await way.plan(fleet("a")),
      lostCreate(way, () => {}),
    );
    expect(kinds(await way.apply(await way.plan(fleet("a"))))).toEqual([
      "create main/a applied",
      "turn-on main/a applied",
    ]);
    expect(sent(way).creates).toBe(1);
  });
});
