// Experiments as text: the figures of each variant side by side, how sure the difference is, and which deals don't count.
import type { ExperimentResults, ResultsFacts, VariantComparison, VariantCurve } from "../../model/results.js";
import { counted } from "../../model/text/counted.js";
import { beganText, earlyText } from "../experiment-began.js";
import { VERDICTS } from "../results-conclusion.js";
import { safetyNote } from "../safety-note.js";
import { clean } from "../sanitize.js";
import type { Paint } from "./paint.js";
import { accountNotes, FIGURES, type FigureHeads, figureCells, percent, plus, rounded } from "./results-parts.js";
import { type Cell, columns, signed, table } from "./table.js";
import { variantLines } from "./variant-lines.js";
import { wrappedOnTerminal } from "./wrap.js";

/** A block for each, ending in a line feed. */
export function experimentsText(
  experiments: readonly ExperimentResults[],
  curves: readonly VariantCurve[],
  colour: Paint,
): string {
  const curvesOf = (name: string) => curves.filter(({ experiment }) => experiment === name);
  return experiments.map((one) => experimentText(one, curvesOf(one.experiment), colour)).join("\n");
}

function experimentText(one: ExperimentResults, curves: readonly VariantCurve[], colour: Paint): string {
  const { experiment, rows, comparisons, others } = one;
  const cells = rows.map(({ variant, bots, perBotDay, figures }): Cell[] => [
    variant,
    String(bots.length),
    signed(rounded(perBotDay), colour),
    ...figureCells(figures, colour),
  ]);
  const lines = [
    ...variantLines(curves, colour),
    ...comparisons.flatMap((compared) => comparisonLines(compared, colour)),
    ...earlyText(one).map((line) => `  ${clean(line)}`),
    ...others.map(
      ({ address, variant, deals }) =>
        `  ${clean(address)}: ${counted(deals, "deal")} with settings that ${clean(variant)} doesn't ask for (opened before, or edited by hand), not counted.`,
    ),
  ];
  const head = `${colour.bold(clean(experiment))}: ${beganText(one)}`;
  const body = table(columns(`VARIANT | BOTS> | A DAY AND BOT> | ${FIGURES}`), cells, colour);
  return `${head}\n${body}${lines.map((line) => `${wrappedOnTerminal(line, colour)}\n`).join("")}`;
}

function comparisonLines(one: VariantComparison, colour: Paint): readonly string[] {
  const { control, variant, verdict, interval, asset, measure, why, days, caveats } = one;
  const each = measure === "day" ? "a day and bot" : "a deal";
  const by =
    interval === null
      ? ""
      : ` ${plus(interval.difference)} ${clean(asset)} ${each} (${plus(interval.low)} to ${plus(interval.high)})`;
  const on = interval === null || days === null || measure !== "day" ? "" : `, on ${counted(days, "day")}`;
  const paint = verdict === "better" ? colour.good : verdict === "worse" ? colour.bad : (text: string) => text;
  return [
    `  ${clean(variant)} against ${clean(control)}:`,
    `    ${paint(`${VERDICTS[verdict]}:`)}${by}${by === "" ? " " : ", "}${clean(why)}${on}.`,
    ...caveats.map((caveat) => `    ${colour.change(clean(caveat))}`),
  ];
}

/** What stands below all of them. */
export function experimentNotes(
  { accounts, experiments = [], commits, confidence }: ResultsFacts,
  heads: FigureHeads,
): readonly string[] {
  const tested = experiments.flatMap(({ comparisons }) => comparisons.filter(({ interval }) => interval !== null));
  const areDays = tested.some(({ measure }) => measure === "day");
  return [
    ...(confidence === null ? [] : [confidenceNote(confidence, tested.length)]),
    ...(areDays
      ? ["Days count on which both had bots, each bot as much as any other; so the market was the same."]
      : []),
    ...accounts.flatMap(accountNotes),
    ...(commits.kind === "none"
      ? [clean(`Commits don't say when the experiments began: ${commits.why}.`)]
      : commits.isCut || commits.isShallow
        ? ["Not all commits were read: an experiment may have begun earlier than it says."]
        : []),
    ...safetyNote(
      experiments.flatMap(({ rows }) => rows.map(({ variant, figures }) => ({ name: variant, figures }))),
      heads.safety,
    ).map(clean),
    heads.legend,
  ];
}

function confidenceNote(confidence: number, tested: number): string {
  return tested === 1
    ? "The interval holds in 95 of 100 cases."
    : `${tested} comparisons: one of so many looks good by chance, so each interval is widened to ${percent(confidence)} %, and all together hold in 95 of 100 cases.`;
}
