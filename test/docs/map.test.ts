// docs/ as a whole: every page can be reached from its map, and every link leads somewhere.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, it } from "vitest";

const PAGES = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md") && !file.startsWith(".vitepress"))
  .map((file) => `docs/${file}`);

/** Where the links of a page lead, from the repository's root; not those in code, and not to other servers. */
function linksOf(page: string): { readonly path: string; readonly heading: string | undefined }[] {
  const text = readFileSync(page, "utf8")
    .replace(/^```[\s\S]*?^```$/gm, "")
    .replace(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, href = ""]) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .map((href) => {
      const [path = "", heading] = href.split("#");
      return { path: path === "" ? page : posix.join(posix.dirname(page), path), heading };
    });
}

/** The names that the host gives to the headings of a page. */
function headingsOf(page: string): string[] {
  const headings = [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => text);
  return headings.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

describe("docs/", () => {
  it("has no link that leads nowhere", () => {
    const dead = [...PAGES, "README.md", "CONTRIBUTING.md"].flatMap((page) =>
      linksOf(page)
        .filter(
          ({ path, heading }) => !existsSync(path) || (heading !== undefined && !headingsOf(path).includes(heading)),
        )
        .map(({ path, heading }) => `${page}: ${path}#${heading ?? ""}`),
    );
    expect(dead).toEqual([]);
  });

  it("has no page that its map doesn't lead to", () => {
    const reached = new Set<string>();
    const visit = (page: string): void => {
      if (reached.has(page) || !PAGES.includes(page)) return;
      reached.add(page);
      for (const { path } of linksOf(page)) visit(path);
    };
    visit("docs/index.md");
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });
});
