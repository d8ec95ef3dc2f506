// esbuild plugins for what a short start needs: ASCII alone, no source maps of packages, and loading late, or leaving out, what few runs use.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative } from "node:path";

const require = createRequire(import.meta.url);

/**
 * Our sources and the packages. In the command's file `import.meta.url` stays what it is in the sources, which lie
 * beside `dist/` wherever botform is installed.
 */
export const texts = {
  name: "texts",
  setup({ initialOptions, onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = ascii(await readFile(path, "utf8"));
      const home = JSON.stringify(`../${relative("", path)}`);
      const url = `new URL(${home}, require("node:url").pathToFileURL(__filename)).href`;
      return {
        contents: initialOptions.format === "cjs" ? text.replaceAll("import.meta.url", url) : text,
        loader: "ts",
      };
    });
    onLoad({ filter: /[\\/]node_modules[\\/].*\.m?js$/ }, async ({ path }) => ({
      contents: unmapped(ascii(uncommented(path, await readFile(path, "utf8")))),
    }));
  },
};

/** A comment of its shows a picture; its code has none. */
function uncommented(path, code) {
  return /[\\/]kysely[\\/]/.test(path) ? code.replaceAll(/^\s*\/\/.*$/gm, "") : code;
}

/** Code of the same meaning: esbuild itself leaves other characters in regular expressions and tagged templates. */
function ascii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (character) => {
    // Two halves of one character, which a pattern would take apart.
    if (/[\ud800-\udfff]/.test(character)) throw new Error(`${character} has to be written as an escape`);
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * The text with a map of its own, which esbuild follows instead of making one: the sources it would name aren't published.
 * Its only mapping is of the line after the code: a map without any is taken for none (esbuild 0.25.2 and later).
 */
function unmapped(text) {
  const mappings = `${";".repeat(text.split("\n").length)}AAAA`;
  const map = Buffer.from(JSON.stringify({ version: 3, sources: [""], mappings })).toString("base64");
  return `${text}\n//# sourceMappingURL=data:application/json;base64,${map}`;
}

/** Loads the query library, that of the agents' protocol, and that of the page, from files beside the bundle. */
export const apart = {
  name: "apart",
  setup({ onResolve }) {
    onResolve({ filter: /^kysely$/ }, () => ({ path: "./query.js", external: true }));
    onResolve({ filter: /^hono$|^@hono\/node-server$|^prom-client$/ }, () => ({ path: "./page.js", external: true }));
    onResolve({ filter: /^@modelcontextprotocol\/sdk\// }, () => ({ path: "./protocol.js", external: true }));
  },
};

/** Schemas of zod's older version, which the protocol's library takes, too. */
const ZOD_3 = `export const object = () => { throw new Error("zod 3 is not part of this bundle"); };
export const zodToJsonSchema = object;`;

/** Without what nothing here asks for: those, and forms for its user, which it checks by ajv, which makes functions of text. */
export const leanProtocol = {
  name: "lean-protocol",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^zod-to-json-schema$|^zod\/v3$/ }, ({ path }) => ({ path, namespace: "lean-protocol" }));
    onLoad({ filter: /.*/, namespace: "lean-protocol" }, () => ({ contents: unmapped(ZOD_3) }));
    onLoad({ filter: /[\\/]@modelcontextprotocol[\\/]sdk[\\/].*ajv-provider\.js$/ }, () => ({
      contents: unmapped("export class AjvJsonSchemaValidator {}"),
    }));
  },
};

/** Without what traces spans and what estimates quantiles: nothing here does either. */
export const leanMetrics = {
  name: "lean-metrics",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@opentelemetry\/api$|^tdigest$/ }, ({ path }) => ({ path, namespace: "lean-metrics" }));
    onLoad({ filter: /.*/, namespace: "lean-metrics" }, () => ({
      contents: unmapped("export const trace = {}, context = {}; export class TDigest {}"),
    }));
  },
};

const OURS = /[\\/]src[\\/]/;

/** Packages and node's own modules that few runs need, and by whom. */
const LATE = {
  "node:child_process": /commander/,
  "node:fs/promises": OURS,
  "node:crypto": OURS,
  "node:v8": OURS,
  "@marcbachmann/cel-js": OURS,
  "undici/lib/api/api-connect.js": OURS,
  "undici/lib/dispatcher/pool.js": OURS,
  "undici/lib/dispatcher/proxy-agent.js": OURS,
};

/** Functions and classes of theirs that load them when they are first called; what else they export, nobody may import. */
export const late = {
  name: "late",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, importer, namespace }) =>
      namespace !== "late" && LATE[path]?.test(importer) ? { path, namespace: "late" } : undefined,
    );
    onLoad({ filter: /./, namespace: "late" }, ({ path }) => ({
      contents: unmapped(shimsOf(path).join("\n")),
      resolveDir: process.cwd(),
    }));
  },
};

function shimsOf(path) {
  const module = `require(${JSON.stringify(path)})`;
  const loaded = require(path);
  const names = Object.keys(loaded).filter((name) => typeof loaded[name] === "function");
  const shims = names.map((name) => `export function ${name}(...given) { ${callOf(`${module}.${name}`)} }`);
  return typeof loaded === "function" ? [...shims, `export default function (...given) { ${callOf(module)} }`] : shims;
}

function callOf(late) {
  return `return new.target === undefined ? ${late}.apply(this, given) : new (${late})(...given);`;
}

const never = (what) => `module.exports = () => { throw new Error("${what} is not part of this bundle"); };`;

/** Parts of undici that a client of HTTP/1.1 that sends texts has no use for. */
const INSTEAD = {
  // Spoken only when asked for; node's own HTTP/2, which it loads, takes longer than all the rest of undici.
  "dispatcher/client-h2.js": never("HTTP/2"),
  // Bodies that are forms or streams, by way of all of fetch.
  "web/fetch/body.js": never("a body of fetch's"),
  // Of a proxy that isn't asked by CONNECT.
  "dispatcher/socks5-proxy-agent.js": never("SOCKS5"),
  // It would show paths, and a webhook's is a secret, where NODE_DEBUG=undici is set, and headers to whoever listens (threat 5).
  "core/diagnostics.js": "exports.channels = new Proxy({}, { get: () => ({ hasSubscribers: false }) });",
};

/** undici loads node's own HTTP to know a body that came in through it, and the size of headers. */
const HTTP = "exports.IncomingMessage = class {}; exports.maxHeaderSize = 16384;";

export const leanUndici = {
  name: "lean-undici",
  setup({ onResolve, onLoad }) {
    for (const [file, contents] of Object.entries(INSTEAD)) {
      onLoad({ filter: new RegExp(`[\\\\/]undici[\\\\/]lib[\\\\/]${file}$`) }, () => ({
        contents: unmapped(contents),
      }));
    }
    onResolve({ filter: /^node:http$/ }, ({ path, importer }) =>
      /node_modules[\\/]undici[\\/]/.test(importer) ? { path, namespace: "lean-undici" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "lean-undici" }, () => ({ contents: unmapped(HTTP) }));
  },
};
