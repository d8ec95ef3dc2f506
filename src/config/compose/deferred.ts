// Takes the settings that refer to variables out of a file's value: their values are known only bot by bot.
import { isRecord } from "../../model/record.js";
import { mapId } from "../schema/place.js";
import { botSchema, defaultsSchema, exceptionSchema, overridesSchema, templateSchema } from "../schema/schema-bot.js";
import { variantSettingsSchema } from "../schema/schema-variants.js";
import { refers } from "./reference.js";

/** Raw values by setting, by the mapId of the map they stand in. */
export type Deferred = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

interface Divided {
  /** Without the deferred settings; everything else is shared with the whole. */
  readonly rest: unknown;
  readonly deferred: Map<string, Map<string, unknown>>;
  /** Those of the deferred settings that are lists: some of their items may be checked as they stand. */
  readonly lists: readonly DeferredList[];
}

interface DeferredList {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** Keys that decide which layers there are; they can't depend on a bot's variables. */
export const STRUCTURAL: ReadonlySet<string> = new Set(["extends", "unmanaged", "only", "except", "exceptions"]);

type Shape = Readonly<Record<string, unknown>>;

/** Settings that take a list, of which any item may refer to variables. */
const LISTS: ReadonlySet<string> = new Set(["ignore", "previousTitles", "twin"]);

/** Whether variables could make it valid: a list in the place of a number stays a list. */
function isDeferrable(key: string, part: unknown): boolean {
  if (typeof part === "string") return true;
  return Array.isArray(part) ? LISTS.has(key) : key === "forEach" || key === "webhooks";
}

/** Divides a file's value. Keys that aren't known stay where they are: the schema refuses them. */
export function divide(value: unknown): Divided {
  const deferred = new Map<string, Map<string, unknown>>();
  const lists: DeferredList[] = [];
  if (!isRecord(value)) return { rest: value, deferred, lists };

  function settings(map: unknown, path: readonly string[], shape: Shape): unknown {
    if (!isRecord(map)) return map;
    let rest: Record<string, unknown> | undefined;
    for (const [key, part] of Object.entries(map)) {
      if (STRUCTURAL.has(key) || !Object.hasOwn(shape, key) || !refers(part) || !isDeferrable(key, part)) continue;
      rest ??= { ...map };
      delete rest[key];
      const id = mapId(path);
      const own = deferred.get(id) ?? new Map<string, unknown>();
      deferred.set(id, own.set(key, part));
      if (Array.isArray(part)) lists.push({ path: [...path, key], items: part });
    }
    const { exceptions } = map;
    if (!Object.hasOwn(shape, "exceptions") || !isRecord(exceptions)) return rest ?? map;
    const inner = each(exceptions, [...path, "exceptions"], (one, at) => settings(one, at, exceptionSchema.shape));
    return inner === exceptions ? (rest ?? map) : { ...(rest ?? map), exceptions: inner };
  }

  function variantOf(variant: unknown, at: readonly string[]): unknown {
    if (!isRecord(variant) || !("settings" in variant)) return variant;
    const inner = settings(variant["settings"], [...at, "settings"], variantSettingsSchema.shape);
    return inner === variant["settings"] ? variant : { ...variant, settings: inner };
  }

  const rest: Record<string, unknown> = { ...value };
  const { defaults, templates, bots, accounts, variants } = value;
  if (defaults !== undefined) rest["defaults"] = settings(defaults, ["defaults"], defaultsSchema.shape);
  if (isRecord(templates))
    rest["templates"] = each(templates, ["templates"], (one, at) => settings(one, at, templateSchema.shape));
  if (isRecord(bots)) rest["bots"] = each(bots, ["bots"], (one, at) => settings(one, at, botSchema.shape));
  if (isRecord(variants))
    rest["variants"] = each(variants, ["variants"], (experiment, within) =>
      isRecord(experiment) ? each(experiment, within, variantOf) : experiment,
    );
  if (isRecord(accounts)) {
    rest["accounts"] = each(accounts, ["accounts"], (account, at) => {
      if (!isRecord(account) || !("overrides" in account)) return account;
      const overrides = settings(account["overrides"], [...at, "overrides"], overridesSchema.shape);
      return overrides === account["overrides"] ? account : { ...account, overrides };
    });
  }
  return { rest: deferred.size === 0 ? value : rest, deferred, lists };
}

/** The map with each value divided; the same map where nothing was taken out. */
function each(
  map: Readonly<Record<string, unknown>>,
  path: readonly string[],
  divideOne: (value: unknown, path: readonly string[]) => unknown,
): Readonly<Record<string, unknown>> {
  const entries = Object.entries(map).map(([key, value]) => [key, divideOne(value, [...path, key])] as const);
  return entries.every(([key, value]) => map[key] === value) ? map : Object.fromEntries(entries);
}
