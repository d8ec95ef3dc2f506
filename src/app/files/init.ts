// The files of a new project. Existing files stay as they are.
import { lstat } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { SCHEMA_FILE } from "../../authoring/pull-fresh.js";
import { starterEnvironment, starterFleet } from "../../authoring/starter.js";
import { loadConfig, loadSources } from "../../config/load.js";
import { accountVariable } from "../../config/schema/schema-parts.js";
import { makeFolder } from "../../disk/make-folder.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { AppError } from "../error.js";
import type { Host } from "../host.js";
import { pullFresh } from "../pull/fresh.js";
import type { PullResult } from "../pull/result.js";
import { writeEditorSchema } from "./editor-schema.js";
import { ignoring } from "./ignored.js";
import { DEFAULT_PATHS } from "./project.js";
import { writeText } from "./write-text.js";

export interface InitOptions {
  /** The folder; made where there is none. */
  readonly dir: string;
  readonly account: string;
  /** Starts from the account's live bots. */
  readonly fromLive?: boolean;
  readonly exchange?: string;
  readonly dryRun?: boolean;
  readonly concurrency: number;
  readonly requestsPerSecond?: number;
}

/** One file, and what becomes of it. */
export interface InitFile {
  readonly file: string;
  readonly action: "created" | "appended" | "left";
  /** Its new text, without what the file has already. */
  readonly text?: string;
  readonly before?: string;
  /** What stands in the place of an account of it. */
  readonly remark?: string;
}

export interface Initiated {
  readonly files: readonly InitFile[];
  readonly pulled: PullResult | undefined;
  /** Where the configuration is. */
  readonly config: string;
  /** Whether .env is missing. */
  readonly wantsEnv: boolean;
}

export async function init(host: Host, options: InitOptions): Promise<Initiated> {
  checkName(options.account);
  const { dir } = options;
  const existing = await existingConfiguration(dir);
  const pulled = existing === undefined && options.fromLive === true ? await pulledFrom(host, options) : undefined;
  const files = [
    ...configuration(options, existing, pulled),
    ...(await companions(options, existing)),
    ...(existing === undefined ? [await schemaItem(options)] : []),
  ];
  for (const { file, text, before } of options.dryRun === true ? [] : files) {
    if (text === undefined) continue;
    await makeProject(dirname(file));
    await writeText(file, text, before);
  }
  if (options.dryRun !== true && existing === undefined) await writeEditorSchema(dir, loadSources(yamlOf(files)), true);
  const config = existing ?? configurationArgument(options, files);
  return { files, pulled, config, wantsEnv: !(await isThere(join(dir, ".env"))) };
}

/** The configuration among them; an existing one isn't read. */
function yamlOf(files: readonly InitFile[]) {
  return files.flatMap(({ file, text }) => (text !== undefined && file.endsWith(".yaml") ? [{ file, text }] : []));
}

/** Throws AppError. */
function checkName(account: string): void {
  const variables = variablesOf(account);
  const { diagnostics } = loadSources([{ file: "--account", text: starterFleet(account, variables) }]);
  if (diagnostics.length === 0) return;
  throw new AppError(
    `${JSON.stringify(account)} is not a valid account name\nUse letters, digits, ".", "_" and "-", beginning with a letter or digit.`,
  );
}

/** A configuration that commands find in this folder; a new botform.yaml would hide it. */
async function existingConfiguration(dir: string): Promise<string | undefined> {
  for (const name of DEFAULT_PATHS) if (await isThere(join(dir, name))) return join(dir, name);
  return undefined;
}

/** True for a broken link, too: it isn't botform's to replace. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw unusable(path, error);
  }
}

async function pulledFrom(host: Host, options: InitOptions): Promise<PullResult> {
  const { account, dir, concurrency, requestsPerSecond, exchange } = options;
  const target = { folder: dir, file: join(dir, "botform.yaml"), isFolder: true };
  const stated = {
    ...(exchange !== undefined && { exchange }),
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
  };
  const wanted = { account, concurrency, factor: true, ...stated };
  const pulled = await pullFresh(host, wanted, target);
  if (pulled.files.length > 1 && normalize(dir) === ".") {
    throw new AppError(
      `the bots need ${pulled.files.length} files, but botform would read only botform.yaml\nName a folder with --dir.`,
    );
  }
  // Many bots make several files, and some may exist although the first one doesn't.
  for (const { file } of pulled.files) {
    if (await isThere(file)) throw new AppError(`${file} exists already\nName another folder with --dir.`);
  }
  return pulled;
}

function configuration(options: InitOptions, existing: string | undefined, pulled: PullResult | undefined): InitFile[] {
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
      remark: "a small fleet with every bot off; edit it to suit you",
    },
  ];
}

/** What stands beside the configuration. */
async function companions({ dir, account }: InitOptions, existing: string | undefined): Promise<InitFile[]> {
  const stated = existing === undefined ? [] : variablesIn(existing);
  const variables = stated.length > 0 ? stated : Object.values(variablesOf(account));
  const example = join(dir, ".env.example");
  const remark = "the account's credentials, to be copied to .env and filled in";
  const environmentItem: InitFile = (await isThere(example))
    ? { file: example, action: "left" }
    : { file: example, action: "created", text: starterEnvironment(variables), remark };
  return [await ignoreItem(dir), environmentItem];
}

/** Its text isn't told: it is long, and for editors. */
async function schemaItem({ dir }: InitOptions): Promise<InitFile> {
  const file = join(dir, SCHEMA_FILE);
  if (await isThere(file)) return { file, action: "left" };
  return { file, action: "created", remark: "what editors check the configuration with, and complete" };
}

async function ignoreItem(dir: string): Promise<InitFile> {
  const { file, before, text, added } = await ignoring(dir);
  const remark = `with ${added.join(", ")}`;
  if (before === undefined) return { file, action: "created", text, remark };
  return added.length === 0 ? { file, action: "left" } : { file, action: "appended", text, before, remark };
}

/** Those that open the accounts of a configuration. */
function variablesIn(config: string): readonly string[] {
  const all = loadConfig(config).reaches.flatMap(({ connection: { apiUrl, apiKey, apiSecret } }) =>
    [apiUrl, apiKey, apiSecret].flatMap(({ value }) => (typeof value === "string" ? [] : [value.env])),
  );
  return [...new Set(all)];
}

function variablesOf(account: string) {
  return {
    apiUrl: accountVariable(account, "API_URL"),
    apiKey: accountVariable(account, "API_KEY"),
    apiSecret: accountVariable(account, "API_SECRET"),
  };
}

async function makeProject(path: string): Promise<void> {
  await makeFolder(path).catch((error: unknown) => Promise.reject(unusable(path, error)));
}

function unusable(path: string, error: unknown): unknown {
  const code = errorCode(error);
  if (code === undefined) return error;
  return new AppError(`${path} can't be used: ${systemReason(code)}
Name a writable folder with --dir.`);
}

/** The file, or the folder where the bots are in several files. */
function configurationArgument({ dir }: InitOptions, items: readonly InitFile[]): string {
  const isMany = items.filter(({ file }) => file.endsWith(".yaml")).length > 1;
  return isMany ? dir : join(dir, "botform.yaml");
}
