// How Stryker changes one group, file or folder of src and runs its tests; tools/mutate.mjs starts it with the name.
import { groupOf } from "./mutants.mjs";

const { src, least } = groupOf(process.env.BOTFORM_MUTATE);

export default {
  mutate: src.map((file) => `src/${file}`),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "tools/mutate.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 1,
  // Endless loops are found by counting; a busy machine must not look like one.
  timeoutMS: 60_000,
  thresholds: { high: 98, low: least, break: least },
  reporters: ["clear-text", "progress-append-only", "json"],
  clearTextReporter: { reportTests: false, allowColor: false },
  jsonReporter: { fileName: `coverage/mutants-${process.env.BOTFORM_MUTATE.replaceAll("/", "-")}.json` },
  tempDirName: "coverage/mutants",
  // Stryker would rewrite the paths in it.
  tsconfigFile: "none.json",
};
