// Works out what the configured bots may cost, account by account. Uses the network only to read balances and positions.
import { setImmediate as breathe } from "node:timers/promises";
import type { ConfiguredAccount } from "../../config/load.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import type { SomeFields } from "../../model/bot/field.js";
import { groupBy } from "../../model/order.js";
import type { Assumptions } from "../../model/risk/assumptions.js";
import type { AccountRiskFacts, BotRiskFacts, RiskFacts } from "../../model/risk/risk-facts.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { accountRisk } from "../../risk/account-risk.js";
import { factsOf } from "../../risk/assumptions.js";
import { botGrid } from "../../risk/bot-grid.js";
import { besideOthers } from "../../risk/cross-fleet.js";
import { leftOpen } from "../../risk/left-open.js";
import {
  dealPrices,
  type FoundPrice,
  type Funds,
  type MarketData,
  marketDataOf,
  pricesOf,
} from "../../risk/market-data.js";
import { keptSettings } from "../../risk/money.js";
import { undeclaredUnknowns, unknownsOf } from "../../risk/unknowns.js";
import { observedAccount } from "../../service/canonical-account.js";
import { type BudgetOptions, reading } from "../endpoint.js";
import { AppError } from "../error.js";
import { type AccountOptions, type ChosenAccounts, chooseAccounts, endpointOf } from "../files/configuration.js";
import { selection } from "../files/selection.js";
import type { Host } from "../host.js";
import { readAccesses, readDeals, readFleet } from "../live/account.js";
import { accountAssumptions, type PriceOptions, pairsOf, pricesFromOptions } from "./figures.js";

export interface RiskOptions extends AccountOptions, BudgetOptions, PriceOptions {
  /** Keys or addresses of the bots that are meant, `*` for any text; all without. */
  readonly addresses: readonly string[];
  /** Whether balances and positions are read. */
  readonly live?: boolean;
  /** Each AMOUNT, or QUOTE=AMOUNT. */
  readonly balance?: readonly string[];
  readonly concurrency: number;
}

/** Told of each bot that is worked out. @param total of all accounts */
export type RiskWatch = (total: number) => { readonly onBot: () => void; readonly end: () => void };

export async function risk(
  host: Host,
  options: RiskOptions,
  watch: RiskWatch = () => ({ onBot() {}, end() {} }),
): Promise<RiskFacts & { readonly diagnostics: readonly Diagnostic[] }> {
  if (options.live === true && (options.balance ?? []).length > 0)
    throw new AppError("--live and --balance can't be used together: --live reads the balance\nGive one of the two.");
  const chosen = chooseAccounts(options);
  const { config } = chosen;
  const desired = chosen.accounts.map((account) => account.desired);
  const includes = selection(desired, { target: options.addresses });
  // Of all accounts: what one of them has no use for another may need.
  const pairs = pairsOf(desired);
  const given = {
    prices: pricesFromOptions(options, pairs),
    balances: balancesFromOptions(options.balance ?? [], pairs),
  };
  const accounts: AccountRiskFacts[] = [];
  const { onBot, end } = watch(desired.flatMap(({ bots }) => bots.filter(({ address }) => includes(address))).length);
  try {
    for (const account of chosen.accounts) {
      const assumptions = accountAssumptions(account, config.place);
      const read = await readingFor(host, chosen, account, { ...options, ...given });
      accounts.push(await factsFor(account, read, assumptions, includes, onBot));
    }
  } finally {
    end();
  }
  return { accounts, withGrids: options.addresses.length > 0, diagnostics: config.diagnostics };
}

/** Whoever watches gets a turn this often, however much there is to work out. */
const BREATH_MS = 50;

async function factsFor(
  account: ConfiguredAccount,
  { marketData, running }: AccountReading,
  assumptions: Assumptions,
  includes: (address: string) => boolean,
  onBot: () => void,
): Promise<AccountRiskFacts> {
  const chosen = account.desired.bots.filter(({ address }) => includes(address));
  const counted = chosen.map((bot) => ({ ...whole(bot), running: running.get(bot.address) ?? [] }));
  const totals = accountRisk(counted, marketData, assumptions);
  const bots: BotRiskFacts[] = [];
  let breathed = performance.now();
  for (const bot of chosen) {
    const { fields, on } = whole(bot);
    const grid = botGrid(fields, on, marketData, assumptions);
    bots.push({
      ...{ address: bot.address },
      ...("rungs" in grid ? { ...grid, risk: besideOthers(grid.risk, totals) } : grid),
    });
    onBot();
    if (performance.now() - breathed < BREATH_MS) continue;
    await breathe();
    breathed = performance.now();
  }
  const figures = bots.flatMap((bot) => ("risk" in bot ? [bot.risk] : []));
  const lacking = bots.flatMap((bot) => ("risk" in bot ? [] : [{ name: bot.address, lacks: bot.lacks }]));
  const open = chosen.flatMap((bot) => {
    const { fields, on } = whole(bot);
    const left = leftOpen(fields, on, marketData, assumptions);
    return left === undefined ? [] : [{ name: bot.address, lacks: left.fields }];
  });
  const accesses = new Set(chosen.flatMap((bot) => (whole(bot).on ? [bot.access.alias] : [])));
  return {
    account: account.desired.account,
    assumptions: factsOf(assumptions),
    bots,
    totals,
    unknown: [...undeclaredUnknowns(open), ...unknownsOf(figures, marketData, lacking, { accesses: accesses.size })],
  };
}

