// botform bots logs: what the service noted of one bot, oldest first, and with --follow whatever comes after.

import { accountIn, botReference, idOf } from "../../app/bot-reference.js";
import { reading } from "../../app/endpoint.js";
import { explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type LiveAccount, openLive } from "../../app/live-account.js";
import { readAccesses, readFleet } from "../../app/live-read.js";
import { chronological, type LogEntry, logFollower } from "../../model/bot/new-logs.js";
import { ServiceError } from "../../model/ports.js";
import { rendered } from "../../render/forms.js";
import { clean } from "../../render/sanitize.js";
import type { Client } from "../../service/client.js";
import type { Context } from "../terminal/context.js";
import { jsonLine, processScreen, type Screen, untilInterrupted } from "../terminal/watch.js";
import type { BotOptions } from "./bots-show.js";

export interface BotsLogsOptions extends BotOptions {
  readonly limit?: number;
  readonly follow?: boolean;
  /** Seconds. */
  readonly interval: number;
}

export async function botsLogsCommand(context: Context, options: BotsLogsOptions, screen?: Screen): Promise<ExitCode> {
  const reference = botReference(options.bot);
  const live = await openLive(context, options, accountIn(options.bot));
  const botId = await reading(context, live, options.concurrency, async (client) => {
    if (reference.kind === "id" || live.desired === undefined) return idOf(reference, live.desired, new Map());
    const { declared } = await readFleet(client, await readAccesses(client), live.desired);
    return idOf(reference, live.desired, declared);
  });
  const quiet = options.follow === true ? { ...context, live: false } : context;
  const look = (limit: number | undefined) =>
    reading(quiet, live, options.concurrency, (client) => readLogs(client, botId, limit));
  const print = printer(context, live, botId, options);
  if (options.follow === true)
    return untilInterrupted(() => follow(context, options, look, print, screen ?? processScreen()));
  // A limit that the service doesn't keep to is still the user's.
  const entries = chronological(await look(options.limit)).slice(-(options.limit ?? Number.POSITIVE_INFINITY));
  if (entries.length === 0 && options.format !== "json") context.err("The service has no log entries of this bot.\n");
  await print(entries);
  return EXIT.done;
}

async function readLogs(client: Client, botId: number, limit: number | undefined): Promise<readonly LogEntry[]> {
  const entries = await client.botLogs(botId, limit);
  return entries.map(({ datetime, message }) => ({ datetime, message }));
}

type Print = (entries: readonly LogEntry[]) => Promise<void>;

function printer(context: Context, { account }: LiveAccount, botId: number, options: BotsLogsOptions): Print {
  const setting = { command: "bots logs", exitCode: EXIT.done, colour: context.colour };
  return async (entries) => {
    const text = await rendered("bots logs", options.format, { account, botId, entries }, setting);
    context.out(options.format === "json" && options.follow === true ? jsonLine(text) : text);
  };
}

/** How far back each look goes at least: between two looks more may happen than the user wanted to see at first. */
const LOOK_BACK = 200;

async function follow(
  context: Context,
  options: BotsLogsOptions,
  look: (limit: number | undefined) => Promise<readonly LogEntry[]>,
  print: Print,
  screen: Screen,
): Promise<ExitCode> {
  const { limit, interval } = options;
  const depth = limit === undefined ? undefined : Math.max(limit, LOOK_BACK);
  const follower = logFollower();
  const first = follower.take(await look(depth)).entries;
  await print(limit === undefined ? first : first.slice(-limit));
  while (!screen.isGone()) {
    await screen.wait(interval * 1000);
    try {
      const { entries, gap } = follower.take(await look(depth));
      if (gap) note(context, "entries may be missing here: more came than one look shows");
      if (entries.length > 0) await print(entries);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      note(context, `${oneLine(explain(error).message)} Trying again.`);
    }
  }
  return EXIT.done;
}

function note(context: Context, text: string): void {
  context.err(`${context.errColour.change("note:")} ${clean(text)}\n`);
}
