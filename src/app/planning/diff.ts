// Compares two configurations, or two live accounts of one.
import { compareConfigurations } from "../../authoring/compare.js";
import { unscaling } from "../../authoring/unscale.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import { type AccountDifference, compareLive, type LiveDifference } from "../../model/bot/difference.js";
import { type Diagnostic, hasErrors } from "../../model/text/diagnostic.js";
import type { LiveAccount } from "../../reconcile/plan/access.js";
import { attempt } from "../attempt.js";
import type { BudgetOptions } from "../endpoint.js";
import { AppError } from "../error.js";
import { type Chosen, type ConfigOptions, choose, load } from "../files/configuration.js";
import { selection } from "../files/selection.js";
import type { Host, ReadWatch } from "../host.js";
import { refuseSharedKey } from "./open-accounts.js";
import { observe } from "./plan-account.js";

export interface ConfigurationDiff {
  readonly differs: boolean;
  readonly accounts: readonly AccountDifference[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface ConfigurationDiffOptions extends ConfigOptions {
  /** Without names every account. */
  readonly account?: readonly string[];
  readonly target?: readonly string[];
  readonly exclude?: readonly string[];
}

/** By the paths of two configurations. Throws AppError where one has errors. */
export function diffConfigurations(
  before: string,
  after: string,
  options: ConfigurationDiffOptions,
): ConfigurationDiff {
  const [old, now] = [load({ ...options, config: before }), load({ ...options, config: after })];
  const diagnostics = [...old.diagnostics, ...now.diagnostics];
  const broken = [before, after].filter((_, index) => hasErrors((index === 0 ? old : now).diagnostics));
  if (broken.length > 0) throw new AppError(`${broken.join(" and ")}: the configuration has errors`, { diagnostics });
  const narrow = narrowed([...old.accounts, ...now.accounts], options);
  const accounts = compareConfigurations(narrow(old.accounts), narrow(now.accounts));
  return { differs: accounts.some(({ kind }) => kind !== "equal"), accounts, diagnostics };
}

/** Only the accounts and bots that are asked for: those of either side, since one of them may be new or gone. Throws AppError. */
function narrowed(
  both: readonly ConfiguredAccount[],
  { account: names, ...options }: ConfigurationDiffOptions,
): (accounts: readonly ConfiguredAccount[]) => readonly ConfiguredAccount[] {
  const isNamed = ({ desired }: ConfiguredAccount) => names?.includes(desired.account) ?? true;
  const missing = (names ?? []).filter((name) => both.every(({ desired }) => desired.account !== name));
  if (missing.length > 0) throw new AppError(`neither configuration has an account ${missing.join(", ")}`);
  const isMeant = selection(
    both.filter(isNamed).map(({ desired }) => desired),
    options,
  );
  return (accounts) =>
    accounts.filter(isNamed).map((account) => {
      const bots = account.desired.bots.filter(({ address }) => isMeant(address));
      return { ...account, desired: { ...account.desired, bots } };
    });
}

export interface LiveDiffOptions extends ConfigOptions, BudgetOptions {
  /** Names of two accounts of the configuration. */
  readonly from: string;
  readonly to: string;
  /** Whether the accounts' volumeScale is taken out before volumes are compared. */
  readonly unscaled?: boolean;
  readonly concurrency: number;
}

export interface LiveDiff {
  readonly differs: boolean;
  readonly difference: LiveDifference;
  readonly diagnostics: readonly Diagnostic[];
}

export async function diffLive(host: Host, options: LiveDiffOptions): Promise<LiveDiff> {
  const { from, to, concurrency } = options;
  if (from === to) throw new AppError(`--from and --to both name ${from}\nName two accounts.`);
  const ours = await choose(host, { ...options, account: from });
  const theirs = await choose(host, { ...options, account: to });
  const open = [ours, theirs].map(({ account, endpoint }) => ({ account: account.desired.account, endpoint }));
  for (const { endpoint } of open) host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  refuseSharedKey(open, "Give each account its own API key.");
  const [left, right] = await host.read(`${from} and ${to}`, (watch) =>
    Promise.all([observed(ours, concurrency, watch), observed(theirs, concurrency, watch)]),
  );
  refuseUnreadable(ours.config, [...left.diagnostics, ...right.diagnostics]);
  const compareField = options.unscaled === true ? unscaling(ours.account, theirs.account) : undefined;
  const difference = compareLive(left.bots, right.bots, compareField);
  const { changed, onlyOn, ambiguous } = difference;
  const differs = changed.length + onlyOn.length + ambiguous.length > 0;
  return { differs, difference, diagnostics: ours.config.diagnostics };
}

/** Names the one of two accounts that couldn't be read. */
async function observed({ account, endpoint }: Chosen, concurrency: number, watch: ReadWatch): Promise<LiveAccount> {
  const { desired } = account;
  const end = await attempt(desired.account, () => observe(desired, endpoint, { concurrency, ...watch }));
  if ("value" in end) return end.value;
  throw new AppError(`${end.account}: ${end.failure.message}`, end.failure);
}

/** Refuses an alias without an access, since its bots would seem to be missing. Throws AppError. */
function refuseUnreadable(config: LoadedConfig, problems: readonly Diagnostic[]): void {
  if (hasErrors(problems))
    throw new AppError("some accesses can't be read, so nothing was compared", {
      diagnostics: config.locate(problems),
    });
}