/** A bot whose switch isn't managed may be on. */
function whole({ fields, initial, enabled }: DesiredBot) {
  return { fields: { ...initial, ...fields }, on: enabled !== false };
}

/** What is known of an account beside its configuration. */
interface AccountReading {
  readonly marketData: MarketData;
  /** The settings of each running deal, by the address of its bot; none where nothing was read. */
  readonly running: ReadonlyMap<string, readonly SomeFields[]>;
}

async function readingFor(
  host: Host,
  { config }: ChosenAccounts,
  account: ConfiguredAccount,
  options: RiskOptions & Given,
): Promise<AccountReading> {
  const { account: name } = account.desired;
  const { prices, balances } = options;
  if (options.live !== true) {
    const funds = fundsFromOptions(balances, quotesOf(pairsOf([account.desired])));
    return { marketData: { prices: pricesOf(prices), funds, held: [] }, running: new Map() };
  }
  const endpoint = await endpointOf(host, config, account, options);
  host.conceal([endpoint.apiKey, endpoint.apiSecret]);
  return reading(host, { account: name, endpoint }, options.concurrency, async (client) => {
    const accesses = await readAccesses(client);
    const [wire, { declared }, deals] = await Promise.all([
      client.accountInformation(),
      readFleet(client, accesses, account.desired),
      readDeals(client, accesses, "activeDeals"),
    ]);
    const { funds, held, marks } = marketDataOf(observedAccount(wire));
    const running = groupBy(deals, ({ botId }) => declared.get(botId)?.address ?? "");
    return {
      marketData: { prices: pricesOf([...marks, ...dealPrices(deals), ...prices]), funds, held },
      running: new Map([...running].map(([address, own]) => [address, own.map(keptSettings)] as const)),
    };
  });
}

interface Balance {
  /** As it was written. */
  readonly text: string;
  readonly amount: string;
  /** In capitals; undefined where none was named. */
  readonly quote: string | undefined;
}

/** What the command line says, for all accounts. */
interface Given {
  readonly prices: readonly FoundPrice[];
  readonly balances: readonly Balance[];
}

/** @param pairs those of the configured bots of all accounts. Throws AppError for a currency in which none trades. */
function balancesFromOptions(texts: readonly string[], pairs: readonly string[]): readonly Balance[] {
  const quotes = quotesOf(pairs);
  return texts.map((text): Balance => {
    const [amount = "", name] = text.split("=").reverse();
    const quote = name?.toUpperCase();
    if (quote !== undefined && quotes.length > 0 && !quotes.includes(quote))
      throw new AppError(
        `--balance ${text}: no bot trades in ${quote.slice(0, 40)}\nThe bots trade in ${quotes.join(" and ")}: write --balance ${quotes[0]}=${amount}.`,
      );
    return { text, amount, quote };
  });
}

/** A given balance counts as wallet and as free balance, without positions. @param quotes of the account's bots */
function fundsFromOptions(
  balances: readonly Balance[],
  quotes: readonly string[],
): ReadonlyMap<string, Funds> | undefined {
  if (balances.length === 0) return undefined;
  return new Map(
    balances.map(({ text, amount, quote: named }) => {
      const [only, second] = quotes;
      const quote = named ?? (second === undefined ? only : undefined);
      if (quote === undefined)
        throw new AppError(
          `the balance ${text} needs a currency: the bots trade in ${quotes.join(" and ")}\nWrite --balance ${quotes[0] ?? "USDT"}=${amount}.`,
        );
      return [quote, { wallet: amount, free: amount }] as const;
    }),
  );
}

function quotesOf(pairs: readonly string[]): readonly string[] {
  return [...new Set(pairs.map((pair) => pair.slice(0, pair.indexOf("-"))))];
}
