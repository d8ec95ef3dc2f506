// On other markets of known truth, too: the better versions are never called worse, nor the others better.
import { expect, it } from "vitest";
import type { ResultsFacts } from "../../../src/model/results.js";
import { botform, demoEnv } from "../../support/command.js";
import { slice } from "../../support/lane.js";
import { marketOfVersions } from "./market.js";

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 2);
/** What each version is after the one before it; the last two hardly differ. */
const TRUTH = ["better", "worse", "better", "worse", null] as const;
const OPPOSITE = { better: "worse", worse: "better" } as const;

it.each(slice(SEEDS, { fast: 1, all: 3 }))("seed %d", { timeout: 120_000 }, async (seed) => {
  const emulator = await marketOfVersions({ seed, days: 15 });
  const { out } = await botform(["results", "Mover", "--account", "demo", "--commits", "0", "--format", "json"], {
    env: demoEnv(emulator.url),
  });
  await emulator.close();
  const { comparisons }: ResultsFacts = JSON.parse(out);
  const verdicts = comparisons.map(({ verdict }) => verdict);
  expect(verdicts).toHaveLength(TRUTH.length);
  for (const [index, truth] of TRUTH.entries()) {
    if (truth === null) expect(verdicts[index]).toBe("unclear");
    else expect(verdicts[index]).not.toBe(OPPOSITE[truth]);
  }
  // A market may keep one of them in a losing deal for days; not all of them.
  expect(verdicts.filter((verdict, index) => verdict === TRUTH[index]).length).toBeGreaterThanOrEqual(2);
});
