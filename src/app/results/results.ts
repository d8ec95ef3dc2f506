// What the bots have earned, by version of their settings, by bot or by account; and what each change of settings made.
import { groupBy } from "../../model/order.js";
import type {
  Comparison,
  Measure,
  NetCurve,
  ResultRow,
  ResultsBy,
  ResultsFacts,
  Version,
} from "../../model/results.js";
import { intervalText } from "../../results/bootstrap.js";
import { commitOf } from "../../results/commits.js";
import { type Compared, compareAll, type Pair, successive } from "../../results/compare.js";
import { netCurve } from "../../results/curves.js";
import { figuresOf } from "../../results/figures.js";
import { settingChanges } from "../../results/fingerprint.js";
import { atWorkUntil, groupsOf, type VersionDeals, versionsOf } from "../../results/versions.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { type AccountDeals, asOfAll } from "./account-results.js";
import { type NamedCommits, namedCommits } from "./named-commits.js";
import { type AccountsReading, readAccounts } from "./read-accounts.js";

export interface ResultsOptions extends AccountsReading {
  readonly by: ResultsBy;
  readonly measure: Measure;
  /** Two versions, `BEFORE..AFTER`: beginnings of fingerprints or of commits. */
  readonly compare?: string;
  /** How many commits are read, at most. */
  readonly commits: number;
}

/** Reads; changes nothing. Rejects with AppError for what is wrong with the choice, and where the only account can't be read. */
export async function results(host: Host, options: ResultsOptions): Promise<ResultsFacts> {
  const { by, measure, compare } = options;
  if (compare !== undefined && by !== "version")
    throw new AppError(`--compare is about versions, and --by ${by} shows none\nLeave one of the two away.`);
  const { journal, ...rest } = options;
  if (by === "variant") return (await import("./experiments.js")).resultsByVariant(host, rest);
  const named = compare === undefined ? undefined : namesIn(compare);
  const isDated = by === "version" && journal !== undefined;
  const { read, failed } = await readAccounts(host, isDated ? { ...rest, journal } : rest);
  const commits = await (by === "version" ? namedCommits(host, options, options.commits) : NO_COMMITS);
  const versions = read.map((one) => ({ one, own: versionsIn(one, commits) }));
  const pairs = by !== "version" ? [] : versions.flatMap(({ own }) => pairsOf(own, named));
  if (named !== undefined && pairs.length === 0)
    throw new AppError(
      `no bot has both versions, ${named.before} and ${named.after}\nbotform results lists the versions of each; name them by the beginning of a fingerprint or of a commit.`,
    );
  const asOf = asOfAll(read);
  const { compared, confidence } = compareAll(pairs, { measure, seed: "botform results", asOf });
  const home = new Map(versions.flatMap(({ one, own }) => own.map((version) => [version.deals, { one, version }])));
  return {
    ...{ by, measure, confidence, commits: commits.read },
    accounts: [...read.map(({ history }) => history), ...failed],
    rows: versions.flatMap(({ one, own }) => rowsOf(one, own, { by, asOf })),
    comparisons: compared.flatMap((one) => comparisonOf(one, measure, home)),
    curves: versions.flatMap(({ one, own }) => curvesOf(one, own, by)),
  };
}

const NO_COMMITS: NamedCommits = { read: { kind: "none", why: "only versions have any" }, commits: [] };

interface NamedVersion {
  readonly deals: VersionDeals;
  readonly version: Version;
}

function versionsIn(
  { ended, running, accesses, applied, inForce, history: { account } }: AccountDeals,
  { commits }: NamedCommits,
) {
  return versionsOf(ended, running, inForce).map((deals): NamedVersion => {
    const { fingerprint, changes, stretches } = deals;
    const times = stretches.flatMap(([first]) => (first === undefined ? [] : (applied.get(first.id) ?? [])));
    const commit = commitOf(deals, commits, { account, accesses });
    return { deals, version: { fingerprint, changes, commit, applied: times } };
  });
}

