// Bundles the simulation into one file and runs it: a bundle starts at once, and runs as fast as what is shipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const { version } = JSON.parse(readFileSync(join(here, "../../../package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "botform-simulation-"));
try {
  const outfile = join(folder, "simulation.mjs");
  await build({
    entryPoints: [join(here, "main.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "inline",
    define: { BOTFORM_VERSION: JSON.stringify(version) },
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
  });
  const { status } = spawnSync(
    process.execPath,
    ["--enable-source-maps", "--max-semi-space-size=32", outfile, ...process.argv.slice(2)],
    { stdio: "inherit" },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
