// How much of a test runs: a slice in `npm test`, more in `npm run test:all`, all there is in a long run.

export type Lane = "fast" | "all" | "long";

function isLane(text: string): text is Lane {
  return text === "fast" || text === "all" || text === "long";
}

/** BOTFORM_LANE; the fast one where nothing else is asked for. */
export const LANE: Lane = laneOf(process.env.BOTFORM_LANE ?? "fast");

function laneOf(text: string): Lane {
  if (isLane(text)) return text;
  throw new Error(`BOTFORM_LANE is ${text}; it can be fast, all or long`);
}

/** Whether `npm test` runs, and nobody has named a part of it: vitest.config.ts says so. */
export const IS_CORE = process.env.BOTFORM_CORE === "1";

export interface Amounts {
  readonly fast: number;
  readonly all: number;
  /** Ten times as many as in `all` where nothing is said. */
  readonly long?: number;
}

/** How many: the runs of a property, the schedules of a simulation, the moments of a kill. */
export function amount({ fast, all, long = 10 * all }: Amounts): number {
  return { fast, all, long }[LANE];
}

export interface Parts {
  readonly fast: number;
  /** Everything where nothing is said; a long run always takes everything. */
  readonly all?: number;
}

/** The golden ratio's fraction: its multiples spread evenly, and share no factor with the length of any list. */
const SPREAD = (Math.sqrt(5) - 1) / 2;

/** About so many of the list, always the same ones, the first among them, spread over the whole of it. */
export function slice<T>(list: readonly T[], { fast, all = list.length }: Parts): readonly T[] {
  const count = { fast, all, long: list.length }[LANE];
  return count >= list.length ? list : list.filter((_item, index) => (index * SPREAD) % 1 < count / list.length);
}
