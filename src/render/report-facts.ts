// What a live account's report names first, in every form.
import Big from "big.js";
import type { ReportedAccount, ReportView } from "../model/risk/ladder.js";
import { counted } from "../model/text/counted.js";
import { figureCells } from "./account-rows.js";
import { type HighlightGroup, highlightGroups } from "./highlight.js";
import { accountHighlights } from "./highlights.js";

/** A bot that nothing declares is named by its id and title. */
export function reportGroups({
  account,
  bots,
  totals,
  findings,
  unknown,
  diagnostics,
}: ReportView): readonly HighlightGroup[] {
  const names = new Map(bots.map(({ id, title }) => [`${account}/#${id}`, `bot ${id} "${title}"`]));
  const unknowns = bots.flatMap(({ title, address, on, ladder }) =>
    on && !("grid" in ladder) ? [[address ?? title, ladder] as const] : [],
  );
  const highlights = accountHighlights(findings, totals, unknowns, unknown, diagnostics).map((one) => ({
    ...one,
    subject: names.get(one.subject ?? "") ?? one.subject,
  }));
  const stakes = new Map(
    bots.map(({ id, address, most }) => [address ?? names.get(`${account}/#${id}`), most?.position]),
  );
  return highlightGroups(highlights, (subject) => new Big(stakes.get(subject) ?? 0));
}

/** Several accounts as one table: what runs, and what it may cost. Each cell is one line, as it is; the account comes first. */
export function reportTable(results: readonly ReportedAccount[]): {
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const { heads, cells } = figureCells(results.map(({ view }) => view && { after: view.totals }));
  const rows = results.map(({ account, view }, index) => {
    const { margin = "", loss = "" } = cells[index] ?? {};
    if (view === undefined) return [account, "not read", "", margin, loss];
    const { bots, deals } = view;
    const naked = deals.filter(({ protection }) => protection === "naked").length;
    const running = counted(new Set(bots.flatMap(({ dealIds }) => dealIds)).size, "deal");
    const on = `${bots.filter((bot) => bot.on).length} of ${bots.length}`;
    return [account, on, naked === 0 ? running : `${running}, ${naked} naked`, margin, loss];
  });
  return { heads: ["account", "bots on", "running", ...heads], rows };
}
