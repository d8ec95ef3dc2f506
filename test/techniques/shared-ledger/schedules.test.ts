// Schedules that must be won, by name: each was shown to break a weaker rule.
import { describe, expect, it } from "vitest";
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import { type Cuttable, cuttable } from "../../support/cuttable.js";
import { LANE } from "../../support/lane.js";
import { asked, postgres } from "../../support/postgres.js";
import { APPLY, converges, type Desk, desk } from "./desk.js";

const server = postgres();

const TIMEOUT_MS = 300_000;
const BOTS = 2;

async function onDesk(quirks: Partial<Quirks>, test: (on: Desk, state: string) => Promise<void>): Promise<void> {
  const state = await server.ledger();
  const on = await desk(state, BOTS, { nonceWindow: 10, ...quirks });
  try {
    await test(on, state);
  } finally {
    await on.close();
  }
}

/** They wait most of the time: side by side. */
const slow = LANE === "fast" ? describe.skip : describe.concurrent;

slow("won", () => {
  it(
    "a create that was accepted, whose machine is killed before it hears of it, on a list that lags for 25 s",
    () =>
      onDesk({ listLag: 25_000 }, async (on) => {
        const arrived = on.swallowAnswer();
        const first = on.machine().run(...APPLY);
        await arrived;
        first.child.kill("SIGKILL");
        await converges(on, on.machine(), BOTS);
      }),
    TIMEOUT_MS,
  );

  it(
    "a create that a proxy holds back, and delivers after the next run of the same machine has made its own",
    () =>
      onDesk({}, async (on) => {
        const one = on.machine();
        const holding = on.holdBack();
        const first = one.run(...APPLY);
        const held = await holding;
        first.child.kill("SIGKILL");
        await converges(on, one, BOTS);
        expect(held.deliver()).toBe(401);
        expect(on.copies()).toEqual([]);
      }),
    TIMEOUT_MS,
  );

  it(
    "a create that a proxy holds back, and delivers while another machine waits to take over",
    () =>
      onDesk({ listLag: 5_000 }, async (on) => {
        const holding = on.holdBack();
        const first = on.machine().run(...APPLY);
        const held = await holding;
        first.child.kill("SIGKILL");
        const next = converges(on, on.machine(), BOTS);
        expect(held.deliver()).toBe(200);
        await next;
      }),
    TIMEOUT_MS,
  );
});

slow("cut off", () => {
  it(
    "from the database in the midst of an apply, a machine writes nothing more, and another one does the rest",
    () =>
      withWay(async (on, way) => {
        const holding = on.holdBack();
        const one = on.machine({ state: way.url });
        const first = one.run(...APPLY);
        const held = await holding;
        way.cut();
        // It leaves the proxy in time, and is carried out.
        held.deliver();
        const { exitCode, text } = await first.ended;
        expect(exitCode, text).not.toBe(0);
        await converges(on, on.machine(), BOTS);
        way.mend();
        await converges(on, one, BOTS);
      }),
    TIMEOUT_MS,
  );

  it(
    "from the service in the midst of an apply, a machine doesn't give back what it doesn't know the end of; nothing is made twice",
    () =>
      onDesk({}, async (on, state) => {
        const way = await cuttable(on.url);
        const holding = on.holdBack();
        const first = on.machine({ api: way.url }).run(...APPLY);
        const held = await holding;
        way.cut();
        expect(held.deliver()).toBe(200);
        const { exitCode, text } = await first.ended;
        expect(exitCode, text).toBe(5);
        // The next one asks for proof that nothing of it can still arrive.
        expect(await asked(state, "select distinct released from botform.lease")).toEqual([{ released: false }]);
        await converges(on, on.machine(), BOTS);
        await way.close();
      }),
    TIMEOUT_MS,
  );

  it(
    "from the database, a machine turns bots off all the same, and the ledger knows of it later",
    () =>
      withWay(async (on, way, state) => {
        const one = on.machine({ state: way.url });
        await converges(on, one, BOTS);
        way.cut();
        const { exitCode, text } = await one.run("bots", "off", "--all", "--settle", "0").ended;
        expect(
          on.service.bots().filter(({ enabled }) => enabled),
          text,
        ).toEqual([]);
        expect(text).toContain("keeps what the ledger lacks");
        // Runs elsewhere couldn't be told.
        expect(exitCode, text).toBe(5);
        way.mend();
        expect((await one.run("state", "check").ended).text).toContain("the ledger has got the record of a run");
        const runs = await asked(state, "select command from botform.runs order by began_at");
        expect(runs.map(({ command }) => command)).toEqual(["apply", "bots off"]);
        const intents = await asked(state, "select answer from botform.intents where sends = 'turn-off'");
        expect(intents).toEqual(Array.from({ length: BOTS }, () => ({ answer: "accepted" })));
      }),
    TIMEOUT_MS,
  );
});

async function withWay(test: (on: Desk, way: Cuttable, state: string) => Promise<void>): Promise<void> {
  await onDesk({}, async (on, state) => {
    const way = await cuttable(state);
    try {
      await test(on, way, state);
    } finally {
      await way.close();
    }
  });
}

it(
  "two machines keep to one rate together",
  async () => {
    const state = await server.ledger();
    const on = await desk(state, 4, {}, { requestsPerSecond: 5 });
    try {
      const machines = [on.machine(), on.machine()];
      const begun = performance.now();
      await Promise.all(machines.flatMap((one) => [one.run("plan").ended, one.run("plan").ended]));
      // Four plans of three requests; one may leave at once.
      expect(on.arrivals.length).toBeGreaterThanOrEqual(12);
      expect(performance.now() - begun).toBeGreaterThan((on.arrivals.length - 1) * 200 - 50);
    } finally {
      await on.close();
    }
  },
  TIMEOUT_MS,
);
