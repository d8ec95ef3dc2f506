// The tests of a mutation run: those of the decisions alone, in milliseconds, since they run again for every mutant.
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { BOTFORM_VERSION: '"0.0.0"' },
  test: { include: ["test/decisions/*.test.ts"] },
});