function rowsOf(
  { ended, running, bots, history }: AccountDeals,
  versions: readonly NamedVersion[],
  { by, asOf }: { readonly by: Exclude<ResultsBy, "variant">; readonly asOf: number },
) {
  const { account } = history;
  switch (by) {
    case "version":
      return versions.map(({ deals, version }): ResultRow => {
        const { asset, stretches, running: still, inForce } = deals;
        const figures = figuresOf(asset, stretches, still, atWorkUntil(deals, asOf), inForce);
        return { account, bot: bots.get(deals.botId) ?? null, version, figures };
      });
    case "bot":
      return groupsOf(ended, ({ botId }) => botId).map(({ key, asset, deals }): ResultRow => {
        const still = running.filter(({ botId }) => botId === key);
        return { account, bot: bots.get(key) ?? null, version: null, figures: figuresOf(asset, [deals], still, asOf) };
      });
    case "account":
      return groupsOf(ended, () => account).map(({ asset, deals }): ResultRow => {
        const still = running.filter(({ pairTitle }) => pairTitle.startsWith(`${asset}-`));
        return { account, bot: null, version: null, figures: figuresOf(asset, [deals], still, asOf) };
      });
  }
}

function curvesOf({ ended, bots, history }: AccountDeals, versions: readonly NamedVersion[], by: ResultsBy) {
  const { account } = history;
  if (by === "account")
    return groupsOf(ended, () => account).map(({ asset, deals }): NetCurve => {
      return { account, bot: null, asset, ...netCurve([deals]), bands: [] };
    });
  const parts = versions.map(({ deals }) => deals);
  return [...groupBy(parts, ({ botId, asset }) => JSON.stringify([botId, asset])).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { botId, asset } = first;
    const curve = netCurve(own.flatMap(({ stretches }) => stretches));
    return [{ account, bot: bots.get(botId) ?? null, asset, ...curve }];
  });
}

interface Names {
  readonly before: string;
  readonly after: string;
}

/** Throws AppError. */
function namesIn(compare: string): Names {
  const [, before, after] = /^([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})$/.exec(compare) ?? [];
  if (before !== undefined && after !== undefined) return { before, after };
  throw new AppError(
    `--compare ${compare} doesn't name two versions\nWrite BEFORE..AFTER, each the beginning (4 digits or more) of a fingerprint or of a commit, as 3f2a..9c1d.`,
  );
}

function pairsOf(versions: readonly NamedVersion[], named: Names | undefined): readonly Pair[] {
  if (named === undefined) return successive(versions.map(({ deals }) => deals));
  const called = (name: string) =>
    versions.filter(({ version }) => version.fingerprint.startsWith(name) || version.commit?.commit.startsWith(name));
  return called(named.before).flatMap(({ deals: before }) =>
    called(named.after).flatMap(({ deals: after }) =>
      before.botId === after.botId && before !== after && before.asset === after.asset ? [{ before, after }] : [],
    ),
  );
}

function comparisonOf(
  { before, after, interval, verdict, why, caveats }: Compared,
  measure: Measure,
  home: ReadonlyMap<VersionDeals, { readonly one: AccountDeals; readonly version: NamedVersion }>,
): readonly Comparison[] {
  const [left, right] = [home.get(before), home.get(after)];
  const bot = left?.one.bots.get(before.botId);
  if (left === undefined || right === undefined || bot === undefined) return [];
  const shown = interval && intervalText(interval);
  return [
    {
      ...{
        account: left.one.history.account,
        bot,
        asset: before.asset,
        measure,
        verdict,
        interval: shown,
        why,
        caveats,
      },
      changes: settingChanges(before.sample.settings, after.sample.settings),
      before: nameOf(left.version),
      after: nameOf(right.version),
      inForce: after.newest,
    },
  ];
}

function nameOf({ version: { fingerprint, commit } }: NamedVersion): Pick<Version, "fingerprint" | "commit"> {
  return { fingerprint, commit };
}
