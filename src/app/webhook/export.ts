// One folder per bot with everything to paste into the charting platform; nothing that botform didn't write is replaced.
import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod/mini";
import type { ConfiguredAccount, LoadedConfig } from "../../config/load.js";
import { makeFolder } from "../../disk/make-folder.js";
import { readWhole, replaceWhole } from "../../disk/whole-file.js";
import { DiskError } from "../../model/ports.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { parseJson } from "../../model/text/json.js";
import { type ExportedAction, type ExportedBot, webhookBody } from "../../model/webhook/webhook-body.js";
import { hookOf } from "../credentials/supply.js";
import { AppError } from "../error.js";
import { EXIT } from "../exit.js";
import { endpointIfThere, loadSound } from "../files/configuration.js";
import type { Host } from "../host.js";
import {
  checkedPath,
  notLive,
  refuseGhostly,
  standings,
  type WebhookBot,
  type WebhookOptions,
  webhookBots,
} from "./bot.js";

export interface ExportOptions extends WebhookOptions {
  /** The folder; made where there is none. */
  readonly dir: string;
  /** Whether addresses are written whole. */
  readonly reveal?: boolean;
}

/** The steps for one bot, as text. */
export type Readme = (bot: ExportedBot) => string;

/** By path below the folder, with / between. */
type Files = ReadonlyMap<string, string>;

const LIST = ".botform-export.json";
const LARGEST = 1024 * 1024;
/** Digests of the files that botform wrote here; any other file is somebody else's. */
const listSchema = z.object({ formatVersion: z.literal(1), files: z.record(z.string(), z.string()) });

export interface Exported {
  readonly folder: string;
  readonly bots: number;
  readonly files: readonly string[];
  readonly revealed: boolean;
}

/** Throws AppError where an id isn't known, or the folder holds what isn't botform's; ServiceError. */
export async function exportWebhooks(host: Host, options: ExportOptions, readme: Readme): Promise<Exported> {
  refuseGhostly(options);
  const config = loadSound(options);
  const bots = webhookBots(config, options.account);
  if (bots.length === 0) throw new AppError("no bot of the configuration has webhooks, so there is nothing to export");
  const files = new Map<string, string>();
  const unknown: Unknown = { unread: [], notLive: [] };
  for (const account of new Set(bots.map((bot) => bot.account))) {
    const own = bots.filter((bot) => bot.account === account);
    const ids = await idsOf(host, options, account, own, unknown);
    for (const bot of own) {
      const id = ids.get(bot.resolved.key);
      if (id === undefined && options.ghost !== true) continue;
      for (const [path, text] of await filesOf(host, options, config, bot, id, readme)) files.set(path, text);
    }
  }
  refuseUnknown(unknown);
  await writeAll(options.dir, files);
  return { folder: options.dir, bots: bots.length, files: [...files.keys()], revealed: options.reveal === true };
}

/** Bots without an id: addresses of those that nobody could look up, and what is said of those that aren't live. */
interface Unknown {
  readonly unread: string[];
  readonly notLive: string[];
}

/** Throws AppError for any. */
function refuseUnknown({ unread, notLive: missing }: Unknown): void {
  if (missing.length > 0) {
    const remedy = "Webhooks work once the bot is saved: botform apply creates it. Nothing was written.";
    throw new AppError([...missing.slice(0, 10), remedy].join("\n"), { exitCode: EXIT.stale });
  }
  if (unread.length > 0)
    throw new AppError(
      `${unread.slice(0, 10).join(", ")}: the id is unknown\nSet botId for the bot, or set the account's credentials, so that botform can look it up.`,
    );
}

async function idsOf(
  host: Host,
  { ghost }: ExportOptions,
  account: ConfiguredAccount,
  bots: readonly WebhookBot[],
  unknown: Unknown,
): Promise<ReadonlyMap<string, number>> {
  if (ghost === true) return new Map();
  const pinned = new Map(
    bots.flatMap(({ resolved }) =>
      resolved.merged.values.botId === undefined ? [] : [[resolved.key, resolved.merged.values.botId] as const],
    ),
  );
  const open = bots.filter(({ resolved }) => !pinned.has(resolved.key)).map(({ resolved }) => resolved);
  if (open.length === 0) return pinned;
  const endpoint = await endpointIfThere(host, account);
  if (endpoint === undefined) {
    unknown.unread.push(...open.map(({ address }) => address));
    return pinned;
  }
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const found = await standings(host, account, endpoint, open);
  const live = open.flatMap((resolved) => {
    const one = found.get(resolved.key);
    if (one?.kind === "live") return [[resolved.key, one.live.id] as const];
    unknown.notLive.push(notLive(resolved, one?.elsewhere ?? []));
    return [];
  });
  return new Map([...pinned, ...live]);
}

