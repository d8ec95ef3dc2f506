// What a module imports, however indirectly, as far as it is ours: by the text of the files, dynamic imports included.
import { existsSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";

const IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Paths from the repository's root, the starts included; only those that begin with `within`. */
export function importsOf(starts: readonly string[], within = ""): ReadonlySet<string> {
  const seen = new Set<string>();
  const queue = [...starts];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file) || !file.startsWith(within) || !existsSync(file)) continue;
    seen.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(IMPORT))
      queue.push(relative("", resolve(dirname(file), path.replace(/\.js$/, ".ts"))));
  }
  return seen;
}
