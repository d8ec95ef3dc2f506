// Rule 11 where a bot replaces another one: whatever happens to the turn-off of the old one, there is no second one on.
import { describe, expect, it } from "vitest";
import type { WriteAnswer } from "../../src/model/ports.js";
import { recorded } from "../unit/reconcile/recorded.js";
import { ALLOWED, MOVED, startWith, switches } from "./replaced.js";
import { carryOut, kinds, LOST, sent } from "./scene.js";

const NO: WriteAnswer = { kind: "refused", message: "no" };

describe("rule 11: a bot that replaces another one depends on the turn-off of that", () => {
  it.each([
    { answer: NO, kind: "failed" },
    { answer: LOST, kind: "unknown" },
  ])("$kind: it is neither created nor turned on, and the next run replaces it", async ({ answer, kind }) => {
    const { way, id } = await startWith({ enabled: true });
    const report = await carryOut(way, await way.plan(MOVED, ALLOWED), { writer: { turnOff: async () => answer } });
    expect(kinds(report)).toEqual([`turn-off main/#${id} ${kind}`, "create main/a skipped", "turn-on main/a skipped"]);
    expect(report.outcomes[1]).toMatchObject({
      rule: 11,
      detail: `depends on the turn-off of main/#${id}, which it replaces`,
    });
    expect(await switches(way)).toEqual(["1 on"]);

    await way.apply(await way.plan(MOVED, ALLOWED));
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
    expect(sent(way).creates).toBe(1);
  });

  it("one that somebody has renamed since is another bot: it is left on, and nothing replaces it", async () => {
    const { way, id } = await startWith({ enabled: true });
    const plan = await way.plan(MOVED, ALLOWED);
    way.emulator.service.editBot(id, { title: "mine now" });
    expect(kinds(await way.apply(plan))).toEqual([
      `turn-off main/#${id} failed`,
      "create main/a skipped",
      "turn-on main/a skipped",
    ]);
    expect(await switches(way)).toEqual(["1 on"]);
  });

  it.each([
    { steps: 1, left: ["1 off"], because: "the old one is off, and there is no new one" },
    { steps: 2, left: ["1 off", "2 off"], because: "the new one is there, and off" },
    { steps: 3, left: ["1 off", "2 on"], because: "all is done" },
  ])("a run that is stopped half-way converges with one create: $because", async ({ steps, left }) => {
    const { way } = await startWith({ enabled: true });
    const controller = new AbortController();
    let ended = 0;
    await way.apply(await way.plan(MOVED, ALLOWED), {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type !== "ended") return;
        ended += 1;
        if (ended === steps) controller.abort();
      },
    });
    expect(await switches(way)).toEqual(left);
    await way.apply(await way.plan(MOVED, ALLOWED));
    expect(await switches(way)).toEqual(["1 off", "2 on"]);
    expect(sent(way).creates).toBe(1);
    expect((await way.plan(MOVED, ALLOWED)).steps).toEqual([]);
  });

  it("the journal keeps what it replaces", async () => {
    const { way, id } = await startWith({ enabled: true });
    const run = await (await recorded(way, await way.plan(MOVED, ALLOWED))).only();
    expect(run.begin.plan.bots["main/a"]?.replaces).toEqual([id]);
    expect(run.steps.map(({ kind }) => kind)).toEqual(["applied", "applied", "applied"]);
  });
});
