// The tests of a mutation run: those of one group, in milliseconds, since they run again for every mutant.
import { defineConfig } from "vitest/config";
import { groupOf } from "./mutants.mjs";

const { tests = [] } = groupOf(process.env["BOTFORM_MUTATE"] ?? "") ?? {};

export default defineConfig({
  define: { BOTFORM_VERSION: '"0.0.0"' },
  test: {
    include: ["test/unit/loading.test.ts", ...tests.map((path) => `test/unit/${path}`)],
    setupFiles: ["test/support/seed.ts", "tools/mutate.setup.ts"],
  },
});
