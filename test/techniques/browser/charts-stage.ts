// Pages of back-tests and of results to look at: bots of examples through made-up prices, and ended deals of versions that differ.
import type { ResultsFacts } from "../../../src/model/results.js";
import { resultsPage } from "../../../src/render/html/results-page.js";
import { compareAll, successive } from "../../../src/results/compare.js";
import { netCurve } from "../../../src/results/curves.js";
import { figuresOf } from "../../../src/results/figures.js";
import { settingChanges } from "../../../src/results/fingerprint.js";
import type { VersionDeals } from "../../../src/results/versions.js";
import { botform } from "../../support/command.js";
import { versionsWith } from "../../unit/results/versions-of.js";

const MAKING = { at: "2026-11-29T12:00:00.000Z", toolVersion: "1" };

/** The page of examples/quick-start's bot and its neighbours on a walk. */
export async function backTest(...args: readonly string[]): Promise<string> {
  const given = ["simulate", "-c", "examples/fleet", "--walk", "7", "--start-price", "64000", ...args];
  const { out, err, exitCode } = await botform([...given, "--format", "html"]);
  if (exitCode !== 0) throw new Error(err);
  return out;
}

/** Nets that lie around a mean, the same ones each time. */
function netsAround(mean: number, count: number, seed: number): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return mean + (state / 2_147_483_647 - 0.5) * 3;
  });
}

/** Six versions of a bot, of which the second is better, the third is worse, and the last has few deals. */
export function versions(): readonly VersionDeals[] {
  const means = [0.2, 1.4, -0.3, 0.1, 0.2];
  return versionsWith([...means.map((mean, index) => netsAround(mean, 60, index + 1)), [1, 2, 3]], { hours: 8 });
}

/** @param title in every place that holds a text from outside */
export function results(title = "Bot", given = versions()): string {
  const bot = { id: 7, address: null, title };
  const commit = { commit: "c".repeat(40), at: 0, subject: title };
  const { compared, confidence } = compareAll(successive(given), { measure: "day", seed: "1", asOf: 0 });
  const facts: ResultsFacts = {
    ...{ by: "version", measure: "day", confidence },
    accounts: [{ account: title, shown: 400, mayLack: true, profit: "after-fees" }],
    rows: given.map(({ fingerprint, asset, stretches, running, changes }) => ({
      ...{ account: title, bot, figures: figuresOf(asset, stretches, running, 0) },
      version: { fingerprint, commit, changes, applied: [{ run: title, at: 0 }] },
    })),
    comparisons: compared.map(({ before, after, verdict, interval, why, caveats }) => ({
      inForce: after.newest,
      ...{ account: title, bot, asset: before.asset, measure: "day", verdict, why, caveats },
      before: { fingerprint: before.fingerprint, commit },
      after: { fingerprint: after.fingerprint, commit: null },
      changes: settingChanges(before.sample.settings, after.sample.settings),
      interval: interval && {
        difference: interval.difference.toFixed(4),
        low: interval.low.toFixed(4),
        high: interval.high.toFixed(4),
      },
    })),
    commits: { kind: "none", why: title },
    curves: [
      {
        ...{ account: title, bot, asset: given[0]?.asset ?? "USDT" },
        ...netCurve(given.flatMap(({ stretches }) => stretches)),
      },
    ],
  };
  return resultsPage(facts, MAKING);
}
