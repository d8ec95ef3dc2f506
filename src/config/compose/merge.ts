// Merges the files of a configuration by key; whatever two files declare is an error that names both places.
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import type { DeclaredPolicy } from "../policies/policy.js";
import { problem } from "../problem.js";
import { mapId } from "../schema/place.js";
import type { ReadFile } from "../schema/read.js";
import type { AccountShape } from "../schema/schema.js";
import type { BotShape } from "../schema/schema-bot.js";
import type { Layer, LayerKind } from "./layer.js";
import type { DeclaredVariable, DeclaredVariables } from "./variables.js";

export interface DeclaredAccount {
  readonly name: string;
  readonly origin: Origin;
  readonly shape: AccountShape;
  /** Keys stated with a value that can't be used. */
  readonly dropped: ReadonlySet<string>;
  /** The last word on any setting of its bots. */
  readonly overrides: Layer | undefined;
}

/** All files as one. */
export interface Fleet {
  readonly accounts: readonly DeclaredAccount[];
  /** Names of accounts that stand in a file and can't be used. */
  readonly unknownAccounts: ReadonlySet<string>;
  /** One layer for each file that has `defaults`; no key stands in two of them. */
  readonly defaults: readonly Layer[];
  /** By name. */
  readonly templates: ReadonlyMap<string, Layer>;
  /** Names of templates that stand in a file and can't be used. */
  readonly unknownTemplates: ReadonlySet<string>;
  /** By bot key as it is written. */
  readonly bots: ReadonlyMap<string, Layer>;
  /** Of each block that has any, by the key of the bot that is meant. */
  readonly exceptions: ReadonlyMap<Layer, ReadonlyMap<string, Layer>>;
  readonly variables: DeclaredVariables;
  /** Top-level keys that stand in a file with a value that can't be used; "" where a file as a whole can't be. */
  readonly unknownSections: ReadonlySet<string>;
  readonly protectedTitles: readonly string[];
  readonly policies: readonly DeclaredPolicy[];
}

export interface MergeResult {
  readonly fleet: Fleet;
  readonly diagnostics: readonly Diagnostic[];
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: ReadonlyMap<string, unknown> = new Map();

/** @param where names a place for a message, as `file:line` */
export function mergeFiles(files: readonly ReadFile[], where: (origin: Origin) => string): MergeResult {
  const diagnostics: Diagnostic[] = [];
  const first = new Map<string, Origin>();
  const accounts: DeclaredAccount[] = [];
  const unknownAccounts = new Set<string>();
  const unknownSections = new Set<string>();
  const defaults: Layer[] = [];
  const bots = new Map<string, Layer>();
  const templates = new Map<string, Layer>();
  const unknownTemplates = new Set<string>();
  const exceptions = new Map<Layer, ReadonlyMap<string, Layer>>();
  const variables = new Map<string, DeclaredVariable>();
  const protectedTitles = new Set<string>();
  const policies: DeclaredPolicy[] = [];

  /** Whether nobody declared it before. */
  function claim(file: string, path: readonly string[], noun: string): boolean {
    const origin: Origin = { file, path, key: true };
    const id = mapId(path);
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

  for (const { file, shape, dropped, deferred } of files) {
    const droppedAt = (owner: string): ReadonlySet<string> => dropped.get(owner) ?? NONE;
    const layer = (kind: LayerKind, name: string, path: readonly string[], values: BotShape): Layer => {
      const owner = mapId(path);
      return { kind, name, file, path, values, deferred: deferred.get(owner) ?? NOTHING, dropped: droppedAt(owner) };
    };
    for (const [name, raw] of Object.entries(shape.vars ?? {})) {
      if (claim(file, ["vars", name], `the variable ${name}`))
        variables.set(name, { raw, origin: { file, path: ["vars", name] } });
    }
    for (const title of shape.protectedTitles ?? []) protectedTitles.add(title);
    for (const name of droppedAt("accounts")) unknownAccounts.add(name);
    for (const name of droppedAt("")) unknownSections.add(name);
    for (const name of droppedAt("templates")) unknownTemplates.add(name);
    for (const [name, policy] of Object.entries(shape.policies ?? {})) {
      if (claim(file, ["policies", name], `the policy ${name}`))
        policies.push({
          name,
          origin: { file, path: ["policies", name] },
          shape: policy,
          dropped: droppedAt(mapId(["policies", name])),
        });
    }
    for (const [name, template] of Object.entries(shape.templates ?? {})) {
      if (claim(file, ["templates", name], `the template ${name}`))
        templates.set(name, layer("template", name, ["templates", name], template));
    }
    for (const [name, account] of Object.entries(shape.accounts ?? {})) {
      if (!claim(file, ["accounts", name], `account ${name}`)) continue;
      const origin: Origin = { file, path: ["accounts", name], key: true };
      const { overrides } = account;
      accounts.push({
        name,
        origin,
        shape: account,
        dropped: droppedAt(mapId(["accounts", name])),
        overrides: overrides && layer("overrides", name, ["accounts", name, "overrides"], overrides),
      });
    }
    if (shape.defaults !== undefined) {
      const stated = layer("defaults", "", ["defaults"], shape.defaults);
      for (const key of [...Object.keys(shape.defaults), ...stated.deferred.keys()])
        claim(file, ["defaults", key], `the default ${key}`);
      defaults.push(stated);
    }
    for (const [key, bot] of Object.entries(shape.bots ?? {})) {
      if (!claim(file, ["bots", key], `bot ${key}`)) continue;
      const block = layer("bot", key, ["bots", key], bot);
      bots.set(key, block);
      if (bot.exceptions === undefined) continue;
      const own = Object.entries(bot.exceptions).map(
        ([name, values]) => [name, layer("exception", name, ["bots", key, "exceptions", name], values)] as const,
      );
      exceptions.set(block, new Map(own));
    }
  }
  const fleet: Fleet = {
    accounts,
    unknownAccounts,
    defaults,
    templates,
    unknownTemplates,
    bots,
    exceptions,
    variables: { byName: variables, isPartial: unknownSections.has("vars") || unknownSections.has("") },
    unknownSections,
    protectedTitles: [...protectedTitles],
    policies,
  };
  return { fleet, diagnostics: [...diagnostics, ...absences(files, fleet)] };
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
