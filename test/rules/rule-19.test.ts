// Rule 19: a refusal proves nothing until what it was about was read back.
import { describe, expect, it } from "vitest";
import { exitOfReport } from "../../src/app/exit.js";
import { ServiceError, type ServiceWriter, type WriteAnswer } from "../../src/model/ports.js";
import type { Road } from "../support/road.js";
import { desired, desiredBot } from "../unit/reconcile/fleet.js";
import { addByHand, carryOut, fleet, idle, kinds, LOST, sent, start } from "./scene.js";

const NOES = [
  { kind: "refused", message: "HTTP 409: The bot is already on." },
  { kind: "unauthorized", message: "HTTP 401: The nonce was used before." },
] as const satisfies readonly WriteAnswer[];

/** A gateway that doubles a POST and hands on the answer to the second one: the write is carried out and reads as refused. */
function doubling({ writer }: Road, no: WriteAnswer): Pick<ServiceWriter, "create" | "update" | "turnOn" | "turnOff"> {
  return {
    create: async (...given) => ({ ...(await writer.create(...given)), ...no }),
    update: async (...given) => ({ ...(await writer.update(...given)), ...no }),
    turnOn: async (...given) => ({ ...(await writer.turnOn(...given)), ...no }),
    turnOff: async (...given) => ({ ...(await writer.turnOff(...given)), ...no }),
  };
}

/** The same without the first of the two. */
function refusing(no: WriteAnswer): Partial<ServiceWriter> {
  const answer = async () => no;
  return { create: answer, update: answer, turnOn: answer, turnOff: answer };
}

