// Compares the variants of experiments: on the same days, so that the market of their time is the same for both.
import type Big from "big.js";
import type { FieldName } from "../model/bot/field.js";
import type { Measure, Verdict } from "../model/results.js";
import { counted } from "../model/text/counted.js";
import { differenceOfMeans, type Interval } from "./bootstrap.js";
import { isSizeField, LEAST_DAYS, LEAST_DEALS, MOST_COMPARED, openShift, TOGETHER } from "./compare.js";
import type { EndedDeal } from "./ended-deal.js";
import type { CountedBot } from "./experiments.js";
import { openResult, runningNote, standingWithOpen } from "./open.js";
import { type BotDay, botDays, dealsOf, isStuckFromStart, meanOf, spanOf } from "./variant-days.js";

/** The bots of one variant, with their deals in one asset. */
export interface VariantDeals {
  readonly variant: string;
  readonly asset: string;
  readonly bots: readonly CountedBot[];
  /** What it lays over them; empty of a control. */
  readonly settings: readonly string[];
}

export interface VariantPair {
  readonly experiment: string;
  readonly control: VariantDeals;
  readonly treated: VariantDeals;
}

interface ComparedVariants extends VariantPair {
  readonly verdict: Verdict;
  readonly days: number | null;
  readonly interval: Interval | null;
  readonly why: string;
  readonly caveats: readonly string[];
}

/**
 * All of them at once: as in `compareAll`, all intervals together hold at 95 % (Bonferroni). By days, a value is the mean net of
 * the bots of the treated variant less that of the control's, of each UTC day on which both had bots: what the market did on that day
 * is taken out. By deals, each side is drawn from its own deals. `confidence` is the share that each interval covers.
 */
export function compareVariants(
  pairs: readonly VariantPair[],
  { measure, seed, asOf }: { readonly measure: Measure; readonly seed: string; readonly asOf: number },
): { readonly compared: readonly ComparedVariants[]; readonly confidence: number | null } {
  const read = pairs.map((pair) => ({ pair, samples: samplesOf(pair, measure, asOf) }));
  const tested = read.filter(({ samples }) => "treated" in samples).length;
  const confidence = tested === 0 ? null : 1 - (1 - TOGETHER) / tested;
  const compared = read.map(({ pair, samples }): ComparedVariants => {
    const { days } = samples;
    if (!("treated" in samples) || confidence === null)
      return {
        ...pair,
        days,
        interval: null,
        caveats: runningNotes(pair),
        ...("verdict" in samples ? samples : UNKNOWN),
      };
    const { experiment, control, treated } = pair;
    const own = [seed, experiment, control.variant, treated.variant, treated.asset].join(" ");
    const interval = differenceOfMeans(samples.control, samples.treated, { confidence, seed: own });
    const shift = shiftOf(pair, samples, measure);
    const found = standingWithOpen(verdictOf(interval, measure, control.variant), interval, shift);
    return { ...pair, days, interval, caveats: caveatsOf(pair, found.verdict, measure), ...found };
  });
  return { compared, confidence };
}

/** Days are one sample of differences, so the control's side is nothing but 0. */
interface Samples {
  readonly days: number | null;
  readonly control: readonly number[];
  readonly treated: readonly number[];
}

interface NoSamples {
  readonly days: number | null;
  readonly verdict: Verdict;
  readonly why: string;
}

const UNKNOWN = { verdict: "unknown", why: "the service doesn't show what all of their deals came to" } as const;

function samplesOf({ control, treated }: VariantPair, measure: Measure, asOf: number): Samples | NoSamples {
  const [left, right] = [dealsOf(control.bots), dealsOf(treated.bots)];
  const span = spanOf([...control.bots, ...treated.bots], asOf);
  const [before, after] = [botDays(control.bots, span), botDays(treated.bots, span)];
  const shared = before === null || after === null ? null : sharedDays(before, after);
  const days = shared?.length ?? null;
  if (Math.min(left.length, right.length) < LEAST_DEALS) {
    const found = `${left.length} of ${control.variant} and ${right.length} of ${treated.variant}`;
    return { days, verdict: "too-few", why: `too few deals to tell: ${found}, and it takes ${LEAST_DEALS} each` };
  }
  if (measure === "deal") {
    const [nets, others] = [netsOf(left), netsOf(right)];
    return nets === null || others === null ? { days, ...UNKNOWN } : believed({ days, control: nets, treated: others });
  }
  if (shared === null) return { days, ...UNKNOWN };
  if (shared.length < LEAST_DAYS) {
    const found = `both had bots on ${counted(shared.length, "day")}`;
    return { days, verdict: "too-few", why: `too few days to tell: ${found}, and it takes ${LEAST_DAYS}` };
  }
  return believed({ days, control: [0], treated: shared.map((value) => value.toNumber()) });
}

