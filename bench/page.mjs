// The blocks of docs/explanation/performance.md that measurements write, each between its own markers.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PAGE = fileURLToPath(new URL("../docs/explanation/performance.md", import.meta.url));

/** Replaces what stands between the markers of that name. @param {string} name @param {string} block */
export function writeBlock(name, block) {
  const [begin, end] = ["begin", "end"].map((which) => `<!-- ${name}:${which} -->`);
  const page = readFileSync(PAGE, "utf8");
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} lacks the markers ${begin} and ${end}`);
  writeFileSync(PAGE, `${page.slice(0, from)}${begin}\n${block}\n${page.slice(to)}`);
}
