// What a pull is asked for, and what it comes to before anything is written.

import type { Left } from "../authoring/pulled.js";
import type { GivenVariables } from "../config/compose/variables.js";
import type { ConfiguredAccount, LoadedConfig } from "../config/load.js";
import type { Source } from "../config/yaml/source.js";
import type { Observed } from "../model/bot/observed.js";
import type { ConfigOptions } from "./configuration.js";
import type { BudgetOptions } from "./endpoint.js";

export interface PullOptions extends ConfigOptions, BudgetOptions {
  readonly account?: string;
  /** The folder, or the file, that gets a configuration of its own. */
  readonly out?: string;
  readonly factor?: boolean;
  /** Addresses, each perhaps with a field, whose live values are taken over and nothing else. */
  readonly accept?: readonly string[];
  readonly dryRun?: boolean;
  readonly exchange?: string;
  readonly concurrency: number;
  readonly format: "text" | "json";
}

/** What a pull comes to, before anything is written. */
export interface PullResult {
  readonly account: string;
  /** Every file that gets another content, with its old and its new one. */
  readonly files: readonly (Source & { readonly before: string | undefined })[];
  /** One line for a reader. */
  readonly summary: string;
  readonly notes: readonly string[];
  readonly left: readonly Left[];
  /** Addresses that a plan would still change. */
  readonly differing: readonly string[];
}

/** Where a fresh configuration goes: a path that looks like a file is one, everything else is a folder. */
export interface Target {
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
  readonly given?: GivenVariables;
  readonly accept: readonly string[] | undefined;
  /** Whether a round went before. */
  readonly isFollowing?: boolean;
}
