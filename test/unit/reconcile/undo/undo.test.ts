// The way back: what an apply has changed is as it was before, and what has no way back is named.
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired, DesiredBot } from "../../../../src/model/bot/desired.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { PastRun } from "../../../../src/reconcile/ledger/history.js";
import { planUndo } from "../../../../src/reconcile/undo/undo.js";
import { amount } from "../../../support/lane.js";
import { type Road, road } from "../../../support/road.js";
import { BASE, desired, desiredBot } from "../fleet.js";
import { RUN_ID, recorded } from "../recorded.js";

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options: Parameters<typeof road>[0] = {}): Promise<Road> {
  open = await road(options);
  return open;
}

/** A road on which `before` is live already. */
async function startedWith(before: Desired, options: Parameters<typeof road>[0] = {}): Promise<Road> {
  const way = await start(options);
  await way.apply(await way.plan(before));
  return way;
}

async function ran(way: Road, after: Desired, recording: Parameters<typeof recorded>[2] = {}): Promise<PastRun> {
  return (await recorded(way, await way.plan(after), recording)).only();
}

const byId = (bots: readonly ObservedBot[]) => bots.toSorted((left, right) => left.id - right.id);
const shownSteps = (plan: { readonly steps: readonly { readonly action: string; readonly address: string }[] }) =>
  plan.steps.map(({ action, address }) => `${action} ${address}`);
const codes = (plan: { readonly diagnostics: readonly { readonly code: string }[] }) =>
  plan.diagnostics.map(({ code }) => code);

const KEYS = ["a", "b", "c", "d"] as const;
/** Values that any of the service's answers can take back; what can't be taken back has tests of its own. */
const settings = fc.record({
  leverage: fc.constantFrom("3", "5", "20"),
  percentTakeProfit: fc.constantFrom("0.5", "1.2", "1.25"),
  volumeSafetyOrder: fc.constantFrom(null, "25"),
  martingaleScale: fc.constantFrom(null, "1.2"),
  priceLevelDown: fc.constantFrom(null, "9000"),
});
const bot = fc.record({
  fields: settings,
  enabled: fc.constantFrom(true, false, undefined),
  second: fc.boolean(),
});
type Draft = typeof bot extends fc.Arbitrary<infer T> ? T : never;
const fleet = fc.record({
  before: fc.array(fc.record({ key: fc.constantFrom(...KEYS), bot }), { maxLength: 4 }),
  after: fc.array(fc.record({ key: fc.constantFrom(...KEYS, "x", "y"), bot, renamed: fc.boolean() }), { maxLength: 6 }),
});

function toBot(key: string, { fields, enabled, second }: Draft, title = key): DesiredBot {
  const access = second ? { alias: "second", live: 2 } : { alias: "primary", live: "Main" };
  return desiredBot(key, { access, enabled, fields: { ...fields, title } });
}

