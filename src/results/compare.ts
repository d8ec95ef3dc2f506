// Compares versions of a bot's settings, and concludes something only where the deals allow it.
import type { FieldName } from "../model/bot/field.js";
import type { Measure, SettingChange, Verdict } from "../model/results.js";
import { counted } from "../model/text/counted.js";
import { differenceOfMeans, type Interval } from "./bootstrap.js";
import { dailyNets } from "./figures.js";
import { settingChanges } from "./fingerprint.js";
import { openResult, runningNote, standingWithOpen } from "./open.js";
import { atWorkUntil, type VersionDeals } from "./versions.js";

/** Below these nothing is concluded. */
export const LEAST_DEALS = 30;
export const LEAST_DAYS = 14;

/** Share of cases in which all intervals together shall hold. */
export const TOGETHER = 0.95;

export interface Pair {
  readonly before: VersionDeals;
  readonly after: VersionDeals;
}

export interface Compared extends Pair {
  readonly verdict: Verdict;
  readonly interval: Interval | null;
  readonly why: string;
  readonly caveats: readonly string[];
}

interface Comparing {
  readonly measure: Measure;
  /** Until when days count while a deal runs, in milliseconds since the epoch. */
  readonly asOf: number;
  readonly seed: string;
}

/**
 * All of them at once: who looks at many finds one that looks good by chance, so each interval is widened (Bonferroni), and all of
 * them together hold at 95 %. `confidence` is the share that each one covers, null where none could be made.
 */
export function compareAll(
  pairs: readonly Pair[],
  { measure, seed, asOf }: Comparing,
): { readonly compared: readonly Compared[]; readonly confidence: number | null } {
  const read = pairs.map((pair) => ({ pair, samples: samplesOf(pair, measure, asOf) }));
  const tested = read.filter(({ samples }) => "before" in samples).length;
  const confidence = tested === 0 ? null : 1 - (1 - TOGETHER) / tested;
  const compared = read.map(({ pair, samples }): Compared => {
    if (!("before" in samples) || confidence === null)
      return { ...pair, interval: null, caveats: runningNotes(pair), ...("verdict" in samples ? samples : UNKNOWN) };
    const own = [seed, pair.before.botId, pair.before.fingerprint, pair.after.fingerprint].join(" ");
    const interval = differenceOfMeans(samples.before, samples.after, { confidence, seed: own });
    const shift = shiftOf(pair, samples, measure);
    const found = standingWithOpen(verdictOf(interval, measure), interval, shift);
    return { ...pair, interval, caveats: caveatsOf(pair, found.verdict), ...found };
  });
  return { compared, confidence };
}

/** Each version of a bot after the one before it. */
export function successive(versions: readonly VersionDeals[]): readonly Pair[] {
  return versions.flatMap((after, index) => {
    const before = versions[index - 1];
    return before === undefined || before.botId !== after.botId || before.asset !== after.asset
      ? []
      : [{ before, after }];
  });
}

interface Samples {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

type NoSamples = Pick<Compared, "verdict" | "why">;

const UNKNOWN: NoSamples = { verdict: "unknown", why: "the service doesn't show what all of their deals came to" };

/** What no deal comes to, and doubles still add up. */
export const MOST_COMPARED = 1e100;

function samplesOf({ before, after }: Pair, measure: Measure, asOf: number): Samples | NoSamples {
  const few = tooFew(before, after);
  if (few !== undefined) return few;
  const [left, right] = [valuesOf(before, measure, asOf), valuesOf(after, measure, asOf)];
  if (left === null || right === null || ![...left, ...right].every((value) => Math.abs(value) < MOST_COMPARED))
    return UNKNOWN;
  const days = Math.min(left.length, right.length);
  if (measure === "day" && days < LEAST_DAYS)
    return {
      verdict: "too-few",
      why: `too few days to tell: one of them has ${counted(days, "day")} of ended deals, and it takes ${LEAST_DAYS}`,
    };
  return { before: left, after: right };
}

function tooFew(before: VersionDeals, after: VersionDeals): NoSamples | undefined {
  const [left, right] = [dealsOf(before).length, dealsOf(after).length];
  if (Math.min(left, right) >= LEAST_DEALS) return undefined;
  return {
    verdict: "too-few",
    why: `too few deals to tell: ${left} before and ${right} after, and it takes ${LEAST_DEALS} each`,
  };
}

function valuesOf(version: VersionDeals, measure: Measure, asOf: number): readonly number[] | null {
  const { stretches, inForce } = version;
  if (measure === "day")
    return dailyNets(stretches, inForce, atWorkUntil(version, asOf))?.map((net) => net.toNumber()) ?? null;
  const nets = dealsOf(version).flatMap(({ net }) => (net === null ? [] : [net.toNumber()]));
  return nets.length === dealsOf(version).length ? nets : null;
}

function dealsOf({ stretches }: VersionDeals) {
  return stretches.flat().filter(({ end }) => end !== "cancelled");
}

/** By how much the difference of means would change, if all that runs ended as it stands. */
function shiftOf({ before, after }: Pair, samples: Samples, measure: Measure): number | null {
  const [left, right] = [before, after].map(({ running }, index) => {
    const values = index === 0 ? samples.before : samples.after;
    return openShift(values, openResult(running)?.toNumber() ?? null, measure === "deal" ? running.length : 0);
  });
  return left == null || right == null ? null : right - left;
}

/** Of the mean of these values. @param more values that the open result would add to them */
export function openShift(values: readonly number[], open: number | null, more: number): number | null {
  if (open === null) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  return (sum + open) / (values.length + more) - sum / values.length;
}

function verdictOf({ low, high }: Interval, measure: Measure): Pick<Compared, "verdict" | "why"> {
  const each = `net a ${measure}`;
  if (low > 0) return { verdict: "better", why: `more ${each} than before` };
  if (high < 0) return { verdict: "worse", why: `less ${each} than before` };
  return { verdict: "unclear", why: `the difference of ${each} may be chance: its interval holds 0` };
}

/** Settings that change how much money a deal takes. */
const SIZES: ReadonlySet<FieldName> = new Set<FieldName>([
  ...(["volumeFirstOrder", "volumeSafetyOrder", "countOrderMax", "martingaleScale", "leverage"] as const),
]);

function caveatsOf({ before, after }: Pair, verdict: Verdict): readonly string[] {
  const sizes = settingChanges(before.sample.settings, after.sample.settings).filter(isSize);
  const kept = verdict === "better" ? after : verdict === "worse" ? before : undefined;
  const isUnhurt = kept !== undefined && dealsOf(kept).every(({ net }) => net?.gte(0) === true);
  return [
    ...(sizes.length === 0
      ? []
      : [
          `How much money a deal takes changed, too (${sizes.map(({ field }) => field).join(", ")}): see net on margin.`,
        ]),
    ...(isUnhurt
      ? [
          `None of the ${kept === after ? "later" : "earlier"} one's deals lost: how much it can lose hasn't been seen yet.`,
        ]
      : []),
    ...runningNotes({ before, after }),
  ];
}

function runningNotes({ before, after }: Pair): readonly string[] {
  return runningNote([...before.running, ...after.running], after.asset);
}

function isSize({ field }: SettingChange): boolean {
  return isSizeField(field);
}

export function isSizeField(field: FieldName): boolean {
  return SIZES.has(field);
}
