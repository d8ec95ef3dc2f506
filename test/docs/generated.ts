// A part of a page that is made from the code, framed by <!-- name --> and <!-- /name -->. UPDATE_GOLDEN=1 rewrites it.
import { readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";

/** @param part without line feeds around it */
export function expectPart(page: string, name: string, part: string): void {
  const text = readFileSync(page, "utf8");
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no part ${name}`);
  const fresh = `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
  if (process.env.UPDATE_GOLDEN === "1") writeFileSync(page, fresh);
  else expect(text).toBe(fresh);
}

/** What stands in a cell of a table, or in running text, means itself there. */
export function plain(text: string): string {
  return text.replace(/`[^`]*`|[<>|*_[\]]|\$\{[^}]*\}\}?/g, (one) => {
    if (one.startsWith("`")) return one;
    return one === "<" ? "&lt;" : one === ">" ? "&gt;" : one.length > 1 ? `\`${one}\`` : `\\${one}`;
  });
}
