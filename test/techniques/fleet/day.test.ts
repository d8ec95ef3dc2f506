// A day in ten minutes: real workers, a repository, PostgreSQL, a chat, and all that can come about in a day. What the emulator saw and what was reported are judged at its end.
import { writeFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { amount } from "../../support/lane.js";
import { postgres } from "../../support/postgres.js";
import { commitIsBad, handsEdit, opens, pricesFall, rolloutGoesBack, rolloutIsPaused } from "./day/acts.js";
import { Day } from "./day/day.js";
import { openStage } from "./day/stage.js";
import { ends, figuresOf, judge } from "./day/verdict.js";

const server = postgres();

/** BOTFORM_DAY=12 is a small one of eleven minutes, nearly all of it waits; a long run takes the whole of some 20. */
const ACCOUNTS = Number(process.env.BOTFORM_DAY ?? amount({ fast: 0, all: 0, long: 200 }));

/** A file for the figures of the day. */
const FIGURES = process.env.BOTFORM_DAY_FIGURES;

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

it.runIf(ACCOUNTS > 0)(
  "keeps every promise through hand edits, a bad commit, two roll-outs, frozen and killed workers, a restart of the database, and a breaker",
  async () => {
    const stage = await openStage(await server.ledger(), ACCOUNTS, ACCOUNTS > 50 ? "45s" : "15s");
    opened.push(() => stage.close());
    const day = new Day(stage);
    try {
      await opens(day);
      await handsEdit(day);
      await commitIsBad(day);
      await rolloutGoesBack(day, () => server.restart());
      await pricesFall(day);
      await rolloutIsPaused(day);
      await ends(day);
    } finally {
      // Figures for people; nothing is held to a time.
      if (FIGURES !== undefined) writeFileSync(FIGURES, `${JSON.stringify(await figuresOf(day), undefined, 2)}\n`);
    }
    expect(await judge(day)).toEqual([]);
  },
  3_600_000,
);

it.runIf(ACCOUNTS === 0)("is lived by BOTFORM_DAY=12, and the whole of it by the long lane", () => {
  expect(FIGURES).toBeUndefined();
});
