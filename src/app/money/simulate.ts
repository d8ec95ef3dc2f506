// Runs configured bots through past or made-up prices: which bots, by which rules, and the result.
import Big from "big.js";
import type { ConfiguredAccount } from "../../config/load.js";
import { botRulesOf } from "../../market/bot.js";
import { withAmounts } from "../../market/liquidation.js";
import { WALK_FROM } from "../../market/prices/walk.js";
import type { RunBot } from "../../market/replay/bot-run.js";
import type { Window } from "../../market/replay/lockstep.js";
import { type MarketRules, replayRules } from "../../market/rules.js";
import type { Desired, DesiredBot } from "../../model/bot/desired.js";
import type { FieldName, SomeFields } from "../../model/bot/field.js";
import { quoteOf } from "../../model/bot/pair.js";
import type { Assumptions, VolumeBase, VolumeMeaning } from "../../model/risk/assumptions.js";
import { type SimulationFacts, WITHIN_CANDLE, type WithinCandle } from "../../model/risk/simulation.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { AppError } from "../error.js";
import { type AccountOptions, chooseAccounts } from "../files/configuration.js";
import { selection } from "../files/selection.js";
import { accountAssumptions } from "./figures.js";
import { simulationAssumptions } from "./simulate-assumptions.js";
import { type PriceOptions, priceSources } from "./simulate-prices.js";
import { runReplay } from "./simulate-run.js";
import { variantsOf } from "./simulate-tries.js";

export interface SimulateOptions extends AccountOptions, PriceOptions {
  /** Keys or addresses, `*` for any text; those that are named run whether they are enabled or not. */
  readonly addresses: readonly string[];
  /** Milliseconds since the epoch. */
  readonly from?: number;
  readonly to?: number;
  readonly balance?: string;
  readonly order: WithinCandle | "all";
  readonly signalEvery?: number;
  /** Each FIELD=VALUE,VALUE,…: every combination is tried beside the settings as they are. */
  readonly vary?: readonly string[];
  /** Whether pictures will be drawn: what they need is recorded, too. */
  readonly isDrawn?: boolean;
  /** In percent; what is absent is as the account's assumptions have it. */
  readonly makerFee?: string;
  readonly takerFee?: string;
  readonly maintenance?: string;
  readonly volumeBase?: VolumeBase;
  readonly volumeMeaning?: VolumeMeaning;
}

/** What one account's simulation is watched with. */
export interface SimulationWatch {
  /** Bytes that will be read; 0 where none are. */
  readonly total: (bytes: number) => void;
  readonly onBytes: (count: number) => void;
  /** The time of the last candle. */
  readonly onSlice: (time: number) => void;
}

/** Runs a task with progress; its signal aborts when nobody waits for it any more. */
export type Watching = <T>(account: string, window: Window, task: (watch: SimulationWatch) => Promise<T>) => Promise<T>;

