// What bots have earned as text: the figures in tables, what each change of settings made, and what nobody can tell.
import { groupBy } from "../../model/order.js";
import type {
  CommitsRead,
  Comparison,
  NamedCommit,
  NetCurve,
  ResultBot,
  ResultRow,
  ResultsFacts,
  Version,
} from "../../model/results.js";
import { shortRevision } from "../../model/revision.js";
import { counted } from "../../model/text/counted.js";
import { minute } from "../../model/text/minute.js";
import { VERDICTS } from "../results-conclusion.js";
import { safetyNote } from "../safety-note.js";
import { clean } from "../sanitize.js";
import { netLines } from "./equity-lines.js";
import { experimentNotes, experimentsText } from "./experiments-text.js";
import type { Paint } from "./paint.js";
import {
  accountNotes,
  datingNotes,
  FIGURES,
  type FigureHeads,
  figureCells,
  LEGEND,
  percent,
  plus,
} from "./results-parts.js";
import { type Cell, columns, table } from "./table.js";
import { quoted, showValue } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** Ends in a line feed. */
export function resultsText(facts: ResultsFacts, colour: Paint): string {
  const { rows, by } = facts;
  const body = rows.length === 0 && by !== "variant" ? "No ended deals found.\n" : bodyOf(facts, colour);
  const notes = resultNotes(facts, { legend: LEGEND, safety: "SAFETY" });
  return notes.length === 0 ? body : `${body}\n${wrappedOnTerminal(notes.join("\n"), colour)}\n`;
}

function bodyOf(
  { by, rows, comparisons, curves, experiments = [], variantCurves = [] }: ResultsFacts,
  colour: Paint,
): string {
  switch (by) {
    case "version":
      return versionBlocks(rows, comparisons, curves, colour);
    case "bot":
      return rowsTable("BOT", rows, (row) => (row.bot === null ? "" : nameOf(row.account, row.bot)), colour);
    case "account":
      return rowsTable("ACCOUNT", rows, ({ account }) => account, colour);
    case "variant":
      return experimentsText(experiments, variantCurves, colour);
  }
}

function versionBlocks(
  rows: readonly ResultRow[],
  comparisons: readonly Comparison[],
  curves: readonly NetCurve[],
  colour: Paint,
): string {
  const compared = groupBy(comparisons, ({ account, bot }) => keyOf(account, bot));
  const blocks = [...groupBy(rows, ({ account, bot }) => keyOf(account, bot))].map(([key, own]) => {
    const [{ account, bot } = { account: "", bot: null }] = own;
    const title = bot === null ? clean(account) : clean(nameOf(account, bot));
    const named = rowsTable("VERSION", own, ({ version }) => (version === null ? "" : versionName(version)), colour);
    const drawn = curves.filter((one) => keyOf(one.account, one.bot) === key);
    const lines = [
      ...own.flatMap(appliedLines),
      ...drawn.flatMap((one) => netLines(one, colour).map((line) => `  ${line}`)),
      ...(compared.get(key) ?? []).flatMap((one) => comparisonLines(one, colour)),
    ];
    return `${colour.bold(title)}\n${named}${lines.map((line) => `${wrappedOnTerminal(line, colour)}\n`).join("")}`;
  });
  return blocks.join("\n");
}

function keyOf(account: string, bot: ResultBot | null): string {
  return JSON.stringify([account, bot?.id]);
}

function rowsTable(head: string, rows: readonly ResultRow[], name: (row: ResultRow) => string, colour: Paint): string {
  const cells = rows.map((row): Cell[] => [name(row), ...figureCells(row.figures, colour)]);
  return table(columns(`${head} | ${FIGURES}`), cells, colour);
}

function versionName({ fingerprint, commit }: Pick<Version, "fingerprint" | "commit">): string {
  return commit === null ? fingerprint : `${fingerprint} ${commitName(commit)}`;
}

function commitName({ commit, at, subject }: NamedCommit): string {
  return `${shortRevision(commit).slice(0, 8)} ${new Date(at).toISOString().slice(0, 10)} ${subject}`;
}

