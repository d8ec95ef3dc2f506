// Pulls live bots into YAML: into a new configuration or the existing one. Writes it unless only a preview is wanted.
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { loadSources } from "../../config/load.js";
import { makeFolder } from "../../disk/make-folder.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { configurationPath, load } from "../files/configuration.js";
import { writeEditorSchema } from "../files/editor-schema.js";
import { ignoring } from "../files/ignored.js";
import { writeText } from "../files/write-text.js";
import type { Host } from "../host.js";
import { pullFresh } from "./fresh.js";
import { pullInto } from "./into.js";
import type { PullOptions, PullResult, PullTarget } from "./result.js";
import { pullSeveral, type SeveralOptions } from "./several.js";

/** Changes nothing on the service. Throws AppError, ServiceError. */
export async function pull(host: Host, options: PullOptions): Promise<PullResult> {
  const existing = options.out === undefined ? configurationPath(options.config) : undefined;
  const result = existing === undefined ? await freshly(host, options) : await into(host, options);
  return written(options, existing, result);
}

/** One account or several. Throws as `pull`. */
export async function pullAccounts(host: Host, options: SeveralOptions): Promise<PullResult> {
  const { account: names = [], allAccounts, ...rest } = options;
  const [name, second] = names;
  if (allAccounts !== true && second === undefined)
    return pull(host, { ...rest, ...(name !== undefined && { account: name }) });
  return written(rest, configurationPath(options.config), await pullSeveral(host, options));
}

async function written(options: PullOptions, existing: string | undefined, result: PullResult): Promise<PullResult> {
  if (options.dryRun === true) return result;
  await writeAll(result.files);
  await writeSchema(options, existing, result.files);
  return result;
}

/** A new configuration gets one; beside another, the one that botform wrote is brought up to date. */
async function writeSchema(options: PullOptions, existing: string | undefined, files: PullResult["files"]) {
  if (existing !== undefined) {
    const folder = statSync(existing, { throwIfNoEntry: false })?.isDirectory() === true ? existing : dirname(existing);
    await writeEditorSchema(folder, load(options), false);
    return;
  }
  const yaml = files.filter(({ file }) => file.endsWith(".yaml") || file.endsWith(".yml"));
  const [first] = yaml;
  if (first !== undefined) await writeEditorSchema(dirname(first.file), loadSources(yaml), true);
}

async function into(host: Host, options: PullOptions): Promise<PullResult> {
  if (options.factor === true)
    throw new AppError(
      "--factor writes a new configuration, and leaves the existing one as it is\nName a new folder with --out.",
    );
  return pullInto(host, options);
}

async function freshly(host: Host, options: PullOptions): Promise<PullResult> {
  if (options.everywhere === true)
    throw new AppError(
      "--everywhere adds bots to a configuration of several accounts, but there is none\nRun pull without it.",
    );
  if (options.accept !== undefined)
    throw new AppError("--accept copies live values into a configuration, but there is none\nRun pull without it.");
  const target = targetOf(options.out);
  refuseExisting(target);
  const pulled = await pullFresh(host, options, target);
  // A file that is named stands among others, whose .gitignore isn't botform's business.
  if (options.out !== undefined && !target.isFolder) return pulled;
  const { added, ...file } = await ignoring(target.folder);
  return added.length === 0 ? pulled : { ...pulled, files: [...pulled.files, file] };
}

function targetOf(out: string | undefined): PullTarget {
  if (out === undefined) return { folder: ".", file: "botform.yaml", isFolder: false };
  if (/\.ya?ml$/i.test(out)) return { folder: dirname(out), file: out, isFolder: false };
  return { folder: out, file: join(out, "botform.yaml"), isFolder: true };
}

function refuseExisting({ folder, file, isFolder }: PullTarget): void {
  const other = isFolder ? yamlIn(folder) : undefined;
  const existing = existsSync(file) ? file : other === undefined ? undefined : join(folder, other);
  if (existing === undefined) return;
  const why =
    existing === file
      ? "pull doesn't overwrite files that it hasn't read"
      : "it would become part of the pulled configuration";
  throw new AppError(
    `${existing} exists already, and ${why}\nPull into it with --config, or name another folder with --out.`,
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
    await makeFolder(dirname(file)).catch((error: unknown) => {
      const code = errorCode(error);
      throw new AppError(
        `the folder of ${file} can't be created${code === undefined ? "" : `: ${systemReason(code)}`}\nName another one with --out.`,
        {
          exitCode: EXIT.failed,
        },
      );
    });
    await writeText(file, text, before);
  }
}
