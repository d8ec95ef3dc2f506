// The frame of every live page: who is looking, where else to go, and what is true as of when. What runs in the browser is one file of ours.
import type { Role } from "../../../model/person.js";
import { mayDo } from "../../../model/person.js";
import { html, type Markup, outside, type Piece } from "../markup.js";

/** Where the page's own files are; their names say what is in them, so that a browser never keeps an old one. */
export interface Assets {
  readonly style: string;
  readonly script: string;
}

/** Who looks, and with what: for the head of each page. */
export interface Viewing {
  readonly person: string;
  readonly role: Role;
  /** In each form, so that no other page can send it. */
  readonly formToken: string;
  /** Plans that wait for a yes. */
  readonly waiting: number;
  /** ISO 8601: what is shown is as of then. */
  readonly at: string;
  readonly assets: Assets;
}

export interface LiveParts {
  readonly title: string;
  readonly eyebrow?: Piece;
  readonly name: Piece;
  readonly alert?: Piece;
  readonly lead?: Piece;
  readonly content: Piece;
  /** `replace`: the browser puts the newest state in its place; `tell`: it says that there is a newer one, since somebody may be typing; `still`: neither. */
  readonly follows: "replace" | "tell" | "still";
}

const PLACES: readonly (readonly [path: string, name: string, role: Role])[] = [
  ["/", "Fleet", "look"],
  ["/plans", "Plans", "look"],
  ["/rollout", "Roll-out", "look"],
  ["/holds", "Holds", "look"],
  ["/history", "History", "look"],
  ["/audit", "Audit", "operate"],
  ["/stop", "Emergency stop", "operate"],
];

const BEGIN = '<!doctype html>\n<html lang="en">';

/** Text of the whole document. @param path of this page */
export function livePage(parts: LiveParts, viewing: Viewing, path: string): string {
  return wholePage(parts, viewing, path);
}

/** What a form is answered: nothing takes its place by itself. @param at the path of the page that shows the newest state, since to load an answer again sends the form again */
export function answerPage(parts: LiveParts, viewing: Viewing, at: string): string {
  const follows = parts.follows === "still" ? "still" : "tell";
  return wholePage({ ...parts, follows }, viewing, at, html` data-newest="${at}"`);
}

function wholePage(parts: LiveParts, viewing: Viewing, path: string, newest?: Markup): string {
  const { title, eyebrow, name, alert, lead, content, follows } = parts;
  const { text } = html`${head(title, viewing.assets)}
<body>
<a class="skip" href="#content">Skip to the content</a>
${banner(viewing, path)}
<main id="content" data-follows="${follows}"${newest}>
${eyebrow === undefined ? undefined : html`<p class="eyebrow">${eyebrow}</p>`}
<h1>${name}</h1>
${alert}
${lead === undefined ? undefined : html`<p class="lead">${lead}</p>`}
${content}
</main>
<footer><p>As of <time datetime="${viewing.at}">${moment(viewing.at)}</time>. All times are UTC. <span id="live" role="status"></span></p></footer>
</body>
</html>
`;
  return `${BEGIN}${text}`;
}

/** For whoever isn't known: no place to go. */
export function barePage(title: string, content: Piece, assets: Assets): string {
  const { text } = html`${head(title, assets)}
<body>
<main id="content" data-follows="still"><h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return `${BEGIN}${text}`;
}

function head(title: string, { style, script }: Assets): Markup {
  return html`
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · botform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script src="${script}" defer></script>
</head>`;
}

function banner({ person, role, waiting }: Viewing, path: string): Markup {
  const items = PLACES.filter(([, , needed]) => mayDo(role, needed)).map(([to, name]) => {
    const isHere = to === path || (to !== "/" && path.startsWith(`${to}/`));
    const count = to === "/plans" && waiting > 0 ? html` <b class="count">${waiting}</b>` : undefined;
    const here = isHere ? html` aria-current="page"` : undefined;
    return html`<li><a href="${to}"${here}${to === "/stop" ? html` class="stop"` : undefined}>${name}${count}</a></li>`;
  });
  return html`<header class="bar"><nav aria-label="Pages"><ul>${items}</ul></nav><p class="who">${outside(person)} <small>may ${ROLE_WORDS[role]}</small></p></header>`;
}

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  look: "look",
  approve: "approve plans",
  operate: "operate",
};

/** A form that can only be sent from here. */
export function form(to: string, token: string, content: Piece): Markup {
  return html`<form method="post" action="${to}" autocomplete="off"><input type="hidden" name="form-token" value="${token}">${content}</form>`;
}

/** `2026-11-22 02:08`. */
export function moment(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)}`;
}

export function time(at: string): Markup {
  return html`<time datetime="${at}">${moment(at)}</time>`;
}

/** What isn't known says so. */
export const UNKNOWN = html`<span class="unknown">unknown</span>`;
