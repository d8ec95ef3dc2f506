// The environment of one command: the process's own, and over it what --env-from names, a file or standard input.

import { open } from "node:fs/promises";
import { parseEnv } from "node:util";
import { HELPER_VARIABLE } from "../../app/credentials/helper.js";
import { AppError } from "../../app/error.js";
import { errorCode, systemReason } from "../../model/text/error-code.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "./context.js";
import { secretsOf } from "./screen.js";

export interface CredentialOptions {
  /** A .env file, or `-` for standard input. */
  readonly envFrom?: string;
}

export interface ProxyOptions {
  /** Address of the proxy for this run; wins over BOTFORM_PROXY. */
  readonly proxy?: string;
}

const STANDARD_INPUT = "-";
const LARGEST_BYTES = 64 * 1024;
const OURS = "BOTFORM_";

/**
 * What the command takes credentials and addresses from. A value of the env file wins: it was named for this very run. Read
 * it once, since standard input can't be read again. Throws AppError, which never holds what the file does.
 */
export async function withEnvironment<C extends Context>(context: C, { envFrom }: CredentialOptions): Promise<C> {
  if (envFrom === undefined) return context;
  const name = envFrom === STANDARD_INPUT ? "standard input" : `the env file ${envFrom}`;
  const bytes = envFrom === STANDARD_INPUT ? await readInput(name) : await readFile(context, envFrom, name);
  const text = decoded(bytes, name);
  const entries = Object.entries(parsed(text, name)).filter(([variable]) => variable.startsWith(OURS));
  const fromFile: Readonly<Record<string, string | undefined>> = Object.fromEntries(entries);
  if (Object.hasOwn(fromFile, HELPER_VARIABLE))
    throw new AppError(
      `${name} sets ${HELPER_VARIABLE}, which names a program to run\nOnly the machine's own environment or settings may name it: such a file may come with the repository.`,
    );
  context.conceal(secretsOf(fromFile));
  for (const [, variable] of text.matchAll(CUT_OFF))
    warn(context, `${name}: the value of ${variable} ends at its first #; quote the value if # is part of it`);
  if (entries.length === 0) warn(context, `${name} sets no variable whose name begins with ${OURS}`);
  const combined = { ...context, env: { ...context.env, ...fromFile }, envs: [context.env, fromFile] };
  return envFrom === STANDARD_INPUT ? { ...combined, ask: undefined, nobody: NOBODY_ON_INPUT } : combined;
}

/**
 * The same with the proxy that was asked for as its BOTFORM_PROXY; no other variable asks for one (threat 13). Throws AppError,
 * which doesn't show the address: it may hold a password.
 */
export async function withProxy<C extends Context>(context: C, { proxy: option }: ProxyOptions): Promise<C> {
  const { BOTFORM_PROXY: variable = "", ...env } = context.env;
  const text = (option ?? variable).trim();
  if (text === "") return { ...context, env };
  const { proxyUrl } = await import("../../service/proxy.js");
  const source = option === undefined ? "BOTFORM_PROXY" : "--proxy";
  const address = proxyUrl(text);
  if (address === undefined)
    throw new AppError(
      `${source} is not a proxy address: it must be http:// or https:// with a host and a port\nIts value is not shown here.`,
    );
  const { username, password } = address;
  if (option !== undefined && `${username}${password}` !== "")
    throw new AppError(
      "--proxy would show the user and password to every user of this machine\nPut the address into BOTFORM_PROXY, in the environment or in the --env-from file.",
    );
  context.conceal([password, decodeURIComponent(password)]);
  return { ...context, env: { ...env, BOTFORM_PROXY: text } };
}

const NOBODY_ON_INPUT = "standard input is taken by the env file, so botform can't ask on it";

/** A link or a pipe is read like a file: secrets are mounted and handed over so, and the path is the user's own word. */
async function readFile(context: Context, path: string, name: string): Promise<Buffer> {
  try {
    const handle = await open(path);
    try {
      const stats = await handle.stat();
      if (stats.isDirectory()) throw new AppError(`${name} is a folder\nName a file of lines such as ${EXAMPLE}.`);
      // Windows has no such bits.
      const isShared = stats.isFile() && (stats.mode & 0o077) !== 0 && process.platform !== "win32";
      if (isShared) warn(context, `${name} can be read by users other than its owner; run chmod 600 on it`);
      return await bounded(handle.createReadStream({ autoClose: false }), name);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(error, name);
  }
}

async function readInput(name: string): Promise<Buffer> {
  if (process.stdin.isTTY)
    throw new AppError(`--env-from - reads ${name}, which is a terminal here\nGive it a file or a pipe: … | botform …`);
  try {
    return await bounded(process.stdin, name);
  } catch (error) {
    throw unreadable(error, name);
  }
}

async function bounded(stream: AsyncIterable<Buffer | string>, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (length > LARGEST_BYTES) throw new AppError(`${name} is larger than 64 KiB, too large for a file of variables`);
  }
  return Buffer.concat(chunks, length);
}

function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError(`${name} isn't UTF-8 text\nSave it as UTF-8, with lines such as ${EXAMPLE}.`);
  }
}

const EXAMPLE = "BOTFORM_MAIN_API_KEY=…";

/** Unquoted, a # begins a comment, also in the middle of a secret. */
const CUT_OFF = /^[ \t]*(?:export[ \t]+)?(BOTFORM_\w+)[ \t]*=[ \t]*[^\s"'`#][^\n#]*(?<=\S)#/gm;

/** The variables of the text. A line that node would leave out without a word, or take for a part of the next one's name, is refused. */
function parsed(text: string, name: string): NodeJS.Dict<string> {
  const line = malformedLine(text);
  if (line !== undefined)
    throw new AppError(
      `${name}:${line}: this line is neither NAME=value nor a # comment; it isn't shown, since it may hold a secret\nWrite lines such as ${EXAMPLE}.`,
    );
  return parseEnv(text);
}

/** Blank, a comment, or a variable with its value; that goes on over lines only in quotes that end. */
const ENTRY =
  /[^\S\n]*(?:#[^\n]*|(?:export[^\S\n]+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:(["'`])[\s\S]*?\1)?[^\n]*)?(?:\n|$)/y;

/** The number of the first line, from 1, that is none of these. */
function malformedLine(text: string): number | undefined {
  for (let at = 0; at < text.length; at = ENTRY.lastIndex) {
    ENTRY.lastIndex = at;
    if (!ENTRY.test(text)) return text.slice(0, at).split("\n").length;
  }
  return undefined;
}

/** What has no code of the system's is none of the file's own troubles, and stays as it is. */
function unreadable(error: unknown, name: string): Error {
  const code = errorCode(error);
  if (code === undefined) return error instanceof Error ? error : new TypeError("no error");
  const why = code === "ENOENT" ? "doesn't exist" : `can't be read: ${systemReason(code)}`;
  return new AppError(`${name} ${why}\nName a file of lines such as ${EXAMPLE}.`);
}

function warn(context: Context, text: string): void {
  context.tell(`${context.errColour.change("warning:")} ${clean(text)}\n`);
}
