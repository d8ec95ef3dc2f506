// botform results: what the bots have earned with each version of their settings; as text, JSON or CSV.
import { EXIT } from "../../app/exit.js";
import { command, shown } from "../command.js";
import { fileName, from } from "../option-values.js";
import { accounts, argument, atOnce, configured, envFrom, forms, journal, list, option, requests } from "../options.js";

const DEFAULT_COMMITS = 200;

export const results = command({
  name: "results",
  summary:
    "Show what the bots have earned, by version of their settings: each deal keeps a copy of them, so no records are needed. Says what each change made, where the deals are enough to tell. Changes nothing.",
  group: "account",
  arguments: () =>
    list(argument("[bot...]", "only these bots: keys, addresses, titles or ids (#123); * matches any text")),
  options: () =>
    list(
      ...accounts(
        "needed (or --all-accounts) if the configuration has more than one; also if it is missing or has errors",
      ),
      atOnce(),
      ...configured(),
      envFrom(),
      option("--by <what>", "a row for each of these")
        .choices(["version", "bot", "account", "variant"])
        .default("version"),
      option(
        "--since <time>",
        "only deals that ended at this time or later: 2026-01-15, 2026-01-15T12:00 (UTC), or this long ago: 36h, 7d, 2w",
      ),
      option("--until <time>", "only deals that ended at this time or earlier; a bare date includes that whole day"),
      option(
        "--compare <versions>",
        "compare these two, BEFORE..AFTER, instead of each with the one before it: beginnings of fingerprints or commits",
      ),
      option("--measure <what>", "compare the mean net of a day, or of a deal").choices(["day", "deal"]).default("day"),
      option(
        "--profit <reading>",
        "what the service's profit is; by default its deals tell, where they show their prices",
      ).choices(["after-fees", "before-fees"]),
      option(
        "--commits <number>",
        "read at most this many commits of the configuration to name the versions; 0 reads none",
      )
        .argParser(from(0, 10_000))
        .default(DEFAULT_COMMITS),
      journal(),
      ...requests(),
      forms("text", "json", "csv", "html"),
      option("--out <file>", "write a page with pictures to this file, whatever is printed").argParser(fileName),
    ),
  examples: [
    "botform results",
    "botform results 'btc-*' --since 30d",
    "botform results btc-dip --compare 3f2a..9c1d",
    "botform results --out results.html",
    "botform results --by variant",
    "botform results --all-accounts --by bot --format csv > results.csv",
  ],
  exitCodes: {
    0: "the results, whatever they are",
    1: "an account couldn't be read",
    3: "usage, or the configuration has errors",
  },
  notes:
    "A version is named by the fingerprint of its settings (title and cycleLimitScale aren't part of it) and by the first commit that asks for them. Where the ledger (--journal) has the run that applied them, that run dates it, otherwise its deals alone do. Nothing is concluded below 30 ended deals each, or below 14 days with --measure day. --by variant compares the variants that the configuration declares, on the days on which both ran; without --account, on the accounts whose bots take part.",
  async run(host, { bot = [], ...options }) {
    const [{ results: read }, pages] = await Promise.all([
      import("../../app/results/results.js"),
      import("../terminal/result-page.js"),
    ]);
    await pages.refuseOtherPage(options.out);
    const facts = await read(host, { ...options, bot });
    if (options.out !== undefined) await pages.writeResultPage(host, options.out, "results", facts);
    return facts;
  },
  exitCode: ({ accounts: read }) => (read.some(({ error }) => error !== undefined) ? EXIT.failed : EXIT.done),
  show: (facts, { format, out }) => (format === "html" && out !== undefined ? "" : shown("results", facts)),
});
