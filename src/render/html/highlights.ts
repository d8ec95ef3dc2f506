// The list of highlights on a page: how serious each is, which bot, what, and what to do.
import { counted } from "../../model/text/counted.js";
import { type Highlight, varied, WEIGHTS } from "../highlights.js";
import { html, type Markup, outside, type Piece } from "./markup.js";

/** Nobody reads on. */
const OPEN = 12;
const MOST = 300;

export function highlightList(highlights: readonly Highlight[]): Markup {
  if (highlights.length === 0) return html`<p>Nothing that botform knows of.</p>`;
  const shown = highlights.slice(0, MOST);
  const rest = shown.slice(OPEN);
  const left = highlights.length - shown.length;
  return html`<ul class="warnings">${shown.slice(0, OPEN).map(item)}</ul>
${rest.length === 0 ? undefined : html`<details><summary>${counted(rest.length, "more", "more")}</summary><ul class="warnings">${rest.map(item)}</ul>${left === 0 ? undefined : html`<p>And ${left} more, which <code>--format json</code> lists.</p>`}</details>`}`;
}

/** In the first screen; the rest is a link away. */
const FIRST = 3;

/** What is serious, under a sentence, to stand before all else; undefined where nothing is. @param link to the whole list */
export function highlightAlert(sentence: string, highlights: readonly Highlight[], link: string): Markup | undefined {
  const bad = highlights.filter(({ weight }) => weight === "bad");
  if (bad.length === 0) return undefined;
  const more = bad.length - FIRST;
  return html`<div class="alert"><p><b class="bad">${sentence}</b></p><ul class="warnings">${varied(bad).slice(0, FIRST).map(item)}</ul>${more <= 0 ? undefined : html`<p class="small"><a href="#${link}">${more} more serious</a></p>`}</div>`;
}

function item({ weight, subject, field, text, remedy, knownBy, rule, place }: Highlight): Markup {
  const named = field === undefined ? "" : ` (${field})`;
  const about = subject === undefined ? undefined : html`<b>${outside(subject)}</b>${named}: `;
  const details = [
    ...(place === undefined ? [] : [html` <code>${place}</code>`]),
    ...(rule === undefined ? [] : [html` <small class="soft">[${rule}]</small>`]),
  ];
  const what = html`<span class="weight">${WEIGHTS[weight]}</span> ${about}${outside(text)}${details}`;
  const [lead, way] = knownBy === undefined ? ["What to do", remedy] : ["To find out", knownBy];
  return html`<li class="${weight}">${what}${way === undefined ? undefined : html`<br><span class="small">${lead}: ${outside(way)}</span>`}</li>`;
}

/** The warnings, in a sentence. @param link to the whole list */
export function highlightLink(highlights: readonly Highlight[], link: string): Piece {
  const count = (weight: Highlight["weight"]) => highlights.filter((one) => one.weight === weight).length;
  const [bad, warnings] = [count("bad"), count("warning")];
  const parts = [...(bad > 0 ? [`${bad} serious`] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
  if (parts.length === 0) return "botform knows of nothing that needs attention.";
  return html`<a href="#${link}" class="${bad > 0 ? "bad" : "warn"}">Needs attention: ${parts.join(", ")}</a>.`;
}
