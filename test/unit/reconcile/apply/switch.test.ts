// A turn-on rests on the newest reading, whichever step of the run has asked for it (rule 9).
import { expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts } from "../../../../src/reconcile/apply/run-options.js";
import { turnOffAll, turnOnAll } from "../../../../src/reconcile/apply/switch.js";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

interface Scene {
  /** A bot as it is from the moment on at which the first intent is written; another step then reads it. */
  readonly changed?: ObservedBot;
  /** The bot before. */
  readonly live?: ObservedBot;
  /** What the list shows, where it isn't what is there. */
  readonly rows?: readonly ObservedBot[];
  /** How long the disk takes for the first intent. */
  readonly intentMs?: number;
  /** When the plan expires, after the start. */
  readonly expiresMs?: number;
  /** How many commands have no effect. */
  readonly deaf?: number;
  /** The step has ended before. */
  readonly hasEnded?: boolean;
}

/** What is sent, how often the bot was read, and how the step ends. */
async function switched(on: boolean, { changed, live: before = live(7, "a", { on: !on }), rows, ...times }: Scene) {
  const { intentMs = 0, expiresMs = Number.POSITIVE_INFINITY, deaf = 0, hasEnded = false } = times;
  const bots = new Map([before, live(8, "a"), live(9, "old")].map((bot) => [bot.id, bot]));
  const told: string[] = [];
  let [intents, reads] = [0, 0];
  const never = async (): Promise<never> => {
    throw new Error("nobody asks for that");
  };
  const command = (name: string) => async (id: number) => {
    told.push(`${name} ${id}`);
    if (told.length > deaf) bots.set(7, live(7, "a", { on }));
    return { kind: "accepted" } as const;
  };
  const clock = new VirtualClock();
  const ports: ApplyPorts = {
    clock,
    journal: {
      ...NO_JOURNAL,
      async intent() {
        intents += 1;
        if (intents > 1) return intents;
        if (changed !== undefined) bots.set(changed.id, changed);
        if (changed !== undefined) await state.ports.reader.bot(changed.id);
        await clock.sleep(intentMs);
        return intents;
      },
    },
    reader: {
      ...{ accesses: never, endedDeals: never, pairs: never, runningDeals: never },
      bots: async () => rows ?? [...bots.values()],
      async bot(id) {
        if (id === 7) reads += 1;
        return bots.get(id) ?? never();
      },
    },
    writer: {
      ...{ create: never, update: never, startDeal: never, changeTakeProfit: never, completeDeal: never },
      ...{ cancelDeal: never, turnOn: command("on"), turnOff: command("off") },
    },
  };
  const theStep = step(on ? "turn-on" : "turn-off", "a");
  const planned = plannedBot("a", live(7, "a", { on: !on }), { copies: [8], replaces: [9] });
  const state = new Run(planOf([planned], [theStep]), ports, { expiresAt: clock.now() + expiresMs });
  if (hasEnded) state.end(theStep, { kind: "skipped", detail: "its bot isn't there" });
  await (on ? turnOnAll(state) : turnOffAll(state));
  const [outcome] = (await state.report()).outcomes;
  const { kind, detail, next, rule, stale, wrote } = outcome ?? {};
  const end = [kind, detail, next, rule, stale === true ? "stale" : undefined, wrote === true ? "wrote" : undefined];
  return { told, reads, end: end.filter((one) => one !== undefined).join(" | ") };
}

it.each([
  [true, live(7, "a", { fields: { leverage: "9" } }), "it has other settings now"],
  [true, live(7, "a", { on: true }), "it is on already"],
  [true, live(8, "a", { on: true }), "its copy is on"],
  [true, live(9, "old", { on: true }), "the one that it replaces is on"],
  [false, live(7, "mine", { on: true }), "it has another title now"],
])("a switch (on: %s) isn't sent once another step has read otherwise: $because", async (on, changed) => {
  expect((await switched(on, { changed })).told).toEqual([]);
});

it.each([
  [true, live(7, "a")],
  [true, live(8, "a")],
  [false, live(7, "a", { on: true })],
])("a switch (on: %s) is sent where it reads the same", async (on, changed) => {
  expect((await switched(on, { changed })).told).toEqual([`${on ? "on" : "off"} 7`]);
});