/** Times of one version that are listed. */
const MOST_TIMES = 3;

/** When the ledger knows that a version began, and by which run. */
function appliedLines({ version, figures: { first } }: ResultRow): readonly string[] {
  if (version === null || version.applied.length === 0) return [];
  const times = version.applied
    .slice(0, MOST_TIMES)
    .map(({ at, run }) => `${minute(at)} (applied by run ${clean(run)})`);
  const more = version.applied.length - times.length;
  const since = `${times.join(", again since ")}${more === 0 ? "" : `, and again ${counted(more, "more time")}`}`;
  const deal = first === null ? "" : `; first ended deal here ${minute(first)}`;
  return [`  ${version.fingerprint} since ${since}${deal}`];
}

function comparisonLines(one: Comparison, colour: Paint): readonly string[] {
  const { before, after, changes, verdict, interval, asset, measure, why, caveats } = one;
  const changed = changes.map(({ field, before: from, after: to }) => `${field} ${showValue(from)} → ${showValue(to)}`);
  const by =
    interval === null
      ? ""
      : ` ${plus(interval.difference)} ${clean(asset)} a ${measure} (${plus(interval.low)} to ${plus(interval.high)})`;
  const paint = verdict === "better" ? colour.good : verdict === "worse" ? colour.bad : (text: string) => text;
  return [
    `  ${shortName(before)} → ${shortName(after)}: ${changed.join(", ") || "no setting differs"}`,
    `    ${paint(`${VERDICTS[verdict]}:`)}${by}${by === "" ? " " : ", "}${clean(why)}.`,
    ...caveats.map((caveat) => `    ${colour.change(clean(caveat))}`),
  ];
}

function shortName({ fingerprint, commit }: Pick<Version, "fingerprint" | "commit">): string {
  return commit === null ? fingerprint : `${fingerprint} (${shortRevision(commit.commit).slice(0, 8)})`;
}

/** By its address, else by its id and title. */
function nameOf(account: string, { id, address, title }: ResultBot): string {
  return address ?? `${account}/#${id} ${quoted(title)}`;
}

/** A sentence or two each. */
export function resultNotes(facts: ResultsFacts, heads: FigureHeads): readonly string[] {
  const { accounts, rows, commits, by, comparisons, confidence } = facts;
  if (by === "variant") return experimentNotes(facts, heads);
  return [
    ...(confidence === null ? [] : [confidenceNote(confidence, comparisons)]),
    ...accounts.flatMap(accountNotes),
    ...(by === "version" ? commitNotes(commits) : []),
    ...safetyNote(
      rows.map(({ account, bot, version, figures }) => ({
        name: version?.fingerprint ?? (bot === null ? account : nameOf(account, bot)),
        figures,
      })),
      heads.safety,
    ).map(clean),
    ...(rows.length === 0 ? [] : [...accounts.flatMap(datingNotes), heads.legend]),
  ];
}

function confidenceNote(confidence: number, comparisons: readonly Comparison[]): string {
  const tested = comparisons.filter(({ interval }) => interval !== null).length;
  const many =
    tested === 1
      ? "The interval holds in 95 of 100 cases"
      : `${tested} comparisons: one of so many looks good by chance, so each interval is widened to ${percent(confidence)} %, and all together hold in 95 of 100 cases`;
  return `${many}. The versions ran one after the other: the market may have made the difference, too.`;
}

function commitNotes(commits: CommitsRead): readonly string[] {
  if (commits.kind === "none") return [clean(`Versions have no commits: ${commits.why}.`)];
  const { skipped, isCut, isShallow } = commits;
  const read = counted(commits.commits, "commit");
  return [
    ...(skipped === 0 ? [] : [`Of ${read}, ${skipped} can't be used (errors, or no configuration), and name nothing.`]),
    ...(isCut
      ? [`Only the newest ${read} were read: an older one may be the first with its settings (--commits).`]
      : []),
    ...(isShallow ? ["The clone is shallow: older commits aren't in it. To get them: git fetch --unshallow"] : []),
  ];
}
