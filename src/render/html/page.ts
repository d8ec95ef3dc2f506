// The document around a page's content: head, landmarks and foot. It asks for nothing from anywhere and runs nothing.
import { html, type Markup, outside, type Piece } from "./markup.js";
import { STYLE } from "./style.js";

/** When and by what a page was made. */
export interface Making {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly toolVersion: string;
}

/** Every page begins so; a file that does may be replaced by a newer page. */
export const PAGE_BEGIN = '<!doctype html>\n<html lang="en"><!-- botform page -->';

export interface PageParts {
  /** For the window and the tab. */
  readonly title: string;
  readonly eyebrow: string;
  readonly name: string;
  /** What has to be seen before all else. */
  readonly alert?: Markup | undefined;
  readonly lead: Piece;
  /** What else the first screen holds: money, and what needs attention. */
  readonly decision?: Piece;
  /** Links within the page: id and text. */
  readonly links: readonly (readonly [id: string, text: string])[];
  readonly content: Piece;
  readonly making: Making;
  /** Of what this page alone holds. */
  readonly style?: Markup;
}

/** Text of the whole document, ending in a line feed. */
export function page(parts: PageParts): string {
  const { title, making } = parts;
  const { text } = html`
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${STYLE}${parts.style}</style>
</head>
<body>
${top(parts)}
<main id="content">
${parts.content}
</main>
<footer><p>Made ${day(making.at)} by botform ${making.toolVersion}. All figures are calculated from the settings and the assumptions on this page. They are not a forecast.</p></footer>
</body>
</html>
`;
  return `${PAGE_BEGIN}${text}`;
}

function top({ eyebrow, name, alert, lead, decision, links, making }: PageParts): Markup {
  const items = links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`);
  return html`<header>
<p class="eyebrow">${eyebrow} · <time datetime="${making.at}">${day(making.at)}</time></p>
<h1>${outside(name)}</h1>
${alert}
<p class="lead">${lead}</p>
${decision}
<nav aria-label="On this page"><ul>${items}</ul></nav>
</header>`;
}

/** `2026-11-22 02:08 UTC`. */
function day(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}
