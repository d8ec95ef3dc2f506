// What the site does to pages beside VitePress's own work: links out of docs/, braces, footnotes.
import { createMarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, it } from "vitest";
import { footnotes } from "../../docs/.vitepress/footnotes.mjs";
import { outsideLinks } from "../../docs/.vitepress/outside-links.mjs";
import { plainBraces } from "../../docs/.vitepress/plain-braces.mjs";

let renderer: Awaited<ReturnType<typeof createMarkdownRenderer>>;
beforeAll(async () => {
  renderer = await createMarkdownRenderer("docs");
  for (const change of [footnotes, outsideLinks, plainBraces]) change(renderer);
});

const html = (text: string, relativePath = "page.md") => renderer.render(text, { relativePath, path: relativePath });

describe("the site", () => {
  it.each([
    {
      text: "[a fleet](../examples/fleet)",
      page: "page.md",
      shown: "a fleet (<code>examples/fleet</code>)",
      because: "it leaves docs/",
    },
    {
      text: "[examples/fleet](../examples/fleet)",
      page: "page.md",
      shown: "<p>examples/fleet</p>",
      because: "the text is the path",
    },
    {
      text: "[x](../../README.md)",
      page: "how-to/a.md",
      shown: "x (<code>README.md</code>)",
      because: "it is taken from the page's folder",
    },
    {
      text: "[x](../page.md)",
      page: "how-to/a.md",
      shown: '<a href="./../page.html">x</a>',
      because: "it stays in docs/",
    },
    { text: "[x](https://example.com)", page: "page.md", shown: 'href="https://example.com"', because: "it is whole" },
    {
      text: "{{ a }} and `${{ b }}`",
      page: "page.md",
      shown: "&#123;&#123; a }} and",
      because: "braces of text are no expression",
    },
    {
      text: "{{ a }} and `${{ b }}`",
      page: "page.md",
      shown: "$&#123;&#123; b }}</code>",
      because: "nor are those of code",
    },
  ])("shows $text as $shown, since $because", async ({ text, page, shown }) => {
    expect(await html(text, page)).toContain(shown);
  });

  it("has footnotes at the end, with ways there and back", async () => {
    const page = await html("One.[^b] Two.[^a][^b] No note: [^c].\n\n[^a]: `a`\n[^b]: b\n");
    expect(page).toContain('One.<sup><a id="from-b" href="#note-b">2</a></sup>');
    expect(page).toContain('Two.<sup><a id="from-a" href="#note-a">1</a>, <a href="#note-b">2</a></sup>');
    expect(page).toContain("[^c]");
    expect(page).toContain('<li><a id="note-a" href="#from-a">↩</a> <code>a</code></li>');
  });

  it("leaves a page without footnotes alone", async () => {
    expect(await html("[^a] and ^")).toContain("<p>[^a] and ^</p>");
  });
});
