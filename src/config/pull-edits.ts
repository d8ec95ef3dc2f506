// Where live values go in an existing configuration: at the bot, or at the exception of a bot that forEach makes.
import type { ObservedBot } from "../model/bot.js";
import { canonicalValue } from "../model/canonical.js";
import { FIELD_NAMES, type FieldName, type FieldValue, type SomeFields } from "../model/field.js";
import type { Draft } from "./draft.js";
import type { Edit } from "./edit-wanted.js";
import { type Layer, layerOf } from "./layer.js";
import { literal } from "./pull-fresh.js";
import { inYaml, type Left, sayable, type Written } from "./pulled.js";
import { unscaled, VOLUMES, type VolumeRules } from "./scale.js";

/** A configured bot and the live one that stands for it. */
export interface Pair {
  readonly draft: Draft;
  readonly live: ObservedBot;
}

/** What a pull does to the files of a configuration. */
export interface PullEdits {
  readonly byFile: Map<string, Edit[]>;
  /** What a reader wouldn't expect: a value that came from elsewhere is now stated at the bot. */
  readonly notes: string[];
  readonly left: Left[];
}

export function noEdits(): PullEdits {
  return { byFile: new Map(), notes: [], left: [] };
}

/** Whether a field of a bot is wanted; `enabled` stands for the switch. */
export type Wish = (address: string, field: FieldName | "enabled") => boolean;

/**
 * Edits that make the configuration ask for what is live, of the fields that it manages.
 *
 * @param sharedWith the other accounts that have the bot, too
 * @param standing titles, as `titleAt` gives them, of configured bots that no live one stands for
 */
export function driftEdits(
  pairs: readonly Pair[],
  volumes: VolumeRules,
  wish: Wish,
  sharedWith: (key: string) => readonly string[],
  standing: readonly string[],
  edits: PullEdits,
): void {
  const overridden = new Map<FieldName | "enabled", { readonly layer: Layer; readonly pairs: Pair[] }>();
  const titles = new Map(standing.map((title) => [title, 1]));
  for (const pair of pairs) titles.set(titleAt(pair.live), (titles.get(titleAt(pair.live)) ?? 0) + 1);
  for (const pair of pairs) {
    const { draft, live } = pair;
    const changes: string[] = [];
    for (const name of driftOf(pair)) {
      if (!wish(draft.address, name)) continue;
      const written = name === "title" ? inYaml(name, live.fields[name]) : "";
      const isTaken = titles.get(titleAt(live)) !== 1;
      if (name === "title" && (isTaken || typeof written !== "string")) {
        // Its title is how a bot is known: there is nothing that could stand in its place.
        const why = isReason(written) ? written.reason : "it has no title";
        const reason = isTaken ? "two bots of the configuration have this title by now" : why;
        edits.left.push({ botId: live.id, title: live.fields.title ?? "", field: name, reason });
        continue;
      }
      const layer = layerOf(draft.merged, name);
      if (layer?.kind === "overrides") {
        const known = overridden.get(name) ?? { layer, pairs: [] };
        known.pairs.push(pair);
        overridden.set(name, known);
        continue;
      }
      changes.push(name);
      if (name === "enabled") put(edits, placeOf(draft), name, live.status.on);
      else putField(edits, pair, name, volumes);
      note(edits, draft, name, layer);
    }
    const others = changes.length === 0 ? [] : sharedWith(draft.key);
    if (others.length > 0) {
      edits.notes.push(`${draft.address}: ${changes.join(", ")} changes for the bot of ${others.join(", ")}, too`);
    }
  }
  for (const [name, { layer, pairs: drifted }] of overridden) overrideEdit(name, layer, drifted, pairs, edits);
}

const LIMITS: readonly { readonly name: FieldName; readonly words: readonly string[] }[] = [
  { name: "priceLevelDown", words: ["LOWER", "BOTH"] },
  { name: "priceLevelUp", words: ["UPPER", "BOTH"] },
];

