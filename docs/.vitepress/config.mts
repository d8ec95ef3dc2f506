// How VitePress makes the site from docs/: the map at the side, search without a server, and nothing loaded from elsewhere.
import { readdirSync, readFileSync } from "node:fs";
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

/** The pages of one folder in the order of their names, each by its first heading. */
function pagesOf(folder: string): Item[] {
  const pages = readdirSync(`${DOCS}${folder}`).filter((file) => file.endsWith(".md") && file !== "index.md");
  return pages.sort().map((file) => page(`${folder}/${file.slice(0, -".md".length)}`));
}

/** A page by its first heading, or by a shorter name. */
function page(path: string, name?: string): Item {
  const [, heading = path] = /^# (.+)$/m.exec(readFileSync(`${DOCS}${path}.md`, "utf8")) ?? [];
  return { text: name ?? heading, link: `/${path}` };
}

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
      { text: "Tutorial", link: "/tutorial" },
      { text: "Commands", link: "/commands" },
      { text: "Configuration", link: "/configuration" },
      { text: "Safety", link: "/safety" },
    ],
    sidebar: [
      { text: "Begin", items: [page("index", "All pages"), page("tutorial", "Tutorial")] },
      { text: "How to", items: [...pagesOf("how-to"), page("ci", "Run it in a pipeline")] },
      {
        text: "Reference",
        items: [
          ...["commands", "configuration", "policies", "webhooks", "outputs", "events", "drift", "schema"].map((name) =>
            page(name),
          ),
          ...pagesOf("reference"),
          ...["report", "risk", "simulate", "market", "emulator", "library"].map((name) => page(name)),
        ],
      },
      { text: "Explanation", items: [page("safety"), ...pagesOf("explanation")] },
      {
        text: "For successors",
        collapsed: true,
        items: [
          ...["lifecycle", "coverage", "performance", "packaging"].map((name) => page(name)),
          { ...page("decisions/index"), collapsed: true, items: pagesOf("decisions") },
        ],
      },
    ],
  },
});
