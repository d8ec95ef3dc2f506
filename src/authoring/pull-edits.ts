// The edits that a pull makes to the files: how one live value is written at its bot, or its field given up there.

import type { Layer } from "../config/compose/layer.js";
import type { ResolvedBot } from "../config/compose/resolved-bot.js";
import { unscaled, VOLUMES, type VolumeRules } from "../config/compose/scale.js";
import type { ObservedBot } from "../model/bot/bot.js";
import { canonicalValue, type FieldName, type FieldValue, type SomeFields } from "../model/bot/field.js";
import { compareDecimals } from "../model/text/decimal.js";
import type { Edit } from "./edit.js";
import { literal } from "./pull-fresh.js";
import { inYaml, type Skipped, type Written } from "./pulled.js";

/** A configured bot and the live one that stands for it. */
export interface Pair {
  readonly resolved: ResolvedBot;
  readonly live: ObservedBot;
}

/** What a pull takes over of a bot besides its fields. */
type PulledName = FieldName | "enabled" | "access";

/** What a pull does to the files of a configuration. */
export interface PullEdits {
  readonly byFile: Map<string, Edit[]>;
  /** What a reader wouldn't expect: a value that came from elsewhere is now stated at the bot. */
  readonly notes: string[];
  readonly left: Skipped[];
}

export function noEdits(): PullEdits {
  return { byFile: new Map(), notes: [], left: [] };
}

export function add(edits: PullEdits, file: string, edit: Edit): void {
  const known = edits.byFile.get(file);
  if (known === undefined) edits.byFile.set(file, [edit]);
  else known.push(edit);
}

/** That something of a live bot isn't taken over. */
export function skip(edits: PullEdits, live: ObservedBot, reason: string, field?: FieldName): void {
  const title = live.fields.title ?? "";
  edits.left.push({ botId: live.id, title, ...(field !== undefined && { field }), reason });
}

/** A title on an access. */
export function titleAt({
  accessId,
  fields,
}: {
  readonly accessId: number | null;
  readonly fields: SomeFields;
}): string {
  return JSON.stringify([accessId, fields.title]);
}

/** Where settings are written. */
export interface EditPlace {
  readonly kind: "bot" | "forEach" | "exception";
  readonly file: string;
  readonly path: readonly string[];
  /** The layer that is written to, where it is there already. */
  readonly layer: Layer | undefined;
}

/** The block that a bot is declared in, alone or with others. */
export function blockOf({ merged }: ResolvedBot): EditPlace {
  const layer = merged.layers.findLast(({ kind }) => kind === "bot");
  const isMany = layer?.values.forEach !== undefined || layer?.deferred.has("forEach") === true;
  return { kind: isMany ? "forEach" : "bot", file: layer?.file ?? "", path: layer?.path ?? [], layer };
}

/** Where a bot alone is spoken of: its block, or its exception from a block of many. */
export function placeOf(resolved: ResolvedBot): EditPlace {
  const block = blockOf(resolved);
  if (block.kind !== "forEach") return block;
  const layer = resolved.merged.layers.findLast(({ kind }) => kind === "exception");
  return { kind: "exception", file: block.file, path: [...block.path, "exceptions", resolved.key], layer };
}

/** States a value. What the place takes out of management comes back into it. */
export function put(edits: PullEdits, place: EditPlace, name: PulledName, value: Written): void {
  const unmanaged = unmanagedAt(edits, place);
  const others = unmanaged.filter((one) => one !== name);
  if (others.length < unmanaged.length) setUnmanaged(edits, place, others);
  add(edits, place.file, { path: [...place.path, name], value: literal(value) });
}

/** Takes a field out of management at a place. */
export function letGo(edits: PullEdits, place: EditPlace, name: PulledName): void {
  const { layer, file, path } = place;
  const isStated = layer !== undefined && (Object.hasOwn(layer.values, name) || layer.deferred.has(name));
  if (isStated) add(edits, file, { path: [...path, name], value: undefined });
  const unmanaged = unmanagedAt(edits, place);
  if (!unmanaged.includes(name)) setUnmanaged(edits, place, [...unmanaged, name]);
}

function setUnmanaged(edits: PullEdits, { file, path }: EditPlace, names: readonly string[]): void {
  add(edits, file, { path: [...path, "unmanaged"], value: names.length === 0 ? undefined : names });
}

/** As it stands there, or as it was changed before. */
function unmanagedAt(edits: PullEdits, { file, path, layer }: EditPlace): readonly string[] {
  const place = JSON.stringify([...path, "unmanaged"]);
  const edit = edits.byFile.get(file)?.findLast((one) => JSON.stringify(one.path) === place);
  if (edit === undefined) return layer?.values.unmanaged ?? [];
  return Array.isArray(edit.value) ? edit.value.map(String) : [];
}

/** How a live value is written under the account's volume rules. */
export function writtenValue(
  name: FieldName,
  live: FieldValue,
  volumes: VolumeRules,
): Written | undefined | { readonly reason: string } {
  const isVolume = VOLUMES.some((volume) => volume === name);
  const plain = inYaml(name, live);
  if (!isVolume || live === null || isReason(plain)) return plain;
  if (volumes.min !== undefined && compareDecimals(live, volumes.min) < 0)
    return { reason: `${live} is below the account's volumeMin of ${volumes.min}` };
  if (volumes.scale === undefined) return plain;
  const base = unscaled(live, volumes);
  return base === undefined
    ? { reason: `no volume times the account's volumeScale of ${volumes.scale} gives ${live}` }
    : inYaml(name, base);
}

export function isReason(written: unknown): written is { readonly reason: string } {
  return typeof written === "object" && written !== null;
}

/** Whether a value of a layer, which may refer to variables, comes to a live value. */
export function isSame(name: FieldName, raw: unknown, live: FieldValue): boolean {
  const isPlain = typeof raw === "string" || typeof raw === "number" || raw === null;
  return isPlain && canonicalValue(name, raw) === live;
}
