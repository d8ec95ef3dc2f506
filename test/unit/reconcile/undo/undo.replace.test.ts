// The way back from a replace: the old bot is turned on again once the new one is off; that one stays behind.
import { describe, expect, it } from "vitest";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { ALLOWED, MOVED, startWith, switches } from "../../../rules/replaced.js";
import { carryOut, kinds } from "../../../rules/scene.js";
import { recorded, Shelf } from "../recorded.js";

describe("undo of a replace", () => {
  it("turns the new bot off and names it, and then the old one on again; undone in turn, the other way round", async () => {
    const { way, id } = await startWith({ enabled: true });
    const run = await (await recorded(way, await way.plan(MOVED, ALLOWED))).only();
    const back = await planUndo(run, way.reader);
    const made = back.bots["main/a"]?.observed?.id;
    expect(back.steps.map(({ action, address }) => `${action} ${address}`)).toEqual([
      "turn-off main/a",
      `turn-on main/#${id}`,
    ]);
    expect(back.bots[`main/#${id}`]?.replaces).toEqual([made]);
    expect(back.diagnostics).toMatchObject([{ severity: "warning", code: "plan/stays-behind", address: "main/a" }]);
    const undone = await (await recorded(way, back, { command: "undo", shelf: new Shelf() })).only();
    expect(await switches(way)).toEqual(["1 on", "2 off"]);

    const forth = await planUndo(undone, way.reader);
    expect(forth.bots["main/a"]?.replaces).toEqual([id]);
    expect(kinds(await way.apply(forth))).toEqual([`turn-off main/#${id} applied`, "turn-on main/a applied"]);
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
  });

  it("leaves the old one off where the new one can't be turned off", async () => {
    const { way, id } = await startWith({ enabled: true });
    const run = await (await recorded(way, await way.plan(MOVED, ALLOWED))).only();
    const turnOff = async () => ({ kind: "refused", message: "no" }) as const;
    const report = await carryOut(way, await planUndo(run, way.reader), { writer: { turnOff } });
    expect(kinds(report)).toEqual(["turn-off main/a failed", `turn-on main/#${id} skipped`]);
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
  });

  it("of one that got no further than the turn-off turns the old one on again", async () => {
    const { way, id } = await startWith({ enabled: true });
    const shelf = await recorded(way, await way.plan(MOVED, ALLOWED), {
      writer: { create: async () => ({ kind: "refused", message: "no" }) },
    });
    const back = await planUndo(await shelf.only(), way.reader);
    expect(kinds(await way.apply(back))).toEqual([`turn-on main/#${id} applied`]);
  });
});
