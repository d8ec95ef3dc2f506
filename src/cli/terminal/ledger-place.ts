// Where a command's ledger is, where its configuration says that it is in a database: read before anything else, since all that is remembered is there.
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { variableText } from "../../app/credentials/files.js";
import { AppError } from "../../app/error.js";
import { DEFAULT_PATHS } from "../../app/files/project.js";
import { isDatabase, unsetDatabase } from "../../database/connection.js";
import type { Context } from "./context.js";

interface Options {
  readonly config?: string;
  readonly journal?: string;
}

/**
 * The options with the address of the database in the place of a folder, where `state` in botform.yaml, or in the file that is
 * named, says so. @param isOpen whether nobody has named a ledger otherwise. Throws AppError.
 */
export function withState<O extends Options>(
  context: Pick<Context, "env" | "conceal">,
  options: O,
  isOpen: boolean,
): O {
  if (options.journal === undefined) return options;
  const place = isOpen ? (configured(options, options.journal, context.env) ?? options.journal) : options.journal;
  if (isDatabase(place)) context.conceal(secretsIn(place));
  return { ...options, journal: place };
}

const NAMED = /^state:(?:[ \t]*\{[ \t]*|[ \t]*\r?\n[ \t]+)postgres:[ \t]*["']?\$\{env\.(BOTFORM_[A-Z0-9_]{1,100})\}/m;

function configured({ config }: Options, journal: string, env: Context["env"]): string | undefined {
  // Beside the ledger that is used stands the configuration it belongs to.
  const file = fileOf(config, dirname(dirname(journal)));
  if (file === undefined) return undefined;
  const text = textOf(file);
  if (!/^state:/m.test(text)) return undefined;
  const [, name] = NAMED.exec(text) ?? [];
  if (name === undefined)
    throw new AppError(
      `${file}: state doesn't say where the ledger is\nWrite state: { postgres: "\${env.BOTFORM_STATE_URL}" }.`,
    );
  const value = variableText(name, env);
  if ("fault" in value) throw new AppError(`${value.fault}\n${value.remedy}`);
  const url = value.text;
  // What can do without a ledger, the emergency stop above all, goes on without it, and says so.
  if (url === undefined) return unsetDatabase(name);
  if (!isDatabase(url))
    throw new AppError(
      `${name} isn't the address of a PostgreSQL database\nIt has the form postgres://user@host/database.`,
    );
  return url;
}

/** The configuration's own file; undefined where there is none. */
function fileOf(config: string | undefined, folder: string): string | undefined {
  const named = config ?? DEFAULT_PATHS.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (named === undefined || !existsSync(named)) return undefined;
  if (!statSync(named).isDirectory()) return named;
  return DEFAULT_PATHS.map((name) => join(named, name)).find(
    (path) => existsSync(path) && !statSync(path).isDirectory(),
  );
}

/** What can't be read is told by whoever reads all of it. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function secretsIn(url: string): readonly string[] {
  const { password = "" } = URL.canParse(url) ? new URL(url) : {};
  return [url, ...(password === "" ? [] : [password, decodeURIComponent(password)])];
}
