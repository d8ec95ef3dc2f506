// Bundles the simulation into one file and runs it: a bundle starts at once, and runs as fast as what is shipped.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "botform-simulation-"));

/** One clause of a rule taken out of the source, where there is one. */
const takeOut = (ablation) => ({
  name: "take-out",
  setup: (run) =>
    run.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      if (ablation === undefined || path !== join(root, "src", ablation.file)) return null;
      return { contents: readFileSync(path, "utf8").replace(ablation.find, () => ablation.replace), loader: "ts" };
    }),
});

async function bundle(entry, name, ablation) {
  const outfile = join(folder, name);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "inline",
    define: { BOTFORM_VERSION: JSON.stringify(version) },
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    logLevel: "warning",
    plugins: [takeOut(ablation)],
  });
  return outfile;
}

const play = (outfile, args, stdio) =>
  spawnSync(process.execPath, ["--enable-source-maps", "--max-semi-space-size=32", outfile, ...args], {
    stdio,
    encoding: "utf8",
  });

/** Takes out one clause of these rules after the other: of each rule at least one has to be missed. */
async function without(rules, args) {
  const { ABLATIONS } = await import(
    pathToFileURL(await bundle(join(root, "test/rules/ablations.ts"), "rows.mjs")).href
  );
  const unnoticed = new Set(rules);
  for (const [index, row] of ABLATIONS.entries()) {
    if (!rules.includes(String(row.rule))) continue;
    const { stdout } = play(await bundle(join(here, "main.ts"), `${index}.mjs`, row), args, "pipe");
    const found = [...new Set([...stdout.matchAll(/^VIOLATED ([^:]+):/gm)].map(([, broken]) => broken))];
    if (found.length > 0) unnoticed.delete(String(row.rule));
    process.stdout.write(`rule ${row.rule}, ${row.clause}: ${found.join(", ") || "not noticed"}\n`);
  }
  return unnoticed.size === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
try {
  const at = args.indexOf("--without");
  const rules = at < 0 ? [] : (args.splice(at, 2)[1] ?? "").split(",");
  process.exitCode =
    rules.length > 0
      ? await without(rules, args)
      : (play(await bundle(join(here, "main.ts"), "simulation.mjs"), args, "inherit").status ?? 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
