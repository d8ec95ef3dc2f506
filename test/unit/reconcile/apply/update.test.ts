// One update against a service in a few lines: what is looked at before it leaves, and what each answer and reading back comes to.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { SomeFields } from "../../../../src/model/bot/field.js";
import type { PlannedBot } from "../../../../src/model/plan/plan.js";
import { ServiceError, type ServiceErrorKind, type WriteAnswer } from "../../../../src/model/ports.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts, StepResult } from "../../../../src/reconcile/apply/run-options.js";
import { update } from "../../../../src/reconcile/apply/update.js";
import { VirtualClock } from "../../../support/clock.js";
import { deal, live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

/** The bot as it was planned from, and what the plan wants of it. */
const BEFORE = live(7, "a");
const AFTER: SomeFields = { leverage: "9" };

interface Scene {
  readonly planned?: Partial<PlannedBot>;
  readonly before?: ObservedBot;
  /** What the service answers to each update; the last one again and again. */
  readonly answers?: readonly WriteAnswer[];
  /** What the bot is at each reading by id; the last one again and again. */
  readonly reads?: readonly (ObservedBot | ServiceErrorKind)[];
  /** What the list shows. */
  readonly list?: readonly ObservedBot[];
  readonly deals?: readonly number[];
  /** The run has turned the bot off before. */
  readonly wasTurnedOff?: boolean;
  readonly turnOff?: WriteAnswer;
  /** Milliseconds that each reading takes. */
  readonly slow?: number;
  /** A bot as another step reads it while this one is read. */
  readonly meanwhile?: ObservedBot;
}

const ACCEPTED: WriteAnswer = { kind: "accepted" };
const LOST: WriteAnswer = { kind: "ambiguous", message: "reset", turnedDown: false };
const DOWN: WriteAnswer = { kind: "ambiguous", message: "HTTP 404", turnedDown: true };
const REFUSED: WriteAnswer = { kind: "refused", message: "leverage is too high" };
const UNAUTHORIZED: WriteAnswer = { kind: "unauthorized", message: "no such key" };

const as = (changes: Parameters<typeof live>[2], title = "a") => live(7, title, changes);
const DONE = as({ fields: AFTER });

async function run(scene: Scene): Promise<{ result: StepResult; sends: number; readonly told: string[]; state: Run }> {
  const { before = BEFORE, answers = [ACCEPTED], reads = [before, DONE], list = [before], deals = [] } = scene;
  const target = { ...before.fields, ...AFTER };
  const planned = plannedBot("a", before, { target, ...scene.planned });
  const [stepOff, theStep] = [step("turn-off", "a"), step("update", "a")];
  const clock = new VirtualClock();
  const told: string[] = [];
  let [sends, readings] = [0, 0];
  const never = async (): Promise<never> => {
    throw new Error("nobody asks for that");
  };
  const ports: ApplyPorts = {
    clock,
    reader: {
      ...{ accesses: never, endedDeals: never, pairs: never },
      bots: async () => list,
      async bot(id) {
        clock.advance(scene.slow ?? 0);
        if (id === scene.meanwhile?.id) return scene.meanwhile;
        if (id !== 7) return list.find((bot) => bot.id === id) ?? never();
        const read = reads[Math.min(readings, reads.length - 1)] ?? before;
        readings += 1;
        if (scene.meanwhile !== undefined && readings === 1) await state.ports.reader.bot(scene.meanwhile.id);
        if (typeof read === "string") throw new ServiceError(read, "no answer");
        return read;
      },
      runningDeals: async () => deals.map((botId) => deal(70, botId)),
    },
    writer: {
      ...{ create: never, turnOn: never, startDeal: never, changeTakeProfit: never, completeDeal: never },
      ...{ cancelDeal: never },
      async update(botId, sent, was, maySend) {
        if (maySend?.() === false) return { kind: "not-sent", message: "too late" };
        told.push(`update ${botId} ${was.leverage} → ${sent.leverage}`);
        sends += 1;
        return answers[Math.min(sends, answers.length) - 1] ?? ACCEPTED;
      },
      async turnOff(botId) {
        told.push(`turn-off ${botId}`);
        return scene.turnOff ?? ACCEPTED;
      },
    },
  };
  const state = new Run(planOf([planned], [stepOff, theStep]), ports, {});
  if (scene.wasTurnedOff === true) state.end(stepOff, { kind: "applied", detail: "" });
  return { result: await update(state, theStep), sends, told, state };
}

describe("an update that is carried out", () => {
  it("is sent once, whole, and read back", async () => {
    const { result, told, state } = await run({});
    expect(result).toEqual({ kind: "applied", detail: "read back, and every field matches" });
    expect(told).toEqual(["update 7 5 → 9"]);
    expect([...state.awaitedTitles]).toEqual([]);
  });

  it.each([
    { reads: [BEFORE, BEFORE, BEFORE, DONE], because: "the service shows it late" },
    { reads: [BEFORE, "unreachable", DONE], because: "one reading failed in passing" },
    { answers: [LOST], reads: [BEFORE, DONE], because: "the answer got lost, and the bot shows it" },
    { answers: [DOWN], reads: [BEFORE, DONE], because: "a status said no, and the bot shows it" },
    {
      before: as({ on: true }),
      reads: [as({ on: true }), as({ on: true, fields: AFTER })],
      because: "one that is on stays on",
    },
    {
      before: as({ on: true }),
      wasTurnedOff: true,
      reads: [BEFORE, DONE],
      because: "this run has turned it off, as planned",
    },
    { planned: { freezeActiveDeals: true }, deals: [8], because: "another bot's deal doesn't freeze it" },
    { deals: [7], because: "without freezeActiveDeals a deal of its own doesn't, either" },
  ] satisfies (Scene & { because: string })[])("$because", async (scene) => {
    const { result, sends } = await run(scene);
    expect([result.kind, sends]).toEqual(["applied", 1]);
  });

  it("after a lost answer is sent again, and then read back", async () => {
    const { result, sends } = await run({ answers: [LOST, ACCEPTED], reads: [...Array(6).fill(BEFORE), DONE] });
    expect([result.kind, sends]).toEqual(["applied", 2]);
  });

  it("of the title waits in the end for the list to show the new one", async () => {
    const target = { ...BEFORE.fields, title: "b" };
    const renamed = live(7, "b");
    const { result, state } = await run({ planned: { title: "b", target }, reads: [BEFORE, renamed] });
    expect(result.kind).toBe("applied");
    expect([...state.awaitedTitles]).toEqual([[7, "b"]]);
  });
});

describe("an update that doesn't leave", () => {
  const STALE = { kind: "failed", rule: 8, stale: true, next: "run plan again" };
  const changed = "changed on the service since the plan was made, so nothing was sent: ";
  const rename: Partial<PlannedBot> = { title: "b", target: { ...BEFORE.fields, title: "b" } };
  it.each([
    {
      reads: [as({ fields: { percentTakeProfit: "2" } })],
      result: { ...STALE, detail: `${changed}percentTakeProfit 1.2 → 2` },
      because: "a field was changed by hand",
    },
    {
      reads: [as({ fields: { percentTakeProfit: "2", leverage: "6" } })],
      result: { ...STALE, detail: expect.stringMatching(/: leverage 5 → 6; percentTakeProfit 1.2 → 2$/) },
      because: "two fields were changed by hand",
    },
    {
      reads: [as({ on: true })],
      result: { ...STALE, detail: `${changed}switch off → ENABLED` },
      because: "somebody has turned it on",
    },
    {
      before: as({ on: true }),
      reads: [BEFORE],
      result: { ...STALE, detail: `${changed}switch on → DISABLED` },
      because: "somebody has turned it off",
    },
    {
      before: as({ on: true }),
      wasTurnedOff: true,
      reads: [as({ on: true })],
      result: { ...STALE, detail: `${changed}switch off → ENABLED` },
      because: "it is on again after this run had turned it off",
    },
    {
      planned: { freezeActiveDeals: true },
      deals: [8, 7],
      result: { ...STALE, detail: `${changed}its deal 70 is running, and freezeActiveDeals is true` },
      because: "a deal has opened since",
    },
    {
      planned: rename,
      list: [BEFORE, live(9, "b")],
      result: { ...STALE, detail: `${changed}bot 9 is now called "b"` },
      because: "the new title is taken",
    },
    {
      planned: rename,
      list: [BEFORE, live(9, "x")],
      meanwhile: live(9, "b"),
      result: { ...STALE, detail: `${changed}bot 9 is now called "b"` },
      because: "another bot gets the new title while it is read",
    },
    {
      reads: ["timeout" as const],
      result: { kind: "failed", rule: 1, detail: "nothing was sent: no answer", unauthorized: false },
      because: "the bot can't be read",
    },
    {
      reads: ["auth" as const],
      result: { kind: "failed", rule: 1, unauthorized: true },
      because: "the key was rejected",
    },
    {
      slow: 5_001,
      reads: [BEFORE],
      result: {
        kind: "failed",
        rule: 8,
        detail: "nothing was sent: each time, the data read from the account was already too old",
      },
      because: "every look takes longer than what it sees stays true",
    },
  ] satisfies (Scene & { result: object; because: string })[])("$because", async ({ result, ...scene }) => {
    const found = await run(scene);
    expect(found.result).toMatchObject(result);
    expect(found.sends).toBe(0);
  });

  it.each([
    {
      list: [BEFORE, live(9, "b", { accessId: 2 })],
      planned: rename,
      because: "on another access the title is another's",
    },
    { list: [live(7, "b")], planned: rename, because: "the list shows the bot itself with the new title" },
    { list: [BEFORE, live(9, "a")], because: "a copy of the title it keeps is nothing new" },
    {
      list: [BEFORE, live(9, "a")],
      meanwhile: live(9, "a"),
      because: "nor is one that another step comes upon: it isn't even read again",
    },
    { slow: 5_000, because: "what was seen five seconds ago is still fresh" },
  ])("but leaves where $because", async ({ because: _, ...scene }) => {
    const reads = scene.planned === undefined ? [BEFORE, DONE] : [BEFORE, live(7, "b")];
    const { result, sends } = await run({ ...scene, reads });
    expect([result.kind, sends]).toEqual(["applied", 1]);
  });
});

describe("an update that the service doesn't take", () => {
  const UNCHANGED = "sent without a clear answer (reset); the bot is unchanged so far";
  it.each([
    {
      answers: [REFUSED],
      reads: [BEFORE],
      result: {
        ...{ kind: "failed", rule: 19, didNothing: true },
        ...{ detail: "refused by the service; the bot is unchanged: leverage is too high" },
        ...{ next: "correct what the message names, then run apply again" },
      },
      sends: 1,
      because: "refused in its own envelope, and nothing has changed",
    },
    {
      answers: [REFUSED],
      result: {
        kind: "applied",
        detail: "refused by the service (leverage is too high), but read back, and every field matches",
      },
      sends: 1,
      because: "refused in its own envelope, and done all the same",
    },
    {
      answers: [REFUSED],
      reads: [BEFORE, as({ fields: { leverage: "7" } })],
      result: {
        ...{ kind: "failed", rule: 6 },
        ...{
          detail: "refused by the service (leverage is too high), but leverage: expected 9, but the service shows 7",
        },
      },
      sends: 1,
      because: "refused in its own envelope, and changed otherwise",
    },
    {
      answers: [REFUSED],
      reads: [BEFORE, "timeout"],
      result: {
        ...{ kind: "unknown", rule: 6 },
        ...{ detail: "refused by the service (leverage is too high), but it could not be read back: no answer" },
      },
      sends: 1,
      because: "refused in its own envelope, and can't be read back",
    },
    {
      answers: [UNAUTHORIZED],
      reads: [BEFORE],
      result: {
        ...{ kind: "failed", unauthorized: true, didNothing: true },
        ...{ detail: "the service rejected the credentials; the bot is unchanged: no such key" },
        ...{ next: "check the API key and its permissions, then run apply again" },
      },
      sends: 1,
      because: "the key was rejected, and nothing has changed",
    },
    {
      answers: [UNAUTHORIZED],
      result: {
        ...{ kind: "applied", unauthorized: true },
        ...{ detail: "the service rejected the credentials (no such key), but read back, and every field matches" },
      },
      sends: 1,
      because: "the key was rejected, and it is done all the same",
    },
    {
      answers: [DOWN],
      reads: [BEFORE],
      result: {
        ...{ kind: "failed", rule: 19, didNothing: true },
        ...{ detail: "refused by the service; the bot is unchanged: HTTP 404" },
        ...{ next: "correct what the message names, then run apply again" },
      },
      sends: 3,
      because: "a status says no every time, and nothing has changed: it is refused",
    },
    {
      answers: [LOST],
      reads: [BEFORE],
      result: { kind: "unknown", rule: 8, detail: UNCHANGED, next: "run plan to see what became of it" },
      sends: 3,
      because: "every answer gets lost: it may still take effect",
    },
    {
      answers: [LOST, DOWN, DOWN],
      reads: [BEFORE],
      result: {
        kind: "unknown",
        rule: 8,
        detail: "sent without a clear answer (HTTP 404); the bot is unchanged so far",
      },
      sends: 3,
      because: "one lost answer outweighs two that say no",
    },
    {
      answers: [LOST, REFUSED],
      reads: [BEFORE],
      result: {
        ...{ kind: "unknown", rule: 8, unauthorized: false },
        ...{ detail: `${UNCHANGED}; then refused by the service; the bot is unchanged: leverage is too high` },
      },
      sends: 2,
      because: "a later no can't undo what may still take effect",
    },
    {
      answers: [LOST, UNAUTHORIZED],
      reads: [BEFORE],
      result: { kind: "unknown", unauthorized: true },
      sends: 2,
      because: "a later rejection of the key is still told",
    },
    {
      answers: [DOWN, REFUSED],
      reads: [BEFORE],
      result: {
        kind: "failed",
        rule: 19,
        detail: "refused by the service; the bot is unchanged: leverage is too high",
      },
      sends: 2,
      because: "two ways of saying no are a no",
    },
  ] satisfies (Scene & { result: object; sends: number; because: string })[])(
    "$because",
    async ({ result, sends, ...scene }) => {
      const found = await run(scene);
      expect(found.result).toMatchObject(result);
      expect(found.sends).toBe(sends);
    },
  );

  /** Each send is read back four times before the next look. */
  const thenChanged = [...Array(5).fill(BEFORE), as({ fields: { percentTakeProfit: "2" } })];
  it("is stale where a status said no, and the bot was changed by hand before the next send", async () => {
    const { result, sends } = await run({ answers: [DOWN], reads: thenChanged });
    expect(result).toMatchObject({ kind: "failed", stale: true, rule: 8 });
    expect(sends).toBe(1);
  });

  it("is unknown where the answer got lost, and the bot was changed by hand before the next send", async () => {
    const { result } = await run({ answers: [LOST], reads: thenChanged });
    expect(result).toMatchObject({
      kind: "unknown",
      rule: 8,
      detail: expect.stringContaining("; then changed on the"),
    });
    expect(result.stale).toBeUndefined();
  });
});

describe("an update that reads back otherwise", () => {
  const ON = { on: true };
  it.each([
    {
      reads: [BEFORE, as({ fields: { leverage: "8" } })],
      result: {
        ...{ kind: "failed", rule: 6, detail: "leverage: expected 9, but the service shows 8" },
        ...{
          next: "the service kept its own value: write a value that it accepts, set the field on the service's website, or add it to ignore",
        },
      },
      because: "the service kept a value of its own",
    },
    {
      answers: [LOST],
      reads: [BEFORE, as({ fields: { leverage: "8" } })],
      result: { kind: "failed", rule: 6 },
      because: "something was taken, so it isn't sent again",
    },
    {
      reads: [BEFORE],
      result: { kind: "failed", rule: 6, detail: "leverage: expected 9, but the service shows 5" },
      because: "accepted, and nothing has changed",
    },
    {
      before: as({ fields: { cycleLimitScale: "3" } }),
      planned: { target: { ...BEFORE.fields, cycleLimitScale: null } },
      result: {
        ...{ kind: "failed", rule: 6 },
        ...{
          next: "this service keeps a setting that is left out: switch it off on the service's website, then run plan",
        },
      },
      reads: [as({ fields: { cycleLimitScale: "3" } })],
      because: "a scale that can't be switched off by leaving it away",
    },
    ...[
      { fields: { cycleLimitScale: "3", leverage: "8" }, target: { cycleLimitScale: null, leverage: "9" } },
      { fields: { cycleLimitScale: "3" }, target: { cycleLimitScale: "4" } },
      { fields: { volumeSafetyOrder: "3" }, target: { volumeSafetyOrder: null } },
    ].map(({ fields, target }) => ({
      before: as({ fields }),
      planned: { target: { ...BEFORE.fields, ...target } },
      result: { kind: "failed", rule: 6, next: expect.stringMatching(/^the service kept its own value/) },
      reads: [as({ fields })],
      because: `not a scale left away alone: ${JSON.stringify(target)}`,
    })),
    {
      reads: [BEFORE, "timeout" as const],
      result: { kind: "unknown", rule: 6, detail: "sent, but could not be read back: no answer", unauthorized: false },
      because: "it can't be read back",
    },
    {
      reads: [BEFORE, "auth" as const],
      result: { kind: "unknown", unauthorized: true },
      because: "the key was rejected while reading back",
    },
    {
      before: as(ON),
      reads: [as(ON), DONE],
      result: {
        ...{
          kind: "failed",
          rule: 6,
          detail: "the bot is off after the update (DISABLED); its fields match the plan",
        },
        ...{ next: "run apply again: it turns the bot on if enabled is true" },
      },
      because: "the update has switched it off",
    },
    {
      before: as(ON),
      reads: [as(ON), BEFORE],
      result: { detail: "the bot is off after the update (DISABLED); leverage: expected 9, but the service shows 5" },
      because: "switched off, and not as asked for",
    },
    {
      reads: [BEFORE, as({ ...ON, fields: AFTER }), DONE],
      result: {
        ...{ kind: "failed", rule: 7, next: "run plan again" },
        ...{ detail: "the update switched the bot on (ENABLED); it was turned off, and observed off" },
      },
      because: "the update has switched it on: it is turned off",
    },
    {
      reads: [BEFORE, as({ ...ON, fields: AFTER })],
      result: {
        ...{ kind: "unknown", rule: 7, next: "check the bot on the service now" },
        ...{
          detail: "the update switched the bot on (ENABLED); it was told to turn off, but has not been observed off",
        },
      },
      because: "switched on, and it stays on",
    },
    {
      turnOff: REFUSED,
      reads: [BEFORE, BEFORE, BEFORE, BEFORE, as(ON)],
      result: {
        ...{ kind: "unknown", rule: 7 },
        detail:
          "the update switched the bot on (ENABLED); it could not be told to turn off; leverage: expected 9, but the service shows 5",
      },
      because: "switched on without the change, and no turn-off is taken",
    },
  ] satisfies (Scene & { result: object; because: string })[])("$because", async ({ result, ...scene }) => {
    expect((await run(scene)).result).toMatchObject(result);
  });
});
