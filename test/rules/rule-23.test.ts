// Rule 23: a write waits for each earlier write of its address that may still arrive; a proxy that hands one on late makes no copy, and no bot run with old settings.
import { afterEach, describe, expect, it } from "vitest";
import type { Desired } from "../../src/model/bot/desired.js";
import type { ApplyReport } from "../../src/model/plan/outcome.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { apply } from "../../src/reconcile/apply/apply.js";
import type { ApplyEvent, ApplyOptions } from "../../src/reconcile/apply/run-options.js";
import { folderLedger } from "../../src/reconcile/ledger/ledger.js";
import { makePlan } from "../../src/reconcile/plan/planner.js";
import { refresh } from "../../src/reconcile/plan/refresh.js";
import { createClient } from "../../src/service/client.js";
import { OPERATIONS } from "../../src/service/operations.js";
import { serviceReader, serviceWriter } from "../../src/service/ports.js";
import { holding } from "../support/holding.js";
import { EXCHANGE, UNLIMITED } from "../support/road.js";
import { earlier } from "../unit/reconcile/earlier.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { Shelf } from "../unit/reconcile/recorded.js";
import { addByHand, carryOut, fleet, idle, kinds, meanwhile, sent, start } from "./scene.js";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const DEADLINE_MS = 10_000;

/** A machine with one ledger, whose requests pass a proxy that may hold them back. */
async function behindProxy(isRemembered = true) {
  const way = await start({ quirks: { nonceWindow: 60, commandDelay: 0 } });
  const { clock, emulator } = way;
  let interrupt = new AbortController();
  const proxy = await holding(emulator.url, () => interrupt.abort());
  const client = createClient({
    ...{ apiUrl: proxy.url, apiKey: "key", apiSecret: "secret", allow: "bots", now: clock.now },
    sleep: (ms) => clock.sleep(ms),
  });
  open.push(client, proxy);
  const reader = serviceReader(client, EXCHANGE);
  const writer = serviceWriter(client, EXCHANGE);
  const ledger = folderLedger(new Shelf(), clock, { account: "main", origin: proxy.url });
  let runs = 0;

  /** One run of apply; `held` is the operation whose requests the proxy keeps, and at which the run is interrupted. */
  async function run(wanted: Desired, held?: "createBot" | "updateBot" | "turnOn", options: ApplyOptions = {}) {
    interrupt = new AbortController();
    const memory = await ledger.recall();
    const plan = makePlan(wanted, await refresh(wanted, reader, { memory, now: clock.now() }));
    runs += 1;
    const heading = { id: `run-${runs}`, command: "apply", tool: "0", account: "main", origin: proxy.url } as const;
    const journal = await ledger.begin({ ...heading, commandDeadlineMs: DEADLINE_MS }, plan);
    if (held === undefined) proxy.pass();
    else proxy.hold(OPERATIONS[held].path);
    const report = await apply(
      plan,
      { reader, writer, clock, journal },
      {
        ...{ commandDeadlineMs: DEADLINE_MS, limits: UNLIMITED, signal: interrupt.signal },
        ...(isRemembered && { earlier: memory.intents }),
        ...options,
      },
    );
    return { plan, report };
  }

  const bots = () =>
    emulator.service
      .bots()
      .map(({ values, enabled }) => `${values.title} ${values.leverage}x ${enabled ? "on" : "off"}`);
  return { way, clock, proxy, run, bots, ledger };
}

type Scene = Awaited<ReturnType<typeof behindProxy>>;

/** The first run's create is held back, and handed on so many seconds later. */
async function createHeldBack(
  scene: Scene,
  seconds: number,
): Promise<{ readonly plan: Plan; readonly report: ApplyReport }> {
  const begun = scene.clock.now();
  const first = await scene.run(idle("a"), "createBot");
  expect(kinds(first.report)).toEqual(["create main/a unknown"]);
  expect(scene.proxy.held).toHaveLength(1);
  scene.proxy.release(() => scene.clock.now() >= begun + seconds * 1_000);
  return first;
}

const leverage = (value: string, enabled?: boolean) =>
  desired([desiredBot("a", { enabled, fields: { leverage: value } })]);

/** Bot 2000 at 5x, off. The update to 9x is held back, and handed on so many seconds later. */
async function updateHeldBack(scene: Scene, seconds: number): Promise<void> {
  addByHand(scene.way, { title: "a", id: 2000 });
  const begun = scene.clock.now();
  const { report } = await scene.run(leverage("9"), "updateBot");
  expect(kinds(report)).toEqual(["update main/a unknown"]);
  scene.proxy.release(() => scene.clock.now() >= begun + seconds * 1_000);
}

