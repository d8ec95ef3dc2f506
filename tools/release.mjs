// npm run release -- --out DIR [--repository URL]: builds botform and writes what a release publishes. Publishes nothing itself.
import { existsSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { run } from "./command.mjs";
import { writeRelease } from "./release-files.mjs";

const { values } = parseArgs({ options: { out: { type: "string" }, repository: { type: "string" } } });
const { out, repository } = values;
if (out === undefined) stop("say where to: npm run release -- --out DIR");
if (existsSync(out) && readdirSync(out).length > 0) stop(`${out} isn't empty; name a new folder`);

run("npm", ["run", "--silent", "build"]);
const { version, paths } = writeRelease(out, repository);
process.stdout.write(`botform ${version}, in ${out}:\n${paths.map((path) => `  ${path}\n`).join("")}`);

function stop(problem) {
  process.stderr.write(`release: ${problem}\n`);
  process.exit(3);
}
