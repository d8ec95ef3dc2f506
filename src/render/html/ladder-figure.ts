// The ladders of one bot, before beside after, on one scale.

import type { Ladder } from "../../model/risk/ladder.js";
import { type Frame, frameOf, ladderPicture } from "./ladder.js";
import { ladderTable, ladderWords } from "./ladder-words.js";
import { html, type Markup } from "./markup.js";
import type { LadderPair } from "./view.js";

/** Nothing where neither side is known. */
export function ladderFigures({ before, after }: LadderPair, bot: string): Markup | undefined {
  if (after === undefined) return before === undefined ? undefined : one(before, `Now, ${bot}`, "Now");
  if (before === undefined) return one(after, `After, ${bot}`, "After");
  if (isSame(before, after)) return one(after, `Unchanged, ${bot}`, "Unchanged");
  const shared = isComparable(before, after) ? frameOf([before, after]) : undefined;
  return html`<div class="pair">${figure(before, shared, `Now, ${bot}`, "Now")}${figure(after, shared, `After, ${bot}`, "After")}</div>${orders(after)}`;
}

/** A single ladder with the table of its orders. */
export function one(ladder: Ladder, name: string, word: string): Markup {
  return html`${figure(ladder, undefined, name, word, "aside")}${orders(ladder)}`;
}

function figure(ladder: Ladder, shared: Frame | undefined, name: string, word: string, kind = "half"): Markup {
  const words = ladderWords(ladder);
  const picture = ladderPicture(ladder, shared ?? frameOf([ladder]), `Price ladder: ${name}`, words);
  return html`<figure class="${kind}">${picture}<figcaption><b>${word}.</b> ${words}</figcaption></figure>`;
}

function orders(ladder: Ladder): Markup {
  return html`<details><summary>Order by order</summary>${ladderTable(ladder, "The orders of one deal")}</details>`;
}

function isSame(left: Ladder, right: Ladder): boolean {
  const facts = ({ grid, upper, lower }: Ladder) => JSON.stringify([grid.rungs, upper, lower]);
  return facts(left) === facts(right);
}

/** Prices of two pairs have nothing to do with each other, nor have real ones and relative ones. */
function isComparable(left: Ladder, right: Ladder): boolean {
  const [a, b] = [left.grid.risk, right.grid.risk];
  return a.pair === b.pair && a.basis.kind === b.basis.kind;
}
