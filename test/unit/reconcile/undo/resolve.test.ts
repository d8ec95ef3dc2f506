// A later look at what nobody knew: each verdict for each action, and when it is the last word.
import { afterEach, describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Desired } from "../../../../src/model/bot/desired.js";
import { ServiceError, type ServiceReader } from "../../../../src/model/ports.js";
import type { PastRun } from "../../../../src/reconcile/ledger/history.js";
import { addToJournal } from "../../../../src/reconcile/ledger/journal.js";
import {
  createdElsewhere,
  type Resolution,
  resolvedEntry,
  resolveSteps,
} from "../../../../src/reconcile/undo/resolve.js";
import { type Road, road } from "../../../support/road.js";
import { BASE, desired, desiredBot } from "../fleet.js";
import { RUN_ID, recorded, type Shelf } from "../recorded.js";

const MINUTE = 60_000;
const NOBODY: ReadonlySet<number> = new Set();

let open: Road | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function startedWith(before: Desired = desired([])): Promise<Road> {
  open = await road();
  await open.apply(await open.plan(before));
  return open;
}

/** What is left of a run that died with a step's write on its way; the service has acted on it. */
async function crashed(way: Road, after: Desired, from = '"type":"intent"'): Promise<Shelf> {
  const shelf = await recorded(way, await way.plan(after));
  shelf.cutAfter((text) => text.lastIndexOf(from));
  return shelf;
}

async function look(
  way: Road,
  run: PastRun,
  changes: {
    readonly after?: number;
    readonly reader?: ServiceReader;
    readonly madeElsewhere?: ReadonlySet<number>;
  } = {},
): Promise<readonly Resolution[]> {
  const now = run.begin.at + (changes.after ?? 60 * MINUTE);
  return resolveSteps(run, changes.reader ?? way.reader, { now, madeElsewhere: changes.madeElsewhere ?? NOBODY });
}

const NEW = desired([desiredBot("a")]);
const id = async (way: Road) => (await way.live())[0]?.id ?? 0;

