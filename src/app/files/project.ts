// Where a project is: its configuration and its ledger, looked for from the working folder upwards, as git does.
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

/** What a configuration is called where none is named, in this order. */
export const DEFAULT_PATHS: readonly string[] = ["botform.yaml", "botform.yml", "botform"];
const LEDGER = ".botform";

/** Paths are those to write from the working folder. */
export interface Project {
  /** A configuration above the working folder; undefined where it stands in there, or nowhere. */
  readonly config?: string;
  /** The folder whose `.botform` holds what is remembered. */
  readonly folder: string;
  /** A `.botform` nearer than that one, or beside the configuration that is named, which isn't used. */
  readonly passed?: string;
  /** Whether there is a ledger in that folder. */
  readonly hasLedger?: true;
  /** A configuration that isn't used since it or its folder is another user's. */
  readonly foreign?: string;
  /** The configuration that is used, and others beside it, which aren't. */
  readonly besides?: { readonly used: string; readonly unused: readonly string[] };
}

interface Search {
  /** Where it begins; the working folder unless a test says otherwise. */
  readonly from?: string;
  readonly home?: string;
  /** Whose files count; on systems that have no such numbers all do. */
  readonly user?: number | undefined;
}

interface Look {
  readonly folder: string;
  readonly config: string | undefined;
  readonly hasLedger: boolean;
  readonly foreign: string | undefined;
  /** Those that stand beside it. */
  readonly unused: readonly string[];
}

/**
 * The nearest configuration decides, and its ledger stands beside it. Where one is named or there is none, it is the nearest
 * folder that has a ledger or a configuration; without any, the ledger beside the configuration that is named. So a run elsewhere
 * never begins a second ledger, which would know nothing of what is in doubt, held or used up.
 *
 * @param named the configuration that the user names
 */
export function findProject(named: string | undefined, search: Search = {}): Project {
  const { from = process.cwd() } = search;
  const looks = foldersUpFrom(from, search).map((folder, index) => lookInto(folder, index === 0, search));
  const configured = named !== undefined ? undefined : looks.find(({ config }) => config !== undefined);
  const beside = named === undefined ? undefined : besideNamed(resolve(from, named), search);
  const ofFolder = configured ?? looks.find(({ config, hasLedger }) => hasLedger || config !== undefined);
  const isElsewhere = beside?.hasLedger === true && looks.every(({ folder }) => folder !== beside.folder);
  const chosen = isElsewhere && ofFolder?.hasLedger !== true ? beside : ofFolder;
  const nearer = looks.slice(0, chosen === undefined ? 0 : Math.max(0, looks.indexOf(chosen)));
  const passed = isElsewhere && chosen !== beside ? beside : nearer.find(({ hasLedger }) => hasLedger);
  const foreign =
    chosen === undefined && named === undefined ? looks.find((one) => one.foreign !== undefined) : undefined;
  const way = (look: Look, name: string) => join(relative(from, look.folder), name);
  return {
    folder: chosen === undefined ? "." : way(chosen, "."),
    ...(chosen?.hasLedger === true && { hasLedger: true as const }),
    ...(configured?.config !== undefined &&
      configured.folder !== from && { config: way(configured, configured.config) }),
    ...(passed && { passed: way(passed, LEDGER) }),
    ...(configured?.config !== undefined &&
      configured.unused.length > 0 && {
        besides: {
          used: way(configured, configured.config),
          unused: configured.unused.map((name) => way(configured, name)),
        },
      }),
    ...(foreign?.foreign !== undefined && { foreign: way(foreign, foreign.foreign) }),
  };
}

/** The folder of a configuration that is named, which may be a folder itself. */
function besideNamed(path: string, search: Search): Look {
  const isFolder = statOf(path)?.isDirectory() === true;
  const own = isFolder ? lookInto(path, false, search) : undefined;
  return own?.hasLedger === true ? own : lookInto(dirname(path), false, search);
}

/** Up to a folder that holds `.git`, to the home folder, and within one file system. */
function foldersUpFrom(from: string, { home = homedir() }: Search): readonly string[] {
  const folders = [from];
  for (let folder = from; folder !== home && statOf(join(folder, ".git")) === undefined; ) {
    const above = dirname(folder);
    if (above === folder || statOf(above)?.dev !== statOf(from)?.dev) break;
    folders.push(above);
    folder = above;
  }
  return folders;
}

/** Who writes a configuration chooses where orders go: above the working folder it has to be the user's own (git: safe.directory). */
function lookInto(folder: string, isWorkingFolder: boolean, { user = process.getuid?.() }: Search): Look {
  const isOwn = (path: string) => isWorkingFolder || user === undefined || statOf(path)?.uid === user;
  const names = DEFAULT_PATHS.filter((name) => isWorkingFolder || isConfiguration(folder, name));
  const there = names.filter((name) => statOf(join(folder, name)) !== undefined);
  const config = isOwn(folder) ? there.find((name) => isOwn(join(folder, name))) : undefined;
  const ledger = join(folder, LEDGER);
  const hasLedger = statOf(ledger) !== undefined && isOwn(folder) && isOwn(ledger);
  const unused = config === undefined ? [] : there.filter((name) => name !== config && isConfiguration(folder, name));
  return { folder, config, hasLedger, foreign: config === undefined ? there[0] : undefined, unused };
}

/** A folder of the name botform may hold this very program: it counts with YAML files in it, and as no repository. */
function isConfiguration(folder: string, name: string): boolean {
  if (name !== "botform") return true;
  try {
    const names = readdirSync(join(folder, name));
    return names.some((one) => /\.ya?ml$/i.test(one)) && !names.includes(".git");
  } catch {
    return false;
  }
}

/** Of a link itself; undefined for what isn't there or can't be looked at. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
