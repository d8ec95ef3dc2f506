// Puts configuration files into their canonical form, or lists those that aren't in it.
import { readFile } from "node:fs/promises";
import { type Formatted, formatText } from "../../authoring/format.js";
import { readSources, type Source } from "../../config/yaml/source.js";
import { AppError } from "../error.js";
import { configurationPath } from "./configuration.js";
import { writeText } from "./write-text.js";

export interface FmtOptions {
  readonly config?: string | undefined;
  /** Whether nothing is written. */
  readonly check?: boolean;
}

export interface FormattedFiles {
  /** How many there are. */
  readonly files: number;
  /** Those that changed, or would. */
  readonly changed: readonly string[];
  readonly written: boolean;
  /** Left as they were, since what came out would not mean the same. */
  readonly faults: readonly string[];
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Writes nothing when any file can't be read as YAML. Throws AppError. */
export async function fmt({ config, check = false }: FmtOptions): Promise<FormattedFiles> {
  const path = configurationPath(config);
  if (path === undefined)
    throw new AppError("there is no configuration here\nName a file or a folder: botform fmt fleet/");
  const { sources, diagnostics } = readSources(path);
  const all = sources.map((source) => ({ source, result: formatText(source) }));
  const invalid = all.flatMap(({ result }) => (result.kind === "invalid" ? result.diagnostics : []));
  if (diagnostics.length + invalid.length > 0)
    throw new AppError("the configuration can't be read, so no file was formatted", {
      diagnostics: [...diagnostics, ...invalid],
    });
  const changed = all.filter(({ source, result }) => result.kind === "text" && result.text !== source.text);
  for (const { source, result } of check ? [] : changed) await write(source, result);
  return {
    files: sources.length,
    changed: changed.map(({ source }) => source.file),
    written: !check,
    faults: all.filter(({ result }) => result.kind === "fault").map(({ source }) => source.file),
  };
}

/** A mark at the start of the file, which reading takes away, stays. */
async function write({ file, text }: Source, result: Formatted): Promise<void> {
  if (result.kind !== "text") return;
  const now = await readFile(file, "utf8").catch(() => "");
  const mark = now.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  await writeText(file, mark + result.text, mark + text);
}
