// What a step waits for before it sends anything, how long, and what ends the wait (rule 23).
import { describe, expect, it } from "vitest";
import type { ObservedBot } from "../../../../src/model/bot/bot.js";
import type { Action } from "../../../../src/model/plan/actions.js";
import type { OpenIntent } from "../../../../src/model/plan/open-intent.js";
import { ServiceError } from "../../../../src/model/ports.js";
import { awaitEarlier } from "../../../../src/reconcile/apply/await-earlier.js";
import { Run } from "../../../../src/reconcile/apply/run.js";
import type { ApplyEvent, ApplyOptions } from "../../../../src/reconcile/apply/run-options.js";
import { addByHand, type Bent, carryOut, fleet, idle, kinds, start } from "../../../rules/scene.js";
import { VirtualClock } from "../../../support/clock.js";
import { earlier } from "../earlier.js";
import { desired, desiredBot, live } from "../fleet.js";
import { plannedBot, planOf, step } from "../plan/plans.js";

type Scene = Awaited<ReturnType<typeof start>>;

/** Milliseconds after which the run's first write left, and what it told of its wait. */
async function waited(
  way: Scene,
  wanted: ReturnType<typeof idle>,
  intents: readonly OpenIntent[],
  { bent = {}, ...options }: ApplyOptions & { readonly bent?: Bent } = {},
) {
  const begun = way.clock.now();
  const plan = await way.plan(wanted);
  let leftAfter: number | undefined;
  const events: ApplyEvent[] = [];
  const note =
    <Args extends readonly unknown[], Answer>(write: (...given: Args) => Answer) =>
    (...given: Args): Answer => {
      leftAfter ??= way.clock.now() - begun;
      return write(...given);
    };
  const { create, update, turnOn } = way.writer;
  const writer = { create: note(create), update: note(update), turnOn: note(turnOn) };
  const report = await carryOut(
    way,
    plan,
    { writer, ...bent },
    {
      earlier: intents,
      commandDeadlineMs: 10_000,
      onEvent: (event) => void (event.type === "waits" && events.push(event)),
      ...options,
    },
  );
  return { leftAfter, events, report, kinds: kinds(report), begun };
}

/** Sent now, and refused by the service from so many milliseconds later on. */
const openFor = (
  way: Scene,
  sends: OpenIntent["sends"],
  botId: number | undefined,
  ms: number,
  more: Partial<OpenIntent> = {},
) => earlier(sends, botId, way.clock.now(), { notAfter: way.clock.now() + ms, makes: undefined, ...more });

