// Finds what pulled bots share: defaults for most of them, forEach where titles follow their pairs, templates for the rest.
import { byPair } from "./factor-pairs.js";
import {
  type ManyBlock,
  type Said,
  type SettingName,
  type Settings,
  type Shared,
  saidBy,
  withoutPair,
} from "./factor-said.js";
import { keyFor, type PulledBot, type Written } from "./pulled.js";

/** One bot as it is to be written. */
export interface SingleBlock {
  readonly kind: "bot";
  /** Its own, and the lowest of many: what is written follows the order in which the bots came to be. */
  readonly id: number;
  readonly bot: PulledBot;
  readonly template: string | undefined;
  /** What it states itself. */
  readonly own: Said;
}

export interface Factored {
  readonly defaults: Settings;
  readonly templates: ReadonlyMap<string, Said>;
  readonly blocks: readonly (SingleBlock | ManyBlock)[];
}

/** Of the bots that a value has to be shared by to become a default. */
const MOSTLY = 0.5;
/** Of the bots that have to be able to say a field; the others say that it is unmanaged. */
const NEARLY_ALL = 0.9;
/** A template has to save more lines than it takes. */
const FEWEST_SETTINGS = 3;

/** Nothing shared but what is off: each bot says what it is, and `defaults` says once what most have switched off. */
export function unfactored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const below: Shared = { needsAccess, below: commonValues(bots, needsAccess, "off") };
  return { defaults: below.below, templates: new Map(), blocks: bots.map((bot) => single(bot, undefined, below)) };
}

/** The same bots with as little said twice as can be. */
export function factored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const defaults = commonValues(bots, needsAccess, "any");
  const shared: Shared = { needsAccess, below: defaults };
  const { many, rest } = byPair(bots, shared);
  const templates = new Map<string, Said>();
  const names = new Set<string>();
  const blocks: (SingleBlock | ManyBlock)[] = [...many];
  for (const group of alike(rest, shared)) blocks.push(...templated(group));

  function templated(group: readonly PulledBot[]): SingleBlock[] {
    const [first] = group;
    const common = first === undefined ? undefined : withoutPair(saidBy(first, shared));
    if (first === undefined || common === undefined || group.length < 2 || common.settings.size < FEWEST_SETTINGS)
      return group.map((bot) => single(bot, undefined, shared));
    // Named after the oldest one, so that a new bot gives no other template another name.
    const name = keyFor(`like ${first.title}`, names);
    templates.set(name, common);
    const below = new Map([...defaults, ...common.settings]);
    for (const letGo of common.unmanaged) below.delete(letGo);
    return group.map((bot) => single(bot, name, { needsAccess, below }));
  }

  return { defaults, templates, blocks: blocks.sort((left, right) => left.id - right.id) };
}

/** Bots that differ in nothing but their titles and pairs, the oldest first. */
function alike(bots: readonly PulledBot[], shared: Shared): Iterable<readonly PulledBot[]> {
  const groups = new Map<string, PulledBot[]>();
  for (const bot of bots) {
    const { settings, unmanaged } = withoutPair(saidBy(bot, shared));
    const id = JSON.stringify([[...settings], unmanaged]);
    groups.set(id, [...(groups.get(id) ?? []), bot]);
  }
  return groups.values();
}

function single(bot: PulledBot, template: string | undefined, shared: Shared): SingleBlock {
  return { kind: "bot", id: bot.id, bot, template, own: saidBy(bot, shared) };
}

/** The values that most bots share; of fields that many bots can't state only that they are off. */
function commonValues(bots: readonly PulledBot[], needsAccess: boolean, which: "any" | "off"): Settings {
  const counts = new Map<SettingName, Map<Written, number>>();
  const all = bots.map((bot) => saidBy(bot, { needsAccess, below: new Map() }).settings);
  for (const settings of all) {
    for (const [name, value] of settings) {
      const known = counts.get(name) ?? new Map<Written, number>();
      counts.set(name, known.set(value, (known.get(value) ?? 0) + 1));
    }
  }
  const common = new Map<SettingName, Written>();
  for (const [name, values] of counts) {
    const stating = [...values.values()].reduce((sum, count) => sum + count, 0);
    const [value, count] = [...values].reduce((best, one) => (one[1] > best[1] ? one : best));
    const isStatable = value === null || (which === "any" && stating >= bots.length * NEARLY_ALL);
    // Never the switch: a bot that is added later must not come on because most others are.
    const isOwn = name === "pairTitle" || name === "enabled";
    if (!isOwn && isStatable && count >= 2 && count > bots.length * MOSTLY) common.set(name, value);
  }
  return common;
}
