// An esbuild plugin: code of packages gets no source map, since the sources it would name aren't in what is published.
import { readFile } from "node:fs/promises";
import { ascii } from "./ascii.mjs";

/**
 * The text with a map of its own, which esbuild follows instead of making one. Its only mapping is of the line after the code:
 * a map without any is taken for none (esbuild 0.25.2 and later).
 */
export function unmapped(text) {
  const mappings = `${";".repeat(text.split("\n").length)}AAAA`;
  const map = Buffer.from(JSON.stringify({ version: 3, sources: [""], mappings })).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${map}`;
}

export const withoutPackageMaps = {
  name: "without-package-maps",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/ }, async ({ path }) => ({
      contents: unmapped(ascii(await readFile(path, "utf8"))),
    }));
  },
};
