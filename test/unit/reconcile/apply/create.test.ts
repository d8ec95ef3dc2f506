// One create against a service in a few lines: what is looked at before it leaves, and what each answer and reading back comes to.
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { PlannedBot } from "../../../../src/model/plan/plan.js";
import { ServiceError, type ServiceErrorKind, type WriteAnswer } from "../../../../src/model/ports.js";
import { create } from "../../../../src/reconcile/apply/create.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyPorts, StepResult } from "../../../../src/reconcile/apply/run-options.js";
import { NO_JOURNAL } from "../../../../src/reconcile/ledger/journal.js";
import { VirtualClock } from "../../../support/clock.js";
import { live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

interface Scene {
  readonly answer?: WriteAnswer;
  readonly planned?: Partial<PlannedBot>;
  /** Bots that the list shows before the create. */
  readonly before?: readonly ObservedBot[];
  /** Bots that the list shows at each look after it, the last again and again. */
  readonly after?: readonly (readonly ObservedBot[])[];
  /** How the new bot reads back, the last again and again. */
  readonly reads?: readonly (ObservedBot | ServiceErrorKind)[];
  readonly turnOff?: WriteAnswer;
  /** Another step reads this bot while the intent is written. */
  readonly meanwhile?: ObservedBot;
  /** The list can't be read after the create. */
  readonly isListLost?: boolean;
  /** The run is interrupted as the create leaves. */
  readonly isInterrupted?: boolean;
  /** Another create of the plan, of a bot called b: how far it is. */
  readonly beside?: "not begun" | "under way" | "ended" | "has made 9" | "has taken 7" | undefined;
}

const NEW = live(7, "a");
const ON = live(7, "a", { on: true });
const LOST: WriteAnswer = { kind: "ambiguous", message: "reset", turnedDown: false };

async function run(scene: Scene) {
  const { answer = { kind: "accepted", botId: 7 }, before = [], after = [[NEW]], reads = [NEW] } = scene;
  const clock = new VirtualClock();
  const start = clock.elapsed();
  const told: string[] = [];
  let [looks, readings] = [0, 0];
  const never = async (): Promise<never> => {
    throw new Error("nobody asks for that");
  };
  const interrupt = new AbortController();
  const ports: ApplyPorts = {
    clock,
    journal: {
      ...NO_JOURNAL,
      async intent() {
        if (scene.meanwhile !== undefined) await state.ports.reader.bot(scene.meanwhile.id);
        return 1;
      },
    },
    reader: {
      ...{ accesses: never, endedDeals: never, pairs: never, runningDeals: never },
      async bots() {
        if (told.length === 0) return before;
        looks += 1;
        if (scene.isListLost === true) throw new ServiceError("http", "no list");
        return after[Math.min(looks, after.length) - 1] ?? [];
      },
      async bot(id) {
        if (id === scene.meanwhile?.id) return scene.meanwhile;
        if (id !== 7) return [...before, ...after.flat()].find((bot) => bot.id === id) ?? never();
        const read = reads[Math.min(readings, reads.length - 1)] ?? NEW;
        readings += 1;
        if (typeof read === "string") throw new ServiceError(read, "no answer");
        return read;
      },
    },
    writer: {
      ...{ update: never, turnOn: never, startDeal: never, changeTakeProfit: never, completeDeal: never },
      ...{ cancelDeal: never },
      async create(accessId, fields) {
        told.push(`create ${fields.title} on ${accessId}`);
        if (scene.isInterrupted === true) interrupt.abort();
        return answer;
      },
      async turnOff(botId) {
        told.push(`turn-off ${botId}`);
        return scene.turnOff ?? { kind: "accepted" };
      },
    },
  };
  const [theStep, other, turnOn] = [step("create", "a"), step("create", "b"), step("turn-on", "a")];
  const planned = [plannedBot("a", null, scene.planned), plannedBot("b", null)];
  const state = new Run(planOf(planned, [theStep, other, turnOn]), ports, { signal: interrupt.signal });
  if (scene.beside === "has made 9") state.bots.adopt(other, 9);
  if (scene.beside === "has taken 7") state.bots.adopt(other, 7);
  if (scene.beside === "ended") state.end(other, { kind: "failed", detail: "" });
  if (scene.beside === "under way") void state.each([other], () => new Promise(() => {}));
  const results: StepResult[] = [];
  await state.each([theStep], async (one) => {
    const result = await create(state, one);
    results.push(result);
    return result;
  });
  const ms = clock.elapsed() - start;
  await state.each([turnOn], never);
  const next =
    state.records.endedOf(turnOn) ?? (await state.report()).outcomes.find(({ action }) => action === "turn-on");
  const [result] = results;
  if (result === undefined) throw new Error("the create hasn't begun");
  return { result, told, state, ms, looks, next };
}

const SENT = ["create a on 1"];
const CHECKED = "created as bot 7; read back, and every field matches";

describe("a create that is carried out", () => {
  it("is sent once and read back, and its title is awaited in the list", async () => {
    const { result, told, state, ms } = await run({});
    expect(result).toEqual({ kind: "applied", detail: CHECKED });
    expect([told, ms, state.notes, [...state.awaitedTitles]]).toEqual([SENT, 0, [], [[7, "a"]]]);
  });

  it("is read again where the details don't know the bot at once", async () => {
    const { result, ms } = await run({ reads: ["absent", "absent", NEW] });
    expect([result, ms]).toEqual([{ kind: "applied", detail: CHECKED }, 1_500]);
  });

  it("tells what the service has filled in", async () => {
    const made = live(7, "a", { fields: { countOrderMax: "3" } });
    const { result } = await run({ reads: [made], after: [[made]] });
    expect(result).toEqual({
      kind: "applied",
      detail: "created as bot 7; read back, and every declared field matches; the service filled in countOrderMax 3",
    });
  });

  it("without a clear answer is found by its title", async () => {
    const { result, told, ms } = await run({ answer: LOST, after: [[], [NEW]] });
    expect(result).toEqual({ kind: "applied", detail: CHECKED, rule: 5 });
    expect([told, ms]).toEqual([SENT, 7_000]);
  });
});

describe("a create isn't sent", () => {
  it.each<[string, Scene]>([
    ["where the title exists", { before: [live(3, "a")] }],
    ["where a previous title exists", { before: [live(3, "old")], planned: { formerTitles: ["old"] } }],
    ["where another step has read a bot with its title meanwhile", { meanwhile: live(5, "a") }],
    [
      "where another step has read a bot with a previous title meanwhile",
      { meanwhile: live(5, "old"), planned: { formerTitles: ["old"] } },
    ],
  ])("%s", async (_because, scene) => {
    const { result, told } = await run(scene);
    expect(result).toMatchObject({ kind: "failed", next: "run plan again", stale: true });
    expect(told).toEqual([]);
  });
});

const REFUSED: WriteAnswer = { kind: "refused", message: "Not now." };

it("without a yes comes to what was seen of it", async () => {
  const read = (changes: Parameters<typeof live>[2]) => {
    const one = live(7, "x", changes);
    return { answer: REFUSED, after: [[one]], reads: [one] };
  };
  const scenes: Readonly<Record<string, Scene>> = {
    "never left": { answer: { kind: "not-sent", message: "no name" } },
    "refused, and nothing appears": { answer: REFUSED, after: [[]] },
    "refused, and the list can't be read": { answer: REFUSED, isListLost: true },
    "lost, and the list can't be read": { answer: LOST, isListLost: true },
    "refused, and reads are rejected": { answer: REFUSED, reads: ["auth"] },
    "lost, and reads are rejected": { answer: LOST, reads: ["auth"] },
    "refused, and interrupted": { answer: REFUSED, after: [[]], isInterrupted: true },
    "lost, and interrupted": { answer: LOST, after: [[]], isInterrupted: true },
    "refused, and made": { answer: REFUSED, after: [[NEW]] },
    "refused, and two are there": { answer: REFUSED, after: [[NEW, live(8, "a")]] },
    "refused, and one of another pair": read({ fields: { pairTitle: "USDT-ETH" } }),
    "refused, and one of the other side": read({ fields: { strategy: "SHORT" } }),
    "refused, and one on another access": read({ accessId: 2 }),
    "refused, and one on no known access": read({ accessId: null }),
    "refused, and two alike": {
      answer: REFUSED,
      after: [[live(7, "x"), live(8, "y", { on: true })]],
      reads: [live(7, "x")],
    },
  };
  const ends = Object.entries(scenes).map(async ([what, scene]) => {
    const { result, ms, looks } = await run(scene);
    return `${what}: ${ms} ms, ${looks} looks\n  ${JSON.stringify(result)}`;
  });
  expect((await Promise.all(ends)).join("\n")).toMatchInlineSnapshot(`
    "never left: 0 ms, 0 looks
      {"kind":"failed","detail":"nothing was sent: no name","next":"run apply again","rule":4}
    refused, and nothing appears: 7000 ms, 2 looks
      {"kind":"failed","detail":"refused by the service; no bot with that title has appeared: Not now.","next":"correct what the message names, then run apply again","rule":19,"didNothing":true}
    refused, and the list can't be read: 7000 ms, 2 looks
      {"kind":"unknown","detail":"sent once without a clear answer (Not now.), and what has become of it couldn't be read","next":"wait a few minutes and run apply again: it checks before it creates","rule":5}
    lost, and the list can't be read: 67000 ms, 5 looks
      {"kind":"unknown","detail":"sent once without a clear answer (reset), and what has become of it couldn't be read","next":"wait a few minutes and run apply again: it checks before it creates","rule":5}
    refused, and reads are rejected: 2000 ms, 1 looks
      {"kind":"unknown","detail":"refused by the service (Not now.), but it could not be read back: no answer","next":"run plan to see what became of it","rule":6,"unauthorized":true}
    lost, and reads are rejected: 2000 ms, 1 looks
      {"kind":"unknown","detail":"sent, but could not be read back: no answer","next":"run plan to see what became of it","rule":6,"unauthorized":true}
    refused, and interrupted: 0 ms, 0 looks
      {"kind":"unknown","detail":"sent once without a clear answer (Not now.), and no bot with that title has appeared","next":"wait a few minutes and run apply again: it checks before it creates","rule":5}
    lost, and interrupted: 0 ms, 0 looks
      {"kind":"unknown","detail":"sent once without a clear answer (reset), and no bot with that title has appeared","next":"wait a few minutes and run apply again: it checks before it creates","rule":5}
    refused, and made: 2000 ms, 1 looks
      {"kind":"applied","detail":"refused by the service (Not now.), but created as bot 7; read back, and every field matches","rule":5}
    refused, and two are there: 2000 ms, 1 looks
      {"kind":"unknown","detail":"sent once without a clear answer (Not now.); these bots now have the title: 7 (DISABLED), 8 (DISABLED)","next":"check it on the service, then run plan","rule":5}
    refused, and one of another pair: 7000 ms, 2 looks
      {"kind":"failed","detail":"refused by the service; no bot with that title has appeared: Not now.","next":"correct what the message names, then run apply again","rule":19,"didNothing":true}
    refused, and one of the other side: 7000 ms, 2 looks
      {"kind":"failed","detail":"refused by the service; no bot with that title has appeared: Not now.","next":"correct what the message names, then run apply again","rule":19,"didNothing":true}
    refused, and one on another access: 7000 ms, 2 looks
      {"kind":"failed","detail":"refused by the service; no bot with that title has appeared: Not now.","next":"correct what the message names, then run apply again","rule":19,"didNothing":true}
    refused, and one on no known access: 7000 ms, 2 looks
      {"kind":"unknown","detail":"sent once without a clear answer (Not now.); no bot has that title now, but these have appeared since and may be it: 7 \\"x\\" (DISABLED)","next":"check them on the service; if one is this bot, name it with botId, then run plan","rule":5}
    refused, and two alike: 7000 ms, 2 looks
      {"kind":"unknown","detail":"sent once without a clear answer (Not now.); no bot has that title now, but these have appeared since and may be it: 7 \\"x\\" (DISABLED), 8 \\"y\\" (ENABLED)","next":"check them on the service; if one is this bot, name it with botId, then run plan","rule":5}"
  `);
});

describe("a create that is unclear", () => {
  it("and shows no bot is looked for over a minute, and not sent again", async () => {
    const { result, told, ms } = await run({ answer: LOST, after: [[]] });
    expect(result).toEqual({
      kind: "unknown",
      detail: "sent once without a clear answer (reset), and no bot with that title has appeared",
      next: "wait a few minutes and run apply again: it checks before it creates",
      rule: 5,
    });
    expect([told, ms]).toEqual([SENT, 67_000]);
  });

  it("nor refused, where the bot that the list shows under the title has another by now", async () => {
    const refused: WriteAnswer = { kind: "refused", message: "Not now." };
    const other = live(7, "mine");
    expect((await run({ answer: refused, after: [[]] })).result).toMatchObject({ kind: "failed", didNothing: true });
    for (const [after, reads] of [
      [[NEW], [other]],
      [[other], [other]],
    ])
      expect((await run({ answer: refused, after: [after ?? []], reads: reads ?? [] })).result).toMatchObject({
        ...{ kind: "unknown", rule: 5 },
        detail: expect.stringContaining('these have appeared since and may be it: 7 "mine" (DISABLED)'),
      });
  });

  it.each<[string, Scene, string]>([
    ["as another create's", { after: [[NEW], [live(7, "b")]], beside: "has taken 7" }, '7 "b" (DISABLED)'],
    ["with another pair", { reads: [live(7, "x", { fields: { pairTitle: "USDT-ETH" } })] }, '7 "x" (DISABLED)'],
    ["in no list any more", { after: [[NEW], []] }, '7 "b" (DISABLED)'],
  ])("nor refused, where the bot that one look shows under the title is seen %s", async (_how, scene, shown) => {
    const { result } = await run({ answer: REFUSED, reads: [live(7, "b")], ...scene });
    expect(result).toEqual({
      kind: "unknown",
      detail: `sent once without a clear answer (Not now.); no bot has that title now, but these have appeared since and may be it: ${shown}`,
      next: "check them on the service; if one is this bot, name it with botId, then run plan",
      rule: 5,
    });
  });

  it("nor refused, where the bot that may be it is in the first look alone", async () => {
    const { result } = await run({ answer: REFUSED, after: [[live(7, "x")], []], reads: [live(7, "x")] });
    expect(result.kind).toBe("unknown");
  });

  it("but refused, where the one that bears the title is another access's", async () => {
    const { result } = await run({ answer: REFUSED, reads: [live(7, "b", { accessId: 2 })] });
    expect(result).toMatchObject({ kind: "failed", didNothing: true });
  });

  it("nor refused, where a new bot is listed under another title and can't be read by itself", async () => {
    const answer: WriteAnswer = { kind: "refused", message: "Not now." };
    const { result } = await run({ answer, after: [[live(7, "A")]], reads: ["absent"] });
    expect(result).toMatchObject({
      ...{ kind: "unknown", rule: 5 },
      detail: expect.stringContaining('these have appeared since and may be it: 7 "A" (DISABLED)'),
    });
  });

  it.each<[string, Scene["beside"], readonly number[], string]>([
    ["that one hasn't begun", "not begun", [7], "unknown"],
    ["that one has ended without it", "ended", [7], "unknown"],
    ["that one has made another bot", "has made 9", [7, 9], "unknown"],
    ["two bots have that title", "under way", [7, 9], "unknown"],
    ["it is that one's", "under way", [9], "failed"],
    ["it is that one's, and adopted", "has made 9", [9], "failed"],
  ])(
    "nor refused, where a new bot has the title of another create, unless it is that one's: %s",
    async (_, beside, ids, kind) => {
      const called = ids.map((id) => live(id, "b"));
      const answer: WriteAnswer = { kind: "refused", message: "Not now." };
      const { result } = await run({ answer, beside, after: [called], reads: [live(7, "b")] });
      expect(result.kind).toBe(kind);
    },
  );

  it("where none of its reads is answered, and no failed read is left to itself", async () => {
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on("unhandledRejection", hear);
    try {
      const { result } = await run({ answer: LOST, reads: ["timeout"] });
      await new Promise((done) => setImmediate(done));
      expect([result.kind, unheard]).toEqual(["unknown", []]);
    } finally {
      process.off("unhandledRejection", hear);
    }
  });

  it("and shows two bots is nobody's to decide", async () => {
    const { result } = await run({ answer: LOST, after: [[NEW, live(8, "a", { on: true })]] });
    expect(result).toEqual({
      kind: "unknown",
      detail: "sent once without a clear answer (reset); these bots now have the title: 7 (DISABLED), 8 (ENABLED)",
      next: "check it on the service, then run plan",
      rule: 5,
    });
  });

  it("and is answered with a bot that existed before touches nothing", async () => {
    const { result, told } = await run({ before: [live(7, "other")] });
    expect(result).toEqual({
      kind: "unknown",
      detail: "the service answered with bot 7, which existed before",
      next: "nothing was done to bot 7: check it on the service, then run plan",
      rule: 5,
    });
    expect(told).toEqual(SENT);
  });

  it("and can't be read back", async () => {
    const { result, told } = await run({ reads: ["http"] });
    expect(result).toMatchObject({ kind: "unknown", rule: 6, next: "run plan to see what became of it" });
    expect(result.detail).toBe("created as bot 7, but could not be read back: no answer");
    expect(told).toEqual(SENT);
  });

  it("and can't be read back, but stands switched on in the list, is turned off", async () => {
    const { result, told } = await run({ after: [[ON]], reads: ["http", "http", "http", "http", NEW] });
    expect(result.detail).toBe(
      "created as bot 7, but could not be read back: no answer; the service created it switched on (ENABLED); it was turned off, and observed off",
    );
    expect(told).toEqual([...SENT, "turn-off 7"]);
  });

  it.each<[string, Scene]>([
    ["under another title", { after: [[live(7, "mine", { on: true })]] }],
    ["as another bot of its title", { after: [[live(8, "a", { on: true })]] }],
    ["off", { after: [[NEW]] }],
    ["nowhere", { after: [[]] }],
    ["in a list that can't be read", { isListLost: true }],
  ])("and can't be read back, but stands %s, is left alone", async (_how, scene) => {
    const { result, told } = await run({ reads: ["http"], ...scene });
    expect(result.detail).toBe("created as bot 7, but could not be read back: no answer");
    expect(told).toEqual(SENT);
  });
});

describe("a new bot that isn't as asked for", () => {
  const CHECK = "check bot 7 on the service, then run plan";

  it.each<[string, ObservedBot, string]>([
    [
      "a field",
      live(7, "a", { fields: { leverage: "3" } }),
      "created as bot 7; leverage: expected 5, but the service shows 3",
    ],
    ["the access", live(7, "a", { accessId: 2 }), "created as bot 7; access: expected 1, but the service shows 2"],
    ["the title", live(7, "b"), "created as bot 7; title: expected a, but the service shows b"],
  ])("in %s has failed, and the title that it has is awaited in the list", async (_what, bot, detail) => {
    const { result, told, state } = await run({ reads: [bot] });
    expect([result, told]).toEqual([{ kind: "failed", detail, next: CHECK, rule: 6 }, SENT]);
    expect([...state.awaitedTitles]).toEqual([[7, bot.fields.title]]);
  });

  it.each<[string, ObservedBot, string]>([
    [
      "another title",
      live(7, "b", { on: true }),
      "created as bot 7; title: expected a, but the service shows b; it is on (ENABLED)",
    ],
    [
      "another access",
      live(7, "a", { on: true, accessId: 2 }),
      "created as bot 7; access: expected 1, but the service shows 2; it is on (ENABLED)",
    ],
  ])("in %s, and is on, may be somebody else's: nothing is done to it (I3)", async (_what, bot, detail) => {
    const { result, told } = await run({ reads: [bot] });
    const next = "nothing was done to bot 7: check it on the service, then run plan";
    expect([result, told]).toEqual([{ kind: "unknown", detail, next, rule: 5 }, SENT]);
  });

  it("and starts switched on is turned off, and left so in this run (rule 7)", async () => {
    const { result, told, state, next } = await run({ reads: [ON, NEW] });
    const says = "the service created it switched on (ENABLED); it was turned off, and observed off";
    expect(result).toEqual({ kind: "applied", detail: `${CHECKED}; ${says}`, rule: 7 });
    expect([told, state.notes]).toEqual([[...SENT, "turn-off 7"], [`main/a: ${says}`]]);
    expect(next).toMatchObject({
      kind: "skipped",
      detail: "left off in this run, because the service had created the bot switched on",
      next: "run apply again",
    });
  });

  it("and stays on is unknown", async () => {
    const { result } = await run({ reads: [ON] });
    expect(result).toEqual({
      kind: "unknown",
      detail: `${CHECKED}; the service created it switched on (ENABLED); it was told to turn off, but has not been observed off`,
      next: "check bot 7 on the service now",
      rule: 7,
    });
  });

  it("and can't even be told to turn off says so", async () => {
    const { result } = await run({ reads: [ON], turnOff: { kind: "refused", message: "no" } });
    expect(result.detail).toBe(
      `${CHECKED}; the service created it switched on (ENABLED); it could not be told to turn off`,
    );
  });
});
