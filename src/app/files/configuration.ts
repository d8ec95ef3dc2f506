// Finds, loads and checks the configuration for a command, and picks the accounts it is about.
import { existsSync } from "node:fs";
import { sep } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type InputVariables, readInputs } from "../../config/compose/variables.js";
import { refusedSettings, resolveConnection } from "../../config/connection.js";
import { type ConfiguredAccount, type LoadedConfig, loadConfig } from "../../config/load.js";
import type { Revision } from "../../model/revision.js";
import { type Diagnostic, hasErrors, type Position } from "../../model/text/diagnostic.js";
import { connectionOf, supplied } from "../credentials/supply.js";
import { type BudgetOptions, budgeted, type Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import type { CredentialHost } from "../host.js";
import { noAccount } from "../no-account.js";
import { DEFAULT_PATHS } from "./project.js";

/** The path that is read where none is named; undefined where there is none. The command line names one above this folder. */
export function configurationPath(path: string | undefined): string | undefined {
  return path ?? DEFAULT_PATHS.find((candidate) => existsSync(candidate));
}

/** Which configuration is meant, and what stands in the place of its variables. */
export interface ConfigOptions {
  readonly config?: string | undefined;
  /** Each `name=value`. */
  readonly var?: readonly string[];
  readonly varFile?: readonly string[];
  /** Where its files are only a copy: the folder, and what its place is called in messages. */
  readonly copy?: { readonly folder: string; readonly called: string; readonly revision: Revision };
}

/** The configuration at the path, or at the first default path that exists. */
export function load(options: ConfigOptions): LoadedConfig {
  const chosen = configurationPath(options.config);
  if (chosen === undefined) {
    throw new AppError(
      `there is no configuration here: none of ${DEFAULT_PATHS.join(", ")} exists\nName one with --config, or create one with botform init.`,
    );
  }
  const inputs = inputsOf(options);
  const config = calledAs(loadConfig(chosen, inputs), options.copy);
  return { ...config, isAsRead: () => config.isAsRead() && isDeepStrictEqual(inputsOf(options), inputs) };
}

/** Places of its problems as they are in what was copied. */
function calledAs(config: LoadedConfig, copy: ConfigOptions["copy"]): LoadedConfig {
  if (copy === undefined) return config;
  const renamed = (text: string) => text.replaceAll(`${copy.folder}${sep}`, copy.called);
  const placed = (position: Position) => ({ ...position, file: renamed(position.file) });
  const called = ({ position, remedy, ...one }: Diagnostic): Diagnostic => ({
    ...{ ...one, summary: renamed(one.summary) },
    ...(remedy !== undefined && { remedy: renamed(remedy) }),
    ...(position && { position: placed(position) }),
  });
  return {
    ...config,
    diagnostics: config.diagnostics.map(called),
    locate: (diagnostics) => config.locate(diagnostics).map(called),
    place: (origin) => {
      const position = config.place(origin);
      return position && placed(position);
    },
  };
}

/** Why a run goes no further that took long to be asked or admitted: what it was planned from may have been corrected, or held, since. */
export const FILES_CHANGED = "the configuration's files have changed since they were read, so run the command again";

/** The variables that the command line gives. Throws AppError. */
export function inputsOf({ var: texts = [], varFile: files = [] }: ConfigOptions): InputVariables {
  const { inputs, diagnostics } = readInputs(texts, files);
  if (diagnostics.length > 0) throw new AppError("the variables you gave can't be used", { diagnostics });
  return inputs;
}

/** A configuration without errors. Throws AppError for any other. */
export function loadSound(options: ConfigOptions): LoadedConfig {
  const config = load(options);
  const { diagnostics } = config;
  if (hasErrors(diagnostics))
    throw new AppError("the configuration has errors\nbotform explain CODE tells more of each.", { diagnostics });
  return config;
}

export interface Chosen {
  readonly config: LoadedConfig;
  readonly account: ConfiguredAccount;
  readonly endpoint: Endpoint;
}

/** A configuration without errors, one of its accounts, and what opens it. Throws AppError. */
export async function choose(
  host: CredentialHost,
  options: ConfigOptions & BudgetOptions & { readonly account?: string },
): Promise<Chosen> {
  const config = loadSound(options);
  const account = options.account === undefined ? onlyOne(config, "--account") : named(config, options.account);
  return { config, account, endpoint: await endpointOf(host, config, account, options) };
}

/** What opens the account, with the command line's limits on its requests. Throws AppError. */
export async function endpointOf(
  host: CredentialHost,
  config: LoadedConfig,
  account: ConfiguredAccount,
  options: BudgetOptions,
): Promise<Endpoint> {
  const resolved = await connectionOf(host, account);
  if ("diagnostics" in resolved)
    throw new AppError("the account's credentials or addresses can't be used", {
      diagnostics: config.locate(resolved.diagnostics),
    });
  return budgeted({ ...resolved.connection, account: account.desired.account }, options);
}

/** What opens the account; undefined where its credentials aren't there. Throws AppError where it may not be opened (threat 12). */
export async function endpointIfThere(host: CredentialHost, account: ConfiguredAccount): Promise<Endpoint | undefined> {
  const { env, envs, diagnostics } = await supplied(host, account.connection, "api");
  const refused = [...diagnostics, ...refusedSettings(account.connection, env, envs)];
  if (refused.length > 0)
    throw new AppError("the account's credentials or addresses can't be used", { diagnostics: refused });
  const resolved = resolveConnection(account, env, envs);
  return "connection" in resolved ? resolved.connection : undefined;
}

export interface AccountOptions extends ConfigOptions {
  /** Names as they were given; a name given twice counts once. */
  readonly account?: readonly string[];
  readonly allAccounts?: boolean;
}

export interface ChosenAccounts {
  readonly config: LoadedConfig;
  /** At least one, in the order of the configuration. */
  readonly accounts: readonly [ConfiguredAccount, ...ConfiguredAccount[]];
}

/** A configuration without errors, and the chosen accounts. Throws AppError. */
export function chooseAccounts(options: AccountOptions): ChosenAccounts {
  const { account: names = [], allAccounts } = options;
  if (allAccounts === true && names.length > 0)
    throw new AppError("--account and --all-accounts can't be used together\nGive one of the two.");
  const config = loadSound(options);
  if (allAccounts === true) return { config, accounts: some(config, config.accounts) };
  if (names.length === 0) return { config, accounts: [onlyOne(config, "--account, or take all with --all-accounts")] };
  const wanted = names.map((name) => named(config, name));
  return {
    config,
    accounts: some(
      config,
      config.accounts.filter((account) => wanted.includes(account)),
    ),
  };
}

function named(config: LoadedConfig, name: string): ConfiguredAccount {
  const found = config.accounts.find((account) => account.desired.account === name);
  if (found !== undefined) return found;
  throw new AppError(
    noAccount(
      name,
      config.accounts.map(({ desired }) => desired.account),
    ),
  );
}

function onlyOne(config: LoadedConfig, how: string): ConfiguredAccount {
  const [only, ...others] = some(config, config.accounts);
  if (others.length === 0) return only;
  throw new AppError(`the configuration has several accounts (${namesOf(config)})\nChoose with ${how}.`);
}

function some(
  config: LoadedConfig,
  [first, ...others]: readonly ConfiguredAccount[],
): readonly [ConfiguredAccount, ...ConfiguredAccount[]] {
  if (first === undefined) throw new AppError(`the configuration has ${namesOf(config) || "no accounts"}`);
  return [first, ...others];
}

function namesOf(config: LoadedConfig): string {
  return config.accounts.map(({ desired }) => desired.account).join(", ");
}
