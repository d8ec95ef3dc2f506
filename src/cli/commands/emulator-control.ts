// botform emulator step|signal|price|state: what an emulator that runs is told, over its own paths.

import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { isLoopback } from "../../model/text/safe-url.js";
import { resultJson } from "../../render/machine/json.js";
import { clean, cleanLines } from "../../render/sanitize.js";
import { overNetwork, type WireRequest } from "../../service/network.js";
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

/** An emulator listens on the loopback only: nothing else is ever told to jump or to change a price. */
function originOf(url: string): string {
  const read = URL.canParse(url) ? new URL(url) : undefined;
  if (read?.protocol === "http:" && isLoopback(read)) return read.origin;
  throw new AppError("--url must be the address that botform emulator printed, for example http://127.0.0.1:8787");
}

async function send(url: string, path: string, body?: object): Promise<Facts> {
  const { status, facts } = await exchange(originOf(url), `/emulator/${path}`, body);
  if (status === 200) return facts;
  const problem = typeof facts["problem"] === "string" ? cleanLines(facts["problem"]) : `HTTP ${status}`;
  throw new AppError(`the emulator refused: ${problem}`);
}

async function exchange(origin: string, path: string, body?: object): Promise<{ status: number; facts: Facts }> {
  const network = overNetwork(origin, {});
  const headers = { accept: "application/json", "content-type": "application/json" };
  const sent: Pick<WireRequest, "method" | "body"> =
    body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(body) };
  try {
    const answer = await network.exchange({ ...sent, path, headers });
    const json: unknown = JSON.parse(answer.body);
    return { status: answer.status, facts: isFacts(json) ? json : {} };
  } catch {
    throw new AppError(`no emulator answers at ${origin}\nStart one with botform emulator, or name it with --url.`, {
      exitCode: EXIT.failed,
    });
  } finally {
    await network.close();
  }
}

function isFacts(value: unknown): value is Facts {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
