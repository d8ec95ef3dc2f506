// npm run mutate [-- GROUP…]: changes src bit by bit, one group of files after the other, and the group's tests must notice.
import { spawnSync } from "node:child_process";
import { GROUPS } from "./mutants.mjs";

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  process.stderr.write(`there is no group ${unknown.join(", ")}; the groups are ${Object.keys(GROUPS).join(", ")}\n`);
  process.exit(1);
}

const failed = [];
for (const name of asked.length > 0 ? asked : Object.keys(GROUPS)) {
  process.stdout.write(`\n== ${name}\n`);
  const env = { ...process.env, BOTFORM_MUTATE: name };
  const { status } = spawnSync("npx", ["stryker", "run", "tools/stryker.config.mjs"], { stdio: "inherit", env });
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) {
  process.stderr.write(
    `\ntoo many survive in ${failed.join(", ")}: write a test, or the reason in test/unit/SURVIVORS.md\n`,
  );
  process.exitCode = 1;
}