describe("a create without an answer", () => {
  it("took effect where one bot bears the title, and what it is like is said", async () => {
    const way = await startedWith();
    const run = await (await crashed(way, NEW)).only();
    const botId = await id(way);
    expect(await look(way, run, { after: 0 })).toEqual([
      {
        address: "main/a",
        action: "create",
        verdict: "took-effect",
        settled: true,
        botId,
        detail: `it is bot ${botId}, off (DISABLED), matching the plan`,
      },
    ]);
    way.emulator.service.editBot(botId, { leverage: 7, enabled: true });
    const [changed] = await look(way, run);
    expect(changed).toMatchObject({ verdict: "took-effect", detail: expect.stringContaining("on (ENABLED)") });
    expect(changed?.detail).toContain("leverage expected 5, shown 7");
  });

  it("had none where no bot bears it: so far while a queue may hold it, for good after 15 minutes", async () => {
    const way = await startedWith();
    const run = await (await crashed(way, NEW)).only();
    const reader = { ...way.reader, bots: async () => [] };
    const sentAt = run.steps[0]?.writes[0]?.intent.at ?? 0;
    const aged = (minutes: number) => ({ reader, after: sentAt - run.begin.at + minutes * MINUTE });
    const due = new Date(Math.ceil((sentAt + 15 * MINUTE) / MINUTE) * MINUTE).toISOString().slice(11, 16);
    expect(await look(way, run, aged(14))).toMatchObject([
      { verdict: "no-effect", settled: false, detail: expect.stringContaining(`check again after ${due} UTC`) },
    ]);
    expect(await look(way, run, aged(15))).toMatchObject([{ verdict: "no-effect", settled: true }]);
  });

  it("is for a human where several bots bear it, or the bot that was named has another title", async () => {
    const way = await startedWith();
    const run = await (await crashed(way, NEW, '"type":"answer"')).only();
    const botId = await id(way);
    way.emulator.service.addBot("main", { accessId: 1, ...BASE, title: "a" });
    expect(await look(way, run)).toMatchObject([{ verdict: "unclear", settled: false }]);
    const [, twin] = await way.live();
    for (const bot of [botId, twin?.id ?? 0]) way.emulator.service.editBot(bot, { title: "z" });
    expect(await look(way, run)).toMatchObject([
      { verdict: "unclear", settled: false, botId, detail: expect.stringContaining('"z"') },
    ]);
  });

  it("is told by the bot that the run took as its own, whatever that is called by now", async () => {
    const way = await startedWith();
    let reads = 0;
    const reader = {
      ...way.reader,
      bot: (botId: number) => {
        reads += 1;
        return reads < 9 ? Promise.reject(new ServiceError("http", "HTTP 500")) : way.reader.bot(botId);
      },
    };
    const shelf = await recorded({ ...way, reader }, await way.plan(NEW));
    const run = await shelf.only();
    const botId = await id(way);
    expect(run.steps[0]).toMatchObject({ kind: "unknown", ended: { outcome: { botId } } });
    way.emulator.service.editBot(botId, { title: "renamed" });
    expect(await look(way, run)).toMatchObject([{ verdict: "took-effect", botId, settled: true }]);
    expect(await look(way, run, { reader: without(way.reader, botId) })).toMatchObject([{ verdict: "no-effect" }]);
  });

  it("isn't a bot of that title on another access", async () => {
    const other = desiredBot("other", { fields: { title: "a" }, access: { alias: "second", live: 2 } });
    const way = await startedWith(desired([other]));
    const shelf = await recorded(way, await way.plan(desired([desiredBot("a"), other])), {
      writer: { create: async () => ({ kind: "ambiguous", message: "lost", turnedDown: false }) },
    });
    expect(await look(way, await shelf.only())).toMatchObject([{ verdict: "no-effect", settled: true }]);
  });

  it("isn't another run's create", async () => {
    const way = await startedWith();
    const lost = await recorded(way, await way.plan(NEW), {
      writer: { create: async () => ({ kind: "ambiguous", message: "lost", turnedDown: false }) },
    });
    const later = await recorded(way, await way.plan(NEW), { shelf: lost, id: "2026-11-21T19-00-00Z-0000" });
    const [first, second] = await later.runs();
    if (first === undefined || second === undefined) throw new Error("not two runs");
    const PLACE = { account: second.begin.account, origin: second.begin.origin };
    const madeElsewhere = createdElsewhere(first, [first, second], [PLACE]);
    expect([...madeElsewhere]).toEqual([await id(way)]);
    expect(await look(way, first, { madeElsewhere })).toMatchObject([{ verdict: "no-effect", settled: true }]);
    expect(createdElsewhere(second, [first, second], [PLACE]).size).toBe(0);
    const foreign = { ...second, begin: { ...second.begin, account: "other" } };
    expect(createdElsewhere(first, [first, foreign], [PLACE]).size).toBe(0);
  });
});

describe("an update without an answer", () => {
  const BEFORE = desired([desiredBot("a")]);
  const AFTER = desired([desiredBot("a", { fields: { leverage: "9", percentTakeProfit: "2" } })]);

  it.each([
    { because: "as asked for", edit: {}, verdict: "took-effect", settled: true },
    {
      because: "other fields are other hands'",
      edit: { volumeFirstOrder: "33" },
      verdict: "took-effect",
      settled: true,
    },
    { because: "as before", edit: { leverage: 5, percentTakeProfit: "1.2" }, verdict: "no-effect", settled: true },
    { because: "half and half", edit: { leverage: 5 }, verdict: "unclear", settled: false },
  ])("$because: $verdict", async ({ edit, verdict, settled }) => {
    const way = await startedWith(BEFORE);
    const run = await (await crashed(way, AFTER)).only();
    way.emulator.service.editBot(await id(way), edit);
    expect(await look(way, run)).toMatchObject([{ action: "update", verdict, settled, botId: await id(way) }]);
  });

  it("may still take effect while it is young", async () => {
    const way = await startedWith(BEFORE);
    const run = await (await crashed(way, AFTER)).only();
    way.emulator.service.editBot(await id(way), { leverage: 5, percentTakeProfit: "1.2" });
    expect(await look(way, run, { after: MINUTE })).toMatchObject([{ verdict: "no-effect", settled: false }]);
  });

  it("is unclear where the bot is gone, and fails where it can't be read", async () => {
    const way = await startedWith(BEFORE);
    const run = await (await crashed(way, AFTER)).only();
    const failing = (kind: "refused" | "http") => ({
      ...way.reader,
      bot: () => Promise.reject(new ServiceError(kind, "no")),
    });
    expect(await look(way, run, { reader: without(way.reader, await id(way)) })).toMatchObject([
      { verdict: "unclear", settled: false },
    ]);
    // The list shows it: a refusal says nothing.
    for (const kind of ["refused", "http"] as const)
      await expect(look(way, run, { reader: failing(kind) })).rejects.toThrow(ServiceError);
    await expect(look(way, run, { reader: { ...way.reader, bots: async () => [] } })).rejects.toThrow("suddenly empty");
  });
});

