// The part of the command line that is about trying a fleet on prices: simulate.
import { type Command, InvalidArgumentError, Option } from "commander";
import { canonicalDecimal } from "../../model/text/decimal.js";
import type { Choose } from "../terminal/choose.js";
import { accounts, config, examples, format, from, variable, variableFile } from "../terminal/options.js";

/** Adds the command to the program; what it does is loaded only when it runs. */
export function simulateCommands(program: Command, choose: Choose): void {
  const command = program
    .command("simulate")
    .argument(
      "[address...]",
      "which bots, enabled or not: keys or addresses, * for any text; without it all that are enabled: true",
    )
    .description(
      "Run the configured bots, not yet applied, through prices of the past or made up. A replay under stated assumptions, no forecast. Needs no network and no credentials.",
    );
  for (const option of [config(), variable(), variableFile(), ...accounts(), ...priceOptions(), ...ruleOptions()])
    command.addOption(option);
  command
    .addOption(format(["text", "json", "csv"]))
    .addHelpText("after", `${FORMS}${EXAMPLES}`)
    .action((addresses: readonly string[], options) =>
      choose(async (c) => (await import("./simulate.js")).simulateCommand(c, { ...options, addresses })),
    );
}

function priceOptions(): Option[] {
  return [
    new Option(
      "--prices <[pair=]file>",
      "candles of a pair; may be repeated, several files of a pair follow each other",
    ).argParser(each),
    new Option("--walk <seed>", "made-up prices instead: a random walk, the same for the same seed"),
    new Option("--start-price <[pair=]price>", "where a walk begins (default: 100); may be repeated").argParser(each),
    new Option("--volatility <percent>", "deviation of a walk's one-minute candle")
      .argParser(percentNumber)
      .default(0.1),
    new Option("--from <time>", "first candle, UTC: 2025-01-31 or 2025-01-31T12:00 (walk: 2025-01-01)").argParser(
      moment,
    ),
    new Option("--to <time>", "candles before this time (walk: 30 days later)").argParser(moment),
  ];
}

function ruleOptions(): Option[] {
  return [
    new Option("--balance <amount>", "what the wallet begins with (default: margin is never short)").argParser(amount),
    new Option("--order <which>", "where the price goes first within a candle: against the position or with it")
      .choices(["both", "pessimistic", "optimistic"])
      .default("both"),
    new Option("--signal-every <candles>", "give bots that open on signals one every so many candles").argParser(
      from(1, 999_999),
    ),
    new Option("--maker-fee <percent>", "of a limit order (default: the account's assumptions, else 0.04)").argParser(
      percent,
    ),
    new Option("--taker-fee <percent>", "of a market order (default: the account's assumptions, else 0.05)").argParser(
      percent,
    ),
    new Option(
      "--maintenance <percent>",
      "maintenance margin of a position (default: the account's assumptions, else 0.5)",
    ).argParser(percent),
    new Option(
      "--volume-base <order>",
      "which volume martingale multiplies (default: the account's assumptions, else first)",
    ).choices(["first", "safety"]),
    new Option(
      "--volume-meaning <what>",
      "what a volume is (default: the account's assumptions, else notional)",
    ).choices(["notional", "margin"]),
  ];
}

const FORMS = `
Files of candles: CSV as Binance publishes it (open time in milliseconds or microseconds, open, high, low, close, …), or a
JSON array of [ms, open, high, low, close, volume] as ccxt and freqtrade write it. A pair is USDT-BTC or BTCUSDT; it may be
left away where the file's name holds it, or where there is only one.
`;

const EXAMPLES = examples(
  "botform simulate --walk 1",
  "botform simulate -c fleet/ --prices BTCUSDT-1m-2025-01.csv --balance 1000",
  "botform simulate btc-dip 'eth-*' --prices USDT-BTC=btc.csv --prices USDT-ETH=eth.json",
  "botform simulate --prices BTCUSDT-1m-2025-01.csv --from 2025-01-10 --to 2025-01-20T12:00 --order pessimistic",
  "botform simulate --walk 7 --start-price USDT-BTC=64000 --volatility 0.05 --format csv > walk-7.csv",
);

function each(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?$/;

function moment(text: string): number {
  const time = TIME.test(text) ? Date.parse(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time))
    throw new InvalidArgumentError("a time in UTC is wanted, for example 2025-01-31 or 2025-01-31T12:00.");
  return time;
}

function amount(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw new InvalidArgumentError("an amount above 0 is wanted.");
  return value;
}

/** From 0 to below 100. */
function percent(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value.startsWith("-") || Number(value) >= 100)
    throw new InvalidArgumentError("a percentage from 0 to below 100 is wanted.");
  return value;
}

function percentNumber(text: string): number {
  return Number(percent(text));
}
