// The emulator's part of the command line: the server, and what one that runs can be told.
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Choose } from "../terminal/choose.js";
import { examples, format, from, natural } from "../terminal/options.js";

export function emulatorCommands(program: Command, choose: Choose): void {
  const emulator = program
    .command("emulator")
    .description(
      "Run a local server that speaks the service's API and webhooks and plays a market, for trying things without an account.",
    )
    .addOption(
      new Option("--port <number>", "port to listen on; 0 takes a free one").argParser(from(0, 65_535)).default(8787),
    )
    .option("--seed <file>", "JSON file with accounts, accesses, bots, pairs and prices")
    .option("--state <file>", "keep the state in this file between runs")
    .addOption(
      new Option("--time <mode>", "the market's time: stepped stands still until botform emulator step")
        .choices(["real", "stepped"])
        .default("real"),
    )
    .addOption(
      new Option("--speed <factor>", "market seconds in each real second").argParser(from(1, 1_000_000)).default(1),
    )
    .addOption(new Option("--latency <ms>", "wait before every answer").argParser(natural).default(0))
    .option("--quirk <name=value...>", "answer an open question of the interface this way; may be repeated")
    .option("--quirks", "list all quirks and their values")
    .addHelpText(
      "after",
      examples(
        "botform emulator",
        "botform emulator --port 0 --seed examples/emulator/market.json --time stepped",
        "botform emulator --speed 60 --state emulator-state.json",
        "botform emulator --quirk update=replace --quirk newBots=on",
        "botform emulator state",
      ),
    )
    .action((options) => choose(async (c) => (await import("./emulator.js")).emulator(c, options)));
  controlCommands(emulator, choose);
}

function controlCommands(emulator: Command, choose: Choose): void {
  const told = (name: string, description: string) =>
    emulator
      .command(name)
      .description(description)
      .addOption(new Option("--url <address>", "the emulator that runs").default("http://127.0.0.1:8787"))
      .addOption(format());
  const load = () => import("./emulator-control.js");
  told("step", "Let the market's time of a running emulator jump ahead; everything due in between happens.")
    .argument("<seconds>", "how far", secondsOf)
    .addHelpText(
      "after",
      examples("botform emulator step 60", "botform emulator step 0.5 --url http://127.0.0.1:40213"),
    )
    .action((seconds: number, options) => choose(async (c) => (await load()).stepCommand(c, options, seconds)));
  told("signal", "Give a bot with an indicator group its signal: it opens a deal if it is on and in none.")
    .argument("<botId>", "the bot's id", natural)
    .addHelpText("after", examples("botform emulator signal 1001"))
    .action((botId: number, options) => choose(async (c) => (await load()).signalCommand(c, options, botId)));
  told("price", "Set a price that stands from now on.")
    .argument("<pair>", "for example USDT-BTC")
    .argument("<price>", "the price, or the word course to go back to the seed's course")
    .addHelpText("after", examples("botform emulator price USDT-BTC 63000", "botform emulator price USDT-BTC course"))
    .action((pair: string, price: string, options) =>
      choose(async (c) => (await load()).priceCommand(c, options, pair, price)),
    );
  told("state", "Show time, prices, wallets, bots and running deals of a running emulator.")
    .addHelpText("after", examples("botform emulator state", "botform emulator state --format json | jq .accounts"))
    .action((options) => choose(async (c) => (await load()).stateCommand(c, options)));
}

function secondsOf(text: string): number {
  const seconds = /^\d{1,10}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seconds)) throw new InvalidArgumentError("seconds are wanted, 0.001 or more.");
  return seconds;
}