describe("a switch without an answer", () => {
  it.each([
    { to: true, now: true, verdict: "took-effect" },
    { to: true, now: false, verdict: "no-effect" },
    { to: false, now: false, verdict: "took-effect" },
    { to: false, now: true, verdict: "no-effect" },
  ])("to $to, seen $now: $verdict", async ({ to, now, verdict }) => {
    const way = await startedWith(desired([desiredBot("a", { enabled: !to })]));
    const run = await (await crashed(way, desired([desiredBot("a", { enabled: to })]))).only();
    way.emulator.service.editBot(await id(way), { enabled: now });
    expect(await look(way, run)).toMatchObject([
      { verdict, settled: true, detail: expect.stringContaining(now ? "on" : "off") },
    ]);
  });

  it("of a bot that the same run created is found by what was sent", async () => {
    const way = await startedWith();
    const run = await (await crashed(way, desired([desiredBot("a", { enabled: true })]))).only();
    expect(run.steps.map(({ kind }) => kind)).toEqual(["applied", "unknown"]);
    expect(await look(way, run)).toMatchObject([{ action: "turn-on", verdict: "took-effect", botId: await id(way) }]);
  });
});

describe("what was found out", () => {
  it("is kept in the journal, and isn't looked at again", async () => {
    const way = await startedWith();
    const shelf = await crashed(way, NEW);
    const found = await look(way, await shelf.only());
    await addToJournal(
      shelf,
      RUN_ID,
      found.map((one) => resolvedEntry(one, 7)),
    );
    const run = await shelf.only();
    expect(run.steps[0]?.resolved).toMatchObject({ verdict: "took-effect", at: 7, botId: await id(way) });
    const before = way.emulator.service.requests.listBots;
    expect(await look(way, run)).toEqual([]);
    expect(way.emulator.service.requests.listBots).toBe(before);
  });

  it("and is open is kept as unclear, and looked at again", async () => {
    const way = await startedWith();
    const shelf = await crashed(way, NEW);
    const young = await look(way, await shelf.only(), {
      after: MINUTE,
      reader: { ...way.reader, bots: async () => [] },
    });
    await addToJournal(
      shelf,
      RUN_ID,
      young.map((one) => resolvedEntry(one, 7)),
    );
    const run = await shelf.only();
    expect(run.steps[0]?.resolved).toMatchObject({ verdict: "unclear", detail: expect.stringContaining("not yet") });
    expect(await look(way, run)).toMatchObject([{ verdict: "took-effect", settled: true }]);
  });
});

/** The reader of a service that has another bot in the bot's place. */
function without(reader: ServiceReader, id: number): ServiceReader {
  const other = <Bot extends ObservedBot>(one: Bot) =>
    one.id === id ? { ...one, id: OTHER, fields: { ...one.fields, title: "other" } } : one;
  const bot = async (botId: number) => {
    if (botId === id) throw new ServiceError("refused", "no such bot");
    return other(await reader.bot(botId === OTHER ? id : botId));
  };
  return { ...reader, bot, bots: async () => (await reader.bots()).map(other) };
}

const OTHER = 99;
