// The part of the command line that looks at the live account and changes nothing: bots, deals, accesses, balances, pairs.
import { type Command, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import {
  concurrency,
  examples,
  fileName,
  format,
  from,
  opening,
  positive,
  requestsPerSecond,
} from "../terminal/options.js";
import { botsParent, dealsParent } from "./program-parents.js";

/** Adds the commands to the program; what each does is loaded only when it runs. */
export function readingCommands(program: Command, choose: Choose): void {
  accountCommands(program, choose);
  botCommands(botsParent(program), choose);
  dealCommands(dealsParent(program), choose);
}

function accountCommands(program: Command, choose: Choose): void {
  opened(program.command("accesses"))
    .description("List the account's futures accesses, and what the configuration calls them.")
    .addOption(format())
    .addHelpText("after", examples("botform accesses", "botform accesses --account main --format json | jq .accesses"))
    .action((options) => choose(async (c) => (await import("./accesses.js")).accessesCommand(c, options)));
  opened(watched(program.command("account")))
    .description("Show balances and positions.")
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform account",
        "botform account --watch",
        "botform account --format json | jq .information.positions",
      ),
    )
    .action((options) => choose(async (c) => (await import("./account.js")).accountCommand(c, options)));
  opened(program.command("report"))
    .description("Put the live account on one page: what runs, what it may cost, what to worry about. Changes nothing.")
    .addOption(new Option("--format <form>", "form of the output").choices(["html", "json"]).default("html"))
    .option("--out <file>", "write the page to this file", fileName)
    .option("--price <pair=price...>", "a pair's price where no position or deal tells it")
    .option("--price-file <file>", "a file of prices: a JSON map, or PAIR,PRICE a line")
    .addHelpText(
      "after",
      examples(
        "botform report --out report.html",
        "botform report --account main --price USDT-BTC=64000 --out report.html",
        "botform report --format json | jq .totals",
      ),
    )
    .action((options) => choose(async (c) => (await import("./report.js")).reportCommand(c, options)));
  opened(program.command("pairs"))
    .argument("[filter]", "a part of the pair's name; with * for any text, the whole of it")
    .description("List the futures pairs that the service knows, one a line.")
    .addOption(format())
    .addHelpText("after", examples("botform pairs", "botform pairs btc", "botform pairs 'USDT-*'"))
    .action((filter: string | undefined, options) =>
      choose(async (c) => (await import("./pairs.js")).pairsCommand(c, { ...options, filter })),
    );
}

function botCommands(bots: Command, choose: Choose): void {
  opened(bots.command("list"))
    .description("List the live bots: switch, status, address, running deals.")
    .addOption(access())
    .option("--details", "read each bot by itself, which tells its access")
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform bots list",
        "botform bots list --access primary",
        "botform bots list --format json | jq '.bots[] | select(.on)'",
      ),
    )
    .action((options) => choose(async (c) => (await import("./bots-list.js")).botsListCommand(c, options)));
  opened(bots.command("show"))
    .argument("<bot>", BOT)
    .description("Show one live bot in full, beside what the configuration says otherwise, with its running deals.")
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform bots show btc-dip",
        "botform bots show main/btc-dip",
        "botform bots show '#1234' --account main",
      ),
    )
    .action((bot: string, options) =>
      choose(async (c) => (await import("./bots-show.js")).botsShowCommand(c, { ...options, bot })),
    );
  opened(bots.command("logs"))
    .argument("<bot>", BOT)
    .description("Print the service's log entries of one bot, oldest first.")
    .addOption(
      new Option("--limit <number>", "the last so many entries; the service may have its own bound").argParser(
        positive,
      ),
    )
    .option("--follow", "go on with new entries until Ctrl-C; with JSON one document a line")
    .addOption(interval("--follow"))
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform bots logs btc-dip",
        "botform bots logs btc-dip --limit 20 --follow",
        "botform bots logs 1234 --account main",
      ),
    )
    .action((bot: string, options) =>
      choose(async (c) => (await import("./bots-logs.js")).botsLogsCommand(c, { ...options, bot })),
    );
}

function dealCommands(deals: Command, choose: Choose): void {
  opened(watched(deals.command("active")))
    .description("List the deals that run: position, profit now, take profit, safety orders as far as volumes tell.")
    .addOption(access())
    .addOption(bot())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform deals active",
        "botform deals active --bot btc-dip --watch",
        "botform deals active --watch --interval 30 --format json",
      ),
    )
    .action((options) => choose(async (c) => (await import("./deals-active.js")).dealsActiveCommand(c, options)));
  opened(deals.command("history"))
    .description("List the deals that ended, newest first: profit, fees, safety orders, totals.")
    .addOption(access())
    .addOption(bot())
    .option("--since <time>", "ended at this time or later: 2026-01-15, 2026-01-15T12:00 (UTC), or ago: 36h, 7d, 2w")
    .option("--until <time>", "ended at this time or before; a day counts to its end")
    .addOption(new Option("--limit <number>", "the newest so many; the totals are of these").argParser(positive))
    .option("--csv", "the same as --format csv")
    .addOption(format(["text", "json", "csv"]))
    .addHelpText(
      "after",
      examples(
        "botform deals history",
        "botform deals history --since 7d --bot btc-dip",
        "botform deals history --csv > deals.csv",
      ),
    )
    .action((options) => choose(async (c) => (await import("./deals-history.js")).dealsHistoryCommand(c, options)));
  opened(deals.command("drift"))
    .description("List running deals that keep other settings than their bot has now, or the configuration asks for.")
    .addOption(access())
    .addOption(bot())
    .option("--detailed-exitcode", "exit 2 when there are any, 0 when there are none")
    .addOption(format())
    .addHelpText("after", examples("botform deals drift", "botform deals drift -c fleet/ --detailed-exitcode"))
    .action((options) => choose(async (c) => (await import("./deals-drift.js")).dealsDriftCommand(c, options)));
}

const BOT = "its address (main/btc-dip), its key in the configuration (btc-dip), or its id (1234 or '#1234')";

function access(): Option {
  return new Option("--access <name>", "only of this access: its alias, its title, or its id");
}

function bot(): Option {
  return new Option("--bot <bot>", `only of this bot: ${BOT}`);
}

function interval(of: string): Option {
  return new Option("--interval <seconds>", `from one look to the next, with ${of}`)
    .argParser(from(1, 86_400))
    .default(5);
}

function watched(command: Command): Command {
  return command
    .option("--watch", "look again and again until Ctrl-C; with JSON one document a line")
    .addOption(interval("--watch"));
}

function opened(command: Command): Command {
  return opening(command).addOption(concurrency(8)).addOption(requestsPerSecond());
}
