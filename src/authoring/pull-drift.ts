// Where drift goes in an existing configuration: at the bot, at its exception, or at the forEach whose bots all drifted alike.

import type { Draft } from "../config/compose/draft.js";
import { type Layer, layerOf } from "../config/compose/layer.js";
import type { VolumeRules } from "../config/compose/scale.js";
import type { ConfiguredAccount } from "../config/load.js";
import { compare } from "../model/bot/compare.js";
import { FIELD_NAMES, type FieldName } from "../model/bot/field.js";
import {
  blockOf,
  isReason,
  leave,
  letGo,
  type Pair,
  type Place,
  type PullEdits,
  placeOf,
  put,
  titleAt,
  writtenValue,
} from "./pull-edits.js";
import { type Overridden, overrideEdits } from "./pull-overrides.js";
import { inYaml, sayable, type Written } from "./pulled.js";

/** Whether a field of a bot is wanted; `enabled` stands for the switch. */
export type Wish = (address: string, field: FieldName | "enabled") => boolean;

export interface Drifting {
  readonly account: ConfiguredAccount;
  readonly pairs: readonly Pair[];
  readonly wish: Wish;
  /** The other accounts that have the bot, too. */
  readonly sharedWith: (key: string) => readonly string[];
  /** Titles, as `titleAt` gives them, of configured bots that no live one stands for. */
  readonly standing: readonly string[];
}

/** A value to be written, or why it can't be. */
interface Change extends Pair {
  readonly name: FieldName | "enabled";
  readonly layer: Layer | undefined;
  readonly written: Written | { readonly reason: string };
}

/** Makes edits that let the configuration ask for what is live, of the fields that it manages. Tells whether overrides change. */
export function driftEdits(drifting: Drifting, edits: PullEdits): boolean {
  const { account, pairs, wish } = drifting;
  const overridden: Overridden[] = [];
  const changes: Change[] = [];
  const isTaken = takenTitles(drifting);
  for (const pair of pairs) {
    const { draft, live } = pair;
    for (const name of driftOf(pair, wish)) {
      const layer = layerOf(draft.merged, name);
      const reason = name === "title" ? titleTrouble(pair, account.desired.titlePrefix, isTaken) : undefined;
      // Its title is how a bot is known: there is nothing that could stand in its place.
      if (reason !== undefined) leave(edits, live, reason, "title");
      else if (layer?.kind === "overrides") overridden.push({ name, layer, ...pair });
      else changes.push({ ...pair, name, layer, written: toWrite(pair, name, account.volumes) });
    }
  }
  const { together, alone } = blockwide(changes, account.drafts);
  for (const alike of together) blockEdit(alike, account, edits);
  for (const change of alone) botEdit(change, edits);
  shareNotes(changes, drifting, edits);
  return overrideEdits(overridden, account.volumes, pairs, edits);
}

const LIMITS: readonly { readonly name: FieldName; readonly words: readonly string[] }[] = [
  { name: "priceLevelDown", words: ["LOWER", "BOTH"] },
  { name: "priceLevelUp", words: ["UPPER", "BOTH"] },
];

/** The managed fields, and the switch, in which the live bot differs and is wanted. */
export function driftOf({ draft, live }: Pair, wish: Wish): (FieldName | "enabled")[] {
  // What is right by itself may have become wrong beside another's live value.
  const { reasons } = sayable(live);
  const managed = FIELD_NAMES.filter((name) => draft.fields[name] !== undefined && wish(draft.address, name));
  const fields = compare(
    draft.fields,
    live.fields,
    managed,
    (one, other, name) => one === other && !reasons.has(name),
  ).map(({ name }) => name);
  const { enabled } = draft.merged.values;
  const level = fields.includes("priceLevel") ? live.fields.priceLevel : null;
  // What a level needs is stated with it, managed or not.
  const limits = LIMITS.filter(
    ({ name, words }) => words.includes(level ?? "") && draft.fields[name] === undefined && live.fields[name] !== null,
  ).map(({ name }) => name);
  const isSwitched = enabled !== undefined && enabled !== live.status.on && wish(draft.address, "enabled");
  return [...fields, ...limits, ...(isSwitched ? (["enabled"] as const) : [])];
}

function takenTitles({ pairs, standing }: Drifting): (pair: Pair) => boolean {
  const titles = new Map(standing.map((title) => [title, 1]));
  for (const { live } of pairs) titles.set(titleAt(live), (titles.get(titleAt(live)) ?? 0) + 1);
  return ({ live }) => titles.get(titleAt(live)) !== 1;
}

