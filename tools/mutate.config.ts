// The tests of a mutation run: those of the decisions alone, in milliseconds, since they run again for every mutant.
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { BOTFORM_VERSION: '"0.0.0"' },
  test: {
    include: [
      "test/unit/service/errors.test.ts",
      "test/unit/reconcile/apply/decisions.test.ts",
      "test/unit/reconcile/plan/{match,blast-radius}.test.ts",
      "test/unit/reconcile/journal/{history,journal-format}.test.ts",
      "test/unit/reconcile/loading.test.ts",
      "test/unit/model/bot/compare.test.ts",
      "test/unit/config/yaml/mask.edges.test.ts",
      "test/unit/render/sanitize.edges.test.ts",
    ],
  },
});
