// botform bots logs: what the service noted of one bot, oldest first, and with --follow whatever comes after.
import { command } from "../../command.js";
import { positive } from "../../option-values.js";
import { argument, BOT, format, interval, list, opening, option, requests } from "../../options.js";

export const botsLogs = command({
  name: "bots logs",
  summary: "Print the service's log entries of one bot, oldest first.",
  arguments: () => list(argument("<bot>", BOT)),
  options: () =>
    list(
      option(
        "--limit <number>",
        "only this many of the newest entries; the service may have a limit of its own",
      ).argParser(positive),
      option("--follow", "keep printing new entries until Ctrl-C; with JSON, one document per line"),
      interval("--follow"),
      ...opening(),
      ...requests(),
      format(),
    ),
  examples: [
    "botform bots logs btc-dip",
    "botform bots logs btc-dip --limit 20 --follow",
    "botform bots logs 1234 --account main",
  ],
  run: async (host, options) => (await import("../../terminal/follow.js")).showLog(host, options),
  exitCode: (code) => code,
});
