// The moments of a scenario at which its market is looked at: wherever a price turns, each signal, and the end.
import type { MarketPrice } from "../../model/scenario/scenario.js";
import type { Candles } from "./candles.js";
import type { Cast } from "./cast.js";

export interface Moment {
  /** Milliseconds from the beginning. */
  readonly at: number;
  /** The place of the signal that comes then, in the scenario's list. */
  readonly signal?: number;
}

/**
 * In order of time. Between two of them each price goes straight and each position stands, but for what the market does of
 * itself, where it is looked at anyway: so no extreme of margin or equity is missed.
 */
export function moments({
  read,
  prices,
  candles,
  lasts,
}: Pick<Cast, "read" | "prices" | "candles" | "lasts">): readonly Moment[] {
  const turns = Object.values(prices).flatMap((price) => turnsOf(price, candles));
  const times = new Set([...turns.filter((at) => at <= lasts), lasts]);
  const looks = [...times].map((at): Moment => ({ at }));
  const signals = read.scenario.signals.flatMap(({ at, every }, signal) =>
    (at === undefined ? timesOf(every ?? lasts, lasts) : [at])
      .filter((time) => time < lasts)
      .map((time): Moment => ({ at: time, signal })),
  );
  return [...looks, ...signals].sort((left, right) => left.at - right.at || (left.signal ?? -1) - (right.signal ?? -1));
}

function turnsOf(price: MarketPrice, candles: ReadonlyMap<string, Candles>): readonly number[] {
  switch (price.kind) {
    case "path":
      return price.points.map(([at]) => at);
    case "file":
      return turnsIn(candles.get(price.file));
  }
}

/** Open, the two extremes and close of each candle, when the market's course has them. */
function turnsIn(candles: Candles | undefined): readonly number[] {
  if (candles === undefined) return [];
  const { block, interval, from } = candles;
  const parts = [0, Math.floor(interval / 3), Math.floor((interval * 2) / 3), Math.max(1, interval - 1)];
  return Array.from({ length: block.count }, (_, index) => (block.time[index] ?? from) - from).flatMap((opens) =>
    parts.map((part) => opens + part),
  );
}

function timesOf(every: number, until: number): readonly number[] {
  return Array.from({ length: Math.floor(until / every) }, (_, index) => (index + 1) * every);
}
