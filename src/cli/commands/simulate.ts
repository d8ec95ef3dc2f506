// botform simulate: the configured fleet, not yet applied, through prices of the past or made up.

import { canonicalDecimal } from "../../model/text/decimal.js";
import { command, shown } from "../command.js";
import { amount, each, fileName, from, invalid } from "../option-values.js";
import { accounts, argument, configured, forms, list, option } from "../options.js";

export const simulate = command({
  name: "simulate",
  summary:
    "Replay the configured bots on past or made-up prices, before you apply them. A replay under stated assumptions, not a forecast. Needs no network and no credentials.",
  group: "money",
  arguments: () =>
    list(
      argument(
        "[address...]",
        "which bots, enabled or not: keys or addresses, * matches any text; without it, all with enabled: true",
      ),
    ),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option(
        "--prices <[pair=]file>",
        "candles of a pair; may be repeated; several files of one pair are joined",
      ).argParser(each),
      option("--walk <seed>", "made-up prices instead: a random walk; the same seed gives the same prices"),
      option("--start-price <[pair=]price>", "the price a walk starts at (default: 100); may be repeated").argParser(
        each,
      ),
      option("--volatility <percent>", "standard deviation of a walk's one-minute candle")
        .argParser((text) => Number(percent(text)))
        .default(0.1),
      option(
        "--from <time>",
        "first candle, UTC: 2025-01-31 or 2025-01-31T12:00 (default with --walk: 2025-01-01)",
      ).argParser(moment),
      option("--to <time>", "candles before this time (default with --walk: 30 days later)").argParser(moment),
      option(
        "--balance <amount>",
        "the wallet's starting balance (default: unlimited, so CROSS positions are never liquidated)",
      ).argParser(amount),
      option(
        "--order <which>",
        "what happens within a candle: no take profit in the candle of a fill (conservative), or the price goes against the position first or with it",
      )
        .choices(["conservative", "against-first", "with-first", "all"])
        .default("conservative"),
      option(
        "--vary <setting=values>",
        "also try these values for every bot, as leverage=3,5,8; may be repeated: every combination is tried, 64 at most",
      ).argParser(each),
      option("--signal-every <candles>", "for bots that open on signals: send one every so many candles").argParser(
        from(1, 999_999),
      ),
      option("--maker-fee <percent>", "fee of a limit order (default: the account's assumptions, else 0.04)").argParser(
        percent,
      ),
      option(
        "--taker-fee <percent>",
        "fee of a market order (default: the account's assumptions, else 0.05)",
      ).argParser(percent),
      option(
        "--maintenance <percent>",
        "maintenance margin of a position (default: the account's assumptions, else 0.5)",
      ).argParser(percent),
      option(
        "--volume-base <order>",
        "which volume martingale multiplies (default: the account's assumptions, else first)",
      ).choices(["first", "safety"]),
      option("--volume-meaning <what>", "what a volume is (default: the account's assumptions, else notional)").choices(
        ["notional", "margin"],
      ),
      option(
        "--trades <file>",
        "write every deal that ended to this file, as CSV, or as JSON if its name ends in .json",
      ).argParser(fileName),
      forms("text", "json", "csv", "html"),
      option("--out <file>", "write a page with pictures to this file, whatever is printed").argParser(fileName),
    ),
  examples: [
    "botform simulate --walk 1",
    "botform simulate -c fleet/ --prices BTCUSDT-1m-2025-01.csv --balance 1000",
    "botform simulate -c fleet/ --prices BTCUSDT-1m-2025-01.csv --balance 1000 --trades trades.csv",
    "botform simulate btc-dip -c fleet/ --prices BTCUSDT-1m-2025-01.csv --vary leverage=3,5,8 --vary percentTakeProfit=1,1.5",
    "botform simulate -c fleet/ --prices BTCUSDT-1m-2025-01.csv --balance 1000 --out back-test.html",
    "botform simulate btc-dip 'eth-*' --prices USDT-BTC=btc.csv --prices USDT-ETH=eth.json",
    "botform simulate --prices BTCUSDT-1m-2025-01.csv --from 2025-01-10 --to 2025-01-20T12:00 --order all",
    "botform simulate --walk 7 --start-price USDT-BTC=64000 --volatility 0.05 --format csv > walk-7.csv",
  ],
  notes: `Candle files: CSV as Binance publishes it (open time in milliseconds or microseconds, open, high, low, close, …), or a
JSON array of [ms, open, high, low, close, volume] as ccxt and freqtrade write it. A pair is USDT-BTC or BTCUSDT; it may be
left out if the file's name contains it, or if there is only one.`,
  async run(context, { address: addresses, ...options }) {
    const [{ simulate: simulations }, { simulationsWatched }, pages] = await Promise.all([
      import("../../app/money/simulate.js"),
      import("../terminal/simulate-progress.js"),
      import("../terminal/result-page.js"),
    ]);
    const { trades, out, format } = options;
    await pages.refuseOtherPage(out);
    const isDrawn = format === "html" || out !== undefined;
    const ran = await simulations(simulationsWatched(context), { ...options, addresses, isDrawn });
    if (out !== undefined) await pages.writeResultPage(context, out, "simulate", ran.simulations);
    if (trades === undefined) return ran;
    const [{ writePage }, { sayWritten }, { tradesCsv, tradesJson }] = await Promise.all([
      import("../terminal/page-file.js"),
      import("../terminal/plan-out.js"),
      import("../../render/machine/trades.js"),
    ]);
    if (/\.json$/i.test(trades)) await writePage(trades, context.redacted(tradesJson(ran.simulations)), "trades-json");
    else await writePage(trades, context.redacted(tradesCsv(ran.simulations)), "trades-csv");
    sayWritten(context, trades, "json");
    return ran;
  },
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ simulations }, { format, out }) =>
    format === "html" && out !== undefined ? "" : shown("simulate", simulations),
});

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?Z?)?$/;

function moment(text: string): number {
  const time = TIME.test(text) ? Date.parse(text.length > 10 && !text.endsWith("Z") ? `${text}Z` : text) : Number.NaN;
  if (Number.isNaN(time)) throw invalid("give a time in UTC, for example 2025-01-31 or 2025-01-31T12:00.");
  return time;
}

/** From 0 to below 100. */
function percent(text: string): string {
  const value = canonicalDecimal(text);
  if (value === undefined || value.startsWith("-") || Number(value) >= 100)
    throw invalid("give a percentage of at least 0 and below 100.");
  return value;
}
