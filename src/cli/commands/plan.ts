// botform plan: what apply would do, on one account or several, and nothing done.
import { command } from "../command.js";
import { amount, each, from } from "../option-values.js";
import {
  configurationArgument,
  detailedExitcode,
  forms,
  journal,
  limits,
  list,
  option,
  planning,
  verbose,
} from "../options.js";

export const plan = command({
  name: "plan",
  summary:
    "Compare the configuration with the live bots and show what apply would change. Changes nothing on the service.",
  group: "daily",
  arguments: () => list(configurationArgument()),
  options: () =>
    list(
      ...planning(),
      journal(),
      ...limits(),
      verbose(),
      forms("text", "json", "diff", "html", "markdown"),
      detailedExitcode("changes"),
      option("--fail-above <grade>", "exit 6 if the plan's grade is riskier than this").choices([
        "lowers-risk",
        "within-limits",
      ]),
      option(
        "--out <file>",
        "save the plan for botform apply FILE; with --format html or markdown, write that form instead; or several forms of one plan: plan=FILE,html=FILE,markdown=FILE,json=FILE; may be repeated",
      ).argParser(each),
      option(
        "--ask",
        "keep the plan in the ledger until a person approves it; botform apply --approved DIGEST then carries out exactly this plan",
      ),
      option(
        "--marker <name>",
        "name of the --format markdown comment, so that a later run can replace it (default: the account)",
      ),
      option(
        "--price <pair=price>",
        "a pair's price, used if no position or deal shows one; may be repeated",
      ).argParser(each),
      option("--price-file <file>", "a file of prices: a JSON map, or lines of PAIR,PRICE"),
      option(
        "--replay <[pair=]file>",
        "also run the live settings and the planned ones through these candles, side by side; files as simulate takes them; may be repeated",
      ).argParser(each),
      option(
        "--balance <amount>",
        "with --replay: the wallet's starting balance (default: what the account has, where it shows that)",
      ).argParser(amount),
      option(
        "--signal-every <candles>",
        "with --replay: for bots that open on signals, send one every so many candles",
      ).argParser(from(1, 999_999)),
      option("--expires <minutes>", "how long the saved plan stays valid, at most 1440 (default: 30)").argParser(
        from(1, 1440),
      ),
    ),
  examples: [
    "botform plan",
    "botform plan -c fleet/ --format diff",
    "botform plan --target btc-dip --target 'eth-*'",
    "botform plan --price USDT-BTC=64000",
    "botform plan --detailed-exitcode --format json > plan.json",
    "botform plan --out fleet.plan --expires 60",
    "botform plan --out fleet.plan --fail-above within-limits",
    "botform plan --format html --out plan.html",
    "botform plan --out plan=fleet.plan,html=plan.html,json=plan.json",
    "botform plan --format markdown > comment.md",
    "botform plan --out markdown=comment.md,plan=fleet.plan",
    "botform plan --all-accounts --env-from keys.env",
    "botform plan --account main --ask --expires 240",
    "botform plan --replay BTCUSDT-1h.csv",
    "botform plan --replay USDT-BTC=btc.csv --replay USDT-ETH=eth.json --balance 1000",
  ],
  run: async (host, options) => (await import("../writing/plan.js")).planCommand(host, options),
  exitCode: (code) => code,
});