describe("on its own", () => {
  /** Milliseconds for which the step of bot 7, or of a new bot, waits for the intents; undefined where it doesn't. */
  async function waits(
    action: Action,
    intents: (now: number) => readonly OpenIntent[],
    read: { bot?: () => Promise<ObservedBot>; bots?: () => Promise<readonly ObservedBot[]> } = {},
    clock = new VirtualClock(),
    created: readonly string[] = [],
  ): Promise<number | undefined> {
    const bots = [plannedBot("a", action === "create" ? null : live(7, "a"))];
    const plan = planOf(
      [...bots, ...created.map((key) => plannedBot(key, null))],
      [step(action, "a"), ...created.map((key) => step("create", key))],
    );
    const no = () => Promise.reject(new ServiceError("unreachable", "no"));
    // biome-ignore lint/suspicious/noExplicitAny: nothing else of the ports is asked
    const ports: any = { reader: { bot: no, bots: no, ...read }, clock };
    const run = new Run(plan, ports, { earlier: intents(clock.now()), commandDeadlineMs: 1 });
    const [only] = plan.steps;
    const wait = only && awaitEarlier(run, only);
    const begun = clock.now();
    await wait;
    return wait && clock.now() - begun;
  }

  const SHOWN = { title: "a", accessId: 1, target: {} };

  it("a create waits for another key's of a bot that trades the same, unless the plan makes that one, too", async () => {
    const target = { pairTitle: "USDT-BTC", strategy: "LONG" };
    const makes = { title: "b", accessId: 1, target };
    const other = (now: number) => [
      earlier("create", undefined, now, { address: "main/b", notAfter: now + 40_000, makes }),
    ];
    expect(await waits("create", other)).toBe(40_001);
    expect(await waits("create", other, {}, new VirtualClock(), ["c"])).toBe(40_001);
    expect(await waits("create", other, {}, new VirtualClock(), ["b"])).toBeUndefined();
  });
  const openTo = (at: number, ms: number) => earlier("update", 7, at, { notAfter: at + ms, makes: SHOWN });

  it("waits to the millisecond, and not at all for what is over at that moment", async () => {
    expect(await waits("update", (now) => [openTo(now, 1)])).toBe(1);
    expect(await waits("update", (now) => [openTo(now, 9_900)])).toBe(9_900);
    expect(await waits("update", (now) => [openTo(now, 4_000), openTo(now, 9_900)])).toBe(9_900);
    expect(await waits("update", (now) => [openTo(now, 0), openTo(now, -1)])).toBeUndefined();
    expect(await waits("update", () => [])).toBeUndefined();
  });

  it("looks at once, after 0.5 and 1 s, then every 2 s, and no more once its time is over", async () => {
    const clock = new VirtualClock();
    const begun = clock.elapsed();
    const looks: number[] = [];
    const bot = async () => {
      looks.push(clock.elapsed() - begun);
      return live(7, "a");
    };
    const still = (now: number) => [{ ...openTo(now, 6_000), makes: { ...SHOWN, target: { leverage: "9" } } }];
    expect(await waits("update", still, { bot }, clock)).toBe(6_000);
    expect(looks).toEqual([0, 500, 1_500, 3_500, 5_500, 6_000]);
  });

  it("a write whose bot isn't known, or whose list can't be read, isn't seen to arrive", async () => {
    const read = { bot: async () => live(7, "a") };
    expect(await waits("update", (now) => [openTo(now, 9_900)], read)).toBe(0);
    expect(await waits("update", (now) => [{ ...openTo(now, 9_900), botId: undefined }], read)).toBe(9_900);
    const made = (now: number) => [earlier("create", undefined, now, { notAfter: now + 9_900, isUnknown: false })];
    expect(await waits("create", made)).toBe(9_900);
    const bots = async () => [{ ...live(7, "a"), accessId: null }];
    expect(await waits("create", made, { ...read, bots })).toBe(0);
    const elsewhere = { bot: async () => ({ ...live(7, "a"), accessId: 2 }), bots };
    expect(await waits("create", made, elsewhere)).toBe(9_900);
    expect(await waits("create", made, { bots })).toBe(9_900);
  });
});

/** The create of a, open for half a minute. */
function sent(way: Scene, target: NonNullable<OpenIntent["makes"]>["target"]): OpenIntent {
  return { ...openFor(way, "create", undefined, 30_000), makes: { title: "a", accessId: 1, target } };
}

