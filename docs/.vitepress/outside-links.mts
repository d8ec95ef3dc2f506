// Links that leave docs/ (to examples, sources, the README) work on the repository host; on the site they lead there, or are plain text.
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

const PACKAGE = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
/** The repository's page of files, where package.json names a repository. */
const HOST = hostOf(PACKAGE.repository?.url ?? PACKAGE.repository);

export function outsideLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("outside-links", ({ tokens, env, Token }) => {
    for (const { children } of tokens) {
      let left: string | undefined;
      for (const [at, token] of (children ?? []).entries()) {
        if (token.type === "link_open") {
          left = outside(String(token.attrGet("href")), env.relativePath ?? "");
          if (left === undefined) continue;
          if (HOST !== undefined) token.attrSet("href", `${HOST}/${left}`);
          else Object.assign(token, { type: "text", tag: "", nesting: 0, content: "", attrs: null });
        } else if (token.type === "link_close" && left !== undefined && HOST === undefined && children) {
          const shown = children[at - 1]?.content ?? "";
          const path = new Token("code_inline", "code", 0);
          path.content = left;
          // The text stays; where it isn't the path by itself, the path stands behind it.
          children.splice(at, 1, ...(shown === left ? [] : [text(Token, " ("), path, text(Token, ")")]));
          left = undefined;
        }
      }
    }
  });
}

/** The path from the repository's root, where the link leads out of docs/. */
function outside(href: string, page: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return undefined;
  const path = posix.normalize(posix.join("docs", posix.dirname(page), decodeURI(href)));
  return path.startsWith("docs/") ? undefined : path;
}

function hostOf(address: unknown): string | undefined {
  if (typeof address !== "string") return undefined;
  const url = address.replace(/^git\+/, "").replace(/\.git$/, "");
  return url.startsWith("https://") ? `${url}/blob/main` : undefined;
}

type TokenClass = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0]["Token"];

function text(Token: TokenClass, content: string): InstanceType<TokenClass> {
  return Object.assign(new Token("text", "", 0), { content });
}
