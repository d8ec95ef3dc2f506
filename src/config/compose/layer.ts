// Folds layers of settings into one bot; the last layer that states a key decides it.
import type { Origin } from "../../model/text/diagnostic.js";
import type { BotKey, BotShape } from "../schema/schema-bot.js";

/** The part of the configuration that a layer comes from, lowest first. */
export type LayerKind = "defaults" | "template" | "bot" | "exception" | "variant" | "overrides";

/** One place that states settings. */
export interface Layer {
  readonly kind: LayerKind;
  /** Of the template, bot or account; `experiment/variant`; empty for `defaults`. */
  readonly name: string;
  readonly file: string;
  readonly path: readonly string[];
  readonly values: BotShape;
  /** Settings that refer to variables, as they are written. */
  readonly deferred: ReadonlyMap<string, unknown>;
  /** Keys stated with a value that can't be used. */
  readonly dropped: ReadonlySet<string>;
}

/** A setting that refers to variables, and the layer that states it. */
interface Pending {
  readonly raw: unknown;
  readonly layer: Layer;
}

/** Settings and the layers they came from, in the order of the fold. */
export interface Merged {
  readonly values: BotShape;
  readonly layers: readonly Layer[];
  /** Settings whose value is not worked out yet. */
  readonly pending: ReadonlyMap<string, Pending>;
  /** Keys whose variables came to a value that can't be used. */
  readonly faulty?: ReadonlySet<string>;
}

/** Settings that are worked out before there are bots, or layer by layer (webhook-tree.ts). */
const ELSEWHERE: ReadonlySet<string> = new Set(["forEach", "webhooks"]);
const NOTHING_PENDING: ReadonlyMap<string, Pending> = new Map();

export const NOTHING_MERGED: Merged = { values: {}, layers: [], pending: NOTHING_PENDING };

/** Puts a layer over what is merged. A null of the layer stays: it switches off what is below. */
export function over(below: Merged, layer: Layer): Merged {
  const layers = [...below.layers, layer];
  const { unmanaged } = layer.values;
  if (unmanaged === undefined && layer.deferred.size === 0 && below.pending.size === 0) {
    // Values are never written to, so without a layer below they needn't be copied, for thousands of bots.
    const values = below.layers.length === 0 ? layer.values : { ...below.values, ...layer.values };
    return { values, layers, pending: NOTHING_PENDING };
  }
  const taken = new Set<string>([...(unmanaged ?? []), ...layer.deferred.keys()]);
  const kept = Object.fromEntries(Object.entries(below.values).filter(([name]) => !taken.has(name)));
  const pending = new Map(
    [...below.pending].filter(([name]) => !taken.has(name) && !Object.hasOwn(layer.values, name)),
  );
  for (const [name, raw] of layer.deferred) if (!ELSEWHERE.has(name)) pending.set(name, { raw, layer });
  return { values: { ...kept, ...layer.values }, layers, pending };
}

/** The layer that decides a key; undefined where none states it, or a higher one takes it out of management. */
export function layerOf(merged: Merged, name: BotKey): Layer | undefined {
  const last = lastWordOn(merged, name);
  return last !== undefined && states(last, name) ? last : undefined;
}

/** The layer that takes a field out of management, where one does and none above states it again. */
export function letGoBy(merged: Merged, name: BotKey): Layer | undefined {
  const last = lastWordOn(merged, name);
  return last !== undefined && !states(last, name) ? last : undefined;
}

/** The layer that states a key, or takes it out of management, above all others. */
export function lastWordOn({ layers }: Merged, name: BotKey): Layer | undefined {
  return layers.findLast((layer) => states(layer, name) || isLetGo(layer, name));
}

/** Where a key's value was stated; for a key nobody stated, the bot as a whole. */
export function originOf(merged: Merged, name: BotKey): Origin {
  const layer = layerOf(merged, name);
  if (layer !== undefined) return { file: layer.file, path: [...layer.path, name] };
  return homeOf(merged);
}

/** Where the bot itself is declared. */
export function homeOf({ layers }: Merged): Origin {
  const home = layers.findLast(({ kind }) => kind === "bot") ?? layers.at(-1);
  return home === undefined ? { file: "", path: [] } : { file: home.file, path: home.path, key: true };
}

/** Whether a key was stated with an unusable value. Then its value isn't known, and nothing more is reported about it. */
export function isUnknown({ layers, faulty }: Merged, name: BotKey): boolean {
  return faulty?.has(name) === true || layers.some(({ dropped }) => dropped.has(name));
}

function states(layer: Layer, name: BotKey): boolean {
  return Object.hasOwn(layer.values, name) || layer.deferred.has(name);
}

function isLetGo({ values }: Layer, name: BotKey): boolean {
  const list: readonly string[] | undefined = values.unmanaged;
  return list?.includes(name) === true;
}
