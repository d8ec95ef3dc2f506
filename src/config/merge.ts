// Merges the files of a configuration by key; whatever two files declare is an error that names both places.
import type { Diagnostic, Origin } from "../model/diagnostic.js";
import type { Layer } from "./layer.js";
import { problem } from "./problem.js";
import type { ReadFile } from "./read.js";
import type { AccountShape } from "./schema.js";

export interface DeclaredAccount {
  readonly name: string;
  readonly origin: Origin;
  readonly shape: AccountShape;
  /** Keys stated with a value that can't be used. */
  readonly dropped: ReadonlySet<string>;
}

/** All files as one. */
export interface Fleet {
  readonly accounts: readonly DeclaredAccount[];
  /** One layer for each file that has `defaults`; no key stands in two of them. */
  readonly defaults: readonly Layer[];
  /** By bot key. */
  readonly bots: ReadonlyMap<string, Layer>;
}

export interface MergeResult {
  readonly fleet: Fleet;
  readonly diagnostics: readonly Diagnostic[];
}

const NONE: ReadonlySet<string> = new Set();

/** @param where names a place for a message, as `file:line` */
export function mergeFiles(files: readonly ReadFile[], where: (origin: Origin) => string): MergeResult {
  const diagnostics: Diagnostic[] = [];
  const first = new Map<string, Origin>();
  const accounts: DeclaredAccount[] = [];
  const defaults: Layer[] = [];
  const bots = new Map<string, Layer>();

  /** Whether nobody declared it before. */
  function claim(file: string, path: readonly string[], noun: string): boolean {
    const origin: Origin = { file, path, key: true };
    const id = path.join(".");
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, origin);
      return true;
    }
    diagnostics.push(
      problem("config/declared-twice", {
        summary: `${noun} is declared here and at ${where(earlier)}`,
        remedy: "Keep one of the two, or rename one.",
        origin,
      }),
    );
    return false;
  }

  for (const { file, shape, dropped } of files) {
    const droppedAt = (owner: string): ReadonlySet<string> => dropped.get(owner) ?? NONE;
    for (const [name, account] of Object.entries(shape.accounts ?? {})) {
      if (!claim(file, ["accounts", name], `account ${name}`)) continue;
      const origin: Origin = { file, path: ["accounts", name], key: true };
      accounts.push({ name, origin, shape: account, dropped: droppedAt(`accounts.${name}`) });
    }
    if (shape.defaults !== undefined) {
      for (const key of Object.keys(shape.defaults)) claim(file, ["defaults", key], `the default ${key}`);
      defaults.push({ file, path: ["defaults"], values: shape.defaults, dropped: droppedAt("defaults") });
    }
    for (const [key, bot] of Object.entries(shape.bots ?? {})) {
      if (!claim(file, ["bots", key], `bot ${key}`)) continue;
      bots.set(key, { file, path: ["bots", key], values: bot, dropped: droppedAt(`bots.${key}`) });
    }
  }
  return {
    fleet: { accounts, defaults, bots },
    diagnostics: [...diagnostics, ...absences(files, { accounts, defaults, bots })],
  };
}

/** What no file declares at all, unless it stands there in a form that can't be used. */
function absences(files: readonly ReadFile[], fleet: Fleet): Diagnostic[] {
  const [file] = files;
  if (file === undefined) return [];
  const origin: Origin = { file: file.file, path: [] };
  const isDropped = (key: string): boolean =>
    files.some(({ dropped }) => dropped.get("")?.has("") || dropped.get("")?.has(key) || dropped.has(key));
  const found: Diagnostic[] = [];
  if (files.every(({ shape }) => shape.version === undefined) && !isDropped("version")) {
    const summary = files.length === 1 ? "the file states no version" : "no file states a version";
    found.push(problem("config/version-missing", { summary, remedy: "Begin with `version: 1`.", origin }));
  }
  if (fleet.accounts.length === 0 && !isDropped("accounts")) {
    found.push(
      problem("config/no-accounts", {
        summary: "no account is declared",
        remedy: "Declare one under `accounts`.",
        origin,
      }),
    );
  }
  if (fleet.bots.size === 0 && !isDropped("bots")) {
    found.push(
      problem("config/no-bots", { summary: "no bot is declared", remedy: "Declare one under `bots`.", origin }),
    );
  }
  return found;
}
