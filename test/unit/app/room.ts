// What tests of use cases share: a host that keeps what it is told, a folder for their files, and what a refusal says.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { AppError } from "../../../src/app/error.js";
import { type Env, type Host, type Notice, programHost } from "../../../src/app/host.js";

/** A program's host, and what it was told. */
export interface Listening {
  readonly host: Host;
  /** Notes and warnings as they read; of anything else the codes. */
  readonly said: string[];
  readonly concealed: string[];
  /** What was read, by the name that is shown meanwhile. */
  readonly reads: string[];
}

export function listening(env: Env = {}, { answer }: { readonly answer?: string } = {}): Listening {
  const [said, concealed, reads]: [string[], string[], string[]] = [[], [], []];
  const plain = programHost(env, { say: (notice) => said.push(textOf(notice)) });
  const host: Host = {
    ...plain,
    conceal(secrets) {
      concealed.push(...secrets);
      return () => {};
    },
    read(what, task) {
      reads.push(what);
      return plain.read(what, task);
    },
    ...(answer !== undefined && {
      ask: async (question) => {
        said.push(`asked: ${question}`);
        return answer;
      },
    }),
  };
  return { host, said, concealed, reads };
}

function textOf(notice: Notice): string {
  if ("text" in notice) return `${notice.kind}: ${notice.text}`;
  const codes = notice.kind === "findings" ? notice.findings : notice.diagnostics;
  return `${notice.kind}: ${codes.map(({ code }) => code).join(", ")}`;
}

/** A folder of the test file, gone after its last test. */
export function folder() {
  let root = "";
  let count = 0;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "botform room ")));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const place = {
    /** A path that no test has used. */
    fresh(name = "file"): string {
      count += 1;
      return join(root, String(count), name);
    },
    /** A new file, alone in its folder. */
    written(text: string, name = "botform.yaml"): string {
      const path = place.fresh(name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
  };
  return place;
}

/** The message, the exit code and the codes of what a task refuses. */
export async function refusal(task: () => unknown): Promise<readonly [message: string, exitCode: number, ...string[]]> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.message, error.exitCode, ...error.diagnostics.map(({ code }) => code)];
  }
  return expect.fail("nothing was refused");
}

type Shape = Readonly<Record<string, unknown>>;

/** What has tests of its own is named, no more: bots, deals and their settings, findings, places in files. */
const SHORT: readonly (readonly [keys: readonly string[], text: (value: Shape) => unknown])[] = [
  [["code", "summary"], (one) => [one.severity, one.code, one.address, one.summary].filter(Boolean).join(" ")],
  [["fields", "status"], (bot) => `#${bot.id} ${inShort(bot.fields)} on ${bot.accessId}, ${inShort(bot.status)}`],
  [["takeProfits", "botId"], (deal) => `deal ${deal.id} of #${deal.botId} on ${deal.accessId}`],
  [["fieldOrigins"], (bot) => bot.address],
  [["marginMode"], ({ title }) => title],
  [["id", "title", "exchange"], (access) => `${access.title} (${access.id}, ${access.exchange})`],
  [["on", "raw"], ({ on }) => (on === true ? "on" : "off")],
  [["id", "title", "status", "why"], ({ id, title, status, why }) => `#${id} ${title}: ${status}, ${why}`],
  [["grid"], (ladder) => Object.keys(ladder)],
  [["file", "line"], ({ line, column }) => `${line}:${column}`],
];

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inShort(value: unknown): unknown {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (!isShape(value)) return value;
  const short = SHORT.find(([keys]) => keys.every((key) => key in value));
  return short === undefined ? value : short[1](value);
}

/** A whole result as text, a line for each key, or for each item of a long list, and none for what is empty; today's times and ports are masked. */
export function inLines(result: object): string {
  const text = (value: unknown) => JSON.stringify(value, (_key, one: unknown) => inShort(one));
  const lines = Object.entries(result).flatMap(([key, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const line = text(value);
    const isOneLine = !Array.isArray(value) || line.length < 160;
    return isOneLine ? [`${key}: ${line}`] : [`${key}:`, ...value.map((item) => `  ${text(item)}`)];
  });
  return lines
    .join("\n")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{8,12}/g, "RUN")
    .replaceAll(/20\d\d-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?|\b1\d{12}\b/g, "TIME")
    .replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
}
