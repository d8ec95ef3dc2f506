// A price that swings evenly around its base: always the same for the same moment, and it always returns.
import Big from "big.js";
import type { Course, Side } from "../../market/prices/course.js";

export interface Wave {
  /** In the quote asset. */
  readonly base: string;
  /** Largest distance from the base, in percent; more than 0. */
  readonly swingPercent: number;
  /** Seconds from one peak to the next. */
  readonly periodSeconds: number;
}

const DIGITS = 12;

/** A triangle through the base at every full period since the epoch. */
export function waveCourse(wave: Wave): Course {
  const base = new Big(wave.base);
  const at = (time: number): Big => {
    const factor = 1 + (wave.swingPercent / 100) * height(phaseAt(wave, time));
    return new Big(base.times(factor).toPrecision(DIGITS));
  };
  const reaches = (time: number, level: Big, side: Side): number | undefined => {
    const now = at(time);
    if (side === "above" ? now.gte(level) : now.lte(level)) return time;
    const wanted = (level.div(base).toNumber() - 1) / (wave.swingPercent / 100);
    if (Math.abs(wanted) > 1) return undefined;
    const rising = wanted >= 0 ? wanted / 4 : 1 + wanted / 4;
    const crossing = side === "above" ? rising : 0.5 - wanted / 4;
    const ahead = (crossing - phaseAt(wave, time) + 2) % 1;
    const wait = Math.ceil(ahead * wave.periodSeconds * 1000);
    // A crossing in this very moment was denied above, so rounding is at work: the next one is a period away.
    return time + (wait < 1 ? wave.periodSeconds * 1000 : wait);
  };
  return { at, reaches };
}

/** Where in its period a wave is, from 0 to 1. */
function phaseAt(wave: Wave, time: number): number {
  const period = wave.periodSeconds * 1000;
  return (((time % period) + period) % period) / period;
}

/** The wave at a phase: 0 at the start, 1 at a quarter, -1 at three quarters. */
function height(phase: number): number {
  if (phase < 0.25) return phase * 4;
  return phase < 0.75 ? 2 - phase * 4 : phase * 4 - 4;
}
