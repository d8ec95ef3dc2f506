// Past runs, the newest first, and one of them step by step.
import { OUTCOME_KINDS } from "../../../model/plan/outcome.js";
import { type HistoryFacts, type RunDetails, type RunFacts, whyUnreadable } from "../../../model/plan/past-run.js";
import { html, type Markup, outside, table, words } from "../markup.js";
import { type LiveParts, time } from "./frame.js";
import { accountPath } from "./states.js";

const MOST = 200;

export function historyParts({ runs, unreadable }: HistoryFacts): LiveParts {
  const rows = runs
    .slice(0, MOST)
    .map((run) => [
      html`<a href="/history/${encodeURIComponent(run.id)}">${outside(run.command)} ${time(run.beganAt)}</a>`,
      html`<a href="${accountPath(run.account)}">${outside(run.account)}</a>`,
      ended(run),
    ]);
  const rest = runs.length - rows.length;
  return {
    title: "History",
    name: "History",
    content: html`${runs.length === 0 ? html`<p>Nothing was applied yet.</p>` : table([["Run"], ["Account"], ["How it ended"]], rows, { label: "Runs, the newest first", caption: "", isStacked: true })}${rest > 0 ? html`<p>And ${rest} older ones: botform history.</p>` : undefined}${unreadable.length === 0 ? undefined : html`<p class="bad">Not shown: ${outside(unreadable.map(whyUnreadable).join(", "))}</p>`}`,
    follows: "replace",
  };
}

function ended({ endedAt, stop, counts, inDoubt }: RunFacts): Markup {
  const shown = OUTCOME_KINDS.filter((kind) => counts[kind] > 0).map((kind) => `${counts[kind]} ${kind}`);
  const doubt = inDoubt === 0 ? undefined : html` <b class="bad">${inDoubt} in doubt</b>`;
  const end =
    endedAt === undefined
      ? html`<b class="bad">crashed, or still running:</b> `
      : stop === undefined
        ? undefined
        : html`${outside(stop)}: `;
  return html`${end}${shown.join(", ") || "no steps"}${doubt}`;
}

export function runParts(run: RunDetails): LiveParts {
  const rows = run.steps.map(({ address, action, title, kind, detail, next, inDoubt }) => [
    html`${action} ${outside(address)} <small class="soft">${outside(title)}</small>`,
    html`<span${kind === "applied" ? html` class="good"` : html` class="bad"`}>${kind}</span>${inDoubt ? html` <b class="bad">in doubt</b>` : undefined}`,
    html`${detail === undefined ? undefined : words(detail)}${next === undefined ? undefined : html`<br><small>${words(next)}</small>`}`,
  ]);
  const remarks = [...run.violations, ...run.unsettled, ...run.notes];
  return {
    title: `Run ${run.id}`,
    eyebrow: html`<a href="/history">History</a>`,
    name: html`${outside(run.command)} on ${outside(run.account)}`,
    lead: html`Began ${time(run.beganAt)}; ${ended(run)}.`,
    content: html`<p class="soft">${outside(run.id)}, botform ${outside(run.tool)}</p>
${rows.length === 0 ? html`<p>It had no steps.</p>` : table([["Step"], ["Outcome"], ["What came of it", "words"]], rows, { label: "Steps", caption: "", isStacked: true })}
${remarks.length === 0 ? undefined : html`<ul>${remarks.map((one) => html`<li>${words(one)}</li>`)}</ul>`}${run.damaged > 0 || run.torn ? html`<p class="bad">Part of its journal can't be read.</p>` : undefined}`,
    follows: "replace",
  };
}