describe("rule 23: a create that a proxy holds back", () => {
  it("and hands on while the next run waits makes no copy: that run finds the bot", async () => {
    const scene = await behindProxy();
    await createHeldBack(scene, 40);
    const { report } = await scene.run(idle("a"));
    expect(report.outcomes).toMatchObject([{ kind: "failed", rule: 2, stale: true, wrote: false }]);
    expect(scene.proxy.late).toEqual([200]);
    expect(scene.bots()).toEqual(["a 5x off"]);
  });

  it("and hands on after its time is refused by the service, and made once by the next run", async () => {
    const scene = await behindProxy();
    const begun = scene.clock.now();
    await createHeldBack(scene, 62);
    const { report } = await scene.run(idle("a"));
    expect(kinds(report)).toEqual(["create main/a applied"]);
    expect(scene.clock.now() - begun).toBeGreaterThanOrEqual(64_000 + DEADLINE_MS);
    expect(scene.proxy.late).toEqual([401]);
    expect(scene.bots()).toEqual(["a 5x off"]);
  });

  it("isn't seen by a bot that was there before it under its title, and that a list had hidden", async () => {
    const scene = await behindProxy();
    const begun = scene.clock.now();
    await createHeldBack(scene, 40);
    addByHand(scene.way, { title: "a", id: 2000, leverage: 9 });
    const { plan, report } = await scene.run(fleet("a"));
    expect(plan.diagnostics.map(({ code }) => code)).toContain("plan/waits");
    expect(kinds(report)).toEqual(["update main/a applied", "turn-on main/a applied"]);
    expect(scene.clock.now() - begun).toBeGreaterThanOrEqual(64_000 + DEADLINE_MS);
    expect([scene.proxy.late, scene.bots()]).toEqual([[200], ["a 5x on", "a 5x off"]]);
  });

  it("isn't seen by the bot of a later run's create: a run that gives it more time waits with its turn-on", async () => {
    const scene = await behindProxy();
    const begun = scene.clock.now();
    await createHeldBack(scene, 600);
    expect(kinds((await scene.run(idle("a"))).report)).toEqual(["create main/a applied"]);
    const { plan, report } = await scene.run(fleet("a"), undefined, { commandDeadlineMs: 120_000 });
    expect(plan.diagnostics.map(({ code, address }) => `${code} ${address}`)).toEqual([
      "plan/in-doubt main/a",
      "plan/waits main/a",
    ]);
    expect(kinds(report)).toEqual(["turn-on main/a applied"]);
    expect(scene.clock.now() - begun).toBeGreaterThanOrEqual(184_000);
  });

  it("makes a copy where nobody remembers it", async () => {
    const scene = await behindProxy(false);
    await createHeldBack(scene, 0);
    const begun = scene.clock.now();
    scene.proxy.release(() => sent(scene.way).creates > 0 && scene.clock.now() >= begun);
    await scene.run(idle("a"));
    expect(scene.bots()).toEqual(["a 5x off", "a 5x off"]);
  });
});

describe("rule 23: an update that a proxy holds back", () => {
  it.each([40, 55])("and hands on %i s later doesn't reach a bot that was turned on meanwhile", async (seconds) => {
    const scene = await behindProxy();
    await updateHeldBack(scene, seconds);
    const { report } = await scene.run(leverage("5", true));
    expect(report.outcomes).toMatchObject([{ action: "turn-on", kind: "failed", rule: 9 }]);
    expect(scene.bots()).toEqual(["a 9x off"]);
  });

  it("and hands on after its time is refused, and the bot is turned on", async () => {
    const scene = await behindProxy();
    await updateHeldBack(scene, 62);
    expect(kinds((await scene.run(leverage("5", true))).report)).toEqual(["turn-on main/a applied"]);
    expect(scene.proxy.late).toEqual([401]);
    expect(scene.bots()).toEqual(["a 5x on"]);
  });

  it("changes a bot that is on where nobody remembers it", async () => {
    const scene = await behindProxy(false);
    await updateHeldBack(scene, 0);
    scene.proxy.release(() => sent(scene.way).turnOns > 0);
    await scene.run(leverage("5", true));
    expect(scene.bots()).toEqual(["a 9x on"]);
  });

  it("ends the wait as soon as the bot shows it", async () => {
    const scene = await behindProxy();
    await updateHeldBack(scene, 3);
    const begun = scene.clock.now();
    await scene.run(leverage("7"));
    expect(scene.clock.now() - begun).toBeLessThan(15_000);
  });
});

