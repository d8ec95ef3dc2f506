// The options and the result of a pull, and the check that the result equals what is live.
import type { Skipped } from "../../authoring/pulled.js";
import type { InputVariables } from "../../config/compose/variables.js";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import type { Source } from "../../config/yaml/source.js";
import type { Observed } from "../../model/bot/observed.js";
import { hasErrors } from "../../model/text/diagnostic.js";
import { makePlan } from "../../reconcile/plan/planner.js";
import type { BudgetOptions } from "../endpoint.js";
import { AppError } from "../error.js";
import type { ConfigOptions } from "../files/configuration.js";

export interface PullOptions extends ConfigOptions, BudgetOptions {
  readonly account?: string;
  /** The folder, or the file, that gets a configuration of its own. */
  readonly out?: string;
  readonly factor?: boolean;
  /** Addresses, each perhaps with a field, whose live values are taken over and nothing else. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
  /** Bots that are added are for every account. */
  readonly everywhere?: boolean;
  readonly exchange?: string;
  readonly concurrency: number;
}

/** The result of a pull, before anything is written. */
export interface PullResult {
  readonly account: string;
  /** Every file that gets another content, with its old and its new one. */
  readonly files: readonly (Source & { readonly before: string | undefined })[];
  /** One line for a reader. */
  readonly summary: string;
  readonly notes: readonly string[];
  readonly left: readonly Skipped[];
  /** Addresses that a plan would still change. */
  readonly differing: readonly string[];
}

/** Where a fresh configuration goes: a path that looks like a file is one, everything else is a folder. */
export interface PullTarget {
  /** Whether every YAML file of the folder is part of the configuration; of the current one only botform.yaml is. */
  readonly isFolder: boolean;
  readonly folder: string;
  readonly file: string;
}

/** What a pull into a configuration works on. */
export interface Pulling {
  readonly config: LoadedConfig;
  readonly account: ConfiguredAccount;
  /** The files that `config` was loaded from. */
  readonly sources: readonly Source[];
  /** With the access of every bot in scope. */
  readonly observed: Observed;
  /** What stands in the place of variables. */
  readonly inputs?: InputVariables;
  readonly accept: readonly string[] | undefined;
  /** Bots that are added are for every account, and not for this one only. */
  readonly everywhere?: boolean | undefined;
  /** Whether a round went before. */
  readonly isFollowing?: boolean;
}

/** Addresses that a plan would change, or has an error about. Throws AppError for a configuration with errors: nothing may be written then. */
export function differingAddresses(config: LoadedConfig, account: string, observed: Observed): string[] {
  if (hasErrors(config.diagnostics)) {
    throw new AppError("the pulled configuration wouldn't be valid, so nothing was written", {
      diagnostics: config.diagnostics,
    });
  }
  const found = config.accounts.find(({ desired }) => desired.account === account);
  if (found === undefined) return [];
  const { steps, diagnostics } = makePlan(found.desired, observed, { questions: false });
  // A pull doesn't report what `undeclared: turn-off` would do.
  const own = steps.filter(({ address }) => !address.includes("/#")).map(({ address }) => address);
  const errors = diagnostics.flatMap(({ severity, address }) => (severity === "error" ? (address ?? account) : []));
  return [...new Set([...own, ...errors])].sort();
}