function believed(samples: Samples): Samples | NoSamples {
  const isBelieved = [...samples.control, ...samples.treated].every((value) => Math.abs(value) < MOST_COMPARED);
  return isBelieved ? samples : { days: samples.days, ...UNKNOWN };
}

function netsOf(deals: readonly EndedDeal[]): readonly number[] | null {
  const nets = deals.flatMap(({ net }) => (net === null ? [] : [net.toNumber()]));
  return nets.length === deals.length ? nets : null;
}

function sharedDays(control: ReadonlyMap<number, BotDay>, treated: ReadonlyMap<number, BotDay>): readonly Big[] {
  return [...treated]
    .toSorted(([left], [right]) => left - right)
    .flatMap(([day, own]) => {
      const other = control.get(day);
      return other === undefined ? [] : [meanOf(own).minus(meanOf(other))];
    });
}

function verdictOf({ low, high }: Interval, measure: Measure, control: string) {
  const each = measure === "day" ? "net a day and bot" : "net a deal";
  if (low > 0) return { verdict: "better", why: `more ${each} than ${control}` } as const;
  if (high < 0) return { verdict: "worse", why: `less ${each} than ${control}` } as const;
  return { verdict: "unclear", why: `the difference of ${each} may be chance: its interval holds 0` } as const;
}

function caveatsOf({ control, treated }: VariantPair, verdict: Verdict, measure: Measure): readonly string[] {
  const sizes = [...new Set([...control.settings, ...treated.settings])].filter((name) =>
    isSizeField(name as FieldName),
  );
  const changed = [control, treated].filter((one) => versionsIn(one) > 1);
  const kept = keptOf({ control, treated }, verdict);
  const isUnhurt = kept !== undefined && dealsOf(kept.bots).every(({ net }) => net?.gte(0) === true);
  return [
    ...(pairsIn(control) === pairsIn(treated)
      ? []
      : ["They trade different pairs: what makes the pairs differ is part of the difference."]),
    ...(sizes.length === 0
      ? []
      : [`How much money a deal takes differs, too (${sizes.join(", ")}): see net on margin.`]),
    ...changed.map(({ variant }) => `The settings of ${variant} changed meanwhile, and all of them count as one.`),
    ...(isUnhurt ? [`None of ${kept.variant}'s deals lost: how much it can lose hasn't been seen yet.`] : []),
    ...(measure === "day" ? [control, treated].flatMap(stuckNotes) : []),
    ...runningNotes({ control, treated }),
  ];
}

/** What did better of the two. */
function keptOf({ control, treated }: Pick<VariantPair, "control" | "treated">, verdict: Verdict) {
  if (verdict === "better") return treated;
  return verdict === "worse" ? control : undefined;
}

/** Of bots whose first deal runs still: since when isn't shown, and they may have begun later than the others. */
function stuckNotes({ variant, bots }: VariantDeals): readonly string[] {
  const stuck = bots.filter(isStuckFromStart).length;
  if (stuck === 0) return [];
  const found = `${counted(stuck, "bot")} of ${variant} ${stuck === 1 ? "has" : "have"} a deal that runs and none that ended`;
  return [`${found}: counted as at work from the first day on, with nothing earned.`];
}

function runningNotes({ control, treated }: Pick<VariantPair, "control" | "treated">): readonly string[] {
  return runningNote([...runningOf(control), ...runningOf(treated)], treated.asset);
}

function runningOf({ bots }: VariantDeals) {
  return bots.flatMap(({ running }) => running);
}

/** By how much the difference would change, if all that runs ended as it stands. */
function shiftOf({ control, treated }: VariantPair, samples: Samples, measure: Measure): number | null {
  const [left, right] = [control, treated].map((one) => {
    const running = runningOf(one);
    const open = openResult(running)?.toNumber() ?? null;
    if (measure === "deal") return openShift(one === control ? samples.control : samples.treated, open, running.length);
    return open === null ? null : open / Math.max(1, one.bots.filter(hasDeals).length) / samples.treated.length;
  });
  return left == null || right == null ? null : right - left;
}

/** One without any changes no mean, so it takes no share of what is open either. */
function hasDeals({ stretches, running }: CountedBot): boolean {
  return stretches.length > 0 || running.length > 0;
}

function pairsIn({ bots }: VariantDeals): string {
  return JSON.stringify(
    [...new Set(bots.flatMap(({ pair, stretches }) => (stretches.length === 0 ? [] : [pair])))].sort(),
  );
}

/** The most that one of its bots has had: bots may differ from each other in what they are. */
function versionsIn({ bots }: VariantDeals): number {
  return bots.reduce(
    (most, { stretches }) => Math.max(most, new Set(stretches.flat().map(({ fingerprint }) => fingerprint)).size),
    0,
  );
}
