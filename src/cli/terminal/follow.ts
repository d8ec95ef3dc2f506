// Shows the log of one bot: its entries or, with --follow, new ones as they come, in spite of failed reads.
import { explain, oneLine } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { type BotLog, type BotOptions, openLog } from "../../app/live/bots.js";
import { chronological, type LogEntry, logFollower } from "../../model/bot/new-logs.js";
import { ServiceError } from "../../model/ports.js";
import { rendered } from "../../render/forms.js";
import { type Context, undrawn } from "./context.js";
import { jsonLine, processScreen, untilInterrupted } from "./watch.js";

export interface LogOptions extends BotOptions {
  readonly format: "text" | "json";
  readonly limit?: number;
  readonly follow?: boolean;
  /** Seconds. */
  readonly interval: number;
}

export async function showLog(context: Context, options: LogOptions): Promise<ExitCode> {
  const log = await openLog(context, options);
  if (options.follow === true) return untilInterrupted(() => follow(context, log, options));
  const entries = chronological(await log.read(context, options.limit));
  // A limit that the service doesn't keep to is still the user's.
  const shown = entries.slice(-(options.limit ?? Number.POSITIVE_INFINITY));
  if (shown.length === 0 && options.format === "text") context.err("The service has no log entries for this bot.\n");
  await print(context, log, shown, options);
  return EXIT.done;
}

async function print(
  context: Context,
  { account, botId }: BotLog,
  entries: readonly LogEntry[],
  { format, follow: isLine }: LogOptions,
): Promise<void> {
  const { colour, formatVersion } = context;
  const setting = { command: "bots logs", exitCode: EXIT.done, formatVersion, colour };
  const text = await rendered("bots logs", format, { account, botId, entries }, setting);
  context.out(format === "json" && isLine === true ? jsonLine(text) : text);
}

/** How far back each look goes at least: between two looks more may happen than the user wanted to see at first. */
const OVERLAP = 200;

async function follow(context: Context, log: BotLog, options: LogOptions): Promise<ExitCode> {
  const { limit } = options;
  const quiet = undrawn(context);
  const screen = processScreen();
  const readNew = () => log.read(quiet, limit === undefined ? undefined : Math.max(limit, OVERLAP));
  const follower = logFollower();
  const first = follower.take(await readNew()).entries;
  await print(context, log, limit === undefined ? first : first.slice(-limit), options);
  while (!screen.isGone()) {
    await screen.wait(options.interval * 1000);
    try {
      const { entries, gap } = follower.take(await readNew());
      if (gap)
        context.say({ kind: "note", text: "entries may be missing here: more arrived than one request returns" });
      if (entries.length > 0) await print(context, log, entries, options);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      context.say({ kind: "note", text: `${oneLine(explain(error).message)} Trying again.` });
    }
  }
  return EXIT.done;
}
