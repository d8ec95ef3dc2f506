// botform init: the files that a project starts with, written where they are missing and left where they are not.
import { lstat, mkdir, readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { DEFAULT_PATHS } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { variableOf } from "../../app/panic-connection.js";
import type { PullResult } from "../../app/pull.js";
import { writeText } from "../../app/write-text.js";
import { starterEnvironment, starterFleet, withPrivateLines } from "../../authoring/starter.js";
import { loadSources } from "../../config/load.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";
import { shellWord } from "../terminal/shell-word.js";

export interface InitOptions extends CredentialOptions {
  /** The folder; made where there is none. */
  readonly dir: string;
  readonly account: string;
  /** Starts from the account's live bots. */
  readonly fromLive?: boolean;
  readonly exchange?: string;
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
  readonly format: "text" | "json";
}

/** One file, and what becomes of it. */
interface Item {
  readonly file: string;
  readonly action: "created" | "appended" | "left";
  /** What it becomes; what is there already is not repeated. */
  readonly text?: string;
  readonly before?: string;
  /** What stands in the place of an account of it. */
  readonly remark?: string;
}

export async function initCommand(context: Context, options: InitOptions): Promise<ExitCode> {
  checkOptions(options);
  const existing = await existingConfiguration(options.dir);
  const pulled = existing === undefined && options.fromLive === true ? await pull(context, options) : undefined;
  const items = [...configuration(options, existing, pulled), ...(await companions(options))];
  for (const { file, text, before } of options.dryRun === true ? [] : items) {
    if (text === undefined) continue;
    await makeFolder(dirname(file));
    await writeText(file, text, before);
  }
  const differing = pulled?.differing ?? [];
  const exitCode = differing.length > 0 ? EXIT.partlyApplied : EXIT.done;
  const next = await nextSteps(options, existing ?? configurationArgument(options, items));
  if (options.format === "json") {
    const files = items.map(({ before: _, remark: __, ...item }) => item);
    const live = pulled && { account: pulled.account, notes: pulled.notes, left: pulled.left, differing };
    context.out(resultJson({ command: "init", exitCode }, { files, written: options.dryRun !== true, next, ...live }));
    return exitCode;
  }
  await say(context, items, pulled, options.dryRun === true);
  context.err(`Next:\n${next.map((line) => `  ${clean(line)}\n`).join("")}`);
  return exitCode;
}

/** Throws AppError. */
function checkOptions({ account, fromLive, envFrom, exchange }: InitOptions): void {
  if (fromLive !== true && (envFrom !== undefined || exchange !== undefined)) {
    const option = envFrom === undefined ? "--exchange" : "--env-from";
    throw new AppError(`${option} is of use only where live bots are read\nAdd --from-live, or leave it away.`);
  }
  const variables = variablesOf(account);
  const { diagnostics } = loadSources([{ file: "--account", text: starterFleet(account, variables) }]);
  if (diagnostics.length === 0) return;
  throw new AppError(
    `${JSON.stringify(account)} can't be an account's name\nUse letters, digits, - and _, beginning with a letter.`,
  );
}

/** A configuration that commands would find in the folder: botform.yaml beside it would hide it. */
async function existingConfiguration(dir: string): Promise<string | undefined> {
  for (const name of DEFAULT_PATHS) if (await isThere(join(dir, name))) return join(dir, name);
  return undefined;
}

/** Also a link that leads nowhere: what stands there is not ours to replace. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw unusable(path, error);
  }
}

async function pull(context: Context, options: InitOptions): Promise<PullResult> {
  const { pullFresh } = await import("../../app/pull-fresh.js");
  const { account, dir, concurrency, requestsPerSecond, format, exchange } = options;
  const target = { folder: dir, file: join(dir, "botform.yaml"), isFolder: true };
  const stated = {
    ...(exchange !== undefined && { exchange }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  };
  const wanted = { account, concurrency, format, factor: true, ...stated };
  const pulled = await pullFresh(context, wanted, target);
  if (pulled.files.length > 1 && normalize(dir) === ".") {
    throw new AppError(
      `the bots take ${pulled.files.length} files, and commands would read botform.yaml alone\nName a folder with --dir.`,
    );
  }
  // Many bots come to several files, and the others may be there although the first one isn't.
  for (const { file } of pulled.files) {
    if (await isThere(file)) throw new AppError(`${file} is there already\nName another folder with --dir.`);
  }
  return pulled;
}

function configuration(options: InitOptions, existing: string | undefined, pulled: PullResult | undefined): Item[] {
  if (existing !== undefined) return [{ file: existing, action: "left" }];
  if (pulled !== undefined)
    return pulled.files.map(({ file, text }, index) => ({
      file,
      action: "created",
      text,
      ...(index === 0 && { remark: pulled.summary }),
    }));
  const text = starterFleet(options.account, variablesOf(options.account));
  return [
    {
      file: join(options.dir, "botform.yaml"),
      action: "created",
      text,
      remark: "a small fleet in which nothing is on; make it yours",
    },
  ];
}

/** What stands beside the configuration. */
async function companions({ dir, account }: InitOptions): Promise<Item[]> {
  const example = join(dir, ".env.example");
  const remark = "what opens the account, to be filled in as .env";
  const environmentItem: Item = (await isThere(example))
    ? { file: example, action: "left" }
    : { file: example, action: "created", text: starterEnvironment(variablesOf(account)), remark };
  return [await ignoreItem(join(dir, ".gitignore")), environmentItem];
}

async function ignoreItem(file: string): Promise<Item> {
  const before = (await isThere(file))
    ? await readFile(file, "utf8").catch((error: unknown) => Promise.reject(unusable(file, error)))
    : undefined;
  const { text, added } = withPrivateLines(before);
  const remark = added.join(", ");
  if (before === undefined) return { file, action: "created", text, remark };
  return added.length === 0 ? { file, action: "left" } : { file, action: "appended", text, before, remark };
}

function variablesOf(account: string) {
  return {
    apiUrl: variableOf(account, "API_URL"),
    apiKey: variableOf(account, "API_KEY"),
    apiSecret: variableOf(account, "API_SECRET"),
  };
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => Promise.reject(unusable(path, error)));
}

