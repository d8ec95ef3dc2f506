// Draws how many accounts were adrift over the last days.
import type { DriftEpisode } from "../../../model/fleet-state.js";
import { counted } from "../../../model/text/counted.js";
import { html, type Markup, outside, table } from "../markup.js";
import { pixel } from "../scale.js";
import { time } from "./frame.js";
import { accountPath } from "./states.js";

export const DRIFT_DAYS = 7;
const DAY_MS = 86_400_000;
const [WIDTH, LEFT, RIGHT, TOP, BOTTOM, HEIGHT] = [380, 28, 374, 12, 110, 128];
const MOST_LISTED = 20;

/** @param episodes undefined where they couldn't be read @param at ISO 8601, now */
export function driftFigure(episodes: readonly DriftEpisode[] | undefined, at: string): Markup {
  if (episodes === undefined) return html`<p><b>Unknown:</b> the ledger couldn't be read for it.</p>`;
  const now = Date.parse(at);
  const since = now - DRIFT_DAYS * DAY_MS;
  const seen = episodes.filter(({ to }) => to === null || to > since);
  if (seen.length === 0) return html`<p>No drift was reported in the last ${DRIFT_DAYS} days.</p>`;
  const counts = stepsOf(seen, since, now);
  const most = Math.max(...counts.map(({ count }) => count));
  const open = seen.filter(({ to }) => to === null).length;
  const words = `At most ${counted(most, "account")} at a time; ${open} now.`;
  return html`<div class="pair"><figure>${picture(counts, most, since, now, words)}<figcaption>Accounts that differed from the configuration, as looks found them. ${words}</figcaption></figure>${list(seen)}</div>`;
}

interface Step {
  readonly at: number;
  readonly count: number;
}

/** How many there were from each moment on at which that changed. */
function stepsOf(episodes: readonly DriftEpisode[], since: number, now: number): readonly Step[] {
  const changes = episodes.flatMap(({ from, to }) => [
    { at: Math.max(from, since), by: 1 },
    ...(to === null ? [] : [{ at: Math.min(to, now), by: -1 }]),
  ]);
  let count = 0;
  const steps = changes
    .toSorted((left, right) => left.at - right.at || right.by - left.by)
    .map(({ at, by }) => {
      count += by;
      return { at, count };
    });
  return [{ at: since, count: 0 }, ...steps, { at: now, count }];
}

function picture(steps: readonly Step[], most: number, since: number, now: number, words: string): Markup {
  const x = (at: number) => pixel(LEFT + ((at - since) / (now - since)) * (RIGHT - LEFT));
  const y = (count: number) => pixel(BOTTOM - (count / most) * (BOTTOM - TOP));
  const line = steps
    .slice(1)
    .map(({ at, count }) => `H${x(at)}V${y(count)}`)
    .join("");
  const days = Array.from({ length: DRIFT_DAYS }, (_, index) => Math.ceil(since / DAY_MS) * DAY_MS + index * DAY_MS);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" class="drift"><title>Accounts adrift in the last ${DRIFT_DAYS} days</title><desc>${words}</desc>
<path class="area" d="M${x(since)},${BOTTOM}${line}V${BOTTOM}Z"/><path class="line liq" d="M${x(since)},${BOTTOM}${line}"/>
<path class="axis" d="M${LEFT},${TOP}V${BOTTOM}H${RIGHT}"/>
<text class="soft" text-anchor="end" x="${LEFT - 5}" y="${TOP + 4}">${most}</text><text class="soft" text-anchor="end" x="${LEFT - 5}" y="${BOTTOM + 4}">0</text>
${days.filter((day) => day <= now).map((day) => html`<path class="axis" d="M${x(day)},${BOTTOM}v3"/><text class="soft" text-anchor="middle" x="${x(day)}" y="${HEIGHT - 4}">${new Date(day).toISOString().slice(5, 10)}</text>`)}
</svg>`;
}

/** The newest first. */
function list(episodes: readonly DriftEpisode[]): Markup {
  const rows = episodes
    .toSorted((left, right) => right.from - left.from)
    .slice(0, MOST_LISTED)
    .map(({ account, from, to }) => [
      html`<a href="${accountPath(account)}">${outside(account)}</a>`,
      time(new Date(from).toISOString()),
      to === null ? html`<b>still</b>` : time(new Date(to).toISOString()),
    ]);
  return html`<details><summary>${counted(episodes.length, "time")}, when and where</summary>${table([["Account"], ["From"], ["Until"]], rows, { label: "Drift, the newest first", caption: "" })}</details>`;
}
