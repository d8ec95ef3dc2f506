// npm run bench:tests: what the fast core of the tests costs.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { busyShare } from "./busy.mjs";
import { writeBlock } from "./page.mjs";

const folder = mkdtempSync(join(tmpdir(), "botform-tests-"));
try {
  const busy = await busyShare();
  const note = join(folder, "time.txt");
  const run = spawnSync("/usr/bin/time", ["-o", note, "-f", "%e %U %S", "npm", "test"], { encoding: "utf8" });
  const passed = /Tests\D*(\d+) passed/.exec(stripVTControlCharacters(run.stdout))?.[1];
  if (run.status !== 0 || passed === undefined) throw new Error(`npm test ended with ${run.status}`);
  const [wall, user, system] = readFileSync(note, "utf8").trim().split(" ").map(Number);
  const date = new Date().toISOString().slice(0, 10);
  const line = `${date}, Node ${process.versions.node}, ${availableParallelism()} cores, of which ${(busy * 100).toFixed(0)} % were busy before: \`npm test\` ran ${passed} tests in ${wall.toFixed(0)} s, with ${(user + system).toFixed(0)} s of processor time.`;
  console.log(line);
  if (process.argv.includes("--write")) writeBlock("tests", line);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
