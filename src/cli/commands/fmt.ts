// botform fmt: puts configuration files into their canonical form; with --check it only says which ones aren't.
import { readFile } from "node:fs/promises";
import { configurationPath } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type Formatted, formatText } from "../../authoring/format.js";
import { readSources, type Source } from "../../config/yaml/source.js";
import { counted } from "../../model/text/counted.js";
import { resultJson } from "../../render/machine/json.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import { writeText } from "../terminal/write-text.js";

export interface FmtOptions {
  readonly config?: string;
  readonly check?: boolean;
  readonly format: "text" | "json";
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Writes nothing when any file can't be read as YAML. Throws AppError. */
export async function fmtCommand(context: Context, options: FmtOptions): Promise<ExitCode> {
  const path = configurationPath(options.config);
  if (path === undefined)
    throw new AppError("there is no configuration here\nName a file or a folder: botform fmt fleet/");
  const { sources, diagnostics } = readSources(path);
  const all = sources.map((source) => ({ source, result: formatText(source) }));
  const problems = [
    ...diagnostics,
    ...all.flatMap(({ result }) => (result.kind === "invalid" ? result.diagnostics : [])),
  ];
  if (problems.length > 0)
    throw new AppError("the configuration can't be read; no file was formatted", { diagnostics: problems });

  const changed = all.filter(({ source, result }) => result.kind === "text" && result.text !== source.text);
  const faults = all.filter(({ result }) => result.kind === "fault").map(({ source }) => source.file);
  for (const { source, result } of options.check ? [] : changed) {
    await write(source, result);
    if (options.format === "text") context.err(`formatted ${clean(source.file)}\n`);
  }
  const names = changed.map(({ source }) => source.file);
  const exitCode =
    faults.length > 0 ? EXIT.failed : options.check && names.length > 0 ? EXIT.changesPending : EXIT.done;
  if (options.format === "json") {
    const body = { files: sources.length, changed: names, written: options.check !== true, faults };
    context.out(resultJson({ command: "fmt", exitCode, ...(faults.length > 0 && { error: FAULT }) }, body));
    return exitCode;
  }
  if (options.check) context.out(names.map((name) => `${clean(name)}\n`).join(""));
  for (const file of faults) context.err(`${context.errColour.bad("botform:")} ${clean(file)}: ${FAULT}\n`);
  context.err(`${summary(sources.length, names.length, options.check === true)}\n`);
  return exitCode;
}

const FAULT =
  "what came out would not mean the same, so the file was left as it is. This is a fault of botform itself; please report it with the file.";

function summary(files: number, changed: number, isCheck: boolean): string {
  if (changed === 0) return `Nothing to do in ${counted(files, "file")}.`;
  const which = `${changed} of ${counted(files, "file")}`;
  return isCheck ? `${which} would change; botform fmt does it.` : `${which} changed.`;
}

/** A mark at the start of the file, which reading takes away, stays. */
async function write({ file, text }: Source, result: Formatted): Promise<void> {
  if (result.kind !== "text") return;
  const now = await readFile(file, "utf8").catch(() => "");
  const mark = now.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  await writeText(file, mark + result.text, mark + text);
}