export interface Simulations {
  readonly simulations: readonly SimulationFacts[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Of a walk without dates: thirty days. */
const WALK_LENGTH = 30 * 86_400_000;

export async function simulate(watching: Watching, options: SimulateOptions): Promise<Simulations> {
  const { config, accounts } = chooseAccounts(options);
  const desired = accounts.map((account) => account.desired);
  const includes = selection(desired, { target: options.addresses });
  const simulations: SimulationFacts[] = [];
  for (const account of accounts) simulations.push(await simulateOne(watching, account, includes, options));
  return { simulations, diagnostics: config.diagnostics };
}

async function simulateOne(
  watching: Watching,
  account: ConfiguredAccount,
  includes: (address: string) => boolean,
  options: SimulateOptions,
): Promise<SimulationFacts> {
  const { desired } = account;
  const { balance = null, signalEvery = null, addresses } = options;
  const { bots, leftOut } = chooseBots(desired, includes, addresses.length > 0, signalEvery !== null);
  if (bots.length === 0) {
    const why = leftOut.map((bot) => `\n${bot.address}: ${bot.why}`).join("");
    throw new AppError(`the account ${desired.account} has no bot to simulate${why}`);
  }
  const quotes = [...new Set(bots.map(({ pair }) => quoteOf(pair)))];
  if (balance !== null && quotes.length > 1)
    throw new AppError(
      `--balance is a single wallet, but these bots trade in ${quotes.join(" and ")}\nSimulate the bots of each currency separately.`,
    );
  const window = windowOf(options);
  const assumed = accountAssumptions(account);
  const rules = rulesOf(assumed, [...new Set(bots.map(({ pair }) => pair))], options);
  const { fundingRate } = assumed;
  const variants = variantsOf(options.vary ?? []);
  const orders = options.order === "all" ? WITHIN_CANDLE : [options.order];
  const isDrawn = options.isDrawn === true;
  const ran = await watching(desired.account, window, ({ total, onBytes, onSlice }) => {
    const sources = priceSources(bots, options, { from: window.from, onBytes });
    total(sources.reduce((sum, { size }) => sum + size, 0));
    const run = { rules, balance, signalEvery, fundingRate, orders, window, variants, isDrawn };
    return runReplay(bots, sources, run, onSlice);
  });
  const assumptions = simulationAssumptions(rules, {
    balance,
    signalEvery,
    fundingRate,
    tiers: options.maintenance === undefined ? assumed.tiers : undefined,
    orders,
    isWalk: options.walk !== undefined,
  });
  const { curves, ...figures } = ran;
  const replays = ran.replays.toSorted((left, right) => new Big(left.totals.result).cmp(right.totals.result));
  const picture = curves === undefined ? {} : { picture: { isMadeUp: options.walk !== undefined, prices: curves } };
  return { account: desired.account, ...figures, replays, leftOut, assumptions, ...picture };
}

/** A walk has no end of its own; files are read whole unless the options say otherwise. */
function windowOf({ from, to, walk }: SimulateOptions): { readonly from: number; readonly to: number } {
  const start = from ?? (walk === undefined ? 0 : WALK_FROM);
  const end = to ?? (walk === undefined ? Number.POSITIVE_INFINITY : start + WALK_LENGTH);
  if (start >= end) throw new AppError("--from must be before --to");
  return { from: start, to: end };
}

/** Options win over the account's assumptions. */
function rulesOf(assumptions: Assumptions, pairs: readonly string[], options: SimulateOptions): MarketRules {
  const { makerFee, takerFee, maintenance, volumeBase, volumeMeaning } = options;
  const fraction = (percent: string) => new Big(percent).div(100).toFixed();
  return {
    ...replayRules(assumptions, pairs),
    ...(makerFee !== undefined && { makerFee: fraction(makerFee) }),
    ...(takerFee !== undefined && { takerFee: fraction(takerFee) }),
    ...(maintenance !== undefined && {
      tiers: withAmounts([{ floor: "0", rate: fraction(maintenance) }]),
      pairTiers: {},
    }),
    ...(volumeBase !== undefined && { volumeBase }),
    ...(volumeMeaning !== undefined && { volumeMeaning }),
  };
}

interface ChosenBots {
  readonly bots: readonly (RunBot & { readonly pair: string })[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
}

/** What a deal can't be made without. */
const NEEDED: readonly FieldName[] = [
  "pairTitle",
  "strategy",
  "leverage",
  "percentTakeProfit",
  "percentSafetyOrder",
  "volumeFirstOrder",
];

/**
 * The bots to run. Bots that are named run whether they are enabled or not.
 * @param hasSignals whether bots that open on a signal get any
 */
function chooseBots(
  { bots }: Desired,
  includes: (address: string) => boolean,
  isNamed: boolean,
  hasSignals: boolean,
): ChosenBots {
  const checked = bots
    .filter(({ address }) => includes(address))
    .map((bot) => {
      const fields = { ...bot.initial, ...bot.fields };
      return { bot, fields, why: whyNot(bot, fields, isNamed, hasSignals) };
    });
  return {
    bots: checked.flatMap(({ bot, fields, why }) =>
      why === undefined ? [{ address: bot.address, fields, pair: fields.pairTitle ?? "" }] : [],
    ),
    leftOut: checked.flatMap(({ bot, why }) => (why === undefined ? [] : [{ address: bot.address, why }])),
  };
}

function whyNot(bot: DesiredBot, fields: SomeFields, isNamed: boolean, hasSignals: boolean): string | undefined {
  if (!isNamed && bot.enabled !== true) return "it doesn't have enabled: true; name it to simulate it anyway";
  return unfit(fields, hasSignals);
}

/** Why a bot with these settings can't be replayed; undefined where it can. */
export function unfit(fields: SomeFields, hasSignals: boolean): string | undefined {
  const lacking = NEEDED.filter((name) => fields[name] === undefined || fields[name] === null);
  if (lacking.length > 0) return `the configuration doesn't set its ${lacking.join(", ")}`;
  if (botRulesOf(fields).onSignal && !hasSignals)
    return `it opens on signals of ${fields.indicatorGroup}, whose definition isn't public; --signal-every gives it signals`;
  return undefined;
}
