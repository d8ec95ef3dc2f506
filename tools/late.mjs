// An esbuild plugin: packages and node's own modules that few runs of the command need are loaded when they are first called.
import { unmapped } from "./without-package-maps.mjs";

/** What is taken from each, and by whom; functions, and a class that is only made. */
const LATE = {
  "node:child_process": { by: /commander/, functions: ["spawn"] },
  "node:fs/promises": {
    by: /[\\/]src[\\/]/,
    functions: [
      "chmod",
      "lstat",
      "mkdir",
      "mkdtemp",
      "open",
      "readFile",
      "readdir",
      "realpath",
      "rename",
      "rm",
      "stat",
      "writeFile",
    ],
  },
  "node:crypto": {
    by: /[\\/]src[\\/]/,
    functions: ["createHmac", "hash", "hkdfSync", "randomBytes", "timingSafeEqual"],
  },
  // Loads all of TLS, which an emulator on this machine has no use for.
  "node:https": { by: /[\\/]src[\\/]/, functions: ["request"], classes: ["Agent"] },
  "@marcbachmann/cel-js": { by: /[\\/]src[\\/]/, classes: ["Environment"] },
};

export const late = {
  name: "late",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:(?:child_process|fs\/promises|crypto|https)|@marcbachmann\/cel-js)$/ }, (asked) => {
      const { path, importer, namespace } = asked;
      if (namespace === "late") return undefined;
      return LATE[path].by.test(importer) ? { path, namespace: "late" } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({
      contents: unmapped(shimOf(path, LATE[path])),
      resolveDir: process.cwd(),
    }));
  },
};

/** An ES module would be a name missing in it at build time; a CommonJS one only at run time. */
function shimOf(path, { by, functions = [], classes = [] }) {
  const from = `require(${JSON.stringify(path)})`;
  if (!by.test("/src/"))
    return functions.map((name) => `exports.${name} = (...given) => ${from}.${name}(...given);`).join("\n");
  return [
    ...functions.map((name) => `export const ${name} = (...given) => ${from}.${name}(...given);`),
    ...classes.map(
      (name) => `export class ${name} { constructor(...given) { return new (${from}.${name})(...given); } }`,
    ),
  ].join("\n");
}
