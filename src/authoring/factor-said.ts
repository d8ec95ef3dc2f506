// What a pulled bot states over what lies beneath it, and how two bots differ in that.
import type { FieldName } from "../model/bot/field.js";
import type { PulledBot, Written } from "./pulled.js";

/** Settings by name, in the order in which they are written. */
export type SettingName = FieldName | "access" | "enabled";
export type Settings = ReadonlyMap<SettingName, Written>;

/** What one layer says. */
export interface Said {
  readonly settings: Settings;
  /** What lies beneath and isn't true here; there is no value for it. */
  readonly unmanaged: readonly SettingName[];
}

/** What lies beneath, and whether `access` has to be said at all. */
export interface Shared {
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
  readonly own: Said;
  /** By pair. */
  readonly exceptions: ReadonlyMap<string, Said>;
}

/** What a bot has to state over what is below it. */
export function saidBy(bot: PulledBot, { below, needsAccess }: Shared): Said {
  const all = new Map<SettingName, Written>([
    ...(needsAccess ? [["access", bot.alias] as const] : []),
    ...bot.fields,
    ["enabled", bot.on],
  ]);
  return over(below, all);
}

/** What makes of one bot the other, the pair aside: what the first lacks or says otherwise, whatever lies beneath both. */
export function difference(from: PulledBot, to: PulledBot, needsAccess: boolean): Said {
  const nothing: Shared = { below: new Map(), needsAccess };
  return withoutPair(over(saidBy(from, nothing).settings, saidBy(to, nothing).settings));
}

function over(below: Settings, all: Settings): Said {
  return {
    settings: new Map([...all].filter(([name, value]) => !below.has(name) || below.get(name) !== value)),
    unmanaged: [...below.keys()].filter((name) => !all.has(name)),
  };
}

/** What bots with other pairs may say, too. */
export function withoutPair({ settings, unmanaged }: Said): Said {
  return { settings: new Map([...settings].filter(([name]) => name !== "pairTitle")), unmanaged };
}
