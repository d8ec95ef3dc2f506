// Says why the safety orders of a row of results aren't known.
import type { Figures } from "../model/results.js";
import { counted } from "../model/text/counted.js";
import { namesText } from "../model/text/named.js";

/** Rows that are named. */
const MOST_NAMED = 3;

interface NamedFigures {
  readonly name: string;
  readonly figures: Figures;
}

/** A sentence; none where the safety orders of every row with deals are known. @param head of their column */
export function safetyNote(rows: readonly NamedFigures[], head: string): readonly string[] {
  const open = rows.filter(({ figures: { safetyOrders } }) => safetyOrders.mean === null && safetyOrders.unclear > 0);
  if (open.length === 0) return [];
  const each = open.map(
    ({ name, figures: { deals, safetyOrders } }) => `${safetyOrders.unclear} of ${counted(deals, "deal")} of ${name}`,
  );
  return [
    `${head} isn't known where deals don't show it: the volume of their filled safety orders fits no number of orders, or several (${namesText(each, MOST_NAMED)}).`,
  ];
}
