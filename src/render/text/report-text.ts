// A live account on one screen: what runs, what it may cost, what needs attention. The page has each bot.
import type { ReportedAccount, ReportView } from "../../model/risk/ladder.js";
import { counted } from "../../model/text/counted.js";
import { accountGroups } from "../highlight.js";
import { reportGroups, reportTable } from "../report-facts.js";
import { clean } from "../sanitize.js";
import { accountFailure, accountHeading } from "./accounts-text.js";
import { totalsLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { table } from "./table.js";
import { groupText, titled } from "./value.js";
import { wrapped } from "./wrap.js";

const MOST = 7;

export function reportText(view: ReportView, colour: Paint, isOneOfSeveral = false): string {
  const { account, bots, deals, totals } = view;
  const on = bots.filter((bot) => bot.on).length;
  const naked = deals.filter(({ protection }) => protection === "naked").length;
  const counts = [
    `${on} of ${counted(bots.length, "bot")} on`,
    counted(new Set(bots.flatMap(({ dealIds }) => dealIds)).size, "running deal"),
    ...(naked === 0 ? [] : [colour.bad(counted(naked, "naked deal"))]),
  ];
  // The diagnostics stand on standard error.
  const own = reportGroups({ ...view, diagnostics: [] });
  const groups = isOneOfSeveral ? accountGroups([{ account, groups: own }]) : own;
  const lines = groups.slice(0, MOST).map((group) => {
    const { remedy, knownBy } = group;
    const more = remedy === undefined ? "" : ` ${clean(remedy)}`;
    const find = knownBy === undefined ? "" : ` To find out: ${clean(knownBy)}.`;
    return `${groupText(group)}.${more}${find}`;
  });
  const left = groups.length - lines.length;
  const blocks = [
    colour.bold(`${clean(account)}: ${counts.join(" · ")}`),
    [colour.bold("Totals:"), ...totalsLines({ after: totals }, colour)].join("\n"),
    ...titled("What needs attention:", [...lines, ...(left > 0 ? [`… and ${left} more, on the page`] : [])]),
  ];
  return `${wrapped(blocks.join("\n\n"), colour)}\n`;
}

/** A table of all, then each under its heading. */
export function reportsText(results: readonly ReportedAccount[], colour: Paint): string {
  const { heads, rows } = reportTable(results);
  const columns = heads.map((head) => ({ head: head.toUpperCase() }));
  const each = results.map((one) => {
    const { account, view, error: message = "", diagnostics = [] } = one;
    const text =
      view === undefined
        ? accountFailure("Not read", { message, diagnostics }, colour)
        : reportText(view, colour, true);
    return `${accountHeading(account, colour)}${text}`;
  });
  return [table(columns, rows, colour), ...each].join("\n");
}