function titleTrouble(pair: Pair, prefix: string, isTaken: (pair: Pair) => boolean): string | undefined {
  const { title } = pair.live.fields;
  const written = inYaml("title", title);
  if (isTaken(pair)) return "two bots of the configuration have this title by now";
  if (isReason(written)) return written.reason;
  if (title === null) return "it has no title";
  return title.startsWith(prefix) ? undefined : `it doesn't begin with the account's titlePrefix "${prefix}" any more`;
}

function toWrite({ live }: Pair, name: FieldName | "enabled", volumes: VolumeRules): Change["written"] {
  if (name === "enabled") return live.status.on;
  const trouble = sayable(live).reasons.get(name);
  if (trouble !== undefined) return { reason: trouble };
  const written = writtenValue(name, live.fields[name], volumes);
  return written === undefined ? { reason: `${name} is not set, and has no value for that` } : written;
}

/** Changes that all bots of a forEach share change its block; to them the list of exceptions would say nothing. */
function blockwide(changes: readonly Change[], drafts: readonly Draft[]) {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const id = JSON.stringify([idOf(change.draft), change.name, change.written]);
    groups.set(id, [...(groups.get(id) ?? []), change]);
  }
  const sizes = new Map<string, number>();
  for (const draft of drafts) sizes.set(idOf(draft), (sizes.get(idOf(draft)) ?? 0) + 1);
  const isWide = (group: readonly Change[]) =>
    group.every(({ draft, name, layer, written }) => {
      const block = blockOf(draft);
      const isPlain = layer === undefined || (layer.kind !== "exception" && !layer.deferred.has(name));
      return (
        block.kind === "forEach" &&
        isPlain &&
        !isReason(written) &&
        name !== "title" &&
        name !== "pairTitle" &&
        group.length === sizes.get(idOf(draft))
      );
    });
  const all = [...groups.values()];
  const together = all.filter(isWide);
  const wide = new Set(together.flat());
  return { together, alone: changes.filter((change) => !wide.has(change)) };
}

function idOf(draft: Draft): string {
  const { file, path } = blockOf(draft);
  return JSON.stringify([file, path]);
}

function blockEdit(alike: readonly Change[], { desired }: ConfiguredAccount, edits: PullEdits): void {
  const [first] = alike;
  if (first === undefined || isReason(first.written)) return;
  const block = blockOf(first.draft);
  put(edits, block, first.name, first.written);
  const came = cameFrom(first.layer, first.name, block);
  if (came !== undefined)
    edits.notes.push(
      `${desired.account}/${block.path.at(-1) ?? ""}: ${first.name} is stated at its block now; ${came} is as it was`,
    );
}

function botEdit({ draft, live, name, layer, written }: Change, edits: PullEdits): void {
  const place = placeOf(draft);
  if (isReason(written)) {
    // What can't be said is not managed any more; then the plan has nothing to do about it.
    letGo(edits, place, name);
    if (name !== "enabled") leave(edits, live, `${written.reason}; it is unmanaged now`, name);
    return;
  }
  put(edits, place, name, written);
  const came = cameFrom(layer, name, place);
  const at = place.kind === "exception" ? "as an exception" : "at the bot";
  if (came !== undefined) edits.notes.push(`${draft.address}: ${name} is stated ${at} now; ${came} is as it was`);
}

function cameFrom(layer: Layer | undefined, name: string, place: Place): string | undefined {
  if (layer === undefined) return undefined;
  if (layer.kind === "template") return `template ${layer.name}`;
  if (layer.kind === "defaults") return "the value in defaults";
  if (layer.deferred.has(name)) return "the variable it came from";
  return layer === place.layer ? undefined : "the block of its forEach";
}

function shareNotes(changes: readonly Change[], { sharedWith }: Drifting, edits: PullEdits): void {
  const names = new Map<Draft, string[]>();
  for (const { draft, name } of changes) names.set(draft, [...(names.get(draft) ?? []), name]);
  for (const [{ address, key }, changed] of names) {
    const others = sharedWith(key);
    if (others.length === 0) continue;
    const change = `${changed.join(", ")} ${changed.length === 1 ? "changes" : "change"}`;
    edits.notes.push(
      `${address}: ${change} for the ${others.length === 1 ? "bot" : "bots"} of ${others.join(", ")}, too`,
    );
  }
}
