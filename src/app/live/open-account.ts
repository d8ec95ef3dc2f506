// Opens an account even if its configuration is broken or missing: by the configuration, else by the environment.

import type { LoadedConfig, Reach } from "../../config/load.js";
import { accountVariable } from "../../config/schema/schema-parts.js";
import type { Setting } from "../../config/settings.js";
import { counted } from "../../model/text/counted.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { fileVariable } from "../credentials/files.js";
import { addressIn, connectionOf } from "../credentials/supply.js";
import { type BudgetOptions, budgeted, type Endpoint } from "../endpoint.js";
import { AppError } from "../error.js";
import { type ConfigOptions, configurationPath, load } from "../files/configuration.js";
import type { Host } from "../host.js";
import { meantAccount, noAccount, whichAccounts } from "../no-account.js";

/** An account and what opens it; holds secrets. */
export interface Opened {
  readonly account: string;
  readonly endpoint: Endpoint;
  /** Of its bots, where the configuration tells. */
  readonly exchange?: string;
  /** What the configuration says of its accesses, where there is one. */
  readonly expected?: Reach["expected"];
}

export interface OpenOptions extends BudgetOptions {
  readonly config?: string | undefined;
  readonly account?: string | undefined;
}

/**
 * The named account; without a name the only one of a configuration without errors. Says on standard error where what
 * opens it doesn't come from such a configuration. Throws AppError.
 */
export async function openAccount(host: Host, options: OpenOptions): Promise<Opened> {
  const config = loadIfThere(options.config);
  const name = options.account ?? onlyAccount(config);
  const reach = config?.reaches.find(({ connection }) => connection.account === name);
  if (config === undefined || reach === undefined) return await fromEnvironment(host, name, config, options);
  const resolved = await connectionOf(host, reach);
  if ("diagnostics" in resolved)
    throw new AppError("the account's credentials or addresses can't be used", {
      diagnostics: config.locate(resolved.diagnostics),
    });
  const errors = errorsOf(config);
  if (errors > 0) {
    note(
      host,
      `the configuration has ${counted(errors, "error")}; botform uses only the addresses and credentials of ${name}`,
    );
  }
  host.conceal([resolved.connection.apiKey, resolved.connection.apiSecret]);
  const endpoint = budgeted({ ...resolved.connection, account: name }, options);
  return { account: name, endpoint, exchange: reach.exchange, expected: reach.expected };
}

/**
 * The account and its address alone, for what is remembered of its service: nothing is opened, so no credentials are needed.
 * Without a name it is the only account; one that no usable configuration has is where the environment says. Throws AppError.
 */
export function addressOf(
  host: Host,
  options: ConfigOptions & { readonly account?: string },
): { readonly account: string; readonly apiUrl: string } {
  const config = configurationPath(options.config) === undefined ? undefined : load(options);
  const account = options.account ?? onlyAccount(config);
  const reach = config?.reaches.find(({ connection }) => connection.account === account);
  const variable = accountVariable(account, "API_URL");
  const fromVariable = { account, apiUrl: settingIn(variable) };
  const resolved = addressIn(host, reach?.connection ?? fromVariable);
  if ("diagnostics" in resolved) {
    const diagnostics = config?.locate(resolved.diagnostics) ?? resolved.diagnostics;
    throw new AppError(`the address of ${account} can't be used`, { diagnostics });
  }
  if (reach === undefined) note(host, `${whyNot(account, config)}; the address of ${account} is read from ${variable}`);
  return { account, apiUrl: resolved.apiUrl };
}

function loadIfThere(path: string | undefined): LoadedConfig | undefined {
  try {
    return load({ config: path });
  } catch (error) {
    // There is none, which is no fault here.
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

function errorsOf(config: LoadedConfig): number {
  return config.diagnostics.filter(({ severity }) => severity === "error").length;
}

function onlyAccount(config: LoadedConfig | undefined): string {
  const names = config?.accounts.map(({ desired }) => desired.account) ?? [];
  const [only, second] = names;
  if (only !== undefined && second === undefined) return only;
  const why = names.length > 1 ? `the configuration has several accounts (${names.join(", ")})` : WITHOUT_CONFIGURATION;
  const remedy =
    names.length > 1
      ? "Use --account."
      : "Name a configuration with -c, or an account of the environment with --account.";
  throw new AppError(`name the account: ${why}\n${remedy}`);
}

const WITHOUT_CONFIGURATION = "there is no configuration here that can be used";

async function fromEnvironment(
  host: Host,
  account: string,
  config: LoadedConfig | undefined,
  options: BudgetOptions,
): Promise<Opened> {
  const url = accountVariable(account, "API_URL");
  const key = accountVariable(account, "API_KEY");
  const secret = accountVariable(account, "API_SECRET");
  const opening = { apiUrl: settingIn(url), hookUrl: undefined, apiKey: settingIn(key), apiSecret: settingIn(secret) };
  const resolved = await connectionOf(host, { connection: { account, ...opening } });
  const why = whyNot(account, config);
  const isSlip =
    config !== undefined &&
    !hasErrors(config.diagnostics) &&
    [url, key, secret].every((name) => !host.env[name] && !host.env[fileVariable(name)]);
  if (isSlip)
    throw new AppError(
      `${noAccount(account, namesOf(config))}\nAn account that no configuration has is reached by ${url}, ${key} and ${secret}.`,
    );
  if ("diagnostics" in resolved) {
    const message = `${why}, and the credentials of ${account} in ${url}, ${key} and ${secret} can't be used either${meantAccount(account, namesOf(config))}`;
    throw new AppError(message, { diagnostics: resolved.diagnostics });
  }
  const from = `${why}; the credentials of ${account} are read from ${url}, ${key} and ${secret}`;
  note(host, `${from}${meantAccount(account, namesOf(config)).replace("\n", ". ")}`);
  return { account, endpoint: budgeted({ ...resolved.connection, account }, options) };
}

function settingIn(variable: string): Setting {
  return { value: { env: variable }, origin: { file: "environment", path: [] } };
}

function whyNot(account: string, config: LoadedConfig | undefined): string {
  if (config === undefined) return "there is no configuration here";
  if (hasErrors(config.diagnostics))
    return `the configuration has ${counted(errorsOf(config), "error")} and isn't used`;
  return whichAccounts(account, namesOf(config));
}

function namesOf(config: LoadedConfig | undefined): readonly string[] {
  return config?.accounts.map(({ desired }) => desired.account) ?? [];
}

function note(host: Host, text: string): void {
  host.say({ kind: "note", text });
}
