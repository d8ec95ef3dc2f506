// botform deals history: the deals that ended, newest first, and what they came to; as text, JSON or CSV.
import { AppError } from "../../../app/error.js";
import { command, shown } from "../../command.js";
import { positive } from "../../option-values.js";
import { access, bot, forms, list, opening, option, requests } from "../../options.js";

export const dealsHistory = command({
  name: "deals history",
  summary: "List closed deals, newest first: profit, fees, safety orders, totals.",
  options: () =>
    list(
      access(),
      bot(),
      option(
        "--since <time>",
        "only deals that ended at this time or later: 2026-01-15, 2026-01-15T12:00 (UTC), or this long ago: 36h, 7d, 2w",
      ),
      option("--until <time>", "only deals that ended at this time or earlier; a bare date includes that whole day"),
      option("--limit <number>", "only this many of the newest; the totals cover these only").argParser(positive),
      ...opening(),
      ...requests(),
      forms("text", "json", "csv"),
      option("--csv", "the same as --format csv").implies({ format: "csv" }),
    ),
  examples: [
    "botform deals history",
    "botform deals history --since 7d --bot btc-dip",
    "botform deals history --csv > deals.csv",
  ],
  async run(host, options) {
    if (options.csv === true && options.format !== "csv")
      throw new AppError(`--csv and --format ${options.format} can't be used together\nGive one of the two.`);
    return (await import("../../../app/live/deals.js")).endedDeals(host, options);
  },
  show: (result) => shown("deals history", result),
});
