// Reads the text of a configuration: one file, or every YAML file below a folder, within limits.

import { closeSync, fstatSync, openSync, readdirSync, readSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { problem, quoted } from "../problem.js";
import { isScenario } from "../scenarios/is-scenario.js";
import type { ConfigCode } from "../schema/codes.js";
import { nearest } from "../schema/suggest.js";
import { Lines, startOf } from "./lines.js";

export interface Source {
  /** As the user would type it from the folder botform was started in. */
  readonly file: string;
  readonly text: string;
}

export interface Sources {
  readonly sources: readonly Source[];
  readonly diagnostics: readonly Diagnostic[];
}

const MOST_BYTES = 1024 * 1024;
const MOST_FILES = 1000;
const MOST_FOLDER_LEVELS = 32;
const YAML_NAME = /\.ya?ml$/i;

/**
 * Reads one file, or recursively every *.yaml and *.yml of a folder in the order of their names; of a folder without its scenarios,
 * which are no part of a configuration. Never throws.
 */
export function readSources(path: string): Sources {
  const { sources, diagnostics } = readAll(path);
  const isNamed = sources.length === 1 && sources[0]?.file === path;
  return { sources: isNamed ? sources : sources.filter(({ text }) => !isScenario(text)), diagnostics };
}

/** The same with scenarios. */
export function readAll(path: string): Sources {
  const diagnostics: Diagnostic[] = [];
  try {
    if (!statSync(path).isDirectory()) {
      const text = readText(path, diagnostics);
      return { sources: text === undefined ? [] : [{ file: path, text }], diagnostics };
    }
    const files = filesBelow(path, diagnostics);
    const sources = files.flatMap((file) => {
      const text = readText(file, diagnostics);
      return text === undefined ? [] : [{ file, text }];
    });
    if (files.length === 0 && diagnostics.length === 0) {
      const summary = `the folder ${quoted(path)} has no *.yaml or *.yml file`;
      diagnostics.push(
        fault("config/empty-folder", path, summary, "Put the configuration there, or give another path."),
      );
    }
    return { sources, diagnostics };
  } catch (error) {
    diagnostics.push(refusal(path, error));
    return { sources: [], diagnostics };
  }
}

function filesBelow(root: string, diagnostics: Diagnostic[]): string[] {
  const realRoot = realpathSync(root);
  const seen = new Set<string>([realRoot]);
  const files: string[] = [];

  function visit(folder: string, level: number): void {
    for (const name of readdirSync(folder).sort()) {
      if (name.startsWith(".") || name === "node_modules") continue;
      const path = join(folder, name);
      try {
        visitEntry(path, name, level);
      } catch (error) {
        // Entries that can't be read and aren't named like YAML (a dangling link, a socket) are skipped.
        if (YAML_NAME.test(name)) diagnostics.push(refusal(path, error));
      }
    }
  }

  function visitEntry(path: string, name: string, level: number): void {
    const isFolder = statSync(path).isDirectory();
    if (!isFolder && !YAML_NAME.test(name)) return;
    const real = realpathSync(path);
    if (!real.startsWith(realRoot.endsWith(sep) ? realRoot : realRoot + sep) && real !== realRoot) {
      const summary = `${quoted(path)} is a link that leads out of ${quoted(root)}`;
      diagnostics.push(fault("config/outside-root", path, summary, "Put the file itself into the folder."));
    } else if (isFolder && level === MOST_FOLDER_LEVELS) {
      diagnostics.push(tooLarge(path, `folders are nested more than ${MOST_FOLDER_LEVELS} levels deep`));
    } else if (files.length === MOST_FILES) {
      if (!diagnostics.some((diagnostic) => diagnostic.code === "config/too-large"))
        diagnostics.push(tooLarge(path, `the folder has more than ${MOST_FILES} files`));
    } else if (!seen.has(real)) {
      // A file reached twice, by its name and by a link inside the root, is one file.
      seen.add(real);
      if (isFolder) visit(path, level + 1);
      else files.push(path);
    }
  }

  visit(root, 1);
  return files.sort();
}

function readText(file: string, diagnostics: Diagnostic[]): string | undefined {
  try {
    // Looked at before it is opened: opening a pipe would wait for ever.
    if (!statSync(file).isFile()) {
      const summary = `${quoted(file)} is neither a file nor a folder`;
      diagnostics.push(
        fault("config/unreadable", file, summary, "Give botform a YAML file, or a folder of YAML files."),
      );
      return undefined;
    }
    const bytes = readBytes(file);
    if (bytes === undefined) {
      diagnostics.push(tooLarge(file, "the file is larger than 1 MiB"));
      return undefined;
    }
    return decoded(file, bytes, diagnostics);
  } catch (error) {
    diagnostics.push(refusal(file, error));
    return undefined;
  }
}

/** The file's bytes, or undefined when there are more than the limit; the limit holds for files that grow, too. */
function readBytes(file: string): Uint8Array | undefined {
  const handle = openSync(file, "r");
  try {
    const size = fstatSync(handle).size;
    if (size > MOST_BYTES) return undefined;
    const buffer = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (let read = 1; read > 0 && length <= size; length += read) {
      read = readSync(handle, buffer, length, buffer.length - length, null);
    }
    return length > size ? undefined : buffer.subarray(0, length);
  } finally {
    closeSync(handle);
  }
}

function decoded(file: string, bytes: Uint8Array, diagnostics: Diagnostic[]): string | undefined {
  try {
    // Drops a byte order mark at the start.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("utf-8").decode(bytes);
    diagnostics.push(
      problem("config/not-utf8", {
        summary: "the file contains bytes that aren't UTF-8",
        remedy: "Save the file as UTF-8.",
        position: new Lines(file, text).at(text.indexOf("\uFFFD")),
      }),
    );
    return undefined;
  }
}

function refusal(path: string, error: unknown): Diagnostic {
  const cause = errorCode(error) ?? "";
  if (cause === "ENOENT" || cause === "ENOTDIR") {
    const summary = `there is no file or folder ${quoted(path)}`;
    const near = nearest(basename(path), namesBeside(path));
    const remedy =
      near === undefined ? "Check the path, and the folder you start botform in." : `Did you mean ${near}?`;
    return fault("config/no-such-path", path, summary, remedy);
  }
  const summary = `${quoted(path)} can't be read: ${/^E(?!RR_)/.test(cause) ? systemReason(cause) : "the system refused access"}`;
  return fault("config/unreadable", path, summary, "Make it readable for the user that runs botform.");
}

/** Of the folder that it would be in: YAML files and folders. */
function namesBeside(path: string): readonly string[] {
  try {
    const entries = readdirSync(dirname(path), { withFileTypes: true });
    const names = entries.filter((one) => one.isDirectory() || YAML_NAME.test(one.name)).map(({ name }) => name);
    // A link that leads nowhere has the very name.
    return names.includes(basename(path)) ? [] : names;
  } catch {
    return [];
  }
}

function tooLarge(path: string, summary: string): Diagnostic {
  return fault("config/too-large", path, summary, "Spread the fleet over several smaller files of one folder.");
}

function fault(code: ConfigCode, path: string, summary: string, remedy: string): Diagnostic {
  return problem(code, { summary, remedy, position: startOf(path) });
}
