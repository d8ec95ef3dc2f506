// What needs attention on a page: in the first screen the first lines, and further down all of it, with what to do.
import { counted } from "../../model/text/counted.js";
import { type Highlight, type HighlightGroup, WEIGHTS } from "../highlight.js";
import { html, type Markup, outside, words } from "./markup.js";

/** In the first screen, what is serious included; the rest is a link away. */
const FIRST = 7;
/** Serious ones that are told with their remedies there. */
const FEW = 2;
/** Nobody reads on. */
const OPEN = 12;
const MOST = 300;

/** Where a bot's section is, by its address. */
export type Anchors = ReadonlyMap<string, string>;

/** Under a sentence that says that an apply is refused only what refuses it stands. */
function inAlert(groups: readonly HighlightGroup[], isRefused: boolean): readonly HighlightGroup[] {
  return firstOf(groups).filter(({ weight, refuses }) => weight === "bad" && (!isRefused || refuses === true));
}

/** Stands before all else: the sentence, and what is serious. @param sentence why an apply is refused, or what the serious lines are */
export function highlightAlert(
  sentence: string,
  groups: readonly HighlightGroup[],
  anchors: Anchors,
  isRefused = false,
): Markup {
  const bad = inAlert(groups, isRefused);
  return html`<div class="alert"><p><b class="bad">${words(sentence)}</b></p>${bad.length === 0 ? undefined : lines(bad, anchors)}</div>`;
}

/** What else the first screen names, and where all of it stands. @param link to the whole list */
export function highlightLines(
  groups: readonly HighlightGroup[],
  link: string,
  anchors: Anchors,
  isRefused = false,
): Markup {
  if (groups.length === 0) return html`<p>No check and no policy has found anything to warn of.</p>`;
  const first = firstOf(groups);
  const above = new Set(inAlert(groups, isRefused));
  const rest = first.filter((group) => !above.has(group));
  const more = groups.length - first.length;
  const others = `${more} more, and what to do about each`;
  return html`<p class="eyebrow">Needs attention</p>${rest.length === 0 ? undefined : lines(rest, anchors)}<p class="small"><a href="#${link}">${more === 0 ? "What to do about each" : others}</a></p>`;
}

function firstOf(groups: readonly HighlightGroup[]): readonly HighlightGroup[] {
  const serious = groups.filter(({ weight, standing }) => weight !== "note" && standing !== true);
  // A link to one more takes the room of that one.
  return serious.length === FIRST + 1 ? serious : serious.slice(0, FIRST);
}

/** Of a few serious ones with what to do; of more that would push the money off the first screen, and stands further down. */
function lines(groups: readonly HighlightGroup[], anchors: Anchors): Markup {
  const areFew = groups.length <= FEW;
  const rows = groups.map((group) => {
    const anchor = anchors.get(group.members[0]?.subject ?? "");
    const hasRemedy = areFew && group.weight === "bad";
    return html`<li class="${group.weight}">${lineOf(group, anchor)}${hasRemedy ? html`${ruleOf(group)}${remedyOf(group)}` : undefined}</li>`;
  });
  return html`<ul class="warnings">${rows}</ul>`;
}

function lineOf({ account, subject, field, text, place, names }: HighlightGroup, anchor?: string): Markup {
  const name = subject === undefined ? undefined : outside(subject);
  const link = anchor === undefined ? name : html`<a href="#${anchor}">${name}</a>`;
  const about = link && html`<b>${link}</b>${field === undefined ? "" : ` (${field})`}: `;
  const where = place === undefined ? undefined : html` <code>${place}</code>`;
  const whose = account === undefined ? undefined : html`<b>${outside(account)}</b> · `;
  return html`${whose}${about}${words(text)}${where}${names === undefined ? undefined : html` <small class="soft names">${outside(names)}</small>`}`;
}

function ruleOf({ rule }: HighlightGroup): Markup | undefined {
  return rule === undefined ? undefined : html` <small class="soft">[${rule}]</small>`;
}

/** All of it; what is said of several bots opens to each of them. */
export function highlightList(groups: readonly HighlightGroup[]): Markup {
  if (groups.length === 0) return html`<p>Nothing that botform knows of.</p>`;
  const shown = groups.slice(0, MOST);
  const rest = shown.slice(OPEN);
  const left = groups.length - shown.length;
  return html`<ul class="warnings">${shown.slice(0, OPEN).map(item)}</ul>
${rest.length === 0 ? undefined : html`<details><summary>${counted(rest.length, "more", "more")}</summary><ul class="warnings">${rest.map(item)}</ul>${left === 0 ? undefined : html`<p>And ${left} more, which <code>--format json</code> lists.</p>`}</details>`}`;
}

/** What is serious says what to do about it where it stands first. */
function remedyOf({ remedy }: HighlightGroup): Markup | undefined {
  return remedy === undefined ? undefined : html`<br><span class="small">What to do: ${words(remedy)}</span>`;
}

function item(group: HighlightGroup): Markup {
  const { weight, remedy, knownBy, members } = group;
  const [lead, way] = knownBy === undefined ? ["What to do", remedy] : ["To find out", knownBy];
  const advice = way === undefined ? undefined : html`<br><span class="small">${lead}: ${words(way)}</span>`;
  const each =
    members.length < 2
      ? undefined
      : html`<details class="screen"><summary>Each of the ${members.length}</summary><ul class="small">${members.slice(0, MOST).map(member)}</ul></details>`;
  return html`<li class="${weight}"><span class="weight">${WEIGHTS[weight]}</span> ${lineOf(group)}${ruleOf(group)}${advice}${each}</li>`;
}

function member({ subject = "", text, place }: Highlight): Markup {
  return html`<li>${outside(subject)}: ${words(text)}${place === undefined ? undefined : html` <code>${place}</code>`}</li>`;
}