describe("rule 19: a no proves nothing until what is there was read back", () => {
  it.each(NOES)("a refused create that was carried out is adopted: $kind", async (no) => {
    const way = await start();
    const report = await carryOut(way, await way.plan(idle("a")), { writer: doubling(way, no) });
    expect(report.outcomes).toMatchObject([
      { kind: "applied", wrote: true, detail: expect.stringContaining(no.message) },
    ]);
    expect([sent(way).creates, (await way.live()).length]).toEqual([1, 1]);
    expect(exitOfReport(report)).toBe(no.kind === "refused" ? 0 : 7);
  });

  it.each(NOES)("a refused update that was carried out is applied: $kind", async (no) => {
    const way = await start();
    await way.apply(await way.plan(idle("a")));
    const plan = await way.plan(desired([desiredBot("a", { fields: { leverage: "9" } })]));
    const report = await carryOut(way, plan, { writer: doubling(way, no) });
    expect(report.outcomes).toMatchObject([
      { kind: "applied", wrote: true, detail: expect.stringContaining(no.message) },
    ]);
    expect(sent(way).updates).toBe(1);
  });

  it.each(NOES.flatMap((no) => [0, 3, 25].map((seconds) => ({ no, seconds, kind: no.kind }))))(
    "a refused turn-on that was carried out $seconds s later is observed: $kind",
    async ({ no, seconds }) => {
      const way = await start({ quirks: { commandDelay: seconds * 1000 } });
      await way.apply(await way.plan(idle("a")));
      const report = await carryOut(way, await way.plan(fleet("a")), { writer: doubling(way, no) });
      expect(report.outcomes).toMatchObject([
        { kind: "applied", wrote: true, detail: expect.stringContaining("observed: on") },
      ]);
      expect([sent(way).turnOns, (await way.live())[0]?.status.on]).toEqual([1, true]);
    },
  );

  it.each(NOES.flatMap((no) => [0, 3, 25].map((seconds) => ({ no, seconds, kind: no.kind }))))(
    "a refused turn-off that was carried out $seconds s later is observed: $kind",
    async ({ no, seconds }) => {
      const way = await start({ quirks: { commandDelay: seconds * 1000 } });
      addByHand(way, { title: "a", enabled: true });
      const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
      const report = await carryOut(way, plan, { writer: doubling(way, no) });
      expect(report.outcomes).toMatchObject([{ kind: "applied", detail: expect.stringContaining("observed: off") }]);
    },
  );

  it("a turn-off that is refused again is watched as long again: the second one takes 100 s, and is observed", async () => {
    const way = await start({ quirks: { commandDelay: 100_000 } });
    addByHand(way, { title: "a", enabled: true });
    const plan = await way.plan(desired([desiredBot("a", { enabled: false })]));
    const [no] = NOES;
    let count = 0;
    const turnOff: ServiceWriter["turnOff"] = async (...given) => {
      count += 1;
      return count === 2 ? doubling(way, no).turnOff(...given) : no;
    };
    const report = await carryOut(way, plan, { writer: { turnOff } });
    expect(report.outcomes).toMatchObject([{ kind: "applied", detail: expect.stringContaining("observed: off") }]);
  });

  it("what was refused and has changed nothing has failed, and nothing was written: exit 1", async () => {
    const way = await start();
    const [no] = NOES;
    addByHand(way, { title: "off" });
    addByHand(way, { title: "on", enabled: true });
    const wanted = [
      desiredBot("new"),
      desiredBot("off", { enabled: true }),
      desiredBot("on", { enabled: false, fields: { leverage: "9" } }),
    ];
    const report = await carryOut(way, await way.plan(desired(wanted)), { writer: refusing(no) });
    expect(kinds(report)).toEqual([
      "turn-off main/on failed",
      "update main/on skipped",
      "create main/new failed",
      "turn-on main/off failed",
    ]);
    expect(report.outcomes.map(({ wrote }) => wrote)).toEqual([false, false, false, false]);
    expect(report.outcomes.map(({ detail }) => detail)).toEqual([
      `refused by the service; the bot still reads on (ENABLED) after 120 s: ${no.message}`,
      expect.stringContaining("depends on"),
      `refused by the service; no bot with that title has appeared: ${no.message}`,
      `refused by the service; the bot still reads off (DISABLED) after 120 s: ${no.message}`,
    ]);
    expect(exitOfReport(report)).toBe(1);
  });

  it.each(["turn-on", "turn-off", "update", "create"] as const)(
    "a refused %s that can't be read back is unknown",
    async (action) => {
      const way = await start();
      if (action !== "create") addByHand(way, { title: "a", enabled: action === "turn-off" });
      const fields = action === "update" ? { leverage: "9" } : {};
      const enabled = { "turn-on": { enabled: true }, "turn-off": { enabled: false }, update: {}, create: {} }[action];
      const plan = await way.plan(desired([desiredBot("a", { ...enabled, fields })]));
      let isRefused = false;
      const answer = async () => {
        isRefused = true;
        return NOES[0];
      };
      const unread = <T>(reading: () => Promise<T>) =>
        isRefused ? Promise.reject(new ServiceError("http", "HTTP 503")) : reading();
      const reader = {
        bot: (id: number) => unread(() => way.reader.bot(id)),
        bots: () => unread(() => way.reader.bots()),
      };
      const writer = { create: answer, update: answer, turnOn: answer, turnOff: answer };
      const report = await carryOut(way, plan, { reader, writer });
      expect(report.outcomes).toMatchObject([
        { action, kind: "unknown", wrote: true, detail: expect.stringContaining(NOES[0].message) },
      ]);
      expect(exitOfReport(report)).toBe(5);
    },
  );

  it.each(["turn-on", "create"] as const)("a refused %s of a run that was stopped is unknown", async (action) => {
    const way = await start();
    if (action === "turn-on") addByHand(way, { title: "a" });
    const plan = await way.plan(action === "create" ? idle("a") : fleet("a"));
    const controller = new AbortController();
    const answer = async () => {
      controller.abort();
      return NOES[0];
    };
    const writer = { create: answer, turnOn: answer };
    const report = await carryOut(way, plan, { writer }, { signal: controller.signal });
    expect(report.outcomes).toMatchObject([{ kind: "unknown", detail: expect.stringContaining(NOES[0].message) }]);
  });

  it("nothing is sent once the credentials were rejected, but what was sent is read back", async () => {
    const way = await start();
    const plan = await way.plan(fleet("a", "b"));
    const { create } = doubling(way, NOES[1]);
    const report = await carryOut(way, plan, { writer: { create } }, { concurrency: 1 });
    expect(kinds(report)).toEqual([
      "create main/a applied",
      "create main/b not-started",
      "turn-on main/a not-started",
      "turn-on main/b not-started",
    ]);
    expect(sent(way)).toMatchObject({ creates: 1, turnOns: 0 });
  });

  it("a refused create is unknown where a new bot differs from it in its title alone", async () => {
    const way = await start();
    const create: typeof way.writer.create = async (accessId, fields) => {
      await way.writer.create(accessId, { ...fields, title: "A" });
      return NOES[0];
    };
    const report = await carryOut(way, await way.plan(idle("a")), { writer: { create } });
    expect(report.outcomes).toMatchObject([
      { kind: "unknown", detail: expect.stringContaining('1001 "A" (DISABLED)') },
    ]);
    expect(exitOfReport(report)).toBe(5);
  });

  it("a refused create is unknown where somebody has renamed its bot since a list showed it, to the title of another one", async () => {
    const way = await start();
    const plan = await way.plan(idle("a", "b"));
    const create: typeof way.writer.create = async (accessId, fields) => {
      if (fields.title === "a") return LOST;
      await way.writer.create(accessId, fields);
      return NOES[0];
    };
    const bots = async () => {
      const shown = await way.reader.bots();
      if (shown.length > 0) way.emulator.service.editBot(1001, { title: "a" });
      return shown;
    };
    const report = await carryOut(way, plan, { writer: { create }, reader: { bots } });
    expect(kinds(report)).toEqual(["create main/a applied", "create main/b unknown"]);
    expect(report.outcomes[1]).toMatchObject({
      wrote: true,
      detail: `sent once without a clear answer (${NOES[0].message}); no bot has that title now, but these have appeared since and may be it: 1001 "a" (DISABLED)`,
    });
    expect(exitOfReport(report)).toBe(5);
  });
});
