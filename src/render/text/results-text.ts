// What bots have earned as text: the figures in tables, what each change of settings made, and what nobody can tell.
import { groupBy } from "../../model/order.js";
import type {
  AccountHistory,
  CommitsRead,
  Comparison,
  Figures,
  NamedCommit,
  NetCurve,
  ResultBot,
  ResultRow,
  ResultsFacts,
  Verdict,
  Version,
} from "../../model/results.js";
import { shortRevision } from "../../model/revision.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { netLines } from "./equity-lines.js";
import type { Paint } from "./paint.js";
import { type Cell, columns, signed, table } from "./table.js";
import { quoted, showValue } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

const FIGURES =
  "FIRST | LAST | DEALS> | WON> | NET> | | A DAY> | ON MARGIN %> | DRAWDOWN> | HOURS AT MOST> | SAFETY> | LIQUIDATED> | RUNNING>";

/** Ends in a line feed. */
export function resultsText(facts: ResultsFacts, colour: Paint): string {
  const { rows } = facts;
  const body = rows.length === 0 ? "No ended deals found.\n" : bodyOf(facts, colour);
  return `${body}\n${wrappedOnTerminal(resultNotes(facts, LEGEND).join("\n"), colour)}\n`;
}

function bodyOf({ by, rows, comparisons, curves }: ResultsFacts, colour: Paint): string {
  switch (by) {
    case "version":
      return versionBlocks(rows, comparisons, curves, colour);
    case "bot":
      return rowsTable("BOT", rows, (row) => (row.bot === null ? "" : nameOf(row.account, row.bot)), colour);
    case "account":
      return rowsTable("ACCOUNT", rows, ({ account }) => account, colour);
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

function figureCells(figures: Figures, colour: Paint): Cell[] {
  const { deals, cancelled, won, net, perDay, onMargin, drawdown, hoursAtMost, safetyOrders, running } = figures;
  const { seen, possible } = figures.liquidations;
  return [
    dayOf(figures.first),
    dayOf(figures.last),
    cancelled === 0 ? String(deals) : `${deals} +${cancelled} cancelled`,
    won === null ? null : String(won),
    signed(net, colour),
    figures.asset,
    signed(rounded(perDay), colour),
    signed(onMargin, colour),
    drawdown,
    hoursAtMost === null ? null : String(hoursAtMost),
    safetyOrders.mean === null ? null : `${safetyOrders.mean} (${safetyOrders.most})`,
    possible === 0 ? String(seen) : `${seen} to ${seen + possible}`,
    running.deals === 0 ? "0" : `${running.deals} at ${running.unrealised ?? "?"}`,
  ];
}

function dayOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
}

/** To four places, which is as much as is read. */
function rounded(value: string | null): string | null {
  if (value === null) return null;
  const short = Number(value)
    .toFixed(4)
    .replace(/\.?0+$/, "");
  return /^-?0$/.test(short) ? "0" : short;
}

function versionName({ fingerprint, commit }: Pick<Version, "fingerprint" | "commit">): string {
  return commit === null ? fingerprint : `${fingerprint} ${commitName(commit)}`;
}

function commitName({ commit, at, subject }: NamedCommit): string {
  return `${shortRevision(commit).slice(0, 8)} ${new Date(at).toISOString().slice(0, 10)} ${subject}`;
}

const WORDS: Readonly<Record<Verdict, string>> = {
  better: "Better",
  worse: "Worse",
  unclear: "Can't tell",
  "too-few": "Can't tell",
  unknown: "Unknown",
};

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
    `    ${paint(`${WORDS[verdict]}:`)}${by}${by === "" ? " " : ", "}${clean(why)}.`,
    ...caveats.map((caveat) => `    ${colour.change(clean(caveat))}`),
  ];
}

function shortName({ fingerprint, commit }: Pick<Version, "fingerprint" | "commit">): string {
  return commit === null ? fingerprint : `${fingerprint} (${shortRevision(commit.commit).slice(0, 8)})`;
}

function plus(value: string): string {
  return value.startsWith("-") || value === "0" ? value : `+${value}`;
}

/** By its address, else by its id and title. */
function nameOf(account: string, { id, address, title }: ResultBot): string {
  return address ?? `${account}/#${id} ${quoted(title)}`;
}

/** A sentence or two each. @param legend how the figures are to be read */
export function resultNotes(
  { accounts, rows, commits, by, comparisons, confidence }: ResultsFacts,
  legend: string,
): readonly string[] {
  return [
    ...(confidence === null ? [] : [confidenceNote(confidence, comparisons)]),
    ...accounts.flatMap(accountNotes),
    ...(by === "version" ? commitNotes(commits) : []),
    ...(rows.length === 0 ? [] : [legend]),
  ];
}

const LEGEND =
  "Net is of closed deals, after fees; ? is unknown. HOURS AT MOST is from the end of the deal before: the service doesn't show when a deal opened.";

function confidenceNote(confidence: number, comparisons: readonly Comparison[]): string {
  const tested = comparisons.filter(({ interval }) => interval !== null).length;
  const many =
    tested === 1
      ? "The interval holds in 95 of 100 cases"
      : `${tested} comparisons: one of so many looks good by chance, so each interval is widened to ${percent(confidence)} %, and all together hold in 95 of 100 cases`;
  return `${many}. The versions ran one after the other: the market may have made the difference, too.`;
}

function percent(share: number): string {
  return (share * 100).toFixed(2).replace(/\.?0+$/, "");
}

function accountNotes({ account, shown, mayLack, profit, error }: AccountHistory): readonly string[] {
  const name = clean(account);
  if (error !== undefined) return [`${name} couldn't be read: ${clean(error)}`];
  return [
    ...(mayLack
      ? [
          `${name}: the service shows ${counted(shown, "ended deal")}; older ones may be cut off, and then missing here.`,
        ]
      : []),
    ...(profit === "unknown" && shown > 0
      ? [
          `${name}: its deals don't show whether profits are after fees, so the net is unknown; if you know, add --profit after-fees or --profit before-fees.`,
        ]
      : []),
    ...(profit === "before-fees" ? [`${name}: its profits are before fees, which are taken off here.`] : []),
  ];
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
