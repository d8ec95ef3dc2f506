// botform risk: what the configured bots may cost, grid by grid. Works without network and credentials; --live reads balances and positions.

import { type AccountOptions, type ChosenAccounts, chooseAccounts, endpointOf } from "../../app/configuration.js";
import { reading } from "../../app/endpoint.js";
import { AppError } from "../../app/error.js";
import { EXIT, type ExitCode } from "../../app/exit.js";
import { accountAssumptions, givenPrices, type PriceOptions } from "../../app/figures.js";
import { selection } from "../../app/selection.js";
import type { ConfiguredAccount } from "../../config/load.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import { rendered } from "../../render/forms.js";
import { diagnosticsText } from "../../render/text/diagnostics-text.js";
import type { AccountRiskFacts, BotRiskFacts } from "../../render/text/risk-text.js";
import { accountRisk } from "../../risk/account-risk.js";
import { factsOf } from "../../risk/assumptions.js";
import { botGrid } from "../../risk/bot-grid.js";
import { type Funds, type Known, knownOf, pricesOf } from "../../risk/known.js";
import { unknownsOf } from "../../risk/unknowns.js";
import { observedAccount } from "../../service/canonical-account.js";
import type { Context } from "../terminal/context.js";
import type { CredentialOptions } from "../terminal/credentials.js";

export interface RiskOptions extends AccountOptions, CredentialOptions, PriceOptions {
  readonly addresses: readonly string[];
  readonly live?: boolean;
  /** Each AMOUNT, or QUOTE=AMOUNT. */
  readonly balance?: readonly string[];
  readonly concurrency: number;
  readonly format: "text" | "json";
}

export async function riskCommand(context: Context, options: RiskOptions): Promise<ExitCode> {
  if (options.live === true && (options.balance ?? []).length > 0)
    throw new AppError("--live reads the balance and --balance gives it\nGive one of the two.");
  const chosen = chooseAccounts(options);
  const { config, accounts } = chosen;
  const includes = selection(
    accounts.map(({ desired }) => desired),
    { target: options.addresses },
  );
  const facts: AccountRiskFacts[] = [];
  for (const account of accounts) {
    const assumptions = accountAssumptions(account, config.place);
    const known = await knownFor(context, chosen, account, options);
    facts.push(factsFor(account, known, assumptions, includes));
  }
  const { diagnostics } = config;
  if (options.format === "text" && diagnostics.length > 0)
    context.err(`${diagnosticsText(diagnostics, context.errColour)}\n`);
  const setting = { command: "risk", exitCode: EXIT.done, diagnostics, colour: context.colour };
  const result = { accounts: facts, withGrids: options.addresses.length > 0 };
  context.out(await rendered("risk", options.format, result, setting));
  return EXIT.done;
}

function factsFor(
  account: ConfiguredAccount,
  known: Known,
  assumptions: Assumptions,
  includes: (address: string) => boolean,
): AccountRiskFacts {
  const chosen = account.desired.bots.filter(({ address }) => includes(address));
  const bots = chosen.map((bot): BotRiskFacts => {
    const { fields, on } = whole(bot);
    return { address: bot.address, ...botGrid(fields, on, known, assumptions) };
  });
  const figures = bots.flatMap((bot) => ("risk" in bot ? [bot.risk] : []));
  const lacking = bots.flatMap((bot) => ("risk" in bot ? [] : [{ name: bot.address, lacks: bot.lacks }]));
  return {
    account: account.desired.account,
    assumptions: factsOf(assumptions),
    bots,
    totals: accountRisk(chosen.map(whole), known, assumptions),
    unknown: unknownsOf(figures, known, lacking),
  };
}

/** A switch that botform leaves alone may be on. */
function whole({ fields, initial, enabled }: DesiredBot) {
  return { fields: { ...initial, ...fields }, on: enabled !== false };
}

async function knownFor(
  context: Context,
  { config }: ChosenAccounts,
  account: ConfiguredAccount,
  options: RiskOptions,
): Promise<Known> {
  const { bots } = account.desired;
  const pairs = [...new Set(bots.map((bot) => whole(bot).fields.pairTitle ?? ""))].filter((pair) => pair !== "").sort();
  const prices = givenPrices(options, pairs);
  if (options.live !== true)
    return { prices: pricesOf(prices), funds: givenFunds(options.balance ?? [], pairs), held: [] };
  const endpoint = endpointOf(config, account, context.env, options);
  context.conceal([endpoint.apiKey, endpoint.apiSecret]);
  const wire = await reading(context, { account: account.desired.account, endpoint }, options.concurrency, (client) =>
    client.accountInformation(),
  );
  const { funds, held, marks } = knownOf(observedAccount(wire));
  return { prices: pricesOf([...marks, ...prices]), funds, held };
}

/** A given balance is wallet and free alike: nothing is said of positions. */
function givenFunds(texts: readonly string[], pairs: readonly string[]): ReadonlyMap<string, Funds> | undefined {
  if (texts.length === 0) return undefined;
  const quotes = [...new Set(pairs.map((pair) => pair.slice(0, pair.indexOf("-"))))];
  return new Map(
    texts.map((text) => {
      const [amount = "", name] = text.split("=").reverse();
      const [only, second] = quotes;
      const quote = name ?? (second === undefined ? only : undefined);
      if (quote === undefined)
        throw new AppError(
          `whose balance is ${text}? The bots trade in ${quotes.join(" and ")}\nWrite --balance ${quotes[0] ?? "USDT"}=${amount}.`,
        );
      return [quote.toUpperCase(), { wallet: amount, free: amount }] as const;
    }),
  );
}
