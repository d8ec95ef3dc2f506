// Runs the replay of one account in slices, so that progress can be drawn and Ctrl-C is heard.
import { setImmediate as breathe } from "node:timers/promises";
import type { RunBot } from "../market/replay/bot-run.js";
import { Fleet, type FleetTerms } from "../market/replay/fleet.js";
import { blankTick, Lockstep, type Window } from "../market/replay/lockstep.js";
import { outcomeOf } from "../market/replay/outcome.js";
import type { PriceFacts, ReplayFacts, WithinCandle } from "../model/risk/simulation.js";
import { AppError } from "./error.js";
import type { PriceSource } from "./simulate-prices.js";

export interface RunTerms extends Omit<FleetTerms, "order"> {
  readonly orders: readonly WithinCandle[];
  readonly window: Window;
}

export interface Ran {
  readonly replays: readonly ReplayFacts[];
  readonly prices: readonly PriceFacts[];
  readonly from: number;
  readonly to: number;
  readonly moments: number;
  readonly interval: number;
}

/** Some milliseconds' work. */
const SLICE = 4_000;

/** Both orders live through each candle before the next one is read. @param onSlice told the time of the last candle */
export async function runReplay(
  bots: readonly (RunBot & { readonly pair: string })[],
  sources: readonly PriceSource[],
  terms: RunTerms,
  onSlice: (time: number) => void,
): Promise<Ran> {
  const tick = blankTick(sources.length);
  const blank = tick.pairs[0];
  if (blank === undefined) throw new AppError("there is no bot to run");
  const places = bots.map(({ pair }) => tick.pairs[sources.findIndex((source) => source.pair === pair)] ?? blank);
  const fleets = terms.orders.map((order) => new Fleet(bots, places, { ...terms, order }));
  const used = sources.map(() => 0);
  let first = Number.NaN;
  const lockstep = new Lockstep(
    sources.map(({ candles }) => candles),
    terms.window,
    tick,
    (now, index) => {
      if (index === 0) first = now.time;
      for (const [at, pair] of now.pairs.entries()) if (pair.has) used[at] = (used[at] ?? 0) + 1;
      for (const fleet of fleets) fleet.step(now, index);
    },
  );
  try {
    while (lockstep.run(SLICE)) {
      onSlice(tick.time);
      await breathe();
    }
  } finally {
    lockstep.close();
  }
  if (lockstep.moments === 0) throw new AppError("no candle lies between --from and --to");
  const to = tick.time + tick.interval;
  return {
    replays: fleets.map((fleet) => outcomeOf(fleet, terms.rules, terms.balance, to)),
    prices: sources.map(({ facts }, index) => facts(used[index] ?? 0)),
    from: first,
    to,
    moments: lockstep.moments,
    interval: tick.interval,
  };
}
