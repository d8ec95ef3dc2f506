// botform emulator step|signal|price|state: what an emulator that runs is told, over its own paths.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import type { Context } from "../terminal/context.js";
import { summaryText } from "./emulator-summary.js";

export interface ControlOptions {
  readonly url: string;
  readonly format: string;
}

/** Lets the market's time jump ahead. */
export async function stepCommand(context: Context, options: ControlOptions, seconds: number): Promise<ExitCode> {
  const answer = await send(options.url, "time", { advance: seconds });
  return print(context, options, "step", answer, (facts) => `The market's time is ${shown(facts, "now")}.\n`);
}

/** Lets the indicator of a bot say yes, once. */
export async function signalCommand(context: Context, options: ControlOptions, botId: number): Promise<ExitCode> {
  const answer = await send(options.url, "signal", { botId });
  return print(context, options, "signal", answer, () => `Bot ${botId} got a signal.\n`);
}

/** Sets a price that stands, or with `course` gives the pair back to its course. */
export async function priceCommand(
  context: Context,
  options: ControlOptions,
  pair: string,
  price: string,
): Promise<ExitCode> {
  const answer = await send(options.url, "price", { pair, price: price === "course" ? null : price });
  return print(context, options, "price", answer, (facts) => `${clean(pair)} is at ${shown(facts, "price")}.\n`);
}

export async function stateCommand(context: Context, options: ControlOptions): Promise<ExitCode> {
  const answer = await send(options.url, "state");
  return print(context, options, "state", answer, summaryText);
}

type Facts = Readonly<Record<string, unknown>>;

function print(
  context: Context,
  options: ControlOptions,
  name: string,
  facts: Facts,
  text: (facts: Facts) => string,
): ExitCode {
  const head = { command: `emulator ${name}`, exitCode: EXIT.done, diagnostics: [] };
  context.out(options.format === "json" ? resultJson(head, facts) : text(facts));
  return EXIT.done;
}

function shown(facts: Facts, name: string): string {
  const value = facts[name];
  return typeof value === "string" ? clean(value) : "unknown";
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** An emulator listens on the loopback only: nothing else is ever told to jump or to change a price. */
function originOf(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read?.protocol === "http:" && LOOPBACK.has(read.hostname)) return read.origin;
  throw new AppError("--url must be the address that botform emulator printed, for example http://127.0.0.1:8787");
}

async function send(url: string, path: string, body?: object): Promise<Facts> {
  const origin = originOf(url);
  const { status, facts } = await exchange(`${origin}/emulator/${path}`, body);
  if (status === 200) return facts;
  const problem = typeof facts["problem"] === "string" ? cleanLines(facts["problem"]) : `HTTP ${status}`;
  throw new AppError(`the emulator refused: ${problem}`);
}

async function exchange(address: string, body: object | undefined): Promise<{ status: number; facts: Facts }> {
  try {
    const answer = await fetch(address, {
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    const json: unknown = await answer.json();
    return { status: answer.status, facts: isFacts(json) ? json : {} };
  } catch {
    throw new AppError(
      `no emulator answers at ${new URL(address).origin}\nStart one with botform emulator, or name it with --url.`,
      {
        exitCode: EXIT.failed,
      },
    );
  }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
