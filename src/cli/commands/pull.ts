// botform pull: live bots into YAML, as a configuration of its context or into the one that is there.
import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { configurationPath } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import type { PullOptions, PullResult, Target } from "../../app/pull.js";
import { pullFresh } from "../../app/pull-fresh.js";
import { pullInto } from "../../app/pull-into.js";
import { writeText } from "../../app/write-text.js";
import { counted } from "../../model/text/counted.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";

export async function pullCommand(context: Context, options: PullOptions): Promise<ExitCode> {
  const existing = options.out === undefined ? configurationPath(options.config) : undefined;
  const isFresh = existing === undefined;
  if (!isFresh && options.factor === true) {
    throw new AppError(
      "--factor writes a configuration of its context, and leaves the one that is there as it is\nName a folder that isn't there yet with --out.",
    );
  }
  if (isFresh && options.accept !== undefined)
    throw new AppError("--accept takes live values into a configuration, and there is none\nRun pull without it.");
  const target = isFresh ? targetOf(options.out) : undefined;
  if (target !== undefined) refuseTaken(target);
  const result = target === undefined ? await pullInto(context, options) : await pullFresh(context, options, target);
  if (options.dryRun !== true) await writeAll(result.files);
  const exitCode = result.differing.length > 0 ? EXIT.partlyApplied : EXIT.done;
  if (options.format === "json") {
    const files = result.files.map(({ file, before, text }) => ({ file, created: before === undefined, text }));
    context.out(
      resultJson(
        { command: "pull", exitCode },
        { ...result, files, written: options.dryRun !== true && files.length > 0 },
      ),
    );
    return exitCode;
  }
  await say(context, result, options.dryRun === true);
  return exitCode;
}

function targetOf(out: string | undefined): Target {
  if (out === undefined) return { folder: ".", file: "botform.yaml", isFolder: false };
  if (/\.ya?ml$/i.test(out)) return { folder: dirname(out), file: out, isFolder: false };
  return { folder: out, file: join(out, "botform.yaml"), isFolder: true };
}

function refuseTaken({ folder, file, isFolder }: Target): void {
  const other = isFolder ? yamlIn(folder) : undefined;
  const taken = existsSync(file) ? file : other === undefined ? undefined : join(folder, other);
  if (taken === undefined) return;
  const why =
    taken === file ? "pull writes over nothing that it didn't read" : "it would become part of what is pulled";
  throw new AppError(
    `${taken} is there already, and ${why}\nPull into it with --config, or name another folder with --out.`,
  );
}

/** A YAML file of a folder; undefined where there is none, or no folder. */
function yamlIn(folder: string): string | undefined {
  try {
    return readdirSync(folder).find((name) => /\.ya?ml$/i.test(name));
  } catch {
    // What stands in the way is said when the files are written.
    return undefined;
  }
}

async function writeAll(files: PullResult["files"]): Promise<void> {
  for (const { file, text, before } of files) {
    await mkdir(dirname(file), { recursive: true }).catch((error: unknown) => {
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      throw new AppError(`the folder of ${file} can't be made${code}\nName another one with --out.`, {
        exitCode: EXIT.failed,
      });
    });
    await writeText(file, text, before);
  }
}

async function say(
  context: Context,
  { files, summary, notes, left, differing }: PullResult,
  isDry: boolean,
): Promise<void> {
  const { errColour } = context;
  if (isDry) {
    const { createTwoFilesPatch } = await import("diff");
    for (const { file, before, text } of files)
      context.out(
        cleanLines(createTwoFilesPatch(file, file, before ?? "", text, undefined, undefined, { context: 3 })),
      );
  }
  for (const note of notes) context.err(`${errColour.change("note:")} ${clean(note)}\n`);
  for (const { botId, title, field, reason } of left) {
    const what = field === undefined ? "" : `, ${field}`;
    context.err(`${errColour.change("left:")} ${botId} "${clean(title)}"${what}: ${clean(reason)}\n`);
  }
  for (const address of differing)
    context.err(`${errColour.bad("still differs:")} ${clean(address)}; botform plan shows in what\n`);
  const verb = isDry ? "Would write" : "Wrote";
  const names = files.map(({ file }) => clean(file)).join(", ");
  const wrote = files.length === 0 ? "Nothing to write" : `${verb} ${names}`;
  context.err(
    `${errColour.good(`${wrote}:`)} ${clean(summary)}${left.length === 0 ? "" : `; ${counted(left.length, "thing")} left out, named above`}.\n`,
  );
}