/** The managed fields, and the switch, in which the live bot differs. */
function driftOf({ draft, live }: Pair): (FieldName | "enabled")[] {
  // What is right by itself may have become wrong beside another's live value.
  const { reasons } = sayable(live);
  const fields = FIELD_NAMES.filter(
    (name) => draft.fields[name] !== undefined && (draft.fields[name] !== live.fields[name] || reasons.has(name)),
  );
  const { enabled } = draft.merged.values;
  const level = fields.includes("priceLevel") ? live.fields.priceLevel : null;
  // What a level needs is stated with it, managed or not.
  const limits = LIMITS.filter(
    ({ name, words }) => words.includes(level ?? "") && draft.fields[name] === undefined && live.fields[name] !== null,
  ).map(({ name }) => name);
  fields.push(...limits);
  return enabled === undefined || enabled === live.status.on ? fields : [...fields, "enabled"];
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

interface Place {
  readonly file: string;
  readonly path: readonly string[];
  /** The layer that is written to, where it is there already. */
  readonly layer: Layer | undefined;
}

function placeOf({ key, merged }: Draft): Place {
  const exception = merged.layers.findLast(({ kind }) => kind === "exception");
  const block = merged.layers.findLast(({ kind }) => kind === "bot");
  const isMany = block?.values.forEach !== undefined || block?.deferred.has("forEach") === true;
  const [file, path] = [block?.file ?? "", block?.path ?? []];
  return isMany ? { file, path: [...path, "exceptions", key], layer: exception } : { file, path, layer: block };
}

function putField(edits: PullEdits, { draft, live }: Pair, name: FieldName, volumes: VolumeRules): void {
  const place = placeOf(draft);
  const trouble = sayable(live).reasons.get(name);
  const written = trouble === undefined ? writtenValue(name, live.fields[name], volumes) : { reason: trouble };
  if (written !== undefined && !isReason(written)) {
    put(edits, place, name, written);
    return;
  }
  // What can't be said is not managed any more; then the plan has nothing to do about it.
  const own: readonly string[] = place.layer?.values.unmanaged ?? [];
  const stated =
    place.layer !== undefined && (Object.hasOwn(place.layer.values, name) || place.layer.deferred.has(name));
  if (stated) add(edits, place.file, { path: [...place.path, name], value: undefined });
  const earlier = edits.byFile
    .get(place.file)
    ?.findLast(({ path }) => path.join("\0") === [...place.path, "unmanaged"].join("\0"))?.value;
  const known = Array.isArray(earlier) ? earlier.map(String) : own;
  add(edits, place.file, { path: [...place.path, "unmanaged"], value: [...known, name] });
  const reason = isReason(written) ? written.reason : `${name} is not set, and has no value for that`;
  edits.left.push({
    botId: live.id,
    title: live.fields.title ?? "",
    field: name,
    reason: `${reason}; it is unmanaged now`,
  });
}

/** How a live value is written under the account's volume rules. */
export function writtenValue(
  name: FieldName,
  live: FieldValue,
  volumes: VolumeRules,
): Written | undefined | { readonly reason: string } {
  const isVolume = VOLUMES.some((volume) => volume === name);
  if (!isVolume || live === null || volumes.scale === undefined) return inYaml(name, live);
  const base = unscaled(live, volumes);
  return base === undefined
    ? { reason: `no volume times the account's volumeScale of ${volumes.scale} comes to ${live}` }
    : inYaml(name, base);
}

export function isReason(written: unknown): written is { readonly reason: string } {
  return typeof written === "object" && written !== null;
}

function put(edits: PullEdits, { file, path, layer }: Place, name: FieldName | "enabled", value: Written): void {
  const unmanaged: readonly string[] | undefined = layer?.values.unmanaged;
  if (unmanaged?.includes(name) === true)
    add(edits, file, { path: [...path, "unmanaged"], value: unmanaged.filter((one) => one !== name) });
  add(edits, file, { path: [...path, name], value: typeof value === "string" ? literal(value) : value });
}

export function add(edits: PullEdits, file: string, edit: Edit): void {
  const known = edits.byFile.get(file);
  if (known === undefined) edits.byFile.set(file, [edit]);
  else known.push(edit);
}

function note(edits: PullEdits, draft: Draft, name: FieldName | "enabled", layer: Layer | undefined): void {
  const place = placeOf(draft);
  const came = cameFrom(layer, name, place);
  const at = place.path.includes("exceptions") ? "as an exception" : "at the bot";
  if (came !== undefined) edits.notes.push(`${draft.address}: ${name} is stated ${at} now; ${came} is as it was`);
}

function cameFrom(layer: Layer | undefined, name: string, place: Place): string | undefined {
  if (layer === undefined) return undefined;
  if (layer.kind === "template") return `template ${layer.name}`;
  if (layer.kind === "defaults") return "the value in defaults";
  if (layer.deferred.has(name)) return "the variable it came from";
  return layer === place.layer ? undefined : "the block of its forEach";
}

/** An override speaks for every bot of the account, so it changes only where all of them agree. */
function overrideEdit(
  name: FieldName | "enabled",
  layer: Layer,
  drifted: readonly Pair[],
  all: readonly Pair[],
  edits: PullEdits,
): void {
  const liveValue = ({ live }: Pair) => (name === "enabled" ? live.status.on : live.fields[name]);
  const concerned = all.filter(({ draft }) => layerOf(draft.merged, name) === layer);
  const [first] = concerned;
  const value = first === undefined ? undefined : liveValue(first);
  const written = typeof value === "boolean" || value === undefined ? value : inYaml(name as FieldName, value);
  if (written !== undefined && !isReason(written) && concerned.every((pair) => liveValue(pair) === value)) {
    add(edits, layer.file, {
      path: [...layer.path, name],
      value: typeof written === "string" ? literal(written) : written,
    });
    edits.notes.push(`${name} of every bot of account ${layer.name} is changed in its overrides`);
    return;
  }
  for (const { live } of drifted) {
    const reason = `the overrides of account ${layer.name} state ${name} for all its bots, and not all have ${String(value ?? "the same")}`;
    edits.left.push({
      botId: live.id,
      title: live.fields.title ?? "",
      ...(name !== "enabled" && { field: name }),
      reason,
    });
  }
}

/** Whether a value of a layer, which may refer to variables, comes to a live value. */
export function isSame(name: FieldName, raw: unknown, live: FieldValue): boolean {
  const isPlain = typeof raw === "string" || typeof raw === "number" || raw === null;
  return isPlain && canonicalValue(name, raw) === live;
}
