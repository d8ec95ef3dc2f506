// What a check has found out is enough under sets of quirks, too: the whole way then ends without one needless failure.
import fc from "fast-check";
import { expect, it } from "vitest";
import { amount } from "../../support/lane.js";
import { asked, way } from "../../unit/app/asking/proved-way.js";
import { folder } from "../../unit/app/room.js";
import { named, quirksOf, SETTINGS, type Setting } from "./combinations.js";

const place = folder();

/** What a bot that is off doesn't tell, and what may come of it. It is said, and the next apply ends it. */
const UNTOLD: Readonly<Record<string, readonly RegExp[]>> = {
  "updateSwitch=off": [/^failed: the bot is off after the update/],
  "newBots=on": [
    /^skipped: left off in this run, because the service had created the bot switched on$/,
    /^skipped: depends on this bot's create$/,
  ],
};

/** Under these a check ends before it has asked everything, or botform can't serve a fleet at all. */
const BEYOND: ReadonlySet<string> = new Set([
  ...["updateSwitch=on", "nonceReuse=refuse", "gateway=refuses"],
  // What is made and not yet shown, the ledger of runs knows, which this way doesn't have.
  "createDelay=20000",
]);

const settings = SETTINGS.filter((setting) => !BEYOND.has(named([setting])));
/** Where a refusal looks like any broken answer, a check ends at the first one, and knows no more. */
function hasClearRefusals(set: readonly Setting[]): boolean {
  const { errorStatus, errorShape = "envelope" } = quirksOf(set);
  return errorStatus !== "200" || errorShape === "envelope";
}

const sets = fc
  .uniqueArray(fc.constantFrom(...settings), {
    ...{ minLength: 2, maxLength: 12, selector: ([name]: Setting) => name },
  })
  .filter(hasClearRefusals);

/** 500 sets take longer than the usual limit. */
const HOUR_MS = 3_600_000;

it(
  "under random sets of quirks, the whole way has no failure that a check could have foreseen",
  async () => {
    await fc.assert(
      fc.asyncProperty(sets, async (set) => {
        const quirks = quirksOf(set);
        const untold = set.flatMap((setting) => UNTOLD[named([setting])] ?? []);
        const { failures, repeated } = await way(quirks, await asked(quirks, place, { byReads: true }));
        expect(failures.filter((failure) => !untold.some((form) => form.test(failure)))).toEqual([]);
        if (failures.length === 0) expect(repeated).toBe(0);
      }),
      { numRuns: amount({ fast: 4, all: 25, long: 500 }) },
    );
  },
  HOUR_MS,
);
