// Replays a plan's bots on past candles: the live settings and the planned ones side by side. Decides nothing of the plan.
import type { Desired } from "../../model/bot/desired.js";
import { quoteOf } from "../../model/bot/pair.js";
import { type PlanReplay, REPLAY_SIDES } from "../../model/risk/plan-replay.js";
import { openFields } from "../../risk/left-open.js";
import type { Attempt } from "../attempt.js";
import { AppError, oneLine } from "../error.js";
import { EXIT } from "../exit.js";
import type { PlannedNow } from "../planning/plan.js";
import { pairsOf } from "./figures.js";
import { playedOn, type SidedBot, sidedBots, whyLeftOut } from "./plan-replay-bots.js";
import { replaySides } from "./plan-replay-run.js";
import { unfit, type Watching } from "./simulate.js";
import { fileSource, filesByPair, isPair, named, refuseMistakenPairs, refuseUnreadable } from "./simulate-prices.js";

export interface PlanReplayOptions {
  /** Each FILE or PAIR=FILE. */
  readonly replay?: readonly string[];
  /** Of the wallet at the beginning; what the account has where it is absent. */
  readonly balance?: string;
  readonly signalEvery?: number;
}

/** The prices of a replay, checked before anything is asked of the service. */
export interface ReplayPrices {
  /** Files by pair, for the pairs that the configuration has. */
  readonly declared: ReadonlyMap<string, readonly string[]>;
  /** Of what was given, PAIR=FILE alone: live bots may trade pairs that no configured bot does. */
  readonly named: readonly string[];
}

const OPTION = "--replay";

/** undefined where no replay is asked for. Throws AppError for options and files that can't be used. */
export function replayPrices(
  { replay = [], balance, signalEvery }: PlanReplayOptions,
  desired: readonly Desired[],
): ReplayPrices | undefined {
  if (replay.length === 0) {
    const alone = balance !== undefined ? "--balance" : signalEvery !== undefined ? "--signal-every" : undefined;
    if (alone === undefined) return undefined;
    throw new AppError(`${alone} works only with ${OPTION}\nGive the candles with ${OPTION} FILE.`);
  }
  const pairs = pairsOf(desired);
  const quotes = [...new Set(pairs.map(quoteOf))];
  if (balance !== undefined && quotes.length > 1)
    throw new AppError(
      `--balance is a single wallet, but the bots trade in ${quotes.join(" and ")}\nLeave it out: the account's own wallets are used.`,
    );
  refuseMistakenPairs(replay, pairs, OPTION);
  refuseUnreadable(new Set(replay.map((text) => named(text).value)));
  const declared = filesByPair(replay, pairs, OPTION);
  return { declared, named: replay.filter((text) => named(text).name !== undefined) };
}

/** By account. An account that isn't planned has none. */
export async function replayPlans(
  watching: Watching,
  options: PlanReplayOptions,
  prices: ReplayPrices,
  planned: readonly Attempt<PlannedNow>[],
): Promise<ReadonlyMap<string, PlanReplay>> {
  const replays = new Map<string, PlanReplay>();
  for (const one of planned)
    if ("value" in one) replays.set(one.account, await replayOne(watching, options, prices, one.value));
  return replays;
}

/** A replay that fails leaves the plan as it is: it says why, and the exit code is the plan's. */
async function replayOne(
  watching: Watching,
  options: PlanReplayOptions,
  prices: ReplayPrices,
  planned: PlannedNow,
): Promise<PlanReplay> {
  const { made, observed, policySource } = planned;
  if (observed === undefined) throw new TypeError("a plan that was made just now knows what it was made from");
  const bots = sidedBots({ made, observed, desired: policySource.account.desired });
  if (!bots.some(({ isChanged }) => isChanged))
    return { replayed: false, why: ["the plan changes no bot", ...unusedOf(bots, prices)].join("; "), leftOut: [] };
  const files = filesFor(bots, prices);
  const hasSignals = options.signalEvery !== undefined;
  const checked = bots.map((bot) => ({
    bot,
    why: whyLeftOut(bot, {
      unfit: (fields) => unfit(fields, hasSignals),
      open: (fields) => openFields(fields, planned.assumptions),
      hasPrices: (pair) => files.has(pair),
    }),
  }));
  const leftOut = checked.flatMap(({ bot, why }) => (why === undefined ? [] : [{ address: bot.address, why }]));
  const kept = checked.flatMap(({ bot, why }) => (why === undefined ? [bot] : []));
  if (!kept.some((bot) => bot.isChanged && isPlayed(bot)))
    return { replayed: false, why: [nothingToReplay(checked), ...unusedOf(bots, prices)].join("; "), leftOut };
  const quotes = [...new Set([...pairsPlayed(kept)].map(quoteOf))];
  if (options.balance !== undefined && quotes.length > 1)
    return { replayed: false, why: severalWallets(quotes), leftOut };
  try {
    const window = { from: 0, to: Number.POSITIVE_INFINITY };
    return await watching(made.account, window, ({ total, onBytes, onSlice }) => {
      const sources = [...pairsPlayed(kept)].map((pair) =>
        fileSource(pair, files.get(pair) ?? [], { from: 0, onBytes }),
      );
      total(sources.reduce((sum, { size }) => sum + size, 0));
      const { balance, signalEvery } = options;
      return replaySides(kept, sources, {
        planned,
        balance,
        signalEvery,
        leftOut,
        onSlice,
        unused: unusedOf(bots, prices),
      });
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.exitCode === EXIT.interrupted) throw error;
    return { replayed: false, why: oneLine(error.message), leftOut };
  }
}

function nothingToReplay(checked: readonly { readonly bot: SidedBot; readonly why: string | undefined }[]): string {
  return checked.some(({ bot, why }) => bot.isChanged && why !== undefined)
    ? "no bot that the plan changes can be replayed"
    : "the bots that the plan changes are off before and after it";
}

/** Live bots may trade in a quote asset that no configured bot does. */
function severalWallets(quotes: readonly string[]): string {
  return `--balance is a single wallet, but the bots to be replayed, live ones too, trade in ${quotes.join(" and ")}; leave it out, and the account's own wallets are used`;
}

function filesFor(bots: readonly SidedBot[], prices: ReplayPrices): ReadonlyMap<string, readonly string[]> {
  const others = [...pairsPlayed(bots)].filter((pair) => !prices.declared.has(pair));
  return new Map([...prices.declared, ...filesByPair(prices.named, others, OPTION)]);
}

function pairsPlayed(bots: readonly SidedBot[]): ReadonlySet<string> {
  const pairs = bots.flatMap((bot) => REPLAY_SIDES.flatMap((side) => playedOn(bot, side)?.pairTitle ?? []));
  return new Set(pairs.sort());
}

function isPlayed(bot: SidedBot): boolean {
  return REPLAY_SIDES.some((side) => playedOn(bot, side) !== null);
}

/** Prices that no bot has a use for, in words; a typing error in the pair looks like that. */
function unusedOf(bots: readonly SidedBot[], prices: ReplayPrices): string[] {
  const pairs = [...pairsPlayed(bots)];
  const unused = prices.named.filter((text) => !pairs.some((pair) => isPair(named(text).name ?? "", pair)));
  return unused.map((text) => `no bot trades the pair of ${text}`);
}
