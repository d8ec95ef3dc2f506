// The part of the command line that is about what bots may cost: risk.
import { type Command, InvalidArgumentError, Option } from "commander";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Choose } from "../terminal/choose.js";
import {
  accounts,
  concurrency,
  config,
  envFrom,
  examples,
  format,
  requestsPerSecond,
  variable,
  variableFile,
} from "../terminal/options.js";

/** Adds the command to the program; what it does is loaded only when it runs. */
export function riskCommands(program: Command, choose: Choose): void {
  const command = program
    .command("risk")
    .argument(
      "[address...]",
      "whose grids to show, order by order: keys or addresses, * for any text; without it one row a bot",
    )
    .description(
      "What the configured bots may cost: grids, margin, liquidation, shocks, and what the figures rest on. Needs no network and no credentials, but with --live.",
    );
  for (const option of [config(), variable(), variableFile(), ...accounts(), ...knownOptions()])
    command.addOption(option);
  command
    .addOption(concurrency(8))
    .addOption(requestsPerSecond())
    .addOption(envFrom())
    .addOption(format())
    .addHelpText(
      "after",
      examples(
        "botform risk",
        "botform risk btc-dip --price USDT-BTC=64000",
        "botform risk 'eth-*' --price-file prices.json --balance 1000",
        "botform risk --live --env-from keys.env",
        "botform risk '*' --format json | jq '.accounts[].bots[].risk'",
      ),
    )
    .action((addresses: readonly string[], options) =>
      choose(async (c) => (await import("./risk.js")).riskCommand(c, { ...options, addresses })),
    );
}

function knownOptions(): Option[] {
  return [
    new Option(
      "--price <pair=price>",
      "a pair's price, where no running position shows one; may be repeated",
    ).argParser(each),
    new Option("--price-file <file>", "prices of many pairs: a JSON map, or lines of PAIR,PRICE"),
    new Option(
      "--balance <[quote=]amount>",
      "wallet and free balance, where the account isn't read; may be repeated",
    ).argParser(balance),
    new Option("--live", "read balances and positions of the account: one request"),
  ];
}

function each(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function balance(text: string, before: readonly string[] = []): string[] {
  const [quote, amount = quote] = text.split("=");
  const value = canonicalDecimal(amount ?? "");
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw new InvalidArgumentError("an amount above 0 is wanted, or QUOTE=AMOUNT.");
  return [...before, text.includes("=") ? `${quote}=${value}` : value];
}
