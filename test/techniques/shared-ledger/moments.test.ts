// A machine is killed, or frozen for longer than its lease and the window, at any moment of an apply, and another one takes over.
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { LANE } from "../../support/lane.js";
import { postgres } from "../../support/postgres.js";
import { APPLY, converges, desk } from "./desk.js";

/** BOTFORM_MOMENTS=200 takes about forty minutes. */
const MOMENTS = Number(process.env.BOTFORM_MOMENTS ?? (LANE === "long" ? 40 : 0));
/** How long a whole apply of these bots takes, from its start; the moments are spread over it. */
const WHOLE_MS = 4_000;
const BOTS = 2;
const LAGS_MS = [0, 5_000, 25_000];

/** They wait most of the time: side by side. */
describe.runIf(MOMENTS > 0).concurrent("at any moment", () => {
  const server = postgres();

  it.each(Array.from({ length: MOMENTS }, (_, moment) => moment))(
    "%d of those",
    async (moment) => {
      const state = await server.ledger();
      const on = await desk(state, BOTS, { nonceWindow: 10, listLag: LAGS_MS[moment % LAGS_MS.length] ?? 0 });
      const isFrozen = moment % 2 === 1;
      try {
        const first = on.machine().run(...APPLY);
        await wait((moment * WHOLE_MS) / MOMENTS);
        first.child.kill(isFrozen ? "SIGSTOP" : "SIGKILL");
        await converges(on, on.machine(), BOTS);
        const accepted = () => on.writes.filter((write) => write.endsWith(" 200"));
        const before = accepted().length;
        if (isFrozen) first.child.kill("SIGCONT");
        const { text } = await first.ended;
        expect(accepted().slice(before), text).toEqual([]);
        expect(on.copies(), text).toEqual([]);
      } finally {
        await on.close();
      }
    },
    600_000,
  );
});

it.runIf(MOMENTS === 0)("are tried by BOTFORM_MOMENTS=200, and some of them by the long lane", () => {
  expect(LANE).not.toBe("long");
});
