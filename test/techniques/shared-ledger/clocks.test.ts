// Machines whose clocks are off, in real processes: only the database's clock counts, and one that differs too much writes nothing.
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { asked, postgres } from "../../support/postgres.js";
import { APPLY, converges, desk } from "./desk.js";

const server = postgres();

const BOTS = 3;

describe.concurrent("a machine whose clock", () => {
  it.each([
    ["an hour ahead", 3_600],
    ["an hour behind", -3_600],
    ["six seconds ahead", 6],
    ["six seconds behind", -6],
  ])(
    "is %s writes nothing, and says why",
    async (_, off) => {
      const state = await server.ledger();
      // The service takes a nonce of any age, so that nothing but the ledger holds the machine back.
      const on = await desk(state, BOTS, { nonceWindow: 86_400, nonceLead: 86_400 });
      try {
        const { exitCode, text } = await on.machine({ clockOff: [off, off] }).run(...APPLY).ended;
        expect(on.writes, text).toEqual([]);
        expect(exitCode, text).not.toBe(0);
        expect(text).toContain("this machine's clock differs from the database's by more than 3 s");
        expect(await asked(state, "select * from botform.intents")).toEqual([]);
      } finally {
        await on.close();
      }
    },
    120_000,
  );

  it("is two seconds ahead, and one whose clock is two behind, make no copy together", async () => {
    const on = await desk(await server.ledger(), BOTS, { nonceWindow: 10, nonceLead: 5, listLag: 5_000 });
    try {
      const runs = [2, -2].map((off) => on.machine({ clockOff: [off, off] }).run(...APPLY));
      const texts = (await Promise.all(runs.map(({ ended }) => ended))).map(({ text }) => text);
      expect(on.copies(), texts.join("\n---\n")).toEqual([]);
      await converges(on, on.machine(), BOTS);
    } finally {
      await on.close();
    }
  }, 240_000);

  it.each([
    ["an hour ahead", 3_600],
    ["an hour behind", -3_600],
  ])(
    "is set %s in the midst of an apply writes nothing more, and another one does the rest",
    async (_, off) => {
      const on = await desk(await server.ledger(), BOTS, { nonceWindow: 10, commandDelay: 400, listLag: 3_000 });
      try {
        const first = on.machine({ clockOff: [0, off] }).run(...APPLY);
        while (on.writes.length === 0) await wait(10);
        first.child.kill("SIGUSR2");
        await wait(50);
        const before = on.writes.length;
        const { exitCode, text } = await first.ended;
        // One may have had its row already.
        expect(on.writes.length - before, text).toBeLessThanOrEqual(1);
        expect(exitCode, text).not.toBe(0);
        await converges(on, on.machine(), BOTS);
        expect(on.copies(), text).toEqual([]);
      } finally {
        await on.close();
      }
    },
    300_000,
  );
});
