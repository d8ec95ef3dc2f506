// Keys that stand beside the bot, template or account that they belong to, since they weren't indented.
import { isRecord } from "../../model/record.js";
import type { Path } from "./place.js";
import { accountSchema } from "./schema.js";
import { botSchema, templateSchema } from "./schema-bot.js";

const KEYS: ReadonlyMap<string | number | undefined, ReadonlySet<string>> = new Map([
  ["accounts", new Set(Object.keys(accountSchema.shape))],
  ["bots", new Set(Object.keys(botSchema.shape))],
  ["templates", new Set(Object.keys(templateSchema.shape))],
]);

/** The keys right below an empty bot, template or account that are settings of it. */
export function keysBeside(root: unknown, path: Path): readonly string[] {
  const [section, name, ...deeper] = path;
  const known = KEYS.get(section);
  const map = isRecord(root) ? root[String(section)] : undefined;
  if (known === undefined || deeper.length > 0 || !isRecord(map) || map[String(name)] !== null) return [];
  const keys = Object.keys(map);
  const below = keys.slice(keys.indexOf(String(name)) + 1);
  const end = below.findIndex((key) => !known.has(key) || map[key] === null);
  return end < 0 ? below : below.slice(0, end);
}

/** The keys right below `bots`, `accounts` or `templates` that are settings, and no maps: the name above them is missing. */
export function keysWithoutOwner(root: unknown, path: Path): readonly string[] {
  const [section, name, ...deeper] = path;
  const known = KEYS.get(section);
  const map = isRecord(root) ? root[String(section)] : undefined;
  if (known === undefined || deeper.length > 0 || !isRecord(map)) return [];
  const [first, ...more] = Object.keys(map);
  if (first === undefined || first !== name || !known.has(first) || isRecord(map[first])) return [];
  return [first, ...more].filter((key) => known.has(key));
}

/** Whether the key at `path` is one of those that were said of the key above them. */
export function isBesideItsOwner(root: unknown, path: Path): boolean {
  const [section, name] = path;
  const map = isRecord(root) ? root[String(section)] : undefined;
  if (path.length < 2 || !KEYS.has(section) || !isRecord(map)) return false;
  const keys = Object.keys(map);
  const above = keys.slice(0, keys.indexOf(String(name))).findLast((key) => map[key] === null);
  const isBeside = above !== undefined && keysBeside(root, [section ?? "", above]).includes(String(name));
  return (
    isBeside || (name !== keys[0] && keysWithoutOwner(root, [section ?? "", keys[0] ?? ""]).includes(String(name)))
  );
}