it("a turn-off that isn't observed is sent again, and a turn-on isn't", async () => {
  expect(await switched(false, { deaf: 1 })).toMatchObject({
    told: ["off 7", "off 7"],
    end: expect.stringContaining("applied"),
  });
  expect((await switched(false, { deaf: 1, live: live(7, "a", { on: true }), changed: live(9, "mine") })).told).toEqual(
    [...["off 7", "off 7"]],
  );
  expect(await switched(true, { deaf: 1 })).toMatchObject({ told: ["on 7"], end: expect.stringContaining("unknown") });
});

it("a turn-on whose step has ended isn't sent", async () => {
  expect(await switched(true, { hasEnded: true })).toMatchObject({ told: [], end: "skipped | its bot isn't there" });
});

it("a switch ends as what was read before it, and after it, says", async () => {
  const [a, copy] = [live(7, "a"), live(8, "a")];
  const running = live(7, "a", { on: true });
  const scenes: readonly (readonly [string, boolean, Scene])[] = [
    ["on", true, {}],
    ["off", false, {}],
    ["on already", true, { live: running }],
    ["off already", false, { live: a }],
    ["to an expired plan", true, { expiresMs: 0 }],
    ["to a plan that expires while the intent is written", true, { intentMs: 1_000, expiresMs: 1_000 }],
    ["to one that doesn't yet", true, { intentMs: 1_000, expiresMs: 1_001 }],
    ["not in the list", true, { rows: [copy] }],
    ["in the list under another title", true, { rows: [live(7, "b"), copy] }],
    ["as old as may be", true, { intentMs: 5_000 }],
    ["older than may be", true, { intentMs: 5_001 }],
    ["off, as old as may be", false, { intentMs: 5_000 }],
    ["off, older than may be", false, { intentMs: 5_001 }],
    ["beside a new bot with its title", true, { changed: live(10, "a") }],
    ["off, and called otherwise", false, { live: live(7, "mine", { on: true }) }],
    ["off, and on another access", false, { live: live(7, "a", { on: true, accessId: 2 }) }],
    ["off, and another one is called otherwise", false, { changed: live(9, "mine") }],
  ];
  const ends = scenes.map(async ([what, on, scene]) => {
    const { told, reads, end } = await switched(on, scene);
    return `${what}: ${[...told, `${reads} reads`].join(", ")}\n  ${end}`;
  });
  expect((await Promise.all(ends)).join("\n")).toMatchInlineSnapshot(`
    "on: on 7, 2 reads
      applied | observed: on (ENABLED) | wrote
    off: off 7, 2 reads
      applied | observed: off (DISABLED) | wrote
    on already: 1 reads
      applied | was already on (ENABLED)
    off already: 1 reads
      applied | was already off (DISABLED)
    to an expired plan: 0 reads
      failed | the command was not sent: the plan has expired | run plan again | 9 | stale
    to a plan that expires while the intent is written: 1 reads
      failed | the command was not sent: the plan has expired | run plan again | 9 | stale
    to one that doesn't yet: on 7, 2 reads
      applied | observed: on (ENABLED) | wrote
    not in the list: 1 reads
      failed | the command was not sent: the list doesn't show bot 7 under its title, so it may lack others, too | run plan again | 9 | stale
    in the list under another title: 1 reads
      failed | the command was not sent: the list doesn't show bot 7 under its title, so it may lack others, too | run plan again | 9 | stale
    as old as may be: on 7, 2 reads
      applied | observed: on (ENABLED) | wrote
    older than may be: on 7, 3 reads
      applied | observed: on (ENABLED) | wrote
    off, as old as may be: off 7, 2 reads
      applied | observed: off (DISABLED) | wrote
    off, older than may be: off 7, 3 reads
      applied | observed: off (DISABLED) | wrote
    beside a new bot with its title: on 7, 3 reads
      applied | observed: on (ENABLED) | wrote
    off, and called otherwise: 1 reads
      failed | the command was not sent: it is now called "mine" on access 1 | run plan again | 9 | stale
    off, and on another access: 1 reads
      failed | the command was not sent: it is now called "a" on access 2 | run plan again | 9 | stale
    off, and another one is called otherwise: off 7, 2 reads
      applied | observed: off (DISABLED) | wrote"
  `);
});
