// botform risk: what the configured bots may cost, grid by grid.
import { counted } from "../../model/text/counted.js";
import { canonicalDecimal } from "../../model/text/decimal.js";
import { command, shown } from "../command.js";
import { each, invalid } from "../option-values.js";
import { accounts, argument, configured, envFrom, format, list, option, requests } from "../options.js";

export const risk = command({
  name: "risk",
  summary:
    "Show what the configured bots put at risk: grids, margin, liquidation, shocks, and the assumptions behind them. Needs network and credentials only with --live.",
  group: "money",
  arguments: () =>
    list(
      argument(
        "[address...]",
        "bots whose grids to show order by order: keys or addresses, * matches any text; without it, one row per bot",
      ),
    ),
  options: () =>
    list(
      ...configured(),
      ...accounts(),
      option(
        "--price <pair=price>",
        "a pair's price, used if no running position shows one; may be repeated",
      ).argParser(each),
      option("--price-file <file>", "a file of prices: a JSON map, or lines of PAIR,PRICE"),
      option(
        "--balance <[quote=]amount>",
        "the balance to assume without --live, as both wallet and free balance; may be repeated, once per quote asset",
      ).argParser(balance),
      option("--live", "read the account: balances, positions, bots and their running deals"),
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
    (await import("../../app/money/risk.js")).risk(host, { ...options, addresses }, (total) => {
      let done = 0;
      const { changed, end } = host.status.begin(() => `working out ${done} of ${counted(total, "bot")}`);
      const onBot = () => {
        done += 1;
        changed();
      };
      return { onBot, end };
    }),
  diagnostics: ({ diagnostics }) => diagnostics,
  show: ({ accounts: all, withGrids }) => shown("risk", { accounts: all, withGrids }),
});

function balance(text: string, before: readonly string[] = []): string[] {
  const [quote, amount = quote] = text.split("=");
  const value = canonicalDecimal(amount ?? "");
  if (value === undefined || value === "0" || value.startsWith("-"))
    throw invalid("give an amount above 0, or QUOTE=AMOUNT.");
  return [...before, text.includes("=") ? `${quote}=${value}` : value];
}
