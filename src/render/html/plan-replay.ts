// A plan's replay on its page: a table of now and after, which deals differ, and what to read with care.
import type { PlanReplay, Replayed } from "../../model/risk/plan-replay.js";
import {
  affectedTexts,
  botRows,
  dealsText,
  dealText,
  leftOutTexts,
  REPLAY_HEADS,
  type ReplayRow,
  replayedBots,
  spanText,
  walletRows,
} from "../plan-replay-rows.js";
import { type Column, html, type Markup, outside, table, unbroken, words } from "./markup.js";

/** Bots with rows of their own; a page of thousands is read by nobody. */
const MOST_BOTS = 60;

export function replayContent(replay: PlanReplay): Markup {
  const left = listOf(leftOutTexts(replay.leftOut));
  const lacking = left && html`<p class="small"><b class="warn">Not replayed, on neither side:</b></p>${left}`;
  if (!replay.replayed) return html`<p>Not replayed: ${words(replay.why)}.</p>${lacking}`;
  return html`<p>${spanText(replay)}. It is not a forecast.</p>${figures(replay)}${listOf(affectedTexts(replay))}${lacking}${deals(replay)}<p class="small"><b>Read it with care:</b></p>${listOf(replay.caveats)}<details><summary>What every replay rests on</summary>${listOf(replay.assumptions)}</details>`;
}

function listOf(texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined;
  return html`<ul class="small">${texts.map((text) => html`<li>${words(text)}</li>`)}</ul>`;
}

function figures(replay: Replayed): Markup {
  const bots = replayedBots(replay);
  const rows = [...replay.wallets.flatMap(walletRows), ...bots.slice(0, MOST_BOTS).flatMap(botRows)];
  const more = bots.length - MOST_BOTS;
  const rest = more > 0 ? html`<p class="small">And ${more} more bots, whose results change less.</p>` : undefined;
  const columns: readonly Column[] = [["Bot"], ["Side"], ...REPLAY_HEADS.map((head): Column => [head, "n"])];
  return html`${table(columns, rows.map(cellsOf), { label: "Past prices, now and after the plan", isStacked: true })}${rest}`;
}

function cellsOf({ who, side, cells, tone }: ReplayRow) {
  const result = REPLAY_HEADS.indexOf("result");
  const shown = cells.map((text, index) =>
    index === result && tone !== undefined
      ? html`<b class="${tone === "better" ? "good" : "bad"}">${unbroken(text)}</b>`
      : unbroken(text),
  );
  return [outside(who), side, ...shown];
}

function deals(replay: Replayed): Markup | undefined {
  const items = replayedBots(replay)
    .slice(0, MOST_BOTS)
    .flatMap((bot) => {
      const text = dealsText(bot);
      return text === undefined ? [] : [html`<li>${words(text)}${listOf((bot.deals?.first ?? []).map(dealText))}</li>`];
    });
  if (items.length === 0) return undefined;
  return html`<p class="small"><b>Deals that differ:</b></p><ul class="small">${items}</ul>`;
}
