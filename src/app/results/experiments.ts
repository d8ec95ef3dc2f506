// What the experiments of the configuration have shown: the figures of each variant, and each against its control.
import type { DeclaredVariant } from "../../config/compose/variants.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { type FieldName, isFieldName } from "../../model/bot/field.js";
import { quoteOf } from "../../model/bot/pair.js";
import { groupBy } from "../../model/order.js";
import type {
  DeclaredSetting,
  EarlyDeals,
  ExperimentResults,
  Measure,
  NamedCommit,
  ResultsFacts,
  VariantComparison,
  VariantCurve,
  VariantRow,
} from "../../model/results.js";
import { intervalText } from "../../results/bootstrap.js";
import { botsIn, type ComposedCommit } from "../../results/commits.js";
import { compareVariants, type VariantDeals, type VariantPair } from "../../results/compare-variants.js";
import { type CountedBot, countedDeals, type Participant } from "../../results/experiments.js";
import { figuresOf } from "../../results/figures.js";
import { isAtWork, spanOf, variantCurve } from "../../results/variant-days.js";
import { AppError } from "../error.js";
import { loadSound } from "../files/configuration.js";
import type { Host } from "../host.js";
import { type AccountDeals, asOfAll } from "./account-results.js";
import { namedCommits } from "./named-commits.js";
import { type AccountsReading, readAccounts } from "./read-accounts.js";

export interface ExperimentsOptions extends AccountsReading {
  readonly measure: Measure;
  /** How many commits are read, at most. */
  readonly commits: number;
}

/** Reads; changes nothing. Without a choice, the accounts are those whose bots take part. Rejects as `results` does. */
export async function resultsByVariant(host: Host, options: ExperimentsOptions): Promise<ResultsFacts> {
  const { measure, account: names = [], allAccounts = false } = options;
  const config = loadSound(options);
  if (config.variants.length === 0)
    throw new AppError(
      "the configuration has no experiments\nDeclare one under variants: docs/how-to/compare-variants.md shows how. --by version, bot and account need none.",
    );
  const taking = config.accounts.filter(({ resolved }) => resolved.some(({ variants }) => variants.length > 0));
  const account = names.length > 0 || allAccounts ? names : taking.map(({ desired }) => desired.account);
  const { read, failed } = await readAccounts(host, { ...options, account });
  const { read: commitsRead, commits } = await namedCommits(host, options, options.commits);
  const prepared = [...groupBy(config.variants, ({ experiment }) => experiment)].map(([experiment, variants]) =>
    preparedOf(experiment, variants, read, commits),
  );
  const asOf = asOfAll(read);
  const { compared, confidence } = compareVariants(
    prepared.flatMap(({ pairs }) => pairs),
    { measure, seed: "botform results", asOf },
  );
  return {
    ...{ by: "variant", measure, confidence, commits: commitsRead, rows: [], comparisons: [], curves: [] },
    accounts: [...read.map(({ history }) => history), ...failed],
    variantCurves: prepared.flatMap(({ groups }) => groups.map(({ curve }) => curve)),
    experiments: prepared.map(({ experiment, since, early, groups, bots }): ExperimentResults => {
      const own = compared.filter((one) => one.experiment === experiment);
      return {
        ...{ experiment, since },
        rows: groups.map(({ row }) => row),
        comparisons: own.map(({ control, treated, interval, days, verdict, why, caveats }): VariantComparison => {
          const shown = interval && intervalText(interval);
          const { variant, asset } = treated;
          return {
            control: control.variant,
            ...{ variant, asset, measure, days, verdict, interval: shown, why, caveats },
          };
        }),
        others: bots.flatMap(({ address, variant, others }) =>
          others === 0 ? [] : [{ address, variant, deals: others }],
        ),
        early,
      };
    }),
  };
}

interface Prepared {
  readonly experiment: string;
  readonly since: number | null;
  readonly early: EarlyDeals | null;
  readonly bots: readonly CountedBot[];
  readonly groups: readonly { readonly row: VariantRow; readonly curve: VariantCurve }[];
  readonly pairs: readonly VariantPair[];
}

