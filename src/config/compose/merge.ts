// Merges the files of a configuration by key. A key that two files declare is an error that names both places.
import type { People, Role } from "../../model/person.js";
import type { Diagnostic, Origin } from "../../model/text/diagnostic.js";
import type { DeclaredBreaker } from "../breakers/breakers.js";
import type { DeclaredHold } from "../holds/holds.js";
import type { DeclaredPolicy } from "../policies/policy.js";
import { problem } from "../problem.js";
import type { DeclaredRollout } from "../rollout/rollout.js";
import type { ConfigCode } from "../schema/codes.js";
import { mapId } from "../schema/place.js";
import type { ReadFile } from "../schema/read.js";
import type { AccountShape } from "../schema/schema.js";
import type { BotShape } from "../schema/schema-bot.js";
import type { Layer, LayerKind } from "./layer.js";
import type { DeclaredVariable, DeclaredVariables } from "./variables.js";
import type { DeclaredVariant } from "./variants.js";

export interface DeclaredAccount {
  readonly name: string;
  readonly origin: Origin;
  readonly shape: AccountShape;
  /** Keys stated with a value that can't be used. */
  readonly dropped: ReadonlySet<string>;
  /** They win over every other layer of its bots. */
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
  readonly variants: readonly DeclaredVariant[];
  /** Top-level keys that stand in a file with a value that can't be used; "" where a file as a whole can't be. */
  readonly unknownSections: ReadonlySet<string>;
  readonly protectedTitles: readonly string[];
  /** Of all accounts at one address; the least that a file states. */
  readonly requestsPerSecond: number | undefined;
  readonly holds: readonly DeclaredHold[];
  readonly policies: readonly DeclaredPolicy[];
  readonly breakers: readonly DeclaredBreaker[];
  readonly rollout: DeclaredRollout | undefined;
  readonly people: People;
}

const NONE: ReadonlySet<string> = new Set();
const NOTHING: ReadonlyMap<string, unknown> = new Map();

