// The part of the command line that acts on single deals and bots: deals start, take-profit, complete, cancel; bots on.
import { type Command, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import { concurrency, examples, format, from, journal, opening, requestsPerSecond } from "../terminal/options.js";
import { botsParent, dealsParent } from "./program-parents.js";

/** Adds the commands to the program; what each does is loaded only when it runs. */
export function dealsCommands(program: Command, choose: Choose): void {
  const commands = () => import("./deals-commands.js");

  direct(dealsParent(program).command("start"))
    .argument("<bot>", BOT)
    .description("Open one deal of a bot now. Shows the bot, asks, and waits until the deal is seen.")
    .addHelpText(
      "after",
      examples("botform deals start btc-dip", "botform deals start '#123' --account main --yes") + EXITS,
    )
    .action((bot: string, options) =>
      choose(async (c) => (await commands()).dealsStartCommand(c, { ...options, bot })),
    );

  direct(dealsParent(program).command("take-profit"))
    .argument("<deal>", DEAL)
    .argument("<percent>", "the new take profit, in percent of the entry")
    .description("Set the take profit of a running deal. The bot's own setting stays as it is.")
    .addHelpText(
      "after",
      examples("botform deals take-profit 4711 1.5", "botform deals take-profit 4711 0.8 --yes --format json") + EXITS,
    )
    .action((deal: string, percent: string, options) =>
      choose(async (c) => (await commands()).dealsTakeProfitCommand(c, { ...options, deal, percent })),
    );

  direct(dealsParent(program).command("complete"))
    .argument("<deal>", DEAL)
    .description(
      "Close the position of a running deal at the market price. A bot that is on opens its next deal at once.",
    )
    .addHelpText(
      "after",
      examples("botform bots off '#123' && botform deals complete 4711", "botform deals complete 4711 --yes") + EXITS,
    )
    .action((deal: string, options) =>
      choose(async (c) => (await commands()).dealsCompleteCommand(c, { ...options, deal })),
    );

  direct(dealsParent(program).command("cancel"))
    .argument("<deal>", DEAL)
    .description("Let go of a running deal: its position STAYS on the exchange, and nobody manages it.")
    .option("--leave-position", "that is meant; needed with --yes")
    .addHelpText(
      "after",
      examples("botform deals cancel 4711", "botform deals cancel 4711 --yes --leave-position") + EXITS,
    )
    .action((deal: string, options) =>
      choose(async (c) => (await commands()).dealsCancelCommand(c, { ...options, deal })),
    );

  direct(botsParent(program).command("on"))
    .argument("<bot...>", BOT)
    .description(
      "Turn bots on, now. One that is named by its key has to be as it is configured; each passes the same last look as in an apply.",
    )
    .addHelpText("after", examples("botform bots on btc-dip eth-dip", "botform bots on '#123' --account main") + EXITS)
    .action((bots: string[], options) =>
      choose(async (c) => (await import("./bots-switch.js")).botsOnCommand(c, { ...options, bots })),
    );
}

function direct(command: Command): Command {
  return opening(command)
    .option("-y, --yes", "don't ask; needed where there is no terminal")
    .addOption(journal())
    .addOption(
      new Option("--timeout <seconds>", "when what is not observed counts as unknown")
        .argParser(from(1, 86_400))
        .default(120),
    )
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(format());
}

const BOT = "a bot's key or address (account/bot-key), or its id: #123";
const DEAL = "a deal's id; botform deals active lists them";
const EXITS = `
Nothing but an observed effect is a success. Exit codes: 0 done, 1 failed or declined, 3 usage, 4 not as it was shown,
5 sent and not observed, 6 consent is missing, 130 interrupted.
`;
