// npm run test:nodes [-- FILE…]: the core of the tests under the oldest Node that package.json allows; under the newest line, more.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { CouldNotGet } from "./command.mjs";
import { nodeOf } from "./installed.mjs";

/** What runs where nothing is named. The machine's own Node, which runs everything, is most often near the oldest. */
const NODES = { 20.19: [], 26: ["test/unit", "test/rules", "test/commands", "test/docs"] };
const named = process.argv.slice(2);

const folder = mkdtempSync(join(tmpdir(), "botform-nodes-"));
let failed = 0;

function say(text) {
  process.stdout.write(`${text}\n`);
}

for (const [version, parts] of Object.entries(NODES)) {
  try {
    const node = nodeOf(version, join(folder, version));
    say(`\nNode ${version}: ${node}`);
    const tests = ["node_modules/vitest/vitest.mjs", "run", ...(named.length > 0 ? named : parts)];
    const PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
    const { status } = spawnSync(node, tests, { stdio: "inherit", env: { ...process.env, PATH } });
    if (status !== 0) failed += 1;
  } catch (error) {
    if (!(error instanceof CouldNotGet)) throw error;
    say(`NOT CHECKED: Node ${version}, which couldn't be fetched: ${error.message}`);
  }
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
