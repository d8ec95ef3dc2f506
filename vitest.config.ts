import { readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

export default defineConfig({
  define: { BOTFORM_VERSION: JSON.stringify(version) },
  test: { include: ["test/**/*.test.ts"], maxWorkers: "100%", testTimeout: 60_000, hookTimeout: 60_000 },
});
