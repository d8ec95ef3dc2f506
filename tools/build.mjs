// Bundles the command and the library into dist/, one file for each group of commands, and writes the type declarations.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import { inAscii } from "./ascii.mjs";
import { finish } from "./finish.mjs";
import { late } from "./late.mjs";
import { unmapped, withoutPackageMaps } from "./without-package-maps.mjs";

const OUT = process.env.BOTFORM_DIST ?? "dist";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** What program files load for the commands of a bundle; the rest of what they could load is left out of it. */
const OFFLINE = ["validate", "render", "fmt", "policy", "explain", "schema"];
const PLAN = ["plan", "drift"];
const ONLINE = [
  ...["apply", "show", "undo", "resolve", "history", "report", "risk", "diff"],
  ...[
    "account",
    "accesses",
    "pairs",
    "bots-list",
    "bots-show",
    "bots-logs",
    "bots-off",
    "bots-switch",
    "bots-switch-off",
  ],
  ...["deals-active", "deals-history", "deals-drift", "deals-commands"],
];

/** @param modules those of src/cli that the bundle's commands are in; all where there is no list */
function only(modules) {
  return {
    name: "only",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\// }, ({ kind, path, importer }) => {
        const isChoice = kind === "dynamic-import" && /(?:^|-)program(?:-|\.ts$)/.test(basename(importer));
        if (!isChoice || modules.includes(basename(path, ".js"))) return undefined;
        return { path, namespace: "left-out" };
      });
      onLoad({ filter: /.*/, namespace: "left-out" }, () => ({ contents: unmapped("export {};") }));
    },
  };
}

const common = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
  legalComments: "none",
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  plugins: [withoutPackageMaps, inAscii],
  logLevel: "warning",
};

/** The command's own files: node has less to start for CommonJS, and V8 keeps what it compiled of a script, not of a module. */
const script = { ...common, format: "cjs", supported: { "dynamic-import": false } };

const bundle = (name, modules) =>
  build({
    ...script,
    entryPoints: [`src/bundles/${name}.ts`],
    outfile: `${OUT}/bundles/${name}.js`,
    banner: { js: 'const __url=require("node:url").pathToFileURL(__filename).href;' },
    define: { ...common.define, "import.meta.url": "__url" },
    plugins: [late, ...common.plugins, ...(modules === undefined ? [] : [only(modules)])],
  });

/** Tells builds apart. Bundles are read as if each byte were a character, so each has to be one. */
function buildOf(names) {
  const digest = createHash("sha256");
  for (const name of names) {
    const bytes = readFileSync(`${OUT}/bundles/${name}.js`);
    if (bytes.some((byte) => byte > 127)) throw new Error(`the bundle ${name} isn't ASCII`);
    digest.update(bytes);
  }
  return digest.digest("hex").slice(0, 16);
}

const BUNDLES = { fault: [], plan: PLAN, offline: OFFLINE, online: ONLINE, everything: undefined };

rmSync(OUT, { recursive: true, force: true });
mkdirSync(`${OUT}/types`, { recursive: true });
writeFileSync(`${OUT}/package.json`, '{ "type": "commonjs" }\n');
writeFileSync(`${OUT}/types/package.json`, '{ "type": "module" }\n');
const bundles = await Promise.all(Object.entries(BUNDLES).map(([name, modules]) => bundle(name, modules)));
const built = await Promise.all([
  ...bundles,
  build({
    ...script,
    entryPoints: ["src/main.ts"],
    outfile: `${OUT}/main.js`,
    plugins: [late, ...common.plugins],
    define: { ...common.define, BOTFORM_BUILD: JSON.stringify(buildOf(Object.keys(BUNDLES))) },
  }),
  build({
    ...common,
    entryPoints: ["src/index.ts"],
    outfile: `${OUT}/index.mjs`,
    format: "esm",
    // Bundled CommonJS packages still ask for node's own modules through require.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  }),
]);
chmodSync(`${OUT}/main.js`, 0o755);

if (!process.argv.includes("--no-types")) {
  const types = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "-p", "tools/tsconfig.types.json", "--outDir", `${OUT}/types`],
    {
      stdio: "inherit",
    },
  );
  if (types.status !== 0) process.exit(types.status ?? 1);
}

finish(
  built.map(({ metafile }) => metafile),
  OUT,
);
