// Takes drift of what an account's overrides state into them, where that is right for every bot they speak for.

import { type Layer, layerOf } from "../config/compose/layer.js";
import type { VolumeRules } from "../config/compose/scale.js";
import type { FieldName } from "../model/bot/field.js";
import { add, isReason, leave, type Pair, type PullEdits, writtenValue } from "./pull-edits.js";
import { literal } from "./pull-fresh.js";

/** A field that drifted and that overrides state. */
export interface Overridden extends Pair {
  readonly name: FieldName | "enabled";
  readonly layer: Layer;
}

/** Makes an edit for each field that all bots agree about; tells whether there is any. @param all the account's bots that are live */
export function overrideEdits(
  overridden: readonly Overridden[],
  volumes: VolumeRules,
  all: readonly Pair[],
  edits: PullEdits,
): boolean {
  const names = [...new Set(overridden.map((one) => one.name))];
  const done = names.map((name) => {
    const drifted = overridden.filter((one) => one.name === name);
    const [first] = drifted;
    return first !== undefined && overrideEdit(first, drifted, volumes, all, edits);
  });
  return done.includes(true);
}

function overrideEdit(
  { name, layer }: Overridden,
  drifted: readonly Pair[],
  volumes: VolumeRules,
  all: readonly Pair[],
  edits: PullEdits,
): boolean {
  const liveOf = ({ live }: Pair) =>
    name === "enabled" ? live.status.on : writtenValue(name, live.fields[name], volumes);
  const values = all.filter(({ draft }) => layerOf(draft.merged, name) === layer).map(liveOf);
  const [value] = values;
  if (value !== undefined && !isReason(value) && values.every((one) => one === value)) {
    add(edits, layer.file, {
      path: [...layer.path, name],
      value: typeof value === "string" ? literal(value) : value,
    });
    edits.notes.push(`${name} of every bot of account ${layer.name} is changed in its overrides`);
    return true;
  }
  for (const { live } of drifted) {
    const own = name === "enabled" ? (live.status.on ? "on" : "off") : (live.fields[name] ?? "none");
    const reason = `the overrides of account ${layer.name} state ${name} for all its bots, and not all have ${own}`;
    leave(edits, live, reason, name === "enabled" ? undefined : name);
  }
  return false;
}
