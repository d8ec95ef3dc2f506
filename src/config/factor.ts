// Finds what pulled bots share: defaults for most of them, forEach where titles follow their pairs, templates for the rest.
import type { FieldName } from "../model/field.js";
import type { PulledBot, Written } from "./pulled.js";

/** Settings by name, in the order in which they are written. */
export type Settings = ReadonlyMap<FieldName | "access" | "enabled", Written>;

/** One bot as it is to be written. */
export interface SingleBlock {
  readonly kind: "bot";
  /** Its own, and the lowest of many: what is written follows the order in which the bots came to be. */
  readonly id: number;
  readonly bot: PulledBot;
  readonly template: string | undefined;
  /** What it states itself. */
  readonly own: Settings;
}

/** Bots that differ in nothing but their pair and what of it their title holds. */
export interface ManyBlock {
  readonly kind: "many";
  readonly id: number;
  readonly pairs: readonly string[];
  /** With a reference to the pair. */
  readonly title: string;
  readonly own: Settings;
}

export interface Factored {
  readonly defaults: Settings;
  readonly templates: ReadonlyMap<string, Settings>;
  readonly blocks: readonly (SingleBlock | ManyBlock)[];
}

/** Of the bots that a value has to be shared by to become a default. */
const MOSTLY = 0.5;
/** A template has to save more lines than it takes. */
const FEWEST_SETTINGS = 3;

/** Everything that a bot states, `access` only where there are several. */
export function settingsOf(bot: PulledBot, needsAccess: boolean): Settings {
  return new Map<FieldName | "access" | "enabled", Written>([
    ...(needsAccess ? [["access", bot.alias] as const] : []),
    ...bot.fields,
    ["enabled", bot.on],
  ]);
}

/** Nothing shared but what is off: each bot says what it is, and `defaults` says once what most have switched off. */
export function unfactored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const defaults = new Map([...commonValues(bots, needsAccess)].filter(([, value]) => value === null));
  return { defaults, templates: new Map(), blocks: bots.map((bot) => single(bot, undefined, defaults, needsAccess)) };
}

/** The same bots with as little said twice as can be. */
export function factored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const defaults = commonValues(bots, needsAccess);
  const alike = new Map<string, PulledBot[]>();
  for (const bot of bots) {
    const id = JSON.stringify([...without(bot, defaults, needsAccess)].filter(([name]) => name !== "pairTitle"));
    alike.set(id, [...(alike.get(id) ?? []), bot]);
  }
  const templates = new Map<string, Settings>();
  const blocks: (SingleBlock | ManyBlock)[] = [];
  for (const group of alike.values()) {
    const { many, rest } = byTitle(group);
    for (const { title, members } of many) {
      const [first] = members;
      if (first === undefined) continue;
      const own = without(first, defaults, needsAccess);
      own.delete("pairTitle");
      blocks.push({ kind: "many", id: first.id, pairs: members.map(pairOf), title, own });
    }
    blocks.push(...(rest.length < 2 ? rest.map((bot) => single(bot, undefined, defaults, needsAccess)) : shared(rest)));
  }

  function shared(group: readonly PulledBot[]): SingleBlock[] {
    const [first] = group;
    const common = first === undefined ? new Map() : without(first, defaults, needsAccess);
    common.delete("pairTitle");
    if (common.size < FEWEST_SETTINGS) return group.map((bot) => single(bot, undefined, defaults, needsAccess));
    const name = `shared-${templates.size + 1}`;
    templates.set(name, common);
    return group.map((bot) => single(bot, name, new Map([...defaults, ...common]), needsAccess));
  }

  return { defaults, templates, blocks: blocks.sort((left, right) => left.id - right.id) };
}

function single(bot: PulledBot, template: string | undefined, below: Settings, needsAccess: boolean): SingleBlock {
  return { kind: "bot", id: bot.id, bot, template, own: without(bot, below, needsAccess) };
}

/** What a bot has to state over what is below it. */
function without(
  bot: PulledBot,
  below: Settings,
  needsAccess: boolean,
): Map<FieldName | "access" | "enabled", Written> {
  return new Map(
    [...settingsOf(bot, needsAccess)].filter(([name, value]) => !below.has(name) || below.get(name) !== value),
  );
}

/** The values that most bots share, of fields that every bot can state. */
function commonValues(
  bots: readonly PulledBot[],
  needsAccess: boolean,
): Map<FieldName | "access" | "enabled", Written> {
  const counts = new Map<FieldName | "access" | "enabled", Map<Written, number>>();
  for (const bot of bots) {
    for (const [name, value] of settingsOf(bot, needsAccess)) {
      const known = counts.get(name) ?? new Map<Written, number>();
      counts.set(name, known.set(value, (known.get(value) ?? 0) + 1));
    }
  }
  const common = new Map<FieldName | "access" | "enabled", Written>();
  for (const [name, values] of counts) {
    const stating = [...values.values()].reduce((sum, count) => sum + count, 0);
    const [value, count] = [...values].reduce((best, one) => (one[1] > best[1] ? one : best));
    // Never the switch: a bot that is added later must not come on because most others are.
    if (
      name !== "pairTitle" &&
      name !== "enabled" &&
      stating === bots.length &&
      count >= 2 &&
      count > bots.length * MOSTLY
    )
      common.set(name, value);
  }
  return common;
}

interface Titled {
  readonly title: string;
  readonly members: readonly PulledBot[];
}

/** Pins, and titles that don't follow the pair, can't come out of a forEach. */
function byTitle(group: readonly PulledBot[]): {
  readonly many: readonly Titled[];
  readonly rest: readonly PulledBot[];
} {
  const patterns = new Map<string, PulledBot[]>();
  const rest: PulledBot[] = [];
  for (const bot of group) {
    const pattern = bot.pinned ? undefined : patternOf(bot);
    if (pattern === undefined) rest.push(bot);
    else patterns.set(pattern, [...(patterns.get(pattern) ?? []), bot]);
  }
  const many: Titled[] = [];
  for (const [title, members] of patterns) {
    const isDistinct = new Set(members.map(pairOf)).size === members.length;
    if (members.length > 1 && isDistinct) many.push({ title, members });
    else rest.push(...members);
  }
  return { many, rest: rest.sort((a, b) => a.id - b.id) };
}

/** The title with its pair, or the base of it, as a reference; undefined where it holds neither. */
function patternOf(bot: PulledBot): string | undefined {
  const pair = pairOf(bot);
  const base = pair.split("-")[1] ?? "";
  if (pair === "" || base === "" || bot.title.includes("${")) return undefined;
  if (once(bot.title, pair)) return bot.title.replace(pair, () => "${pair}");
  return once(bot.title, base) ? bot.title.replace(base, () => "${pair.base}") : undefined;
}

function once(text: string, part: string): boolean {
  return text.includes(part) && text.indexOf(part) === text.lastIndexOf(part);
}

function pairOf({ fields }: PulledBot): string {
  return String(fields.get("pairTitle") ?? "");
}