/** @param where names a place for a message, as `file:line` */
export function mergeFiles(
  files: readonly ReadFile[],
  where: (origin: Origin) => string,
  diagnostics: Diagnostic[],
): Fleet {
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
  const variants: DeclaredVariant[] = [];
  const protectedTitles = new Set<string>();
  const holds: DeclaredHold[] = [];
  const policies: DeclaredPolicy[] = [];
  const breakers: DeclaredBreaker[] = [];
  let rollout: DeclaredRollout | undefined;
  const people = new Map<string, Role>();

  /** Whether nobody declared it before. */
  function claim(file: string, path: readonly string[], noun: string): boolean {
    const origin: Origin = { file, path, key: true };
    const id = mapId(path);
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, origin);
      return true;
    }
    const summary = `${noun} is declared here and at ${where(earlier)}`;
    diagnostics.push(problem("config/declared-twice", { summary, remedy: "Keep one of them, or rename one.", origin }));
    return false;
  }

  for (const { file, shape, dropped, deferred } of files) {
    const droppedAt = (owner: string): ReadonlySet<string> => dropped.get(owner) ?? NONE;
    const layer = (kind: LayerKind, name: string, path: readonly string[], values: BotShape): Layer => {
      const owner = mapId(path);
      return { kind, name, file, path, values, deferred: deferred.get(owner) ?? NOTHING, dropped: droppedAt(owner) };
    };
    /** What this file declares in a section, and no earlier file does. */
    const own = <T>(section: string, noun: string, map: Readonly<Record<string, T>> = {}) =>
      Object.entries(map).flatMap(([name, value]) => {
        const path = [section, name];
        if (!claim(file, path, `${noun} ${name}`)) return [];
        return [{ name, value, path, origin: { file, path }, dropped: droppedAt(mapId(path)) }];
      });
    if (shape.state !== undefined && files.length > 1 && !/(?:^|[\\/])botform\.ya?ml$/.test(file)) {
      const remedy = "Move it to botform.yaml of the same folder.";
      const origin: Origin = { file, path: ["state"], key: true };
      diagnostics.push(problem("config/state-elsewhere", { summary: "state isn't read from here", remedy, origin }));
    }
    for (const title of shape.protectedTitles ?? []) protectedTitles.add(title);
    for (const [index, hold] of (shape.holds ?? []).entries())
      holds.push({ shape: hold, origin: { file, path: ["holds", index] } });
    for (const name of droppedAt("accounts")) unknownAccounts.add(name);
    for (const name of droppedAt("")) unknownSections.add(name);
    for (const name of droppedAt("templates")) unknownTemplates.add(name);
    for (const { name, value, origin } of own("vars", "the variable", shape.vars))
      variables.set(name, { raw: value, origin });
    for (const { value, path: _, ...rest } of own("policies", "the policy", shape.policies))
      policies.push({ ...rest, shape: value });
    for (const { value, path: _, ...rest } of own("breakers", "the breaker", shape.breakers))
      breakers.push({ ...rest, shape: value });
    if (shape.rollout !== undefined && claim(file, ["rollout"], "rollout"))
      rollout = { shape: shape.rollout, origin: { file, path: ["rollout"] } };
    for (const { name, value } of own("people", "the person", shape.people)) people.set(name, value);
    for (const { name, value, path } of own("templates", "the template", shape.templates))
      templates.set(name, layer("template", name, path, value));
    for (const { name, value, path, dropped } of own("accounts", "account", shape.accounts)) {
      const overrides = value.overrides && layer("overrides", name, [...path, "overrides"], value.overrides);
      accounts.push({ name, origin: { file, path, key: true }, shape: value, dropped, overrides });
    }
    if (shape.defaults !== undefined) {
      const stated = layer("defaults", "", ["defaults"], shape.defaults);
      for (const key of [...Object.keys(shape.defaults), ...stated.deferred.keys()])
        claim(file, ["defaults", key], `the default ${key}`);
      defaults.push(stated);
    }
    for (const { name: experiment, value } of own("variants", "the experiment", shape.variants))
      for (const [name, one] of Object.entries(value)) {
        const path = ["variants", experiment, name];
        const settings = [...path, "settings"];
        const overlay = one.settings && layer("variant", `${experiment}/${name}`, settings, one.settings);
        variants.push({ experiment, name, origin: { file, path, key: true }, shape: one, layer: overlay });
      }
    for (const { name, value, path } of own("bots", "bot", shape.bots)) {
      const block = layer("bot", name, path, value);
      bots.set(name, block);
      if (value.exceptions === undefined) continue;
      const excepted = Object.entries(value.exceptions).map(
        ([key, values]) => [key, layer("exception", key, [...path, "exceptions", key], values)] as const,
      );
      exceptions.set(block, new Map(excepted));
    }
  }
  const rates = files.flatMap(({ shape }) => shape.requestsPerSecond ?? []);
  const fleet: Fleet = {
    accounts,
    unknownAccounts,
    defaults,
    templates,
    unknownTemplates,
    bots,
    exceptions,
    variables: { byName: variables, isPartial: unknownSections.has("vars") || unknownSections.has("") },
    variants,
    unknownSections,
    protectedTitles: [...protectedTitles],
    requestsPerSecond: rates.length === 0 ? undefined : Math.min(...rates),
    holds,
    policies,
    breakers,
    rollout,
    people,
  };
  diagnostics.push(...absences(files, fleet));
  return fleet;
}

/** Reports what no file declares, unless one declares it in an unusable form. */
function absences(files: readonly ReadFile[], fleet: Fleet): Diagnostic[] {
  const [file] = files;
  if (file === undefined) return [];
  const origin: Origin = { file: file.file, path: [] };
  const found: Diagnostic[] = [];
  const absent = (key: string, isAbsent: boolean, code: ConfigCode, summary: string, remedy: string): void => {
    const isDropped = files.some(
      ({ dropped }) => dropped.get("")?.has("") || dropped.get("")?.has(key) || dropped.has(key),
    );
    if (isAbsent && !isDropped) found.push(problem(code, { summary, remedy, origin }));
  };
  if (files.every(({ shape, dropped }) => Object.keys(shape).length === 0 && dropped.size === 0)) {
    const remedy = "botform init writes a first configuration, and botform pull writes one from live bots.";
    return [problem("config/no-accounts", { summary: "nothing is configured", remedy, origin })];
  }
  const noVersion = files.length === 1 ? "the file has no version" : "no file has a version";
  const isVersionless = files.every(({ shape }) => shape.version === undefined);
  absent("version", isVersionless, "config/version-missing", noVersion, "Begin with `version: 1`.");
  const noAccount = fleet.accounts.length === 0;
  absent("accounts", noAccount, "config/no-accounts", "no account is declared", "Declare one under `accounts`.");
  absent("bots", fleet.bots.size === 0, "config/no-bots", "no bot is declared", "Declare one under `bots`.");
  return found;
}