describe("a step waits", () => {
  it("until an update that can't be told apart has had its time, and tells until when", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const found = await waited(way, fleet("a"), [openFor(way, "update", 2000, 30_000)]);
    expect(found.kinds).toEqual(["turn-on main/a applied"]);
    expect(found.leftAfter).toBeGreaterThanOrEqual(30_000);
    expect(found.leftAfter).toBeLessThan(33_000);
    expect(found.events).toMatchObject([{ until: found.begun + 30_000, for: { sends: "update", address: "main/a" } }]);
  });

  it("for the last of several, once, and for none that is over", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const intents = [30_000, 50_000, -1].map((ms) => openFor(way, "update", 2000, ms));
    const found = await waited(way, fleet("a"), intents);
    expect(found.leftAfter).toBeGreaterThanOrEqual(50_000);
    expect(found.events).toMatchObject([{ until: found.begun + 50_000 }]);
    expect(
      (await waited(way, idle("b"), [openFor(way, "create", undefined, -1, { address: "main/b", isUnknown: false })]))
        .events,
    ).toEqual([]);
  });

  it("not for another bot's", async () => {
    const way = await start();
    const found = await waited(way, idle("a"), [openFor(way, "create", undefined, 30_000, { address: "main/b" })]);
    expect([found.kinds, found.events]).toEqual([["create main/a applied"], []]);
    expect(found.leftAfter).toBeLessThan(5_000);
  });

  it("not once its bot shows that it has arrived, and then tells of no wait", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const makes = { title: "a", accessId: 1, target: { leverage: "5" } };
    const found = await waited(way, fleet("a"), [openFor(way, "update", 2000, 30_000, { makes })]);
    expect([found.kinds, found.events]).toEqual([["turn-on main/a applied"], []]);
    expect(found.leftAfter).toBeLessThan(5_000);
  });

  it("not for the create of a bot that is there", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const found = await waited(way, fleet("a"), [sent(way, {})]);
    expect([found.kinds, found.events]).toEqual([["turn-on main/a applied"], []]);
  });

  it("for the create of a bot that has the title and other settings: it may have been there before", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const found = await waited(way, fleet("a"), [sent(way, { leverage: "9" })]);
    expect(found.kinds).toEqual(["turn-on main/a applied"]);
    expect(found.leftAfter).toBeGreaterThanOrEqual(30_000);
  });

  it("once for a create that the bot has shown, whatever the run makes of the bot then", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const wanted = desired([desiredBot("a", { enabled: true, fields: { leverage: "7" } })]);
    const found = await waited(way, wanted, [sent(way, { leverage: "5" })]);
    expect([found.kinds, found.events]).toEqual([["update main/a applied", "turn-on main/a applied"], []]);
  });

  it("on while the bot can't be read, since that shows nothing", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    let reads = 0;
    const bot: typeof way.reader.bot = async (id) => {
      reads += 1;
      if (reads < 3) throw new ServiceError("unreachable", "no");
      return way.reader.bot(id);
    };
    const makes = { title: "a", accessId: 1, target: {} };
    const found = await waited(way, fleet("a"), [openFor(way, "update", 2000, 30_000, { makes })], {
      bent: { reader: { bot } },
    });
    expect(found.events).toHaveLength(1);
    expect(found.kinds).toEqual(["turn-on main/a applied"]);
  });

  it("for a create whose bot the list doesn't show, and its command deadline more", async () => {
    const way = await start();
    const makes = { title: "a", accessId: 1, target: {} };
    const found = await waited(way, idle("a"), [openFor(way, "create", undefined, 30_000, { makes })]);
    expect(found.kinds).toEqual(["create main/a applied"]);
    expect(found.leftAfter).toBeGreaterThanOrEqual(40_000);
    expect(found.leftAfter).toBeLessThan(43_000);
  });

  it("until the create's bot is listed; then it isn't sent again", async () => {
    const way = await start();
    const makes = { title: "a", accessId: 1, target: {} };
    let looks = 0;
    const bots: typeof way.reader.bots = async () => {
      looks += 1;
      if (looks === 4) addByHand(way, { title: "a", id: 2000 });
      return way.reader.bots();
    };
    addByHand(way, { title: "other", pairTitle: "USDT-ETH" });
    const found = await waited(way, idle("a"), [openFor(way, "create", undefined, 90_000, { makes })], {
      bent: { reader: { bots } },
    });
    expect(found.report.outcomes).toMatchObject([{ kind: "failed", rule: 2, wrote: false }]);
    expect(found.leftAfter).toBeUndefined();
    expect(way.clock.now() - found.begun).toBeLessThan(60_000);
  });

  it("for nothing where another step of its bot has failed", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000, enabled: false });
    const wanted = desired([desiredBot("a", { enabled: true, fields: { leverage: "9" } })]);
    const update = async () => ({ kind: "not-sent", message: "no" }) as const;
    const before = openFor(way, "turn-on", 2000, 60_000);
    const found = await waited(way, wanted, [{ ...before, address: "main/z", botId: 2000 }], {
      bent: { writer: { update } },
    });
    expect(found.kinds).toEqual(["update main/a failed", "turn-on main/a skipped"]);
    expect(found.events).toHaveLength(1);
  });

  it("no longer than the run goes on", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const abort = new AbortController();
    const onEvent = (event: ApplyEvent) => event.type === "waits" && abort.abort();
    const found = await waited(way, fleet("a"), [openFor(way, "update", 2000, 30_000)], {
      signal: abort.signal,
      onEvent,
    });
    expect([found.kinds, found.leftAfter]).toEqual([["turn-on main/a not-started"], undefined]);
    expect(way.clock.now() - found.begun).toBeLessThan(5_000);
  });
});
