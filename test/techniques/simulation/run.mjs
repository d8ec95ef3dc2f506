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

/** Clauses taken out of the source. Two may be about one text: the first of them has it. */
const takeOut = (ablations) => ({
  name: "take-out",
  setup: (run) =>
    run.onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const own = ablations.filter(({ file }) => path === join(root, "src", file));
      if (own.length === 0) return null;
      const without = (text, { find, replace }) => text.replace(find, () => replace);
      return { contents: own.reduce(without, readFileSync(path, "utf8")), loader: "ts" };
    }),
});

async function bundle(entry, name, ablations = []) {
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
    plugins: [takeOut(ablations)],
  });
  return outfile;
}

const play = (outfile, args, stdio) =>
  spawnSync(process.execPath, ["--enable-source-maps", "--max-semi-space-size=32", outfile, ...args], {
    stdio,
    encoding: "utf8",
  });

/** What the schedules find without these clauses, and how many it took: a promise that is broken, or a rule that none of them reaches any more. */
async function findings(ablations, name, args) {
  const least = args.includes("--least") ? [] : ["--least", "1"];
  const { stdout } = play(await bundle(join(here, "main.ts"), `${name}.mjs`, ablations), [...args, ...least], "pipe");
  const broken = [...stdout.matchAll(/^VIOLATED ([^:]+):/gm)].map(([, promise]) => promise);
  const missed = [...stdout.matchAll(/^reached less than \d+ times: (rule \d+)$/gm)].map(([, rule]) => `no ${rule}`);
  const found = [...new Set(broken.length > 0 ? broken : missed)];
  const [, schedules = "0"] = /^(\d+) schedules from seed/m.exec(stdout) ?? [];
  return { isFound: found.length > 0, says: `${found.join(", ") || "not noticed"} (${schedules} schedules)` };
}

/** Takes out one clause of these rules after the other, or each rule as a whole: of each rule at least one has to be missed. */
async function without(rules, isWhole, args) {
  const { ABLATIONS } = await import(
    pathToFileURL(await bundle(join(root, "test/rules/ablations.ts"), "rows.mjs")).href
  );
  const unnoticed = new Set(rules);
  const say = (line) => process.stdout.write(`${line}\n`);
  for (const rule of rules) {
    const rows = ABLATIONS.filter((row) => String(row.rule) === rule);
    const parts = isWhole ? [{ what: "as a whole", rows }] : rows.map((row) => ({ what: row.clause, rows: [row] }));
    for (const [index, part] of parts.entries()) {
      const { isFound, says } = await findings(part.rows, `${rule}-${index}`, args);
      if (isFound) unnoticed.delete(rule);
      const { unseen } = part.rows.length === 1 ? part.rows[0] : {};
      say(
        `rule ${rule}, ${part.what}: ${says}${unseen !== undefined && !isFound ? `, as no schedule can: ${unseen}` : ""}`,
      );
    }
  }
  return unnoticed.size === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
try {
  const at = args.indexOf("--without");
  const rules = at < 0 ? [] : (args.splice(at, 2)[1] ?? "").split(",");
  const whole = args.indexOf("--whole");
  if (whole >= 0) args.splice(whole, 1);
  process.exitCode =
    rules.length > 0
      ? await without(rules, whole >= 0, args)
      : (play(await bundle(join(here, "main.ts"), "simulation.mjs"), args, "inherit").status ?? 1);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
