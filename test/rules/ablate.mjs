// Takes each clause of the rules out of the source, in memory, and demands that its test fails: npm run ablate [-- 9,10] [-- holds].
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { createVitest } from "vitest/node";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../..");
const say = (line) => process.stdout.write(`${line}\n`);

/** The table, whose files are TypeScript. */
async function ablations() {
  const options = { bundle: true, format: "esm", write: false, logLevel: "silent" };
  const { outputFiles } = await build({ ...options, entryPoints: [resolve(HERE, "ablations.ts")] });
  const { ABLATIONS } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return ABLATIONS;
}

/** How often the text stands in its file. */
function occurrences({ file, find }) {
  return readFileSync(resolve(ROOT, "src", file), "utf8").split(find).length - 1;
}

/** Runs each row's test as it is and with the row's ablation, in one vitest; the result of every test by its module. */
async function run(rows) {
  const options = { root: ROOT, config: resolve(HERE, "vitest.ablate.config.ts"), watch: false, reporters: [{}] };
  const vitest = await createVitest("test", options);
  await vitest.standalone();
  const project = vitest.getRootProject();
  const modules = new Set(rows.flatMap(({ index, row }) => [address(row), address(row, index)]));
  await vitest.runTestSpecifications([...modules].map((module) => project.createSpecification(module)));
  const results = new Map(
    vitest.state
      .getTestModules()
      .map((module) => [
        module.moduleId,
        [...module.children.allTests()].map((test) => ({ name: test.fullName, ...test.result() })),
      ]),
  );
  await vitest.close();
  return results;
}

function address({ test }, index) {
  const file = resolve(HERE, `${test}.test.ts`);
  return index === undefined ? file : `${file}?ablation=${index}`;
}

/** Why a row is not as it must be; undefined where its test fails by an assertion, and passes without the ablation. */
function objection(row, index, results) {
  const count = occurrences(row);
  if (count !== 1) return `its text stands ${count} times in src/${row.file}`;
  const meant = (module) => (results.get(module) ?? []).filter(({ name }) => name.includes(row.fails));
  const sound = meant(address(row));
  if (sound.length === 0) return "there is no such test";
  if (sound.some(({ state }) => state !== "passed")) return "its test fails as it is";
  const ablated = meant(address(row, index));
  if (ablated.length === 0) return "the test can't be run with it";
  const errors = ablated.flatMap(({ state, errors }) => (state === "failed" ? errors : []));
  if (errors.length === 0) return "NOT NOTICED";
  const byAssertion = errors.some(({ name }) => name === "AssertionError");
  return byAssertion ? undefined : `fails otherwise: ${errors[0].message.slice(0, 80)}`;
}

const begun = performance.now();
const wanted = (process.argv[2] ?? "").split(",").filter((rule) => rule !== "");
const rows = (await ablations())
  .map((row, index) => ({ row, index }))
  .filter(({ row }) => wanted.length === 0 || wanted.includes(String(row.rule)));
const results = await run(rows);
let bad = 0;
for (const { row, index } of rows) {
  const why = objection(row, index, results);
  if (why !== undefined) bad += 1;
  say(
    `${why === undefined ? "noticed" : "  BAD  "}  rule ${String(row.rule).padEnd(2)}  ${row.clause.padEnd(55)}  ${row.file}`,
  );
  if (why !== undefined) say(`         ${why} (${row.test}: "${row.fails}")`);
}
say(
  `\n${rows.length - bad} of ${rows.length} ablations noticed in ${Math.round((performance.now() - begun) / 1000)} s`,
);
process.exit(bad === 0 ? 0 : 1);
