// Finds the value at a path of a configuration file, and decides whether it may be shown.
import { isRecord } from "../../model/record.js";
import { isSecretName, maskUrls } from "../yaml/mask.js";

export type Path = readonly (string | number)[];

/** Where in the file's value an issue is. */
export function pathOf({ path }: { readonly path: readonly PropertyKey[] }): Path {
  return path.map((part) => (typeof part === "number" ? part : String(part)));
}

/** What kind of map a path's value or key belongs to. */
type Owner =
  | "file"
  | "account"
  | "accesses"
  | "defaults"
  | "template"
  | "bot"
  | "exception"
  | "names"
  | "policy"
  | "breaker"
  | "hold"
  | "rollout"
  | "variant"
  | "variant settings";

/** The owner of the thing at a path: the map that holds its key. */
export function ownerOf(path: Path): Owner {
  const [section, , inner] = path;
  if (path.length <= 1) return "file";
  if (section === "rollout") return "rollout";
  if (section === "variants") return path[3] === "settings" && path.length > 4 ? "variant settings" : "variant";
  if (section === "defaults") return "defaults";
  if (path.length === 2) return "names";
  if (section === "templates") return "template";
  if (section === "policies") return "policy";
  if (section === "breakers") return "breaker";
  if (section === "holds") return "hold";
  if (section === "bots") return inner === "exceptions" && path.length > 4 ? "exception" : "bot";
  if (inner === "overrides" && path.length > 3) return "defaults";
  return path.length === 3 ? "account" : "accesses";
}

/** The path of the map of settings, or of names, that a path leads into. */
export function ownerPath(path: Path): Path {
  const [section, , inner] = path;
  if (section === "variants") return path[3] === "settings" && path.length > 4 ? path.slice(0, 4) : [];
  // A list is dropped as a whole.
  if (section === "protectedTitles" || section === "policyFiles" || section === "holds" || section === "rollout")
    return [];
  if (section === "defaults" || section === "vars" || section === "people") return path.slice(0, 1);
  if (section === "bots" && inner === "exceptions" && path.length > 3) return path.slice(0, 4);
  if (section === "accounts" && inner === "overrides" && path.length > 3) return path.slice(0, 3);
  return path.slice(0, 2);
}

/** Names one map of a file. Keys may hold dots, so that dots between them would let two maps have one name. */
export function mapId(path: Path): string {
  return path.join("/");
}

/** `bots.btc-dip.leverage` or `until of item 1 of holds`, for messages; list positions count from 1. */
export function dotted(path: Path): string {
  if (path.length === 0) return "the file";
  const at = path.findLastIndex((part) => typeof part === "number");
  if (at < 0) return path.map((part) => printable(String(part))).join(".");
  const item = `item ${Number(path[at]) + 1} of ${dotted(path.slice(0, at))}`;
  return at === path.length - 1 ? item : `${dotted(path.slice(at + 1))} of ${item}`;
}

/**
 * Values below `accounts`, or below a key that names a secret, are never repeated in words: one of them may be a secret in
 * the wrong place.
 */
export function mayBeShown(path: Path): boolean {
  return (
    (path[0] !== "accounts" || path[2] === "overrides") &&
    !path.some((part) => typeof part === "string" && isSecretName(part))
  );
}

/** The value at a path; undefined where it leads nowhere. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isRecord(value) && Object.hasOwn(value, part)) value = value[part];
    else return undefined;
  }
  return value;
}

/** A copy without what the paths lead to; what lies beside them is shared, never changed (aliases share values). */
export function without(value: unknown, paths: readonly Path[]): unknown {
  if (!isRecord(value)) return value;
  const inner = new Map<string, Path[]>();
  for (const [head, ...tail] of paths) {
    if (head === undefined) continue;
    const known = inner.get(String(head));
    if (known === undefined) inner.set(String(head), [tail]);
    else known.push(tail);
  }
  const entries = Object.entries(value).flatMap(([key, part]) => {
    const tails = inner.get(key);
    if (tails === undefined) return [[key, part] as const];
    return tails.some((tail) => tail.length === 0) ? [] : [[key, without(part, tails)] as const];
  });
  return Object.fromEntries(entries);
}

function printable(key: string): string {
  return /^[\w.-]{1,80}$/.test(key) ? key : JSON.stringify(maskUrls(key.length > 80 ? `${key.slice(0, 79)}…` : key));
}
