// Two braces in a page are two braces: placeholders of alerts and of workflows aren't expressions of the site.
import type { MarkdownRenderer } from "vitepress";

export function plainBraces(md: MarkdownRenderer): void {
  for (const rule of ["text", "code_inline"] as const) {
    const before = md.renderer.rules[rule];
    md.renderer.rules[rule] = (...given) => (before?.(...given) ?? "").replaceAll("{{", "&#123;&#123;");
  }
}
