// botform simulate: the configured fleet, not yet applied, through prices of the past or made up. No network, no credentials.
import Big from "big.js";
import { type AccountOptions, chooseAccounts } from "../../app/configuration.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { accountAssumptions } from "../../app/figures.js";
import { selection } from "../../app/selection.js";
import { assumptionsOf, chooseBots, runReplay } from "../../app/simulate.js";
import { type PriceOptions, priceSources } from "../../app/simulate-prices.js";
import type { ConfiguredAccount } from "../../config/load.js";
import { withAmounts } from "../../market/liquidation.js";
import { DEFAULT_RULES, type MarketRules, marketRules } from "../../market/rules.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { VolumeBase, VolumeMeaning } from "../../model/risk/assumptions.js";
import type { SimulationFacts, WithinCandle } from "../../model/risk/simulation.js";
import { rendered } from "../../render/forms.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { Context } from "../terminal/context.js";
import { abandonable } from "../terminal/interrupt.js";
import { simulateProgress } from "../terminal/simulate-progress.js";

export interface SimulateOptions extends AccountOptions, PriceOptions {
  readonly addresses: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
  readonly balance?: string;
  readonly order: WithinCandle | "both";
  readonly signalEvery?: number;
  /** In percent; what is absent is as the account's assumptions have it. */
  readonly makerFee?: string;
  readonly takerFee?: string;
  readonly maintenance?: string;
  readonly volumeBase?: VolumeBase;
  readonly volumeMeaning?: VolumeMeaning;
  readonly format: "text" | "json" | "csv";
}

/** A walk without --from or --to: thirty days from here, so that a seed alone names a run. */
const WALK_FROM = Date.UTC(2025, 0, 1);
const WALK_LENGTH = 30 * 86_400_000;

export async function simulateCommand(context: Context, options: SimulateOptions): Promise<ExitCode> {
  const { config, accounts } = chooseAccounts(options);
  if (config.diagnostics.length > 0 && options.format !== "json")
    context.err(`${diagnosticsText(config.diagnostics, context.errColour)}\n`);
  const includes = selection(
    accounts.map(({ desired }) => desired),
    { target: options.addresses },
  );
  const simulations: SimulationFacts[] = [];
  for (const account of accounts) simulations.push(await simulate(context, account, includes, options));
  const exitCode = EXIT.done;
  const { diagnostics } = config;
  const setting = { command: "simulate", exitCode, diagnostics, colour: context.colour };
  context.out(await rendered("simulate", options.format, simulations, setting));
  return exitCode;
}

async function simulate(
  context: Context,
  account: ConfiguredAccount,
  includes: (address: string) => boolean,
  options: SimulateOptions,
): Promise<SimulationFacts> {
  const { desired } = account;
  const { balance = null, signalEvery = null, addresses } = options;
  const { bots, leftOut } = chooseBots(desired, includes, addresses.length > 0, signalEvery !== null);
  if (bots.length === 0) {
    const why = leftOut.map((bot) => `\n${bot.address}: ${bot.why}`).join("");
    throw new AppError(`the account ${desired.account} has no bot to run${why}`);
  }
  const quotes = [...new Set(bots.map(({ pair }) => quoteOf(pair)))];
  if (balance !== null && quotes.length > 1)
    throw new AppError(
      `--balance is one wallet, and these bots trade in ${quotes.join(" and ")}\nRun the bots of each by themselves.`,
    );
  const window = windowOf(options);
  const rules = rulesOf(account, options);
  const progress = simulateProgress(context, desired.account, window);
  const sources = priceSources(bots, options, { from: window.from, onBytes: progress.onBytes });
  progress.total(sources.reduce((sum, { size }) => sum + size, 0));
  const orders = options.order === "both" ? (["pessimistic", "optimistic"] as const) : [options.order];
  try {
    const ran = await abandonable(() =>
      runReplay(bots, sources, { rules, balance, signalEvery, orders, window }, progress.onSlice),
    );
    const assumptions = assumptionsOf(rules, { balance, signalEvery, orders, isWalk: options.walk !== undefined });
    return { account: desired.account, ...ran, leftOut, assumptions };
  } finally {
    progress.done();
  }
}

/** A walk has no end of its own; files are read whole unless the options say otherwise. */
function windowOf({ from, to, walk }: SimulateOptions): { readonly from: number; readonly to: number } {
  const start = from ?? (walk === undefined ? 0 : WALK_FROM);
  const end = to ?? (walk === undefined ? Number.POSITIVE_INFINITY : start + WALK_LENGTH);
  if (start >= end) throw new AppError("--from is not before --to");
  return { from: start, to: end };
}

/** What an option says comes before what the account assumes. */
function rulesOf(account: ConfiguredAccount, options: SimulateOptions): MarketRules {
  const { makerFee, takerFee, maintenance, volumeBase, volumeMeaning } = options;
  const fraction = (percent: string) => new Big(percent).div(100).toFixed();
  const assumed = marketRules(accountAssumptions(account));
  const { maintenance: rate, tiersFile } = account.assumptions;
  return {
    ...assumed,
    ...(rate === undefined && tiersFile === undefined && { tiers: DEFAULT_RULES.tiers }),
    ...(makerFee !== undefined && { makerFee: fraction(makerFee) }),
    ...(takerFee !== undefined && { takerFee: fraction(takerFee) }),
    ...(maintenance !== undefined && { tiers: withAmounts([{ floor: "0", rate: fraction(maintenance) }]) }),
    ...(volumeBase !== undefined && { volumeBase }),
    ...(volumeMeaning !== undefined && { volumeMeaning }),
  };
}
