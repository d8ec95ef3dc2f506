// Which program keeps the keys. The machine's own settings name it, and nothing that a pull request may change (threat 15).
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { ValueFault } from "../../config/credential-problems.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import type { Env } from "../host.js";

export const HELPER_VARIABLE = "BOTFORM_CREDENTIAL_HELPER";

export interface Helper {
  /** An absolute path. */
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * The helper of this machine, if it has one. The variable wins over the settings file; empty, it says that there is none.
 * @param env the process's own, without anything that an env file adds
 * @param folders where the configuration and the user are
 */
export function helperOf(env: Env, folders: readonly string[]): Helper | ValueFault | undefined {
  const named = nameOf(env);
  if (named === undefined || "fault" in named) return named;
  const { text, source } = named;
  // A path may hold spaces.
  const [program = "", ...args] = existsSync(text) ? [text] : text.split(/\s+/);
  if (!isAbsolute(program))
    return {
      fault: `${source} names the credential helper ${program}, which isn't an absolute path`,
      remedy: "Write the whole path, so that no folder can put a program of its own in its place.",
    };
  return inRepository([program, source, ...args], folders) ?? { program, args };
}

function nameOf(env: Env): { readonly text: string; readonly source: string } | ValueFault | undefined {
  const variable = env[HELPER_VARIABLE]?.trim();
  if (variable !== undefined) return variable === "" ? undefined : { text: variable, source: HELPER_VARIABLE };
  const file = settingsFile(env);
  const text = firstLine(file);
  if (text === undefined) return undefined;
  return typeof text === "object" ? text : { text, source: file };
}

/** A path that isn't absolute would lie in whatever folder the user is in. */
function settingsFile(env: Env): string {
  const { XDG_CONFIG_HOME: stated = "" } = env;
  return join(isAbsolute(stated) ? stated : join(homedir(), ".config"), "botform", "credential-helper");
}

/** That is no comment; undefined where there is none, or no file. */
function firstLine(file: string): string | ValueFault | undefined {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.map((line) => line.trim()).find((line) => line !== "" && !line.startsWith("#"));
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    return {
      fault: `the settings file ${file} can't be read: ${systemReason(code)}`,
      remedy: `It is one line, the credential helper. Make it readable, or set ${HELPER_VARIABLE}.`,
    };
  }
}

/** Whoever may change the repository could run any program, and would be handed the keys. */
function inRepository(paths: readonly string[], folders: readonly string[]): ValueFault | undefined {
  for (const repository of new Set(folders.map(repositoryOf)))
    for (const path of paths)
      if (repository !== undefined && isAbsolute(path) && isBelow(repository, real(path)))
        return {
          fault: `the credential helper's file ${path} lies in the repository ${repository}, so a change of that could run any program`,
          remedy: "Keep it outside of the repository.",
        };
  return undefined;
}

function repositoryOf(folder: string): string | undefined {
  const start = real(resolve(folder));
  for (let at = start; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return undefined;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !/^\.\.[/\\]/.test(way);
}

/** Where links lead; what isn't there leads nowhere. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
