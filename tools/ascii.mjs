// An esbuild plugin: what esbuild itself leaves in regular expressions and tagged templates is written as escapes, too.
import { readFile } from "node:fs/promises";

/** Code of the same meaning, all ASCII. Throws for a character beyond the first 65 536, whose two halves a pattern would take apart. */
export function ascii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (character) => {
    if (/[\ud800-\udfff]/.test(character)) throw new Error(`${character} has to be written as an escape`);
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

export const inAscii = {
  name: "in-ascii",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: ascii(await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};
