// Finds the templates that a person would have written: a few kinds of bots, and what single ones have of their own over the nearest.
import type { FieldName } from "../model/bot/field.js";
import { groupBy } from "../model/order.js";
import { keyFor, type PulledBot, type Written } from "./pulled.js";

/** Settings by name, in the order in which they are written. */
export type SettingName = FieldName | "access" | "enabled";
export type Settings = ReadonlyMap<SettingName, Written>;

/** What one layer states. */
export interface Stated {
  readonly settings: Settings;
  /** What lies beneath and isn't true here; there is no value for it. */
  readonly unmanaged: readonly SettingName[];
}

/** What has to be stated over the one to come to the other. */
export function over(below: Settings, all: Settings): Stated {
  return {
    settings: new Map([...all].filter(([name, value]) => !below.has(name) || below.get(name) !== value)),
    unmanaged: [...below.keys()].filter((name) => !all.has(name)),
  };
}

/** What a bot always states itself: nobody should have to look into a template for it, and a new bot must not come on by one. */
const OWN: ReadonlySet<SettingName> = new Set(["pairTitle", "access", "strategy", "enabled"]);
/** With more settings of its own a bot isn't of the kind. */
const MOST_OWN = 3;
/** A template has to save more lines than it takes. */
const FEWEST_SETTINGS = 3;
const FEWEST_BOTS = 2;
/** The kinds that are compared with every bot: those of the most bots. */
const MOST_CANDIDATES = 200;

/** Bots that are set the same, but for what each states itself. */
interface Kind {
  readonly all: Settings;
  readonly bots: readonly PulledBot[];
  /** How many settings each states without a template. */
  readonly stated: number;
}

export interface Template {
  readonly name: string;
  readonly own: Stated;
  /** With what lies beneath. */
  readonly all: Settings;
  readonly bots: readonly PulledBot[];
}

/** The templates in the order of their oldest bots, each with those that it is nearest to. @param below defaults */
export function templatesOf(bots: readonly PulledBot[], below: Settings): readonly Template[] {
  const style = styled(below);
  const kinds = [...groupBy(bots, ({ fields }) => JSON.stringify([...styled(fields)])).values()].map((alike): Kind => {
    const all = styled(alike[0]?.fields ?? new Map());
    return { all, bots: alike, stated: distance(style, all) };
  });
  const names = new Set<string>();
  return nearest(kinds, chosen(kinds, style))
    .sort((one, other) => oldest(one.bots) - oldest(other.bots))
    .map(({ all, bots: alike }) => ({
      name: keyFor(nameOf(all, alike), names),
      own: over(style, all),
      all: new Map([...below, ...all].filter(([name]) => all.has(name) || !style.has(name))),
      bots: alike,
    }));
}

function styled(settings: Settings): Settings {
  return new Map([...settings].filter(([name]) => !OWN.has(name)));
}

/** How many settings have to be stated over the one to come to the other. */
function distance(from: Settings, to: Settings): number {
  let same = 0;
  for (const [name, value] of to) if (from.has(name) && from.get(name) === value) same += 1;
  let lost = 0;
  for (const name of from.keys()) if (!to.has(name)) lost += 1;
  return to.size - same + lost;
}

/** One kind after the other, that first which saves the most lines; each as most of its bots are set. */
function chosen(kinds: readonly Kind[], below: Settings): readonly Settings[] {
  const found: Settings[] = [];
  const candidates = kinds.toSorted((one, other) => other.bots.length - one.bots.length).slice(0, MOST_CANDIDATES);
  for (let left = kinds; ; ) {
    const near = (all: Settings) => left.filter((kind) => distance(all, kind.all) <= MOST_OWN);
    const saved = (all: Settings) => {
      const size = distance(below, all);
      const lines = near(all).map((kind) => kind.bots.length * (kind.stated - 1 - distance(all, kind.all)));
      return size < FEWEST_SETTINGS ? 0 : lines.reduce((sum, one) => sum + one, 0) - size - 2;
    };
    const best = candidates
      .map(({ all }) => ({ all, lines: saved(all) }))
      .reduce((most, one) => (one.lines > most.lines ? one : most), { all: below, lines: 0 });
    if (best.lines <= 0) return found;
    const usual = mostly(near(best.all));
    const all = saved(usual) > best.lines ? usual : best.all;
    const covered = new Set(near(all));
    found.push(all);
    left = left.filter((kind) => !covered.has(kind));
  }
}

/** The value of each setting that most of the bots have. */
function mostly(kinds: readonly Kind[]): Settings {
  const names = [...new Set(kinds.flatMap(({ all }) => [...all.keys()]))];
  return new Map(
    names.flatMap((name) => {
      const counts = new Map<Written | undefined, number>();
      for (const { all, bots } of kinds) counts.set(all.get(name), (counts.get(all.get(name)) ?? 0) + bots.length);
      const [value] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Each with the bots that are nearest to it, as far as they are near and many enough. */
function nearest(kinds: readonly Kind[], found: readonly Settings[]): Pick<Template, "all" | "bots">[] {
  const bots = new Map<Settings, PulledBot[]>();
  for (const kind of kinds) {
    const [first, ...others] = found.map((all) => ({ all, own: distance(all, kind.all) }));
    if (first === undefined) continue;
    const next = others.reduce((best, one) => (one.own < best.own ? one : best), first);
    if (next.own <= MOST_OWN && next.own + 1 < kind.stated)
      bots.set(next.all, [...(bots.get(next.all) ?? []), ...kind.bots]);
  }
  const enough = [...bots].filter(([, own]) => own.length >= FEWEST_BOTS);
  return enough.length < bots.size
    ? nearest(
        kinds,
        enough.map(([all]) => all),
      )
    : enough.map(([all, own]) => ({ all, bots: own }));
}

function oldest(bots: readonly PulledBot[]): number {
  return bots.reduce((least, { id }) => Math.min(least, id), Number.POSITIVE_INFINITY);
}

/** How a trader would call it, in the order of importance. */
const WORDS: readonly (readonly [SettingName, (value: string) => string])[] = [
  ["leverage", (value) => `${value}x`],
  ["countOrderMax", (value) => `${value} orders`],
  ["typeTakeProfit", (value) => value],
  ["percentSafetyOrder", (value) => `step ${value}`],
  ["percentTakeProfit", (value) => `tp ${value}`],
  ["volumeFirstOrder", (value) => `volume ${value}`],
];
const MOST_WORDS = 3;

/** By its content, which one bot more doesn't change: `10x 40 orders stop-market`. */
function nameOf(all: Settings, [first]: readonly PulledBot[]): string {
  const words = WORDS.flatMap(([name, say]) => {
    const value = all.get(name);
    return value === undefined || value === null ? [] : [say(String(value))];
  });
  return words.slice(0, MOST_WORDS).join(" ") || `like ${first?.title}`;
}
