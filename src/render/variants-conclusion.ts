// What experiments let somebody conclude: which variant to keep, or that it can't be told yet.
import { groupBy } from "../model/order.js";
import type { ExperimentResults, VariantComparison, VariantRow } from "../model/results.js";
import { doubtOf, holdsZero, lostText, plus, unclearText } from "./results-conclusion.js";

export interface VariantKeep {
  readonly experiment: string;
  readonly asset: string;
  /** Whether the deals tell the variants apart. */
  readonly isClear: boolean;
  /** A sentence or more. */
  readonly text: string;
  /** What a reader has to know beside it, each a sentence. */
  readonly caveats: readonly string[];
}

/** One for each experiment in each asset that its bots trade for; those that tell something first. */
export function variantKeepsOf(experiments: readonly ExperimentResults[]): readonly VariantKeep[] {
  return experiments
    .flatMap(({ experiment, rows, comparisons }) =>
      [...groupBy(rows, ({ figures }) => figures.asset)].map(([asset, own]): VariantKeep => {
        const compared = comparisons.filter((one) => one.asset === asset);
        const clear = compared.filter(isClear);
        const noted = compared.filter((one) => isClear(one) || isOpen(one));
        return {
          ...{ experiment, asset, isClear: clear.length > 0, text: keepText(compared, own) },
          caveats: [...new Set([...noted.flatMap(({ caveats }) => caveats), ...lostTexts(clear, own)])],
        };
      }),
    )
    .toSorted((left, right) => Number(right.isClear) - Number(left.isClear));
}

/** In one sentence for all of them. */
export function variantsLead(keeps: readonly VariantKeep[]): string {
  const [first] = keeps;
  if (first === undefined) return "None of these bots takes part in an experiment: there is nothing to tell.";
  if (keeps.length === 1) return first.text;
  const clear = keeps.filter((one) => one.isClear).length;
  const open = keeps.length - clear;
  if (open === 0) return `Each of ${keeps.length} comparisons tells the variants apart.`;
  if (clear === 0) return `None of ${keeps.length} comparisons tells the variants apart yet.`;
  return `${clear} of ${keeps.length} comparisons ${clear === 1 ? "tells" : "tell"} the variants apart.`;
}

/** Of what did better: deals that lost, and of which the service doesn't show how they ended (S-50). */
function lostTexts(clear: readonly VariantComparison[], rows: readonly VariantRow[]): readonly string[] {
  const better = clear.filter(({ verdict }) => verdict === "better");
  const winners = new Set(
    better.length > 0 ? better.map(({ variant }) => variant) : clear.map(({ control }) => control),
  );
  const texts = rows.flatMap(({ variant, figures }) => (winners.has(variant) ? lostText(variant, figures).trim() : []));
  return texts.filter((text) => text !== "");
}

function isClear({ verdict }: VariantComparison): boolean {
  return verdict === "better" || verdict === "worse";
}

/** Ended deals would tell them apart, but deals that still run may undo it: what those are is said beside it. */
function isOpen({ verdict, interval }: VariantComparison): boolean {
  return verdict === "unclear" && interval !== null && !holdsZero(interval);
}

function keepText(compared: readonly VariantComparison[], rows: readonly VariantRow[]): string {
  const better = compared.filter(({ verdict }) => verdict === "better");
  const others = compared.filter(({ verdict }) => verdict !== "better").map(otherText);
  const [first] = compared;
  if (first === undefined)
    return `Nothing to compare: only ${rows.map(({ variant }) => variant).join(", ")} has bots that trade for it.`;
  const [best] = better;
  if (best !== undefined && better.length > 1) {
    const each = better.map((one) => `${one.variant} ${madeText(one)}`).join("; ");
    return [
      `Better than ${best.control}: ${each}. They aren't compared with each other.`,
      ...doubts(better, rows),
      ...others,
    ].join(" ");
  }
  if (best !== undefined)
    return [kept(best.variant, `it made ${madeText(best)}, against ${best.control}`, rows), ...others].join(" ");
  if (compared.every(({ verdict }) => verdict === "worse")) {
    const each = compared.map((one) => `${one.variant} made ${madeText(one)}`).join("; ");
    return kept(first.control, `against it ${each}`, rows);
  }
  return others.join(" ");
}

/** What was liquidated or lost money isn't recommended, however much less the other one made. */
function kept(variant: string, why: string, rows: readonly VariantRow[]): string {
  const doubt = doubtAbout(variant, rows);
  return doubt === ""
    ? `Keep ${variant}: ${why}.`
    : `${variant} did better (${why}), but ${doubt}: that alone is no reason to keep it.`;
}

function doubts(compared: readonly VariantComparison[], rows: readonly VariantRow[]): readonly string[] {
  return compared.flatMap(({ variant }) => {
    const doubt = doubtAbout(variant, rows);
    return doubt === "" ? [] : [`But of ${variant}, ${doubt}.`];
  });
}

function doubtAbout(variant: string, rows: readonly VariantRow[]): string {
  const figures = rows.find((one) => one.variant === variant)?.figures;
  return figures === undefined ? "" : doubtOf(figures);
}

function otherText(one: VariantComparison): string {
  const { variant, control, verdict, interval, why } = one;
  if (verdict === "worse") return `Not ${variant}: it made ${madeText(one)}, against ${control}.`;
  if (interval === null) return `Can't tell ${variant} from ${control}: ${why}.`;
  return `Can't tell ${variant} from ${control}: it made ${madeText(one)}${unclearText(interval, why)}.`;
}

function madeText({ interval, asset, measure }: VariantComparison): string {
  if (interval === null) return "unknown";
  const each = measure === "day" ? "a day and bot" : "a deal";
  return `${plus(interval.difference)} ${asset} ${each}, between ${plus(interval.low)} and ${plus(interval.high)}`;
}
