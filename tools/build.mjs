// Bundles the command and the library into dist/, with their declarations, the notices of packages and the bill of materials.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { bundledPackages } from "./bundled.mjs";
import { licencesText } from "./licences.mjs";
import { apart, late, leanMetrics, leanProtocol, leanUndici, texts } from "./plugins.mjs";
import { sbomText } from "./sbom.mjs";
import { standaloneTypes } from "./types.mjs";

const OUT = process.env.BOTFORM_DIST ?? "dist";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

const common = {
  bundle: true,
  // An optional peer: only a ledger on PostgreSQL needs it.
  external: ["pg", "pg-boss"],
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
  legalComments: "none",
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  // Types alone: what runs is commander itself.
  alias: { "@commander-js/extra-typings": "commander" },
  plugins: [leanUndici, texts],
  logLevel: "warning",
  // What a module that is loaded late doesn't give would only be missed when it runs.
  logOverride: { "import-is-undefined": "error" },
};

/** The command's own files: node has less to start for CommonJS, and V8 keeps what it compiled of a script, not of a module. */
const script = { ...common, format: "cjs", supported: { "dynamic-import": false }, plugins: [late, ...common.plugins] };

/** The command's file. Read as if each byte were a character, so each has to be one. */
function buildOf(file) {
  const bytes = readFileSync(file);
  if (bytes.some((byte) => byte > 127)) throw new Error(`${file} isn't ASCII`);
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(`${OUT}/types`, { recursive: true });
writeFileSync(`${OUT}/package.json`, '{ "type": "commonjs" }\n');
writeFileSync(`${OUT}/types/package.json`, '{ "type": "module" }\n');
// Files of their own: what few runs need makes the others' no longer.
const protocol = await build({
  ...script,
  plugins: [leanProtocol, ...script.plugins],
  entryPoints: ["src/cli/mcp/protocol.ts"],
  outfile: `${OUT}/protocol.js`,
});
const query = await build({
  ...script,
  entryPoints: ["src/database/query.ts"],
  outfile: `${OUT}/query.js`,
});
const page = await build({
  ...script,
  plugins: [leanMetrics, ...script.plugins],
  entryPoints: ["src/fleet/http.ts"],
  outfile: `${OUT}/page.js`,
});
const command = await build({
  ...script,
  plugins: [apart, ...script.plugins],
  entryPoints: ["src/command.ts"],
  outfile: `${OUT}/command.js`,
});
const built = await Promise.all([
  protocol,
  query,
  page,
  command,
  build({
    ...script,
    entryPoints: ["src/main.ts"],
    outfile: `${OUT}/main.js`,
    define: { ...common.define, BOTFORM_BUILD: JSON.stringify(buildOf(`${OUT}/command.js`)) },
  }),
  build({
    ...common,
    plugins: [apart, ...common.plugins],
    entryPoints: ["src/index.ts"],
    outfile: `${OUT}/index.mjs`,
    format: "esm",
    // Bundled CommonJS packages still ask for node's own modules through require.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  }),
]);
chmodSync(`${OUT}/main.js`, 0o755);

if (!process.argv.includes("--no-types")) {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "tools/tsconfig.types.json", "--outDir", `${OUT}/types`];
  const { status } = spawnSync(process.execPath, tsc, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  standaloneTypes(`${OUT}/types`);
}

const packages = bundledPackages(built.map(({ metafile }) => metafile));
writeFileSync(`${OUT}/THIRD-PARTY-LICENCES.txt`, licencesText(packages));
// Whoever wants a time in the bill of materials says which, in seconds.
writeFileSync(`${OUT}/sbom.cdx.json`, sbomText(packages, process.env.SOURCE_DATE_EPOCH));
