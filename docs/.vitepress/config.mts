// How VitePress makes the site from docs/: the map at the side, search without a server, and nothing loaded from elsewhere.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { footnotes } from "./footnotes.mjs";
import { outsideLinks } from "./outside-links.mjs";
import { plainBraces } from "./plain-braces.mjs";

const DOCS = fileURLToPath(new URL("..", import.meta.url));

interface Item {
  readonly text: string;
  readonly link: string;
}

const MAP = readFileSync(`${DOCS}index.md`, "utf8");

/** The pages of one folder in the order in which the map has them, then by name; each by its first heading. */
function pagesOf(folder: string): Item[] {
  const files = readdirSync(`${DOCS}${folder}`).filter((file) => file.endsWith(".md") && file !== "index.md");
  const paths = files.sort().map((file) => posix.join(folder, file.slice(0, -".md".length)));
  return paths.sort((one, other) => placeOf(one) - placeOf(other)).map((path) => page(path));
}

function placeOf(path: string): number {
  const at = MAP.indexOf(`](${path}.md)`);
  return at < 0 ? MAP.length : at;
}

/** A page by its first heading, or by another name. */
function page(path: string, name?: string): Item {
  const [, heading = path] = /^# (.+)$/m.exec(readFileSync(`${DOCS}${path}.md`, "utf8")) ?? [];
  return { text: name ?? heading, link: `/${path}` };
}

const commands = { text: "Each command", collapsed: true, items: pagesOf("reference/commands") };

export default defineConfig({
  lang: "en",
  title: "botform",
  description: "Bots as code for a futures trading-bot service",
  head: [
    ["meta", { name: "referrer", content: "no-referrer" }],
    ["link", { rel: "icon", href: "data:," }],
  ],
  appearance: true,
  markdown: {
    config(md) {
      footnotes(md);
      outsideLinks(md);
      plainBraces(md);
    },
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial/first-fleet" },
      { text: "Commands", link: "/reference/commands" },
      { text: "Configuration", link: "/reference/configuration" },
      { text: "Safety", link: "/explanation/safety" },
    ],
    sidebar: [
      { text: "Tutorial", items: [page("index", "All pages"), ...pagesOf("tutorial")] },
      { text: "How-to", items: pagesOf("how-to") },
      { text: "Reference", items: [...pagesOf("reference"), commands] },
      { text: "Explanation", items: pagesOf("explanation") },
      {
        text: "For contributors",
        collapsed: true,
        items: [...pagesOf("."), { ...page("decisions/index"), collapsed: true, items: pagesOf("decisions") }],
      },
    ],
  },
});
