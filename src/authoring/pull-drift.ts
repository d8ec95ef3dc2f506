// Puts drift into an existing configuration: at the bot, at its exception, or at the forEach whose bots all drifted alike.

import { type Layer, layerOf } from "../config/compose/layer.js";
import type { ResolvedBot } from "../config/compose/resolved-bot.js";
import type { VolumeRules } from "../config/compose/scale.js";
import type { ConfiguredAccount } from "../config/load.js";
import { compare } from "../model/bot/compare.js";
import { FIELD_NAMES, type FieldName } from "../model/bot/field.js";
import { groupBy } from "../model/order.js";
import {
  add,
  blockOf,
  type EditPlace,
  isReason,
  letGo,
  type Pair,
  type PullEdits,
  placeOf,
  put,
  skip,
  titleAt,
  writtenValue,
} from "./pull-edits.js";
import { literal } from "./pull-fresh.js";
import { inYaml, type Written, writable } from "./pulled.js";

/** Whether a field of a bot is wanted; `enabled` stands for the switch. */
export type Selector = (address: string, field: FieldName | "enabled") => boolean;

interface Drifting {
  readonly account: ConfiguredAccount;
  readonly pairs: readonly Pair[];
  readonly isSelected: Selector;
  /** Whether bots of other accounts have the settings of this layer, too. */
  readonly isElsewhere: (layer: Layer) => boolean;
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

/** Makes edits after which the configuration asks for what is live, for the fields that it manages. Returns whether overrides change. */
export function driftEdits(drifting: Drifting, edits: PullEdits): boolean {
  const { account, pairs, isSelected } = drifting;
  const overridden: Overridden[] = [];
  const changes: Change[] = [];
  const isTaken = takenTitles(drifting);
  for (const pair of pairs) {
    const { resolved, live } = pair;
    for (const name of driftOf(pair, isSelected)) {
      const layer = layerOf(resolved.merged, name);
      const reason = name === "title" ? titleTrouble(pair, account.desired.titlePrefix, isTaken) : undefined;
      // Its title is how a bot is known: there is nothing that could stand in its place.
      if (reason !== undefined) skip(edits, live, reason, "title");
      else if (layer?.kind === "overrides" || layer?.kind === "variant") overridden.push({ name, layer, ...pair });
      else changes.push({ ...pair, name, layer, written: toWrite(pair, name, account.volumes) });
    }
  }
  const { together, alone } = blockwide(changes, account.resolved);
  for (const alike of together) blockEdit(alike, account, edits);
  for (const change of alone) botEdit(change, edits);
  shareNotes(changes, drifting, edits);
  return overrideEdits(overridden, drifting, edits);
}

const LIMITS: readonly { readonly name: FieldName; readonly words: readonly string[] }[] = [
  { name: "priceLevelDown", words: ["LOWER", "BOTH"] },
  { name: "priceLevelUp", words: ["UPPER", "BOTH"] },
];

/** The managed fields, and the switch, in which the live bot differs and is wanted. */
export function driftOf({ resolved, live }: Pair, isSelected: Selector): (FieldName | "enabled")[] {
  // What is right by itself may have become wrong beside another's live value.
  const { reasons } = writable(live);
  const managed = FIELD_NAMES.filter(
    (name) => resolved.fields[name] !== undefined && isSelected(resolved.address, name),
  );
  const fields = compare(
    resolved.fields,
    live.fields,
    managed,
    (one, other, name) => one === other && !reasons.has(name),
  ).map(({ name }) => name);
  const { enabled } = resolved.merged.values;
  const level = fields.includes("priceLevel") ? live.fields.priceLevel : null;
  // What a level needs is stated with it, managed or not.
  const limits = LIMITS.filter(
    ({ name, words }) =>
      words.includes(level ?? "") && resolved.fields[name] === undefined && live.fields[name] !== null,
  ).map(({ name }) => name);
  const isSwitched = enabled !== undefined && enabled !== live.status.on && isSelected(resolved.address, "enabled");
  return [...fields, ...limits, ...(isSwitched ? (["enabled"] as const) : [])];
}

function takenTitles({ pairs, standing }: Drifting): (pair: Pair) => boolean {
  const titles = groupBy([...new Set(standing), ...pairs.map(({ live }) => titleAt(live))], (title) => title);
  return ({ live }) => titles.get(titleAt(live))?.length !== 1;
}

function titleTrouble(pair: Pair, prefix: string, isTaken: (pair: Pair) => boolean): string | undefined {
  const { title } = pair.live.fields;
  const written = inYaml("title", title);
  if (isTaken(pair)) return "two bots of the configuration now have this title";
  if (isReason(written)) return written.reason;
  if (title === null) return "it has no title";
  return title.startsWith(prefix) ? undefined : `it no longer begins with the account's titlePrefix "${prefix}"`;
}

function toWrite({ live }: Pair, name: FieldName | "enabled", volumes: VolumeRules): Change["written"] {
  if (name === "enabled") return live.status.on;
  const trouble = writable(live).reasons.get(name);
  if (trouble !== undefined) return { reason: trouble };
  const written = writtenValue(name, live.fields[name], volumes);
  return written === undefined ? { reason: `${name} is not set on the service, and no value expresses that` } : written;
}

/** A change that all bots of a forEach share goes to its block, and not to each bot's exception. */
function blockwide(changes: readonly Change[], block: readonly ResolvedBot[]) {
  const groups = groupBy(changes, ({ resolved, name, written }) => JSON.stringify([idOf(resolved), name, written]));
  const blocks = groupBy(block, idOf);
  const isWide = (group: readonly Change[]) =>
    group.every(({ resolved, name, layer, written }) => {
      const block = blockOf(resolved);
      const isPlain = layer === undefined || (layer.kind !== "exception" && !layer.deferred.has(name));
      return (
        block.kind === "forEach" &&
        isPlain &&
        !isReason(written) &&
        name !== "title" &&
        name !== "pairTitle" &&
        group.length === blocks.get(idOf(resolved))?.length
      );
    });
  const all = [...groups.values()];
  const together = all.filter(isWide);
  const wide = new Set(together.flat());
  return { together, alone: changes.filter((change) => !wide.has(change)) };
}

function idOf(resolved: ResolvedBot): string {
  const { file, path } = blockOf(resolved);
  return JSON.stringify([file, path]);
}

function blockEdit(alike: readonly Change[], { desired }: ConfiguredAccount, edits: PullEdits): void {
  const [first] = alike;
  if (first === undefined || isReason(first.written)) return;
  const block = blockOf(first.resolved);
  put(edits, block, first.name, first.written);
  const came = cameFrom(first.layer, first.name, block);
  if (came !== undefined)
    edits.notes.push(
      `${desired.account}/${block.path.at(-1) ?? ""}: ${first.name} goes into its block; ${came} stays as it was`,
    );
}

function botEdit({ resolved, live, name, layer, written }: Change, edits: PullEdits): void {
  const place = placeOf(resolved);
  if (isReason(written)) {
    // A value that YAML can't express becomes unmanaged, so that the plan has no step for it.
    letGo(edits, place, name);
    if (name !== "enabled") skip(edits, live, `${written.reason}; it is now unmanaged`, name);
    return;
  }
  put(edits, place, name, written);
  const came = cameFrom(layer, name, place);
  const at = place.kind === "exception" ? "an exception" : "the bot's entry";
  if (came !== undefined) edits.notes.push(`${resolved.address}: ${name} goes into ${at}; ${came} stays as it was`);
}

function cameFrom(layer: Layer | undefined, name: string, place: EditPlace): string | undefined {
  if (layer === undefined) return undefined;
  if (layer.kind === "template") return `template ${layer.name}`;
  if (layer.kind === "defaults") return "the value in defaults";
  if (layer.deferred.has(name)) return "the variable it came from";
  return layer === place.layer ? undefined : "its forEach block";
}

function shareNotes(changes: readonly Change[], { sharedWith }: Drifting, edits: PullEdits): void {
  for (const [{ address, key }, changed] of groupBy(changes, ({ resolved }) => resolved)) {
    const others = sharedWith(key);
    if (others.length === 0) continue;
    const change = `${changed.map(({ name }) => name).join(", ")} ${changed.length === 1 ? "changes" : "change"}`;
    edits.notes.push(
      `${address}: ${change} also for the ${others.length === 1 ? "bot" : "bots"} of ${others.join(", ")}`,
    );
  }
}

/** A field that drifted and that overrides, or a variant, state: what others have, too. */
interface Overridden extends Pair {
  readonly name: FieldName | "enabled";
  readonly layer: Layer;
}

/** Makes an edit for each field that all bots of its layer agree about; tells whether there is any. */
function overrideEdits(overridden: readonly Overridden[], drifting: Drifting, edits: PullEdits): boolean {
  const groups = groupBy(overridden, ({ name, layer }) => JSON.stringify([layer.file, layer.path, name]));
  const done = [...groups.values()].map((drifted) => {
    const [first] = drifted;
    return first !== undefined && overrideEdit(first, drifted, drifting, edits);
  });
  return done.includes(true);
}

function overrideEdit(
  { name, layer }: Overridden,
  drifted: readonly Pair[],
  { account: { volumes }, pairs: all, isElsewhere }: Drifting,
  edits: PullEdits,
): boolean {
  const isVariant = layer.kind === "variant";
  const isShared = isVariant && isElsewhere(layer);
  const liveOf = ({ live }: Pair) =>
    name === "enabled" ? live.status.on : writtenValue(name, live.fields[name], volumes);
  const values = all.filter(({ resolved }) => layerOf(resolved.merged, name) === layer).map(liveOf);
  const [value] = values;
  if (!isShared && value !== undefined && !isReason(value) && values.every((one) => one === value)) {
    add(edits, layer.file, { path: [...layer.path, name], value: literal(value) });
    const whose = isVariant ? `the variant ${layer.name}, in its settings` : `account ${layer.name}, in its overrides`;
    edits.notes.push(`${name} is changed for every bot of ${whose}`);
    return true;
  }
  for (const { live } of drifted) {
    const own = name === "enabled" ? (live.status.on ? "on" : "off") : (live.fields[name] ?? "none");
    const whose = isVariant ? `the variant ${layer.name} sets` : `the overrides of account ${layer.name} set`;
    const but = isShared ? "and some of them are on other accounts" : `but not all of them have ${own}`;
    const reason = `${whose} ${name} for all its bots, ${but}`;
    skip(edits, live, reason, name === "enabled" ? undefined : name);
  }
  return false;
}
