// What a live account's report names first, in every form.
import Big from "big.js";
import type { ReportView } from "../model/risk/ladder.js";
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