function unusable(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (code === "") return error;
  return new AppError(`${path} can't be used (${code})\nName a folder that you may write to with --dir.`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** The file, or the folder where the bots are in several files. */
function configurationArgument({ dir }: InitOptions, items: readonly Item[]): string {
  const isMany = items.filter(({ file }) => file.endsWith(".yaml")).length > 1;
  return isMany ? dir : join(dir, "botform.yaml");
}

/** Commands to run, with what they need to find the configuration from here. */
async function nextSteps({ dir, envFrom, fromLive }: InitOptions, path: string): Promise<string[]> {
  const config = DEFAULT_PATHS.includes(path) ? "" : ` -c ${shellWord(path)}`;
  const own = join(dir, ".env");
  // Live bots were read with what the environment holds, or with a file that has a name.
  const env = fromLive === true ? envFrom : own;
  const isMissing = env === own && !(await isThere(own));
  return [
    ...(isMissing
      ? [`cp ${shellWord(join(dir, ".env.example"))} ${shellWord(own)} && chmod 600 ${shellWord(own)}`]
      : []),
    `botform validate${config}`,
    `botform plan${config}${env === undefined || env === "-" ? "" : ` --env-from ${shellWord(env)}`}`,
  ];
}

async function say(
  context: Context,
  items: readonly Item[],
  pulled: PullResult | undefined,
  isDry: boolean,
): Promise<void> {
  const { errColour } = context;
  if (isDry) {
    const { createTwoFilesPatch } = await import("diff");
    for (const { file, text, before = "" } of items) {
      if (text !== undefined) context.out(cleanLines(createTwoFilesPatch(file, file, before, text)));
    }
  }
  for (const note of pulled?.notes ?? []) context.err(`${errColour.change("note:")} ${clean(note)}\n`);
  for (const { botId, title, field, reason } of pulled?.left ?? []) {
    const what = field === undefined ? "" : `, ${field}`;
    context.err(`${errColour.change("left out:")} ${botId} "${clean(title)}"${what}: ${clean(reason)}\n`);
  }
  for (const address of pulled?.differing ?? [])
    context.err(`${errColour.bad("still differs:")} ${clean(address)}; botform plan shows in what\n`);
  for (const { file, action, remark } of items) {
    const verb = isDry ? WOULD[action] : action;
    const paint = action === "left" ? errColour.change : errColour.good;
    const why = action === "left" ? "there already, stays as it is" : (remark ?? "");
    context.err(`${paint(`${verb}:`)} ${clean(file)}${why === "" ? "" : `, ${clean(why)}`}\n`);
  }
}

const WOULD = { created: "would create", appended: "would append to", left: "would leave" } as const;
