// Bundles the command and the library into dist/, one chunk per command, and writes the type declarations.
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
/** undici speaks HTTP/2 only when asked to, and loading node's own http2 for it is a good part of a start. */
const withoutHttp2 = {
  name: "without-http2",
  setup({ onLoad }) {
    const contents = 'module.exports = () => { throw new Error("HTTP/2 is not part of this bundle"); };';
    onLoad({ filter: /undici\/lib\/dispatcher\/client-h2\.js$/ }, () => ({ contents }));
  },
};

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ["src/main.ts", "src/library.ts"],
  outdir: "dist",
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: "linked",
  sourcesContent: false,
  legalComments: "none",
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  // Bundled CommonJS packages (undici, commander, yaml) still ask for node's own modules through require.
  banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
  plugins: [withoutHttp2],
  logLevel: "warning",
});
chmodSync("dist/main.js", 0o755);

if (!process.argv.includes("--no-types")) {
  const types = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", "-p", "tsconfig.types.json"], {
    stdio: "inherit",
  });
  if (types.status !== 0) process.exit(types.status ?? 1);
}
