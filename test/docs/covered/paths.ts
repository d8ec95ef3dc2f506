// Leaves of JSON values by their path; the keys of the service's two maps are one star each.

export type Leaf = string | number | boolean | null;

/** Every leaf with its path, such as `[0].settings.martingale`; an empty list or object is a leaf of its own, null. */
export function leavesOf(value: unknown, path = ""): readonly (readonly [string, Leaf])[] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return [[path, value]];
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((each, index) => [`[${index}]`, each] as const)
    : Object.entries(value ?? {}).map(([key, each]) => [path === "" ? key : `.${key}`, each] as const);
  return entries.length === 0 ? [[path, null]] : entries.flatMap(([key, each]) => leavesOf(each, `${path}${key}`));
}

/** A path by which fields are compared: any element of a list, any key of a map. */
export function general(path: string): string {
  return path.replace(/\[\d+\]/g, "[]").replace(/(^|\.)(tpOrder|positions)\.[^.]+/g, "$1$2.*");
}

/** The same value with the leaf at `path` replaced. */
export function changedAt(value: unknown, path: string, leaf: Leaf, at = ""): unknown {
  if (at === path) return leaf;
  if (Array.isArray(value)) return value.map((each, index) => changedAt(each, path, leaf, `${at}[${index}]`));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, changedAt(each, path, leaf, at === "" ? key : `${at}.${key}`)]),
  );
}
