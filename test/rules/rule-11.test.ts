// Rule 11: a failed or unknown step skips what depends on it, other bots go on, and the report says what to do next.
import { describe, expect, it } from "vitest";
import type { ApplyReport } from "../../src/model/plan/outcome.js";
import type { WriteAnswer } from "../../src/model/ports.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, kinds, LOST, sent, start } from "./scene.js";

/** A create that goes wrong for the bots named here. */
function failing(way: Road, answers: Readonly<Record<string, WriteAnswer>>): typeof way.writer.create {
  return async (accessId, fields) => answers[fields.title ?? ""] ?? way.writer.create(accessId, fields);
}

const NO: WriteAnswer = { kind: "refused", message: "no" };

describe("rule 11: a failed or unknown step skips the steps that depend on it", () => {
  it.each([
    { answer: NO, kind: "failed" },
    { answer: LOST, kind: "unknown" },
  ])("$kind: the turn-on of its bot is skipped", async ({ answer, kind }) => {
    const way = await start();
    const report = await carryOut(way, await way.plan(fleet("a")), { writer: { create: failing(way, { a: answer }) } });
    expect(kinds(report)).toEqual([`create main/a ${kind}`, "turn-on main/a skipped"]);
    expect(report.outcomes[1]).toMatchObject({ rule: 11, detail: "depends on this bot's create" });
    expect(sent(way).turnOns).toBe(0);
  });

  it("a turn-off that failed skips the update of its bot", async () => {
    const way = await start();
    addByHand(way, { title: "a", enabled: true });
    const plan = await way.plan(desired([desiredBot("a", { enabled: false, fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { writer: { turnOff: async () => NO } });
    expect(kinds(report)).toEqual(["turn-off main/a failed", "update main/a skipped"]);
    expect(sent(way).updates).toBe(0);
  });

  it("other bots go on", async () => {
    const way = await start();
    const create = failing(way, { a: NO, b: LOST });
    expect(kinds(await carryOut(way, await way.plan(fleet("a", "b", "c")), { writer: { create } }))).toEqual([
      "create main/a failed",
      "create main/b unknown",
      "create main/c applied",
      "turn-on main/a skipped",
      "turn-on main/b skipped",
      "turn-on main/c applied",
    ]);
  });

  it("a fault of botform's own in one step is that step's alone", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (accessId, fields) => {
      if (fields.title === "a") throw new TypeError("secret");
      return way.writer.create(accessId, fields);
    };
    const report = await carryOut(way, await way.plan(fleet("a", "b")), { writer: { create } });
    expect(kinds(report)).toEqual([
      "create main/a unknown",
      "create main/b applied",
      "turn-on main/a skipped",
      "turn-on main/b applied",
    ]);
  });
});

/** A run in which steps end in every way: b is refused, c unknown, and it is interrupted at the first turn-on that is skipped. */
async function stoppedHalfWay(way: Road): Promise<ApplyReport> {
  const controller = new AbortController();
  const create = failing(way, { b: NO, c: LOST });
  return carryOut(
    way,
    await way.plan(fleet("a", "b", "c", "d")),
    { writer: { create } },
    {
      concurrency: 1,
      signal: controller.signal,
      onEvent: (event) => event.type === "ended" && event.outcome.kind === "skipped" && controller.abort(),
    },
  );
}

describe("rule 11: the report", () => {
  it("lists every step in the plan's order, as applied, failed, unknown, skipped or not started", async () => {
    const report = await stoppedHalfWay(await start());
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b failed",
      "create main/c unknown",
      "create main/d applied",
      "turn-on main/a unknown",
      "turn-on main/b skipped",
      "turn-on main/c not-started",
      "turn-on main/d not-started",
    ]);
  });

  it("says of each step that wasn't applied what to do next", async () => {
    const report = await stoppedHalfWay(await start());
    const silent = report.outcomes.filter(({ kind, next }) => kind !== "applied" && (next ?? "") === "");
    expect(silent).toEqual([]);
    expect(report.outcomes.filter(({ kind }) => kind !== "applied")).toHaveLength(6);
  });

  it("says it of what a fault of botform's own has kept from starting, too", async () => {
    const way = await start();
    let created = false;
    const create: typeof way.writer.create = (...given) => {
      created = true;
      return way.writer.create(...given);
    };
    const bots: typeof way.reader.bots = async () => {
      if (created) throw new TypeError("ours");
      return way.reader.bots();
    };
    const report = await carryOut(way, await way.plan(fleet("a")), { reader: { bots }, writer: { create } });
    expect(report.outcomes[1]).toMatchObject({ kind: "not-started", next: expect.stringMatching(/./) });
  });
});
