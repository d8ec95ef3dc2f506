// Finds what pulled bots share: defaults for most of them, forEach where titles follow their pairs, templates for the rest.
import { groupBy } from "../model/order.js";
import type { PulledBot, Written } from "./pulled.js";
import { over, type SettingName, type Settings, type Stated, type Template, templatesOf } from "./templates.js";

/** What lies beneath, and whether `access` has to be said at all. */
interface Shared {
  readonly below: Settings;
  readonly needsAccess: boolean;
}

/** Bots whose titles follow their pairs, and what single ones have of their own. */
export interface ManyBlock {
  readonly kind: "many";
  readonly id: number;
  readonly pairs: readonly string[];
  /** With a reference to the pair. */
  readonly title: string;
  readonly own: Stated;
  /** By pair. */
  readonly exceptions: ReadonlyMap<string, Stated>;
}

/** One bot as it is to be written. */
export interface SingleBlock {
  readonly kind: "bot";
  /** Its own, and the lowest of many: what is written follows the order in which the bots came to be. */
  readonly id: number;
  readonly bot: PulledBot;
  readonly template: string | undefined;
  /** What it states itself. */
  readonly own: Stated;
}

export interface Factored {
  readonly defaults: Settings;
  readonly templates: ReadonlyMap<string, Stated>;
  readonly blocks: readonly (SingleBlock | ManyBlock)[];
}

/** Of the bots that a value has to be shared by to become a default. */
const MOSTLY = 0.5;
/** Of the bots that have to be able to say a field; the others say that it is unmanaged. */
const NEARLY_ALL = 0.9;

/** Each bot states its own settings; `defaults` only states what most bots have switched off. */
export function unfactored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const below: Shared = { needsAccess, below: commonValues(bots, needsAccess, "off") };
  return { defaults: below.below, templates: new Map(), blocks: bots.map((bot) => single(bot, undefined, below)) };
}

/** The same bots with as little repetition as possible. */
export function factored(bots: readonly PulledBot[], needsAccess: boolean): Factored {
  const defaults = commonValues(bots, needsAccess, "any");
  const shared: Shared = { needsAccess, below: defaults };
  const { many, rest } = byPair(bots, shared);
  const templates = templatesOf(rest, defaults);
  const of = new Map(templates.flatMap((one) => one.bots.map((bot) => [bot, one] as const)));
  const singles = rest.map((bot) => {
    const { name, all = defaults }: Partial<Template> = of.get(bot) ?? {};
    return single(bot, name, { needsAccess, below: all });
  });
  return {
    defaults,
    templates: new Map(templates.map(({ name, own }) => [name, own])),
    blocks: [...many, ...singles].sort((left, right) => left.id - right.id),
  };
}

function single(bot: PulledBot, template: string | undefined, shared: Shared): SingleBlock {
  return { kind: "bot", id: bot.id, bot, template, own: statedBy(bot, shared) };
}

/** The values that most bots share; of fields that many bots can't state only that they are off. */
function commonValues(bots: readonly PulledBot[], needsAccess: boolean, which: "any" | "off"): Settings {
  const counts = new Map<SettingName, Map<Written, number>>();
  const all = bots.map((bot) => statedBy(bot, { needsAccess, below: new Map() }).settings);
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

/** What a bot has to state over what is below it. */
function statedBy(bot: PulledBot, { below, needsAccess }: Shared): Stated {
  const all = new Map<SettingName, Written>([
    ...(needsAccess ? [["access", bot.alias] as const] : []),
    ...bot.fields,
    ["enabled", bot.on],
  ]);
  return over(below, all);
}

/** The settings, the pair aside, that turn one bot into the other: those that the first lacks or states differently. */
function difference(from: PulledBot, to: PulledBot, needsAccess: boolean): Stated {
  const nothing: Shared = { below: new Map(), needsAccess };
  return withoutPair(over(statedBy(from, nothing).settings, statedBy(to, nothing).settings));
}

/** The same text for what is the same. */
function idOf({ settings, unmanaged }: Stated): string {
  return JSON.stringify([[...settings], unmanaged]);
}

/** What bots with other pairs may say, too. */
function withoutPair({ settings, unmanaged }: Stated): Stated {
  return { settings: new Map([...settings].filter(([name]) => name !== "pairTitle")), unmanaged };
}

/** An exception of more settings isn't one of a kind any more. */
const MOST_EXCEPTED = 3;
/** Fewer bots that are the same in all but their pair don't make a kind. */
const FEWEST_ALIKE = 2;

/** Pins, and titles that don't follow the pair, can't come out of a forEach. */
function byPair(bots: readonly PulledBot[], shared: Shared): { many: ManyBlock[]; rest: PulledBot[] } {
  const many: ManyBlock[] = [];
  const rest: PulledBot[] = [];
  const families = groupBy(bots, (bot) => {
    const title = bot.pinned ? undefined : patternOf(bot);
    return title === undefined ? "" : JSON.stringify([bot.alias, title]);
  });
  for (const [id, members] of families) {
    const [first] = members;
    const title = id === "" || first === undefined ? undefined : patternOf(first);
    let left = members;
    let block = title === undefined ? undefined : blockOf(title, left, shared);
    while (title !== undefined && block !== undefined) {
      const { pairs } = block;
      many.push(block);
      left = left.filter((bot) => !pairs.includes(pairOf(bot)));
      block = blockOf(title, left, shared);
    }
    rest.push(...left);
  }
  return { many, rest: rest.sort((a, b) => a.id - b.id) };
}

/** What most of a family are, and those who differ in little; undefined where no two are the same. */
function blockOf(title: string, members: readonly PulledBot[], shared: Shared): ManyBlock | undefined {
  const stated = members.map((bot) => ({ bot, stated: withoutPair(statedBy(bot, shared)) }));
  const [first, ...others] = groupBy(stated, (one) => idOf(one.stated)).values();
  if (first === undefined) return undefined;
  const plain = others.reduce((best, one) => (one.length > best.length ? one : best), first);
  const [model] = plain;
  if (model === undefined || plain.length < FEWEST_ALIKE) return undefined;
  const near = stated.flatMap((one) => {
    const apart = plain.includes(one) ? undefined : difference(model.bot, one.bot, shared.needsAccess);
    return apart === undefined || apart.settings.size + apart.unmanaged.length > MOST_EXCEPTED
      ? []
      : [{ bot: one.bot, apart }];
  });
  // What more differ than agree is no rule.
  const excepted = near.length > plain.length ? [] : near;
  const bots = [...plain, ...excepted].map(({ bot }) => bot).sort((a, b) => a.id - b.id);
  return {
    kind: "many",
    id: bots[0]?.id ?? 0,
    pairs: bots.map(pairOf),
    title,
    own: model.stated,
    exceptions: new Map(excepted.map(({ bot, apart }) => [pairOf(bot), apart])),
  };
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
