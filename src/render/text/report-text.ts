// A live account on one screen: what runs, what it may cost, what needs attention. The page has each bot.
import type { ReportView } from "../../model/risk/ladder.js";
import { counted } from "../../model/text/counted.js";
import { reportGroups } from "../report-facts.js";
import { clean } from "../sanitize.js";
import { totalsLines } from "./money-text.js";
import type { Paint } from "./paint.js";
import { groupText, titled } from "./value.js";
import { wrapped } from "./wrap.js";

const MOST = 7;

export function reportText(view: ReportView, colour: Paint): string {
  const { account, bots, deals, totals } = view;
  const on = bots.filter((bot) => bot.on).length;
  const naked = deals.filter(({ protection }) => protection === "naked").length;
  const counts = [
    `${on} of ${counted(bots.length, "bot")} on`,
    counted(new Set(bots.flatMap(({ dealIds }) => dealIds)).size, "running deal"),
    ...(naked === 0 ? [] : [colour.bad(counted(naked, "naked deal"))]),
  ];
  // The diagnostics stand on standard error.
  const groups = reportGroups({ ...view, diagnostics: [] });
  const lines = groups.slice(0, MOST).map((group) => {
    const { remedy, knownBy } = group;
    const more = remedy === undefined ? "" : ` ${clean(remedy)}`;
    const find = knownBy === undefined ? "" : ` To find out: ${clean(knownBy)}.`;
    return `${groupText(group)}.${more}${find}`;
  });
  const left = groups.length - lines.length;
  const blocks = [
    colour.bold(`${clean(account)}: ${counts.join(" · ")}`),
    [colour.bold("In money:"), ...totalsLines(undefined, totals, colour)].join("\n"),
    ...titled("What needs attention:", [...lines, ...(left > 0 ? [`… and ${left} more, on the page`] : [])]),
  ];
  return `${wrapped(blocks.join("\n\n"), colour)}\n`;
}
