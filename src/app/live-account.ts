// What a reading command is about: an account and what opens it, with its configuration where there is one that can be used.

import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import type { Desired } from "../model/bot/desired.js";
import { hasErrors } from "../model/text/diagnostic.js";
import { type ConfigOptions, configurationPath, endpointOf, load } from "./configuration.js";
import type { Readable } from "./endpoint.js";
import { AppError } from "./error.js";
import type { Host } from "./host.js";
import { openAccount } from "./panic-connection.js";
import type { Judged } from "./policies.js";

/** Options that every reading command has. */
export interface ReadingOptions extends ConfigOptions {
  readonly account?: string;
  readonly format: string;
  readonly concurrency: number;
}

export interface LiveAccount extends Readable {
  /** What the configuration declares of the account; undefined where it can't be used, or doesn't have it. */
  readonly desired: Desired | undefined;
  /** With what else the configuration says of it; undefined as `desired` is. */
  readonly configured: ConfiguredAccount | undefined;
  /** By whose policies it is judged; undefined without a configuration that can be used. */
  readonly judged: Judged | undefined;
}

/**
 * The account that the options name, else the one that `named` (an address) does, else the configuration's only one. Without
 * a usable configuration, by the environment variables of its name, and standard error says so. Throws AppError.
 */
export async function openLive(host: Host, options: ReadingOptions, named?: string): Promise<LiveAccount> {
  const name = options.account ?? named;
  if (name !== undefined && named !== undefined && name !== named)
    throw new AppError(`--account says ${name}, and the address says ${named}\nGive one of the two.`);
  const config = configurationPath(options.config) === undefined ? undefined : load(options);
  const configured = config?.accounts.filter(({ desired }) => name === undefined || desired.account === name) ?? [];
  const [only, second] = configured;
  const isSound = config !== undefined && !hasErrors(config.diagnostics);
  const judged = (account?: ConfiguredAccount) => (isSound ? { config, account, envs: host.envs } : undefined);
  if (config !== undefined && only !== undefined && second === undefined) {
    const endpoint = endpointOf(config, only, host.env, options);
    host.conceal([endpoint.apiKey, endpoint.apiSecret]);
    return { account: only.desired.account, endpoint, desired: only.desired, configured: only, judged: judged(only) };
  }
  const { account, endpoint } = withItsErrors(config, () => openAccount(host, { ...options, account: name }));
  return { account, endpoint, desired: undefined, configured: undefined, judged: judged() };
}

/** Where neither opens the account, what is wrong with the configuration is as likely to be the reason. */
function withItsErrors<T>(config: LoadedConfig | undefined, task: () => T): T {
  try {
    return task();
  } catch (error) {
    if (!(error instanceof AppError) || config === undefined || !hasErrors(config.diagnostics)) throw error;
    throw new AppError(error.message, { diagnostics: [...config.diagnostics, ...error.diagnostics] });
  }
}
