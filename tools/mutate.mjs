// npm run mutate [-- NAME…]: changes src bit by bit, and the tests must notice. NAME: a group, or a file or folder of src.
import { spawnSync } from "node:child_process";
import { GROUPS, groupOf } from "./mutants.mjs";

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !groupOf(name));
if (unknown.length > 0) {
  process.stderr.write(
    `${unknown.join(", ")}: no file or folder of src, and none of the groups ${Object.keys(GROUPS).join(", ")}\n`,
  );
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
