// Which files of a Git tree are a configuration: its YAML and JSON files, as they are kept. Whatever would lead out of it is refused.
import { posix } from "node:path";
import { isCommit, isSafeName } from "../model/revision.js";
import type { Diagnostic } from "../model/text/diagnostic.js";
import { problem } from "./problem.js";
import { startOf } from "./yaml/lines.js";

export interface TreeEntry {
  /** As git writes it, for example 100644. */
  readonly mode: string;
  readonly id: string;
  /** Bytes; 0 of what is no file. */
  readonly size: number;
  /** From the root of the repository. */
  readonly path: string;
}

/** A tree that can't be used. */
export class TreeRefused extends Error {
  override readonly name = "TreeRefused";
  readonly problem: Diagnostic;

  /** @param path from the root of the repository; undefined where all of it is meant */
  constructor(message: string, remedy: string, path?: string) {
    super(message);
    const place = path === undefined ? {} : { position: startOf(path) };
    this.problem = problem("config/revision", { summary: message, remedy, ...place });
  }
}

/** Of `git ls-tree -r -z --long`. Throws TreeRefused for what git itself would never write. */
export function entriesOf(listing: string): readonly TreeEntry[] {
  return listing.split("\0").flatMap((line) => {
    if (line === "") return [];
    const [, mode, id, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.*)$/s.exec(line) ?? [];
    if (mode === undefined || id === undefined || path === undefined || !isCommit(id))
      throw new TreeRefused("git lists a tree in a form that isn't known", "Update git, or botform.");
    return [{ mode, id, size: size === "-" ? 0 : Number(size), path }];
  });
}

export interface TreePlace {
  /** The folder of the configuration, from the root of the repository; empty for the root itself. */
  readonly root: string;
  /** The file in it that is the configuration; undefined where the whole folder is. */
  readonly entry: string | undefined;
}

const MOST_FILES = 1_000;
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_OF_ALL = 8 * 1024 * 1024;
const YAML = /\.ya?ml$/i;
const CONFIG = /\.(?:ya?ml|json)$/i;
const FILE = /^100(?:644|755|664)$/;
const LINK = "120000";
const SUBMODULE = "160000";

/** The files to read, each with its name below the root. Throws TreeRefused. @param all of the whole tree */
export function configEntries(
  all: readonly TreeEntry[],
  { root, entry }: TreePlace,
): readonly (TreeEntry & { readonly name: string })[] {
  const own = all.flatMap((one) => {
    const name = root === "" ? one.path : one.path.startsWith(`${root}/`) ? one.path.slice(root.length + 1) : "";
    return name === "" || isPassedOver(name) ? [] : [{ ...one, name }];
  });
  const read = own.filter((one) => {
    refuseLeading(one, entry);
    if (!FILE.test(one.mode) || !CONFIG.test(one.name)) return false;
    refuseName(one);
    return true;
  });
  if (read.length > MOST_FILES)
    throw new TreeRefused(
      `it has more than ${MOST_FILES} YAML and JSON files`,
      "Put the configuration into a folder of its own, and name that.",
    );
  const large = read.find(({ size }) => size > MOST_BYTES);
  if (large !== undefined && YAML.test(large.name))
    throw new TreeRefused(`${large.path} is larger than 1 MiB`, "Spread the fleet over several files.", large.path);
  const small = read.filter(({ size }) => size <= MOST_BYTES);
  if (small.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES_OF_ALL)
    throw new TreeRefused(
      "its YAML and JSON files are larger than 8 MiB together",
      "Put the configuration into a folder of its own, and name that.",
    );
  return small;
}

/** As in a folder of this machine: what begins with a dot isn't read. */
function isPassedOver(name: string): boolean {
  return name.split("/").some((part) => (part.startsWith(".") && !/^\.+$/.test(part)) || part === "node_modules");
}

/** A link or a submodule may hold bots, or policies: without them the rest would be another fleet. */
function refuseLeading({ mode, path, name }: TreeEntry & { readonly name: string }, entry: string | undefined): void {
  // Beside a single file nothing is read that isn't named there, and missed then, but for its policies.
  if (entry !== undefined && !/^policies(?:\/|$)/.test(name)) return;
  if (mode === SUBMODULE)
    throw new TreeRefused(`${path} is a submodule, which isn't fetched`, "Put its files into the repository.", path);
  if (mode === LINK)
    throw new TreeRefused(`${path} is a link, which isn't followed`, "Put the file itself there.", path);
}

/** Git's own check forbids these, but a server needn't have made it. */
function refuseName({ path }: TreeEntry): void {
  if (!isSafeName(path))
    throw new TreeRefused("a file of it has a name that can't be used", "Rename it, and commit that.");
}

/** What the path names in the tree, or what is taken where none is named. Throws TreeRefused. @param defaults in this order */
export function placeIn(all: readonly TreeEntry[], named: string | undefined, defaults: readonly string[]): TreePlace {
  const isFile = (path: string) => all.some((one) => one.path === path && FILE.test(one.mode));
  const isFolder = (path: string) => all.some((one) => one.path.startsWith(`${path}/`));
  const path = named === undefined ? undefined : posix.normalize(named).replace(/^\.\/|\/$/g, "");
  if (path === "." || path === "") return { root: "", entry: undefined };
  const found = path === undefined ? defaults.find((one) => isFile(one) || isFolder(one)) : path;
  if (found === undefined || !(isFile(found) || isFolder(found)))
    throw new TreeRefused(
      path === undefined ? `it has none of ${defaults.join(", ")}` : `it has no ${path}`,
      "Name the configuration's path in the repository with --config.",
    );
  if (!isFile(found)) return { root: found, entry: undefined };
  const folder = posix.dirname(found);
  return { root: folder === "." ? "" : folder, entry: posix.basename(found) };
}
