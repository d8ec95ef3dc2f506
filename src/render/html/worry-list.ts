// What to worry about, as a list: how serious, which bot, what, and what to do.
import { counted } from "../../model/text/counted.js";
import { html, type Markup, outside } from "./markup.js";
import type { Worry } from "./view.js";

const NAMES: Readonly<Record<Worry["weight"], string>> = { bad: "Serious", warning: "Warning", note: "Note" };
/** Nobody reads on. */
const OPEN = 12;
const MOST = 300;

export function worryList(worries: readonly Worry[]): Markup {
  if (worries.length === 0) return html`<p>Nothing that botform knows of.</p>`;
  const shown = worries.slice(0, MOST);
  const rest = shown.slice(OPEN);
  const left = worries.length - shown.length;
  return html`<ul class="worries">${shown.slice(0, OPEN).map(item)}</ul>
${rest.length === 0 ? undefined : html`<details><summary>${counted(rest.length, "more", "more")}</summary><ul class="worries">${rest.map(item)}</ul>${left === 0 ? undefined : html`<p>And ${left} more, which <code>--format json</code> lists.</p>`}</details>`}`;
}

/** In the first screen; the rest is a link away. */
const FIRST = 3;

/** What is serious, under a sentence, to stand before all else; undefined where nothing is. @param link to the whole list */
export function worryAlert(sentence: string, worries: readonly Worry[], link: string): Markup | undefined {
  const bad = worries.filter(({ weight }) => weight === "bad");
  if (bad.length === 0) return undefined;
  const more = bad.length - FIRST;
  return html`<div class="alert"><p><b class="bad">${sentence}</b></p><ul class="worries">${varied(bad).slice(0, FIRST).map(item)}</ul>${more <= 0 ? undefined : html`<p class="small"><a href="#${link}">${more} more that ${more === 1 ? "is" : "are"} serious</a></p>`}</div>`;
}

/** One of each rule before the second of any: thirty bots may break one rule, and a single one another. */
function varied(worries: readonly Worry[]): readonly Worry[] {
  const rules = new Set<string>();
  const isNew = ({ rule }: Worry) => rule === undefined || (!rules.has(rule) && rules.add(rule).size > 0);
  const first = worries.filter(isNew);
  return [...first, ...worries.filter((one) => !first.includes(one))];
}

function item({ weight, subject, field, text, remedy, knownBy, rule, place }: Worry): Markup {
  const named = field === undefined ? "" : ` (${field})`;
  const about = subject === undefined ? undefined : html`<b>${outside(subject)}</b>${named}: `;
  const details = [
    ...(place === undefined ? [] : [html` <code>${place}</code>`]),
    ...(rule === undefined ? [] : [html` <small class="soft">[${rule}]</small>`]),
  ];
  const what = html`<span class="weight">${NAMES[weight]}</span> ${about}${outside(text)}${details}`;
  const [lead, way] = knownBy === undefined ? ["What to do", remedy] : ["Known by", knownBy];
  return html`<li class="${weight}">${what}${way === undefined ? undefined : html`<br><span class="small">${lead}: ${outside(way)}</span>`}</li>`;
}

/** `2 serious, 1 warning`; undefined where there is nothing that weighs. */
export function worryCounts(worries: readonly Worry[]): string | undefined {
  const count = (weight: Worry["weight"]) => worries.filter((one) => one.weight === weight).length;
  const [bad, warnings] = [count("bad"), count("warning")];
  const parts = [...(bad > 0 ? [`${bad} serious`] : []), ...(warnings > 0 ? [counted(warnings, "warning")] : [])];
  return parts.length === 0 ? undefined : parts.join(", ");
}
