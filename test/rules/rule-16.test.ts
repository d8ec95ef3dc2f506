// Rule 16: more than a share of an account, or too many turn-ons, needs a flag that names the hazard; there is no --force.
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { runProgram } from "../../src/cli/program.js";
import { DEFAULT_LIMITS, excessesOf, limitFlags, neededLimits } from "../../src/model/plan/limits.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { apply } from "../../src/reconcile/apply/apply.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot, live, observed } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, sent, start } from "./scene.js";

const NAMES = Array.from({ length: 40 }, (_, index) => `b${String(index).padStart(2, "0")}`);

/** A plan that updates so many of an account's bots. */
function updating(changed: number, bots: number): Plan {
  const names = NAMES.slice(0, bots);
  const fleetOf = names.map((name, index) => desiredBot(name, index < changed ? { fields: { leverage: "9" } } : {}));
  return makePlan(desired(fleetOf), observed(names.map((name, index) => live(index + 1, name))));
}

/** A plan that creates bots and turns so many of them on. */
function turningOn(count: number): Plan {
  return makePlan(fleet(...NAMES.slice(0, count)), observed([]));
}

describe("rule 16: more than 30 % of an account's bots", () => {
  it.each([
    { changed: 4, bots: 10, says: "4 of the account's 10 bots (40 %)", because: "40 % of 10" },
    { changed: 4, bots: 13, says: "4 of the account's 13 bots (31 %)", because: "a little more than 30 %" },
    { changed: 40, bots: 40, says: "(100 %)", because: "all" },
  ])("are too many: $because", ({ changed, bots, says }) => {
    const excesses = excessesOf(updating(changed, bots), DEFAULT_LIMITS);
    expect(excesses).toMatchObject([{ detail: expect.stringContaining(says) }]);
  });

  it.each([
    { changed: 3, bots: 10, because: "30 % of 10" },
    { changed: 12, bots: 40, because: "30 % of 40" },
    { changed: 9, bots: 9, because: "with fewer than 10 bots a share says nothing" },
  ])("are not: $because", ({ changed, bots }) => {
    expect(excessesOf(updating(changed, bots), DEFAULT_LIMITS)).toEqual([]);
  });

  it("updates and turn-offs count, each bot once; what is created or turned on doesn't", () => {
    const bots = NAMES.slice(0, 10);
    const off = bots.slice(0, 4).map((name) => desiredBot(name, { enabled: false, fields: { leverage: "9" } }));
    const on = bots.slice(4).map((name) => desiredBot(name, { enabled: true }));
    const made = makePlan(
      desired([...off, ...on, ...["x", "y", "z"].map((name) => desiredBot(name))]),
      observed(bots.map((name, index) => live(index + 1, name, { on: index < 4 }))),
    );
    expect(excessesOf(made, DEFAULT_LIMITS)).toMatchObject([
      { detail: expect.stringContaining("4 of the account's 10 bots (40 %, turn-ons aside)") },
    ]);
  });
});

describe("rule 16: more than a set number of turn-ons", () => {
  const most = DEFAULT_LIMITS.maxTurnOns;

  it("one more is too many; those of new bots count", () => {
    expect(excessesOf(turningOn(most), DEFAULT_LIMITS)).toEqual([]);
    expect(excessesOf(turningOn(most + 1), DEFAULT_LIMITS)).toEqual([
      { detail: `the plan turns on ${most + 1} bots, more than ${most}`, limit: "maxTurnOns", needed: most + 1 },
    ]);
  });
});

describe("rule 16: nothing is sent without the flag", () => {
  /** Four updates on an account of ten bots. */
  async function tooMany(way: Road): Promise<Plan> {
    for (const title of NAMES.slice(0, 10)) addByHand(way, { title });
    return way.plan(desired(NAMES.slice(0, 4).map((name) => desiredBot(name, { fields: { leverage: "9" } }))));
  }

  it("apply is blocked before it reads or writes anything: exit 6", async () => {
    const way = await start();
    const plan = await tooMany(way);
    const before = { ...way.emulator.service.requests };
    const report = await carryOut(way, plan, {}, { limits: DEFAULT_LIMITS });
    expect(report.outcomes.map(({ kind, rule }) => [kind, rule])).toEqual(plan.steps.map(() => ["not-started", 16]));
    expect(report.notes).toEqual([expect.stringMatching(/40 %.*--max-changed-percent 40/)]);
    expect(way.emulator.service.requests).toEqual(before);
    expect([report.stop, exitOfReport(report)]).toEqual(["blocked", 6]);
  });

  it("the limits hold where nobody has set any", async () => {
    const way = await start();
    expect((await apply(await tooMany(way), way)).stop).toBe("blocked");
    expect(sent(way).updates).toBe(0);
  });

  it("a limit that was raised by its flag lets it through", async () => {
    const way = await start();
    const report = await carryOut(
      way,
      await tooMany(way),
      {},
      { limits: { ...DEFAULT_LIMITS, maxChangedPercent: 40 } },
    );
    expect(report.outcomes.map(({ kind }) => kind)).toEqual(["applied", "applied", "applied", "applied"]);
  });
});

describe("rule 16: each flag names its hazard", () => {
  // Each run of the program listens to the streams for as long as the process lives.
  beforeAll(() => {
    for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(1_000);
  });
  afterEach(() => vi.restoreAllMocks());

  async function help(...command: string[]): Promise<string> {
    let text = "";
    const write = vi.spyOn(process.stdout, "write").mockImplementation((chunk, ...rest: readonly unknown[]) => {
      text += String(chunk);
      const written = rest.at(-1);
      if (typeof written === "function") written();
      return true;
    });
    await runProgram([...command, "--help"]);
    write.mockRestore();
    return text;
  }

  it("there is no general --force, in no command", async () => {
    const commands = [...(await help()).matchAll(/^ {2}([a-z]+) .*\[options\]/gm)].map((match) => match[1] ?? "");
    expect(commands).toContain("apply");
    for (const command of commands) expect(await help(command)).not.toMatch(/--force|--yes-really|--unsafe|--skip/);
  });

  it("apply has the flags that a blocked plan names", async () => {
    const flags = [
      ...excessesOf(updating(40, 40), DEFAULT_LIMITS),
      ...excessesOf(turningOn(DEFAULT_LIMITS.maxTurnOns + 1), DEFAULT_LIMITS),
    ];
    const text = await help("apply");
    for (const one of flags) expect(text).toContain(limitFlags(neededLimits([one])).split(" ")[1]);
  });
});
