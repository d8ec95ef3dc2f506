// Finds, loads and checks the configuration for a command, and picks the account it is about.
import { existsSync } from "node:fs";
import { type ConfiguredAccount, type LoadedConfig, loadConfig, resolveConnection } from "../config/load.js";
import type { Endpoint } from "../library.js";
import { hasErrors } from "../model/diagnostic.js";
import type { Context } from "./context.js";
import { UserError } from "./failure.js";

const DEFAULT_PATHS = ["botform.yaml", "botform.yml", "botform"];

/** The configuration at the path, or at the first default path that exists. */
export function load(path: string | undefined): LoadedConfig {
  const chosen = path ?? DEFAULT_PATHS.find((candidate) => existsSync(candidate));
  if (chosen === undefined) {
    throw new UserError(
      `there is no configuration here: none of ${DEFAULT_PATHS.join(", ")} exists\nName one with --config.`,
    );
  }
  return loadConfig(chosen);
}

export interface Chosen {
  readonly config: LoadedConfig;
  readonly account: ConfiguredAccount;
  readonly endpoint: Endpoint;
}

/** A configuration without errors, one of its accounts, and what opens it. Throws UserError. */
export function choose(env: Context["env"], options: { readonly config?: string; readonly account?: string }): Chosen {
  const config = load(options.config);
  if (hasErrors(config.diagnostics))
    throw new UserError("the configuration has errors", { diagnostics: config.diagnostics });
  const account = pick(config, options.account);
  const resolved = resolveConnection(account, env);
  if ("diagnostics" in resolved)
    throw new UserError("the account can't be reached", { diagnostics: config.locate(resolved.diagnostics) });
  return { config, account, endpoint: resolved.connection };
}

function pick(config: LoadedConfig, name: string | undefined): ConfiguredAccount {
  const names = config.accounts.map((account) => account.desired.account);
  const [only, second] = config.accounts;
  if (name === undefined && only !== undefined && second === undefined) return only;
  const found = config.accounts.find((account) => account.desired.account === name);
  if (found !== undefined) return found;
  throw new UserError(
    name === undefined
      ? `the configuration has ${names.length === 0 ? "no accounts" : `several accounts (${names.join(", ")})`}${names.length === 0 ? "" : "\nChoose one with --account."}`
      : `the configuration has no account ${name}; it has ${names.join(", ") || "none"}`,
  );
}
