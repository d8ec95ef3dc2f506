// Runs both sides of a plan's replay through the same candles in step, and sets their results side by side.
import type { RunBot } from "../../market/replay/bot-run.js";
import { Fleet } from "../../market/replay/fleet.js";
import { blankTick, Lockstep, type Tick, timeOf } from "../../market/replay/lockstep.js";
import { outcomeOf } from "../../market/replay/outcome.js";
import { botFigures, changeOf, dealChanges, type SideDeals, walletFigures } from "../../market/replay/side-by-side.js";
import { replayRules } from "../../market/rules.js";
import { quoteOf } from "../../model/bot/pair.js";
import { groupBy } from "../../model/order.js";
import { type PlanReplay, REPLAY_SIDES, type ReplayedBot, type ReplayedWallet } from "../../model/risk/plan-replay.js";
import type { BotFacts, PriceFacts, ReplayFacts } from "../../model/risk/simulation.js";
import { AppError } from "../error.js";
import type { PlannedNow } from "../planning/plan.js";
import { inSlices } from "./in-slices.js";
import { playedOn, type SidedBot } from "./plan-replay-bots.js";
import { type PairSpan, replayCaveats } from "./plan-replay-caveats.js";
import { simulationAssumptions } from "./simulate-assumptions.js";
import type { PriceSource } from "./simulate-prices.js";

/** A candle doesn't say which way the price went; of the readings it is the careful one (decision 049). */
const ORDER = "conservative";
export interface ReplayRun {
  readonly planned: Pick<PlannedNow, "made" | "assumptions" | "funds">;
  /** Of the wallet at the beginning; what the account has where it is absent. */
  readonly balance?: string | undefined;
  readonly signalEvery?: number | undefined;
  /** What was given and nobody has a use for, in words. */
  readonly unused: readonly string[];
  readonly leftOut: readonly { readonly address: string; readonly why: string }[];
  readonly onSlice: (time: number) => void;
}

/** A replay of its own: the bots of one wallet on one side, or one bot alone. */
interface Running {
  readonly side: "now" | "after";
  readonly quote: string;
  /** undefined for a wallet. */
  readonly alone: string | undefined;
  readonly fleet: Fleet;
}

/** @param sources one for each pair that a bot trades on either side. Throws AppError where the files have no candles, or a row that is none */
export async function replaySides(
  bots: readonly SidedBot[],
  sources: readonly PriceSource[],
  { planned, balance: given, signalEvery, unused, leftOut, onSlice }: ReplayRun,
): Promise<PlanReplay> {
  const { assumptions, funds, made } = planned;
  const pairs = sources.map(({ pair }) => pair);
  const rules = replayRules(assumptions, pairs);
  const { fundingRate } = assumptions;
  const signals = signalEvery ?? null;
  const tick = blankTick(sources.length);
  const quotes = [...new Set(pairs.map(quoteOf))];
  const balances = new Map(quotes.map((quote) => [quote, { quote, ...balanceOf(quote, given, funds) }] as const));
  const fleetOf = (own: readonly RunBot[], quote: string) => {
    const places = own.flatMap(({ fields }) => tick.pairs[pairs.indexOf(fields.pairTitle ?? "")] ?? []);
    const balance = balances.get(quote)?.balance ?? null;
    return new Fleet(own, places, { rules, order: ORDER, balance, fundingRate, signalEvery: signals });
  };
  const running = REPLAY_SIDES.flatMap((side): Running[] => {
    const own = bots.flatMap((bot) => {
      const fields = playedOn(bot, side);
      return fields === null ? [] : [{ bot, run: { address: bot.address, fields } }];
    });
    const quoteOfRun = ({ fields }: RunBot) => quoteOf(fields.pairTitle ?? "");
    const wallets = quotes.map((quote) => {
      const members = own.flatMap(({ bot, run }) => (bot.asIfOn || quoteOfRun(run) !== quote ? [] : [run]));
      return { side, quote, alone: undefined, fleet: fleetOf(members, quote) };
    });
    const alone = own.flatMap(({ bot, run }) => {
      const quote = quoteOfRun(run);
      return bot.asIfOn ? [{ side, quote, alone: bot.address, fleet: fleetOf([run], quote) }] : [];
    });
    return [...wallets, ...alone];
  });
  const span = await walk(running, sources, tick, onSlice);
  const results = running.map(({ fleet, quote, ...rest }) => {
    return { ...rest, quote, facts: outcomeOf(fleet, rules, balances.get(quote)?.balance ?? null, span.to) };
  });
  const compared = comparedBots(bots, results);
  const wallets = quotes.flatMap((quote): ReplayedWallet[] => {
    const [now, after] = REPLAY_SIDES.map((side) => walletOf(results, quote, side));
    if (now === undefined || after === undefined || now.bots.length + after.bots.length === 0) return [];
    const sides = { now: figuresOrNull(now), after: figuresOrNull(after) };
    const { balance, balanceFrom } = balances.get(quote) ?? { balance: null, balanceFrom: null };
    return [
      {
        ...{ quote, balance, balanceFrom, bots: { now: now.bots.length, after: after.bots.length } },
        ...{ ...sides, change: changeOf(sides.now, sides.after) },
        affected: affected(bots, now, after),
      },
    ];
  });
  const { from, to, moments, interval } = span;
  const facts = sources.map((source, index): PriceFacts => source.facts(span.pairs[index]?.count ?? 0));
  const caveats = replayCaveats({
    ...{ bots, balances: [...balances.values()], made, unused, from, to, interval },
    prices: sources.map(({ pair }, index) => ({ pair, ...(span.pairs[index] ?? { count: 0, first: 0, last: 0 }) })),
  });
  const assumed = simulationAssumptions(rules, {
    ...{
      balance: undefined,
      signalEvery: signals,
      fundingRate,
      tiers: assumptions.tiers,
      orders: [ORDER],
      isWalk: false,
    },
  });
  return {
    ...{ replayed: true, from, to, moments, interval, prices: facts, bots: compared, wallets },
    ...{ leftOut: [...leftOut], caveats, assumptions: [...assumed] },
  };
}