describe("undo", () => {
  it("brings every live bot back to how it was, turns created ones off and names them, and then has nothing to do", async () => {
    await fc.assert(
      fc.asyncProperty(fleet, async ({ before, after }) => {
        const first = new Map<string, DesiredBot>(before.map(({ key, bot: one }) => [key, toBot(key, one)]));
        const way = await startedWith(desired([...first.values()]), { quirks: { scaleOmitted: "clear" } });
        try {
          const was = byId(await way.live());
          const second = new Map(
            after.map(({ key, bot: one, renamed }) => {
              const earlier = first.get(key);
              // A bot's access can't be changed.
              const placed = { ...one, second: earlier === undefined ? one.second : earlier.access.alias === "second" };
              const next = toBot(key, placed, renamed ? `${key} renamed` : key);
              return [key, renamed ? { ...next, previousTitles: [key] } : next] as const;
            }),
          );
          const plan = await way.plan(desired([...second.values()]));
          const run = await (await recorded(way, plan)).only();

          const back = await planUndo(run, way.reader);
          const created = plan.steps.filter(({ action }) => action === "create").map(({ address }) => address);
          const named = back.diagnostics.filter(({ code }) => code === "plan/stays-behind");
          expect(named.map(({ address }) => address).sort()).toEqual(created.sort());
          expect(back.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
          const report = await way.apply(back);
          expect(report.outcomes.filter(({ kind }) => kind !== "applied")).toEqual([]);

          const now = byId(await way.live());
          expect(now.filter(({ id }) => was.some((one) => one.id === id))).toEqual(was);
          expect(now.filter(({ id }) => !was.some((one) => one.id === id)).every(({ status }) => !status.on)).toBe(
            true,
          );
          expect((await planUndo(run, way.reader)).steps).toEqual([]);
        } finally {
          await way.close();
          open = undefined;
        }
      }),
      { numRuns: amount({ fast: 10, all: 40 }) },
    );
  });

  it("of an undo brings the newer state again", async () => {
    const before = desired([desiredBot("a", { enabled: false })]);
    const way = await startedWith(before);
    const after = desired([
      desiredBot("a", { enabled: true, fields: { leverage: "9", title: "a2" }, previousTitles: ["a"] }),
    ]);
    const run = await ran(way, after);
    const newer = await way.live();
    const shelf = await recorded(way, await planUndo(run, way.reader), {
      command: "undo",
      id: "2026-11-21T19-00-00Z-0000",
    });
    const again = await planUndo(await shelf.only(), way.reader);
    expect(shownSteps(again)).toEqual(["update main/a", "turn-on main/a"]);
    await way.apply(again);
    expect(await way.live()).toEqual(newer);
  });

  it("touches neither other fields nor other bots, and pins what it touches", async () => {
    const way = await startedWith(desired([desiredBot("a"), desiredBot("b")]));
    const run = await ran(way, desired([desiredBot("a", { fields: { leverage: "9" } }), desiredBot("b")]));
    const [a, b] = byId(await way.live());
    way.emulator.service.editBot(a?.id ?? 0, { volumeFirstOrder: "77" });
    way.emulator.service.editBot(b?.id ?? 0, { leverage: 2 });
    const plan = await planUndo(run, way.reader);
    expect(plan.steps.map(({ address, changes }) => [address, changes])).toEqual([
      ["main/a", [{ field: "leverage", before: "9", after: "5" }]],
    ]);
    expect(plan).toMatchObject({
      configDigest: `undo/${RUN_ID}`,
      diagnostics: [],
      bots: { "main/a": { pinned: true } },
    });
    await way.apply(plan);
    const now = byId(await way.live());
    expect(now.map(({ fields }) => [fields.leverage, fields.volumeFirstOrder])).toEqual([
      ["5", "77"],
      ["2", "20"],
    ]);
  });

  it("says what other hands have changed since, old → new, and goes back all the same", async () => {
    const way = await startedWith(desired([desiredBot("a")]));
    const run = await ran(way, desired([desiredBot("a", { fields: { leverage: "9", percentTakeProfit: "2" } })]));
    way.emulator.service.editBot((await way.live())[0]?.id ?? 0, { leverage: 20, title: "a by hand" });
    const plan = await planUndo(run, way.reader);
    expect(plan.diagnostics).toMatchObject([
      { severity: "warning", code: "plan/changed-since", summary: expect.stringContaining("leverage has changed") },
    ]);
    expect(plan.diagnostics[0]?.summary).toContain("9 → 20");
    await way.apply(plan);
    const [bot] = await way.live();
    expect(bot?.fields).toMatchObject({ leverage: "5", percentTakeProfit: "1.2", title: "a by hand" });
  });

  it("undoes what a failed step has changed all the same", async () => {
    const way = await startedWith(desired([desiredBot("a", { enabled: true })]), { quirks: { rounding: "2" } });
    const run = await ran(
      way,
      desired([desiredBot("a", { enabled: true, fields: { percentTakeProfit: "1.255", leverage: "9" } })]),
    );
    expect(run.steps[0]?.kind).toBe("failed");
    await way.apply(await planUndo(run, way.reader));
    expect((await way.live())[0]?.fields).toMatchObject({ percentTakeProfit: "1.2", leverage: "5" });
  });

  it("does nothing for what was refused, skipped or already so", async () => {
    const before = desired([desiredBot("a", { enabled: true }), desiredBot("b", { enabled: true })]);
    const way = await startedWith(before);
    const plan = await way.plan(desired([desiredBot("a", { enabled: false }), desiredBot("b", { enabled: false })]));
    // Between plan and apply: a is turned off by hand, and the service refuses b.
    way.emulator.service.editBot(plan.bots["main/a"]?.observed?.id ?? 0, { enabled: false });
    const turnOff = async () => ({ kind: "refused", message: "no" }) as const;
    const run = await (await recorded(way, plan, { writer: { turnOff } })).only();
    expect(run.steps.map(({ kind }) => kind)).toEqual(["applied", "failed"]);
    expect((await planUndo(run, way.reader)).steps).toEqual([]);
  });

  it("names what no parameter can say again", async () => {
    const way = await startedWith(desired([desiredBot("a")]));
    const run = await ran(way, desired([desiredBot("a", { fields: { countOrderMax: "5", volumeSafetyOrder: "30" } })]));
    // As of a bot that somebody had set beyond the interface's bounds.
    const beyond = ({ changes }: PastRun["steps"][number]["step"]) =>
      changes.map((change) => (change.field === "countOrderMax" ? { ...change, before: "99" } : change));
    const steps = run.steps.map((one) => ({ ...one, step: { ...one.step, changes: beyond(one.step) } }));
    const plan = await planUndo({ ...run, steps }, way.reader);
    expect(codes(plan)).toEqual(["plan/no-way-back"]);
    expect(plan.diagnostics[0]?.summary).toContain("countOrderMax stays 5");
    expect(plan.steps.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(["volumeSafetyOrder"]);
  });

  it("says which bots are gone, and goes on with the others", async () => {
    const way = await startedWith(desired([desiredBot("a"), desiredBot("b")]));
    const run = await ran(way, desired(["a", "b"].map((key) => desiredBot(key, { fields: { leverage: "9" } }))));
    const id = run.begin.plan.bots["main/a"]?.observed?.id;
    const plan = await planUndo(run, without(way.reader, id, "refused"));
    expect(codes(plan)).toEqual(["plan/gone"]);
    expect(shownSteps(plan)).toEqual(["update main/b"]);
  });

  it("is refused while the list lacks a bot that can be read by id, and aborts on an empty one (rule 1)", async () => {
    const way = await startedWith(desired([desiredBot("a")]));
    const run = await ran(way, desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const id = run.begin.plan.bots["main/a"]?.observed?.id;
    way.emulator.service.addBot("main", { ...SEEDED, title: "z" });
    const bots = async () => (await way.reader.bots()).filter((bot) => bot.id !== id);
    expect((await planUndo(run, { ...way.reader, bots })).diagnostics).toMatchObject([
      { severity: "error", code: "plan/not-listed" },
    ]);
    await expect(planUndo(run, { ...way.reader, bots: async () => [] })).rejects.toThrow(ServiceError);
    await expect(planUndo(run, without(way.reader, id, "http"))).rejects.toThrow(ServiceError);
  });

  it("never plans two bots of one title on (I1)", async () => {
    const way = await start();
    const ids = [1, 2, 3].map(() => way.emulator.service.addBot("main", { ...SEEDED, title: "twin", enabled: true }));
    const off = desired([desiredBot("one", { fields: { title: "twin" }, botId: ids[0] ?? 0, enabled: false })], {
      undeclared: "turn-off",
    });
    const run = await ran(way, off);
    expect(run.steps.map(({ kind }) => kind)).toEqual(["applied", "applied", "applied"]);
    const all = await planUndo(run, way.reader);
    expect(all.steps).toEqual([]);
    expect(codes(all)).toEqual(["plan/stays-off", "plan/stays-off", "plan/stays-off"]);
  });
});

describe("undo where a bot of the same title is on by now", () => {
  it.each([
    { because: "nothing else is to do", fields: {}, steps: [] },
    { because: "the rest goes back", fields: { leverage: "9" }, steps: ["update main/a"] },
  ])("leaves it off: $because", async ({ fields, steps }) => {
    const way = await startedWith(desired([desiredBot("a", { enabled: true })]));
    const run = await ran(way, desired([desiredBot("a", { enabled: false, fields })]));
    way.emulator.service.addBot("main", { ...SEEDED, title: "a", enabled: true });
    way.emulator.service.addBot("main", { ...SEEDED, accessId: 2, title: "a" });
    const plan = await planUndo(run, way.reader);
    expect(shownSteps(plan)).toEqual(steps);
    expect(codes(plan)).toEqual(["plan/stays-off"]);
  });
});

describe("undo of a run that crashed", () => {
  it("takes back what was sent without an answer, and says that nobody knows", async () => {
    const way = await startedWith(desired([desiredBot("a"), desiredBot("b")]));
    const shelf = await recorded(
      way,
      await way.plan(desired(["a", "b"].map((key) => desiredBot(key, { fields: { leverage: "9" } })))),
    );
    shelf.cutAfter((text) => text.indexOf('"type":"intent"'));
    const run = await shelf.only();
    const sent = run.steps.filter(({ kind }) => kind === "unknown").map(({ address }) => address);
    const plan = await planUndo(run, way.reader);
    expect(shownSteps(plan)).toEqual(sent.map((address) => `update ${address}`));
    expect(codes(plan)).toEqual(sent.map(() => "plan/in-doubt"));
    expect(sent.length).toBeGreaterThan(0);
  });

  it("finds the one bot that a create without an answer may have made; with none or several it says so", async () => {
    const way = await start();
    const shelf = await recorded(way, await way.plan(desired([desiredBot("a", { enabled: true })])));
    shelf.cutAfter((text) => text.indexOf('"type":"intent"'));
    const run = await shelf.only();
    const back = await planUndo(run, way.reader);
    expect(shownSteps(back)).toEqual(["turn-off main/a"]);
    expect(codes(back)).toEqual(["plan/stays-behind"]);

    const none = await planUndo(run, { ...way.reader, bots: async () => [] });
    expect({ steps: none.steps, codes: codes(none) }).toEqual({ steps: [], codes: ["plan/not-found"] });
    expect(none.diagnostics[0]?.remedy).toContain(`botform resolve ${RUN_ID}`);

    way.emulator.service.addBot("main", { ...SEEDED, title: "a" });
    const several = await planUndo(run, way.reader);
    expect({ steps: several.steps, codes: codes(several) }).toEqual({ steps: [], codes: ["plan/not-found"] });
  });

  it("goes by the outcome where the intents are lost", async () => {
    const way = await startedWith(desired([desiredBot("a")]));
    const run = await ran(way, desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const damaged = { ...run, steps: run.steps.map((step) => ({ ...step, writes: [] })) };
    expect(shownSteps(await planUndo(damaged, way.reader))).toEqual(["update main/a"]);
  });

  it("leaves alone what a later look has found to have done nothing", async () => {
    const way = await startedWith(desired([desiredBot("a")]));
    const shelf = await recorded(way, await way.plan(desired([desiredBot("a", { enabled: true })])));
    shelf.cutAfter((text) => text.indexOf('"type":"intent"'));
    const run = await shelf.only();
    const [step] = run.steps;
    if (step === undefined) throw new Error("no step");
    const resolved = {
      type: "resolved",
      at: 0,
      address: step.address,
      step: step.action,
      verdict: "no-effect",
      detail: "",
    } as const;
    expect((await planUndo({ ...run, steps: [{ ...step, resolved }] }, way.reader)).steps).toEqual([]);
    expect((await planUndo(run, way.reader)).steps).toHaveLength(1);
  });
});

const SEEDED = { accessId: 1, ...BASE };

/** The reader of a service that doesn't have the bot, or is in trouble when asked for it. */
function without(reader: ServiceReader, id: number | undefined, kind: "refused" | "http"): ServiceReader {
  return {
    ...reader,
    bots: async () => (await reader.bots()).filter((bot) => bot.id !== id),
    bot: async (botId) => {
      if (botId === id) throw new ServiceError(kind, "no such bot");
      return reader.bot(botId);
    },
  };
}
