// Two machines apply the same fleet at once, while the service's list lags behind: with one ledger there is never a copy.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { amount } from "../../support/lane.js";
import { asked, postgres } from "../../support/postgres.js";
import { desk } from "./desk.js";

const server = postgres();

/** BOTFORM_ROUNDS=100 takes ten minutes; they wait most of the time, so they run side by side. */
const ROUNDS = Number(process.env.BOTFORM_ROUNDS ?? amount({ fast: 1, all: 6 }));

it.concurrent.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  "round %d",
  async (round) => {
    const state = await server.ledger();
    const lag = (round * 5_000) % 26_000;
    const on = await desk(state, 4, { listLag: lag });
    try {
      const [one, other] = [on.machine(), on.machine()];
      const first = one.run("apply", "--yes", "--max-turn-ons", "10");
      // Now and then the second comes when the first is in the midst of it, or through.
      await wait([0, 300, 1_500][round % 3] ?? 0);
      const second = other.run("apply", "--yes", "--max-turn-ons", "10");
      const results = await Promise.all([first.ended, second.ended]);
      const said = results.map(({ exitCode, text }) => `exit code ${exitCode}\n${text}`).join("\n---\n");
      expect(on.copies(), said).toEqual([]);
      expect(
        on.service
          .bots()
          .map(({ values, enabled }) => `${values.title} ${enabled}`)
          .sort(),
        said,
      ).toEqual([...["bot 0 true", "bot 1 true", "bot 2 true", "bot 3 true"]]);
      expect(results.map(({ exitCode }) => exitCode).filter((code) => code === 0).length, said).toBeGreaterThan(0);
      const open = await asked(state, "select * from botform.intents where answer is null");
      expect(open).toEqual([]);
    } finally {
      await on.close();
    }
  },
  300_000,
);
