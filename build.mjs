// Bundles the command and the library into dist/, one file for each group of commands, and writes the type declarations.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { build } from "esbuild";
import { finish } from "./tools/finish.mjs";
import { unmapped, withoutPackageMaps } from "./tools/without-package-maps.mjs";

const OUT = process.env.BOTFORM_DIST ?? "dist";
const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** undici speaks HTTP/2 only when asked to, and loading node's own http2 for it is a good part of a start. */
const withoutHttp2 = {
  name: "without-http2",
  setup({ onLoad }) {
    const contents = 'module.exports = () => { throw new Error("HTTP/2 is not part of this bundle"); };';
    onLoad({ filter: /undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({ contents: unmapped(contents) }));
  },
};

/** What program files load for the commands of a bundle; the rest of what they could load is left out of it. */
const OFFLINE = ["validate", "render", "fmt", "policy", "explain", "schema"];
const ONLINE = [
  ...["plan", "apply", "show", "undo", "resolve", "history", "runtime", "report", "risk", "diff", "drift"],
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
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: "linked",
  sourcesContent: false,
  metafile: true,
  legalComments: "none",
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  // Bundled CommonJS packages (undici, commander, yaml) still ask for node's own modules through require.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  logLevel: "warning",
};

rmSync(OUT, { recursive: true, force: true });
const bundle = (name, modules) =>
  build({
    ...common,
    entryPoints: [`src/bundles/${name}.ts`],
    outfile: `${OUT}/bundles/${name}.js`,
    plugins: [withoutHttp2, withoutPackageMaps, ...(modules === undefined ? [] : [only(modules)])],
  });
const built = await Promise.all([
  build({ ...common, banner: {}, entryPoints: ["src/main.ts"], outfile: `${OUT}/main.js`, external: ["./bundles/*"] }),
  build({
    ...common,
    entryPoints: ["src/library.ts"],
    outfile: `${OUT}/library.js`,
    plugins: [withoutHttp2, withoutPackageMaps],
  }),
  bundle("fault"),
  bundle("offline", OFFLINE),
  bundle("online", ONLINE),
  bundle("everything"),
]);
chmodSync(`${OUT}/main.js`, 0o755);

if (!process.argv.includes("--no-types")) {
  const types = spawnSync(
    process.execPath,
    ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json", "--outDir", `${OUT}/types`],
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
