// Folds layers of settings into one bot; the last layer that states a key decides it.
import type { Origin } from "../model/diagnostic.js";
import type { BotKey, BotShape } from "./schema.js";

/** One place that states settings: a `defaults` map or a bot; later also templates and an account's overrides. */
export interface Layer {
  readonly file: string;
  readonly path: readonly string[];
  readonly values: BotShape;
  /** Keys stated with a value that can't be used. */
  readonly dropped: ReadonlySet<string>;
}

/** Settings and the layers they came from, in the order of the fold. */
export interface Merged {
  readonly values: BotShape;
  readonly layers: readonly Layer[];
}

export const NOTHING_MERGED: Merged = { values: {}, layers: [] };

/** Puts a layer over what is merged. A null of the layer stays: it switches off what is below. */
export function over(below: Merged, layer: Layer): Merged {
  return { values: { ...below.values, ...layer.values }, layers: [...below.layers, layer] };
}

/** Where a key's value was stated; for a key nobody stated, the last layer as a whole. */
export function originOf(merged: Merged, name: BotKey): Origin {
  const layer = merged.layers.findLast(({ values }) => Object.hasOwn(values, name)) ?? merged.layers.at(-1);
  if (layer === undefined) return { file: "", path: [] };
  if (!Object.hasOwn(layer.values, name)) return { file: layer.file, path: layer.path, key: true };
  return { file: layer.file, path: [...layer.path, name] };
}

/** Whether a key was stated with a value that can't be used: then nothing is known of it, and nothing is said. */
export function isUnknown(merged: Merged, name: BotKey): boolean {
  return merged.layers.some(({ dropped }) => dropped.has(name));
}