function balanceOf(
  quote: string,
  given: string | undefined,
  funds: ReadonlyMap<string, { readonly wallet: string }> | undefined,
): Pick<ReplayedWallet, "balance" | "balanceFrom"> {
  if (given !== undefined) return { balance: given, balanceFrom: "option" };
  const wallet = funds?.get(quote)?.wallet;
  return wallet === undefined ? { balance: null, balanceFrom: null } : { balance: wallet, balanceFrom: "account" };
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly moments: number;
  readonly interval: number;
  readonly pairs: readonly Omit<PairSpan, "pair">[];
}

/** Every replay goes through each candle before the next one is read. */
async function walk(
  running: readonly Running[],
  sources: readonly PriceSource[],
  tick: Tick,
  onSlice: (time: number) => void,
): Promise<Span> {
  const pairs = sources.map(() => ({ count: 0, first: Number.NaN, last: Number.NaN }));
  let from = Number.NaN;
  const lockstep = new Lockstep(
    sources.map(({ candles }) => candles),
    { from: 0, to: Number.POSITIVE_INFINITY },
    tick,
    (now, index) => {
      if (index === 0) from = now.time;
      for (const [at, pair] of pairs.entries()) {
        if (now.pairs[at]?.has !== true) continue;
        if (pair.count === 0) pair.first = now.time;
        pair.last = timeOf(now, now.count - 1);
        pair.count += now.count;
      }
      for (const { fleet } of running) fleet.live(now, index);
    },
  );
  await inSlices(lockstep, () => onSlice(tick.time));
  const { moments } = lockstep;
  if (moments === 0) throw new AppError("the files have no candles");
  return { from, to: tick.time + tick.interval, moments, interval: tick.interval, pairs };
}

interface Result extends Omit<Running, "fleet"> {
  readonly facts: ReplayFacts;
}

function comparedBots(bots: readonly SidedBot[], results: readonly Result[]): ReplayedBot[] {
  const factsOn = new Map(REPLAY_SIDES.map((side) => [side, factsByAddress(results, side)] as const));
  return bots.flatMap((bot): ReplayedBot[] => {
    if (!bot.isChanged) return [];
    const { address, state, asIfOn } = bot;
    const [before, behind] = REPLAY_SIDES.map((side) => factsOn.get(side)?.get(address));
    const pairTitle = (bot.after ?? bot.now)?.pairTitle ?? "";
    const now = before === undefined ? null : botFigures(before.facts);
    const after = behind === undefined ? null : botFigures(behind.facts);
    return [
      {
        ...{ address, pairTitle, quote: quoteOf(pairTitle), state, asIfOn, now, after, change: changeOf(now, after) },
        deals: before === undefined || behind === undefined ? null : dealChanges(before.deals, behind.deals),
      },
    ];
  });
}

interface BotResult {
  readonly facts: BotFacts;
  readonly deals: SideDeals;
}

function factsByAddress(results: readonly Result[], side: "now" | "after"): ReadonlyMap<string, BotResult> {
  return new Map(
    results
      .filter((one) => one.side === side)
      .flatMap(({ facts }) => {
        const ended = groupBy(facts.trades, ({ bot }) => bot);
        return facts.bots.map((bot) => {
          const deals = { ended: ended.get(bot.address) ?? [], running: bot.running?.opened ?? null };
          return [bot.address, { facts: bot, deals }] as const;
        });
      }),
  );
}

function walletOf(results: readonly Result[], quote: string, side: "now" | "after"): ReplayFacts | undefined {
  return results.find((one) => one.side === side && one.quote === quote && one.alone === undefined)?.facts;
}

function figuresOrNull(facts: ReplayFacts): ReplayedWallet["now"] {
  return facts.bots.length === 0 ? null : walletFigures(facts);
}

/** Bots that the plan leaves alone, and whose figures differ all the same. */
function affected(bots: readonly SidedBot[], now: ReplayFacts, after: ReplayFacts): string[] {
  const before = new Map(now.bots.map((bot) => [bot.address, JSON.stringify(botFigures(bot))]));
  const unchanged = new Set(bots.flatMap(({ address, isChanged }) => (isChanged ? [] : [address])));
  return after.bots.flatMap((bot) =>
    unchanged.has(bot.address) && before.get(bot.address) !== JSON.stringify(botFigures(bot)) ? [bot.address] : [],
  );
}
