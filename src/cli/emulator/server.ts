// Runs the emulator until Ctrl-C, and prints its address and credentials.

import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type EmulatorOptions, startEmulator } from "../../emulator/http/server.js";
import { allowedValues, parseQuirks } from "../../emulator/quirks/quirk-text.js";
import { type Quirks, quirkTable } from "../../emulator/quirks/quirks.js";
import { DEFAULT_SEED, parseSeed, type Seed } from "../../emulator/seed/seed.js";
import { type LoadedCandles, loadCandles } from "../../emulator/seed/seed-courses.js";
import { counted } from "../../model/text/counted.js";
import { errorCode } from "../../model/text/error-code.js";
import { clean } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";

export interface EmulatorCommandOptions {
  readonly port: number;
  readonly seed?: string;
  readonly state?: string;
  /** Milliseconds. */
  readonly latency: number;
  readonly quirk?: readonly string[];
  /** A file of quirks. */
  readonly like?: string;
  readonly quirks?: boolean;
  readonly time: "real" | "stepped";
  /** Market seconds in each real second. */
  readonly speed: number;
}

export async function serve(context: Context, options: EmulatorCommandOptions): Promise<ExitCode> {
  if (options.quirks === true) {
    context.out(quirkList());
    return EXIT.done;
  }
  const seed = options.seed === undefined ? DEFAULT_SEED : await readSeed(options.seed);
  const like = options.like === undefined ? {} : quirksOf(await readQuirks(options.like), `${options.like}: `);
  const quirks = { ...like, ...quirksOf(options.quirk ?? []) };

  if (options.time === "stepped" && options.speed !== 1) {
    throw new AppError("--speed has no effect with --time stepped: botform emulator step moves the clock");
  }
  const running = await started({
    port: options.port,
    seed,
    candles: candlesOf(seed, options.seed),
    speed: options.time === "stepped" ? 0 : options.speed,
    latencyMs: options.latency,
    // Time that stands still would hold back every command; whoever wants that says so.
    quirks: { ...(options.time === "stepped" && { commandDelay: 0 }), ...quirks },
    ...(options.state !== undefined && { stateFile: options.state }),
  });
  const print = context.outAsItIs;
  print(welcome(running.url, seed, options));
  const signal = await new Promise<"SIGINT" | "SIGTERM">((resolve) => {
    const names = ["SIGINT", "SIGTERM"] as const;
    const end = (name: NodeJS.Signals) => {
      for (const one of names) process.off(one, end);
      resolve(name === "SIGINT" ? name : "SIGTERM");
    };
    for (const name of names) process.on(name, end);
  });
  await running.close();
  const { service } = running;
  const requests = Object.values(service.requests).reduce((sum, count) => sum + count, service.hookRequests);
  context.err(`\nstopped after ${counted(requests, "request")}\n`);
  return signal === "SIGINT" ? EXIT.interrupted : EXIT.done;
}

/** Throws AppError. */
function quirksOf(texts: readonly string[], where = ""): Partial<Quirks> {
  const reading = parseQuirks(texts);
  if (reading.ok) return reading.quirks;
  throw new AppError(`${where}${reading.problems.join("\n")}\nbotform emulator --quirks lists them all.`);
}

/** The lines of a file of quirks that are no remarks. Throws AppError. */
async function readQuirks(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new AppError(`the file of quirks ${path} can't be read`);
  });
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** A seed file, checked. Throws AppError. */
export async function readSeed(path: string): Promise<Seed> {
  const parsed = parseSeed(await readJson(path));
  if (!parsed.ok)
    throw new AppError(
      `${path} is not a valid seed:\n  ${parsed.problems.join("\n  ")}\nSee docs/reference/emulator.md for its form.`,
    );
  return parsed.seed;
}

/** Candle files are named relative to the seed file. Throws AppError. */
function candlesOf(seed: Seed, path: string | undefined): ReadonlyMap<string, LoadedCandles> {
  try {
    return loadCandles(seed.prices ?? {}, path === undefined ? "." : dirname(path));
  } catch (error) {
    throw error instanceof RangeError ? new AppError(error.message) : error;
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "can't be read";
    throw new AppError(`the seed file ${path} ${why}`);
  }
}

async function started(options: EmulatorOptions): ReturnType<typeof startEmulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    if (error instanceof RangeError) throw new AppError(error.message);
    if (errorCode(error) === "EADDRINUSE") {
      throw new AppError(`port ${options.port} is taken\nChoose another with --port, or --port 0 for any free one.`);
    }
    if (errorCode(error) === "EACCES")
      throw new AppError(`this user may not use port ${options.port}\nChoose one above 1023 with --port.`);
    throw error;
  }
}

const PACES = {
  stepped: "The market's clock stands still: move it with botform emulator step SECONDS.",
  real: "",
} as const;

function paceOf({ time, speed }: EmulatorCommandOptions): string {
  return speed > 1 ? `The market's clock runs ${speed} times as fast.` : PACES[time];
}

function welcome(url: string, seed: Seed, options: EmulatorCommandOptions): string {
  const pace = paceOf(options);
  const accounts = seed.accounts.flatMap((account) => [
    `account ${clean(account.name)}: key ${clean(account.apiKey)}, secret ${clean(account.apiSecret)}, ${counted(account.bots?.length ?? 0, "bot")}`,
    ...(account.hook === undefined
      ? []
      : [`  webhooks ${url}/crazy/hook/${account.hook.accountId}:${clean(account.hook.token)}`]),
    ...account.accesses.map((access) => `  access ${access.accessId} ${clean(access.title)}`),
  ]);
  return `botform emulator on ${url} (Ctrl-C stops it)\n${accounts.join("\n")}\n${pace === "" ? "" : `${pace}\n`}`;
}

function quirkList(): string {
  const rows = quirkTable.map(
    (quirk) => `${quirk.name}=${quirk.fallback}  (${allowedValues(quirk)})\n    ${quirk.about}`,
  );
  return `Each quirk sets how the emulator behaves where the interface is undocumented. The value shown is the default.\n\n${rows.join("\n")}\n`;
}
