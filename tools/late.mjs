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
  "@marcbachmann/cel-js": { by: /[\\/]src[\\/]/, classes: ["Environment"] },
};

/** undici loads node's HTTP to know a request's body that came in through it, and the size of headers where it isn't told. */
const HTTP = "exports.IncomingMessage = class {}; exports.maxHeaderSize = 16384;";

export const late = {
  name: "late",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:node:(?:child_process|fs\/promises|crypto|http)|@marcbachmann\/cel-js)$/ }, (asked) => {
      const { path, importer, namespace } = asked;
      if (namespace === "late") return undefined;
      if (path === "node:http") return /undici/.test(importer) ? { path, namespace: "late" } : undefined;
      return LATE[path].by.test(importer) ? { path, namespace: "late" } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({
      contents: unmapped(path === "node:http" ? HTTP : shimOf(path, LATE[path])),
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