function preparedOf(
  experiment: string,
  variants: readonly DeclaredVariant[],
  read: readonly AccountDeals[],
  commits: readonly ComposedCommit[],
): Prepared {
  const asOf = asOfAll(read);
  const participants = read.flatMap((one) => participantsOf(one, variants, commits));
  const commit = declaringCommit(experiment, commits);
  const { since, early, bots } = countedDeals(participants, commit?.at ?? null);
  const groups = variants.flatMap((variant) => groupsOf(variant, bots));
  const control = (variants.find(({ layer }) => layer === undefined) ?? variants[0])?.name;
  const pairs = groups.flatMap((treated): VariantPair[] => {
    const other = groups.find(({ variant, asset }) => variant === control && asset === treated.asset);
    return other === undefined || other === treated ? [] : [{ experiment, control: other, treated }];
  });
  const shown = groups.map((group) => {
    const { variant, asset } = group;
    const span = spanOf(
      groups.flatMap((one) => (one.asset === asset ? one.bots : [])),
      asOf,
    );
    const { points, perBotDay } = variantCurve(group.bots, span);
    const declared = declaredBy(
      participants.filter((one) => one.variant === variant && one.asset === asset),
      variants,
    );
    return { row: rowOf(group, { declared, perBotDay }, asOf), curve: { experiment, variant, asset, points } };
  });
  const earlyDeals = commit === null || early === 0 ? null : { deals: early, commit };
  return { experiment, since, early: earlyDeals, bots, groups: shown, pairs };
}

/** As they are declared now, variants included. */
function declaredBy(
  participants: readonly Participant[],
  variants: readonly DeclaredVariant[],
): readonly DeclaredSetting[] {
  const names = new Set(variants.flatMap(settingsOf));
  return [...names].map((field) => {
    const values = participants.map(({ asked: [fields] }) => fields?.[field]);
    const known = [...new Set(values.flatMap((value) => (value === undefined ? [] : [value])))];
    return { field, values: known, isUndeclared: known.length === 0 || values.includes(undefined) };
  });
}

function settingsOf({ layer }: DeclaredVariant): readonly FieldName[] {
  return layer === undefined ? [] : [...Object.keys(layer.values), ...layer.deferred.keys()].filter(isFieldName);
}

/** The first one with the experiment, of the time that it has been there without a break; null where no commit has it. */
function declaringCommit(experiment: string, commits: readonly ComposedCommit[]): NamedCommit | null {
  const lacks = ({ accounts }: ComposedCommit) =>
    !Object.values(accounts).some((bots) =>
      bots.some(({ variants = [] }) => variants.some((one) => one.experiment === experiment)),
    );
  const found = commits[commits.findLastIndex(lacks) + 1];
  return found === undefined ? null : { commit: found.commit, at: found.at, subject: found.subject };
}

function participantsOf(
  { history: { account }, declared, ended, running, accesses }: AccountDeals,
  variants: readonly DeclaredVariant[],
  commits: readonly ComposedCommit[],
): readonly Participant[] {
  return [...declared].flatMap(([id, bot]): Participant[] => {
    const variant = variants.find((one) => isIn(bot.variants, one));
    if (variant === undefined) return [];
    const own = ended.filter(({ botId }) => botId === id);
    const accessId = own[0]?.accessId ?? null;
    const titles = new Set([bot.fields.title, ...own.map(({ title }) => title)]);
    const before = commits.flatMap((commit) => botsIn(commit, { account, accesses }, { accessId, titles }));
    const common = {
      ...{ address: bot.address, variant: variant.name, pair: bot.fields.pairTitle ?? "" },
      isChanged: variant.layer !== undefined,
      asked: [bot.fields, ...before.flatMap((one) => (isIn(one.variants, variant) ? [one.fields] : []))],
    };
    const quote = quoteOf(common.pair);
    const byAsset = groupBy(own, ({ asset }) => asset);
    return [...new Set([quote, ...byAsset.keys()])].map((asset) => ({
      ...{ ...common, asset, ended: byAsset.get(asset) ?? [] },
      running: asset === quote ? running.filter(({ botId }) => botId === id) : [],
    }));
  });
}

function isIn(own: DesiredBot["variants"], { experiment, name }: DeclaredVariant): boolean {
  return own?.some((one) => one.experiment === experiment && one.variant === name) ?? false;
}

/** In each asset that its bots trade for. */
function groupsOf(variant: DeclaredVariant, bots: readonly CountedBot[]): readonly VariantDeals[] {
  const own = bots.filter((one) => one.variant === variant.name);
  return [...groupBy(own, (one) => one.asset)].map(([asset, group]) => ({
    ...{ variant: variant.name, asset, settings: settingsOf(variant) },
    bots: group,
  }));
}

function rowOf(
  { variant, asset, settings, bots }: VariantDeals,
  { declared, perBotDay }: Pick<VariantRow, "declared" | "perBotDay">,
  asOf: number,
): VariantRow {
  const deals = bots.flatMap(({ stretches }) => stretches.flat());
  // Of several bots the order of the ends is that of the closed results.
  const inOrder = deals.toSorted((left, right) => (left.at ?? 0) - (right.at ?? 0));
  const running = bots.flatMap((bot) => bot.running);
  const figures = figuresOf(asset, [inOrder], running, bots.some(isAtWork) ? asOf : undefined);
  return { ...{ variant, settings, declared, perBotDay, figures }, bots: bots.map(({ address }) => address) };
}
