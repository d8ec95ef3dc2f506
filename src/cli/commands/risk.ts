// botform risk: what the configured bots may cost, grid by grid.
import { canonicalDecimal } from "../../model/text/decimal.js";
import { command, shown } from "../command.js";
import { accounts, argument, configured, each, envFrom, format, invalid, list, option, requests } from "../options.js";

export const risk = command({
  name: "risk",
  summary:
    "What the configured bots may cost: grids, margin, liquidation, shocks, and what the figures rest on. Needs no network and no credentials, but with --live.",
  group: "money",
  arguments: () =>
    list(
      argument(
        "[address...]",
        "whose grids to show, order by order: keys or addresses, * for any text; without it one row a bot",
      ),
    ),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option("--price <pair=price>", "a pair's price, where no running position shows one; may be repeated").argParser(
        each,
      ),
      option("--price-file <file>", "prices of many pairs: a JSON map, or lines of PAIR,PRICE"),
      option(
        "--balance <[quote=]amount>",
        "wallet and free balance, where the account isn't read; may be repeated",
      ).argParser(balance),
      option("--live", "read balances and positions of the account: one request"),
      ...requests(),
      envFrom(),
      format(),
    ),
  examples: [
    "botform risk",
    "botform risk btc-dip --price USDT-BTC=64000",
    "botform risk 'eth-*' --price-file prices.json --balance 1000",
    "botform risk --live --env-from keys.env",
    "botform risk '*' --format json | jq '.accounts[].bots[].risk'",
  ],
  run: async (host, { address: addresses, ...options }) =>
    (await import("../../app/money/risk.js")).risk(host, { ...options, addresses }),
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ accounts: all, withGrids }) => shown("risk", { accounts: all, withGrids }),
});

function balance(text: string, before: readonly string[] = []): string[] {
  const [quote, amount = quote] = text.split("=");
  const value = canonicalDecimal(amount ?? "");
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw invalid("an amount above 0 is wanted, or QUOTE=AMOUNT.");
  return [...before, text.includes("=") ? `${quote}=${value}` : value];
}