describe("rule 23: the wait", () => {
  it("ends with an interrupt, and nothing is sent", async () => {
    const scene = await behindProxy();
    await createHeldBack(scene, 600);
    const abort = new AbortController();
    const onEvent = (event: ApplyEvent) => event.type === "waits" && abort.abort();
    const begun = scene.clock.now();
    const { report } = await scene.run(idle("a"), undefined, { signal: abort.signal, onEvent });
    expect(kinds(report)).toEqual(["create main/a not-started"]);
    expect(scene.clock.now() - begun).toBeLessThan(10_000);
  });

  it("is two minutes longer for a turn-on, which may wait in the service's queue", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    const begun = way.clock.now();
    const before = earlier("turn-on", 2000, begun, { notAfter: begun + 65_000, isOneOfSeveral: true });
    const report = await carryOut(
      way,
      await way.plan(leverage("9")),
      {},
      { earlier: [before], commandDeadlineMs: DEADLINE_MS },
    );
    expect(kinds(report)).toEqual(["update main/a applied"]);
    expect(way.clock.now() - begun).toBeGreaterThanOrEqual(185_000);
  });

  it("is told with its end, and with what is waited for", async () => {
    const scene = await behindProxy();
    const begun = scene.clock.now();
    await createHeldBack(scene, 600);
    const told: ApplyEvent[] = [];
    await scene.run(idle("a"), undefined, { onEvent: (event) => void (event.type === "waits" && told.push(event)) });
    const until = begun + 65_000 + DEADLINE_MS;
    expect(told).toMatchObject([
      { type: "waits", step: { address: "main/a" }, for: { sends: "create", address: "main/a" } },
    ]);
    expect(told.flatMap((event) => (event.type === "waits" ? [Math.abs(event.until - until) <= 1_000] : []))).toEqual([
      true,
    ]);
  });

  it("is told by the plan in one line", async () => {
    const scene = await behindProxy();
    await createHeldBack(scene, 600);
    const { plan } = await scene.run(idle("a"), "createBot");
    expect(plan.diagnostics).toMatchObject([
      { code: "plan/in-doubt", severity: "warning", address: "main/a" },
      { code: "plan/waits", severity: "warning", address: "main/a" },
    ]);
    expect(plan.diagnostics[1]?.summary).toContain("an earlier create of it may still arrive");
  });

  it("holds no other bot back, though bots are worked on one by one", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000 });
    addByHand(way, { title: "b", id: 2001 });
    const begun = way.clock.now();
    const sentAfter = new Map<number, number>();
    const turnOn: typeof way.writer.turnOn = (id, maySend) => {
      sentAfter.set(id, way.clock.now() - begun);
      return way.writer.turnOn(id, maySend);
    };
    const before = earlier("update", 2000, begun, { notAfter: begun + 60_000, isOneOfSeveral: true });
    const options = { earlier: [before], concurrency: 1 };
    const report = await carryOut(way, await way.plan(fleet("a", "b")), { writer: { turnOn } }, options);
    expect(kinds(report)).toEqual(["turn-on main/a applied", "turn-on main/b applied"]);
    expect(sentAfter.get(2000)).toBeGreaterThanOrEqual(60_000);
    expect(sentAfter.get(2001)).toBeLessThan(10_000);
  });

  it("isn't for turn-offs", async () => {
    const way = await start();
    addByHand(way, { title: "a", id: 2000, enabled: true });
    const before = earlier("update", 2000, way.clock.now(), {
      notAfter: way.clock.now() + 60_000,
      isOneOfSeveral: true,
    });
    const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
    const begun = way.clock.now();
    const report = await carryOut(way, plan, {}, { earlier: [before] });
    expect(kinds(report)).toEqual(["turn-off main/a applied"]);
    expect(way.clock.now() - begun).toBeLessThan(10_000);
  });
});

describe("rule 23: a request is signed with its intent's nonce", () => {
  it("however much later it leaves", async () => {
    const scene = await behindProxy();
    const plan = await scene.way.plan(idle("a"));
    const nonces: number[] = [];
    const second = Math.floor(scene.clock.now() / 1000);
    const journal = meanwhile(() => scene.clock.advance(1_500));
    const create: typeof scene.way.writer.create = (accessId, fields, maySend) => {
      nonces.push(maySend?.nonce ?? 0);
      return scene.way.writer.create(accessId, fields, maySend);
    };
    await carryOut(scene.way, plan, { journal, writer: { create } });
    expect(nonces).toEqual([second]);
  });
});