async function filesOf(
  host: Host,
  options: ExportOptions,
  config: LoadedConfig,
  { account, resolved }: WebhookBot,
  botId: number | undefined,
  readme: Readme,
): Promise<Files> {
  const { dialect } = options;
  // Keys of accounts and bots are letters, digits, ".", "_" and "-", and never begin with a dot.
  const folder = `${account.desired.account}/${resolved.key}`;
  const actions = await Promise.all(
    resolved.webhooks.messages.map(async (message): Promise<ExportedAction> => {
      const body = webhookBody(message, { dialect, botId });
      return { action: message.action, body, url: await urlFor(host, options, config, account, message.action) };
    }),
  );
  const steps = readme({
    address: resolved.address,
    title: resolved.title ?? "",
    botId,
    dialect,
    actions,
    isRevealed: options.reveal === true,
  });
  return new Map([
    ...actions.map(({ action, body }) => [`${folder}/${action}.json`, `${body}\n`] as const),
    [`${folder}/url.txt`, actions.map(({ action, url }) => `${action} ${url}\n`).join("")],
    [`${folder}/README.md`, steps],
  ]);
}

async function urlFor(
  host: Host,
  options: ExportOptions,
  config: LoadedConfig,
  account: ConfiguredAccount,
  action: ExportedAction["action"],
): Promise<string> {
  const paths = options.closePath === undefined ? {} : { close: checkedPath(options.closePath) };
  const resolved = await hookOf(host, account.connection, { action, dialect: options.dialect, paths });
  if (resolved.kind === "address") {
    host.conceal(resolved.address.secrets);
    return options.reveal === true ? resolved.address.url : resolved.address.masked;
  }
  // An export with masked addresses needs no credentials: the address is copied from the service anyway.
  if (options.reveal === true && resolved.kind === "unusable")
    throw new AppError("the webhook's address can't be built", { diagnostics: config.locate(resolved.diagnostics) });
  return "(copy it from the Webhooks block of the saved bot)";
}

/** Writes below the folder alone. Throws AppError, before anything is written, where a file isn't botform's own. */
async function writeAll(dir: string, files: Files): Promise<void> {
  try {
    const known = await knownFiles(dir);
    const foreign: string[] = [];
    for (const path of files.keys()) if (await isForeign(dir, path, known)) foreign.push(path);
    if (foreign.length > 0)
      throw new AppError(
        `${dir} contains files that botform didn't write, or that were changed since: ${foreign.slice(0, 5).join(", ")}\nMove them elsewhere, or export into another folder. Nothing was written.`,
      );
    for (const path of files.keys()) await makeFolders(dir, path);
    const digests = { ...known };
    for (const [path, text] of files) {
      await replaceWhole(join(dir, path), text);
      digests[path] = hash("sha256", text);
    }
    await replaceWhole(join(dir, LIST), `${JSON.stringify({ formatVersion: 1, files: digests }, null, 2)}\n`);
  } catch (error) {
    if (error instanceof DiskError)
      throw new AppError(`${error.message}\nThe export is incomplete.`, { exitCode: EXIT.failed });
    throw error;
  }
}

async function knownFiles(dir: string): Promise<Readonly<Record<string, string>>> {
  await refuseOddFolder(dir);
  const path = join(dir, LIST);
  if (!existsSync(path)) return {};
  const text = (await readWhole(path, LARGEST)).toString("utf8");
  const parsed = z.safeParse(listSchema, parseJson(text));
  if (parsed.success) return parsed.data.files;
  throw new AppError(`${path} isn't the list of files that botform writes\nExport into another folder.`);
}

async function isForeign(dir: string, path: string, known: Readonly<Record<string, string>>): Promise<boolean> {
  const parts = path.split("/");
  for (let depth = 1; depth < parts.length; depth += 1) await refuseOddFolder(join(dir, ...parts.slice(0, depth)));
  const whole = join(dir, path);
  const there = await lstat(whole).catch(() => undefined);
  if (there === undefined) return false;
  const text = await readWhole(whole, LARGEST);
  return !Object.hasOwn(known, path) || known[path] !== hash("sha256", text);
}

/** A link could lead out of the folder. */
async function refuseOddFolder(path: string): Promise<void> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined || there.isDirectory()) return;
  throw new AppError(
    `${path} is ${there.isSymbolicLink() ? "a link" : "no folder"}\nName a folder. Nothing was written.`,
  );
}

async function makeFolders(dir: string, path: string): Promise<void> {
  const parts = path.split("/").slice(0, -1);
  try {
    await makeFolder(join(dir, ...parts), 0o700);
  } catch (error) {
    const code = errorCode(error) ?? "";
    throw new DiskError(code, `${join(dir, ...parts)} can't be created: ${systemReason(code)}`);
  }
}
