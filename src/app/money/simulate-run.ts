// Goes through the prices once, with every reading of the candles and every try beside the settings as they are.
import type { RunBot } from "../../market/replay/bot-run.js";
import { Fleet, type ReplayOptions } from "../../market/replay/fleet.js";
import { blankTick, Lockstep, type Window } from "../../market/replay/lockstep.js";
import { outcomeOf } from "../../market/replay/outcome.js";
import { PriceRecorder, ReplayRecorder } from "../../market/replay/recorder.js";
import type { HoldFacts } from "../../model/risk/back-test.js";
import type { PriceCurve } from "../../model/risk/picture.js";
import type { PriceFacts, ReplayFacts, TryFacts, WithinCandle } from "../../model/risk/simulation.js";
import { AppError } from "../error.js";
import { inSlices } from "./in-slices.js";
import type { PriceSource } from "./simulate-prices.js";
import type { Variant } from "./simulate-tries.js";

interface RunOptions extends Omit<ReplayOptions, "order"> {
  readonly orders: readonly WithinCandle[];
  readonly window: Window;
  readonly variants: readonly Variant[];
  readonly isDrawn: boolean;
}

interface Ran {
  readonly replays: readonly ReplayFacts[];
  readonly prices: readonly PriceFacts[];
  readonly hold: readonly HoldFacts[];
  readonly tries: readonly TryFacts[];
  readonly from: number;
  readonly to: number;
  readonly moments: number;
  readonly interval: number;
  readonly curves?: readonly PriceCurve[];
}

/** All readings go through each stretch of candles before the next one is read. @param onSlice called with the time of the last candle */
export async function runReplay(
  bots: readonly (RunBot & { readonly pair: string })[],
  sources: readonly PriceSource[],
  options: RunOptions,
  onSlice: (time: number) => void,
): Promise<Ran> {
  const tick = blankTick(sources.length);
  const blank = tick.pairs[0];
  if (blank === undefined) throw new AppError("there is no bot to simulate");
  const places = bots.map(({ pair }) => tick.pairs[sources.findIndex((source) => source.pair === pair)] ?? blank);
  const fleets = options.orders.map((order) => {
    const recorder = options.isDrawn ? new ReplayRecorder(options.balance) : undefined;
    return { fleet: new Fleet(bots, places, { ...options, order, ...recorder?.hooks }), recorder };
  });
  const tries = options.variants.flatMap((variant) => {
    const varied = bots.map((bot) => ({ ...bot, fields: { ...bot.fields, ...Object.fromEntries(variant) } }));
    return options.orders.map((order) => {
      const recorder = options.isDrawn ? new ReplayRecorder(options.balance) : undefined;
      const fleet = new Fleet(varied, places, {
        ...options,
        order,
        keepsTrades: false,
        ...(recorder && { falls: recorder.hooks.falls }),
      });
      return { variant, fleet, recorder };
    });
  });
  const used = sources.map(() => 0);
  const [firsts, lasts] = [sources.map(() => Number.NaN), sources.map(() => Number.NaN)];
  let first = Number.NaN;
  const prices = options.isDrawn ? new PriceRecorder(sources.map(({ pair }) => pair)) : undefined;
  const lockstep = new Lockstep(
    sources.map(({ candles }) => candles),
    options.window,
    tick,
    (now, index) => {
      if (index === 0) first = now.time;
      for (const [at, pair] of now.pairs.entries()) {
        if (!pair.has) continue;
        if (used[at] === 0) firsts[at] = pair.open;
        lasts[at] = pair.candles.close[pair.from + now.count - 1] ?? Number.NaN;
        used[at] = (used[at] ?? 0) + now.count;
      }
      for (const { fleet } of [...fleets, ...tries]) fleet.live(now, index);
      prices?.through(now);
    },
  );
  await inSlices(lockstep, () => onSlice(tick.time));
  if (lockstep.moments === 0) throw new AppError("there are no candles between --from and --to");
  const to = tick.time + tick.interval;
  return {
    replays: fleets.map(({ fleet, recorder }) => ({
      ...outcomeOf(fleet, options.rules, options.balance, to),
      ...(recorder && { picture: recorder.picture() }),
    })),
    prices: sources.map(({ facts }, index) => facts(used[index] ?? 0)),
    hold: sources.flatMap(({ pair }, index) => {
      const [bought, last] = [firsts[index] ?? Number.NaN, lasts[index] ?? Number.NaN];
      return Number.isNaN(bought) ? [] : [{ pair, first: bought, last, change: last / bought - 1 }];
    }),
    tries: tries.map(({ variant, fleet, recorder }) => {
      const figures = tryOf(variant, outcomeOf(fleet, options.rules, options.balance, to));
      return { ...figures, ...(recorder && { equity: recorder.equity() }) };
    }),
    from: first,
    to,
    moments: lockstep.moments,
    interval: tick.interval,
    ...(prices && { curves: prices.prices() }),
  };
}

function tryOf(values: Variant, { order, totals, metrics, bots }: ReplayFacts): TryFacts {
  const { profitFactor } = metrics.deals;
  const refusals = bots.reduce((sum, bot) => sum + bot.refusals, 0);
  const tooSmall = bots.filter(({ ended }) => ended === "too-small").length;
  return { values, order, totals, profitFactor, sharpe: metrics.ratios.sharpe, refusals, tooSmall };
}
